"""The judging jobs behind the command line, each as one function.

An adapter is given with the text that names it (`spec`), because processes elsewhere load it again.
`tell` takes lines of progress. A job raises `CommandError` for what its user should know.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from shlex import quote
from typing import Final, NamedTuple

from msgspec.structs import replace

from mqtck.conformance.campaign.coverage import Goal
from mqtck.conformance.campaign.folder import CampaignError, PlanError
from mqtck.conformance.campaign.plan import Existing, profiles_about
from mqtck.conformance.contract import Adapter, AdapterUnavailable
from mqtck.conformance.execution.loading import LoaderError
from mqtck.conformance.execution.profiles import ProfileError, chosen
from mqtck.conformance.execution.worlds import check_available
from mqtck.conformance.java import find_java
from mqtck.conformance.suite.plan import EFFORT, Effort, Plan
from mqtck.conformance.suite.running import judge_adapter
from mqtck.reference.vocabulary.profile import ClockKind
from mqtck.reference.vocabulary.results import (
    ComplianceReport,
    ImplementationReport,
    Method,
    MissingImplementation,
    RuleVerdict,
    Verdict,
)
from mqtck.reports.text import one_line

from .adapter_code import code_of
from .adapters import LOADER, usual_processes
from .errors import CommandError, WrongUsageError
from .replays import Replays, slug
from .reporting import compliance_report

Tell = Callable[[str], None]

_MANY: Final = 25
"""Violated rules behind which there may be one cause that `mqtck smoke` names."""


class NamedAdapter(NamedTuple):
    """A started adapter and the text that names it on a command line."""

    spec: str
    adapter: Adapter


class JobResult(NamedTuple):
    """What a job on one adapter found, and the lines that tell it."""

    verdict: Verdict
    text: str


def run(
    adapters: Sequence[NamedAdapter],
    *,
    missing: Sequence[MissingImplementation],
    rules: frozenset[str],
    methods: frozenset[Method] | None,
    seed: int,
    output: Path,
    tell: Tell,
    profiles: tuple[str, ...] = (),
    processes: int | None = None,
) -> ComplianceReport:
    """Judge each adapter by the methods; `rules` are the ones asked for, all where it is empty.

    Without `methods` those count that are usual for the clock of the adapter. `profiles` are of those that
    each adapter offers. `processes` share the features of an implementation with a virtual clock; without
    it, one for each processor where it is built in, and one else.

    `output` is the folder for what goes with the report: replay files, which replace those of an earlier run.
    The report is written by the caller. `missing` goes into it as it is; so does a campaign for which there
    is no Java, where another method was asked for too.
    """
    reports: list[ImplementationReport] = []
    absent = list(missing)
    replays = Replays(output)
    for named in adapters:
        _check_profiles(named.adapter, profiles)
    asked = methods
    if asked is not None and Method.CAMPAIGN in asked and len(asked) > 1 and (why := _no_java()):
        tell(f"no campaign: {why}")
        asked -= {Method.CAMPAIGN}
        absent.append(MissingImplementation(adapter="the campaign", why=why))
    for named in adapters:
        methods = _usual_methods(named, rules, tell) if asked is None else asked
        if Method.CAMPAIGN in methods and len(methods) > 1 and (why := _no_cases(named, rules, profiles)):
            tell(f"{named.spec}: no campaign: {why}")
            methods -= {Method.CAMPAIGN}
        plan = Plan(
            spec=named.spec,
            loader=LOADER,
            methods=methods,
            rules=rules,
            seed=seed,
            output=output / f"campaign-{slug(named.spec)}",
            profiles=profiles,
            code=code_of(named.spec),
            processes=processes or usual_processes(named.spec),
        )
        try:
            with _campaign_errors():
                reports.append(judge_adapter(named.adapter, plan, tell, replays.saver(named.spec)))
            if named.adapter.information.clock is ClockKind.VIRTUAL:
                _tell_of_many(named.spec, reports[-1], tell)
        except AdapterUnavailable as error:
            tell(f"{named.spec}: {error}")
            absent.append(MissingImplementation(adapter=named.spec, why=str(error)))
    replays.forget_earlier()
    return compliance_report(reports, absent)


def _tell_of_many(spec: str, report: ImplementationReport, tell: Tell) -> None:
    """Where to look first when much is wrong: it may be one thing."""
    violated = sum(rule.verdict is RuleVerdict.VIOLATES for rule in report.rules)
    if violated >= _MANY:
        smoke = f"mqtck smoke --adapter {quote(spec)}"
        tell(f"{spec}: {violated} rules are violated; {smoke} may name one cause of many")


def campaign(
    adapter: NamedAdapter,
    *,
    seed: int,
    cases: int,
    commands: int,
    master: str,
    output: Path,
    tell: Tell,
    rules: frozenset[str] = frozenset(),
    profiles: tuple[str, ...] = (),
    part: int | None = None,
    partitions: int | None = None,
    existing: Existing = Existing.CONTINUE,
    goal: Goal | None = None,
) -> ComplianceReport:
    """Judge `cases` random traces of `commands` commands each on Spark; results go to `output`.

    The traces are of scenarios about the `rules`, if some are asked for.
    With a goal, cases are drawn towards it, and none is begun once it is reached.

    `part` cases are committed at once and shared out to `partitions` tasks; `existing` says what becomes
    of results that are there.
    """
    _check_profiles(adapter.adapter, profiles)
    usual = EFFORT[adapter.adapter.information.clock]
    plan = Plan(
        spec=adapter.spec,
        loader=LOADER,
        methods=frozenset({Method.CAMPAIGN}),
        rules=rules,
        seed=seed,
        output=output / f"campaign-{slug(adapter.spec)}",
        master=master,
        effort=Effort(usual.examples, usual.steps, cases, commands),
        profiles=profiles,
        part=part,
        partitions=partitions,
        existing=existing,
        code=code_of(adapter.spec),
        goal=goal,
    )
    replays = Replays(output)
    with _campaign_errors():
        report = judge_adapter(adapter.adapter, plan, tell, replays.saver(adapter.spec))
    replays.forget_earlier()
    return compliance_report([report])


def _usual_methods(named: NamedAdapter, rules: frozenset[str], tell: Tell) -> frozenset[Method]:
    """A campaign meets what no scenario has, and costs some seconds where no time has to pass."""
    quick = frozenset({Method.FEATURES, Method.PROPERTIES})
    if rules or named.adapter.information.clock is not ClockKind.VIRTUAL:
        return quick
    if why := _no_java():
        tell(f"{named.spec}: no campaign: {why}")
        return quick
    return quick | {Method.CAMPAIGN}


def _no_cases(named: NamedAdapter, rules: frozenset[str], profiles: tuple[str, ...]) -> str:
    """Why a campaign has no case that is about the rules asked for; empty where it has some."""
    if not rules or named.adapter.information.clock is ClockKind.REAL:
        return ""
    try:
        profiles_about(tuple(sorted(rules)), named.spec, named.adapter, profiles)
    except PlanError as error:
        return str(error)
    return ""


def _no_java() -> str:
    """Why there is no Java for Spark; empty where there is one."""
    try:
        find_java()
    except AdapterUnavailable as error:
        return f"Spark needs Java. {error}"
    return ""


@contextmanager
def _campaign_errors() -> Iterator[None]:
    """What a campaign cannot do, as an error of the command line."""
    try:
        yield
    except (PlanError, LoaderError) as error:
        raise WrongUsageError(str(error)) from error
    except CampaignError as error:
        raise CommandError(str(error)) from error


def _check_profiles(adapter: Adapter, profiles: tuple[str, ...]) -> None:
    """Refuse a profile that is not offered before anything runs."""
    try:
        chosen(adapter, profiles)
    except ProfileError as error:
        raise WrongUsageError(str(error)) from error


def with_closing(report: ComplianceReport, problems: Mapping[str, str]) -> ComplianceReport:
    """The report with what went wrong in closing adapters, by the texts that name them.

    It is an adapter error of the last method, beside those of its cases.
    """
    return replace(
        report,
        implementations=tuple(
            _with_problem(one, problems.get(one.implementation.adapter, "")) for one in report.implementations
        ),
    )


def _with_problem(report: ImplementationReport, problem: str) -> ImplementationReport:
    if not problem or not report.methods:
        return report
    *before, last = report.methods
    verdicts = Counter(last.verdicts)
    verdicts[Verdict.ADAPTER_ERROR] += 1
    detail = "; ".join(filter(None, [last.detail, f"the adapter failed at the end of all: {problem}"]))
    return replace(report, methods=(*before, replace(last, verdicts=dict(verdicts), detail=detail)))


def end_of_process(adapter: NamedAdapter) -> JobResult | None:
    """What ends the process that an adapter has of its own, if anything does; asked before `smoke`."""
    from mqtck.conformance.smoke.running import end_of_process  # noqa: PLC0415 - used by this job alone

    told = end_of_process(adapter.adapter)
    if not told:
        return None
    text = f"the process of the adapter goes on: {told}"
    return JobResult(Verdict.ADAPTER_ERROR, f"FAIL  {one_line(text)}")


def smoke(adapter: NamedAdapter, *, tell: Tell) -> JobResult:
    """Try whether an adapter keeps to the contract: its clock, its abilities, its answers. Closes it.

    Raises AdapterUnavailable.
    """
    from mqtck.conformance.smoke.checks import Check  # noqa: PLC0415 - used by this job alone
    from mqtck.conformance.smoke.running import closing, try_out  # noqa: PLC0415 - used by this job alone

    tell(f"{adapter.spec}: trying the contract")
    checks: tuple[Check, ...] = ()
    try:
        check_available(adapter.adapter, tell)
        checks = try_out(adapter.adapter)
    finally:
        checks += closing(adapter.adapter)
    lines = [
        f"{check.mark:4}  {one_line(': '.join(filter(None, (check.what, check.seen))))}" for check in checks
    ]
    fine = all(check.fine for check in checks)
    return JobResult(Verdict.CONFORMS if fine else Verdict.ADAPTER_ERROR, "\n".join(lines))
