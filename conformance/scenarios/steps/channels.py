"""Steps for channels between queue managers on z/OS: their ends, AMS policies, and what they leave behind.

The application is connected to the sending queue manager. What is on a queue is looked at with a browser,
which shows protection and leaves the messages where they are; a queue of the other end is named "STOCK on
QMB", one of the sending end by its name alone. "the dead-letter queue" is that of the sending end.

That a message was protected when it was put, or that a receiver has dead-lettered it, is not the business
of the scenarios here: where a step says so with "was" and it was not, the scenario is undecided.
"""

from typing import Any

from mqtck.conformance.scenarios.builder import GETTER, PUTTER, ScriptBuilder, ScriptError
from mqtck.conformance.scenarios.expectations import channels as x
from mqtck.conformance.scenarios.expectations import failure as f
from mqtck.conformance.scenarios.expectations import messages as m
from mqtck.conformance.scenarios.expectations import reports as r
from mqtck.conformance.scenarios.expectations.calls import granted
from mqtck.conformance.scenarios.features import FeatureError
from mqtck.conformance.scenarios.scripts import HELD, Check, CheckResult, Handle, Record
from mqtck.reference.vocabulary import channels as ch
from mqtck.reference.vocabulary import commands as c
from mqtck.reference.vocabulary.constants import DEFAULT_DEAD_LETTER_QUEUE
from mqtck.reference.vocabulary.messages import OutgoingMessage, PutDescriptor, TransmissionHeader
from mqtck.reference.vocabulary.profile import Platform, Version

from .fixtures import usual_dead_letter_queue
from .jms import Table
from .registry import step
from .types_channels import ChannelQueue, channel_queue

# --- queue managers and ends of channels -----------------------------------------------------------------


@step(
    "{queue:Queue} on {sender:QueueManager} leads through {transmission:Queue} "
    "to {target:Queue} on {receiver:QueueManager}, both on z/OS"
)
def way_on_zos(
    script: ScriptBuilder, queue: str, sender: str, transmission: str, target: str, receiver: str
) -> None:
    """Two queue managers with all that belongs to it; the application is connected to the first."""
    way_in_version(script, queue, sender, transmission, target, receiver, Version(9, 2))


@step(
    "{queue:Queue} on {sender:QueueManager} leads through {transmission:Queue} "
    "to {target:Queue} on {receiver:QueueManager}, both of version {version:Version} on z/OS"
)
def way_in_version(
    script: ScriptBuilder,
    queue: str,
    sender: str,
    transmission: str,
    target: str,
    receiver: str,
    version: Version,
) -> None:
    for name in (sender, receiver):
        script.fixture(c.DefineQueueManager(name=name, version=version, platform=Platform.ZOS))
    script.queue_manager = sender
    script.fixture(c.DefineLocalQueue(queue=target, queue_manager=receiver))
    _way(script, queue, transmission, target, receiver)
    for connection in (PUTTER, GETTER):
        script.fixture(c.Connect(connection=connection, queue_manager=sender))


@step(
    "{queue:Queue} on {sender:QueueManager} leads through {transmission:Queue} "
    "to {target:Queue} on {receiver:QueueManager} as well"
)
def another_way(
    script: ScriptBuilder, queue: str, sender: str, transmission: str, target: str, receiver: str
) -> None:
    """A second way between the queue managers, with a channel of its own."""
    if sender != script.queue_manager:
        raise ScriptError(f"the application is connected to {script.queue_manager}")
    _way(script, queue, transmission, target, receiver)


def _way(script: ScriptBuilder, queue: str, transmission: str, target: str, receiver: str) -> None:
    attributes = c.QueueAttributes(usage=c.Usage.TRANSMISSION)
    script.fixture(c.DefineLocalQueue(transmission, attributes, script.queue_manager))
    script.fixture(c.DefineRemoteQueue(queue, target, receiver, transmission, script.queue_manager))


@step("the sender channel of {transmission:Queue} has {attributes:ChannelAttributes}")
@step("the sender channel of {transmission:Queue} is altered to {attributes:ChannelAttributes}")
def sender_channel(script: ScriptBuilder, transmission: str, attributes: dict[str, Any]) -> None:
    """NPMSPEED, USEDLQ, MAXMSGL, SPLPROT, BATCHSZ; counts from the next start."""
    script.fixture(
        ch.DefineSenderChannel(transmission, ch.ChannelAttributes(**attributes), script.queue_manager)
    )


@step("the receiver channel on {name:QueueManager} has {attributes:ChannelAttributes}")
def receiver_channel(script: ScriptBuilder, name: str, attributes: dict[str, Any]) -> None:
    """For messages from the queue manager to which the application is connected."""
    script.fixture(ch.DefineReceiverChannel(script.queue_manager, name, ch.ChannelAttributes(**attributes)))


@step("the channel of {transmission:Queue} is restarted")
def restart_channel(script: ScriptBuilder, transmission: str) -> None:
    script.fixture(c.StopChannel(transmission, script.queue_manager))
    script.fixture(c.StartChannel(transmission, script.queue_manager))


@step("the channel of {transmission:Queue} is restarted {count:Number} times, {time:Duration} apart")
def restart_channel_often(script: ScriptBuilder, transmission: str, count: int, time: int) -> None:
    restart_channel(script, transmission)
    for _ in range(count - 1):
        script.advance(time)
        restart_channel(script, transmission)


# --- queues of either end --------------------------------------------------------------------------------


@step("{queue:Queue} on {name:QueueManager} is altered to {attributes:Attributes}")
def alter_elsewhere(script: ScriptBuilder, queue: str, name: str, attributes: dict[str, Any]) -> None:
    script.fixture(c.AlterQueue(queue, c.AttributeChanges(**attributes), name))


@step("a dead-letter queue {queue:Queue} on {name:QueueManager}")
@step("a dead-letter queue {queue:Queue} on {name:QueueManager} is defined")
def dead_letter_queue_on(script: ScriptBuilder, queue: str, name: str) -> None:
    """DEADQ of either queue manager names it, beside the queue of the usual name."""
    usual_dead_letter_queue(script, name)
    if queue != DEFAULT_DEAD_LETTER_QUEUE:
        script.fixture(c.DefineLocalQueue(queue=queue, queue_manager=name))
    named_on(script, queue, name)


@step("a dead-letter queue {queue:Queue} on {name:QueueManager} with {attributes:Attributes}")
def dead_letter_queue_on_with(
    script: ScriptBuilder, queue: str, name: str, attributes: dict[str, Any]
) -> None:
    dead_letter_queue_on(script, queue, name)
    script.fixture(c.AlterQueue(queue, c.AttributeChanges(**attributes), name))


@step("DEADQ of {name:QueueManager} names {queue:Queue}")
def named_on(script: ScriptBuilder, queue: str, name: str) -> None:
    if name == script.queue_manager:
        script.dead_letter_queue = queue
    script.fixture(c.SetDeadLetterQueue(queue=queue, queue_manager=name))


@step("no dead-letter queue on {name:QueueManager}")
def none_on(script: ScriptBuilder, name: str) -> None:
    """DEADQ is blank, as it is on a fresh queue manager, although there is a queue of the usual name."""
    usual_dead_letter_queue(script, name)


# --- policies ----------------------------------------------------------------------------------------------


def _policy(
    script: ScriptBuilder,
    policy: str,
    name: str,
    toleration: ch.Toleration,
    initiator: ch.InitiatorPermission = ch.InitiatorPermission.PERMITTED,
) -> None:
    script.fixture(ch.DefinePolicy(policy, toleration, initiator, name))


@step("an AMS policy {policy:Queue} on {name:QueueManager}")
@step("an AMS policy {policy:Queue} on {name:QueueManager} is defined")
def policy_on(script: ScriptBuilder, policy: str, name: str) -> None:
    """By which puts of applications to that queue are protected; it tolerates what is not."""
    _policy(script, policy, name, ch.Toleration.ON)


@step("an AMS policy {policy:Queue} on {name:QueueManager} without toleration")
def strict_policy_on(script: ScriptBuilder, policy: str, name: str) -> None:
    _policy(script, policy, name, ch.Toleration.OFF)


@step("an AMS policy {policy:Queue} on {name:QueueManager} by which the channel initiator may not protect")
def barred_policy_on(script: ScriptBuilder, policy: str, name: str) -> None:
    _policy(script, policy, name, ch.Toleration.ON, ch.InitiatorPermission.NOT_PERMITTED)


@step("the AMS policy {policy:Queue} on {name:QueueManager} is deleted")
def policy_deleted(script: ScriptBuilder, policy: str, name: str) -> None:
    """Puts of applications to that queue are protected no longer."""
    script.fixture(ch.DeletePolicy(policy, name))


@step("an attempt to define an AMS policy {policy:Queue} on {name:QueueManager}")
def attempted_policy_on(script: ScriptBuilder, policy: str, name: str) -> None:
    """Whether a policy of a system queue can be defined is open; if not, there is none."""
    script.probe(ch.DefinePolicy(policy, ch.Toleration.ON, queue_manager=name))


@step("an attempt to define an AMS policy {policy:Queue} on {name:QueueManager} without toleration")
def attempted_strict_policy_on(script: ScriptBuilder, policy: str, name: str) -> None:
    script.probe(ch.DefinePolicy(policy, ch.Toleration.OFF, queue_manager=name))


# --- puts --------------------------------------------------------------------------------------------------


@step("{label:Label} is put to {queue:Queue} behind a bad transmission-queue header for {place:ChannelQueue}")
def put_behind_bad_header(script: ScriptBuilder, label: str, queue: str, place: ChannelQueue) -> None:
    """Straight to the transmission queue, with a structure id that is none."""
    header = TransmissionHeader(place.queue, place.queue_manager, structure_id="????")
    script.put(
        c.MqPut(
            queue=queue,
            message=OutgoingMessage(label=label, transmission_header=header),
            descriptor=PutDescriptor(),
            connection=PUTTER,
        ),
        "MQPUT",
    )


# --- looks -------------------------------------------------------------------------------------------------


def _place(script: ScriptBuilder, place: ChannelQueue) -> tuple[str, str]:
    return script.queue(place.queue), place.queue_manager or script.queue_manager


def _browse(script: ScriptBuilder, place: ChannelQueue) -> c.Browse:
    queue, manager = _place(script, place)
    return c.Browse(queue=queue, queue_manager=manager)


@step("{label:Label} was put protected to {place:ChannelQueue}")
def was_put_protected(script: ScriptBuilder, label: str, place: ChannelQueue) -> None:
    """Under the policy of the queue to which the application put it; taken for granted."""
    sending, name = script.sending(label), _place(script, place)[0]
    script.eventually(
        _browse(script, place),
        lambda handle: granted(x.on_queue(x.protected(handle, sending.queue), handle, name, sending)),
    )


@step("{label:Label} was put in clear to {place:ChannelQueue}")
def was_put_in_clear(script: ScriptBuilder, label: str, place: ChannelQueue) -> None:
    """Taken for granted."""
    sending, name = script.sending(label), _place(script, place)[0]
    script.eventually(
        _browse(script, place),
        lambda handle: granted(x.on_queue(x.in_clear(handle), handle, name, sending)),
    )


@step("{label:Label} was moved to {place:ChannelQueue}")
def was_moved(script: ScriptBuilder, label: str, place: ChannelQueue) -> None:
    """Taken for granted, as by a receiver that dead-letters, which it generally does (AM-23)."""
    sending, name = script.sending(label), _place(script, place)[0]
    script.eventually(
        _browse(script, place),
        lambda handle: granted(x.on_queue(_anyhow, handle, name, sending)),
    )


@step("{label:Label} was moved to {place:ChannelQueue} or {other:ChannelQueue}")
def was_moved_to_either(script: ScriptBuilder, label: str, place: ChannelQueue, other: ChannelQueue) -> None:
    """Taken for granted: what dead-lettered one message need not do so with the next (AM-23)."""
    sending, name = script.sending(label), _place(script, other)[0]
    queues = f"{_place(script, place)[0]} and {name}"
    before = script.probe(_browse(script, place))
    script.eventually(
        _browse(script, other),
        lambda handle: granted(
            x.if_elsewhere(x.on_queue(_anyhow, handle, name, sending), (before, handle), queues, sending)
        ),
    )


def _anyhow(_: Record) -> CheckResult:
    return HELD


def _shown(script: ScriptBuilder, label: str, place: ChannelQueue, check: Any) -> None:
    sending, name = script.sending(label), _place(script, place)[0]
    script.eventually(_browse(script, place), lambda handle: x.on_queue(check(handle), handle, name, sending))


@step("{label:Label} is on {place:ChannelQueue} in clear")
def is_in_clear(script: ScriptBuilder, label: str, place: ChannelQueue) -> None:
    _shown(script, label, place, x.in_clear)


@step("{label:Label} is on {place:ChannelQueue} protected once, under {policy:Queue}")
def is_protected(script: ScriptBuilder, label: str, place: ChannelQueue, policy: str) -> None:
    """As a reader without any policy sees it."""
    _shown(script, label, place, lambda handle: x.protected(handle, policy))


@step("{label:Label} is on {place:ChannelQueue} protected under {policy:Queue}, or not there")
def is_protected_or_absent(script: ScriptBuilder, label: str, place: ChannelQueue, policy: str) -> None:
    """Either is right, in clear is not; the answer is which."""
    sending, name = script.sending(label), _place(script, place)[0]
    handle = script.probe(_browse(script, place))
    script.expect(x.if_shown(x.on_queue(x.protected(handle, policy), handle, name, sending), handle, sending))


@step("{label:Label} is on {place:ChannelQueue} protected under {policy:Queue}, or on {former:ChannelQueue}")
def is_protected_or_kept(
    script: ScriptBuilder, label: str, place: ChannelQueue, policy: str, former: ChannelQueue
) -> None:
    """Either is right, in clear or nowhere is not; the answer is whether it is there."""
    sending, name = script.sending(label), _place(script, place)[0]
    queues = f"{_place(script, former)[0]} and {name}"
    before = script.probe(_browse(script, former))
    script.eventually(
        _browse(script, place),
        lambda handle: x.if_elsewhere(
            x.on_queue(x.protected(handle, policy), handle, name, sending), (before, handle), queues, sending
        ),
    )


@step("{label:Label} is on {place:ChannelQueue}, or not there")
def is_there_or_not(script: ScriptBuilder, label: str, place: ChannelQueue) -> None:
    """Either is right; the answer is which."""
    handle = script.probe(_browse(script, place))
    script.expect(x.shows_or_not(handle, script.sending(label)))


@step("{label:Label} on {place:ChannelQueue} is protected once")
def is_protected_once(script: ScriptBuilder, label: str, place: ChannelQueue) -> None:
    """Under whatever policy; in clear is right as well, where no other step says otherwise."""
    _shown(script, label, place, x.protected_once_at_most)


@step("{label:Label} on {place:ChannelQueue} is as it was put")
def is_as_put(script: ScriptBuilder, label: str, place: ChannelQueue) -> None:
    """In the fields of the descriptor that no time changes."""
    send = script.sending(label).send
    _shown(script, label, place, lambda handle: x.as_put(handle, send))


@step("{label:Label} on {place:ChannelQueue} is as it was put, by the descriptor in its header")
def is_embedded_as_put(script: ScriptBuilder, label: str, place: ChannelQueue) -> None:
    """In the fields that no time changes; what the separate descriptor repeats of them is open."""
    send = script.sending(label).send
    _shown(script, label, place, lambda handle: x.embedded_as_put(handle, send))


@step("{label:Label} on {place:ChannelQueue} has a dead-letter header that tells a reason")
def has_header(script: ScriptBuilder, label: str, place: ChannelQueue) -> None:
    """Readable in clear, whatever protects the data behind it. Which reason is open."""
    _shown(script, label, place, lambda handle: r.dead_letter_header(handle, None))


@step("{label:Label} on {place:ChannelQueue} has about {tenths:Tenths} of its life left")
def has_left(script: ScriptBuilder, label: str, place: ChannelQueue, tenths: int) -> None:
    """MQMD.Expiry, within 10 tenths."""
    sending, since = script.sending(label), script.since_send(label)
    _shown(script, label, place, lambda handle: m.remaining_expiry(handle, sending, tenths, since))


@step("{labels:Labels} on {place:ChannelQueue} have about {tenths:Tenths} of their lives left")
def have_left(script: ScriptBuilder, labels: tuple[str, ...], place: ChannelQueue, tenths: int) -> None:
    """The same of each."""
    for label in labels:
        has_left(script, label, place, tenths)


@step("{label:Label} on {place:ChannelQueue} has a dead-letter header that tells a reason and a destination")
def has_whole_header(script: ScriptBuilder, label: str, place: ChannelQueue) -> None:
    """Which names of either is open."""
    has_header(script, label, place)
    _shown(script, label, place, r.dead_letter_header_with_destination)


@step("the data of {label:Label} on {place:ChannelQueue} are those that were sent")
def has_data(script: ScriptBuilder, label: str, place: ChannelQueue) -> None:
    """Behind the headers and below the protection, character by character."""
    sending = script.sending(label)
    _shown(script, label, place, lambda handle: m.body_as_sent(handle, sending))


@step("this is where the messages are, and nowhere else")
def messages_are(script: ScriptBuilder, table: Table) -> None:
    """Two rows: queues ("STOCK on QMB", "TO.QMB"), and what each holds: labels with "and", or nothing."""
    if len(table) != 2 or not script.sendings:  # noqa: PLR2004 - the names and the contents
        raise ScriptError("it takes a row of queues and a row of what they hold, after a put")
    sendings = tuple(script.sendings.values())
    for text, contents in zip(*table, strict=True):
        labels = () if contents == "nothing" else tuple(contents.split(" and "))
        if unknown := set(labels) - {sending.label for sending in sendings}:
            raise FeatureError(f'"{unknown.pop()}" was not put before this step.')
        _holds(script, channel_queue(text), labels)


def _holds(script: ScriptBuilder, place: ChannelQueue, labels: tuple[str, ...]) -> None:
    sendings = tuple(script.sendings.values())
    queue = _place(script, place)[0]

    def check(handle: Handle) -> Check:
        return f.holds(handle, queue, labels, sendings)

    script.eventually(_browse(script, place), check)


# --- status ------------------------------------------------------------------------------------------------


def _status(
    script: ScriptBuilder, transmission: str, wanted: frozenset[ch.ChannelStatus | None], name: str
) -> None:
    script.eventually(
        ch.ReadChannelStatus(transmission, script.queue_manager),
        lambda handle: x.status_is(handle, wanted, name),
    )


@step("the channel of {transmission:Queue} is in retry")
def in_retry(script: ScriptBuilder, transmission: str) -> None:
    _status(script, transmission, frozenset({ch.ChannelStatus.RETRYING}), "in retry")


@step("the channel of {transmission:Queue} goes on")
def goes_on(script: ScriptBuilder, transmission: str) -> None:
    """Running, or in a state of idleness of which the documents do not speak."""
    _status(script, transmission, frozenset({ch.ChannelStatus.RUNNING, None}), "that goes on")


@step("the channel of {transmission:Queue} is in retry, or goes on")
def retry_or_not(script: ScriptBuilder, transmission: str) -> None:
    """Either is right; the answer is which."""
    wanted = frozenset({ch.ChannelStatus.RETRYING, ch.ChannelStatus.RUNNING, None})
    _status(script, transmission, wanted, "in retry or one that goes on")
