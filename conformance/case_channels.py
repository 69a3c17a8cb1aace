"""Episodes of channels with AMS on z/OS: what either end cannot deliver, protection, retry and repair.

An episode makes a pair of queue managers of its own, with all that belongs to a channel between them, lets
messages wait or arrive, starts the channel, and looks at every queue of the way and at the channel's
status. What cannot be delivered is too long for the channel, meets a target that takes nothing, or begins
with a bad header; DEADQ, policies, SPLPROT, USEDLQ, NPMSPEED, persistence and lives are drawn.
"""

from typing import Final, NamedTuple

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
    Browse,
    Command,
    Connect,
    DefineLocalQueue,
    DefineQueueManager,
    DefineRemoteQueue,
    MqGet,
    MqPut,
    QueueAttributes,
    ReadDepth,
    SetDeadLetterQueue,
    StartChannel,
    StopChannel,
    Switch,
    Usage,
)
from mqtck.reference.vocabulary.constants import (
    DEFAULT_DEAD_LETTER_QUEUE,
    UNLIMITED,
    Persistence,
    Report,
)
from mqtck.reference.vocabulary.messages import OutgoingMessage, PutDescriptor, TransmissionHeader
from mqtck.reference.vocabulary.profile import Platform, Version

from .case_draft import Draft, Steps, passing, together

NEEDS: Final = frozenset(
    {
        *(Ability.LOCAL_QUEUES, Ability.MQI, Ability.BROWSE, Ability.DEPTH, Ability.REMOTE_QUEUES),
        *(Ability.OTHER_QUEUE_MANAGERS, Ability.ZOS, Ability.DEAD_LETTER_QUEUE, Ability.PUT_INHIBIT),
        *(Ability.QUEUE_LIMITS, Ability.CHANNEL_ATTRIBUTES, Ability.CHANNEL_STATUS),
        Ability.MESSAGE_PROTECTION,
    }
)
"""What an adapter must be able to do for these episodes."""

LIMIT: Final = 20_000
"""MAXMSGL of a channel that is too small for some messages."""

OVERLONG: Final = 40_000
"""Too long by whatever count, and the usual length is far from it (AM-03)."""

HOUR: Final = 3_600_000
_AMPLE: Final = 4_194_304
_INHIBITED: Final = AttributeChanges(put=Switch.DISABLED)
_ENABLED: Final = AttributeChanges(put=Switch.ENABLED, max_depth=5000, max_message_length=_AMPLE)
_TROUBLES: Final = (
    *(_INHIBITED, _INHIBITED, AttributeChanges(max_depth=0)),
    *(AttributeChanges(max_depth=1), AttributeChanges(max_message_length=100)),
)
_EXPIRIES: Final = (UNLIMITED, UNLIMITED, UNLIMITED, 50, 100, 600, 6000)


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
_TELLING: Final = Odds(outside=0, removing=85, unnamed=12, system=30, troubled=35, covered=70, putting=50)
"""Where most of what is drawn meets a rule."""


class Crossing(NamedTuple):
    """A channel and what belongs to it, by its names."""

    here: str
    there: str
    remote_queue: str
    target: str
    transmission_queue: str
    replies: str
    connection: str
    sender: ChannelAttributes
    dead_letter_queues: dict[str, str]


# --- what is set up ------------------------------------------------------------------------------------


_DOCUMENTED: Final = (*((Version(9, 2), Platform.ZOS),) * 8, (Version(9, 1, 3), Platform.ZOS))
_OUTSIDE: Final = (
    *((Version(9, 1, 2), Platform.ZOS), (Version(9, 1, 2), Platform.ZOS)),
    (Version(9, 2), Platform.MULTIPLATFORMS),
)


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
        yield SetDeadLetterQueue(DEFAULT_DEAD_LETTER_QUEUE, manager)
        return DEFAULT_DEAD_LETTER_QUEUE
    name = draft.name("D")
    draft.see(name, manager)
    yield (DefineLocalQueue(name, queue_manager=manager), SetDeadLetterQueue(name, manager))
    if draws.chance(odds.troubled):
        yield AlterQueue(name, draws.one_of(_TROUBLES), manager)
    return name


def _policy(draft: Draft, name: str, manager: str) -> DefinePolicy:
    draws = draft.draws
    toleration = Toleration.OFF if draws.chance(50) else Toleration.ON
    barred = draws.chance(15)
    initiator = InitiatorPermission.NOT_PERMITTED if barred else InitiatorPermission.PERMITTED
    return DefinePolicy(name, toleration, initiator, manager)


def _crossing(draft: Draft, odds: Odds = _USUAL) -> Steps[Crossing]:
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
    queues: dict[str, str] = {}
    for manager in (here, there):
        name = yield from _dead_letter_queue(draft, manager, odds)
        if name is not None:
            queues[manager] = name
            if draws.chance(odds.covered):
                yield _policy(draft, name, manager)
                if draws.chance(10):
                    yield DeletePolicy(name, manager)
    if draws.chance(odds.putting):
        yield _policy(draft, remote, here)
    if draws.chance(20):
        yield _policy(draft, target, there)
    connection = draft.name("z")
    yield Connect(connection, here)
    return Crossing(here, there, remote, target, transmission, replies, connection, sender, queues)


# --- messages and looks --------------------------------------------------------------------------------


def _message(draft: Draft, crossing: Crossing, overlong: int) -> Command:
    """A put to the remote queue, so many times of a hundred of a message that is too long."""
    draws = draft.draws
    long = draws.chance(overlong)
    asks = draft.can(Ability.REPORT_OPTIONS) and draws.chance(25)
    report = draws.one_of((Report.EXPIRATION, Report.EXPIRATION, Report.EXCEPTION)) if asks else Report.NONE
    message = OutgoingMessage(
        label=draft.name("m"),
        length=OVERLONG if long else None,
        report=int(report),
        reply_to=crossing.replies if asks else None,
    )
    expiry = draws.one_of(_EXPIRIES)
    draft.post(message.label, crossing.target, 0, max(0, expiry) * 100, crossing.there)
    persistence = draws.one_of((Persistence.PERSISTENT, Persistence.NOT_PERSISTENT))
    descriptor = PutDescriptor(expiry, persistence=persistence)
    return MqPut(crossing.remote_queue, message, descriptor, connection=crossing.connection)


def _bad_header(draft: Draft, crossing: Crossing) -> Command:
    header = TransmissionHeader(
        crossing.target, crossing.there, structure_id=draft.draws.one_of(("????", "xqh "))
    )
    message = OutgoingMessage(label=draft.name("m"), transmission_header=header)
    draft.post(message.label, crossing.transmission_queue, 0, 0, crossing.here)
    return MqPut(crossing.transmission_queue, message, connection=crossing.connection)


def _looks(draft: Draft, crossing: Crossing) -> Steps[None]:
    """At the status, and at most queues of the way."""
    draws = draft.draws
    if draws.chance(80):
        yield ReadChannelStatus(crossing.transmission_queue, crossing.here)
    places = [(crossing.transmission_queue, crossing.here), (crossing.target, crossing.there)]
    places.append((crossing.replies, crossing.here))
    places += [(name, manager) for manager, name in crossing.dead_letter_queues.items()]
    for queue, manager in places:
        if draws.chance(75):
            yield Browse(queue, manager)
        elif draws.chance(50):
            yield ReadDepth(queue, manager)


def _started(draft: Draft, crossing: Crossing) -> Steps[None]:
    yield StartChannel(crossing.transmission_queue, crossing.here)
    if draft.draws.chance(30):
        yield from _looks(draft, crossing)
    yield from passing(draft, draft.draws.one_of((1, 100, 1000)))
    yield from _looks(draft, crossing)


# --- episodes ------------------------------------------------------------------------------------------


def undelivered_at_sender(draft: Draft) -> Steps[None]:
    """Messages too long for the channel among others, and headers that are none (AM-02 to AM-11, AM-24)."""
    draws = draft.draws
    crossing = yield from _crossing(draft)
    for _ in range(draws.between(1, 3)):
        if draft.can(Ability.TRANSMISSION_HEADERS) and draws.chance(6):
            yield _bad_header(draft, crossing)
        yield _message(draft, crossing, overlong=55)
    yield from _started(draft, crossing)
    if draws.chance(40):
        yield _message(draft, crossing, overlong=40)
    yield from _later(draft, crossing, overlong=40)


def undelivered_at_receiver(draft: Draft) -> Steps[None]:
    """A target that takes nothing, or not everything (AM-12 to AM-23, AM-27, AM-28)."""
    draws = draft.draws
    crossing = yield from _crossing(draft)
    yield AlterQueue(crossing.target, draws.one_of(_TROUBLES), crossing.there)
    for _ in range(draws.between(1, 3)):
        yield _message(draft, crossing, overlong=10)
    yield from _started(draft, crossing)
    if draws.chance(30):
        yield _message(draft, crossing, overlong=10)
    yield from _later(draft, crossing, overlong=10)


def _doomed(draft: Draft, crossing: Crossing, end: str) -> Steps[int]:
    """See to it that this end cannot deliver what is put. Returns how many of a hundred are too long."""
    if end == crossing.here:
        return 100
    yield AlterQueue(crossing.target, draft.draws.one_of(_TROUBLES), crossing.there)
    return 0


def undelivered_once(draft: Draft) -> Steps[None]:
    """One message that either end cannot deliver: a row of the tables, undisturbed (AM-02 to AM-23)."""
    yield together(_undelivered_once(draft))


def _undelivered_once(draft: Draft) -> Steps[None]:
    crossing = yield from _crossing(draft, _TELLING)
    end = draft.draws.one_of((crossing.here, crossing.there, crossing.there))
    overlong = yield from _doomed(draft, crossing, end)
    yield _message(draft, crossing, overlong)
    yield StartChannel(crossing.transmission_queue, crossing.here)
    yield from passing(draft, draft.draws.one_of((1, 100, 1000)))
    if end in crossing.dead_letter_queues:
        yield Browse(crossing.dead_letter_queues[end], end)
    yield from _looks(draft, crossing)


def another_dead_letter_queue(draft: Draft) -> Steps[None]:
    """DEADQ names another queue from the next start on, with a policy of its own or without one (AM-18)."""
    draws = draft.draws
    crossing = yield from _crossing(draft, _TELLING)
    end = draws.one_of((crossing.here, crossing.here, crossing.there))
    overlong = yield from _doomed(draft, crossing, end)
    yield _message(draft, crossing, overlong)
    yield from _started(draft, crossing)
    yield together(_renamed(draft, crossing, end, overlong))


def _renamed(draft: Draft, crossing: Crossing, end: str, overlong: int) -> Steps[None]:
    draws = draft.draws
    name = draft.name("D")
    draft.see(name, end)
    yield (DefineLocalQueue(name, queue_manager=end), SetDeadLetterQueue(name, end))
    crossing.dead_letter_queues[end] = name
    if draws.chance(60):
        yield _policy(draft, name, end)
    yield _restart(crossing)
    yield _message(draft, crossing, overlong)
    yield from passing(draft, draws.one_of((100, 1000)))
    yield from _looks(draft, crossing)


def _later(draft: Draft, crossing: Crossing, overlong: int) -> Steps[None]:
    """Time, repairs and another attempt (X-47, X-48), or another message that goes by them (AM-18)."""
    draws = draft.draws
    for _ in range(draws.between(1, 2)):
        yield from passing(draft, draws.one_of((100, 2000, 6000, 12_000, 70_000, HOUR, 2 * HOUR)))
        yield from _looks(draft, crossing)
        yield from _repair(draft, crossing)
        if draws.chance(40):
            yield _message(draft, crossing, overlong)
        yield from passing(draft, draws.one_of((100, 1000, 1000, HOUR + 1)))
        yield from _looks(draft, crossing)


def _restart(crossing: Crossing) -> tuple[Command, ...]:
    return (
        StopChannel(crossing.transmission_queue, crossing.here),
        StartChannel(crossing.transmission_queue, crossing.here),
    )


def _repair(draft: Draft, crossing: Crossing) -> Steps[None]:
    """One thing is changed; the channel is started again where only that is sure to make it count."""
    draws = draft.draws
    restart = _restart(crossing)
    match draws.below(7):
        case 0:
            yield AlterQueue(crossing.target, _ENABLED, crossing.there)
        case 1 if crossing.dead_letter_queues:
            manager, name = draws.one_of(tuple(crossing.dead_letter_queues.items()))
            yield AlterQueue(name, draws.one_of((_ENABLED, _INHIBITED)), manager)
        case 2:
            wider = ChannelAttributes(protection=crossing.sender.protection)
            yield (DefineSenderChannel(crossing.transmission_queue, wider, crossing.here), *restart)
        case 3:
            name = draft.name("D")
            manager = draws.one_of((crossing.here, crossing.there))
            draft.see(name, manager)
            named = SetDeadLetterQueue(name if draws.chance(70) else None, manager)
            yield (DefineLocalQueue(name, queue_manager=manager), named)
            if draws.chance(60):
                yield restart
        case 4 if crossing.dead_letter_queues:
            manager, name = draws.one_of(tuple(crossing.dead_letter_queues.items()))
            yield _policy(draft, name, manager)
            if draws.chance(60):
                yield restart
        case 5 if crossing.dead_letter_queues:
            manager, name = draws.one_of(tuple(crossing.dead_letter_queues.items()))
            yield DeletePolicy(name, manager)
            yield restart
        case 6:
            yield MqGet(crossing.transmission_queue, connection=crossing.connection)
        case _:
            yield restart
