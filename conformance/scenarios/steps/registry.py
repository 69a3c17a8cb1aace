"""The one registry of Gherkin steps: patterns and what they add to a script.

How to add a step
=================

1. Choose the module of the step's subject; the first line of each says what it holds. Among them are
   `fixtures` (queues, queue managers, authority, time), `jms` (producers, sends, units of work), `mqi`
   (MQPUT, MQGET, MQCMIT), `expectations` (accepted and refused calls, deliveries, what is on a queue) and
   `circumstances` (ways to send, messages that have everything).
   A new module must be named in `MODULES` below.
2. Write a function that takes the `ScriptBuilder` and the arguments of the pattern by name, and decorate
   it::

       @step('the depth of {queue:Queue} is {count:Number}')
       def depth_is(script: ScriptBuilder, queue: str, count: int) -> None:
           '''CURDEPTH, read at once.'''
           handle = script.probe(ReadDepth(queue=queue, queue_manager=script.queue_manager))
           script.expect(depth(handle, count, script.undelivered(queue)))

   Patterns are those of pytest-bdd (`pytest_bdd.parsers.parse`) with the types of `types.TYPES`:
   Queue, Label, Labels, Duration, Number, Tenths, Reason, Calls, Name, Field, Values, ... A parameter
   named `table` receives the rows of the step's data table; a step without it takes none. Several
   decorators give one function several wordings.
3. Two short steps may be one sentence, joined by ", and". A sentence that stands for several steps in other
   words is a row of the table in `joined`.
4. A step never asks a model. What it expects stands in the feature; what the builder keeps (which delay
   a message was sent with, how much time the script lets pass) only serves to tell, on a real clock,
   whether the machine was quick enough for an answer to mean anything.

What a step function calls
==========================

`script.fixture(command)` sets something up; a refusal makes the scenario indeterminate.
`script.call(command, name)` is a call of the application. It is assumed to be accepted (a refusal leaves
the scenario undecided) unless a following Then step demands that it is accepted or refused; after a refused
call the rest of the attempt is left out. `script.probe(command)` looks at something and returns the handle
of the step; `script.expect(check)` judges it. `script.advance(ms)` lets time pass. Checks come from
`expectations` and are pure functions of the steps so far.

The keyword (Given, When, Then) does not matter to a step. A text that no pattern, or that more than one
pattern, matches is an error that names file and line.
"""

import importlib
import inspect
import re
from collections import defaultdict
from collections.abc import Callable, Mapping
from difflib import SequenceMatcher
from functools import cache, lru_cache
from heapq import nlargest
from itertools import chain
from types import MappingProxyType
from typing import Any, Final, NamedTuple

from pytest_bdd.parsers import parse

from mqtck.conformance.scenarios.builder import ScriptBuilder, ScriptError
from mqtck.conformance.scenarios.features import FeatureError, ScenarioText, StepText
from mqtck.conformance.scenarios.scripts import Script

from .types import TYPES
from .types_channels import CHANNEL_TYPES

MODULES: Final = (
    "fixtures",
    "jms",
    "mqi",
    "expectations",
    "messages",
    "reports",
    "failure",
    "expiry",
    "headers",
    "enforcement",
    "transmission",
    "ims",
    "mapping",
    "fields",
    "combined",
    "twins",
    "clusters",
    "zos",
    "publications",
    "copies",
    "channels",
    "joined",
    "circumstances",
)


class StepDefinition(NamedTuple):
    """One wording of a step.

    `opening` is what stands before its first placeholder, and `telling` is the longest text between two
    placeholders: most other texts lack one of them, which is cheaper to see than that the pattern does not
    match.
    """

    pattern: str
    opening: str
    telling: str
    parser: parse
    function: Callable[..., None]
    takes_table: Any


_JOINING: Final = ", and "
CONJUNCTION: Final = f"{{what:Said}}{_JOINING}{{more}}"
"""Two sentences in one; what has a meaning as a whole is not taken apart."""

_PLACEHOLDER: Final = re.compile(r"\{[^}]*\}")
_VALUE: Final = re.compile(r'"[^"]*"|\b\d+\b')

_definitions: list[StepDefinition] = []


def step(pattern: str) -> Callable[[Callable[..., None]], Callable[..., None]]:
    """Register a function under a pattern. Raises ValueError when the pattern is taken."""
    if any(known.pattern == pattern for known in _definitions):
        raise ValueError(f"There is a step {pattern!r} already.")

    def register(function: Callable[..., None]) -> Callable[..., None]:
        parser = parse(pattern, extra_types={**TYPES, **CHANNEL_TYPES}, case_sensitive=True)
        takes_table = "table" in inspect.signature(function).parameters
        fixed = _PLACEHOLDER.split(pattern)
        telling = max(fixed, key=len)
        _definitions.append(StepDefinition(pattern, fixed[0], telling, parser, function, takes_table))
        return function

    return register


@cache
def definitions() -> tuple[StepDefinition, ...]:
    """Every step that there is."""
    for name in MODULES:
        importlib.import_module(f"{__package__}.{name}")
    return tuple(_definitions)


@cache
def _by_beginning() -> Mapping[str, tuple[StepDefinition, ...]]:
    """Every step by its first word; under no word those that may begin with any."""
    found: defaultdict[str, list[StepDefinition]] = defaultdict(list)
    for known in definitions():
        word, space, _ = known.opening.partition(" ")
        found[word if space else ""].append(known)
    return {word: tuple(listed) for word, listed in found.items()}


@cache
def matching(text: str) -> tuple[StepDefinition, ...]:
    """The definitions whose pattern matches the text of a step."""
    begun_alike = chain(*(_by_beginning().get(word, ()) for word in ("", text.partition(" ")[0])))
    alike = (known for known in begun_alike if known.telling in text and text.startswith(known.opening))
    found = tuple(known for known in alike if known.parser.parser.parse(text, evaluate_result=False))
    whole = tuple(known for known in found if known.pattern != CONJUNCTION)
    return whole or (found if halves(text) else ())


@cache
def halves(text: str) -> tuple[str, ...]:
    """The first two sentences, each with a meaning, that are joined in this one; empty where none are."""
    words = text.split(_JOINING)
    for place in range(1, len(words)):
        two = _JOINING.join(words[:place]), _JOINING.join(words[place:])
        if all(map(matching, two)):
            return two
    return ()


@lru_cache(maxsize=4096)
def compile_script(scenario: ScenarioText) -> Script:
    """The script of a scenario, which is the same under every profile, and so is made once for all of them.

    Raises FeatureError for a step that has no, or no single, meaning.
    """
    builder = ScriptBuilder()
    for place, text in enumerate(scenario.steps):
        builder.line = place
        try:
            _apply(builder, text)
        except ScriptError as error:
            raise FeatureError(f'{scenario.feature}:{text.line}: "{text.text}": {error}') from error
        except FeatureError as error:
            raise FeatureError(f"{scenario.feature}:{text.line}: {error}") from error
    return builder.finish()


@cache
def _said(definition: StepDefinition, text: str) -> Mapping[str, Any]:
    """What stands for the placeholders of a wording. Most texts are those of many scenarios."""
    return MappingProxyType(definition.parser.parse_arguments(text))


def read_step(builder: ScriptBuilder, text: str, table: tuple[tuple[str, ...], ...] = ()) -> None:
    """Do what a text says that is part of the step being read. Raises FeatureError."""
    _apply(builder, StepText(keyword="", text=text, line=0, table=table))


def _unread(text: str) -> str:
    """What has no meaning in a text that has none: all of it, or what is joined to something that has one."""
    first, joined, second = text.partition(_JOINING)
    if joined and matching(first):
        return _unread(second)
    first, joined, second = text.rpartition(_JOINING)
    return _unread(first) if joined and matching(second) else text


def takes_table(text: str) -> bool:
    """Whether a step of this text may have a table."""
    return any(known.takes_table for known in matching(text))


def nearest(text: str) -> tuple[str, ...]:
    """The three patterns whose own words are most like those of the text, the nearest first."""
    wanted = _VALUE.sub("", text).split()

    def likeness(pattern: str) -> tuple[float, float]:
        words = _PLACEHOLDER.sub("", pattern).split()
        spelled = SequenceMatcher(None, " ".join(wanted), " ".join(words))
        return SequenceMatcher(None, wanted, words).ratio(), spelled.ratio()

    patterns = sorted(known.pattern for known in definitions())
    return tuple(nlargest(3, patterns, key=likeness))


def _apply(builder: ScriptBuilder, text: StepText) -> None:
    found = matching(text.text)
    if not found:
        unread = _unread(text.text)
        near = "; ".join(nearest(unread))
        raise FeatureError(f'No step reads "{unread}". The nearest ones are: {near}')
    if len(found) > 1:
        patterns = "; ".join(known.pattern for known in found)
        raise FeatureError(f'"{text.text}" is read by more than one step: {patterns}')
    definition = found[0]
    arguments = dict(_said(definition, text.text))
    if definition.takes_table:
        arguments["table"] = text.table
    elif text.table:
        raise FeatureError(f'"{text.text}" takes no table.')
    definition.function(builder, **arguments)
