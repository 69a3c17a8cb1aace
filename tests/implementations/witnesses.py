"""For each wrong implementation a short trace on which it answers otherwise than a right one.

Times are chosen so that the right answer is the same in all right implementations, wherever the matter
allows it: seconds of distance, no instants on a bound, times to live in whole tenths.
"""

from .witness_parts import Trace
from .witnesses_among_sessions import AMONG_SESSIONS
from .witnesses_among_subscribers import AMONG_SUBSCRIBERS
from .witnesses_at_some_names import AT_SOME_NAMES
from .witnesses_at_some_time import AT_SOME_TIME, IN_SOME_UNITS
from .witnesses_at_some_values import AT_SOME_VALUES
from .witnesses_between import BETWEEN
from .witnesses_by_design import BY_DESIGN
from .witnesses_by_exception import BY_EXCEPTION
from .witnesses_channels import CHANNELS
from .witnesses_client import CLIENT
from .witnesses_close_by import CLOSE_BY
from .witnesses_clusters_zos import CLUSTERS_ZOS
from .witnesses_dead_letters import DEAD_LETTERS, HEADERS_IN_SOME_WAYS
from .witnesses_for_one_kind import ONE_KIND
from .witnesses_for_other_destinations import OTHER_DESTINATIONS
from .witnesses_for_some import BESIDE_OTHERS, FOR_SOME
from .witnesses_forgotten import FORGOTTEN
from .witnesses_headers import HEADERS
from .witnesses_in_crowds import IN_CROWDS
from .witnesses_in_more_corners import IN_MORE_CORNERS
from .witnesses_in_more_places import IN_MORE_PLACES
from .witnesses_in_one_corner import IN_ONE_CORNER
from .witnesses_in_other_calls import IN_OTHER_CALLS
from .witnesses_in_some_calls import IN_SOME_CALLS
from .witnesses_in_some_context import IN_SOME_CONTEXT
from .witnesses_in_the_last_places import LAST_PLACES
from .witnesses_late import LATE
from .witnesses_left_alone import LEFT_ALONE
from .witnesses_made_anew import HEADERS_MADE_ANEW, MADE_ANEW
from .witnesses_meanwhile import MEANWHILE
from .witnesses_met_together import MET_TOGETHER
from .witnesses_now_and_then import NOW_AND_THEN
from .witnesses_of_another import OF_ANOTHER
from .witnesses_of_units import UNITS
from .witnesses_on_every_way import ON_EVERY_WAY
from .witnesses_on_side_tracks import ON_SIDE_TRACKS
from .witnesses_on_the_way import ON_THE_WAY
from .witnesses_orders_and_limits import ORDERS_AND_LIMITS
from .witnesses_out_of_sight import OUT_OF_SIGHT
from .witnesses_over_ends import OVER_ENDS
from .witnesses_publications import PUBLICATIONS
from .witnesses_queue_manager import DELAY, EXPIRY, FAILURE
from .witnesses_remembered import REMEMBERED
from .witnesses_room import ROOM
from .witnesses_shown_to_receivers import SHOWN_TO_RECEIVERS
from .witnesses_simplified import SIMPLIFIED
from .witnesses_transmission import TRANSMISSION
from .witnesses_used_before import USED_BEFORE
from .witnesses_whatever_a_queue_is_for import WHATEVER_A_QUEUE_IS_FOR
from .witnesses_when_something_else_happens import SOMETHING_ELSE_HAPPENS
from .witnesses_where_limits_meet import WHERE_LIMITS_MEET
from .witnesses_wherever_it_lies import WHEREVER_IT_LIES
from .witnesses_within_limits import WITHIN_LIMITS

WITNESSES: dict[str, Trace] = {
    **DELAY,
    **EXPIRY,
    **FAILURE,
    **CLIENT,
    **PUBLICATIONS,
    **CLUSTERS_ZOS,
    **HEADERS,
    **TRANSMISSION,
    **CHANNELS,
    **IN_SOME_CALLS,
    **NOW_AND_THEN,
    **IN_OTHER_CALLS,
    **ON_THE_WAY,
    **REMEMBERED,
    **FOR_SOME,
    **BESIDE_OTHERS,
    **IN_SOME_UNITS,
    **AT_SOME_TIME,
    **IN_ONE_CORNER,
    **IN_MORE_CORNERS,
    **UNITS,
    **DEAD_LETTERS,
    **HEADERS_IN_SOME_WAYS,
    **BY_DESIGN,
    **MADE_ANEW,
    **HEADERS_MADE_ANEW,
    **ON_EVERY_WAY,
    **IN_CROWDS,
    **ON_SIDE_TRACKS,
    **SOMETHING_ELSE_HAPPENS,
    **OUT_OF_SIGHT,
    **OTHER_DESTINATIONS,
    **BY_EXCEPTION,
    **CLOSE_BY,
    **ORDERS_AND_LIMITS,
    **LEFT_ALONE,
    **FORGOTTEN,
    **MET_TOGETHER,
    **WHEREVER_IT_LIES,
    **SIMPLIFIED,
    **USED_BEFORE,
    **IN_MORE_PLACES,
    **MEANWHILE,
    **SHOWN_TO_RECEIVERS,
    **AMONG_SUBSCRIBERS,
    **WITHIN_LIMITS,
    **AMONG_SESSIONS,
    **BETWEEN,
    **WHERE_LIMITS_MEET,
    **WHATEVER_A_QUEUE_IS_FOR,
    **OVER_ENDS,
    **LATE,
    **LAST_PLACES,
    **ONE_KIND,
    **AT_SOME_VALUES,
    **AT_SOME_NAMES,
    **ROOM,
    **OF_ANOTHER,
    **IN_SOME_CONTEXT,
}
