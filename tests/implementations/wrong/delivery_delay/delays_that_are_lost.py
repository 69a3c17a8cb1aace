"""Misreadings of delays that are lost: some messages go at once."""

from collections.abc import Callable
from typing import Any
from unittest.mock import patch

from implementations.decisions.client import ClientDecisions, DelaySetting
from implementations.decisions.queue_manager import QueueManagerDecisions
from implementations.simulation.clients.sessions import Producer
from implementations.simulation.world import SimulatedWorld
from implementations.state.objects import UnitOfWork
from implementations.wrong.misreading import misreading
from implementations.wrong.parts.answers import no
from implementations.wrong.parts.calls import (
    Call,
    Row,
    destination_of,
    long_form,
    named_on_send,
    non_persistent,
    publishes,
    queue_of,
    register,
    sends,
    transacted,
)
from implementations.wrong.parts.delays import DueAtSomeValues
from implementations.wrong.parts.numbers import BITS_32, DAY, SECOND
from implementations.wrong.parts.others import CONFLICT, OVER, any_call, register_behind, typed, yes
from implementations.wrong.parts.producers import Setters
from mqtck.reference.vocabulary.commands import (
    Command,
    Commit,
    MqBackout,
    OpenSession,
    ProducerApi,
    Receive,
    Rollback,
    Send,
    SetDeliveryDelay,
    SetTimeToLive,
    StartQueueManager,
)
from mqtck.reference.vocabulary.constants import (
    DEFAULT_DELIVERY_MODE,
    DEFAULT_PRIORITY,
    DEFAULT_QUEUE_MANAGER,
)
from mqtck.reference.vocabulary.messages import QueueDestination, TargetClient
from mqtck.reference.vocabulary.outcomes import MessageReturned, Outcome


@misreading(
    "delay without lower bits ignored",
    "Asks for the lower 32 bits of a delay whether there is one.",
    *("DD-01", "DD-03", "DD-07"),
)
class LowerBitsStaged(QueueManagerDecisions):
    def goes_to_staging(self, milliseconds: int) -> bool:
        return milliseconds & BITS_32 != 0


@misreading(
    "delay of one day ignored",
    "Takes the time of day that a delay ends at for that of the send, where it is one of exactly a day.",
    *("DD-01", "DD-03", "DD-04", "DD-05"),
)
class OneDayIgnored(DueAtSomeValues):
    def kept(self, due: int, sent: int) -> int:
        return sent if due - sent == DAY else due


def named_with_its_manager(command: Send | SetDeliveryDelay | SetTimeToLive, _: Producer) -> bool:
    """A destination that names the queue manager as well."""
    named = command.destination if isinstance(command, Send) else None
    return named is not None and named.queue_manager is not None


HELD_BACK_IN_UNITS_TOO = ("DD-01", "DD-03", "DD-05", "DD-06", "DD-07", "DD-43", "DD-42", "DD-45")


def zero(*_: object) -> int:
    return 0


@misreading("JMSProducer without delay", "Ignores the delay of a JMSProducer.", "DD-04", "DD-15", "DD-01")
class JmsProducerWithoutDelay(ClientDecisions):
    def effective_delay(self, setting: DelaySetting) -> int:
        if setting.api is ProducerApi.JMS_PRODUCER:
            return 0
        return super().effective_delay(setting)


@misreading(
    "no delay behind a receive",
    "Sends at once in a unit of work that has received a message.",
    *("DD-01", "DD-03", "DD-05", "DD-06", "DD-07", "DD-43", "DD-42", "DD-45"),
)
class NoDelayBehindReceive(SimulatedWorld):
    def __init__(self, *parts: Any) -> None:
        self.received: set[UnitOfWork] = set()
        super().__init__(*parts)

    def execute(self, command: Command) -> Outcome:
        if isinstance(command, Send):
            producer = self.calls.jms.producers.get(command.producer)
            if producer is not None and producer.session.unit in self.received:
                with patch.object(producer, "delay", 0):
                    return super().execute(command)
        outcome = super().execute(command)
        if isinstance(command, Receive | Commit | Rollback):
            session = self.calls.jms.sessions.get(command.session)
            if session is not None and session.unit is not None:
                if isinstance(outcome, MessageReturned):
                    self.received.add(session.unit)
                elif isinstance(command, Commit | Rollback):
                    self.received.discard(session.unit)
        return outcome


HELD_BACK = ("DD-01", "DD-05", "DD-06", "DD-07")


@misreading("delay of 1 ms ignored", "Delays by more than 1 ms alone.", *HELD_BACK)
class OneMillisecondIgnored(QueueManagerDecisions):
    def goes_to_staging(self, milliseconds: int) -> bool:
        return milliseconds > 1


@misreading("delay below a tenth ignored", "Delays by a tenth of a second or more.", *HELD_BACK)
class BelowTenthIgnored(QueueManagerDecisions):
    def goes_to_staging(self, milliseconds: int) -> bool:
        return milliseconds >= 100


def priority_of(command: Call, producer: Producer) -> int:
    own = command.arguments if isinstance(command, Send) else None
    return own.priority if own else producer.priority


def lowest(command: Call, producer: Producer) -> bool:
    return priority_of(command, producer) == 0


def highest(command: Call, producer: Producer) -> bool:
    return priority_of(command, producer) == 9


def native(command: Call, producer: Producer) -> bool:
    destination = destination_of(command, producer)
    return isinstance(destination, QueueDestination) and destination.target_client is TargetClient.MQ


def replies(command: Call, _: Producer) -> bool:
    return isinstance(command, Send) and command.message.correlates_with is not None


def elsewhere(_: Call, producer: Producer) -> bool:
    return producer.session.manager.name != DEFAULT_QUEUE_MANAGER


@misreading("first queue alone delayed", "Delays for the first queue that a producer sends to.", *HELD_BACK)
class FirstQueueAlone(SimulatedWorld):
    def __init__(self, *parts: Any) -> None:
        super().__init__(*parts)
        self.first: dict[int, str | None] = {}

    def execute(self, command: Command) -> Outcome:
        producer = self.calls.jms.producers.get(command.producer) if isinstance(command, Send) else None
        if not isinstance(command, Send) or producer is None:
            return super().execute(command)
        queue = queue_of(command, producer)
        if self.first.setdefault(id(producer), queue) == queue:
            return super().execute(command)
        with patch.object(self.decisions, "goes_to_staging", no):
            return super().execute(command)


Event = Callable[[SimulatedWorld, Command, Producer], bool]


def receives(world: SimulatedWorld, command: Command, producer: Producer) -> bool:
    """Outside units of work, in the session of the producer."""
    own = producer.session
    return (
        isinstance(command, Receive)
        and own.unit is None
        and world.calls.jms.sessions.get(command.session) is own
    )


def rolls_back(world: SimulatedWorld, command: Command, producer: Producer) -> bool:
    return isinstance(command, Rollback) and world.calls.jms.sessions.get(command.session) is producer.session


def closes_another(world: SimulatedWorld, command: Command, producer: Producer) -> bool:
    """Opened anew, a session is closed first."""
    if not isinstance(command, OpenSession):
        return False
    closed = world.calls.jms.sessions.get(command.session)
    return closed is not None and closed is not producer.session


def no_delay(producer: Producer) -> None:
    producer.delay = 0


def no_life(producer: Producer) -> None:
    producer.time_to_live = 0


def defaults(producer: Producer) -> None:
    producer.priority = DEFAULT_PRIORITY
    producer.delivery_mode = DEFAULT_DELIVERY_MODE


DELAY = ("DD-01", "DD-03", "DD-04", "DD-05", "DD-06", "DD-07", "DD-43")
LIFE = ("HM-14", "HM-15", "X-05", "HM-48")
MODE_AND_PRIORITY = ("HM-08", "HM-10", "HM-11", "HM-12", "HM-24", "HM-25", "HM-48")
# fmt: off
FORGETS: tuple[tuple[str, str, tuple[str, ...], Event, Callable[[Producer], None]], ...] = (
    ("delay lost in a receive", "Forgets delays when their session receives outside units of work.",
     DELAY, receives, no_delay),
    ("delay lost with another session", "Forgets all delays when another session is closed.",
     DELAY, closes_another, no_delay),
    ("life lost in a receive", "Forgets lives when their session receives outside units of work.",
     LIFE, receives, no_life),
    ("life lost in a rollback", "Forgets lives when their unit of work is rolled back.",
     LIFE, rolls_back, no_life),
    ("life lost with another session", "Forgets all lives when another session is closed.",
     LIFE, closes_another, no_life),
    ("defaults behind a receive", "Goes back to the defaults when a session receives outside units of work.",
     MODE_AND_PRIORITY, receives, defaults),
    ("defaults behind a rollback", "Goes back to the defaults when a unit of work is rolled back.",
     MODE_AND_PRIORITY, rolls_back, defaults),
    ("defaults behind another session", "Goes back to the defaults when another session is closed.",
     MODE_AND_PRIORITY, closes_another, defaults),
)
# fmt: on


def _register(
    name: str, sentence: str, rules: tuple[str, ...], event: Event, forget: Callable[[Producer], None]
) -> None:
    class Forgets(SimulatedWorld):
        def execute(self, command: Command) -> Outcome:
            for producer in self.calls.jms.producers.values():
                if event(self, command, producer):
                    forget(producer)
            return super().execute(command)

    misreading(name, sentence, *rules)(Forgets)


for row in FORGETS:
    _register(*row)


def none_below_a_second(setting: DelaySetting) -> int:
    return setting.milliseconds if setting.milliseconds >= SECOND else 0


BEHIND_ROLLBACKS: tuple[tuple[Row, str], ...] = (
    (
        (
            "no delays behind a rollback",
            "Sends at once when a unit of work was rolled back before.",
            HELD_BACK_IN_UNITS_TOO,
            any_call,
            "effective_delay",
            zero,
        ),
        "client_decisions",
    ),
    (
        (
            "expired returned behind a rollback",
            "Returns what has expired when something was rolled back before.",
            OVER,
            any_call,
            "returnable",
            yes,
        ),
        "decisions",
    ),
)

BEHIND_RESTARTS: tuple[tuple[Row, str], ...] = (
    (
        (
            "short delays ignored behind a restart",
            "Takes a delay of less than a second for none when restarted.",
            HELD_BACK_IN_UNITS_TOO,
            any_call,
            "effective_delay",
            none_below_a_second,
        ),
        "client_decisions",
    ),
    (
        (
            "no conflict behind a restart",
            "Compares life and delay until the queue manager is restarted.",
            CONFLICT,
            any_call,
            "conflict",
            no,
        ),
        "client_decisions",
    ),
    (
        (
            "nothing reported behind a restart",
            "Reports no expired message when it was restarted.",
            ("EX-21", "EX-39"),
            any_call,
            "expiration_report_wanted",
            no,
        ),
        "decisions",
    ),
)


for behind, who in BEHIND_ROLLBACKS:
    register_behind(behind, who, Rollback, MqBackout)


for behind, who in BEHIND_RESTARTS:
    register_behind(behind, who, StartQueueManager)


@misreading(
    "no delay behind another setter",
    "Forgets the delay when the priority, the delivery mode or the hint about ids is set.",
    *("DD-01", "DD-03", "DD-04", "DD-07"),
)
class DelayForgotten(Setters):
    def touched(self, producer: Producer) -> None:
        producer.delay = 0


@misreading(
    "short delays ignored", "Delays by whole seconds, so by none for less.", "DD-01", "DD-03", "DD-07"
)
class ShortDelaysIgnored(QueueManagerDecisions):
    def goes_to_staging(self, milliseconds: int) -> bool:
        return milliseconds >= 1000


# fmt: off
CLIENT: tuple[Row, ...] = (
    ("queue manager named and no delay", "Sends at once where the queue manager is named.",
     HELD_BACK_IN_UNITS_TOO, sends(named_with_its_manager), "effective_delay", zero),
    ("publications without delay", "Delays for queues alone.",
     (*HELD_BACK_IN_UNITS_TOO, "DD-116", "DD-117"), sends(publishes), "effective_delay", zero),
    ("long form without delay", "Forgets the delay in the long form of send.",
     HELD_BACK_IN_UNITS_TOO, sends(long_form), "effective_delay", zero),
    ("destination of the send without delay", "Delays for the producer's own destination alone.",
     HELD_BACK_IN_UNITS_TOO, sends(named_on_send), "effective_delay", zero),
    ("unit of work without delay", "Sends at once in a unit of work.",
     HELD_BACK_IN_UNITS_TOO, sends(transacted), "effective_delay", zero),
    ("non-persistent without delay", "Delays persistent messages alone.",
     HELD_BACK_IN_UNITS_TOO, sends(non_persistent), "effective_delay", zero),
    ("short delays in a unit of work ignored", "Takes a delay below a second for none when transacted.",
     HELD_BACK_IN_UNITS_TOO, sends(transacted), "effective_delay", none_below_a_second),
    ("short delays to destinations of the send ignored", "Takes one for none where the send names a queue.",
     HELD_BACK_IN_UNITS_TOO, sends(named_on_send), "effective_delay", none_below_a_second),
    ("short delays of the long form ignored", "Takes one for none in the long form of send.",
     HELD_BACK_IN_UNITS_TOO, sends(long_form), "effective_delay", none_below_a_second),
    ("short delays of typed messages ignored", "Takes one for none where a message has a JMSType.",
     HELD_BACK_IN_UNITS_TOO, sends(typed), "effective_delay", none_below_a_second),
)
# fmt: on
# fmt: off
QUEUE_MANAGER: tuple[Row, ...] = (
    ("lowest priority without delay", "Takes priority 0 for a wish not to wait.",
     HELD_BACK, sends(lowest), "goes_to_staging", no),
    ("highest priority without delay", "Sends at once what has priority 9.",
     HELD_BACK, sends(highest), "goes_to_staging", no),
    ("native messages without delay", "Delays messages with an MQRFH2 alone.",
     HELD_BACK, sends(native), "goes_to_staging", no),
    ("replies without delay", "Sends replies at once.",
     HELD_BACK, sends(replies), "goes_to_staging", no),
    ("another queue manager without delay", "Delays on the first queue manager alone.",
     (*HELD_BACK, "DD-11"), sends(elsewhere), "goes_to_staging", no),
)
# fmt: on
for one in CLIENT:
    register(one, "client_decisions")
for one in QUEUE_MANAGER:
    register(one, "decisions")
