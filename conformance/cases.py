"""Cases: random traces to be, each a pure function of one 64-bit seed.

`case` gives the same commands for the same seed on every machine and Python. A case defines a few
queues, runs episodes (the modules `case_client`, `case_expiry`, `case_failure`, `case_mapping`,
`case_publish`, `case_staging`, `case_transmission` and others) interleaved, and ends with a drain: open
units of work are ended, time passes well beyond everything, and all queues and subscribers are looked at,
so that each accepted message must be found in exactly one place (X-54).

Only commands whose abilities are given are drawn, so a plain JMS broker gets cases as well. On a real
clock a case lets at most `case_draft.REAL_BUDGET` ms pass, with delays of one to three seconds.

Left out: messages of an application that conflicts with its own unit of work.
"""

from collections.abc import Callable
from functools import lru_cache
from itertools import accumulate
from typing import Final, NamedTuple

from mqtck.reference.vocabulary.abilities import Ability
from mqtck.reference.vocabulary.commands import (
    AlterQueue,
    AttributeChanges,
    Browse,
    Command,
    DefineLocalQueue,
    DeliverySequence,
    GetMode,
    MqGet,
    QueueAttributes,
    ReadDepth,
    Receive,
    SetDeadLetterQueue,
    Switch,
)
from mqtck.reference.vocabulary.constants import (
    DEFAULT_DEAD_LETTER_QUEUE,
    DEFAULT_QUEUE_MANAGER,
    STAGING_QUEUE,
)
from mqtck.reference.vocabulary.profile import EVERY_PROFILE, ClockKind, Platform, Profile

from . import case_channels as channels
from . import case_client as client
from . import case_clusters as clusters
from . import case_expiry as expiry
from . import case_failure as failure
from . import case_mapping as mapping
from . import case_publish as publish
from . import case_staging as staging
from . import case_transmission as transmission
from . import case_zos as zos
from .case_calls import end_unit
from .case_draft import REAL_BUDGET, Draft, Place, Steps, passing
from .case_numbers import Draws, case_seed
from .profiles import STAGING_ATTRIBUTES

__all__ = ["EPISODES", "Episode", "case", "case_seed", "drain"]

AT_ONCE: Final = 4
"""Episodes that run interleaved."""

_DAY: Final = 86_400_000
_LAST_WAIT: Final = 700
"""Ms kept back on a real clock for what is due at the end."""


class Episode(NamedTuple):
    """A subject: its generator of commands, what it needs, and how often it is drawn."""

    story: Callable[[Draft], Steps[None]]
    weight: int
    needs: frozenset[Ability] = frozenset()

    @property
    def name(self) -> str:
        return self.story.__name__


_JMS: Final = frozenset({Ability.LOCAL_QUEUES, Ability.JMS})
_MQI: Final = frozenset({Ability.LOCAL_QUEUES, Ability.MQI})
_RESTART: Final = _JMS | {Ability.RESTART}
_STAGING: Final = _JMS | {Ability.STAGING_QUEUE}
_CHANNELS: Final = _MQI | {Ability.REMOTE_QUEUES, Ability.OTHER_QUEUE_MANAGERS}
_TOPICS: Final = _JMS | {Ability.TOPICS}
_HEADERS: Final = _MQI | {Ability.TRANSMISSION_HEADERS}
_LONG_FORM: Final = _JMS | {Ability.MESSAGE_PRODUCER}
_ZOS: Final = _STAGING | {Ability.ZOS, Ability.OTHER_QUEUE_MANAGERS}
_CLUSTERS: Final = _JMS | {Ability.CLUSTERS, Ability.OTHER_QUEUE_MANAGERS}

EPISODES: Final = (
    Episode(client.delayed, 14, _JMS),
    Episode(client.undelayed, 8, _JMS),
    Episode(client.life_below_delay, 5, _JMS),
    Episode(client.life_below_delay_on_send, 4, _LONG_FORM),
    Episode(client.life_equal_to_delay, 4, _JMS),
    Episode(client.unlimited_life_with_delay, 3, _JMS),
    Episode(client.groups, 3, _JMS | {Ability.MESSAGE_GROUPS}),
    Episode(client.unit_of_work, 8, _JMS | {Ability.TRANSACTIONS}),
    Episode(client.receiving_in_unit, 4, _JMS | {Ability.TRANSACTIONS}),
    Episode(client.empty_units, 1, _JMS | {Ability.TRANSACTIONS}),
    Episode(client.headers, 4, _JMS),
    Episode(client.long_lives, 3, _JMS),
    Episode(client.queue_definition, 4, _JMS | {Ability.DESTINATION_PROPERTIES, Ability.QUEUE_DEFAULTS}),
    Episode(client.priorities, 4, _JMS),
    Episode(client.crowd, 2, _JMS),
    Episode(client.several_targets, 2, _JMS),
    Episode(client.authority, 4, _JMS | {Ability.AUTHORITY}),
    Episode(client.old_queue_manager, 3, _JMS | {Ability.OTHER_QUEUE_MANAGERS}),
    Episode(mapping.header_fields, 6, _JMS),
    Episode(mapping.request_and_reply, 3, _JMS | {Ability.APPLICATION_HEADERS}),
    Episode(expiry.mqi_life, 8, _MQI),
    Episode(expiry.jms_life, 6, _JMS),
    Episode(expiry.expired_backlog, 8, _MQI),
    Episode(expiry.put_in_unit, 5, _MQI),
    Episode(expiry.locked, 4, _MQI),
    Episode(expiry.browsing, 4, _MQI),
    Episode(expiry.full_of_expired, 5, _MQI | {Ability.QUEUE_LIMITS}),
    Episode(expiry.depth_trigger, 4, _MQI | {Ability.TRIGGERING}),
    Episode(expiry.channel, 5, _CHANNELS),
    Episode(expiry.around_an_instant, 8),
    Episode(expiry.any_look, 8),
    Episode(expiry.inventory, 4),
    Episode(expiry.pause, 4),
    Episode(failure.failed_target, 8, _JMS),
    Episode(failure.failure_table, 6, _JMS),
    Episode(failure.refused_by_target, 5, _JMS),
    Episode(failure.full_target, 5, _JMS | {Ability.QUEUE_LIMITS}),
    Episode(staging.staging_limits, 2, _STAGING | {Ability.QUEUE_LIMITS}),
    Episode(staging.recall, 6, _STAGING | {Ability.MQI}),
    Episode(staging.retargeted_alias, 5, _JMS | {Ability.ALIAS_QUEUES}),
    Episode(staging.queue_becomes_alias, 2, _JMS | {Ability.ALIAS_QUEUES, Ability.DELETE_QUEUE}),
    Episode(staging.restart, 4, _RESTART),
    Episode(staging.processor_failure, 3, _JMS | {Ability.PROCESSOR_FAULTS}),
    Episode(channels.undelivered_at_sender, 6, channels.NEEDS),
    Episode(channels.undelivered_at_receiver, 6, channels.NEEDS),
    Episode(failure.dead_letters, 3, frozenset({Ability.LOCAL_QUEUES, Ability.DEAD_LETTER_QUEUE})),
    Episode(failure.passing_inhibition, 3, _JMS),
    Episode(publish.publishing, 7, _TOPICS),
    Episode(publish.undeliverable, 8, _TOPICS),
    Episode(publish.expiring_copies, 2, _TOPICS),
    Episode(publish.topic_attributes, 4, _TOPICS | {Ability.TOPIC_DELIVERY}),
    Episode(publish.retained_publications, 3, _TOPICS | {Ability.RETAINED_PUBLICATIONS}),
    Episode(publish.hierarchy, 3, _TOPICS | {Ability.HIERARCHIES, Ability.OTHER_QUEUE_MANAGERS}),
    Episode(clusters.clustered_destination, 6, _CLUSTERS),
    Episode(clusters.unclustered_with_binding, 2, _JMS | {Ability.DEFAULT_BINDING}),
    Episode(zos.processor, 5, _ZOS),
    Episode(zos.stopped_once, 5, _ZOS | {Ability.PUT_INHIBIT}),
    Episode(zos.restarted_in_time, 2, _ZOS | {Ability.RESTART}),
    Episode(zos.missing_staging_queue, 4, _ZOS),
    Episode(zos.recall_there, 2, _ZOS | {Ability.MQI}),
    Episode(zos.sample, 1, _ZOS),
    Episode(zos.shared, 6, _ZOS | {Ability.SHARED_QUEUES}),
    Episode(zos.operation_mode, 3, _ZOS),
    Episode(zos.migration_back, 3, _ZOS),
    Episode(transmission.extreme_lives, 4, _MQI | {Ability.ENFORCEMENT}),
    Episode(transmission.two_expiry_fields, 5, _HEADERS),
    Episode(transmission.header_cut_off, 3, _HEADERS | {Ability.REMOTE_QUEUES}),
    Episode(transmission.put_to_transmission_queue, 4, _HEADERS | {Ability.REMOTE_QUEUES}),
    Episode(transmission.sent_by_header, 2, _HEADERS | _CHANNELS),
    Episode(transmission.delayed_to_remote, 3, _JMS | _CHANNELS),
    Episode(transmission.ims_requests, 3, _MQI | {Ability.IMS_BRIDGE}),
)


def case(
    seed: int,
    abilities: frozenset[Ability],
    clock: ClockKind,
    commands: int,
    episodes: tuple[Episode, ...] = EPISODES,
    *,
    profile: Profile = EVERY_PROFILE[0],
) -> tuple[Command, ...]:
    """The commands of one case: about `commands` of them, and a drain behind them.

    Another selection of episodes or other weights steer what is drawn; they belong to the case as the
    seed does. Under a z/OS profile the staging queue is defined first. Raises ValueError where no episode
    can be drawn.
    """
    possible = _possible(abilities, episodes)
    draft = Draft(Draws(seed), abilities, clock, profile)
    if not draft.virtual:
        draft.left = REAL_BUDGET - _LAST_WAIT
    made = [*_fixtures(draft)]
    running: list[Steps[None]] = []
    restarts = draft.epoch
    while len(made) < commands:
        if not running or (len(running) < AT_ONCE and draft.draws.chance(30)):
            running.append(possible.draw(draft.draws).story(draft))
        place = draft.draws.below(len(running))
        item = next(running[place], None)
        if item is None:
            del running[place]
        elif isinstance(item, tuple):
            made += item
        else:
            made.append(item)
        if draft.epoch != restarts:
            running = running[place : place + 1]
            restarts = draft.epoch
    for item in drain(draft):
        made += item if isinstance(item, tuple) else (item,)
    return tuple(made)


class _Possible(NamedTuple):
    """Episodes with the running sums of their weights."""

    episodes: tuple[Episode, ...]
    sums: tuple[int, ...]

    def draw(self, draws: Draws) -> Episode:
        number = draws.below(self.sums[-1])
        return next(
            episode for episode, until in zip(self.episodes, self.sums, strict=True) if number < until
        )


@lru_cache(maxsize=64)
def _possible(abilities: frozenset[Ability], episodes: tuple[Episode, ...]) -> _Possible:
    found = tuple(episode for episode in episodes if episode.weight > 0 and episode.needs <= abilities)
    if not any(episode.needs for episode in found):
        raise ValueError(
            "No case can be made: none of the episodes can do with the abilities "
            f"{', '.join(sorted(abilities)) or 'given (none)'}; local queues and a JMS client, or local "
            "queues and MQI calls, are the least."
        )
    return _Possible(found, tuple(accumulate(episode.weight for episode in found)))


def _fixtures(draft: Draft) -> tuple[Command, ...]:
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
            # Without queue attributes of its own an implementation knows no MSGDLVSQ either.
            sequence = draws.one_of((DeliverySequence.FIFO, DeliverySequence.PRIORITY))
            depth = draws.one_of((5000, draws.between(2, 5)))
            attributes = QueueAttributes(max_depth=depth, delivery_sequence=sequence)
        commands.append(DefineLocalQueue(name, attributes))
    reply = draft.name("R")
    draft.replies.append(reply)
    draft.see(reply)
    commands.append(DefineLocalQueue(reply))
    if draft.can(Ability.STAGING_QUEUE):
        draft.see(STAGING_QUEUE)
    if draft.can(Ability.DEAD_LETTER_QUEUE) and draws.chance(70):
        draft.see(DEFAULT_DEAD_LETTER_QUEUE)
        commands.append(SetDeadLetterQueue(DEFAULT_DEAD_LETTER_QUEUE))
    return (*commands, *transmission.variable(draft))


# --- the end of a case ---------------------------------------------------------------------------------


def drain(draft: Draft) -> Steps[None]:
    """End units of work, repair what is broken, let everything come due, and look everywhere."""
    draws = draft.draws
    for unit in tuple(draft.units):
        yield end_unit(draft, unit, 60)
    if draws.chance(60):
        yield _repairs(draft)
    if not draft.virtual:
        draft.left += _LAST_WAIT
    yield from passing(draft, _last_instant(draft) - draft.now)
    yield from publish.listen(draft)
    places = [place for place in draft.places if place.queue not in draft.gone]
    if draft.can(Ability.DEPTH):
        # One behind the other, so that they must add up.
        yield tuple(ReadDepth(place.queue, place.queue_manager) for place in places)
    for place in places:
        yield from _emptied(draft, place)


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
    switched = (AttributeChanges(put=Switch.DISABLED), AttributeChanges(put=Switch.ENABLED))
    return (*repaired, *(AlterQueue(STAGING_QUEUE, change) for change in switched))


def _last_instant(draft: Draft) -> int:
    """When all has come due, commits that started a delay again included, and failed work was tried again."""
    due = [posted.due for posted in draft.posted if posted.due is not None]
    if not draft.virtual:
        return max((instant + _LAST_WAIT for instant in due), default=draft.now)
    longest = max((instant - draft.now for instant in due), default=0)
    return draft.now + max(longest, 0) + _DAY + failure.HOUR + 1


def _emptied(draft: Draft, place: Place) -> Steps[None]:
    """The browser, some destructive gets and the depth, as far as they can be had."""
    queue, manager = place
    here = manager == DEFAULT_QUEUE_MANAGER
    if draft.can(Ability.BROWSE):
        yield Browse(queue, manager)
    gets = 1 + min(4, sum(posted.queue == queue for posted in draft.posted))
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
