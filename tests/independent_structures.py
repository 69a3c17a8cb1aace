"""The structures of the `ibmmq` package, an implementation of the layouts that is not the kit's.

Its structures are plain Python, but the package loads a native module first, which needs an installed
IBM MQ. An empty stand-in takes that module's place, so nothing here can call a queue manager.
"""

import importlib
import sys
from importlib.metadata import version
from platform import machine
from types import ModuleType
from typing import Any

import pytest

EXPECTED = sys.platform == "linux" and machine() == "x86_64"
"""Where the lock file installs the package; there a test that cannot import it fails."""


@pytest.fixture(scope="session")
def ibmmq() -> Any:
    if not EXPECTED:
        pytest.skip("ibmmq has no wheel for this machine")
    native: Any = ModuleType("ibmmq.ibmmqc")
    native.__version__ = version("ibmmq")
    native.__cmdlevel__ = native.__mqbuild__ = ""
    native.__strucversions__ = {}
    native.MQCBINIT = lambda _callback: None
    sys.modules["ibmmq.ibmmqc"] = native
    path = list(sys.path)
    try:
        return importlib.import_module("ibmmq")
    finally:
        sys.path[:] = path
