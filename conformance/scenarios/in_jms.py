"""Scripts for adapters without MQI calls: plain puts and gets of a scenario, made by a JMS client instead.

Most of what is documented about expiry and about channels holds whoever puts and gets. A put becomes a send
by a producer of its own, with the time to live that its expiry says; a get becomes a receive; a connection
whose calls are in syncpoint becomes a transacted session, with one beside it for its other calls. All of a
script is put in these words or nothing of it.

Left out are scripts that wait for long on a real clock, so that a run stays short, and, as the two are not
the same there, rules about the MQI itself, browsing and matching gets, values of Expiry that no time to
live gives, lengths near a limit (JMS puts a header in front), what an application gets of its own open unit
of work, the defaults of queues, and the kinds of persistence at a restart.
"""

from collections.abc import Collection, Iterable, Iterator
from typing import Final, NamedTuple

from mqtck.reference.vocabulary.abilities import Ability, abilities_needed
from mqtck.reference.vocabulary.channels import (
    DefineReceiverChannel,
    DefineSenderChannel,
)
from mqtck.reference.vocabulary.commands import (
    Acknowledgement,
    Advance,
    AlterQueue,
    Command,
    Commit,
    Connect,
    CreateProducer,
    DefineLocalQueue,
    DefineSharedQueue,
    EndQueueManager,
    GetMode,
    MqBackout,
    MqCommit,
    MqGet,
    MqPut,
    MqPut1,
    OpenSession,
    ProducerApi,
    Receive,
    Rollback,
    Send,
    SetDeliveryMode,
    SetPriority,
    SetTimeToLive,
    Syncpoint,
)
from mqtck.reference.vocabulary.constants import (
    DEFAULT_QUEUE_MANAGER,
    LARGEST_ENFORCED_EXPIRY,
    UNLIMITED,
    DeliveryMode,
    Persistence,
    Report,
)
from mqtck.reference.vocabulary.messages import QueueDestination, body_of
from mqtck.reference.vocabulary.profile import ClockKind
from mqtck.reference.vocabulary.zos import MigrateBack, SetOperationMode

from .expectations.calls import went_on
from .scripts import Action, Await, Do, Expect, Script, commands_of

_LONGEST_WAIT: Final = 25_000
"""Ms that a script may let pass on a real clock."""

_ALIKE: Final = frozenset(
    {
        *(Ability.LOCAL_QUEUES, Ability.MQI, Ability.JMS, Ability.MESSAGE_PRODUCER, Ability.JMS_PRODUCER),
        *(Ability.DELIVERY_DELAY, Ability.TRANSACTIONS, Ability.BROWSE, Ability.DEPTH),
        *(Ability.REPORT_OPTIONS, Ability.APPLICATION_HEADERS, Ability.CORRELATION_BYTES),
        *(Ability.DESTINATION_PROPERTIES, Ability.QUEUE_LIMITS, Ability.PUT_INHIBIT, Ability.ALIAS_QUEUES),
        *(Ability.DELETE_QUEUE, Ability.DEAD_LETTER_QUEUE, Ability.STAGING_QUEUE, Ability.PROCESSOR_FAULTS),
        *(Ability.RESTART, Ability.TOPICS, Ability.DURABLE_SUBSCRIPTIONS, Ability.SUBSCRIBER_QUEUES),
        *(Ability.REMOTE_QUEUES, Ability.CHANNEL_ATTRIBUTES, Ability.CHANNEL_STATUS),
        *(Ability.MESSAGE_PROTECTION, Ability.OTHER_QUEUE_MANAGERS, Ability.ZOS, Ability.SHARED_QUEUES),
        Ability.TRIGGERING,
    }
)
"""What a scenario may be about beside the MQI: there it makes no difference who puts and gets."""

_OF_THE_MQI: Final = frozenset(
    {
        *("EX-01", "EX-02", "EX-03", "EX-08", "EX-42", "EX-43", "EX-44", "EX-45", "EX-63", "EX-64"),
    }
)
"""Rules about what an application of the MQI itself writes to MQMD.Expiry."""

_HEADER_AT_MOST: Final = 2000
"""Characters that a JMS client puts in front of a message, generously."""

_WITH_DATA: Final = int(
    (Report.EXPIRATION_WITH_DATA ^ Report.EXPIRATION)
    | (Report.EXCEPTION_WITH_DATA ^ Report.EXCEPTION)
    | (Report.COA_WITH_DATA ^ Report.COA)
    | (Report.COD_WITH_DATA ^ Report.COD)
)
"""Options for reports that hold the beginning of a message, of which a header takes up a part."""

_FIRST_ADDED: Final = -10_000
"""The handle of the first command that is added; further ones go down."""

_ADDED_AT_MOST: Final = 8


class _Words(NamedTuple):
    """What a JMS client says: with which producers, in which units of work, with what of MQPUT's defaults."""

    api: ProducerApi
    in_units: frozenset[str]
    default_priority: bool
    default_persistence: bool


def in_jms(script: Script, rules: frozenset[str], abilities: frozenset[Ability], clock: ClockKind) -> Script:
    """The script of a scenario about these rules for an adapter with these abilities and such a clock.

    It is as it was unless the adapter lacks the MQI, and nothing but the MQI stands in the way.
    """
    if Ability.MQI in abilities or Ability.JMS not in abilities or rules & _OF_THE_MQI:
        return script
    commands = tuple(commands_of(script).values())
    needed = frozenset[Ability]().union(*map(abilities_needed, commands))
    if Ability.MQI not in needed or not needed <= _ALIKE:
        return script
    waited = sum(command.milliseconds for command in commands if isinstance(command, Advance))
    too_long = clock is ClockKind.REAL and waited > _LONGEST_WAIT
    if too_long or not all(_has_equal(command, needed) for command in commands):
        return script
    if not _fits_alike(commands) or _gets_its_own(commands):
        return script
    own = Ability.MESSAGE_PRODUCER in abilities
    words = _Words(
        api=ProducerApi.MESSAGE_PRODUCER if own else ProducerApi.JMS_PRODUCER,
        in_units=frozenset(_in_units(commands)),
        # Among messages of a JMS client the order counts; channels do not treat both kinds alike.
        default_priority=any(isinstance(command, Send) for command in commands),
        default_persistence=Ability.REMOTE_QUEUES in needed,
    )
    return tuple(_said(script, words))


def _gets_its_own(commands: Iterable[Command]) -> bool:
    """Whether a unit of work gets where it has put itself: a JMS session does not show that."""
    put: set[tuple[str, str]] = set()
    for command in commands:
        match command:
            case MqPut(syncpoint=Syncpoint.WITHIN) | MqPut1(syncpoint=Syncpoint.WITHIN):
                put.add((command.connection, command.queue))
            case MqGet(syncpoint=Syncpoint.WITHIN) if (command.connection, command.queue) in put:
                return True
            case MqCommit(connection=connection) | MqBackout(connection=connection):
                put = {one for one in put if one[0] != connection}
            case _:
                pass
    return False


def _has_equal(command: Command, needed: frozenset[Ability]) -> bool:
    """Whether a JMS client can do the same."""
    match command:
        case MqPut(message=message, descriptor=put) | MqPut1(message=message, descriptor=put):
            kept = put.persistence is Persistence.PERSISTENT or Ability.RESTART not in needed
            cut = message.length is not None and message.report & _WITH_DATA != 0
            return kept and _is_life(put.expiry) and not cut
        case MqGet():
            return command.mode is GetMode.DESTRUCTIVE and command.match is None
        case Connect() | MqCommit() | MqBackout():
            return True
        case _:
            return Ability.MQI not in abilities_needed(command)


def _fits_alike(commands: Collection[Command]) -> bool:
    """Whether what fits still fits with the header of JMS in front; what does not, does not anyway."""
    limits = set(_limits(commands))
    sizes = {len(body_of(command.message)) for command in commands if isinstance(command, MqPut | MqPut1)}
    return not any(limit - _HEADER_AT_MOST < size <= limit for limit in limits for size in sizes)


def _limits(commands: Iterable[Command]) -> Iterator[int]:
    """The lengths that queues and channels allow."""
    for command in commands:
        match command:
            case (
                DefineLocalQueue(attributes=limited)
                | DefineSharedQueue(attributes=limited)
                | DefineSenderChannel(attributes=limited)
                | DefineReceiverChannel(attributes=limited)
                | AlterQueue(changes=limited)
            ):
                if limited.max_message_length is not None:
                    yield limited.max_message_length
            case _:
                pass


def _is_life(expiry: int) -> bool:
    """Tenths of a second: more than that is a matter of its own (EX-27 to EX-33)."""
    return expiry == UNLIMITED or 0 < expiry <= LARGEST_ENFORCED_EXPIRY


def _in_units(commands: Iterable[Command]) -> Iterator[str]:
    """The connections that have units of work."""
    for command in commands:
        match command:
            case MqCommit(connection=connection) | MqBackout(connection=connection):
                yield connection
            case MqPut() | MqPut1() | MqGet() if command.syncpoint is Syncpoint.WITHIN:
                yield command.connection
            case _:
                pass


class _Sessions:
    """The sessions that stand for the connections, each opened before it is used unless it is a plain one."""

    def __init__(self, in_units: frozenset[str]) -> None:
        self._in_units = in_units
        self._managers: dict[str, str] = {}
        self._open: set[str] = set()

    def of(self, call: MqPut | MqPut1 | MqGet) -> str:
        outside = call.connection in self._in_units and call.syncpoint is Syncpoint.OUTSIDE
        return f"{call.connection} outside units of work" if outside else call.connection

    def connected(self, connect: Connect) -> OpenSession:
        """The session of the connection: what was there under its name before is another's."""
        self._managers[connect.connection] = connect.queue_manager
        self._open.add(connect.connection)
        return self._opening(connect.connection, connect.connection)

    def opened(self, connection: str, session: str) -> Iterator[OpenSession]:
        """What opens it, where it has to be and is not."""
        opening = self._opening(connection, session)
        if session not in self._open and opening != OpenSession(session):
            self._open.add(session)
            yield opening

    def gone(self) -> None:
        """Sessions end with their queue manager."""
        self._open.clear()

    def _opening(self, connection: str, session: str) -> OpenSession:
        is_unit = session in self._in_units
        how = Acknowledgement.TRANSACTED if is_unit else Acknowledgement.AUTOMATIC
        manager = self._managers.get(connection, DEFAULT_QUEUE_MANAGER)
        return OpenSession(session, how, queue_manager=manager)


def _said(script: Script, words: _Words) -> Iterator[Action]:
    sessions = _Sessions(words.in_units)
    for action in script:
        match action:
            case Do(command=MqPut() | MqPut1() as put):
                session = sessions.of(put)
                yield from _before(
                    action, (*sessions.opened(put.connection, session), *_producer(put, session, words))
                )
                own = words.api is ProducerApi.MESSAGE_PRODUCER
                yield action._replace(
                    command=Send(_name(put), put.message, None if own else QueueDestination(put.queue))
                )
            case Do(command=MqGet() as get) | Await(command=MqGet() as get):
                session = sessions.of(get)
                yield from _before(action, sessions.opened(get.connection, session))
                yield action._replace(command=Receive(get.queue, session))
            case Do(command=Connect() as connect):
                yield action._replace(command=sessions.connected(connect))
            case Do(command=MqCommit(connection=connection) | MqBackout(connection=connection) as end):
                yield from _before(action, sessions.opened(connection, connection))
                yield action._replace(
                    command=Commit(connection) if isinstance(end, MqCommit) else Rollback(connection)
                )
            case Do(command=EndQueueManager() | SetOperationMode() | MigrateBack()):
                sessions.gone()
                yield action
            case _:
                yield action


def _before(action: Do | Await, commands: Iterable[Command]) -> Iterator[Action]:
    """What must be done first, and must succeed."""
    first = _FIRST_ADDED - _ADDED_AT_MOST * action.handle
    unless_refused = action.unless_refused if isinstance(action, Do) else ()
    for place, command in enumerate(commands):
        yield Do(command, first - place, action.line, unless_refused)
        yield Expect(went_on(first - place, "what the client was told"), action.line)


def _name(put: MqPut | MqPut1) -> str:
    return f"producer of {put.message.label}"


def _producer(put: MqPut | MqPut1, session: str, words: _Words) -> Iterator[Command]:
    """A producer of its own, and what differs from what it does by itself."""
    own = words.api is ProducerApi.MESSAGE_PRODUCER
    producer, descriptor = _name(put), put.descriptor
    yield CreateProducer(producer, words.api, session, QueueDestination(put.queue) if own else None)
    if descriptor.expiry != UNLIMITED:
        yield SetTimeToLive(producer, descriptor.expiry * 100)
    if descriptor.priority >= 0 or words.default_priority:
        yield SetPriority(producer, max(descriptor.priority, 0))
    if descriptor.persistence is Persistence.NOT_PERSISTENT or (
        words.default_persistence and descriptor.persistence is Persistence.AS_Q_DEF
    ):
        yield SetDeliveryMode(producer, DeliveryMode.NON_PERSISTENT)
