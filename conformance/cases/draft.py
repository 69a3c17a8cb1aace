"""The draft of a case: what its commands so far amount to, and the values and names for the next ones.

Only what follows from the commands themselves is kept: names, nominal times (ms since the case began),
settings of producers, open units of work. What an implementation answered is unknown here, so the same
seed always gives the same commands.
"""

from collections.abc import Callable, Generator
from enum import Enum
from functools import wraps
from typing import Final, NamedTuple, TypeVar

from mqtck.reference.vocabulary.abilities import Ability
from mqtck.reference.vocabulary.commands import (
    Acknowledgement,
    Advance,
    Command,
    CreateProducer,
    DefineLocalQueue,
    OpenSession,
    ProducerApi,
    QueueAttributes,
    SetPriority,
)
from mqtck.reference.vocabulary.constants import DEFAULT_QUEUE_MANAGER, Report
from mqtck.reference.vocabulary.messages import OutgoingMessage, QueueDestination, TargetClient
from mqtck.reference.vocabulary.profile import EVERY_PROFILE, ClockKind, Profile
from mqtck.reference.vocabulary.publications import Durability

from .draws import Draws

Result = TypeVar("Result")
Steps = Generator[Command | tuple[Command, ...], None, Result]
"""Commands one by one; a tuple is a run of commands that nothing may come between."""

REAL_BUDGET: Final = 8000
"""Ms that a case may let pass on a real clock."""

_VIRTUAL_BUDGET: Final = 1 << 50

_VIRTUAL_DELAYS: Final = (
    *(2000, 2000, 5000, 5000, 5000, 10_000, 20_000),
    *(1, 99, 100, 101, 300, 1000, 5050, 60_000, 65_099),
    *(3_600_000, 86_400_000, 2_592_000_000, 1 << 32, (1 << 32) + 1000),
)
_REAL_DELAYS: Final = (1000, 1050, 1500, 2000, 2000, 2500, 3000)
_VIRTUAL_LIVES: Final = (20, 99, 100, 950, 1050, 2000, 3000, 5000, 5000, 8000, 20_000, 60_000, 3_600_000)
_REAL_LIVES: Final = (500, 1000, 1050, 1500, 2000, 2500, 3000, 60_000)
_LONG_LIVES: Final = (
    *(99_999_999_900, 100_000_000_000, 200_000_000_000),
    *(214_748_364_600, 214_748_364_699, 214_748_364_700, 214_748_364_701, 214_748_364_800),
    *(300_000_000_000, 429_496_729_600, (1 << 32) + 1000),
)
_VIRTUAL_MARGINS: Final = (1, 1, 99, 100, 101, 1000, 3000, 20_000)
_REAL_MARGINS: Final = (1, 100, 1000, 2000, 3000)
_VIRTUAL_OFFSETS: Final = (-1000, -100, -1, -1, 0, 1, 1, 99, 100, 101, 1000, 5000)
_REAL_OFFSETS: Final = (-700, -500, 400, 700)

_REPORTS: Final = (
    *(Report.EXCEPTION, Report.EXCEPTION | Report.DISCARD_MSG, Report.DISCARD_MSG, Report.EXPIRATION),
    *(Report.EXPIRATION_WITH_DATA, Report.EXPIRATION_WITH_FULL_DATA, Report.EXCEPTION_WITH_DATA),
    *(Report.EXCEPTION_WITH_FULL_DATA, Report.EXCEPTION_WITH_FULL_DATA | Report.DISCARD_MSG),
    *(Report.EXCEPTION | Report.EXPIRATION, Report.EXPIRATION | Report.DISCARD_MSG),
    *(Report.COA | Report.COD, Report.PAN | Report.NAN, Report.ACTIVITY),
    Report.COA_WITH_DATA | Report.COD_WITH_FULL_DATA | Report.EXCEPTION,
    Report.EXCEPTION | Report.PASS_MSG_ID | Report.PASS_CORREL_ID,
    *(Report.EXPIRATION | Report.PASS_MSG_ID, Report.EXPIRATION | Report.PASS_CORREL_ID | Report.COD),
    Report.EXPIRATION | Report.EXCEPTION | Report.PASS_DISCARD_AND_EXPIRY,
)


_DATA: Final = (Report.EXCEPTION_WITH_FULL_DATA ^ Report.EXCEPTION) | (
    Report.EXPIRATION_WITH_FULL_DATA ^ Report.EXPIRATION
)
"""The bits that ask for data in a report."""


_FOR_THE_MQI: Final = 12
"""Of a hundred destinations, those whose readers know no JMS."""


_OF_A_PRIORITY: Final = 10
"""Of a hundred producers, those that have a priority set from the start: the lowest, the highest, or any."""


class Producer(NamedTuple):
    """A producer with what its setters were last given; without a destination it names one on each send.

    Episodes share those in `Draft.producers`, so another one may have set them in between.
    """

    name: str
    api: ProducerApi
    session: str
    destination: QueueDestination | None
    delay: int = 0
    life: int = 0


class Posted(NamedTuple):
    """A message that was sent or put; `due` and `over` (end of life) are nominal, None for none."""

    label: str
    queue: str
    due: int | None
    over: int | None
    queue_manager: str = DEFAULT_QUEUE_MANAGER


class Listener(NamedTuple):
    """A JMS subscriber of a case, in a session of its own."""

    name: str
    topic: str
    session: str
    durability: Durability


class Place(NamedTuple):
    """A queue that the case has used and will look at in the end."""

    queue: str
    queue_manager: str = DEFAULT_QUEUE_MANAGER


class UnitKind(Enum):
    """Who commits: a JMS session or an MQI connection."""

    SESSION = "session"
    CONNECTION = "connection"


class Unit(NamedTuple):
    """A unit of work that may be open."""

    kind: UnitKind
    name: str


class Draft:
    """Names and times of a case in the making; `draws` decides everything.

    `places` are the queues to look at in the end, `gone` the names that are no local queue (any more),
    `epoch` counts the restarts, `left` is what time may still pass, `longest_wait` what may pass at once,
    `longest_delay` is that of any message, `given_back` how often a message of a queue was received and
    rolled back for a look, `uncounted` the commands of such looks beyond the one that a browser would have
    been.
    """

    __slots__ = (
        "_counts",
        "abilities",
        "draws",
        "epoch",
        "given_back",
        "gone",
        "left",
        "listeners",
        "longest_delay",
        "longest_wait",
        "now",
        "places",
        "posted",
        "producers",
        "profile",
        "replies",
        "targets",
        "transacted",
        "uncounted",
        "units",
        "virtual",
    )

    def __init__(
        self,
        draws: Draws,
        abilities: frozenset[Ability],
        clock: ClockKind,
        profile: Profile = EVERY_PROFILE[0],
    ) -> None:
        self.profile = profile
        self.draws = draws
        self.abilities = abilities
        self.virtual = clock is ClockKind.VIRTUAL
        self.now = 0
        self.longest_delay = 0
        self.left = _VIRTUAL_BUDGET if self.virtual else REAL_BUDGET
        self.longest_wait = self.left
        self.epoch = 0
        self.gone: dict[str, None] = {}
        self.given_back: dict[str, int] = {}
        self.targets: list[str] = []
        self.replies: list[str] = []
        self.places: dict[Place, None] = {}
        self.posted: list[Posted] = []
        self.producers: dict[str, Producer] = {}
        self.listeners: dict[str, Listener] = {}
        self.transacted: dict[str, None] = {}
        self.uncounted = 0
        self.units: dict[Unit, None] = {}
        self._counts: dict[str, int] = {}

    def can(self, *abilities: Ability) -> bool:
        return self.abilities.issuperset(abilities)

    def name(self, kind: str) -> str:
        """A name that is new in the case: the kind and a number."""
        number = self._counts.get(kind, 0) + 1
        self._counts[kind] = number
        return f"{kind}{number}"

    def reader(self) -> str:
        """The session that receives outside a unit of work; another one after each restart."""
        return f"reader{self.epoch}" if self.epoch else "session"

    def connection(self) -> str:
        """The connection of MQI calls; another one after each restart."""
        return f"connection{self.epoch}" if self.epoch else "connection"

    def restarted(self) -> None:
        """The default queue manager was ended: sessions, connections and units of work are gone."""
        self.epoch += 1
        self.listeners.clear()
        self.producers.clear()
        self.units.clear()

    # --- values ------------------------------------------------------------------------------------

    def delay(self) -> int:
        if not self.virtual:
            return self.draws.one_of(_REAL_DELAYS)
        # What can be waited for no more in this case would only be seen not to come.
        return self.draws.one_of(tuple(one for one in _VIRTUAL_DELAYS if one <= self.longest_wait))

    def life(self) -> int:
        """A time to live in ms that ends within the case."""
        return self.draws.one_of(_VIRTUAL_LIVES if self.virtual else _REAL_LIVES)

    def long_life(self) -> int:
        """A time to live around the limits of MQMD.Expiry."""
        return self.draws.one_of(_LONG_LIVES)

    def life_beyond(self, delay: int) -> int:
        """A time to live that a delay allows: unlimited, just longer, or longer."""
        choice = self.draws.below(10)
        if choice < 4:  # noqa: PLR2004 - four of ten
            return 0
        margin = self.draws.one_of(_VIRTUAL_MARGINS if self.virtual else _REAL_MARGINS)
        return self.long_life() if choice == 4 else delay + margin  # noqa: PLR2004 - one of ten

    def life_below(self, delay: int) -> int:
        """A time to live that conflicts with a delay of more than 1 ms."""
        return max(1, self.draws.one_of((delay - 1, delay - 1, delay - 100, delay // 2, delay // 3)))

    def offset(self) -> int:
        """Ms before (negative) or after an instant at which something ought to change."""
        return self.draws.one_of(_VIRTUAL_OFFSETS if self.virtual else _REAL_OFFSETS)

    def pause(self) -> int:
        """Ms to let pass for no particular reason."""
        if self.virtual:
            return self.draws.one_of((1, 100, 900, 1000, 2000, 3000, 5000, 10_000, 60_000))
        return self.draws.one_of((300, 500, 700, 1000))

    def target(self) -> str:
        """A shared queue that is in good order as far as its own definition goes."""
        return self.draws.one_of(self.targets)

    def message(self, report: int | None = None) -> OutgoingMessage:
        """A new message, sometimes with report options, a reply-to queue, a correlation id, a length."""
        draws = self.draws
        if report is None:
            asked = self.can(Ability.REPORT_OPTIONS) and draws.chance(30)
            report = int(draws.one_of(_REPORTS)) if asked else 0
        replies = report or draws.chance(10)
        return OutgoingMessage(
            label=self.name("m"),
            length=self.length(report),
            report=report,
            reply_to=draws.one_of(self.replies) if replies and self.replies and draws.chance(96) else None,
            correlation_id=f"{draws.below(1 << 63):048x}" if draws.chance(5) else None,
        )

    def length(self, report: int) -> int | None:
        """Mostly that of the label; what a report cuts off shows where there is enough of it."""
        if not self.draws.chance(60 if report & _DATA else 15):
            return None
        return self.draws.between(10, self.draws.one_of((300, 300, 300, 2500)))

    # --- keeping -----------------------------------------------------------------------------------

    def post(
        self, label: str, queue: str, delay: int, life: int, queue_manager: str = DEFAULT_QUEUE_MANAGER
    ) -> None:
        """Keep a message that is sent now; `life` in ms, 0 for unlimited."""
        self.longest_delay = max(self.longest_delay, delay)
        due = self.now + delay if delay else None
        over = self.now + life if life else None
        self.posted.append(Posted(label, queue, due, over, queue_manager))

    def see(self, queue: str, queue_manager: str = DEFAULT_QUEUE_MANAGER) -> None:
        """Remember a queue for the looks at the end."""
        self.places[Place(queue, queue_manager)] = None


# --- commands that most episodes need ------------------------------------------------------------------


def together(steps: Steps[object]) -> tuple[Command, ...]:
    """All the commands of a generator, to be yielded as one run."""
    commands: list[Command] = []
    for item in steps:
        commands += item if isinstance(item, tuple) else (item,)
    return tuple(commands)


def undisturbed(story: Callable[[Draft], Steps[None]]) -> Callable[[Draft], Steps[None]]:
    """The same story as one run: nothing of another one comes between."""

    @wraps(story)
    def whole(draft: Draft) -> Steps[None]:
        yield together(story(draft))

    return whole


def passing(draft: Draft, milliseconds: int) -> Steps[None]:
    """Let time pass, as far as the case has any left."""
    milliseconds = min(milliseconds, draft.left, draft.longest_wait)
    if milliseconds > 0:
        draft.now += milliseconds
        draft.left -= milliseconds
        yield Advance(milliseconds)


def until(draft: Draft, instant: int) -> Steps[None]:
    yield from passing(draft, instant - draft.now)


def new_queue(
    draft: Draft,
    kind: str = "Q",
    attributes: QueueAttributes | None = None,
    queue_manager: str = DEFAULT_QUEUE_MANAGER,
) -> Steps[str]:
    """Define a local queue that nobody else uses."""
    name = draft.name(kind)
    draft.see(name, queue_manager)
    plain = attributes is None
    yield (
        DefineLocalQueue(name, queue_manager=queue_manager)
        if plain
        else DefineLocalQueue(name, attributes or QueueAttributes(), queue_manager)
    )
    return name


def transacted_session(draft: Draft, user: str | None = None) -> Steps[str]:
    session = draft.name("tx")
    draft.transacted[session] = None
    yield OpenSession(session, Acknowledgement.TRANSACTED, user)
    return session


def perhaps_transacted(draft: Draft, often: int = 25, user: str | None = None) -> Steps[str | None]:
    """A transacted session so many times of a hundred."""
    if not draft.can(Ability.TRANSACTIONS) or not draft.draws.chance(often):
        return None
    return (yield from transacted_session(draft, user))


def producer_api(draft: Draft) -> ProducerApi:
    """One of the producer APIs that the implementation has."""
    if not draft.can(Ability.JMS_PRODUCER):
        return ProducerApi.MESSAGE_PRODUCER
    if not draft.can(Ability.MESSAGE_PRODUCER):
        return ProducerApi.JMS_PRODUCER
    return draft.draws.one_of((ProducerApi.MESSAGE_PRODUCER, ProducerApi.JMS_PRODUCER))


def addressed(draft: Draft, queue: str) -> QueueDestination:
    """A queue as a destination; its readers may know no JMS, which no rule but those of a header asks."""
    for_the_mqi = draft.can(Ability.DESTINATION_PROPERTIES) and draft.draws.chance(_FOR_THE_MQI)
    return QueueDestination(queue, target_client=TargetClient.MQ if for_the_mqi else TargetClient.JMS)


def own_producer(
    draft: Draft, queue: str | None, session: str | None = None, api: ProducerApi | None = None
) -> Steps[Producer]:
    """A producer for the calling episode alone; `queue` may become its own destination."""
    chosen = producer_api(draft) if api is None else api
    destination = None
    if queue is not None and chosen is ProducerApi.MESSAGE_PRODUCER and draft.draws.chance(50):
        destination = addressed(draft, queue)
    using = draft.reader() if session is None else session
    producer = Producer(draft.name("p"), chosen, using, destination)
    yield CreateProducer(producer.name, chosen, using, destination)
    if draft.draws.chance(_OF_A_PRIORITY):
        yield SetPriority(producer.name, draft.draws.one_of((0, 0, 9, draft.draws.below(10))))
    return producer


def shared_producer(draft: Draft, queue: str) -> Steps[Producer]:
    """A producer that can send to the queue: one that other episodes use too, or a new one for all."""
    known = [p for p in draft.producers.values() if p.destination is None or p.destination.queue == queue]
    if known and draft.draws.chance(60):
        return draft.draws.one_of(known)
    producer = yield from own_producer(draft, queue)
    draft.producers[producer.name] = producer
    return producer
