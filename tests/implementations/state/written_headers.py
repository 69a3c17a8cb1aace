"""The MQRFH2 of a message as its sender writes it."""

from enum import Enum

import msgspec


class TypeElements(msgspec.Struct, frozen=True):
    """The folder mcd; `domain` is shown by no adapter."""

    type: str | None = None
    set: str | None = None
    format: str | None = None
    domain: str | None = None


class WrittenHeader(msgspec.Struct, frozen=True):
    """Elements of the folders jms and mcd, unescaped; None where an element is absent. Times are ms."""

    destination: str | None = None
    reply_to: str | None = None
    delivery_mode: int | None = None
    priority: int | None = None
    correlation_id: str | None = None
    mcd: TypeElements = TypeElements()
    expiration: int | None = None
    expiration_type: str | None = None
    timestamp: int | None = None


class CorrelationForm(Enum):
    """How an application has given a correlation id: HM-40, HM-42, HM-46."""

    MESSAGE_ID = "a message id"
    NATIVE = "bytes"
    TEXT = "a string of its own"
