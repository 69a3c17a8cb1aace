"""How late a queue manager on a real clock does what nobody promises for a certain moment.

A message falls due no later than it is looked for; a discard, a report and a trigger message take a moment
(the kit gives them a second, and five for the others); between two calls anything may pass. All in ms.
"""

from random import Random

import msgspec


class Lateness(msgspec.Struct, frozen=True):
    """The most that each may take. What takes no time is done within the call that causes it.

    `discard`: the removal of a message that was found expired, which counts until then; `report`: a COA, COD
    or expiration report; `trigger`: a trigger message. The delay processor looks each `due` ms for what has
    fallen due, and internal work is done each `work` ms (channels, the cleaner, the fan-out of publications).
    """

    discard: int = 0
    report: int = 0
    trigger: int = 0
    due: int = 1
    work: int = 0


PUNCTUAL = Lateness()


def random_lateness(seed: int) -> Lateness:
    """Right for every seed, and the same for the same seed."""
    random = Random(f"late {seed}")  # noqa: S311 - reproducible choices, nothing secret
    return Lateness(
        discard=random.choice((0, 0, 20, 300, 950)),
        report=random.choice((0, 0, 20, 400, 1500, 4500)),
        trigger=random.choice((0, 0, 20, 400, 4500)),
        due=random.choice((1, 1, 50, 700, 1000, 3000)),
        work=random.choice((0, 0, 20, 100, 400)),
    )


LATEST = Lateness(discard=950, report=4500, trigger=4500, due=3000, work=400)
"""As late as the kit lets be, or later where nothing bounds it."""
