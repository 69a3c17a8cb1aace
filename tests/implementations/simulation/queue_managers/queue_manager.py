"""A queue manager: definitions, puts, discards, channels, restart. Gets are in `getting`.

Clusters are in `clusters`, topics in `topics`, what is peculiar to z/OS in `zos`. Left out: dead-letter
headers as bytes. Where the documents are silent, the switch of `behaviour` with that word in its docstring
decides.
"""

from heapq import heappop, heappush

import msgspec

from implementations.behaviour.calls import OrderOfChecks, ReportToNobody
from implementations.behaviour.whole import (
    DefaultsOfAlias,
    ExpiredDiscard,
    TransactedOrder,
    UncommittedGets,
    UnsendableExpirationReport,
)
from implementations.decisions.clusters_and_zos import Owner
from implementations.decisions.queue_manager import CLEANER_INTERVAL, Check, Membership, ReportTime
from implementations.simulation.channels.channels import Channels
from implementations.simulation.channels.transmission import run_channel
from implementations.simulation.queue_managers.clusters import CLUSTER_TRANSMISSION_QUEUE, Clusters
from implementations.simulation.queue_managers.delay_processor import DelayProcessor
from implementations.simulation.queue_managers.enforcement import Enforcement
from implementations.simulation.queue_managers.ims_bridge import answer_requests
from implementations.simulation.queue_managers.report_messages import arrival_report, expiration_report
from implementations.simulation.queue_managers.staged_copies import note_report, reported_already
from implementations.simulation.queue_managers.topics import Topics
from implementations.simulation.queue_managers.triggering import trigger, trigger_again
from implementations.simulation.shared import EPOCH, Simulation
from implementations.state.objects import (
    AliasQueue,
    Entry,
    Handle,
    LocalQueue,
    Message,
    Position,
    RemoteQueue,
    Route,
    UnitOfWork,
)
from mqtck.reference.vocabulary.commands import QueueAttributes, Switch, Usage
from mqtck.reference.vocabulary.constants import (
    DEFAULT_DEAD_LETTER_QUEUE,
    STAGING_QUEUE,
    Feedback,
    ReasonCode,
)
from mqtck.reference.vocabulary.profile import Platform, Version
from mqtck.reference.vocabulary.zos import OperationMode

Definition = LocalQueue | AliasQueue | RemoteQueue
Reason = ReasonCode | None


ANYWHERE = Position()
"""At the end of the ordinary lane."""


class Kind(msgspec.Struct, frozen=True):
    """What a queue manager is: where it runs, and the queue-sharing group that it belongs to."""

    version: Version = Version()
    platform: Platform = Platform.MULTIPLATFORMS
    group: str | None = None


class QueueManager:
    def __init__(self, name: str, kind: Kind, simulation: Simulation) -> None:
        self.name = name
        self.version = kind.version
        self.platform = kind.platform
        self.group = kind.group
        self.mode = OperationMode.NEW_FUNCTION
        self.simulation = simulation
        self.decisions = simulation.decisions
        self.behaviour = simulation.behaviour
        self.running = True
        self.dead_letter_queue: str | None = None
        self.authorities: set[tuple[str, str]] = set()
        self.bridge_queues: list[str] = []
        self.enforcement = Enforcement(self.decisions, kind.platform)
        self.staging = LocalQueue(STAGING_QUEUE, QueueAttributes())
        self.definitions: dict[str, Definition] = {
            DEFAULT_DEAD_LETTER_QUEUE: LocalQueue(DEFAULT_DEAD_LETTER_QUEUE, QueueAttributes()),
        }
        if self.decisions.staging_queue_by_default(kind.platform):
            self.definitions[STAGING_QUEUE] = self.staging
        self.clusters = Clusters(self)
        self.topics = Topics(self)
        self.processor = DelayProcessor(self)
        self.channels = Channels(self)
        self.open_handles: dict[str, list[Handle]] = {}
        self._expiries: list[tuple[int, int, LocalQueue, Entry]] = []

    @property
    def now(self) -> int:
        return self.simulation.now

    def new_id(self) -> str:
        return self.simulation.new_id(self.name)

    # --- names --------------------------------------------------------------------------------------

    def definition(self, name: str) -> Definition | None:
        """Of its own, or a queue that its group shares."""
        return self.definitions.get(name) or self.simulation.shared.get((self.group or "", name))

    def final_name(self, name: str) -> str:
        """The name behind an alias."""
        definition = self.definitions.get(name)
        return definition.target if isinstance(definition, AliasQueue) else name

    def resolve(self, name: str, instance: str | None = None) -> LocalQueue | RemoteQueue | None:
        """Where a put goes; `instance` is a queue manager to be preferred for a clustered queue."""
        name = self.final_name(name)
        definition = self.definition(name)
        if isinstance(definition, AliasQueue):
            return None
        if isinstance(definition, RemoteQueue) or not self.clusters.instances(name):
            return definition
        if isinstance(definition, LocalQueue) and definition.attributes.cluster is None:
            return definition
        return self.clusters.choose(name, instance)

    def define_local(self, queue: LocalQueue) -> None:
        self.definitions[queue.name] = queue
        if queue.name == STAGING_QUEUE:
            self.staging = queue

    def local(self, name: str) -> LocalQueue | None:
        """The local or shared queue to which a name leads."""
        queue = self.definition(self.final_name(name))
        return queue if isinstance(queue, LocalQueue) else None

    def shares(self, name: str) -> bool:
        """Whether a name leads to a shared queue."""
        return self.local(name) in self.simulation.shared.values()

    def stages(self, delay: int, target: str) -> bool:
        """Whether a message with this delay goes to the staging queue (DD-07, DD-54, DD-56)."""
        if delay == 0 or not self.decisions.goes_to_staging(delay):
            return False
        if self.definition(STAGING_QUEUE) is None and self.decisions.sends_without_staging_queue():
            return False
        return self.decisions.shared_target_staged() or not self.shares(target)

    def stager(self, target: str) -> "QueueManager":
        """Whose staging queue is used (DD-70)."""
        if not self.shares(target):
            return self
        managers = self.simulation.managers
        members = [manager.name for manager in managers.values() if manager.group == self.group]
        return managers[self.decisions.staging_member(self.name, members)]

    def put_queue(self, name: str) -> LocalQueue | None:
        """The local queue on which a put to this name lands: a transmission queue for a remote one."""
        return self._landing(self.resolve(name))

    def _landing(self, queue: LocalQueue | RemoteQueue | None) -> LocalQueue | None:
        return self.local(queue.transmission_queue) if isinstance(queue, RemoteQueue) else queue

    def defaults(self, name: str) -> tuple[int, int]:
        """MQPER_* and priority of the queue definition."""
        own = self.behaviour.defaults_of_alias is DefaultsOfAlias.ITS_OWN
        attributes = self.clusters.attributes(name if own else self.final_name(name)) or QueueAttributes()
        return attributes.default_persistence - 1, attributes.default_priority

    def open_handle(self, queue: LocalQueue) -> Handle:
        handle = Handle()
        self.open_handles.setdefault(queue.name, []).append(handle)
        return handle

    def handles(self, queue: LocalQueue) -> list[Handle]:
        """All open handles of a queue, for their locks; of a shared one those at all members."""
        return [
            handle
            for manager in self.simulation.managers.values()
            if manager is self or (self.shares(queue.name) and manager.group == self.group)
            for handle in manager.open_handles.get(queue.name, [])
        ]

    # --- puts ---------------------------------------------------------------------------------------

    def depth(self, queue: LocalQueue) -> int:
        """Expired messages that are still there count (EX-35)."""
        if self.behaviour.uncommitted_gets is UncommittedGets.NOT_COUNTED:
            return len(queue.entries) - queue.held_for_gets
        return len(queue.entries)

    def refusal(self, name: str, length: int, checks: frozenset[Check], reserved: int = 0) -> Reason:
        """Why a put of so many characters would fail now; `reserved` places count as taken."""
        return self._refusal(self.put_queue(name), length, checks, reserved)

    def _refusal(
        self, queue: LocalQueue | None, length: int, checks: frozenset[Check], reserved: int = 0
    ) -> Reason:
        if queue is None:
            return ReasonCode.UNKNOWN_OBJECT_NAME
        attributes = queue.attributes
        found: list[ReasonCode] = []
        if Check.PUT_ENABLED in checks and attributes.put is Switch.DISABLED:
            found.append(ReasonCode.PUT_INHIBITED)
        if Check.FULLNESS in checks and self.depth(queue) + reserved >= attributes.max_depth:
            found.append(ReasonCode.Q_FULL)
        if Check.LENGTH in checks and length > attributes.max_message_length:
            found.append(ReasonCode.MSG_TOO_BIG_FOR_Q)
        if not found:
            return None
        return found[0 if self.behaviour.order_of_checks is OrderOfChecks.CLIENT_FIRST else -1]

    def put(
        self,
        name: str,
        message: Message,
        unit: UnitOfWork | None = None,
        place: Position = ANYWHERE,
        instance: str | None = None,
    ) -> Reason:
        """Put to the queue that the name leads to, at once or with the unit of work."""
        target = self.resolve(name, instance)
        queue = self._landing(target)
        reason = self._refusal(queue, len(message.body), self.decisions.checks_at_delivery)
        if reason is not None or queue is None:
            return reason
        if isinstance(target, RemoteQueue):
            message = msgspec.structs.replace(message, route=target.route)
        self.enter(queue, message, unit, place)
        self.clusters.chosen(name)
        return None

    def enter(
        self, queue: LocalQueue, message: Message, unit: UnitOfWork | None, place: Position = ANYWHERE
    ) -> Entry:
        number = self.simulation.number() if place.number is None else place.number
        entry = Entry(message, queue.key(message, place.lane, number))
        queue.insert(entry)
        if unit is None:
            self._arrived(queue, entry)
        else:
            entry.putter = unit
            unit.checks.append(lambda: self._objection(entry))
            unit.at_commit.append(lambda: self._commit_put(queue, entry, place.lane))
            unit.at_rollback.append(lambda: self.take_off(queue, entry))
        return entry

    def _objection(self, entry: Entry) -> Reason:
        refused = self.decisions.commit_refused(entry.message, self.now)
        return ReasonCode.BACKED_OUT if refused else None

    def _commit_put(self, queue: LocalQueue, entry: Entry, lane: int) -> None:
        entry.putter = None
        entry.message = self.processor.committed(self.decisions.committed(entry.message, self.now))
        if entry.getter is None and entry.on_queue:
            if self.behaviour.transacted_order is TransactedOrder.AT_COMMIT:
                queue.move(entry, queue.key(entry.message, lane, self.simulation.number()))
            self._arrived(queue, entry)

    def _arrived(self, queue: LocalQueue, entry: Entry) -> None:
        self.became_available(queue, entry)
        trigger(self, queue)
        if queue.attributes.usage is Usage.NORMAL and self.decisions.confirms_arrival(entry.message):
            self.send_report(arrival_report(entry.message, self), entry.message)

    def became_available(self, queue: LocalQueue, entry: Entry) -> None:
        first = self.decisions.first_expired_instant(entry.message)
        if first is not None and self._expires_by_itself():
            if self.behaviour.expired_discard is ExpiredDiscard.EVERY_FIVE_SECONDS:
                first = max(first, self.now)
                first += (EPOCH - first) % CLEANER_INTERVAL
            heappush(self._expiries, (first, self.simulation.number(), queue, entry))
        if queue is self.staging:
            self.processor.watch(entry)

    def take_off(self, queue: LocalQueue, entry: Entry) -> None:
        queue.remove(entry)
        trigger_again(self, queue)

    # --- expiry and reports -------------------------------------------------------------------------

    def _expires_by_itself(self) -> bool:
        return (
            self.behaviour.expired_discard in (ExpiredDiscard.AT_ITS_END, ExpiredDiscard.EVERY_FIVE_SECONDS)
            or self.decisions.expiration_report_time() is ReportTime.BEFORE
        )

    def next_expiry(self) -> int | None:
        while self._expiries and not self._expiries[0][3].available:
            heappop(self._expiries)
        return self._expiries[0][0] if self._expiries else None

    def discard(self, queue: LocalQueue, entry: Entry, unit: UnitOfWork | None = None) -> None:
        """Discard an expired message, with its report; never part of a unit of work (EX-38, EX-39)."""
        if unit is not None and self.decisions.discard_in_unit_of_work is Membership.INSIDE:
            queue.hold(entry, unit)
            unit.at_commit.append(lambda: self.discard(queue, entry))
            unit.at_rollback.append(lambda: queue.give_back(entry))
            return
        entry.leaving = True
        self.simulation.soon(
            self.decisions.lateness.discard, self, lambda: self._discarded(queue, entry, unit)
        )

    def _discarded(self, queue: LocalQueue, entry: Entry, unit: UnitOfWork | None) -> None:
        if not entry.on_queue:
            return
        self.take_off(queue, entry)
        if self.decisions.expiration_report_time() is ReportTime.BEFORE:
            return
        if unit is not None and self.decisions.report_in_unit_of_work is Membership.INSIDE:
            unit.at_commit.append(lambda: self._report_expiration(entry.message))
        else:
            self._report_expiration(entry.message)

    def discard_at_random(self) -> None:
        for queue in self.local_queues():
            for entry in list(queue.entries):
                expired = entry.available and self.decisions.expired(entry.message, self.now)
                if expired and self.decisions.random.random() < 0.3:
                    self.discard(queue, entry)

    def local_queues(self) -> list[LocalQueue]:
        return [queue for queue in self.definitions.values() if isinstance(queue, LocalQueue)]

    def _report_expiration(self, message: Message) -> None:
        original = message if message.delay is None else message.delay.original
        staged = message.delay is not None
        if self.decisions.expiration_report_wanted(message) and not (
            staged and reported_already(self.decisions, original, Feedback.EXPIRATION)
        ):
            report = expiration_report(self.decisions.reported_as(message), self)
            self.send_report(report, message)
            if staged:
                note_report(original, Feedback.EXPIRATION)

    def send_report(self, report: Message, about: Message) -> None:
        """To the reply-to queue, else where `behaviour` says. Exception reports: see the processor."""
        self.simulation.soon(self.decisions.lateness.report, self, lambda: self._send_report(report, about))

    def _send_report(self, report: Message, about: Message) -> None:
        reason = self.put_report(report, about)
        if (
            reason is not None
            and self.behaviour.unsendable_expiration_report is UnsendableExpirationReport.DEAD_LETTER_QUEUE
        ):
            self.dead_letter(report, reason, about.reply_to)

    def put_report(self, report: Message, about: Message, unit: UnitOfWork | None = None) -> Reason:
        """To the reply-to queue alone. Where the message names none, it may be for the dead-letter queue."""
        if not about.reply_to:
            lost = self.behaviour.report_to_nobody is ReportToNobody.DEAD_LETTERED
            return ReasonCode.UNKNOWN_OBJECT_NAME if lost else None
        if about.reply_to_manager in ("", self.name):
            return self.put(about.reply_to, report, unit)
        queue = self.local(about.reply_to_manager)
        name = about.reply_to_manager
        if queue is None or queue.attributes.usage is Usage.NORMAL:
            way = self.clusters.way_to(name) or self.topics.way_to(name)
            if way is None:
                return ReasonCode.UNKNOWN_OBJECT_NAME
            name = way
        route = Route(about.reply_to, about.reply_to_manager)
        return self.put(name, msgspec.structs.replace(report, route=route), unit)

    def dead_letter(
        self, message: Message, reason: int, destination: str, unit: UnitOfWork | None = None
    ) -> Reason:
        """To the queue that DEADQ names, behind a dead-letter header."""
        if self.dead_letter_queue is None:
            return ReasonCode.UNKNOWN_OBJECT_NAME
        copy = self.decisions.dead_letter_copy(message, reason, destination, self.now)
        return self.put(self.dead_letter_queue, copy, unit)

    # --- internal work ------------------------------------------------------------------------------

    def work(self) -> bool:
        """Do what is due now; True if anything was done."""
        worked = False
        while (instant := self.next_expiry()) is not None and instant <= self.now:
            _, _, queue, entry = heappop(self._expiries)
            if self.decisions.expiration_report_time() is ReportTime.BEFORE:
                self._report_expiration(entry.message)
            else:
                self.discard(queue, entry)
            worked = True
        worked |= self.processor.work()
        worked |= answer_requests(self)
        worked |= self.channels.work()
        worked |= run_channel(self, CLUSTER_TRANSMISSION_QUEUE)
        return worked | self.topics.pass_on()

    # --- end and start ------------------------------------------------------------------------------

    def end(self) -> None:
        self.running = False
        for queue in self.local_queues():
            for entry in list(queue.entries):
                if not self._survives(entry.message):
                    self.take_off(queue, entry)

    def _survives(self, message: Message) -> bool:
        delay = message.delay
        if delay is not None and self.shares(delay.target):
            return self.decisions.staged_for_shared_survives(message)
        return self.decisions.survives_restart(message)

    def start(self) -> None:
        self.running = True
        self.processor.started()

    def works(self) -> bool:
        """Whether internal work is done; a member of a group does not do that of another (DD-71)."""
        return self.running or (
            self.decisions.owner is Owner.ANY_MEMBER
            and any(
                manager.running and manager.group == self.group
                for manager in self.simulation.managers.values()
                if self.group is not None
            )
        )
