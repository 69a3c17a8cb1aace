"""Misreadings that are right but for one kind of queue together with one way to ask, or one time too many.

Or for a message that has more than others, a value beyond an hour, a second failure, a second neighbour.
"""

# ruff: noqa: ARG002 - as in `decisions`

from collections.abc import Callable
from urllib.parse import unquote

from mqtck.reference.vocabulary.commands import (
    Command,
    MqGet,
    MqPut1,
    Receive,
    Send,
    SetDeliveryDelay,
    SetTimeToLive,
    Switch,
    Syncpoint,
    Usage,
)
from mqtck.reference.vocabulary.constants import DEFAULT_QUEUE_MANAGER, STAGING_QUEUE, ReasonCode
from mqtck.reference.vocabulary.outcomes import Outcome
from mqtck.reference.vocabulary.publications import Durability, ReceivePublication

from .client_decisions import ClientDecisions, DelaySetting
from .decisions import Check, Membership, QueueManagerDecisions
from .jms_client import Producer
from .misreading import misreading
from .objects import AliasQueue, LocalQueue, Proxy, Tie, UnitOfWork
from .queue_manager import QueueManager
from .world import SimulatedWorld
from .written_headers import CorrelationForm, TypeElements
from .wrong_in_some_calls import AGES, OVER, Calls, Row, no, publishes, register, sends, whole_life, yes
from .wrong_met_together import whole_tenths

HOUR = 3_600_000
MINUTE = 60_000
WEEKS = 1 << 31

# --- where somebody asks, and how -----------------------------------------------------------------------


def in_unit(_: SimulatedWorld, command: Command) -> bool:
    return isinstance(command, MqGet) and command.syncpoint is Syncpoint.WITHIN


def by_id(_: SimulatedWorld, command: Command) -> bool:
    return isinstance(command, MqGet) and command.match is not None


def by_jms(_: SimulatedWorld, command: Command) -> bool:
    return isinstance(command, Receive)


def at(kind: Callable[[QueueManager, str], bool]) -> Calls:
    """Gets from a queue that is one of these at its queue manager or at any other."""

    def calls(world: SimulatedWorld, command: Command) -> bool:
        managers = world.simulation.managers.values()
        return isinstance(command, MqGet | Receive) and any(kind(one, command.queue) for one in managers)

    return calls


def both(*conditions: Calls) -> Calls:
    return lambda world, command: all(condition(world, command) for condition in conditions)


def _waits(manager: QueueManager, queue: str) -> bool:
    definition = manager.definitions.get(queue)
    return isinstance(definition, LocalQueue) and definition.attributes.usage is Usage.TRANSMISSION


aliases = at(lambda manager, queue: isinstance(manager.definitions.get(queue), AliasQueue))
dead_letters = at(lambda manager, queue: manager.dead_letter_queue == queue)
on_the_way = at(_waits)
staged = at(lambda _, queue: queue == STAGING_QUEUE)


def elsewhere(world: SimulatedWorld, command: Command) -> bool:
    if not isinstance(command, MqGet):
        return False
    return world.mqi.connection(command.connection).manager.name != DEFAULT_QUEUE_MANAGER


def durable(world: SimulatedWorld, command: Command) -> bool:
    if not isinstance(command, ReceivePublication):
        return False
    return world.calls.subscribers.subscriptions[command.subscription].durability is Durability.DURABLE


def transacted_subscriber(world: SimulatedWorld, command: Command) -> bool:
    if not isinstance(command, ReceivePublication):
        return False
    session = world.calls.subscribers.session_of(command.subscription)
    return session is not None and session.unit is not None


# --- what a message has besides -------------------------------------------------------------------------


def typed(command: Send | SetDeliveryDelay | SetTimeToLive, _: Producer) -> bool:
    return isinstance(command, Send) and command.message.jms_type is not None


def for_weeks(command: Send | SetDeliveryDelay | SetTimeToLive, producer: Producer) -> bool:
    return publishes(command, producer) and producer.time_to_live > WEEKS


def put_one_in_unit(_: SimulatedWorld, command: Command) -> bool:
    return isinstance(command, MqPut1) and command.syncpoint is Syncpoint.WITHIN


# fmt: off
ROWS: tuple[Row, ...] = (
    ("nothing discarded by id in syncpoint", "Passes in a unit of work what is over and asked for by id.",
     ("EX-12",), both(by_id, in_unit), "discards", no),
    ("an id in syncpoint shows the whole life", "Shows units of work that ask by id the Expiry put.",
     AGES, both(by_id, in_unit), "remaining_expiry", whole_life),
    ("0 to durable subscribers", "Shows a durable subscriber 0 of the last tenth of a second.",
     ("EX-19",), durable, "remaining_expiry", whole_tenths),
    ("transacted subscribers report nothing", "Discards without a report for subscribers in units of work.",
     ("EX-21", "EX-39"), transacted_subscriber, "expiration_report_wanted", no),
    ("expired dead letters returned in syncpoint", "Gives a unit of work dead letters that have expired.",
     (*OVER, "EX-47"), both(dead_letters, in_unit), "returnable", yes),
    ("recall in syncpoint shows the whole life", "Shows a unit of work the Expiry put of what it recalls.",
     (*AGES, "X-46", "DD-79"), both(staged, in_unit), "remaining_expiry", whole_life),
    ("expired returned to a JMS client by an alias", "Gives a JMS client by an alias what has expired.",
     OVER, both(aliases, by_jms), "returnable", yes),
    ("nothing reported of what is on its way in syncpoint", "Discards unreported in units on the way.",
     ("EX-21", "EX-39", "EX-26"), both(on_the_way, in_unit), "expiration_report_wanted", no),
    ("0 elsewhere in syncpoint", "Shows 0 of the last tenth of a second in units of work elsewhere.",
     ("EX-19",), both(elsewhere, in_unit), "remaining_expiry", whole_tenths),
    ("the unit of work of an alias holds the report", "Reports with the commit what it discards by an alias.",
     ("EX-39", "EX-21", "EX-37"), both(aliases, in_unit), "report_in_unit_of_work", Membership.INSIDE),
    ("the unit of work holds the discard of one asked for", "Puts back by backout what was found by id.",
     ("EX-38", "EX-12", "EX-37"), both(by_id, in_unit), "discard_in_unit_of_work", Membership.INSIDE),
    ("the unit of work holds the report of dead letters", "Reports a dead letter that is over at the commit.",
     ("EX-39", "EX-21", "EX-37"), both(dead_letters, in_unit), "report_in_unit_of_work", Membership.INSIDE),
    ("2033 under the cursor of an alias", "Says 2033 under the cursor to who asks by an alias.",
     ("EX-41",), aliases, "reason_under_cursor", ReasonCode.NO_MSG_AVAILABLE),
    ("staging limits ignored by typed messages", "Overfills the staging queue with typed messages.",
     ("DD-53", "DD-39"), sends(typed), "checks_on_staging", frozenset({Check.EXISTS})),
    ("message delivery not asked for weeks", "Delays what lives for weeks whatever its topic allows.",
     ("DD-120", "DD-121", "DD-122", "X-30"), sends(for_weeks), "publication_refused", no),
    ("limit ignored by MQPUT1 in syncpoint", "Takes any Expiry of an MQPUT1 in a unit of work.",
     ("EX-27", "EX-28", "EX-29", "EX-31", "EX-33"), put_one_in_unit, "expiry_refused", no),
)
# fmt: on
for one in ROWS:
    register(one, "decisions")


# --- a value, a time or a neighbour too many ------------------------------------------------------------


@misreading("long delays in minutes", "Counts delays beyond an hour in whole minutes.", "DD-01", "DD-03")
class LongDelaysInMinutes(ClientDecisions):
    def effective_delay(self, setting: DelaySetting) -> int:
        delay = super().effective_delay(setting)
        return delay if delay <= HOUR else delay // MINUTE * MINUTE


@misreading(
    "a life stays beside a delay",
    "Keeps the time to live of a producer with a delay when it is set to 0.",
    *("DD-28", "HM-16", "HM-15", "X-07"),
)
class LifeStays(SimulatedWorld):
    def execute(self, command: Command) -> Outcome:
        if isinstance(command, SetTimeToLive) and command.milliseconds == 0:
            producer = self.calls.jms.producer(command.producer)
            if producer.delay and producer.time_to_live:
                command = SetTimeToLive(command.producer, producer.time_to_live)
        return super().execute(command)


@misreading("percent signs read", "Takes a text for one with percent encoding.", "HM-46", "HM-47")
class PercentSignsOfTexts(ClientDecisions):
    def correlation_element(self, form: CorrelationForm, given: str) -> str | None:
        element = super().correlation_element(form, given)
        return element and unquote(element)


@misreading("percent signs of types read", "Takes a type for one with percent encoding.", "HM-38", "HM-39")
class PercentSignsOfTypes(ClientDecisions):
    def type_elements(self, jms_type: str | None) -> TypeElements:
        return super().type_elements(jms_type and unquote(jms_type))


@misreading(
    "down after a second failure", "Starts the processor again after one failure.", "DD-96", "DD-10", "DD-12"
)
class DownAfterASecondFailure(SimulatedWorld):
    def change(self, manager: QueueManager) -> None:
        processor = manager.processor
        fail, failures = processor.fail, [1]

        def failed() -> None:
            fail() if failures.pop() else processor.end()
            failures.append(0)

        processor.fail = failed  # type: ignore[method-assign]


@misreading(
    "first neighbour alone", "Publishes for one neighbour alone.", "DD-118", "DD-116", "DD-115", "DD-119"
)
class FirstNeighbourAlone(SimulatedWorld):
    def change(self, manager: QueueManager) -> None:
        topics = manager.topics
        matching = topics.matching

        def matched(topic_string: str, came_from: str = "") -> list[Tie]:
            ties = matching(topic_string, came_from)
            proxies = [tie for tie in ties if isinstance(tie, Proxy)]
            return [tie for tie in ties if not isinstance(tie, Proxy) or tie is proxies[0]]

        topics.matching = matched  # type: ignore[method-assign]


@misreading(
    "no staging queue needed for topics", "Takes delayed publications that it cannot stage.", "DD-56", "DD-38"
)
class NoStagingQueueForTopics(SimulatedWorld):
    publishing = False

    def execute(self, command: Command) -> Outcome:
        producer = self.calls.jms.producers.get(getattr(command, "producer", ""))
        self.publishing = isinstance(command, Send) and producer is not None and publishes(command, producer)
        return super().execute(command)

    def change(self, manager: QueueManager) -> None:
        processor = manager.processor
        asked = processor.refusal

        def refusal(length: int, unit: UnitOfWork | None, copies: int = 1) -> ReasonCode | None:
            reason = asked(length, unit, copies)
            missing = reason is ReasonCode.UNKNOWN_OBJECT_NAME
            return None if self.publishing and missing else reason

        processor.refusal = refusal  # type: ignore[method-assign]


@misreading(
    "PUT starts the processor whatever GET is",
    "Starts the processor again when PUT is enabled though GET is disabled.",
    *("DD-89", "DD-88"),
)
class PutStartsWhateverGet(QueueManagerDecisions):
    put_was_off = False

    def available(self, get: Switch | None) -> bool:
        return super().available(get) or (get is not None and self.put_was_off)

    def restarts_when_put_enabled(self, halt: object) -> bool:
        self.put_was_off = True
        return True
