"""Rules of the reference, each against values that stand in the documents or follow from them at once."""

from itertools import product

import pytest

from mqtck.reference.chapters.client_restrictions import (
    exception_family,
    expiry_conflict,
    group_conflict,
    supports_delay,
)
from mqtck.reference.chapters.failure_to_put import (
    Action,
    Asked,
    Fate,
    MessagePersistence,
    ReplyQueue,
    ReportFate,
    Slots,
    Target,
    procedure,
    requested_action,
)
from mqtck.reference.chapters.header_mapping import (
    expiry_values,
    may_be_refused_for_size,
    persistence,
    plain_id,
    well_formed_message_id,
)
from mqtck.reference.chapters.message_expiry import expired, life_end, remaining
from mqtck.reference.chapters.report_messages import DataWanted, asks_for, data_wanted, feedback_fits
from mqtck.reference.state.intervals import FOREVER, Answer, Interval, reached
from mqtck.reference.state.messages import Kind, Message
from mqtck.reference.vocabulary.commands import ProducerApi
from mqtck.reference.vocabulary.constants import DeliveryMode, Persistence, Report
from mqtck.reference.vocabulary.messages import GroupMembership
from mqtck.reference.vocabulary.outcomes import ErrorFamily
from mqtck.reference.vocabulary.profile import Version

NO, UNSURE, YES = Answer.NO, Answer.UNSURE, Answer.YES


def message(expiry: int = -1, report: int = 0) -> Message:
    sent = Interval(0, 0)
    return Message(
        serial=1,
        label="m",
        length=1,
        kind=Kind.APPLICATION,
        queue_manager="QM1",
        name="Q",
        first="QM1:Q",
        sent=sent,
        expiry=(expiry,),
        life_end=life_end(sent, (expiry,)),
        report=report,
    )


@pytest.mark.parametrize(
    ("time_to_live", "delay", "conflict"),
    [
        (4999, 5000, YES),
        (5000, 5000, UNSURE),
        (5001, 5000, NO),
        (5049, 5050, YES),  # both are 50 tenths: the comparison is of milliseconds
        (0, 5000, NO),  # 0 is unlimited
        (1, 0, NO),
        (0, 0, NO),
        (300_000_000_000, 5000, NO),  # beyond what Expiry can hold
        (300_000_000_000, 400_000_000_000, YES),
    ],
)
def test_time_to_live_and_delay(time_to_live: int, delay: int, conflict: Answer) -> None:
    assert expiry_conflict(time_to_live, delay) is conflict


@pytest.mark.parametrize(
    ("group", "delay", "conflict"),
    [
        (GroupMembership("g", 1), 5000, YES),
        (GroupMembership("g", None), 5000, UNSURE),
        (GroupMembership("g", 1), 0, NO),
        (None, 5000, NO),
    ],
)
def test_groups_and_delay(group: GroupMembership | None, delay: int, conflict: Answer) -> None:
    assert group_conflict(group, delay) is conflict


@pytest.mark.parametrize(
    ("version", "delay", "supported"),
    [((7, 5), 1, False), ((7, 5), 0, True), ((8, 0), 1, True), ((9, 4), 1, True)],
)
def test_old_queue_managers(version: tuple[int, int], delay: int, supported: object) -> None:
    assert supports_delay(Version(*version), delay) is supported


def test_exceptions_by_api() -> None:
    assert exception_family(ProducerApi.MESSAGE_PRODUCER) is ErrorFamily.JMS_EXCEPTION
    assert exception_family(ProducerApi.JMS_PRODUCER) is ErrorFamily.JMS_RUNTIME_EXCEPTION


def expected_fate(
    action: Action, slots: Slots, asked: Asked, reply: ReplyQueue, persistence: MessagePersistence
) -> tuple[Fate, ReportFate]:
    """The chapter told once more, as the steps it describes: dispose, report, report to the DLQ."""
    free = slots.value
    disposed = Fate.DISCARDED
    if action is Action.DEAD_LETTER:
        if free == 0:
            return Fate.RETRIED, ReportFate.NONE
        free -= 1
        disposed = Fate.DEAD_LETTERED
    if asked is Asked.NO:
        return disposed, ReportFate.NONE
    if reply is ReplyQueue.USABLE:
        return disposed, ReportFate.SENT
    if free > 0:
        return disposed, ReportFate.DEAD_LETTERED
    if persistence is MessagePersistence.PERSISTENT:
        return Fate.RETRIED, ReportFate.NONE
    return disposed, ReportFate.DROPPED


@pytest.mark.parametrize(
    ("action", "slots", "asked", "reply", "persistence"),
    list(product(Action, Slots, Asked, ReplyQueue, MessagePersistence)),
)
def test_the_failure_procedure_row_by_row(
    action: Action, slots: Slots, asked: Asked, reply: ReplyQueue, persistence: MessagePersistence
) -> None:
    row = procedure(Target.UNUSABLE, action, slots, asked, reply, persistence)
    assert (row.fate, row.report) == expected_fate(action, slots, asked, reply, persistence)
    delivered = procedure(Target.USABLE, action, slots, asked, reply, persistence)
    assert (delivered.fate, delivered.report) == (Fate.DELIVERED, ReportFate.NONE)


def test_discard_needs_the_option() -> None:
    assert requested_action(Report.DISCARD_MSG | Report.EXCEPTION) is Action.DISCARD
    assert requested_action(Report.EXCEPTION) is Action.DEAD_LETTER
    assert requested_action(0) is Action.DEAD_LETTER


def test_the_worked_example_leaves_fifty_tenths() -> None:
    """20 s of life less 5 s of delay less 10 s on the queue."""
    bounds = remaining(message(expiry=200), Interval(15_000, 15_000))
    assert bounds == (40, 60)


@pytest.mark.parametrize(
    ("expiry", "at", "answer"),
    [
        (50, 2000, NO),
        (50, 3999, NO),
        (50, 5000, UNSURE),
        (50, 6001, YES),
        (600, 5000, NO),
        (-1, 10**12, NO),
    ],
)
def test_a_life_counts_tenths_of_a_second(expiry: int, at: int, answer: Answer) -> None:
    assert expired(message(expiry), Interval(at, at)) is answer


def test_remaining_life_is_at_least_one_and_at_most_what_was_put() -> None:
    assert remaining(message(expiry=50), Interval(4990, 4990)) == (1, 11)
    assert remaining(message(expiry=50), Interval(0, 0)) == (40, 50)
    assert remaining(message(), Interval(0, 0)) is None


@pytest.mark.parametrize(
    ("time_to_live", "values"),
    [
        (0, (-1,)),
        (20_000, (200,)),
        (60_000, (600,)),
        (1050, (10, 11)),
        (50, (1, 0)),
        (214_748_364_600, (2_147_483_646,)),
        (214_748_364_700, (2_147_483_647, -1)),
        (214_748_364_801, (-1,)),
        (300_000_000_000, (-1,)),
    ],
)
def test_expiry_of_a_time_to_live(time_to_live: int, values: tuple[int, ...]) -> None:
    assert expiry_values(time_to_live) == values


@pytest.mark.parametrize(
    ("time_to_live", "tolerated"),
    [
        (0, False),
        (99, True),
        (100, False),
        (99_999_999_800, False),
        (100_000_000_000, True),
        (214_748_364_799, True),
        (214_748_364_800, False),
        (300_000_000_000, False),
    ],
)
def test_lives_that_the_two_texts_disagree_about(time_to_live: int, tolerated: object) -> None:
    assert may_be_refused_for_size(time_to_live) is tolerated


def test_delivery_modes_are_not_copied_as_numbers() -> None:
    assert persistence(DeliveryMode.PERSISTENT) is Persistence.PERSISTENT
    assert persistence(DeliveryMode.NON_PERSISTENT) is Persistence.NOT_PERSISTENT
    assert int(DeliveryMode.NON_PERSISTENT) == int(Persistence.PERSISTENT)


def test_message_ids_are_compared_as_bytes() -> None:
    digits = "0aAf" * 12
    assert well_formed_message_id("ID:" + digits)
    assert not well_formed_message_id("ID:" + digits[:-1])
    assert not well_formed_message_id(digits)
    assert plain_id("ID:" + digits) == plain_id(digits.upper()) == digits.lower()


@pytest.mark.parametrize("option", [0x200000, 0x600000, 0xE00000])
def test_every_variant_of_the_option_asks_for_an_expiration_report(option: int) -> None:
    assert asks_for(message(report=option), Kind.EXPIRATION)
    assert not asks_for(message(report=option), Kind.EXCEPTION)
    assert not asks_for(message(report=Report.COA | Report.COD | Report.EXCEPTION), Kind.EXPIRATION)


@pytest.mark.parametrize(
    ("option", "data"),
    [
        (Report.EXPIRATION, DataWanted.NONE),
        (Report.EXPIRATION_WITH_DATA, DataWanted.SOME),
        (Report.EXPIRATION_WITH_FULL_DATA, DataWanted.ALL),
    ],
)
def test_how_much_data_a_report_carries(option: Report, data: DataWanted) -> None:
    assert data_wanted(message(report=option), Kind.EXPIRATION) == data


def test_feedback_of_reports() -> None:
    assert feedback_fits(Kind.EXPIRATION, 258)
    assert not feedback_fits(Kind.EXPIRATION, 2051)
    assert feedback_fits(Kind.EXCEPTION, 2051)
    assert not feedback_fits(Kind.EXCEPTION, 258)


def test_the_very_instant_is_undecidable() -> None:
    due = Interval(2000, 2000)
    assert reached(due, Interval(1999, 1999)) is NO
    assert reached(due, Interval(2000, 2000)) is UNSURE
    assert reached(due, Interval(2001, 2001)) is YES
    assert reached(Interval(2000, FOREVER), Interval(10**9, 10**9)) is UNSURE
