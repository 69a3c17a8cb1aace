"""Calls during which a decision is another one, and how to write that down in a row."""

from collections.abc import Callable
from unittest.mock import patch

from implementations.decisions.queue_manager import Check
from implementations.simulation.clients.sessions import Producer
from implementations.simulation.queue_managers.queue_manager import QueueManager
from implementations.simulation.world import SimulatedWorld
from implementations.state.objects import AliasQueue
from implementations.wrong.misreading import misreading
from mqtck.reference.vocabulary.commands import (
    Browse,
    Command,
    GetMode,
    MqGet,
    MqPut,
    MqPut1,
    ProducerApi,
    Receive,
    Send,
    SetDeliveryDelay,
    SetTimeToLive,
    Syncpoint,
)
from mqtck.reference.vocabulary.constants import DEFAULT_QUEUE_MANAGER, STAGING_QUEUE, DeliveryMode, Report
from mqtck.reference.vocabulary.messages import QueueDestination, TargetClient, TopicDestination
from mqtck.reference.vocabulary.outcomes import Outcome
from mqtck.reference.vocabulary.publications import ReceivePublication


def for_mqi(command: Send | SetDeliveryDelay | SetTimeToLive, producer: Producer) -> bool:
    """A message whose readers know no JMS."""
    named = command.destination if isinstance(command, Send) else None
    destination = named or producer.destination
    return isinstance(destination, QueueDestination) and destination.target_client is TargetClient.MQ


Call = Send | SetDeliveryDelay | SetTimeToLive


def destination_of(command: Call, producer: Producer) -> QueueDestination | TopicDestination | None:
    named = (command.destination or command.topic) if isinstance(command, Send) else None
    return named or producer.destination


def queue_of(command: Call, producer: Producer) -> str | None:
    destination = destination_of(command, producer)
    return destination.queue if isinstance(destination, QueueDestination) else None


def for_nobody(command: Call, producer: Producer) -> bool:
    destination = destination_of(command, producer)
    topics = producer.session.manager.topics
    return isinstance(destination, TopicDestination) and not topics.matching(destination.topic_string)


def reporting(command: Call, _: Producer) -> bool:
    return isinstance(command, Send) and bool(command.message.report & ~Report.DISCARD_MSG)


def simplified(_: Call, producer: Producer) -> bool:
    return producer.api is ProducerApi.JMS_PRODUCER


def delayed(_: Call, producer: Producer) -> bool:
    return producer.delay != 0


def with_a_lock(command: Command) -> bool:
    return isinstance(command, MqGet) and command.mode is GetMode.BROWSE_FIRST_AND_LOCK


def put_in_syncpoint(command: Command) -> bool:
    return isinstance(command, MqPut | MqPut1) and command.syncpoint is Syncpoint.WITHIN


def after_a_failed_attempt(world: SimulatedWorld, _: Command) -> bool:
    return any(manager.processor.waits_to_try_again() for manager in world.simulation.managers.values())


Calls = Callable[[SimulatedWorld, Command], bool]
Decision = Callable[..., object]
Row = tuple[str, str, tuple[str, ...], Calls, str, Decision]
Sends = Callable[[Send | SetDeliveryDelay | SetTimeToLive, Producer], bool]


def sends(concerned: Sends) -> Calls:
    """Sends by some producers, or in some forms, and the setters before them."""

    def calls(world: SimulatedWorld, command: Command) -> bool:
        if not isinstance(command, Send | SetDeliveryDelay | SetTimeToLive):
            return False
        producer = world.calls.jms.producers.get(command.producer)
        return producer is not None and concerned(command, producer)

    return calls


def looks(concerned: Callable[[Command], bool]) -> Calls:
    """Gets and browses of some kinds."""
    return lambda _, command: concerned(command)


def long_form(command: Send | SetDeliveryDelay | SetTimeToLive, _: Producer) -> bool:
    return isinstance(command, Send) and command.arguments is not None


def named_on_send(_: object, producer: Producer) -> bool:
    return producer.destination is None and producer.api is ProducerApi.MESSAGE_PRODUCER


def transacted(_: object, producer: Producer) -> bool:
    return producer.session.unit is not None


def non_persistent(command: Send | SetDeliveryDelay | SetTimeToLive, producer: Producer) -> bool:
    own = command.arguments if isinstance(command, Send) else None
    return (own.delivery_mode if own else producer.delivery_mode) == DeliveryMode.NON_PERSISTENT


def publishes(command: Send | SetDeliveryDelay | SetTimeToLive, producer: Producer) -> bool:
    named = command.topic if isinstance(command, Send) else None
    return named is not None or isinstance(producer.destination, TopicDestination)


def matched(command: Command) -> bool:
    return isinstance(command, MqGet) and command.match is not None


def in_syncpoint(command: Command) -> bool:
    return isinstance(command, MqGet) and command.syncpoint is Syncpoint.WITHIN


def under_cursor(command: Command) -> bool:
    return isinstance(command, MqGet) and command.mode is GetMode.UNDER_CURSOR


def browse_next(command: Command) -> bool:
    return isinstance(command, MqGet) and command.mode is GetMode.BROWSE_NEXT


def jms_browser(command: Command) -> bool:
    return isinstance(command, Browse)


def jms_receive(command: Command) -> bool:
    return isinstance(command, Receive)


def subscriber(command: Command) -> bool:
    return isinstance(command, ReceivePublication)


def of_staging(command: Command) -> bool:
    return isinstance(command, MqGet | Browse | Receive) and command.queue == STAGING_QUEUE


def register(row: Row, decider: str) -> None:
    """A misreading in the calls of its row; `decider` is `client_decisions` or `decisions`."""
    name, sentence, rules, concerned, decision, otherwise = row

    class InSomeCalls(SimulatedWorld):
        def execute(self, command: Command) -> Outcome:
            if not concerned(self, command):
                return super().execute(command)
            with patch.object(getattr(self, decider), decision, otherwise):
                return super().execute(command)

    misreading(name, sentence, *rules)(InSomeCalls)


KindOfCall = type[Command]


def at_shared_queues(world: SimulatedWorld, command: Command) -> bool:
    shared = {name for _, name in world.simulation.shared}
    return isinstance(command, MqGet | Receive | Browse) and command.queue in shared


def at_other_queue_managers(world: SimulatedWorld, command: Command) -> bool:
    if not isinstance(command, MqGet):
        return False
    return world.mqi.connection(command.connection).manager.name != DEFAULT_QUEUE_MANAGER


def under_cursor_in_syncpoint(_: SimulatedWorld, command: Command) -> bool:
    return (
        isinstance(command, MqGet)
        and command.mode is GetMode.UNDER_CURSOR
        and command.syncpoint is Syncpoint.WITHIN
    )


def by_an_alias(world: SimulatedWorld, command: Command) -> bool:
    if not isinstance(command, MqGet | Browse | Receive):
        return False
    managers = world.simulation.managers.values()
    return any(isinstance(manager.definitions.get(command.queue), AliasQueue) for manager in managers)


def unasked(check: Check, how: str, concerned: Calls, *rules: str) -> None:
    """A misreading that does not ask this of the target in some sends."""
    name, sentence = f"{check.value} not asked {how}", f"Does not ask for {check.value} {how}."
    register((name, sentence, rules, concerned, "checks_at_send", frozenset(Check) - {check}), "decisions")


def published_by(world: SimulatedWorld, command: Command) -> Producer | None:
    """The producer of a publish call."""
    if not isinstance(command, Send):
        return None
    producer = world.calls.jms.producers.get(command.producer)
    if producer is None or not isinstance(command.topic or producer.destination, TopicDestination):
        return None
    return producer


def in_unit(_: SimulatedWorld, command: Command) -> bool:
    return isinstance(command, MqGet) and command.syncpoint is Syncpoint.WITHIN


def by_id(_: SimulatedWorld, command: Command) -> bool:
    return isinstance(command, MqGet) and command.match is not None


def at(kind: Callable[[QueueManager, str], bool]) -> Calls:
    """Gets from a queue that is one of these at its queue manager or at any other."""

    def calls(world: SimulatedWorld, command: Command) -> bool:
        managers = world.simulation.managers.values()
        return isinstance(command, MqGet | Receive) and any(kind(one, command.queue) for one in managers)

    return calls


def both(*conditions: Calls) -> Calls:
    return lambda world, command: all(condition(world, command) for condition in conditions)


aliases = at(lambda manager, queue: isinstance(manager.definitions.get(queue), AliasQueue))
dead_letters = at(lambda manager, queue: manager.dead_letter_queue == queue)
staged = at(lambda _, queue: queue == STAGING_QUEUE)
