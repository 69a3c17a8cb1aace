"""Mutants of enforcement: what a put takes for an Expiry, and what the environment variable says."""

from collections.abc import Callable
from typing import Final

from mqtck.reference.queues.enforcement import NEGATIONS, Life
from mqtck.reference.queues.send_checks import Obstacle
from mqtck.reference.state.beliefs import add
from mqtck.reference.state.expiry import Variable
from mqtck.reference.state.intervals import Answer
from mqtck.reference.state.messages import Demand, Kind, Message
from mqtck.reference.state.queue_keys import key
from mqtck.reference.state.state import State
from mqtck.reference.state.statuses import OnQueue, Route
from mqtck.reference.vocabulary import commands as c
from mqtck.reference.vocabulary.constants import LARGEST_ENFORCED_EXPIRY
from mqtck.reference.vocabulary.environment import Visibility
from mqtck.reference.vocabulary.profile import Platform

from .parts import Mutant, around, instead

CHECK: Final = "queues.enforcement.expiry_obstacles"
COUNTS: Final = "queues.enforcement.counts"


def _unchecked(call: type[c.MqPut | c.MqPut1], lives: frozenset[Life]) -> Callable[..., list[Obstacle]]:
    """One call takes lives of these kinds."""

    def wrong(
        right: Callable[..., list[Obstacle]], state: State, manager: str, command: c.MqPut | c.MqPut1
    ) -> list[Obstacle]:
        expiry = command.descriptor.expiry
        life = Life.ZERO if expiry == 0 else Life.TOO_LONG
        return [] if isinstance(command, call) and life in lives else right(state, manager, command)

    return wrong


def _limit_moved(largest: int) -> Callable[..., Life]:
    def wrong(right: Callable[[int], Life], expiry: int) -> Life:
        if expiry > 0:
            return Life.VALID if expiry <= largest else Life.TOO_LONG
        return right(expiry)

    return wrong


def _reported(right: Callable[[State, Message], State], state: State, message: Message) -> State:
    """As for a message that was accepted and then discarded."""
    state = right(state, message)
    if not message.report or message.reply_to is None:
        return state
    report = Message(
        serial=state.next_serial,
        label="",
        length=0,
        kind=Kind.EXPIRATION,
        queue_manager=message.queue_manager,
        name=message.reply_to,
        first="",
        sent=message.sent,
        subject=message.serial,
        demand=Demand.OPTIONAL,
    )
    there = OnQueue(key(message.queue_manager, message.reply_to), message.sent, Route.GENERATED)
    return add(state, report, (there,))


def _hidden_counts(right: Callable[..., Answer], variable: Variable | None, platform: Platform) -> Answer:
    if variable is not None:
        variable = variable._replace(visibility=Visibility.EXPORTED)
    return right(variable, platform)


def _never(variable: Variable | None, platform: Platform) -> Answer:
    del variable, platform
    return Answer.NO


def _value_read(on: Callable[[str], bool]) -> Callable[..., Answer]:
    """Enforcement goes by the value."""

    def wrong(right: Callable[..., Answer], variable: Variable | None, platform: Platform) -> Answer:
        return Answer.NO if variable is not None and not on(variable.value) else right(variable, platform)

    return wrong


MUTANTS: Final[tuple[Mutant, ...]] = (
    Mutant(
        "zero-is-unlimited",
        "Takes an Expiry of 0 by MQPUT, as JMS takes a time to live of 0.",
        ("EX-27", "EX-33"),
        (around(CHECK, _unchecked(c.MqPut, frozenset({Life.ZERO}))),),
    ),
    Mutant(
        "put1-without-checks",
        "Checks the life of a message in MQPUT alone.",
        ("EX-28", "EX-33"),
        (around(CHECK, _unchecked(c.MqPut1, frozenset(Life))),),
    ),
    Mutant(
        "as-long-as-the-field",
        "Takes every positive number that Expiry can hold.",
        ("EX-29", "EX-28", "EX-33"),
        (around("queues.enforcement.life_of", _limit_moved(2**31 - 1)),),
    ),
    Mutant(
        "limit-excluded",
        "Refuses 999999999 itself.",
        ("EX-29", "EX-28", "EX-55"),
        (around("queues.enforcement.life_of", _limit_moved(LARGEST_ENFORCED_EXPIRY - 1)),),
    ),
    Mutant(
        "refused-and-reported",
        "Sends a report about a put that it has refused for its expiry.",
        ("EX-30",),
        (around("queues.enforcement.remembered", _reported),),
    ),
    Mutant(
        "variable-unknown",
        "Enforces no limit, whatever the environment.",
        ("EX-31", "EX-27", "EX-28", "EX-29", "EX-33"),
        (instead(COUNTS, _never),),
    ),
    Mutant(
        "seen-without-export",
        "Enforces the limit by a variable that was never exported.",
        ("EX-32",),
        (around(COUNTS, _hidden_counts),),
    ),
    Mutant(
        "no-means-no",
        "Takes False, 0 and the like for switching enforcement off.",
        ("EX-33",),
        (around(COUNTS, _value_read(lambda value: value.lower() not in NEGATIONS)),),
    ),
    Mutant(
        "only-true-counts",
        "Enforces the limit only where the variable reads True or 1.",
        ("EX-33",),
        (around(COUNTS, _value_read(lambda value: value.lower() in {"true", "1"})),),
    ),
)
