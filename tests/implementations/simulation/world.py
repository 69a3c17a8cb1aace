"""The simulator as an adapter: commands in, outcomes out, a virtual clock.

The clock starts at an arbitrary instant and moves in `Advance` alone.
"""

from collections.abc import Callable
from copy import copy
from random import Random
from typing import assert_never

import msgspec

from implementations.behaviour.whole import PREFERRED, Behaviour, ExpiredDiscard, Retry
from implementations.decisions.client import ClientDecisions
from implementations.decisions.queue_manager import QueueManagerDecisions
from implementations.simulation.clients.jms_calls import JmsCalls
from implementations.simulation.clients.mqi_client import MqiClient
from implementations.simulation.fixtures import define, local_queue
from implementations.simulation.queue_managers.queue_manager import Kind, QueueManager
from implementations.simulation.shared import Simulation
from implementations.simulation.showing import seen_by_mqi
from implementations.simulation.special_fixtures import (
    check_restart,
    define_publication,
    join_cluster,
    prepare_restart,
    read_sample,
    share_queue,
)
from implementations.state.lateness import PUNCTUAL, Lateness
from implementations.state.objects import CallRefusedError, CommitRefusedError
from mqtck.conformance.contract import Information
from mqtck.reference.vocabulary.abilities import Ability
from mqtck.reference.vocabulary.channels import (
    DefinePolicy,
    DefineReceiverChannel,
    DefineSenderChannel,
    DeletePolicy,
    ReadChannelStatus,
)
from mqtck.reference.vocabulary.clusters import JoinCluster
from mqtck.reference.vocabulary.commands import (
    Advance,
    AlterQueue,
    Command,
    Connect,
    DefineAliasQueue,
    DefineLocalQueue,
    DefineQueueManager,
    DefineRemoteQueue,
    DefineSharedQueue,
    DeleteQueue,
    EndQueueManager,
    FailDelayProcessor,
    Fixture,
    GrantPut,
    MqBackout,
    MqCommit,
    MqGet,
    MqiCommand,
    MqPut,
    MqPut1,
    ReadDepth,
    RevokePut,
    SetDeadLetterQueue,
    StartChannel,
    StartQueueManager,
    StopChannel,
)
from mqtck.reference.vocabulary.constants import DEFAULT_QUEUE_MANAGER
from mqtck.reference.vocabulary.environment import DefineImsBridgeQueue, SetEnforcementVariable
from mqtck.reference.vocabulary.outcomes import (
    ChannelStatusRead,
    DepthRead,
    Done,
    ErrorFamily,
    MessageReturned,
    NoMessage,
    Outcome,
    Refused,
)
from mqtck.reference.vocabulary.profile import ClockKind, Edition, Platform, Profile, Version
from mqtck.reference.vocabulary.publications import (
    AlterTopic,
    DefineSubscription,
    DefineTopic,
    DeleteTopic,
    JoinHierarchy,
)
from mqtck.reference.vocabulary.zos import MigrateBack, ReadSampleDefinition, SetOperationMode

DecisionsFactory = Callable[[Behaviour, Random], QueueManagerDecisions]
ClientFactory = Callable[[Behaviour], ClientDecisions]


class SimulatedWorld:
    """One world: queue managers, a JMS client, an MQI client, a clock."""

    def __init__(self, decisions: QueueManagerDecisions, client: ClientDecisions) -> None:
        self.decisions = decisions
        self.behaviour = decisions.behaviour
        self.client_decisions = client
        self.simulation = Simulation(decisions)
        profile = decisions.profile
        self._add_manager(DEFAULT_QUEUE_MANAGER, Kind(profile.version, profile.platform))
        ids: dict[str, str] = {}
        self.calls = JmsCalls(self.simulation, client, ids)
        self.mqi = MqiClient(self.simulation, client, ids)

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
            case ReadChannelStatus():
                outcome = self._orderly(lambda: self._status(command), ErrorFamily.OTHER)
            case ReadSampleDefinition():
                outcome = self._orderly(lambda: self._sample(command), ErrorFamily.OTHER)
            case Connect() | MqPut() | MqPut1() | MqGet() | MqCommit() | MqBackout():
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
                | DefineSharedQueue()
                | JoinCluster()
                | SetOperationMode()
                | MigrateBack()
                | DefineTopic()
                | AlterTopic()
                | DeleteTopic()
                | DefineSubscription()
                | JoinHierarchy()
                | SetEnforcementVariable()
                | DefineImsBridgeQueue()
                | DefineSenderChannel()
                | DefineReceiverChannel()
                | DefinePolicy()
                | DeletePolicy()
            ):
                outcome = self._orderly(lambda: self._fixture(command), ErrorFamily.OTHER)
            case _:
                outcome = self._orderly(lambda: self.calls.call(command), self.calls.family(command))
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

    def _add_manager(self, name: str, kind: Kind) -> None:
        if name in self.simulation.managers:
            raise CallRefusedError(None, f"there is a queue manager {name} already")
        if kind.group is not None and kind.platform is not Platform.ZOS:
            raise CallRefusedError(None, "queue-sharing groups are for z/OS")
        manager = QueueManager(name, kind, self.simulation)
        self.simulation.managers[name] = manager
        self.change(manager)

    def change(self, manager: QueueManager) -> None:
        """Change a queue manager that was just made: what a variant of the world overrides."""

    def _manager(self, name: str) -> QueueManager:
        return self.simulation.running(name)

    # --- fixtures -----------------------------------------------------------------------------------

    def _fixture(self, command: Fixture) -> Outcome:
        match command:
            case DefineQueueManager(name=name, version=version):
                platform = command.platform or self.decisions.profile.platform
                self._add_manager(name, Kind(version, platform, command.queue_sharing_group))
            case DefineSharedQueue():
                share_queue(command, self.simulation)
            case SetOperationMode() | MigrateBack():
                manager = self._manager(command.queue_manager)
                check_restart(command, manager)
                self._end(manager)
                prepare_restart(command, manager)
                manager.start()
            case JoinCluster():
                join_cluster(command, self._manager(command.queue_manager))
            case DefineTopic() | AlterTopic() | DeleteTopic() | DefineSubscription() | JoinHierarchy():
                define_publication(command, self._manager(command.queue_manager), self.calls.subscribers)
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
        self.calls.jms.disconnect(manager)
        self.mqi.disconnect(manager)
        manager.end()

    # --- other calls --------------------------------------------------------------------------------

    def _mqi(self, command: MqiCommand) -> Outcome:
        match command:
            case Connect(connection=connection, queue_manager=queue_manager):
                self.mqi.connect(connection, queue_manager)
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

    def _status(self, command: ReadChannelStatus) -> Outcome:
        channels = self._manager(command.queue_manager).channels
        return ChannelStatusRead(channels.status(command.transmission_queue))

    def _sample(self, command: ReadSampleDefinition) -> Outcome:
        return read_sample(command, self._manager(command.queue_manager))


ABILITIES = frozenset(Ability)
PROFILES = tuple(
    Profile(platform, edition=edition, version=version)
    for platform in Platform
    for edition, version in ((Edition.LATER, Version()), (Edition.VERSION_8_0, Version(8, 0)))
)


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
        profile: Profile = PROFILES[0],
        lateness: Lateness = PUNCTUAL,
    ) -> None:
        self.information = Information(
            name=name,
            version="1",
            clock=ClockKind.VIRTUAL,
            abilities=ABILITIES,
            side_by_side=1000,
            profile=profile,
        )
        self.behaviour = behaviour
        self._decisions = decisions
        self._client = client
        self._seed = seed
        self._world = world
        self._lateness = lateness

    def open_world(self) -> SimulatedWorld:
        random = Random(self._seed)  # noqa: S311 - reproducible choices, nothing secret
        decisions = self._decisions(self.behaviour, random)
        decisions.profile = self.information.profile
        decisions.lateness = self._lateness
        return self._world(decisions, self._client(self.behaviour))

    def under(self, profile: Profile) -> "SimulatedAdapter":
        """The same implementation on another platform, or by another edition."""
        other = copy(self)
        other.information = msgspec.structs.replace(self.information, profile=profile)
        return other

    def close(self) -> None:
        """Nothing is held."""
