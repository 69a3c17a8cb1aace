"""Which rules speak of the same field, or fields, alone: where another one is wrong, they are not broken.

A scenario that looks at every field of a message has the rules of all of them. Left out are rules that speak
of more than such fields (what is dead-lettered, what survives a hop): whatever field is wrong may break them.
"""

from collections import defaultdict
from types import MappingProxyType
from typing import Final

# fmt: off
_ROWS: Final = (
    ("MQMD.MsgId, JMSMessageID",                               "DD-59 X-01 X-02 X-21",      range(27, 34)),
    ("MQMD.CorrelId, JMSCorrelationID, jms.Cid",               "DD-60 X-01 X-03 X-20 X-21", range(40, 48)),
    ("MQMD.Expiry, JMSExpiration, jms.Exp, dt of jms.Exp",     "DD-79 DD-80 X-06 X-16",     range(14, 24)),
    ("MQMD.Expiry",                                            "X-11",                      range(0)),
    ("MQMD.Priority, JMSPriority, jms.Pri",                    "DD-78 X-28",                range(24, 27)),
    ("MQMD.Persistence, JMSDeliveryMode, jms.Dlv",             "DD-77 X-27",                range(8, 14)),
    ("MQMD.ReplyToQ, MQMD.ReplyToQMgr, JMSReplyTo, jms.Rto",   "X-22",                      range(4, 8)),
    ("MQMD.Report",                                            "DD-130",                    range(0)),
    ("JMSTimestamp, jms.Tms",                                  "",                          range(34, 37)),
    ("jms.Dst",                                                "",                          range(1, 4)),
    ("JMSType, mcd.Type, mcd.Set, mcd.Fmt",                    "",                          range(38, 40)),
)
# fmt: on
"""Fields, and the rules that speak of them: some by their ids, those of the mapping by their numbers."""


def _fields_of_rules() -> dict[str, frozenset[str]]:
    found: defaultdict[str, frozenset[str]] = defaultdict(frozenset)
    for names, ids, mapped in _ROWS:
        for rule in (*ids.split(), *(f"HM-{number:02}" for number in mapped)):
            found[rule] |= frozenset(names.split(", "))
    return dict(found)


FIELDS_OF_RULES: Final = MappingProxyType(_fields_of_rules())
"""The fields, by their names in features, of which each of these rules speaks."""


def may_speak_of(rule: str, field: str) -> bool:
    """Whether this rule may be broken where this field is wrong; an empty name is no field.

    Each may be where it is none that is wrong, or one of which no rule speaks alone.
    """
    alone = any(field in fields for fields in FIELDS_OF_RULES.values())
    return not alone or field in FIELDS_OF_RULES.get(rule, {field})


def speaking_of(own: frozenset[str], field: str) -> tuple[str, ...]:
    """Those of the rules `own` that may be broken where this field is wrong; all where it would be none."""
    may_be = {rule for rule in own if may_speak_of(rule, field)}
    return tuple(sorted(may_be or own))
