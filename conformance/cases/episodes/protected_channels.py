"""Episodes of channels with AMS on z/OS: what either end cannot deliver, protection, retry and repair.

An episode makes a pair of queue managers of its own, with all that belongs to a channel between them, lets
messages wait or arrive, starts the channel, and looks at every queue of the way and at the channel's status.
What cannot be delivered is too long for the channel, meets a target that takes nothing, or begins with a bad
header; DEADQ, policies, SPLPROT, USEDLQ, NPMSPEED, persistence and lives are drawn. Left out: channels
without protection (`transmission_queues`).
"""

from typing import Final

from mqtck.conformance.cases.draft import Draft, Steps, passing, together, undisturbed
from mqtck.conformance.cases.vocabulary.calls import PUT_INHIBITED
from mqtck.conformance.cases.vocabulary.looks import shown
from mqtck.conformance.cases.vocabulary.message_channels import (
    ENABLED,
    OVERLONG,
    TELLING,
    TROUBLES,
    MessageChannel,
    bad_header,
    looks,
    new_message_channel,
    policy_for,
    put_across,
    started,
)
from mqtck.conformance.cases.vocabulary.report_options import EXPIRATION_REPORTS
from mqtck.conformance.cases.vocabulary.unusable_queues import HOUR
from mqtck.reference.vocabulary.abilities import Ability
from mqtck.reference.vocabulary.channels import ChannelAttributes, DefineSenderChannel, DeletePolicy
from mqtck.reference.vocabulary.commands import (
    AlterQueue,
    AttributeChanges,
    Command,
    DefineLocalQueue,
    GetMode,
    MqGet,
    MqPut,
    SetDeadLetterQueue,
    StartChannel,
    StopChannel,
)
from mqtck.reference.vocabulary.constants import DEFAULT_PRIORITY, Persistence
from mqtck.reference.vocabulary.messages import OutgoingMessage, PutDescriptor

NEEDS: Final = frozenset(
    {
        *(Ability.LOCAL_QUEUES, Ability.MQI, Ability.REMOTE_QUEUES),
        *(Ability.OTHER_QUEUE_MANAGERS, Ability.ZOS, Ability.DEAD_LETTER_QUEUE, Ability.PUT_INHIBIT),
        *(Ability.QUEUE_LIMITS, Ability.CHANNEL_ATTRIBUTES, Ability.CHANNEL_STATUS),
        Ability.MESSAGE_PROTECTION,
    }
)
"""What an adapter must be able to do for these episodes."""

_TELLING_AT_RECEIVER: Final = TELLING._replace(
    removing=45, putting=50, covered=50, unnamed=6, system=22, troubled=18
)
"""What the sender leaves protected has something to lose at the other end (AM-12, AM-14, AM-17)."""

_TELLING_AT_SENDER: Final = TELLING._replace(unnamed=60, removing=95)
"""Without a dead-letter queue persistence and speed decide about a message (AM-10, AM-11, AM-28)."""

_LASTING: Final = (600, 6000, 6000)


def _restart(channel: MessageChannel) -> tuple[Command, ...]:
    return (
        StopChannel(channel.transmission_queue, channel.here),
        StartChannel(channel.transmission_queue, channel.here),
    )


def _repair(draft: Draft, channel: MessageChannel) -> Steps[None]:
    """One thing is changed; the channel is started again where only that is sure to make it count."""
    draws = draft.draws
    restart = _restart(channel)
    match draws.below(7):
        case 0:
            yield AlterQueue(channel.target, ENABLED, channel.there)
        case 1 if channel.dead_letter_queues:
            manager, name = draws.one_of(tuple(channel.dead_letter_queues.items()))
            yield AlterQueue(name, draws.one_of((ENABLED, PUT_INHIBITED)), manager)
        case 2:
            wider = ChannelAttributes(protection=channel.sender.protection)
            yield (DefineSenderChannel(channel.transmission_queue, wider, channel.here), *restart)
        case 3:
            name = draft.name("D")
            manager = draws.one_of((channel.here, channel.there))
            draft.see(name, manager)
            named = SetDeadLetterQueue(name if draws.chance(70) else None, manager)
            yield (DefineLocalQueue(name, queue_manager=manager), named)
            if draws.chance(60):
                yield restart
        case 4 if channel.dead_letter_queues:
            manager, name = draws.one_of(tuple(channel.dead_letter_queues.items()))
            yield policy_for(draft, name, manager)
            if draws.chance(60):
                yield restart
        case 5 if channel.dead_letter_queues:
            manager, name = draws.one_of(tuple(channel.dead_letter_queues.items()))
            yield DeletePolicy(name, manager)
            yield restart
        case 6:
            yield MqGet(channel.transmission_queue, connection=channel.connection)
        case _:
            yield restart


def _later(draft: Draft, channel: MessageChannel, overlong: int) -> Steps[None]:
    """Time, repairs and another attempt (X-47, X-48), or another message that goes by them (AM-18)."""
    draws = draft.draws
    for _ in range(draws.between(1, 2)):
        yield from passing(draft, draws.one_of((100, 2000, 6000, 12_000, 70_000, HOUR, 2 * HOUR)))
        yield from looks(draft, channel)
        yield from _repair(draft, channel)
        if draws.chance(40):
            yield put_across(draft, channel, overlong)
        yield from passing(draft, draws.one_of((100, 1000, 1000, HOUR + 1)))
        yield from looks(draft, channel)


def undelivered_at_sender(draft: Draft) -> Steps[None]:
    """Messages too long for the channel among others, and headers that are none (AM-02 to AM-11, AM-24)."""
    draws = draft.draws
    channel = yield from new_message_channel(draft)
    for _ in range(draws.between(1, 3)):
        if draft.can(Ability.TRANSMISSION_HEADERS) and draws.chance(6):
            yield bad_header(draft, channel)
        yield put_across(draft, channel, overlong=55)
    yield from started(draft, channel)
    if draws.chance(40):
        yield put_across(draft, channel, overlong=40)
    yield from _later(draft, channel, overlong=40)


def undelivered_at_receiver(draft: Draft) -> Steps[None]:
    """A target that takes nothing, or not everything (AM-12 to AM-23, AM-27, AM-28)."""
    draws = draft.draws
    channel = yield from new_message_channel(draft)
    yield AlterQueue(channel.target, draws.one_of(TROUBLES), channel.there)
    for _ in range(draws.between(1, 3)):
        yield put_across(draft, channel, overlong=10)
    yield from started(draft, channel)
    if draws.chance(30):
        yield put_across(draft, channel, overlong=10)
    yield from _later(draft, channel, overlong=10)


@undisturbed
def room_for_one(draft: Draft) -> Steps[None]:
    """Of several messages one fits on the dead-letter queue; none is in two places (AM-02, AM-09, AM-10)."""
    channel = yield from new_message_channel(
        draft, TELLING._replace(unnamed=0, system=0, troubled=0, covered=20)
    )
    name = channel.dead_letter_queues[channel.here]
    yield AlterQueue(name, AttributeChanges(max_depth=1), channel.here)
    for _ in range(draft.draws.between(2, 3)):
        yield put_across(draft, channel, overlong=90)
    yield StartChannel(channel.transmission_queue, channel.here)
    yield from passing(draft, draft.draws.one_of((1, 1000)))
    yield from shown(draft, name, channel.here)
    yield from shown(draft, channel.transmission_queue, channel.here)
    yield from looks(draft, channel)


def _doomed(draft: Draft, channel: MessageChannel, end: str) -> Steps[int]:
    """See to it that this end cannot deliver what is put. Returns how many of a hundred are too long."""
    if end == channel.here:
        return 100
    yield AlterQueue(channel.target, draft.draws.one_of(TROUBLES), channel.there)
    return 0


@undisturbed
def undelivered_once(draft: Draft) -> Steps[None]:
    """One message that either end cannot deliver: a row of the tables, undisturbed (AM-02 to AM-23)."""
    at_receiver = draft.draws.chance(60)
    channel = yield from new_message_channel(
        draft, _TELLING_AT_RECEIVER if at_receiver else _TELLING_AT_SENDER
    )
    end = channel.there if at_receiver else channel.here
    overlong = yield from _doomed(draft, channel, end)
    yield put_across(draft, channel, overlong)
    yield StartChannel(channel.transmission_queue, channel.here)
    yield from passing(draft, draft.draws.one_of((1, 100, 1000)))
    if end in channel.dead_letter_queues:
        yield from shown(draft, channel.dead_letter_queues[end], end)
    yield from looks(draft, channel)


def _renamed(draft: Draft, channel: MessageChannel, end: str, overlong: int) -> Steps[None]:
    draws = draft.draws
    name = draft.name("D")
    draft.see(name, end)
    yield (DefineLocalQueue(name, queue_manager=end), SetDeadLetterQueue(name, end))
    channel.dead_letter_queues[end] = name
    if draws.chance(60):
        yield policy_for(draft, name, end)
    yield _restart(channel)
    yield put_across(draft, channel, overlong)
    yield from passing(draft, draws.one_of((100, 1000)))
    yield from looks(draft, channel)


def another_dead_letter_queue(draft: Draft) -> Steps[None]:
    """DEADQ names another queue from the next start on, with a policy of its own or without one (AM-18)."""
    draws = draft.draws
    channel = yield from new_message_channel(draft, TELLING)
    end = draws.one_of((channel.here, channel.here, channel.there))
    overlong = yield from _doomed(draft, channel, end)
    yield put_across(draft, channel, overlong)
    yield from started(draft, channel)
    yield together(_renamed(draft, channel, end, overlong))


@undisturbed
def kept_in_retry(draft: Draft) -> Steps[None]:
    """What a channel in retry has kept for a while is delivered, that much older (X-48, AM-10, AM-27)."""
    draws = draft.draws
    channel = yield from new_message_channel(draft, TELLING._replace(unnamed=80))
    yield AlterQueue(channel.target, PUT_INHIBITED, channel.there)
    yield put_across(draft, channel, 0, _LASTING)
    yield StartChannel(channel.transmission_queue, channel.here)
    yield from passing(draft, draws.one_of((2000, 6000, 12_000)))
    yield AlterQueue(channel.target, ENABLED, channel.there)
    if draws.chance(50):
        yield _restart(channel)
    yield from passing(draft, draws.one_of((1000, 20_000)))
    yield from shown(draft, channel.target, channel.there)
    yield from looks(draft, channel)


@undisturbed
def expired_in_retry(draft: Draft) -> Steps[None]:
    """What expires on the transmission queue of a channel in retry is reported (X-48, EX-21)."""
    draws = draft.draws
    channel = yield from new_message_channel(draft, TELLING._replace(unnamed=100, removing=100))
    message = OutgoingMessage(
        draft.name("m"),
        length=OVERLONG,
        report=int(draws.one_of(EXPIRATION_REPORTS)),
        reply_to=channel.replies,
    )
    expiry = draws.one_of((50, 100))
    descriptor = PutDescriptor(expiry, DEFAULT_PRIORITY, Persistence.PERSISTENT)
    draft.post(message.label, channel.target, 0, expiry * 100, channel.there)
    yield (
        MqPut(channel.remote_queue, message, descriptor, connection=channel.connection),
        StartChannel(channel.transmission_queue, channel.here),
    )
    yield from passing(draft, expiry * 100 + draws.one_of((1101, 2000, 20_000)))
    mode = GetMode.DESTRUCTIVE if draws.chance(60) else GetMode.BROWSE_FIRST
    yield MqGet(channel.transmission_queue, mode, connection=channel.connection)
    yield from shown(draft, channel.replies, channel.here)
    yield from shown(draft, channel.target, channel.there)


@undisturbed
def bad_header_alone(draft: Draft) -> Steps[None]:
    """What a channel finds behind a bad header does not go where the header points (AM-24)."""
    channel = yield from new_message_channel(draft, TELLING)
    yield bad_header(draft, channel)
    yield StartChannel(channel.transmission_queue, channel.here)
    yield from passing(draft, draft.draws.one_of((1, 100, 1000)))
    yield from shown(draft, channel.target, channel.there)
    yield from looks(draft, channel)
