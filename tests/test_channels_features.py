"""Undelivered messages of channels: the checks and the words of the features."""

import msgspec
import pytest
from two_ends import AS_POLICY, FAST, RETRYING, RUNNING, dead, shown

from mqtck.conformance.scenarios.expectations.channels import (
    if_elsewhere,
    if_shown,
    in_clear,
    on_queue,
    protected,
    status_is,
)
from mqtck.conformance.scenarios.expectations.sendings import Sending
from mqtck.conformance.scenarios.features import FeatureError
from mqtck.conformance.scenarios.scripts import (
    HELD,
    Broken,
    CheckResult,
    Held,
    NotObserved,
    Record,
    Undecided,
)
from mqtck.conformance.scenarios.steps.types_channels import channel_attributes, channel_queue
from mqtck.reference.vocabulary.commands import Browse
from mqtck.reference.vocabulary.messages import Protection, SeenMessage
from mqtck.reference.vocabulary.outcomes import Browsed, ChannelStatusRead, Done, Outcome, Refused
from mqtck.reference.vocabulary.profile import ClockKind
from mqtck.reference.vocabulary.traces import Step

SENDING = Sending("m1", "ORDERS", 0)


def found(check: object, outcome: Outcome, clock: ClockKind = ClockKind.VIRTUAL) -> CheckResult:
    return check(Record(clock, {1: Step(Browse("FAILED"), outcome, 0, 0)}))  # type: ignore[operator]


def test_a_message_is_looked_for_among_those_shown() -> None:
    check = on_queue(protected(1, "FAILED"), 1, "FAILED", SENDING)
    assert found(check, Browsed((shown("m0"), dead(under="FAILED")))) == HELD
    assert isinstance(found(check, Browsed((shown("m0"),))), Broken)
    assert isinstance(found(check, Browsed((shown("m0"),)), ClockKind.REAL), Undecided)
    assert isinstance(found(check, Browsed((SeenMessage(),))), NotObserved)
    assert isinstance(found(check, Browsed((dead(protection=msgspec.UNSET),))), NotObserved)
    assert isinstance(found(check, Browsed((dead(under="FAILED", layers=2),))), Broken)
    assert isinstance(found(check, Browsed((dead(under="ORDERS"),))), Broken)
    assert found(check, Browsed((dead(protection=Protection()),))) == HELD
    clear = on_queue(in_clear(1), 1, "FAILED", SENDING)
    assert found(clear, Browsed((dead(),))) == HELD
    assert isinstance(found(clear, Browsed((dead(under="FAILED"),))), Broken)
    either = if_shown(check, 1, SENDING)
    assert found(either, Browsed(())) == Held("not there")
    assert found(either, Browsed((dead(under="FAILED"),))) == Held("there")
    assert isinstance(found(either, Browsed((dead(),))), Broken)
    assert isinstance(found(either, Refused()), Broken)


def test_a_message_is_on_one_of_two_queues_and_nowhere_in_clear() -> None:
    check = on_queue(protected(2, "FAILED"), 2, "FAILED", SENDING)
    either = if_elsewhere(check, (1, 2), "TO.QMB and FAILED", SENDING)

    def among(
        before: tuple[SeenMessage, ...],
        behind: tuple[SeenMessage, ...],
        clock: ClockKind = ClockKind.VIRTUAL,
    ) -> CheckResult:
        steps = {
            1: Step(Browse("TO.QMB"), Browsed(before), 0, 0),
            2: Step(Browse("FAILED"), Browsed(behind), 0, 0),
        }
        return either(Record(clock, steps))

    shielded = dead(under="FAILED")
    assert among((), (shielded,)) == Held("there")
    assert among((shown("m1"),), ()) == Held("not there")
    assert isinstance(among((), (dead(),)), Broken)
    assert isinstance(among((shown("m1"),), (dead(),)), Broken)
    assert isinstance(among((), ()), Broken)
    assert isinstance(among((shown("m0"),), ()), Broken)
    assert isinstance(among((), (), ClockKind.REAL), Undecided)
    assert isinstance(among((shown("m1"),), (shielded,)), Broken)
    assert among((shown("m1"),), (shielded,), ClockKind.REAL) == Held("there")
    assert isinstance(among((SeenMessage(),), ()), NotObserved)
    assert isinstance(among((), (SeenMessage(),)), NotObserved)


def test_a_status_may_be_late_on_a_real_clock() -> None:
    check = status_is(1, frozenset({RETRYING}), "in retry")
    assert isinstance(found(check, ChannelStatusRead(RETRYING)), Held)
    assert isinstance(found(check, ChannelStatusRead(None)), Broken)
    assert isinstance(found(check, ChannelStatusRead(RUNNING), ClockKind.REAL), Undecided)
    assert isinstance(found(check, Done()), Broken)


def test_attributes_of_channels_are_read_as_mqsc_writes_them() -> None:
    assert channel_attributes("NPMSPEED(FAST), SPLPROT(ASPOLICY) and BATCHSZ(5)") == {
        "non_persistent_speed": FAST,
        "protection": AS_POLICY,
        "batch_size": 5,
    }
    with pytest.raises(FeatureError, match=r"NPMSPEED\(SLOW\) is no attribute of a channel"):
        channel_attributes("NPMSPEED(SLOW)")
    assert channel_queue("STOCK on QMB") == ("STOCK", "QMB")
    assert channel_queue("TO.QMB") == ("TO.QMB", "")
