"""Units of work of which a recording never tells an end, by the queues that they touch.

A recorder may write down sends and gets and no commit. A message that is seen then was perhaps committed.
So a queue is not complete that was used in a unit of work where no end of any unit was recorded, be it one
that was refused. Where one was, the recorder knows of them, and what is left open is judged.
"""

from collections.abc import Iterator

from mqtck.reference.vocabulary.commands import (
    Acknowledgement,
    Command,
    Commit,
    CreateProducer,
    MqBackout,
    MqCommit,
    MqGet,
    MqPut,
    MqPut1,
    OpenSession,
    Receive,
    Rollback,
    Send,
    Syncpoint,
)

from .commuting import client_of


class OpenUnits:
    """What sessions use in units of work, or connections, as long as no end was recorded of any of them."""

    def __init__(self) -> None:
        self._transacted: set[str] = set()
        self._sessions: dict[str, str] = {}
        self._ended: set[str] = set()
        self._touched: dict[tuple[str, str], int] = {}

    def see(self, command: Command, queue: str | None, started: int) -> None:
        """Take up a call that succeeded, or any end of a unit, with the queue that it is about."""
        match command:
            case OpenSession(session=session):
                transacted = command.acknowledgement is Acknowledgement.TRANSACTED
                (self._transacted.add if transacted else self._transacted.discard)(f"session {session}")
            case CreateProducer(producer=producer, session=session):
                self._sessions[f"producer {producer}"] = f"session {session}"
            case Commit() | Rollback() | MqCommit() | MqBackout():
                self._ended.add(_kind(client_of(command) or ""))
            case _:
                client = self._within(command)
                if client is not None and queue is not None and _kind(client) not in self._ended:
                    self._touched.setdefault((client, queue), started)

    def never_ended(self) -> Iterator[tuple[str, str, int]]:
        """Who used a queue in a unit of work, and since when (ms), where no end of any was recorded."""
        for (client, queue), since in self._touched.items():
            if _kind(client) not in self._ended:
                yield client, queue, since

    def _within(self, command: Command) -> str | None:
        """The client in whose unit of work a call is."""
        client = client_of(command)
        match command:
            case Send() | Receive():
                own = self._sessions.get(client or "", client)
                return own if own in self._transacted else None
            case MqPut(syncpoint=Syncpoint.WITHIN) | MqPut1(syncpoint=Syncpoint.WITHIN):
                return client
            case MqGet(syncpoint=Syncpoint.WITHIN):
                return client
            case _:
                return None


def _kind(client: str) -> str:
    """Whether it is a session or a connection."""
    return client.partition(" ")[0]
