"""Deterministic tournaments between bots: a league is a build.

The data path, each step in a file named after it: config → entries → schedule → runner
(local_runner, ray_runner) → worker → batch (seats) → records → journal → results, manifest.
"""

__version__ = "0.1.0"
