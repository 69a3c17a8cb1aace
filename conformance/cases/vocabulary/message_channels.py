"""Two queue managers on z/OS with a channel between them: what episodes of channels are made of.

What is drawn: DEADQ, policies, SPLPROT, USEDLQ, NPMSPEED, the messages that are put, and the looks at the
queues of the way and at the status of the channel. Left out: transmission queues that no channel serves
(`names`).
"""

from typing import Final, NamedTuple

from mqtck.conformance.cases.draft import Draft, Steps, passing
from mqtck.reference.vocabulary.abilities import Ability
from mqtck.reference.vocabulary.channels import (
    ChannelAttributes,
    ChannelProtection,
    DefinePolicy,
    DefineReceiverChannel,
    DefineSenderChannel,
    DeletePolicy,
    InitiatorPermission,
    NonPersistentSpeed,
    ReadChannelStatus,
    Toleration,
    UseDeadLetterQueue,
)
from mqtck.reference.vocabulary.commands import (
    AlterQueue,
    AttributeChanges,
    Command,
    Connect,
    CreateProducer,
    DefineLocalQueue,
    DefineQueueManager,
    DefineRemoteQueue,
    MqPut,
    OpenSession,
    QueueAttributes,
    Send,
    SendArguments,
    SetDeadLetterQueue,
    StartChannel,
    Switch,
    Usage,
)
from mqtck.reference.vocabulary.constants import (
    DEFAULT_DEAD_LETTER_QUEUE,
    PRIORITY_AS_QUEUE_DEFINITION,
    UNLIMITED,
    DeliveryMode,
    Persistence,
    Report,
)
from mqtck.reference.vocabulary.messages import (
    OutgoingMessage,
    PutDescriptor,
    QueueDestination,
    TransmissionHeader,
)
from mqtck.reference.vocabulary.profile import Platform, Version

from .calls import PUT_INHIBITED
from .header_fields import perhaps_with_header_fields
from .looks import counted, shown

LIMIT: Final = 20_000
"""MAXMSGL of a channel that is too small for some messages."""

OVERLONG: Final = 40_000
"""Too long by whatever count, and the usual length is far from it (AM-03)."""

_AMPLE: Final = 4_194_304
ENABLED: Final = AttributeChanges(put=Switch.ENABLED, max_depth=5000, max_message_length=_AMPLE)
TROUBLES: Final = (
    *(PUT_INHIBITED, PUT_INHIBITED, AttributeChanges(max_depth=0)),
    *(AttributeChanges(max_depth=1), AttributeChanges(max_message_length=100)),
)
_EXPIRIES: Final = (UNLIMITED, UNLIMITED, UNLIMITED, 50, 100, 600, 6000)
_OF_A_CLIENT: Final = 25
"""Of a hundred messages, those that a JMS client sends, which have headers that others do not have."""

_DOCUMENTED: Final = (*((Version(9, 2), Platform.ZOS),) * 8, (Version(9, 1, 3), Platform.ZOS))
_OUTSIDE: Final = (
    *((Version(9, 1, 2), Platform.ZOS), (Version(9, 1, 2), Platform.ZOS)),
    (Version(9, 2), Platform.MULTIPLATFORMS),
)


class Odds(NamedTuple):
    """How many times of a hundred something is so between two queue managers.

    `outside`: one is just not of those of which the text speaks (AM-01); `removing`: the sender takes
    protection off; `unnamed`: there is no DEADQ, `system`: it is that of the system; `troubled`: it takes
    little; `covered`: it has a policy, `putting`: so has the queue of the put.
    """

    outside: int = 14
    removing: int = 60
    unnamed: int = 30
    system: int = 40
    troubled: int = 30
    covered: int = 50
    putting: int = 55


_USUAL: Final = Odds()


TELLING: Final = Odds(outside=0, removing=85, unnamed=22, system=30, troubled=35, covered=70, putting=50)
"""Where most of what is drawn meets a rule."""


class MessageChannel(NamedTuple):
    """A channel and what belongs to it, by its names; `producer` is that of a JMS client, if there is one."""

    here: str
    there: str
    remote_queue: str
    target: str
    transmission_queue: str
    replies: str
    connection: str
    producer: str | None
    sender: ChannelAttributes
    dead_letter_queues: dict[str, str]


def _queue_manager(draft: Draft, odds: Odds) -> DefineQueueManager:
    draws = draft.draws
    version, platform = draws.one_of(_OUTSIDE if draws.chance(odds.outside) else _DOCUMENTED)
    return DefineQueueManager(draft.name("Z"), version, platform)


def _attributes(draft: Draft, protection: ChannelProtection, speed: NonPersistentSpeed) -> ChannelAttributes:
    draws = draft.draws
    return ChannelAttributes(
        non_persistent_speed=speed,
        use_dead_letter_queue=UseDeadLetterQueue.NO if draws.chance(12) else UseDeadLetterQueue.YES,
        max_message_length=LIMIT if protection is not ChannelProtection.AS_POLICY else _AMPLE,
        protection=protection,
        batch_size=draws.one_of((50, 50, 50, 1, 2)),
    )


def _dead_letter_queue(draft: Draft, manager: str, odds: Odds) -> Steps[str | None]:
    """The name in DEADQ, if any: the system's queue, or one of ours, which may not take messages."""
    draws = draft.draws
    if draws.chance(odds.unnamed):
        return None
    if draws.chance(odds.system):
        draft.see(DEFAULT_DEAD_LETTER_QUEUE, manager)
        yield (
            DefineLocalQueue(DEFAULT_DEAD_LETTER_QUEUE, queue_manager=manager),
            SetDeadLetterQueue(DEFAULT_DEAD_LETTER_QUEUE, manager),
        )
        return DEFAULT_DEAD_LETTER_QUEUE
    name = draft.name("D")
    draft.see(name, manager)
    yield (DefineLocalQueue(name, queue_manager=manager), SetDeadLetterQueue(name, manager))
    if draws.chance(odds.troubled):
        yield AlterQueue(name, draws.one_of(TROUBLES), manager)
    return name


def policy_for(draft: Draft, name: str, manager: str) -> DefinePolicy:
    draws = draft.draws
    toleration = Toleration.OFF if draws.chance(50) else Toleration.ON
    barred = draws.chance(15)
    initiator = InitiatorPermission.NOT_PERMITTED if barred else InitiatorPermission.PERMITTED
    return DefinePolicy(name, toleration, initiator, manager)


def _policy_of_dead_letters(draft: Draft, queue: str, manager: str, odds: Odds) -> Steps[None]:
    """A policy of the queue in DEADQ, perhaps defined anew or deleted, or one for a similar name."""
    draws = draft.draws
    if draws.chance(odds.covered):
        yield policy_for(draft, queue, manager)
        if draws.chance(10):
            yield policy_for(draft, queue, manager)
        if draws.chance(10):
            yield DeletePolicy(queue, manager)
    elif draws.chance(20):
        yield policy_for(draft, draws.one_of((queue.lower(), f"{queue}.OLD", queue[:-1])), manager)


def _channel(draft: Draft, here: str, there: str, transmission: str, odds: Odds) -> Steps[ChannelAttributes]:
    """The sender's end and mostly a receiver's, with attributes of its own. Returns those of the sender."""
    draws = draft.draws
    speed = draws.one_of((NonPersistentSpeed.FAST, NonPersistentSpeed.NORMAL))
    removes = draws.chance(odds.removing)
    protection = ChannelProtection.REMOVE if removes else ChannelProtection.PASS_THROUGH
    sender = _attributes(draft, protection, speed)
    yield DefineSenderChannel(transmission, sender, here)
    if draws.chance(90):
        applies = draws.chance(20)
        protection = ChannelProtection.AS_POLICY if applies else ChannelProtection.PASS_THROUGH
        other = speed if draws.chance(90) else NonPersistentSpeed.NORMAL
        yield DefineReceiverChannel(here, there, _attributes(draft, protection, other))
    return sender


def new_message_channel(draft: Draft, odds: Odds = _USUAL) -> Steps[MessageChannel]:
    """Two queue managers, the way from one to the other, both ends of the channel, DEADQ and policies."""
    draws = draft.draws
    managers = (_queue_manager(draft, odds), _queue_manager(draft, odds))
    yield managers
    here, there = (manager.name for manager in managers)
    target, transmission, remote = draft.name("T"), draft.name("X"), draft.name("RQ")
    replies = draft.name("R")
    draft.see(target, there)
    draft.see(transmission, here)
    draft.see(replies, here)
    draft.gone[remote] = None
    yield (
        DefineLocalQueue(target, queue_manager=there),
        DefineLocalQueue(transmission, QueueAttributes(usage=Usage.TRANSMISSION), here),
        DefineLocalQueue(replies, queue_manager=here),
        DefineRemoteQueue(remote, target, there, transmission, here),
    )
    sender = yield from _channel(draft, here, there, transmission, odds)
    queues: dict[str, str] = {}
    for manager in (here, there):
        name = yield from _dead_letter_queue(draft, manager, odds)
        if name is not None:
            queues[manager] = name
            yield from _policy_of_dead_letters(draft, name, manager, odds)
    if draws.chance(odds.putting):
        yield policy_for(draft, remote, here)
    if draws.chance(20):
        yield policy_for(draft, target, there)
    connection = draft.name("z")
    yield Connect(connection, here)
    producer = draft.name("zp") if draft.can(Ability.JMS, Ability.MESSAGE_PRODUCER) else None
    if producer is not None:
        session = draft.name("zs")
        yield OpenSession(session, queue_manager=here)
        yield CreateProducer(producer, session=session)
    return MessageChannel(
        here, there, remote, target, transmission, replies, connection, producer, sender, queues
    )


def put_across(
    draft: Draft, channel: MessageChannel, overlong: int, expiries: tuple[int, ...] = _EXPIRIES
) -> Command:
    """A put or a send to the remote queue, so many times of a hundred of a message that is too long."""
    draws = draft.draws
    long = draws.chance(overlong)
    asks = draft.can(Ability.REPORT_OPTIONS) and draws.chance(25)
    report = draws.one_of((Report.EXPIRATION, Report.EXPIRATION, Report.EXCEPTION)) if asks else Report.NONE
    message = OutgoingMessage(
        label=draft.name("m"),
        length=OVERLONG if long else None,
        report=int(report),
        reply_to=channel.replies if asks else None,
        correlation_id=f"{draws.below(1 << 62):048x}" if draws.chance(40) else None,
    )
    expiry = draws.one_of(expiries)
    draft.post(message.label, channel.target, 0, max(0, expiry) * 100, channel.there)
    if channel.producer is not None and draws.chance(_OF_A_CLIENT):
        arguments = SendArguments(draws.one_of(tuple(DeliveryMode)), draws.below(10), max(0, expiry) * 100)
        sent = perhaps_with_header_fields(draft, message, 60)
        return Send(channel.producer, sent, QueueDestination(channel.remote_queue), arguments)
    persistence = draws.one_of((Persistence.PERSISTENT, Persistence.NOT_PERSISTENT))
    priority = draws.below(10) if draws.chance(40) else PRIORITY_AS_QUEUE_DEFINITION
    descriptor = PutDescriptor(expiry, priority, persistence)
    return MqPut(channel.remote_queue, message, descriptor, connection=channel.connection)


def bad_header(draft: Draft, channel: MessageChannel) -> Command:
    header = TransmissionHeader(
        channel.target, channel.there, structure_id=draft.draws.one_of(("????", "xqh "))
    )
    message = OutgoingMessage(label=draft.name("m"), transmission_header=header)
    draft.post(message.label, channel.transmission_queue, 0, 0, channel.here)
    return MqPut(channel.transmission_queue, message, connection=channel.connection)


def looks(draft: Draft, channel: MessageChannel) -> Steps[None]:
    """At the status, and at most queues of the way."""
    draws = draft.draws
    if draws.chance(80):
        yield ReadChannelStatus(channel.transmission_queue, channel.here)
    places = [(channel.transmission_queue, channel.here), (channel.target, channel.there)]
    places.append((channel.replies, channel.here))
    places += [(name, manager) for manager, name in channel.dead_letter_queues.items()]
    for queue, manager in places:
        if draws.chance(75):
            yield from shown(draft, queue, manager)
        elif draws.chance(50):
            yield from counted(draft, queue, manager)
    if draws.chance(25):
        # What is elsewhere by now is not on the transmission queue as well.
        yield from shown(draft, channel.transmission_queue, channel.here)


def started(draft: Draft, channel: MessageChannel) -> Steps[None]:
    yield StartChannel(channel.transmission_queue, channel.here)
    if draft.draws.chance(30):
        yield from looks(draft, channel)
    yield from passing(draft, draft.draws.one_of((1, 100, 1000)))
    yield from looks(draft, channel)
