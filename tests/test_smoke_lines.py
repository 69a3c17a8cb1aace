"""`mqtck smoke` tells each check in one line, whatever the adapter answers or raises."""

from test_smoke import Spoilt, told

from mqtck.adapters.reference import Reference, ReferenceWorld
from mqtck.command_line.running import NamedAdapter, smoke
from mqtck.reference.vocabulary import commands as c
from mqtck.reference.vocabulary import outcomes as o


class RaisingLines(Reference):
    """Raises texts of several lines."""

    class World(ReferenceWorld):
        def execute(self, command: c.Command) -> o.Outcome:
            if isinstance(command, c.Send):
                raise OSError("boom\nFAIL  zwei\x1b[2J")
            return super().execute(command)

    def open_world(self) -> ReferenceWorld:
        return self.World(self.information.profile)


def test_each_check_is_one_line() -> None:
    lines = smoke(NamedAdapter("raising", RaisingLines()), tell=lambda _: None).text.splitlines()
    assert any("boom FAIL zwei" in line for line in lines)
    assert all(line.startswith(("ok    ", "FAIL  ")) and line.isprintable() for line in lines)
    assert not any(line.startswith("FAIL  zwei") for line in lines)


def test_an_answer_is_named_once() -> None:
    def spoil(command: c.Command, outcome: object) -> object:
        return o.Done() if isinstance(command, c.Send) else outcome

    seen = told(Spoilt(spoil))
    assert any(one.startswith("Send was answered with Done(); possible are ") for one in seen)
