"""The builder that step functions append to: it keeps what the script itself has asked for.

Nothing here knows a rule. What is kept is what the sentences of the scenario say: which producer has
which delivery delay, when a message was sent by the script's own reckoning of time, which calls still
await their being called accepted or refused. Times are *nominal*: the sum of what the script lets pass.
"""

from collections.abc import Iterable
from typing import Final, NamedTuple

from mqtck.reference.vocabulary import commands as c
from mqtck.reference.vocabulary.constants import (
    DEFAULT_DEAD_LETTER_QUEUE,
    DEFAULT_QUEUE_MANAGER,
    STAGING_QUEUE,
)
from mqtck.reference.vocabulary.messages import OutgoingMessage, QueueDestination, TopicDestination
from mqtck.reference.vocabulary.validation import InvalidCommandError, validated

from .expectations.calls import CheckOfHandle, before_due, set_up, went_on
from .expectations.sendings import Fate, Phase, Sending, Waiting, is_publication, topic_at, topic_place
from .scripts import (
    Action,
    Await,
    Check,
    Do,
    Expect,
    Handle,
    LookOut,
    NeedVirtualClock,
    Note,
    Script,
    commands_of,
)

PATIENCE: Final = 30_000
"""Ms that a receive waits on a real clock for what is to arrive."""

GLANCE: Final = 3000
"""Ms that it waits for what need not come."""

RECEIVER: Final = "receiver"
GETTER: Final = "getting application"
PUTTER: Final = "putting application"


_OF_CLIENTS: Final = (c.OpenSession, c.CreateProducer, c.Connect)
"""What makes no difference to a message that is under way."""


class ScriptError(ValueError):
    """A scenario that contradicts itself; the text says how."""


class Producer(NamedTuple):
    """A producer of the script, with what its setters were last given."""

    name: str
    api: c.ProducerApi
    session: str
    transacted: bool
    destination: QueueDestination | None
    delay: int = 0
    life: int = 0
    topic: TopicDestination | None = None


class Pending(NamedTuple):
    """A call of the application of which nothing was said yet."""

    handle: Handle
    name: str
    line: int


class ScriptBuilder:
    """Collects the actions of one scenario; `line` is the step that is being read."""

    def __init__(self) -> None:
        self.line = 0
        self.queue_manager = DEFAULT_QUEUE_MANAGER
        self.dead_letter_queue = DEFAULT_DEAD_LETTER_QUEUE
        self.way = ""  # how the application of the scenario sends, by its name in `steps.ways`
        self.producers: list[Producer] = []
        self.sendings: dict[str, Sending] = {}
        self.aliases: dict[str, frozenset[str]] = {}
        self.last_returned: Handle | None = None
        self.returned: dict[str, Handle] = {}
        self.seen_by_senders: dict[str, tuple[tuple[str, ...], ...]] = {}
        self.staged_looks: dict[str, Handle] = {}
        self.last_attempt: tuple[Handle, ...] = ()
        self.speaks_mqi = False
        self.subscribers: dict[str, str] = {}
        self.subscriber_queues: dict[str, list[str]] = {}
        self._now = 0
        self._actions: list[Action] = []
        self._handles = 0
        self._pending: list[Pending] = []
        self._opened: set[str] = set()

    # --- actions ---------------------------------------------------------------------------------

    def fixture(self, command: c.Command) -> Handle:
        """Set something up; a refusal leaves the scenario without a verdict.

        So does, on a real clock, a message that may have been due before that by which the script means it to
        be met.
        """
        handle = self.probe(command)
        self.expect(set_up(handle))
        for sending in () if isinstance(command, _OF_CLIENTS) else self.sendings.values():
            if self._phase(sending) is Phase.DELAYED:
                self.expect(before_due(handle, sending))
        return handle

    def call(self, command: c.Command, name: str) -> Handle:
        """A call of the application, left out when an earlier one of the attempt was refused."""
        handle = self._next()
        before = tuple(pending.handle for pending in self._pending)
        self._actions.append(Do(_valid(command), handle, self.line, before))
        self._pending.append(Pending(handle, name, self.line))
        return handle

    def probe(self, command: c.Command) -> Handle:
        """Look at something, after the calls so far have been accepted."""
        self.settle()
        handle = self._next()
        self._actions.append(Do(_valid(command), handle, self.line))
        return handle

    def eventually(self, command: c.Command, handle_to_check: CheckOfHandle) -> Handle:
        """Look at something until the check holds; at once on a virtual clock."""
        self.settle()
        handle = self._next()
        self._actions.append(Await(command, handle, self.line, handle_to_check(handle)))
        return handle

    def expect(self, check: Check) -> None:
        self._actions.append(Expect(check, self.line))

    def note(self, question: str) -> None:
        """Record the answer of the expectation before under a question."""
        self._actions.append(Note(question, self.line))

    def advance(self, milliseconds: int) -> None:
        """Let time pass."""
        if milliseconds < 0:
            raise ScriptError(f"that is {-milliseconds} ms ago")
        self.settle()
        self._actions.append(Do(c.Advance(milliseconds=milliseconds), self._next(), self.line))
        self._now += milliseconds

    def look_out(
        self,
        command: c.Command,
        milliseconds: int,
        handle_to_check: CheckOfHandle,
        *beside: str,
        alone: int = 0,
    ) -> Handle:
        """Let time pass, browse the staging queue and those beside it, and get the message that comes.

        For the first `alone` ms the staging queue itself is not browsed.
        """
        self.settle()
        glances = tuple(c.Browse(name, queue_manager=self.queue_manager) for name in (STAGING_QUEUE, *beside))
        between = self._next(), *(self._next() for _ in glances)
        handle = self._next()
        check = handle_to_check(handle)
        self._actions.append(
            LookOut(_valid(command), handle, self.line, check, milliseconds, glances, between, alone)
        )
        self._now += milliseconds
        return handle

    def need_virtual_clock(self) -> None:
        self._actions.append(NeedVirtualClock(self.line))

    def settle(self) -> None:
        """The calls so far are taken for accepted."""
        for pending in self._pending:
            self._actions.append(Expect(went_on(pending.handle, pending.name), pending.line))
        self._pending.clear()

    def take_pending(self) -> tuple[Pending, ...]:
        """The calls of the attempt, for a step that says what became of them."""
        if not self._pending:
            raise ScriptError("no call precedes this step")
        taken = tuple(self._pending)
        self._pending.clear()
        return taken

    def take_attempt(self) -> tuple[tuple[Handle, str], ...]:
        """The same calls, by handle and name; steps about the exception and the reason go back to them."""
        calls = tuple((pending.handle, pending.name) for pending in self.take_pending())
        self.last_attempt = tuple(handle for handle, _ in calls)
        return calls

    def finish(self) -> Script:
        self.settle()
        return tuple(self._actions)

    def commands(self) -> tuple[c.Command, ...]:
        """All that was asked for so far."""
        return tuple(commands_of(tuple(self._actions)).values())

    def _next(self) -> Handle:
        self._handles += 1
        return self._handles - 1

    # --- names -----------------------------------------------------------------------------------

    def queue(self, name: str) -> str:
        """A queue by the name that the feature gives it."""
        match name:
            case "the staging queue":
                return STAGING_QUEUE
            case "the dead-letter queue":
                return self.dead_letter_queue
            case _:
                return name

    def receiver(self) -> str:
        """The session that receives: not transacted, and never the sender's."""
        return self.receiver_at(self.queue_manager)

    def receiver_at(self, queue_manager: str) -> str:
        if queue_manager == DEFAULT_QUEUE_MANAGER:
            return RECEIVER
        name = f"{RECEIVER} at {queue_manager}"
        if name not in self._opened:
            self._opened.add(name)
            self.fixture(c.OpenSession(session=name, queue_manager=queue_manager))
        return name

    def gone_with(self, queue_manager: str) -> None:
        """Sessions to a queue manager that has ended are opened again when they are needed."""
        self._opened.discard(f"{RECEIVER} at {queue_manager}")

    # --- producers and messages ------------------------------------------------------------------

    @property
    def producer(self) -> Producer:
        """The producer that was created last."""
        if not self.producers:
            raise ScriptError("no producer was created")
        return self.producers[-1]

    def set_producer(self, producer: Producer) -> None:
        """Keep what a setter was given."""
        places = [place for place, known in enumerate(self.producers) if known.name == producer.name]
        self.producers[places[0]] = producer

    def open_session(self, name: str, acknowledgement: c.Acknowledgement, user: str | None) -> None:
        """Only where it differs from the one that its first use would open: few adapters need to open one."""
        command = c.OpenSession(
            session=name, acknowledgement=acknowledgement, user=user, queue_manager=self.queue_manager
        )
        if command != c.OpenSession(session=name):
            self.call(command, "connect")

    def send(
        self,
        message: OutgoingMessage,
        producer: Producer,
        destination: QueueDestination | TopicDestination | None = None,
        arguments: c.SendArguments | None = None,
    ) -> Handle:
        """A send of the application, remembered under the message's label."""
        target = destination or producer.destination or producer.topic
        if target is None:
            raise ScriptError("the producer has no destination; say where the message is sent to")
        known = producer.destination or producer.topic
        if known and destination and producer.api is _MESSAGE_PRODUCER:
            raise ScriptError("the producer has a destination of its own, and can send to no other")
        to = None if known and producer.api is _MESSAGE_PRODUCER else target
        command = c.Send(
            producer=producer.name,
            message=message,
            destination=to if isinstance(to, QueueDestination) else None,
            arguments=arguments,
            topic=to if isinstance(to, TopicDestination) else None,
        )
        handle = self.call(command, "send")
        life = producer.life if arguments is None else arguments.time_to_live
        self.remember(
            Sending(
                label=message.label,
                queue=target.queue
                if isinstance(target, QueueDestination)
                else topic_place(target.topic_string),
                send=handle,
                delay=producer.delay,
                life=life or None,
                unit=producer.session if producer.transacted else None,
                sent_at=self._now,
            )
        )
        return handle

    def put(self, command: c.MqPut | c.MqPut1, name: str) -> Handle:
        """A put through the MQI."""
        self.speaks_mqi = True
        handle = self.call(command, name)
        expiry = command.descriptor.expiry
        self.remember(
            Sending(
                label=command.message.label,
                queue=command.queue,
                send=handle,
                life=None if expiry < 0 else expiry * 100,
                unit=command.connection if command.syncpoint is c.Syncpoint.WITHIN else None,
                sent_at=self._now,
            )
        )
        return handle

    def remember(self, sending: Sending) -> None:
        if sending.label in self.sendings:
            raise ScriptError(f'a message "{sending.label}" was sent already; labels are unique')
        self.sendings[sending.label] = sending

    def sending(self, label: str) -> Sending:
        if label not in self.sendings:
            raise ScriptError(f'no message "{label}" was sent before this step')
        return self.sendings[label]

    def commit(self, command: c.Command, unit: str, name: str) -> None:
        """The end of a unit of work that takes effect."""
        handle = self.call(command, name)
        for sending in self._of(unit):
            self.sendings[sending.label] = sending._replace(commit=handle, unit=None, committed_at=self._now)

    def roll_back(self, command: c.Command, unit: str, name: str) -> None:
        """The end of a unit of work that never was."""
        self.call(command, name)
        for sending in self._of(unit):
            self.sendings[sending.label] = sending._replace(unit=None, fate=Fate.NEVER_SENT)

    def _of(self, unit: str) -> list[Sending]:
        return [sending for sending in self.sendings.values() if sending.unit == unit]

    def settle_fate(self, labels: Iterable[str], fate: Fate) -> None:
        """The script takes these messages for done with."""
        for label in labels:
            if label in self.sendings:
                self.sendings[label] = self.sendings[label]._replace(fate=fate)

    def time_to_due(self, label: str) -> int:
        """Ms from now until the message is due, by the script's reckoning; negative where it is past."""
        sending = self.sending(label)
        return max(sending.sent_at + sending.delay, sending.committed_at) - self._now

    def check_due(self, label: str) -> None:
        """Raises ScriptError where a delayed message cannot be there yet, by the script's reckoning."""
        if self.sending(label).delay and (left := self.time_to_due(label)) >= 0:
            raise ScriptError(f"it is due only in {left} ms; let more than that pass first")

    def time_to_end_of_life(self, label: str) -> int:
        sending = self.sending(label)
        if sending.life is None:
            raise ScriptError(f'"{label}" does not expire')
        return sending.sent_at + sending.life - self._now

    def since_send(self, label: str) -> int:
        """Ms since the message was sent, by the script's reckoning."""
        return self._now - self.sending(label).sent_at

    def undelivered(self, queue: str) -> tuple[Waiting, ...]:
        """The messages that might turn up on a queue (the staging queue: any), with where they stand."""
        return tuple(
            Waiting(sending, self._phase(sending))
            for sending in self.sendings.values()
            if queue in self._places(sending) | self.aliases.get(sending.queue, frozenset())
        )

    def delayed(self, queue: str) -> tuple[Waiting, ...]:
        """Those that are not due yet, by the script's reckoning."""
        return tuple(one for one in self.undelivered(queue) if one.phase is Phase.DELAYED)

    def _places(self, sending: Sending) -> set[str]:
        """Where a message may turn up; a publication also on the queues of subscriptions to its topic."""
        topic = topic_at(sending.queue)
        return {sending.queue, STAGING_QUEUE, *self.subscriber_queues.get(topic, ())}

    def topic_of(self, subscriber: str) -> str:
        """The topic that a subscriber of this name has subscribed to."""
        if subscriber not in self.subscribers:
            raise ScriptError(f"nobody of the name {subscriber} has subscribed to anything")
        return self.subscribers[subscriber]

    @property
    def last_handle(self) -> Handle:
        """The handle of the command added last."""
        return self._handles - 1

    def _phase(self, sending: Sending) -> Phase:
        over = sending.life is not None and sending.sent_at + sending.life <= self._now
        if over and sending.fate is Fate.TAKEN and is_publication(sending):
            return Phase.EXPIRED  # another copy than that which was taken
        if sending.fate is not Fate.OPEN:
            return Phase(sending.fate.value)
        if sending.unit is not None:
            return Phase.UNCOMMITTED
        if over:
            return Phase.EXPIRED
        if max(sending.sent_at + sending.delay, sending.committed_at) > self._now:
            return Phase.DELAYED
        return Phase.DUE


def _valid(command: c.Command) -> c.Command:
    """The command, refused where the feature is read rather than where it is run."""
    try:
        return validated(command)
    except InvalidCommandError as error:
        raise ScriptError(str(error)) from None


_MESSAGE_PRODUCER: Final = c.ProducerApi.MESSAGE_PRODUCER
