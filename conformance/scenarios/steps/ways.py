"""Ways to send: what happened before, by which producer, to which name, with what, and in which unit of work.

Each cell is a step or a part of one, as the features say it; an empty one is left out. Nothing here decides
whether a message is delivered: a rule holds whichever way the message was sent.
"""

from typing import Final, NamedTuple


class Way(NamedTuple):
    """One way: `first` comes before all else, `before` behind the producer, `end` behind its sends.

    `to` is the name that is sent to, as a destination of some kind. In the long form the send has a delivery
    mode and a priority of its own, and the life of its producer.
    """

    first: str
    producer: str
    before: str
    to: str
    correlation_id: str
    end: str
    long_form: str = ""


_RESTART: Final = "the queue manager is restarted"
_AT_QM2: Final = "a queue manager QM2 of version 9.2 to which the application connects"

_QUICK: Final = "MessageProducer without a destination with delivery mode NON_PERSISTENT and priority 9"
_USER: Final = "MessageProducer of the user alice without a destination with priority 0"
_HIGH: Final = "MessageProducer without a destination with priority 7"
_SIMPLE: Final = "JMSProducer without a destination with priority 1"
_BRIEF: Final = "JMSProducer without a destination with delivery mode NON_PERSISTENT and priority 9"
_CONTEXT: Final = "transacted JMSProducer without a destination with priority 8"
_LOW: Final = "MessageProducer without a destination with delivery mode NON_PERSISTENT and priority 2"
_LATER: Final = "JMSProducer without a destination with priority 3"
_SESSION: Final = "transacted MessageProducer without a destination with priority 0"

_GRANT: Final = (
    "the user alice may put to ORDERS and to REPLIES, and the user alice may put to the staging queue"
)
_ALIAS: Final = "an alias queue SALES of ORDERS"
_COMMIT: Final = "the unit of work is committed"
_ROLLBACK: Final = "the unit of work is rolled back"
_AGAIN: Final = f"{_COMMIT}, and {_ALIAS}"
_REFUSED: Final = f'{_ALIAS}, and "order-0" is sent to NOWHERE, and the send is accepted, or refused'

_KEPT: Final = "ORDERS as a destination whose persistence is persistent"
_LOST: Final = "ORDERS as a destination whose persistence is non-persistent"
_FIRST: Final = "ORDERS as a destination whose priority is 9"
_PLAIN: Final = "ORDERS as a destination that applications of the MQI read"
_SALES: Final = "SALES as a destination whose persistence is non-persistent"
_SAFE: Final = "SALES as a destination whose persistence is persistent"
_ORDERS: Final = "ORDERS"
_LONG: Final = "by the long form of send with delivery mode PERSISTENT, priority 6"

_TEXT: Final = '"Bestellung für Zoë, 17 €"'
_ID: Final = '"ID:414d51204f544845522020202020202001020304050607ff"'

WAYS: Final[dict[str, Way]] = {
    #                                         first     producer  before     to       id     end      form
    "after a restart":                    Way(_RESTART, _QUICK,   "",        _KEPT,   _TEXT, ""),
    "as a user":                          Way(_RESTART, _USER,    _GRANT,    _FIRST,  _ID,   ""),
    "to an alias":                        Way("",       _SIMPLE,  _ALIAS,    _SALES,  _TEXT, ""),
    "by a JMSProducer":                   Way(_RESTART, _BRIEF,   "",        _PLAIN,  _ID,   ""),
    "in a unit of work":                  Way("",       _CONTEXT, "",        _LOST,   _ID,   _COMMIT),
    "behind a rollback":                  Way("",       _SESSION, _ROLLBACK, _PLAIN,  _TEXT, _COMMIT),
    "behind a commit, to an alias":       Way(_RESTART, _CONTEXT, _AGAIN,    _SALES,  _ID,   _COMMIT),
    "behind a refused send, to an alias": Way("",       _LATER,   _REFUSED,  _SAFE,   _TEXT, ""),
    "at another queue manager":           Way(_AT_QM2,  _HIGH,    "",        _KEPT,   _TEXT, ""),
    "in the long form":                   Way("",       _LOW,     "",        _ORDERS, _ID,   "",      _LONG),
}  # fmt: skip
"""The ways by the names that the features give them."""
