"""Episodes of all chapters whose rows stand behind the others: their order is part of the cases (`every`).

Left out: additions to publish/subscribe (`topics`).
"""

from typing import Final

from mqtck.conformance.cases.chapters import (
    CHANNELS,
    CLUSTERS,
    DELAYED,
    JMS,
    LONG_FORM,
    MQI,
    RESTART,
    STAGING,
    ZOS,
    Chapter,
    Episode,
)
from mqtck.conformance.cases.episodes import (
    altered_definitions,
    clusters,
    dead_letter_queues,
    delay_and_time_to_live,
    delay_processor,
    delayed_sends,
    gets_of_expired_messages,
    message_expiry,
    mqi_units_of_work,
    name_resolution,
    producers,
    queue_defaults,
    queue_depth,
    queues_disabled_for_gets,
    redefined_queues,
    refused_sends,
    report_messages,
    restarts,
    retried_deliveries,
    staging_queue_limits,
    transmission_queues,
    triggering,
    units_of_work,
)
from mqtck.reference.vocabulary.abilities import Ability

BEFORE_TOPICS: Final = (
    Episode(report_messages.expiration_beside_other_options, Chapter.LIFE, 3, MQI | {Ability.REPORT_OPTIONS}),
    Episode(
        staging_queue_limits.expired_fill_the_staging_queue,
        Chapter.STAGING,
        4,
        STAGING
        | {Ability.OTHER_QUEUE_MANAGERS, Ability.QUEUE_LIMITS, Ability.PUT_INHIBIT, Ability.DEPTH}
        | {Ability.DEAD_LETTER_QUEUE},
    ),
    Episode(
        queue_depth.expired_fill_the_target,
        Chapter.QUEUES,
        1,
        DELAYED | {Ability.QUEUE_LIMITS, Ability.DEPTH},
    ),
    Episode(transmission_queues.committed_on_its_way, Chapter.UNITS, 2, CHANNELS),
    Episode(
        message_expiry.expired_got_by_correlation_id,
        Chapter.LIFE,
        1,
        JMS | MQI | {Ability.APPLICATION_HEADERS},
    ),
    Episode(delayed_sends.long_life_delayed, Chapter.CLIENT, 1, DELAYED),
    Episode(
        retried_deliveries.several_retried,
        Chapter.FAILURE,
        1,
        DELAYED | {Ability.PUT_INHIBIT, Ability.DEAD_LETTER_QUEUE},
    ),
    Episode(
        queue_defaults.persistent_by_its_destination,
        Chapter.STAGING,
        1,
        RESTART | {Ability.DESTINATION_PROPERTIES},
    ),
    Episode(clusters.binding_altered, Chapter.CLUSTERS, 4, CLUSTERS | DELAYED | {Ability.DEFAULT_BINDING}),
    Episode(
        dead_letter_queues.dead_letter_queue_limited,
        Chapter.FAILURE,
        3,
        DELAYED | {Ability.QUEUE_LIMITS, Ability.DEAD_LETTER_QUEUE, Ability.PUT_INHIBIT},
    ),
    Episode(
        report_messages.expired_reported_for_room,
        Chapter.QUEUES,
        4,
        MQI | {Ability.QUEUE_LIMITS, Ability.REPORT_OPTIONS},
    ),
    Episode(producers.message_object_sent_again, Chapter.HEADERS, 3, DELAYED | {Ability.REPORT_OPTIONS}),
    Episode(triggering.triggered_beside_expired, Chapter.QUEUES, 3, MQI | {Ability.TRIGGERING}),
    Episode(delay_processor.processor_halted_for_a_while, Chapter.ZOS, 5, ZOS | {Ability.PUT_INHIBIT}),
    Episode(gets_of_expired_messages.got_in_any_way, Chapter.LIFE, 16, MQI),
    Episode(
        gets_of_expired_messages.undelivered_got_in_any_way,
        Chapter.FAILURE,
        5,
        STAGING | MQI | {Ability.PUT_INHIBIT, Ability.DEAD_LETTER_QUEUE},
    ),
    Episode(message_expiry.client_backlog, Chapter.LIFE, 8, JMS, Ability.MQI),
    Episode(
        units_of_work.expired_before_its_commit, Chapter.UNITS, 4, JMS | {Ability.TRANSACTIONS}, Ability.MQI
    ),
    Episode(
        queue_depth.full_of_expired_for_a_client, Chapter.QUEUES, 4, JMS | {Ability.QUEUE_LIMITS}, Ability.MQI
    ),
    Episode(mqi_units_of_work.got_in_the_unit_of_its_put, Chapter.UNITS, 3, MQI, Ability.BROWSE),
    Episode(
        queues_disabled_for_gets.taken_while_disabled_for_gets,
        Chapter.QUEUES,
        2,
        DELAYED | {Ability.PUT_INHIBIT},
        Ability.DEPTH,
    ),
    Episode(
        dead_letter_queues.dead_letter_there_or_reported,
        Chapter.FAILURE,
        4,
        DELAYED | {Ability.DEAD_LETTER_QUEUE, Ability.PUT_INHIBIT},
        Ability.BROWSE,
    ),
    Episode(
        transmission_queues.dead_lettered_by_a_channel,
        Chapter.TRANSMISSION,
        5,
        MQI | CHANNELS | {Ability.DEAD_LETTER_QUEUE},
        Ability.DELIVERY_DELAY,
    ),
    Episode(
        staging_queue_limits.staging_limits_on_every_way,
        Chapter.STAGING,
        5,
        STAGING | {Ability.OTHER_QUEUE_MANAGERS, Ability.QUEUE_LIMITS},
    ),
    Episode(
        staging_queue_limits.commit_refused_by_staging_limits,
        Chapter.STAGING,
        2,
        STAGING | {Ability.OTHER_QUEUE_MANAGERS, Ability.QUEUE_LIMITS, Ability.TRANSACTIONS},
    ),
    Episode(
        name_resolution.name_deleted,
        Chapter.STAGING,
        2,
        DELAYED | {Ability.ALIAS_QUEUES, Ability.DELETE_QUEUE},
    ),
    Episode(name_resolution.remote_queue_redirected, Chapter.STAGING, 2, DELAYED | {Ability.REMOTE_QUEUES}),
    Episode(name_resolution.remote_queue_redirected_behind_a_channel, Chapter.STAGING, 2, DELAYED | CHANNELS),
    Episode(restarts.delayed_for_months_over_a_restart, Chapter.STAGING, 1, RESTART),
    Episode(
        altered_definitions.changed_since_creation, Chapter.CLIENT, 7, DELAYED | {Ability.MESSAGE_PRODUCER}
    ),
    Episode(altered_definitions.changed_before_commit, Chapter.UNITS, 8, DELAYED | {Ability.TRANSACTIONS}),
    Episode(
        delay_and_time_to_live.setters_in_conflict, Chapter.CLIENT, 3, LONG_FORM | {Ability.DELIVERY_DELAY}
    ),
)
BEHIND_TOPICS: Final = (
    Episode(
        staging_queue_limits.room_after_a_refusal,
        Chapter.STAGING,
        3,
        STAGING | {Ability.QUEUE_LIMITS, Ability.OTHER_QUEUE_MANAGERS},
    ),
    Episode(
        refused_sends.authority_granted_at_last,
        Chapter.CLIENT,
        2,
        STAGING | {Ability.AUTHORITY, Ability.OTHER_QUEUE_MANAGERS},
    ),
    Episode(queue_depth.place_of_a_refused_put, Chapter.QUEUES, 3, MQI | {Ability.QUEUE_LIMITS}),
    Episode(
        staging_queue_limits.room_on_the_staging_queue,
        Chapter.STAGING,
        3,
        STAGING | {Ability.QUEUE_LIMITS, Ability.OTHER_QUEUE_MANAGERS},
    ),
    Episode(
        dead_letter_queues.one_dead_letter_after_another,
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
        redefined_queues.queue_redefined_otherwise,
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
    Episode(producers.producers_side_by_side, Chapter.HEADERS, 4, DELAYED | LONG_FORM),
    Episode(
        mqi_units_of_work.backed_out_before_a_commit,
        Chapter.UNITS,
        2,
        DELAYED | MQI | {Ability.OTHER_QUEUE_MANAGERS},
    ),
)
