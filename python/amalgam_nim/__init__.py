"""amalgam: heap games in which heaps may merge. Exact answers, with reasons.

>>> from amalgam_nim import Game, Position
>>> answer = Game("amalgamation").solve(Position([3, 4, 5]))
>>> answer.outcome, answer.grundy
('N', 3)
>>> Game("amalgamation").complete([3, 4])
8

`Game` is what you ask, `Position` and `Sum` what you ask about. Every question of the command line is a method
of `Game`, or a function here if it is about no game, with the same parameters. What is not known is ``None``; a bound
that is met raises `LimitReached`. Tables (`Answers`, `Table`, `Cube`, `Census`) are Arrow streams, so that polars,
pyarrow, DuckDB and pandas read them without a file; notebooks show answers and pictures.
`amalgam_nim.sweep` asks a thousand questions and keeps the answers.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any, Unpack

from . import _asked
from ._asked import Answer, Comparison, Equivalence, Moves, Period, Survey, Verdict, Verification, ask, claims, survey
from ._asked import census_repair, census_show, census_verify
from ._native import VERSION as __version__
from ._native import Answers, Census, CensusValues, Cube, Position, Sum, Table
from .bounds import Bounds
from .errors import AmalgamError, BrokenError, InputError, LimitReached, TooLargeError
from .game import Game, Heaps, Question
from .records import Completion, Covers, Fields, Move, Picture, Record, Row, RowPeriod, Rows

__all__ = [
    "AmalgamError",
    "Answer",
    "Answers",
    "Bounds",
    "BrokenError",
    "Census",
    "CensusValues",
    "Comparison",
    "Completion",
    "Covers",
    "Cube",
    "Equivalence",
    "Fields",
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
    "Record",
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
    "census_repair",
    "census_show",
    "census_verify",
    "claim",
    "claim_ids",
    "claims",
    "games",
    "survey",
    "verify",
]


def __dir__() -> list[str]:
    return sorted(__all__)


def games(name: str | None = None) -> dict[str, str]:
    """The games that have a name, each with its rules in words; only one if `name` is given.

    >>> games()["nim"]
    'take any'
    """
    return {game.typical: game.rules for game in ask(None, "games", {"name": name}, {})}


def claim(id: str, *, effort: Any = "quick", **bounds: Unpack[Bounds]) -> Fields:
    """One statement of the papers, checked; `claim_ids()` has what they are called.

    >>> found = claim("LH-C10")
    >>> found.status, found.counterexample
    ('refuted', Position([1, 1, 1, 2, 2, 2, 3, 3, 3, 3, 3, 4]))
    """
    found: Fields = claims(id, effort=effort, **bounds)[0]
    return found


def claim_ids() -> list[str]:
    """What the statements of the papers are called.

    >>> "LH-C10" in claim_ids()
    True
    """
    return _asked._native.claim_ids()


def verify(
    certificate: str | bytes | Path, *, work: int | None = None, **bounds: Unpack[Bounds]
) -> Verification:
    """Whether a certificate is a proof, by the checker that shares no code with the library.

    It is given as the path of a file, or as its text. Whatever cannot be read raises `InputError`.
    """
    asked: dict[str, Any] = {"work": work}
    if isinstance(certificate, bytes):
        asked["certificate"] = certificate.decode("utf-8", "replace")
    elif isinstance(certificate, str) and "\n" in certificate:
        asked["certificate"] = certificate
    else:
        asked["file"] = Path(certificate)
    found: Verification = ask(None, "verify", asked, dict(bounds))
    return found
