"""The simulator as an adapter: commands in, outcomes out, a virtual clock.

The clock starts at an arbitrary instant and moves in `Advance` alone.
"""

from collections.abc import Callable
from random import Random
from typing import assert_never

from mqtck.conformance.contract import Information
from mqtck.reference.vocabulary.abilities import Ability
from mqtck.reference.vocabulary.commands import (
    Advance,
    AlterQueue,
    Browse,
    Command,
    Commit,
    CreateProducer,
    DefineAliasQueue,
    DefineLocalQueue,
    DefineQueueManager,
    DefineRemoteQueue,
    DeleteQueue,
    DisableMessageId,
    EndQueueManager,
    FailDelayProcessor,
    Fixture,
    GrantPut,
    JmsCommand,
    MqBackout,
    MqCommit,
    MqGet,
    MqiCommand,
    MqPut,
    MqPut1,
    OpenSession,
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
    StartChannel,
    StartQueueManager,
    StopChannel,
    Switch,
)
from mqtck.reference.vocabulary.constants import DEFAULT_QUEUE_MANAGER, ReasonCode
from mqtck.reference.vocabulary.outcomes import (
    Browsed,
    DepthRead,
    Done,
    ErrorFamily,
    MessageReturned,
    NoMessage,
    Outcome,
    Refused,
)
from mqtck.reference.vocabulary.profile import ClockKind, Version

from .behaviour import PREFERRED, Behaviour, ExpiredDiscard, Retry
from .client_decisions import ClientDecisions, IdHint
from .decisions import QueueManagerDecisions
from .fixtures import define, local_queue
from .getting import browse_all
from .jms_client import CallRefusedError, JmsClient
from .mqi_client import MqiClient
from .objects import CommitRefusedError, UnitOfWork
from .queue_manager import QueueManager
from .showing import seen_by_jms, seen_by_mqi
from .simulation import Simulation

DecisionsFactory = Callable[[Behaviour, Random], QueueManagerDecisions]
ClientFactory = Callable[[Behaviour], ClientDecisions]


class SimulatedWorld:
    """One world: queue managers, a JMS client, an MQI client, a clock."""

    def __init__(self, decisions: QueueManagerDecisions, client: ClientDecisions) -> None:
        self.decisions = decisions
        self.behaviour = decisions.behaviour
        self.client_decisions = client
        self.simulation = Simulation(decisions)
        default = self._add_manager(DEFAULT_QUEUE_MANAGER, Version())
        ids: dict[str, str] = {}
        self.jms = JmsClient(self.simulation, client, ids)
        self.mqi = MqiClient(default, client, ids)

    def now(self) -> int:
        return self.simulation.now

    def close(self) -> None:
        self.simulation.managers.clear()

    def execute(self, command: Command) -> Outcome:
        match command:
            case Advance(milliseconds=milliseconds):
                self.simulation.advance(milliseconds)
                self._discard_at_random()
                return Done()
            case ReadDepth():
                outcome = self._orderly(lambda: self._depth(command), ErrorFamily.OTHER)
            case MqPut() | MqPut1() | MqGet() | MqCommit() | MqBackout():
                outcome = self._orderly(lambda: self._mqi(command), ErrorFamily.MQI)
            case (
                DefineQueueManager()
                | SetDeadLetterQueue()
                | DefineLocalQueue()
                | AlterQueue()
                | DefineAliasQueue()
                | DefineRemoteQueue()
                | DeleteQueue()
                | StartChannel()
                | StopChannel()
                | GrantPut()
                | RevokePut()
                | EndQueueManager()
                | StartQueueManager()
                | FailDelayProcessor()
            ):
                outcome = self._orderly(lambda: self._fixture(command), ErrorFamily.OTHER)
            case _:
                outcome = self._orderly(lambda: self._jms(command), self._family(command))
        self._background()
        return outcome

    # --- around a command ---------------------------------------------------------------------------

    def _orderly(self, call: Callable[[], Outcome], family: ErrorFamily) -> Outcome:
        try:
            return call()
        except CallRefusedError as refusal:
            reason, text = refusal.reason, refusal.text
        except CommitRefusedError as refusal:
            reason, text = refusal.reason, "rolled back"
        if family in (ErrorFamily.JMS_EXCEPTION, ErrorFamily.JMS_RUNTIME_EXCEPTION):
            reason = self.client_decisions.reason(reason)
        return Refused(reason=None if reason is None else int(reason), family=family, text=text)

    def _family(self, command: JmsCommand) -> ErrorFamily:
        match command:
            case CreateProducer(api=api):
                return self.client_decisions.family(api)
            case (
                SetDeliveryDelay()
                | SetTimeToLive()
                | SetPriority()
                | SetDeliveryMode()
                | DisableMessageId()
                | Send()
            ):
                producer = self.jms.producers.get(command.producer)
                return (
                    ErrorFamily.JMS_EXCEPTION
                    if producer is None
                    else self.client_decisions.family(producer.api)
                )
            case Commit(session=name) | Rollback(session=name) | Receive(session=name):
                session = self.jms.sessions.get(name)
                return (
                    ErrorFamily.JMS_EXCEPTION
                    if session is None
                    else self.client_decisions.family(session.api)
                )
            case OpenSession() | Browse():
                return ErrorFamily.JMS_EXCEPTION
            case _:
                assert_never(command)

    def _background(self) -> None:
        if self.behaviour.retry is Retry.AFTER_EACH_COMMAND:
            for manager in self.simulation.managers.values():
                manager.processor.retry_now()
        if self.decisions.works_at_once():
            self.simulation.work()
        self._discard_at_random()

    def _discard_at_random(self) -> None:
        if self.behaviour.expired_discard is ExpiredDiscard.AT_RANDOM:
            for manager in self.simulation.managers.values():
                if manager.running:
                    manager.discard_at_random()

    def _add_manager(self, name: str, version: Version) -> QueueManager:
        if name in self.simulation.managers:
            raise CallRefusedError(None, f"there is a queue manager {name} already")
        manager = QueueManager(name, version, self.simulation)
        self.simulation.managers[name] = manager
        return manager

    def _manager(self, name: str) -> QueueManager:
        """A running queue manager."""
        manager = self.simulation.managers.get(name)
        if manager is None or not manager.running:
            raise CallRefusedError(ReasonCode.Q_MGR_NOT_AVAILABLE, f"{name} does not run")
        return manager

    # --- fixtures -----------------------------------------------------------------------------------

    def _fixture(self, command: Fixture) -> Outcome:
        match command:
            case DefineQueueManager(name=name, version=version):
                self._add_manager(name, version)
            case StartQueueManager(queue_manager=name):
                self._start(name)
            case EndQueueManager(queue_manager=name):
                self._end(self._manager(name))
            case _:
                define(command, self._manager(command.queue_manager))
        return Done()

    def _start(self, name: str) -> None:
        manager = self.simulation.managers.get(name)
        if manager is None or manager.running:
            raise CallRefusedError(None, f"{name} is unknown or runs already")
        manager.start()

    def _end(self, manager: QueueManager) -> None:
        self.jms.disconnect(manager)
        if manager is self.mqi.manager:
            self.mqi.disconnect()
        manager.end()

    # --- the calls of applications ------------------------------------------------------------------

    def _jms(self, command: JmsCommand) -> Outcome:
        jms = self.jms
        match command:
            case OpenSession():
                jms.open_session(command)
            case CreateProducer():
                jms.create_producer(command)
            case SetDeliveryDelay(producer=producer, milliseconds=milliseconds):
                jms.set_delivery_delay(jms.producer(producer), milliseconds)
            case SetTimeToLive(producer=producer, milliseconds=milliseconds):
                jms.set_time_to_live(jms.producer(producer), milliseconds)
            case SetPriority(producer=producer, priority=priority):
                jms.producer(producer).priority = priority
            case SetDeliveryMode(producer=producer, delivery_mode=delivery_mode):
                jms.producer(producer).delivery_mode = delivery_mode
            case DisableMessageId(producer=producer):
                jms.producer(producer).id_hint = IdHint.DISABLED
            case Send():
                return jms.send(command)
            case Commit(session=session):
                self._unit(session).commit()
            case Rollback(session=session):
                self._unit(session).rollback()
            case Receive():
                return self._receive(command)
            case Browse():
                return self._browse(command)
            case _:
                assert_never(command)
        return Done()

    def _unit(self, session: str) -> UnitOfWork:
        unit = self.jms.session(session).unit
        if unit is None:
            raise CallRefusedError(None, f"session {session} is not transacted")
        return unit

    def _receive(self, command: Receive) -> Outcome:
        message = self.jms.receive(command)
        if message is None:
            return NoMessage()
        return MessageReturned(seen_by_jms(message, self.now(), self.decisions, self.client_decisions))

    def _browse(self, command: Browse) -> Outcome:
        manager = self._manager(command.queue_manager)
        queue = manager.local(command.queue)
        if queue is None:
            raise CallRefusedError(ReasonCode.UNKNOWN_OBJECT_NAME, f"{command.queue} is no local queue")
        if queue.attributes.get is Switch.DISABLED:
            raise CallRefusedError(ReasonCode.GET_INHIBITED, f"{command.queue} is get-inhibited")
        return Browsed(
            tuple(
                seen_by_jms(message, self.now(), self.decisions, self.client_decisions)
                for message in browse_all(manager, queue, manager.handles(queue))
            )
        )

    def _mqi(self, command: MqiCommand) -> Outcome:
        match command:
            case MqPut() | MqPut1():
                return self.mqi.put(command)
            case MqGet():
                message, reason = self.mqi.get(command)
                if message is None:
                    return NoMessage(reason=int(reason))
                return MessageReturned(seen_by_mqi(message, self.now(), self.decisions))
            case MqCommit(connection=connection):
                self.mqi.connection(connection).unit.commit()
            case MqBackout(connection=connection):
                self.mqi.connection(connection).unit.rollback()
            case _:
                assert_never(command)
        return Done()

    def _depth(self, command: ReadDepth) -> Outcome:
        manager = self._manager(command.queue_manager)
        return DepthRead(manager.depth(local_queue(manager, command.queue)))


NOT_SIMULATED = frozenset(
    {
        Ability.APPLICATION_HEADERS,
        Ability.CORRELATION_BYTES,
        Ability.TOPICS,
        Ability.DURABLE_SUBSCRIPTIONS,
        Ability.TOPIC_DELIVERY,
        Ability.RETAINED_PUBLICATIONS,
        Ability.SUBSCRIBER_QUEUES,
        Ability.HIERARCHIES,
        Ability.CLUSTERS,
        Ability.DEFAULT_BINDING,
        Ability.ZOS,
        Ability.SHARED_QUEUES,
        Ability.ENFORCEMENT,
        Ability.TRANSMISSION_HEADERS,
        Ability.IMS_BRIDGE,
        Ability.CHANNEL_ATTRIBUTES,
        Ability.CHANNEL_STATUS,
        Ability.MESSAGE_PROTECTION,
    }
)
"""What the simulator cannot do (yet)."""

ABILITIES = frozenset(Ability) - NOT_SIMULATED


class SimulatedAdapter:
    """The simulator with a behaviour and, for wrong implementations, decisions of their own.

    Worlds of one adapter answer alike: each has its own random numbers from the one seed.
    """

    def __init__(
        self,
        name: str = "simulator",
        behaviour: Behaviour = PREFERRED,
        decisions: DecisionsFactory = QueueManagerDecisions,
        client: ClientFactory = ClientDecisions,
        seed: int = 0,
        world: Callable[[QueueManagerDecisions, ClientDecisions], SimulatedWorld] = SimulatedWorld,
    ) -> None:
        self.information = Information(
            name=name,
            version="1",
            clock=ClockKind.VIRTUAL,
            abilities=ABILITIES,
            side_by_side=1000,
        )
        self.behaviour = behaviour
        self._decisions = decisions
        self._client = client
        self._seed = seed
        self._world = world

    def open_world(self) -> SimulatedWorld:
        random = Random(self._seed)  # noqa: S311 - reproducible choices, nothing secret
        return self._world(self._decisions(self.behaviour, random), self._client(self.behaviour))

    def close(self) -> None:
        """Nothing is held."""
