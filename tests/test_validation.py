"""Bad commands are refused by the vocabulary with the field named, before any adapter sees them."""

import re
from collections.abc import Iterator
from enum import Enum
from types import UnionType
from typing import Annotated, Any, Union, get_args, get_origin, get_type_hints

import msgspec
import pytest

from implementations.right import ADAPTERS
from mqtck.adapters.reference import Reference
from mqtck.conformance.execution.worlds import Execution, run_commands
from mqtck.conformance.scenarios.features import FeatureError, read_feature
from mqtck.conformance.scenarios.steps.registry import compile_script
from mqtck.reference.vocabulary import commands as c
from mqtck.reference.vocabulary.profile import Platform, Version
from mqtck.reference.vocabulary.traces import Step, TraceError, decode_lines, encode_lines
from mqtck.reference.vocabulary.validation import InvalidCommandError, validated

_GOOD: dict[Any, Any] = {str: "NAME", int: 1}


def flattened(union: Any) -> Iterator[type]:
    for member in get_args(union):
        if get_origin(member) in (Union, UnionType):
            yield from flattened(member)
        else:
            yield member


FIXTURES = sorted(set(flattened(c.Fixture)), key=lambda kind: kind.__name__)


def wrong_values(hint: Any) -> Iterator[Any]:
    """Values that a field of this type must not have, whatever stands in its constraints."""
    if get_origin(hint) is Annotated:
        base, *metas = get_args(hint)
        yield from wrong_values(base)
        for meta in metas:
            if meta.min_length:
                yield ""
            if meta.max_length:
                yield "X" * (meta.max_length + 1)
            if meta.pattern:
                strange = [text for text in ("two words", "a/#", "a/+") if not re.search(meta.pattern, text)]
                assert strange, f"no text here breaks {meta.pattern}"
                yield from strange
            if meta.ge is not None:
                yield meta.ge - 1
            if meta.le is not None:
                yield meta.le + 1
    elif get_origin(hint) in (Union, UnionType):
        members = get_args(hint)
        structs = [member for member in members if isinstance(member, type)]
        for value in (value for member in members for value in wrong_values(member)):
            if not (value is None and type(None) in structs):
                yield value
    elif hint is str:
        yield 5
    elif hint is int:
        yield "five"
    elif isinstance(hint, type) and issubclass(hint, Enum):
        yield "nonsense"


def good_value(hint: Any) -> Any:
    if get_origin(hint) is Annotated:
        return good_value(get_args(hint)[0])
    if get_origin(hint) in (Union, UnionType):
        return good_value(get_args(hint)[0])
    if isinstance(hint, type) and issubclass(hint, Enum):
        return next(iter(hint))
    if isinstance(hint, type) and issubclass(hint, msgspec.Struct):
        return good(hint)
    return _GOOD[hint]


def good(kind: type) -> Any:
    """A command or value with its required fields alone."""
    hints = get_type_hints(kind, include_extras=True)
    required = [field.name for field in msgspec.structs.fields(kind) if field.required]
    return kind(**{name: good_value(hints[name]) for name in required})


def wrong_fields(kind: type) -> Iterator[tuple[str, Any]]:
    """Commands of this kind with one wrong value somewhere, with the path of its field."""
    hints = get_type_hints(kind, include_extras=True)
    for field in msgspec.structs.fields(kind):
        hint = hints[field.name]
        right = good(kind)
        for value in wrong_values(hint):
            yield field.name, msgspec.structs.replace(right, **{field.name: value})
        members = get_args(hint) if get_origin(hint) in (Union, UnionType) else (hint,)
        for inner in members:
            if isinstance(inner, type) and issubclass(inner, msgspec.Struct):
                for path, value in wrong_fields(inner):
                    yield f"{field.name}.{path}", msgspec.structs.replace(right, **{field.name: value})


@pytest.mark.parametrize("kind", FIXTURES)
def test_every_wrong_value_of_a_fixture_is_refused_with_its_field(kind: type) -> None:
    validated(good(kind))
    cases = list(wrong_fields(kind))
    assert cases
    for path, command in cases:
        with pytest.raises(InvalidCommandError) as caught:
            validated(command)
        assert str(caught.value).startswith(f"{kind.__name__}: {path}: "), (command, str(caught.value))


@pytest.mark.parametrize(
    ("command", "text"),
    [
        (c.DefineQueueManager(""), "DefineQueueManager: name: Expected `str` of length >= 1."),
        (
            c.DefineLocalQueue("Q", c.QueueAttributes(cluster="")),
            "DefineLocalQueue: attributes.cluster: Expected `str` of length >= 1.",
        ),
        (
            c.DefineLocalQueue("Q", c.QueueAttributes(max_depth=-1)),
            "DefineLocalQueue: attributes.max_depth: Expected `int` >= 0.",
        ),
        (
            c.DefineQueueManager("QM2", Version(-1)),
            "DefineQueueManager: version.version: Expected `int` >= 0.",
        ),
        (c.Advance(-1), "Advance: milliseconds: Expected `int` >= 0."),
    ],
)
def test_the_text_says_which_field_and_what_would_be_right(command: c.Command, text: str) -> None:
    with pytest.raises(InvalidCommandError) as caught:
        validated(command)
    assert str(caught.value) == text


def test_a_group_of_queue_managers_off_zos_is_refused_when_it_is_made() -> None:
    with pytest.raises(ValueError, match="queue_sharing_group"):
        c.DefineQueueManager("QM2", platform=Platform.MULTIPLATFORMS, queue_sharing_group="QSG1")


def test_values_come_back_in_their_own_types() -> None:
    plain = c.DefineLocalQueue("Q", c.QueueAttributes(put="enabled"))  # type: ignore[arg-type]
    again = validated(plain)
    assert isinstance(again, c.DefineLocalQueue)
    assert again.attributes.put is c.Switch.ENABLED


def test_no_adapter_sees_a_wrong_command() -> None:
    wrong = c.DefineLocalQueue("Q", c.QueueAttributes(max_depth=-1))
    execution = Execution(Reference())
    execution.run(c.DefineLocalQueue("Q"))
    with pytest.raises(InvalidCommandError, match="max_depth"):
        execution.run(wrong)
    assert len(execution.steps) == 1
    assert execution.failure is None
    execution.close()
    with pytest.raises(InvalidCommandError, match="max_depth"):
        run_commands(ADAPTERS["preferred"](), [c.DefineLocalQueue("Q"), wrong])


def test_a_feature_with_a_wrong_fixture_is_refused_where_it_stands() -> None:
    text = (
        "Feature: F\n  Rule: R\n    Scenario: S\n      Given a queue ORDERS with CLUSTER()\n"
        "      Then nothing is on ORDERS\n"
    )
    (scenario,) = read_feature(text, "own.feature")
    with pytest.raises(FeatureError, match=r"own.feature:4: .*cluster"):
        compile_script(scenario)


def test_a_trace_with_a_wrong_fixture_is_refused_with_line_and_field() -> None:
    trace = run_commands(Reference(), [c.DefineLocalQueue("Q")])
    bad = c.DefineLocalQueue("Q", c.QueueAttributes(max_depth=-1))
    step = Step(bad, trace.steps[0].outcome, 0, 0)
    lines = encode_lines(type(trace)(trace.head, (step,))).splitlines()
    with pytest.raises(TraceError, match=r"line 2: .*max_depth"):
        decode_lines(lines, "own.jsonl")
