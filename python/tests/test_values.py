"""Positions, sums and games as values: equal, ordered, hashed, pickled, printed."""

import copy
import pickle
from typing import Any

import amalgam_nim as am
import numpy as np
import pytest
from amalgam_nim import Game, Position, Sum
from hypothesis import given
from hypothesis import strategies as st

HEAPS = st.lists(st.integers(0, 2**64 - 1), max_size=8)


@given(HEAPS)
def test_positions_are_sorted_heaps(heaps: list[int]) -> None:
    position = Position(heaps)
    kept = sorted(heap for heap in heaps if heap)
    assert list(position) == kept == list(position.heaps) and len(position) == len(kept)
    assert position.coins == sum(heaps) and bool(position) == bool(kept)
    assert Position(str(position)) == position == eval(repr(position))
    assert pickle.loads(pickle.dumps(position)) == position == copy.deepcopy(position)
    assert [position[i] for i in range(-len(kept), len(kept))] == kept + kept
    assert all(heap in position for heap in kept) and -1 not in position


@given(HEAPS, HEAPS)
def test_positions_are_ordered_and_hashed(left: list[int], right: list[int]) -> None:
    x, y = Position(left), Position(right)
    assert (x < y) == (x.heaps < y.heaps) and (x <= y) == (x.heaps <= y.heaps)
    assert (x == y) == (x.heaps == y.heaps) and (x == y) <= (hash(x) == hash(y))
    assert x != left and x != "x"
    total = x + y
    assert Sum(str(total)) == total and pickle.loads(pickle.dumps(total)) == total
    assert total.parts == [(None, x), (None, y)]


def test_what_is_a_position() -> None:
    same = Position([1, 2, 4])
    for heaps in ([4, 2, 1], (4, 2, 1, 0), {1, 2, 4}, "[1,2,4]", "<1,1,0,1>", "1 2 4", iter([1, 2, 4]),
                  np.array([1, 2, 4]), np.array([1, 2, 4], dtype=np.uint8), same, range(0)):
        expected = Position() if isinstance(heaps, range) else same
        assert Position(heaps) == expected
    assert Position.from_heights(same.heights) == same
    assert same.with_heap(3).without_heap(4) == Position([1, 2, 3])
    with pytest.raises(am.InputError):
        same.without_heap(3)
    assert Position([2, 2]).is_mirror and not same.is_mirror


def test_games_are_values() -> None:
    assert Game("amalgamation") == Game() == Game("take any, merge")
    assert Game("nim") != Game("nim", misere=True)
    assert len({Game("nim"), Game("take any"), Game()}) == 2
    for game in (Game("nim"), Game("take 1..3", misere=True), Game(len), Game.script("fn moves(n) { [] }")):
        again = pickle.loads(pickle.dumps(game))
        assert again == game and again.misere == game.misere and again.name == game.name
    assert repr(Game("nim", misere=True)) == "Game('nim', misere=True)"
    assert Game(len).rules is None and repr(Game(len)) == "<Game len>"


def test_records_are_values() -> None:
    row = Game().row(4)
    assert pickle.loads(pickle.dumps(row)) == row != Game().row(5)
    game = Game("take 1..3, merge if equal")
    table, cube, census = Game().table(4, 5), game.cube(5), game.census(8, grundy=True)
    answers: list[Any] = [
        game.solve([2, 2]), game.moves([2, 2]), game.moves([2, 2])[0], table, cube, census,
        Game().solve(Game("nim")[1] + Game("nim")[2]), Game("kayles").values(to=9), am.claim("LH-T1"),
    ]
    for answer in answers:
        assert pickle.loads(pickle.dumps(answer)) == answer == copy.copy(answer)
    assert game.solve([2, 2]) != game.solve([2, 3]) and game.cube(5) == cube != game.cube(4)
    again = pickle.loads(pickle.dumps(answers[6]))
    assert again.winning_moves[0].after == answers[6].winning_moves[0].after
    own = Game(lambda n: range(n)).solve(5)
    assert pickle.loads(pickle.dumps(own)) == own
    heap = pickle.loads(pickle.dumps(Game().complete([3, 4])))
    assert heap == 8 and heap.reason
    row.to_dict()["once"].clear()
    assert row.once, "what is handed out is a copy"
    with pytest.raises(TypeError):
        hash(row)


def test_keywords_work() -> None:
    game = Game()
    assert game.tree(position=[1, 2], depth=3).svg and game.rows(to=3)[2].period == 2
    assert Game("kayles").values(to=3) == [0, 1, 2, 3] and Game("kayles").period(to=300).period == 12
    assert game.solve(position="(3,4,5)").outcome == "N" == game.outcome(position=[3, 4, 5])
    assert game.complete(rest=[3, 4]) == 8


def test_sums_of_lists() -> None:
    parts = [Game("nim")[1], Game("nim")[2], Position([3])]
    assert sum(parts) == parts[0] + parts[1] + parts[2]
    assert str(sum([Position([1])])) == "[1]"
    with pytest.raises(TypeError):
        1 + parts[0]


def test_scripts_in_files(tmp_path: Any) -> None:
    path = tmp_path / "mine.rhai"
    path.write_text("fn moves(n) { if n == 0 { [] } else { [n - 1] } }")
    assert Game(str(path)).solve(3).outcome == "N" and Game(str(path)).name == "mine.rhai"
    with pytest.raises(FileNotFoundError):
        Game(str(tmp_path / "none.rhai"))
