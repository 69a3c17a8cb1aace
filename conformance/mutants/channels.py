"""Mutants of channels with AMS on z/OS: sender, receiver, retry, and the life meanwhile."""

from collections.abc import Callable
from typing import Any, Final

from msgspec.structs import replace

from mqtck.reference.chapters.failure_to_put import MessagePersistence
from mqtck.reference.chapters.undelivered_messages import DeadLetter, Fate, Row
from mqtck.reference.comparisons.channels import put_by_channel
from mqtck.reference.queues.transmission_queues import Shape, shape_of
from mqtck.reference.reporting.generated_reports import expiration_report
from mqtck.reference.state.intervals import Answer
from mqtck.reference.state.messages import Message
from mqtck.reference.state.queue_keys import key
from mqtck.reference.state.state import State
from mqtck.reference.state.statuses import Cause, Ended
from mqtck.reference.vocabulary import outcomes as o
from mqtck.reference.vocabulary.channels import ChannelStatus, NonPersistentSpeed, UseDeadLetterQueue
from mqtck.reference.vocabulary.commands import Command
from mqtck.reference.vocabulary.constants import UNLIMITED
from mqtck.reference.vocabulary.messages import SeenMessage

from .parts import Mutant, Patch, answering, around, instead

_FAST, _NORMAL = NonPersistentSpeed.FAST, NonPersistentSpeed.NORMAL
_PERSISTENT, _NOT_PERSISTENT = MessagePersistence.PERSISTENT, MessagePersistence.NOT_PERSISTENT

# --- the tables ----------------------------------------------------------------------------------------


def _sender(
    fate: Fate, dead_letter: DeadLetter, wanted: MessagePersistence | None, *speeds: NonPersistentSpeed
) -> Patch:
    """In this situation the sender does that."""

    def wrong(right: Callable[..., Row], *factors: Any) -> Row:
        row = right(*factors)
        use, _, queue, speed, persistence = factors
        there = use is UseDeadLetterQueue.YES and queue is dead_letter and speed in speeds
        return row._replace(fates=(fate,)) if there and wanted in {None, persistence} else row

    return around("chapters.undelivered_messages.at_sender", wrong)


def _receiver(fate: Fate, dead_letter: DeadLetter, wanted: MessagePersistence) -> Patch:
    """In this situation the receiver does that."""

    def wrong(right: Callable[..., Row], *factors: Any) -> Row:
        row = right(*factors)
        _, queue, _, persistence = factors
        return row._replace(fates=(fate,)) if queue is dead_letter and persistence is wanted else row

    return around("chapters.undelivered_messages.at_receiver", wrong)


def _use_ignored(right: Callable[..., Row], _: UseDeadLetterQueue, *factors: Any) -> Row:
    return right(UseDeadLetterQueue.YES, *factors)


def _of_the_other_end(right: Callable[..., Any], state: State, way: Any, end: Any, found: Any) -> Any:
    return right(state, way, end._replace(manager=way.remote), found)


def _never_stopped(right: Callable[..., Any], state: State, run: Any, *others: Any) -> Any:
    del right, state, others
    return run


def _unnoticed(right: Callable[..., Any], *arguments: Any) -> Any:
    return right(*arguments)._replace(chosen=False)


def _said_to_run(_: Command, outcome: o.Outcome) -> o.Outcome:
    retrying = isinstance(outcome, o.ChannelStatusRead) and outcome.status is ChannelStatus.RETRYING
    return o.ChannelStatusRead(ChannelStatus.RUNNING) if retrying else outcome


def _said_to_retry(_: Command, outcome: o.Outcome) -> o.Outcome:
    running = isinstance(outcome, o.ChannelStatusRead) and outcome.status is ChannelStatus.RUNNING
    return o.ChannelStatusRead(ChannelStatus.RETRYING) if running else outcome


def _as_the_header_says(right: Callable[..., Message], state: State, command: Any, *others: Any) -> Message:
    message = right(state, command, *others)
    header = command.message.transmission_header
    if shape_of(header) is not Shape.BAD:
        return message
    onward = key(header.remote_queue_manager, header.remote_queue)
    return replace(message, onward=onward, transmission_header=None)


# --- headers and lives -----------------------------------------------------------------------------------


def _no_header(right: Callable[..., Any], state: State, message: Message, queue_key: str) -> Any:
    by_channel = put_by_channel(state, message.serial, queue_key)
    return None if by_channel else right(state, message, queue_key)


def _hidden_header(right: Callable[..., Any], state: State, message: Message, queue_key: str) -> Any:
    ways = put_by_channel(state, message.serial, queue_key)
    hidden = any(way.safeguard is not None and way.safeguard.policy is not None for way in ways)
    return None if hidden else right(state, message, queue_key)


Shown = Callable[..., SeenMessage]


def _life(expiry: Callable[[Message], int], protected: Callable[[SeenMessage], bool]) -> Patch:
    """What Expiry shows on the dead-letter queue of a channel."""

    def wrong(right: Shown, state: State, message: Message, queue_key: str, at: Any) -> SeenMessage:
        shown = right(state, message, queue_key, at)
        if not put_by_channel(state, message.serial, queue_key) or not protected(shown):
            return shown
        return replace(shown, descriptor=replace(shown.descriptor, expiry=expiry(message)))

    return around("showing._application", wrong)


def _young_again(right: Shown, state: State, message: Message, queue_key: str, at: Any) -> SeenMessage:
    shown = right(state, message, queue_key, at)
    if message.serial not in state.decided or queue_key != message.onward:
        return shown
    return replace(shown, descriptor=replace(shown.descriptor, expiry=message.expiry[0]))


def _unreported(right: Callable[..., State], state: State, message: Message, *others: Any) -> State:
    return state if message.first in state.runs else right(state, message, *others)


def _reported_as_expired(
    right: Callable[..., Any], state: State, message: Message, status: Any, moment: Any
) -> Any:
    state, steps = right(state, message, status, moment)
    discarded = [step for step in steps if isinstance(step, Ended) and step.cause is Cause.UNDELIVERABLE]
    if not discarded:
        return state, steps
    state = expiration_report(state, message, moment, [status])
    return state, [Ended(Cause.EXPIRED) if step in discarded else step for step in steps]


MUTANTS: Final[tuple[Mutant, ...]] = (
    Mutant(
        "sender-discards-what-it-could-dead-letter",
        "The sender throws away what its dead-letter queue would take.",
        ("AM-02", "AM-03"),
        (_sender(Fate.DISCARDED, DeadLetter.TAKES, None, _FAST, _NORMAL),),
    ),
    Mutant(
        "sender-keeps-what-it-could-dead-letter",
        "The sender leaves what it cannot deliver on the transmission queue and tries again.",
        ("AM-02", "AM-03"),
        (_sender(Fate.BACKED_OUT, DeadLetter.TAKES, None, _FAST, _NORMAL),),
    ),
    Mutant(
        "sender-dead-letters-at-the-receiver",
        "The sender uses the dead-letter queue of the receiver's queue manager.",
        ("AM-02", "AM-03", "AM-05", "AM-07", "AM-08"),
        (around("channels.channel_decisions._dead_letter", _of_the_other_end),),
    ),
    Mutant(
        "channel-writes-no-dead-letter-header",
        "A channel puts messages to the dead-letter queue without a dead-letter header.",
        ("AM-02", "AM-03", "AM-26"),
        (around("showing._dead_letter_header", _no_header),),
    ),
    Mutant(
        "channel-ignores-maxmsgl",
        "A channel carries messages of any length.",
        ("AM-03", "AM-02"),
        (instead("channels.channel_ends.too_big", lambda *_: Answer.NO),),
    ),
    Mutant(
        "sender-ignores-usedlq",
        "The sender dead-letters whatever the value of USEDLQ.",
        ("AM-04",),
        (around("chapters.undelivered_messages.at_sender", _use_ignored),),
    ),
    Mutant(
        "normal-speed-discards-what-is-not-persistent",
        "Without a usable dead-letter queue persistence alone decides, whatever NPMSPEED is.",
        ("AM-09",),
        (_sender(Fate.DISCARDED, DeadLetter.FAILS, _NOT_PERSISTENT, _NORMAL),),
    ),
    Mutant(
        "only-the-culprit-is-kept",
        "The message that cannot be delivered stays, and the rest of its batch is delivered.",
        ("AM-09", "AM-10", "AM-27"),
        (around("channels.batches._looked", _never_stopped),),
    ),
    Mutant(
        "batch-is-not-backed-out",
        "A channel that stops keeps no batch together, and says that it runs.",
        ("AM-10", "AM-09", "AM-27"),
        (
            around("channels.batches._stops", _unnoticed),
            instead("channels.batches.batch_is_fixed", lambda *_: False),
        ),
    ),
    Mutant(
        "stopped-channel-is-said-to-run",
        "The status of a channel that has backed out its batch is running.",
        ("AM-09", "AM-10", "AM-27"),
        execute=answering(_said_to_run),
    ),
    Mutant(
        "fast-channel-discards-persistent-messages",
        "With NPMSPEED(FAST) also persistent messages are thrown away that cannot be dead-lettered.",
        ("AM-10",),
        (_sender(Fate.DISCARDED, DeadLetter.FAILS, _PERSISTENT, _FAST),),
    ),
    Mutant(
        "fast-channel-keeps-what-is-not-persistent",
        "Without a usable dead-letter queue every message stops the channel, also with NPMSPEED(FAST).",
        ("AM-11",),
        (_sender(Fate.BACKED_OUT, DeadLetter.FAILS, _NOT_PERSISTENT, _FAST),),
    ),
    Mutant(
        "running-channel-is-said-to-be-in-retry",
        "The status of a channel that goes on behind a discarded message is retrying.",
        ("AM-11", "AM-28"),
        execute=answering(_said_to_retry),
    ),
    Mutant(
        "bad-header-is-believed",
        "A message behind a bad transmission-queue header is delivered to where the header points.",
        ("AM-24",),
        (around("sending.puts._mqi_message", _as_the_header_says),),
    ),
    Mutant(
        "protected-messages-hide-their-header",
        "The dead-letter header of a protected message cannot be read.",
        ("AM-26", "AM-02"),
        (around("showing._dead_letter_header", _hidden_header),),
    ),
    Mutant(
        "sender-without-dead-letter-queue-discards-persistent-messages",
        "A sender throws persistent messages away where there is no dead-letter queue.",
        ("AM-27",),
        (_sender(Fate.DISCARDED, DeadLetter.NOT_DEFINED, _PERSISTENT, _FAST, _NORMAL),),
    ),
    Mutant(
        "receiver-without-dead-letter-queue-discards-persistent-messages",
        "A receiver throws persistent messages away where there is no dead-letter queue.",
        ("AM-27",),
        (_receiver(Fate.DISCARDED, DeadLetter.NOT_DEFINED, _PERSISTENT),),
    ),
    Mutant(
        "sender-without-dead-letter-queue-keeps-everything",
        "A fast sender stops at a message that is not persistent where there is no dead-letter queue.",
        ("AM-28",),
        (_sender(Fate.BACKED_OUT, DeadLetter.NOT_DEFINED, _NOT_PERSISTENT, _FAST),),
    ),
    Mutant(
        "receiver-without-dead-letter-queue-keeps-everything",
        "A receiver sends back what is not persistent where there is no dead-letter queue.",
        ("AM-28",),
        (_receiver(Fate.BACKED_OUT, DeadLetter.NOT_DEFINED, _NOT_PERSISTENT),),
    ),
    Mutant(
        "dead-lettering-by-a-channel-begins-the-life-anew",
        "A message has all of its life again on the dead-letter queue of a channel.",
        ("X-47",),
        (_life(lambda message: message.expiry[0], lambda _: True),),
    ),
    Mutant(
        "protection-makes-the-life-unlimited",
        "A message that a channel protects on its dead-letter queue never expires.",
        ("X-47",),
        (_life(lambda _: UNLIMITED, lambda shown: shown.protection is not None),),
    ),
    Mutant(
        "retry-stops-the-clock",
        "The time for which a channel in retry has kept a message is not taken off its life.",
        ("X-48",),
        (around("showing._application", _young_again),),
    ),
    Mutant(
        "expiry-in-retry-is-not-reported",
        "A message that expires on the transmission queue of a channel is not reported.",
        ("X-48", "EX-21"),
        (around("reporting.generated_reports.expiration_report", _unreported),),
    ),
    Mutant(
        "discard-is-reported-as-expiry",
        "What a channel discards is reported as expired.",
        ("X-49",),
        (around("channels.taking_up.taken_up", _reported_as_expired),),
    ),
)
