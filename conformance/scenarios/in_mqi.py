"""Scripts for adapters without a JMS client: what a scenario receives is got by MQI calls instead.

A scenario about the MQI looks at queues of other queue managers through a JMS session there. Where there is
none, a connection there does the same: what a get returns is the same message.

Left out are scripts in which a JMS client does more than receive outside a unit of work.
"""

from collections.abc import Iterator

from mqtck.reference.vocabulary.abilities import Ability, abilities_needed
from mqtck.reference.vocabulary.commands import Acknowledgement, Command, Connect, MqGet, OpenSession, Receive

from .scripts import Action, Await, Do, Expect, Script, commands_of


def in_mqi(script: Script, abilities: frozenset[Ability]) -> Script:
    """The script of a scenario for an adapter with these abilities.

    It is as it was unless the adapter lacks a JMS client, and nothing but receives stands in the way.
    """
    if Ability.JMS in abilities or Ability.MQI not in abilities:
        return script
    commands = tuple(commands_of(script).values())
    if not any(_is_of_jms(command) for command in commands):
        return script
    if not all(_has_equal(command) for command in commands if _is_of_jms(command)):
        return script
    return tuple(_said(script))


def _is_of_jms(command: Command) -> bool:
    return Ability.JMS in abilities_needed(command)


def _has_equal(command: Command) -> bool:
    """Whether an application of the MQI can do the same."""
    match command:
        case Receive():
            return True
        case OpenSession(acknowledgement=acknowledgement, user=user):
            return acknowledgement is not Acknowledgement.TRANSACTED and user is None
        case _:
            return False


def _said(script: Script) -> Iterator[Action]:
    for place, action in enumerate(script):
        match action:
            case Do(command=OpenSession(session=session, queue_manager=manager)):
                yield action._replace(command=Connect(session, manager))
            case Do(command=Receive() as receive, handle=handle, line=line):
                got = MqGet(receive.queue, connection=receive.session)
                following = script[place + 1] if place + 1 < len(script) else None
                # MQGET does not wait: on a real clock it is tried until what is expected has come.
                if receive.wait and isinstance(following, Expect) and not action.unless_refused:
                    yield Await(got, handle, line, following.check)
                else:
                    yield action._replace(command=got)
            case Await(command=Receive() as receive):
                yield action._replace(command=MqGet(receive.queue, connection=receive.session))
            case _:
                yield action
