"""Episodes of PMSGDLV and NPMSGDLV: what a topic asks for, altered, inherited, and by which persistence.

Left out: other attributes of topics.
"""

from typing import Final

from mqtck.conformance.cases.draft import Draft, Steps, passing, undisturbed, until
from mqtck.conformance.cases.vocabulary.calls import end_unit
from mqtck.conformance.cases.vocabulary.looks import quiet_look
from mqtck.conformance.cases.vocabulary.publish_subscribe import (
    OVERRIDING_PERSISTENCES,
    Audience,
    new_publisher,
    new_topic,
    publication,
    publish,
    receive_all,
    receive_of,
    subscribe,
)
from mqtck.conformance.execution.profiles import STAGING_ATTRIBUTES
from mqtck.reference.vocabulary.abilities import Ability
from mqtck.reference.vocabulary.commands import (
    DefineLocalQueue,
    DefineQueueManager,
    Send,
    SetDeliveryDelay,
    SetDeliveryMode,
)
from mqtck.reference.vocabulary.constants import (
    DEFAULT_QUEUE_MANAGER,
    STAGING_QUEUE,
    DeliveryMode,
    DestinationPersistence,
)
from mqtck.reference.vocabulary.messages import OutgoingMessage
from mqtck.reference.vocabulary.profile import Platform
from mqtck.reference.vocabulary.publications import AlterTopic, DefineTopic, MessageDelivery

_ALL: Final = MessageDelivery.ALL_AVAILABLE
_OTHERS: Final = (MessageDelivery.ALL, MessageDelivery.ALL_DURABLE, MessageDelivery.AS_PARENT)
_TO_ALL: Final = (MessageDelivery.ALL, MessageDelivery.ALL_DURABLE)
_VALUES: Final = (MessageDelivery.ALL_AVAILABLE, MessageDelivery.ALL, MessageDelivery.ALL_DURABLE)


def topic_attributes(draft: Draft) -> Steps[None]:
    """PMSGDLV and NPMSGDLV of all values, with and without a delay (DD-120 to DD-122, DD-124, X-30)."""
    draws = draft.draws
    manager = DEFAULT_QUEUE_MANAGER
    if draft.can(Ability.OTHER_QUEUE_MANAGERS) and draws.chance(20):
        manager = draft.name("QMR")
        yield DefineQueueManager(manager)
        if draft.profile.platform is Platform.ZOS:
            yield DefineLocalQueue(STAGING_QUEUE, STAGING_ATTRIBUTES, manager)
    allowed = (draws.one_of((_ALL, *_OTHERS)), draws.one_of((_ALL, *_OTHERS)))
    topic = yield from new_topic(draft, *allowed, manager)
    audience = Audience(topic, [(yield from subscribe(draft, topic, manager))], [])
    properties = draft.can(Ability.DESTINATION_PROPERTIES)
    override = draws.one_of(OVERRIDING_PERSISTENCES) if properties else DestinationPersistence.AS_APPLICATION
    publisher = yield from new_publisher(draft, topic, override, manager)
    if draws.chance(50):
        altered = draws.one_of((_ALL, *_OTHERS))
        yield AlterTopic(topic, persistent_delivery=altered, queue_manager=manager)
    delay = 0 if draws.chance(35) else draft.delay()
    yield from publish(draft, publisher, publication(draft), delay, draft.life_beyond(delay))
    yield from quiet_look(draft, STAGING_QUEUE)
    yield from until(draft, draft.now + delay + 1)
    yield from receive_all(draft, audience)


def topic_altered(draft: Draft) -> Steps[None]:
    """What a topic allows is asked with each publication (DD-120 to DD-122)."""
    draws = draft.draws
    values = (MessageDelivery.ALL_AVAILABLE, MessageDelivery.ALL, MessageDelivery.ALL_DURABLE)
    topic = yield from new_topic(draft)
    audience = Audience(topic, [(yield from subscribe(draft, topic))], [])
    publisher = yield from new_publisher(draft, topic)
    delay = draft.delay()
    for _ in range(2):
        yield from publish(draft, publisher, draft.message(0), delay, 0)
        value = draws.one_of(values)
        yield AlterTopic(topic, persistent_delivery=value, non_persistent_delivery=value)
    yield from publish(draft, publisher, draft.message(0), delay, 0)
    yield from until(draft, draft.now + delay + 1)
    yield from receive_all(draft, audience)


@undisturbed
def persistence_of_the_topic(draft: Draft) -> Steps[None]:
    """The destination decides otherwise than the send which attribute of the topic counts (X-30, DD-122)."""
    draws = draft.draws
    persistent = draws.chance(50)
    value = draws.one_of(_TO_ALL)
    topic = yield from new_topic(draft, *((value, _ALL) if persistent else (_ALL, value)))
    listener = yield from subscribe(draft, topic)
    override = DestinationPersistence.PERSISTENT if persistent else DestinationPersistence.NON_PERSISTENT
    publisher = yield from new_publisher(draft, topic, override)
    mode = DeliveryMode.NON_PERSISTENT if persistent else DeliveryMode.PERSISTENT
    delay = draft.delay()
    message = OutgoingMessage(draft.name("m"))
    draft.post(message.label, draft.target(), delay, 0)
    yield (
        SetDeliveryMode(publisher.name, mode),
        SetDeliveryDelay(publisher.name, delay),
        Send(publisher.name, message, topic=publisher.topic),
    )
    if publisher.unit is not None:
        yield end_unit(draft, publisher.unit, 85)
    yield from until(draft, draft.now + delay + 1)
    yield from receive_of(draft, listener)


@undisturbed
def topic_below_another(draft: Draft) -> Steps[None]:
    """What a topic itself says counts, whatever the one above it says (DD-120 to DD-122)."""
    draws = draft.draws
    above = draft.name("T")
    # A name that only begins like another one is below nothing.
    topic = f"{above}{draws.one_of(('/L', '/L', 'L'))}"
    for name in (above, topic):
        value = draws.one_of(_VALUES)
        other = value if draws.chance(70) else draws.one_of(_VALUES)
        yield DefineTopic(name, name, value, other)
    listener = yield from subscribe(draft, topic)
    publisher = yield from new_publisher(draft, topic)
    delay = draft.delay()
    yield from publish(draft, publisher, OutgoingMessage(draft.name("m")), delay, 0)
    yield from quiet_look(draft, STAGING_QUEUE)
    yield from passing(draft, delay + 1)
    yield from receive_of(draft, listener)
