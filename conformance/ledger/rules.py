"""The ledger: the 325 atomic rules that the documents were read into, as values.

Covers what is known of each rule before anything is judged: its statement, strength and place in the
documents, how it can be observed, how a test of it goes wrong, what the product's own client was
measured to do, and which part of it JMS 2.0 (Jakarta Messaging) demands as well. Leaves out how a rule is
decided: that is the model's and the features' business.

`source` names the document and the place in it: `8.0` and `later` are the two editions of the delivery
delay page, `mqmd-expiry`, `ams` and `jms-mapping` the pages on MQMD.Expiry, on undelivered messages of AMS
and on JMS header fields; § is a section, b a bullet, s a sentence (headings counted, the title is s1).
`[ext]` marks background from outside these five texts, which never decides a verdict.

The data are the files in `data/`: `rules.json`, `product_notes.json` and `portable.tsv` (JMS
sections; the column `only` where JMS demands just a part of the rule).
"""

import re
from collections.abc import Iterator, Mapping
from difflib import get_close_matches
from functools import cache
from importlib.resources import files
from types import MappingProxyType

import msgspec

from mqtck.reference.vocabulary.results import ProductNote, Strength

_RULE_ID = re.compile(r"\b(?:DD|EX|AM|HM|X)-\d{2,3}\b")
_RANGE = re.compile(r"\b(DD|EX|AM|HM|X)-(\d{2,3})(?:\.\.| to )\1-(\d{2,3})\b")


class Rule(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One rule. `derived`: it follows from the documents by inference, wholly or in part.

    `strength` is the first word of `strength_text`; `traps` is empty where none is known. `portable`
    names the sections of JMS 2.0 that demand the rule as well and, in parentheses after `only`, the part
    of it that they demand; it is empty where the rule is the product's alone.
    """

    id: str
    strength: Strength
    strength_text: str
    derived: bool
    applies: str
    statement: str
    source: str
    observable: str
    traps: str
    portable: str = ""

    @property
    def family(self) -> str:
        """DD, EX, AM, HM or X: the document that the rule comes from (X: several)."""
        return self.id.split("-", 1)[0]

    @property
    def testable(self) -> bool:
        """Whether an implementation can break it: advice and structure (INFO) cannot be broken."""
        return self.strength is not Strength.INFO


class GeneralNote(msgspec.Struct, frozen=True):
    """What the product's own client does where no rule speaks."""

    topic: str
    documents: str
    client: str
    remark: str


class UnknownRuleError(LookupError):
    """An id that is in no ledger; the text names the nearest one that is."""


class Ledger(msgspec.Struct, frozen=True):
    """All rules in the order of the documents, and the notes."""

    rules: Mapping[str, Rule]
    product_notes: Mapping[str, ProductNote]
    general_notes: tuple[GeneralNote, ...]
    measured_on: str

    def rule(self, rule_id: str) -> Rule:
        """The rule of that id. Raises UnknownRuleError."""
        try:
            return self.rules[rule_id]
        except KeyError:
            raise UnknownRuleError(self._unknown(rule_id)) from None

    def product_note(self, rule_id: str) -> ProductNote | None:
        """What the product's own client was measured to do about a rule, if that was measured."""
        return self.product_notes.get(rule_id)

    def _unknown(self, rule_id: str) -> str:
        meant = _in_the_usual_form(rule_id)
        near = get_close_matches(meant, self.rules, n=1, cutoff=0.5) if re.search(r"\d", meant) else []
        hint = f"the nearest is {near[0]}" if near else "ids look like DD-01, EX-17, AM-03, HM-28 or X-54"
        return f"no rule has the id {rule_id!r}; {hint}."


@cache
def load() -> Ledger:
    """The ledger, read once."""
    portable = _portable(_text("portable.tsv"))
    rules = msgspec.json.decode(_text("rules.json"), type=tuple[Rule, ...])
    notes = msgspec.json.decode(_text("product_notes.json"), type=_NotesData)
    return Ledger(
        rules=MappingProxyType(
            {one.id: msgspec.structs.replace(one, portable=portable.get(one.id, "")) for one in rules}
        ),
        product_notes=MappingProxyType(
            {
                rule_id: ProductNote(documents=note.documents, client=note.client, remark=note.remark)
                for note in notes.rules
                for rule_id in note.rules
            }
        ),
        general_notes=notes.general,
        measured_on=notes.measured_on,
    )


def rule(rule_id: str) -> Rule:
    """The rule of that id. Raises UnknownRuleError, which names the nearest id."""
    return load().rule(rule_id)


@cache
def every_testable() -> tuple[str, ...]:
    """The ids of the rules that an implementation can break, in the order of the ledger."""
    return tuple(one.id for one in load().rules.values() if one.testable)


def linked(rule_id: str) -> frozenset[str]:
    """The other rules that this one mentions, or that mention it, anywhere. Raises UnknownRuleError."""
    return _links()[rule(rule_id).id]


@cache
def _links() -> Mapping[str, frozenset[str]]:
    rules = load().rules
    mentioned = {
        one.id: frozenset(_mentioned(" ".join(str(part) for part in msgspec.structs.astuple(one))))
        for one in rules.values()
    }
    return {
        rule_id: frozenset(
            other
            for other in rules
            if other != rule_id and (other in mentioned[rule_id] or rule_id in mentioned[other])
        )
        for rule_id in rules
    }


def _mentioned(text: str) -> Iterator[str]:
    """The ids in a text, those within a range too."""
    yield from _RULE_ID.findall(text)
    for part, first, last in _RANGE.findall(text):
        yield from (f"{part}-{number:02}" for number in range(int(first), int(last) + 1))


class _NoteData(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    rules: tuple[str, ...]
    documents: str
    client: str
    remark: str


class _NotesData(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    measured_on: str
    rules: tuple[_NoteData, ...]
    general: tuple[GeneralNote, ...]


def _text(name: str) -> str:
    return (files(__package__) / "data" / name).read_text(encoding="utf-8")


def _portable(table: str) -> dict[str, str]:
    rows = (line.split("\t") for line in table.splitlines()[1:])
    return {
        rule_id: f"JMS 2.0 {section} (only {only})" if only else f"JMS 2.0 {section}"
        for rule_id, section, only in rows
    }


def _in_the_usual_form(rule_id: str) -> str:
    """`dd7` and `DD_7` as DD-07, so that the nearest id is the one that was meant."""
    parts = re.fullmatch(r"\s*([A-Za-z]+)[-_ ]*0*(\d+)\s*", rule_id)
    return f"{parts[1].upper()}-{int(parts[2]):02d}" if parts else rule_id.strip().upper()
