"""The episodes that cases are made of: what each needs, how often it is drawn, and what it is about.

A chapter is what a case may be about. Weights are relative; the sum over a chapter is its share of the
cases, larger where the chapter's rules take many circumstances to show (channels, z/OS, publications).
"""

from collections.abc import Callable
from enum import StrEnum
from typing import Final, NamedTuple

from mqtck.reference.vocabulary.abilities import Ability

from . import (
    again,
    any_get,
    by_itself,
    channels,
    client,
    clusters,
    corners,
    expiry,
    failure,
    few,
    habits,
    mapping,
    publish,
    refused,
    staging,
    telling,
    transmission,
    units,
    whole,
    zos,
)
from . import more_corners as more
from .draft import Draft, Steps

__all__ = ["EPISODES", "Chapter", "Episode"]


class Chapter(StrEnum):
    """What a case may be about. ANY belongs to every case."""

    ANY = "any"
    CLIENT = "client"
    UNITS = "units of work"
    HEADERS = "headers"
    LIFE = "life"
    QUEUES = "queues"
    FAILURE = "failure"
    STAGING = "staging"
    CHANNELS = "channels"
    TOPICS = "topics"
    CLUSTERS = "clusters"
    ZOS = "z/os"
    ENFORCEMENT = "enforcement"
    TRANSMISSION = "transmission"


class Episode(NamedTuple):
    """A subject: its generator of commands, its chapter, how often it is drawn, and what it needs.

    `without` is an ability in the place of which it is: who has that has better episodes of the same.
    """

    story: Callable[[Draft], Steps[None]]
    chapter: Chapter
    weight: int
    needs: frozenset[Ability] = frozenset()
    without: Ability | None = None

    @property
    def name(self) -> str:
        return self.story.__name__

    def is_for(self, abilities: frozenset[Ability]) -> bool:
        """Whether it is drawn for an adapter with these abilities."""
        return self.needs <= abilities and self.without not in abilities


_JMS: Final = frozenset({Ability.LOCAL_QUEUES, Ability.JMS})
_MQI: Final = frozenset({Ability.LOCAL_QUEUES, Ability.MQI})
_DELAYED: Final = _JMS | {Ability.DELIVERY_DELAY}
_RESTART: Final = _DELAYED | {Ability.RESTART}
_STAGING: Final = _DELAYED | {Ability.STAGING_QUEUE}
_CHANNELS: Final = _MQI | {Ability.REMOTE_QUEUES, Ability.OTHER_QUEUE_MANAGERS}
_TOPICS: Final = _JMS | {Ability.TOPICS}
_HEADERS: Final = _MQI | {Ability.TRANSMISSION_HEADERS}
_LONG_FORM: Final = _JMS | {Ability.MESSAGE_PRODUCER}
_ZOS: Final = _STAGING | {Ability.ZOS, Ability.OTHER_QUEUE_MANAGERS}
_CLUSTERS: Final = _JMS | {Ability.CLUSTERS, Ability.OTHER_QUEUE_MANAGERS}

EPISODES: Final = (
    Episode(again.filled_and_emptied, Chapter.QUEUES, 8, _MQI | {Ability.QUEUE_LIMITS}),
    Episode(again.limits_altered, Chapter.FAILURE, 6, _DELAYED | {Ability.QUEUE_LIMITS}),
    Episode(
        again.defined_anew,
        Chapter.FAILURE,
        5,
        _DELAYED
        | _MQI
        | {Ability.DELETE_QUEUE, Ability.DEAD_LETTER_QUEUE, Ability.PUT_INHIBIT, Ability.REPORT_OPTIONS},
    ),
    Episode(again.not_triggered, Chapter.QUEUES, 2, _DELAYED | {Ability.TRIGGERING, Ability.PUT_INHIBIT}),
    Episode(again.several_put_back, Chapter.LIFE, 4, _MQI),
    Episode(again.of_one_kind, Chapter.STAGING, 4, _DELAYED | {Ability.REPORT_OPTIONS}),
    Episode(again.published_again, Chapter.TOPICS, 4, _TOPICS | {Ability.DELIVERY_DELAY}),
    Episode(
        again.locked_where_it_lies,
        Chapter.STAGING,
        2,
        _STAGING | {Ability.MQI, Ability.PUT_INHIBIT, Ability.DEAD_LETTER_QUEUE},
    ),
    Episode(client.delayed, Chapter.CLIENT, 14, _DELAYED),
    Episode(client.undelayed, Chapter.CLIENT, 8, _JMS),
    Episode(client.life_below_delay, Chapter.CLIENT, 5, _DELAYED),
    Episode(client.life_below_delay_on_send, Chapter.CLIENT, 4, _LONG_FORM),
    Episode(client.life_equal_to_delay, Chapter.CLIENT, 4, _DELAYED),
    Episode(corners.life_of_an_earlier_send, Chapter.CLIENT, 1, _LONG_FORM),
    Episode(client.unlimited_life_with_delay, Chapter.CLIENT, 3, _DELAYED),
    Episode(habits.settings_kept, Chapter.CLIENT, 3, _DELAYED),
    Episode(habits.asked_anew, Chapter.CLIENT, 2, _DELAYED),
    Episode(
        habits.namesakes, Chapter.CLIENT, 1, _DELAYED | {Ability.OTHER_QUEUE_MANAGERS, Ability.STAGING_QUEUE}
    ),
    Episode(habits.in_some_years, Chapter.CLIENT, 1, _DELAYED),
    Episode(more.never_due, Chapter.CLIENT, 1, _DELAYED),
    Episode(client.groups, Chapter.CLIENT, 3, _JMS | {Ability.MESSAGE_GROUPS}),
    Episode(units.unit_of_work, Chapter.UNITS, 8, _JMS | {Ability.TRANSACTIONS}),
    Episode(units.receiving_in_unit, Chapter.UNITS, 4, _JMS | {Ability.TRANSACTIONS}),
    Episode(habits.received_twice, Chapter.UNITS, 2, _DELAYED | {Ability.TRANSACTIONS}),
    Episode(corners.unit_of_several, Chapter.UNITS, 5, _JMS | {Ability.TRANSACTIONS}),
    Episode(units.empty_units, Chapter.UNITS, 1, _JMS | {Ability.TRANSACTIONS}),
    Episode(client.headers, Chapter.HEADERS, 4, _JMS),
    Episode(client.long_lives, Chapter.HEADERS, 3, _JMS),
    Episode(
        client.queue_definition,
        Chapter.HEADERS,
        4,
        _JMS | {Ability.DESTINATION_PROPERTIES, Ability.QUEUE_DEFAULTS},
    ),
    Episode(
        corners.defined_otherwise,
        Chapter.HEADERS,
        3,
        _JMS | {Ability.DESTINATION_PROPERTIES, Ability.QUEUE_DEFAULTS},
    ),
    Episode(whole.whole_on_its_way, Chapter.HEADERS, 9, _DELAYED),
    Episode(whole.whole_publication, Chapter.HEADERS, 3, _TOPICS | {Ability.DELIVERY_DELAY}),
    Episode(whole.many_at_once, Chapter.QUEUES, 1, _DELAYED),
    Episode(whole.many_over, Chapter.LIFE, 3, _MQI),
    Episode(client.priorities, Chapter.QUEUES, 4, _JMS),
    Episode(client.crowd, Chapter.QUEUES, 2, _JMS),
    Episode(habits.swept_together, Chapter.QUEUES, 1, _DELAYED),
    Episode(client.several_targets, Chapter.QUEUES, 2, _JMS),
    Episode(telling.browsed_alone, Chapter.QUEUES, 1, _DELAYED | {Ability.REPORT_OPTIONS}),
    Episode(telling.confirmed_once, Chapter.QUEUES, 1, _DELAYED | _MQI | {Ability.REPORT_OPTIONS}),
    Episode(failure.authority, Chapter.CLIENT, 4, _JMS | {Ability.AUTHORITY}),
    Episode(refused.refused_in_any_way, Chapter.CLIENT, 10, _DELAYED),
    Episode(whole.rolled_back_behind_a_commit, Chapter.UNITS, 1, _DELAYED | {Ability.TRANSACTIONS}),
    Episode(client.old_queue_manager, Chapter.CLIENT, 3, _DELAYED | {Ability.OTHER_QUEUE_MANAGERS}),
    Episode(mapping.header_fields, Chapter.HEADERS, 9, _JMS),
    Episode(mapping.request_and_reply, Chapter.HEADERS, 3, _JMS | {Ability.APPLICATION_HEADERS}),
    Episode(expiry.mqi_life, Chapter.LIFE, 8, _MQI),
    Episode(expiry.jms_life, Chapter.LIFE, 6, _JMS),
    Episode(expiry.expired_backlog, Chapter.LIFE, 8, _MQI),
    Episode(expiry.put_in_unit, Chapter.UNITS, 5, _MQI),
    Episode(expiry.locked, Chapter.LIFE, 4, _MQI),
    Episode(expiry.browsing, Chapter.LIFE, 4, _MQI),
    Episode(more.last_tenth_under_the_cursor, Chapter.LIFE, 1, _MQI),
    Episode(expiry.full_of_expired, Chapter.QUEUES, 5, _MQI | {Ability.QUEUE_LIMITS}),
    Episode(expiry.depth_trigger, Chapter.QUEUES, 4, _MQI | {Ability.TRIGGERING}),
    Episode(corners.disabled_for_gets, Chapter.QUEUES, 1, _JMS | {Ability.PUT_INHIBIT, Ability.DEPTH}),
    Episode(corners.lowered_below_its_depth, Chapter.QUEUES, 2, _JMS | {Ability.QUEUE_LIMITS}),
    Episode(corners.triggered_by_a_delivery, Chapter.QUEUES, 2, _DELAYED | {Ability.TRIGGERING}),
    Episode(habits.over_in_one_step, Chapter.QUEUES, 1, _DELAYED | {Ability.TRIGGERING}),
    Episode(expiry.channel, Chapter.TRANSMISSION, 5, _CHANNELS),
    Episode(expiry.around_an_instant, Chapter.ANY, 8),
    Episode(expiry.any_look, Chapter.ANY, 8),
    Episode(expiry.inventory, Chapter.ANY, 4),
    Episode(expiry.pause, Chapter.ANY, 4),
    Episode(failure.failed_target, Chapter.FAILURE, 8, _DELAYED),
    Episode(failure.failure_table, Chapter.FAILURE, 6, _DELAYED),
    Episode(
        failure.report_nowhere,
        Chapter.FAILURE,
        3,
        _DELAYED | {Ability.REPORT_OPTIONS, Ability.QUEUE_LIMITS, Ability.DEAD_LETTER_QUEUE},
    ),
    Episode(failure.refused_by_target, Chapter.FAILURE, 5, _DELAYED),
    Episode(failure.full_target, Chapter.FAILURE, 5, _DELAYED | {Ability.QUEUE_LIMITS}),
    Episode(
        corners.failing_elsewhere,
        Chapter.FAILURE,
        2,
        _DELAYED | {Ability.OTHER_QUEUE_MANAGERS, Ability.DEAD_LETTER_QUEUE, Ability.PUT_INHIBIT},
    ),
    Episode(
        corners.dead_letter_with_an_end,
        Chapter.FAILURE,
        2,
        _DELAYED | {Ability.REPORT_OPTIONS, Ability.DEAD_LETTER_QUEUE, Ability.PUT_INHIBIT},
    ),
    Episode(
        habits.dead_lettered_anew,
        Chapter.FAILURE,
        1,
        _DELAYED | {Ability.DEAD_LETTER_QUEUE, Ability.PUT_INHIBIT},
    ),
    Episode(
        telling.reported_from_the_staging_queue,
        Chapter.FAILURE,
        2,
        _STAGING | {Ability.REPORT_OPTIONS, Ability.PUT_INHIBIT, Ability.DEAD_LETTER_QUEUE},
    ),
    Episode(staging.staging_limits, Chapter.STAGING, 4, _STAGING | {Ability.QUEUE_LIMITS}),
    Episode(staging.recall, Chapter.STAGING, 6, _STAGING | {Ability.MQI}),
    Episode(
        staging.recalled_too_late,
        Chapter.STAGING,
        2,
        _STAGING | {Ability.MQI, Ability.PUT_INHIBIT, Ability.DEAD_LETTER_QUEUE},
    ),
    Episode(staging.retargeted_alias, Chapter.STAGING, 5, _DELAYED | {Ability.ALIAS_QUEUES}),
    Episode(
        staging.queue_becomes_alias,
        Chapter.STAGING,
        2,
        _DELAYED | {Ability.ALIAS_QUEUES, Ability.DELETE_QUEUE},
    ),
    Episode(corners.allowed_no_more, Chapter.STAGING, 2, _RESTART | {Ability.AUTHORITY}),
    Episode(corners.alias_of_nothing, Chapter.STAGING, 1, _DELAYED | {Ability.ALIAS_QUEUES}),
    Episode(staging.restart, Chapter.STAGING, 4, _RESTART),
    Episode(
        staging.tried_again_after_a_restart,
        Chapter.STAGING,
        2,
        _RESTART | {Ability.PUT_INHIBIT, Ability.DEAD_LETTER_QUEUE},
    ),
    Episode(staging.processor_failure, Chapter.STAGING, 3, _DELAYED | {Ability.PROCESSOR_FAULTS}),
    Episode(more.recalled_otherwise, Chapter.STAGING, 3, _STAGING | {Ability.MQI}),
    Episode(habits.recalled_over_its_due_time, Chapter.STAGING, 2, _STAGING | {Ability.MQI}),
    Episode(more.recalled_at_the_end, Chapter.STAGING, 2, _STAGING | {Ability.MQI, Ability.RESTART}),
    Episode(more.session_closed, Chapter.STAGING, 2, _DELAYED),
    Episode(
        more.partner_restarted,
        Chapter.STAGING,
        2,
        _RESTART | {Ability.REMOTE_QUEUES, Ability.OTHER_QUEUE_MANAGERS},
    ),
    Episode(channels.undelivered_at_sender, Chapter.CHANNELS, 12, channels.NEEDS),
    Episode(channels.undelivered_at_receiver, Chapter.CHANNELS, 12, channels.NEEDS),
    Episode(channels.undelivered_once, Chapter.CHANNELS, 22, channels.NEEDS),
    Episode(channels.kept_in_retry, Chapter.CHANNELS, 3, channels.NEEDS),
    Episode(telling.over_in_retry, Chapter.CHANNELS, 2, channels.NEEDS | {Ability.REPORT_OPTIONS}),
    Episode(telling.bad_header_alone, Chapter.CHANNELS, 2, channels.NEEDS | {Ability.TRANSMISSION_HEADERS}),
    Episode(channels.room_for_one, Chapter.CHANNELS, 3, channels.NEEDS),
    Episode(channels.another_dead_letter_queue, Chapter.CHANNELS, 8, channels.NEEDS),
    Episode(
        failure.dead_letters, Chapter.FAILURE, 3, frozenset({Ability.LOCAL_QUEUES, Ability.DEAD_LETTER_QUEUE})
    ),
    Episode(failure.passing_inhibition, Chapter.FAILURE, 3, _DELAYED),
    Episode(
        more.reported_elsewhere, Chapter.FAILURE, 4, _DELAYED | {Ability.REPORT_OPTIONS, Ability.PUT_INHIBIT}
    ),
    Episode(
        more.short_dead_letter_queue,
        Chapter.FAILURE,
        2,
        _DELAYED | {Ability.DEAD_LETTER_QUEUE, Ability.PUT_INHIBIT, Ability.QUEUE_LIMITS},
    ),
    Episode(
        more.defined_by_then,
        Chapter.FAILURE,
        3,
        _DELAYED | {Ability.DESTINATION_PROPERTIES, Ability.QUEUE_DEFAULTS},
    ),
    Episode(publish.publishing, Chapter.TOPICS, 10, _TOPICS),
    Episode(publish.undeliverable, Chapter.TOPICS, 12, _TOPICS),
    Episode(
        publish.nowhere_to_go,
        Chapter.TOPICS,
        3,
        _TOPICS | {Ability.SUBSCRIBER_QUEUES, Ability.DEAD_LETTER_QUEUE, Ability.PUT_INHIBIT},
    ),
    Episode(publish.nobody_left, Chapter.TOPICS, 2, _TOPICS | {Ability.REPORT_OPTIONS}),
    Episode(publish.expiring_copies, Chapter.TOPICS, 2, _TOPICS),
    Episode(publish.conflicting, Chapter.TOPICS, 2, _TOPICS),
    Episode(publish.over_a_restart, Chapter.TOPICS, 3, _TOPICS | {Ability.RESTART}),
    Episode(habits.subscribers_side_by_side, Chapter.TOPICS, 2, _TOPICS | {Ability.DELIVERY_DELAY}),
    Episode(corners.nobody_subscribed, Chapter.TOPICS, 2, _TOPICS),
    Episode(corners.one_queue_for_two, Chapter.TOPICS, 4, _TOPICS | {Ability.SUBSCRIBER_QUEUES}),
    Episode(corners.topic_altered, Chapter.TOPICS, 2, _TOPICS | {Ability.TOPIC_DELIVERY}),
    Episode(publish.topic_attributes, Chapter.TOPICS, 7, _TOPICS | {Ability.TOPIC_DELIVERY}),
    Episode(publish.retained_publications, Chapter.TOPICS, 3, _TOPICS | {Ability.RETAINED_PUBLICATIONS}),
    Episode(
        publish.hierarchy,
        Chapter.TOPICS,
        5,
        _TOPICS | {Ability.DELIVERY_DELAY, Ability.HIERARCHIES, Ability.OTHER_QUEUE_MANAGERS},
    ),
    Episode(
        telling.distributed_elsewhere,
        Chapter.TOPICS,
        4,
        _TOPICS | {Ability.DELIVERY_DELAY, Ability.HIERARCHIES, Ability.OTHER_QUEUE_MANAGERS},
    ),
    Episode(
        telling.subscribed_before_the_commit,
        Chapter.TOPICS,
        2,
        _TOPICS | {Ability.DELIVERY_DELAY, Ability.TRANSACTIONS},
    ),
    Episode(
        telling.refused_in_a_unit, Chapter.TOPICS, 2, _TOPICS | {Ability.DELIVERY_DELAY, Ability.TRANSACTIONS}
    ),
    Episode(
        telling.persistence_of_the_topic,
        Chapter.TOPICS,
        2,
        _TOPICS | {Ability.DELIVERY_DELAY, Ability.TOPIC_DELIVERY, Ability.DESTINATION_PROPERTIES},
    ),
    Episode(
        telling.disposed_of_as_asked,
        Chapter.TOPICS,
        2,
        _TOPICS
        | {Ability.DELIVERY_DELAY, Ability.SUBSCRIBER_QUEUES, Ability.PUT_INHIBIT}
        | {Ability.DEAD_LETTER_QUEUE, Ability.REPORT_OPTIONS},
    ),
    Episode(clusters.clustered_destination, Chapter.CLUSTERS, 8, _CLUSTERS),
    Episode(clusters.unclustered_with_binding, Chapter.CLUSTERS, 2, _JMS | {Ability.DEFAULT_BINDING}),
    Episode(zos.processor, Chapter.ZOS, 5, _ZOS),
    Episode(zos.stopped_once, Chapter.ZOS, 5, _ZOS | {Ability.PUT_INHIBIT}),
    Episode(zos.restarted_in_time, Chapter.ZOS, 2, _ZOS | {Ability.RESTART}),
    Episode(zos.missing_staging_queue, Chapter.ZOS, 4, _ZOS),
    Episode(zos.recall_there, Chapter.ZOS, 2, _ZOS | {Ability.MQI}),
    Episode(zos.sample, Chapter.ZOS, 1, _ZOS),
    Episode(zos.shared, Chapter.ZOS, 10, _ZOS | {Ability.SHARED_QUEUES}),
    Episode(zos.over_on_a_shared_queue, Chapter.ZOS, 2, _ZOS | _MQI | {Ability.SHARED_QUEUES}),
    Episode(zos.operation_mode, Chapter.ZOS, 3, _ZOS),
    Episode(zos.migration_back, Chapter.ZOS, 3, _ZOS),
    Episode(transmission.extreme_lives, Chapter.ENFORCEMENT, 16, _MQI | {Ability.ENFORCEMENT}),
    Episode(
        transmission.invalid_in_header,
        Chapter.ENFORCEMENT,
        5,
        _HEADERS | {Ability.REMOTE_QUEUES, Ability.ENFORCEMENT},
    ),
    Episode(
        transmission.enforced_elsewhere,
        Chapter.ENFORCEMENT,
        3,
        _MQI | {Ability.ENFORCEMENT, Ability.OTHER_QUEUE_MANAGERS},
    ),
    Episode(transmission.two_expiry_fields, Chapter.TRANSMISSION, 5, _HEADERS),
    Episode(transmission.header_cut_off, Chapter.TRANSMISSION, 3, _HEADERS | {Ability.REMOTE_QUEUES}),
    Episode(
        transmission.put_to_transmission_queue, Chapter.TRANSMISSION, 6, _HEADERS | {Ability.REMOTE_QUEUES}
    ),
    Episode(transmission.sent_by_header, Chapter.TRANSMISSION, 2, _HEADERS | _CHANNELS),
    Episode(transmission.delayed_to_remote, Chapter.TRANSMISSION, 3, _JMS | _CHANNELS),
    Episode(transmission.ims_requests, Chapter.TRANSMISSION, 3, _MQI | {Ability.IMS_BRIDGE}),
    Episode(
        by_itself.expired_fill_the_staging_queue,
        Chapter.STAGING,
        2,
        _STAGING
        | {Ability.OTHER_QUEUE_MANAGERS, Ability.QUEUE_LIMITS, Ability.PUT_INHIBIT, Ability.DEPTH}
        | {Ability.DEAD_LETTER_QUEUE},
    ),
    Episode(
        by_itself.expired_fill_the_target, Chapter.QUEUES, 1, _DELAYED | {Ability.QUEUE_LIMITS, Ability.DEPTH}
    ),
    Episode(
        by_itself.copy_recalled,
        Chapter.TOPICS,
        1,
        _TOPICS | _STAGING | {Ability.OTHER_QUEUE_MANAGERS, Ability.SUBSCRIBER_QUEUES, Ability.MQI},
    ),
    Episode(by_itself.committed_on_its_way, Chapter.UNITS, 2, _CHANNELS),
    Episode(
        by_itself.asked_for_by_correlation_id, Chapter.LIFE, 1, _JMS | _MQI | {Ability.APPLICATION_HEADERS}
    ),
    Episode(by_itself.long_life_delayed, Chapter.CLIENT, 1, _DELAYED),
    Episode(
        by_itself.kept_side_by_side,
        Chapter.FAILURE,
        1,
        _DELAYED | {Ability.PUT_INHIBIT, Ability.DEAD_LETTER_QUEUE},
    ),
    Episode(
        by_itself.nobody_to_tell,
        Chapter.TOPICS,
        1,
        _TOPICS
        | {Ability.DELIVERY_DELAY, Ability.REPORT_OPTIONS, Ability.PUT_INHIBIT, Ability.DEAD_LETTER_QUEUE},
    ),
    Episode(
        by_itself.topic_below_another,
        Chapter.TOPICS,
        1,
        _TOPICS | {Ability.DELIVERY_DELAY, Ability.TOPIC_DELIVERY},
    ),
    Episode(
        by_itself.persistent_by_its_destination,
        Chapter.STAGING,
        1,
        _RESTART | {Ability.DESTINATION_PROPERTIES},
    ),
    Episode(
        by_itself.published_over_a_restart,
        Chapter.TOPICS,
        1,
        _TOPICS | _RESTART | {Ability.SUBSCRIBER_QUEUES},
    ),
    Episode(any_get.got_in_any_way, Chapter.LIFE, 16, _MQI),
    Episode(
        any_get.kept_and_got,
        Chapter.FAILURE,
        5,
        _STAGING | _MQI | {Ability.PUT_INHIBIT, Ability.DEAD_LETTER_QUEUE},
    ),
    Episode(any_get.received_in_any_way, Chapter.TOPICS, 6, _TOPICS),
    Episode(few.client_backlog, Chapter.LIFE, 8, _JMS, Ability.MQI),
    Episode(few.over_before_its_commit, Chapter.UNITS, 4, _JMS | {Ability.TRANSACTIONS}, Ability.MQI),
    Episode(few.full_of_what_is_over, Chapter.QUEUES, 4, _JMS | {Ability.QUEUE_LIMITS}, Ability.MQI),
    Episode(few.own_backlog, Chapter.UNITS, 3, _MQI, Ability.BROWSE),
    Episode(
        few.taken_while_disabled_for_gets, Chapter.QUEUES, 2, _DELAYED | {Ability.PUT_INHIBIT}, Ability.DEPTH
    ),
    Episode(
        few.dead_letter_and_its_end,
        Chapter.FAILURE,
        4,
        _DELAYED | {Ability.DEAD_LETTER_QUEUE, Ability.PUT_INHIBIT},
        Ability.BROWSE,
    ),
)
