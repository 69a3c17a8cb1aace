"""The judge: folds a trace over the set of states that are still possible.

For every step it asks the model what may follow, lets each state settle the outcome that was seen, and
keeps the explanations with the fewest breaches. A breach is a violation, blamed on the rules that the
possibility cites; the judge goes on behind it. A refusal of which no rule speaks is not judged, but what
follows it is, as whoever refuses has done nothing. Where no rule speaks of something else that was seen,
where the set of states outgrows `BOUND`, and where the model comes to no end, the rest of the trace is not
judged. The judgement says so.

On a real clock an upper bound is never judged: lateness is not wrong. Less is certain there, so a breach that
a rule blamed before may explain as well is not held against another one.
"""

from collections.abc import Iterable
from copy import copy
from typing import Final, NamedTuple

from msgspec.structs import replace

from mqtck.reference.blame.overdue import Awaited, Overdue, awaited, overdue
from mqtck.reference.internal_work.work import UnendingWork
from mqtck.reference.possibilities import Settled
from mqtck.reference.recollection import beginning, latest
from mqtck.reference.state.intervals import Interval
from mqtck.reference.state.slowness import slowed
from mqtck.reference.state.state import State
from mqtck.reference.state.unsure_producers import together
from mqtck.reference.vocabulary.commands import Advance
from mqtck.reference.vocabulary.outcomes import AdapterError, Done, Unsupported
from mqtck.reference.vocabulary.profile import ClockKind, Profile
from mqtck.reference.vocabulary.results import Breach, bounded
from mqtck.reference.vocabulary.traces import Step, Trace

from .waits import looks

BOUND: Final = 64
"""More states than this and the trace is indeterminate from there on."""


class Judgement(NamedTuple):
    """What the judge says of a trace.

    `breaches` carry the number of their step. `exercised` are the rules that a step spoke about.
    `indeterminate` is not empty where a part of the trace could not be judged, and says why: one answer
    alone, or all from a step on.
    """

    breaches: tuple[Breach, ...]
    exercised: frozenset[str]
    indeterminate: str
    most_states: int


class Judge:
    """Judges one trace, step by step."""

    def __init__(self, clock: ClockKind, profile: Profile, start: int) -> None:
        self._clock = clock
        self._states: tuple[State, ...] = (beginning(clock, profile, start),)
        self._breaches: list[Breach] = []
        self._blamed: set[str] = set()
        self._exercised: set[str] = set()
        self._given_up = ""
        self._passed_over = ""
        self._aside = ""
        self._steps = 0
        self._most_states = 1

    def observe(self, step: Step) -> tuple[Breach, ...]:
        """The breaches that this step adds; a rule is blamed once in a trace."""
        self._steps += 1
        return self._observed(step, self._steps)

    def observe_alone(self, step: Step) -> tuple[Breach, ...]:
        """The same of a step during which nobody has done anything else (`waits`, which takes real time)."""
        if self._clock is ClockKind.VIRTUAL:
            return self.observe(step)
        self._steps += 1
        return tuple(
            breach for look in looks(step, self._clock) for breach in self._observed(look, self._steps)
        )

    def _observed(self, step: Step, number: int) -> tuple[Breach, ...]:
        if self._given_up or isinstance(step.outcome, Unsupported | AdapterError):
            return ()
        at = Interval(step.started, step.ended)
        try:
            settled = [
                one
                for state in self._states
                for one in latest.settled(slowed(state, step.command, at), step.command, at, step.outcome)
            ]
        except UnendingWork as unending:
            self._given_up = f"step {number}: the model comes to no end ({unending})"
            return ()
        best = settled if len(settled) == 1 else _best(settled)
        if best[0].breaches and self._passed_over:
            # It was the other explanation, after which anything may follow.
            self._given_up = self._passed_over
            return ()
        if not best[0].open:
            told = next((one.open for one in settled if one.open and not one.breaches), "")
            self._passed_over = self._passed_over or (told and f"step {number}: {told}")
        states = together(_different(best), getattr(step.command, "producer", ""))
        self._most_states = max(self._most_states, len(states))
        for one in best:
            self._exercised |= one.exercised
        if best[0].open:
            self._given_up = f"step {number}: {best[0].open}"
        if best[0].aside and not self._aside:
            self._aside = f"step {number} alone: {best[0].aside}"
        if len(states) > BOUND:
            self._given_up = f"step {number}: more than {BOUND} states are possible"
        self._states = states[:BOUND]
        fresh = []
        for breach in best[0].breaches:
            if not breach.rules:
                self._given_up = f"step {number}: {breach.expected}, seen {breach.seen}"
            elif self._blamed.isdisjoint(breach.rules if self._clock is ClockKind.REAL else breach.rules[:1]):
                self._blamed.add(breach.rules[0])
                fresh.append(
                    Breach(breach.rules, bounded(breach.expected), bounded(breach.seen), step=number)
                )
        self._breaches += fresh
        return tuple(fresh)

    def fork(self) -> "Judge":
        """A judge that has observed the same so far; from now on each goes its own way."""
        other = copy(self)
        for name, value in vars(self).items():
            if isinstance(value, list | set):
                setattr(other, name, value.copy())
        return other

    @property
    def states(self) -> int:
        """How many states are possible."""
        return len(self._states)

    def awaited(self) -> tuple[Awaited, ...]:
        """The delayed messages that are due, and may all the same be on their way to their targets."""
        return () if self._given_up else tuple(awaited(self._states[0]))

    def overdue(self, since: int, by: int) -> dict[int, Overdue]:
        """The delayed messages that had certainly not come so many ms after `since` and their due times.

        By numbers that are the same in another judge of the same steps.
        """
        if self._given_up:
            return {}
        # Of what was looked for a moment ago it is known again a moment later whether it can have come.
        now, later = self._states[0].previous, self.fork()
        later.observe(Step(Advance(1), Done(), now, now + 1))
        first, *others = (overdue(state, since, by) for state in later._states)  # noqa: SLF001 - its own fork
        return {serial: one for serial, one in first.items() if all(serial in other for other in others)}

    def agrees(self, other: "Judge") -> bool:
        """Whether both are in the same states, whenever they came there last."""
        same = self._passed_over == other._passed_over  # noqa: SLF001 - one of its own kind
        return same and _at_rest(self._states) == _at_rest(other._states)  # noqa: SLF001

    def judgement(self) -> Judgement:
        return Judgement(
            tuple(self._breaches),
            frozenset(self._exercised),
            self._given_up or self._aside,
            self._most_states,
        )


def _best(settled: Iterable[Settled]) -> list[Settled]:
    """The explanations without breach and without open question, or else those with the least of both.

    One with an open question that is passed over here is remembered: it may be what happened.
    """

    def cost(one: Settled) -> tuple[int, int]:
        return len(one.breaches), 2 if one.open else 1 if one.aside else 0

    ordered = sorted(settled, key=cost)
    return [one for one in ordered if cost(one) == cost(ordered[0])]


def _different(settled: list[Settled]) -> tuple[State, ...]:
    """The states that follow, each once; they are compared, as a hash would take in all of each."""
    found: list[State] = []
    for one in settled:
        for state in one.states:
            if state not in found:
                found.append(state)
    return tuple(found)


def _at_rest(states: tuple[State, ...]) -> tuple[State, ...]:
    return tuple(replace(state, previous=0, slow=0) for state in states)


def judge_trace(trace: Trace) -> Judgement:
    """The judgement of a whole trace."""
    start = trace.steps[0].started if trace.steps else 0
    judge = Judge(trace.head.clock, trace.head.profile, start)
    for step in trace.steps:
        judge.observe_alone(step)
    return judge.judgement()
