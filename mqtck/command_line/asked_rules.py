"""What is to be said of the rules that a run is asked for, before it begins."""

from collections.abc import Iterable, Sequence
from typing import Final

from .errors import CommandError
from .output import tell

_OF_SCENARIOS: Final = (("features",), ("campaign",))
"""Methods that are about some rules by the scenarios of these."""


def tell_untestable(rules: Iterable[str], methods: Sequence[str] | None) -> None:
    """Tell which of these rules nothing can be seen of, and why.

    Raises CommandError where there are no others and scenarios alone are to be run: there are none then. The
    baseline of another rule has scenarios, although it counts for no share.
    """
    from mqtck.conformance.ledger.annotations import not_judged  # noqa: PLC0415 - reads the ledger
    from mqtck.conformance.scenarios.features import load_features, scenarios_by_rule  # noqa: PLC0415

    asked, seen = sorted(rules), scenarios_by_rule(load_features())
    why = {rule: not_judged()[rule] for rule in asked if rule in not_judged() and rule not in seen}
    told = [f"{rule} cannot be tested: {reason}" for rule, reason in why.items()]
    if told and len(told) == len(asked) and methods in _OF_SCENARIOS:
        raise CommandError(f"nothing is to be run. {' '.join(told)}")
    for one in told:
        tell(one)
