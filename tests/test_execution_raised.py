"""What an adapter raised is told with the line of its author's own code."""

import json
from pathlib import Path
from types import ModuleType

from mqtck.conformance.execution.raised import own_line, told


def loaded(folder: Path, name: str, text: str) -> ModuleType:
    module = ModuleType(name)
    file = folder / f"{name}.py"
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(text)
    exec(compile(text, str(file), "exec"), module.__dict__)  # noqa: S102 - as an import does
    return module


def raised_by(module: ModuleType, argument: object = None) -> Exception:
    try:
        (module.loads if module is json else module.call)(argument)
    except Exception as error:  # noqa: BLE001 - whatever it is, it is looked at
        return error
    raise AssertionError("nothing was raised")


def test_the_file_is_named_without_its_folder(tmp_path: Path) -> None:
    mine = loaded(tmp_path / "a", "my_broker", "def call(_):\n    return {}['producer']\n")
    assert told(raised_by(mine)) == "KeyError: 'producer' (my_broker.py:2)"


def test_it_is_the_innermost_line_of_the_author(tmp_path: Path) -> None:
    """Not one of the library, of the kit, of an installed package or of code made on the fly."""
    client = loaded(tmp_path / "lib" / "site-packages", "client", "def call(_):\n    raise OSError('gone')\n")
    for number, (text, argument) in enumerate(
        (
            ("def call(client):\n    client.call(None)\n", client),
            ("import json\ndef call(_):\n    json.loads('{')\n", None),
            ("def call(told):\n    told(None, 1)\n", told),
            ("def call(_):\n    exec('1 / 0')\n", None),
            ("def deep(x):\n    x\ndef call(_):\n    (lambda: 1 / 0)()\n", None),
        )
    ):
        error = raised_by(loaded(tmp_path, f"mine{number}", text), argument)
        lines = text.splitlines()
        assert own_line(error) == f"mine{number}.py:{len(lines)}"


def test_where_the_author_has_no_line_it_is_that_of_a_package_or_none(tmp_path: Path) -> None:
    packaged = loaded(tmp_path / "site-packages", "client", "def call(_):\n    raise OSError('gone')\n")
    assert own_line(_from_within(raised_by(packaged))) == "client.py:2"
    assert own_line(_from_within(raised_by(json))) == ""


def _from_within(error: Exception) -> Exception:
    """Without the frame of this file."""
    assert error.__traceback__ is not None
    return error.with_traceback(error.__traceback__.tb_next)


def test_an_exception_that_fails_to_tell_its_text_is_told_by_its_type() -> None:
    class MuteError(Exception):
        def __str__(self) -> str:
            raise ValueError

    text = told(MuteError())
    assert text == "MuteError: its text cannot be told, as that raises ValueError"
