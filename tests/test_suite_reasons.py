"""What the summary of a method says of the cases that were not judged to their end."""

from string import ascii_lowercase

from mqtck.conformance.properties.running import PropertiesResult
from mqtck.conformance.suite.random import _told_of_properties
from mqtck.conformance.suite.reasons import LENGTH, TOLD, frequent


def test_nothing_is_told_where_nothing_failed() -> None:
    assert list(frequent({})) == []


def test_the_most_frequent_are_told_first_with_a_case_each() -> None:
    told = frequent({"rare": 1, "often": 7}, {"rare": "a.feature:3", "often": "b.feature:9"})
    assert list(told) == ["7: often (b.feature:9)", "1: rare (a.feature:3)"]


def test_failures_of_the_adapter_are_told_before_what_is_more_frequent() -> None:
    told = list(frequent({"late": 9, "early": 8, "open": 7, "the adapter crashed: ValueError": 1}))
    assert told == ["1: the adapter crashed: ValueError", "9: late", "8: early", "and 1 other reasons"]


def test_of_many_reasons_the_rest_is_counted() -> None:
    told = list(frequent({f"{letter} was closed": 1 for letter in ascii_lowercase}))
    assert told[:TOLD] == [f"1: {letter} was closed" for letter in "abc"]
    assert told[TOLD:] == [f"and {26 - TOLD} other reasons"]


def test_reasons_that_differ_in_numbers_alone_are_one() -> None:
    """A broker's error often has an offset or the number of a session in it."""
    reasons = {"closed": 3, "write failed: (-16798 < 0)": 1, "write failed: (-16810 < 0)": 2}
    (first, second) = frequent(reasons, dict.fromkeys(reasons, "b"))
    assert first == "3: closed (b)"
    assert second == "3: write failed: (-16810 < 0), or with other numbers (b)"


def test_a_reason_code_is_no_such_number() -> None:
    assert len(list(frequent({"refused with 2033": 1, "refused with 2085": 1}))) == 2


def test_a_page_of_a_log_is_cut_but_not_its_case() -> None:
    (told,) = frequent({"x" * 5000: 2}, {"x" * 5000: "a.feature:3"})
    assert told == f"2: {'x' * LENGTH} ... (a.feature:3)"


def test_the_seconds_are_those_in_which_examples_begin() -> None:
    """They are fewer than the method took: the last one is still finished."""
    result = PropertiesResult(3, 9, 11.9, (), {}, {}, not_begun=7)
    assert list(_told_of_properties(result, 8.0)) == ["7 examples not begun: none is begun after 8 s"]
