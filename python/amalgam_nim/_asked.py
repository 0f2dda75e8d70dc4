"""Questions and answers, made from the list of verbs that the compiled part has.

For each verb there is a method of `Questions`, which `Game` inherits, or a function, if it is about no game; and a
class for its answer. `_asked.pyi` says the same for editors and type checkers; a test compares.
"""

from __future__ import annotations

import keyword
from typing import Any

from . import _native
from .records import KINDS, Completion, Record, shaped

VERBS: dict[str, dict[str, Any]] = {verb["name"]: verb for verb in _native.verbs()}
ANSWERS: dict[str, Any] = {"complete": Completion}


def keys(verb: dict[str, Any]) -> dict[str, dict[str, Any]]:
    """The keys of an answer, with their JSON Schemas."""
    schema = verb["answer"]
    shapes = [schema] + [
        schema["$defs"][shape["$ref"].rsplit("/", 1)[-1]] if "$ref" in shape else shape
        for shape in schema.get("anyOf", [])
    ]
    found: dict[str, dict[str, Any]] = {}
    for shape in shapes:
        found.update(shape.get("properties", {}))
    return {key: value for key, value in found.items() if key != "schema"}


def answer_name(verb: str) -> str:
    """What the answer to a verb is called: as the verb, or as `KINDS` says."""
    if verb == "complete":
        return "Completion"
    return KINDS[verb][0] if verb in KINDS else "".join(word.title() for word in verb.split("-"))


def _property(key: str, about: str) -> property:
    def get(self: Record) -> Any:
        base = getattr(super(type(self), self), "__getattr__", None)
        return base(key) if base is not None and key in self._object else None

    return property(get, doc=about)


def _class(verb: dict[str, Any]) -> type[Record]:
    name = verb["name"]
    base: Any = KINDS[name][1] if name in KINDS else Record
    members: dict[str, Any] = {"__doc__": f"What `{name}` answers. {verb['about']}.", "__module__": __name__}
    for key, schema in keys(verb).items():
        if not hasattr(base, key):
            members[key] = _property(key, schema.get("description", key))
    if keys(verb).get(name, {}).get("type") == "array" and base._list is None:
        members["_list"] = name
    return type(answer_name(name), (base,), members)


def arguments(verb: dict[str, Any]) -> list[dict[str, Any]]:
    """The parameters that a method has: not the game, which it is a method of."""
    names = [parameter["name"] for parameter in verb["parameters"]]
    filled = {"misere", "game" if "game" in names else "left"} if of_game(verb) else set()
    return [parameter for parameter in verb["parameters"] if parameter["name"] not in filled]


def of_game(verb: dict[str, Any]) -> bool:
    """Whether it is asked of a game."""
    names = {parameter["name"] for parameter in verb["parameters"]}
    return "game" in names or {"left", "right"} <= names


def python_name(name: str) -> str:
    """A name that Python allows: `from` is `from_`, `census-show` is `census_show`."""
    name = name.replace("-", "_")
    return f"{name}_" if keyword.iskeyword(name) else name


def signature(verb: dict[str, Any], typed: bool = False) -> str:
    """The parameters as Python writes them: those that must be there, or the first, may go without their names."""
    kinds = {"text": "Any", "truth": "bool", "number": "int", "numbers": "Iterable[int]", "choice": "str"}
    needed, others = [], []
    asked = arguments(verb)
    positional = [p for p in asked if p["required"]] or asked[:1]
    for parameter in [*positional, *(p for p in asked if p not in positional)]:
        text = python_name(parameter["name"])
        default = None if parameter["required"] else parameter["default"]
        if typed:
            kind = kinds[parameter["kind"]]
            if parameter["choices"]:
                kind = "Literal[" + ", ".join(f'"{word}"' for word in parameter["choices"]) + "]"
            optional = not parameter["required"] and default is None and kind != "Any"
            text += f": {kind}{' | None' if optional else ''}"
            text += "" if parameter["required"] else " = ..."
        elif not parameter["required"]:
            text += f"={default!r}"
        (needed if parameter in positional else others).append(text)
    star = ["*"] if others else []
    first = ["self"] if of_game(verb) else []
    return ", ".join([*first, *needed, *star, *others, "**bounds: Unpack[Bounds]" if typed else "**bounds"])


def _docstring(verb: dict[str, Any]) -> str:
    lines = [f"{verb['about']}.", ""]
    for parameter in arguments(verb):
        choices = f" ({', '.join(parameter['choices'])})" if parameter["choices"] else ""
        lines.append(f"`{python_name(parameter['name'])}`: {parameter['about']}{choices}")
    return "\n".join([*lines, "", "The other keywords are those of `Bounds`."])


def ask(game: Any, verb: str, parameters: dict[str, Any], bounds: dict[str, Any]) -> Any:
    """Asks a question by the name of its verb."""
    native = None if game is None else game._native
    found, yes, about = _native.ask(native, verb, parameters, bounds)
    answer = ANSWERS[verb](found, yes)
    if isinstance(answer, KINDS["solve"][1] | KINDS["moves"][1]):  # type: ignore[operator]
        answer._sum = about
        if verb == "solve":
            answer._game = game
    return answer


def _function(verb: dict[str, Any]) -> Any:
    name, game = python_name(verb["name"]), "self" if of_game(verb) else "None"
    given = ", ".join(f"{p['name']!r}: {python_name(p['name'])}" for p in arguments(verb))
    source = f"def {name}({signature(verb)}):\n    return ask({game}, {verb['name']!r}, {{{given}}}, bounds)\n"
    names: dict[str, Any] = {"ask": ask, "__name__": "amalgam_nim"}
    exec(compile(source, f"<{name}>", "exec"), names)
    made = names[name]
    made.__doc__ = _docstring(verb)
    made.__qualname__ = f"Game.{name}" if of_game(verb) else name
    return made


TABLES = {"cube", "census", "table", "row", "rows", "covers"}
"""What `Game` answers with a class of its own; `Game.ask` has the object of the verb."""


class Questions:
    """What can be asked of a game: a method for each verb."""

    _native: _native.NativeGame

    def ask(self, verb: str, **parameters: Any) -> Any:
        """Asks any question by the name of its verb; the parameters and the keywords of `Bounds` go together.

        >>> from amalgam_nim import Game
        >>> Game("nim").ask("cube", max=3).positions
        20
        """
        bounds = {key: parameters.pop(key) for key in ("memory", "time", "threads", "progress") if key in parameters}
        return ask(self, verb, parameters, bounds)


for _verb in VERBS.values():
    if _verb["name"] not in ANSWERS:
        ANSWERS[_verb["name"]] = _class(_verb)
        globals()[answer_name(_verb["name"])] = ANSWERS[_verb["name"]]
    if of_game(_verb) and _verb["name"] not in TABLES:
        setattr(Questions, python_name(_verb["name"]), _function(_verb))
    elif not of_game(_verb):
        globals()[python_name(_verb["name"])] = _function(_verb)

__all__ = ["ANSWERS", "VERBS", "Questions", "ask", "shaped"]
