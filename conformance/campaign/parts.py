"""The parts of a campaign one after the other: planned by what was seen, run, committed.

`IN_FLIGHT` parts run at once, so that no core waits for the last case of a part. A part is planned when
all parts but the `LAG` before it are finished; parts that a campaign before this one finished are taken as
they are. The loop belongs to the main thread, which tells the progress meanwhile and hears an interruption.
"""

from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from contextlib import suppress
from typing import Final, NamedTuple

from .emphasis import LAG, Emphasis, Seen, Steering, together
from .folder import CampaignError, Part, PartSummary

IN_FLIGHT: Final = 2
BETWEEN: Final = 1.0
"""Seconds after which the loop looks up from waiting."""


class Work(NamedTuple):
    """What the loop does.

    `execute` runs a part and commits it, `look_up` is called about every second, and `cancel` makes what is
    being executed fail soon.
    """

    execute: Callable[[Part, Emphasis], PartSummary]
    look_up: Callable[[], None]
    cancel: Callable[[], None]


class Parts:
    """What is finished, with its counts.

    Summaries are read again where they are needed, so that memory does not grow with the parts.
    """

    def __init__(self, finished: Iterable[int], summary_of: Callable[[int], PartSummary]) -> None:
        self._finished = set(finished)
        self._summary_of = summary_of
        self.seen = Seen()
        for number in sorted(self._finished):
            self.seen = together((self.seen, summary_of(number).seen))
        self._before = Seen()
        self._next = 0

    def __len__(self) -> int:
        return len(self._finished)

    def __contains__(self, part: Part) -> bool:
        return part.number in self._finished

    def add(self, summary: PartSummary) -> None:
        self._finished.add(summary.part)
        self.seen = together((self.seen, summary.seen))

    def before(self, part: Part) -> Seen | None:
        """The counts that a part is planned by, added up in the order of the parts.

        None as long as one of them is missing. To be asked in the order of the parts.
        """
        while self._next < part.number - LAG and self._next in self._finished:
            self._before = together((self._before, self._summary_of(self._next).seen))
            self._next += 1
        return self._before if self._next >= part.number - LAG else None

    def check(self, part: Part, emphasis: Emphasis) -> None:
        """See that a finished part was drawn as it would be now. Raises CampaignError."""
        if self._summary_of(part.number).emphasis != emphasis:
            raise CampaignError(
                f"The finished part {part.number} was drawn with another emphasis than the parts before it "
                "ask for; remove its folder, and the same command runs it again."
            )


def run_parts(parts: Iterator[Part], steering: Steering, done: Parts, work: Work) -> int:
    """Run what is not finished, until there are no more parts or enough was seen.

    Returns how many parts belong to the campaign. Raises what `execute` raises and KeyboardInterrupt, after
    what is in flight has ended.
    """
    running: set[Future[PartSummary]] = set()
    count = 0
    with ThreadPoolExecutor(IN_FLIGHT, "mqtck part") as threads:
        try:
            for part in parts:
                while (seen := done.before(part)) is None or (len(running) >= IN_FLIGHT and part not in done):
                    running = _some_ended(running, done, work)
                emphasis = steering.next_part(seen)
                if emphasis is None:
                    break
                count += 1
                if part in done:
                    done.check(part, emphasis)
                else:
                    running.add(threads.submit(work.execute, part, emphasis))
            while running:
                running = _some_ended(running, done, work)
        except BaseException:
            while running:
                with suppress(Exception):
                    work.cancel()
                running = wait(running, timeout=BETWEEN / 2).not_done
            raise
    return count


def _some_ended(running: set[Future[PartSummary]], done: Parts, work: Work) -> set[Future[PartSummary]]:
    ended, still = wait(running, timeout=BETWEEN, return_when=FIRST_COMPLETED)
    for one in ended:
        done.add(one.result())
    work.look_up()
    return still
