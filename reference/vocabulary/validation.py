"""Commands checked before anybody executes them: each field as the vocabulary allows it.

What is read from JSON is checked by reading it. A command made in Python is not, so whoever executes
commands asks here first; a wrong one is a mistake of whoever made it and is never held against an
implementation. The constraints stand beside the fields (`base` has the types of names and numbers), those
that join fields in the `__post_init__` of the command.
"""

import msgspec

from .commands import Command
from .traces import command_decoder

_encoder = msgspec.json.Encoder()


class InvalidCommandError(ValueError):
    """A command that the vocabulary does not allow; the text names it, its field and what is wrong."""


def validated(command: Command) -> Command:
    """The command with its values in their own types. Raises InvalidCommandError where it is none."""
    name = type(command).__name__
    try:
        again: Command = command_decoder.decode(_encoder.encode(command))
    except msgspec.ValidationError as error:
        what, _, place = str(error).partition(" - at `$")
        field = place.rstrip("`").lstrip(".") or "its fields"
        raise InvalidCommandError(f"{name}: {field}: {what}.") from None
    except (TypeError, ValueError, RecursionError) as error:
        raise InvalidCommandError(f"{name}: it cannot be written as JSON: {error}.") from None
    if again != command:
        raise InvalidCommandError(f"{name}: it changes when it is written and read again.")
    return again
