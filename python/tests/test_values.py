"""Positions, sums and games as values: equal, ordered, hashed, pickled, printed."""

import copy
import pickle

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
    heap = pickle.loads(pickle.dumps(Game().complete([3, 4])))
    assert heap == 8 and heap.reason
    row.to_dict()["once"].clear()
    assert row.once, "what is handed out is a copy"
    with pytest.raises(TypeError):
        hash(row)
