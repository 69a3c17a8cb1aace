"""Misreadings of the enforcement of the largest expiry."""

# ruff: noqa: ARG002 - as in `decisions`

from implementations.decisions.queue_manager import QueueManagerDecisions
from implementations.decisions.transmission import Entrance, Limit
from implementations.simulation.queue_managers.queue_manager import QueueManager
from implementations.simulation.world import SimulatedWorld
from implementations.state.objects import AliasQueue, RemoteQueue
from implementations.wrong.misreading import misreading
from implementations.wrong.parts.answers import no
from implementations.wrong.parts.calls import Row, looks, put_in_syncpoint, register
from implementations.wrong.parts.restarts import RestartOfChannels
from mqtck.reference.vocabulary.commands import Command, MqPut, MqPut1, Syncpoint
from mqtck.reference.vocabulary.constants import (
    DEFAULT_QUEUE_MANAGER,
    LARGEST_ENFORCED_EXPIRY,
    UNLIMITED,
    Persistence,
    ReasonCode,
)
from mqtck.reference.vocabulary.environment import SetEnforcementVariable
from mqtck.reference.vocabulary.outcomes import Outcome
from mqtck.reference.vocabulary.profile import Platform


def puts_without_persistence(_: SimulatedWorld, command: Command) -> bool:
    if not isinstance(command, MqPut | MqPut1):
        return False
    return command.descriptor.persistence == Persistence.NOT_PERSISTENT


def put_elsewhere(world: SimulatedWorld, command: Command) -> bool:
    """By another name than that of a local queue."""
    if not isinstance(command, MqPut | MqPut1):
        return False
    manager = world.mqi.connection(command.connection).manager
    return isinstance(manager.definitions.get(command.queue), AliasQueue | RemoteQueue)


class Puts(SimulatedWorld):
    """Some puts by the MQI go another way."""

    def execute(self, command: Command) -> Outcome:
        if isinstance(command, MqPut | MqPut1):
            return self.put(command)
        return super().execute(command)

    def put(self, command: MqPut | MqPut1) -> Outcome:
        return super().execute(command)


@misreading(
    "limit not enforced for remote queues",
    "Takes any Expiry where the queue is a remote one.",
    *("EX-27", "EX-28", "EX-29", "EX-31"),
)
class RemoteUnlimited(Puts):
    def put(self, command: MqPut | MqPut1) -> Outcome:
        manager = self.mqi.connection(command.connection).manager
        remote = isinstance(manager.definitions.get(command.queue), RemoteQueue)
        variable = manager.enforcement.variable
        manager.enforcement.variable = None if remote else variable
        try:
            return super().put(command)
        finally:
            manager.enforcement.variable = variable


def put_to_dead_letters(world: SimulatedWorld, command: Command) -> bool:
    managers = world.simulation.managers.values()
    return isinstance(command, MqPut | MqPut1) and any(
        manager.dead_letter_queue == command.queue for manager in managers
    )


def put_at_another(world: SimulatedWorld, command: Command) -> bool:
    if not isinstance(command, MqPut | MqPut1):
        return False
    return world.mqi.connection(command.connection).manager.name != DEFAULT_QUEUE_MANAGER


def put_one_in_unit(_: SimulatedWorld, command: Command) -> bool:
    return isinstance(command, MqPut1) and command.syncpoint is Syncpoint.WITHIN


# --- enforcement ------------------------------------------------------------------------------------------


@misreading("limit never enforced", "Ignores the variable.", "EX-29", "EX-27", "EX-31")
class LimitNeverEnforced(QueueManagerDecisions):
    def enforced_by(self, variable: SetEnforcementVariable | None, platform: Platform) -> bool:
        return False


@misreading(
    "limit forgotten at a restart",
    "Enforces no limit when the queue manager has started again.",
    *("EX-31", "EX-27", "EX-28", "EX-29"),
)
class LimitForgottenAtRestart(RestartOfChannels):
    def forget(self, manager: QueueManager) -> None:
        manager.enforcement.variable = None


@misreading("zero accepted", "Enforces the largest expiry and lets 0 pass.", "EX-27", "EX-28")
class ZeroAccepted(QueueManagerDecisions):
    def expiry_refused(self, expiry: int, limit: Limit, entrance: Entrance) -> bool:
        return expiry != 0 and super().expiry_refused(expiry, limit, entrance)


@misreading("MQPUT1 not checked", "Checks the expiry in MQPUT alone.", "EX-28")
class PutOneNotChecked(QueueManagerDecisions):
    def expiry_refused(self, expiry: int, limit: Limit, entrance: Entrance) -> bool:
        return entrance is not Entrance.MQPUT1 and super().expiry_refused(expiry, limit, entrance)


@misreading("limit itself refused", "Refuses 999999999, as if the limit were exclusive.", "EX-29", "EX-28")
class LimitItselfRefused(QueueManagerDecisions):
    def expiry_refused(self, expiry: int, limit: Limit, entrance: Entrance) -> bool:
        at_limit = limit is Limit.ENFORCED and expiry == LARGEST_ENFORCED_EXPIRY
        return at_limit or super().expiry_refused(expiry, limit, entrance)


@misreading("limit in 31 bits", "Enforces no other limit than that of the field.", "EX-29", "EX-28")
class LimitInThirtyOneBits(QueueManagerDecisions):
    def expiry_refused(self, expiry: int, limit: Limit, entrance: Entrance) -> bool:
        return limit is Limit.ENFORCED and expiry == 0


@misreading("unlimited refused", "Takes MQEI_UNLIMITED for too large.", "EX-29", "EX-27", "EX-62", "EX-64")
class UnlimitedRefused(QueueManagerDecisions):
    def expiry_refused(self, expiry: int, limit: Limit, entrance: Entrance) -> bool:
        by_mqi = limit is Limit.ENFORCED and entrance is not Entrance.JMS
        return (by_mqi and expiry == UNLIMITED) or super().expiry_refused(expiry, limit, entrance)


@misreading("refused with another reason", "Refuses an expiry with 2046.", "EX-27", "EX-29", "EX-28")
class RefusedWithAnotherReason(QueueManagerDecisions):
    def expiry_failure(self) -> ReasonCode:
        return ReasonCode.OPTIONS_ERROR


@misreading("refused put reported", "Reports a put that was refused for its expiry.", "EX-30", "EX-21")
class RefusedPutReported(QueueManagerDecisions):
    def reports_refused_put(self) -> bool:
        return True


@misreading("variable of the shell", "Heeds a variable that was not exported.", "EX-32", "EX-31")
class VariableOfTheShell(QueueManagerDecisions):
    def enforced_by(self, variable: SetEnforcementVariable | None, platform: Platform) -> bool:
        return variable is not None and variable.value is not None


@misreading("False turns it off", "Reads what the variable is set to.", "EX-33")
class FalseTurnsItOff(QueueManagerDecisions):
    def enforced_by(self, variable: SetEnforcementVariable | None, platform: Platform) -> bool:
        said_no = variable is not None and (variable.value or "").lower() in ("false", "0", "no", "off")
        return not said_no and super().enforced_by(variable, platform)


# fmt: off
QUEUE_MANAGER: tuple[Row, ...] = (
    ("limit of Expiry for the persistent alone", "Enforces the largest Expiry for persistent messages alone.",
     ("EX-27", "EX-28", "EX-29"), puts_without_persistence, "expiry_refused", no),
    ("limit outside units of work alone", "Enforces the limit of Expiry outside units of work alone.",
     ("EX-27", "EX-29", "EX-28"), looks(put_in_syncpoint), "expiry_refused", no),
    ("limit on local queues alone", "Enforces the limit of Expiry where a queue is named by its own name.",
     ("EX-27", "EX-29", "EX-28"), put_elsewhere, "expiry_refused", no),
    ("limit ignored for dead letters", "Takes any Expiry of a put to the dead-letter queue.",
     ("EX-27", "EX-28", "EX-29", "EX-31", "EX-33"), put_to_dead_letters, "expiry_refused", no),
    ("limit ignored by MQPUT1 in syncpoint", "Takes any Expiry of an MQPUT1 in a unit of work.",
     ("EX-27", "EX-28", "EX-29", "EX-31", "EX-33"), put_one_in_unit, "expiry_refused", no),
    ("limit at the first queue manager alone", "Enforces the limit of Expiry at one queue manager alone.",
     ("EX-27", "EX-28", "EX-29", "EX-31", "EX-33"), put_at_another, "expiry_refused", no),
)
# fmt: on
for one in QUEUE_MANAGER:
    register(one, "decisions")
