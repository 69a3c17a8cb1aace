"""The ledger agrees with its own table of counts, and says what it knows of each rule."""

import re
from collections import Counter

import pytest

from mqtck.conformance.ledger.annotations import about_times
from mqtck.conformance.ledger.rules import Rule, UnknownRuleError, every_testable, linked, load, rule
from mqtck.reference.vocabulary.results import Strength

FAMILIES = {"DD": 130, "EX": 64, "AM": 28, "HM": 48, "X": 55}
STRENGTHS = {  # family: (MUST, MAY, INFO, derived), as the ledger's table counts them
    "DD": (108, 9, 13, 25),
    "EX": (49, 14, 1, 5),
    "AM": (23, 3, 2, 3),
    "HM": (40, 6, 2, 2),
    "X": (45, 7, 3, 55),
}
TESTABLE = 304
"""All but advice and structure; `mqtck rules` says of each of the others why it is not judged."""


def test_every_family_has_as_many_rules_as_the_ledger_counts() -> None:
    assert Counter(found.family for found in load().rules.values()) == FAMILIES


@pytest.mark.parametrize("family", STRENGTHS)
def test_every_family_has_as_many_rules_of_each_strength(family: str) -> None:
    rules = [found for found in load().rules.values() if found.family == family]
    strengths = Counter(found.strength for found in rules)
    derived = sum(found.derived for found in rules)
    assert (*(strengths[strength] for strength in Strength), derived) == STRENGTHS[family]


def test_ids_of_a_family_run_without_a_gap() -> None:
    expected = [
        f"{family}-{number:02d}" for family, count in FAMILIES.items() for number in range(1, count + 1)
    ]
    assert list(load().rules) == expected


def test_advice_cannot_be_tested_and_everything_else_can() -> None:
    testable = [found for found in load().rules.values() if found.testable]
    assert len(testable) == TESTABLE
    assert all(not found.strength_text.startswith("INFO") for found in testable)


def test_strength_is_the_first_word_of_its_text() -> None:
    assert [
        found.id for found in load().rules.values() if not found.strength_text.startswith(found.strength)
    ] == []


def test_nothing_that_a_reader_needs_is_blank() -> None:
    needed = ("statement", "strength_text", "applies", "source", "observable")
    blank = [
        (found.id, name)
        for found in load().rules.values()
        for name in needed
        if not getattr(found, name).strip()
    ]
    assert blank == []


def test_the_testable_rules_keep_the_order_of_the_ledger() -> None:
    assert len(every_testable()) == TESTABLE
    assert every_testable() == tuple(found.id for found in load().rules.values() if found.testable)


@pytest.mark.parametrize(
    ("asked", "nearest"), [("dd-27", "DD-27"), ("DD1", "DD-01"), ("DD-031", "DD-31"), ("HM_7", "HM-07")]
)
def test_an_unknown_id_is_answered_with_the_nearest(asked: str, nearest: str) -> None:
    with pytest.raises(UnknownRuleError, match=f"{asked!r}; the nearest is {nearest}"):
        rule(asked)


def test_an_id_like_none_is_answered_with_what_ids_look_like() -> None:
    with pytest.raises(UnknownRuleError, match="ids look like DD-01"):
        rule("???")


def test_a_rule_cannot_be_changed() -> None:
    found = rule("DD-01")
    with pytest.raises(AttributeError):
        found.statement = "something else"  # type: ignore[misc]
    with pytest.raises(TypeError):
        load().rules["DD-01"] = found  # type: ignore[index]


def test_reading_twice_reads_once() -> None:
    assert load() is load()


@pytest.mark.parametrize("rule_id", ["DD-01", "DD-05", "DD-44", "HM-14", "HM-28", "HM-32", "X-02", "X-41"])
def test_what_jms_demands_as_a_whole_names_its_section_alone(rule_id: str) -> None:
    portable = rule(rule_id).portable
    assert portable.startswith("JMS 2.0 ")
    assert "only" not in portable


@pytest.mark.parametrize("rule_id", ["DD-06", "DD-16", "HM-10", "HM-24", "X-54"])
def test_what_jms_demands_in_part_says_which_part(rule_id: str) -> None:
    assert "(only " in rule(rule_id).portable


@pytest.mark.parametrize(
    "rule_id",
    [
        "DD-07",
        "DD-17",
        "DD-25",
        "DD-30",
        "DD-36",
        "DD-59",
        "DD-82",
        "DD-98",
        "EX-21",
        "HM-15",
        "HM-30",
        "HM-31",
    ],
)
def test_what_is_the_product_s_alone_is_not_portable(rule_id: str) -> None:
    assert rule(rule_id).portable == ""


def _names_something_of_the_product(found: Rule) -> bool:
    return any(
        word in found.statement for word in ("MQRC_", "MQRO_", "MQMD", "MQRFH2", "MQPER_", "staging", "MQEI_")
    )


def test_a_rule_about_something_of_the_product_is_portable_in_part_at_most() -> None:
    wrong = [
        found.id
        for found in load().rules.values()
        if found.portable and "(only " not in found.portable and _names_something_of_the_product(found)
    ]
    assert wrong == []


def test_latitude_and_advice_are_never_portable() -> None:
    """What nobody can break cannot be broken in JMS either."""
    portable = [found for found in load().rules.values() if found.portable]
    assert [found.id for found in portable if found.strength is not Strength.MUST] == []
    assert len(portable) == 45


def test_a_note_on_several_rules_is_found_under_each() -> None:
    notes = [load().product_note(rule_id) for rule_id in ("DD-25", "DD-26", "DD-30")]
    assert notes[0] is not None
    assert notes[0] == notes[1] == notes[2]
    assert "JMSCC0113" in notes[0].client


def test_a_note_on_a_range_of_rules_is_found_under_each_of_them() -> None:
    ids = [f"DD-{number}" for number in range(125, 131)] + ["HM-42", "HM-43", "HM-44"]
    assert all(load().product_note(rule_id) for rule_id in ids)
    assert load().product_note("DD-124") is None


def test_notes_are_about_rules_that_exist() -> None:
    assert set(load().product_notes) <= set(load().rules)


def test_what_no_rule_speaks_of_is_a_general_note() -> None:
    topics = {note.topic for note in load().general_notes}
    assert {"negative delay", "very large delay", "several at once"} <= topics


def test_beside_what_was_seen_a_note_does_not_say_the_same() -> None:
    """There it would be read as: the product does what was seen."""
    notes = load().product_notes
    assert notes["DD-28"].alone == "as documented"
    assert notes["DD-31"].alone == notes["DD-31"].client
    assert not any(note.alone.startswith("the same") for note in notes.values())


def test_rules_are_linked_both_ways_where_one_mentions_the_other() -> None:
    assert "DD-98" in rule("X-55").source
    assert "X-55" not in str(rule("DD-98"))
    assert "DD-98" in linked("X-55")
    assert "X-55" in linked("DD-98")
    assert not linked("X-55") & {"X-55", "DD-01"}
    assert {"HM-01", "HM-24", "HM-47"} <= linked("X-42"), "those within a range that is mentioned"


LIVES = re.compile(r"expir|time to live|TTL|\blife\b|millisecond|due time", re.IGNORECASE)
MENTIONED = {
    "X-22": "it names the reports about messages that have expired, and says where they go",
    "X-42": "it names the expiration among the elements of the MQRFH2, and says that they stay",
    "X-43": "it names a life among several obstacles, and says which may be told",
    "X-49": "it names a discard for expiry, and says that another one is none",
}
"""Rules that mention a life and are about something else, with what they are about."""


def test_the_rules_about_lives_and_delays_are_those_that_speak_of_one() -> None:
    """A rule that is new to the ledger and speaks of a life belongs to one of the two lists."""
    spoken_of = {one.id for one in load().rules.values() if one.family == "EX" or LIVES.search(one.statement)}
    assert about_times() == spoken_of - MENTIONED.keys()
    assert spoken_of >= MENTIONED.keys()
