"""What a campaign is asked to do, and what came of it."""

import hashlib
from enum import Enum
from pathlib import Path
from typing import Final

import msgspec

from mqtck.conformance.cases.generator import case
from mqtck.conformance.contract import Adapter
from mqtck.conformance.execution.profiles import chosen
from mqtck.conformance.execution.worlds import DEFAULT_LIMITS
from mqtck.conformance.judging.late_looks import Missed
from mqtck.conformance.medleys.parts import part, places_about
from mqtck.conformance.shrinking.shrinking import ATTEMPTS
from mqtck.reference.vocabulary.profile import ClockKind
from mqtck.reference.vocabulary.results import Verdict
from mqtck.reference.vocabulary.traces import Trace

from .aggregation import CaseSeconds, Latency, Shape
from .emphasis import Steering
from .findings import CampaignFinding
from .folder import FORMAT_VERSION, Manifest, PlanError, kit

COMMANDS_OF_A_PART: Final = 100_000
"""On a virtual clock, where the plan does not say how many cases a part has; drains not counted."""

CASES_OF_A_PART: Final = range(10, 501)
"""The same on a real clock: twice as many as run side by side, within these bounds."""

CASES_OF_A_TASK: Final = 250
"""At most, on a virtual clock, where the plan does not say how many partitions there are."""


class Existing(Enum):
    """What to do with results that the output folder holds already."""

    CONTINUE = "continue"
    REPLACE = "replace"


class Code(msgspec.Struct, frozen=True):
    """The adapter's own Python files: pairs of the name that they have elsewhere and the path here.

    `adapter` is what names the adapter where the files are in the folder `{folder}`; "" where that is what
    names it here.
    """

    adapter: str = ""
    files: tuple[tuple[str, str], ...] = ()


class CampaignPlan(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What to run. `commands` counts the commands of a case without its drain.

    `loader` is `package.module:function`, a function from the text `adapter` to a started adapter, which
    the tasks import. `part` is how many cases are committed at once, and held in memory until then (some
    3 KB each, and the traces that are kept), `partitions` how many tasks share them; both are chosen where
    they are None. `sample_every`: the trace of every such case is kept in the
    results (0: of none). `profiles`: names of those that the cases draw from, all that the adapter offers
    if empty. `answer_seconds`: how long a command may take before it counts as hung. `code`: the
    adapter's own files, which a cluster gets along and whose change makes results incomparable. `rules`:
    those that the cases are about, which are then made of scenarios and on a virtual clock; any if empty.
    """

    adapter: str
    output: str
    loader: str = "mqtck.command_line.adapters:load_adapter"
    seed: int = 1
    cases: int = 1000
    commands: int = 100
    part: int | None = None
    partitions: int | None = None
    master: str = "local[*]"
    sample_every: int = 1000
    shrink_attempts: int = ATTEMPTS
    profiles: tuple[str, ...] = ()
    answer_seconds: float = DEFAULT_LIMITS.answer
    code: Code = Code()
    rules: tuple[str, ...] = ()
    existing: Existing = Existing.CONTINUE


class RuleCount(msgspec.Struct, frozen=True):
    """In how many cases a rule spoke about a step, and in how many it was broken."""

    exercised: int
    violated: int


class CampaignResult(msgspec.Struct, frozen=True):
    """What came of a campaign.

    `reasons` counts the cases that were not judged to their end, by why. `findings` has the shortest
    trace found for each rule that was blamed first and each shape, the most frequent rule first;
    `command_mix` counts commands by kind, `outcomes` by kind and answer, `shapes` breaches that look
    alike; `failed` is the first case in which the adapter failed. `seconds` are those of this call,
    `case_seconds` and `latencies` those of the cases and commands; all other fields are the same for the same
    plan on a virtual clock.
    """

    clock: ClockKind
    cases: int
    commands: int
    seconds: float
    verdicts: dict[Verdict, int]
    rules: dict[str, RuleCount]
    reasons: dict[str, int]
    command_mix: dict[str, int]
    findings: tuple[CampaignFinding, ...]
    missed: tuple[Missed, ...]
    failed: Trace | None
    outcomes: dict[str, int]
    shapes: tuple[Shape, ...]
    case_seconds: CaseSeconds
    latencies: dict[str, Latency]

    @property
    def indeterminate(self) -> int:
        return self.verdicts.get(Verdict.INDETERMINATE, 0)

    def lasting(self) -> bytes:
        """All but the times, as JSON that is the same byte for byte for the same results."""
        plain = msgspec.to_builtins(self)
        for times in ("seconds", "case_seconds", "latencies"):
            del plain[times]
        return msgspec.json.format(msgspec.json.encode(plain), indent=1) + b"\n"


def check(plan: CampaignPlan) -> None:
    """Raise PlanError for numbers that no campaign can have."""
    for name, value, least in (
        ("cases", plan.cases, 1),
        ("commands", plan.commands, 1),
        ("partitions", 1 if plan.partitions is None else plan.partitions, 1),
        ("part", 1 if plan.part is None else plan.part, 1),
        ("seed", plan.seed, 0),
    ):
        if value < least:
            raise PlanError(f"A campaign with {name} {value} cannot run; {name} is at least {least}.")
    if plan.seed >= 1 << 64:
        raise PlanError(f"The seed {plan.seed} is too large; a seed has 64 bits.")


def check_abilities(plan: CampaignPlan, adapter: Adapter) -> None:
    """Raise PlanError where the adapter can do too little for any case."""
    information = adapter.information
    try:
        case(plan.seed, information.abilities, information.clock, 1)
    except ValueError as error:
        raise PlanError(f"The adapter {plan.adapter} cannot be judged by a campaign. {error}") from error


def profiles_about(
    rules: tuple[str, ...], spec: str, adapter: Adapter, profiles: tuple[str, ...]
) -> tuple[str, ...]:
    """The names of those profiles under which the adapter can do a scenario about one of the rules.

    `profiles` are the ones to look at, all that the adapter offers if empty. Raises PlanError where there is
    none, in which `spec` names the adapter.
    """
    about = f"about {', '.join(rules)}"
    if adapter.information.clock is ClockKind.REAL:
        raise PlanError(
            f"No campaign is {about} alone on a real clock, where cases are not of scenarios; leave the "
            "rules out."
        )
    places, abilities = places_about(rules), adapter.information.abilities
    if not places:
        raise PlanError(f"No scenario is {about}, so no campaign is.")
    asked = chosen(adapter, profiles)
    found = [profile.name for profile in asked if any(part(place, abilities, profile) for place in places)]
    if not found:
        raise PlanError(
            f"The adapter {spec} lacks an ability for each scenario {about}, or none of them holds for "
            f"{' or '.join(profile.name for profile in asked)}."
        )
    return tuple(found)


def manifest_of(plan: CampaignPlan, adapter: Adapter, steering: Steering) -> Manifest:
    """All that decides the results. Raises PlanError where no case can be about the rules asked for."""
    information = adapter.information
    if plan.rules:
        profiles = profiles_about(plan.rules, plan.adapter, adapter, plan.profiles)
    else:
        profiles = tuple(profile.name for profile in chosen(adapter, plan.profiles))
    return Manifest(
        mqtck_campaign=FORMAT_VERSION,
        kit=kit(),
        adapter=plan.adapter,
        implementation=f"{information.name} {information.version}",
        clock=information.clock,
        abilities=tuple(sorted(information.abilities)),
        profiles=profiles,
        code=_digest(plan.code),
        seed=plan.seed,
        cases=plan.cases,
        commands=plan.commands,
        part=part_of(plan, information.clock, information.side_by_side),
        sample_every=plan.sample_every,
        answer_seconds=plan.answer_seconds,
        steering=steering.name,
        rules=plan.rules,
    )


def _digest(code: Code) -> str:
    digest = hashlib.sha256()
    for name, path in code.files:
        digest.update(name.encode() + b"\0" + Path(path).read_bytes())
    return digest.hexdigest()[:16] if code.files else ""


def part_of(plan: CampaignPlan, clock: ClockKind, side_by_side: int = 1) -> int:
    """How many cases are committed at once: few, so that an interruption costs little and progress shows."""
    if plan.part is not None:
        return plan.part
    if clock is ClockKind.VIRTUAL:
        return max(1, COMMANDS_OF_A_PART // plan.commands)
    return min(max(2 * side_by_side, CASES_OF_A_PART[0]), CASES_OF_A_PART[-1])


def partitions_of(plan: CampaignPlan, clock: ClockKind, cases: int, cores: int = 1) -> int:
    """How many tasks share the cases of a part; nothing in the results depends on it."""
    if plan.partitions is not None:
        return min(plan.partitions, cases)
    return 1 if clock is ClockKind.REAL else min(cases, max(cores, -(-cases // CASES_OF_A_TASK)))
