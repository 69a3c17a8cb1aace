"""Recorded messages, each judged by itself: what holds of a message whatever else happened unseen.

Other programs may have put, got, defined and ended anything. What is known all the same is what was seen
of one message: how its producer was set (where all calls on the producer are recorded), what its send
answered, how it looked and when. Each such message is judged in a small world of its own, by the judge of
every trace: a queue with room for everything, the producer's settings in force, the send, one sighting.

Judged so: the settings and the send itself (which lives are refused, what the sender sees), never before
its due time, never after its life, how it looks, and reports about it (`report_messages`). Never judged
so: that something is not there, how often, in which order, how many, who may do what, whether a refusal for
another reason than the life of a message or its group is right (only what it throws: `refused_calls`), and
what a definition unseen may decide. A message has one label; a copy that somebody put again is another one
and needs another label. Where both the send and the sighting show a message id, that must be the same one.
That two sends are given one id is held against them as long as the message of the first was not got.

Left out: publications but for their times (`publications`), other queue managers, headers of transmission
queues and of the IMS bridge.
"""

from typing import Final

from msgspec import UNSET
from msgspec.structs import replace

from mqtck.conformance.judging.judge import Judge
from mqtck.reference.vocabulary.base import DEFAULT_CONNECTION
from mqtck.reference.vocabulary.commands import (
    Acknowledgement,
    Browse,
    Command,
    CreateProducer,
    DefineLocalQueue,
    DisableMessageId,
    MqGet,
    MqPut,
    MqPut1,
    OpenSession,
    Receive,
    Send,
    SetDeliveryDelay,
    SetDeliveryMode,
    SetPriority,
    Setter,
    SetTimeToLive,
    Syncpoint,
    Usage,
)
from mqtck.reference.vocabulary.constants import (
    DEFAULT_QUEUE_MANAGER,
    PRIORITY_AS_QUEUE_DEFINITION,
    STAGING_QUEUE,
    UNLIMITED,
    DestinationPersistence,
    Persistence,
)
from mqtck.reference.vocabulary.messages import SeenMessage, label_in
from mqtck.reference.vocabulary.outcomes import Browsed, Done, MessageReturned, Outcome, Refused, Sent
from mqtck.reference.vocabulary.profile import Profile
from mqtck.reference.vocabulary.recordings import Observed
from mqtck.reference.vocabulary.traces import Step

from .definitions import UNDECIDED
from .publications import Publications
from .refused_calls import thrown
from .report_messages import CONFIRMATIONS, judged_report, passed_on, subject_id
from .worlds import (
    BEYOND,
    LONGEST_LIFE,
    SHORTEST_LIFE,
    WORLDS,
    Fields,
    Found,
    Hop,
    Producer,
    SentMessage,
    as_decided,
    as_sender_sees,
    comparable,
    id_of,
    is_get,
    is_here,
    is_reply,
    is_report,
    queue_names,
    stands_alone,
    tells,
    tells_whether_report,
    world_with,
)

GONE: Final = 4096
"""Messages that were got, and are kept for the confirmations that they have asked for."""


class MessageJudge:
    """Judges the messages of one recorded trace, step by step.

    Steps come in about the order in which they happened: a setter before the send that follows it, a send
    before its sightings. What is not understood is passed over.
    """

    def __init__(self, profile: Profile, observed: Observed) -> None:
        self._profile = profile
        self._observed = observed
        self._producers: dict[str, Producer | None] = {}
        self._elsewhere: set[str] = set()
        self._transacted: set[str] = set()
        self._ordinary: set[str] = set()
        self._messages: dict[str, SentMessage | None] = {}
        self._labels: dict[str, str] = {}
        self._used_again: set[str] = set()
        self._gone: dict[str, SentMessage] = {}
        self._passed_on: set[str] = set()
        self._worlds: dict[tuple[str, ...], Judge] = {}
        self.exercised: set[str] = set()
        self._publications = Publications(observed, self.exercised)

    def lost(self) -> None:
        """A record is missing here: it may have set any producer, defined any queue, sent any label."""
        self._producers.clear()
        self._ordinary.clear()
        self._publications.lost()

    def observe(self, step: Step) -> tuple[Found, ...]:
        """What this step shows to be wrong."""
        return self._publications.observe(step) + self._message(step)

    def _message(self, step: Step) -> tuple[Found, ...]:
        """What it shows to be wrong with messages on queues."""
        command, outcome = step.command, step.outcome
        self._passed_on |= passed_on(command)
        match command:
            case OpenSession(session=session, queue_manager=manager):
                self._opened(session, manager)
                transacted = command.acknowledgement is Acknowledgement.TRANSACTED
                (self._transacted.add if transacted else self._transacted.discard)(session)
            case CreateProducer():
                self._create(command, step)
            case SetDeliveryDelay() | SetTimeToLive() | SetPriority():
                return self._set(command, step)
            case SetDeliveryMode() | DisableMessageId():
                return self._set(command, step)
            case Send():
                return self._send(command, step)
            case MqPut() | MqPut1():
                return self._put(command, step)
            case DefineLocalQueue():
                self._defined(command, outcome)
            case Receive(queue=queue):
                if isinstance(outcome, MessageReturned):
                    return self._seen(queue, outcome.message, step)
            case MqGet(queue=queue):
                if isinstance(outcome, MessageReturned):
                    return self._seen(queue, outcome.message, step)
            case Browse(queue=queue, queue_manager=manager) if manager == DEFAULT_QUEUE_MANAGER:
                if isinstance(outcome, Browsed):
                    return tuple(
                        found for seen in outcome.messages for found in self._seen(queue, seen, step)
                    )
            case _:
                pass
        return ()

    def _defined(self, command: DefineLocalQueue, outcome: Outcome) -> None:
        """Whether a queue is known not to be a transmission queue."""
        if command.queue_manager != DEFAULT_QUEUE_MANAGER or not isinstance(outcome, Done):
            return
        ordinary = command.attributes.usage is Usage.NORMAL
        (self._ordinary.add if ordinary else self._ordinary.discard)(command.queue)

    # --- clients ---------------------------------------------------------------------------------------

    def _opened(self, session: str, manager: str) -> None:
        (self._elsewhere.discard if manager == DEFAULT_QUEUE_MANAGER else self._elsewhere.add)(session)
        for name, producer in list(self._producers.items()):
            created = None if producer is None else producer.setup[0].command
            if isinstance(created, CreateProducer) and created.session == session:
                self._producers[name] = None

    def _create(self, command: CreateProducer, step: Step) -> None:
        known = (
            isinstance(step.outcome, Done)
            and self._observed.producer(command.producer)
            and command.session not in self._elsewhere
            and command.topic is None
            and is_here(command.destination)
        )
        self._producers[command.producer] = Producer(self._profile, step) if known else None

    def _set(self, command: Setter, step: Step) -> tuple[Found, ...]:
        producer = self._producers.get(command.producer)
        if producer is None:
            return ()
        if not isinstance(step.outcome, Done) and not tells(step.outcome):
            self._producers[command.producer] = None
            return self._thrown(producer, step)
        if isinstance(step.outcome, Refused):
            # DD-31: which values it has from then on is undefined.
            self._producers[command.producer] = None
        before = producer.setup
        return tuple(Found(breach, (*before, step)) for breach in producer.set(step))

    def _thrown(self, producer: Producer, step: Step) -> tuple[Found, ...]:
        """What a refusal shows whose cause was perhaps not seen."""
        told = thrown(producer.setup, step)
        self.exercised |= told.exercised
        return tuple(Found(breach, (*producer.setup, step)) for breach in told.breaches)

    # --- sends -----------------------------------------------------------------------------------------

    def _send(self, command: Send, step: Step) -> tuple[Found, ...]:
        producer = self._producers.get(command.producer)
        if producer is not None and isinstance(step.outcome, Refused) and not tells(step.outcome):
            return self._thrown(producer, step)
        destination = command.destination or (producer.destination if producer else None)
        usable = producer is not None and destination is not None and command.topic is None
        if not usable or not is_here(destination) or not stands_alone(command.message):
            self._unknown(command.message.label, step.outcome)
            return ()
        assert producer is not None
        assert destination is not None
        settings = {type(one.command): one.command for one in producer.setup if isinstance(one.outcome, Done)}
        live = settings.get(SetTimeToLive)
        life = live.milliseconds if isinstance(live, SetTimeToLive) else 0
        if command.arguments is not None:
            life = command.arguments.time_to_live
        if life < 0 or 0 < life < SHORTEST_LIFE or life > LONGEST_LIFE:
            self._unknown(command.message.label, step.outcome)
            return ()
        open_fields = (
            destination.persistence is DestinationPersistence.QUEUE_DEFINITION
            or destination.priority == PRIORITY_AS_QUEUE_DEFINITION
        )
        delay = settings.get(SetDeliveryDelay)
        world = producer.world(queue_names(destination, command.message.reply_to), step.started)
        staged = isinstance(delay, SetDeliveryDelay) and delay.milliseconds > 0
        hop = Hop.STAGED if staged else Hop.DIRECT
        fields = Fields.OF_A_DEFINITION if open_fields else Fields.OF_THE_SEND
        return self._accept(step, destination.queue, producer.setup, world, hop, fields)

    def _put(self, command: MqPut | MqPut1, step: Step) -> tuple[Found, ...]:
        descriptor = command.descriptor
        known = descriptor.expiry == UNLIMITED or 0 < descriptor.expiry * 100 <= LONGEST_LIFE
        # A transmission queue looks at a header too, which the program may have written unrecorded.
        perhaps_headed = tells(step.outcome) and command.queue not in self._ordinary
        if not known or perhaps_headed or not stands_alone(command.message):
            self._unknown(command.message.label, step.outcome)
            return ()
        open_fields = (
            descriptor.persistence is Persistence.AS_Q_DEF
            or descriptor.priority == PRIORITY_AS_QUEUE_DEFINITION
        )
        queues = (command.queue, command.message.reply_to or "")
        if queues not in self._worlds:
            if len(self._worlds) >= WORLDS:
                self._worlds.clear()
            self._worlds[queues] = world_with(self._profile, queues, step.started)
        world = self._worlds[queues].fork()
        outside = replace(command, syncpoint=Syncpoint.OUTSIDE, connection=DEFAULT_CONNECTION)
        fields = Fields.OF_A_DEFINITION if open_fields else Fields.OF_THE_SEND
        return self._accept(replace(step, command=outside), command.queue, (), world, Hop.DIRECT, fields)

    def _accept(
        self,
        step: Step,
        queue: str,
        setup: tuple[Step, ...],
        world: Judge,
        hop: Hop,
        fields: Fields,
    ) -> tuple[Found, ...]:
        """Judge a send in its small world and keep the message for its sightings."""
        assert isinstance(step.command, Send | MqPut | MqPut1)
        message, outcome = step.command.message, step.outcome
        if isinstance(outcome, Refused):
            return self._judged(world, step, (*setup, step)) if tells(outcome) else ()
        if not isinstance(outcome, Sent | Done):
            return ()
        found = self._judged(world, as_sender_sees(step, queue, fields), (*setup, step))
        label = message.label
        if label in self._messages:
            self._messages[label] = None
            return found
        own = id_of(outcome.header, outcome.descriptor) if isinstance(outcome, Sent) else None
        mixed = message.report and message.reply_to == queue
        if world.judgement().indeterminate or mixed:
            self._messages[label] = None
            return found
        found += self._used_before(step, queue, setup, own)
        sent = SentMessage(queue, (*setup, step), world, message, hop, own, fields, UNDECIDED)
        self._messages[label] = sent.after(outcome.descriptor) if isinstance(outcome, Sent) else sent
        if own is not None and own not in self._used_again:
            self._labels[own] = label
        return found

    def _used_before(
        self, step: Step, queue: str, setup: tuple[Step, ...], own: str | None
    ) -> tuple[Found, ...]:
        """HM-27: of two messages that JMS sent with one id, the second, as long as the first is known.

        Which of them is meant by that id alone is not known from then on.
        """
        before = None if own is None else self._messages.get(self._labels.get(own, ""))
        if own is None or before is None or not isinstance(before.steps[-1].command, Send):
            return ()
        if not isinstance(step.command, Send):
            return ()
        del self._labels[own]
        self._used_again.add(own)
        replies = (before.message.reply_to or "", step.command.message.reply_to or "")
        world = world_with(self._profile, (before.queue, queue, *replies), before.steps[0].started)
        shown = tuple(dict.fromkeys((*before.steps, *setup)))
        for one in shown:
            world.observe(one)
        found = self._judged(world, step, (*shown, step))
        return tuple(one for one in found if "HM-27" in one.breach.rules)

    def _unknown(self, label: str, outcome: Outcome) -> None:
        if isinstance(outcome, Sent | Done):
            self._messages[label] = None

    # --- sightings -------------------------------------------------------------------------------------

    def _seen(self, queue: str, seen: SeenMessage, step: Step) -> tuple[Found, ...]:
        descriptor = seen.descriptor
        if is_report(descriptor):
            return self._report_seen(queue, seen, step)
        if is_reply(descriptor):
            return ()
        label = self._label_of(seen)
        sent = self._messages.get(label) if label is not None else None
        if label is None or sent is None:
            return ()
        if sent.message.report and not tells_whether_report(descriptor):
            return ()
        own = id_of(seen.header, descriptor)
        staged = queue == STAGING_QUEUE
        other = own is not None and sent.id is not None and own != sent.id
        if step.ended < sent.steps[-1].started:
            return ()
        if staged:
            if sent.hop is Hop.DIRECT or seen.body is UNSET:
                return ()
        elif other or queue == sent.message.reply_to:
            return ()
        compared = comparable(seen, sent, queue)
        command: Command = Browse(STAGING_QUEUE if staged else sent.queue)
        outcome: Outcome = Browsed((compared,))
        if not staged and is_get(step.command):
            command, outcome = Receive(sent.queue), MessageReturned(compared)
        sighting = Step(command, outcome, max(step.started, sent.steps[-1].started), step.ended)
        world = as_decided(self._profile, sent, compared)
        found = self._judged(world, sighting, (*sent.steps, step))
        if queue == sent.queue:
            self._messages[label] = sent.after(descriptor)
        if not staged and self._takes(step.command):
            self._forget(label, sent)
        return found

    def _label_of(self, seen: SeenMessage) -> str | None:
        """By its body, or else by its message id."""
        if isinstance(seen.body, str) and seen.body:
            return label_in(seen.body)
        own = id_of(seen.header, seen.descriptor)
        return self._labels.get(own) if own is not None else None

    def _takes(self, command: Command) -> bool:
        """Whether a message is gone with this; not if it may come back."""
        match command:
            case Receive(session=session):
                return session not in self._transacted
            case MqGet(syncpoint=syncpoint):
                return is_get(command) and syncpoint is Syncpoint.OUTSIDE
            case _:
                return False

    def _forget(self, label: str, sent: SentMessage) -> None:
        del self._messages[label]
        if sent.id is None:
            return
        self._labels.pop(sent.id, None)
        if sent.message.report & CONFIRMATIONS:
            self._gone[sent.id] = sent
            if len(self._gone) > GONE:
                del self._gone[next(iter(self._gone))]

    def _report_seen(self, queue: str, seen: SeenMessage, step: Step) -> tuple[Found, ...]:
        own = subject_id(seen)
        label = None if own is None else self._labels.get(own)
        sent = self._gone.get(own or "") if label is None else self._messages.get(label)
        if sent is None or not self._passed_on.isdisjoint((own, sent.message.label)):
            return ()
        told = judged_report(self._profile, sent, queue, seen, step)
        self.exercised |= told.exercised
        return tuple(Found(breach, (*sent.steps, step)) for breach in told.breaches)

    def _judged(self, world: Judge, step: Step, shown: tuple[Step, ...]) -> tuple[Found, ...]:
        breaches = world.observe(step)
        self.exercised |= world.judgement().exercised - BEYOND
        return tuple(Found(breach, shown) for breach in breaches)
