"""The JMS client: sessions, producers of both APIs, sends and publishes with their checks, receives.

Subscribers are in `subscribers`. Left out: selectors, asynchronous sends. A message object that is sent
again carries what the new command names and nothing of the earlier send.
"""

from collections.abc import Callable
from functools import partial

import msgspec

from implementations.behaviour.calls import (
    ConflictToldBy,
    LifeByHeader,
    NamesFollowed,
    NegativeDelayToldBy,
    OrderOfChecks,
    ProducerAfterConflict,
    RestAsked,
)
from implementations.behaviour.publications import TopicDefaults
from implementations.behaviour.whole import (
    Behaviour,
    DestinationChecked,
    FirstResolution,
    FullnessCheck,
    StagingAuthority,
    TargetAsked,
)
from implementations.decisions.client import ClientDecisions, DelaySetting
from implementations.decisions.publications import PublicationKind
from implementations.decisions.queue_manager import Check, Manner
from implementations.decisions.transmission import Entrance
from implementations.simulation.clients.send_checks import (
    check_further,
    check_queue,
    check_reply_queue,
    check_retained,
    may_put,
)
from implementations.simulation.clients.sessions import Producer, Session, opened_by, still_open
from implementations.simulation.clients.writing import Sending, Writer
from implementations.simulation.queue_managers.getting import Getter
from implementations.simulation.queue_managers.publishing import Publish, publish, publish_delayed
from implementations.simulation.queue_managers.queue_manager import QueueManager
from implementations.simulation.shared import Simulation
from implementations.simulation.showing import sent_by_jms
from implementations.state.objects import (
    AliasQueue,
    AsQueue,
    CallRefusedError,
    Message,
    RemoteQueue,
    UnitOfWork,
)
from mqtck.reference.vocabulary.commands import (
    DEFAULT_SESSION,
    Acknowledgement,
    CreateProducer,
    OpenSession,
    Receive,
    Send,
    SendArguments,
    Switch,
)
from mqtck.reference.vocabulary.constants import (
    DEFAULT_QUEUE_MANAGER,
    STAGING_QUEUE,
    ReasonCode,
)
from mqtck.reference.vocabulary.messages import OutgoingMessage, QueueDestination, TopicDestination, body_of
from mqtck.reference.vocabulary.outcomes import Sent

TOPIC_DEFAULTS = {TopicDefaults.LOWEST: (0, 0), TopicDefaults.HIGHER: (1, 4)}
"""MQPER_* and priority."""


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
            producer.opened = opened_by(session.manager, command.destination.queue)

    def producer(self, name: str) -> Producer:
        if name not in self.producers:
            raise CallRefusedError(None, f"there is no producer {name}, or it is closed")
        return self.producers[name]

    def set_delivery_delay(self, producer: Producer, milliseconds: int) -> None:
        if self.decisions.support_checked_by_setter():
            self._check_support(milliseconds, producer)
        if self.behaviour.negative_delay_told_by is NegativeDelayToldBy.SETTER:
            self._check_negative(milliseconds)
        old = producer.delay
        producer.delay = milliseconds
        producer.delay_set_at = self.simulation.now
        producer.largest_delay = max(producer.largest_delay, milliseconds)
        if self._setter_refuses(producer, ConflictToldBy.DELAY_SETTER):
            if self.decisions.refused_setter_keeps_value():
                producer.delay = old
            raise CallRefusedError(ReasonCode.EXPIRY_ERROR, "the time to live is below the delay")

    def set_time_to_live(self, producer: Producer, milliseconds: int) -> None:
        if milliseconds < 0:
            raise CallRefusedError(None, f"a time to live of {milliseconds} ms")
        old = producer.time_to_live
        producer.time_to_live = milliseconds
        if self._setter_refuses(producer, ConflictToldBy.LIFE_SETTER):
            if self.decisions.refused_setter_keeps_value():
                producer.time_to_live = old
            raise CallRefusedError(ReasonCode.EXPIRY_ERROR, "the time to live is below the delay")

    def _setter_refuses(self, producer: Producer, setter: ConflictToldBy) -> bool:
        tells = self.behaviour.conflict_told_by in {ConflictToldBy.EACH_SETTER, setter}
        refuses = (
            tells
            and self.decisions.setter_reports_conflict()
            and self.decisions.conflict(producer.time_to_live, producer.delay)
        )
        closes = self.behaviour.producer_after_conflict is ProducerAfterConflict.CLOSED
        producer.closed = producer.closed or (refuses and closes)
        return refuses

    def _check_own_life(self, producer: Producer, delay: int) -> None:
        """A send tells what no setter has told, though its own life ends the conflict."""
        at_sends = self.behaviour.conflict_told_by is ConflictToldBy.EACH_SEND
        if at_sends and self.decisions.conflict(producer.time_to_live, delay):
            raise CallRefusedError(ReasonCode.EXPIRY_ERROR, "the producer's time to live is below the delay")

    def _check_negative(self, delay: int) -> None:
        if delay < 0 and self.decisions.negative_delay_refused():
            raise CallRefusedError(None, f"a delivery delay of {delay} ms")

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
        if producer.closed:
            raise CallRefusedError(None, "the producer is closed")
        self._check_negative(producer.delay)
        delay = self._effective_delay(producer)
        arguments = command.arguments or SendArguments(
            delivery_mode=producer.delivery_mode,
            priority=producer.priority,
            time_to_live=producer.time_to_live,
        )
        self._check_support(delay, producer)
        self._check_own_life(producer, delay)
        restrictions = partial(
            self._check_restrictions,
            producer.session.manager,
            command.message,
            arguments.time_to_live,
            delay,
        )
        if isinstance(destination, TopicDestination):
            message = self._publish(producer, destination, command.message, arguments, delay, restrictions)
        else:
            message = self._send(producer, destination, command.message, arguments, delay, restrictions)
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
        restrictions: Callable[[], None],
    ) -> Message:
        session, queue = producer.session, destination.queue
        decisions = session.manager.decisions
        checks = frozenset(Check) if delay == 0 else decisions.checks_at_send
        if delay and not self._follows(session.manager, queue):
            checks -= {Check.PUT_ENABLED, Check.LENGTH, Check.FULLNESS}
        opened = None if destination is not producer.destination else still_open(session.manager, producer)
        led = opened.queue if opened is not None and opened.alias else queue
        self._in_order(
            restrictions,
            partial(check_queue, session.manager, queue, outgoing, delay),
            partial(self._open_for_delay if delay else self._open_destination, session, queue, checks, led),
            partial(self._check_target, session, led, outgoing, checks, delay),
        )
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
        restrictions: Callable[[], None],
    ) -> Message:
        manager = producer.session.manager
        kind = PublicationKind.DELAYED if delay else PublicationKind.UNDELAYED
        self._in_order(restrictions, partial(check_retained, manager, outgoing, kind))
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

    def _in_order(self, *checks: Callable[[], None]) -> None:
        """One after another, or the last one first (X-43)."""
        client_first = self.behaviour.order_of_checks is OrderOfChecks.CLIENT_FIRST
        for check in checks if client_first else reversed(checks):
            check()

    def _check_restrictions(
        self, manager: QueueManager, message: OutgoingMessage, time_to_live: int, delay: int
    ) -> None:
        if self.decisions.send_reports_conflict() and self.decisions.conflict(time_to_live, delay):
            raise CallRefusedError(ReasonCode.EXPIRY_ERROR, "the time to live is below the delay")
        if self.decisions.group_refused(message.group, delay):
            raise CallRefusedError(ReasonCode.OPTIONS_ERROR, "a grouped message with a delivery delay")
        check_reply_queue(self.behaviour, message)
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
        if Check.AUTHORITY in checks and not may_put(session, queue):
            raise CallRefusedError(ReasonCode.NOT_AUTHORIZED, f"{session.user} may not put to {queue}")

    def _open_for_delay(self, session: Session, queue: str, checks: frozenset[Check], led: str) -> None:
        """In a unit of work it may be the commit that tells what is wrong (DD-38)."""
        try:
            self._open_destination(session, queue, checks, led)
        except CallRefusedError as refusal:
            if session.unit is None or self.behaviour.rest_asked is not RestAsked.ALL_AT_COMMIT:
                raise
            session.unit.checks.append(
                partial(_told_later, ReasonCode(refusal.reason or ReasonCode.UNKNOWN_OBJECT_NAME))
            )

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
            check_further(session, message, length)
            if reason is not None and session.unit is not None and self._rest_is_told_later():
                session.unit.checks.append(partial(_told_later, reason))
                reason = None
            if self.behaviour.staging_authority is StagingAuthority.NEEDED and not may_put(
                session, STAGING_QUEUE
            ):
                reason = ReasonCode.NOT_AUTHORIZED
        if reason is not None:
            raise CallRefusedError(reason, f"a put to {queue} or the staging queue would fail")

    def _follows(self, manager: QueueManager, queue: str) -> bool:
        """Whether what is asked of the target is asked of the queue behind this name."""
        direct = not isinstance(manager.definitions.get(queue), AliasQueue | RemoteQueue)
        return direct or self.behaviour.names_followed is NamesFollowed.TO_THEIR_QUEUE

    def _rest_is_told_later(self) -> bool:
        return self.behaviour.rest_asked is not RestAsked.AT_SEND

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
        while entry is not None and self._over_by_header(entry.message):
            session.manager.take_off(queue, entry)
            entry = getter.find(Manner.GET)
        return None if entry is None else getter.take(entry)

    def _over_by_header(self, message: Message) -> bool:
        """What stands behind another header is not read."""
        return (
            self.behaviour.life_by_header is LifeByHeader.DISCARDED
            and message.header is not None
            and message.header.expiration is not None
            and message.header.expiration <= self.simulation.now
            and message.delay is None
            and message.dead_letter is None
        )


def _told_later(reason: ReasonCode) -> ReasonCode:
    return reason
