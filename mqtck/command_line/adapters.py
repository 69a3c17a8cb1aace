"""Adapters by name: `mqtck adapters`, and how an adapter is found from what a user gives.

An adapter is a built-in name, `package.module:Class`, a file `path.py` (`path.py:Class` where the file has
several), or `exec:COMMAND` for a program that answers lines of JSON. Whatever is wrong with it is said in one
sentence, with the place.
"""

import argparse
import importlib
import importlib.resources
import importlib.util
import inspect
import os
import re
import shlex
import shutil
import sys
import traceback
from collections.abc import Iterator
from contextlib import contextmanager
from difflib import get_close_matches
from enum import EnumType
from functools import partial
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING, Any, NamedTuple, cast

from .arguments import EXIT_CODES_OF_A_PAGE, Parser, Subparsers, add_command
from .errors import CommandError, ExitCode, UnavailableError, WrongUsageError
from .output import show, show_json, table

if TYPE_CHECKING:
    from mqtck.conformance.contract import Adapter, Information


class BuiltIn(NamedTuple):
    target: str
    about: str


BUILT_IN = {
    "reference": BuiltIn("mqtck.adapters.reference:Reference", "the model of this kit as an implementation"),
    "artemis": BuiltIn("mqtck.adapters.artemis:Artemis", "a JMS broker, embedded in the process"),
    "activemq": BuiltIn("mqtck.adapters.activemq:ActiveMQ", "a JMS broker without delivery delay, embedded"),
}

LOADER = "mqtck.command_line.adapters:load_adapter"
"""By what processes elsewhere find the adapter of a text."""

EXEC = "exec:"
"""How the name of an adapter begins that is the command line of a program."""

_FORMS = "a built-in name, package.module:Class, a file path.py or path.py:Class, or exec:COMMAND"
_METHODS = ("open_world", "close")
_CONTRACT = ("information", *_METHODS)


def add_parsers(subparsers: "Subparsers[Parser]") -> None:
    parser = add_command(
        subparsers,
        "adapters",
        _adapters,
        summary="list the built-in adapters",
        about="List the built-in adapters with their clock and what they can do.",
        example="mqtck adapters --format json",
        exit_codes=EXIT_CODES_OF_A_PAGE,
    )
    parser.add_argument("--format", choices=("text", "json"), default="text", help="default: text")
    instead = parser.add_mutually_exclusive_group()
    instead.add_argument("--contract", action="store_true", help="print how to write an adapter")
    instead.add_argument(
        "--schema", action="store_true", help="print the JSON Schema of commands, outcomes and traces"
    )


def load_adapter(spec: str) -> "Adapter":
    """The adapter that `spec` names, made (and so perhaps its implementation started).

    Raises WrongUsageError where there is no such adapter or it does not keep to the contract,
    UnavailableError where the adapter says that it cannot be had here, and CommandError
    where it fails while it is made.
    """
    from mqtck.conformance.contract import AdapterUnavailable, Information  # noqa: PLC0415

    factory = _factory(spec)
    try:
        adapter = factory()
        lacking = [name for name in _CONTRACT if not hasattr(adapter, name)]
        information = None if lacking else adapter.information
    except AdapterUnavailable as error:
        raise UnavailableError(spec, str(error)) from error
    except Exception as error:
        raise CommandError(f"adapter {spec} failed while it was made: {_last_line(error)}.") from error
    if lacking:
        raise WrongUsageError(_lacks(spec, lacking))
    if not isinstance(information, Information):
        raise WrongUsageError(
            f"adapter {spec}: information is of type {type(information).__name__}; "
            "it should be a mqtck.conformance.contract.Information."
        )
    _check_written(spec, information)
    return cast("Adapter", adapter)


def _check_written(spec: str, information: "Information") -> None:
    """Information goes to other processes: what its types do not allow is told here."""
    import msgspec  # noqa: PLC0415 - not needed for --help

    try:
        written = msgspec.json.encode(information)
        same = msgspec.json.decode(written, type=type(information)) == information
    except (msgspec.MsgspecError, TypeError, ValueError) as error:
        raise WrongUsageError(f"adapter {spec}: information is not as it should be: {error}.") from error
    if not same:
        raise WrongUsageError(f"adapter {spec}: information is not the same once written and read back.")


def check_adapter(spec: str) -> None:
    """Whether there is such an adapter, which is not made yet; raises as `load_adapter` does."""
    _factory(spec)


def start_adapter(spec: str) -> "Adapter":
    """The adapter that `spec` names, made to be judged; raises as `load_adapter` does.

    One that is not built in lives in a process of its own, which it may end without ending this one.
    """
    if spec in BUILT_IN or spec.startswith(EXEC):
        return load_adapter(spec)
    from mqtck.conformance.execution.apart import Apart, ApartError  # noqa: PLC0415 - brings in what judges

    # Tells what is wrong with it, and imports its modules, among which `adapter_code` looks for its files.
    check_adapter(spec)
    try:
        return Apart(LOADER, spec, ())
    except ApartError as error:
        match error.kind:
            case "WrongUsageError":
                raise WrongUsageError(error.why) from error
            case "UnavailableError":
                raise UnavailableError(spec, error.why) from error
            case "CommandError":
                raise CommandError(error.why) from error
            case _:
                raise CommandError(f"adapter {spec}: {error}") from error


def usual_processes(spec: str) -> int:
    """How many processes share the features unless the user says so.

    Of one's own adapter, which may not expect to be made twice at once, there is one.
    """
    return (os.cpu_count() or 1) if spec in BUILT_IN else 1


def _factory(spec: str) -> Any:
    """The class (or function) that makes the adapter, checked as far as it can be without calling it."""
    if spec.startswith(EXEC):
        return _program(spec)
    factory = _found(spec)
    if not callable(factory):
        raise WrongUsageError(f"adapter {spec}: not a class but a {type(factory).__name__}.")
    if inspect.isclass(factory):
        lacking = [name for name in _METHODS if not callable(getattr(factory, name, None))]
        if lacking:
            raise WrongUsageError(_lacks(spec, lacking))
        _needs_no_arguments(spec, factory)
    return factory


def _program(spec: str) -> Any:
    """What starts the program of a command line."""
    from mqtck.adapters.pipe import Pipe  # noqa: PLC0415 - for these adapters alone

    command = spec.removeprefix(EXEC)
    try:
        words = shlex.split(command)
    except ValueError as error:
        raise WrongUsageError(f"adapter {spec}: {error}; quote the command as for a shell.") from error
    if not words:
        raise WrongUsageError("adapter exec: names no command; write exec: and what starts your program.")
    if shutil.which(words[0]) is None:
        if Path(words[0]).is_file():
            raise WrongUsageError(
                f"adapter {spec}: {words[0]} may not be executed; begin with what runs it, as exec:node ..."
            )
        raise WrongUsageError(f"adapter {spec}: there is no program {words[0]} here.")
    return partial(Pipe, command)


def _found(spec: str) -> Any:
    if spec in BUILT_IN:
        module, _, name = BUILT_IN[spec].target.partition(":")
        return _member(_import_module(module, spec), name, spec)
    if file := re.fullmatch(r"(?P<path>.+\.py)(?::(?P<name>\w+))?", spec):
        module_of_file = _import_file(Path(file["path"]), spec)
        return (
            _member(module_of_file, file["name"], spec)
            if file["name"]
            else _only_adapter(module_of_file, spec)
        )
    if parts := re.fullmatch(r"(?P<module>[\w.]+):(?P<name>\w+)", spec):
        return _member(_import_module(parts["module"], spec), parts["name"], spec)
    near = get_close_matches(spec, BUILT_IN, n=1)
    hint = f"did you mean {near[0]}?" if near else _of_a_file(spec)
    raise WrongUsageError(f"no adapter is called {spec!r}; built in are {', '.join(BUILT_IN)}; {hint}")


def _of_a_file(spec: str) -> str:
    """How to name what a text that names no adapter seems to mean."""
    if spec and Path(f"{spec}.py").is_file():
        return f"did you mean {spec}.py?"
    if Path(spec).is_file():
        return f"a program that is no Python module is started as exec:COMMAND, where COMMAND ends in {spec}."
    return f"an adapter is {_FORMS}."


def _import_module(name: str, spec: str) -> ModuleType:
    here = str(Path.cwd())
    if here not in sys.path:
        sys.path.append(here)
    with _import_errors(spec):
        return importlib.import_module(name)


def _import_file(path: Path, spec: str) -> ModuleType:
    if not path.is_file():
        state = "is a folder" if path.is_dir() else "does not exist"
        raise WrongUsageError(f"adapter {spec}: {path} {state}; give the path of a Python file.")
    path = path.resolve()
    name = f"mqtck_adapter_{path.stem}"
    found = importlib.util.spec_from_file_location(name, path)
    if found is None or found.loader is None:
        raise WrongUsageError(f"adapter {spec}: {path} is no Python file.")
    module = importlib.util.module_from_spec(found)
    sys.modules[name] = module
    if str(path.parent) not in sys.path:
        sys.path.append(str(path.parent))
    with _import_errors(spec):
        found.loader.exec_module(module)
    return module


@contextmanager
def _import_errors(spec: str) -> Iterator[None]:
    try:
        yield
    except (Exception, SystemExit) as error:
        raise WrongUsageError(f"adapter {spec} does not import: {_last_line(error)}.") from error


def _members_meant(error: BaseException) -> str:
    """What an enumeration of the vocabulary has instead of a name that it lacks, such as Ability.BROWSE."""
    if not isinstance(error, AttributeError) or not isinstance(error.obj, EnumType):
        return ""
    members: dict[str, Any] = dict(error.obj.__members__)
    # A member may be asked for by its text: Ability.JMS, say, is "JMS client".
    texts = {re.sub(r"\W+", "_", str(member.value)).upper(): name for name, member in members.items()}
    known = {name: name for name in members} | texts
    near = get_close_matches(str(error.name).upper(), known, n=4, cutoff=0.5)
    close = list(dict.fromkeys(known[name] for name in near))[:3]
    return f"; {error.obj.__name__} has {', '.join(close or members)}"


def _last_line(error: BaseException) -> str:
    """The last line of the error, and the line of the adapter's own code that it comes from."""
    text = traceback.format_exception_only(error)[-1].strip().rstrip(".") + _members_meant(error)
    if type(error).__module__.startswith("mqtck."):
        text = text.removeprefix(f"{type(error).__module__}.")
    if isinstance(error, SyntaxError) and error.filename:
        return f"{text} ({error.filename}, line {error.lineno})"
    frames = [
        (str(frame.f_globals.get("__name__")).partition(".")[0], frame.f_code.co_filename, line)
        for frame, line in traceback.walk_tb(error.__traceback__)
        if frame.f_code.co_filename != __file__ and not frame.f_code.co_filename.startswith("<frozen")
    ]
    foreign = {"mqtck", *sys.stdlib_module_names}
    frames = [frame for frame in frames if frame[0] not in foreign]
    return f"{text} ({frames[-1][1]}, line {frames[-1][2]})" if frames else text


def _member(module: ModuleType, name: str, spec: str) -> Any:
    try:
        return getattr(module, name)
    except AttributeError:
        candidates = [found.__name__ for found in _adapter_classes(module)]
        hint = f"it has {', '.join(candidates)}" if candidates else "it has no adapter class"
        where = spec.rpartition(":")[0] or module.__name__
        raise WrongUsageError(f"adapter {spec}: there is no {name} in {where}; {hint}.") from None


def _only_adapter(module: ModuleType, spec: str) -> Any:
    candidates = _adapter_classes(module)
    match candidates:
        case [one]:
            return one
        case []:
            raise WrongUsageError(
                f"adapter {spec}: the file has no adapter class, that is one with {', '.join(_CONTRACT)}."
            )
        case _:
            several = ", ".join(found.__name__ for found in candidates)
            raise WrongUsageError(
                f"adapter {spec}: the file has several adapter classes ({several}); "
                f"name one, as {spec}:{candidates[0].__name__}."
            )


def _adapter_classes(module: ModuleType) -> list[type]:
    """The public classes made in a module that look like adapters, however incomplete."""
    classes = [
        member
        for name, member in vars(module).items()
        if inspect.isclass(member) and member.__module__ == module.__name__ and not name.startswith("_")
    ]
    return [found for found in classes if any(hasattr(found, name) for name in ("information", "open_world"))]


def _needs_no_arguments(spec: str, factory: type) -> None:
    try:
        inspect.signature(factory).bind()
    except ValueError:
        return  # no signature to be had, as for a class made in C
    except TypeError as error:
        raise WrongUsageError(
            f"adapter {spec}: it is made without arguments, but its constructor says: {error}."
        ) from None


def _lacks(spec: str, lacking: list[str]) -> str:
    return (
        f"adapter {spec} lacks {' and '.join(lacking)}; an adapter has {', '.join(_CONTRACT)} "
        "(see `mqtck adapters --contract`)."
    )


def _adapters(arguments: argparse.Namespace) -> ExitCode:
    if arguments.contract:
        page = importlib.resources.files("mqtck.adapters") / "CONTRACT.md"
        show(page.read_text(encoding="utf-8").rstrip())
    elif arguments.schema:
        from mqtck.reference.vocabulary.traces import json_schema  # noqa: PLC0415 - this form only

        show_json(json_schema())
    elif arguments.format == "json":
        show_json([_plain(name) for name in BUILT_IN])
    else:
        headers = ("adapter", "clock", "what it is", "abilities")
        show(table(headers, [_row(name) for name in BUILT_IN], (None, None, 26, 46)))
        show(f"\n--adapter takes {_FORMS}.")
    return ExitCode.CONFORMS


def _plain(name: str) -> dict[str, Any]:
    """A built-in adapter for programs."""
    information = load_adapter(name).information
    return {
        "name": name,
        "implementation": f"{information.name} {information.version}",
        "about": BUILT_IN[name].about,
        "clock": information.clock.value,
        "abilities": _abilities(information),
    }


def _row(name: str) -> tuple[str, ...]:
    """A built-in adapter in the table for people."""
    information = load_adapter(name).information
    about = f"{information.name} {information.version}, {BUILT_IN[name].about}"
    return name, information.clock.value, about, ", ".join(_abilities(information))


def _abilities(information: "Information") -> list[str]:
    return sorted(ability.value for ability in information.abilities)
