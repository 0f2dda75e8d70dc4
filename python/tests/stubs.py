"""The stub `_asked.pyi`, made from the list of verbs. ``AMALGAM_BLESS=1 pytest -k stub`` writes it."""

from typing import Any

from amalgam_nim import _asked
from amalgam_nim.records import KINDS

HEAD = '''"""Made from the list of verbs by python/tests/stubs.py; a test compares."""

from collections.abc import Iterable
from typing import Any, Literal, Unpack

from ._native import NativeGame
from .bounds import Bounds
from .records import Completion, Listed, Record, Solved, Surveyed, shaped

VERBS: dict[str, dict[str, Any]]
ANSWERS: dict[str, Any]
TABLES: set[str]

def keys(verb: dict[str, Any]) -> dict[str, dict[str, Any]]: ...
def answer_name(verb: str) -> str: ...
def arguments(verb: dict[str, Any]) -> list[dict[str, Any]]: ...
def of_game(verb: dict[str, Any]) -> bool: ...
def python_name(name: str) -> str: ...
def signature(verb: dict[str, Any], typed: bool = False) -> str: ...
def ask(game: Any, verb: str, parameters: dict[str, Any], bounds: dict[str, Any]) -> Any: ...
'''


def kind(key: str, schema: dict[str, Any]) -> str:
    """The type of a key of an answer."""
    names = schema.get("type", [])
    names = [names] if isinstance(names, str) else names
    plain = {"string": "str", "integer": "int", "boolean": "bool", "number": "float", "null": "None"}
    if not names or any(name not in plain for name in names):
        return "Any"
    return " | ".join(plain[name] for name in names)


def text() -> str:
    """The whole stub."""
    lines = [HEAD]
    for name, verb in _asked.VERBS.items():
        if name == "complete":
            continue
        base = KINDS[name][1] if name in KINDS else _asked.Record
        lines.append(f"class {_asked.answer_name(name)}({base.__name__}):")
        members = []
        for key, schema in _asked.keys(verb).items():
            if not hasattr(base, key):
                optional = key not in verb["answer"].get("required", [])
                found = kind(key, schema)
                found += " | None" if optional and found != "Any" and "None" not in found else ""
                members += ["    @property", f"    def {_asked.python_name(key)}(self) -> {found}: ..."]
        lines += [*(members or ["    ..."]), ""]
    lines += ["class Questions:", "    _native: NativeGame", "    def ask(self, verb: str, **parameters: Any) -> Any: ..."]
    for name, verb in _asked.VERBS.items():
        if _asked.of_game(verb) and name not in _asked.TABLES:
            answer = _asked.answer_name(name)
            signature = _asked.signature(verb, typed=True)
            lines.append(f"    def {_asked.python_name(name)}({signature}) -> {answer}: ...")
    lines.append("")
    for name, verb in _asked.VERBS.items():
        if not _asked.of_game(verb):
            signature = _asked.signature(verb, typed=True)
            lines.append(f"def {_asked.python_name(name)}({signature}) -> {_asked.answer_name(name)}: ...")
    return "\n".join(lines) + "\n"
