"""Campaigns on right implementations, none of which may be accused.

    python tests/right_campaigns.py CASES COMBINATIONS [LATE [FIRST]]

runs one campaign of so many cases on each named right implementation, on so many random combinations of
documented alternatives, and on so many (none) that are late on a simulated real clock; the named and the late
ones run all scenarios too. Both are drawn from the seeds that begin with FIRST (0), which stirs the cases:
another one tries others. Prints what came of each, and ends with exit code 1 where one was accused. Too long
for the tests, which run some cases and scenarios on each (`test_judge`, `test_scenarios`,
`test_simulated_real_clock`).
"""

import os
import sys
import tempfile
from collections import Counter
from pathlib import Path

from campaign_adapters import LOADER

from implementations.right import ADAPTERS
from implementations.right.real_clock import random_late_adapter
from mqtck.conformance.campaign.plan import CampaignPlan
from mqtck.conformance.campaign.running import run_campaign
from mqtck.conformance.contract import Adapter
from mqtck.conformance.judging.judge import judge_trace
from mqtck.conformance.scenarios.features import load_features
from mqtck.conformance.scenarios.running import run_features
from mqtck.reference.vocabulary.results import Verdict


def tried(adapter: str, cases: int, seed: int) -> Counter[str]:
    """One campaign, and how its cases ended."""
    with tempfile.TemporaryDirectory(prefix="mqtck-right-") as output:
        result = run_campaign(
            CampaignPlan(adapter=adapter, loader=LOADER, output=output, cases=cases, seed=seed)
        )
    for finding in result.findings:
        sys.stdout.write(f"{adapter}: {finding}\n")
    undecided = sum(count for verdict, count in result.verdicts.items() if verdict is Verdict.INDETERMINATE)
    accused = sum(
        count
        for verdict, count in result.verdicts.items()
        if verdict in {Verdict.VIOLATES, Verdict.ADAPTER_ERROR}
    )
    return Counter(commands=result.commands, cases=result.cases, undecided=undecided, accused=accused)


def tried_by_scenarios(name: str, adapter: Adapter) -> Counter[str]:
    """All scenarios on an implementation, and how many of them or of the judge's verdicts accused it."""
    results = run_features(adapter, load_features(), judge=judge_trace)
    accused = [
        result
        for result in results
        if result.verdict in {Verdict.VIOLATES, Verdict.ADAPTER_ERROR}
        or (result.judged is not None and result.judged.breaches)
    ]
    for result in accused:
        sys.stdout.write(f"{name}: {result.scenario.location}: {result.reason} {result.breaches}\n")
    return Counter(scenarios=len(results), accused=len(accused))


def main() -> int:
    cases, combinations = (int(argument) for argument in sys.argv[1:3])
    late = int(sys.argv[3]) if len(sys.argv) > 3 else 0
    first = int(sys.argv[4]) if len(sys.argv) > 4 else 0
    # The tasks import the loader from here.
    os.environ["PYTHONPATH"] = os.pathsep.join([str(Path(__file__).parent), os.environ.get("PYTHONPATH", "")])
    names = [f"right:{name}" for name in ADAPTERS]
    names += [f"combination:{seed}" for seed in range(first, first + combinations)]
    names += [f"late:{seed}" for seed in range(first, first + late)]
    total: Counter[str] = Counter(accused=0)
    for name in names:
        count = tried(name, cases, 11 + first)
        sys.stdout.write(f"{name}: {dict(count)}\n")
        sys.stdout.flush()
        total += count
    for name, named in ADAPTERS.items():
        total += tried_by_scenarios(f"right:{name}", named())
    for seed in range(first, first + late):
        total += tried_by_scenarios(f"late:{seed}", random_late_adapter(seed))
    sys.stdout.write(f"{len(names)} implementations: {dict(total)}, accused {total['accused']}\n")
    return 1 if total["accused"] else 0


if __name__ == "__main__":
    raise SystemExit(main())
