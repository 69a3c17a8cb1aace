"""Processes that share the work of one command of the program, which ends them with itself."""

from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from multiprocessing import active_children, get_context

from .children import be_a_child_to_the_end


@contextmanager
def process_pool(count: int) -> Iterator[ProcessPoolExecutor]:
    """So many processes; the first tasks are to be given `starting`, as these start them.

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
