"""The fork server: has the interpreter, our shell and some packages ready, and forks for a worker.

It never holds a line of an entry: a child imports the entry after the fork, and nothing comes back
from a child. It ends when the worker at the other end of its socket does.
"""

import gc
import importlib
import os
import select
import signal
import socket
import sys
from contextlib import suppress
from typing import NoReturn

import msgspec

from engine import find_game, game_names
from tournament import host
from tournament.isolation import linux
from tournament.isolation.order import ACKNOWLEDGED, Duty, Order, receive
from tournament.isolation.tiers import Tier
from tournament.isolation.tree import kill_orphans
from tournament.isolation.walls import Wall, wall_of
from tournament.isolation.warden import watch

__all__ = ["main"]

_PIPES = 4


def main() -> None:
    """Serve orders from the socket that is standard input until its other end closes."""
    orders = socket.socket(fileno=os.dup(0))
    duty = msgspec.msgpack.decode(receive(orders, 0)[0], type=Duty)
    wall = wall_of(Tier(duty.tier), duty.readable)
    _make_ready(duty)
    bell = _ring_for_children()
    watchmen: set[int] = set()
    orders.sendall(ACKNOWLEDGED)
    while True:
        ready, _, _ = select.select([orders, bell], [], [])
        if bell in ready:
            _reap(bell, watchmen)
        if orders in ready:
            message, pipes = receive(orders, _PIPES)
            if not message:
                return
            watchman = wall.fork()
            if watchman == 0:
                orders.close()
                _serve(msgspec.msgpack.decode(message, type=Order), wall, pipes)
            watchmen.add(watchman)
            for pipe in pipes:
                os.close(pipe)
            orders.sendall(ACKNOWLEDGED)


def _make_ready(duty: Duty) -> None:
    """All that a child would have to do again, done once."""
    for name in duty.preload:
        importlib.import_module(name)
    for name in game_names():
        find_game(name)
    if sys.platform == "linux":
        linux.prctl(linux.PR_SET_DUMPABLE, 0)
        linux.prctl(linux.PR_SET_CHILD_SUBREAPER, 1)
    gc.collect()
    gc.freeze()
    gc.disable()  # nothing here makes cycles, and a collection would touch every shared page


def _serve(order: Order, wall: Wall, pipes: list[int]) -> NoReturn:
    """In a child of the server: one process of an entry, from beginning to end."""
    try:
        watch(order, wall, pipes, lambda: _run(order))
    finally:
        os._exit(1)  # the worker sees the status socket close without a word


def _run(order: Order) -> None:
    if order.command:
        os.execvp(order.command[0], order.command)
    host.serve()


def _ring_for_children() -> socket.socket:
    """A socket that becomes readable whenever a child ends."""
    bell, rope = socket.socketpair()
    bell.setblocking(False)
    rope.setblocking(False)
    signal.signal(signal.SIGCHLD, lambda *_: None)
    signal.set_wakeup_fd(rope.detach(), warn_on_full_buffer=False)
    return bell


def _reap(bell: socket.socket, watchmen: set[int]) -> None:
    """Reap what has ended; what a watchman that was killed has left comes here, and is killed."""
    with suppress(BlockingIOError):
        bell.recv(4096)
    killed = False
    with suppress(ChildProcessError):
        while (ended := os.waitpid(-1, os.WNOHANG))[0]:
            watchmen.discard(ended[0])
            killed |= os.WIFSIGNALED(ended[1])
    if killed:
        kill_orphans(watchmen)


if __name__ == "__main__":
    main()
