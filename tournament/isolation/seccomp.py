"""The filter that stands between an entry and the kernel: a classic BPF program, built by hand.

It refuses what an entry has no use for and what is a way out, or a way to another seat: sockets,
tracing, namespaces and mounts, shared memory that no process is charged for, locks and watches on
files that all seats can read, limits and ranks of other processes. Everything newer than the tables
is refused too.
"""

import ctypes
import errno
import os
import struct
from collections.abc import Mapping

from tournament.isolation.linux import PR_SET_NO_NEW_PRIVS, prctl, system_call
from tournament.isolation.syscalls import HIGHEST_KNOWN, NUMBERS

__all__ = ["install_filter", "make_filter"]

_LOAD, _EQUAL, _GREATER, _ANY_OF, _AND, _RETURN = 0x20, 0x15, 0x25, 0x45, 0x54, 0x06
_ALLOW, _KILL, _ERRNO = 0x7FFF0000, 0x80000000, 0x00050000
_NUMBER_AT, _ARCHITECTURE_AT, _ARGUMENTS_AT = 0, 4, 16
_ARCHITECTURES = {"x86_64": 0xC000003E, "aarch64": 0xC00000B7}
_SECCOMP_SET_MODE_FILTER = 1

_NAMESPACE_FLAGS = 0x7E020080  # CLONE_NEW… of all kinds
_SOCK_TYPE_MASK, _SOCK_STREAM = 0xF, 1
_WORD = 0xFFFFFFFF
_COMMANDS = (  # of fcntl
    # F_GETLK … F_OFD_SETLKW, F_SETLEASE, F_NOTIFY: shared files
    *(5, 6, 7, 36, 37, 38, 1024, 1026),
    # F_SETOWN, F_SETOWN_EX: signals to others
    *(8, 15),
    # F_SETPIPE_SZ: a user's pipes are bounded together
    1031,
)
_OWNERS = (0x8901, 0x8902)  # FIOSETOWN, SIOCSPGRP: F_SETOWN once more

_REFUSED = (
    # a way to others: the network, locks and watches on shared files, the state of the page cache
    *("socket", "bind", "connect", "listen", "accept", "accept4"),
    # descriptors on their way, which the kernel bounds by user, and larger sockets
    *("sendmsg", "sendmmsg", "setsockopt"),
    *("flock", "inotify_init", "inotify_init1", "fanotify_init", "fanotify_mark", "mincore"),
    # memory that no process is charged for
    *("memfd_create", "memfd_secret", "shmget", "shmat", "shmctl", "semget", "semop", "semctl"),
    *("semtimedop", "msgget", "msgsnd", "msgrcv", "msgctl", "mq_open", "mq_unlink"),
    *("mq_timedsend", "mq_timedreceive", "mq_notify", "mq_getsetattr"),
    # other processes
    *("ptrace", "process_vm_readv", "process_vm_writev", "process_madvise", "process_mrelease"),
    *("kcmp", "pidfd_getfd", "migrate_pages", "move_pages", "mbind"),
    *("set_mempolicy", "set_mempolicy_home_node"),
    *("setpriority", "ioprio_set", "sched_setparam", "sched_setscheduler", "sched_setattr"),
    # namespaces and mounts
    *("unshare", "setns", "mount", "umount2", "pivot_root", "chroot", "move_mount", "open_tree"),
    *("fsopen", "fsconfig", "fsmount", "fspick", "mount_setattr"),
    *("name_to_handle_at", "open_by_handle_at", "lookup_dcookie"),
    # the kernel's wide doors
    *("io_uring_setup", "io_uring_enter", "io_uring_register", "bpf", "perf_event_open"),
    *("userfaultfd", "keyctl", "add_key", "request_key", "personality", "modify_ldt"),
    # the machine: its load, clock, name, modules
    *("sysinfo", "syslog", "acct", "quotactl", "quotactl_fd", "reboot", "swapon", "swapoff"),
    *("kexec_load", "kexec_file_load", "init_module", "finit_module", "delete_module"),
    *("settimeofday", "clock_settime", "adjtimex", "clock_adjtime", "iopl", "ioperm"),
    *("sethostname", "setdomainname", "vhangup"),
)
_OF_ITSELF = ("prlimit64", "sched_setaffinity")
"""Calls of which the first argument may name no process but the caller, by a zero."""

# Where others are within reach, since no namespace hides them.
_SIGNALS = ("kill", "tkill", "tgkill", "rt_sigqueueinfo", "rt_tgsigqueueinfo")
_ASKS_ABOUT = (
    *("getsid", "getpgid", "sched_getparam", "sched_getscheduler", "sched_getattr"),
    *("sched_getaffinity", "sched_rr_get_interval"),
)
_CLOCKS = ("clock_gettime", "clock_getres", "clock_nanosleep", "timer_create")
_CLOCK_OF_A_PROCESS = 0x80000000
_METADATA = (  # which Landlock leaves to the owner of a file
    *("chmod", "fchmod", "fchmodat", "chown", "fchown", "lchown", "fchownat", "truncate"),
    *("utime", "utimes", "futimesat", "utimensat", "setxattr", "lsetxattr", "fsetxattr"),
    *("removexattr", "lremovexattr", "fremovexattr"),
)


def install_filter(*, reaching_only: int | None = None) -> None:
    """Filter the calls of this process and of all that it will start, for good.

    `reaching_only` is the only process that may be sent signals or asked about; None where a
    namespace hides all others. Raises OSError.
    """
    program = make_filter(os.uname().machine, reaching_only)
    content = ctypes.create_string_buffer(program, len(program))
    header = struct.pack("HxxxxxxP", len(program) // 8, ctypes.addressof(content))
    prctl(PR_SET_NO_NEW_PRIVS, 1)
    # By number: the C library has no function of that name.
    number = NUMBERS[os.uname().machine]["seccomp"]
    system_call(number, _SECCOMP_SET_MODE_FILTER, 0, header)


def make_filter(machine: str, reaching_only: int | None) -> bytes:
    """The program for a machine (x86_64 or aarch64). Raises OSError for any other."""
    if machine not in NUMBERS:
        raise OSError(errno.ENOSYS, f"no table of system calls for {machine}")
    numbers = NUMBERS[machine]
    code = [
        _step(_LOAD, _ARCHITECTURE_AT),
        _step(_EQUAL, _ARCHITECTURES[machine], 1, 0),
        _step(_RETURN, _KILL),
        _step(_LOAD, _NUMBER_AT),
        # Newer calls, and those of the x32 convention.
        _step(_GREATER, HIGHEST_KNOWN, 0, 1),
        _refuse(errno.ENOSYS),
        # Its flags are out of a filter's sight; the C library falls back to clone.
        *_where(numbers["clone3"], [_refuse(errno.ENOSYS)]),
        *_where(numbers["clone"], _flagged(0, _NAMESPACE_FLAGS)),
        # Only pairs of streams: any other kind could be aimed at an address later.
        *_where(numbers["socketpair"], _other_than(1, _SOCK_TYPE_MASK, _SOCK_STREAM)),
        *_where(numbers["fcntl"], _one_of(1, _COMMANDS)),
        *_where(numbers["ioctl"], _one_of(1, _OWNERS)),
        # With flags it tells what stands in the page cache.
        *_where(numbers["preadv2"], _flagged(5, 0xFFFFFFFF)),
    ]
    for name in _OF_ITSELF:
        code += _where(numbers[name], _other_than(0, _WORD, 0))
    refused: tuple[str, ...] = _REFUSED
    if reaching_only is not None:
        code += _unless_about(reaching_only, numbers)
        refused += ("pidfd_send_signal", "ioprio_get", *_METADATA)
    for name in refused:
        if name in numbers:
            code += [_step(_EQUAL, numbers[name], 0, 1), _refuse(errno.EPERM)]
    return b"".join([*code, _step(_RETURN, _ALLOW)])


def _unless_about(process: int, numbers: Mapping[str, int]) -> list[bytes]:
    """Refuse what is done to another process than this one, or asked about it."""
    code = [
        step for name in _SIGNALS for step in _where(numbers[name], _other_than(0, _WORD, process))
    ]
    for name in _ASKS_ABOUT:
        code += _where(numbers[name], _other_than(0, _WORD, 0))
    for name in _CLOCKS:
        code += _where(numbers[name], _flagged(0, _CLOCK_OF_A_PROCESS))
    return code + _where(numbers["getpriority"], _other_than(1, _WORD, 0))


def _step(operation: int, value: int, if_true: int = 0, if_false: int = 0) -> bytes:
    return struct.pack("HBBI", operation, if_true, if_false, value)


def _refuse(number: int) -> bytes:
    return _step(_RETURN, _ERRNO | number)


def _where(number: int, then: list[bytes]) -> list[bytes]:
    """Steps for one call alone; whatever they don't decide is allowed."""
    steps = [*then, _step(_RETURN, _ALLOW)] if len(then) > 1 else then
    return [_step(_EQUAL, number, 0, len(steps)), *steps]


def _load(argument: int) -> bytes:
    return _step(_LOAD, _ARGUMENTS_AT + 8 * argument)


def _flagged(argument: int, flags: int) -> list[bytes]:
    return [_load(argument), _step(_ANY_OF, flags, 0, 1), _refuse(errno.EPERM)]


def _other_than(argument: int, mask: int, value: int) -> list[bytes]:
    return [
        _load(argument),
        _step(_AND, mask),
        _step(_EQUAL, value, 1, 0),
        _refuse(errno.EPERM),
    ]


def _one_of(argument: int, values: tuple[int, ...]) -> list[bytes]:
    tests = [
        step for value in values for step in (_step(_EQUAL, value, 0, 1), _refuse(errno.EPERM))
    ]
    return [_load(argument), *tests]
