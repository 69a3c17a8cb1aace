"""Recorded publications, each judged by itself: nobody receives one before it is due or after its life.

Every copy of a delayed publication is held back (DD-117), at another queue manager too (DD-118), so that this
needs nothing but the calls on its producer, its send, and one sighting of its label. A recall from the
staging queue is none; what a program puts or publishes again is another message and has another label.

A life ends as that of any message does (EX-17); a second is allowed for what rounds it.

Left out, because of subscriptions and definitions that were perhaps not seen: how many copies there are, how
they look, whether a topic allows a delay, and retained publications.
"""

from typing import Final

from mqtck.reference.vocabulary.commands import (
    Browse,
    CreateProducer,
    MqGet,
    MqPut,
    MqPut1,
    OpenSession,
    Receive,
    Send,
    SetDeliveryDelay,
    SetDeliveryMode,
    SetPriority,
    SetTimeToLive,
)
from mqtck.reference.vocabulary.constants import DEFAULT_QUEUE_MANAGER, STAGING_QUEUE
from mqtck.reference.vocabulary.messages import SeenMessage, label_in
from mqtck.reference.vocabulary.outcomes import Browsed, Done, MessageReturned, Sent
from mqtck.reference.vocabulary.publications import ReceivePublication
from mqtck.reference.vocabulary.recordings import Observed
from mqtck.reference.vocabulary.results import Breach
from mqtck.reference.vocabulary.traces import Step

from .worlds import LONGEST_LIFE, SHORTEST_LIFE, Found, is_report, stands_alone, tells_whether_report

EARLY: Final = ("DD-117", "DD-01")
LATE: Final = ("EX-17",)

ROUNDED: Final = 1000
"""Ms by which a life may be longer than the application has said."""

REMEMBERED: Final = 50_000
"""Publications of which a copy may still come."""


class Publications:
    """The delayed publications of one trace, step by step; `exercised` gets the rule that they bear out."""

    def __init__(self, observed: Observed, exercised: set[str]) -> None:
        self._observed = observed
        self._exercised = exercised
        self._producers: dict[str, tuple[Step, ...]] = {}
        self._elsewhere: set[str] = set()
        self._sent: dict[str, tuple[Step, ...] | None] = {}

    def lost(self) -> None:
        """A record is missing here: it may have set any producer."""
        self._producers.clear()

    def observe(self, step: Step) -> tuple[Found, ...]:
        """What this step shows to be wrong."""
        match step.command, step.outcome:
            case OpenSession(session=session, queue_manager=manager), _:
                here = manager == DEFAULT_QUEUE_MANAGER
                (self._elsewhere.discard if here else self._elsewhere.add)(session)
                for name, setup in list(self._producers.items()):
                    if getattr(setup[0].command, "session", None) == session:
                        del self._producers[name]
            case CreateProducer(producer=name, session=session), outcome:
                self._producers.pop(name, None)
                known = self._observed.producer(name) and session not in self._elsewhere
                if known and isinstance(outcome, Done):
                    self._producers[name] = (step,)
            case ((SetDeliveryDelay() | SetTimeToLive() | SetPriority() | SetDeliveryMode()), _):
                self._set(step)
            case ((MqPut(message=message) | MqPut1(message=message)), (Sent() | Done())):
                self._keep(message.label, None)
            case Send(), Sent() | Done():
                self._send(step.command, step)
            case ((Receive() | MqGet() | ReceivePublication()), MessageReturned(message=message)):
                return self._seen(message, step)
            case Browse(), Browsed(messages=messages):
                return tuple(found for message in messages for found in self._seen(message, step))
            case _:
                pass
        return ()

    def _set(self, step: Step) -> None:
        """After a setter that was refused it is not known how the producer is set (DD-31)."""
        name = getattr(step.command, "producer", "")
        setup = self._producers.pop(name, None)
        if setup is not None and isinstance(step.outcome, Done):
            others = (one for one in setup if type(one.command) is not type(step.command))
            self._producers[name] = (*others, step)

    def _send(self, command: Send, step: Step) -> None:
        setup, label = self._producers.get(command.producer), command.message.label
        publishes = setup is not None and _publishes(command, setup) and stands_alone(command.message)
        self._keep(label, (*setup, step) if setup is not None and publishes else None)

    def _keep(self, label: str, sent: tuple[Step, ...] | None) -> None:
        """None for a message that is not judged here, or of which the label was given before."""
        self._sent[label] = None if label in self._sent else sent
        if len(self._sent) > REMEMBERED:
            del self._sent[next(iter(self._sent))]

    def _seen(self, message: SeenMessage, step: Step) -> tuple[Found, ...]:
        body = message.body
        shown = self._sent.get(label_in(body)) if isinstance(body, str) and body else None
        if shown is None or getattr(step.command, "queue", None) == STAGING_QUEUE:
            return ()
        sent = shown[-1]
        assert isinstance(sent.command, Send)
        unclear = sent.command.message.report and not tells_whether_report(message.descriptor)
        if unclear or is_report(message.descriptor) or step.ended < sent.started:
            return ()
        delay = _delay(shown)
        life = _life(shown, sent.command)
        if delay and step.ended < sent.started + delay:
            expected = f"{sent.command.message.label} not before it is due, {delay} ms after its send"
            return (Found(Breach(EARLY, expected, "it is returned"), (*shown, step)),)
        if life and step.started > sent.ended + life + ROUNDED:
            expected = f"{sent.command.message.label} not returned, its life of {life} ms is over"
            return (Found(Breach(LATE, expected, "it is returned"), (*shown, step)),)
        self._exercised.update(EARLY[:1] if delay else ())
        return ()


def _publishes(command: Send, setup: tuple[Step, ...]) -> bool:
    """Whether a send is to a topic: to its own, or to that of its producer."""
    created = setup[0].command
    own = isinstance(created, CreateProducer) and created.topic is not None
    return command.topic is not None or (own and command.destination is None)


def _delay(setup: tuple[Step, ...]) -> int:
    """The delivery delay in force (ms)."""
    delays = [one.command.milliseconds for one in setup if isinstance(one.command, SetDeliveryDelay)]
    return max(0, delays[-1]) if delays else 0


def _life(setup: tuple[Step, ...], sent: Send) -> int:
    """The time to live (ms) of a publication; 0 where it has none, or one at the bounds of MQMD.Expiry."""
    lives = [one.command.milliseconds for one in setup if isinstance(one.command, SetTimeToLive)]
    life = sent.arguments.time_to_live if sent.arguments is not None else (lives or [0])[-1]
    return life if SHORTEST_LIFE <= life <= LONGEST_LIFE else 0
