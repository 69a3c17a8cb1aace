"""Misreadings of times to live that are shorter than the delay."""

# ruff: noqa: ARG002 - as in `decisions`

from typing import Any
from unittest.mock import patch

import msgspec
from msgspec.structs import replace

from implementations.behaviour.whole import Behaviour
from implementations.decisions.client import ClientDecisions
from implementations.simulation.clients.sessions import Producer
from implementations.simulation.world import SimulatedWorld
from implementations.wrong.misreading import misreading
from implementations.wrong.parts.answers import no
from implementations.wrong.parts.calls import (
    Call,
    Row,
    for_mqi,
    long_form,
    non_persistent,
    publishes,
    register,
    sends,
    simplified,
    transacted,
)
from implementations.wrong.parts.numbers import SECOND, TENTH, as_float
from implementations.wrong.parts.others import CONFLICT
from mqtck.reference.vocabulary.commands import Command, CreateProducer, Send, SetDeliveryDelay, SetTimeToLive
from mqtck.reference.vocabulary.constants import ReasonCode
from mqtck.reference.vocabulary.messages import CORRELATION_FORMS
from mqtck.reference.vocabulary.outcomes import Outcome, Refused, Sent

CONFLICT_ON_SEND = ("DD-30", "DD-25", "DD-26", "DD-31")


@misreading(
    "life and delay in tenths",
    "Rounds a life down and a delay up before it compares them.",
    *("DD-25", "DD-26", "DD-27", "DD-30"),
)
class LifeAndDelayInTenths(ClientDecisions):
    def conflict(self, time_to_live: int, delay: int) -> bool:
        return super().conflict(time_to_live // TENTH * TENTH, -(-delay // TENTH) * TENTH)


@misreading(
    "conflict with a former life",
    "Compares a delay with the shortest life that the producer ever had.",
    *("DD-26", "DD-28", "DD-25"),
)
class ConflictWithFormerLife(SimulatedWorld):
    def __init__(self, *parts: Any) -> None:
        super().__init__(*parts)
        self.shortest: dict[str, int] = {}

    def execute(self, command: Command) -> Outcome:
        match command:
            case CreateProducer(producer=producer):
                self.shortest.pop(producer, None)
            case SetTimeToLive(producer=producer, milliseconds=life) if life:
                self.shortest[producer] = min(life, self.shortest.get(producer, life))
            case SetDeliveryDelay(producer=producer) if producer in self.shortest:
                conflict, shortest = self.client_decisions.conflict, self.shortest[producer]
                with patch.object(
                    self.client_decisions, "conflict", lambda _, delay: conflict(shortest, delay)
                ):
                    return super().execute(command)
            case _:
                pass
        return super().execute(command)


@misreading(
    "conflict of short lives accepted",
    "Compares life and delay for lives of a second or more.",
    *("DD-25", "DD-26", "DD-30", "DD-31"),
)
class ConflictOfShortLives(ClientDecisions):
    def conflict(self, time_to_live: int, delay: int) -> bool:
        return time_to_live >= SECOND and super().conflict(time_to_live, delay)


def named_with_a_life(command: Call, producer: Producer) -> bool:
    """send(destination, message, deliveryMode, priority, timeToLive)."""
    return long_form(command, producer) and isinstance(command, Send) and command.destination is not None


@misreading(
    "conflict of a named queue's long form reported otherwise",
    "Takes a life below the delay for an unknown option in the long form that names a queue.",
    *CONFLICT,
)
class ReportedOtherwise(SimulatedWorld):
    def execute(self, command: Command) -> Outcome:
        outcome = super().execute(command)
        if (
            isinstance(command, Send)
            and isinstance(outcome, Refused)
            and outcome.reason == ReasonCode.EXPIRY_ERROR
            and named_with_a_life(command, self.calls.jms.producers[command.producer])
        ):
            return msgspec.structs.replace(outcome, reason=ReasonCode.OPTIONS_ERROR)
        return outcome


def but_setting_the_life(command: Call, _: Producer) -> bool:
    return not isinstance(command, SetTimeToLive)


def but_setting_the_delay(command: Call, _: Producer) -> bool:
    return not isinstance(command, SetDeliveryDelay)


def correlating_by_long_form(command: Send | SetDeliveryDelay | SetTimeToLive, producer: Producer) -> bool:
    return (
        isinstance(command, Send)
        and long_form(command, producer)
        and any(getattr(command.message, form) is not None for form in CORRELATION_FORMS)
    )


@misreading(
    "conflict by 1 ms accepted", "Refuses a life that is 2 ms below the delay.", "DD-25", "DD-26", "DD-30"
)
class ConflictByOneAccepted(ClientDecisions):
    def conflict(self, time_to_live: int, delay: int) -> bool:
        return super().conflict(time_to_live, delay) and time_to_live != delay - 1


@misreading(
    "one reason for all", "Refuses everything with 2195.", "DD-25", "DD-26", "DD-30", "DD-31", "DD-36"
)
class OneReasonForAll(SimulatedWorld):
    def execute(self, command: Command) -> Outcome:
        outcome = super().execute(command)
        return msgspec.structs.replace(outcome, reason=2195) if isinstance(outcome, Refused) else outcome


@misreading(
    "a tenth to live wanted",
    "Refuses a life that is not a tenth of a second longer than the delay.",
    *("DD-25", "DD-26", "DD-27", "DD-28", "DD-29", "DD-30", "DD-31"),
)
class TenthToLiveWanted(ClientDecisions):
    def conflict(self, time_to_live: int, delay: int) -> bool:
        return time_to_live > 0 and delay > 0 and time_to_live < delay + 100


@misreading(
    "life compared until the first send",
    "Compares life and delay until a producer has sent something.",
    *("DD-25", "DD-26", "DD-30", "DD-31"),
)
class ComparedUntilFirstSend(SimulatedWorld):
    def __init__(self, *parts: Any) -> None:
        self.sent: set[str] = set()
        super().__init__(*parts)

    def execute(self, command: Command) -> Outcome:
        if isinstance(command, Send | SetTimeToLive | SetDeliveryDelay) and command.producer in self.sent:
            with patch.object(self.client_decisions, "conflict", lambda *_: False):
                return super().execute(command)
        outcome = super().execute(command)
        if isinstance(command, CreateProducer):
            self.sent.discard(command.producer)
        elif isinstance(command, Send) and isinstance(outcome, Sent):
            self.sent.add(command.producer)
        return outcome


@misreading(
    "long form compared in seconds",
    "Compares life and delay in seconds where the life comes with the send.",
    *("DD-25", "DD-26", "DD-30"),
)
class LongFormInSeconds(SimulatedWorld):
    def execute(self, command: Command) -> Outcome:
        if not isinstance(command, Send) or command.arguments is None:
            return super().execute(command)
        with patch.object(
            self.client_decisions, "conflict", lambda life, delay: life > 0 and life // 1000 < delay // 1000
        ):
            return super().execute(command)


# --- life and delay ---------------------------------------------------------------------------------------


@misreading(
    "conflict in floats",
    "Compares life and delay as floats of 32 bits.",
    *("DD-25", "DD-26", "DD-30"),
)
class ConflictInFloats(ClientDecisions):
    def conflict(self, time_to_live: int, delay: int) -> bool:
        return super().conflict(as_float(time_to_live), as_float(delay))


@misreading(
    "conflict of less than a tenth accepted",
    "Compares the delay with lives of a tenth of a second or more.",
    *("DD-25", "DD-26", "DD-30"),
)
class ConflictOfShortLife(ClientDecisions):
    def conflict(self, time_to_live: int, delay: int) -> bool:
        return time_to_live >= TENTH and super().conflict(time_to_live, delay)


@misreading(
    "conflict with a delay of less than a second accepted",
    "Compares the life with delays of a second or more.",
    *("DD-25", "DD-26", "DD-30"),
)
class ConflictOfShortDelay(ClientDecisions):
    def conflict(self, time_to_live: int, delay: int) -> bool:
        return delay >= SECOND and super().conflict(time_to_live, delay)


# --- setters and the long form of send --------------------------------------------------------------------


class UntoldBySetters(SimulatedWorld):
    """Its setters tell no conflict, which a send does (DD-31)."""

    def __init__(self, *parts: object) -> None:
        super().__init__(*parts)  # type: ignore[arg-type]
        self.client_decisions.setter_reports_conflict = lambda: False  # type: ignore[method-assign]

    def execute(self, command: Command) -> Outcome:
        producer = self.calls.jms.producers.get(command.producer) if isinstance(command, Send) else None
        if producer is None or not isinstance(command, Send):
            return super().execute(command)
        return self.sent(command, producer, 0 < producer.time_to_live < producer.delay)

    def sent(self, command: Send, producer: Producer, at_odds: bool) -> Outcome:  # noqa: FBT001 - of the producer
        raise NotImplementedError

    def untold(self, command: Send) -> Outcome:
        """Send though life and delay conflict."""
        with patch.object(self.client_decisions, "conflict", lambda *_: False):
            return super().execute(command)


@misreading(
    "life of the setter in the long form",
    "Sends with the life of the setter where that conflicts with the delay.",
    *(*CONFLICT_ON_SEND, "DD-10", "DD-28", "HM-15", "X-54"),
)
class LifeOfTheSetter(UntoldBySetters):
    def sent(self, command: Send, producer: Producer, at_odds: bool) -> Outcome:  # noqa: FBT001 - of the producer
        if not at_odds or command.arguments is None:
            return SimulatedWorld.execute(self, command)
        own = replace(command.arguments, time_to_live=producer.time_to_live)
        return self.untold(replace(command, arguments=own))


@misreading(
    "conflict that a long form has ended",
    "Tells no conflict of the setters any more once the long form has gone well.",
    *CONFLICT_ON_SEND,
)
class EndedByLongForm(UntoldBySetters):
    def sent(self, command: Send, producer: Producer, at_odds: bool) -> Outcome:  # noqa: FBT001 - of the producer
        done = getattr(producer, "ended", False)
        outcome = self.untold(command) if done and at_odds else SimulatedWorld.execute(self, command)
        if at_odds and command.arguments is not None and isinstance(outcome, Sent):
            producer.ended = True  # type: ignore[attr-defined]
        return outcome


@misreading(
    "long form unchecked behind setters that conflict",
    "Compares no life of the long form where the setters conflict already.",
    *CONFLICT_ON_SEND,
)
class UncheckedLongForm(UntoldBySetters):
    def sent(self, command: Send, _: Producer, at_odds: bool) -> Outcome:  # noqa: FBT001 - of the producer
        unchecked = at_odds and command.arguments is not None
        return self.untold(command) if unchecked else SimulatedWorld.execute(self, command)


# --- delay and time to live -------------------------------------------------------------------------------


@misreading(
    "conflict in tenths", "Compares delay and time to live in tenths of a second.", "DD-25", "DD-26", "DD-30"
)
class ConflictInTenths(ClientDecisions):
    def conflict(self, time_to_live: int, delay: int) -> bool:
        return time_to_live != 0 and delay > 0 and time_to_live // 100 < delay // 100


@misreading(
    "conflict never reported",
    "Accepts a time to live below the delay.",
    *("DD-25", "DD-26", "DD-30", "DD-31"),
)
class ConflictNeverReported(ClientDecisions):
    def conflict(self, time_to_live: int, delay: int) -> bool:
        return False


@misreading(
    "conflict mirrored",
    "Refuses a delay below the time to live as well, as the literal mirror image.",
    *("DD-25", "DD-26", "DD-27", "DD-31"),
)
class ConflictMirrored(ClientDecisions):
    def conflict(self, time_to_live: int, delay: int) -> bool:
        return time_to_live != 0 and delay > 0 and time_to_live != delay


@misreading(
    "send arguments not checked",
    "Checks the producer's time to live alone, in the setters.",
    *("DD-30", "DD-31"),
)
class SendArgumentsNotChecked(ClientDecisions):
    def send_reports_conflict(self) -> bool:
        return False


@misreading(
    "conflict reported the first time alone",
    "Remembers which lives and delays it has compared, and does not compare them again.",
    *("DD-30", "DD-25", "DD-26", "DD-31"),
)
class ConflictReportedOnce(ClientDecisions):
    def __init__(self, behaviour: Behaviour) -> None:
        super().__init__(behaviour)
        self.compared: set[tuple[int, int]] = set()

    def conflict(self, time_to_live: int, delay: int) -> bool:
        told = (time_to_live, delay) in self.compared
        self.compared.add((time_to_live, delay))
        return not told and super().conflict(time_to_live, delay)


# fmt: off
CLIENT: tuple[Row, ...] = (
    ("conflict of a message for the MQI accepted", "Compares life and delay of messages for JMS alone.",
     CONFLICT, sends(for_mqi), "conflict", no),
    ("conflict of a named queue's long form accepted",
     "Compares life and delay in the long form of a producer's own destination alone.",
     CONFLICT, sends(named_with_a_life), "conflict", no),
    ("JMSProducer's conflict accepted", "Compares life and delay for a MessageProducer alone.",
     (*CONFLICT, "DD-15", "DD-16"), sends(simplified), "conflict", no),
    ("conflict asked by setTimeToLive alone", "Compares life and delay where a life is set.",
     ("DD-26", "DD-30", "DD-31"), sends(but_setting_the_life), "conflict", no),
    ("conflict asked by setDeliveryDelay alone", "Compares life and delay where a delay is set.",
     ("DD-25", "DD-30", "DD-31"),
     sends(but_setting_the_delay), "conflict", no),
    ("conflict of a publication accepted", "Compares life and delay for queues alone.",
     CONFLICT, sends(publishes), "conflict", no),
    ("conflict in a unit of work accepted", "Compares life and delay outside units of work alone.",
     CONFLICT, sends(transacted), "conflict", no),
    ("conflict of the non-persistent accepted", "Compares life and delay for persistent messages alone.",
     CONFLICT, sends(non_persistent), "conflict", no),
    ("conflict of correlating long forms accepted", "Compares life and delay where nothing correlates.",
     CONFLICT, sends(correlating_by_long_form), "conflict", no),
)
# fmt: on
for one in CLIENT:
    register(one, "client_decisions")
