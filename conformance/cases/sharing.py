"""Episodes of subscribers and their sessions: several in one, one in several, and what they give back.

An episode is a generator of commands about one subject (`cases`). Nothing comes in between.
"""

from typing import Final

from mqtck.reference.vocabulary.abilities import Ability
from mqtck.reference.vocabulary.commands import Acknowledgement, OpenSession
from mqtck.reference.vocabulary.constants import STAGING_QUEUE
from mqtck.reference.vocabulary.messages import OutgoingMessage
from mqtck.reference.vocabulary.publications import CloseSubscriber, Durability, Subscribe

from .audience import new_publisher, new_topic, publish, received
from .calls import ended, quiet_look
from .draft import Draft, Listener, Steps, passing, transacted_session, undisturbed, until

_COMMITS: Final = 40
"""Of a hundred units of work in which something was received, those that are committed."""


def _subscribed(draft: Draft, topic: str, session: str, durable: int) -> Steps[Listener]:
    """A subscriber in a session that others may use too, durable so many times of a hundred."""
    name = draft.name("s")
    lasting = draft.can(Ability.DURABLE_SUBSCRIPTIONS) and draft.draws.chance(durable)
    durability = Durability.DURABLE if lasting else Durability.NON_DURABLE
    listener = Listener(name, topic, session, durability)
    yield Subscribe(name, topic, durability, session)
    draft.listeners[name] = listener
    return listener


@undisturbed
def one_session_for_several(draft: Draft) -> Steps[None]:
    """The end of a unit of work is that of all that its subscribers received (EX-38, EX-40, DD-115, X-52)."""
    draws = draft.draws
    topic = yield from new_topic(draft)
    session = yield from transacted_session(draft)
    listeners = []
    for _ in range(draws.between(1, 3)):
        listener = yield from _subscribed(draft, topic, session, 40)
        listeners.append(listener)
    publisher = yield from new_publisher(draft, topic)
    delay = 0 if draws.chance(25) or not draft.can(Ability.DELIVERY_DELAY) else draft.delay()
    for _ in range(draws.between(1, 2)):
        yield from publish(draft, publisher, OutgoingMessage(draft.name("m")), delay, 0)
    yield from passing(draft, delay + 1)
    for _ in range(2):
        for listener in listeners:
            yield received(draft, listener)
        yield from ended(draft, session, _COMMITS)
    for listener in listeners:
        yield received(draft, listener)
    yield from ended(draft, session)


@undisturbed
def resumed_in_another_session(draft: Draft) -> Steps[None]:
    """A durable subscription is its name's, and not that of a session (DD-107, DD-115)."""
    draws = draft.draws
    topic = yield from new_topic(draft)
    sessions = [draft.name("listening"), draft.name("listening")]
    before = yield from _subscribed(draft, topic, sessions[0], 100)
    if draws.chance(40):
        # The session that it leaves is somebody else's as well.
        yield from _subscribed(draft, topic, sessions[0], 50)
    publisher = yield from new_publisher(draft, topic)
    delay = draft.delay()
    due = draft.now + delay
    yield from publish(draft, publisher, OutgoingMessage(draft.name("m")), delay, 0)
    late = draws.chance(25)
    if late:
        yield from until(draft, due + 1)
    yield CloseSubscriber(before.name)
    if draws.chance(30):
        yield from passing(draft, draft.pause())
    after = before._replace(session=sessions[1])
    if draft.can(Ability.TRANSACTIONS) and draws.chance(30):
        draft.transacted[after.session] = None
        yield OpenSession(after.session, Acknowledgement.TRANSACTED)
    yield Subscribe(after.name, topic, after.durability, after.session)
    draft.listeners[after.name] = after
    yield from quiet_look(draft, STAGING_QUEUE)
    yield from until(draft, due + 1)
    for _ in range(2):
        yield received(draft, after)
    if after.session in draft.transacted:
        yield from ended(draft, after.session, _COMMITS)
        yield received(draft, after)
