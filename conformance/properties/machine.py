"""The state machine of the properties: which command Hypothesis may draw when.

A rule of the machine draws something that makes sense for the `Example` so far; the example executes it
and fails on a breach.
"""

from typing import Any, ClassVar, Final

from hypothesis import strategies as st
from hypothesis.stateful import initialize, invariant, precondition, rule

from mqtck.reference.vocabulary import commands as c
from mqtck.reference.vocabulary.abilities import Ability
from mqtck.reference.vocabulary.constants import STAGING_QUEUE, Persistence
from mqtck.reference.vocabulary.environment import SetEnforcementVariable
from mqtck.reference.vocabulary.messages import PutDescriptor, TransmissionHeader
from mqtck.reference.vocabulary.profile import Profile

from . import drawn, sends, told
from .circumstances import Circumstances
from .drawn import Change, Doomed, Sending
from .example import Example
from .guards import of, when
from .stories import Stories

MOST: Final = st.sampled_from((1, 4, 50, 50))
"""Commands, or runs of them, that an episode goes on for; fifty are all of it."""


def beginning(names: tuple[str, ...]) -> Any:
    """A rule of the machine that begins one of these episodes of `cases`."""

    @precondition(lambda machine: bool(machine.example.running and machine.example.episodes.possible(names)))
    @rule(
        name=st.runner().flatmap(lambda machine: st.sampled_from(machine.example.episodes.possible(names))),
        most=MOST,
        data=st.data(),
    )
    def begin(self: "ConformanceMachine", name: str, most: int, data: st.DataObject) -> None:
        self.example.episodes.begin(name)
        self.example.tell(-1, most, data)

    return begin


class ConformanceMachine(Stories):
    """Examples for the adapter in `circumstances`, which `machine_for` sets."""

    circumstances: ClassVar[Circumstances]

    def __init__(self) -> None:
        super().__init__()
        self.example = Example(self.circumstances)

    @initialize(
        profile=st.runner().flatmap(lambda machine: st.sampled_from(machine.circumstances.possible)),
        variable=drawn.variables,
    )
    def prepare(self, profile: Profile, variable: str | None) -> None:
        self.example.prepare(profile)
        if variable is not None and self.example.can(Ability.ENFORCEMENT):
            self.example.do(SetEnforcementVariable(variable))

    def teardown(self) -> None:
        self.example.close()

    @invariant()
    def depths_add_up(self) -> None:
        """X-54: the depths read here, one behind the other, are added up by `judging.conservation`."""
        if self.example.virtual and self.example.can(Ability.DEPTH):
            for queue in tuple(self.example.queues):
                self.example.do(c.ReadDepth(queue))

    # --- administration ------------------------------------------------------------------------------

    @precondition(when(having="changes"))
    @rule(change=of("changes"), queue=of("targets"), number=st.sampled_from((0, 1, 2, 5)))
    def administer(self, change: Change, queue: str, number: int) -> None:
        self.example.administer(change, queue, number)

    @precondition(when(having="changes"))
    @rule(change=of("changes"), queue=of("targets"))
    def administer_plainly(self, change: Change, queue: str) -> None:
        """A second rule for the same, so that it is drawn more often."""
        self.example.administer(change, queue, 1)

    # --- JMS -----------------------------------------------------------------------------------------

    @precondition(when(Ability.JMS, having="destinations"))
    @rule(
        sending=drawn.sendings,
        queue=of("destinations"),
        session=st.integers(0, 3),
        fixed=st.booleans(),
    )
    def send(self, sending: Sending, queue: str, session: int, fixed: bool) -> None:  # noqa: FBT001 - drawn
        sends.send(self.example, sending, queue, session, fixed=fixed)

    @precondition(when(Ability.JMS, having="producers"))
    @rule(
        producer=of("producers"),
        queue=of("destinations"),
        delay=st.none() | drawn.delays,
        life=st.none() | drawn.lives,
        report=drawn.reports,
    )
    def send_again(self, producer: str, queue: str, delay: int | None, life: int | None, report: int) -> None:
        sends.send_again(self.example, producer, queue, delay, life, report)

    @precondition(when(Ability.JMS, Ability.PUT_INHIBIT))
    @rule(doomed=drawn.doomed_sends)
    def fail_delivery(self, doomed: Doomed) -> None:
        """The procedure of "Failure to put" (DD-97 to DD-105)."""
        sends.fail_delivery(self.example, doomed)

    @precondition(when(Ability.JMS, having="sessions"))
    @rule(session=of("sessions"), committed=st.booleans())
    def end_unit(self, session: str, committed: bool) -> None:  # noqa: FBT001 - drawn
        self.example.do(c.Commit(session) if committed else c.Rollback(session))

    @precondition(when(Ability.JMS))
    @rule(queue=of("queues"))
    def receive(self, queue: str) -> None:
        self.example.do(c.Receive(queue, self.example.reader))

    @precondition(when(Ability.JMS, having="sessions"))
    @rule(queue=of("queues"), session=of("sessions"))
    def receive_in_unit(self, queue: str, session: str) -> None:
        self.example.do(c.Receive(queue, session))

    @precondition(when(Ability.BROWSE))
    @rule(queue=of("queues"))
    def browse(self, queue: str) -> None:
        self.example.do(c.Browse(queue))

    # --- MQI -----------------------------------------------------------------------------------------

    @precondition(when(Ability.MQI, having="targets"))
    @rule(
        queue=of("targets"),
        expiry=drawn.expiries,
        report=drawn.reports,
        persistence=st.sampled_from(tuple(Persistence)),
        syncpoint=drawn.syncpoints,
    )
    def put(
        self, queue: str, expiry: int, report: int, persistence: Persistence, syncpoint: c.Syncpoint
    ) -> None:
        descriptor = PutDescriptor(expiry, persistence=persistence)
        sends.put(self.example, queue, report, descriptor, syncpoint)

    @precondition(when(Ability.MQI, Ability.ENFORCEMENT, having="targets"))
    @rule(queue=of("targets"), expiry=drawn.extreme_expiries, report=drawn.reports)
    def put_extreme(self, queue: str, expiry: int, report: int) -> None:
        sends.put(self.example, queue, report, PutDescriptor(expiry), c.Syncpoint.OUTSIDE)

    @precondition(when(Ability.MQI, Ability.TRANSMISSION_HEADERS, having="targets"))
    @rule(queue=of("targets"), expiry=drawn.expiries, header=drawn.headers, syncpoint=drawn.syncpoints)
    def put_behind_header(
        self, queue: str, expiry: int, header: TransmissionHeader, syncpoint: c.Syncpoint
    ) -> None:
        sends.put(self.example, queue, 0, PutDescriptor(expiry), syncpoint, header)

    @precondition(when(Ability.MQI))
    @rule(
        queue=of("queues"),
        mode=st.sampled_from((c.GetMode.DESTRUCTIVE, *c.GetMode)),
        syncpoint=drawn.syncpoints,
    )
    def get(self, queue: str, mode: c.GetMode, syncpoint: c.Syncpoint) -> None:
        taking = mode in {c.GetMode.DESTRUCTIVE, c.GetMode.UNDER_CURSOR}
        within = syncpoint if taking else c.Syncpoint.OUTSIDE
        self.example.do(c.MqGet(queue, mode, None, within, self.example.connection))

    @precondition(when(Ability.MQI, Ability.STAGING_QUEUE, having="labels"))
    @rule(label=of("labels"))
    def recall(self, label: str) -> None:
        """A staged message is got by its correlation id (DD-61)."""
        match, connection = c.MatchCorrelationId(label), self.example.connection
        self.example.do(c.MqGet(STAGING_QUEUE, c.GetMode.DESTRUCTIVE, match, connection=connection))

    @precondition(when(Ability.MQI))
    @rule(committed=st.booleans())
    def end_mqi_unit(self, committed: bool) -> None:  # noqa: FBT001 - drawn
        connection = self.example.connection
        self.example.do(c.MqCommit(connection) if committed else c.MqBackout(connection))

    # --- episodes ------------------------------------------------------------------------------------

    call = beginning(told.CALL)
    map_header = beginning(told.MAP_HEADER)
    expire = beginning(told.EXPIRE)
    fail = beginning(told.FAIL)
    stage = beginning(told.STAGE)
    publish = beginning(told.PUBLISH)
    run_channel = beginning(told.RUN_CHANNEL)
    use_cluster = beginning(told.USE_CLUSTER)
    run_on_zos = beginning(told.RUN_ON_ZOS)
    transmit = beginning(told.TRANSMIT)

    @precondition(when(having="episodes_under_way"))
    @rule(place=st.integers(0, 2), most=MOST, data=st.data())
    def go_on_with_episode(self, place: int, most: int, data: st.DataObject) -> None:
        self.example.tell(place, most, data)

    # --- time ----------------------------------------------------------------------------------------

    @rule(milliseconds=st.sampled_from((500, 1000, 5000)))
    def advance(self, milliseconds: int) -> None:
        """Always possible: the machine needs a rule to draw, also where the adapter has failed."""
        self.example.pass_time(milliseconds if self.example.virtual else min(milliseconds, 700))

    @precondition(when(having="instants"))
    @rule(instant=of("instants"), offset=st.sampled_from(drawn.OFFSETS))
    def advance_to_instant(self, instant: int, offset: int) -> None:
        """To just before, to or just behind a due time or an end of life."""
        self.example.pass_time(instant + offset - self.example.now)
