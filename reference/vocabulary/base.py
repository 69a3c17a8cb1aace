"""What the values of the vocabulary have in common: bases, tags, the types of fields, default names."""

import re
from typing import Annotated

import msgspec

Milliseconds = int
QueueName = Annotated[str, msgspec.Meta(min_length=1, max_length=48, pattern=r"^[A-Za-z0-9._/%]+$")]
Count = Annotated[int, msgspec.Meta(ge=0)]
Positive = Annotated[int, msgspec.Meta(ge=1)]
Priority = Annotated[int, msgspec.Meta(ge=0, le=9)]
TopicString = Annotated[str, msgspec.Meta(min_length=1, max_length=10240, pattern=r"^[^#+]+$")]
Name = Annotated[str, msgspec.Meta(min_length=1)]

DEFAULT_SESSION = "session"
DEFAULT_CONNECTION = "connection"


def in_words(class_name: str) -> str:
    """What the class of a command or an outcome is called in JSON."""
    return re.sub(r"(?<!^)([A-Z])", r" \1", class_name).lower()


class CommandBase(
    msgspec.Struct,
    frozen=True,
    forbid_unknown_fields=True,
    omit_defaults=True,
    gc=False,
    tag_field="command",
    tag=in_words,
):
    """What all commands have in common: the tag, which is the class name in words."""


class Struct(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, gc=False):
    """Base of all plain values of the vocabulary."""
