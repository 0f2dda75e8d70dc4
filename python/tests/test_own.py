"""Games written in Python and in scripts."""

import sys
import time
from collections.abc import Iterator
from typing import Any

import pytest
from amalgam_nim import Game, InputError, LimitReached, Position


def take(heap: int) -> list[int]:
    return [heap - n for n in (1, 2, 3) if n <= heap]


def test_any_hashable_value_is_a_position() -> None:
    assert [Game(take).solve(n).grundy for n in range(9)] == [0, 1, 2, 3, 0, 1, 2, 3, 0]

    def words(word: str) -> set[str]:
        return {word[:i] + word[i + 1 :] for i in range(len(word))}

    answer = Game(words).solve("abc")
    assert answer.outcome == "N" and answer.remoteness == 3 and len(answer.winning_moves) == 3
    assert {move.result for move in answer.winning_moves} == {"ab", "ac", "bc"}
    assert answer.to_dict()["position"] == "abc" and answer.winning_moves[0].kind == "step"

    def sets(left: frozenset[int]) -> Iterator[frozenset[int]]:
        for n in left:
            yield frozenset(m for m in left if m < n)

    assert Game(sets).solve(frozenset(range(6))).grundy == 6
    chomp = Game(lambda heaps: [Position(heaps[:i]) for i in range(len(heaps))], name="prefixes")
    assert chomp.solve(Position([1, 2, 3])).grundy == 3 and chomp.name == "prefixes"


def test_sums_with_other_games() -> None:
    total = Game(take)[7] + Game("nim")[1, 4] + Game(take)[6]
    answer = Game().solve(total)
    assert answer.grundy == 3 ^ 5 ^ 2
    assert Game(take).solve(total).grundy == answer.grundy
    for move in answer.winning_moves:
        assert Game().solve(move.after).outcome == "P"
    assert Game(take, misere=True).solve(5).outcome == "P"
    with pytest.raises(InputError, match="heaps without a game"):
        Game(take).solve(Position([1]) + Position([2]))


def test_what_a_function_raises_comes_through() -> None:
    class Mine(Exception):
        pass

    def broken(n: int) -> list[int]:
        if n == 3:
            raise Mine("here")
        return [n - 1]

    with pytest.raises(Mine, match="here"):
        Game(broken).solve(6)
    with pytest.raises(TypeError, match="unhashable"):
        Game(lambda n: [[n]]).solve(1)
    with pytest.raises(TypeError):
        Game(lambda n: 5).solve(1)

    def deep(n: int) -> list[int]:
        return deep(n)

    with pytest.raises(RecursionError):
        Game(deep).solve(1)
    nested: Any = ()
    for _ in range(sys.getrecursionlimit() // 2):
        nested = (nested,)
    assert Game(lambda n: list(n)).solve(nested).outcome in "PN"


def test_games_that_never_end_or_change() -> None:
    with pytest.raises(InputError, match=r"never ends: 'a' → 'b' → 'a'"):
        Game(lambda p: {"a": ["b"], "b": ["a"]}[p]).solve("a")
    with pytest.raises(LimitReached):
        Game(lambda n: [n + 1]).solve(0, memory="8MiB")

    def endless(n: int) -> Iterator[int]:
        while True:
            yield n

    with pytest.raises(LimitReached, match="too many"):
        Game(endless).solve(0)
    asked: list[int] = []

    def fickle(n: int) -> list[int]:
        asked.append(n)
        return [n - 1] if n > 0 and asked.count(n) == 1 else []

    with pytest.raises(InputError, match="changes its answers"):
        Game(fickle).solve(5)


def test_a_position_whose_hash_lies() -> None:
    class Liar:
        def __hash__(self) -> int:
            raise ArithmeticError("no hash today")

    with pytest.raises(ArithmeticError):
        Game(lambda p: [Liar()]).solve(1)


def test_asking_inside_of_a_question() -> None:
    def nested(n: int) -> list[int]:
        assert Game(take).solve(n).grundy == n % 4
        return take(n)

    assert Game(nested).solve(10).grundy == 2


def test_a_hundred_thousand_positions() -> None:
    spent = 0.0

    def pairs(position: tuple[int, int]) -> list[tuple[int, int]]:
        a, b = position
        return [(a - 1, b)] * (a > 0) + [(a, b - 1)] * (b > 0)

    positions = [(a, b) for a in range(320) for b in range(320)]
    start = time.process_time()
    for position in positions:
        pairs(position)
    spent = time.process_time() - start
    start = time.process_time()
    answer = Game(pairs).solve((319, 319))
    taken = time.process_time() - start
    assert "102400 positions" in answer.reason and answer.outcome == "P"
    assert taken < 20 * spent, f"{taken:.3f} s for options that take {spent:.3f} s"


def test_a_game_remembers() -> None:
    asked: list[int] = []

    def counted(n: int) -> list[int]:
        asked.append(n)
        return take(n)

    game = Game(counted)
    assert [game.solve(300).grundy for _ in range(3)] == [0, 0, 0]
    # Once for each position, and some of them a second time, to see whether it changes its answers.
    assert len(asked) <= 301 + 17
    before = len(asked)
    assert game.solve(299).grundy == 3 and game.solve(17).grundy == 1 and len(asked) == before
    assert game.solve(310).grundy == 2 and len(asked) <= before + 2 * 10
    assert Game(counted).solve(3).grundy == 3 and len(asked) > before + 2


def test_as_fast_as_a_memoised_solver() -> None:
    from functools import cache

    def pairs(position: tuple[int, int]) -> list[tuple[int, int]]:
        a, b = position
        return [(a - n, b) for n in range(1, a + 1)] + [(a, b - n) for n in range(1, b + 1)]

    def solver() -> Any:
        @cache
        def grundy(position: tuple[int, int]) -> int:
            found = {grundy(option) for option in pairs(position)}
            return next(n for n in range(len(found) + 1) if n not in found)

        return grundy

    def best(work: Any) -> float:
        times = []
        for _ in range(3):
            start = time.process_time()
            work()
            times.append(time.process_time() - start)
        return min(times)

    start = (40, 40)
    theirs = best(lambda: solver()(start))
    ours = best(lambda: Game(pairs).solve(start))
    print(f"one question: {ours:.4f} s, a memoised solver {theirs:.4f} s")
    assert ours < 1.5 * theirs, f"{ours:.4f} s, {theirs:.4f} s"


def test_graphs() -> None:
    graph = Game("nim").graph([2, 1])
    assert len(graph) == 6 and graph[Position([])] == []
    assert set(graph[Position([1, 2])]) == {Position([1]), Position([2]), Position([1, 1])}
    assert Game(take).graph(4)[4] == [3, 2, 1]
    with pytest.raises(LimitReached):
        Game().graph([9, 9, 9, 9], memory="64KiB")


def test_scripts() -> None:
    source = "fn moves(p) { let o = []; for i in 0..p.len() { if p[i] > 0 { let q = p; q[i] -= 1; o.push(q); } } o }"
    game = Game.script(source, name="lists")
    answer = game.solve([2, 3])
    assert answer.outcome == "N" and answer.winning_moves[0].result in ([1, 3], [2, 2])
    assert game.solve("[2,3]").grundy == answer.grundy and game.name == "lists"
    with pytest.raises(InputError) as caught:
        Game.script("fn moves(n) { n + }")
    assert caught.value.caret and "^" in caught.value.caret
    with pytest.raises(LimitReached, match="operations"):
        Game.script("fn moves(n) { loop { } }").solve(1)
