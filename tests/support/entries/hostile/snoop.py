"""Looks around, and tells on standard error what it has found: one JSON object."""

import asyncio
import ctypes
import fcntl
import gc
import json
import os
import platform
import resource
import signal
import socket
import sys
import time
from pathlib import Path

from engine import Bot

NUMBERS = {
    "x86_64": {"ptrace": 101, "io_uring_setup": 425, "memfd_create": 319, "keyctl": 250,
               "bpf": 321, "perf_event_open": 298, "process_vm_readv": 310, "shmget": 29,
               "sysinfo": 99, "clone3": 435, "mount": 165, "userfaultfd": 323, "kexec_load": 246,
               "unshare": 272, "setns": 308, "cachestat": 451},
    "aarch64": {"ptrace": 117, "io_uring_setup": 425, "memfd_create": 279, "keyctl": 219,
                "bpf": 280, "perf_event_open": 241, "process_vm_readv": 270, "shmget": 194,
                "sysinfo": 179, "clone3": 435, "mount": 40, "userfaultfd": 282, "kexec_load": 104,
                "unshare": 97, "setns": 268, "cachestat": 451},
}  # fmt: skip
SPACE = ctypes.create_string_buffer(256)
NEW_USER_NAMESPACE = 0x10000000
OUTSIDE = ("/usr", "/proc", "/dev", "/bot", "/shell", "/tmp", sys.base_prefix)


def attempt(what):
    try:
        return f"got {what()!r:.100}"
    except BaseException as error:
        return f"{type(error).__name__}: {error}"


def call(name, *arguments):
    libc = ctypes.CDLL(None, use_errno=True)
    result = libc.syscall(NUMBERS[platform.machine()][name], *arguments)
    if result < 0:
        raise OSError(ctypes.get_errno(), os.strerror(ctypes.get_errno()))
    return result


def send(family, kind, address):
    with socket.socket(family, kind) as one:
        if kind == socket.SOCK_DGRAM:
            return one.sendto(b"x", address)
        one.settimeout(1)
        return one.connect(address)


def bind_a_pair():
    one, _ = socket.socketpair(socket.AF_UNIX, socket.SOCK_STREAM)
    return one.bind("\0a-name-without-a-file")


def talk_over_a_pair():
    one, other = socket.socketpair()
    one.send(b"word")
    return other.recv(16).decode()


def pass_a_descriptor():
    one, _ = socket.socketpair()
    socket.send_fds(one, [b"x"], [2])


async def ask_a_child():
    pipe = asyncio.subprocess.PIPE
    child = await asyncio.create_subprocess_exec("/bin/cat", stdin=pipe, stdout=pipe)
    told, _ = await child.communicate(b"word")
    return told.decode()


def names_outside():
    """Files and folders that are neither the system's, nor Python's, nor its own."""
    found = []
    for folder, folders, files in os.walk("/"):
        below = folder.rstrip("/")
        folders[:] = [name for name in folders if not f"{below}/{name}".startswith(OUTSIDE)]
        found += [f"{below}/{name}" for name in files]
    return found[:20]


def names_in(folder):
    return sorted(path.name for path in folder.iterdir())


def fill(folder):
    written = 0
    for number in range(64):
        with Path(folder, f"full-{number}").open("wb", buffering=0) as file:
            for _ in range(16):
                written += file.write(b"x" * 1024 * 1024)
    return written


def filled(folder):
    before = os.statvfs(folder)
    text = attempt(lambda: fill(folder))
    after = os.statvfs(folder)
    return f"{(before.f_bavail - after.f_bavail) * before.f_bsize // 2**20} MB, {text}"


def open_descriptors():
    found = []
    for number in range(3, 1000):
        try:
            os.fstat(number)
        except OSError:
            continue
        found.append(number)
    return found


class Snoop(Bot):
    def decide(self, decision):
        parent = os.getppid()
        report = {
            "passwd": attempt(lambda: Path("/etc/passwd").read_text()),
            "shadow": attempt(lambda: Path("/etc/shadow").read_text()),
            "outside": names_outside(),
            "siblings": attempt(lambda: names_in(Path(__file__).parent.parent)),
            "own_file": attempt(lambda: Path(__file__).write_text("")),
            "own_folder": attempt(lambda: (Path(__file__).parent / "new").write_text("")),
            "tcp": attempt(lambda: send(socket.AF_INET, socket.SOCK_STREAM, ("127.0.0.1", 22))),
            "udp": attempt(lambda: send(socket.AF_INET, socket.SOCK_DGRAM, ("127.0.0.1", 53))),
            "abstract": attempt(lambda: send(socket.AF_UNIX, socket.SOCK_STREAM, "\0name")),
            "pathname": attempt(lambda: send(socket.AF_UNIX, socket.SOCK_DGRAM, "/dev/log")),
            "datagram_pair": attempt(lambda: socket.socketpair(type=socket.SOCK_DGRAM)),
            "bound_pair": attempt(bind_a_pair),
            "stream_pair": attempt(talk_over_a_pair),
            "passed_descriptor": attempt(pass_a_descriptor),
            "asyncio_child": attempt(lambda: asyncio.run(ask_a_child())),
            "parent_memory": attempt(lambda: Path(f"/proc/{parent}/mem").open("rb").close()),
            "parent_environment": attempt(lambda: Path(f"/proc/{parent}/environ").read_bytes()),
            "kill_parent": attempt(lambda: os.kill(parent, signal.SIGKILL)),
            "load": attempt(lambda: Path("/proc/loadavg").read_text()),
            "processes": attempt(lambda: [n for n in names_in(Path("/proc")) if n.isdecimal()]),
            "ptrace": attempt(lambda: call("ptrace", 16, parent, 0, 0)),
            "read_memory": attempt(lambda: call("process_vm_readv", parent, 0, 0, 0, 0, 0)),
            "user_namespace": attempt(lambda: call("unshare", NEW_USER_NAMESPACE)),
            "io_uring": attempt(lambda: call("io_uring_setup", 1, SPACE)),
            "memfd": attempt(lambda: call("memfd_create", b"x", 0)),
            "shm": attempt(lambda: call("shmget", 0, 4096, 0o1600)),
            "keys": attempt(lambda: call("keyctl", 0, -3, 1)),
            "bpf": attempt(lambda: call("bpf", 0, 0, 0)),
            "perf": attempt(lambda: call("perf_event_open", 0, 0, -1, -1, 0)),
            "clone3": attempt(lambda: call("clone3", 0, 0)),
            "mount": attempt(lambda: call("mount", b"tmpfs", b"/tmp", b"tmpfs", 0, 0)),
            "sysinfo": attempt(lambda: call("sysinfo", SPACE)),
            "page_cache": attempt(lambda: call("cachestat", 0, 0, 0, 0)),
            "lock": attempt(self._lock),
            "mode": attempt(lambda: Path(__file__).chmod(0o644)),
            "times": attempt(lambda: os.utime(__file__, (777, 777))),
            "attribute": attempt(lambda: os.setxattr(__file__, "user.card", b"As")),
            "limit": attempt(lambda: resource.prlimit(parent, resource.RLIMIT_NOFILE, (3, 3))),
            "rank": attempt(lambda: os.setpriority(os.PRIO_PROCESS, parent, 19)),
            "scheduler": attempt(lambda: os.sched_setaffinity(parent, {0})),
            "pipe_size": attempt(lambda: fcntl.fcntl(0, 1031, 1 << 20)),
            "owner": attempt(lambda: fcntl.fcntl(0, fcntl.F_SETOWN, parent)),
            "session": attempt(lambda: os.getsid(parent)),
            "affinity": attempt(lambda: os.sched_getaffinity(parent)),
            "clock": attempt(lambda: time.clock_gettime(~parent << 3 | 2)),
            "own_limits": attempt(lambda: resource.getrlimit(resource.RLIMIT_SIGPENDING)),
            "environment": sorted(os.environ),
            "descriptors": open_descriptors(),
            "arguments": sys.argv,
            "uid": os.getuid(),
            "shared_memory": filled("/dev/shm"),
            "temporary": filled("/tmp") if os.getuid() == 65534 else "",
        }  # fmt: skip
        sys.stderr.write(json.dumps(report))
        return decision.legal[0]

    def _lock(self):
        with Path(sys.executable).open("rb") as file:
            fcntl.flock(file, fcntl.LOCK_SH)
        return gc.isenabled()
