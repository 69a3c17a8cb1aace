"""Misreadings of a delivery delay processor on z/OS that begins again: what it forgets, and what comes back.

It was halted because of PUT, GET or an error, and not by the end of its queue manager.
"""

from collections.abc import Callable

from mqtck.reference.vocabulary.commands import MqGet, StartQueueManager

from .misreading import misreading
from .objects import Entry, LocalQueue, Message
from .queue_manager import QueueManager
from .wrong_used_before import Noting

_BEGUN = (
    *("DD-92", "DD-93", "DD-94", "DD-91", "DD-89", "DD-86", "DD-87", "DD-10", "DD-12", "X-54", "X-45"),
    *("DD-115", "DD-76", "DD-116", "DD-99"),
)

Lost = Callable[[QueueManager], list[Entry]]


def _forgets(name: str, sentence: str, lost: Lost) -> None:
    """Begins again without some of what is staged."""

    class Forgets(Noting):
        def change(self, manager: QueueManager) -> None:
            restart = manager.processor.restart

            def forgetting() -> None:
                if manager.processor._control is not None and not isinstance(self.command, StartQueueManager):
                    for entry in lost(manager):
                        manager.staging.remove(entry)
                restart()

            manager.processor.restart = forgetting  # type: ignore[method-assign]

    misreading(name, sentence, *_BEGUN)(Forgets)


def _staged(manager: QueueManager) -> list[Entry]:
    return [entry for entry in manager.staging.entries if entry.message.delay is not None]


def _overdue(manager: QueueManager) -> list[Entry]:
    return [
        entry for entry in _staged(manager) if entry.message.delay and entry.message.delay.due <= manager.now
    ]


_forgets(
    "begun again without publications",
    "Begins again on z/OS without the copies of publications.",
    lambda manager: [
        entry for entry in _staged(manager) if entry.message.delay and entry.message.delay.tie is not None
    ],
)
_forgets(
    "begun again without what is in retry",
    "Begins again on z/OS without the messages that it has tried before.",
    lambda manager: [entry for entry in _staged(manager) if entry.failed_with is not None],
)
_forgets(
    "begun again with the first overdue",
    "Begins again on z/OS with the first message of those that are overdue.",
    lambda manager: _overdue(manager)[1:],
)
_forgets(
    "begun again without what is not due",
    "Begins again on z/OS with what is overdue, and without what is not due yet.",
    lambda manager: [entry for entry in _staged(manager) if entry not in _overdue(manager)],
)


@misreading(
    "recalled behind a halt",
    "Begins again on z/OS with the messages that it knew when it was halted, also with those recalled since.",
    *(*_BEGUN, "DD-61"),
)
class RecalledBehindHalt(Noting):
    def change(self, manager: QueueManager) -> None:
        take_off, restart = manager.take_off, manager.processor.restart
        recalled: list[Message] = []

        def noted(queue: LocalQueue, entry: Entry) -> None:
            control = manager.processor._control
            halted = control is not None and control.halt is not None
            alive = entry.on_queue and not self.over(entry)
            if queue is manager.staging and isinstance(self.command, MqGet) and halted and alive:
                recalled.append(entry.message)
            take_off(queue, entry)

        def with_those() -> None:
            while recalled:
                message = recalled.pop()
                key = manager.staging.key(message, 1, manager.simulation.number())
                manager.staging.insert(Entry(message, key))
            restart()

        manager.take_off = noted  # type: ignore[method-assign]
        manager.processor.restart = with_those  # type: ignore[method-assign]
