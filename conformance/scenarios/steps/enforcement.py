"""Steps for the environment variable that enforces the largest expiry."""

from mqtck.conformance.scenarios.builder import ScriptBuilder
from mqtck.conformance.scenarios.expectations.transmission import accepted_as_before, expiry_stored_or_avoided
from mqtck.reference.vocabulary.environment import SetEnforcementVariable, Visibility

from .headers import or_refused
from .registry import step


def _set(script: ScriptBuilder, value: str | None, visibility: Visibility = Visibility.EXPORTED) -> None:
    script.fixture(SetEnforcementVariable(value, visibility, script.queue_manager))


@step("AMQ_ENFORCE_MAX_EXPIRY_ERROR is exported as {value:Label}")
def exported(script: ScriptBuilder, value: str) -> None:
    """In the environment of the queue manager and of its applications."""
    _set(script, value)


@step("AMQ_ENFORCE_MAX_EXPIRY_ERROR is exported without a value")
def exported_empty(script: ScriptBuilder) -> None:
    _set(script, "")


@step("AMQ_ENFORCE_MAX_EXPIRY_ERROR is set to {value:Label} and not exported")
def not_exported(script: ScriptBuilder, value: str) -> None:
    """In the shell alone, where no process sees it."""
    _set(script, value, Visibility.SHELL_ONLY)


@step("AMQ_ENFORCE_MAX_EXPIRY_ERROR is not set")
def not_set(script: ScriptBuilder) -> None:
    """As on a fresh implementation."""
    del script


@step("AMQ_ENFORCE_MAX_EXPIRY_ERROR is removed")
def removed(script: ScriptBuilder) -> None:
    _set(script, None)


@step("{calls:Calls} is accepted if that of {label:Label} was")
def accepted_if_before(script: ScriptBuilder, calls: frozenset[str], label: str) -> None:
    """Where the earlier one was refused, either is right. The answer says what became of this one."""
    attempt = script.take_attempt()
    script.expect(accepted_as_before(script.sending(label).send, attempt, calls))


@step(
    "the sender of {label:Label}, if it was accepted, sees an expiry of {tenths:Tenths}, "
    "or a valid one, or MQEI_UNLIMITED"
)
def stored_or_avoided(script: ScriptBuilder, label: str, tenths: int) -> None:
    """A valid one is at most 999999999. The answer is the value."""
    send = script.sending(label).send
    script.expect(or_refused(send, expiry_stored_or_avoided(send, tenths)))
