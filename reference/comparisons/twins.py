"""Twins: how reports look in general, learnt from reports about messages that were not delayed.

The ids, the amount of data, the expiry, persistence and priority of report messages are described in other
documents. Of a report about a delayed message these texts say that it is about the message as it was sent
(X-12, X-19 to X-21, X-35); what that makes of each field is what the same implementation makes of it for a
message with the same options that was never delayed: its twin. So a look that was seen first is remembered,
and the report about the delayed message compared with it. Where no twin was seen, the rules' own words
count: the original message id as correlation id, the ids that the options pass on.

An implementation may leave persistence and priority to the definition of the reply queue. They are looked
at there alone, not on a queue behind an alias or a dead-letter queue, nor of publications; the priority not
where the destination of the message overrides it (which is open, chapter 9 of the ledger, item 29).

Of a report with some of the data nobody says here whether headers in front of the body count: where there
is an MQRFH2, or may be one, the body may end early or be missing, unless it was there up to the last byte in
the report about a twin with an MQRFH2.

An exception report has no twin, since an undelayed put that fails is refused to its caller. Its ids are
measured by the rules, unless expiration reports show that this implementation reports otherwise.
"""

from msgspec import UnsetType
from msgspec.structs import replace

from mqtck.reference.chapters.correlation_fields import NO_ID, none_to_pass, passed_on_fits
from mqtck.reference.chapters.header_mapping import plain_id
from mqtck.reference.chapters.message_expiry import expired, remaining
from mqtck.reference.chapters.report_messages import SOME_DATA, WITH_DATA, DataWanted, data_wanted
from mqtck.reference.state.intervals import Answer, Interval
from mqtck.reference.state.messages import InFront, InheritedLife, Kind, Look, Message, Source
from mqtck.reference.state.queue_keys import queue_name
from mqtck.reference.state.state import State
from mqtck.reference.vocabulary.constants import UNLIMITED, Report
from mqtck.reference.vocabulary.messages import DeadLetterHeader, SeenMessage
from mqtck.reference.vocabulary.queue_attributes import QueueAttributes


def habit(report: Message, subject: Message) -> tuple[Kind, int]:
    """What reports have in common with their twins: the kind, and the options that shape them."""
    passing = Report.PASS_MSG_ID | Report.PASS_CORREL_ID | Report.PASS_DISCARD_AND_EXPIRY
    _, all_data = WITH_DATA[report.kind]
    return report.kind, subject.report & int(passing | all_data)


def remembered(
    state: State, report: Message, subject: Message, queue_key: str, seen: SeenMessage, at: Interval
) -> State:
    """The state in which the look of this report is known, if its subject was not delayed."""
    if subject.delay or habit(report, subject) in state.twins:
        return state
    look = look_of(state, subject, queue_key, seen, at)
    return replace(state, twins=state.twins.set(habit(report, subject), look))


def look_of(state: State, subject: Message, queue_key: str, seen: SeenMessage, at: Interval) -> Look:
    """How a report looks, by its subject."""
    descriptor = seen.descriptor
    persistence, priority = _inherited(state, subject, queue_key, seen)
    return Look(
        message_id=sources(state, subject, descriptor.message_id),
        correlation_id=sources(state, subject, correlation_shown(subject, seen)),
        characters=len(seen.body) if isinstance(seen.body, str) else None,
        length=subject.length,
        in_front=in_front_of(subject),
        life=_life(subject, descriptor.expiry, at),
        persistence=persistence,
        priority=priority,
    )


def _inherited(
    state: State, subject: Message, queue_key: str, seen: SeenMessage
) -> tuple[frozenset[str] | None, frozenset[str] | None]:
    """Whose persistence and whose priority it may have; None where that cannot be told."""
    attributes = state.definitions.get(queue_key)
    if (
        isinstance(seen.dead_letter_header, DeadLetterHeader)
        or not isinstance(attributes, QueueAttributes)
        or queue_name(queue_key) != subject.reply_to
        or subject.topic is not None
    ):
        return None, None
    of_queue = int(attributes.default_persistence) - 1
    persistence = _whose(seen.descriptor.persistence, int(subject.persistence), of_queue)
    if subject.fields and subject.fields.priority_of_destination:
        return persistence, None
    return persistence, _whose(seen.descriptor.priority, subject.priority, attributes.default_priority)


def _whose(shown: object, of_message: int, of_queue: int) -> frozenset[str] | None:
    """In all the words that are true of it: a number of its own among them."""
    if not isinstance(shown, int):
        return None
    words = {f"always {shown}": shown, "that of the message": of_message, "that of the queue": of_queue}
    return frozenset(word for word, value in words.items() if value == shown)


def _life(subject: Message, expiry: object, at: Interval) -> InheritedLife | None:
    """What the report inherits, where there is certainly something to inherit and the option asks for it."""
    bounds = remaining(subject, at)
    inherits = subject.report & Report.PASS_DISCARD_AND_EXPIRY
    if not inherits or bounds is None or not isinstance(expiry, int):
        return None
    if expired(subject, at) is not Answer.NO:
        return None
    if expiry == UNLIMITED:
        return InheritedLife.UNLIMITED
    return InheritedLife.REST if bounds[0] <= expiry <= bounds[1] else InheritedLife.OTHER


def correlation_shown(subject: Message, seen: SeenMessage) -> object:
    """X-20: MQMD.CorrelId of a report, or the JMSCorrelationID that is made of it where only JMS is shown.

    Where the application has set one, a report may begin with the header of its message, and show that one.
    """
    shown, header = seen.descriptor.correlation_id, seen.header.correlation_id
    own = subject.fields is not None and bool(subject.fields.correlation)
    return header if isinstance(shown, UnsetType) and isinstance(header, str) and not own else shown


def sources(state: State, subject: Message, shown: object) -> frozenset[Source] | None:
    """Everything that an id of a report is equal to; None where that cannot be told."""
    original = state.known[subject.serial].message_id
    if not isinstance(shown, str) or original is None:
        return None
    value = plain_id(shown)
    passed_on = passed_on_fits(state, subject, value)
    open_what = value != original or none_to_pass(state, subject)
    if passed_on is None and open_what and subject.report & Report.PASS_CORREL_ID:
        return None
    equal_to = {
        Source.MESSAGE_ID: value == original,
        Source.CORRELATION_ID: bool(passed_on),
        Source.NOTHING: value == NO_ID,
    }
    return frozenset(source for source, holds in equal_to.items() if holds)


def twin_of(state: State, report: Message, subject: Message) -> Look | None:
    """The look of the report about an undelayed message with the same options, if one was seen."""
    return state.twins.get(habit(report, subject))


def related_twin(state: State, subject: Message) -> Look | None:
    """For want of a twin: an expiration report with the same options about ids."""
    passing = int(Report.PASS_MSG_ID | Report.PASS_CORREL_ID)
    for (kind, options), look in state.twins.items():
        if kind is Kind.EXPIRATION and options & passing == subject.report & passing:
            return look
    return None


def without_data(state: State) -> bool:
    """Whether a report "with data" about an undelayed message had none: nothing here says how many."""
    for (kind, options), look in state.twins.items():
        some, all_data = WITH_DATA[kind]
        if options & all_data == some and look.characters == 0:
            return True
    return False


def same(one: frozenset[Source], other: frozenset[Source]) -> bool:
    """Whether two ids may come from the same source; an id of its own is like another one."""
    return bool(one & other) or not (one or other)


def in_front_of(message: Message) -> InFront:
    """What stands in front of its body, by the way it was sent."""
    match message.fields:
        case None:
            return InFront.NOTHING
        case fields if fields.for_jms:
            return InFront.AN_MQRFH2
        case _:
            return InFront.PERHAPS_AN_MQRFH2


def _headers_take_none(look: Look, subject: Message, kind: Kind) -> bool:
    """Whether headers, which are of many lengths, take none of the data that a report has."""
    if data_wanted(subject, kind) is not DataWanted.SOME:
        return True
    if look.in_front < in_front_of(subject):
        return False
    return look.in_front is InFront.NOTHING or look.characters == SOME_DATA


def characters_expected(look: Look, subject: Message, kind: Kind) -> int | None:
    """How many characters a report has about this message; None where the twin cannot tell."""
    length = subject.length
    if look.characters is None or not _headers_take_none(look, subject, kind):
        return None
    if look.length == length:
        return look.characters
    if look.characters < look.length:
        return min(look.characters, length)
    return length if length <= look.length else None
