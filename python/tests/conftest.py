"""What the tests share: the command line, which answers the same questions."""

import json
import os
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parents[2]
WIDE = os.environ.get("AMALGAM_WIDE") == "1"


@pytest.fixture(scope="session")
def command() -> Callable[..., Any]:
    """Asks the command line and gives its JSON, whatever the exit code says."""
    program = os.environ.get("AMALGAM_COMMAND", str(ROOT / "target/debug/amalgam"))
    assert Path(program).exists(), f"build the command first: {program}"

    def ask(*words: str) -> Any:
        run = subprocess.run([program, *words, "--json"], capture_output=True, text=True, timeout=120)
        assert run.stdout, f"{words}: {run.stderr}"
        return json.loads(run.stdout)

    return ask
