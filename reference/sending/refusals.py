"""A refused send, and one that should have been: whether something stood in its way, and for which reason.

Covers DD-16, DD-32, DD-38 to DD-40 and X-43 as far as they speak of the refusal itself. What may stand in
the way is found in `sends` and `publish_checks`, and the rules by which a send succeeds in `send_controls`.

Silent points: the order of the checks, so that of several reasons that apply any is accepted (X-43); whether
texts of the application may be a reason, so that a refusal for nothing else is open (`refused_texts`).
"""

from typing import Final

from msgspec import UNSET
from msgspec.structs import replace

from mqtck.reference.blame.credit import restricted
from mqtck.reference.possibilities import Settled, breach, describe
from mqtck.reference.queues.send_checks import Obstacle
from mqtck.reference.state.beliefs import add, learn
from mqtck.reference.state.intervals import Answer, Interval
from mqtck.reference.state.messages import Kind, Message
from mqtck.reference.state.state import State
from mqtck.reference.state.statuses import Cause, Ended
from mqtck.reference.vocabulary.constants import ReasonCode
from mqtck.reference.vocabulary.messages import QueueDestination, TopicDestination
from mqtck.reference.vocabulary.outcomes import Refused
from mqtck.reference.vocabulary.results import Breach

from .owed_refusals import doubt
from .producers import refusal_breaches
from .refused_texts import at_fault, text_rules
from .same_object import correlation_is_open, with_kept_reply
from .send_controls import Attempted, equal_lives

NAMED: Final = frozenset({ReasonCode.EXPIRY_ERROR, ReasonCode.OPTIONS_ERROR, ReasonCode.PUBLICATION_FAILURE})
"""Reasons that the documents name for a refused send; of the others none is the only one accepted."""


def settle_refused(
    state: State,
    tried: Attempted,
    obstacles: list[Obstacle],
    outcome: Refused,
    at: Interval,
    otherwise: tuple[str, ...],
) -> Settled:
    """Refused: right where an obstacle stands in the way and, if it is named, for its reason (X-43).

    `otherwise` are the rules that say that the send succeeds where none does.
    """
    textual = _of_texts(state, tried, obstacles, outcome)
    state = doubt(remember_refused(state, tried, at), tried)
    unclear = Settled((state,), open=f"{describe(outcome)}, and nothing tells whether for its texts")
    if textual is Answer.UNSURE:
        return unclear
    if not obstacles:
        otherwise = (*text_rules(state, tried), *otherwise) if textual is Answer.YES else otherwise
        found = breach(otherwise, "the send succeeds", describe(outcome))
        return Settled((state,), (found,) if found.rules else (), "" if found.rules else found.seen)
    if any(obstacle.reason not in NAMED for obstacle in obstacles):
        reason = None
    else:
        reasons = {obstacle.reason for obstacle in obstacles}
        fits = outcome.reason in reasons
        reason = None if fits else obstacles[0].reason
    certain = [obstacle for obstacle in obstacles if obstacle.refusal is Answer.YES]
    several = ("X-43",) if tried.delay and len(certain) > 1 else ()
    # DD-16 speaks of delayed sends; what another one throws is not said.
    seen = outcome if tried.delay else replace(outcome, family=UNSET)
    breaches = refusal_breaches(seen, tried.producer.api, reason, (*obstacles[0].rules, *several))
    if breaches and not certain and outcome.reason is None and text_rules(state, tried):
        return unclear
    exercised = {rule for obstacle in obstacles for rule in obstacle.rules}.union(several)
    if tried.delay and any(obstacle.reason in NAMED for obstacle in obstacles):
        exercised |= restricted(tried.producer.api) | equal_lives(tried)
    elif tried.delay:
        exercised |= {"DD-16", "DD-38", "DD-40"}
    return Settled((state,), breaches, exercised=frozenset(exercised))


def _of_texts(state: State, tried: Attempted, obstacles: list[Obstacle], outcome: Refused) -> Answer:
    """Whether the send is refused for texts of the application, where nothing else tells why."""
    told = outcome.reason in set(ReasonCode)
    known = any(one.refusal is Answer.YES or one.reason not in NAMED for one in obstacles)
    return Answer.NO if told or known else at_fault(state, tried)


def remember_refused(state: State, tried: Attempted, at: Interval) -> State:
    """Keep the label, so that a copy left behind is recognised (DD-32), and what is open of its object."""
    kept = with_kept_reply(state, tried).message
    plain = None if kept.reply_to is None else QueueDestination(kept.reply_to)
    message = Message(
        serial=state.next_serial,
        label=tried.message.label,
        length=tried.length,
        kind=Kind.APPLICATION,
        queue_manager=tried.session.queue_manager,
        name=tried.name,
        first="",
        sent=at,
        delay=tried.delay,
        report=tried.message.report,
        topic=tried.name if isinstance(tried.destination, TopicDestination) else None,
        retained=tried.message.retained,
        reply_to=kept.reply_to,
        refused_reply=kept.reply_destination or plain,
        open_correlation=correlation_is_open(state, tried),
    )
    return add(state, message, (Ended(Cause.REFUSED),))


def perhaps_dropped(state: State, serial: int) -> State:
    """What becomes of a message that had to be refused nobody says: it may be nowhere, and is not missed."""
    belief = state.beliefs[serial]
    return learn(state, serial, (*belief, Ended(Cause.REFUSED))) or state


def wrongly_accepted(obstacle: Obstacle) -> Breach:
    """The send succeeds though this stands in its way."""
    reason = f"{obstacle.reason.mq_name} ({obstacle.reason:d})"
    named = obstacle.reason in NAMED
    expected = f"refused with {reason}" if named else f"refused, {reason} preferred"
    return breach(obstacle.rules, expected, "the send succeeds")
