"""Credit: which rules a right answer bears out, the counterpart of `blame`.

A step speaks about a rule where its answer could have broken it, or where the answer is one of several
that the rule allows. Most rules are credited where they are compared; here stand those that are borne
out by what is *not* seen, and those that only grant latitude, which nothing can break.

Credit says how much was judged and decides no verdict: it asks only about messages whose fate is known,
and only about the latest of them (`LATEST`), so that a look costs the same however much was sent.
"""

from collections.abc import Iterable, Iterator
from itertools import islice
from typing import Final

from msgspec.structs import replace

from mqtck.reference.chapters.client_restrictions import FIRST_VERSION
from mqtck.reference.chapters.message_expiry import expired
from mqtck.reference.chapters.report_messages import asks_for, passed_on_untouched
from mqtck.reference.chapters.resolution import dead_letter_key, resolved_key
from mqtck.reference.possibilities import Settled
from mqtck.reference.state.intervals import Answer, Interval
from mqtck.reference.state.messages import Kind, Message
from mqtck.reference.state.once import once
from mqtck.reference.state.queue_keys import is_shared, is_staging, owner
from mqtck.reference.state.state import Queue, QueueManager, State
from mqtck.reference.state.statuses import (
    Belief,
    Cause,
    Disposal,
    Ended,
    OnQueue,
    Route,
    Staged,
    Status,
    Uncommitted,
)
from mqtck.reference.vocabulary.commands import ProducerApi, SetDeliveryDelay
from mqtck.reference.vocabulary.constants import UNLIMITED, Persistence, Report
from mqtck.reference.vocabulary.messages import PutDescriptor
from mqtck.reference.vocabulary.profile import Platform, Version

from .latest import LATEST, known


def credited(settled: Settled, rules: Iterable[str]) -> Settled:
    """The same with these rules spoken about, where nothing was wrong."""
    if settled.breaches or settled.open or settled.aside:
        return settled
    return replace(settled, exercised=settled.exercised.union(rules))


# --- sends and setters ---------------------------------------------------------------------------------


def accepted_conflict(conflict: Answer) -> frozenset[str]:
    """DD-31: another call may report it. DD-27: equality is accepted, and refused, rightly."""
    match conflict:
        case Answer.NO:
            return frozenset()
        case Answer.UNSURE:
            return frozenset({"DD-27", "DD-31"})
        case Answer.YES:
            return frozenset({"DD-31"})


def restricted(api: ProducerApi) -> frozenset[str]:
    """DD-15: what the text says of a MessageProducer holds for a JMSProducer."""
    return frozenset({"DD-16", "DD-15"} if api is ProducerApi.JMS_PRODUCER else {"DD-16"})


def delay_set(version: Version, command: object) -> frozenset[str]:
    """DD-18: no delay is no use of the feature, also before version 8.0."""
    unused = isinstance(command, SetDeliveryDelay) and command.milliseconds == 0
    return frozenset({"DD-18"} if unused and version < FIRST_VERSION else ())


def life_accepted(descriptor: PutDescriptor) -> frozenset[str]:
    """EX-42, EX-43: any positive life can be put. EX-44: so can an unlimited one, which EX-64 starts with."""
    if descriptor.expiry > 0:
        return frozenset({"EX-42", "EX-43"})
    initial = descriptor == PutDescriptor()
    return frozenset({"EX-44", "EX-64"} if initial else {"EX-44"} if descriptor.expiry == UNLIMITED else ())


# --- messages that are seen ----------------------------------------------------------------------------


def arrived(state: State, message: Message, here: Belief) -> frozenset[str]:
    """A delayed message is seen where it belongs."""
    manager = state.queue_managers[message.queue_manager]
    found: set[str] = set()
    for status in here:
        match status:
            case OnQueue(route=Route.DEAD_LETTERED):
                found |= {"DD-114"}
            case OnQueue(route=Route.MOVED, arrival=arrival):
                found |= {"DD-02"} | _resumed(message, manager, arrival)
                if _may_be_lost(message) and _between(message, manager.started, arrival):
                    found |= {"DD-72"}
            case _:
                pass
    return frozenset(found)


def _may_be_lost(message: Message) -> bool:
    """DD-72: not persistent, and meant for a shared queue."""
    return message.persistence is Persistence.NOT_PERSISTENT and is_shared(message.first)


def _resumed(message: Message, manager: QueueManager, arrival: Interval) -> set[str]:
    """DD-86, DD-95, DD-96: moved though a restart, or a failure of the processor, came in between."""
    restart = "DD-86" if manager.platform is Platform.ZOS else "DD-95"
    instants = ((restart, manager.started), ("DD-96", manager.processor_failed))
    return {rule for rule, instant in instants if _between(message, instant, arrival)}


def found_where_it_belongs(
    state: State, message: Message, here: Belief, at_stake: Iterable[str]
) -> frozenset[str]:
    """What a message that is seen bears out, of the rules `at_stake` if it were missing, and besides.

    A restart may explain why a message is missing, whenever it was; that a message is there says something of
    the restart only where the message came later.
    """
    return (frozenset(at_stake) - {"DD-86", "DD-95", "DD-96"}) | arrived(state, message, here)


def _between(message: Message, instant: int | None, arrival: Interval) -> bool:
    return instant is not None and message.sent.latest <= instant <= arrival.latest


# --- messages that are not seen ------------------------------------------------------------------------


@once("messages", "beliefs", "queues", "queue_managers", "definitions", "children", "profile")
def nothing_returned(state: State, queue_key: str) -> frozenset[str]:
    """No message, or none more, for a caller that asked for any; but for those that have `outlived`."""
    return whole_queue_seen(state, queue_key) | _uncommitted(state, queue_key)


def _uncommitted(state: State, queue_key: str) -> frozenset[str]:
    """DD-43: before the commit nobody sees a delayed message on the staging queue."""
    hidden = is_staging(queue_key) and any(
        isinstance(status, Uncommitted)
        for serial in islice(state.queues.get(queue_key, Queue()).residents, LATEST)
        for status in state.beliefs[serial]
    )
    return frozenset({"DD-43"} if hidden else ())


def outlived(
    state: State, queue_key: str, wanted: tuple[int, ...] | None, shown: frozenset[int]
) -> frozenset[str]:
    """EX-11, EX-34: past its life a message may be there and is not returned; EX-14 for one not asked for.

    Those that were `shown` all the same bear out none of it, even if they are within what is tolerated.
    """
    found: set[str] = set()
    for serial in islice(state.queues.get(queue_key, Queue()).unsure, LATEST):
        belief, message = state.beliefs[serial], state.messages[serial]
        if serial in shown or not _may_have_expired(belief):
            continue
        if wanted is not None and serial not in wanted:
            found |= {"EX-14"}
            continue
        found |= {"EX-11", "EX-34"}
        for status in belief:
            if isinstance(status, OnQueue) and _over(message, status.arrival):
                found |= _LATE.get(status.route, frozenset())
    return frozenset(found)


def shown_though_perhaps_over(state: State, queue_key: str, settled: Settled) -> frozenset[int]:
    """The messages that may have expired, and that a look has shown: now it is certain that they have not."""
    unsure = islice(state.queues.get(queue_key, Queue()).unsure, LATEST)
    return frozenset(
        serial
        for serial in unsure
        if _may_have_expired(state.beliefs[serial])
        and not any(_may_have_expired(after.beliefs.get(serial, ())) for after in settled.states)
    )


def _may_have_expired(belief: Belief) -> bool:
    return any(isinstance(status, Ended) and status.cause is Cause.EXPIRED for status in belief)


def outlived_since_the_send(state: State, queue_key: str, at: Interval) -> frozenset[str]:
    """DD-79, X-23: past its life, which had gone on if it began when the delay was over, or at the commit."""
    found: set[str] = set()
    for serial in islice(state.queues.get(queue_key, Queue()).unsure, LATEST):
        message = state.messages[serial]
        life = message.time_to_live
        if not message.delay or not life or expired(message, at) is not Answer.YES:
            continue
        if at.latest < message.sent.earliest + message.delay + life:
            found.add("DD-79")
        if message.committed is not None and at.latest < message.committed.earliest + life:
            found.add("X-23")
    return frozenset(found)


_LATE: Final = {
    Route.COMMITTED: frozenset({"EX-25"}),
    Route.RETURNED: frozenset({"EX-40"}),
    Route.MOVED: frozenset({"DD-84"}),
}
"""What it means that a message was past its life already when it came to the queue."""


def _over(message: Message, arrival: Interval) -> bool:
    return expired(message, Interval(arrival.latest, arrival.latest)) is not Answer.NO


@once("messages", "beliefs", "queue_managers", "definitions", "children", "profile")
def whole_queue_seen(state: State, queue_key: str) -> frozenset[str]:
    """All that is on a queue was seen or counted: every other message is rightly not there."""
    manager = owner(queue_key)
    home = state.queue_managers.get(manager)
    staging = is_staging(queue_key)
    found: set[str] = set()
    if staging and home is not None and home.platform is Platform.MULTIPLATFORMS:
        found.add("DD-52")
    dead_letter = dead_letter_key(state, manager)
    for message, status in known(state):
        if isinstance(status, OnQueue | Staged) and status.queue == queue_key:
            continue
        if staging:
            if message.queue_manager == manager:
                found.update(_not_staged(message, status))
            elif isinstance(status, Staged) and is_shared(message.first):
                found.add("DD-70")
        first = queue_key == message.first
        if first and status == _LOST and _may_be_lost(message):
            found.add("DD-72")
        if message.delay and (first or queue_key == dead_letter):
            found.update(_not_delivered(status))
        if message.life_end is not None and (first or queue_key == message.onward):
            found.update(_not_kept(message, status, queue_key))
        if message.reply_to is not None and (
            resolved_key(state, message.queue_manager, message.reply_to) == queue_key
        ):
            found.update(_not_reported(state, message, status))
    return frozenset(found)


_LOST: Final = Ended(Cause.LOST)


def _not_staged(message: Message, status: Status) -> tuple[str, ...]:
    """The message is not on the staging queue: DD-08, DD-10, DD-32, DD-44, DD-97, DD-98."""
    if not message.delay:
        return ("DD-08",)
    match status:
        case OnQueue(disposal=Disposal.DISPOSED):
            return ("DD-98",)
        case OnQueue() | Ended(cause=Cause.CONSUMED):
            return ("DD-10",)
        case Ended(cause=cause):
            return _NOWHERE.get(cause, ())
        case _:
            return ()


_NOWHERE: Final = {
    Cause.DISCARDED: ("DD-97",),
    Cause.REFUSED: ("DD-32",),
    Cause.ROLLED_BACK: ("DD-44",),
}
"""Which rule says that a delayed message with this end is on no queue at all."""


def _not_delivered(status: Status) -> tuple[str, ...]:
    """The delayed message is on neither its target nor the dead-letter queue, or on one of them only."""
    match status:
        case Staged():
            return ("DD-06",)
        case OnQueue(disposal=Disposal.DISPOSED):
            return ("DD-98",)
        case OnQueue() | Ended(cause=Cause.CONSUMED):
            return ("DD-10", "X-54")
        case Ended(cause=cause):
            return _NOWHERE.get(cause, ())
        case _:
            return ()


def _not_kept(message: Message, status: Status, queue_key: str) -> tuple[str, ...]:
    """EX-12: discarded, it is there no more. EX-20: what expires on the way never reaches its destination."""
    if not isinstance(status, Ended) or status.cause is not Cause.EXPIRED:
        return ()
    return ("EX-20",) if queue_key == message.onward else ("EX-12",)


def _not_reported(state: State, message: Message, status: Status) -> Iterator[str]:
    """Nothing was reported to the reply-to queue that the options and the fate do not ask for."""
    disposed = (isinstance(status, OnQueue | Ended) and status.disposal is Disposal.DISPOSED) or (
        isinstance(status, Ended) and status.cause is Cause.DISCARDED
    )
    if disposed and not asks_for(message, Kind.EXCEPTION):
        yield "DD-102"
    if disposed and _dropped(state, message):
        yield "DD-105"
    if isinstance(status, Ended) and status.cause is Cause.EXPIRED and not message.report & Report.EXPIRATION:
        yield "EX-22"
    if isinstance(status, Staged) and status.retrying and asks_for(message, Kind.EXCEPTION):
        yield "DD-100"
    if not message.delay or not passed_on_untouched(state.profile.edition):
        return
    staged = isinstance(status, Staged)
    if staged and asks_for(message, Kind.COA):
        yield "DD-126"
    if (staged or isinstance(status, OnQueue)) and asks_for(message, Kind.COD):
        yield "DD-127"
    if message.report & (Report.PAN | Report.NAN):
        yield "DD-128"
    if message.report & Report.ACTIVITY:
        yield "DD-129"


def _dropped(state: State, message: Message) -> bool:
    """Whether the exception report about the message is known to have fitted nowhere."""
    return any(
        state.messages[child].kind is Kind.EXCEPTION and state.beliefs[child] == (Ended(Cause.DROPPED),)
        for child in state.children.get(message.serial, ())
    )
