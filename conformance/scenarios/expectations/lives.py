"""How far the end of a life may be off: by a second for each queue on which the message may have waited.

Expiry is approximate, and a small interval need not be taken off it on any of the queues of its way (EX-09,
DD-81). The way of a delayed message has one queue more, that of one that leaves its queue manager up to two.
A life that is no whole tenth of a second may have been rounded up to one besides (HM-23).
"""

from collections.abc import Iterable
from typing import Final

from mqtck.conformance.scenarios.scripts import Record
from mqtck.reference.vocabulary import commands as c
from mqtck.reference.vocabulary.clusters import JoinCluster
from mqtck.reference.vocabulary.publications import JoinHierarchy

from .sendings import EXPIRY_TOLERANCE, TENTH, Sending, longest_send

_LEADING_ELSEWHERE: Final = (c.DefineRemoteQueue, c.StartChannel, JoinCluster, JoinHierarchy)

_TRANSMISSION_QUEUES: Final = 2


def tolerance_of_life(commands: Iterable[c.Command], sending: Sending) -> int:
    """Ms by which the life of a message of this script may end later than the script reckons."""
    rounding = -(sending.life or 0) % TENTH
    return EXPIRY_TOLERANCE * (1 + (sending.delay > 0) + _transmission_queues(commands)) + rounding


def one_end(record: Record) -> int:
    """Ms by which two ends of one life may differ: rounding to tenths comes on top (X-05, X-06)."""
    commands = _commands(record)
    delayed = any(isinstance(command, c.SetDeliveryDelay) and command.milliseconds for command in commands)
    return EXPIRY_TOLERANCE * (1 + delayed + _transmission_queues(commands)) + 2 * TENTH


def slack_of_ends(record: Record) -> int:
    """Ms by which the end that a client wrote at a send and that of Expiry may differ.

    Where a send took long, its client may have read the time long before the queue manager put the message.
    """
    return one_end(record) + longest_send(record)


def tolerance_seen(record: Record, sending: Sending) -> int:
    """`tolerance_of_life` by the commands so far."""
    return tolerance_of_life(_commands(record), sending)


def _commands(record: Record) -> list[c.Command]:
    return [step.command for step in record.steps.values()]


def _transmission_queues(commands: Iterable[c.Command]) -> int:
    return _TRANSMISSION_QUEUES if any(isinstance(one, _LEADING_ELSEWHERE) for one in commands) else 0
