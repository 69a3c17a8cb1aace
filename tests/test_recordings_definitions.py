"""Recorded values that a definition decides: nobody knows them, but a message keeps what it has shown."""

from collections.abc import Sequence

import pytest
from msgspec.structs import replace
from recorded import accused, judged, partly

from implementations import wrong
from implementations.simulation.world import SimulatedAdapter
from mqtck.conformance.execution.worlds import run_commands
from mqtck.reference.vocabulary.commands import (
    Advance,
    AlterQueue,
    AttributeChanges,
    Browse,
    Command,
    CreateProducer,
    DefineLocalQueue,
    MqGet,
    QueueAttributes,
    Send,
    SetDeliveryDelay,
)
from mqtck.reference.vocabulary.constants import (
    PRIORITY_AS_QUEUE_DEFINITION,
    STAGING_QUEUE,
    DeliveryMode,
    DestinationPersistence,
)
from mqtck.reference.vocabulary.messages import Descriptor, OutgoingMessage, QueueDestination
from mqtck.reference.vocabulary.outcomes import Browsed, MessageReturned, Sent
from mqtck.reference.vocabulary.traces import Step

DEFINED = QueueDestination(
    "Q", persistence=DestinationPersistence.QUEUE_DEFINITION, priority=PRIORITY_AS_QUEUE_DEFINITION
)
OTHERWISE = AttributeChanges(default_priority=8, default_persistence=DeliveryMode.NON_PERSISTENT)


def as_defined(delay: int) -> list[Step]:
    """Two messages as their queue defines, which is altered after the first; that one is looked at twice."""
    attributes = QueueAttributes(default_priority=3, default_persistence=DeliveryMode.PERSISTENT)
    commands: list[Command] = [
        *(DefineLocalQueue("Q", attributes), CreateProducer("p", destination=DEFINED)),
        *(SetDeliveryDelay("p", delay), Send("p", OutgoingMessage("m"))),
        *(AlterQueue("Q", OTHERWISE), Send("p", OutgoingMessage("n"))),
        *(Browse(STAGING_QUEUE), Advance(6000), Browse("Q"), MqGet("Q"), MqGet("Q")),
    ]
    trace = run_commands(SimulatedAdapter(), commands)
    return [one for one in trace.steps if not isinstance(one.command, AlterQueue | DefineLocalQueue)]


SENT = 2
"""Where the first of them is sent."""


def got(steps: Sequence[Step]) -> int:
    """Where it is got."""
    outcomes = [one.outcome for one in steps]
    return next(
        place
        for place, one in enumerate(outcomes)
        if isinstance(one, MessageReturned) and one.message.body == "m"
    )


def shown(step: Step, **changes: int) -> Step:
    """The step with other values in each descriptor that it shows."""
    match step.outcome:
        case Sent() as outcome:
            told = replace(outcome, descriptor=replace(outcome.descriptor, **changes))
        case MessageReturned(message=message):
            told = MessageReturned(replace(message, descriptor=replace(message.descriptor, **changes)))
        case Browsed(messages=messages):
            told = Browsed(
                tuple(replace(one, descriptor=replace(one.descriptor, **changes)) for one in messages)
            )
        case outcome:
            raise AssertionError(outcome)
    return replace(step, outcome=told)


def blamed(steps: Sequence[Step]) -> set[str]:
    trace = run_commands(SimulatedAdapter(), ())
    found = judged(partly(trace, producers="all"), steps)
    return {rule for one in found.findings for rule in one.breach.rules}


@pytest.mark.parametrize("delay", [0, 5000])
def test_messages_of_one_queue_may_have_what_it_defined_when_each_was_sent(delay: int) -> None:
    steps = as_defined(delay)
    trace = run_commands(SimulatedAdapter(), ())
    for some in (
        steps,
        [one for one in steps if not isinstance(one.outcome, Sent)],
        steps[:SENT] + steps[SENT + 1 :],
    ):
        found = judged(partly(trace, producers="all"), some)
        assert not found.findings, accused(found)


@pytest.mark.parametrize(("delay", "rule"), [(0, "HM-24"), (5000, "DD-78")])
@pytest.mark.parametrize("sent", [{"priority": 3}, {"priority": PRIORITY_AS_QUEUE_DEFINITION}, {}])
def test_a_priority_that_a_definition_has_decided_stays(delay: int, rule: str, sent: dict[str, int]) -> None:
    """By what the sender has seen or, where that leaves it open or is not recorded, by the first look."""
    steps = as_defined(delay)
    get = got(steps)
    steps[SENT] = shown(steps[SENT], **sent) if sent else replace(steps[SENT], outcome=Sent())
    assert not blamed(steps)
    assert rule in blamed([*steps[:get], shown(steps[get], priority=8), *steps[get + 1 :]])
    unseen = [one for one in steps[:get] if not isinstance(one.command, Browse) or one.command.queue != "Q"]
    first = [*unseen, shown(steps[get], priority=8)]
    assert (rule in blamed(first)) == (sent == {"priority": 3})


@pytest.mark.parametrize(("delay", "rule"), [(0, "HM-13"), (5000, "DD-77")])
def test_a_persistence_that_a_definition_has_decided_stays(delay: int, rule: str) -> None:
    steps = as_defined(delay)
    get = got(steps)
    assert rule in blamed([*steps[:get], shown(steps[get], persistence=0)])


def test_what_the_staging_queue_shows_settles_nothing() -> None:
    """It is held against what is delivered where the queue was recorded completely, not here."""
    steps = as_defined(5000)
    look = next(place for place, one in enumerate(steps) if one.command == Browse(STAGING_QUEUE))
    steps[SENT] = replace(steps[SENT], outcome=Sent())
    assert not blamed([*steps[:look], shown(steps[look], priority=0), *steps[look + 1 :]])


@pytest.mark.parametrize("name", ["priority at delivery", "priority 0 decided anew"])
def test_a_priority_decided_anew_is_found_without_the_definition(name: str) -> None:
    misreading = wrong.WRONG[name]
    trace = run_commands(misreading.factory(), misreading.witness)
    kept = (Send, CreateProducer, SetDeliveryDelay)
    steps = [
        one
        for one in trace.steps
        if isinstance(one.command, kept) or isinstance(one.outcome, MessageReturned)
    ]
    assert blamed(steps) & misreading.rules
    hidden = [
        replace(one, outcome=replace(one.outcome, descriptor=Descriptor()))
        if isinstance(one.outcome, Sent)
        else one
        for one in steps
    ]
    assert not blamed(hidden)
