"""The episodes in which something is done once more: rows of the table in `episodes`."""

from typing import Final

from mqtck.reference.vocabulary.abilities import Ability

from . import anew, once_more
from .chapters import DELAYED, LONG_FORM, MQI, STAGING, Chapter, Episode

ONCE_MORE: Final = (
    Episode(
        once_more.room_after_a_refusal,
        Chapter.STAGING,
        3,
        STAGING | {Ability.QUEUE_LIMITS, Ability.OTHER_QUEUE_MANAGERS},
    ),
    Episode(
        once_more.granted_at_last,
        Chapter.CLIENT,
        2,
        STAGING | {Ability.AUTHORITY, Ability.OTHER_QUEUE_MANAGERS},
    ),
    Episode(once_more.place_of_a_refused_put, Chapter.QUEUES, 3, MQI | {Ability.QUEUE_LIMITS}),
    Episode(
        once_more.room_on_the_staging_queue,
        Chapter.STAGING,
        3,
        STAGING | {Ability.QUEUE_LIMITS, Ability.OTHER_QUEUE_MANAGERS},
    ),
    Episode(
        once_more.one_dead_letter_after_another,
        Chapter.FAILURE,
        3,
        DELAYED
        | {
            Ability.QUEUE_LIMITS,
            Ability.OTHER_QUEUE_MANAGERS,
            Ability.PUT_INHIBIT,
            Ability.DEAD_LETTER_QUEUE,
        },
    ),
    Episode(
        anew.defined_anew_otherwise,
        Chapter.HEADERS,
        3,
        DELAYED
        | {
            Ability.DELETE_QUEUE,
            Ability.QUEUE_LIMITS,
            Ability.PUT_INHIBIT,
            Ability.QUEUE_DEFAULTS,
            Ability.DELIVERY_SEQUENCE,
        },
    ),
    Episode(anew.nothing_of_another, Chapter.HEADERS, 4, DELAYED | LONG_FORM),
    Episode(
        once_more.given_back_before_a_commit,
        Chapter.UNITS,
        2,
        DELAYED | MQI | {Ability.OTHER_QUEUE_MANAGERS},
    ),
)
