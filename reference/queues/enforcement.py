"""Note 1 of the Expiry text: a life of no length, or of too great a length, where the limit is enforced.

Covers when the limit is enforced (EX-31 to EX-33), which puts then fail (EX-27 to EX-29) and that none of
them is reported (EX-30); and the time to live of a JMS send that becomes an Expiry beyond the limit (X-09,
X-10). Left out: the embedded Expiry of a transmission-queue header (`transmission_queues`).

Silent points, where every answer is accepted: what happens to such a put without the variable (the note
states the failure first without and then with it: nothing fails, or 0 alone, or both); whether a variable
that is exported empty counts; whether the puts of the queue manager itself are subject to the limit, such as
that of a delayed message whose life was accepted before; what stands in its place on z/OS; negative values
other than -1. A variable that is not exported cannot be seen by any process, so a put that was accepted
without the variable is accepted then as well.
"""

from enum import Enum
from typing import Final

from msgspec.structs import replace

from mqtck.reference.chapters.header_mapping import may_be_refused_for_size
from mqtck.reference.chapters.message_expiry import TENTH
from mqtck.reference.chapters.report_messages import asks_for
from mqtck.reference.chapters.resolution import resolved_key
from mqtck.reference.possibilities import Possibility, Settled, breach, describe, not_carried_out
from mqtck.reference.state.beliefs import add
from mqtck.reference.state.expiry import Variable
from mqtck.reference.state.intervals import Answer, Moment
from mqtck.reference.state.messages import Kind, Message
from mqtck.reference.state.state import State
from mqtck.reference.state.statuses import Cause, Ended
from mqtck.reference.vocabulary.commands import MqPut, MqPut1
from mqtck.reference.vocabulary.constants import LARGEST_ENFORCED_EXPIRY, UNLIMITED, ReasonCode
from mqtck.reference.vocabulary.environment import SetEnforcementVariable, Visibility
from mqtck.reference.vocabulary.messages import OutgoingMessage
from mqtck.reference.vocabulary.outcomes import Done, Outcome, Refused
from mqtck.reference.vocabulary.profile import Platform
from mqtck.reference.vocabulary.results import Breach

from .send_checks import Obstacle

NAMED: Final = frozenset({"EX-27", "EX-28", "EX-29", "EX-33", "EX-52"})
"""The rules that come first where a put fails, if it does, for this very reason."""

NEGATIONS: Final = frozenset({"0", "false", "no", "off", "n", "f", "none", "disabled"})
"""Values that somebody who reads them may take for a no (EX-33)."""


class Life(Enum):
    """The kinds of values of MQMD.Expiry."""

    VALID = "a number of tenths up to the limit, or unlimited"
    ZERO = "0"
    TOO_LONG = "above 999999999"
    NEGATIVE = "negative and not unlimited"


def life_of(expiry: int) -> Life:
    """EX-29: 999999999 is the largest number that is valid. EX-27: 0 is none."""
    if expiry == 0:
        return Life.ZERO
    if expiry > LARGEST_ENFORCED_EXPIRY:
        return Life.TOO_LONG
    return Life.VALID if expiry > 0 or expiry == UNLIMITED else Life.NEGATIVE


def in_force(state: State, queue_manager: str) -> Answer:
    """Whether the limit is enforced there."""
    return counts(state.variables.get(queue_manager), state.queue_managers[queue_manager].platform)


def counts(variable: Variable | None, platform: Platform) -> Answer:
    """EX-31: it takes the variable. EX-32: exported. EX-33: with whatever value; empty is open."""
    match variable, platform:
        case _, Platform.ZOS:
            return Answer.UNSURE
        case ((None | Variable(visibility=Visibility.SHELL_ONLY)), _):
            return Answer.NO
        case Variable(value=""), _:
            return Answer.UNSURE
        case _:
            return Answer.YES


def refused(life: Life, enforced: Answer) -> Answer:
    """EX-27, EX-29: whether a put with such a life fails. EX-31: open where the limit is not enforced."""
    match life, enforced:
        case Life.VALID, _:
            return Answer.NO
        case ((Life.ZERO | Life.TOO_LONG), Answer.YES):
            return Answer.YES
        case _:
            return Answer.UNSURE


def perhaps_too_long_a_life(state: State, message: Message, moment: Moment) -> bool:
    """Whether a put by the queue manager itself may fail for what is left of this life.

    EX-27 speaks of MQPUT and MQPUT1, and not of who calls them: a message that was taken while the limit was
    not enforced, or that a client has stored all the same (X-09), may be refused by its target, and by a
    dead-letter queue, until no more than the largest expiry is left of its life.
    """
    end = message.life_end
    if end is None or in_force(state, message.queue_manager) is Answer.NO:
        return False
    return end.latest - moment.instant.earliest > LARGEST_ENFORCED_EXPIRY * TENTH


def set_variable(state: State, command: SetEnforcementVariable) -> Possibility:
    """EX-31 to EX-33: from now on the variable has this value, or is gone."""
    name = command.queue_manager
    if command.value is not None:
        variables = state.variables.set(name, Variable(command.value, command.visibility))
    else:
        variables = state.variables.delete(name) if name in state.variables else state.variables

    def settle(outcome: Outcome) -> Settled:
        if isinstance(outcome, Done):
            return Settled((replace(state, variables=variables),))
        return Settled((state,)) if isinstance(outcome, Refused) else not_carried_out(state, outcome)

    return Possibility(prefer=Done, settle=settle)


# --- MQPUT and MQPUT1 ----------------------------------------------------------------------------------


def expiry_obstacles(state: State, queue_manager: str, command: MqPut | MqPut1) -> list[Obstacle]:
    """Whether the life that a put gives stands in its way."""
    life = life_of(command.descriptor.expiry)
    refusal = refused(life, in_force(state, queue_manager))
    if refusal is Answer.NO:
        return []
    rules = rules_of_refusal(command, life, state.variables.get(queue_manager), refusal)
    return [Obstacle(ReasonCode.EXPIRY_ERROR, refusal, rules)]


def rules_of_refusal(
    command: MqPut | MqPut1, life: Life, variable: Variable | None, refusal: Answer
) -> tuple[str, ...]:
    """EX-27 for 0, EX-29 above the limit; EX-28 first for MQPUT1, EX-33 where the value reads as a no."""
    if life is Life.NEGATIVE:
        return ()
    if refusal is not Answer.YES:
        hidden = variable is not None and variable.visibility is Visibility.SHELL_ONLY
        return ("EX-32", "EX-31") if hidden else ("EX-31", "EX-33") if variable else ("EX-31",)
    about = "EX-27" if life is Life.ZERO else "EX-29"
    rules = ("EX-28", about, "EX-31") if isinstance(command, MqPut1) else (about, "EX-31")
    negation = variable is not None and variable.value is not None and variable.value.lower() in NEGATIONS
    return ("EX-33", *rules) if negation else (*rules, "EX-33")


def reason_named(obstacle: Obstacle) -> bool:
    """Whether the text says for which reason such a put fails; EX-53 and EX-54 leave it open."""
    return bool(NAMED.intersection(obstacle.rules[:1]))


def life_must_be_taken(state: State, queue_manager: str, expiry: int) -> tuple[str, ...]:
    """EX-29: with the limit enforced, everything up to it is accepted all the same."""
    bounded = in_force(state, queue_manager) is Answer.YES and life_of(expiry) is Life.VALID
    return ("EX-29",) if bounded else ()


def wrong_refusal(
    state: State, queue_manager: str, command: MqPut | MqPut1, obstacles: list[Obstacle], outcome: Refused
) -> tuple[Breach, ...]:
    """A put refused for its life alone, but for another reason, or by a variable that nobody can see."""
    if len(obstacles) != 1 or not isinstance(outcome.reason, int) or reports_nowhere(command.message):
        return ()
    obstacle = obstacles[0]
    right = outcome.reason == ReasonCode.EXPIRY_ERROR
    if reason_named(obstacle) and not right:
        expected = f"refused with {ReasonCode.EXPIRY_ERROR.mq_name} ({ReasonCode.EXPIRY_ERROR:d})"
        return (breach(obstacle.rules, expected, describe(outcome)),)
    if obstacle.rules[:1] == ("EX-32",) and right and _put(queue_manager, command) in state.taken_before:
        expected = "accepted as without the variable, which is not exported"
        return (breach(obstacle.rules, expected, describe(outcome)),)
    return ()


def reports_nowhere(message: OutgoingMessage) -> bool:
    """Whether a put may be refused as it asks for reports and says not where to send them, which is open."""
    return message.report != 0 and message.reply_to is None


def taken(state: State, queue_manager: str, command: MqPut | MqPut1) -> State:
    """Keep that a put with a life that might have been refused was accepted without the variable."""
    untold = queue_manager not in state.variables and life_of(command.descriptor.expiry) is not Life.VALID
    if not untold or command.message.transmission_header is not None:
        return state
    return replace(state, taken_before=state.taken_before.set(_put(queue_manager, command), None))


def _put(queue_manager: str, command: MqPut | MqPut1) -> tuple[str, str, int]:
    return queue_manager, type(command).__name__, command.descriptor.expiry


# --- what a refused put leaves behind: nothing ---------------------------------------------------------


def remembered(state: State, message: Message) -> State:
    """EX-30: keep the label of a put that was refused for its life, to recognise a report about it."""
    state = add(state, message, (Ended(Cause.REFUSED),))
    asks = asks_for(message, Kind.EXPIRATION) or asks_for(message, Kind.EXCEPTION)
    if message.reply_to is None or not asks:
        return state
    reply_key = resolved_key(state, message.queue_manager, message.reply_to)
    return replace(state, rejected=state.rejected.set(reply_key, message.serial))


def rejected(state: State, serial: int) -> bool:
    """Whether this is a put that was refused for its life."""
    message = state.messages[serial]
    refused_it = Ended(Cause.REFUSED) in state.beliefs[serial]
    return refused_it and message.delay == 0 and life_of(message.expiry[0]) is not Life.VALID


def stray_rules(state: State, queue_key: str, about: int | None) -> tuple[str, ...]:
    """EX-30: a report on this queue about a put that was refused, or about nobody knows what after one."""
    known = about is not None and rejected(state, about)
    return ("EX-30",) if known or (about is None and queue_key in state.rejected) else ()


def left_behind_rules(message: Message) -> tuple[str, ...]:
    """EX-27, EX-29: a put that was refused for its life leaves no message."""
    return ("EX-27", "EX-28") if life_of(message.expiry[0]) is Life.ZERO else ("EX-29", "EX-28")


# --- JMS -------------------------------------------------------------------------------------------------


def contested(time_to_live: int) -> bool:
    """X-09: the header mapping stores such a life, the Expiry text refuses it."""
    beyond = -(-time_to_live // TENTH) > LARGEST_ENFORCED_EXPIRY
    return beyond and may_be_refused_for_size(time_to_live)


def values_sent(
    state: State, queue_manager: str, time_to_live: int, values: tuple[int, ...]
) -> tuple[int, ...]:
    """X-09: where the limit is or may be enforced, a client may avoid the range that it forbids."""
    if not contested(time_to_live) or in_force(state, queue_manager) is Answer.NO:
        return values
    return tuple(dict.fromkeys((*values, LARGEST_ENFORCED_EXPIRY, UNLIMITED)))


def contested_rules(time_to_live: int, delay: int) -> tuple[str, ...]:
    """X-09; X-10 for a delayed send: 2013 has two causes then and tells of no conflict with the delay."""
    if not contested(time_to_live):
        return ("X-11",)
    return ("X-09", "X-10") if delay else ("X-09",)
