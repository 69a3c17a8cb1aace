"""Processes of the kit that share its work: signals are for the one that has started them."""

import os
import signal
import threading
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from multiprocessing import parent_process, resource_tracker
from typing import Final

_HELD: Final = tuple(
    getattr(signal, name) for name in ("SIGINT", "SIGTERM", "SIGHUP") if hasattr(signal, name)
)


@contextmanager
def starting() -> Iterator[None]:
    """Signals wait for the end of the block, in which processes are started with `multiprocessing`.

    A process that is started by half, or interrupted while it imports, would print a trace. Those that are
    started leave signals waiting until `be_a_child`.
    """
    with ExitStack() as stack:
        if threading.current_thread() is threading.main_thread():
            stack.enter_context(_heard_later())
        if hasattr(signal, "pthread_sigmask"):
            # It comes with the first process that is started, and lets signals through.
            resource_tracker.ensure_running()
            before = signal.pthread_sigmask(signal.SIG_BLOCK, _HELD)
            stack.callback(signal.pthread_sigmask, signal.SIG_SETMASK, before)
        yield


@contextmanager
def _heard_later() -> Iterator[None]:
    """A mask does not hold signals off where there are other threads, which let them through."""
    heard: list[int] = []
    handlers = {number: signal.getsignal(number) for number in _HELD}
    taken = {number: handler for number, handler in handlers.items() if callable(handler)}
    for number in taken:
        signal.signal(number, lambda number, _: heard.append(number))
    try:
        yield
    finally:
        for number, handler in taken.items():
            signal.signal(number, handler)
        for number in heard:
            signal.raise_signal(number)


def be_a_child() -> None:
    """Ctrl-C reaches all processes; the one that has started this one ends it, by SIGTERM."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    if hasattr(signal, "pthread_sigmask"):
        signal.pthread_sigmask(signal.SIG_UNBLOCK, _HELD)


def be_a_child_to_the_end() -> None:
    """As `be_a_child`, and ends with the one that has started it, also where that was killed."""
    be_a_child()
    threading.Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    parent = parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)
