"""Possibilities: what may follow a command, as a pattern of outcomes rather than a list of all of them.

A possibility is symbolic. It can prefer (make the one outcome that the reference itself gives) and it
can settle (take an outcome that was seen and say which states follow). What was seen is compared with
what is documented in `settle`; each deviation is a breach that names its rules. A breach leaves a state
to go on with, so that one deviation does not hide the others.
"""

from collections.abc import Callable

import msgspec
from msgspec.structs import replace

from .state.state import State
from .vocabulary.abilities import abilities_needed
from .vocabulary.commands import Command
from .vocabulary.outcomes import Browsed, DepthRead, MessageReturned, Outcome, Refused, Unsupported
from .vocabulary.results import Breach


class Settled(msgspec.Struct, frozen=True, gc=False):
    """The states that follow an outcome, the breaches found in it, and why it may not be judged.

    `open` is not empty where the implementation did something of which no rule of the ledger speaks and
    after which the model cannot tell right from wrong; `aside` where no rule speaks of this answer, but
    what follows can be judged.
    """

    states: tuple[State, ...]
    breaches: tuple[Breach, ...] = ()
    open: str = ""
    exercised: frozenset[str] = frozenset()
    aside: str = ""


class Possibility(msgspec.Struct, frozen=True, gc=False):
    """`prefer` gives the reference's own outcome, `settle` takes one that was seen; both are pure."""

    prefer: Callable[[], Outcome]
    settle: Callable[[Outcome], Settled]


def breach(rules: tuple[str, ...], expected: str, seen: object) -> Breach:
    return Breach(rules=rules, expected=expected, seen=str(seen))


def unexpected(state: State, outcome: Outcome) -> Settled:
    """An outcome of a kind that the command cannot have, or an orderly refusal no rule speaks of.

    Whoever refuses has done nothing, so that what follows can be judged.
    """
    told = _not_spoken_of(outcome)
    return Settled((state,), aside=told) if isinstance(outcome, Refused) else Settled((state,), open=told)


def perhaps_begun(state: State, outcome: Outcome) -> Settled:
    """The same of a call that takes several steps: of one that is refused some may have been done."""
    return Settled((state,), open=_not_spoken_of(outcome))


def _not_spoken_of(outcome: Outcome) -> str:
    return f"no rule speaks of this answer: {describe(outcome)}"


def not_carried_out(state: State, outcome: Outcome) -> Settled:
    """A fixture that was not carried out, or who knows how far."""
    return Settled((state,), open=f"the fixture was not carried out: {describe(outcome)}")


def may_be_refused(state: State, possible: Possibility) -> Possibility:
    """The same of a call that no rule asks to be accepted; who refuses it has done nothing."""

    def settle(outcome: Outcome) -> Settled:
        return Settled((state,)) if isinstance(outcome, Refused) else possible.settle(outcome)

    return replace(possible, settle=settle)


def undefined(state: State, why: str) -> Possibility:
    """A call with a value of which nothing is said: it may be refused, and what it does otherwise is open."""

    def settle(outcome: Outcome) -> Settled:
        return Settled((state,), open=f"{why}: {describe(outcome)}")

    return may_be_refused(state, Possibility(prefer=lambda: Refused(text=why), settle=settle))


def not_covered(state: State, command: Command) -> Possibility:
    """A command of a chapter that the model does not cover: nothing is said of it, or of what follows."""
    lacking = min(abilities_needed(command))

    def settle(outcome: Outcome) -> Settled:
        return Settled((state,), open=f"the model does not cover this: {describe(outcome)}")

    return Possibility(prefer=lambda: Unsupported(ability=lacking), settle=settle)


def describe(outcome: Outcome) -> str:
    """An outcome in a few words, for people."""
    match outcome:
        case Refused(reason=None, text=text):
            return f"refused (no MQRC_* found) {text}".rstrip()
        case Refused(reason=int(reason), text=text):
            return f"refused ({reason}) {text}".rstrip()
        case Refused(text=text):
            return f"refused (reason not shown) {text}".rstrip()
        case MessageReturned(message=message):
            return f"message {message.body!r}"
        case Browsed(messages=messages):
            return f"{len(messages)} messages browsed"
        case DepthRead(depth=depth):
            return f"depth {depth}"
        case _:
            return type(outcome).__name__
