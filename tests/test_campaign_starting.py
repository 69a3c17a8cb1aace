"""Campaigns that are stopped while Spark is only just starting: its Java process goes with them."""

import os
import signal
import sys
from pathlib import Path

import pytest
from command_line_calls import SECONDS
from left_running import watched

from mqtck.command_line.errors import ExitCode

CAMPAIGN = (sys.executable, "-m", "mqtck", "campaign", "--cases", "10", "--master", "local[1]")


ATTEMPTS = 5
"""How often a moment is tried to be met: on a busy machine it may pass unseen."""


@pytest.mark.parametrize("moment", ["bin/spark-class", "launcher.Main", "deploy.SparkSubmit --conf"])
def test_java_does_not_outlive_a_campaign_that_is_interrupted_while_it_starts(
    moment: str, tmp_path: Path
) -> None:
    """PySpark takes away the folder in which Java would say where it is, and without that it goes on."""
    assert any(_was_interrupted(moment, tmp_path / str(attempt)) for attempt in range(ATTEMPTS))


def _was_interrupted(moment: str, folder: Path) -> bool:
    """Whether the moment was met, and the campaign interrupted as it should be."""
    temporary = folder / "temporary"
    temporary.mkdir(parents=True)
    with watched(*CAMPAIGN, "--output", str(folder / "output"), folder=temporary) as campaign:
        if not campaign.meets(lambda processes: any(moment in line for line in processes.values())):
            return False
        os.killpg(campaign.process.pid, signal.SIGINT)
        _, told = campaign.process.communicate(timeout=SECONDS)
        assert campaign.left() == {}
    assert campaign.process.returncode == ExitCode.INTERRUPTED
    last = told.splitlines()[-1]
    assert last == "mqtck: interrupted with 0 of 1 parts finished; the same command continues"
    assert list(temporary.iterdir()) == []
    return True
