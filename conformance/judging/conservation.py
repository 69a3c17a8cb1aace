"""Conservation over a whole trace (X-54): depths that were read one behind the other must add up.

Beside the judge, and simpler than it: at one instant of a virtual clock all queues together hold at most the
messages that were accepted and not yet consumed. That is counted only in traces without report options,
channels, hierarchies, retained publications and triggers, where no message but those of applications exists.
A publication counts once for each subscription of its topic. A depth is never negative and never above the
largest MAXDEPTH that the queue has had, nor does a browser show more. Messages got or put in a unit of work
may not have counted when room was asked for, and come on top of that. On a real clock so may those that the
delivery delay processor or a channel has just tried to put elsewhere.
"""

from collections.abc import Callable
from typing import ClassVar

from mqtck.reference.vocabulary.commands import (
    TAKING,
    Acknowledgement,
    AlterQueue,
    Browse,
    Command,
    CreateProducer,
    DefineAliasQueue,
    DefineLocalQueue,
    DefineQueueManager,
    DefineRemoteQueue,
    DefineSharedQueue,
    DeleteQueue,
    MqGet,
    MqPut,
    MqPut1,
    OpenSession,
    ReadDepth,
    Receive,
    Send,
    StartChannel,
    Syncpoint,
)
from mqtck.reference.vocabulary.constants import STAGING_QUEUE
from mqtck.reference.vocabulary.environment import DefineImsBridgeQueue
from mqtck.reference.vocabulary.messages import TopicDestination
from mqtck.reference.vocabulary.outcomes import Browsed, DepthRead, Done, MessageReturned, Outcome, Sent
from mqtck.reference.vocabulary.profile import ClockKind
from mqtck.reference.vocabulary.publications import (
    DefineSubscription,
    JoinHierarchy,
    ReceivePublication,
    Subscribe,
    Unsubscribe,
)
from mqtck.reference.vocabulary.results import Breach
from mqtck.reference.vocabulary.traces import Step


class Conservation:
    """What is known of the messages of one trace, counted step by step."""

    def __init__(self, clock: ClockKind) -> None:
        self._clock = clock
        self._steps = 0
        self._most: dict[tuple[str, str], int] = {}
        self._accepted = 0
        self._consumed = 0
        self._held = 0
        self._countable = clock is ClockKind.VIRTUAL
        self._depths: dict[tuple[str, str], int] = {}
        self._transacted: set[str] = set()
        self._producers: dict[str, str] = {}
        self._topics: dict[str, str] = {}
        self._subscribed: dict[str, tuple[str, str]] = {}
        self._groups: dict[str, str] = {}
        self._shared: set[tuple[str, str]] = set()
        self._read: set[tuple[str, str]] = set()
        self._aliases: set[tuple[str, str]] = set()

    def observe(self, step: Step) -> Breach | None:
        """What is too many by what this step shows; None where it adds up, or nothing is counted."""
        self._steps += 1
        command = step.command
        if isinstance(command, ReadDepth) and isinstance(step.outcome, DepthRead):
            return self._depth(self._place(command.queue_manager, command.queue), step.outcome.depth)
        if isinstance(command, Browse) and isinstance(step.outcome, Browsed):
            return self._shown(self._place(command.queue_manager, command.queue), len(step.outcome.messages))
        noted = self._noted.get(type(command))
        if noted is not None:
            noted(self, command, step.outcome)
        self._depths.clear()
        return None

    def _sent(self, command: Command, outcome: Outcome) -> None:
        match command, outcome:
            case Send(message=message) | MqPut(message=message) | MqPut1(message=message), Sent() | Done():
                self._accepted += self._copies(command)
                if self._in_unit_of_work(command):
                    self._held += self._copies(command)
                self._countable &= message.report == 0 and message.retained is None
            case _:
                pass

    def _in_unit_of_work(self, command: Command) -> bool:
        match command:
            case Send(producer=producer):
                return self._producers.get(producer, "") in self._transacted
            case MqPut(syncpoint=syncpoint) | MqPut1(syncpoint=syncpoint):
                return syncpoint is not Syncpoint.OUTSIDE
            case _:
                return False

    def _taken(self, command: Command, outcome: Outcome) -> None:
        if not isinstance(outcome, MessageReturned):
            return
        match command:
            case Receive(session=session) if session not in self._transacted:
                self._consumed += 1
            case ReceivePublication(subscription=name) if (
                self._subscribed.get(name, ("", ""))[1] not in self._transacted
            ):
                self._consumed += 1
            case MqGet(mode=mode, syncpoint=Syncpoint.OUTSIDE) if mode in TAKING:
                self._consumed += 1
            case _:
                self._held += 1

    def _opened(self, command: Command, _: Outcome) -> None:
        match command:
            case CreateProducer(producer=producer, session=session, topic=topic):
                self._producers[producer] = session
                if isinstance(topic, TopicDestination):
                    self._topics[producer] = topic.topic_string
            case OpenSession(session=session, acknowledgement=Acknowledgement.TRANSACTED):
                self._transacted.add(session)
            case _:
                pass

    def _defined(self, command: Command, outcome: Outcome) -> None:
        match command:
            case DefineLocalQueue(attributes=attributes):
                self._countable &= attributes.trigger is None
            case StartChannel(transmission_queue=queue, queue_manager=manager):
                self._read.add((manager, queue))
            case JoinHierarchy() | DefineRemoteQueue() | DefineImsBridgeQueue():
                self._countable = False
            case _:
                pass
        if isinstance(outcome, Done):
            self._carried_out(command)

    def _carried_out(self, command: Command) -> None:
        """Keep the largest depth of a queue; whoever refuses a definition has changed nothing."""
        match command:
            case DefineLocalQueue(queue=queue, attributes=attributes, queue_manager=manager):
                self._aliases.discard((manager, queue))
                self._allow((manager, queue), attributes.max_depth)
            case DefineSharedQueue(queue=queue, queue_sharing_group=group, attributes=attributes):
                self._shared.add((group, queue))
                self._allow((group, queue), attributes.max_depth)
            case DefineQueueManager(name=name, queue_sharing_group=str() as group):
                self._groups[name] = group
            case AlterQueue(queue=queue, changes=changes, queue_manager=manager):
                place = self._place(manager, queue)
                if changes.max_depth is not None and place in self._most:
                    self._allow(place, changes.max_depth)
            case DefineAliasQueue(queue=queue, queue_manager=manager):
                # What is counted under this name from now on is another queue.
                self._most.pop((manager, queue), None)
                self._aliases.add((manager, queue))
            case DeleteQueue(queue=queue, queue_manager=manager):
                self._aliases.discard((manager, queue))
            case _:
                pass

    def _copies(self, command: Command) -> int:
        """How many messages an accepted send makes at most."""
        if not isinstance(command, Send) or command.destination is not None:
            return 1
        topic = self._topics.get(command.producer) if command.topic is None else command.topic.topic_string
        if topic is None:
            return 1
        return sum(subscribed == topic for subscribed, _ in self._subscribed.values())

    def _subscription(self, command: Command, _: Outcome) -> None:
        """Keep who is subscribed to what, and in which session. One that disconnects may be durable."""
        match command:
            case Subscribe(subscription=name, topic_string=topic, session=session):
                # What a second one of a name leaves of the first is not said.
                self._countable &= self._subscribed.get(name, (topic,))[0] == topic
                self._subscribed[name] = (topic, session)
            case DefineSubscription(subscription=name, topic_string=topic):
                self._subscribed[name] = (topic, "")
            case Unsubscribe(subscription=name):
                self._subscribed.pop(name, None)
            case _:
                pass

    _noted: ClassVar[dict[type, Callable[["Conservation", Command, Outcome], None]]] = {
        **dict.fromkeys((Send, MqPut, MqPut1), _sent),
        **dict.fromkeys((Receive, MqGet, ReceivePublication), _taken),
        **dict.fromkeys((CreateProducer, OpenSession), _opened),
        **dict.fromkeys((Subscribe, DefineSubscription, Unsubscribe), _subscription),
        **dict.fromkeys((DefineLocalQueue, DefineSharedQueue, AlterQueue), _defined),
        **dict.fromkeys((DefineAliasQueue, DefineRemoteQueue, DeleteQueue), _defined),
        **dict.fromkeys((DefineQueueManager, StartChannel, JoinHierarchy, DefineImsBridgeQueue), _defined),
    }
    """What is kept of a command; others tell nothing of how many messages there are."""

    def _place(self, manager: str, queue: str) -> tuple[str, str]:
        """A queue by its owner: a shared one, which several queue managers show, by their group."""
        shared = (self._groups.get(manager, ""), queue)
        return shared if shared in self._shared else (manager, queue)

    def _allow(self, place: tuple[str, str], depth: int) -> None:
        self._most[place] = max(depth, self._most.get(place, 0))

    def _depth(self, place: tuple[str, str], depth: int) -> Breach | None:
        if depth < 0:
            return Breach(("X-54", "EX-35"), "a depth of 0 or more", str(depth), step=self._steps)
        if found := self._beyond(place, depth, str(depth)):
            return found
        if place in self._aliases:
            # What stands on its queue is counted there.
            return None
        self._depths[place] = depth
        held, alive = sum(self._depths.values()), self._accepted - self._consumed
        if self._countable and held > alive:
            expected = f"at most {alive} messages on all queues together"
            return Breach(("X-54", "DD-10"), expected, f"{held} in {self._depths}", step=self._steps)
        return None

    def _shown(self, place: tuple[str, str], messages: int) -> Breach | None:
        """A browser shows at most what counts in the depth; on a real clock others come while it looks on."""
        self._depths.clear()
        if self._clock is ClockKind.REAL:
            return None
        return self._beyond(place, messages, f"{messages} messages are shown")

    def _beyond(self, place: tuple[str, str], messages: int, seen: str) -> Breach | None:
        most = self._most.get(place)
        if most is None or messages <= most + self._held or self._may_be_back(place):
            return None
        return Breach(("EX-35", "DD-112"), f"at most MAXDEPTH, {most}", seen, step=self._steps)

    def _may_be_back(self, place: tuple[str, str]) -> bool:
        """Whether messages may leave the queue for an attempt to put them elsewhere, and come back."""
        is_left = place[1] == STAGING_QUEUE or place in self._read
        return self._clock is ClockKind.REAL and is_left
