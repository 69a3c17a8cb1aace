"""The MQI: puts and gets of connections, each to a queue manager and with handles that stay open.

Left out: MQOPEN and MQCLOSE as calls of their own, message groups, waits, backout counts.
"""

from implementations.behaviour.calls import CursorAtEnd
from implementations.decisions.client import ClientDecisions
from implementations.decisions.queue_manager import Manner
from implementations.decisions.transmission import Entrance
from implementations.simulation.channels.transmission_headers import refusal
from implementations.simulation.clients.send_checks import BEYOND, check_reply_queue
from implementations.simulation.queue_managers.getting import Getter, Matches, everything
from implementations.simulation.queue_managers.queue_manager import QueueManager
from implementations.simulation.queue_managers.report_messages import expiration_report
from implementations.simulation.shared import Simulation
from implementations.simulation.showing import sent_by_mqi
from implementations.state.objects import (
    NO_ID,
    CallRefusedError,
    Handle,
    LocalQueue,
    Message,
    Origin,
    UnitOfWork,
)
from mqtck.reference.vocabulary.commands import (
    GetMode,
    MatchCorrelationId,
    MatchMessageId,
    MqGet,
    MqPut,
    MqPut1,
    Switch,
    Syncpoint,
)
from mqtck.reference.vocabulary.constants import (
    DEFAULT_QUEUE_MANAGER,
    PRIORITY_AS_QUEUE_DEFINITION,
    Persistence,
    ReasonCode,
)
from mqtck.reference.vocabulary.messages import QueueDestination, body_of
from mqtck.reference.vocabulary.outcomes import Sent


class Connection:
    def __init__(self, manager: QueueManager) -> None:
        self.manager = manager
        self.unit = UnitOfWork()
        self.handles: dict[str, Handle] = {}


class MqiClient:
    """`ids` remembers what the send of each label returned, in hexadecimal."""

    def __init__(self, simulation: Simulation, decisions: ClientDecisions, ids: dict[str, str]) -> None:
        self.simulation = simulation
        self.decisions = decisions
        self.ids = ids
        self.connections: dict[str, Connection] = {}

    def connect(self, name: str, queue_manager: str) -> None:
        manager = self.simulation.running(queue_manager)
        earlier = self.connections.get(name)
        if earlier is not None:
            self._close(earlier)
        self.connections[name] = Connection(manager)

    def connection(self, name: str) -> Connection:
        """A connection that was not opened is opened by its first use."""
        if name not in self.connections:
            self.connect(name, DEFAULT_QUEUE_MANAGER)
        return self.connections[name]

    def disconnect(self, manager: QueueManager) -> None:
        """The queue manager ends: open units of work are backed out, handles are gone."""
        gone = [name for name, found in self.connections.items() if found.manager is manager]
        for name in gone:
            self._close(self.connections.pop(name))

    def _close(self, connection: Connection) -> None:
        connection.unit.rollback()
        for name, handle in connection.handles.items():
            connection.manager.open_handles[name].remove(handle)

    def put(self, command: MqPut | MqPut1) -> Sent:
        connection = self.connection(command.connection)
        manager, descriptor, outgoing = connection.manager, command.descriptor, command.message
        persistence, priority = manager.defaults(command.queue)
        header = outgoing.transmission_header
        if descriptor.persistence is not Persistence.AS_Q_DEF:
            persistence = int(descriptor.persistence)
        if descriptor.priority != PRIORITY_AS_QUEUE_DEFINITION:
            priority = descriptor.priority
        message = Message(
            body="" if header is not None and header.length is not None else body_of(outgoing),
            message_id=manager.new_id(),
            correlation_id=outgoing.correlation_id or NO_ID,
            expiry=descriptor.expiry,
            put_at=manager.now,
            end_of_life=manager.decisions.end_of_life(manager.now, descriptor.expiry),
            persistence=persistence,
            priority=priority,
            origin=Origin.MQI,
            report=outgoing.report,
            reply_to=outgoing.reply_to or "",
            reply_to_manager=manager.name,
            reply_manager_field=self._reply_manager_field(outgoing.reply_to, manager.name),
            own_header=header,
            ims_flags=0 if outgoing.ims_header is None else outgoing.ims_header.flags,
        )
        self._check(command, message, manager)
        unit = connection.unit if command.syncpoint is Syncpoint.WITHIN else None
        message = manager.channels.put_by_application(command.queue, message)
        reason = manager.put(command.queue, message, unit)
        if reason is not None:
            raise CallRefusedError(self.decisions.reason(reason), f"MQPUT to {command.queue}")
        self.ids[outgoing.label] = message.message_id
        return sent_by_mqi(message, self.decisions)

    def _check(self, command: MqPut | MqPut1, message: Message, manager: QueueManager) -> None:
        """What is wrong with the expiry, or with the header of a direct put to a transmission queue."""
        entrance = Entrance.MQPUT if isinstance(command, MqPut) else Entrance.MQPUT1
        if manager.enforcement.refuses(message.expiry, entrance):
            if manager.decisions.reports_refused_put():
                manager.send_report(expiration_report(message, manager), message)
            raise CallRefusedError(manager.decisions.expiry_failure(), f"an expiry of {message.expiry}")
        check_reply_queue(manager.behaviour, command.message)
        reason = refusal(command.queue, message, manager)
        if reason is not None:
            raise CallRefusedError(
                reason, f"the transmission-queue header of a put to {command.queue} {BEYOND}"
            )

    def _reply_manager_field(self, reply_to: str | None, manager: str) -> str:
        return self.decisions.reply_manager(QueueDestination(reply_to), manager) if reply_to else ""

    def get(self, command: MqGet) -> tuple[Message | None, ReasonCode]:
        """The message, or None and the reason why there is none."""
        connection = self.connection(command.connection)
        manager = connection.manager
        queue = manager.local(command.queue)
        if queue is None:
            raise CallRefusedError(ReasonCode.UNKNOWN_OBJECT_NAME, f"{command.queue} is no local queue")
        if queue.attributes.get is Switch.DISABLED:
            raise CallRefusedError(ReasonCode.GET_INHIBITED, f"{command.queue} is get-inhibited")
        handle = self._handle(connection, queue)
        unit = connection.unit if command.syncpoint is Syncpoint.WITHIN else None
        others = [other for other in manager.handles(queue) if other is not handle]
        matches = self._matches(command.match)
        match command.mode:
            case GetMode.UNDER_CURSOR:
                getter = Getter(manager, queue, unit, others)
                return getter.take_under_cursor(handle), manager.decisions.reason_under_cursor
            case GetMode.DESTRUCTIVE:
                getter = Getter(manager, queue, unit, others)
                entry = getter.find(Manner.GET, matches)
                message = None if entry is None else getter.take(entry)
            case _:
                message = self._browse(command.mode, handle, Getter(manager, queue, None, others), matches)
        return message, ReasonCode.NO_MSG_AVAILABLE

    def _browse(self, mode: GetMode, handle: Handle, getter: Getter, matches: Matches) -> Message | None:
        """A browse moves the cursor where it finds a message, and gives up an earlier lock."""
        handle.locked = None
        after = handle.cursor if mode is GetMode.BROWSE_NEXT else None
        entry = getter.find(Manner.BROWSE, matches, after)
        if entry is None:
            if getter.manager.behaviour.cursor_at_end is CursorAtEnd.LOST:
                handle.cursor, handle.under = None, None
            return None
        handle.cursor, handle.under = entry.key, entry
        if mode is GetMode.BROWSE_FIRST_AND_LOCK:
            handle.locked = entry
        return entry.message

    def _handle(self, connection: Connection, queue: LocalQueue) -> Handle:
        if queue.name not in connection.handles:
            connection.handles[queue.name] = connection.manager.open_handle(queue)
        return connection.handles[queue.name]

    def _matches(self, wanted: MatchMessageId | MatchCorrelationId | None) -> Matches:
        match wanted:
            case None:
                return everything
            case MatchMessageId(of=label):
                message_id = self.ids.get(label)
                return lambda message: message.message_id == message_id
            case MatchCorrelationId(of=label):
                correlation_id = self.ids.get(label)
                return lambda message: message.correlation_id == correlation_id
