"""`mqtck smoke` says what is no mistake in an answer, but makes a run tell less or accuse too much."""

import msgspec
import pytest
from answered_otherwise import Answer, Otherwise, as_ever

from mqtck.adapters.reference import Reference, ReferenceWorld
from mqtck.conformance.smoke.notes import notes
from mqtck.conformance.smoke.running import try_out
from mqtck.reference.vocabulary import commands as c
from mqtck.reference.vocabulary import outcomes as o
from mqtck.reference.vocabulary.abilities import Ability

QUEUES = "a send to a queue that was never defined is refused"
BYTES = "correlation ids may be any bytes"
REFUSED = o.Refused(None, o.ErrorFamily.JMS_EXCEPTION, "write failed")


def creating(world: ReferenceWorld, command: c.Command) -> o.Outcome:
    """Creates the queue that a message is sent to."""
    if isinstance(command, c.Send) and command.destination is not None:
        as_ever(world, c.DefineLocalQueue(command.destination.queue))
    return as_ever(world, command)


def taking_texts_alone(world: ReferenceWorld, command: c.Command) -> o.Outcome:
    if isinstance(command, c.Send) and "ff" in (command.message.correlation_bytes or ""):
        return REFUSED
    return as_ever(world, command)


def changing_bytes(world: ReferenceWorld, command: c.Command) -> o.Outcome:
    match as_ever(world, command):
        case o.MessageReturned(message=message):
            header = msgspec.structs.replace(message.header, correlation_bytes="efbfbd")
            return o.MessageReturned(msgspec.structs.replace(message, header=header))
        case outcome:
            return outcome


def told(adapter: Reference) -> dict[str, str]:
    """What is worth knowing of the adapter; none of it is a mistake."""
    checks = list(notes(adapter))
    assert all(check.fine for check in checks)
    assert all(check.mark == ("note" if check.seen else "ok") for check in checks)
    return {check.what: check.seen for check in checks}


def test_nothing_is_said_against_what_is_as_it_should_be() -> None:
    assert told(Reference()) == {QUEUES: "", BYTES: ""}
    assert {QUEUES, BYTES} <= {check.what for check in try_out(Reference())}


def test_queues_that_come_by_themselves_are_told() -> None:
    assert told(Otherwise(creating))[QUEUES] == (
        "but one succeeded, and what comes behind such a send is not judged; if the implementation creates "
        "queues by itself where one is used, switch that off"
    )


@pytest.mark.parametrize(
    ("answer", "seen"),
    [
        (taking_texts_alone, "but a send with 00ff80fe was refused: write failed"),
        (changing_bytes, "but of 00ff80fe the receiver saw efbfbd"),
    ],
)
def test_ids_of_texts_alone_are_told(answer: Answer, seen: str) -> None:
    assert told(Otherwise(answer))[BYTES] == (
        f"{seen}; where the client takes none, or those of a text alone, leave "
        "Ability.CORRELATION_BYTES (correlation ids of bytes) out of Information.abilities"
    )


@pytest.mark.parametrize(
    ("without", "said"),
    [
        (Ability.CORRELATION_BYTES, {QUEUES}),
        (Ability.DELIVERY_DELAY, {BYTES}),
        (Ability.LOCAL_QUEUES, set()),
        (Ability.JMS, set()),
    ],
)
def test_nothing_is_said_of_what_the_adapter_does_not_claim(without: Ability, said: set[str]) -> None:
    assert set(told(Otherwise(as_ever, without))) == said
