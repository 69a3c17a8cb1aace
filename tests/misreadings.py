"""Wrong implementations under the scenarios of the rules that they misread.

    python tests/misreadings.py

tries them all, prints the names of those that none of these scenarios catches and ends with exit code 1 if
there are any. It takes minutes: the tests try a third of them (`test_scenarios`), and have the judge look at
all (`test_judge`).
"""

import sys
from collections import Counter

from scenarios_written import blamed_by, misread

from implementations.wrong import WRONG
from mqtck.conformance.scenarios.features import ScenarioText, load_features
from mqtck.conformance.scenarios.running import run_features

PACKAGED = load_features()
ALL = tuple(
    name
    for name, misreading in WRONG.items()
    if any(scenario.rules & misreading.rules for scenario in PACKAGED)
)


def caught(name: str) -> bool:
    """Whether a scenario of the rules that it misreads blames it on one of them."""
    misread_rules = WRONG[name].rules
    about = by_what_they_are_about(misread_rules)
    some_at_a_time = (about[first : first + 4] for first in range(0, len(about), 4))
    return any(blamed_by(run_features(misread(name), some)) & misread_rules for some in some_at_a_time)


def by_what_they_are_about(rules: frozenset[str]) -> list[ScenarioText]:
    """The scenarios of rules: one row of each outline first, those about little else first, then the long."""
    about = sorted(
        (one for one in PACKAGED if one.rules & rules),
        key=lambda one: (len(one.rules - rules) - len(one.rules & rules), -len(one.steps)),
    )
    rows: Counter[tuple[str, int]] = Counter()
    row_of = {}
    for one in about:
        rows[one.feature, one.line] += 1
        row_of[one.location] = rows[one.feature, one.line]
    return sorted(about, key=lambda one: row_of[one.location])


def main() -> int:
    missed = [name for name in ALL if not caught(name)]
    sys.stdout.writelines(f"{name}\n" for name in missed)
    sys.stdout.write(f"{len(ALL) - len(missed)} of {len(ALL)} are caught\n")
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())
