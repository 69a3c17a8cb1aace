"""Many random combinations of documented alternatives, each through a profile's scenarios and random traces.

    python tests/right_combinations.py FIRST LAST

prints each accusation and, at the end, what was run. Too long for the tests, which try some (`test_judge`,
`test_scenarios`). Scenarios about dead letters stay undecided where a receiver does not dead-letter (AM-23).
"""

import sys
from collections import Counter

from implementations.behaviour.channels import ReceiverHabit
from implementations.right import random_adapter
from mqtck.conformance.cases.generator import case, case_seed
from mqtck.conformance.execution.profiles import inapplicable
from mqtck.conformance.execution.worlds import run_commands
from mqtck.conformance.judging.observer import observed
from mqtck.conformance.scenarios.features import load_features
from mqtck.conformance.scenarios.running import run_features
from mqtck.reference.vocabulary.profile import EVERY_PROFILE
from mqtck.reference.vocabulary.results import Verdict

TRACES = 4
COMMANDS = 60
FINE = {Verdict.CONFORMS, Verdict.UNSUPPORTED}


def tried(seed: int, count: Counter[str]) -> None:
    """One combination, under one of the profiles."""
    profile = EVERY_PROFILE[seed % len(EVERY_PROFILE)]
    adapter = random_adapter(seed).under(profile)
    dead_letters = adapter.behaviour.receiver_habit is ReceiverHabit.DEAD_LETTERS
    scenarios = [one for one in load_features() if not inapplicable(one.tags, profile)]
    for result in run_features(adapter, scenarios):
        count["scenarios"] += 1
        undecided = result.verdict is Verdict.INDETERMINATE and not dead_letters
        if result.verdict not in FINE and not undecided:
            count["accused"] += 1
            sys.stdout.write(
                f"{seed}: {result.scenario.location} {result.verdict} {result.reason} {result.breaches}\n"
            )
    for number in range(seed * TRACES, (seed + 1) * TRACES):
        information = adapter.information
        drawn = case(
            case_seed(1117, number), information.abilities, information.clock, COMMANDS, profile=profile
        )
        trace = run_commands(adapter, drawn)
        judgement = observed(trace)
        count["traces"] += 1
        count["commands"] += len(trace.steps)
        count["undecided traces"] += bool(judgement.indeterminate)
        if judgement.breaches:
            count["accused"] += 1
            sys.stdout.write(f"{seed}: case {number} {judgement.breaches}\n")


def main() -> None:
    first, last = (int(argument) for argument in sys.argv[1:3])
    count: Counter[str] = Counter(accused=0)
    for seed in range(first, last):
        tried(seed, count)
        count["combinations"] += 1
    sys.stdout.write(", ".join(f"{name}: {number}" for name, number in sorted(count.items())) + "\n")


if __name__ == "__main__":
    main()
