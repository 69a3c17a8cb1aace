"""Queues that were recorded completely, judged by every rule: absence, order, depth, fullness.

Of a recording that names such queues (`Observed.queues`) the steps that concern them are judged like a
trace of their own, and the others are left out (`Projection`). What makes one of them depend on something
that was not recorded ends that judging of it (`Entangled`), and says so; a refusal for a reason that no
document names may have a cause elsewhere and is left out with its call. Reports that go elsewhere are
nobody's concern here, and their options are left out. What report options and destinations a message shows
is judged with the message alone (`messages`).
"""

from collections.abc import Iterator
from typing import Final, NamedTuple

from msgspec import UNSET
from msgspec.structs import replace

from mqtck.reference.chapters.header_mapping import plain_id
from mqtck.reference.vocabulary.clusters import JoinCluster
from mqtck.reference.vocabulary.commands import (
    Advance,
    AlterQueue,
    Browse,
    Command,
    Commit,
    Connect,
    CreateProducer,
    DefineLocalQueue,
    DeleteQueue,
    DisableMessageId,
    EndQueueManager,
    FailDelayProcessor,
    GrantPut,
    MqBackout,
    MqCommit,
    MqGet,
    MqPut,
    MqPut1,
    OpenSession,
    QueueAttributes,
    ReadDepth,
    Receive,
    RevokePut,
    Rollback,
    Send,
    SetDeadLetterQueue,
    SetDeliveryDelay,
    SetDeliveryMode,
    SetPriority,
    SetTimeToLive,
    StartQueueManager,
    Usage,
)
from mqtck.reference.vocabulary.constants import DEFAULT_QUEUE_MANAGER, STAGING_QUEUE, ReasonCode, Report
from mqtck.reference.vocabulary.environment import SetEnforcementVariable
from mqtck.reference.vocabulary.messages import (
    OutgoingMessage,
    QueueDestination,
    SeenMessage,
    label_in,
)
from mqtck.reference.vocabulary.outcomes import Browsed, Done, MessageReturned, Outcome, Refused, Sent
from mqtck.reference.vocabulary.profile import Platform
from mqtck.reference.vocabulary.recordings import Observed
from mqtck.reference.vocabulary.traces import Step
from mqtck.reference.vocabulary.zos import MigrateBack, SetOperationMode

from .commuting import End, client_of, looked_at
from .units import OpenUnits
from .worlds import Shown, is_report

NAMED: Final = frozenset({ReasonCode.EXPIRY_ERROR, ReasonCode.OPTIONS_ERROR})

_REPORTS: Final = (
    Report.EXCEPTION_WITH_FULL_DATA
    | Report.EXPIRATION_WITH_FULL_DATA
    | Report.COA_WITH_FULL_DATA
    | Report.COD_WITH_FULL_DATA
)


class Entangled(Exception):  # noqa: N818 - a state of affairs
    """A queue, or all of them, depends on what was not recorded; the text says by what.

    `since` (ms) is when it was seen first: what was found there from then on does not count.
    """

    def __init__(self, why: str, queue: str | None = None, since: int | None = None) -> None:
        super().__init__(why)
        self.queue, self.since = queue, since


class _Sighting(NamedTuple):
    """A message that a look at a queue showed, and when the look began and ended (ms)."""

    queue: str
    seen: SeenMessage
    started: int
    ended: int


class Projection:
    """Chooses the steps that concern the queues, none else being known.

    What users may do is not looked at: a refusal for it is left out, and so are the users themselves. The
    staging queue holds messages for all queues; only what is got from it matters here, and on z/OS whether
    there is one. Whether there is a dead-letter queue with room is not known, nor asked: on a real clock
    nothing must have arrived.
    """

    def __init__(self, observed: Observed, platform: Platform) -> None:
        self._observed = observed
        self._queues = frozenset(observed.queues) - {STAGING_QUEUE}
        self._staging_is_known = platform is not Platform.ZOS or STAGING_QUEUE in observed.queues
        self._delaying: set[str] = set()
        self._defined: set[str] = set()
        self._labels: set[str] = set()
        self._kept_replies: dict[str, str] = {}
        self._ids: set[str] = set()
        self._unsettled: list[_Sighting] = []
        self._left: set[str] = set()
        self._producers: dict[str, QueueDestination | None] = {}
        self._elsewhere: set[str] = set()
        self._clients: set[str] = set()
        self._ended: set[str] = set()
        self._units = OpenUnits()

    def without(self, queue: str) -> bool:
        """Go on without one of the queues; whether any is left."""
        self._queues -= {queue}
        self._left.add(queue)
        self._unsettled = [one for one in self._unsettled if one.queue != queue]
        return bool(self._queues)

    def is_about(self, command: Command, queue: str) -> bool:
        """Whether a call is a put to the queue, or a look at it."""
        return (self._used(command) or looked_at(command)) == queue

    def counts(self, command: Command) -> bool:
        """Whether what is wrong with a call counts: its queue has not proved to be incomplete since."""
        return not any(self.is_about(command, queue) for queue in self._left)

    def projected(self, step: Step) -> Step | None:
        """The step as far as it concerns them. Raises Entangled."""
        command = step.command
        refused = isinstance(step.outcome, Refused)
        if not refused or isinstance(command, End):
            self._units.see(command, self._used(command), step.started)
        match command:
            case OpenSession() | Connect() | CreateProducer():
                return None if refused else self._client(command, step)
            case _ if client_of(command) in self._elsewhere:
                if isinstance(command, Send):
                    self._message("another place", command.message, step)
                return None
            case Send():
                return self._send(command, step)
            case MqPut(queue=queue, message=message) | MqPut1(queue=queue, message=message):
                return self._message(queue, message, step)
            case Receive(queue=queue) | MqGet(queue=queue) if queue == STAGING_QUEUE:
                kept = self._recalled(step)
            case Receive(queue=queue) | MqGet(queue=queue):
                kept = self._looked(queue, step)
            case Browse(queue=queue, queue_manager=manager) | ReadDepth(queue=queue, queue_manager=manager):
                kept = manager == DEFAULT_QUEUE_MANAGER and self._looked(queue, step)
            case SetDeliveryDelay() | SetTimeToLive() | SetPriority() | SetDeliveryMode():
                kept = self._set(command, step.outcome)
            case DisableMessageId(producer=name):
                kept = name in self._producers
            case Commit() | Rollback() | MqCommit() | MqBackout():
                kept = isinstance(step.outcome, Done)
                if not kept and client_of(command) not in self._ended:
                    raise Entangled("a unit of work failed")
            case Advance():
                kept = True
            case _:
                kept = not refused and self._fixture(command)
        return replace(step, outcome=_without_options(step.outcome)) if kept else None

    def _client(self, command: OpenSession | Connect | CreateProducer, step: Step) -> Step | None:
        """Keep where a session, a connection or a producer is; the step, where that is here."""
        match command:
            case OpenSession(session=name, queue_manager=manager):
                here = self._opened(f"session {name}", manager)
                step = replace(step, command=replace(command, user=None))
            case Connect(connection=name, queue_manager=manager):
                here = self._opened(f"connection {name}", manager)
            case CreateProducer(producer=name, destination=destination, session=session, topic=topic):
                here = f"session {session}" not in self._elsewhere and topic is None
                if here:
                    self._producers[name] = destination
                else:
                    self._elsewhere.add(f"producer {name}")
        return step if here else None

    def _set(
        self, command: SetDeliveryDelay | SetTimeToLive | SetPriority | SetDeliveryMode, outcome: Outcome
    ) -> bool:
        """Whether the producer is here, and how it is set is still known after this call."""
        if isinstance(outcome, Refused) and outcome.reason not in NAMED:
            self._producers.pop(command.producer, None)
            return False
        if isinstance(command, SetDeliveryDelay) and command.milliseconds:
            self._delaying.add(command.producer)
        return command.producer in self._producers

    def _looked(self, queue: str, step: Step) -> bool:
        """A look at a queue; what it shows must be known, or else not all was recorded."""
        if queue not in self._queues or isinstance(step.outcome, Refused):
            return False
        match step.outcome:
            case MessageReturned(message=seen):
                self._unsettled.append(_Sighting(queue, seen, step.started, step.ended))
            case Browsed(messages=messages):
                self._unsettled += [_Sighting(queue, seen, step.started, step.ended) for seen in messages]
            case _:
                pass
        return True

    def settle(self, until: int | None) -> None:
        """Check that what was seen before then was sent: sends that overlap a look may come behind it.

        Raises Entangled.
        """
        left: list[_Sighting] = []
        while self._unsettled:
            one = self._unsettled.pop()
            if until is not None and one.ended >= until:
                left.append(one)
            elif not self._is_known(one.seen):
                self._unsettled += left
                why = f"on {one.queue} is a message of which no send to it was recorded"
                raise Entangled(why, one.queue, one.started)
        self._unsettled = left
        for client, queue, since in () if until is not None else self._units.never_ended():
            if queue in self._queues:
                why = f"{client} used {queue} in a unit of work, and no commit or rollback of it was recorded"
                raise Entangled(why, queue, since)

    def _used(self, command: Command) -> str | None:
        """The queue that a put or a get is about."""
        match command:
            case Send(producer=producer, destination=destination):
                named = destination or self._producers.get(producer)
                return None if named is None else named.queue
            case MqPut(queue=queue) | MqPut1(queue=queue) | Receive(queue=queue) | MqGet(queue=queue):
                return queue
            case _:
                return None

    def unexplained(self) -> Iterator[tuple[str, int]]:
        """What was seen so far, on which queue and since when (ms), that no send behind it explains."""
        return ((one.queue, one.started) for one in self._unsettled if not self._is_known(one.seen))

    def _is_known(self, seen: SeenMessage) -> bool:
        body, descriptor = seen.body, seen.descriptor
        if isinstance(body, str) and body and label_in(body, self._labels) in self._labels:
            return True
        ids = (descriptor.message_id, seen.header.message_id)
        if is_report(descriptor):
            ids = (descriptor.correlation_id, seen.header.correlation_id)
        return any(isinstance(one, str) and plain_id(one) in self._ids for one in ids)

    def _recalled(self, step: Step) -> bool:
        """A get from the staging queue: of a message for these queues, or for another."""
        if not isinstance(step.outcome, MessageReturned):
            return False
        body = step.outcome.message.body
        if not isinstance(body, str) or not body:
            raise Entangled("what was got from the staging queue does not show which message it is")
        return label_in(body, self._labels) in self._labels

    def _opened(self, name: str, manager: str) -> bool:
        here = manager == DEFAULT_QUEUE_MANAGER
        (self._elsewhere.discard if here else self._elsewhere.add)(name)
        self._ended.discard(name)
        self._clients.add(name)
        return here

    def _send(self, command: Send, step: Step) -> Step | None:
        if command.producer not in self._producers:
            raise Entangled(f"the producer {command.producer} sends and its creation was not recorded")
        if command.producer in self._delaying and not self._staging_is_known:
            raise Entangled("on z/OS somebody has to define the staging queue, and that was not recorded")
        destination = command.destination or self._producers[command.producer]
        here = destination is not None and destination.queue_manager in {None, "", DEFAULT_QUEUE_MANAGER}
        if command.topic is not None or destination is None or not here:
            return self._message("another place", command.message, step)
        if destination.queue in self._queues and not self._observed.producer(command.producer):
            why = f"{command.producer} sends to {destination.queue}, and not all calls on it are recorded"
            raise Entangled(why, destination.queue)
        return self._message(destination.queue, command.message, step)

    def _message(self, queue: str, message: OutgoingMessage, step: Step) -> Step | None:
        replies = self._replies(message)
        reply_to = replies if replies in self._queues else None
        if queue not in self._queues:
            if reply_to is not None:
                raise Entangled(f"reports or replies about messages on {queue} come to {reply_to}", reply_to)
            return None
        if queue not in self._defined:
            raise Entangled(f"no definition of {queue} was recorded that is certainly before its use", queue)
        if reply_to is not None and message.report & Report.EXCEPTION:
            raise Entangled(
                f"exception reports to {reply_to}, about messages on {queue}, hang on the dead-letter queue",
                reply_to,
            )
        if message.transmission_header is not None or message.ims_header is not None:
            raise Entangled(f"a message on {queue} is meant for another system", queue)
        before = message.same_object_as
        if before is not None and before not in self._labels:
            raise Entangled(f"what was sent to {queue} was sent elsewhere before, as one object", queue)
        if isinstance(step.outcome, Refused):
            return step if step.outcome.reason in NAMED else None
        self._labels.add(message.label)
        if isinstance(step.outcome, Sent):
            shown = (step.outcome.header.message_id, step.outcome.descriptor.message_id)
            self._ids.update(plain_id(one) for one in shown if isinstance(one, str))
        if reply_to is None and message.report:
            assert isinstance(step.command, Send | MqPut | MqPut1)
            message = replace(message, report=message.report & ~_REPORTS)
            step = replace(step, command=replace(step.command, message=message))
        return replace(step, outcome=_without_options(step.outcome))

    def _replies(self, message: OutgoingMessage) -> str | None:
        """Where its replies go, perhaps because that has stayed on the message object."""
        before = message.same_object_as
        replies = message.reply_to or (None if before is None else self._kept_replies.get(before))
        if replies is not None:
            self._kept_replies[message.label] = replies
        return replies

    def _fixture(self, command: Command) -> bool:
        """Definitions: of these queues, and of what concerns the whole queue manager."""
        match command:
            case DefineLocalQueue(queue=queue, attributes=attributes):
                return command.queue_manager == DEFAULT_QUEUE_MANAGER and self._define(queue, attributes)
            case AlterQueue() | DeleteQueue():
                known = command.queue in self._queues or command.queue == STAGING_QUEUE
                return known and command.queue_manager == DEFAULT_QUEUE_MANAGER
            case SetDeadLetterQueue(queue=queue, queue_manager=manager):
                if queue in self._queues and manager == DEFAULT_QUEUE_MANAGER:
                    raise Entangled(
                        f"{queue} is the dead-letter queue, to which the queue manager puts", queue
                    )
                return False
            case EndQueueManager() if command.queue_manager == DEFAULT_QUEUE_MANAGER:
                # What was open then was backed out, whatever its clients hear of it later.
                self._ended |= self._clients
                self._clients.clear()
                return True
            case EndQueueManager() | StartQueueManager() | FailDelayProcessor() | SetEnforcementVariable():
                return command.queue_manager == DEFAULT_QUEUE_MANAGER
            case GrantPut() | RevokePut():
                return False
            case _:
                named = self._queues.intersection(_texts(command))
                if named or isinstance(command, SetOperationMode | MigrateBack | JoinCluster):
                    about = min(named, default=None)
                    raise Entangled(
                        f"{about or 'the queue manager'} is used by {type(command).__name__}", about
                    )
                return False

    def _define(self, queue: str, attributes: QueueAttributes) -> bool:
        trigger = attributes.trigger
        if queue not in self._queues and queue != STAGING_QUEUE:
            if trigger is not None and trigger.initiation_queue in self._queues:
                where = trigger.initiation_queue
                raise Entangled(f"trigger messages of {queue} come to {where}", where)
            return False
        if attributes.cluster is not None or attributes.usage is Usage.TRANSMISSION:
            raise Entangled(f"the queue {queue} takes messages from elsewhere", queue)
        self._defined.add(queue)
        self._staging_is_known |= queue == STAGING_QUEUE
        return True


def _texts(command: Command) -> Iterator[str]:
    """The texts that a command holds directly: the names of what it is about."""
    for name in command.__struct_fields__:
        value = getattr(command, name)
        if isinstance(value, str):
            yield value


def _without_options(outcome: Outcome) -> Outcome:
    """What an outcome shows without report options, formats and destinations."""
    match outcome:
        case MessageReturned(message=seen):
            return MessageReturned(_plain(seen))
        case Browsed(messages=messages):
            return Browsed(tuple(_plain(seen) for seen in messages))
        case Sent():
            return _plain(outcome)
        case _:
            return outcome


def _plain(seen: Shown) -> Shown:
    """Nothing of formats either, which programs set, and change by how they get a message."""
    descriptor = replace(seen.descriptor, report=UNSET, format=UNSET, reply_to_queue_manager=UNSET)
    return replace(
        seen,
        header=replace(seen.header, destination=UNSET, reply_destination=UNSET),
        descriptor=descriptor,
        folder=replace(seen.folder, destination=UNSET, reply_to=UNSET),
    )
