"""Whatever is asked, an exception is the worst that happens."""

import itertools
import math
from typing import Any

import amalgam_nim as am
import pytest
from amalgam_nim import AmalgamError, Game, InputError, LimitReached, Position, Sum
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

JUNK = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-(2**70), 2**70)
    | st.floats()
    | st.text(max_size=12)
    | st.binary(max_size=6)
    | st.sampled_from([math.nan, math.inf, object(), len, Position, Game(), Position([1])]),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=2), inner, max_size=2),
    max_leaves=6,
)
ALLOWED = (AmalgamError, TypeError, ValueError, OverflowError, IndexError, OSError)
METHODS = [
    "solve", "outcome", "grundy", "moves", "complete", "values", "period", "row", "rows", "covers",
    "table", "cube", "census", "conjecture", "tree", "picture",
]
SMALL: dict[str, Any] = {"time": 0.2, "memory": 1 << 22, "progress": False}


@settings(max_examples=300, deadline=None, suppress_health_check=list(HealthCheck))
@given(st.sampled_from(METHODS), JUNK)
def test_junk_for_every_method(method: str, junk: Any) -> None:
    keywords = {} if method == "picture" else SMALL
    try:
        getattr(Game(), method)(junk, **keywords)
    except ALLOWED as error:
        assert str(error)


@settings(max_examples=150, deadline=None, suppress_health_check=list(HealthCheck))
@given(JUNK, st.sampled_from(["memory", "time", "threads", "progress", "colour"]))
def test_junk_for_every_keyword(junk: Any, keyword: str) -> None:
    # So many threads are nobody's wish.
    if keyword == "threads" and isinstance(junk, int) and junk > 4:
        junk = 4
    try:
        Game().solve([1, 2], **{keyword: junk})
    except ALLOWED as error:
        assert str(error)


@settings(max_examples=150, deadline=None, suppress_health_check=list(HealthCheck))
@given(JUNK)
def test_junk_for_every_class(junk: Any) -> None:
    for make in (Position, Position.from_heights, Sum, Game, Game.script, am.claim, am.verify):
        try:
            make(junk)
        except ALLOWED as error:
            assert str(error)


@settings(max_examples=200, deadline=None)
@given(st.text(alphabet="[]<>(),+ 0123456789^takemrgnif=.-{}", max_size=24))
def test_texts(text: str) -> None:
    for read in (Position, Sum, Game):
        try:
            made = read(text)
        except InputError as error:
            assert error.message and (error.caret is None or "^" in error.caret)
        else:
            assert str(made)


def test_errors_say_what_and_where() -> None:
    with pytest.raises(InputError) as caught:
        Position("[3,x]")
    assert str(caught.value) == "expected a heap size, found `x`\n  [3,x]\n     ^"
    assert isinstance(caught.value, ValueError) and caught.value.caret == "[3,x]\n   ^"
    with pytest.raises(InputError, match="did you mean `amalgamation`"):
        Game("amalgamtion")
    with pytest.raises(InputError, match="amalgam_nim.games\\(\\) lists the games"):
        Game("hopscotch")
    with pytest.raises(InputError, match="cannot be negative"):
        Position([3, -1])
    with pytest.raises(InputError, match="does not fit in 64 bits"):
        Position([2**64])
    for wrong in ([1.5], [math.nan], [None], ["3"], [[1]], 5, b"abc", None, {1: 2}):
        with pytest.raises(TypeError):
            Game().solve(wrong)
    with pytest.raises(LimitReached):
        Position(itertools.repeat(1))
    with pytest.raises(InputError, match="at most 2 heaps"):
        Game("wythoff").solve([1, 2, 3])
    with pytest.raises(TypeError, match="no keyword colour="):
        Game().solve([1], colour="red")
    with pytest.raises(InputError, match="misère"):
        Game(misere=True).equivalent([1], [1])
    with pytest.raises(InputError, match="no heaps"):
        Game(len).table()
    with pytest.raises(IndexError):
        Game().table(3, 3)[3, 0]
    with pytest.raises(InputError, match="claim_ids\\(\\) lists them"):
        am.claim("nothing-like-it")
    with pytest.raises(InputError) as wrong:
        Game().solve("[3,x]")
    assert (wrong.value.field, wrong.value.span) in (("position", (3, 4)), (None, (3, 4)))
    with pytest.raises(InputError):
        am.verify(b"no certificate\n")


def test_bounds_are_met() -> None:
    for ask in (
        lambda: Game().solve([300, 400, 500, 600], memory="1MiB"),
        lambda: Game().cube(400, memory=1 << 16),
        lambda: Game().census(60, time=0.01, threads=1),
        lambda: Game("kayles").values(10**9, time=0.05),
        lambda: Game().table(100_000, 100_000, memory="1MiB"),
        lambda: Game().conjecture("P", heaps=4, max=300, time=0.05),
    ):
        with pytest.raises(LimitReached) as caught:
            ask()
        assert isinstance(caught.value, RuntimeError) and caught.value.help
    # Rows that a bound keeps unknown are shown as such. No other test finds the rows of this game, so none are kept.
    rows = Game("restricted-amalgamation(15)").rows(40, max_columns=100)
    unknown = next(row for row in rows if not row.proved)
    assert not rows.complete and unknown.period is None and unknown.limit
