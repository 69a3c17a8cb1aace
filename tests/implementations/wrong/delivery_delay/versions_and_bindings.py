"""Misreadings of what old queue managers and bindings of clustered queues refuse."""

# ruff: noqa: ARG002 - as in `decisions`

from implementations.decisions.client import ClientDecisions
from implementations.decisions.queue_manager import QueueManagerDecisions
from implementations.simulation.clients.sessions import Producer, Session
from implementations.simulation.queue_managers.queue_manager import QueueManager
from implementations.simulation.world import SimulatedWorld
from implementations.state.objects import AliasQueue, CallRefusedError, RemoteQueue
from implementations.wrong.misreading import misreading
from implementations.wrong.parts.answers import no
from implementations.wrong.parts.calls import (
    Row,
    for_mqi,
    long_form,
    named_on_send,
    non_persistent,
    queue_of,
    register,
    sends,
    simplified,
    transacted,
)
from implementations.wrong.parts.numbers import MINUTE, TENTH
from implementations.wrong.parts.restarts import keeps
from mqtck.reference.vocabulary.clusters import DefaultBinding
from mqtck.reference.vocabulary.commands import (
    Command,
    CreateProducer,
    OpenSession,
    ProducerApi,
    Send,
    SetDeliveryDelay,
    SetTimeToLive,
)
from mqtck.reference.vocabulary.constants import DestinationPersistence, ReasonCode
from mqtck.reference.vocabulary.messages import QueueDestination
from mqtck.reference.vocabulary.outcomes import ErrorFamily, Outcome, Refused
from mqtck.reference.vocabulary.profile import Version


@misreading("binding asked once", "Asks DEFBIND for the first delayed send alone.", "DD-19", "DD-20")
class BindingAskedOnce(QueueManagerDecisions):
    asked = False

    def binding_refused(self, delay: int, binding: DefaultBinding, cluster: str | None) -> bool:
        refused = not self.asked and super().binding_refused(delay, binding, cluster)
        self.asked = self.asked or refused
        return refused


keeps("CLUSTER", "cluster", "DD-24", "DD-19", "DD-37")
keeps("DEFBIND", "default_binding", "DD-19", "DD-21", "DD-37")
VERSION = ("DD-17", "DD-18")


def checked_at(reason: ReasonCode, name: str, sentence: str, *rules: str) -> None:
    """A misreading that throws a checked exception from a JMSProducer for one reason."""

    class CheckedAt(SimulatedWorld):
        def execute(self, command: Command) -> Outcome:
            outcome = super().execute(command)
            if not isinstance(command, Send | SetDeliveryDelay | SetTimeToLive):
                return outcome
            producer = self.calls.jms.producers.get(command.producer)
            simplified = producer is not None and producer.api is ProducerApi.JMS_PRODUCER
            if simplified and isinstance(outcome, Refused) and outcome.reason == reason:
                return Refused(outcome.reason, ErrorFamily.JMS_EXCEPTION, outcome.text)
            return outcome

    misreading(name, sentence, "DD-16", *rules)(CheckedAt)


checked_at(
    ReasonCode.Q_FULL,
    "JMSProducer throws checked for full queues",
    "Throws a checked exception where a queue is full.",
    *("DD-39", "DD-112"),
)
checked_at(
    ReasonCode.NOT_AUTHORIZED,
    "JMSProducer throws checked for want of authority",
    "Throws a checked exception where the sender may not put.",
    "DD-47",
)
checked_at(
    ReasonCode.OPTIONS_ERROR,
    "JMSProducer throws checked for groups",
    "Throws a checked exception for a group with a delay.",
    "DD-36",
)
checked_at(
    ReasonCode.FUNCTION_NOT_SUPPORTED,
    "JMSProducer throws checked for versions",
    "Throws a checked exception where the queue manager knows no delays.",
    "DD-17",
)
checked_at(
    ReasonCode.PUBLICATION_FAILURE,
    "JMSProducer throws checked for topics",
    "Throws a checked exception where a topic allows no delay.",
    *("DD-120", "DD-121", "DD-122"),
)


class _OfAnother(SimulatedWorld):
    """Compares with the version of another queue manager than the producer's own."""

    def __init__(self, *parts: object) -> None:
        super().__init__(*parts)  # type: ignore[arg-type]
        self.versions: list[Version] = []
        jms = self.calls.jms
        opened = jms.open_session

        def open_session(command: OpenSession) -> Session:
            session = opened(command)
            self.versions.append(session.manager.version)
            return session

        def check(delay: int, _: Producer) -> None:
            if not self.client_decisions.delay_supported(delay, self.counted()):
                raise CallRefusedError(ReasonCode.FUNCTION_NOT_SUPPORTED, "the version is older than 8.0")

        jms.open_session = open_session  # type: ignore[method-assign]
        jms._check_support = check  # type: ignore[method-assign]

    def counted(self) -> Version:
        """The version that is taken for the producer's."""
        raise NotImplementedError


@misreading("version of the first connection", "Asks the version of the first queue manager alone.", *VERSION)
class VersionOfFirst(_OfAnother):
    def counted(self) -> Version:
        return self.versions[0]


@misreading("version of the last connection", "Asks the version of the last queue manager alone.", *VERSION)
class VersionOfLast(_OfAnother):
    def counted(self) -> Version:
        return self.versions[-1]


BINDING = ("DD-19", "DD-20", "DD-15")


@misreading(
    "DEFBIND read once",
    "Asks once what DEFBIND a clustered queue has, and whether it is clustered.",
    *("DD-19", "DD-20", "DD-21", "DD-22", "DD-24"),
)
class BindingReadOnce(SimulatedWorld):
    def change(self, manager: QueueManager) -> None:
        clusters = manager.clusters
        binding = clusters.binding
        known: dict[str, tuple[DefaultBinding, str | None]] = {}
        clusters.binding = lambda name: known.setdefault(name, binding(name))  # type: ignore[method-assign]


def overriding(command: Send | SetDeliveryDelay | SetTimeToLive, producer: Producer) -> bool:
    named = command.destination if isinstance(command, Send) else None
    destination = named or producer.destination
    return isinstance(destination, QueueDestination) and destination.persistence in {
        DestinationPersistence.PERSISTENT,
        DestinationPersistence.NON_PERSISTENT,
    }


@misreading("delay refused once", "Refuses one delay on a queue manager before 8.0.", "DD-17")
class DelayRefusedOnce(ClientDecisions):
    asked = False

    def delay_supported(self, milliseconds: int, version: Version) -> bool:
        supported = self.asked or super().delay_supported(milliseconds, version)
        self.asked = self.asked or not supported
        return supported


# --- counts, and delays of some lengths -------------------------------------------------------------------


@misreading(
    "delay of less than a tenth on version 7",
    "Asks for version 8.0 where a delay is at least a tenth of a second.",
    *("DD-17", "DD-15"),
)
class ShortDelayOnVersion7(ClientDecisions):
    def delay_supported(self, milliseconds: int, version: Version) -> bool:
        return milliseconds < TENTH or super().delay_supported(milliseconds, version)


@misreading(
    "binding with a short delay accepted",
    "Asks for DEFBIND where a delay is at least a tenth of a second.",
    *("DD-19", "DD-20"),
)
class BindingWithShortDelay(QueueManagerDecisions):
    def binding_refused(self, delay: int, binding: DefaultBinding, cluster: str | None) -> bool:
        return delay >= TENTH and super().binding_refused(delay, binding, cluster)


@misreading(
    "binding with a long delay accepted",
    "Asks for DEFBIND where a delay is less than a minute.",
    *("DD-19", "DD-20"),
)
class BindingWithLongDelay(QueueManagerDecisions):
    def binding_refused(self, delay: int, binding: DefaultBinding, cluster: str | None) -> bool:
        return delay < MINUTE and super().binding_refused(delay, binding, cluster)


# --- delay and time to live -------------------------------------------------------------------------------


@misreading("delay refused at send", "Lets the send report a queue manager before 8.0.", "DD-17")
class DelayRefusedAtSend(ClientDecisions):
    def support_checked_by_setter(self) -> bool:
        return False


@misreading("delay on version 7", "Accepts a delay on a queue manager before 8.0.", "DD-17")
class DelayOnVersionSeven(ClientDecisions):
    def delay_supported(self, milliseconds: int, version: Version) -> bool:
        return True


@misreading(
    "delay of 0 refused", "Refuses even a delay of 0 on a queue manager before 8.0.", "DD-18", "DD-17"
)
class DelayOfZeroRefused(ClientDecisions):
    def delay_supported(self, milliseconds: int, version: Version) -> bool:
        return version >= Version(8, 0)


@misreading("checked exceptions only", "Throws JMSException from a JMSProducer.", "DD-16", "DD-15")
class CheckedExceptionsOnly(ClientDecisions):
    def family(self, api: ProducerApi) -> ErrorFamily:
        return ErrorFamily.JMS_EXCEPTION


# --- clusters ---------------------------------------------------------------------------------------------


@misreading("bound on open accepted", "Refuses a delay for BIND_ON_GROUP only.", "DD-19")
class BoundOnOpenAccepted(QueueManagerDecisions):
    def binding_refused(self, delay: int, binding: DefaultBinding, cluster: str | None) -> bool:
        on_group = binding is DefaultBinding.ON_GROUP
        return on_group and super().binding_refused(delay, binding, cluster)


@misreading("bound on group accepted", "Refuses a delay for BIND_ON_OPEN only.", "DD-20")
class BoundOnGroupAccepted(QueueManagerDecisions):
    def binding_refused(self, delay: int, binding: DefaultBinding, cluster: str | None) -> bool:
        on_open = binding is DefaultBinding.ON_OPEN
        return on_open and super().binding_refused(delay, binding, cluster)


@misreading("clustered queues refused", "Refuses a delay for every clustered queue.", "DD-21")
class ClusteredQueuesRefused(QueueManagerDecisions):
    def binding_refused(self, delay: int, binding: DefaultBinding, cluster: str | None) -> bool:
        return delay != 0 and cluster is not None


@misreading("binding refused without delay", "Asks for DEFBIND without a delay as well.", "DD-23")
class BindingRefusedWithoutDelay(QueueManagerDecisions):
    def binding_refused(self, delay: int, binding: DefaultBinding, cluster: str | None) -> bool:
        return super().binding_refused(1, binding, cluster)


@misreading(
    "binding of any queue", "Looks at DEFBIND of queues that are not clustered.", "DD-24", "DD-07", "DD-10"
)
class BindingOfAnyQueue(QueueManagerDecisions):
    def binding_refused(self, delay: int, binding: DefaultBinding, cluster: str | None) -> bool:
        return super().binding_refused(delay, binding, "any")


def bound(_: int, binding: DefaultBinding, cluster: str | None) -> bool:
    """Whether a delay matters or not."""
    return cluster is not None and binding is not DefaultBinding.NOT_FIXED


class BindingBehindNames(SimulatedWorld):
    """Asks for DEFBIND of a queue in no cluster where a delayed message comes to it in some way."""

    def led(self, manager: QueueManager, queue: str) -> bool:
        raise NotImplementedError

    def execute(self, command: Command) -> Outcome:
        producer = self.calls.jms.producers.get(command.producer) if isinstance(command, Send) else None
        if not isinstance(command, Send) or producer is None or not producer.delay:
            return super().execute(command)
        queue, manager = queue_of(command, producer), producer.session.manager
        found = None if queue is None else manager.put_queue(queue)
        if queue is None or found is None or not self.led(manager, queue):
            return super().execute(command)
        if found.attributes.default_binding is DefaultBinding.NOT_FIXED:
            return super().execute(command)
        return Refused(ReasonCode.OPTIONS_ERROR, self.calls.family(command))


@misreading("binding behind an alias", "Asks for DEFBIND of any queue behind an alias.", "DD-24")
class BindingBehindAlias(BindingBehindNames):
    def led(self, manager: QueueManager, queue: str) -> bool:
        return isinstance(manager.definitions.get(queue), AliasQueue)


@misreading("binding of a transmission queue", "Asks for DEFBIND of a transmission queue.", "DD-24")
class BindingOfTransmissionQueue(BindingBehindNames):
    def led(self, manager: QueueManager, queue: str) -> bool:
        return isinstance(manager.definitions.get(queue), RemoteQueue)


@misreading("binding of a shared queue", "Asks for DEFBIND of a shared queue.", "DD-24", "DD-69")
class BindingOfSharedQueue(BindingBehindNames):
    def led(self, manager: QueueManager, queue: str) -> bool:
        return manager.shares(queue)


@misreading(
    "creation for a bound queue refused",
    "Asks for DEFBIND when a producer is created.",
    *("DD-22", "DD-23"),
)
class CreationForBoundQueueRefused(SimulatedWorld):
    def execute(self, command: Command) -> Outcome:
        if isinstance(command, CreateProducer) and command.destination is not None:
            clusters = self.calls.jms.session(command.session).manager.clusters
            if self.decisions.binding_refused(1, *clusters.binding(command.destination.queue)):
                return Refused(ReasonCode.OPTIONS_ERROR, self.calls.family(command))
        return super().execute(command)


@misreading("binding of another reason", "Refuses a bound clustered queue with 2298.", "DD-19", "DD-20")
class BindingOfAnotherReason(QueueManagerDecisions):
    binding_failure = ReasonCode.FUNCTION_NOT_SUPPORTED


@misreading("binding asked by the setter", "Asks for DEFBIND in setDeliveryDelay.", "DD-22")
class BindingAskedBySetter(SimulatedWorld):
    def execute(self, command: Command) -> Outcome:
        if isinstance(command, SetDeliveryDelay):
            producer = self.calls.jms.producers.get(command.producer)
            if producer is not None and isinstance(producer.destination, QueueDestination):
                binding = producer.session.manager.clusters.binding(producer.destination.queue)
                if self.decisions.binding_refused(command.milliseconds, *binding):
                    return Refused(ReasonCode.OPTIONS_ERROR, ErrorFamily.JMS_EXCEPTION)
        return super().execute(command)


# fmt: off
QUEUE_MANAGER: tuple[Row, ...] = (
    ("binding of messages for the MQI not asked", "Asks DEFBIND for messages for JMS alone.",
     ("DD-19", "DD-20"), sends(for_mqi), "binding_refused", no),
    ("binding in a unit of work accepted", "Asks for DEFBIND outside units of work alone.",
     BINDING, sends(transacted), "binding_refused", no),
    ("JMSProducer's binding accepted", "Asks for DEFBIND for a MessageProducer alone.",
     BINDING, sends(simplified), "binding_refused", no),
    ("binding of the send's destination accepted", "Asks for DEFBIND of a producer's own destination.",
     BINDING, sends(named_on_send), "binding_refused", no),
    ("binding refused without delay in a unit of work", "Asks for DEFBIND in any unit of work.",
     ("DD-23",), sends(transacted), "binding_refused", bound),
    ("binding of the non-persistent refused without delay", "Asks for DEFBIND where it is not persistent.",
     ("DD-23",), sends(non_persistent), "binding_refused", bound),
    ("binding of the non-persistent accepted", "Asks for DEFBIND for persistent messages alone.",
     BINDING, sends(non_persistent), "binding_refused", no),
    ("binding of overriding destinations not asked", "Asks DEFBIND where the application decides the rest.",
     ("DD-19", "DD-20"), sends(overriding), "binding_refused", no),
    (
        "binding by the long form accepted",
        "Asks for DEFBIND in the short form of send alone.",
        ("DD-19", "DD-20"),
        sends(long_form),
        "binding_refused",
        no,
    ),
)
# fmt: on
for one in QUEUE_MANAGER:
    register(one, "decisions")
