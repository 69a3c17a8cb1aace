"""What the kit's generator is compared with: Hypothesis draws the commands, everything else is the same.

The machine is that of the properties, with its rules, its preconditions, the same reference and the same
judge. Its invariant, which reads the depths of all queues behind every step, is left out: those commands are
not drawn, and cost next to nothing.

Some of its rules begin and go on with whole episodes, and the commands that set up and empty the queues count
as well. A machine without episodes, where every command is drawn by a rule of its own, was measured to do
about as many a second: the ratio does not hang on it.
"""

import time
from pathlib import Path
from tempfile import gettempdir

from hypothesis import HealthCheck, Phase, Verbosity, seed, settings
from hypothesis.stateful import run_state_machine_as_test

from mqtck.conformance.contract import Adapter
from mqtck.conformance.properties.circumstances import BreachFound, Circumstances, Tally
from mqtck.conformance.properties.machine import ConformanceMachine

from .traffic import BenchError

STEPS = 30
"""Rules that an example draws, as in `mqtck run`."""


class Drawing(ConformanceMachine):
    """The machine of the properties that does nothing but what is drawn."""

    def depths_add_up(self) -> None:
        """No invariant."""


def commands_of(adapter: Adapter, examples: int, number: int) -> int:
    """Run examples and count their commands. Raises BenchError where the judge finds something."""
    tally = Tally()
    circumstances = Circumstances(
        adapter,
        tally,
        "",
        frozenset(),
        Path(gettempdir()) / "mqtck-replays",
        deadline=time.perf_counter() + 600,
        profiles=adapter.information.profiles,
    )
    machine = type("Drawing", (Drawing,), {"circumstances": circumstances})
    chosen = settings(
        max_examples=max(1, examples),
        stateful_step_count=STEPS,
        deadline=None,
        database=None,
        print_blob=False,
        verbosity=Verbosity.quiet,
        suppress_health_check=list(HealthCheck),
        phases=(Phase.generate,),
    )
    try:
        run_state_machine_as_test(seed(number)(machine), settings=chosen)
    except BreachFound as error:
        raise BenchError(f"the properties find a violation: {error}") from error
    return tally.commands
