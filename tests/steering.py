"""How many cases a campaign needs to see what there is to see, steered (`--until covered`) and not.

    python tests/steering.py CASES COMMANDS SEED...

draws for each seed at most so many cases of so many commands on the reference, once steered and once not, and
prints after how many cases and commands each share of the rules and answers that can be reached was seen ten
times. Parts are planned as in a campaign, without Spark. Too long for the tests, which see that a steered
campaign comes to its goal (`test_campaign_coverage`).
"""

import sys
from collections import Counter
from collections.abc import Callable, Iterator
from typing import Final, NamedTuple

from tabulate import tabulate

from mqtck.adapters.reference import Reference
from mqtck.conformance.campaign.coverage import Covering, Goal
from mqtck.conformance.campaign.emphasis import LAG, UNSTEERED, Seen, Steering, emphasised, together
from mqtck.conformance.campaign.one_case import Material, adapter_of, run_case
from mqtck.conformance.contract import Adapter
from mqtck.conformance.execution.profiles import chosen, under
from mqtck.conformance.shrinking.shapes import answer_of

PART: Final = 50
SHARES: Final = (0.8, 0.9, 0.95, 0.98, 0.99)
TIMES: Final = 10

Share = Callable[[Seen], float]


class Needed(NamedTuple):
    """When a share was reached: cases and commands until then, both 0 where it was not."""

    cases: int
    commands: int


def parts(
    adapters: list[Adapter], seed: int, cases: int, commands: int, steering: Steering
) -> Iterator[Seen]:
    """What was seen after each part."""
    counts: list[Seen] = []
    for first in range(0, cases, PART):
        emphasis = steering.next_part(together(counts[: max(0, len(counts) - LAG)]))
        assert emphasis is not None, "a goal of all is never reached before all is seen"
        rules, outcomes = Counter[str](), Counter[str]()
        steps = 0
        for number in range(first, first + PART):
            on = adapter_of(adapters, seed, number)
            run = run_case(on, seed, number, commands, material=Material(emphasised(emphasis)))
            rules.update(run.exercised)
            steps += len(run.trace.steps)
            for step in run.trace.steps:
                outcomes[f"{type(step.command).__name__}: {answer_of(step.outcome)}"] += 1
        counts.append(Seen(PART, steps, rules, {}, outcomes))
        yield together(counts)


def needed(seen: Iterator[Seen], share: Share) -> tuple[dict[float, Needed], float]:
    """When each share was reached, and the share at the end."""
    found: dict[float, Needed] = {}
    last = 0.0
    for after in seen:
        last = share(after)
        for wanted in SHARES:
            if last >= wanted:
                found.setdefault(wanted, Needed(after.cases, after.commands))
        if last >= SHARES[-1]:
            break
    return found, last


def main() -> int:
    cases, commands, *seeds = (int(argument) for argument in sys.argv[1:])
    reference = Reference()
    profiles = chosen(reference, ())
    adapters = [under(reference, profile) for profile in profiles]
    information = reference.information
    covering = Covering(Goal(1.0, TIMES), information.abilities, information.clock, profiles)

    def share(seen: Seen) -> float:
        return covering.coverage(seen).share

    rows = []
    for seed in seeds:
        for name, steering in (("steered", covering), ("not steered", UNSTEERED)):
            found, last = needed(parts(adapters, seed, cases, commands, steering), share)
            told = [f"{found[one].cases} ({found[one].commands})" if one in found else "-" for one in SHARES]
            rows.append([seed, name, *told, f"{last:.1%}"])
            sys.stdout.write(f"{rows[-1]}\n")
            sys.stdout.flush()
    headers = ("seed", "campaign", *(f"{one:.0%}" for one in SHARES), "at the end")
    sys.stdout.write(f"{tabulate(rows, headers)}\ncases (commands) until the share was seen {TIMES} times\n")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
