"""Undelivered messages of channels: wrong answers are blamed on their rule, where it applies."""

import pytest
from two_ends import (
    BARRED,
    BEHIND,
    HEADER,
    INHIBITED,
    LASTING,
    LONG,
    LONG_LASTING_ONE,
    LONG_ONE,
    NO_USE,
    NORMAL_ENDS,
    OFF,
    ON,
    PASSING,
    RETRYING,
    RUNNING,
    START,
    STOPPED,
    THREE,
    WAITING_THREE,
    A,
    B,
    Ends,
    Seen,
    blamed,
    dead,
    judged,
    named,
    policy,
    put,
    queues,
    shown,
    unusable,
)

from mqtck.reference.vocabulary.channels import DefineReceiverChannel
from mqtck.reference.vocabulary.commands import Advance, Command, SetDeadLetterQueue
from mqtck.reference.vocabulary.constants import DEFAULT_DEAD_LETTER_QUEUE, Feedback, MessageType, Report
from mqtck.reference.vocabulary.messages import DeadLetterHeader, Descriptor, Protection
from mqtck.reference.vocabulary.profile import Platform, Version

WRONG = {
    "left on the transmission queue": (
        Ends(),
        (*named(A), *LONG_ONE),
        Seen((shown("m1", length=LONG),)),
        "AM-02",
    ),
    "moved, and left there as well": (
        Ends(),
        (*named(A), *LONG_ONE),
        Seen(waits=(shown("m1", length=LONG),), here=(dead(),)),
        "AM-02",
    ),
    "on the other dead-letter queue": (Ends(), (*named(A, B), *LONG_ONE), Seen(there=(dead(),)), "AM-02"),
    "delivered though too big": (
        Ends(),
        (*named(A), *LONG_ONE),
        Seen(stock=(shown("m1", length=LONG),)),
        "AM-02",
    ),
    "lost": (Ends(), (*named(A), *LONG_ONE), Seen(), "AM-02"),
    "no dead-letter header": (
        Ends(),
        (*named(A), *LONG_ONE),
        Seen(here=(dead(dead_letter_header=None),)),
        "AM-02",
    ),
    "USEDLQ ignored": (NO_USE, (*named(A), *LONG_ONE), Seen(here=(dead(),)), "AM-04"),
    "NORMAL: discarded": (
        NORMAL_ENDS,
        (*unusable(A), put("m0"), put("m1", LONG), put("m2"), START),
        Seen(waits=(shown("m0"), shown("m2"))),
        "AM-09",
    ),
    "NORMAL: batch not backed out": (
        NORMAL_ENDS,
        (*unusable(A), put("m0"), put("m1", LONG), put("m2"), START),
        Seen(waits=(shown("m1", length=LONG), shown("m2")), stock=(shown("m0"),)),
        "AM-09",
    ),
    "NORMAL: goes on with the next": (
        NORMAL_ENDS,
        (*unusable(A), put("m1", LONG), put("m2"), START),
        Seen(waits=(shown("m1", length=LONG),), stock=(shown("m2"),)),
        "AM-09",
    ),
    "NORMAL: status": (
        NORMAL_ENDS,
        (*unusable(A), *LONG_ONE),
        Seen((shown("m1", length=LONG),), status=RUNNING),
        "AM-09",
    ),
    "FAST: persistent discarded": (Ends(), (*unusable(A), *LONG_LASTING_ONE), Seen(), "AM-10"),
    "FAST: persistent batch split": (
        Ends(),
        (*unusable(A), *THREE),
        Seen(waits=WAITING_THREE[1:], stock=WAITING_THREE[:1]),
        "AM-10",
    ),
    "FAST: status": (Ends(), (*unusable(A), *THREE), Seen(WAITING_THREE, status=STOPPED), "AM-10"),
    "FAST: not persistent kept": (
        Ends(),
        (*unusable(A), *LONG_ONE),
        Seen((shown("m1", length=LONG),)),
        "AM-11",
    ),
    "FAST: the next one stuck": (Ends(), (*unusable(A), *BEHIND), Seen(waits=(shown("m2"),)), "AM-11"),
    "FAST: in retry behind a discard": (
        Ends(),
        (*unusable(A), *BEHIND),
        Seen(stock=(shown("m2"),), status=RETRYING),
        "AM-11",
    ),
    "no queue: persistent discarded": (Ends(), LONG_LASTING_ONE, Seen(), "AM-27"),
    "no queue: goes on": (Ends(), THREE, Seen(WAITING_THREE[1:2], stock=(shown("m0"), shown("m2"))), "AM-27"),
    "no queue: status": (Ends(), THREE, Seen(WAITING_THREE, status=RUNNING), "AM-27"),
    "no queue: not persistent kept": (Ends(), BEHIND, Seen((shown("m1", length=LONG), shown("m2"))), "AM-28"),
    "no queue: dead-lettered all the same": (Ends(), LONG_ONE, Seen(here=(dead(),)), "AM-28"),
    "no queue: stopped": (Ends(), BEHIND, Seen(stock=(shown("m2"),), status=STOPPED), "AM-28"),
    "no queue, USEDLQ(NO): persistent discarded": (NO_USE, LONG_LASTING_ONE, Seen(), "AM-27"),
    "no queue, USEDLQ(NO): not persistent kept": (
        NO_USE,
        BEHIND,
        Seen((shown("m1", length=LONG), shown("m2")), status=RETRYING),
        "AM-28",
    ),
    "protection left on: persistent discarded": (
        PASSING,
        (*unusable(A), *LONG_LASTING_ONE),
        Seen(status=RUNNING),
        "AM-10",
    ),
    "receiver: persistent discarded": (PASSING, (INHIBITED, put("m1", kept=LASTING), START), Seen(), "AM-27"),
    "receiver: not persistent kept": (PASSING, (INHIBITED, put("m1"), START), Seen((shown("m1"),)), "AM-28"),
    "system queue: the sender protects again": (
        Ends(),
        (SetDeadLetterQueue(DEFAULT_DEAD_LETTER_QUEUE, A), policy("ORDERS", A), *LONG_ONE),
        Seen(here=(dead(under="ORDERS"),)),
        "AM-05",
    ),
    "system queue: its policy counts": (
        Ends(),
        (SetDeadLetterQueue(DEFAULT_DEAD_LETTER_QUEUE, A), policy(DEFAULT_DEAD_LETTER_QUEUE, A), *LONG_ONE),
        Seen(here=(dead(under=DEFAULT_DEAD_LETTER_QUEUE),)),
        "AM-06",
    ),
    "sender: policy ignored": (
        Ends(),
        (*named(A), policy("FAILED", A), *LONG_ONE),
        Seen(here=(dead(),)),
        "AM-07",
    ),
    "sender: another policy": (
        Ends(),
        (*named(A), policy("FAILED", A), policy("ORDERS", A), *LONG_ONE),
        Seen(here=(dead(under="ORDERS"),)),
        "AM-07",
    ),
    "sender: protected without a policy": (
        Ends(),
        (*named(A), policy("ORDERS", A), *LONG_ONE),
        Seen(here=(dead(under="ORDERS"),)),
        "AM-08",
    ),
    "system queue: the receiver unprotects": (
        PASSING,
        (SetDeadLetterQueue(DEFAULT_DEAD_LETTER_QUEUE, B), policy("ORDERS", A), INHIBITED, put("m1"), START),
        Seen(there=(shown("m1", header=HEADER),)),
        "AM-12",
    ),
    "system queue: the receiver protects": (
        PASSING,
        (SetDeadLetterQueue(DEFAULT_DEAD_LETTER_QUEUE, B), policy("STOCK", B), INHIBITED, put("m1"), START),
        Seen(there=(shown("m1", Protection("STOCK", 1), header=HEADER),)),
        "AM-13",
    ),
    "the receiver unprotects": (
        PASSING,
        (*named(B), policy("ORDERS", A), INHIBITED, put("m1"), START),
        Seen(there=(shown("m1", header=HEADER),)),
        "AM-14",
    ),
    "the receiver uses the target's policy": (
        PASSING,
        (*named(B), policy("STOCK", B), INHIBITED, put("m1"), START),
        Seen(there=(shown("m1", Protection("STOCK", 1), header=HEADER),)),
        "AM-15",
    ),
    "the receiver ignores the policy": (
        PASSING,
        (*named(B), policy("FAILED", B), INHIBITED, put("m1"), START),
        Seen(there=(shown("m1", header=HEADER),)),
        "AM-16",
    ),
    "protected twice": (
        PASSING,
        (*named(B), policy("FAILED", B), policy("ORDERS", A), INHIBITED, put("m1"), START),
        Seen(there=(shown("m1", Protection("FAILED", 2), header=HEADER),)),
        "AM-17",
    ),
    "protected anew": (
        PASSING,
        (*named(B), policy("FAILED", B), policy("ORDERS", A), INHIBITED, put("m1"), START),
        Seen(there=(shown("m1", Protection("FAILED", 1), header=HEADER),)),
        "AM-17",
    ),
    "tolerated": (
        PASSING,
        (*named(B), policy("FAILED", B, OFF), INHIBITED, put("m1"), START),
        Seen(there=(shown("m1", header=HEADER),)),
        "AM-20",
    ),
    "protected instead of failing": (
        PASSING,
        (*named(B), policy("FAILED", B, OFF), INHIBITED, put("m1", kept=LASTING), START),
        Seen(there=(shown("m1", Protection("FAILED", 1), header=HEADER),)),
        "AM-20",
    ),
    "failed put loses a persistent message": (
        PASSING,
        (*named(B), policy("FAILED", B, OFF), INHIBITED, put("m1", kept=LASTING), START),
        Seen(),
        "AM-20",
    ),
    "barred initiator: in clear": (
        Ends(),
        (*named(A), policy("FAILED", A, ON, BARRED), *LONG_ONE),
        Seen(here=(dead(),)),
        "AM-22",
    ),
    "strict policy at the sender: in clear": (
        Ends(),
        (*named(A), policy("FAILED", A, OFF), *LONG_ONE),
        Seen(here=(dead(),)),
        "AM-07",
    ),
    "protected data hide the header": (
        Ends(),
        (*named(A), policy("FAILED", A), *LONG_ONE),
        Seen(here=(dead(under="FAILED", dead_letter_header=None),)),
        "AM-26",
    ),
    "no reason in the header": (
        Ends(),
        (*named(A), *LONG_ONE),
        Seen(here=(dead(dead_letter_header=DeadLetterHeader(reason=0)),)),
        "AM-02",
    ),
    "other data below the protection": (
        Ends(),
        (*named(A), policy("FAILED", A), *LONG_ONE),
        Seen(here=(dead(under="FAILED", body="m1: and more"),)),
        "AM-07",
    ),
    "life begun anew": (
        Ends(),
        (*named(A), put("m1", LONG, expiry=600), Advance(20_000), START),
        Seen(here=(dead(descriptor=Descriptor(expiry=600)),)),
        "X-47",
    ),
    "life made unlimited by the policy": (
        Ends(),
        (*named(A), policy("FAILED", A), put("m1", LONG, expiry=600), START),
        Seen(here=(dead(under="FAILED"),)),
        "X-47",
    ),
}


def looked_at(commands: tuple[Command, ...]) -> tuple[str, str]:
    """The dead-letter queues to look at: those that DEADQ names, where it names any."""
    deadq = {c.queue_manager: c.queue for c in commands if isinstance(c, SetDeadLetterQueue)}
    return (deadq.get(A) or "FAILED", deadq.get(B) or "FAILED")


@pytest.mark.parametrize("name", WRONG)
def test_what_they_forbid_is_blamed_on_the_rule(name: str) -> None:
    ends, commands, seen, rule = WRONG[name]
    judgement = judged((*ends.commands(), *queues(), *commands), seen, looked_at(commands))
    assert rule in blamed(judgement)[:1], judgement.breaches


@pytest.mark.parametrize("name", WRONG)
@pytest.mark.parametrize(
    "ends",
    [{"platform": Platform.MULTIPLATFORMS}, {"version": Version(9, 1, 2)}],
    ids=["off z/OS", "before 9.1.3"],
)
def test_elsewhere_nothing_is_said_about_what_a_channel_cannot_deliver(
    ends: dict[str, object], name: str
) -> None:
    """AM-01. How long a message lives is not a matter of the platform (X-47)."""
    setting, commands, seen, rule = WRONG[name]
    judgement = judged(
        (*setting._replace(**ends).commands(), *queues(), *commands), seen, looked_at(commands)
    )  # type: ignore[arg-type]
    assert blamed(judgement) == ((rule,) if rule.startswith("X-") else ())


def test_an_end_that_nobody_defined_is_not_judged() -> None:
    ends = tuple(c for c in Ends().commands() if not isinstance(c, DefineReceiverChannel))
    commands = (*ends, *queues(), *named(B), policy("FAILED", B), INHIBITED, put("m1"), START)
    for seen in (Seen(there=(shown("m1"),)), Seen(), Seen(waits=(shown("m1"),))):
        assert blamed(judged(commands, seen)) == ()


def test_a_dead_letter_in_the_wrong_protection_is_not_taken_for_the_report_about_it() -> None:
    """A channel may have put that, with the same data, to the same queue."""
    reported = put("m1", LONG, report=int(Report.EXCEPTION_WITH_FULL_DATA))
    commands = (*queues(), *named(A), policy("FAILED", A), policy("ORDERS", A), reported, START)
    as_sent = Descriptor(message_type=MessageType.DATAGRAM, feedback=Feedback.NONE)
    wrong = judged((*Ends().commands(), *commands), Seen(here=(dead(under="ORDERS", descriptor=as_sent),)))
    assert blamed(wrong) == ("AM-07",)
