"""Campaigns that are stopped while Spark is only just starting: its Java process goes with them."""

import os
import signal
import sys
from pathlib import Path

import pytest
from left_running import watched

from mqtck.command_line.errors import ExitCode

CAMPAIGN = (sys.executable, "-m", "mqtck", "campaign", "--cases", "10", "--master", "local[1]")


@pytest.mark.parametrize("moment", ["bin/spark-class", "launcher.Main", "deploy.SparkSubmit --conf"])
def test_java_does_not_outlive_a_campaign_that_is_interrupted_while_it_starts(
    moment: str, tmp_path: Path
) -> None:
    """PySpark takes away the folder in which Java would say where it is, and without that it goes on."""
    temporary = tmp_path / "temporary"
    temporary.mkdir()
    with watched(*CAMPAIGN, "--output", str(tmp_path / "output"), folder=temporary) as campaign:
        campaign.wait_for(lambda processes: any(moment in line for line in processes.values()))
        os.killpg(campaign.process.pid, signal.SIGINT)
        _, told = campaign.process.communicate(timeout=60)
        assert campaign.left() == {}
    assert campaign.process.returncode == ExitCode.INTERRUPTED
    last = told.splitlines()[-1]
    assert last == "mqtck: interrupted with 0 of 1 parts finished; the same command continues"
    assert list(temporary.iterdir()) == []
