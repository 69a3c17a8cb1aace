"""Java exceptions as refusals: the reason code anywhere in the chain of causes, and the family.

Links of the chain are getCause and, for a JMSException, getLinkedException. A reason is a number that a
link gives as its reason or error code, or the name MQRC_* in its text. Brokers other than IBM MQ have
none; error codes of their own are not translated.
"""

import re
from collections.abc import Iterator
from typing import Any, Final

from mqtck.adapters.jms_jvm import java_class
from mqtck.reference.vocabulary.constants import ReasonCode
from mqtck.reference.vocabulary.outcomes import ErrorFamily, Refused

_REASON_NAME: Final = re.compile(r"\bMQRC_[A-Z0-9_]+")
_REASON_NUMBER: Final = re.compile(r"\b(?:reason|RC|MQRC)\W{0,3}(2\d{3})\b", re.IGNORECASE)
_NUMBER: Final = re.compile(r"2\d{3}")
_BY_NAME: Final = {reason.mq_name: int(reason) for reason in ReasonCode}


def refusal(exception: Any, package: str) -> Refused:
    """What a call that threw answers; `package` is that of the JMS classes."""
    return Refused(
        reason=next((reason for link in _chain(exception) for reason in _reasons(link)), None),
        family=_family(exception, package),
        text=told(exception),
    )


def not_there(text: str) -> Refused:
    """The answer where the call could not even be made; no code was found because there was no call."""
    return Refused(reason=None, family=ErrorFamily.OTHER, text=text)


def _chain(exception: Any) -> Iterator[Any]:
    """The exception and its causes and linked exceptions, each once, nearest first."""
    waiting: list[Any] = [exception]
    met: list[Any] = []
    while waiting:
        link = waiting.pop(0)
        if link is None or any(link.equals(other) for other in met):
            continue
        met.append(link)
        yield link
        waiting.append(link.getCause())
        if hasattr(link, "getLinkedException"):
            waiting.append(link.getLinkedException())


def _reasons(link: Any) -> Iterator[int]:
    """Reason codes that one link of the chain holds, the most definite source first."""
    for getter in ("getReason", "getErrorCode"):
        if hasattr(link, getter):
            code = str(getattr(link, getter)())
            if _NUMBER.fullmatch(code):
                yield int(code)
            elif code in _BY_NAME:
                yield _BY_NAME[code]
    text = str(link.toString())
    yield from (int(number) for number in _REASON_NUMBER.findall(text))
    yield from (_BY_NAME[name] for name in _REASON_NAME.findall(text) if name in _BY_NAME)


def _family(exception: Any, package: str) -> ErrorFamily:
    for name, family in (
        ("JMSException", ErrorFamily.JMS_EXCEPTION),
        ("JMSRuntimeException", ErrorFamily.JMS_RUNTIME_EXCEPTION),
    ):
        if isinstance(exception, java_class(f"{package}.{name}")):
            return family
    return ErrorFamily.OTHER


def told(exception: Any) -> str:
    """Each link of the chain: the class without its package, and the message that no link before had."""
    text = ""
    for link in _chain(exception):
        message = str(link.getMessage() or "")
        if not text or (message and message not in text):
            name = str(link.getClass().getSimpleName())
            text += (", because of " if text else "") + (f"{name}: {message}" if message else name)
    return text
