"""The staging queue and the delivery delay processor of one queue manager.

Covers staging, the move at the due time, the failure cascade of DD-97 to DD-109 with its repetition,
restart. Whether the processor of a z/OS queue manager runs is in `zos`.
"""

from collections.abc import Iterator
from heapq import heapify, heappop, heappush
from itertools import groupby
from typing import TYPE_CHECKING

import msgspec

from implementations.behaviour.calls import BindingAtDelivery, DelayedPlace, RemoteQueueResolved
from implementations.behaviour.whole import (
    DelayHeaderLength,
    DisabledStaging,
    RetargetedAlias,
    UncommittedStaged,
)
from implementations.decisions.publications import Unreachable
from implementations.decisions.queue_manager import Check, Disposal, Moved, ReportTime, StagedInUnit
from implementations.simulation.queue_managers.report_messages import exception_report, plain_report
from implementations.simulation.queue_managers.staged_copies import (
    EXCEPTION,
    drop_other_copies,
    exception_report_due,
    fan_out,
    has_ended,
    note_report,
    resubscribed,
)
from implementations.simulation.queue_managers.zos import Access, ProcessorControl, access
from implementations.state.objects import (
    LENGTH_OF_DELAY_HEADER,
    AliasQueue,
    Delay,
    Entry,
    LocalQueue,
    Message,
    Position,
    RemoteQueue,
    UnitOfWork,
)
from mqtck.reference.vocabulary.commands import Switch
from mqtck.reference.vocabulary.constants import STAGING_QUEUE, ReasonCode
from mqtck.reference.vocabulary.profile import Platform

if TYPE_CHECKING:
    from implementations.simulation.queue_managers.queue_manager import QueueManager

Item = tuple[int, int, Entry]


class DelayProcessor:
    def __init__(self, manager: "QueueManager") -> None:
        self.manager = manager
        self.decisions = manager.decisions
        self.behaviour = manager.behaviour
        self._due: list[Item] = []
        self._retries: list[Item] = []
        self._failed = False
        self._control: ProcessorControl | None = None
        if manager.platform is Platform.ZOS:
            self._control = ProcessorControl(manager.decisions, access(manager.local(STAGING_QUEUE)))

    # --- staging ------------------------------------------------------------------------------------

    def refusal(self, length: int, unit: UnitOfWork | None, copies: int = 1) -> ReasonCode | None:
        """Why the staging queue would not take messages of so many characters (DD-39, DD-53)."""
        if self.behaviour.delay_header_length is DelayHeaderLength.COUNTED:
            length += LENGTH_OF_DELAY_HEADER
        if (
            self.manager.staging.attributes.get is Switch.DISABLED
            and self.decisions.send_refused_while_get_disabled()
        ):
            return ReasonCode.GET_INHIBITED
        checks = self.decisions.checks_on_staging if copies else frozenset({Check.EXISTS})
        reserved = copies - 1 + (0 if unit is None else unit.awaiting_staging)
        return self.manager.refusal(STAGING_QUEUE, length, checks, reserved)

    def staged_for(self, queue: LocalQueue | None) -> int:
        """How many messages are staged for this queue."""
        return sum(self.manager.put_queue(delay.target) is queue for delay in self._delays())

    def delay(self, original: Message, target: str, milliseconds: int) -> Delay:
        """The delay of a message that is sent now."""
        manager, now = self.manager, self.manager.now
        instance = None
        if self.decisions.instance_chosen_at_send():
            queue = manager.resolve(target)
            instance = queue.route.queue_manager if isinstance(queue, RemoteQueue) else manager.name
        by_send = self.behaviour.delayed_place is DelayedPlace.BY_SEND
        remote = manager.definitions.get(target)
        return Delay(
            original=original,
            target=target,
            resolved=manager.final_name(target),
            sent=now,
            milliseconds=milliseconds,
            due=self.decisions.due(now, now, milliseconds, self._delays()),
            instance=instance,
            number=manager.simulation.number() if by_send else None,
            remote=remote if isinstance(remote, RemoteQueue) else None,
        )

    def stage(self, delay: Delay, unit: UnitOfWork | None) -> None:
        """Put the staged copy, at once or with the unit of work (DD-07, DD-43)."""
        manager, original = self.manager, delay.original
        copy = self.decisions.staged_copy(original, manager.new_id(), delay)
        if unit is None:
            manager.enter(manager.staging, copy, None)
        elif self.decisions.staged_in_unit is StagedInUnit.BEFORE_COMMIT:
            entry = manager.enter(manager.staging, copy, None)
            unit.at_rollback.append(lambda: manager.take_off(manager.staging, entry))
        elif self.decisions.staged_in_unit is StagedInUnit.AT_COMMIT_OR_ROLLBACK:
            unit.at_rollback.append(lambda: _ignore(manager.enter(manager.staging, copy, None)))
            self._stage_at_commit(copy, unit)
        elif self.behaviour.uncommitted_staged is UncommittedStaged.COUNTED:
            manager.enter(manager.staging, copy, unit)
        else:
            self._stage_at_commit(copy, unit)

    def _stage_at_commit(self, copy: Message, unit: UnitOfWork) -> None:
        """The staging queue may have filled up by then: the commit asks again (DD-38)."""
        manager = self.manager
        places = unit.awaiting_staging
        length = len(copy.body)
        unit.awaiting_staging += 1
        unit.checks.append(
            lambda: manager.refusal(
                STAGING_QUEUE, length, self.decisions.checks_on_staging & {Check.FULLNESS}, places
            )
        )
        unit.at_commit.append(
            lambda: _ignore(
                manager.enter(
                    manager.staging, self.committed(self.decisions.committed(copy, manager.now)), None
                )
            )
        )

    def _delays(self) -> Iterator[Delay]:
        return (entry.message.delay for entry in self.manager.staging.entries if entry.message.delay)

    def committed(self, message: Message) -> Message:
        """With the due time that the commit gives (DD-45); any other message unchanged."""
        delay = message.delay
        if delay is None:
            return message
        due = self.decisions.due(delay.sent, self.manager.now, delay.milliseconds, self._delays())
        return msgspec.structs.replace(message, delay=msgspec.structs.replace(delay, due=due))

    def watch(self, entry: Entry) -> None:
        """Note when a message that has become available on the staging queue is to be moved."""
        if entry.message.delay is not None:
            interval = self.decisions.lateness.due
            instant = -(-self.decisions.moved_from(entry.message.delay) // interval) * interval
            heappush(self._due, (instant, self.manager.simulation.number(), entry))

    # --- the agenda ---------------------------------------------------------------------------------

    def next_due(self) -> int | None:
        return None if self._stopped() or not self._due else self._due[0][0]

    def next_instant(self) -> int | None:
        if self._stopped():
            return None
        return min((items[0][0] for items in (self._due, self._retries) if items), default=None)

    def _stopped(self) -> bool:
        if not self.decisions.processor_exists(self.manager.version):
            return True
        if self._control is not None:
            return self._control.halt is not None
        attributes = self.manager.staging.attributes
        return self._failed or (
            self.behaviour.disabled_staging is DisabledStaging.STOPS_PROCESSOR
            and Switch.DISABLED in (attributes.put, attributes.get)
        )

    def work(self) -> bool:
        """Try all messages that are due, and those whose turn has come again; True if there were any."""
        if not (self._has_come(self._due) or self._has_come(self._retries)) or self._stopped():
            return False
        due = self._take(self._due)
        turns = [
            item
            for _, group in groupby(due, key=lambda item: item[0])
            for item in self.decisions.simultaneous(list(group))
        ]
        turns += self._take(self._retries)
        for _, _, entry in turns:
            if entry.available:
                self._attempt(entry)
        return bool(turns)

    def _take(self, items: list[Item]) -> list[Item]:
        taken = []
        while self._has_come(items):
            taken.append(heappop(items))
        return taken

    def _has_come(self, items: list[Item]) -> bool:
        return bool(items) and items[0][0] <= self.manager.now

    def retry_now(self) -> None:
        self._retries = [(self.manager.now, number, entry) for _, number, entry in self._retries]
        heapify(self._retries)

    def started(self) -> None:
        """The queue manager has started."""
        if self._control is not None:
            self._control.started(self._access())
        self.restart()

    def staging_changed(self, before: Access) -> None:
        """The staging queue was defined, altered or deleted; on z/OS the processor minds (DD-88 to DD-94)."""
        if self._control is not None and self._control.changed(before, self._access()):
            self.restart()

    def _access(self) -> Access:
        return access(self.manager.local(STAGING_QUEUE))

    def restart(self) -> None:
        """Begin again with what is on the staging queue (DD-92, DD-95, DD-96)."""
        self._due.clear()
        if self.decisions.retries_at_once_after_restart():
            self._retries.clear()
        scheduled = {id(entry) for _, _, entry in self._retries}
        self._failed = False
        for entry in self.manager.staging.entries:
            delay = entry.message.delay if id(entry) not in scheduled else None
            if delay is not None:
                delay = self.decisions.after_restart(delay, self.manager.now)
                entry.message = msgspec.structs.replace(entry.message, delay=delay)
                if entry.available:
                    self.watch(entry)

    def fail(self) -> None:
        """A failure: the processor starts again by itself (DD-96), on z/OS it does not (DD-90)."""
        if self._control is not None:
            self._control.failed()
        elif self.decisions.recovers():
            self.restart()
        else:
            self._failed = True

    def waits_to_try_again(self) -> bool:
        """Whether an attempt has failed and another one is to come."""
        return bool(self._retries)

    def end(self) -> None:
        """For good, which is wrong."""
        self._failed = True

    def forget(self, entries: set[int]) -> None:
        """When these are due, which is wrong."""
        self._due = [item for item in self._due if id(item[2]) not in entries]
        heapify(self._due)

    # --- a message whose time has come --------------------------------------------------------------

    def _attempt(self, entry: Entry) -> None:
        delay = entry.message.delay
        assert delay is not None
        failed_before = entry.failed_with
        if self.decisions.expired(entry.message, self.manager.now):
            if (
                failed_before is not None
                and self.decisions.disposed_though_expired()
                and self.decisions.disposal(delay.original.report) is Disposal.DEAD_LETTER_QUEUE
            ):
                self._dispose(entry, delay, failed_before)
            elif self.decisions.moved_though_expired() and self._deliver(delay) is None:
                self.manager.take_off(self.manager.staging, entry)
            else:
                self.manager.discard(self.manager.staging, entry)
            return
        if delay.tie is None and delay.original.publication is not None:
            fan_out(self.manager, delay)
            self.manager.take_off(self.manager.staging, entry)
            return
        delay = resubscribed(self.manager, delay)
        if self._unreachable(delay):
            self._dispose(entry, delay, ReasonCode.UNKNOWN_OBJECT_NAME)
            return
        if failed_before is not None and self.decisions.disposal_only_later():
            self._dispose(entry, delay, failed_before)
            return
        reason = self._deliver(delay)
        if reason is None or self.decisions.counts_as_delivered(reason):
            self.manager.take_off(self.manager.staging, entry)
            self._passed_through(delay.original, Moved.TO_TARGET)
        elif failed_before is not None and self.decisions.target_only_later():
            self._retry(entry)
        else:
            self._dispose(entry, delay, reason)

    def _passed_through(self, original: Message, moved: Moved) -> None:
        for feedback in self.decisions.processor_reports(original.report, moved):
            self.manager.send_report(plain_report(original, feedback, self.manager), original)

    def _deliver(self, delay: Delay) -> ReasonCode | None:
        """Put to the target, resolved now (DD-49, DD-74); nobody's authority is asked (DD-50)."""
        manager = self.manager
        target = delay.target
        alias = isinstance(manager.definitions.get(target), AliasQueue)
        if alias and delay.resolved == target and not self.decisions.resolves_again():
            return ReasonCode.UNKNOWN_OBJECT_NAME
        if alias and self.behaviour.retargeted_alias is RetargetedAlias.OLD_TARGET:
            target = delay.resolved
        if (
            Check.AUTHORITY in self.decisions.checks_at_delivery
            and delay.user is not None
            and (delay.user, delay.target) not in manager.authorities
        ):
            return ReasonCode.NOT_AUTHORIZED
        binding = manager.clusters.binding(target)
        asked = self.behaviour.binding_at_delivery is BindingAtDelivery.ASKED
        if asked and self.decisions.binding_refused(delay.milliseconds, *binding):
            return self.decisions.binding_failure
        message = self.decisions.delivered(delay, manager.now, *manager.defaults(target))
        if (
            delay.remote is not None
            and self.behaviour.remote_queue_resolved is RemoteQueueResolved.AT_SEND
            and isinstance(manager.definitions.get(target), RemoteQueue)
        ):
            target = delay.remote.transmission_queue
            message = msgspec.structs.replace(message, route=delay.remote.route)
        place = Position(self.decisions.lane(delay), None if delay.tie is not None else delay.number)
        reasons = [
            manager.put(target, message, None, place, delay.instance)
            for _ in range(self.decisions.copies_delivered)
        ]
        return reasons[0]

    def _unreachable(self, delay: Delay) -> bool:
        """A copy whose subscription has ended (DD-106, DD-107)."""
        return (
            self.decisions.unreachable is Unreachable.DISCARDED_SILENTLY
            and delay.tie is not None
            and has_ended(self.manager, delay.tie)
        )

    def _dispose(self, entry: Entry, delay: Delay, reason: ReasonCode) -> None:
        """The failure cascade: disposal, then the report, all or nothing."""
        manager, decisions, original = self.manager, self.decisions, delay.original
        unit = UnitOfWork()
        silent = self._unreachable(delay)
        wanted = exception_report_due(decisions, delay, silently=silent)
        about = decisions.reported_as(entry.message)
        if wanted and decisions.exception_report_time is ReportTime.BEFORE:
            manager.put_report(exception_report(about, reason, manager), original)
            wanted = False
        undone = decisions.rolls_back(original.persistence)
        disposal = decisions.disposal(original.report)
        if delay.tie is not None:
            disposal = decisions.disposal_of_publication(disposal)
        if silent:
            undone = decisions.silent_discard_undone(original.persistence)
        elif (
            disposal is Disposal.DEAD_LETTER_QUEUE
            and manager.dead_letter(original, reason, delay.target, unit) is not None
        ):
            if self._kept(delay):
                entry.failed_with = reason
                self._retry(entry)
                return
            wanted = wanted and delay.tie is not None and decisions.reports_discarded_publication()
            undone = undone and decisions.discarded_publication_undone()
        if wanted and not self._report(about, delay, reason, unit):
            entry.failed_with = None
            if undone:
                unit.rollback()
                self._retry(entry)
                return
        manager.take_off(manager.staging, entry)
        unit.commit()
        self._passed_through(original, Moved.NOT_TO_TARGET)
        if decisions.failure_spreads():
            drop_other_copies(manager, original)

    def _kept(self, delay: Delay) -> bool:
        """After a failed disposal: tried again later, but for a publication (DD-99, DD-109)."""
        if delay.tie is not None:
            return self.decisions.keeps_publication_after_failed_disposal()
        return self.decisions.keeps_after_failed_disposal(delay.original.persistence)

    def _report(self, about: Message, delay: Delay, reason: int, unit: UnitOfWork) -> bool:
        """The exception report to its queue, else to the dead-letter queue; False if it fits nowhere."""
        original = delay.original
        report = exception_report(about, reason, self.manager)
        failure = self.manager.put_report(report, original, unit)
        if failure is not None:
            tries = self.decisions.tries_dead_letter_queue(original.report)
            if not tries or (
                self._unreachable(delay) and not self.decisions.silent_report_tries_dead_letter_queue()
            ):
                return True
            if self.manager.dead_letter(report, failure, original.reply_to, unit) is not None:
                return False
        note_report(original, EXCEPTION)
        return True

    def _retry(self, entry: Entry) -> None:
        """Schedule the next attempt; attempts that cannot but fail the same way again are left out."""
        now = self.manager.now
        interval = self.decisions.retry_interval()
        horizon = self.manager.simulation.next_change()
        end = self.decisions.first_expired_instant(entry.message)
        if end is not None and end > now:
            horizon = min(horizon, end)
        intervals = max(1, -((now - horizon) // interval))
        instant = now + intervals * interval
        heappush(self._retries, (instant, self.manager.simulation.number(), entry))


def _ignore(_: Entry) -> None:
    """A unit of work's actions answer nothing."""
