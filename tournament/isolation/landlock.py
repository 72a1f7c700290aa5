"""Landlock: a process gives up all files but some, and the network, by itself. Linux 5.13."""

import os
import struct
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

from tournament.isolation.linux import PR_SET_NO_NEW_PRIVS, prctl, system_call
from tournament.isolation.syscalls import NUMBERS

__all__ = ["restrict_to"]

_VERSION_FLAG = 1
_RULE_PATH_BENEATH = 1
_EXECUTE, _WRITE_FILE, _READ_FILE, _READ_DIR = 1, 2, 4, 8
_ON_FILES = _EXECUTE | _WRITE_FILE | _READ_FILE
_TCP, _SCOPES = 0b11, 0b11
# How many rights on files each version of the interface knows; later ones know as many.
_FILE_RIGHTS = (13, 14, 15, 15, 16)
_WITH_NETWORK, _WITH_SCOPES = 4, 6


def restrict_to(readable: Sequence[str], devices: Sequence[str]) -> None:
    """Let this process, for good, read and run what is below `readable` and use `devices`.

    Nothing can be written. Paths that don't exist are passed over. Raises OSError where the
    kernel has no Landlock.
    """
    numbers = NUMBERS[os.uname().machine]
    version = system_call(numbers["landlock_create_ruleset"], 0, 0, _VERSION_FLAG)
    handled = (1 << _FILE_RIGHTS[min(version, len(_FILE_RIGHTS)) - 1]) - 1
    attributes = struct.pack("Q", handled)
    if version >= _WITH_NETWORK:
        attributes += struct.pack("Q", _TCP)
    if version >= _WITH_SCOPES:
        attributes += struct.pack("Q", _SCOPES)
    rules = system_call(numbers["landlock_create_ruleset"], attributes, len(attributes), 0)
    try:
        for path in readable:
            _allow(rules, path, _EXECUTE | _READ_FILE | _READ_DIR)
        for path in devices:
            _allow(rules, path, _READ_FILE | _WRITE_FILE)
        prctl(PR_SET_NO_NEW_PRIVS, 1)
        system_call(numbers["landlock_restrict_self"], rules, 0)
    finally:
        os.close(rules)


def _allow(rules: int, path: str, rights: int) -> None:
    with suppress(FileNotFoundError):
        place = os.open(path, os.O_PATH | os.O_CLOEXEC)
        try:
            if not Path(path).is_dir():
                rights &= _ON_FILES
            rule = struct.pack("=Qi", rights, place)
            number = NUMBERS[os.uname().machine]["landlock_add_rule"]
            system_call(number, rules, _RULE_PATH_BENEATH, rule, 0)
        finally:
            os.close(place)
