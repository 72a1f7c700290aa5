"""House bots: the standard that other entries are measured by.

They know the engine's public names only, as any entry does; `bots.catalog` finds them by name.
"""
