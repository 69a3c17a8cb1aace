"""The episodes of topics and subscribers that cases are made of; how: `episodes`."""

from typing import Final

from mqtck.reference.vocabulary.abilities import Ability

from . import again, any_get, by_itself, corners, habits, meanwhile, publish, sharing, telling
from .chapters import RESTART, STAGING, TOPICS, Chapter, Episode

ABOUT_TOPICS: Final = (
    Episode(again.published_again, Chapter.TOPICS, 4, TOPICS | {Ability.DELIVERY_DELAY}),
    Episode(publish.publishing, Chapter.TOPICS, 10, TOPICS),
    Episode(publish.undeliverable, Chapter.TOPICS, 12, TOPICS),
    Episode(
        publish.nowhere_to_go,
        Chapter.TOPICS,
        3,
        TOPICS | {Ability.SUBSCRIBER_QUEUES, Ability.DEAD_LETTER_QUEUE, Ability.PUT_INHIBIT},
    ),
    Episode(publish.nobody_left, Chapter.TOPICS, 2, TOPICS | {Ability.REPORT_OPTIONS}),
    Episode(publish.expiring_copies, Chapter.TOPICS, 2, TOPICS),
    Episode(publish.conflicting, Chapter.TOPICS, 2, TOPICS),
    Episode(publish.over_a_restart, Chapter.TOPICS, 3, TOPICS | {Ability.RESTART}),
    Episode(habits.subscribers_side_by_side, Chapter.TOPICS, 2, TOPICS | {Ability.DELIVERY_DELAY}),
    Episode(corners.nobody_subscribed, Chapter.TOPICS, 2, TOPICS),
    Episode(corners.one_queue_for_two, Chapter.TOPICS, 4, TOPICS | {Ability.SUBSCRIBER_QUEUES}),
    Episode(corners.topic_altered, Chapter.TOPICS, 2, TOPICS | {Ability.TOPIC_DELIVERY}),
    Episode(publish.topic_attributes, Chapter.TOPICS, 7, TOPICS | {Ability.TOPIC_DELIVERY}),
    Episode(publish.retained_publications, Chapter.TOPICS, 3, TOPICS | {Ability.RETAINED_PUBLICATIONS}),
    Episode(
        publish.hierarchy,
        Chapter.TOPICS,
        5,
        TOPICS | {Ability.DELIVERY_DELAY, Ability.HIERARCHIES, Ability.OTHER_QUEUE_MANAGERS},
    ),
    Episode(
        telling.distributed_elsewhere,
        Chapter.TOPICS,
        4,
        TOPICS | {Ability.DELIVERY_DELAY, Ability.HIERARCHIES, Ability.OTHER_QUEUE_MANAGERS},
    ),
    Episode(
        telling.subscribed_before_the_commit,
        Chapter.TOPICS,
        2,
        TOPICS | {Ability.DELIVERY_DELAY, Ability.TRANSACTIONS},
    ),
    Episode(
        telling.refused_in_a_unit, Chapter.TOPICS, 2, TOPICS | {Ability.DELIVERY_DELAY, Ability.TRANSACTIONS}
    ),
    Episode(
        telling.persistence_of_the_topic,
        Chapter.TOPICS,
        2,
        TOPICS | {Ability.DELIVERY_DELAY, Ability.TOPIC_DELIVERY, Ability.DESTINATION_PROPERTIES},
    ),
    Episode(
        telling.disposed_of_as_asked,
        Chapter.TOPICS,
        2,
        TOPICS
        | {Ability.DELIVERY_DELAY, Ability.SUBSCRIBER_QUEUES, Ability.PUT_INHIBIT}
        | {Ability.DEAD_LETTER_QUEUE, Ability.REPORT_OPTIONS},
    ),
    Episode(
        by_itself.copy_recalled,
        Chapter.TOPICS,
        1,
        TOPICS | STAGING | {Ability.OTHER_QUEUE_MANAGERS, Ability.SUBSCRIBER_QUEUES, Ability.MQI},
    ),
    Episode(
        by_itself.nobody_to_tell,
        Chapter.TOPICS,
        1,
        TOPICS
        | {Ability.DELIVERY_DELAY, Ability.REPORT_OPTIONS, Ability.PUT_INHIBIT, Ability.DEAD_LETTER_QUEUE},
    ),
    Episode(
        by_itself.topic_below_another,
        Chapter.TOPICS,
        1,
        TOPICS | {Ability.DELIVERY_DELAY, Ability.TOPIC_DELIVERY},
    ),
    Episode(
        by_itself.published_over_a_restart,
        Chapter.TOPICS,
        1,
        TOPICS | RESTART | {Ability.SUBSCRIBER_QUEUES},
    ),
    Episode(meanwhile.published_to_several, Chapter.TOPICS, 4, TOPICS | {Ability.DESTINATION_PROPERTIES}),
    Episode(meanwhile.others_gone, Chapter.TOPICS, 7, TOPICS | {Ability.DELIVERY_DELAY}),
    Episode(any_get.received_in_any_way, Chapter.TOPICS, 6, TOPICS),
    Episode(sharing.one_session_for_several, Chapter.TOPICS, 4, TOPICS | {Ability.TRANSACTIONS}),
    Episode(
        sharing.resumed_in_another_session,
        Chapter.TOPICS,
        3,
        TOPICS | {Ability.DELIVERY_DELAY, Ability.DURABLE_SUBSCRIPTIONS},
    ),
)
