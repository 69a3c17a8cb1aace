"""Who calls: to which queue manager a session or connection belongs, and how its unit of work is known.

A unit of work is known by the name of the session or connection that has it. The first use of a name that
nobody opened opens it (`vocabulary.commands`). No rule of the documents lives here.
"""

from typing import Final

from mqtck.reference.vocabulary.commands import Acknowledgement
from mqtck.reference.vocabulary.constants import DEFAULT_QUEUE_MANAGER

from .clients import Session
from .state import State

PLAIN: Final = Session(DEFAULT_QUEUE_MANAGER)
"""The session that the first use of a name opens."""

_SESSION: Final = "session "
_CONNECTION: Final = "connection "


def session_of(state: State, session: str) -> Session:
    """The session of that name."""
    return state.sessions.get(session, PLAIN)


def connected_to(state: State, connection: str) -> str:
    """The queue manager of an MQI connection."""
    return state.connections.get(connection, DEFAULT_QUEUE_MANAGER)


def jms_unit(session: str) -> str:
    """The name of a session's unit of work."""
    return _SESSION + session


def mqi_unit(connection: str) -> str:
    """The name of a connection's unit of work."""
    return _CONNECTION + connection


def unit_of_receives(state: State, session: str) -> str | None:
    """The unit of work to which what a session receives belongs; None where it is not transacted."""
    transacted = session_of(state, session).acknowledgement is Acknowledgement.TRANSACTED
    return jms_unit(session) if transacted else None


def queue_manager_of(state: State, unit: str) -> str:
    """The queue manager at which a session or connection has its unit of work."""
    if unit.startswith(_SESSION):
        return session_of(state, unit.removeprefix(_SESSION)).queue_manager
    return connected_to(state, unit.removeprefix(_CONNECTION))
