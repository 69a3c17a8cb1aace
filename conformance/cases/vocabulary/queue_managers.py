"""Queue managers: those of one episode alone, with a session, a connection and queues there, and restarts.

Left out: two of them with a channel between them (`message_channels`).
"""

from typing import NamedTuple

from msgspec.structs import replace

from mqtck.conformance.cases.draft import Draft, Steps, addressed, passing, producer_api, together, until
from mqtck.conformance.execution.profiles import STAGING_ATTRIBUTES
from mqtck.reference.vocabulary.abilities import Ability
from mqtck.reference.vocabulary.commands import (
    AlterQueue,
    Browse,
    Command,
    Connect,
    CreateProducer,
    DefineLocalQueue,
    DefineQueueManager,
    EndQueueManager,
    MqGet,
    OpenSession,
    ProducerApi,
    ReadDepth,
    Receive,
    Send,
    SetDeliveryDelay,
    SetDeliveryMode,
    SetTimeToLive,
    StartQueueManager,
)
from mqtck.reference.vocabulary.constants import STAGING_QUEUE, DeliveryMode
from mqtck.reference.vocabulary.messages import OutgoingMessage, QueueDestination
from mqtck.reference.vocabulary.profile import Platform, Version

from .header_fields import full_message
from .unusable_queues import ROOM


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


def new_home(draft: Draft, queue_manager: str) -> Steps[Home]:
    """A session, and a connection where there is the MQI, of this episode alone."""
    home = Home(queue_manager, draft.name("zs"), draft.name("zc"))
    yield OpenSession(home.session, queue_manager=queue_manager)
    if draft.can(Ability.MQI):
        yield Connect(home.connection, queue_manager)
    return home


def define_staging_queue(draft: Draft, queue_manager: str) -> Steps[None]:
    draft.see(STAGING_QUEUE, queue_manager)
    yield DefineLocalQueue(STAGING_QUEUE, STAGING_ATTRIBUTES, queue_manager)


def new_queue_there(draft: Draft, queue_manager: str) -> Steps[str]:
    queue = draft.name("ZQ")
    draft.see(queue, queue_manager)
    yield DefineLocalQueue(queue, queue_manager=queue_manager)
    return queue


def send_there(
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
    message = replace(full_message(draft), label=label) if draft.draws.chance(40) else OutgoingMessage(label)
    draft.post(label, queue, delay, life, home.queue_manager)
    yield Send(producer, message, addressed(draft, queue))
    return label


def look_there(draft: Draft, home: Home, queue: str) -> Steps[None]:
    """One look at a queue through this queue manager, a taking one among them."""
    looks: list[Command] = [Receive(queue, home.session)]
    if draft.can(Ability.DEPTH):
        looks += [ReadDepth(queue, home.queue_manager)] * 2
    if draft.can(Ability.BROWSE):
        looks += [Browse(queue, home.queue_manager)]
    if draft.can(Ability.MQI):
        looks += [MqGet(queue, connection=home.connection)]
    yield draft.draws.one_of(looks)


def count_there(draft: Draft, home: Home, queue: str) -> Steps[None]:
    """A look that leaves the messages where they are."""
    if draft.can(Ability.DEPTH) and not (draft.can(Ability.BROWSE) and draft.draws.chance(40)):
        yield ReadDepth(queue, home.queue_manager)
    elif draft.can(Ability.BROWSE):
        yield Browse(queue, home.queue_manager)


def separate_queue_manager(draft: Draft) -> Steps[Home]:
    """A queue manager of this episode alone, with a staging queue that is empty."""
    name = draft.name("QM8")
    yield DefineQueueManager(name)
    if draft.profile.platform is Platform.ZOS:
        yield from define_staging_queue(draft, name)
    return (yield from new_home(draft, name))


def delaying_producer(draft: Draft, home: Home, delay: int, life: int) -> Steps[str]:
    """A producer there that names its destination with each send."""
    name = draft.name("p")
    draft.longest_delay = max(draft.longest_delay, delay)
    yield CreateProducer(name, producer_api(draft), home.session)
    yield (SetDeliveryDelay(name, delay), SetTimeToLive(name, life))
    return name


class Sender(NamedTuple):
    """A producer that names its destination with each send, and its delay."""

    name: str
    api: ProducerApi
    home: Home
    delay: int


def new_sender(draft: Draft, home: Home) -> Steps[Sender]:
    sender = Sender(draft.name("p"), producer_api(draft), home, draft.delay())
    draft.longest_delay = max(draft.longest_delay, sender.delay)
    yield (CreateProducer(sender.name, sender.api, home.session), SetDeliveryDelay(sender.name, sender.delay))
    return sender


def send_by(draft: Draft, sender: Sender, queue: str, message: OutgoingMessage | None = None) -> Steps[str]:
    sound = message or OutgoingMessage(draft.name("m"))
    draft.post(sound.label, queue, sender.delay, 0, sender.home.queue_manager)
    yield Send(sender.name, sound, QueueDestination(queue))
    return sound.label


def receive_when_due(draft: Draft, home: Home, queue: str, delay: int) -> Steps[None]:
    yield from until(draft, draft.now + delay + 1)
    yield Receive(queue, home.session)


def stage_and_receive(draft: Draft, home: Home, sender: Sender, queue: str) -> Steps[None]:
    """A message has room on the staging queue and comes when it is due; then there is room for more."""
    yield from send_by(draft, sender, queue)
    yield from receive_when_due(draft, home, queue, sender.delay)
    yield AlterQueue(STAGING_QUEUE, ROOM, home.queue_manager)


def down_for(draft: Draft, milliseconds: int) -> Steps[None]:
    """End and start the queue manager; sessions, connections and their units of work are gone."""
    outage = (EndQueueManager(), *together(passing(draft, max(0, milliseconds))))
    draft.restarted()
    yield (*outage, StartQueueManager())
