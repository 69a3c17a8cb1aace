"""Misreadings of who builds an emulator: what it looks up once, and how its processor goes about its work."""

from functools import partial
from heapq import heappush
from typing import Any
from unittest.mock import patch

import msgspec

from mqtck.reference.vocabulary.commands import Command, OpenSession, SetDeadLetterQueue
from mqtck.reference.vocabulary.constants import Persistence
from mqtck.reference.vocabulary.outcomes import Done, Outcome

from .misreading import misreading
from .objects import AliasQueue, Entry, LocalQueue, Subscription, UnitOfWork
from .queue_manager import QueueManager
from .world import SimulatedWorld
from .wrong_by_design import Rebuilt

AT_ONCE = 10
MINUTE = 60_000


# --- looked up once ---------------------------------------------------------------------------------


@misreading("DEADQ of the first failure", "Looks DEADQ up once.", "DD-98", "DD-99", "AM-18")
class DeadqOfTheFirst(Rebuilt):
    def rebuild(self, manager: QueueManager) -> None:
        dead_letter = manager.dead_letter
        known: list[str | None] = []

        def dead_letters(*arguments: Any) -> Any:
            known.append(manager.dead_letter_queue)
            with patch.object(manager, "dead_letter_queue", known[0]):
                return dead_letter(*arguments)

        manager.dead_letter = dead_letters  # type: ignore[method-assign]


@misreading(
    "DEADQ kept when blanked", "Goes on with the queue that DEADQ named before it was blank.", "DD-99"
)
class DeadqKept(SimulatedWorld):
    def execute(self, command: Command) -> Outcome:
        if isinstance(command, SetDeadLetterQueue) and command.queue is None:
            return Done()
        return super().execute(command)


@misreading(
    "defaults of the first send",
    "Looks DEFPSIST and DEFPRTY of a queue up once.",
    *("DD-77", "DD-78", "X-27", "X-28", "HM-24"),
)
class DefaultsOfTheFirst(Rebuilt):
    def rebuild(self, manager: QueueManager) -> None:
        defaults = manager.defaults
        known: dict[str, tuple[int, int]] = {}
        manager.defaults = lambda name: known.setdefault(name, defaults(name))  # type: ignore[method-assign]


@misreading("alias of the first send", "Resolves an alias once.", "DD-74", "DD-49", "DD-10")
class AliasOfTheFirst(Rebuilt):
    def rebuild(self, manager: QueueManager) -> None:
        final_name = manager.final_name
        known: dict[str, str] = {}

        def final(name: str) -> str:
            if not isinstance(manager.definitions.get(name), AliasQueue):
                return final_name(name)
            return known.setdefault(name, final_name(name))

        manager.final_name = final  # type: ignore[method-assign]


@misreading(
    "limits of the first send",
    "Looks MAXDEPTH and MAXMSGL of the staging queue up once.",
    *("DD-53", "DD-39", "DD-38"),
)
class LimitsOfTheFirst(Rebuilt):
    def rebuild(self, manager: QueueManager) -> None:
        refusal = manager._refusal
        known: list[Any] = []

        def refuses(queue: LocalQueue | None, *arguments: Any) -> Any:
            if queue is None or queue is not manager.staging:
                return refusal(queue, *arguments)
            known.append(queue.attributes)
            limits = (known[0].max_depth, known[0].max_message_length)
            then = msgspec.structs.replace(
                queue.attributes, max_depth=limits[0], max_message_length=limits[1]
            )
            with patch.object(queue, "attributes", then):
                return refusal(queue, *arguments)

        manager._refusal = refuses  # type: ignore[method-assign]


@misreading(
    "user of the last session",
    "Has one user, the one of the session that was opened last.",
    *("DD-46", "DD-47"),
)
class UserOfTheLast(SimulatedWorld):
    def execute(self, command: Command) -> Outcome:
        outcome = super().execute(command)
        if isinstance(command, OpenSession) and isinstance(outcome, Done):
            for session in self.calls.jms.sessions.values():
                session.user = command.user
        return outcome


@misreading(
    "topics by their beginning",
    "Gives a subscriber all that begins like its topic.",
    *("DD-116", "DD-115", "DD-76"),
)
class TopicsByTheirBeginning(SimulatedWorld):
    def execute(self, command: Command) -> Outcome:
        hierarchy = self.simulation.hierarchy

        def of(queue_manager: str, topic_string: str) -> list[Subscription]:
            return [
                one
                for one in hierarchy.subscriptions.values()
                if one.queue_manager == queue_manager
                and topic_string.startswith(one.topic_string)
                and not one.ended
            ]

        with patch.object(hierarchy, "of", of):
            return super().execute(command)


# --- how the processor works ------------------------------------------------------------------------


@misreading("ten at a time", "Moves ten messages, and looks again after a second.", "DD-10", "DD-12", "X-54")
class TenAtATime(Rebuilt):
    def rebuild(self, manager: QueueManager) -> None:
        processor = manager.processor
        take = processor._take

        def takes(items: Any) -> Any:
            taken = take(items)
            if items is not processor._due:
                return taken
            for _, number, entry in taken[AT_ONCE:]:
                heappush(items, (manager.now + 1000, number, entry))
            return taken[:AT_ONCE]

        processor._take = takes  # type: ignore[method-assign]


@misreading(
    "what is tried again holds up the rest",
    "Waits with all messages while one of them is tried again.",
    *("DD-12", "DD-10", "DD-99", "X-54"),
)
class RetriesHoldUp(Rebuilt):
    def rebuild(self, manager: QueueManager) -> None:
        processor = manager.processor
        attempt = processor._attempt

        def attempts(entry: Entry) -> None:
            others = (other for other in manager.staging.entries if other is not entry)
            if any(other.failed_with is not None and other.available for other in others):
                heappush(processor._due, (manager.now + MINUTE, manager.simulation.number(), entry))
            else:
                attempt(entry)

        processor._attempt = attempts  # type: ignore[method-assign]


@misreading(
    "a recall ends the timer",
    "Forgets when a message is due that a unit of work has recalled over that instant, and gives back.",
    *("DD-61", "DD-10", "X-54"),
)
class RecallEndsTheTimer(Rebuilt):
    def rebuild(self, manager: QueueManager) -> None:
        watch = manager.processor.watch
        watched: dict[int, Entry] = {}

        def watches(entry: Entry) -> None:
            if watched.setdefault(id(entry), entry) is not entry or entry.message.delay is None:
                return
            if entry.message.delay.due > manager.now:
                watch(entry)

        manager.processor.watch = watches  # type: ignore[method-assign]


@misreading(
    "a rollback delays again",
    "Holds a message that is rolled back for its delay once more.",
    *("X-54", "DD-10", "EX-38", "DD-12"),
)
class RollbackDelaysAgain(Rebuilt):
    def rebuild(self, manager: QueueManager) -> None:
        available, simulation = manager.became_available, self.simulation
        seen: dict[int, Entry] = {}

        def becomes_available(queue: LocalQueue, entry: Entry) -> None:
            message = entry.message
            delay = message.delivery_time - (message.timestamp or message.delivery_time)
            if id(entry) not in seen or queue is manager.staging or delay <= 0:
                seen[id(entry)] = entry
                available(queue, entry)
                return
            entry.putter = UnitOfWork()
            instant = manager.now + delay
            back = partial(setattr, entry, "putter", None)
            heappush(simulation._postponed, (instant, simulation.number(), manager, back))

        manager.became_available = becomes_available  # type: ignore[method-assign]


@misreading(
    "non-persistent ones are lost with the processor",
    "Keeps non-persistent messages in the memory of the processor.",
    *("DD-96", "DD-10", "DD-12", "X-54"),
)
class LostWithTheProcessor(Rebuilt):
    def rebuild(self, manager: QueueManager) -> None:
        fail = manager.processor.fail

        def fails() -> None:
            for entry in list(manager.staging.entries):
                if entry.available and entry.message.persistence == Persistence.NOT_PERSISTENT:
                    manager.take_off(manager.staging, entry)
            fail()

        manager.processor.fail = fails  # type: ignore[method-assign]
