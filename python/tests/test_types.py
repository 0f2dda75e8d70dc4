"""The types are what they say: mypy in strict mode, and the stubs against what is there."""

import subprocess
import sys

from conftest import ROOT


def test_mypy() -> None:
    run = subprocess.run([sys.executable, "-m", "mypy"], cwd=ROOT, capture_output=True, text=True)
    assert run.returncode == 0, run.stdout + run.stderr


def test_stubs(tmp_path: object) -> None:
    words = [sys.executable, "-m", "mypy.stubtest", "amalgam_nim._native", "--mypy-config-file", "pyproject.toml"]
    run = subprocess.run(words, cwd=ROOT, capture_output=True, text=True)
    assert run.returncode == 0, run.stdout + run.stderr
