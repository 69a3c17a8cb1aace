"""The words of the features: how durations, queues, reason codes and the like are read.

Each type is a pattern and a converter for `pytest_bdd.parsers.parse`, used as `{name:Type}`. A converter
that cannot read what its pattern let through raises FeatureError with what would be right.
"""

import re
from collections.abc import Callable
from typing import Any, Final, NamedTuple

from mqtck.conformance.scenarios.expectations.zos import SAMPLE_ATTRIBUTES
from mqtck.conformance.scenarios.features import FeatureError
from mqtck.reference.vocabulary import commands as c
from mqtck.reference.vocabulary.clusters import DefaultBinding
from mqtck.reference.vocabulary.constants import (
    UNLIMITED,
    DeliveryMode,
    Feedback,
    MessageType,
    Persistence,
    ReasonCode,
    Report,
)
from mqtck.reference.vocabulary.outcomes import ErrorFamily
from mqtck.reference.vocabulary.profile import Version
from mqtck.reference.vocabulary.publications import MessageDelivery

from .types_producers import PRODUCER, PUBLISHER, SETTINGS, producer, publisher, settings
from .ways import WAYS
from .words import (
    ATTRIBUTE,
    DURATION,
    LABEL,
    NUMBERED_REASON,
    QUEUE,
    QUEUE_MANAGER,
    Attributes,
    Known,
    any_of,
    attributes_in,
    duration,
    label,
    labels,
    named_in,
    series,
    typed,
)


def reason(text: str) -> ReasonCode:
    """Text like "MQRC_Q_FULL (2053)": the number, where given, must be that of the name."""
    name, _, number = text.removeprefix("MQRC_").partition(" ")
    try:
        code = ReasonCode[name]
    except KeyError:
        raise FeatureError(f"MQRC_{name} is not a reason code that the kit knows.") from None
    if number and int(number.strip("()")) != code:
        raise FeatureError(f"{code.mq_name} is {code.value}, not {number}.")
    return code


def reasons(text: str) -> frozenset[ReasonCode]:
    return frozenset(reason(found) for found in re.findall(NUMBERED_REASON, text))


CALLS: Final = (
    "connect",
    "createProducer",
    "setDeliveryDelay",
    "setTimeToLive",
    "send",
    "commit",
    "MQPUT",
    "MQPUT1",
    "MQCMIT",
    "MQBACK",
)
"""The calls of an application by which a step may name what was refused."""


def calls(text: str) -> frozenset[str]:
    return frozenset(re.split(r", | or ", text.replace("the ", "")))


NAMES: Final = series(r"[a-z]+", "and")


def names(text: str) -> tuple[str, ...]:
    """Text like "alice, bob and carol"."""
    return tuple(re.split(r", | and ", text))


_DELIVERY: Final = {
    "ASPARENT": MessageDelivery.AS_PARENT,
    "ALL": MessageDelivery.ALL,
    "ALLDUR": MessageDelivery.ALL_DURABLE,
    "ALLAVAIL": MessageDelivery.ALL_AVAILABLE,
}
TOPIC_ATTRIBUTE: Final = rf"N?PMSGDLV\((?:{'|'.join(_DELIVERY)})\)"


def topic_attributes(text: str) -> dict[str, MessageDelivery]:
    """Text like "PMSGDLV(ALLAVAIL) and NPMSGDLV(ALL)", as MQSC names them."""
    return {name: _DELIVERY[value] for name, value in re.findall(r"(N?PMSGDLV)\((\w+)\)", text)}


_ATTRIBUTES: Final[Attributes] = {
    "PUT": ("put", lambda text: c.Switch[text]),
    "GET": ("get", lambda text: c.Switch[text]),
    "MAXDEPTH": ("max_depth", int),
    "MAXMSGL": ("max_message_length", int),
    "DEFPSIST": (
        "default_persistence",
        lambda text: {"YES": DeliveryMode.PERSISTENT, "NO": DeliveryMode.NON_PERSISTENT}[text],
    ),
    "DEFPRTY": ("default_priority", int),
    "MSGDLVSQ": ("delivery_sequence", lambda text: c.DeliverySequence[text]),
    "CLUSTER": ("cluster", str),
    "DEFBIND": (
        "default_binding",
        lambda text: {
            "OPEN": DefaultBinding.ON_OPEN,
            "NOTFIXED": DefaultBinding.NOT_FIXED,
            "GROUP": DefaultBinding.ON_GROUP,
        }[text],
    ),
    "USAGE": ("usage", lambda text: {"NORMAL": c.Usage.NORMAL, "XMITQ": c.Usage.TRANSMISSION}[text]),
}


def attributes(text: str) -> dict[str, Any]:
    """Text like "MAXDEPTH(1) and DEFPRTY(3)", as MQSC names them, to the names of the vocabulary."""
    return attributes_in(text, _ATTRIBUTES, "a queue")


_NAMED_VALUES: Final[dict[str, int]] = {
    "MQEI_UNLIMITED": UNLIMITED,
    "PERSISTENT": DeliveryMode.PERSISTENT,
    "NON_PERSISTENT": DeliveryMode.NON_PERSISTENT,
    **{f"MQPER_{member.name}": member for member in Persistence},
    **{f"MQMT_{member.name}": member for member in MessageType},
    **{f"MQFB_{member.name}": member for member in Feedback},
}
REPORT_OPTIONS: Final = series(r"MQRO_[A-Z_]+", "and")
VALUE: Final = rf'(?:-?\d+|absent|"[^"]*"|{"|".join(_NAMED_VALUES)}|{REPORT_OPTIONS})'


def report_options(text: str) -> int:
    """Text like "MQRO_COA and MQRO_PASS_MSG_ID" as bits."""
    bits = 0
    for name in re.findall(r"MQRO_([A-Z_]+)", text):
        if name == "DEAD_LETTER_Q":
            continue
        if name not in Report.__members__:
            raise FeatureError(f"MQRO_{name} is not a report option that the kit knows.")
        bits |= Report[name]
    return bits


def value(text: str) -> int | str | None:
    """A number, a constant by name, a quoted text, or "absent"."""
    if text == "absent":
        return None
    if text.startswith('"'):
        return text.strip('"')
    if text.startswith("MQRO_"):
        return report_options(text)
    return _NAMED_VALUES[text] if text in _NAMED_VALUES else int(text)


def version(text: str) -> Version:
    parts = [int(part) for part in text.split(".")]
    return Version(*parts, *[0] * (3 - len(parts)))


FIELDS: Final[dict[str, tuple[str, str]]] = {
    "JMSMessageID": ("header", "message_id"),
    "JMSTimestamp": ("header", "timestamp"),
    "JMSExpiration": ("header", "expiration"),
    "JMSDeliveryTime": ("header", "delivery_time"),
    "JMSDeliveryMode": ("header", "delivery_mode"),
    "JMSPriority": ("header", "priority"),
    "JMSCorrelationID": ("header", "correlation_id"),
    "JMSReplyTo": ("header", "reply_to"),
    "MQMD.MsgId": ("descriptor", "message_id"),
    "MQMD.CorrelId": ("descriptor", "correlation_id"),
    "MQMD.Expiry": ("descriptor", "expiry"),
    "MQMD.Persistence": ("descriptor", "persistence"),
    "MQMD.Priority": ("descriptor", "priority"),
    "MQMD.Report": ("descriptor", "report"),
    "MQMD.MsgType": ("descriptor", "message_type"),
    "MQMD.Feedback": ("descriptor", "feedback"),
    "MQMD.ReplyToQ": ("descriptor", "reply_to_queue"),
    "MQMD.ReplyToQMgr": ("descriptor", "reply_to_queue_manager"),
    "JMSType": ("header", "type"),
    "jms.Exp": ("folder", "expiration"),
    "jms.Tms": ("folder", "timestamp"),
    "dt of jms.Exp": ("folder", "expiration_type"),
    "jms.Dst": ("folder", "destination"),
    "jms.Rto": ("folder", "reply_to"),
    "jms.Dlv": ("folder", "delivery_mode"),
    "jms.Pri": ("folder", "priority"),
    "jms.Cid": ("folder", "correlation_id"),
    "mcd.Type": ("folder", "type"),
    "mcd.Set": ("folder", "set"),
    "mcd.Fmt": ("folder", "format"),
}
"""Fields of a message by the name that a feature uses: the part of the vocabulary's values that holds it."""

_GET_OPTION: Final = (
    r"(?:MQGMO_BROWSE_FIRST|MQGMO_BROWSE_NEXT|MQGMO_LOCK|MQGMO_MSG_UNDER_CURSOR|MQGMO_SYNCPOINT"
    rf"|MQMO_MATCH_(?:MSG|CORREL)_ID of {LABEL})"
)


class GetOptions(NamedTuple):
    mode: c.GetMode = c.GetMode.DESTRUCTIVE
    syncpoint: c.Syncpoint = c.Syncpoint.OUTSIDE
    match: c.MatchMessageId | c.MatchCorrelationId | None = None


def get_options(text: str) -> GetOptions:
    """The options of an MQGET, by the names that MQI programmers know."""
    options = GetOptions()
    if "MQGMO_MSG_UNDER_CURSOR" in text:
        options = options._replace(mode=c.GetMode.UNDER_CURSOR)
    elif "MQGMO_LOCK" in text:
        options = options._replace(mode=c.GetMode.BROWSE_FIRST_AND_LOCK)
    elif "MQGMO_BROWSE_FIRST" in text:
        options = options._replace(mode=c.GetMode.BROWSE_FIRST)
    elif "MQGMO_BROWSE_NEXT" in text:
        options = options._replace(mode=c.GetMode.BROWSE_NEXT)
    if "MQGMO_SYNCPOINT" in text:
        options = options._replace(syncpoint=c.Syncpoint.WITHIN)
    if of := re.search(rf"MQMO_MATCH_(MSG|CORREL)_ID of ({LABEL})", text):
        match = c.MatchMessageId if of[1] == "MSG" else c.MatchCorrelationId
        options = options._replace(match=match(of=label(of[2])))
    return options


_PUT_FIELDS: Final[tuple[Known, ...]] = (
    ("expiry", r"an expiry of (-?\d+) tenths?", int),
    ("expiry", r"an expiry of (MQEI_UNLIMITED)", lambda _: UNLIMITED),
    ("priority", r"priority (\d)", int),
    ("persistence", r"(MQPER_PERSISTENT|MQPER_NOT_PERSISTENT)", lambda text: _NAMED_VALUES[text]),
)
_ANY_PUT_FIELD: Final = any_of(known for _, known, _ in _PUT_FIELDS)


def put_fields(text: str) -> dict[str, int]:
    """Text like "an expiry of 600 tenths and priority 5", by the names of the put descriptor."""
    return dict(named_in(text, _PUT_FIELDS))


TYPES: Final[dict[str, Callable[[str], Any]]] = {
    "Queue": typed(QUEUE, str),
    "Queues": typed(series(QUEUE, "and", "or"), lambda text: tuple(re.findall(QUEUE, text))),
    "QueueManager": typed(QUEUE_MANAGER, str),
    "QueueManagers": typed(
        series(QUEUE_MANAGER, "and", "or"), lambda text: tuple(re.findall(QUEUE_MANAGER, text))
    ),
    "OperationMode": typed("COMPAT|NEWFUNC", str),
    "SampleAttribute": typed("|".join(map(re.escape, SAMPLE_ATTRIBUTES)), str),
    "Name": typed(r"[a-z]+", str),
    "Label": typed(LABEL, label),
    "Quoted": typed(LABEL, str),
    "Labels": typed(series(LABEL, "and", "then", "and then"), labels),
    "Question": typed(r'"[^"]+\?"', label),
    "Number": typed(r"\d+", int),
    "Duration": typed(DURATION, duration),
    "Time": typed(DURATION, str),
    # What one sentence of two says first; "after ..." speaks of all that follows, so it is read before.
    "Said": typed(r"(?!after ).+?", str),
    "Tenths": typed(r"-?\d+ tenths?(?: of a second)?", lambda text: int(text.split()[0])),
    "Reason": typed(NUMBERED_REASON, reason),
    "Reasons": typed(series(NUMBERED_REASON, "or"), reasons),
    "Calls": typed(series(rf"(?:the )?(?:{'|'.join(CALLS)})", "or"), calls),
    "Family": typed(
        "|".join(family.value for family in ErrorFamily if family is not ErrorFamily.OTHER), ErrorFamily
    ),
    "Producer": typed(PRODUCER, producer),
    "Settings": typed(SETTINGS, settings),
    "Way": typed("|".join(map(re.escape, WAYS)), str),
    "Publisher": typed(PUBLISHER, publisher),
    "Names": typed(NAMES, names),
    "TopicAttributes": typed(series(TOPIC_ATTRIBUTE, "and"), topic_attributes),
    "Attributes": typed(series(ATTRIBUTE, "and"), attributes),
    "Changes": typed(series(ATTRIBUTE, "and"), str),
    "Mode": typed("PERSISTENT|NON_PERSISTENT", lambda text: DeliveryMode[text]),
    "Field": typed("|".join(re.escape(name) for name in FIELDS), str),
    "Values": typed(series(VALUE, "or"), lambda text: tuple(value(part) for part in text.split(" or "))),
    "Written": typed(series(VALUE, "or"), str),
    "Hex": typed(r"(?:[0-9a-f]{2})+", str),
    "Version": typed(r"\d+(?:\.\d+){0,2}", version),
    "GetOptions": typed(series(_GET_OPTION, "and"), get_options),
    "PutFields": typed(series(_ANY_PUT_FIELD, "and"), put_fields),
    "Kind": typed(r"an expiration|an exception|a COA|a COD|a PAN|a NAN|an activity", str),
}
