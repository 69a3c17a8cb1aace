"""The Java process of Spark from its start to its end: it never outlives this one."""

import subprocess
from collections.abc import Mapping
from typing import Any, Final

_ENDING_SECONDS: Final = 10


def launched(conf: Any, outputs: Mapping[str, Any]) -> Any:
    """The gateway to a Java process that has started; one that is not waited for to the end is ended.

    PySpark does not end it, but removes the folder in which it would say where it is. It never gets as far as
    waiting for the end of its standard input then, and would go on for ever.
    """
    from pyspark import java_gateway  # noqa: PLC0415

    started: list[subprocess.Popen[bytes]] = []

    class Noted(subprocess.Popen):  # type: ignore[type-arg]
        def __init__(self, *arguments: Any, **options: Any) -> None:
            started.append(self)
            super().__init__(*arguments, **options)

    usual = vars(java_gateway)[_STARTER]
    setattr(java_gateway, _STARTER, Noted)
    try:
        return java_gateway.launch_gateway(conf, dict(outputs))  # type: ignore[no-untyped-call]
    except BaseException:
        for process in started:
            end_now(process)
        raise
    finally:
        setattr(java_gateway, _STARTER, usual)


_STARTER: Final = "Popen"


def end_now(process: "subprocess.Popen[bytes]") -> None:
    """Also one that was interrupted before it was there."""
    if getattr(process, "pid", None) is None:
        return
    process.terminate()
    try:
        process.wait(_ENDING_SECONDS)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()


def end(process: "subprocess.Popen[bytes]") -> None:
    """The Java process ends with its standard input; it writes to the folder until then."""
    if process.stdin is not None:
        process.stdin.close()
    try:
        process.wait(_ENDING_SECONDS)
    except subprocess.TimeoutExpired:
        end_now(process)
