"""A pool of processes ends with the one that started it, and does not hold it up."""

import time
from concurrent.futures import Future
from concurrent.futures.process import BrokenProcessPool
from multiprocessing import get_context

import pytest

from mqtck.conformance.execution.children import starting
from mqtck.conformance.execution.pools import process_pool, results

LONG = 200


def interrupted(under_way: list[Future[None]]) -> None:
    with process_pool(1) as pool:
        with starting():
            assert pool.submit(abs, -1).result() == 1
        under_way.append(pool.submit(time.sleep, LONG))
        raise KeyboardInterrupt


def test_who_leaves_by_ctrl_c_does_not_wait_for_what_is_under_way() -> None:
    other = get_context("spawn").Process(target=time.sleep, args=(LONG,))
    other.start()
    try:
        under_way: list[Future[None]] = []
        with pytest.raises(KeyboardInterrupt):
            interrupted(under_way)
        (asleep,) = under_way
        assert isinstance(asleep.exception(), BrokenProcessPool), "it slept to its end"
        assert other.is_alive(), "it is none of the pool"
    finally:
        other.kill()
        other.join()


def test_who_leaves_in_order_has_all_results() -> None:
    with process_pool(2) as pool:
        given = list(results(pool, abs, range(-5, 0)))
    assert given == [5, 4, 3, 2, 1]
