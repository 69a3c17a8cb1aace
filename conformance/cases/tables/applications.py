"""Episodes of what applications do: sends, units of work, header fields, lives, gets and looks at queues.

A few rows of other chapters stand among them: their order is part of the cases (`every`). Left out: what
happens to messages on their way (`delivery`), and publish/subscribe (`topics`).
"""

from typing import Final

from mqtck.conformance.cases.chapters import (
    CHANNELS,
    DELAYED,
    JMS,
    LONG_FORM,
    MQI,
    STAGING,
    TOPICS,
    Chapter,
    Episode,
)
from mqtck.conformance.cases.episodes import (
    altered_definitions,
    client_refusals,
    delay_and_time_to_live,
    delayed_sends,
    delivery_routes,
    header_mapping,
    looks_at_any_queue,
    message_expiry,
    mqi_units_of_work,
    producers,
    queue_defaults,
    queue_depth,
    queues_disabled_for_gets,
    recalled_messages,
    redefined_queues,
    refused_sends,
    report_messages,
    transmission_queues,
    triggering,
    units_of_work,
)
from mqtck.reference.vocabulary.abilities import Ability

APPLICATIONS: Final = (
    Episode(queue_depth.filled_and_emptied, Chapter.QUEUES, 8, MQI | {Ability.QUEUE_LIMITS}),
    Episode(queue_depth.limits_altered, Chapter.FAILURE, 6, DELAYED | {Ability.QUEUE_LIMITS}),
    Episode(
        redefined_queues.queue_redefined,
        Chapter.FAILURE,
        5,
        DELAYED
        | MQI
        | {Ability.DELETE_QUEUE, Ability.DEAD_LETTER_QUEUE, Ability.PUT_INHIBIT, Ability.REPORT_OPTIONS},
    ),
    Episode(triggering.not_triggered, Chapter.QUEUES, 2, DELAYED | {Ability.TRIGGERING, Ability.PUT_INHIBIT}),
    Episode(mqi_units_of_work.several_backed_out, Chapter.LIFE, 4, MQI),
    Episode(report_messages.same_ids_and_queues, Chapter.STAGING, 4, DELAYED | {Ability.REPORT_OPTIONS}),
    Episode(
        recalled_messages.lock_outlasts_its_message,
        Chapter.STAGING,
        2,
        STAGING | {Ability.MQI, Ability.PUT_INHIBIT, Ability.DEAD_LETTER_QUEUE},
    ),
    Episode(delayed_sends.delayed, Chapter.CLIENT, 14, DELAYED),
    Episode(delayed_sends.undelayed, Chapter.CLIENT, 8, JMS),
    Episode(delay_and_time_to_live.life_below_delay, Chapter.CLIENT, 5, DELAYED),
    Episode(delay_and_time_to_live.life_below_delay_on_send, Chapter.CLIENT, 4, LONG_FORM),
    Episode(delay_and_time_to_live.life_equal_to_delay, Chapter.CLIENT, 4, DELAYED),
    Episode(delay_and_time_to_live.life_of_an_earlier_send, Chapter.CLIENT, 1, LONG_FORM),
    Episode(delay_and_time_to_live.unlimited_life_with_delay, Chapter.CLIENT, 3, DELAYED),
    Episode(producers.settings_of_a_producer_kept, Chapter.CLIENT, 3, DELAYED),
    Episode(altered_definitions.definitions_altered_between_sends, Chapter.CLIENT, 2, DELAYED),
    Episode(
        redefined_queues.queues_of_one_name,
        Chapter.CLIENT,
        1,
        DELAYED | {Ability.OTHER_QUEUE_MANAGERS, Ability.STAGING_QUEUE},
    ),
    Episode(delayed_sends.delayed_for_years, Chapter.CLIENT, 1, DELAYED),
    Episode(delayed_sends.delayed_for_centuries, Chapter.CLIENT, 1, DELAYED),
    Episode(refused_sends.message_groups, Chapter.CLIENT, 3, JMS | {Ability.MESSAGE_GROUPS}),
    Episode(units_of_work.unit_of_work, Chapter.UNITS, 8, JMS | {Ability.TRANSACTIONS}),
    Episode(units_of_work.receiving_in_unit, Chapter.UNITS, 4, JMS | {Ability.TRANSACTIONS}),
    Episode(units_of_work.received_twice, Chapter.UNITS, 2, DELAYED | {Ability.TRANSACTIONS}),
    Episode(units_of_work.several_delays_in_a_unit_of_work, Chapter.UNITS, 5, JMS | {Ability.TRANSACTIONS}),
    Episode(units_of_work.empty_units, Chapter.UNITS, 1, JMS | {Ability.TRANSACTIONS}),
    Episode(header_mapping.preset_header_fields, Chapter.HEADERS, 4, JMS),
    Episode(header_mapping.long_lives, Chapter.HEADERS, 3, JMS),
    Episode(
        queue_defaults.default_persistence_and_priority,
        Chapter.HEADERS,
        4,
        JMS | {Ability.DESTINATION_PROPERTIES, Ability.QUEUE_DEFAULTS},
    ),
    Episode(
        queue_defaults.defaults_altered,
        Chapter.HEADERS,
        3,
        JMS | {Ability.DESTINATION_PROPERTIES, Ability.QUEUE_DEFAULTS},
    ),
    Episode(delivery_routes.message_on_every_route, Chapter.HEADERS, 9, DELAYED),
    Episode(
        delivery_routes.publication_with_every_field, Chapter.HEADERS, 3, TOPICS | {Ability.DELIVERY_DELAY}
    ),
    Episode(delayed_sends.many_staged, Chapter.QUEUES, 1, DELAYED),
    Episode(message_expiry.many_expired, Chapter.LIFE, 3, MQI),
    Episode(delayed_sends.priorities, Chapter.QUEUES, 4, JMS),
    Episode(delayed_sends.many_due_times, Chapter.QUEUES, 2, JMS),
    Episode(delayed_sends.many_due_at_once, Chapter.QUEUES, 1, DELAYED),
    Episode(delayed_sends.several_targets, Chapter.QUEUES, 2, JMS),
    Episode(report_messages.browse_not_confirmed, Chapter.QUEUES, 1, DELAYED | {Ability.REPORT_OPTIONS}),
    Episode(report_messages.confirmed_once, Chapter.QUEUES, 1, DELAYED | MQI | {Ability.REPORT_OPTIONS}),
    Episode(refused_sends.sender_authority, Chapter.CLIENT, 4, JMS | {Ability.AUTHORITY}),
    Episode(client_refusals.refused_in_any_way, Chapter.CLIENT, 10, DELAYED),
    Episode(units_of_work.rolled_back_behind_a_commit, Chapter.UNITS, 1, DELAYED | {Ability.TRANSACTIONS}),
    Episode(refused_sends.old_queue_manager, Chapter.CLIENT, 3, DELAYED | {Ability.OTHER_QUEUE_MANAGERS}),
    Episode(header_mapping.header_fields, Chapter.HEADERS, 9, JMS),
    Episode(header_mapping.request_and_reply, Chapter.HEADERS, 3, JMS | {Ability.APPLICATION_HEADERS}),
    Episode(message_expiry.mqi_life, Chapter.LIFE, 8, MQI),
    Episode(message_expiry.jms_life, Chapter.LIFE, 6, JMS),
    Episode(message_expiry.expired_backlog, Chapter.LIFE, 8, MQI),
    Episode(mqi_units_of_work.put_in_a_unit_of_work, Chapter.UNITS, 5, MQI),
    Episode(message_expiry.locked_by_a_browse, Chapter.LIFE, 4, MQI),
    Episode(message_expiry.browse_cursors, Chapter.LIFE, 4, MQI),
    Episode(message_expiry.last_tenth_under_the_cursor, Chapter.LIFE, 1, MQI),
    Episode(queue_depth.full_of_expired, Chapter.QUEUES, 5, MQI | {Ability.QUEUE_LIMITS}),
    Episode(triggering.depth_trigger, Chapter.QUEUES, 4, MQI | {Ability.TRIGGERING}),
    Episode(
        queues_disabled_for_gets.disabled_for_gets,
        Chapter.QUEUES,
        1,
        JMS | {Ability.PUT_INHIBIT, Ability.DEPTH},
    ),
    Episode(queue_depth.lowered_below_its_depth, Chapter.QUEUES, 2, JMS | {Ability.QUEUE_LIMITS}),
    Episode(triggering.triggered_by_a_delivery, Chapter.QUEUES, 2, DELAYED | {Ability.TRIGGERING}),
    Episode(
        triggering.triggered_and_expired_in_one_advance, Chapter.QUEUES, 1, DELAYED | {Ability.TRIGGERING}
    ),
    Episode(transmission_queues.time_on_a_transmission_queue, Chapter.TRANSMISSION, 5, CHANNELS),
    Episode(looks_at_any_queue.around_an_instant, Chapter.ANY, 8),
    Episode(looks_at_any_queue.any_look, Chapter.ANY, 8),
    Episode(looks_at_any_queue.depth_and_browse, Chapter.ANY, 4),
    Episode(looks_at_any_queue.pause, Chapter.ANY, 4),
)
