"""Mutants of what may be published with a delay: what a topic must allow, and retained publications."""

from collections.abc import Callable
from typing import Any, Final

from msgspec.structs import replace

from mqtck.reference.chapters.subscriptions import delivery_allows_delay
from mqtck.reference.queues.send_checks import Obstacle
from mqtck.reference.state.intervals import Answer
from mqtck.reference.state.queue_keys import key
from mqtck.reference.state.state import State
from mqtck.reference.vocabulary.constants import DeliveryMode, Persistence, ReasonCode
from mqtck.reference.vocabulary.messages import Retention

from .parts import Mutant, around, instead

ALLOWED: Final = "chapters.subscriptions.delivery_allows_delay"
RETENTION: Final = "chapters.client_restrictions.retention_conflict"


def _any_retained(retained: Retention | None, delay: int) -> Answer:
    del delay
    return Answer.NO if retained is None else Answer.YES


def _any_delayed(retained: Retention | None, delay: int) -> Answer:
    del retained
    return Answer.YES if delay else Answer.NO


def _retained_though_refused(right: Callable[..., Any], state: State, tried: Any, *others: Any) -> Any:
    settled = right(state, tried, *others)
    if tried.message.retained is None or not tried.delay:
        return settled
    after = settled.states[0]
    topic = key(tried.session.queue_manager, tried.name)
    retained = after.retained.set(topic, (state.next_serial,))
    return replace(settled, states=(replace(after, retained=retained),))


def _never_for(refused: Persistence) -> Callable[..., Answer]:
    def wrong(
        right: Callable[..., Answer],
        state: State,
        queue_manager: str,
        topic_string: str,
        persistence: Persistence,
    ) -> Answer:
        if persistence is refused:
            return Answer.NO
        return right(state, queue_manager, topic_string, persistence)

    return wrong


def _by_the_other_attribute(
    right: Callable[..., Answer],
    state: State,
    queue_manager: str,
    topic_string: str,
    persistence: Persistence,
) -> Answer:
    persistent = persistence is Persistence.PERSISTENT
    other = Persistence.NOT_PERSISTENT if persistent else Persistence.PERSISTENT
    return right(state, queue_manager, topic_string, other)


def _by_the_send(tried: Any) -> tuple[Persistence, ...]:
    persistent = tried.delivery_mode is DeliveryMode.PERSISTENT
    return (Persistence.PERSISTENT if persistent else Persistence.NOT_PERSISTENT,)


def _also_undelayed(
    right: Callable[..., list[Obstacle]], state: State, tried: Any, audience: Any
) -> list[Obstacle]:
    found = right(state, tried, audience)
    allowed = delivery_allows_delay(state, tried.session.queue_manager, tried.name, Persistence.PERSISTENT)
    if not tried.delay and allowed is Answer.NO:
        found.append(Obstacle(ReasonCode.PUBLICATION_FAILURE, Answer.YES, ("DD-124",)))
    return found


MUTANTS: Final[tuple[Mutant, ...]] = (
    Mutant(
        "retained-and-delayed",
        "Accepts a delay for a publication that is to be retained.",
        ("DD-33",),
        (instead(RETENTION, lambda retained, delay: Answer.NO),),  # noqa: ARG005 - the right one's names
    ),
    Mutant(
        "retained-though-refused",
        "Refuses a delayed retained publication but keeps it as that of its topic.",
        ("DD-33", "DD-32"),
        (around("sending.refusals.settle_refused", _retained_though_refused),),
    ),
    Mutant(
        "nothing-retained",
        "Refuses publications that are to be retained, delayed or not.",
        ("DD-34",),
        (instead(RETENTION, _any_retained),),
    ),
    Mutant(
        "topics-never-delayed",
        "Refuses every delayed publication as if it were to be retained.",
        ("DD-34", "DD-120", "DD-121"),
        (instead(RETENTION, _any_delayed),),
    ),
    Mutant(
        "persistent-never-delayed",
        "Refuses every delayed persistent publication.",
        ("DD-120",),
        (around(ALLOWED, _never_for(Persistence.PERSISTENT)),),
    ),
    Mutant(
        "non-persistent-never-delayed",
        "Refuses every delayed non-persistent publication.",
        ("DD-121",),
        (around(ALLOWED, _never_for(Persistence.NOT_PERSISTENT)),),
    ),
    Mutant(
        "delivery-attributes-ignored",
        "Accepts delayed publications whatever PMSGDLV and NPMSGDLV say.",
        ("DD-122", "DD-120", "DD-121"),
        (instead(ALLOWED, lambda state, queue_manager, topic_string, persistence: Answer.YES),),  # noqa: ARG005
    ),
    Mutant(
        "the-other-attribute",
        "Asks PMSGDLV about non-persistent publications and NPMSGDLV about persistent ones.",
        ("DD-122", "DD-120", "DD-121"),
        (around(ALLOWED, _by_the_other_attribute),),
    ),
    Mutant(
        "undelayed-restricted-too",
        "Refuses undelayed publications where PMSGDLV is not ALLAVAIL.",
        ("DD-124",),
        (around("sending.publish_checks.publish_obstacles", _also_undelayed),),
    ),
    Mutant(
        "persistence-of-the-send",
        "Chooses between PMSGDLV and NPMSGDLV by the producer, though the destination overrides it.",
        ("X-30", "DD-122"),
        (instead("sending.publish_checks._possible_persistences", _by_the_send),),
    ),
)
