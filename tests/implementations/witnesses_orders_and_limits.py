"""Traces that show misreadings of the order on a queue, and of its limits."""

from mqtck.reference.vocabulary.commands import Receive

from .witness_parts import Q, Trace, put

ORDERS_AND_LIMITS: dict[str, Trace] = {
    "arrival alone": (*Q, put("low", priority=1), put("high", priority=9), Receive("Q"), Receive("Q")),
}
