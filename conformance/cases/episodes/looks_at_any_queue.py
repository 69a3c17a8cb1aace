"""Episodes of looks at any queue of the case, at any time and around instants that matter.

They are about nothing themselves, and belong to every case. Left out: looks that an episode takes at its own
queues.
"""

from mqtck.conformance.cases.draft import Draft, Steps, passing, together, until
from mqtck.conformance.cases.vocabulary.looks import look, shown
from mqtck.reference.vocabulary.abilities import Ability
from mqtck.reference.vocabulary.commands import ReadDepth
from mqtck.reference.vocabulary.constants import DEFAULT_QUEUE_MANAGER


def around_an_instant(draft: Draft) -> Steps[None]:
    """Looks just before, at and after an instant of any message: due time or end of life."""
    draws = draft.draws
    instants = [
        (instant, posted.queue)
        for posted in draft.posted[-12:]
        for instant in (posted.due, posted.over)
        if instant is not None and instant > draft.now and posted.queue_manager == DEFAULT_QUEUE_MANAGER
    ]
    if not instants:
        return
    instant, queue = draws.one_of(instants)
    if instant - draft.now > 10 * 86_400_000:
        return
    yield from until(draft, instant + draft.offset())
    yield from look(draft, queue)
    yield from until(draft, instant + max(1, draft.offset()))
    yield from look(draft, queue)


def any_look(draft: Draft) -> Steps[None]:
    """A look at any queue of the case."""
    here = [place for place in draft.places if place.queue_manager == DEFAULT_QUEUE_MANAGER]
    if here:
        yield from look(draft, draft.draws.one_of(here).queue)


def depth_and_browse(draft: Draft) -> Steps[None]:
    """Depth and browser of one queue at the same instant (EX-34, EX-35, DD-06, DD-07)."""
    places = [place for place in draft.places if place.queue not in draft.gone]
    if not places:
        return
    queue, manager = draft.draws.one_of(places)
    depth = (ReadDepth(queue, manager),) if draft.can(Ability.DEPTH) else ()
    seen = together(shown(draft, queue, manager))
    yield (*depth, *seen, *(depth if draft.draws.chance(50) else ()))


def pause(draft: Draft) -> Steps[None]:
    yield from passing(draft, draft.pause())
