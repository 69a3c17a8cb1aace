"""Answers kept as long as what they were worked out from is still the same.

Most commands leave most of a state alone, and the same question is asked of it again by the next one: where
a name leads to, what an empty queue speaks about. A function under `once` names the fields of the state that
it reads; its answers are kept until one of these is another object. Comparing values would cost more than
the answer. Of the very state that was asked last nothing is compared at all. What such a function reads
beside these fields must be in its other arguments.
"""

from collections.abc import Callable
from operator import attrgetter, is_
from typing import Any, Concatenate, ParamSpec, TypeVar

from .state import State

Arguments = ParamSpec("Arguments")
Result = TypeVar("Result")
Asking = Callable[Concatenate[State, Arguments], Result]


def once(*fields: str) -> Callable[[Asking[Arguments, Result]], Asking[Arguments, Result]]:
    """Keep the answers to the arguments of a function, which are positional, of the latest state."""
    assert set(fields) <= set(State.__struct_fields__), "a field of the state"
    read: Callable[[State], Any] = attrgetter("clock", *fields)

    def decorate(work_out: Callable[..., Any]) -> Any:
        # Replaced at once, so that another thread finds a state and answers that belong together.
        latest: list[tuple[Any, Any, dict[Any, Any]]] = [(None, (), {})]

        def known(state: State, *arguments: Any) -> Any:
            asked, before, answers = latest[0]
            if state is not asked:
                now = read(state)
                if len(before) != len(now) or not all(map(is_, now, before)):
                    answers = {}
                latest[0] = (state, now, answers)
            if arguments in answers:
                return answers[arguments]
            answer = answers[arguments] = work_out(state, *arguments)
            return answer

        known.__name__ = work_out.__name__
        known.__doc__ = work_out.__doc__
        known.__wrapped__ = work_out  # type: ignore[attr-defined]
        known.fields = fields  # type: ignore[attr-defined]
        return known

    return decorate
