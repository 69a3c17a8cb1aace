"""Episodes of publish/subscribe: topics, publications and subscriptions.

Left out: the header fields of publications, which are a matter of their chapter (`applications`).
"""

from typing import Final

from mqtck.conformance.cases.chapters import RESTART, STAGING, TOPICS, Chapter, Episode
from mqtck.conformance.cases.episodes import (
    delayed_publications,
    gets_of_expired_messages,
    refused_publications,
    subscriptions,
    topic_attributes,
    undeliverable_publications,
)
from mqtck.reference.vocabulary.abilities import Ability

ABOUT_TOPICS: Final = (
    Episode(delayed_publications.published_again, Chapter.TOPICS, 4, TOPICS | {Ability.DELIVERY_DELAY}),
    Episode(delayed_publications.subscribers_come_and_go, Chapter.TOPICS, 10, TOPICS),
    Episode(undeliverable_publications.undeliverable_copies, Chapter.TOPICS, 12, TOPICS),
    Episode(
        undeliverable_publications.copies_that_nothing_takes,
        Chapter.TOPICS,
        3,
        TOPICS | {Ability.SUBSCRIBER_QUEUES, Ability.DEAD_LETTER_QUEUE, Ability.PUT_INHIBIT},
    ),
    Episode(
        undeliverable_publications.all_subscribers_gone, Chapter.TOPICS, 2, TOPICS | {Ability.REPORT_OPTIONS}
    ),
    Episode(delayed_publications.expiring_copies, Chapter.TOPICS, 2, TOPICS),
    Episode(refused_publications.publication_with_a_conflicting_life, Chapter.TOPICS, 2, TOPICS),
    Episode(delayed_publications.publications_over_a_restart, Chapter.TOPICS, 3, TOPICS | {Ability.RESTART}),
    Episode(subscriptions.subscribers_side_by_side, Chapter.TOPICS, 2, TOPICS | {Ability.DELIVERY_DELAY}),
    Episode(refused_publications.published_to_nobody, Chapter.TOPICS, 2, TOPICS),
    Episode(subscriptions.one_queue_for_two, Chapter.TOPICS, 4, TOPICS | {Ability.SUBSCRIBER_QUEUES}),
    Episode(topic_attributes.topic_altered, Chapter.TOPICS, 2, TOPICS | {Ability.TOPIC_DELIVERY}),
    Episode(topic_attributes.topic_attributes, Chapter.TOPICS, 7, TOPICS | {Ability.TOPIC_DELIVERY}),
    Episode(
        refused_publications.retained_publications,
        Chapter.TOPICS,
        3,
        TOPICS | {Ability.RETAINED_PUBLICATIONS},
    ),
    Episode(
        delayed_publications.publications_in_a_hierarchy,
        Chapter.TOPICS,
        5,
        TOPICS | {Ability.DELIVERY_DELAY, Ability.HIERARCHIES, Ability.OTHER_QUEUE_MANAGERS},
    ),
    Episode(
        delayed_publications.distributed_by_another_queue_manager,
        Chapter.TOPICS,
        4,
        TOPICS | {Ability.DELIVERY_DELAY, Ability.HIERARCHIES, Ability.OTHER_QUEUE_MANAGERS},
    ),
    Episode(
        subscriptions.subscribed_before_the_commit,
        Chapter.TOPICS,
        2,
        TOPICS | {Ability.DELIVERY_DELAY, Ability.TRANSACTIONS},
    ),
    Episode(
        refused_publications.publication_refused_in_a_unit_of_work,
        Chapter.TOPICS,
        2,
        TOPICS | {Ability.DELIVERY_DELAY, Ability.TRANSACTIONS},
    ),
    Episode(
        topic_attributes.persistence_of_the_topic,
        Chapter.TOPICS,
        2,
        TOPICS | {Ability.DELIVERY_DELAY, Ability.TOPIC_DELIVERY, Ability.DESTINATION_PROPERTIES},
    ),
    Episode(
        undeliverable_publications.copies_disposed_of_as_asked,
        Chapter.TOPICS,
        2,
        TOPICS
        | {Ability.DELIVERY_DELAY, Ability.SUBSCRIBER_QUEUES, Ability.PUT_INHIBIT}
        | {Ability.DEAD_LETTER_QUEUE, Ability.REPORT_OPTIONS},
    ),
    Episode(
        delayed_publications.copy_recalled,
        Chapter.TOPICS,
        1,
        TOPICS | STAGING | {Ability.OTHER_QUEUE_MANAGERS, Ability.SUBSCRIBER_QUEUES, Ability.MQI},
    ),
    Episode(
        undeliverable_publications.all_subscribers_gone_and_no_report,
        Chapter.TOPICS,
        1,
        TOPICS
        | {Ability.DELIVERY_DELAY, Ability.REPORT_OPTIONS, Ability.PUT_INHIBIT, Ability.DEAD_LETTER_QUEUE},
    ),
    Episode(
        topic_attributes.topic_below_another,
        Chapter.TOPICS,
        1,
        TOPICS | {Ability.DELIVERY_DELAY, Ability.TOPIC_DELIVERY},
    ),
    Episode(
        delayed_publications.publication_life_over_a_restart,
        Chapter.TOPICS,
        1,
        TOPICS | RESTART | {Ability.SUBSCRIBER_QUEUES},
    ),
    Episode(
        delayed_publications.published_to_several_destinations,
        Chapter.TOPICS,
        4,
        TOPICS | {Ability.DESTINATION_PROPERTIES},
    ),
    Episode(subscriptions.other_subscribers_gone, Chapter.TOPICS, 7, TOPICS | {Ability.DELIVERY_DELAY}),
    Episode(gets_of_expired_messages.publications_received_in_any_way, Chapter.TOPICS, 6, TOPICS),
    Episode(subscriptions.one_session_for_several, Chapter.TOPICS, 4, TOPICS | {Ability.TRANSACTIONS}),
    Episode(
        subscriptions.resumed_in_another_session,
        Chapter.TOPICS,
        3,
        TOPICS | {Ability.DELIVERY_DELAY, Ability.DURABLE_SUBSCRIPTIONS},
    ),
)
