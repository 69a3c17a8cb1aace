"""Misreadings on one way alone: to a shared, clustered or remote queue, by an alias, in one form of send."""

# ruff: noqa: ARG002 - as in `decisions`

from collections.abc import Callable
from typing import Any

import msgspec

from mqtck.reference.vocabulary.commands import Browse, Command, MqGet, OpenSession, Receive, Rollback, Send
from mqtck.reference.vocabulary.constants import UNLIMITED, ReasonCode, Report
from mqtck.reference.vocabulary.outcomes import Outcome, Sent

from .client_decisions import ClientDecisions
from .decisions import Check, QueueManagerDecisions
from .misreading import misreading
from .objects import NO_ID, AliasQueue, Delay, Entry, Message, RemoteQueue, UnitOfWork
from .queue_manager import QueueManager
from .world import SimulatedWorld
from .written_headers import TypeElements
from .wrong_for_some import Attempts
from .wrong_in_some_calls import Row, long_form, named_on_send, no, non_persistent, register, sends
from .wrong_now_and_then import Restarted, original

AS_SENT = ("X-42", "X-03", "X-02")
LIVES = ("DD-79", "DD-80", "X-06", "EX-05", "EX-10", "EX-17")
OPTIONS = ("DD-130", "DD-125", "X-42")
REFUSED_BY_TARGET = ("DD-38", "DD-39", "DD-110", "DD-111", "DD-112", "DD-113")

# --- what is delivered on a way ----------------------------------------------------------------------

Change = Callable[[Message], dict[str, Any]]


def staged_id(message: Message) -> dict[str, Any]:
    return {"correlation_id": message.message_id}


def unlimited(_: Message) -> dict[str, Any]:
    return {"end_of_life": None, "expiry": UNLIMITED}


def without_options(_: Message) -> dict[str, Any]:
    return {"report": 0}


def without_text(message: Message) -> dict[str, Any]:
    if message.header is None:
        return {}
    return {"header": msgspec.structs.replace(message.header, correlation_id=None)}


def to_shared(manager: QueueManager, name: str) -> bool:
    return manager.shares(name)


def to_clustered(manager: QueueManager, name: str) -> bool:
    return bool(manager.clusters.instances(manager.final_name(name)))


def to_remote(manager: QueueManager, name: str) -> bool:
    return isinstance(manager.definitions.get(name), RemoteQueue)


def on_the_way(
    name: str,
    sentence: str,
    rules: tuple[str, ...],
    way: Callable[[QueueManager, str], bool],
    change: Change,
) -> None:
    """A delayed message that is delivered on this way is changed."""

    class OnTheWay(Attempts):
        def deliver(self, manager: QueueManager, delay: Delay, deliver: Any) -> ReasonCode | None:
            if way(manager, delay.target):
                other = msgspec.structs.replace(delay.original, **change(delay.original))
                delay = msgspec.structs.replace(delay, original=other)
            return super().deliver(manager, delay, deliver)

    misreading(name, sentence, *rules)(OnTheWay)


for _row in (
    (
        "shared: as staged",
        "Delivers with the staged correlation id to a shared queue.",
        AS_SENT,
        to_shared,
        staged_id,
    ),
    ("shared: unlimited", "Delivers without an end to a shared queue.", LIVES, to_shared, unlimited),
    (
        "shared: unreported",
        "Takes the report options from what goes to a shared queue.",
        OPTIONS,
        to_shared,
        without_options,
    ),
    (
        "clustered: as staged",
        "Delivers with the staged correlation id to a clustered queue.",
        AS_SENT,
        to_clustered,
        staged_id,
    ),
    ("clustered: unlimited", "Delivers without an end to a clustered queue.", LIVES, to_clustered, unlimited),
    (
        "clustered: unreported",
        "Takes the report options from what goes to a clustered queue.",
        OPTIONS,
        to_clustered,
        without_options,
    ),
    (
        "remote: no string",
        "Leaves the string of a correlation id out of what goes to another queue manager.",
        ("X-42", "HM-46"),
        to_remote,
        without_text,
    ),
):
    on_the_way(*_row)


@misreading(
    "publications without COA and COD",
    "Takes COA and COD for done when it delivers a publication.",
    *OPTIONS,
)
class PublicationsUnconfirmed(QueueManagerDecisions):
    def delivered(self, delay: Delay, now: int, persistence: int, priority: int) -> Message:
        message = super().delivered(delay, now, persistence, priority)
        families = Report.COA_WITH_FULL_DATA | Report.COD_WITH_FULL_DATA
        return (
            message
            if delay.tie is None
            else msgspec.structs.replace(message, report=message.report & ~families)
        )


@misreading(
    "strings of 128 characters staged",
    "Stages 128 characters of a string that correlates.",
    *("X-42", "HM-46"),
)
class LongStringsCut(QueueManagerDecisions):
    def delivered(self, delay: Delay, now: int, persistence: int, priority: int) -> Message:
        message = super().delivered(delay, now, persistence, priority)
        if message.header is None or message.header.correlation_id is None:
            return message
        header = msgspec.structs.replace(message.header, correlation_id=message.header.correlation_id[:128])
        return msgspec.structs.replace(message, header=header)


@misreading(
    "correlation id of the message before",
    "Leaves in place the correlation id that it has delivered last, where a message has none.",
    *("X-03", "X-42"),
)
class CorrelationIdLeft(QueueManagerDecisions):
    last = NO_ID

    def delivered(self, delay: Delay, now: int, persistence: int, priority: int) -> Message:
        message = super().delivered(delay, now, persistence, priority)
        if message.correlation_id != NO_ID:
            self.last = message.correlation_id
        return msgspec.structs.replace(message, correlation_id=self.last)


@misreading("type of 256 characters", "Cuts JMSType off behind 256 characters.", "HM-38", "X-42")
class TypeCut(ClientDecisions):
    def type_elements(self, jms_type: str | None) -> TypeElements:
        return super().type_elements(jms_type if jms_type is None else jms_type[:256])


# --- staging -----------------------------------------------------------------------------------------


@misreading(
    "staged as sent for a remote queue",
    "Stages with its own ids what is for another queue manager.",
    *("DD-59", "DD-60", "DD-61", "X-01"),
)
class StagedAsSent(SimulatedWorld):
    def change(self, manager: QueueManager) -> None:
        enter = manager.enter

        def entered(queue: Any, message: Message, unit: UnitOfWork | None, lane: int = 1) -> Entry:
            delay = message.delay
            if delay is not None and queue is manager.staging and to_remote(manager, delay.target):
                ids = {
                    "message_id": delay.original.message_id,
                    "correlation_id": delay.original.correlation_id,
                }
                message = msgspec.structs.replace(message, **ids)
            return enter(queue, message, unit, lane)

        manager.enter = entered  # type: ignore[method-assign]


@misreading(
    "ten outlive a restart",
    "Reads ten staged messages when it starts, and loses the others.",
    *("X-45", "DD-95", "DD-86", "DD-10", "X-54"),
)
class TenOutliveARestart(SimulatedWorld):
    def _start(self, name: str) -> None:
        manager = self.simulation.managers.get(name)
        if manager is not None and not manager.running:
            for entry in list(manager.staging.entries)[10:]:
                manager.take_off(manager.staging, entry)
        super()._start(name)


@misreading(
    "expiration element lost at restart",
    "Logs messages without the expiration of their MQRFH2.",
    *("X-45", "X-42", "HM-19", "X-06"),
)
class ExpirationLostAtRestart(Restarted):
    def started_with(self, message: Message, down: int) -> Message:
        header = (message if message.delay is None else message.delay.original).header
        if header is None:
            return message
        return original(message, header=msgspec.structs.replace(header, expiration=None))


@misreading(
    "rolled back with what was committed",
    "Takes back with a rollback what the session has committed and what is still staged.",
    *("DD-44", "DD-43", "DD-10", "X-54"),
)
class CommittedRolledBack(SimulatedWorld):
    def __init__(self, *parts: Any) -> None:
        self.sent_by: dict[str, str] = {}
        super().__init__(*parts)

    def execute(self, command: Command) -> Outcome:
        if isinstance(command, Rollback | OpenSession):
            mine = {label for label, session in self.sent_by.items() if session == command.session}
            if isinstance(command, Rollback):
                self._take_back({self.calls.jms.ids[label] for label in mine})
            self.sent_by = {label: session for label, session in self.sent_by.items() if label not in mine}
        outcome = super().execute(command)
        if isinstance(command, Send) and isinstance(outcome, Sent):
            sender = self.calls.jms.producers[command.producer].session
            names = (name for name, one in self.calls.jms.sessions.items() if one is sender)
            self.sent_by[command.message.label] = next(names, "")
        return outcome

    def _take_back(self, message_ids: set[str]) -> None:
        for manager in self.simulation.managers.values():
            for entry in list(manager.staging.entries):
                delay = entry.message.delay
                if entry.available and delay is not None and delay.original.message_id in message_ids:
                    manager.take_off(manager.staging, entry)


@misreading(
    "0 on a dead-letter queue",
    "Shows 0 of a dead letter for less than a tenth of a second.",
    *("EX-19", "EX-46", "EX-47"),
)
class ZeroOfDeadLetters(QueueManagerDecisions):
    def remaining_expiry(self, message: Message, now: int) -> int:
        if message.dead_letter is None or message.end_of_life is None:
            return super().remaining_expiry(message, now)
        return (message.end_of_life - now) // 100


# --- gets by way of an alias -------------------------------------------------------------------------


def by_an_alias(world: SimulatedWorld, command: Command) -> bool:
    if not isinstance(command, MqGet | Browse | Receive):
        return False
    managers = world.simulation.managers.values()
    return any(isinstance(manager.definitions.get(command.queue), AliasQueue) for manager in managers)


def whole_life(message: Message, _: int) -> int:
    return message.expiry


def yes(*_: object) -> bool:
    return True


QUEUE_MANAGER: tuple[Row, ...] = (
    (
        "expired returned by an alias",
        "Returns what has expired to who asks by an alias.",
        ("EX-17", "EX-18", "EX-34"),
        by_an_alias,
        "returnable",
        yes,
    ),
    (
        "alias discards nothing",
        "Passes expired messages in a get by an alias.",
        ("EX-12", "EX-13", "EX-15"),
        by_an_alias,
        "discards",
        no,
    ),
    (
        "alias reports nothing",
        "Discards without a report in a get by an alias.",
        ("EX-21", "EX-12", "EX-13"),
        by_an_alias,
        "expiration_report_wanted",
        no,
    ),
    (
        "alias shows the whole life",
        "Shows the Expiry that was put to who asks by an alias.",
        ("EX-05", "EX-10"),
        by_an_alias,
        "remaining_expiry",
        whole_life,
    ),
    # --- what a send asks, in one form of it
    (
        "retained by the long form accepted",
        "Delays what is to be retained and sent by the long form.",
        ("DD-33",),
        sends(long_form),
        "retained_refused",
        no,
    ),
    (
        "binding by the long form accepted",
        "Asks for DEFBIND in the short form of send alone.",
        ("DD-19", "DD-20"),
        sends(long_form),
        "binding_refused",
        no,
    ),
    *(
        (
            f"{check.value} not asked {how}",
            f"Asks for the {check.value} of the target in other sends than those {how}.",
            ("DD-46", "DD-47") if check is Check.AUTHORITY else REFUSED_BY_TARGET,
            concerned,
            "checks_at_send",
            frozenset(Check) - {check},
        )
        for how, concerned in (
            ("by the long form", sends(long_form)),
            ("to a destination of their own", sends(named_on_send)),
        )
        for check in (Check.PUT_ENABLED, Check.LENGTH, Check.FULLNESS, Check.AUTHORITY)
    ),
)
CLIENT: tuple[Row, ...] = (
    (
        "group by the long form accepted",
        "Takes a group with a delay by the long form of send.",
        ("DD-36",),
        sends(long_form),
        "group_refused",
        no,
    ),
    (
        "group of the non-persistent accepted",
        "Takes a group with a delay that is not persistent.",
        ("DD-36",),
        sends(non_persistent),
        "group_refused",
        no,
    ),
)
for one in CLIENT:
    register(one, "client_decisions")
for one in QUEUE_MANAGER:
    register(one, "decisions")
