"""The traffic that the benchmarks of depth and length measure: one round of commands, again and again.

A round has sends with and without delays and lives, a refused one, units of work, a message whose target
fails, a report, gets and browses of one message, depths, and changes of a queue. It leaves the queues as
deep as it found them, so that it can be run at any depth and any number of times. Every command is executed
and judged, as in a campaign.
"""

from typing import Final

from mqtck.conformance.contract import Adapter
from mqtck.conformance.execution.worlds import Execution, Watch
from mqtck.conformance.judging.observer import Observer
from mqtck.reference.recollection import latest
from mqtck.reference.vocabulary import commands as c
from mqtck.reference.vocabulary.constants import (
    DEFAULT_DEAD_LETTER_QUEUE,
    STAGING_QUEUE,
    DeliveryMode,
    Report,
)
from mqtck.reference.vocabulary.messages import OutgoingMessage, QueueDestination

QUEUE: Final = "BENCH.QUEUE"
_TARGET: Final = "BENCH.TARGET"
_REPLIES: Final = "BENCH.REPLIES"
_DEEP: Final = c.QueueAttributes(max_depth=999_999_999)

FIXTURES: Final[tuple[c.Command, ...]] = (
    c.DefineLocalQueue(QUEUE, _DEEP),
    c.DefineLocalQueue(_TARGET),
    c.DefineLocalQueue(_REPLIES),
    c.DefineLocalQueue(DEFAULT_DEAD_LETTER_QUEUE, _DEEP),
    c.SetDeadLetterQueue(DEFAULT_DEAD_LETTER_QUEUE),
    c.OpenSession("unit", c.Acknowledgement.TRANSACTED),
    c.CreateProducer("plain"),
    c.CreateProducer("within", session="unit"),
    c.CreateProducer("late"),
    c.SetDeliveryDelay("late", 5000),
    c.CreateProducer("mortal"),
    c.SetTimeToLive("mortal", 60_000),
    c.CreateProducer("years"),
    c.SetDeliveryDelay("years", 1 << 40),
)


def one_more(number: int) -> tuple[c.Command, ...]:
    """A message that makes the queue deeper by one; with every fifth the staging queue, too."""
    deeper = c.Send("plain", OutgoingMessage(f"deep-{number}"), QueueDestination(QUEUE))
    staged = c.Send("years", OutgoingMessage(f"staged-{number}"), QueueDestination(QUEUE))
    return (deeper,) if number % 5 else (deeper, staged)


def round_of(number: int) -> tuple[c.Command, ...]:
    """Thirty commands; `number` tells the messages of one round from those of another."""
    there = QueueDestination(QUEUE)

    def message(name: str) -> OutgoingMessage:
        return OutgoingMessage(f"{name}-{number}")

    reporting = OutgoingMessage(f"fails-{number}", report=int(Report.EXCEPTION), reply_to=_REPLIES)
    return (
        c.Send("plain", message("a"), there),
        c.Receive(QUEUE),
        c.Send("late", message("b"), there),
        c.Browse(_REPLIES),
        c.ReadDepth(QUEUE),
        c.Advance(4999),
        c.MqGet(QUEUE, c.GetMode.BROWSE_FIRST),
        c.Advance(2),
        c.Receive(QUEUE),
        c.Send("mortal", message("c"), there),
        c.Receive(QUEUE),
        c.Send("late", message("d"), there, c.SendArguments(DeliveryMode.PERSISTENT, 4, 4000)),
        c.MqGet(QUEUE, c.GetMode.BROWSE_FIRST),
        c.MqGet(STAGING_QUEUE, c.GetMode.BROWSE_FIRST),
        c.Send("within", message("e"), there),
        c.Commit("unit"),
        c.Receive(QUEUE),
        c.Send("within", message("f"), there),
        c.Rollback("unit"),
        c.MqPut(QUEUE, message("g")),
        c.MqGet(QUEUE),
        c.Send("late", reporting, QueueDestination(_TARGET)),
        c.AlterQueue(_TARGET, c.AttributeChanges(put=c.Switch.DISABLED)),
        c.Advance(6000),
        c.AlterQueue(_TARGET, c.AttributeChanges(put=c.Switch.ENABLED)),
        c.Receive(DEFAULT_DEAD_LETTER_QUEUE),
        c.Receive(_REPLIES),
        c.Receive(_TARGET),
        c.ReadDepth(QUEUE),
        c.ReadDepth(STAGING_QUEUE),
    )


ROUND: Final = len(round_of(0))
"""Commands of a round."""


class BenchError(RuntimeError):
    """What was to be measured went wrong; the text says what."""


class Traffic:
    """One trace that grows, each command executed and judged at once; only the last steps are kept.

    Raises BenchError where the judge has something against the implementation or loses track of it: what
    is measured then is not judging. What the model has answered before is forgotten first: traffic that
    begins like another one would only be recalled.
    """

    def __init__(self, adapter: Adapter) -> None:
        latest.forget()
        information = adapter.information
        self._execution = Execution(adapter, watch=Watch.NONE)
        self._observer = Observer(information.clock, information.profile)
        self._rounds = 0
        self.commands = 0
        self.do(FIXTURES)

    def do(self, commands: tuple[c.Command, ...]) -> None:
        for command in commands:
            breaches = self._observer.observe(self._execution.run(command))
            if breaches:
                raise BenchError(f"after {self.commands} commands {breaches[0].rules[0]} is violated")
        del self._execution.steps[:-1]
        self.commands += len(commands)

    def rounds(self, count: int) -> None:
        for _ in range(count):
            self._rounds += 1
            self.do(round_of(self._rounds))
        reason = self._observer.judgement().indeterminate
        if reason:
            raise BenchError(f"the judge has lost track: {reason}")

    def fill(self, depth: int) -> None:
        """So many messages on the queue, and a fifth of them staged, beside those of a round."""
        for number in range(depth):
            self.do(one_more(number))
