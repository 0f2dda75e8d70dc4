"""The examples in docstrings, in README files and in the guide are what Python prints."""

import contextlib
import doctest
import importlib
import io
import pkgutil
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import amalgam_nim
import pytest
from amalgam_nim import _native

ROOT = Path(__file__).parents[2]
MODULES = [amalgam_nim.__name__] + [
    f"amalgam_nim.{module.name}" for module in pkgutil.iter_modules(amalgam_nim.__path__)
]
FLAGS = doctest.NORMALIZE_WHITESPACE | doctest.ELLIPSIS


def run(test: doctest.DocTest) -> int:
    report: list[str] = []
    runner = doctest.DocTestRunner(optionflags=FLAGS, verbose=False)
    failed = runner.run(test, out=report.append, clear_globs=False).failed
    assert not failed, "".join(report)
    return len(test.examples)


@pytest.mark.parametrize("name", MODULES)
def test_docstrings(name: str) -> None:
    module = importlib.import_module(name)
    for test in doctest.DocTestFinder(exclude_empty=True).find(module):
        run(test)


@pytest.mark.parametrize("name", ["Position", "Sum", "Answers", "Table", "Cube", "Census", "CensusValues"])
def test_docstrings_of_compiled_classes(name: str) -> None:
    kind = getattr(_native, name)
    texts = [kind.__doc__] + [
        member.__doc__ for key, member in vars(kind).items() if not key.startswith("_")
    ]
    assert all(texts), "everything that is public says what it is"
    text = "\n\n".join(texts)
    globs = {"Position": amalgam_nim.Position}
    assert run(doctest.DocTestParser().get_doctest(text, globs, name, None, 0)) > 0


def test_everything_public_has_a_docstring() -> None:
    for name in amalgam_nim.__all__:
        thing = getattr(amalgam_nim, name)
        if name in ("Heaps", "Question", "__version__"):
            continue
        assert thing.__doc__, name
        if isinstance(thing, type):
            for key, member in vars(thing).items():
                if not key.startswith("_") and (callable(member) or isinstance(member, property)):
                    assert member.__doc__, f"{name}.{key}"


@pytest.mark.parametrize("path", ["python/README.md", "GUIDE.md"])
def test_python_blocks(path: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    text = (ROOT / path).read_text(encoding="utf-8")
    blocks = re.findall(r"^```python\n(.*?)^```", text, re.MULTILINE | re.DOTALL)
    examples = "\n".join(block for block in blocks if ">>>" in block)
    monkeypatch.chdir(tmp_path)
    test = doctest.DocTestParser().get_doctest(examples, {"__name__": path}, path, path, 0)
    assert run(test) > 0


def test_programs_of_the_guide(
    command: Callable[..., Any], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Blocks without a prompt print the block of text that follows."""
    text = (ROOT / "GUIDE.md").read_text(encoding="utf-8")
    programs = re.findall(r"^```python\n(?!>>>)(.*?)^```\n\n```text\n(.*?)^```", text, re.M | re.S)
    assert len(programs) == 3
    monkeypatch.chdir(tmp_path)
    command("census", "--coins", "40", "--out", "census40")
    command("census", "--coins", "20", "--out", "values20", "--grundy")
    command("cube", "--max", "100", "--out", "cube100.parquet")
    names: dict[str, Any] = {}
    for program, expected in programs:
        printed = io.StringIO()
        with contextlib.redirect_stdout(printed):
            exec(program, names)
        assert printed.getvalue().strip() == expected.strip()
