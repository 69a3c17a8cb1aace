"""Misreadings of the limits of the staging queue for some sends, and of a commit that is refused."""

from collections.abc import Callable

from msgspec.structs import replace

from mqtck.reference.vocabulary.commands import Command, Commit, Send
from mqtck.reference.vocabulary.outcomes import Outcome, Refused

from .behaviour import UncommittedStaged
from .decisions import Check
from .jms_client import Producer
from .misreading import misreading
from .objects import AliasQueue
from .queue_manager import QueueManager
from .world import SimulatedWorld
from .wrong_in_some_calls import publishes, transacted

Concerns = Callable[[SimulatedWorld, Send, Producer], bool]
LIMITS = ("DD-53", "DD-39", "DD-38", "X-53")


def behind_an_alias(_: SimulatedWorld, command: Send, producer: Producer) -> bool:
    destination = command.destination or producer.destination
    name = getattr(destination, "queue", None)
    return isinstance(producer.session.manager.definitions.get(name), AliasQueue)


def in_a_unit(_: SimulatedWorld, command: Send, producer: Producer) -> bool:
    return transacted(command, producer)


def published(_: SimulatedWorld, command: Send, producer: Producer) -> bool:
    return publishes(command, producer)


def not_asked(name: str, sentence: str, concerns: Concerns, check: Check) -> None:
    """A misreading that does not ask the staging queue for one thing at some sends, nor at their commit."""

    class NotAsked(SimulatedWorld):
        def execute(self, command: Command) -> Outcome:
            producer = self.calls.jms.producers.get(command.producer) if isinstance(command, Send) else None
            if not isinstance(command, Send) or producer is None or not concerns(self, command, producer):
                return super().execute(command)
            decisions, unit = producer.session.manager.decisions, producer.session.unit
            asked = decisions.checks_on_staging
            before = 0 if unit is None else len(unit.checks)
            decisions.checks_on_staging = asked - {check}
            try:
                outcome = super().execute(command)
            finally:
                decisions.checks_on_staging = asked
            if unit is not None and check is Check.FULLNESS:
                del unit.checks[before:]
            return outcome

    misreading(name, sentence, *LIMITS)(NotAsked)


# fmt: off
not_asked("staging depth behind an alias", "Overfills the staging queue for aliases.",
          behind_an_alias, Check.FULLNESS)
not_asked("staging length behind an alias", "Stages what is too long for the staging queue behind an alias.",
          behind_an_alias, Check.LENGTH)
not_asked("staging depth in a unit of work", "Overfills the staging queue at a commit.",
          in_a_unit, Check.FULLNESS)
not_asked("staging length in a unit of work", "Stages what is too long for the staging queue at a commit.",
          in_a_unit, Check.LENGTH)
not_asked("staging depth for publications", "Overfills the staging queue with copies.",
          published, Check.FULLNESS)
not_asked("staging length for publications", "Stages copies that are too long for the staging queue.",
          published, Check.LENGTH)
# fmt: on


@misreading(
    "refused commit stages the first",
    "Stages the first message of a unit of work although its commit is refused.",
    *("DD-38", "DD-44", "DD-43", "DD-10", "DD-42", "DD-06", "X-54", "X-53"),
)
class RefusedCommitStagesFirst(SimulatedWorld):
    """Asks for room at the commit."""

    def change(self, manager: QueueManager) -> None:
        behaviour = replace(manager.behaviour, uncommitted_staged=UncommittedStaged.NOT_COUNTED)
        manager.processor.behaviour = behaviour

    def execute(self, command: Command) -> Outcome:
        session = self.calls.jms.sessions.get(command.session) if isinstance(command, Commit) else None
        unit = None if session is None else session.unit
        delayed = 0 if unit is None else unit.awaiting_staging
        actions = [] if unit is None else list(unit.at_commit)
        room = session is not None and not session.manager.processor.refusal(0, None)
        outcome = super().execute(command)
        if isinstance(outcome, Refused) and delayed > 1 and len(actions) == delayed and room:
            actions[0]()
        return outcome
