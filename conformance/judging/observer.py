"""The judgement of a whole trace: that of the judge, and beside it conservation of messages (X-54)."""

from mqtck.reference.blame.overdue import Awaited, Overdue
from mqtck.reference.vocabulary.profile import ClockKind, Profile
from mqtck.reference.vocabulary.results import Breach
from mqtck.reference.vocabulary.traces import Step, Trace

from .conservation import Conservation
from .judge import Judge, Judgement


class Observer:
    """The judge of a trace and the conservation of its messages, step by step.

    What does not add up is told once in a trace, and only where the judge finds nothing in that step.
    """

    def __init__(self, clock: ClockKind, profile: Profile) -> None:
        self._clock = clock
        self._profile = profile
        self._judge: Judge | None = None
        self._conservation = Conservation(clock)
        self._found: tuple[Breach, ...] = ()

    def observe(self, step: Step) -> tuple[Breach, ...]:
        """The breaches that this step adds."""
        if self._judge is None:
            self._judge = Judge(self._clock, self._profile, step.started)
        breaches = self._judge.observe_alone(step)
        found = self._conservation.observe(step)
        if found is None or breaches or self._found:
            return breaches
        self._found = (found,)
        return self._found

    def awaited(self) -> tuple[Awaited, ...]:
        """As the judge has it."""
        return () if self._judge is None else self._judge.awaited()

    def overdue(self, since: int, by: int) -> dict[int, Overdue]:
        """As the judge has it; on a virtual clock nothing is late."""
        if self._judge is None or self._clock is ClockKind.VIRTUAL:
            return {}
        return self._judge.overdue(since, by)

    def judgement(self) -> Judgement:
        """The judge's, with the breaches of conservation."""
        if self._judge is None:
            return Judgement((), frozenset(), "", 0)
        judged = self._judge.judgement()
        return judged._replace(breaches=(*judged.breaches, *self._found))


def observer_of(trace: Trace) -> Observer:
    """One that has observed a whole trace."""
    observer = Observer(trace.head.clock, trace.head.profile)
    for step in trace.steps:
        observer.observe(step)
    return observer


def observed(trace: Trace) -> Judgement:
    """The judgement of a whole trace, its conservation included."""
    return observer_of(trace).judgement()
