"""Processes that share the work of one command of the program, which ends them with itself."""

from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from contextlib import contextmanager
from multiprocessing import active_children, get_context
from queue import SimpleQueue
from typing import TypeVar

from .children import be_a_child_to_the_end, starting

Asked = TypeVar("Asked")
Answer = TypeVar("Answer")


@contextmanager
def process_pool(count: int) -> Iterator[ProcessPoolExecutor]:
    """So many processes, which the first tasks start; `results` gives them tasks.

    Whoever leaves the block by an error or Ctrl-C does not wait for what is under way.
    """
    others = set(active_children())
    # Spawned, not forked: a lock that a thread of this process holds would be held for ever in a copy.
    spawned = get_context("spawn")
    with ProcessPoolExecutor(count, mp_context=spawned, initializer=be_a_child_to_the_end) as pool:
        try:
            yield pool
        except BaseException:
            for process in set(active_children()) - others:
                process.terminate()
            raise


def results(
    pool: ProcessPoolExecutor, task: Callable[[Asked], Answer], asked: Iterable[Asked]
) -> Iterator[Answer]:
    """What the processes answer, in the order of what is asked, as it comes.

    Nobody waits for a future itself: a Ctrl-C may leave its lock with the one who waits, and the pool, which
    tells all of them that it has broken, would wait for that for ever.
    """
    done = SimpleQueue[Future[Answer]]()
    with starting():
        under_way = [pool.submit(task, one) for one in asked]
        for future in under_way:
            future.add_done_callback(done.put)
    ready: set[Future[Answer]] = set()
    for future in under_way:
        while future not in ready:
            ready.add(done.get())
        yield future.result()
