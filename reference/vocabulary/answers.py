"""Which kinds of outcome each command may have."""

from typing import Final

import msgspec

from . import commands as c
from . import outcomes as o
from .channels import ReadChannelStatus
from .publications import ReceivePublication
from .zos import ReadSampleDefinition

_CALL: Final = (o.Done, o.Refused, o.Unsupported)
_SEND: Final = (o.Sent, o.Refused, o.Unsupported)
_GET: Final = (o.MessageReturned, o.NoMessage, o.Refused, o.Unsupported)
_ANSWERS: Final[dict[type, tuple[type[msgspec.Struct], ...]]] = {
    c.Send: _SEND,
    c.MqPut: _SEND,
    c.MqPut1: _SEND,
    c.Receive: _GET,
    c.MqGet: _GET,
    ReceivePublication: _GET,
    c.Browse: (o.Browsed, o.Refused, o.Unsupported),
    c.ReadDepth: (o.DepthRead, o.Refused, o.Unsupported),
    ReadSampleDefinition: (o.SampleDefinitionRead, o.Refused, o.Unsupported),
    ReadChannelStatus: (o.ChannelStatusRead, o.Refused, o.Unsupported),
    c.Advance: (o.Done,),
}


def answers_to(command: c.Command) -> tuple[type[msgspec.Struct], ...]:
    """The kinds of outcome that the command may have."""
    return _ANSWERS.get(type(command), _CALL)
