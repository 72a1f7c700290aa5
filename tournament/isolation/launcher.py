"""The worker's side of isolation: one fork server, and a handle for every process it starts."""

import os
import shutil
import signal
import socket
import subprocess
import tempfile
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

from tournament.errors import IsolationError
from tournament.isolation import bubblewrap, view
from tournament.isolation.handle import Handle
from tournament.isolation.order import ACKNOWLEDGED, Duty, Order, send
from tournament.isolation.tiers import Tier

__all__ = ["Launcher"]

_START_SECONDS = 60.0
_ENVIRONMENT = {
    "PYTHONHASHSEED": "0",
    "PYTHONDONTWRITEBYTECODE": "1",
    "PATH": "/usr/bin:/bin",
    "LANG": "C.UTF-8",
    "HOME": "/tmp",  # noqa: S108 - its own in the tier bwrap
    "OPENBLAS_NUM_THREADS": "1",
    "OPENSSL_CONF": "/dev/null",  # node ends where the system's may not be read
}
_END_SECONDS = 5.0
_ATTEMPTS = 2
_CHUNK = 4096


class Launcher:
    """Starts processes in one tier, from a fork server of its own.

    Packages of entries are folders directly below `packages`. The server is started with the
    first process, and again if it has died; it ends with the launcher or with this process.
    """

    def __init__(
        self,
        tier: Tier,
        scratch: Path,
        *,
        offered: Sequence[str] = (),
        preload: Sequence[str] = (),
    ) -> None:
        self.tier = tier
        self.packages = scratch / "packages"
        self._shell = scratch / "shell"
        self._offered = tuple(offered)
        self._preload = tuple(preload)
        self._server: _Server | None = None

    def seen(self, package: Path) -> str:
        """The path by which a process sees its own package."""
        return bubblewrap.PACKAGES if self.tier is Tier.bwrap else str(package)

    def start(self, package: Path, memory_bytes: int, command: Sequence[str] = ()) -> Handle:
        """A new process for the entry in `package`: our shell, or a program of any kind.

        It gets at most `memory_bytes`, and nothing of it has run when this returns. Raises
        IsolationError if it can't be had.
        """
        inside = f"{bubblewrap.PACKAGES}/{package.name}"
        folder = inside if self.tier is Tier.bwrap else str(package)
        order = Order(folder, tuple(command), memory_bytes)
        error = ""
        for _ in range(_ATTEMPTS):
            if self._server is None:
                self._server = self._open_server()
            handle, ends = Handle.make()
            try:
                self._server.give(order, ends)
            except OSError as gone:
                error = f"{gone}: {self._server.last_words()}"
                self.close()
            else:
                return handle
            finally:
                for end in ends:
                    os.close(end)
            handle.close()
        raise IsolationError(f"isolation {self.tier}: found {error}; allowed: a fork server")

    def close(self) -> None:
        """End the server; processes that it has started end with their handles."""
        if self._server is not None:
            self._server.close()
            self._server = None

    def _open_server(self) -> "_Server":
        self.packages.mkdir(mode=0o755, parents=True, exist_ok=True)
        command = [view.interpreter(), "-S", "-s", "-P", "-m", "tournament.isolation.server"]
        if self.tier is Tier.bwrap:
            environment = _ENVIRONMENT | {"PYTHONPATH": bubblewrap.SHELL}
            try:
                argv = bubblewrap.room(command, self.packages, self._offered, environment)
            except FileNotFoundError as error:
                raise IsolationError(
                    f"isolation bwrap: found {error}; allowed: an installed bubblewrap"
                ) from None
            return _Server(argv, environment, Duty(self.tier, self._preload, ()))
        parts = view.shell(self._offered)
        _link_all(parts, self._shell)
        environment = _ENVIRONMENT | {"PYTHONPATH": str(self._shell)}
        python = view.python_folder()
        readable = (
            *view.system_paths(),
            *([] if python is None else [python]),
            *parts.values(),
            str(self._shell),
        )
        return _Server(command, environment, Duty(self.tier, self._preload, readable))


class _Server:
    """A running fork server."""

    def __init__(self, argv: Sequence[str], environment: dict[str, str], duty: Duty) -> None:
        ours, theirs = socket.socketpair()
        self._orders = ours
        self._words = tempfile.TemporaryFile()  # noqa: SIM115 - closed in close()
        with theirs:
            self._process = subprocess.Popen(
                argv,
                stdin=theirs.fileno(),
                stdout=subprocess.DEVNULL,
                stderr=self._words,
                env=environment,
                cwd="/",
                start_new_session=True,
            )
        self._orders.settimeout(_START_SECONDS)
        try:
            send(self._orders, duty)
            self._await()
        except OSError as error:
            words = self.last_words() or str(error)
            self.close()
            raise IsolationError(
                f"isolation {duty.tier}: found {words}; allowed: a machine on which it works"
            ) from None

    def give(self, order: Order, descriptors: Sequence[int]) -> None:
        """Have it start a process. Raises OSError if it is gone."""
        send(self._orders, order, descriptors)
        self._await()

    def last_words(self) -> str:
        """The last line that it wrote to standard error."""
        self._words.seek(0)
        lines = self._words.read().decode("utf-8", "replace").strip().splitlines()
        return lines[-1] if lines else ""

    def close(self) -> None:
        """Have it end, and wait until it has."""
        self._orders.settimeout(_END_SECONDS)
        with suppress(OSError):
            self._orders.shutdown(socket.SHUT_WR)
            while self._orders.recv(_CHUNK):
                pass
        self._orders.close()
        with suppress(ProcessLookupError):
            os.killpg(self._process.pid, signal.SIGKILL)
        self._process.wait()
        self._words.close()

    def _await(self) -> None:
        if self._orders.recv(1) != ACKNOWLEDGED:
            raise ConnectionResetError("the fork server has ended")


def _link_all(parts: dict[str, str], folder: Path) -> None:
    """A folder with links to what can be imported, and nothing else."""
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    for name, path in parts.items():
        (folder / name).symlink_to(path)
