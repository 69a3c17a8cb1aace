"""What is peculiar to staged copies of publications: their subscriptions, and reports on several of them."""

from typing import TYPE_CHECKING

import msgspec

from implementations.behaviour.publications import ProxyWithoutSubscribers, ReportsOfCopies, Resubscribed
from implementations.decisions.publications import FanOut
from implementations.decisions.queue_manager import QueueManagerDecisions
from implementations.state.objects import Delay, Message, Proxy, Subscription, Tie
from mqtck.reference.vocabulary.publications import Durability

if TYPE_CHECKING:
    from implementations.simulation.queue_managers.queue_manager import QueueManager

EXCEPTION = 0
"""For a publication's `reported`, beside the feedback of other reports."""


def has_ended(manager: "QueueManager", tie: Tie) -> bool:
    """Whether nobody is entitled to the copy any more (DD-106, DD-107)."""
    if isinstance(tie, Proxy):
        minds = manager.behaviour.proxy_without_subscribers is ProxyWithoutSubscribers.DISCARDED
        return minds and manager.topics.deserted(tie)
    return not manager.decisions.entitled(tie)


def resubscribed(manager: "QueueManager", delay: Delay) -> Delay:
    """A copy may find the new subscription of the same name (chapter 9, item 8)."""
    tie = delay.tie
    if (
        not isinstance(tie, Subscription)
        or not tie.ended
        or tie.durability is Durability.NON_DURABLE
        or manager.behaviour.resubscribed is Resubscribed.DISCARDED
    ):
        return delay
    now = manager.simulation.hierarchy.subscriptions[tie.name]
    if (now.ended, now.queue_manager, now.topic_string) != (False, manager.name, tie.topic_string):
        return delay
    return msgspec.structs.replace(delay, tie=now, target=now.queue, resolved=now.queue)


def fan_out(manager: "QueueManager", delay: Delay) -> None:
    """Of a publication that is staged as one, which is wrong."""
    publication = delay.original.publication
    assert publication is not None
    ties: tuple[Tie, ...] = delay.ties
    if manager.decisions.fan_out is FanOut.ONE_COPY_MATCHED_LATE:
        ties = tuple(manager.topics.matching(publication.topic_string))
    for tie in ties:
        if not has_ended(manager, tie):
            manager.topics.put_copy(tie, delay.original, None)


# --- reports on several copies ----------------------------------------------------------------------


def exception_report_due(decisions: QueueManagerDecisions, delay: Delay, *, silently: bool) -> bool:
    """DD-101, DD-102, DD-108; for the copies of one publication the number is open."""
    wanted = decisions.exception_report_wanted(delay.original.report)
    if silently and not decisions.reports_silent_discard():
        return False
    return wanted and not reported_already(decisions, delay.original, EXCEPTION)


def reported_already(decisions: QueueManagerDecisions, original: Message, kind: int) -> bool:
    """Whether one report for all copies is enough, and there was one."""
    first_alone = decisions.behaviour.reports_of_copies is ReportsOfCopies.FIRST
    publication = original.publication
    return first_alone and publication is not None and kind in publication.reported


def note_report(original: Message, kind: int) -> None:
    if original.publication is not None:
        original.publication.reported.add(kind)


def drop_other_copies(manager: "QueueManager", original: Message) -> None:
    """One failure ends all, which is wrong (X-52)."""
    for entry in list(manager.staging.entries):
        delay = entry.message.delay
        if (
            original.publication is not None
            and delay is not None
            and delay.original.publication is original.publication
        ):
            manager.take_off(manager.staging, entry)
