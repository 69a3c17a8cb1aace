"""The words of the features: how durations, queues, reason codes and the like are read.

Each type is a pattern and a converter for `pytest_bdd.parsers.parse`, used as `{name:Type}`. A converter
that cannot read what its pattern let through raises FeatureError with what would be right.
"""

import re
from collections.abc import Callable, Iterable
from typing import Any, Final, NamedTuple

import parse  # type: ignore[import-untyped]

from mqtck.reference.vocabulary import commands as c
from mqtck.reference.vocabulary.clusters import DefaultBinding
from mqtck.reference.vocabulary.constants import (
    UNLIMITED,
    DeliveryMode,
    DestinationPersistence,
    Feedback,
    MessageType,
    Persistence,
    ReasonCode,
    Report,
)
from mqtck.reference.vocabulary.outcomes import ErrorFamily
from mqtck.reference.vocabulary.profile import Version
from mqtck.reference.vocabulary.publications import MessageDelivery

from .expectations_zos import SAMPLE_ATTRIBUTES
from .features import FeatureError

QUEUE: Final = r"(?:the staging queue|the dead-letter queue|[A-Z][A-Z0-9._/%]*)"
QUEUE_MANAGER: Final = r"[A-Z][A-Z0-9._/%]*"
LABEL: Final = r'"[^"]+"'
DURATION: Final = r"\d+(?:\.\d+)? (?:ms|s|min|h|days?)"
NUMBERED_REASON: Final = r"MQRC_[A-Z_0-9]+(?: \(\d+\))?"
ATTRIBUTE: Final = r"[A-Z]+\([^)]*\)"

_UNITS: Final = {"ms": 1, "s": 1000, "min": 60_000, "h": 3_600_000, "day": 86_400_000, "days": 86_400_000}


def _series(item: str, *words: str) -> str:
    between = "|".join(("," + r"\s", *(rf"\s{word}\s" for word in words)))
    return rf"{item}(?:(?:{between}){item})*"


def _any_of(patterns: Iterable[str]) -> str:
    """One pattern for all of them, without groups."""
    return "(?:" + "|".join(re.sub(r"\((?!\?)", "(?:", pattern) for pattern in patterns) + ")"


def duration(text: str) -> int:
    """Text like "2.5 s" in ms."""
    number, unit = text.split()
    return round(float(number) * _UNITS[unit])


def label(text: str) -> str:
    return text.strip('"')


def labels(text: str) -> tuple[str, ...]:
    return tuple(label(found) for found in re.findall(LABEL, text))


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


class Setting(NamedTuple):
    """One of the things that a producer or its destination is given."""

    what: str
    value: int


class ProducerPhrase(NamedTuple):
    """Text like "transacted MessageProducer of the user alice for ORDERS with a delivery delay of 2 s"."""

    api: c.ProducerApi
    transacted: bool
    user: str | None
    queue: str | None
    settings: tuple[Setting, ...]


DESTINATION_PERSISTENCE: Final[dict[str, DestinationPersistence]] = {
    "as the queue defines": DestinationPersistence.QUEUE_DEFINITION,
    "persistent": DestinationPersistence.PERSISTENT,
    "non-persistent": DestinationPersistence.NON_PERSISTENT,
}
_SETTINGS: Final[tuple[tuple[str, str, Callable[[str], int]], ...]] = (
    ("delivery delay", rf"a delivery delay of ({DURATION})", duration),
    ("delivery delay", r"a delivery delay of (-\d+) ms", int),
    ("time to live", rf"a time to live of ({DURATION})", duration),
    ("time to live", r"(an unlimited) time to live", lambda _: 0),
    ("priority", r"priority (\d)", int),
    ("delivery mode", r"delivery mode (PERSISTENT|NON_PERSISTENT)", lambda text: DeliveryMode[text]),
    ("message ids", r"(message ids disabled)", lambda _: 0),
    (
        "destination persistence",
        r"a destination whose persistence is (as the queue defines|persistent|non-persistent)",
        lambda text: DESTINATION_PERSISTENCE[text],
    ),
    (
        "destination priority",
        r"a destination whose priority is (as the queue defines|\d)",
        lambda text: -1 if text.startswith("as") else int(text),
    ),
    ("target client", r"(a destination that applications of the MQI read)", lambda _: 1),
)
_ANY_SETTING: Final = _any_of(known for _, known, _ in _SETTINGS)
SETTINGS: Final = _series(_ANY_SETTING, "and", "and then")
PRODUCER: Final = (
    r"(?:transacted )?(?:MessageProducer|JMSProducer)(?: of the user [a-z]+)?"
    rf"(?: for {QUEUE}| without a destination)(?: with {SETTINGS})?"
)


PUBLISHER: Final = (
    rf"(?:transacted )?(?:MessageProducer|JMSProducer) for the topic {QUEUE}(?: with {SETTINGS})?"
)
NAMES: Final = _series(r"[a-z]+", "and")


class PublisherPhrase(NamedTuple):
    """Text like "MessageProducer for the topic PRICES with a delivery delay of 2 s"."""

    producer: ProducerPhrase
    topic: str
    persistence: DestinationPersistence


def publisher(text: str) -> PublisherPhrase:
    before, _, after = text.partition(" with ")
    api, _, topic = before.partition(" for the topic ")
    chosen = settings(after)
    persistence = next(
        (one.value for one in chosen if one.what == "destination persistence"),
        DestinationPersistence.AS_APPLICATION,
    )
    phrase = ProducerPhrase(
        c.ProducerApi(api.removeprefix("transacted ")), api.startswith("transacted "), None, None, chosen
    )
    return PublisherPhrase(phrase, topic, DestinationPersistence(persistence))


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


def settings(text: str) -> tuple[Setting, ...]:
    """The settings in the order in which they are named."""
    found = []
    for match in re.finditer(_ANY_SETTING, text):
        for what, pattern, convert in _SETTINGS:
            if inner := re.fullmatch(pattern, match.group()):
                found.append(Setting(what, convert(inner[1])))
                break
    return tuple(found)


def producer(text: str) -> ProducerPhrase:
    before, _, after = text.partition(" with ")
    match = re.fullmatch(
        r"(transacted )?(\w+)(?: of the user ([a-z]+))?(?: for (.+)| without a destination)", before
    )
    assert match is not None
    return ProducerPhrase(
        api=c.ProducerApi(match[2]),
        transacted=match[1] is not None,
        user=match[3],
        queue=match[4],
        settings=settings(after),
    )


_ATTRIBUTES: Final[dict[str, tuple[str, Callable[[str], Any]]]] = {
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
    found: dict[str, Any] = {}
    for name, value in re.findall(r"([A-Z]+)\(([^)]*)\)", text):
        try:
            field, convert = _ATTRIBUTES[name]
            found[field] = convert(value)
        except (KeyError, ValueError):
            known = ", ".join(_ATTRIBUTES)
            raise FeatureError(f"{name}({value}) is no attribute of a queue; known are {known}.") from None
    return found


_NAMED_VALUES: Final[dict[str, int]] = {
    "MQEI_UNLIMITED": UNLIMITED,
    "PERSISTENT": DeliveryMode.PERSISTENT,
    "NON_PERSISTENT": DeliveryMode.NON_PERSISTENT,
    **{f"MQPER_{member.name}": member for member in Persistence},
    **{f"MQMT_{member.name}": member for member in MessageType},
    **{f"MQFB_{member.name}": member for member in Feedback},
}
REPORT_OPTIONS: Final = _series(r"MQRO_[A-Z_]+", "and")
VALUE: Final = rf'(?:-?\d+|absent|"[^"]*"|{"|".join(_NAMED_VALUES)}|{REPORT_OPTIONS})'


def report_options(text: str) -> int:
    """Text like "MQRO_COA and MQRO_PASS_MSG_ID" as bits."""
    bits = Report.NONE
    for name in re.findall(r"MQRO_([A-Z_]+)", text):
        if name == "DEAD_LETTER_Q":
            continue
        if name not in Report.__members__:
            raise FeatureError(f"MQRO_{name} is not a report option that the kit knows.")
        bits |= Report[name]
    return int(bits)


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
    major, _, minor = text.partition(".")
    return Version(int(major), int(minor or 0))


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


class PutField(NamedTuple):
    what: str
    value: int


_PUT_FIELDS: Final[tuple[tuple[str, str, Callable[[str], int]], ...]] = (
    ("expiry", r"an expiry of (-?\d+) tenths", int),
    ("expiry", r"an expiry of (MQEI_UNLIMITED)", lambda _: UNLIMITED),
    ("priority", r"priority (\d)", int),
    ("persistence", r"(MQPER_PERSISTENT|MQPER_NOT_PERSISTENT)", lambda text: _NAMED_VALUES[text]),
)
_ANY_PUT_FIELD: Final = _any_of(known for _, known, _ in _PUT_FIELDS)


def put_fields(text: str) -> dict[str, int]:
    """Text like "an expiry of 600 tenths and priority 5", by the names of the put descriptor."""
    found = {}
    for match in re.finditer(_ANY_PUT_FIELD, text):
        for what, pattern, convert in _PUT_FIELDS:
            if inner := re.fullmatch(pattern, match.group()):
                found[what] = convert(inner[1])
                break
    return found


def _type(pattern: str, convert: Callable[[str], Any]) -> Callable[[str], Any]:
    def converted(text: str) -> Any:
        return convert(text)

    typed: Callable[[str], Any] = parse.with_pattern(pattern, regex_group_count=0)(converted)
    return typed


TYPES: Final[dict[str, Callable[[str], Any]]] = {
    "Queue": _type(QUEUE, str),
    "Queues": _type(_series(QUEUE, "and", "or"), lambda text: tuple(re.findall(QUEUE, text))),
    "QueueManager": _type(QUEUE_MANAGER, str),
    "QueueManagers": _type(
        _series(QUEUE_MANAGER, "and", "or"), lambda text: tuple(re.findall(QUEUE_MANAGER, text))
    ),
    "OperationMode": _type("COMPAT|NEWFUNC", str),
    "SampleAttribute": _type("|".join(map(re.escape, SAMPLE_ATTRIBUTES)), str),
    "Name": _type(r"[a-z]+", str),
    "Label": _type(LABEL, label),
    "Labels": _type(_series(LABEL, "and", "then", "and then"), labels),
    "Question": _type(r'"[^"]+\?"', label),
    "Number": _type(r"\d+", int),
    "Duration": _type(DURATION, duration),
    "Tenths": _type(r"-?\d+ tenths(?: of a second)?", lambda text: int(text.split()[0])),
    "Reason": _type(NUMBERED_REASON, reason),
    "Reasons": _type(_series(NUMBERED_REASON, "or"), reasons),
    "Calls": _type(_series(rf"(?:the )?(?:{'|'.join(CALLS)})", "or"), calls),
    "Family": _type(
        "|".join(family.value for family in ErrorFamily if family is not ErrorFamily.OTHER), ErrorFamily
    ),
    "Producer": _type(PRODUCER, producer),
    "Settings": _type(SETTINGS, settings),
    "Publisher": _type(PUBLISHER, publisher),
    "Names": _type(NAMES, names),
    "TopicAttributes": _type(_series(TOPIC_ATTRIBUTE, "and"), topic_attributes),
    "Attributes": _type(_series(ATTRIBUTE, "and"), attributes),
    "Mode": _type("PERSISTENT|NON_PERSISTENT", lambda text: DeliveryMode[text]),
    "Field": _type("|".join(re.escape(name) for name in FIELDS), str),
    "Value": _type(VALUE, value),
    "Values": _type(_series(VALUE, "or"), lambda text: tuple(value(part) for part in text.split(" or "))),
    "Report": _type(REPORT_OPTIONS, report_options),
    "Hex": _type(r"(?:[0-9a-f]{2})+", str),
    "Version": _type(r"\d+(?:\.\d+)?", version),
    "GetOptions": _type(_series(_GET_OPTION, "and"), get_options),
    "PutFields": _type(_series(_ANY_PUT_FIELD, "and"), put_fields),
    "Kind": _type(r"an expiration|an exception|a COA|a COD|a PAN|a NAN|an activity", str),
}
