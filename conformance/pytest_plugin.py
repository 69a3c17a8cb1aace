"""The pytest plugin: `pytest --adapter=NAME` runs the packaged features on an implementation.

Without `--adapter` it does nothing and imports nothing: it is loaded in every run of pytest where the kit
is installed. With it, feature files are collected through pytest-bdd (see `scenarios.under_pytest`); where no
path is given on the command line, those that travel with the kit.
"""

import pytest


def pytest_addoption(parser: pytest.Parser) -> None:
    """The option that turns the plugin on."""
    group = parser.getgroup("mqtck", "conformance to IBM MQ's documented handling of messages")
    group.addoption(
        "--adapter",
        metavar="NAME",
        help="run the conformance features on this implementation: a built-in name, package.module:Class, "
        "a file, or exec:command (see mqtck adapters)",
    )


def pytest_configure(config: pytest.Config) -> None:
    """Bring in the rest only where it was asked for."""
    name = config.getoption("--adapter")
    if name:
        from .scenarios import under_pytest  # noqa: PLC0415 - light without --adapter

        under_pytest.turn_on(config, name)
