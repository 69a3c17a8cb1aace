"""What the summary of a method says of the cases that were not judged to their end."""

from mqtck.conformance.suite.reasons import LENGTH, TOLD, frequent


def test_nothing_is_told_where_nothing_failed() -> None:
    assert list(frequent({})) == []


def test_the_most_frequent_are_told_first_with_a_case_each() -> None:
    told = frequent({"rare": 1, "often": 7}, {"rare": "a.feature:3", "often": "b.feature:9"})
    assert list(told) == ["7: often (b.feature:9)", "1: rare (a.feature:3)"]


def test_of_many_reasons_the_rest_is_counted() -> None:
    told = list(frequent({f"session {number} was closed": 1 for number in range(40)}))
    assert told[:TOLD] == [f"1: session {number} was closed" for number in range(TOLD)]
    assert told[TOLD:] == [f"and {40 - TOLD} other reasons"]


def test_a_page_of_a_log_is_cut_but_not_its_case() -> None:
    (told,) = frequent({"x" * 5000: 2}, {"x" * 5000: "a.feature:3"})
    assert told == f"2: {'x' * LENGTH} ... (a.feature:3)"
