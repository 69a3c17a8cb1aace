"""Cases: random traces to be, each a pure function of one 64-bit seed.

`case` gives the same commands for the same seed on every machine and Python. A case is short or long, and
mostly about one chapter (`chapters`), so that its circumstances meet; some cases are about everything.
It defines a few queues, runs episodes one by one or interleaved, and ends with a drain: open units of work
are ended, time passes well beyond everything, and all queues and subscribers are looked at, so that each
accepted message must be found in exactly one place (X-54).

Only commands whose abilities are given are drawn, so a plain JMS broker gets cases as well, and one that has
topics and no queues gets those about topics, less what they say of queues. Without a browser gets browse, and
in the end there are gets enough to find every queue empty; without the MQI or a browser some episodes are
told in other words (`Episode.without`). On a real clock a case lets at most `draft.REAL_BUDGET` ms pass, with
delays of one to three seconds; in the end receives wait for some of what is still delayed.

Left out: messages of an application that conflicts with its own unit of work.
"""

from collections.abc import Iterator, Mapping
from functools import lru_cache
from itertools import accumulate
from typing import Final, NamedTuple

from mqtck.conformance.execution.profiles import STAGING_ATTRIBUTES
from mqtck.reference.vocabulary.abilities import Ability, abilities_needed
from mqtck.reference.vocabulary.commands import (
    AlterQueue,
    AttributeChanges,
    Browse,
    Command,
    Connect,
    DefineLocalQueue,
    DeleteQueue,
    DeliverySequence,
    GetMode,
    MqGet,
    OpenSession,
    QueueAttributes,
    ReadDepth,
    Receive,
    RevokePut,
    SetDeadLetterQueue,
    SetDeliveryDelay,
    StartChannel,
    Switch,
)
from mqtck.reference.vocabulary.constants import (
    DEFAULT_DEAD_LETTER_QUEUE,
    DEFAULT_QUEUE_MANAGER,
    STAGING_QUEUE,
)
from mqtck.reference.vocabulary.profile import EVERY_PROFILE, ClockKind, Platform, Profile

from .chapters import Chapter, Episode
from .draft import REAL_BUDGET, Draft, Place, Steps, passing, together
from .draws import Draws, case_seed
from .tables.every import EPISODES
from .vocabulary.calls import PUT_ENABLED, PUT_INHIBITED, end_unit
from .vocabulary.enforcement import enforcement_variable
from .vocabulary.looks import quiet_look
from .vocabulary.publish_subscribe import listen
from .vocabulary.unusable_queues import HOUR

__all__ = ["EPISODES", "Chapter", "Episode", "case", "case_seed", "chapter_of", "drain"]

_AT_ONCE: Final = (1, 2, 3, 4, 4, 6)
"""Episodes that run interleaved."""

LENGTHS: Final = (25, 50, 75, 100, 150, 200)
"""Lengths of cases, in hundredths of the mean."""

_ABOUT_ONE_CHAPTER: Final = 75
_OF_THE_CHAPTER: Final = 80
_ANYTHING: Final = 50
"""Of a hundred cases, those about a chapter; of a hundred episodes of such a case, those of the chapter; of a
hundred of its other ones, those that have to do with no chapter."""

_FRUITLESS: Final = 500
"""Turns without a command after which nothing more is expected, as a selection of episodes may have none."""

_GETS: Final = 4
_ALL_GETS: Final = 12
"""Messages that are got from a queue in the end: at most so many beside a browser, and without one."""

_AWAITED: Final = 2
"""Messages that a receive waits for on a real clock, in the end."""

_DAY: Final = 86_400_000
TRIED_AGAIN: Final = (((AlterQueue, DeleteQueue, RevokePut), 60 * _DAY), ((StartChannel,), 3 * _DAY))
"""What leads to attempts every few seconds or minutes, and how many ms pass at once from then on: a target
that does not take what comes due, and a channel."""

_LAST_WAIT: Final = 700
"""Ms kept back on a real clock for what is due at the end."""


def case(
    seed: int,
    abilities: frozenset[Ability],
    clock: ClockKind,
    commands: int,
    episodes: tuple[Episode, ...] = EPISODES,
    *,
    profile: Profile = EVERY_PROFILE[0],
) -> tuple[Command, ...]:
    """The commands of one case and a drain behind them; over many cases about `commands` on average.

    Another selection of episodes or other weights steer what is drawn; they belong to the case as the
    seed does. Under a z/OS profile the staging queue is defined first. Raises ValueError where no episode
    can be drawn.
    """
    draws = Draws(seed)
    if _has_topics_alone(abilities):
        more = abilities | {Ability.LOCAL_QUEUES}
        with_queues = case(seed, more, clock, commands, _about_topics(episodes), profile=profile)
        return tuple(one for one in with_queues if abilities_needed(one) <= abilities)
    drawing = _drawing(draws, abilities, episodes)
    draft = Draft(draws, abilities, clock, profile)
    if not draft.virtual:
        draft.left = REAL_BUDGET - _LAST_WAIT
    at_once = draws.one_of(_AT_ONCE)
    enough = max(1, commands * draws.one_of(LENGTHS) // 100)
    made = [*_fixtures(draft, drawing.chapter)]
    turns = _turns(draft, drawing, at_once)
    fruitless = 0
    while len(made) - draft.uncounted < enough and fruitless < _FRUITLESS:
        taken = next(turns)
        made += taken
        for calls, longest in TRIED_AGAIN:
            if any(isinstance(one, calls) for one in taken):
                draft.longest_wait = min(draft.longest_wait, longest)
        fruitless = 0 if taken else fruitless + 1
    made += together(drain(draft))
    if not draft.can(Ability.DELIVERY_DELAY):
        # Most episodes hold some of their messages back; they tell as much of those that are not.
        return tuple(one for one in made if not isinstance(one, SetDeliveryDelay))
    return tuple(made)


def chapter_of(seed: int, abilities: frozenset[Ability]) -> Chapter | None:
    """What the case of this seed is about; None: about everything. Raises ValueError as `case` does."""
    episodes: tuple[Episode, ...] = EPISODES
    if _has_topics_alone(abilities):
        abilities, episodes = abilities | {Ability.LOCAL_QUEUES}, _about_topics(episodes)
    return _drawing(Draws(seed), abilities, episodes).chapter


def _has_topics_alone(abilities: frozenset[Ability]) -> bool:
    return Ability.LOCAL_QUEUES not in abilities and {Ability.JMS, Ability.TOPICS} <= abilities


@lru_cache(maxsize=64)
def _about_topics(episodes: tuple[Episode, ...]) -> tuple[Episode, ...]:
    return tuple(episode for episode in episodes if episode.chapter in (Chapter.TOPICS, Chapter.ANY))


# --- what is drawn -------------------------------------------------------------------------------------


class _Weighted(NamedTuple):
    """Episodes with the running sums of their weights."""

    episodes: tuple[Episode, ...]
    sums: tuple[int, ...]

    def draw(self, draws: Draws) -> Episode:
        number = draws.below(self.sums[-1])
        return next(
            episode for episode, until in zip(self.episodes, self.sums, strict=True) if number < until
        )


class _Drawing(NamedTuple):
    """Where the episodes of a case come from."""

    chapter: Chapter | None
    every: _Weighted
    own: _Weighted | None
    looks: _Weighted | None

    def draw(self, draws: Draws) -> Episode:
        if self.own is None:
            return self.every.draw(draws)
        if draws.chance(_OF_THE_CHAPTER):
            return self.own.draw(draws)
        if self.looks is not None and draws.chance(_ANYTHING):
            return self.looks.draw(draws)
        return self.every.draw(draws)


def _drawing(draws: Draws, abilities: frozenset[Ability], episodes: tuple[Episode, ...]) -> _Drawing:
    """A chapter is drawn by the weights of its episodes."""
    chapters = _possible(abilities, episodes)
    every, looks = chapters[None], chapters.get(Chapter.ANY)
    if not draws.chance(_ABOUT_ONE_CHAPTER):
        return _Drawing(None, every, None, looks)
    chapter = every.draw(draws).chapter
    while chapter is Chapter.ANY:
        chapter = every.draw(draws).chapter
    return _Drawing(chapter, every, chapters[chapter], looks)


def _turns(draft: Draft, drawing: _Drawing, at_once: int) -> Iterator[tuple[Command, ...]]:
    """Episodes interleaved, without end: what one of those under way does next, which may be nothing.

    A restart of the queue manager ends all but the one that has made it.
    """
    draws, restarts = draft.draws, draft.epoch
    running: list[Steps[None]] = []
    while True:
        if not running or (len(running) < at_once and draws.chance(30)):
            running.append(drawing.draw(draws).story(draft))
        place = draws.below(len(running))
        item = next(running[place], None)
        if item is None:
            del running[place]
        if draft.epoch != restarts:
            running, restarts = running[place : place + 1], draft.epoch
        yield () if item is None else item if isinstance(item, tuple) else (item,)


@lru_cache(maxsize=64)
def _possible(
    abilities: frozenset[Ability], episodes: tuple[Episode, ...]
) -> Mapping[Chapter | None, _Weighted]:
    """The episodes that can be drawn, by chapter, and all of them. Raises ValueError where there is none."""
    found = tuple(episode for episode in episodes if episode.weight > 0 and episode.is_for(abilities))
    if all(episode.chapter is Chapter.ANY for episode in found):
        raise ValueError(
            "No case can be made: none of the episodes can do with the abilities "
            f"{', '.join(sorted(abilities)) or 'given (none)'}; local queues and a JMS client, local "
            "queues and MQI calls, or a JMS client and topics and subscribers, are the least."
        )
    chapters: dict[Chapter | None, tuple[Episode, ...]] = {None: found}
    for chapter in dict.fromkeys(episode.chapter for episode in found):
        chapters[chapter] = tuple(episode for episode in found if episode.chapter is chapter)
    return {
        chapter: _Weighted(some, tuple(accumulate(episode.weight for episode in some)))
        for chapter, some in chapters.items()
    }


def _fixtures(draft: Draft, chapter: Chapter | None) -> tuple[Command, ...]:
    """Two or three targets, mostly of plain attributes, a reply-to queue, and perhaps a dead-letter queue."""
    draws = draft.draws
    commands: list[Command] = []
    if draft.profile.platform is Platform.ZOS:
        commands.append(DefineLocalQueue(STAGING_QUEUE, STAGING_ATTRIBUTES))
    for _ in range(draws.between(2, 3)):
        name = draft.name("Q")
        draft.targets.append(name)
        draft.see(name)
        attributes = QueueAttributes()
        if draft.can(Ability.QUEUE_LIMITS) and draws.chance(25):
            sequence = draws.one_of((DeliverySequence.FIFO, DeliverySequence.PRIORITY))
            if not draft.can(Ability.DELIVERY_SEQUENCE):
                sequence = DeliverySequence.PRIORITY
            depth = draws.one_of((5000, draws.between(2, 5)))
            attributes = QueueAttributes(max_depth=depth, delivery_sequence=sequence)
        commands.append(DefineLocalQueue(name, attributes))
    # Where nothing browses, reports on the wrong queue show only where there is another one.
    for _ in range(1 if draft.can(Ability.BROWSE) else 2):
        reply = draft.name("R")
        draft.replies.append(reply)
        draft.see(reply)
        commands.append(DefineLocalQueue(reply))
    if draft.can(Ability.STAGING_QUEUE):
        draft.see(STAGING_QUEUE)
    if draft.can(Ability.DEAD_LETTER_QUEUE) and draws.chance(70):
        draft.see(DEFAULT_DEAD_LETTER_QUEUE)
        # Not every implementation has it by itself.
        commands.append(DefineLocalQueue(DEFAULT_DEAD_LETTER_QUEUE))
        commands.append(SetDeadLetterQueue(DEFAULT_DEAD_LETTER_QUEUE))
    often = 85 if chapter is Chapter.ENFORCEMENT else 35
    return (*commands, *enforcement_variable(draft, often))


# --- the end of a case ---------------------------------------------------------------------------------


def drain(draft: Draft) -> Steps[None]:
    """End units of work, repair what is broken, let everything come due, and look everywhere."""
    draws = draft.draws
    for unit in tuple(draft.units):
        yield end_unit(draft, unit, 60)
    if draws.chance(60):
        yield _repairs(draft)
    if not draft.virtual:
        yield from _awaited(draft)
        draft.left += _LAST_WAIT
    yield from passing(draft, _last_instant(draft) - draft.now)
    yield from listen(draft)
    places = [place for place in draft.places if place.queue not in draft.gone]
    if draft.can(Ability.DEPTH):
        # One behind the other, so that they must add up.
        yield tuple(ReadDepth(place.queue, place.queue_manager) for place in places)
    for place in places:
        yield from _emptied(draft, place)
    # What was discarded just now may have been reported.
    for reply in draft.replies:
        yield from quiet_look(draft, reply)


def _awaited(draft: Draft) -> Steps[None]:
    """Receives that wait for what is still delayed: what comes early by some ms is seen by no other look."""
    here = {place.queue for place in draft.places if place.queue_manager == DEFAULT_QUEUE_MANAGER}
    if not draft.can(Ability.JMS):
        return
    coming = [
        (posted.due, posted.queue)
        for posted in draft.posted
        if posted.due is not None
        and draft.now < posted.due < draft.now + REAL_BUDGET
        and posted.queue in here
        and posted.queue not in draft.gone
    ]
    for due, queue in sorted(coming)[:_AWAITED]:
        yield Receive(queue, draft.reader(), due - draft.now + _LAST_WAIT)


def _repairs(draft: Draft) -> tuple[Command, ...]:
    """Every target and reply-to queue takes messages again; on z/OS the processor is started (DD-93)."""
    put = Switch.ENABLED if draft.can(Ability.PUT_INHIBIT) else None
    depth = 5000 if draft.can(Ability.QUEUE_LIMITS) else None
    if put is None and depth is None:
        return ()
    changes = AttributeChanges(put=put, max_depth=depth)
    repaired = tuple(AlterQueue(queue, changes) for queue in (*draft.targets, *draft.replies))
    if put is None or draft.profile.platform is not Platform.ZOS:
        return repaired
    switched = (PUT_INHIBITED, PUT_ENABLED)
    return (*repaired, *(AlterQueue(STAGING_QUEUE, change) for change in switched))


def _last_instant(draft: Draft) -> int:
    """When all has come due, commits that started a delay again included, and failed work was tried again."""
    due = [posted.due for posted in draft.posted if posted.due is not None]
    if not draft.virtual:
        return max((instant + _LAST_WAIT for instant in due), default=draft.now)
    longest = max(draft.longest_delay, *(instant - draft.now for instant in due), 0)
    return draft.now + longest + _DAY + HOUR + 1


def _emptied(draft: Draft, place: Place) -> Steps[None]:
    """The browser, some destructive gets and the depth, as far as they can be had.

    Without a browser there are gets enough to find the queue empty, also on another queue manager.
    """
    queue, manager = place
    here = manager == DEFAULT_QUEUE_MANAGER
    if draft.can(Ability.BROWSE):
        yield Browse(queue, manager)
    elif not here:
        yield from _emptied_elsewhere(draft, place)
    gets = _gets(draft, queue)
    if here and draft.can(Ability.JMS) and (not draft.can(Ability.MQI) or draft.draws.chance(60)):
        for _ in range(gets):
            yield Receive(queue, draft.reader())
    elif here and draft.can(Ability.MQI):
        for _ in range(gets):
            yield MqGet(queue, GetMode.DESTRUCTIVE, connection=draft.connection())
    if here and draft.can(Ability.DEPTH):
        yield ReadDepth(queue, manager)
    if here and draft.can(Ability.BROWSE) and draft.draws.chance(30):
        yield Browse(queue, manager)


def _gets(draft: Draft, queue: str) -> int:
    """How many messages are tried to be got in the end: what no browser shows is all to be got."""
    addressed = sum(posted.queue == queue for posted in draft.posted)
    if draft.can(Ability.BROWSE) or not draft.virtual:
        return 1 + min(_GETS, addressed)
    # Reports and dead letters come to queues that nothing was addressed to.
    return 1 + min(_ALL_GETS, max(addressed, _GETS))


def _emptied_elsewhere(draft: Draft, place: Place) -> Steps[None]:
    """Gets at another queue manager, where there is no browser."""
    queue, manager = place
    gets = range(_gets(draft, queue))
    if draft.can(Ability.MQI):
        connection = draft.name("looker")
        yield Connect(connection, manager), *(MqGet(queue, connection=connection) for _ in gets)
    elif draft.can(Ability.JMS):
        session = draft.name("looker")
        yield OpenSession(session, queue_manager=manager), *(Receive(queue, session) for _ in gets)
