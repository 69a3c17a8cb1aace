"""What a Python process of its own prints."""

import subprocess
import sys


def run_python(program: str) -> str:
    """What a Python process prints; fails where it does not end, as one with idle threads would not."""
    answer = subprocess.run(
        [sys.executable, "-c", program],
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        check=False,
        timeout=40,
    )
    return answer.stdout.decode()
