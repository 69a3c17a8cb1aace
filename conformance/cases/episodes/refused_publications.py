"""Episodes of publications that may not be delayed: conflicting lives, retained ones, units of work.

Left out: each reason in each of the ways to send (`client_refusals`).
"""

from typing import Final, NamedTuple

from mqtck.conformance.cases.draft import Draft, Steps, Unit, UnitKind, producer_api, undisturbed, until
from mqtck.conformance.cases.vocabulary.calls import arguments, end_unit
from mqtck.conformance.cases.vocabulary.looks import quiet_look
from mqtck.conformance.cases.vocabulary.publish_subscribe import (
    Audience,
    arrive,
    new_audience,
    new_publisher,
    new_topic,
    publish,
    receive_all,
    receive_of,
    subscribe,
    transacted_publisher,
    wait_and_look,
)
from mqtck.reference.vocabulary.abilities import Ability
from mqtck.reference.vocabulary.commands import (
    Command,
    CreateProducer,
    ProducerApi,
    Send,
    SetDeliveryDelay,
    SetTimeToLive,
)
from mqtck.reference.vocabulary.constants import STAGING_QUEUE
from mqtck.reference.vocabulary.messages import GroupMembership, OutgoingMessage, Retention, TopicDestination
from mqtck.reference.vocabulary.publications import MessageDelivery

_TO_ALL: Final = (MessageDelivery.ALL, MessageDelivery.ALL_DURABLE)


def publication_with_a_conflicting_life(draft: Draft) -> Steps[None]:
    """A time to live below the delay of a publication, by setters or with the send (DD-25, DD-26, DD-30)."""
    draws = draft.draws
    topic = yield from new_topic(draft)
    audience = yield from new_audience(draft, topic, 1)
    publisher = yield from new_publisher(draft, topic)
    delay = max(2, draft.delay())
    life = draft.life_below(delay)
    setters: list[Command] = [SetDeliveryDelay(publisher.name, delay), SetTimeToLive(publisher.name, life)]
    own = publisher.api is ProducerApi.MESSAGE_PRODUCER and draws.chance(50)
    if own:
        del setters[1]
    elif draws.chance(50):
        setters.reverse()
    yield from setters
    message = draft.message(0)
    draft.post(message.label, draft.target(), delay, life)
    yield Send(publisher.name, message, None, arguments(draft, life) if own else None, publisher.topic)
    if publisher.unit is not None:
        draft.units[publisher.unit] = None
        yield end_unit(draft, publisher.unit, 85)
    yield from wait_and_look(draft, audience, draft.now + delay)


def retained_publications(draft: Draft) -> Steps[None]:
    """JMS_IBM_RETAIN with and without a delay, and later subscribers (DD-33, DD-34)."""
    draws = draft.draws
    topic = yield from new_topic(draft)
    audience = yield from new_audience(draft, topic, 1)
    publisher = yield from new_publisher(draft, topic)
    for _ in range(draws.between(1, 3)):
        retained = Retention.RETAIN_PUBLICATION if draws.chance(70) else None
        group = GroupMembership("g") if draft.can(Ability.MESSAGE_GROUPS) and draws.chance(15) else None
        delay = 0 if draws.chance(50) else draft.delay()
        message = OutgoingMessage(draft.name("m"), group=group, retained=retained)
        yield from publish(draft, publisher, message, delay, 0)
        if draws.chance(40):
            yield from arrive(draft, audience)
            yield from receive_of(draft, audience.listeners[-1])
        yield from until(draft, draft.now + delay + 1)
    yield from quiet_look(draft, STAGING_QUEUE)
    yield from receive_all(draft, audience)


class _Publishing(NamedTuple):
    """The producer of a unit of work; `topic` where each send has to name it. Delay in ms."""

    session: str
    producer: str
    topic: TopicDestination | None
    delay: int


def _retained(draft: Draft, by: _Publishing) -> Steps[None]:
    message = OutgoingMessage(draft.name("m"), retained=Retention.RETAIN_PUBLICATION)
    yield Send(by.producer, message, topic=by.topic)


def _grouped(draft: Draft, by: _Publishing) -> Steps[None]:
    message = OutgoingMessage(draft.name("m"), group=GroupMembership(draft.name("g")))
    yield Send(by.producer, message, topic=by.topic)


def _not_allowed(draft: Draft, by: _Publishing) -> Steps[None]:
    """By another topic, to which somebody is subscribed."""
    value = draft.draws.one_of(_TO_ALL)
    topic = yield from new_topic(draft, value, value)
    yield from subscribe(draft, topic)
    name = draft.name("p")
    yield CreateProducer(name, producer_api(draft), by.session)
    yield (
        SetDeliveryDelay(name, by.delay),
        Send(name, OutgoingMessage(draft.name("m")), topic=TopicDestination(topic)),
    )


_REFUSED: Final = (
    (Ability.RETAINED_PUBLICATIONS, _retained),
    (Ability.MESSAGE_GROUPS, _grouped),
    (Ability.TOPIC_DELIVERY, _not_allowed),
)
"""What a publish is refused for, and the ability that it takes."""


@undisturbed
def publication_refused_in_a_unit_of_work(draft: Draft) -> Steps[None]:
    """A publish that is refused takes nothing with it that its unit of work holds (DD-32, X-54)."""
    draws = draft.draws
    topic = yield from new_topic(draft)
    listener = yield from subscribe(draft, topic)
    session, name, named = yield from transacted_publisher(draft, topic)
    delay = draft.delay()
    before = OutgoingMessage(draft.name("m"))
    draft.post(before.label, draft.target(), delay, 0)
    yield (SetDeliveryDelay(name, delay), Send(name, before, topic=named))
    possible = [make for needed, make in _REFUSED if draft.can(needed)]
    if possible:
        yield from draws.one_of(possible)(draft, _Publishing(session, name, named, delay))
    yield end_unit(draft, Unit(UnitKind.SESSION, session), 85)
    yield from quiet_look(draft, STAGING_QUEUE)
    yield from until(draft, draft.now + delay + 1)
    for _ in range(2):
        yield from receive_of(draft, listener)


def published_to_nobody(draft: Draft) -> Steps[None]:
    """What is published to nobody is staged for nobody; to be retained, it is refused (DD-33, DD-116)."""
    draws = draft.draws
    topic = yield from new_topic(draft)
    publisher = yield from new_publisher(draft, topic)
    delay = draft.delay()
    retained = draft.can(Ability.RETAINED_PUBLICATIONS) and draws.chance(40)
    message = OutgoingMessage(draft.name("m"), retained=Retention.RETAIN_PUBLICATION if retained else None)
    yield from publish(draft, publisher, message, delay, 0)
    yield from quiet_look(draft, STAGING_QUEUE)
    audience = Audience(topic, [], [])
    yield from arrive(draft, audience)
    yield from until(draft, draft.now + delay + 1)
    yield from receive_all(draft, audience)
