"""Episodes of channels with AMS on z/OS: what either end cannot deliver, protection, retry and repair.

An episode makes a pair of queue managers of its own, with all that belongs to a channel between them, lets
messages wait or arrive, starts the channel, and looks at every queue of the way and at the channel's
status. What cannot be delivered is too long for the channel, meets a target that takes nothing, or begins
with a bad header; DEADQ, policies, SPLPROT, USEDLQ, NPMSPEED, persistence and lives are drawn.
"""

from typing import Final

from mqtck.reference.vocabulary.abilities import Ability
from mqtck.reference.vocabulary.channels import ChannelAttributes, DefineSenderChannel, DeletePolicy
from mqtck.reference.vocabulary.commands import (
    AlterQueue,
    AttributeChanges,
    Command,
    DefineLocalQueue,
    MqGet,
    SetDeadLetterQueue,
    StartChannel,
    StopChannel,
)

from .calls import PUT_INHIBITED, shown
from .crossing import (
    ENABLED,
    HOUR,
    TELLING,
    TROUBLES,
    Crossing,
    bad_header,
    looks,
    new_crossing,
    policy_for,
    put_across,
    started,
)
from .draft import Draft, Steps, passing, together, undisturbed

NEEDS: Final = frozenset(
    {
        *(Ability.LOCAL_QUEUES, Ability.MQI, Ability.REMOTE_QUEUES),
        *(Ability.OTHER_QUEUE_MANAGERS, Ability.ZOS, Ability.DEAD_LETTER_QUEUE, Ability.PUT_INHIBIT),
        *(Ability.QUEUE_LIMITS, Ability.CHANNEL_ATTRIBUTES, Ability.CHANNEL_STATUS),
        Ability.MESSAGE_PROTECTION,
    }
)
"""What an adapter must be able to do for these episodes."""

_LASTING: Final = (600, 6000, 6000)
_TELLING_AT_RECEIVER: Final = TELLING._replace(
    removing=45, putting=50, covered=50, unnamed=6, system=22, troubled=18
)
"""What the sender leaves protected has something to lose at the other end (AM-12, AM-14, AM-17)."""

_TELLING_AT_SENDER: Final = TELLING._replace(unnamed=60, removing=95)
"""Without a dead-letter queue persistence and speed decide about a message (AM-10, AM-11, AM-28)."""


def undelivered_at_sender(draft: Draft) -> Steps[None]:
    """Messages too long for the channel among others, and headers that are none (AM-02 to AM-11, AM-24)."""
    draws = draft.draws
    crossing = yield from new_crossing(draft)
    for _ in range(draws.between(1, 3)):
        if draft.can(Ability.TRANSMISSION_HEADERS) and draws.chance(6):
            yield bad_header(draft, crossing)
        yield put_across(draft, crossing, overlong=55)
    yield from started(draft, crossing)
    if draws.chance(40):
        yield put_across(draft, crossing, overlong=40)
    yield from _later(draft, crossing, overlong=40)


def undelivered_at_receiver(draft: Draft) -> Steps[None]:
    """A target that takes nothing, or not everything (AM-12 to AM-23, AM-27, AM-28)."""
    draws = draft.draws
    crossing = yield from new_crossing(draft)
    yield AlterQueue(crossing.target, draws.one_of(TROUBLES), crossing.there)
    for _ in range(draws.between(1, 3)):
        yield put_across(draft, crossing, overlong=10)
    yield from started(draft, crossing)
    if draws.chance(30):
        yield put_across(draft, crossing, overlong=10)
    yield from _later(draft, crossing, overlong=10)


@undisturbed
def room_for_one(draft: Draft) -> Steps[None]:
    """Of several messages one fits on the dead-letter queue; none is in two places (AM-02, AM-09, AM-10)."""
    crossing = yield from new_crossing(draft, TELLING._replace(unnamed=0, system=0, troubled=0, covered=20))
    name = crossing.dead_letter_queues[crossing.here]
    yield AlterQueue(name, AttributeChanges(max_depth=1), crossing.here)
    for _ in range(draft.draws.between(2, 3)):
        yield put_across(draft, crossing, overlong=90)
    yield StartChannel(crossing.transmission_queue, crossing.here)
    yield from passing(draft, draft.draws.one_of((1, 1000)))
    yield from shown(draft, name, crossing.here)
    yield from shown(draft, crossing.transmission_queue, crossing.here)
    yield from looks(draft, crossing)


def _doomed(draft: Draft, crossing: Crossing, end: str) -> Steps[int]:
    """See to it that this end cannot deliver what is put. Returns how many of a hundred are too long."""
    if end == crossing.here:
        return 100
    yield AlterQueue(crossing.target, draft.draws.one_of(TROUBLES), crossing.there)
    return 0


@undisturbed
def undelivered_once(draft: Draft) -> Steps[None]:
    """One message that either end cannot deliver: a row of the tables, undisturbed (AM-02 to AM-23)."""
    at_receiver = draft.draws.chance(60)
    crossing = yield from new_crossing(draft, _TELLING_AT_RECEIVER if at_receiver else _TELLING_AT_SENDER)
    end = crossing.there if at_receiver else crossing.here
    overlong = yield from _doomed(draft, crossing, end)
    yield put_across(draft, crossing, overlong)
    yield StartChannel(crossing.transmission_queue, crossing.here)
    yield from passing(draft, draft.draws.one_of((1, 100, 1000)))
    if end in crossing.dead_letter_queues:
        yield from shown(draft, crossing.dead_letter_queues[end], end)
    yield from looks(draft, crossing)


def another_dead_letter_queue(draft: Draft) -> Steps[None]:
    """DEADQ names another queue from the next start on, with a policy of its own or without one (AM-18)."""
    draws = draft.draws
    crossing = yield from new_crossing(draft, TELLING)
    end = draws.one_of((crossing.here, crossing.here, crossing.there))
    overlong = yield from _doomed(draft, crossing, end)
    yield put_across(draft, crossing, overlong)
    yield from started(draft, crossing)
    yield together(_renamed(draft, crossing, end, overlong))


def _renamed(draft: Draft, crossing: Crossing, end: str, overlong: int) -> Steps[None]:
    draws = draft.draws
    name = draft.name("D")
    draft.see(name, end)
    yield (DefineLocalQueue(name, queue_manager=end), SetDeadLetterQueue(name, end))
    crossing.dead_letter_queues[end] = name
    if draws.chance(60):
        yield policy_for(draft, name, end)
    yield _restart(crossing)
    yield put_across(draft, crossing, overlong)
    yield from passing(draft, draws.one_of((100, 1000)))
    yield from looks(draft, crossing)


@undisturbed
def kept_in_retry(draft: Draft) -> Steps[None]:
    """What a channel in retry has kept for a while is delivered, that much older (X-48, AM-10, AM-27)."""
    draws = draft.draws
    crossing = yield from new_crossing(draft, TELLING._replace(unnamed=80))
    yield AlterQueue(crossing.target, PUT_INHIBITED, crossing.there)
    yield put_across(draft, crossing, 0, _LASTING)
    yield StartChannel(crossing.transmission_queue, crossing.here)
    yield from passing(draft, draws.one_of((2000, 6000, 12_000)))
    yield AlterQueue(crossing.target, ENABLED, crossing.there)
    if draws.chance(50):
        yield _restart(crossing)
    yield from passing(draft, draws.one_of((1000, 20_000)))
    yield from shown(draft, crossing.target, crossing.there)
    yield from looks(draft, crossing)


def _later(draft: Draft, crossing: Crossing, overlong: int) -> Steps[None]:
    """Time, repairs and another attempt (X-47, X-48), or another message that goes by them (AM-18)."""
    draws = draft.draws
    for _ in range(draws.between(1, 2)):
        yield from passing(draft, draws.one_of((100, 2000, 6000, 12_000, 70_000, HOUR, 2 * HOUR)))
        yield from looks(draft, crossing)
        yield from _repair(draft, crossing)
        if draws.chance(40):
            yield put_across(draft, crossing, overlong)
        yield from passing(draft, draws.one_of((100, 1000, 1000, HOUR + 1)))
        yield from looks(draft, crossing)


def _restart(crossing: Crossing) -> tuple[Command, ...]:
    return (
        StopChannel(crossing.transmission_queue, crossing.here),
        StartChannel(crossing.transmission_queue, crossing.here),
    )


def _repair(draft: Draft, crossing: Crossing) -> Steps[None]:
    """One thing is changed; the channel is started again where only that is sure to make it count."""
    draws = draft.draws
    restart = _restart(crossing)
    match draws.below(7):
        case 0:
            yield AlterQueue(crossing.target, ENABLED, crossing.there)
        case 1 if crossing.dead_letter_queues:
            manager, name = draws.one_of(tuple(crossing.dead_letter_queues.items()))
            yield AlterQueue(name, draws.one_of((ENABLED, PUT_INHIBITED)), manager)
        case 2:
            wider = ChannelAttributes(protection=crossing.sender.protection)
            yield (DefineSenderChannel(crossing.transmission_queue, wider, crossing.here), *restart)
        case 3:
            name = draft.name("D")
            manager = draws.one_of((crossing.here, crossing.there))
            draft.see(name, manager)
            named = SetDeadLetterQueue(name if draws.chance(70) else None, manager)
            yield (DefineLocalQueue(name, queue_manager=manager), named)
            if draws.chance(60):
                yield restart
        case 4 if crossing.dead_letter_queues:
            manager, name = draws.one_of(tuple(crossing.dead_letter_queues.items()))
            yield policy_for(draft, name, manager)
            if draws.chance(60):
                yield restart
        case 5 if crossing.dead_letter_queues:
            manager, name = draws.one_of(tuple(crossing.dead_letter_queues.items()))
            yield DeletePolicy(name, manager)
            yield restart
        case 6:
            yield MqGet(crossing.transmission_queue, connection=crossing.connection)
        case _:
            yield restart
