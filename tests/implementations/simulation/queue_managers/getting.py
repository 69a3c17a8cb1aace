"""Gets and browses, destructive or not, and the expired messages that they discard (EX-12 to EX-19).

A get sees committed messages, and in its own unit of work those that this unit has put (DD-41), except
on the staging queue (DD-42, DD-43). It does not see what another handle has locked.
"""

from bisect import bisect_right
from collections.abc import Callable, Iterable

from implementations.decisions.queue_manager import Manner
from implementations.simulation.queue_managers.queue_manager import QueueManager
from implementations.simulation.queue_managers.report_messages import delivery_report
from implementations.state.objects import CallRefusedError, Entry, Handle, LocalQueue, Message, UnitOfWork

Matches = Callable[[Message], bool]


def everything(_: Message) -> bool:
    return True


class Getter:
    """One application's way to one queue. `others` are the handles whose locks keep it away."""

    def __init__(
        self,
        manager: QueueManager,
        queue: LocalQueue,
        unit: UnitOfWork | None = None,
        others: Iterable[Handle] = (),
    ) -> None:
        self.manager = manager
        self.decisions = manager.decisions
        self.queue = queue
        self.unit = unit
        self.locked_away = {id(handle.locked) for handle in others if handle.locked is not None}

    def find(
        self, manner: Manner, matches: Matches = everything, after: tuple[int, int, int] | None = None
    ) -> Entry | None:
        """The first live message that matches; expired ones ahead of it are discarded."""
        entries = self.queue.entries
        position = 0 if after is None else bisect_right(entries, after, key=_key)
        while position < len(entries):
            entry = entries[position]
            position += 1
            if not self._visible(entry, manner):
                continue
            matching = matches(entry.message)
            if self.decisions.returnable(entry.message, self.manager.now, manner):
                if matching:
                    self._check_data(entry.message)
                    return entry
            elif (
                entry.available
                and self.decisions.discards(manner)
                and (matching or self.decisions.discards_in_passing())
            ):
                self.manager.discard(self.queue, entry, self.unit)
                position -= not entry.on_queue
                if matching and not self.decisions.goes_on_after_discard():
                    return None
        return None

    def _check_data(self, message: Message) -> None:
        """A header that is too short disturbs no get (EX-57)."""
        header = message.own_header
        if header is not None and header.length is not None and self.decisions.get_refused(header.length):
            raise CallRefusedError(self.decisions.header_failure(), "a transmission-queue header cut off")

    def take(self, entry: Entry) -> Message:
        """Remove a message, at once or with the unit of work."""
        manager, queue, unit = self.manager, self.queue, self.unit
        message = entry.message
        if unit is None:
            manager.take_off(queue, entry)
            self._confirm(message)
            return message
        queue.hold(entry, unit)

        def commit() -> None:
            manager.take_off(queue, entry)
            self._confirm(message)

        def rollback() -> None:
            queue.give_back(entry)
            entry.message = manager.decisions.given_back(entry.message, manager.now)
            if entry.available:
                manager.became_available(queue, entry)

        unit.at_commit.append(commit)
        unit.at_rollback.append(rollback)
        return message

    def _confirm(self, message: Message) -> None:
        if self.decisions.confirms_delivery(message):
            about = self.decisions.reported_as(message)
            self.manager.send_report(delivery_report(about, self.manager), about)

    def take_under_cursor(self, handle: Handle) -> Message | None:
        """EX-41: what has gone, or has expired, is not there to be taken."""
        entry, handle.under, handle.locked = handle.under, None, None
        if entry is None or not self._visible(entry, Manner.UNDER_CURSOR):
            return None
        if self.decisions.returnable(entry.message, self.manager.now, Manner.UNDER_CURSOR):
            return self.take(entry)
        self.manager.discard(self.queue, entry, self.unit)
        return None

    def _visible(self, entry: Entry, manner: Manner) -> bool:
        if id(entry) in self.locked_away or not entry.on_queue:
            return False
        if entry.getter is not None:
            return manner is Manner.BROWSE and self.decisions.browses_what_is_got()
        if entry.putter is None:
            return True
        return entry.putter is self.unit and self.queue is not self.manager.staging


def browse_all(manager: QueueManager, queue: LocalQueue, others: Iterable[Handle]) -> list[Message]:
    """What a queue browser shows, from the first to the last."""
    getter = Getter(manager, queue, None, others)
    found: list[Message] = []
    entry = getter.find(Manner.BROWSE)
    while entry is not None:
        found.append(entry.message)
        entry = getter.find(Manner.BROWSE, everything, entry.key)
    return found


def _key(entry: Entry) -> tuple[int, int, int]:
    return entry.key
