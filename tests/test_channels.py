"""Undelivered messages of channels: what the documents allow is not accused, also of bad headers."""

import msgspec
import pytest
from two_ends import (
    AS_POLICY,
    BARRED,
    BEHIND,
    HEADER,
    INHIBITED,
    LASTING,
    LONG,
    LONG_LASTING_ONE,
    LONG_ONE,
    NO_USE,
    NORMAL,
    NORMAL_ENDS,
    OFF,
    ON,
    PASS,
    PASSING,
    RETRYING,
    RUNNING,
    START,
    THREE,
    WAITING_THREE,
    A,
    B,
    Ends,
    Seen,
    blamed,
    dead,
    dead_letters,
    judged,
    named,
    policy,
    put,
    queues,
    shown,
    unusable,
)

from mqtck.adapters.reference import Reference
from mqtck.conformance.execution.worlds import run_commands
from mqtck.conformance.judging.judge import judge_trace
from mqtck.reference.vocabulary.channels import ChannelAttributes, DefineReceiverChannel, DefineSenderChannel
from mqtck.reference.vocabulary.commands import Advance, MqGet, MqPut, SetDeadLetterQueue
from mqtck.reference.vocabulary.messages import OutgoingMessage, Protection, TransmissionHeader
from mqtck.reference.vocabulary.outcomes import MessageReturned, Refused
from mqtck.reference.vocabulary.traces import Step, Trace

WITHOUT_USE = next(one for one in NO_USE.commands() if isinstance(one, DefineSenderChannel))

SENDER = {
    "too big, dead-lettered": (Ends(), (*named(A), *LONG_ONE), Seen(here=(dead(),))),
    "USEDLQ(NO), kept": (NO_USE, (*named(A), *LONG_ONE), Seen(waits=(shown("m1", length=LONG),))),
    "USEDLQ(NO), discarded": (NO_USE, (*named(A), *LONG_ONE), Seen()),
    "USEDLQ(NO), persistent, a queue that is not there": (
        NO_USE,
        (SetDeadLetterQueue("ELSEWHERE", A), *LONG_LASTING_ONE),
        Seen(status=RUNNING),
    ),
    "USEDLQ(NO), persistent, no queue": (NO_USE, THREE, Seen(WAITING_THREE, status=RETRYING)),
    "USEDLQ(NO), not persistent, no queue": (NO_USE, BEHIND, Seen(stock=(shown("m2"),), status=RUNNING)),
    "NORMAL, unusable queue": (
        NORMAL_ENDS,
        (*unusable(A), put("m0"), put("m1", LONG), put("m2"), START),
        Seen(waits=WAITING_THREE, status=RETRYING),
    ),
    "FAST, persistent, unusable queue": (
        Ends(),
        (*unusable(A), *THREE),
        Seen(WAITING_THREE, status=RETRYING),
    ),
    "FAST, not persistent, unusable queue": (
        Ends(),
        (*unusable(A), *BEHIND),
        Seen(stock=(shown("m2"),), status=RUNNING),
    ),
    "persistent, no queue": (Ends(), THREE, Seen(WAITING_THREE, status=RETRYING)),
    "FAST, not persistent, no queue": (Ends(), BEHIND, Seen(stock=(shown("m2"),), status=RUNNING)),
    "NORMAL, not persistent, no queue: back": (
        NORMAL_ENDS,
        LONG_ONE,
        Seen(waits=(shown("m1", length=LONG),), status=RETRYING),
    ),
    "NORMAL, not persistent, no queue: away": (NORMAL_ENDS, LONG_ONE, Seen(status=RUNNING)),
    "FAST, mixed batch: what is not persistent travels": (
        Ends(),
        (*unusable(A), put("m0"), put("m1", LONG, LASTING), START),
        Seen(waits=(shown("m1", length=LONG),), stock=(shown("m0"),), status=RETRYING),
    ),
    "FAST, mixed batch: it does not travel": (
        Ends(),
        (*unusable(A), put("m0"), put("m1", LONG, LASTING), START),
        Seen(waits=(shown("m0"), shown("m1", length=LONG)), status=RETRYING),
    ),
    "small batches: what was committed before is delivered": (
        Ends(NORMAL, batch_size=1),
        (*unusable(A), put("m0"), put("m1", LONG), START),
        Seen(waits=(shown("m1", length=LONG),), stock=(shown("m0"),), status=RETRYING),
    ),
    "a message from later is open": (
        NORMAL_ENDS,
        (*unusable(A), put("m1", LONG), START, put("m2")),
        Seen(waits=(shown("m1", length=LONG),), stock=(shown("m2"),), status=RETRYING),
    ),
    "a sender that leaves the protection on may do otherwise": (
        PASSING,
        (*named(A), *LONG_LASTING_ONE),
        Seen(waits=(shown("m1", length=LONG),), status=RETRYING),
    ),
}
"""What a right sender may leave behind."""

RECEIVER = {
    "dead-lettered": (
        PASSING,
        (*named(B), INHIBITED, put("m1"), START),
        Seen(there=(shown("m1", header=HEADER),)),
    ),
    "not dead-lettered, kept": (
        PASSING,
        (*named(B), INHIBITED, put("m1", kept=LASTING), START),
        Seen(waits=(shown("m1"),), status=RETRYING),
    ),
    "not dead-lettered, discarded": (PASSING, (*named(B), INHIBITED, put("m1"), START), Seen()),
    "no queue, persistent": (
        PASSING,
        (INHIBITED, put("m1", kept=LASTING), START),
        Seen(waits=(shown("m1"),), status=RETRYING),
    ),
    "no queue, not persistent": (PASSING, (INHIBITED, put("m1"), START), Seen(status=RUNNING)),
    "unusable queue, not persistent: back": (
        PASSING,
        (*unusable(B), INHIBITED, put("m1"), START),
        Seen(waits=(shown("m1"),)),
    ),
    "unusable queue, not persistent: away": (PASSING, (*unusable(B), INHIBITED, put("m1"), START), Seen()),
}

PROTECTED = {
    "sender's policy protects": (
        Ends(),
        (*named(A), policy("FAILED", A), *LONG_ONE),
        Seen(here=(dead(under="FAILED"),)),
    ),
    "strict policy at the sender: protected": (
        Ends(),
        (*named(A), policy("FAILED", A, OFF), *LONG_LASTING_ONE),
        Seen(here=(dead(under="FAILED"),)),
    ),
    "strict policy at the sender: the put fails": (
        Ends(),
        (*named(A), policy("FAILED", A, OFF), *LONG_LASTING_ONE),
        Seen(waits=(shown("m1", length=LONG),), status=RETRYING),
    ),
    "barred initiator: the put fails": (
        Ends(),
        (*named(A), policy("FAILED", A, ON, BARRED), *LONG_ONE),
        Seen(),
    ),
    "barred initiator: protected": (
        Ends(),
        (*named(A), policy("FAILED", A, ON, BARRED), *LONG_ONE),
        Seen(here=(dead(under="FAILED"),)),
    ),
    "strict policy at a receiver with SPLPROT(ASPOLICY): protected by it": (
        Ends(sender=PASS, receiver=AS_POLICY),
        (*named(B), policy("FAILED", B, OFF), INHIBITED, put("m1"), START),
        Seen(there=(shown("m1", Protection("FAILED", 1), header=HEADER),)),
    ),
    "the target's policy at a receiver with SPLPROT(ASPOLICY)": (
        Ends(sender=PASS, receiver=AS_POLICY),
        (*named(B), policy("FAILED", B, OFF), policy("STOCK", B), INHIBITED, put("m1"), START),
        Seen(there=(shown("m1", Protection("STOCK", 1), header=HEADER),)),
    ),
    "the protection is not shown": (
        Ends(),
        (*named(A), policy("FAILED", A), *LONG_ONE),
        Seen(here=(dead(protection=msgspec.UNSET),)),
    ),
    "policy and layers are not shown": (
        Ends(),
        (*named(A), policy("FAILED", A), *LONG_ONE),
        Seen(here=(dead(protection=Protection()),)),
    ),
    "a changed DEADQ may have reached the channel": (
        Ends(),
        (*named(A), policy("FAILED", A), START, *dead_letters("LOST", A), put("m1", LONG)),
        Seen(here=(dead(under="FAILED"),)),
    ),
    "of two changes the later alone has reached the channel": (
        Ends(),
        (START, WITHOUT_USE, *named(A), put("m1", LONG)),
        Seen(here=(dead(),)),
    ),
    "of two changes the earlier alone has reached the channel": (
        Ends(),
        (*dead_letters("LOST", A), START, *named(A), WITHOUT_USE, put("m1", LONG)),
        Seen(here=(dead(),)),
    ),
}

RIGHT = SENDER | RECEIVER | PROTECTED


@pytest.mark.parametrize("name", RIGHT)
def test_what_the_documents_allow_is_not_accused(name: str) -> None:
    ends, commands, seen = RIGHT[name]
    judgement = judged((*ends.commands(), *queues(), *commands), seen)
    assert not judgement.breaches
    assert not judgement.indeterminate


BAD = MqPut(
    "X",
    OutgoingMessage("m1", transmission_header=TransmissionHeader("STOCK", B, structure_id="????")),
    connection="c",
)


@pytest.mark.parametrize(
    "seen",
    [
        Seen(here=(shown("m1", header=HEADER),)),
        Seen(waits=(shown("m1"),), status=RETRYING),
        Seen(),
    ],
)
def test_what_a_sender_does_with_a_bad_header_is_recorded_only(seen: Seen) -> None:
    judgement = judged((*Ends().commands(), *queues(), *named(A), BAD, START), seen)
    assert not judgement.breaches
    assert not judgement.indeterminate


@pytest.mark.parametrize("seen", [Seen(waits=(shown("m1"),), status=RETRYING), Seen()])
def test_a_sender_without_a_dead_letter_queue_may_stay_behind_a_bad_header(seen: Seen) -> None:
    """Whether "cannot be processed" is "undelivered" in the sense of AM-28 is open."""
    judgement = judged((*Ends().commands(), *queues(), BAD, START), seen)
    assert not judgement.breaches
    assert not judgement.indeterminate


SHORTER = DefineReceiverChannel(A, B, ChannelAttributes(max_message_length=50))


@pytest.mark.parametrize(
    "seen", [Seen(stock=(shown("m1", length=60),)), Seen(here=(shown("m1", length=60, header=HEADER),))]
)
def test_whether_a_receiver_that_takes_less_is_a_limit_of_the_channel_is_open(seen: Seen) -> None:
    judgement = judged((*Ends().commands(), SHORTER, *queues(), *named(A), put("m1", 60), START), seen)
    assert not judgement.breaches
    assert not judgement.indeterminate


def test_a_message_behind_a_bad_header_arrives_nowhere() -> None:
    delivered = judged((*Ends().commands(), *queues(), *named(A), BAD, START), Seen(stock=(shown("m1"),)))
    assert blamed(delivered) == ("AM-24",)


def test_a_bad_header_may_be_refused_by_the_put() -> None:
    played = run_commands(Reference(), (*Ends().commands(), BAD))
    refused = played.steps[-1]
    steps = (*played.steps[:-1], Step(BAD, Refused(reason=2142), refused.started, refused.ended))
    assert not judge_trace(Trace(played.head, steps)).breaches


def test_a_message_may_still_be_returned_by_a_get_from_the_dead_letter_queue() -> None:
    commands = (*Ends().commands(), *queues(), *named(A), *LONG_ONE, Advance(1))
    played = run_commands(Reference(), (*commands, MqGet("FAILED", connection="c")))
    assert not judge_trace(played).breaches
    outcome = played.steps[-1].outcome
    assert isinstance(outcome, MessageReturned)
    assert outcome.message.body == dead().body
    assert outcome.message.protection is None
