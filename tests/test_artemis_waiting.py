"""Apache Artemis and the clock: what waits, waits side by side (`waited`)."""

import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

import pytest
from artemis_asked import BOTH_APIS, ORDERS, browsed, depth, done, received, sent

from mqtck.adapters.artemis import Artemis
from mqtck.adapters.jms import JmsWorld
from mqtck.reference.vocabulary.commands import (
    Acknowledgement,
    Commit,
    CreateProducer,
    DefineLocalQueue,
    OpenSession,
    ProducerApi,
    Send,
    SetDeliveryDelay,
    SetTimeToLive,
)
from mqtck.reference.vocabulary.messages import GroupMembership, OutgoingMessage

Observed = dict[str, object]


def until(condition: Callable[[], bool]) -> None:
    """Wait for something that must come, a machine that is busy granted."""
    give_up = time.monotonic() + 30
    while not condition() and time.monotonic() < give_up:
        time.sleep(0.05)


def delayed(world: JmsWorld, api: ProducerApi) -> Observed:
    done(world, CreateProducer("p", api, destination=ORDERS), SetDeliveryDelay("p", 1500))
    before = world.now()
    header = sent(world, Send("p", OutgoingMessage("m", group=GroupMembership("g")))).header
    early = (received(world), browsed(world), depth(world))
    body = received(world, wait=20_000)
    return {
        "early": early,
        "body": body,
        "elapsed": world.now() - before,
        "delivery time": header.delivery_time,
        "sent": (before, header.timestamp),
        "left": depth(world),
    }


def expiring_while_delayed(world: JmsWorld, api: ProducerApi) -> Observed:
    done(
        world,
        CreateProducer("p", api, destination=ORDERS),
        SetDeliveryDelay("p", 2500),
        SetTimeToLive("p", 200),
    )
    sent(world, Send("p", OutgoingMessage("m")))
    time.sleep(1.0)
    expired = (depth(world), browsed(world))
    until(lambda: depth(world) == 0)
    return {"expired": expired, "received": received(world), "left": depth(world)}


def overtaking(world: JmsWorld, api: ProducerApi) -> Observed:
    done(
        world,
        CreateProducer("late", api, destination=ORDERS),
        CreateProducer("now", api, destination=ORDERS),
        SetDeliveryDelay("late", 1000),
    )
    sent(world, Send("late", OutgoingMessage("delayed")))
    undelayed = sent(world, Send("now", OutgoingMessage("waiting"))).header.delivery_time
    before = browsed(world)
    until(lambda: len(browsed(world)) == 2)
    return {"before": before, "after": browsed(world), "undelayed": undelayed}


def committed_late(world: JmsWorld, api: ProducerApi) -> Observed:
    done(
        world,
        OpenSession("t", Acknowledgement.TRANSACTED),
        CreateProducer("p", api, "t", ORDERS),
        SetDeliveryDelay("p", 2500),
    )
    sent(world, Send("p", OutgoingMessage("m")))
    time.sleep(3.0)
    early = received(world)
    done(world, Commit("t"))
    # Well within another delay, but not at the next moment of a busy machine.
    return {"early": early, "at once": received(world, wait=2000)}


Waiting = Callable[[JmsWorld, ProducerApi], Observed]


@pytest.fixture(scope="module")
def waited(artemis: Artemis) -> dict[tuple[Waiting, ProducerApi], Observed]:
    """All that waits, each in a world and a thread of its own."""
    scenarios: list[tuple[Waiting, ProducerApi]] = [
        (scenario, api)
        for scenario in (delayed, expiring_while_delayed, overtaking, committed_late)
        for api in ProducerApi
    ]

    def run(scenario: Waiting, api: ProducerApi) -> Observed:
        opened = artemis.open_world()
        try:
            done(opened, DefineLocalQueue("ORDERS"))
            return scenario(opened, api)
        finally:
            opened.close()

    with ThreadPoolExecutor(len(scenarios)) as threads:
        futures = {key: threads.submit(run, *key) for key in scenarios}
        return {key: future.result() for key, future in futures.items()}


@BOTH_APIS
def test_a_delayed_message_of_a_group_comes_at_its_delivery_time(
    waited: dict[tuple[Waiting, ProducerApi], Observed], api: ProducerApi
) -> None:
    seen = waited[delayed, api]
    assert seen["early"] == (None, [], 1)
    assert (seen["body"], seen["left"]) == ("m", 0)
    match seen:
        case {"elapsed": int(elapsed), "delivery time": int(due), "sent": (int(before), int(timestamp))}:
            assert elapsed >= 1500
            assert due >= before + 1500
            assert timestamp >= before
        case _:
            pytest.fail(repr(seen))


@BOTH_APIS
def test_a_message_that_expires_while_delayed_is_kept_until_its_delivery_time(
    waited: dict[tuple[Waiting, ProducerApi], Observed], api: ProducerApi
) -> None:
    assert waited[expiring_while_delayed, api] == {"expired": (1, []), "received": None, "left": 0}


@BOTH_APIS
def test_a_due_message_overtakes_those_that_wait(
    waited: dict[tuple[Waiting, ProducerApi], Observed], api: ProducerApi
) -> None:
    assert waited[overtaking, api] == {
        "before": ["waiting"],
        "after": ["delayed", "waiting"],
        "undelayed": 0,
    }


@BOTH_APIS
def test_a_delay_that_passed_before_the_commit_is_over_with_it(
    waited: dict[tuple[Waiting, ProducerApi], Observed], api: ProducerApi
) -> None:
    assert waited[committed_late, api] == {"early": None, "at once": "m"}
