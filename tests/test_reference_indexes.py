"""What the state counts beside its messages is what a look at all of them would find."""

from collections import Counter
from collections.abc import Iterable

import pytest

from mqtck.conformance.cases.generator import case, case_seed
from mqtck.reference.model import initial_state, possibilities
from mqtck.reference.state.intervals import Interval
from mqtck.reference.state.state import State
from mqtck.reference.state.statuses import Cause, Ended
from mqtck.reference.vocabulary.abilities import Ability
from mqtck.reference.vocabulary.commands import (
    Advance,
    Command,
    CreateProducer,
    DefineLocalQueue,
    MatchCorrelationId,
    MqGet,
    Receive,
    Send,
    SetDeliveryDelay,
)
from mqtck.reference.vocabulary.constants import STAGING_QUEUE
from mqtck.reference.vocabulary.messages import OutgoingMessage, QueueDestination
from mqtck.reference.vocabulary.profile import EVERY_PROFILE, ClockKind, Profile


def states(profile: Profile, commands: Iterable[Command]) -> list[State]:
    """The states that the reference passes through."""
    now = 1_000_000
    passed = [initial_state(ClockKind.VIRTUAL, profile, now)]
    for command in commands:
        ended = now + command.milliseconds if isinstance(command, Advance) else now
        possible = possibilities(passed[-1], command, Interval(now, ended))[0]
        passed.append(possible.settle(possible.prefer()).states[0])
        now = ended
    return passed


@pytest.mark.parametrize("profile", EVERY_PROFILE, ids=lambda profile: profile.name)
def test_the_messages_that_may_have_expired_are_counted_by_queue(profile: Profile) -> None:
    expired = 0
    for seed in range(12):
        drawn = case(case_seed(31, seed), frozenset(Ability), ClockKind.VIRTUAL, 80, profile=profile)
        for state in states(profile, drawn)[::5]:
            found = Counter(
                state.messages[serial].first
                for serial, belief in state.beliefs.items()
                if any(isinstance(one, Ended) and one.cause is Cause.EXPIRED for one in belief)
            )
            assert dict(state.perished) == dict(found)
            expired += len(found)
    assert expired


def test_a_message_got_before_it_was_due_is_known_for_it_and_no_other() -> None:
    there = QueueDestination("Q")
    passed = states(
        Profile(),
        (
            DefineLocalQueue("Q"),
            CreateProducer("p"),
            SetDeliveryDelay("p", 5000),
            Send("p", OutgoingMessage("early"), there),
            Send("p", OutgoingMessage("late"), there),
            MqGet(STAGING_QUEUE, match=MatchCorrelationId("early")),
            Advance(5001),
            Receive("Q"),
        ),
    )
    assert [len(state.recalled) for state in passed] == [0, 0, 0, 0, 0, 0, 1, 1, 1]
    assert set(passed[-1].recalled) == set(passed[-1].labels["early"])
