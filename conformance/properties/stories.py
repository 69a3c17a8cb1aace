"""Stories: rules of the state machine that do several things in a row.

What takes four fitting steps is hardly ever drawn step by step: a life that ends in an open unit of work,
a definition changed during a delay, one of several staged messages recalled. A story draws the
circumstances and leaves the rest of the example as it is; most need a clock that the tester sets.
"""

from enum import Enum
from typing import Final

import msgspec
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, precondition, rule

from mqtck.reference.vocabulary import commands as c
from mqtck.reference.vocabulary.abilities import Ability
from mqtck.reference.vocabulary.constants import STAGING_QUEUE, Persistence
from mqtck.reference.vocabulary.messages import PutDescriptor
from mqtck.reference.vocabulary.profile import Version

from . import drawn, sends
from .drawn import Change, Sending, SendingKind
from .example import Example
from .guards import of, virtually, when

_BEYOND: Final = 1100
"""Ms behind the end of a life at which it is certainly over."""


_VERSIONS: Final = (Version(7, 1), Version(7, 5), Version(8, 0))


class Look(Enum):
    """Who comes across messages."""

    GET = "a get"
    GET_IN_UNIT = "a get in a unit of work"
    GET_BY_ID = "a get by message id"
    BROWSE = "a browse"
    LOCKED = "a get under the cursor of a browse that has locked a message before"
    RECEIVE = "a receive"


class Given(Enum):
    """When the time to live is given."""

    BEFORE_THE_DELAY = "set before the delay"
    AFTER_THE_DELAY = "set after the delay"
    WITH_THE_SEND = "given with the send"


class Outlived(msgspec.Struct, frozen=True):
    """Messages put one after the other with these lives (tenths) and priorities; then time, then a look."""

    lives: tuple[int, ...]
    priorities: tuple[int, ...]
    put: c.Syncpoint
    look: Look
    committed: bool
    report: int


_lives: Final = st.lists(st.sampled_from((5, 20, 20, 50, -1)), min_size=1, max_size=3).map(tuple)
_outlived: Final = st.builds(
    Outlived,
    lives=_lives,
    priorities=st.sampled_from(((0, 0, 0), (0, 0, 0), (0, 5, 9), (9, 5, 0), (5, 9, 5))),
    put=drawn.syncpoints,
    look=st.sampled_from(tuple(Look)),
    committed=st.booleans(),
    report=drawn.reports,
)
_meanwhile: Final = st.sampled_from(
    (
        *(Change.REVOKE, Change.DEFAULTS, Change.ALIAS, Change.RESTART, Change.PROCESSOR_FAILURE),
        *(Change.INHIBIT, Change.NO_ROOM),
    )
)
_kinds: Final = st.sampled_from((SendingKind.PLAIN, SendingKind.AS_DEFINED, SendingKind.AS_USER))
_offsets: Final = st.sampled_from((-1000, -999, -99, -50, -1, 0, 1, 50, 1000))
_delays: Final = st.sampled_from((2000, 5000, 5050))


class Stories(RuleBasedStateMachine):
    """The stories of the machine in `machine`."""

    example: Example

    @precondition(virtually(Ability.MQI))
    @rule(outlived=_outlived, queue=of("targets"))
    def outlive(self, outlived: Outlived, queue: str) -> None:
        """EX-12 to EX-19, EX-23 to EX-25, EX-38, EX-39, EX-41."""
        example = self.example
        for life, priority in zip(outlived.lives, outlived.priorities, strict=False):
            descriptor = PutDescriptor(life, priority, Persistence.NOT_PERSISTENT)
            sends.put(example, queue, outlived.report, descriptor, outlived.put)
        if outlived.look is Look.LOCKED:
            example.do(c.MqGet(queue, c.GetMode.BROWSE_FIRST_AND_LOCK, connection=example.connection))
        example.pass_time(max(0, *outlived.lives) * 100 + _BEYOND)
        if outlived.put is c.Syncpoint.WITHIN:
            example.do(c.MqCommit(example.connection))
        self._look(outlived.look, queue)
        if outlived.look is Look.GET_IN_UNIT:
            ended = c.MqCommit if outlived.committed else c.MqBackout
            example.do(ended(example.connection))

    def _look(self, look: Look, queue: str) -> None:
        example, connection = self.example, self.example.connection
        match look:
            case Look.GET:
                example.do(c.MqGet(queue, connection=connection))
            case Look.GET_IN_UNIT:
                example.do(c.MqGet(queue, syncpoint=c.Syncpoint.WITHIN, connection=connection))
            case Look.GET_BY_ID:
                here = [label for label, there in example.labels.items() if there == queue]
                wanted = c.MatchMessageId(here[-1]) if here else None
                example.do(c.MqGet(queue, match=wanted, connection=connection))
            case Look.BROWSE:
                example.do(c.MqGet(queue, c.GetMode.BROWSE_FIRST, connection=connection))
            case Look.LOCKED:
                example.do(c.MqGet(queue, c.GetMode.UNDER_CURSOR, connection=connection))
            case Look.RECEIVE if example.can(Ability.JMS):
                example.do(c.Receive(queue, example.reader))
            case Look.RECEIVE:
                pass

    @precondition(virtually(Ability.JMS))
    @rule(
        change=_meanwhile,
        kind=_kinds,
        delay=_delays,
        life=drawn.lives,
        queue=of("targets"),
        other=of("targets"),
        number=st.integers(0, 1),
    )
    def change_meanwhile(
        self, change: Change, kind: SendingKind, delay: int, life: int, queue: str, other: str, number: int
    ) -> None:
        """A delayed send, a change, and the due time: DD-49, DD-50, DD-74, DD-77, DD-78, DD-95 to DD-99."""
        example = self.example
        if not example.can(drawn.NEEDED[change]):
            return
        target = queue
        if change is Change.ALIAS:
            example.administer(Change.ALIAS, queue, number)
            target = f"A{number % 2 + 1}"
        if kind is SendingKind.AS_USER and example.can(Ability.AUTHORITY):
            example.do(c.GrantPut(drawn.USERS[number], target))
        sending = Sending(c.ProducerApi.MESSAGE_PRODUCER, delay, life if life > delay else 0, kind=kind)
        sends.send(example, sending, target, number, fixed=False)
        example.administer(change, other if change is Change.ALIAS else target, number)
        example.pass_time(delay + 1)
        if example.can(Ability.BROWSE):
            example.do(c.Browse(other if change is Change.ALIAS else target))

    @precondition(when(Ability.JMS, having="destinations"))
    @rule(
        api=st.sampled_from(tuple(c.ProducerApi)),
        delay=_delays,
        offset=_offsets,
        given=st.sampled_from(tuple(Given)),
        queue=of("destinations"),
    )
    def live_about_as_long(
        self, api: c.ProducerApi, delay: int, offset: int, given: Given, queue: str
    ) -> None:
        """A life near the delay: DD-25 to DD-30."""
        if not self.example.virtual:
            delay = drawn.delay_on_real_clock(2000)
        life = max(1, delay + offset)
        alone = given is Given.WITH_THE_SEND and api is c.ProducerApi.MESSAGE_PRODUCER
        own = life if alone else None
        sending = Sending(api, delay, 0 if alone else life, given is Given.BEFORE_THE_DELAY, own)
        sends.send(self.example, sending, queue, 0, fixed=False)

    @precondition(virtually(Ability.JMS, Ability.MQI, Ability.STAGING_QUEUE))
    @rule(queue=of("targets"), count=st.integers(2, 3), place=st.integers(0, 2))
    def recall_one_of_several(self, queue: str, count: int, place: int) -> None:
        """DD-61: the one that is asked for, and no other."""
        example = self.example
        before = set(example.labels)
        for _ in range(count):
            sends.send(example, Sending(c.ProducerApi.MESSAGE_PRODUCER, 5000), queue, 0, fixed=False)
        staged = [label for label in example.labels if label not in before]
        if staged:
            wanted = c.MatchCorrelationId(staged[place % len(staged)])
            example.do(c.MqGet(STAGING_QUEUE, match=wanted, connection=example.connection))

    @precondition(when(Ability.JMS, Ability.OTHER_QUEUE_MANAGERS))
    @rule(version=st.sampled_from(_VERSIONS), delay=st.sampled_from((0, 2000)))
    def try_an_old_queue_manager(self, version: Version, delay: int) -> None:
        """DD-17, DD-18: what the setter says; nothing is sent."""
        example = self.example
        manager, session, producer = (example.fresh(kind) for kind in ("QMX", "s", "p"))
        example.do(c.DefineQueueManager(manager, version))
        example.do(c.OpenSession(session, queue_manager=manager))
        example.do(c.CreateProducer(producer, session=session))
        example.do(c.SetDeliveryDelay(producer, delay))
