"""`mqtck smoke` tells the one thing that would break scores of rules."""

from typing import Any

import msgspec
import pytest

from implementations.right import ADAPTERS
from mqtck.adapters.reference import EPOCH, Reference, ReferenceWorld
from mqtck.conformance.smoke.one_cause import one_cause
from mqtck.reference.vocabulary import commands as c
from mqtck.reference.vocabulary import outcomes as o

Fields = dict[str, Any]


class Otherwise(Reference):
    """The reference, of which one thing is otherwise."""

    def __init__(self, world: type["Other"]) -> None:
        super().__init__()
        self.information = msgspec.structs.replace(self.information, profiles=())
        self._world = world

    def open_world(self) -> ReferenceWorld:
        return self._world(self.information.profile)


class Other(ReferenceWorld):
    def execute(self, command: c.Command) -> Any:
        return super().execute(command)


class DepthFromOne(Other):
    def execute(self, command: c.Command) -> Any:
        match super().execute(command):
            case o.DepthRead(depth=depth):
                return o.DepthRead(depth + 1)
            case outcome:
                return outcome


class LifeInSeconds(Other):
    def execute(self, command: c.Command) -> Any:
        match super().execute(command):
            case o.Sent(descriptor=descriptor) as sent if isinstance(descriptor.expiry, int):
                shown = msgspec.structs.replace(descriptor, expiry=descriptor.expiry // 10)
                return msgspec.structs.replace(sent, descriptor=shown)
            case outcome:
                return outcome


class JmsExpirationInSeconds(Other):
    def execute(self, command: c.Command) -> Any:
        match super().execute(command):
            case o.Sent(header=header) as sent if isinstance(header.expiration, int):
                shown = msgspec.structs.replace(header, expiration=header.expiration // 1000)
                return msgspec.structs.replace(sent, header=shown)
            case outcome:
                return outcome


class NoDelay(Other):
    def execute(self, command: c.Command) -> Any:
        return o.Done() if isinstance(command, c.SetDeliveryDelay) else super().execute(command)


class DelayInSeconds(Other):
    def execute(self, command: c.Command) -> Any:
        if isinstance(command, c.SetDeliveryDelay):
            command = msgspec.structs.replace(command, milliseconds=command.milliseconds * 1000)
        return super().execute(command)


class NewIds(Other):
    def execute(self, command: c.Command) -> Any:
        match super().execute(command):
            case o.MessageReturned(message=message):
                header = msgspec.structs.replace(message.header, message_id="ID:" + "ab" * 24)
                return o.MessageReturned(msgspec.structs.replace(message, header=header))
            case outcome:
                return outcome


class HalfPace(Other):
    """But for the clock that is read."""

    def now(self) -> int:
        passed = super().now() - EPOCH
        return EPOCH + 2 * passed

    def execute(self, command: c.Command) -> Any:
        if isinstance(command, c.Advance):
            command = c.Advance(command.milliseconds // 2)
        return super().execute(command)


def told(adapter: Reference) -> dict[str, str]:
    return {check.what: check.seen for check in one_cause(adapter) if check.seen}


@pytest.mark.parametrize(
    ("world", "what", "seen"),
    [
        (DepthFromOne, "a depth counts from 0", "of no message and of one it was 1 and 2"),
        (LifeInSeconds, "a message has the life that was set", "MQMD.Expiry is 60 with"),
        (JmsExpirationInSeconds, "a message has the life that was set", "ms behind JMSTimestamp"),
        (NoDelay, "a delay is as long as it was set", "was there after 2000 ms"),
        (DelayInSeconds, "a delay is as long as it was set", "was not there after 6000 ms"),
        (NewIds, "a message keeps its id", "and its receiver ID:abab"),
        (HalfPace, "time passes at the pace of the clock", "went on by 15000 ms in 30000 ms"),
    ],
)
def test_what_is_otherwise_is_told(world: type[Other], what: str, seen: str) -> None:
    found = told(Otherwise(world))
    assert seen in found[what]
    assert found[what].endswith("scores of rules may be violated for this one reason")


@pytest.mark.parametrize("name", ADAPTERS)
def test_of_a_right_implementation_nothing_is_told(name: str) -> None:
    checks = list(one_cause(ADAPTERS[name]()))
    assert checks
    assert [check.seen for check in checks if check.seen] == []
