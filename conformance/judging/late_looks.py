"""Further looks at the end of a random case on a real clock, for delayed messages that have not come.

A case of a campaign, or an example of the properties, ends soon after everything is due, and an
implementation may be slower than that. So its last looks are repeated, with growing pauses between them,
until all is there or `PAUSES` are over. What has not come by then is late or never comes: the case is
undecided, as a scenario is that waits in vain. Where that happened often enough in a task or a run, the
implementation is known for it, and further cases wait for the first pause only.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from mqtck.reference.blame.overdue import Awaited
from mqtck.reference.state.lateness import DELIVERY_TIME
from mqtck.reference.state.queue_keys import owner_and_name
from mqtck.reference.vocabulary.commands import (
    Advance,
    Browse,
    Command,
    Connect,
    EndQueueManager,
    GetMode,
    MqGet,
    OpenSession,
    Receive,
)
from mqtck.reference.vocabulary.constants import DEFAULT_QUEUE_MANAGER
from mqtck.reference.vocabulary.profile import ClockKind, Profile
from mqtck.reference.vocabulary.publications import CloseSubscriber, ReceivePublication, Unsubscribe
from mqtck.reference.vocabulary.traces import Step, Trace

from .observer import Observer

PAUSES: Final = (1500, 2000, 3000, 4000)
"""Ms between the looks: together as long as a scenario waits for a message."""

IN_VAIN: Final = 5
"""Cases of a task or a run that wait in vain for the whole time."""

LATE_OR_NEVER: Final = (
    "a delayed message that was due had not come when its queue was looked at last, which is late or never"
)


class Missed(Struct, frozen=True):
    """A rule that is about delayed messages which are late or never come, in so many cases (real clock).

    `trace` is that of the first of them.
    """

    rule: str
    cases: int
    trace: Trace


class Waiting:
    """The further looks of the cases of one task or run; several threads may use it."""

    def __init__(self) -> None:
        self._in_vain = 0

    def looks(self, steps: Sequence[Step], profile: Profile) -> Iterator[Command]:
        """Looks behind these steps, to which each of them is added before the next one is asked for."""
        observer = _Observed(steps, profile)
        if not observer.awaited():
            return
        coming: set[int] = set()
        for pause in PAUSES if self._in_vain < IN_VAIN else PAUSES[:1]:
            yield Advance(pause)
            late = [one for one in observer.awaited() if one.since is not None]
            looks = {one.serial: look for one in late if (look := _look_for(steps, one)) is not None}
            coming |= looks.keys()
            for look, number in Counter(looks.values()).items():
                yield from (look,) * (1 if isinstance(look, Browse) else number)
            if coming.isdisjoint(one.serial for one in observer.awaited()):
                return
        self._in_vain += 1


def rules_missed(observer: Observer, since: int) -> frozenset[str]:
    """The rules that the messages speak about which had not come when they were looked for last.

    What follows the instant `since` (ms) are looks alone.
    """
    overdue = observer.overdue(since, DELIVERY_TIME)
    return frozenset(rule for one in overdue.values() for rule in one.rules)


class _Observed:
    """The judge of steps that become more."""

    def __init__(self, steps: Sequence[Step], profile: Profile) -> None:
        self._steps = steps
        self._observer = Observer(ClockKind.REAL, profile)
        self._observed = 0

    def awaited(self) -> tuple[Awaited, ...]:
        try:
            for step in self._steps[self._observed :]:
                self._observer.observe(step)
            self._observed = len(self._steps)
            return self._observer.awaited()
        except Exception:  # noqa: BLE001 - it will be told when the whole case is judged
            return ()


def _look_for(steps: Sequence[Step], late: Awaited) -> Command | None:
    """The last look that would have shown a message; None where nothing looks, as at a closed subscriber."""
    look = None if late.subscription is None else _of_subscriber(steps, late.subscription)
    return look or _of_queue(steps, late.queue)


def _of_subscriber(steps: Sequence[Step], subscription: str) -> Command | None:
    """The last receive of a subscriber that has been connected since."""
    for step in reversed(steps):
        match step.command:
            case ReceivePublication(subscription=name) as look if name == subscription:
                return replace(look, wait=0)
            case CloseSubscriber(subscription=name) | Unsubscribe(subscription=name) if name == subscription:
                return None
            case EndQueueManager():
                return None
    return None


def _of_queue(steps: Sequence[Step], queue_key: str) -> Command | None:
    manager, queue = owner_and_name(queue_key)
    at = _queue_managers(steps)
    for step in reversed(steps):
        match step.command:
            case Browse(queue=name, queue_manager=here) as look if (here, name) == (manager, queue):
                return look
            case Receive(queue=name, session=session) as look:
                if name == queue and at.get(session, DEFAULT_QUEUE_MANAGER) == manager:
                    return replace(look, wait=0)
            case MqGet(queue=name, mode=GetMode.DESTRUCTIVE, match=None, connection=connection) as look:
                if name == queue and at.get(connection, DEFAULT_QUEUE_MANAGER) == manager:
                    return look
    return None


def _queue_managers(steps: Sequence[Step]) -> dict[str, str]:
    """Of sessions and connections, which have names of their own, as they were opened last."""
    at: dict[str, str] = {}
    for step in steps:
        match step.command:
            case (
                OpenSession(session=name, queue_manager=manager)
                | Connect(connection=name, queue_manager=manager)
            ):
                at[name] = manager
    return at
