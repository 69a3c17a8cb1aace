"""Wrong implementations: one misreading each, with the rules to blame and a trace that shows it."""

from collections.abc import Callable
from typing import NamedTuple

from . import (
    wrong_among_sessions,
    wrong_among_subscribers,
    wrong_at_some_time,
    wrong_batches,
    wrong_behind_halts,
    wrong_behind_restarts,
    wrong_beside_others,
    wrong_between,
    wrong_by_design,
    wrong_by_exception,
    wrong_by_memory,
    wrong_channels,
    wrong_client,
    wrong_close_by,
    wrong_clusters_zos,
    wrong_dead_letters,
    wrong_dead_letters_protected,
    wrong_defined_anew,
    wrong_delay,
    wrong_expiry,
    wrong_failure,
    wrong_for_other_destinations,
    wrong_for_some,
    wrong_for_some_producers,
    wrong_forgotten,
    wrong_headers,
    wrong_headers_in_one_corner,
    wrong_headers_in_some_ways,
    wrong_headers_made_anew,
    wrong_in_crowds,
    wrong_in_more_places,
    wrong_in_one_corner,
    wrong_in_other_calls,
    wrong_in_some_calls,
    wrong_in_some_units,
    wrong_left_alone,
    wrong_made_anew,
    wrong_meanwhile,
    wrong_met_together,
    wrong_now_and_then,
    wrong_on_every_way,
    wrong_on_side_tracks,
    wrong_on_the_way,
    wrong_one_behind_another,
    wrong_orders_and_limits,
    wrong_out_of_sight,
    wrong_publications,
    wrong_refused_once,
    wrong_remembered,
    wrong_reports_in_one_corner,
    wrong_senders_in_one_corner,
    wrong_shown_to_receivers,
    wrong_simplified,
    wrong_staged_in_one_corner,
    wrong_transmission,
    wrong_units_in_one_corner,
    wrong_used_before,
    wrong_when_something_else_happens,
    wrong_wherever_it_lies,
    wrong_within_limits,
)
from .misreading import MISREADINGS
from .witness_parts import Trace
from .witnesses import WITNESSES
from .world import SimulatedAdapter

MODULES = (
    wrong_delay,
    wrong_expiry,
    wrong_failure,
    wrong_client,
    wrong_publications,
    wrong_clusters_zos,
    wrong_headers,
    wrong_transmission,
    wrong_channels,
    wrong_in_some_calls,
    wrong_now_and_then,
    wrong_in_other_calls,
    wrong_on_the_way,
    wrong_remembered,
    wrong_for_some,
    wrong_beside_others,
    wrong_in_some_units,
    wrong_at_some_time,
    wrong_in_more_places,
    wrong_in_one_corner,
    wrong_headers_in_one_corner,
    wrong_batches,
    wrong_reports_in_one_corner,
    wrong_staged_in_one_corner,
    wrong_senders_in_one_corner,
    wrong_units_in_one_corner,
    wrong_dead_letters,
    wrong_dead_letters_protected,
    wrong_headers_in_some_ways,
    wrong_by_design,
    wrong_made_anew,
    wrong_by_memory,
    wrong_headers_made_anew,
    wrong_on_every_way,
    wrong_in_crowds,
    wrong_on_side_tracks,
    wrong_when_something_else_happens,
    wrong_out_of_sight,
    wrong_for_other_destinations,
    wrong_close_by,
    wrong_behind_restarts,
    wrong_by_exception,
    wrong_orders_and_limits,
    wrong_left_alone,
    wrong_forgotten,
    wrong_met_together,
    wrong_wherever_it_lies,
    wrong_simplified,
    wrong_used_before,
    wrong_one_behind_another,
    wrong_refused_once,
    wrong_meanwhile,
    wrong_behind_halts,
    wrong_shown_to_receivers,
    wrong_among_subscribers,
    wrong_within_limits,
    wrong_defined_anew,
    wrong_among_sessions,
    wrong_for_some_producers,
    wrong_between,
)


class Wrong(NamedTuple):
    """`rules` may fairly be blamed: the rule and its near relatives. `witness` shows the fault."""

    sentence: str
    rules: frozenset[str]
    factory: Callable[[], SimulatedAdapter]
    witness: Trace


WRONG: dict[str, Wrong] = {
    name: Wrong(wrong.sentence, wrong.rules, wrong.factory, WITNESSES[name])
    for name, wrong in MISREADINGS.items()
}
