"""amalgam: heap games in which heaps may merge. Exact answers, with reasons.

>>> from amalgam_nim import Game, Position
>>> answer = Game("amalgamation").solve(Position([3, 4, 5]))
>>> answer.outcome, answer.grundy
('N', 3)
>>> Game("amalgamation").complete([3, 4])
8

`Game` is what one asks, `Position` and `Sum` what one asks about. What is not known is ``None``; a bound
that is met raises `LimitReached`. Tables (`Table`, `Cube`, `Census`) are Arrow streams, so that polars,
pyarrow, DuckDB and pandas read them without a file; notebooks show answers and pictures.
`amalgam_nim.sweep` asks a thousand questions and keeps the answers.
"""

from __future__ import annotations

from pathlib import Path
from typing import Literal, Unpack

from . import _native
from ._native import VERSION as __version__
from ._native import Answer, Census, Cube, Move, Position, Sum, Table, claim_ids
from .bounds import Bounds
from .errors import AmalgamError, BrokenError, InputError, LimitReached, TooLargeError
from .game import Game, Heaps, Question, read_certificate
from .records import (
    Checked,
    Comparison,
    Completion,
    Covers,
    Difference,
    Equivalence,
    Moves,
    Period,
    Picture,
    Row,
    RowPeriod,
    Rows,
    Survey,
    Verdict,
    Verification,
)

__all__ = [
    "AmalgamError",
    "Answer",
    "Bounds",
    "BrokenError",
    "Census",
    "Checked",
    "Comparison",
    "Completion",
    "Covers",
    "Cube",
    "Difference",
    "Equivalence",
    "Game",
    "Heaps",
    "InputError",
    "LimitReached",
    "Move",
    "Moves",
    "Period",
    "Picture",
    "Position",
    "Question",
    "Row",
    "RowPeriod",
    "Rows",
    "Sum",
    "Survey",
    "Table",
    "TooLargeError",
    "Verdict",
    "Verification",
    "__version__",
    "claim",
    "claim_ids",
    "claims",
    "games",
    "survey",
    "verify",
]

Effort = Literal["quick", "standard", "deep"]


def games() -> dict[str, str]:
    """The games that have a name, each with its rules in words.

    >>> games()["nim"]
    'take any'
    """
    return {game["typical"]: game["rules"] for game in _native.games()["games"]}


def claims(*, effort: Effort = "quick", **bounds: Unpack[Bounds]) -> list[Checked]:
    """Every statement of the papers, checked; that takes seconds with quick effort, minutes with
    standard, and longer with deep effort."""
    return [Checked(found) for found in _native.claims(None, effort, **bounds)["claims"]]


def claim(id: str, /, *, effort: Effort = "quick", **bounds: Unpack[Bounds]) -> Checked:
    """One statement of the papers, checked; `claim_ids()` has what they are called.

    >>> found = claim("LH-C10")
    >>> found.status, found.counterexample
    ('refuted', Position([1, 1, 1, 2, 2, 2, 3, 3, 3, 3, 3, 4]))
    """
    return Checked(_native.claims(id, effort, **bounds)["claims"][0])


def survey(
    family: str,
    start: int,
    stop: int,
    /,
    *,
    take: str | None = None,
    split: bool = False,
    rows: int | None = None,
    cols: int | None = None,
    heaps: int | None = None,
    max: int | None = None,
    periods: int | None = None,
    coins: int | None = None,
    **bounds: Unpack[Bounds],
) -> Survey:
    """A family of games, from the member `start` to the member `stop`: ``"threshold"``,
    ``"capped-sum"``, ``"merge-take"``, ``"equal"``, ``"unequal"``, or rules with ``{n}`` in them.

    >>> survey("take 1..{n}, merge if sum <= {2n}", 1, 1, coins=6, max=4).members[0]["rules"]
    'take 1, merge if sum <= 2'
    """
    found = _native.survey(
        family,
        start,
        stop,
        take=take,
        split=split,
        rows=rows,
        cols=cols,
        heaps=heaps,
        max=max,
        periods=periods,
        coins=coins,
        **bounds,
    )
    return Survey(found)


def verify(
    certificate: str | bytes | Path, /, *, work: int | None = None, **bounds: Unpack[Bounds]
) -> Verification:
    """Whether a certificate is a proof, by the checker that shares no code with the library.

    It is given as the path of a file, or as its text. Whatever cannot be read raises `InputError`.
    """
    found = read_certificate(certificate)
    if work is None:
        return Verification(_native.verify(found, **bounds))
    return Verification(_native.verify(found, work, **bounds))
