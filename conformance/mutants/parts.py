"""What a mutant is: a name, one sentence of what it gets wrong, the rules it breaks, and how it is made.

A mutant is the reference model with a function, a table row or a constant replaced (`instead`, `around`),
or its adapter with what it answers changed on the way out (`answering`). Both are plain code on the
model's own types: a replacement may call the function that it replaces.
"""

import inspect
from collections.abc import Callable
from typing import Any, NamedTuple

from mqtck.reference.vocabulary.commands import Command
from mqtck.reference.vocabulary.outcomes import Outcome

Execute = Callable[[Command], Outcome]


class MutantError(ValueError):
    """A mutant that cannot be made; the text says which and why."""


class Patch(NamedTuple):
    """`target` is `package.module.name` in the reference; `make` gives the wrong one from the right one.

    `make` raises MutantError where the right one is not as the wrong one needs it.
    """

    target: str
    make: Callable[[Any], Any]


class Mutant(NamedTuple):
    """One way to be wrong.

    `rules`: first the rule that it breaks, then others that it breaks by the same fault. `execute` makes
    the wrong world's `execute` from the right one's, once for each world; it may keep what it has seen.
    """

    name: str
    sentence: str
    rules: tuple[str, ...]
    patches: tuple[Patch, ...] = ()
    execute: Callable[[Execute], Execute] | None = None


def instead(target: str, wrong: Any) -> Patch:
    """Another function, table or constant in its place."""

    def make(right: Any) -> Any:
        if inspect.isfunction(right):
            _check_parameters(target, right, wrong, ())
        return wrong

    return Patch(target, make)


def around(target: str, wrong: Callable[..., Any]) -> Patch:
    """A function in its place that is called with the right one first, then with its arguments."""

    def make(right: Callable[..., Any]) -> Callable[..., Any]:
        _check_parameters(target, right, wrong, (right,))

        def patched(*arguments: Any, **named: Any) -> Any:
            return wrong(right, *arguments, **named)

        return patched

    return Patch(target, make)


def _check_parameters(
    target: str, right: Callable[..., Any], wrong: Callable[..., Any], first: tuple[Any, ...]
) -> None:
    """Raise MutantError where the wrong function cannot be called as the right one is."""
    parameters = inspect.signature(right).parameters.values()
    named = {one.name: None for one in parameters if one.kind is one.KEYWORD_ONLY}
    by_place = [one for one in parameters if one.kind in (one.POSITIONAL_ONLY, one.POSITIONAL_OR_KEYWORD)]
    try:
        inspect.signature(wrong).bind(*first, *by_place, **named)
    except TypeError as error:
        raise MutantError(f"{target}{inspect.signature(right)} has changed: {error}.") from None


def answering(change: Callable[[Command, Outcome], Outcome]) -> Callable[[Execute], Execute]:
    """For `Mutant.execute`: the right answer, changed where a pure function of command and answer says so."""

    def make(execute: Execute) -> Execute:
        def changed(command: Command) -> Outcome:
            return change(command, execute(command))

        return changed

    return make
