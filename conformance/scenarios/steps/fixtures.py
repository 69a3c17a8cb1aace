"""Steps for what stands around the application: queues, queue managers, authority, channels, and time."""

from typing import Any

import msgspec

from mqtck.conformance.scenarios.builder import ScriptBuilder
from mqtck.conformance.scenarios.expectations.lives import tolerance_of_life
from mqtck.reference.vocabulary import commands as c
from mqtck.reference.vocabulary.constants import DEFAULT_DEAD_LETTER_QUEUE
from mqtck.reference.vocabulary.profile import Version

from .registry import step

# --- queues ------------------------------------------------------------------------------------------


@step("a queue {queue:Queue}")
@step("a queue {queue:Queue} is defined")
def local_queue(script: ScriptBuilder, queue: str) -> None:
    """A local queue with generous attributes."""
    script.fixture(c.DefineLocalQueue(queue=queue, queue_manager=script.queue_manager))


@step("the queues {queues:Queues}")
def local_queues(script: ScriptBuilder, queues: tuple[str, ...]) -> None:
    for queue in queues:
        local_queue(script, queue)


@step("a queue {queue:Queue} with {attributes:Attributes}")
@step("a queue {queue:Queue} with {attributes:Attributes} is defined")
def local_queue_with(script: ScriptBuilder, queue: str, attributes: dict[str, Any]) -> None:
    """Attributes as MQSC writes them: MAXDEPTH(1) and DEFPSIST(YES)."""
    script.fixture(
        c.DefineLocalQueue(
            queue=queue, attributes=c.QueueAttributes(**attributes), queue_manager=script.queue_manager
        )
    )


@step("a queue {queue:Queue} that triggers {initiation_queue:Queue} at a depth of {depth:Number}")
def triggering_queue(script: ScriptBuilder, queue: str, initiation_queue: str, depth: int) -> None:
    """TRIGTYPE(DEPTH)."""
    trigger = c.DepthTrigger(depth=depth, initiation_queue=initiation_queue)
    script.fixture(c.DefineLocalQueue(queue=queue, attributes=c.QueueAttributes(trigger=trigger)))


@step("{queue:Queue} is altered to {attributes:Attributes}")
def alter_queue(script: ScriptBuilder, queue: str, attributes: dict[str, Any]) -> None:
    """The staging queue and the dead-letter queue included."""
    script.fixture(
        c.AlterQueue(
            queue=script.queue(queue),
            changes=msgspec.convert(attributes, c.AttributeChanges),
            queue_manager=script.queue_manager,
        )
    )


@step("an alias queue {queue:Queue} of {target:Queue}")
@step("an alias queue {queue:Queue} of {target:Queue} is defined")
def alias_queue(script: ScriptBuilder, queue: str, target: str) -> None:
    script.aliases[queue] = script.aliases.get(queue, frozenset()) | {script.queue(target)}
    script.fixture(c.DefineAliasQueue(queue=queue, target=target, queue_manager=script.queue_manager))


@step("{queue:Queue} is defined anew as an alias of {target:Queue}")
def alias_again(script: ScriptBuilder, queue: str, target: str) -> None:
    alias_queue(script, queue, target)


@step("{queue:Queue} is deleted")
def delete_queue(script: ScriptBuilder, queue: str) -> None:
    script.fixture(c.DeleteQueue(queue=script.queue(queue), queue_manager=script.queue_manager))


def usual_dead_letter_queue(script: ScriptBuilder, name: str) -> None:
    """Not every implementation has it by itself; one that has it may refuse to define it again."""
    script.probe(c.DefineLocalQueue(DEFAULT_DEAD_LETTER_QUEUE, queue_manager=name))


@step("no dead-letter queue")
def no_dead_letter_queue(script: ScriptBuilder) -> None:
    """DEADQ is blank, as it is on a fresh queue manager, although there is a queue of the usual name."""
    usual_dead_letter_queue(script, script.queue_manager)


@step("a dead-letter queue")
@step("a dead-letter queue is defined")
def dead_letter_queue(script: ScriptBuilder) -> None:
    """DEADQ names the default dead-letter queue."""
    usual_dead_letter_queue(script, script.queue_manager)
    named_dead_letter_queue(script, DEFAULT_DEAD_LETTER_QUEUE)


@step("{queue:Queue} is the dead-letter queue")
def named_dead_letter_queue(script: ScriptBuilder, queue: str) -> None:
    script.dead_letter_queue = queue
    script.fixture(c.SetDeadLetterQueue(queue=queue, queue_manager=script.queue_manager))


@step("DEADQ is blanked")
def blank_dead_letter_queue(script: ScriptBuilder) -> None:
    """The queue stays; "the dead-letter queue" is the one that was named before."""
    script.fixture(c.SetDeadLetterQueue(queue=None, queue_manager=script.queue_manager))


@step("a dead-letter queue with {attributes:Attributes}")
def dead_letter_queue_with(script: ScriptBuilder, attributes: dict[str, Any]) -> None:
    dead_letter_queue(script)
    alter_queue(script, "the dead-letter queue", attributes)


# --- queue managers and channels ---------------------------------------------------------------------


@step("a queue manager {name:QueueManager} of version {version:Version} to which the application connects")
def connect_to(script: ScriptBuilder, name: str, version: Version) -> None:
    """From here on everything happens on that queue manager."""
    script.fixture(c.DefineQueueManager(name=name, version=version))
    script.queue_manager = name


def queue_manager(script: ScriptBuilder, name: str) -> None:
    script.fixture(c.DefineQueueManager(name=name))


def queue_elsewhere(script: ScriptBuilder, queue: str, name: str) -> None:
    script.fixture(c.DefineLocalQueue(queue=queue, queue_manager=name))


@step("a transmission queue {queue:Queue}")
def transmission_queue(script: ScriptBuilder, queue: str) -> None:
    attributes = c.QueueAttributes(usage=c.Usage.TRANSMISSION)
    script.fixture(c.DefineLocalQueue(queue=queue, attributes=attributes, queue_manager=script.queue_manager))


def remote_queue(script: ScriptBuilder, queue: str, remote_queue: str, name: str, transmission: str) -> None:
    script.aliases[queue] = script.aliases.get(queue, frozenset()) | {transmission}
    script.fixture(
        c.DefineRemoteQueue(
            queue=queue,
            remote_queue=remote_queue,
            remote_queue_manager=name,
            transmission_queue=transmission,
            queue_manager=script.queue_manager,
        )
    )


@step("the channel of {transmission:Queue} is started")
def start_channel(script: ScriptBuilder, transmission: str) -> None:
    """Channels are stopped until a step starts them."""
    script.fixture(c.StartChannel(transmission_queue=transmission, queue_manager=script.queue_manager))


@step("the channel of {transmission:Queue} is stopped")
def stop_channel(script: ScriptBuilder, transmission: str) -> None:
    """What it has in its hands is where it was."""
    script.fixture(c.StopChannel(transmission_queue=transmission, queue_manager=script.queue_manager))


@step("the channel of {transmission:Queue} runs for {time:Duration}")
def run_channel(script: ScriptBuilder, transmission: str, time: int) -> None:
    """Started, and not stopped."""
    start_channel(script, transmission)
    script.advance(time)


@step("the queue manager is ended")
def end_queue_manager(script: ScriptBuilder) -> None:
    """Sessions are gone with it; a later receive opens a new one."""
    script.fixture(c.EndQueueManager(queue_manager=script.queue_manager))
    script.gone_with(script.queue_manager)


@step("the queue manager is started")
def start_queue_manager(script: ScriptBuilder) -> None:
    script.fixture(c.StartQueueManager(queue_manager=script.queue_manager))


@step("the queue manager is restarted")
def restart_queue_manager(script: ScriptBuilder) -> None:
    end_queue_manager(script)
    start_queue_manager(script)


@step("{name:QueueManager} is ended and started")
def restart_another(script: ScriptBuilder, name: str) -> None:
    """Another queue manager than the application's."""
    script.fixture(c.EndQueueManager(queue_manager=name))
    script.gone_with(name)
    script.fixture(c.StartQueueManager(queue_manager=name))


@step("{name:QueueManager} is down for {time:Duration}")
def another_is_down(script: ScriptBuilder, name: str, time: int) -> None:
    """Another queue manager than the application's."""
    script.fixture(c.EndQueueManager(queue_manager=name))
    script.gone_with(name)
    script.advance(time)
    script.fixture(c.StartQueueManager(queue_manager=name))


@step("the delivery delay processor fails in a recoverable way")
def fail_processor(script: ScriptBuilder) -> None:
    script.fixture(c.FailDelayProcessor(queue_manager=script.queue_manager))


@step("the delivery delay processor of {name:QueueManager} fails")
def fail_processor_of(script: ScriptBuilder, name: str) -> None:
    script.fixture(c.FailDelayProcessor(queue_manager=name))


# --- authority ---------------------------------------------------------------------------------------


@step("the user {user:Name} may put to {queue:Queue}")
def grant(script: ScriptBuilder, user: str, queue: str) -> None:
    """A user has no authority until granted."""
    script.fixture(c.GrantPut(user=user, queue=script.queue(queue), queue_manager=script.queue_manager))


@step("the user {user:Name} may no longer put to {queue:Queue}")
def revoke(script: ScriptBuilder, user: str, queue: str) -> None:
    script.fixture(c.RevokePut(user=user, queue=script.queue(queue), queue_manager=script.queue_manager))


@step("the user {user:Name} may put to no queue")
def no_authority(script: ScriptBuilder, user: str) -> None:
    """A user has no authority until granted, so there is nothing to do."""
    del script, user


# --- time --------------------------------------------------------------------------------------------


@step("nothing special happens")
def nothing_special(script: ScriptBuilder) -> None:
    """Neither does time pass: a cell of a table says so where in other rows something happens."""
    del script


@step("{time:Duration} passes")
@step("{time:Duration} pass")
def pass_time(script: ScriptBuilder, time: int) -> None:
    script.advance(time)


@step("the delivery delay of {label:Label} is over")
def delay_over(script: ScriptBuilder, label: str) -> None:
    """Until just past the due time, by the script's own reckoning.

    The instant itself is neither before nor after (DD-01), so that nothing can be expected in it.
    """
    script.advance(script.time_to_due(label) + 1)


@step("all but {time:Duration} of the delivery delay of {label:Label} has passed")
def delay_nearly_over(script: ScriptBuilder, time: int, label: str) -> None:
    script.advance(script.time_to_due(label) - time)


@step("{time:Duration} have passed since {label:Label} was sent")
def since_sent(script: ScriptBuilder, time: int, label: str) -> None:
    script.advance(time - script.since_send(label))


@step("just over {time:Duration} have passed since {label:Label} was sent")
def just_over_since_sent(script: ScriptBuilder, time: int, label: str) -> None:
    """A millisecond more, past the instant that is neither before nor after."""
    since_sent(script, time + 1, label)


@step("the life of {label:Label} is over")
def life_over(script: ScriptBuilder, label: str) -> None:
    """Until more than the tolerance of expiry past its end, which is a second for each queue of its way."""
    tolerance = tolerance_of_life(script.commands(), script.sending(label))
    script.advance(script.time_to_end_of_life(label) + tolerance + 1)


@step("a clock that the tester sets")
def virtual_clock(script: ScriptBuilder) -> None:
    """The scenario probes an instant that a real clock cannot hit."""
    script.need_virtual_clock()
