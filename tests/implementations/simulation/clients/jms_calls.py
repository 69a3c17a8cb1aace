"""The JMS commands as calls of the client, each with the exception family of the API that it goes through."""

from typing import assert_never

from implementations.decisions.client import ClientDecisions, IdHint
from implementations.simulation.clients.jms_client import JmsClient
from implementations.simulation.clients.sessions import Session
from implementations.simulation.clients.subscribers import Subscribers
from implementations.simulation.queue_managers.getting import browse_all
from implementations.simulation.shared import Simulation
from implementations.simulation.showing import seen_by_jms
from implementations.state.objects import CallRefusedError, Message, UnitOfWork
from mqtck.reference.vocabulary.commands import (
    Browse,
    Commit,
    CreateProducer,
    DisableMessageId,
    JmsCommand,
    OpenSession,
    Receive,
    Rollback,
    Send,
    SetDeliveryDelay,
    SetDeliveryMode,
    SetPriority,
    SetTimeToLive,
    Switch,
)
from mqtck.reference.vocabulary.constants import ReasonCode
from mqtck.reference.vocabulary.messages import SeenMessage
from mqtck.reference.vocabulary.outcomes import (
    Browsed,
    Done,
    ErrorFamily,
    MessageReturned,
    NoMessage,
    Outcome,
)
from mqtck.reference.vocabulary.publications import (
    CloseSubscriber,
    ReceivePublication,
    Subscribe,
    Unsubscribe,
)


class JmsCalls:
    def __init__(self, simulation: Simulation, decisions: ClientDecisions, ids: dict[str, str]) -> None:
        self.simulation = simulation
        self.decisions = decisions
        self.jms = JmsClient(simulation, decisions, ids)
        self.subscribers = Subscribers(simulation, self.jms)

    def family(self, command: JmsCommand) -> ErrorFamily:
        match command:
            case CreateProducer(api=api):
                return self.decisions.family(api)
            case (
                SetDeliveryDelay()
                | SetTimeToLive()
                | SetPriority()
                | SetDeliveryMode()
                | DisableMessageId()
                | Send()
            ):
                producer = self.jms.producers.get(command.producer)
                return ErrorFamily.JMS_EXCEPTION if producer is None else self.decisions.family(producer.api)
            case (
                Commit(session=name)
                | Rollback(session=name)
                | Receive(session=name)
                | Subscribe(session=name)
            ):
                return self._family_of(self.jms.sessions.get(name))
            case (
                CloseSubscriber(subscription=name)
                | Unsubscribe(subscription=name)
                | ReceivePublication(subscription=name)
            ):
                return self._family_of(self.subscribers.session_of(name))
            case OpenSession() | Browse():
                return ErrorFamily.JMS_EXCEPTION
            case _:
                assert_never(command)

    def _family_of(self, session: Session | None) -> ErrorFamily:
        if session is None:
            return ErrorFamily.JMS_EXCEPTION
        return self.decisions.family(session.api)

    def call(self, command: JmsCommand) -> Outcome:
        jms = self.jms
        match command:
            case OpenSession():
                jms.open_session(command)
            case CreateProducer():
                jms.create_producer(command)
            case SetDeliveryDelay(producer=producer, milliseconds=milliseconds):
                jms.set_delivery_delay(jms.producer(producer), milliseconds)
            case SetTimeToLive(producer=producer, milliseconds=milliseconds):
                jms.set_time_to_live(jms.producer(producer), milliseconds)
            case SetPriority(producer=producer, priority=priority):
                jms.producer(producer).priority = priority
            case SetDeliveryMode(producer=producer, delivery_mode=delivery_mode):
                jms.producer(producer).delivery_mode = delivery_mode
            case DisableMessageId(producer=producer):
                jms.producer(producer).id_hint = IdHint.DISABLED
            case Send():
                return jms.send(command)
            case Commit(session=session):
                self._unit(session).commit()
            case Rollback(session=session):
                self._unit(session).rollback()
            case Receive():
                return self._receive(command)
            case Browse():
                return self._browse(command)
            case Subscribe():
                self.subscribers.subscribe(command)
            case CloseSubscriber(subscription=subscription):
                self.subscribers.close(subscription)
            case Unsubscribe(subscription=subscription):
                self.subscribers.unsubscribe(subscription)
            case ReceivePublication():
                return self._returned(self.subscribers.receive(command))
            case _:
                assert_never(command)
        return Done()

    def _unit(self, session: str) -> UnitOfWork:
        unit = self.jms.session(session).unit
        if unit is None:
            raise CallRefusedError(None, f"session {session} is not transacted")
        return unit

    def _receive(self, command: Receive) -> Outcome:
        return self._returned(self.jms.receive(command))

    def _returned(self, message: Message | None) -> Outcome:
        if message is None:
            return NoMessage()
        return MessageReturned(self._seen(message))

    def _browse(self, command: Browse) -> Outcome:
        manager = self.simulation.running(command.queue_manager)
        queue = manager.local(command.queue)
        if queue is None:
            raise CallRefusedError(ReasonCode.UNKNOWN_OBJECT_NAME, f"{command.queue} is no local queue")
        if queue.attributes.get is Switch.DISABLED:
            raise CallRefusedError(ReasonCode.GET_INHIBITED, f"{command.queue} is get-inhibited")
        return Browsed(
            tuple(self._seen(message) for message in browse_all(manager, queue, manager.handles(queue)))
        )

    def _seen(self, message: Message) -> SeenMessage:
        return seen_by_jms(message, self.simulation.now, self.simulation.decisions, self.decisions)
