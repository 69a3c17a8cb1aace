"""Undelivered messages of channels: every situation has a row, and what cannot be defined is refused."""

from itertools import product

import msgspec
import pytest
from two_ends import LONG_ONE, REMOVE, A, Ends, Seen, blamed, dead, judged, named, policy, queues

from mqtck.adapters.reference import Reference
from mqtck.conformance.execution.worlds import run_commands
from mqtck.conformance.judging.judge import judge_trace
from mqtck.reference.chapters.failure_to_put import MessagePersistence
from mqtck.reference.chapters.undelivered_messages import (
    DeadLetter,
    Fate,
    Found,
    NamedBy,
    Put,
    at_receiver,
    at_sender,
    intercepted,
    protection,
)
from mqtck.reference.state.channels import Policy
from mqtck.reference.state.state import QueueManager
from mqtck.reference.vocabulary.abilities import Ability, abilities_needed
from mqtck.reference.vocabulary.channels import (
    ChannelProtection,
    DefinePolicy,
    DefineSenderChannel,
    DeletePolicy,
    InitiatorPermission,
    NonPersistentSpeed,
    ReadChannelStatus,
    Toleration,
    UseDeadLetterQueue,
)
from mqtck.reference.vocabulary.commands import Command
from mqtck.reference.vocabulary.constants import DEFAULT_DEAD_LETTER_QUEUE
from mqtck.reference.vocabulary.outcomes import Refused
from mqtck.reference.vocabulary.profile import Platform, Version
from mqtck.reference.vocabulary.traces import Step, Trace

# --- the tables ------------------------------------------------------------------------------------------


def test_every_situation_of_a_sender_has_a_row() -> None:
    for use, splprot, dead_letter, speed, persistence in product(
        UseDeadLetterQueue, ChannelProtection, DeadLetter, NonPersistentSpeed, MessagePersistence
    ):
        row = at_sender(use, splprot, dead_letter, speed, persistence)
        assert row.fates
        assert row.rules
        if use is UseDeadLetterQueue.NO or dead_letter is not DeadLetter.TAKES:
            assert Fate.DEAD_LETTERED not in row.fates
        certain = use is UseDeadLetterQueue.YES and (splprot is REMOVE or dead_letter is DeadLetter.FAILS)
        if persistence is MessagePersistence.PERSISTENT and (
            certain or dead_letter is DeadLetter.NOT_DEFINED
        ):
            assert row.fates in {(Fate.BACKED_OUT,), (Fate.DEAD_LETTERED,)}


def test_every_situation_of_a_receiver_has_a_row() -> None:
    for use, dead_letter, speed, persistence in product(
        UseDeadLetterQueue, DeadLetter, NonPersistentSpeed, MessagePersistence
    ):
        row = at_receiver(use, dead_letter, speed, persistence)
        assert (Fate.DEAD_LETTERED in row.fates) <= (dead_letter is DeadLetter.TAKES)
        certain = use is UseDeadLetterQueue.YES or dead_letter is DeadLetter.NOT_DEFINED
        if certain and persistence is MessagePersistence.PERSISTENT:
            assert Fate.DISCARDED not in row.fates


POLICIES = (
    None,
    *(Policy(toleration, initiator) for toleration in Toleration for initiator in InitiatorPermission),
)


def test_under_a_policy_of_the_queue_nothing_is_placed_in_clear() -> None:
    for found, each in product(Found, POLICIES):
        covering = protection(NamedBy.ADMINISTRATOR, found, each)
        if each is not None and found is not Found.PROTECTED:
            assert Put.AS_IS not in covering.puts
        if found is Found.PROTECTED:
            assert covering.puts[0] is Put.AS_IS
        assert protection(NamedBy.SYSTEM, found, each).puts == (Put.AS_IS,)


@pytest.mark.parametrize(
    ("platform", "version", "applies"),
    [
        (Platform.ZOS, Version(9, 1, 3), True),
        (Platform.ZOS, Version(9, 1, 2), False),
        (Platform.ZOS, Version(9, 0, 5), False),
        (Platform.ZOS, Version(10), True),
        (Platform.MULTIPLATFORMS, Version(9, 4), False),
    ],
)
def test_where_the_text_applies(platform: Platform, version: Version, applies: bool) -> None:  # noqa: FBT001
    assert intercepted(QueueManager(version, platform=platform)) is applies


# --- fixtures --------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "field"),
    [
        (b'{"transmission_queue": "X", "attributes": {"protection": "as policy"}}', "attributes.protection"),
        (b'{"transmission_queue": "X", "attributes": {"batch_size": 0}}', "batch_size"),
        (b'{"transmission_queue": "X", "attributes": {"batch_size": 10000}}', "batch_size"),
        (b'{"transmission_queue": "X", "attributes": {"max_message_length": -1}}', "max_message_length"),
        (
            b'{"transmission_queue": "X", "attributes": {"non_persistent_speed": "slow"}}',
            "non_persistent_speed",
        ),
        (
            b'{"transmission_queue": "X", "attributes": {"use_dead_letter_queue": "maybe"}}',
            "use_dead_letter_queue",
        ),
        (b'{"transmission_queue": ""}', "transmission_queue"),
    ],
)
def test_a_sender_channel_that_cannot_be_is_refused_with_the_field_named(text: bytes, field: str) -> None:
    with pytest.raises(msgspec.ValidationError, match=field):
        msgspec.json.decode(text.replace(b"{", b'{"command": "define sender channel", ', 1), type=Command)


@pytest.mark.parametrize(
    ("text", "field"),
    [
        (
            b'{"partner": "A", "queue_manager": "B", "attributes": {"protection": "remove"}}',
            "attributes.protection",
        ),
        (b'{"partner": "", "queue_manager": "B"}', "partner"),
        (b'{"partner": "A"}', "queue_manager"),
    ],
)
def test_a_receiver_channel_that_cannot_be_is_refused_with_the_field_named(text: bytes, field: str) -> None:
    with pytest.raises(msgspec.ValidationError, match=field):
        msgspec.json.decode(text.replace(b"{", b'{"command": "define receiver channel", ', 1), type=Command)


def test_a_policy_of_an_unknown_toleration_is_refused() -> None:
    text = b'{"command": "define policy", "policy": "Q", "toleration": "sometimes"}'
    with pytest.raises(msgspec.ValidationError, match="toleration"):
        msgspec.json.decode(text, type=Command)


def test_what_channels_need_is_said() -> None:
    assert Ability.CHANNEL_ATTRIBUTES in abilities_needed(DefineSenderChannel("X"))
    assert Ability.MESSAGE_PROTECTION in abilities_needed(DefinePolicy("Q"))
    assert Ability.CHANNEL_STATUS in abilities_needed(ReadChannelStatus("X"))


def test_a_policy_of_a_system_queue_may_be_refused_and_a_deleted_one_protects_nothing() -> None:
    system = DefinePolicy(DEFAULT_DEAD_LETTER_QUEUE, queue_manager=A)
    commands = (*Ends().commands(), *queues(), *named(A), policy("FAILED", A), DeletePolicy("FAILED", A))
    played = run_commands(Reference(), (*commands, system))
    last = played.steps[-1]
    refused = Trace(played.head, (*played.steps[:-1], Step(system, Refused(), last.started, last.ended)))
    assert not judge_trace(refused).indeterminate
    assert blamed(judged((*commands, *LONG_ONE), Seen(here=(dead(under="FAILED"),)))) == ("AM-08",)
    assert blamed(judged((*commands, *LONG_ONE), Seen(here=(dead(),)))) == ()
