"""The reference, which answers some commands in another way."""

from collections.abc import Callable
from typing import Any

import msgspec

from mqtck.adapters.reference import Reference, ReferenceWorld
from mqtck.reference.vocabulary import commands as c
from mqtck.reference.vocabulary import outcomes as o
from mqtck.reference.vocabulary.abilities import Ability

Answer = Callable[[ReferenceWorld, c.Command], o.Outcome]


class Otherwise(Reference):
    """The adapter, under its first profile alone; `without` an ability that it does not claim."""

    def __init__(self, answer: Answer, without: Ability | None = None) -> None:
        super().__init__()
        abilities = self.information.abilities - {without}
        lacking = frozenset({without} if without is Ability.DELIVERY_DELAY else ())
        self.information = msgspec.structs.replace(
            self.information, profiles=(), abilities=abilities, without=lacking
        )
        self.answer = answer

    def open_world(self) -> ReferenceWorld:
        return OtherwiseWorld(self)


class OtherwiseWorld(ReferenceWorld):
    def __init__(self, adapter: Otherwise) -> None:
        super().__init__(adapter.information.profile)
        self._answer = adapter.answer

    def execute(self, command: c.Command) -> Any:
        return self._answer(self, command)


def as_ever(world: ReferenceWorld, command: c.Command) -> o.Outcome:
    return ReferenceWorld.execute(world, command)
