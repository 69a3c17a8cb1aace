"""Misreadings as somebody makes them who writes a part plainly and forgets what comes by another way.

Another kind of queue or queue manager, an option beside another one, a restart, a name that begins alike.
"""

# ruff: noqa: ARG002 - as in `decisions`

from collections.abc import Callable
from random import Random

import msgspec

from mqtck.reference.vocabulary.commands import Command, MqPut, MqPut1
from mqtck.reference.vocabulary.constants import DEFAULT_QUEUE_MANAGER, ReasonCode, Report

from .behaviour import Behaviour
from .behaviour_publications import AsParent
from .client_decisions import ClientDecisions, DelaySetting
from .decisions import Membership, QueueManagerDecisions
from .misreading import misreading
from .objects import AliasQueue, Delay, Message, RemoteQueue, UnitOfWork
from .queue_manager import QueueManager
from .topics import Delivery
from .world import SimulatedWorld
from .written_headers import CorrelationForm, TypeElements
from .wrong_in_some_calls import OVER, Row, looks, no, publishes, register, sends, under_cursor, yes
from .wrong_met_together import at_shared_queues, whole_tenths
from .wrong_wherever_it_lies import both, dead_letters, in_unit, staged

# --- a kind of queue and a way to ask -------------------------------------------------------------------


def put_to_dead_letters(world: SimulatedWorld, command: Command) -> bool:
    managers = world.simulation.managers.values()
    return isinstance(command, MqPut | MqPut1) and any(
        manager.dead_letter_queue == command.queue for manager in managers
    )


def published_elsewhere(world: SimulatedWorld, command: Command) -> bool:
    return sends(
        lambda command, producer: (
            publishes(command, producer) and producer.session.manager.name != DEFAULT_QUEUE_MANAGER
        )
    )(world, command)


def as_put(embedded: Message, _: int) -> int:
    return embedded.expiry


# fmt: off
ROWS: tuple[Row, ...] = (
    ("2033 under the cursor of a shared queue", "Says 2033 under the cursor of a shared queue.",
     ("EX-41",), at_shared_queues, "reason_under_cursor", ReasonCode.NO_MSG_AVAILABLE),
    ("2033 under the cursor of the staging queue", "Says 2033 under the cursor of the staging queue.",
     ("EX-41", "X-46"), staged, "reason_under_cursor", ReasonCode.NO_MSG_AVAILABLE),
    ("2033 under the cursor of dead letters", "Says 2033 under the cursor of the dead-letter queue.",
     ("EX-41", "EX-47"), dead_letters, "reason_under_cursor", ReasonCode.NO_MSG_AVAILABLE),
    ("expired returned in syncpoint from shared queues", "Gives a unit of work what is over there.",
     OVER, both(at_shared_queues, in_unit), "returnable", yes),
    ("0 in syncpoint at shared queues", "Shows a unit of work 0 of the last tenth on a shared queue.",
     ("EX-19",), both(at_shared_queues, in_unit), "remaining_expiry", whole_tenths),
    ("nothing reported in syncpoint at shared queues", "Discards there unreported in units of work.",
     ("EX-21", "EX-39"), both(at_shared_queues, in_unit), "expiration_report_wanted", no),
    ("the unit of work holds the discard from a shared queue", "Puts back on a shared queue what was over.",
     ("EX-38", "EX-12", "EX-37"), both(at_shared_queues, in_unit), "discard_in_unit_of_work",
     Membership.INSIDE),
    ("header untouched under the cursor", "Shows the embedded Expiry as put to a get under the cursor.",
     ("EX-56", "EX-59"), looks(under_cursor), "embedded_left", as_put),
    ("limit ignored for dead letters", "Takes any Expiry of a put to the dead-letter queue.",
     ("EX-27", "EX-28", "EX-29", "EX-31", "EX-33"), put_to_dead_letters, "expiry_refused", no),
    ("message delivery not asked elsewhere", "Delays at other queue managers whatever a topic allows.",
     ("DD-120", "DD-121", "DD-122", "X-30"), published_elsewhere, "publication_refused", no),
)
# fmt: on
for one in ROWS:
    register(one, "decisions")

# --- units of work of messages for another kind of queue ------------------------------------------------

Leads = Callable[[QueueManager, str], bool]


def _staged_at_once(name: str, sentence: str, leads: Leads) -> None:
    """A delayed message for such a queue is staged before its unit of work ends, and whatever its end."""

    class StagedAtOnce(SimulatedWorld):
        def change(self, manager: QueueManager) -> None:
            stage = manager.processor.stage

            def staged_outside(delay: Delay, unit: UnitOfWork | None) -> None:
                stage(delay, None if leads(manager, delay.target) else unit)

            manager.processor.stage = staged_outside  # type: ignore[method-assign]

    misreading(name, sentence, "DD-43", "DD-44", "DD-42", "DD-07")(StagedAtOnce)


_staged_at_once(
    "staged at once for an alias",
    "Stages what is for an alias outside the unit of work of its send.",
    lambda manager, queue: isinstance(manager.definitions.get(queue), AliasQueue),
)
_staged_at_once(
    "staged at once for a remote queue",
    "Stages what is for a remote queue outside the unit of work of its send.",
    lambda manager, queue: isinstance(manager.definitions.get(queue), RemoteQueue),
)
_staged_at_once(
    "staged at once for a shared queue",
    "Stages what is for a shared queue outside the unit of work of its send.",
    lambda manager, queue: manager.shares(queue),
)


# --- options beside others, and over a restart ----------------------------------------------------------

PASSED = ("X-21", "X-20", "DD-125", "DD-101", "X-12", "DD-82")


def _without(message: Message, options: int) -> Message:
    return msgspec.structs.replace(message, report=message.report & ~options)


def _not_passed_beside_life(name: str, sentence: str, option: Report) -> None:
    class NotPassedBesideLife(QueueManagerDecisions):
        def reported_as(self, message: Message) -> Message:
            original = super().reported_as(message)
            inherits = original.report & Report.PASS_DISCARD_AND_EXPIRY
            return _without(original, option) if inherits else original

    misreading(name, sentence, *PASSED)(NotPassedBesideLife)


_not_passed_beside_life(
    "correlation id not passed beside a life",
    "Passes no correlation id to a report that inherits life and disposal.",
    Report.PASS_CORREL_ID,
)
_not_passed_beside_life(
    "message id not passed beside a life",
    "Passes no message id to a report that inherits life and disposal.",
    Report.PASS_MSG_ID,
)


@misreading(
    "passed ids forgotten by a restart",
    "Starts without the options that pass ids of what is staged.",
    *PASSED,
    "X-45",
)
class PassedIdsForgotten(QueueManagerDecisions):
    def after_restart(self, delay: Delay, now: int) -> Delay:
        original = _without(delay.original, Report.PASS_MSG_ID | Report.PASS_CORREL_ID)
        return msgspec.structs.replace(delay, original=original)


@misreading(
    "one report for a correlation id",
    "Reports the first alone of expired messages of one correlation id.",
    *("EX-21", "EX-26", "DD-82"),
)
class OneReportForCorrelationId(QueueManagerDecisions):
    def __init__(self, behaviour: Behaviour, random: Random) -> None:
        super().__init__(behaviour, random)
        self.reported: set[str] = set()

    def expiration_report_wanted(self, message: Message) -> bool:
        known = message.correlation_id in self.reported and any(bytes.fromhex(message.correlation_id))
        self.reported.add(message.correlation_id)
        return super().expiration_report_wanted(message) and not known


@misreading(
    "not persistent behind an alias",
    "Puts what is due anew behind an alias, without its persistence.",
    *("X-42", "HM-10", "DD-10"),
)
class NotPersistentBehindAlias(QueueManagerDecisions):
    def delivered(self, delay: Delay, now: int, persistence: int, priority: int) -> Message:
        known = delay.resolved == delay.target
        return delay.original if known else msgspec.structs.replace(delay.original, persistence=0)


# --- names, characters and numbers ----------------------------------------------------------------------


@misreading(
    "topics above by their first letters",
    "Takes what a topic allows from one whose name only begins like its own.",
    *("DD-120", "DD-121", "DD-122"),
)
class TopicsAboveByFirstLetters(SimulatedWorld):
    def change(self, manager: QueueManager) -> None:
        topics = manager.topics
        nearest = topics.delivery

        def delivery(topic_string: str, as_parent: AsParent) -> Delivery:
            for topic in topics.objects.values():
                if topic_string.startswith(topic.topic_string) and topic.topic_string != topic_string:
                    return topic.delivery
            return nearest(topic_string, as_parent)

        topics.delivery = delivery  # type: ignore[method-assign]


@misreading("number signs end a type", "Ends a type at the first number sign.", "HM-38", "HM-39")
class NumberSignsEndTypes(ClientDecisions):
    def type_elements(self, jms_type: str | None) -> TypeElements:
        return super().type_elements(jms_type and jms_type.split("#")[0])


@misreading("backslashes of texts read", "Takes a backslash of a text for an escape.", "HM-46", "HM-47")
class BackslashesOfTexts(ClientDecisions):
    def correlation_element(self, form: CorrelationForm, given: str) -> str | None:
        element = super().correlation_element(form, given)
        return element and element.replace("\\", "")


@misreading(
    "delays beyond a minute in tenths",
    "Counts delays beyond a minute in whole tenths of a second.",
    *("DD-01", "DD-03", "DD-04"),
)
class DelaysBeyondMinuteInTenths(ClientDecisions):
    def effective_delay(self, setting: DelaySetting) -> int:
        delay = super().effective_delay(setting)
        return delay if delay <= 60_000 else delay // 100 * 100
