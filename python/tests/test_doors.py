"""The same questions through every door: the command line, the HTTP API and Python give the same object."""

import http.client
import inspect
import json
import os
import random
import subprocess
from collections.abc import Callable, Iterator
from typing import Any

import amalgam_nim as am
import pytest
from amalgam_nim import Game, Position, _asked
from conftest import ROOT

HEAPS = ["nim", "amalgamation", "restricted-amalgamation(3)", "merge-take-one", "take 1..3, merge if equal"]
SINGLE = ["kayles", "octal(0.137)", "grundy", "subtraction(1,2,5)", "take 1..3, split"]
FORMULAS = ["mirror => P", "P <=> x ^ y == 0", "coins % 2 == 1 => N", "P || N"]
POSITIONAL = {"position", "rest", "formula", "left", "right", "id", "name"}

Asked = tuple[str, dict[str, Any]]


def heaps(chance: random.Random) -> str:
    return str(Position([chance.randint(0, 7) for _ in range(chance.randint(1, 4))]))


def question(chance: random.Random) -> Asked:
    """A question that takes no time."""
    verb = chance.choice(["solve", "moves", "complete", "equivalent", "values", "period", "conjecture", "compare",
                          "games", "cube", "census", "survey", "claims"])
    game = chance.choice(HEAPS)
    misere = {"misere": True} if chance.random() < 0.3 else {}
    tick = chance.random() < 0.5
    match verb:
        case "solve":
            return verb, {"position": heaps(chance), "game": chance.choice(HEAPS + SINGLE), "explain": tick, **misere}
        case "moves":
            return verb, {"position": heaps(chance), "game": chance.choice(HEAPS + SINGLE), **misere}
        case "complete":
            return verb, {"rest": heaps(chance), "game": chance.choice(["nim", "amalgamation"]), **misere}
        case "equivalent":
            return verb, {"left": heaps(chance), "right": f"nim[{chance.randint(0, 7)}]", "game": game, "witness": tick}
        case "values":
            return verb, {"game": chance.choice(SINGLE), "to": chance.randint(0, 60)}
        case "period":
            return verb, {"game": chance.choice(SINGLE), "to": chance.randint(10, 300)}
        case "conjecture":
            return verb, {"formula": chance.choice(FORMULAS), "game": game, "heaps": 2, "max": chance.randint(1, 9)}
        case "compare":
            return verb, {"left": game, "right": chance.choice(HEAPS), "heaps": 2, "max": chance.randint(1, 8),
                          "values": tick and not misere, **misere}
        case "games":
            return verb, {"name": chance.choice(["nim", "kayles", "chomp", "LIM"])}
        case "cube":
            return verb, {"max": chance.randint(0, 12), "game": game}
        case "census":
            return verb, {"coins": chance.randint(0, 12), "game": game, **misere}
        case "survey":
            return verb, {"family": "threshold", "from": 1, "to": 1, "max": chance.randint(3, 6), "coins": 6}
    return verb, {"id": chance.choice(["LH-T1", "LH-C10"]), "effort": "quick"}


def words(verb: str, parameters: dict[str, Any]) -> list[str]:
    """The question as the command line has it."""
    found = verb.split("-")
    for name, value in parameters.items():
        if name in POSITIONAL or (name == "game" and verb in ("values", "period")):
            found.append(str(value))
        elif value is True:
            found.append(f"--{name.replace('_', '-')}")
        elif value is not False:
            found += [f"--{name.replace('_', '-')}", str(value)]
    return found


def in_python(verb: str, parameters: dict[str, Any]) -> dict[str, Any]:
    """The question as Python has it."""
    if verb == "games":
        return dict(_asked.ask(None, verb, parameters, {}).to_dict())
    if verb in _asked.TABLES:
        left = {key: value for key, value in parameters.items() if key not in ("game", "misere")}
        return dict(Game(parameters["game"], misere="misere" in parameters).ask(verb, **left).to_dict())
    keywords = {_asked.python_name(key): value for key, value in parameters.items()}
    if not _asked.of_game(_asked.VERBS[verb]):
        return dict(getattr(am, verb)(**keywords).to_dict())
    named = keywords.pop("game") if "game" in keywords else keywords.pop("left")
    game = Game(named, misere=keywords.pop("misere", False))
    if verb == "compare":
        keywords["right"] = Game(keywords["right"], misere=game.misere)
    return dict(getattr(game, verb)(**keywords).to_dict())


@pytest.fixture(scope="module")
def api() -> Iterator[Callable[[str, dict[str, Any]], Any]]:
    """Asks a server of the command line."""
    program = os.environ.get("AMALGAM_COMMAND", str(ROOT / "target/debug/amalgam"))
    server = subprocess.Popen([program, "serve", "--port", "0"], stdout=subprocess.PIPE, text=True)
    assert server.stdout is not None
    port = int(server.stdout.readline().rstrip("/\n").rsplit(":", 1)[-1])

    def ask(verb: str, parameters: dict[str, Any]) -> Any:
        connection = http.client.HTTPConnection("127.0.0.1", port, timeout=120)
        for _ in range(200):
            connection.request("POST", f"/api/v1/{verb}", json.dumps(parameters))
            found = json.loads(connection.getresponse().read())
            # The server checks claims in the background.
            if not found.pop("pending", None):
                return found
        raise AssertionError("the claims are not checked")

    yield ask
    server.terminate()
    server.wait(timeout=60)


def without_time(found: dict[str, Any]) -> dict[str, Any]:
    for claim in found.get("claims", []):
        claim["seconds"] = 0
    return found


def test_500_questions_through_every_door(command: Callable[..., Any], api: Callable[..., Any]) -> None:
    chance = random.Random(29)
    for _ in range(500):
        verb, parameters = question(chance)
        said = without_time(command(*words(verb, parameters)))
        assert without_time(in_python(verb, parameters)) == said, (verb, parameters)
        assert without_time(api(verb, parameters)) == said, (verb, parameters)


def test_every_verb_is_here_with_every_parameter() -> None:
    for name, verb in _asked.VERBS.items():
        where: Any = Game if _asked.of_game(verb) else am
        method = getattr(where, _asked.python_name(name))
        assert method.__doc__ and verb["about"].split()[0] in (method.__doc__ + verb["about"])
        here = set(inspect.signature(method).parameters)
        asked = {_asked.python_name(parameter["name"]) for parameter in _asked.arguments(verb)}
        if name in ("verify", "games"):
            # One argument says the file or its text; there is one list of games.
            continue
        if name in _asked.TABLES:
            # The method gives a table; `ask` takes every parameter.
            assert inspect.signature(Game.ask).parameters["parameters"].kind is inspect.Parameter.VAR_KEYWORD
            continue
        assert asked <= here, name


def test_nothing_foreign_is_listed() -> None:
    assert set(dir(am)) == set(am.__all__)
    for name in dir(Game()):
        assert not name.startswith("native"), name
    answer = Game().solve([3, 4, 5])
    assert "outcome" in dir(answer) and "native" not in " ".join(dir(answer))
