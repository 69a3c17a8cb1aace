"""The status of a channel: what may be read of it, by what its last attempts have met.

Covers AM-09, AM-10 and AM-27 (in retry), AM-11 and AM-28 (running behind what it has discarded). Silent
points: the states of a channel that has nothing to do, and of one that is stopped or whose queue is gone.
"""

from mqtck.reference.chapters.undelivered_messages import intercepted
from mqtck.reference.comparisons.channels import IN_RETRY
from mqtck.reference.possibilities import Possibility, Settled, breach, unexpected
from mqtck.reference.state.intervals import Answer
from mqtck.reference.state.queue_keys import owner
from mqtck.reference.state.state import State
from mqtck.reference.vocabulary.channels import ChannelStatus
from mqtck.reference.vocabulary.outcomes import ChannelStatusRead, Outcome, Refused

from .batches import perhaps_ended


def read_channel_status(state: State, queue_key: str) -> Possibility:
    """AM-09, AM-10, AM-27: in retry; AM-11, AM-28: running behind what it has discarded."""
    run = state.runs.get(queue_key)
    started = queue_key in state.channels and run is not None

    def prefer() -> Outcome:
        if not started or run is None:
            return ChannelStatusRead(ChannelStatus.STOPPED)
        return ChannelStatusRead(ChannelStatus.RETRYING if run.blockage.chosen else ChannelStatus.RUNNING)

    def settle(outcome: Outcome) -> Settled:
        manager = owner(queue_key)
        if isinstance(outcome, Refused) and not (started and state.queue_managers[manager].running):
            return Settled((state,))
        if not isinstance(outcome, ChannelStatusRead):
            return unexpected(state, outcome)
        if not started or run is None or not intercepted(state.queue_managers[manager]):
            return Settled((state,))
        if run.going is not Answer.YES or perhaps_ended(state, run, queue_key):
            return Settled((state,))
        seen = outcome.status
        retry = tuple(rule for rule in run.blockage.rules if rule in IN_RETRY)
        if run.retrying is Answer.YES and run.blockage.answer is Answer.YES and retry:
            wrong = seen is not ChannelStatus.RETRYING
            found = (breach(retry, "the channel is in retry", seen),) if wrong else ()
            return Settled((state,), found, exercised=frozenset(retry))
        if run.retrying is Answer.NO and run.gone_on:
            wrong = seen in (ChannelStatus.RETRYING, ChannelStatus.STOPPED)
            found = (breach(run.gone_on, "the channel is running", seen),) if wrong else ()
            return Settled((state,), found, exercised=frozenset(run.gone_on))
        return Settled((state,))

    return Possibility(prefer=prefer, settle=settle)
