"""What the delay processor has in its hands on a real clock while the tester alters where it is to go."""

import pytest
from test_lateness import GONE, REFUSING, STAGED, rules_of

from mqtck.reference.vocabulary.commands import (
    AlterQueue,
    AttributeChanges,
    Browse,
    Command,
    DefineLocalQueue,
    DeleteQueue,
    EndQueueManager,
    FailDelayProcessor,
    ReadDepth,
    Receive,
    SetDeadLetterQueue,
    StartQueueManager,
    Switch,
)
from mqtck.reference.vocabulary.constants import STAGING_QUEUE, Report
from mqtck.reference.vocabulary.messages import Descriptor, SeenMessage
from mqtck.reference.vocabulary.outcomes import DepthRead, Done, MessageReturned, NoMessage, Outcome

Looks = list[tuple[int, Command, Outcome]]

DEAD_LETTERS: list[Command] = [DefineLocalQueue("DLQ"), SetDeadLetterQueue("DLQ")]
IN_HAND: Looks = [(100, Browse(STAGING_QUEUE), GONE), (110, Browse("ORDERS"), GONE)]
REFUSED: Looks = [*IN_HAND, (120, REFUSING, Done())]
ENDED: Looks = [*IN_HAND, (120, EndQueueManager(), Done()), (200, StartQueueManager(), Done())]
FAILED: Looks = [*IN_HAND, (120, FailDelayProcessor(), Done())]
NEVER_SEEN: Looks = [
    look
    for at in range(3000, 25_000, 2000)
    for look in ((at, Browse(STAGING_QUEUE), GONE), (at + 10, Browse("ORDERS"), GONE))
]
EXCEPTION = MessageReturned(SeenMessage(body="", descriptor=Descriptor(feedback=2051)))


@pytest.mark.parametrize(
    ("looks", "rules"),
    [
        ([*REFUSED, (300, Browse("DLQ"), STAGED)], []),
        ([*REFUSED, (300, ReadDepth("DLQ"), DepthRead(1))], []),
        ([*REFUSED, (300, Browse("ORDERS"), STAGED)], []),
        ([*IN_HAND, (120, DeleteQueue("ORDERS"), Done()), (300, Browse("DLQ"), STAGED)], []),
        ([*REFUSED, *NEVER_SEEN, (30_000, Browse("DLQ"), GONE)], ["DD-98"]),
    ],
)
def test_a_target_is_altered_that_a_message_is_on_its_way_to(looks: Looks, rules: list[str]) -> None:
    """DD-10, DD-98: it was taken before, and is put before or after the alteration."""
    assert rules_of(DEAD_LETTERS, 0, looks) == rules


@pytest.mark.parametrize(
    ("looks", "rules"),
    [
        ([*REFUSED, (300, Browse(STAGING_QUEUE), STAGED)], []),
        ([*REFUSED, *NEVER_SEEN], ["DD-10"]),
        ([*IN_HAND, (300, Browse(STAGING_QUEUE), STAGED)], ["DD-10"]),
        ([*IN_HAND, *NEVER_SEEN], ["DD-10"]),
        (
            [
                (50, REFUSING, Done()),
                *IN_HAND,
                (300, Browse(STAGING_QUEUE), STAGED),
            ],
            [],
        ),
    ],
)
def test_a_message_that_nothing_takes_any_more_is_back(looks: Looks, rules: list[str]) -> None:
    """DD-99: there is no dead-letter queue."""
    assert rules_of([], 0, looks) == rules


@pytest.mark.parametrize("looks", [ENDED, FAILED])
@pytest.mark.parametrize(
    ("later", "rules"),
    [
        ([(300, Browse(STAGING_QUEUE), STAGED)], []),
        ([(300, Browse("ORDERS"), STAGED)], []),
        ([(1500, Browse("ORDERS"), GONE), (5000, Browse("ORDERS"), STAGED)], []),
        ([(210, REFUSING, Done()), (1500, Browse("DLQ"), STAGED)], []),
        (NEVER_SEEN, ["DD-10"]),
    ],
)
def test_who_has_a_message_in_its_hands_ends(looks: Looks, later: Looks, rules: list[str]) -> None:
    """DD-95, DD-96: its unit of work is backed out, so that the message is staged as before."""
    assert rules_of(DEAD_LETTERS, 0, [*looks, *later]) == rules


def test_a_target_takes_messages_again() -> None:
    """DD-98: no look has found the message where it could go at first."""
    looks: Looks = [
        (90, Browse(STAGING_QUEUE), GONE),
        (100, Browse("DLQ"), GONE),
        (120, AlterQueue("ORDERS", AttributeChanges(put=Switch.ENABLED)), Done()),
        (300, Browse("ORDERS"), STAGED),
    ]
    assert rules_of([*DEAD_LETTERS, REFUSING], 0, looks) == []
    assert rules_of([REFUSING], Report.DISCARD_MSG, looks) == []


@pytest.mark.parametrize(
    ("looks", "rules"),
    [
        ([(300, Browse("DLQ"), STAGED), (400, Receive("REPLIES"), EXCEPTION)], []),
        ([(300, Receive("REPLIES"), EXCEPTION), (400, Browse("DLQ"), STAGED)], []),
        ([(300, Receive("REPLIES"), EXCEPTION), (400, Browse("ORDERS"), STAGED)], ["DD-98"]),
        ([(300, Browse("DLQ"), STAGED), (9000, Receive("REPLIES"), NoMessage())], ["DD-101"]),
    ],
)
def test_what_was_on_its_way_is_reported_about(looks: Looks, rules: list[str]) -> None:
    """DD-101: with the dead-letter queue, which nobody thought of when the message was taken."""
    assert rules_of(DEAD_LETTERS, Report.EXCEPTION, [*REFUSED, *looks]) == rules


def test_what_is_in_hand_may_count_where_it_was() -> None:
    """A get in a unit of work: no browser shows the message, and a depth counts it."""
    counted: Looks = [(150, ReadDepth(STAGING_QUEUE), DepthRead(1)), (300, Browse("ORDERS"), STAGED)]
    assert rules_of([], 0, [*IN_HAND, *counted]) == []
    assert rules_of([], 0, [*IN_HAND, (3000, ReadDepth(STAGING_QUEUE), DepthRead(1))]) == ["DD-10"]
