"""What an implementation has to show before it conforms to a rule that asks for a refusal, or for nothing.

Who refuses every delayed send refuses those that have to be refused, and who loses all messages returns none
that has expired. No rule is broken by that, and none borne out: there the same is seen of what should be
accepted or returned.
"""

from collections.abc import Collection
from typing import Final, NamedTuple


class Premise(NamedTuple):
    """`shown`, in words; it was where one of the rules `by` is borne out. The rules `of` need it."""

    shown: str
    by: frozenset[str]
    of: frozenset[str]


PREMISES: Final = (
    Premise(
        "a delayed message that arrives",
        by=frozenset({"DD-02"}),
        of=frozenset(
            {
                *("DD-01", "DD-32", "DD-38", "DD-40", "DD-43", "DD-44", "DD-46", "DD-47"),
                *("DD-48", "DD-53", "DD-56", "DD-75", "DD-84", "DD-88", "DD-94", "DD-97"),
                *("DD-98", "DD-106", "DD-109", "DD-110", "DD-111", "DD-112"),
                *("X-13", "X-33"),
            }
        ),
    ),
    Premise(
        "a message that is returned",
        by=frozenset({"EX-09", "EX-62"}),
        of=frozenset(
            {
                *("EX-11", "EX-12", "EX-13", "EX-14", "EX-17", "EX-18", "EX-20", "EX-25"),
                *("EX-34", "EX-38"),
                "AM-04",
            }
        ),
    ),
    Premise(
        "a report",
        by=frozenset({"DD-101", "EX-21"}),
        of=frozenset({"DD-102", "DD-126", "DD-127", "DD-128", "DD-129", "EX-22", "EX-30", "X-49"}),
    ),
    Premise(
        "a life shorter than its delay that is refused",
        by=frozenset({"DD-25", "DD-26", "DD-30"}),
        of=frozenset({"DD-31"}),
    ),
    Premise(
        "a put to a transmission queue that is accepted",
        by=frozenset({"EX-50", "EX-51", "EX-52"}),
        of=frozenset({"EX-53", "EX-54"}),
    ),
)
"""The rules of which a refusal, or an absence, is all that is ever seen."""


def not_shown(borne_out: Collection[str]) -> dict[str, str]:
    """The rules that lack their premise where these rules, and no others, are borne out; in words, each."""
    lacking = (premise for premise in PREMISES if premise.by.isdisjoint(borne_out))
    return {rule: premise.shown for premise in lacking for rule in premise.of}
