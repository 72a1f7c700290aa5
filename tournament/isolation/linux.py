"""The few system calls that Python doesn't offer, through the C library. Linux only.

Every function raises OSError when the kernel refuses.
"""

import ctypes
import os
import signal
from ctypes import pythonapi as python

__all__ = [
    "PR_SET_CHILD_SUBREAPER",
    "PR_SET_DUMPABLE",
    "PR_SET_KEEPCAPS",
    "PR_SET_NO_NEW_PRIVS",
    "bind",
    "bound_capabilities",
    "fork_into",
    "keep_capabilities",
    "mount",
    "prctl",
    "system_call",
]

PR_SET_DUMPABLE = 4
PR_SET_KEEPCAPS = 8
_PR_CAPBSET_DROP = 24
PR_SET_CHILD_SUBREAPER = 36
PR_SET_NO_NEW_PRIVS = 38
_PR_CAP_AMBIENT = 47
_PR_CAP_AMBIENT_RAISE, _PR_CAP_AMBIENT_CLEAR_ALL = 2, 4
_SYS_CAPSET = {"x86_64": 126, "aarch64": 91}
_CAPABILITY_VERSION_3 = 0x20080522
_MS_BIND = 0x1000
_LAST_CAPABILITY = 40

_SYS_CLONE = {"x86_64": 56, "aarch64": 220}

_libc = ctypes.CDLL(None, use_errno=True)
_held = ctypes.PyDLL(None, use_errno=True)  # for calls during which no other thread may run


def system_call(number: int, *arguments: object) -> int:
    """Call the kernel by number: integers, bytes or ctypes values."""
    return _checked(_libc.syscall(ctypes.c_long(number), *map(_argument, arguments)))


def prctl(option: int, *arguments: int) -> None:
    """`prctl(option, …)`."""
    values = [ctypes.c_ulong(value) for value in (*arguments, 0, 0, 0, 0)[:4]]
    _checked(_libc.prctl(option, *values))


def fork_into(namespaces: int) -> int:
    """Fork, as `os.fork` does, with the child in new namespaces: its number, or 0 in the child.

    Only for a process of one thread. The C library doesn't notice, so that the child should do
    no more than fork again before it runs anything of others.
    """
    python.PyOS_BeforeFork()
    number = ctypes.c_long(_SYS_CLONE[os.uname().machine])
    result: int = _held.syscall(number, _word(namespaces | signal.SIGCHLD), *[_word(0)] * 4)
    if result == 0:
        python.PyOS_AfterFork_Child()
    else:
        python.PyOS_AfterFork_Parent()
    return _checked(result)


def mount(kind: str, target: str, flags: int, data: str) -> None:
    """Mount a new file system of a kind, named like its kind."""
    _checked(
        _libc.mount(kind.encode(), target.encode(), kind.encode(), _word(flags), data.encode())
    )


def bind(source: str, target: str) -> None:
    """Show the folder `source` at `target`, with the flags that its mount has."""
    _checked(_libc.mount(source.encode(), target.encode(), None, _word(_MS_BIND), None))


def bound_capabilities(keep: int = 0) -> None:
    """Let no program that this process will run have capabilities beyond the mask `keep`."""
    for capability in range(_LAST_CAPABILITY + 1):
        if not keep >> capability & 1:
            prctl(_PR_CAPBSET_DROP, capability)
    prctl(_PR_CAP_AMBIENT, _PR_CAP_AMBIENT_CLEAR_ALL)


def keep_capabilities(keep: int = 0) -> None:
    """Have the capabilities of the mask `keep` and no others, programs to come too."""
    header = (ctypes.c_uint32 * 2)(_CAPABILITY_VERSION_3, 0)
    data = (ctypes.c_uint32 * 6)(*[keep & 0xFFFFFFFF] * 3, *[keep >> 32] * 3)
    system_call(_SYS_CAPSET[os.uname().machine], ctypes.byref(header), ctypes.byref(data))
    for capability in range(_LAST_CAPABILITY + 1):
        if keep >> capability & 1:
            prctl(_PR_CAP_AMBIENT, _PR_CAP_AMBIENT_RAISE, capability)


def _word(value: int) -> ctypes.c_ulong:
    return ctypes.c_ulong(value)


def _argument(value: object) -> object:
    return ctypes.c_long(value) if isinstance(value, int) else value


def _checked(result: int) -> int:
    if result < 0:
        number = ctypes.get_errno()
        raise OSError(number, os.strerror(number))
    return result
