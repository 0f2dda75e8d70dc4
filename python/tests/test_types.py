"""The types are what they say: mypy in strict mode, and the stubs against what is there."""

import os
import subprocess
import sys

import stubs
from conftest import ROOT


def test_mypy() -> None:
    run = subprocess.run([sys.executable, "-m", "mypy"], cwd=ROOT, capture_output=True, text=True)
    assert run.returncode == 0, run.stdout + run.stderr


def test_stubs(tmp_path: object) -> None:
    words = [sys.executable, "-m", "mypy.stubtest", "amalgam_nim._native", "--mypy-config-file", "pyproject.toml"]
    run = subprocess.run(words, cwd=ROOT, capture_output=True, text=True)
    assert run.returncode == 0, run.stdout + run.stderr


def test_the_stub_of_questions_is_made_from_the_verbs() -> None:
    path = ROOT / "python/amalgam_nim/_asked.pyi"
    if os.environ.get("AMALGAM_BLESS") == "1":
        path.write_text(stubs.text(), encoding="utf-8")
    assert path.read_text(encoding="utf-8") == stubs.text()
