"""Steps for z/OS: queue managers there, their staging queue and processor, shared queues, OPMODE, migration.

"at ZQM2, ..." does or looks at another queue manager what the rest of the sentence says; everything else
happens at the one to which the application connects.
"""

from mqtck.conformance.scenarios.builder import GETTER, PUTTER, ScriptBuilder
from mqtck.conformance.scenarios.expectations import zos as z
from mqtck.reference.vocabulary import commands as c
from mqtck.reference.vocabulary.constants import STAGING_QUEUE
from mqtck.reference.vocabulary.profile import Platform, Version
from mqtck.reference.vocabulary.zos import MigrateBack, OperationMode, ReadSampleDefinition, SetOperationMode

from .registry import read_step, step

# --- queue managers ----------------------------------------------------------------------------------


@step(
    "a queue manager {name:QueueManager} of version {version:Version} on z/OS "
    "to which the application connects"
)
def connect_to(script: ScriptBuilder, name: str, version: Version) -> None:
    """From here on everything happens there. Without a staging queue, until a step defines it."""
    script.fixture(c.DefineQueueManager(name=name, version=version, platform=Platform.ZOS))
    script.queue_manager = name


@step("a queue manager {name:QueueManager} on z/OS to which the application connects")
def connect_to_one_of_any_version(script: ScriptBuilder, name: str) -> None:
    """The same with one of the version of the profile (`in_version`)."""
    connect_to(script, name, Version())


@step("a queue manager {name:QueueManager} on z/OS in the queue-sharing group {group:QueueManager}")
def member(script: ScriptBuilder, name: str, group: str) -> None:
    script.fixture(c.DefineQueueManager(name=name, platform=Platform.ZOS, queue_sharing_group=group))


@step("the application connects to {name:QueueManager}")
def connect(script: ScriptBuilder, name: str) -> None:
    script.queue_manager = name


@step("the getting application connects to {name:QueueManager}")
def getter_connects(script: ScriptBuilder, name: str) -> None:
    """MQCONN: its gets are there from now on."""
    script.fixture(c.Connect(connection=GETTER, queue_manager=name))


@step("the putting application connects to {name:QueueManager}")
def putter_connects(script: ScriptBuilder, name: str) -> None:
    """The same for its puts."""
    script.fixture(c.Connect(connection=PUTTER, queue_manager=name))


@step("at {name:QueueManager}, {what}")
def elsewhere(script: ScriptBuilder, name: str, what: str) -> None:
    """Any other step, at another queue manager."""
    home = script.queue_manager
    script.queue_manager = name
    try:
        read_step(script, what)
    finally:
        script.queue_manager = home


# --- staging queue and processor ---------------------------------------------------------------------


@step("the staging queue is defined")
def staging_queue(script: ScriptBuilder) -> None:
    """As the documents ask for it: any local queue that is large enough, with MSGDLVSQ(FIFO)."""
    attributes = c.QueueAttributes(delivery_sequence=c.DeliverySequence.FIFO)
    script.fixture(
        c.DefineLocalQueue(queue=STAGING_QUEUE, attributes=attributes, queue_manager=script.queue_manager)
    )


@step("a defined staging queue")
def staging_queue_given(script: ScriptBuilder) -> None:
    staging_queue(script)


@step("no staging queue")
def no_staging_queue(script: ScriptBuilder) -> None:
    """There is none on z/OS until somebody defines it."""
    del script


@step("another error stops the delivery delay processor")
def processor_error(script: ScriptBuilder) -> None:
    """Neither the staging queue nor the queue manager is the cause."""
    script.fixture(c.FailDelayProcessor(queue_manager=script.queue_manager))


# --- shared queues -----------------------------------------------------------------------------------


@step("a shared queue {queue:Queue} in {group:QueueManager}")
def shared_queue(script: ScriptBuilder, queue: str, group: str) -> None:
    script.fixture(c.DefineSharedQueue(queue=queue, queue_sharing_group=group))


# --- considerations for z/OS -------------------------------------------------------------------------

_MODES = {"COMPAT": OperationMode.COMPATIBILITY, "NEWFUNC": OperationMode.NEW_FUNCTION}


@step("the queue manager runs with OPMODE({mode:OperationMode})")
def operation_mode(script: ScriptBuilder, mode: str) -> None:
    script.fixture(SetOperationMode(mode=_MODES[mode], queue_manager=script.queue_manager))
    script.gone_with(script.queue_manager)


@step("the queue manager is migrated back to version {version:Version}")
def migrate_back(script: ScriptBuilder, version: Version) -> None:
    script.fixture(MigrateBack(version=version, queue_manager=script.queue_manager))
    script.gone_with(script.queue_manager)


@step("the supplied definition of the staging queue says {attribute:SampleAttribute}")
def sample_says(script: ScriptBuilder, attribute: str) -> None:
    """Which sample is the implementation's to know (CSQ4INSG)."""
    handle = script.probe(ReadSampleDefinition(queue_manager=script.queue_manager))
    script.expect(z.sample_says(handle, attribute))


@step("the supplied definition of the staging queue is asked for {attribute:SampleAttribute}")
def sample_asked(script: ScriptBuilder, attribute: str) -> None:
    """The answer is what it says, whatever that is."""
    handle = script.probe(ReadSampleDefinition(queue_manager=script.queue_manager))
    script.expect(z.sample_answer(handle, attribute))
