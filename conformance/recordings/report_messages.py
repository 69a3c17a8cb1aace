"""Reports about recorded messages, each judged with its message alone (`messages`).

A report shows by its correlation id about which message it is. What it must be like and whether its time has
come is judged in a small world behind the send of that message without its other report options:

- *expiration*: not while the message lives, and how it looks;
- *COA*: only on the target, so never before the message is due;
- *COD*: only of a message that was got. That somebody got it at some time before the report was seen is taken
  for granted, since gets may be left out; before it is due somebody may have recalled it from the staging
  queue, of which a COD may tell as well (X-33), so that an early one says nothing;
- *exception*: of a delayed message only where it cannot be moved, so never before it is due.

How confirmations look is not in the documents. Never judged so: that a report is missing, or how many there
are (somebody may have got them), why a message could not be moved (what the report looks like hangs on it),
and a confirmation or an exception that nobody asked for: a program may have put it. A report on another queue
than the one that the message names may have been put there again. Where a reply to the message was sent whose
reports pass its correlation id on, nothing tells which of the two a report is about.
"""

from enum import Enum
from typing import Final, NamedTuple

from msgspec import UNSET
from msgspec.structs import replace

from mqtck.conformance.judging.judge import Judge
from mqtck.reference.chapters.header_mapping import plain_id
from mqtck.reference.vocabulary.commands import (
    Browse,
    Command,
    MqPut,
    MqPut1,
    Receive,
    Send,
    SetDeliveryDelay,
)
from mqtck.reference.vocabulary.constants import Feedback, Report
from mqtck.reference.vocabulary.messages import SeenMessage, body_of
from mqtck.reference.vocabulary.outcomes import Browsed, Done, MessageReturned
from mqtck.reference.vocabulary.profile import Profile
from mqtck.reference.vocabulary.results import Breach
from mqtck.reference.vocabulary.traces import Step

from .definitions import without_definition
from .worlds import BEYOND, Fields, SentMessage, with_known_name, world_with


class About(Enum):
    """What a report is about, by the options that ask for it."""

    EXPIRATION = Report.EXPIRATION_WITH_FULL_DATA
    ARRIVAL = Report.COA_WITH_FULL_DATA
    DELIVERY = Report.COD_WITH_FULL_DATA
    EXCEPTION = Report.EXCEPTION_WITH_FULL_DATA


CONFIRMATIONS: Final = Report.COA | Report.COD
"""Options with which reports may come behind the last sight of a message."""

_BY_FEEDBACK: Final = {
    Feedback.EXPIRATION: About.EXPIRATION,
    Feedback.COA: About.ARRIVAL,
    Feedback.COD: About.DELIVERY,
}
_ALWAYS_KEPT: Final = (
    Report.PASS_MSG_ID | Report.PASS_CORREL_ID | Report.PASS_DISCARD_AND_EXPIRY | Report.DISCARD_MSG
)
_OTHERS: Final = frozenset({Feedback.PAN, Feedback.NAN, Feedback.ACTIVITY, Feedback.NONE})


class Told(NamedTuple):
    """What a report shows: breaches, and the rules that it bears out."""

    breaches: tuple[Breach, ...]
    exercised: frozenset[str]


NOTHING: Final = Told((), frozenset())


def subject_id(seen: SeenMessage) -> str | None:
    """The message id of what a report is about, unless the message asked for something else."""
    for shown in (seen.descriptor.correlation_id, seen.header.correlation_id):
        if isinstance(shown, str) and shown:
            return plain_id(shown)
    return None


def passed_on(command: Command) -> set[str]:
    """What a message answers, by id or label, if its reports pass that id on."""
    match command:
        case Send(message=message) | MqPut(message=message) | MqPut1(message=message):
            padded = (message.correlation_bytes or "").ljust(48, "0")[:48]
            forms = (message.correlation_id, message.correlation_text, message.correlates_with, padded)
            passes = message.report & Report.PASS_CORREL_ID
            return {plain_id(one) for one in forms if one} if passes else set()
        case _:
            return set()


def judged_report(profile: Profile, sent: SentMessage, queue: str, seen: SeenMessage, step: Step) -> Told:
    """What a report about a message says, seen by a step on a queue."""
    about = _about(seen)
    here = queue == sent.message.reply_to and queue != sent.queue
    if about is None or not here or step.ended < sent.steps[-1].started:
        return NOTHING
    asked = sent.message.report & about.value
    early = step.ended < _earliest_due(sent)
    if (not asked and about is not About.EXPIRATION) or about is (
        About.DELIVERY if early else About.EXCEPTION
    ):
        return NOTHING
    world = _world(profile, sent, about)
    if about is About.DELIVERY:
        world.observe(_got_by(sent, step.ended))
    if world.judgement().indeterminate or world.judgement().breaches:
        return NOTHING
    before = world.judgement().exercised
    started = max(step.started, sent.steps[-1].started)
    breaches = world.observe(Step(Browse(queue), Browsed((_comparable(seen, sent),)), started, step.ended))
    taken_for_granted = before if about is About.DELIVERY else frozenset[str]()
    return Told(breaches, world.judgement().exercised - BEYOND - taken_for_granted)


def _about(seen: SeenMessage) -> About | None:
    feedback = seen.descriptor.feedback
    if not isinstance(feedback, int) or feedback in _OTHERS:
        return None
    return _BY_FEEDBACK.get(Feedback(feedback)) if feedback in _BY_FEEDBACK else About.EXCEPTION


def _earliest_due(sent: SentMessage) -> int:
    """The reading before which the message is certainly not due."""
    delays = [one.command for one in sent.steps if isinstance(one.outcome, Done)]
    delay = next((one.milliseconds for one in reversed(delays) if isinstance(one, SetDeliveryDelay)), 0)
    return sent.steps[-1].started + delay


def _world(profile: Profile, sent: SentMessage, about: About) -> Judge:
    """A small world behind the send of the same message with the report options of one kind alone."""
    last = sent.steps[-1]
    assert isinstance(last.command, Send | MqPut | MqPut1)
    kept = last.command.message.report & (about.value | _ALWAYS_KEPT)
    command = replace(last.command, message=replace(last.command.message, report=kept))
    world = world_with(profile, (sent.queue, sent.message.reply_to or ""), sent.steps[0].started)
    for step in (*sent.steps[:-1], replace(last, command=command)):
        world.observe(step)
    return world


def _got_by(sent: SentMessage, ended: int) -> Step:
    """The get that a COD report tells of, whenever it was."""
    outcome = MessageReturned(SeenMessage(body=body_of(sent.message)))
    return Step(Receive(sent.queue), outcome, sent.steps[-1].started, ended)


def _comparable(seen: SeenMessage, sent: SentMessage) -> SeenMessage:
    """What was seen of a report, as far as it can be compared."""
    if sent.fields is Fields.OF_A_DEFINITION:
        seen = without_definition(seen)
    seen = with_known_name(seen)
    return replace(seen, protection=UNSET, dead_letter_header=UNSET, transmission_header=UNSET)
