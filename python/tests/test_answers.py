"""Every answer is that of the command line, and of a naive twin."""

import random
from collections.abc import Callable
from typing import Any

import amalgam_nim as am
import pytest
from amalgam_nim import Game, Position, Sum
from conftest import ROOT, WIDE
from naive import GAMES, Twin

Ask = Callable[..., Any]
NAMED = [
    "nim",
    "amalgamation",
    "restricted-amalgamation(3)",
    "merge-take-one",
    "lasker",
    "kayles",
    "wythoff",
    "octal(0.137)",
    "take 1..3, merge if equal",
    "take any, merge if min >= 2",
    "take {1,2,5}, merge if sum <= 9",
]
TWO_HEAPS = ("wythoff",)


def some_heaps(chance: random.Random, game: str) -> list[int]:
    most = 2 if game in TWO_HEAPS else 4
    return [chance.randint(0, 7) for _ in range(chance.randint(1, most))]


def test_solve_as_the_command_line(command: Ask) -> None:
    chance = random.Random(20)
    for _ in range(150 if WIDE else 30):
        name, misere = chance.choice(NAMED), chance.random() < 0.3
        heaps = some_heaps(chance, name)
        words = ["--game", name, *(["--misere"] if misere else []), str(Position(heaps))]
        game = Game(name, misere=misere)
        assert game.solve(heaps).to_dict() == command("solve", *words), words
        assert game.moves(heaps).to_dict() == command("moves", *words), words


def test_sums_as_the_command_line(command: Ask) -> None:
    chance = random.Random(21)
    for _ in range(20 if WIDE else 10):
        names = chance.choices(NAMED, k=chance.randint(2, 3))
        parts = [Game(name)[some_heaps(chance, name)] for name in names]
        total = parts[0]
        for part in parts[1:]:
            total = total + part
        assert Sum(str(total)) == total and hash(Sum(str(total))) == hash(total)
        asked = command("solve", str(total))
        assert Game().solve(total).to_dict() == asked, str(total)
        assert Game().solve(str(total)).to_dict() == asked, str(total)
        other = Game("nim")[chance.randint(0, 7)]
        same = Game().equivalent(total, other, witness=True)
        said = command("equivalent", "--witness", str(total), str(other))
        assert same.to_dict() == said and bool(same) == said["equivalent"]


def test_the_rest_as_the_command_line(command: Ask) -> None:
    game = Game("amalgamation")
    assert game.table(6, 9).to_dict() == command("table", "--rows", "6", "--cols", "9")
    beside = game.table(4, 5, rest=[2]).to_dict()
    assert beside == command("table", "--rows", "4", "--cols", "5", "--rest", "[2]")
    for row in (1, 7, 12):
        assert game.row(row).to_dict() == command("row", str(row))
        assert game.row(row).latex().count("\n") == 2
    assert game.row([2, 3]).to_dict() == command("row", "[2,3]")
    assert game.rows(20).to_dict() == command("rows", "--to", "20")
    assert game.covers(60).to_dict() == command("covers", "--to", "60")
    assert game.cube(30).to_dict() == command("cube", "--max", "30")
    assert game.census(16).to_dict() == command("census", "--coins", "16")
    assert Game("nim", misere=True).census(9).to_dict() == command(
        "census", "--coins", "9", "--game", "nim", "--misere"
    )
    assert Game("kayles").period().to_dict() == command("period", "kayles")
    assert Game("kayles").values(50) == command("values", "kayles", "--to", "50")["values"]
    formula = "coins % 2 == 0 => (P <=> mirror)"
    assert game.conjecture(formula, coins=18).to_dict() == command(
        "conjecture", formula, "--coins", "18"
    )
    found = game.compare(Game("nim"), heaps=3, max=12, values=True).to_dict()
    said = command("compare", "amalgamation", "nim", "--heaps", "3", "--max", "12", "--values")
    assert found == said
    survey = ["--family", "threshold", "--from", "1", "--to", "2", "--max", "8", "--coins", "10"]
    found = am.survey("threshold", 1, 2, max=8, coins=10).to_dict()
    assert found == command("survey", *survey)
    claim = command("claims", "LH-C10")["claims"][0]
    assert am.claim("LH-C10").to_dict() | {"seconds": 0} == claim | {"seconds": 0}
    certificate = ROOT / "results/amalgamation-covers-312.txt"
    verified = am.verify(certificate)
    assert verified and verified.to_dict() == command("verify", str(certificate))
    spoilt = certificate.read_text().replace("312", "311")
    assert not am.verify(spoilt.encode()) or am.verify(spoilt.encode()).to_dict()["last"] == 311
    assert set(am.games().values()) == {g["rules"] for g in command("games")["games"]}


def test_completions_as_the_command_line(command: Ask) -> None:
    chance = random.Random(22)
    for _ in range(40 if WIDE else 10):
        rest = [chance.randint(1, 12) for _ in range(chance.randint(1, 3))]
        found, said = Game().complete(rest), command("complete", str(Position(rest)))
        assert found == said["completion"] and found.to_dict() == said


@pytest.mark.parametrize("twin", GAMES, ids=lambda twin: twin.words)
def test_the_naive_twin(twin: Twin) -> None:
    chance = random.Random(23)
    for _ in range(120 if WIDE else 25):
        heaps = tuple(sorted(chance.randint(1, 6) for _ in range(chance.randint(0, 4))))
        if sum(heaps) > 14:
            continue
        for misere in (False, True):
            answer = Game(twin.words, misere=misere).solve(heaps)
            outcome, grundy, remoteness = twin.value(heaps, misere)
            assert answer.outcome == outcome, (heaps, misere)
            assert answer.grundy in ((None,) if misere else (grundy,)), heaps
            assert answer.remoteness in (None, remoteness), heaps
            winning = {o for o in twin.options(heaps) if twin.value(o, misere)[0] == "P"}
            if answer.complete:
                assert {move.result.heaps for move in answer.winning_moves} == winning
        options = set(twin.options(heaps))
        assert {move.result.heaps for move in Game(twin.words).moves(heaps)} == options
        if not twin.split:
            own = Game(lambda heaps, twin=twin: list(twin.options(heaps)))
            assert own.solve(heaps).grundy == twin.value(heaps)[1]


def test_numbers_are_exact() -> None:
    huge = 123456789012345678
    answer = Game().solve([7, huge, huge + 4])
    assert answer.outcome == "N" and answer.grundy is None and answer.remoteness is None
    assert answer.winning_moves[0].result == Position([7, huge - 4, huge])
    most = 2**64 - 1
    assert Position([most, most]).coins == 2 * most
    assert Game("nim").grundy([most, 2**53 + 1]) == most ^ (2**53 + 1)
    assert Game("nim").complete([most, 1]) == most - 1


def test_a_game_played_to_its_end() -> None:
    position: Any = Game("amalgamation")[3, 4] + Game("nim")[5]
    game, turns = Game(), 0
    remoteness = game.solve(position).remoteness
    while moves := game.moves(position):
        position, turns = moves[0].after, turns + 1
    assert turns == remoteness
