"""The JMS client: sessions, producers of both APIs, sends and publishes with their checks, receives.

Subscribers are in `subscribers`. Left out: selectors, asynchronous sends. A message object that is sent
again carries what the new command names and nothing of the earlier send.
"""

from functools import partial
from typing import NamedTuple

import msgspec

from implementations.behaviour.publications import TopicDefaults
from implementations.behaviour.whole import (
    Behaviour,
    DestinationChecked,
    FirstResolution,
    FullnessCheck,
    StagingAuthority,
    TargetAsked,
)
from implementations.decisions.client import ClientDecisions, DelaySetting, IdHint
from implementations.decisions.publications import PublicationKind
from implementations.decisions.queue_manager import Check, Manner
from implementations.decisions.transmission import Entrance
from implementations.simulation.clients.writing import Sending, Writer
from implementations.simulation.queue_managers.getting import Getter
from implementations.simulation.queue_managers.publishing import Publish, publish, publish_delayed
from implementations.simulation.queue_managers.queue_manager import QueueManager
from implementations.simulation.shared import Simulation
from implementations.simulation.showing import sent_by_jms
from implementations.state.objects import AliasQueue, AsQueue, CallRefusedError, Message, UnitOfWork
from mqtck.reference.vocabulary.commands import (
    DEFAULT_SESSION,
    Acknowledgement,
    CreateProducer,
    OpenSession,
    ProducerApi,
    Receive,
    Send,
    SendArguments,
    Switch,
)
from mqtck.reference.vocabulary.constants import (
    DEFAULT_DELIVERY_MODE,
    DEFAULT_PRIORITY,
    DEFAULT_QUEUE_MANAGER,
    STAGING_QUEUE,
    ReasonCode,
)
from mqtck.reference.vocabulary.messages import OutgoingMessage, QueueDestination, TopicDestination, body_of
from mqtck.reference.vocabulary.outcomes import Sent

TOPIC_DEFAULTS = {TopicDefaults.LOWEST: (0, 0), TopicDefaults.HIGHER: (1, 4)}
"""MQPER_* and priority."""


class Session:
    def __init__(self, manager: QueueManager, user: str | None, unit: UnitOfWork | None) -> None:
        self.manager = manager
        self.user = user
        self.unit = unit
        self.api = ProducerApi.MESSAGE_PRODUCER

    def end(self) -> None:
        """The unit of work is rolled back, and consumers are gone with their non-durable subscriptions."""
        if self.unit is not None:
            self.unit.rollback()
        for subscription in self.manager.simulation.hierarchy.subscriptions.values():
            if subscription.consumer is self:
                self.manager.topics.disconnect(subscription)


class Opened(NamedTuple):
    """What the destination of a producer led to at its creation: behind an alias, and with which defaults."""

    queue: str
    alias: bool
    defaults: tuple[int, int]


class Producer:
    def __init__(
        self,
        api: ProducerApi,
        session: Session,
        destination: QueueDestination | TopicDestination | None,
    ) -> None:
        self.api = api
        self.session = session
        self.destination = destination
        self.delay = 0
        self.largest_delay = 0
        self.delay_set_at = 0
        self.time_to_live = 0
        self.priority = DEFAULT_PRIORITY
        self.delivery_mode = DEFAULT_DELIVERY_MODE
        self.id_hint = IdHint.ENABLED
        self.opened: Opened | None = None


class JmsClient:
    """`ids` remembers what the send of each label returned, in hexadecimal."""

    def __init__(self, simulation: Simulation, decisions: ClientDecisions, ids: dict[str, str]) -> None:
        self.simulation = simulation
        self.decisions = decisions
        self.behaviour: Behaviour = decisions.behaviour
        self.ids = ids
        self.writer = Writer(decisions, ids)
        self.sessions: dict[str, Session] = {}
        self.producers: dict[str, Producer] = {}

    # --- sessions and producers ---------------------------------------------------------------------

    def open_session(self, command: OpenSession) -> Session:
        manager = self.simulation.running(command.queue_manager)
        transacted = command.acknowledgement is Acknowledgement.TRANSACTED
        earlier = self.sessions.get(command.session)
        if earlier is not None:
            earlier.end()
        session = Session(manager, command.user, UnitOfWork() if transacted else None)
        self.sessions[command.session] = session
        return session

    def session(self, name: str = DEFAULT_SESSION) -> Session:
        """A session that was not opened is opened by its first use."""
        return self.sessions.get(name) or self.open_session(
            OpenSession(session=name, queue_manager=DEFAULT_QUEUE_MANAGER)
        )

    def disconnect(self, manager: QueueManager) -> None:
        """The queue manager ends: open units of work are rolled back."""
        gone = {name for name, session in self.sessions.items() if session.manager is manager}
        for name in gone:
            self.sessions.pop(name).end()
        for producer in self.producers.values():
            # Of a session that was opened again under its name: they live on in the former one.
            if producer.session.manager is manager:
                producer.session.end()
        self.producers = {
            name: producer
            for name, producer in self.producers.items()
            if producer.session.manager is not manager
        }

    def create_producer(self, command: CreateProducer) -> None:
        session = self.session(command.session)
        session.api = command.api
        if (
            command.destination is not None
            and self.behaviour.destination_checked is DestinationChecked.AT_CREATION
        ):
            self._open_destination(session, command.destination.queue, frozenset(Check))
        destination = command.destination or command.topic
        producer = Producer(command.api, session, destination)
        self.producers[command.producer] = producer
        if self.behaviour.first_resolution is FirstResolution.AT_CREATION and command.destination is not None:
            producer.opened = _opened(session.manager, command.destination.queue)

    def producer(self, name: str) -> Producer:
        if name not in self.producers:
            raise CallRefusedError(None, f"there is no producer {name}, or it is closed")
        return self.producers[name]

    def set_delivery_delay(self, producer: Producer, milliseconds: int) -> None:
        version = producer.session.manager.version
        if self.decisions.support_checked_by_setter():
            self._check_support(milliseconds, producer)
        if milliseconds < 0 and self.decisions.negative_delay_refused():
            raise CallRefusedError(None, f"a delivery delay of {milliseconds} ms on version {version}")
        old = producer.delay
        producer.delay = milliseconds
        producer.delay_set_at = self.simulation.now
        producer.largest_delay = max(producer.largest_delay, milliseconds)
        if self._setter_refuses(producer):
            if self.decisions.refused_setter_keeps_value():
                producer.delay = old
            raise CallRefusedError(ReasonCode.EXPIRY_ERROR, "the time to live is below the delay")

    def set_time_to_live(self, producer: Producer, milliseconds: int) -> None:
        if milliseconds < 0:
            raise CallRefusedError(None, f"a time to live of {milliseconds} ms")
        old = producer.time_to_live
        producer.time_to_live = milliseconds
        if self._setter_refuses(producer):
            if self.decisions.refused_setter_keeps_value():
                producer.time_to_live = old
            raise CallRefusedError(ReasonCode.EXPIRY_ERROR, "the time to live is below the delay")

    def _setter_refuses(self, producer: Producer) -> bool:
        return self.decisions.setter_reports_conflict() and self.decisions.conflict(
            producer.time_to_live, producer.delay
        )

    def _check_support(self, delay: int, producer: Producer) -> None:
        manager = producer.session.manager
        if not self.decisions.delay_supported(delay, manager.version):
            raise CallRefusedError(ReasonCode.FUNCTION_NOT_SUPPORTED, "the queue manager is older than 8.0")
        if delay and not manager.decisions.mode_allows_delay(manager.mode):
            raise CallRefusedError(ReasonCode.FUNCTION_NOT_SUPPORTED, f"OPMODE is {manager.mode}")

    # --- send ---------------------------------------------------------------------------------------

    def send(self, command: Send) -> Sent:
        producer = self.producer(command.producer)
        destination = command.destination or command.topic or producer.destination
        if destination is None:
            raise CallRefusedError(None, "neither the producer nor the send names a destination")
        delay = self._effective_delay(producer)
        arguments = command.arguments or SendArguments(
            delivery_mode=producer.delivery_mode,
            priority=producer.priority,
            time_to_live=producer.time_to_live,
        )
        self._check_support(delay, producer)
        self._check_restrictions(producer.session.manager, command.message, arguments.time_to_live, delay)
        if isinstance(destination, TopicDestination):
            message = self._publish(producer, destination, command.message, arguments, delay)
        else:
            message = self._send(producer, destination, command.message, arguments, delay)
        self.ids[command.message.label] = message.message_id
        shown = self.decisions.shown_id(message.message_id)
        return sent_by_jms(message, self.decisions.returned_id(shown, command.message, producer.id_hint))

    def _send(
        self,
        producer: Producer,
        destination: QueueDestination,
        outgoing: OutgoingMessage,
        arguments: SendArguments,
        delay: int,
    ) -> Message:
        session, queue = producer.session, destination.queue
        decisions = session.manager.decisions
        check_queue(session.manager, queue, outgoing, delay)
        checks = frozenset(Check) if delay == 0 else decisions.checks_at_send
        opened = None if destination is not producer.destination else _still_open(session.manager, producer)
        led = opened.queue if opened is not None and opened.alias else queue
        self._open_destination(session, queue, checks, led)
        self._check_target(session, led, outgoing, checks, delay)
        defaults = session.manager.defaults(queue) if opened is None else opened.defaults
        sending = Sending(destination, defaults, outgoing, arguments, delay)
        message, as_queue = self.writer.write(session.manager, sending)
        self._put(session, queue, led, message, delay, as_queue)
        return message

    def _publish(
        self,
        producer: Producer,
        destination: TopicDestination,
        outgoing: OutgoingMessage,
        arguments: SendArguments,
        delay: int,
    ) -> Message:
        manager = producer.session.manager
        kind = PublicationKind.DELAYED if delay else PublicationKind.UNDELAYED
        if manager.decisions.retained_refused(outgoing.retained, kind):
            raise CallRefusedError(manager.decisions.retained_failure, "a retained publication with a delay")
        defaults = TOPIC_DEFAULTS[self.behaviour.topic_defaults]
        message, _ = self.writer.write(manager, Sending(destination, defaults, outgoing, arguments, delay))
        call = Publish(
            message=message,
            topic_string=destination.topic_string,
            sent_with=self.decisions.persistence(arguments.delivery_mode),
            retained=outgoing.retained,
            unit=producer.session.unit,
        )
        if delay:
            publish_delayed(manager, call, delay)
        else:
            publish(manager, call)
        return message

    def _effective_delay(self, producer: Producer) -> int:
        age = self.simulation.now - producer.delay_set_at
        setting = DelaySetting(producer.api, producer.delay, producer.largest_delay, age)
        return self.decisions.effective_delay(setting)

    def _check_restrictions(
        self, manager: QueueManager, message: OutgoingMessage, time_to_live: int, delay: int
    ) -> None:
        if self.decisions.send_reports_conflict() and self.decisions.conflict(time_to_live, delay):
            raise CallRefusedError(ReasonCode.EXPIRY_ERROR, "the time to live is below the delay")
        if self.decisions.group_refused(message.group, delay):
            raise CallRefusedError(ReasonCode.OPTIONS_ERROR, "a grouped message with a delivery delay")
        expiry = manager.enforcement.life_of_jms(self.decisions.expiry(time_to_live))
        if self.decisions.short_life_refused(time_to_live) or manager.enforcement.refuses(
            expiry, Entrance.JMS
        ):
            raise CallRefusedError(ReasonCode.EXPIRY_ERROR, f"an expiry of {expiry} tenths")

    def _open_destination(
        self, session: Session, queue: str, checks: frozenset[Check], led: str | None = None
    ) -> None:
        """The target exists and the user may put to it (DD-46, DD-47, DD-75); `led` where it is known."""
        if Check.EXISTS in checks and session.manager.put_queue(led or queue) is None:
            raise CallRefusedError(ReasonCode.UNKNOWN_OBJECT_NAME, f"{queue} does not lead to a queue")
        if Check.AUTHORITY in checks and not _may_put(session, queue):
            raise CallRefusedError(ReasonCode.NOT_AUTHORIZED, f"{session.user} may not put to {queue}")

    def _check_target(
        self, session: Session, queue: str, message: OutgoingMessage, checks: frozenset[Check], delay: int
    ) -> None:
        """What can be seen beforehand of the later put, and whether the staging queue takes it."""
        manager = session.manager
        target = manager.put_queue(queue)
        length = len(body_of(message))
        counted = delay and self.behaviour.fullness_check is FullnessCheck.STAGED_AS_WELL
        reserved = manager.processor.staged_for(target) if counted else 0
        reason = None if target is None else manager.refusal(queue, length, checks, reserved)
        late = delay and self.behaviour.target_asked is TargetAsked.AT_COMMIT
        if reason is not None and late and session.unit is not None:
            session.unit.checks.append(partial(_told_later, reason))
            reason = None
        if reason is None and manager.stages(delay, queue):
            reason = manager.processor.refusal(length, session.unit)
            if self.behaviour.staging_authority is StagingAuthority.NEEDED and not _may_put(
                session, STAGING_QUEUE
            ):
                reason = ReasonCode.NOT_AUTHORIZED
        if reason is not None:
            raise CallRefusedError(reason, f"a put to {queue} or the staging queue would fail")

    def _put(
        self,
        session: Session,
        queue: str,
        led: str,
        message: Message,
        delay: int,
        as_queue: frozenset[AsQueue],
    ) -> None:
        """`led` is the name that the first resolution gave."""
        manager = session.manager
        if manager.stages(delay, queue):
            processor = manager.stager(queue).processor
            staged = processor.delay(message, queue, delay)
            resolved = staged.resolved if led == queue else led
            processor.stage(
                msgspec.structs.replace(staged, resolved=resolved, user=session.user, as_queue=as_queue),
                session.unit,
            )
        else:
            manager.put(led, manager.channels.put_by_application(queue, message), session.unit)

    # --- receive ------------------------------------------------------------------------------------

    def receive(self, command: Receive) -> Message | None:
        session = self.session(command.session)
        queue = session.manager.local(command.queue)
        if queue is None:
            raise CallRefusedError(ReasonCode.UNKNOWN_OBJECT_NAME, f"{command.queue} is no local queue")
        if queue.attributes.get is Switch.DISABLED:
            raise CallRefusedError(ReasonCode.GET_INHIBITED, f"{command.queue} is get-inhibited")
        getter = Getter(session.manager, queue, session.unit, session.manager.handles(queue))
        entry = getter.find(Manner.GET)
        return None if entry is None else getter.take(entry)


def check_queue(manager: QueueManager, queue: str, outgoing: OutgoingMessage, delay: int) -> None:
    """What a delayed send to a queue may not be (DD-19 to DD-24; DD-33, DD-69)."""
    decisions = manager.decisions
    if decisions.binding_refused(delay, *manager.clusters.binding(queue)):
        raise CallRefusedError(decisions.binding_failure, "DEFBIND of a clustered queue is not NOT_FIXED")
    if decisions.retained_refused_on_queue(outgoing.retained, delay):
        raise CallRefusedError(ReasonCode.OPTIONS_ERROR, "a retained message with a delay")
    if delay and decisions.shared_target_refused() and manager.shares(queue):
        raise CallRefusedError(ReasonCode.FUNCTION_NOT_SUPPORTED, "a shared queue")


def _opened(manager: QueueManager, queue: str) -> Opened | None:
    if manager.put_queue(queue) is None:
        return None
    alias = isinstance(manager.definitions.get(queue), AliasQueue)
    return Opened(manager.final_name(queue), alias, manager.defaults(queue))


def _still_open(manager: QueueManager, producer: Producer) -> Opened | None:
    """What a producer has opened, where that queue is there."""
    opened = producer.opened
    return None if opened is None or manager.put_queue(opened.queue) is None else opened


def _told_later(reason: ReasonCode) -> ReasonCode:
    return reason


def _may_put(session: Session, queue: str) -> bool:
    return session.user is None or (session.user, queue) in session.manager.authorities
