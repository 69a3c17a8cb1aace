"""Queue managers on z/OS where episodes are at home: with a session, a connection and queues of their own."""

from typing import NamedTuple

from msgspec.structs import replace

from mqtck.conformance.execution.profiles import STAGING_ATTRIBUTES
from mqtck.reference.vocabulary.abilities import Ability
from mqtck.reference.vocabulary.commands import (
    Browse,
    Command,
    Connect,
    CreateProducer,
    DefineLocalQueue,
    DefineQueueManager,
    MqGet,
    OpenSession,
    ReadDepth,
    Receive,
    Send,
    SetDeliveryDelay,
    SetDeliveryMode,
    SetTimeToLive,
)
from mqtck.reference.vocabulary.constants import STAGING_QUEUE, DeliveryMode
from mqtck.reference.vocabulary.messages import OutgoingMessage
from mqtck.reference.vocabulary.profile import Platform, Version

from .draft import Draft, Steps, addressed, producer_api
from .whole import furnished


class Home(NamedTuple):
    """A queue manager with the session and the connection that an episode has there."""

    queue_manager: str
    session: str
    connection: str


def new_manager(draft: Draft, group: str | None = None, version: Version | None = None) -> Steps[str]:
    """A queue manager on z/OS, without a staging queue."""
    name = draft.name("ZQM")
    yield DefineQueueManager(name, version or Version(), Platform.ZOS, group)
    return name


def opened(draft: Draft, queue_manager: str) -> Steps[Home]:
    """A session, and a connection where there is the MQI, of this episode alone."""
    home = Home(queue_manager, draft.name("zs"), draft.name("zc"))
    yield OpenSession(home.session, queue_manager=queue_manager)
    if draft.can(Ability.MQI):
        yield Connect(home.connection, queue_manager)
    return home


def staging_defined(draft: Draft, queue_manager: str) -> Steps[None]:
    draft.see(STAGING_QUEUE, queue_manager)
    yield DefineLocalQueue(STAGING_QUEUE, STAGING_ATTRIBUTES, queue_manager)


def own_queue(draft: Draft, queue_manager: str) -> Steps[str]:
    queue = draft.name("ZQ")
    draft.see(queue, queue_manager)
    yield DefineLocalQueue(queue, queue_manager=queue_manager)
    return queue


def sent(
    draft: Draft, home: Home, queue: str, delay: int, life: int = 0, mode: DeliveryMode | None = None
) -> Steps[str]:
    """A send by a producer of its own. Returns the label."""
    api = producer_api(draft)
    producer, label = draft.name("zp"), draft.name("m")
    yield CreateProducer(producer, api, home.session)
    yield SetDeliveryDelay(producer, delay)
    if life:
        yield SetTimeToLive(producer, life)
    if mode is not None:
        yield SetDeliveryMode(producer, mode)
    message = replace(furnished(draft), label=label) if draft.draws.chance(40) else OutgoingMessage(label)
    draft.post(label, queue, delay, life, home.queue_manager)
    yield Send(producer, message, addressed(draft, queue))
    return label


def seen(draft: Draft, home: Home, queue: str) -> Steps[None]:
    """One look at a queue through this queue manager, a taking one among them."""
    looks: list[Command] = [Receive(queue, home.session)]
    if draft.can(Ability.DEPTH):
        looks += [ReadDepth(queue, home.queue_manager)] * 2
    if draft.can(Ability.BROWSE):
        looks += [Browse(queue, home.queue_manager)]
    if draft.can(Ability.MQI):
        looks += [MqGet(queue, connection=home.connection)]
    yield draft.draws.one_of(looks)


def counted(draft: Draft, home: Home, queue: str) -> Steps[None]:
    """A look that leaves the messages where they are."""
    if draft.can(Ability.DEPTH) and not (draft.can(Ability.BROWSE) and draft.draws.chance(40)):
        yield ReadDepth(queue, home.queue_manager)
    elif draft.can(Ability.BROWSE):
        yield Browse(queue, home.queue_manager)
