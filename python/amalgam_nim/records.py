"""Answers that are records: what the command line prints as JSON, with names and types.

Each has `to_dict()`, the JSON object of its schema, and compares equal to what says the same.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from copy import deepcopy
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, overload

from . import _html
from ._native import Answer, Move, Position

if TYPE_CHECKING:
    from .game import Game

__all__ = [
    "Checked",
    "Comparison",
    "Completion",
    "Covers",
    "Difference",
    "Equivalence",
    "Moves",
    "Period",
    "Picture",
    "Record",
    "Row",
    "RowPeriod",
    "Rows",
    "Survey",
    "Verdict",
    "Verification",
]

Pair = tuple[int, int]


class Record:
    """An answer with the JSON object it came from."""

    __slots__ = ("_object",)
    _object: dict[str, Any]

    def __init__(self, found: dict[str, Any]) -> None:
        self._object = found

    def to_dict(self) -> dict[str, Any]:
        """The JSON object of the schema, as the command line prints it."""
        return deepcopy(self._object)

    def __eq__(self, other: object) -> bool:
        if type(self) is not type(other):
            return NotImplemented
        assert isinstance(other, Record)
        return self._object == other._object

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        shown = (f"{k}={v!r}" for k, v in self._object.items() if k != "schema")
        text = ", ".join(shown)
        return f"{type(self).__name__}({text if len(text) <= 300 else text[:299] + '…'})"


class Picture:
    """A picture: a notebook shows it, `save` writes it."""

    __slots__ = ("dot", "svg")
    svg: str
    """The picture as SVG."""
    dot: str | None
    """A tree as a text for Graphviz."""

    def __init__(self, svg: str, dot: str | None = None) -> None:
        self.svg, self.dot = svg, dot

    def save(self, path: str | Path) -> None:
        """Writes the picture as an SVG file, or a tree as ``.dot``."""
        path = Path(path)
        text = self.dot if path.suffix == ".dot" and self.dot is not None else self.svg
        path.write_text(text, encoding="utf-8")

    def _repr_svg_(self) -> str:
        return self.svg

    def __repr__(self) -> str:
        return f"<Picture: {len(self.svg)} letters of SVG>"


class Moves(Sequence[Move]):
    """All moves from a position, the best first: winning moves, the quickest first, then losing moves,
    the longest first.

    >>> from amalgam_nim import Game
    >>> moves = Game("nim").moves([1, 2])
    >>> [str(move) for move in moves]
    ['take 1 from 2', 'take 2 from 2', 'take 1 from 1']
    >>> moves.complete
    True
    """

    __slots__ = ("_moves", "_object", "answer", "at_most")
    answer: Answer
    """What is known of the position itself."""
    at_most: int | None
    """At most how many moves there are, where they are too many to list and only those that win are."""

    def __init__(
        self, answer: Answer, moves: list[Move], at_most: int | None, found: dict[str, Any]
    ) -> None:
        self.answer, self._moves, self.at_most, self._object = answer, moves, at_most, found

    @property
    def complete(self) -> bool:
        """Whether all moves are here, and not only those that win."""
        return self.at_most is None

    def to_dict(self) -> dict[str, Any]:
        """The JSON object ``amalgam/moves/1``."""
        return deepcopy(self._object)

    @overload
    def __getitem__(self, index: int) -> Move: ...
    @overload
    def __getitem__(self, index: slice) -> list[Move]: ...
    def __getitem__(self, index: int | slice) -> Move | list[Move]:
        return self._moves[index]

    def __len__(self) -> int:
        return len(self._moves)

    def __iter__(self) -> Iterator[Move]:
        return iter(self._moves)

    def __repr__(self) -> str:
        return f"Moves({self._moves!r})"

    def _repr_html_(self) -> str:
        return _html.moves(self._moves)


class Completion(int):
    """The one heap that makes a P-position with others: a number that knows its reason.

    >>> from amalgam_nim import Game
    >>> heap = Game("amalgamation").complete([3, 4])
    >>> heap, heap + 1
    (8, 9)
    >>> heap.reason
    'the table of f(a,b) for a < 4, b < 5'
    """

    reason: str

    def __new__(cls, size: int, reason: str) -> Completion:
        made = super().__new__(cls, size)
        made.reason = reason
        return made

    def __getnewargs__(self) -> tuple[int, str]:  # type: ignore[override]
        return (int(self), self.reason)


class Equivalence(Record):
    """Whether two sums can stand for each other in every sum; it is true if they can.

    >>> from amalgam_nim import Game, Sum
    >>> found = Game("nim").equivalent("[1,2]", "[3]")
    >>> bool(found), found.values, found.witness
    (True, (3, 3), None)
    >>> Game("nim").equivalent([5], [3]).witness
    3
    """

    __slots__ = ()

    def __bool__(self) -> bool:
        return bool(self._object["equivalent"])

    @property
    def values(self) -> Pair:
        """The Grundy values of both."""
        left, right = self._object["values"]
        return (left, right)

    @property
    def witness(self) -> int | None:
        """A heap of Nim that tells them apart, if they are not equivalent."""
        found = self._object.get("witness")
        return int(found["game"].removeprefix("nim[").removesuffix("]")) if found else None


class Period(Record):
    """How the values of single heaps repeat.

    >>> from amalgam_nim import Game
    >>> found = Game("kayles").period()
    >>> found.status, found.period, found.preperiod
    ('proved', 12, 71)
    """

    __slots__ = ()

    @property
    def status(self) -> Literal["proved", "observed", "none found"]:
        """What the period is: a theorem, a pattern, or not there as far as was looked."""
        found: Literal["proved", "observed", "none found"] = self._object["status"]
        return found

    @property
    def period(self) -> int | None:
        """After how many heaps the values repeat."""
        return self._object.get("period")

    @property
    def preperiod(self) -> int | None:
        """From which heap on."""
        return self._object.get("preperiod")

    @property
    def saltus(self) -> int | None:
        """By how much the values grow with each period."""
        return self._object.get("saltus")

    @property
    def theorem(self) -> str | None:
        """Which theorem proves it, if one does."""
        found = self._object.get("theorem")
        return found["statement"] if found else None


class Row(Record):
    """A row as the papers write it: L1, the pairs that occur once, and L2, those that repeat.

    >>> from amalgam_nim import Game
    >>> row = Game("amalgamation").row(4)
    >>> row.period, row.preperiod
    (4, 13)
    >>> row.repeating
    [(10, 13), (15, 16)]
    >>> row.matching(0, 6)
    [(0, 4), (1, 2), (3, 8), (5, 6)]
    """

    __slots__ = ("_game",)
    _game: Game

    def __init__(self, found: dict[str, Any], game: Game) -> None:
        super().__init__(found)
        self._game = game

    @property
    def _which(self) -> list[int]:
        found: list[int] = self._object["rest"]
        return found

    @property
    def rest(self) -> Position:
        """The heaps whose row it is."""
        return Position(self._which)

    @property
    def period(self) -> int:
        """f(a, b + period) = f(a, b) + period from the preperiod on; the least such number."""
        return int(self._object["period"])

    @property
    def preperiod(self) -> int:
        """From which column on the row repeats; the least such number."""
        return int(self._object["preperiod"])

    @property
    def once(self) -> list[Pair] | None:
        """L1, or ``None`` where it is too long to list."""
        return _pairs(self._object["once"])

    @property
    def repeating(self) -> list[Pair] | None:
        """L2: one pair of each class that repeats, or ``None`` where it is too long to list."""
        return _pairs(self._object["repeating"])

    def matching(self, start: int, stop: int) -> list[Pair]:
        """The pairs with an end in the columns from `start` to before `stop`."""
        return [(b, c) for b, c in self._game.native_matching(self._which, start, stop)]

    def arcs(self, start: int = 0, stop: int | None = None) -> Picture:
        """The pairs as arcs over the number line: the graph of the papers."""
        return Picture(self._game.native_row_svg(self._which, start, stop, arcs=True))

    def picture(self, start: int = 0, stop: int | None = None) -> Picture:
        """The offsets f(a, b) − b by column."""
        return Picture(self._game.native_row_svg(self._which, start, stop))

    def latex(self) -> str:
        """L1 and L2 as LaTeX; of lists that are too long the equation of the period."""
        found = self._which
        heaps = ",".join(map(str, found))
        name = heaps if len(found) == 1 else f"[{heaps}]"
        once, repeating = self.once, self.repeating
        if once is None or repeating is None:
            p = self.period
            return f"\\[ f({name},b+{p}) = f({name},b)+{p} \\qquad (b \\ge {self.preperiod}) \\]\n"
        first, second = (
            ",\\allowbreak ".join(f"[{b},{c}]" for b, c in pairs) for pairs in (once, repeating)
        )
        return (
            f"\\[ L_1({name}) = \\{{{first}\\}} \\]\n"
            f"\\[ L_2({name}) = \\{{{second}\\}} + {self.period}\\mathbf{{N}} \\]\n"
        )

    def _repr_svg_(self) -> str | None:
        from .errors import AmalgamError

        try:
            return self.picture().svg
        except AmalgamError:
            return None


def _pairs(found: list[list[int]] | None) -> list[Pair] | None:
    return None if found is None else [(b, c) for b, c in found]


class RowPeriod(Record):
    """What is proved of the period of one row; what is not known is ``None``."""

    __slots__ = ()

    @property
    def row(self) -> int:
        """Which row."""
        return int(self._object["rest"][0])

    @property
    def proved(self) -> bool:
        """Whether the period is proved; else it is unknown."""
        return bool(self._object["status"] == "proved")

    @property
    def period(self) -> int | None:
        """The period."""
        return self._object.get("period")

    @property
    def preperiod(self) -> int | None:
        """From which column on."""
        return self._object.get("preperiod")

    @property
    def cover(self) -> bool:
        """Whether it is known to be a cover row: the rows after it start afresh."""
        return bool(self._object["cover"])

    @property
    def by(self) -> str | None:
        """What the proof is: ``"walk"`` or ``"structure"``."""
        return self._object.get("by")

    @property
    def limit(self) -> str | None:
        """Which bound kept it unknown."""
        return self._object.get("limit")


class Rows(Sequence[RowPeriod]):
    """The periods of the rows 1, 2, …

    >>> from amalgam_nim import Game
    >>> rows = Game("amalgamation").rows(7)
    >>> [row.period for row in rows]
    [4, 2, 2, 4, 4, 4, 8]
    >>> rows.to_dict()["schema"]
    'amalgam/rows/2'
    """

    __slots__ = ("_object", "_svg")

    def __init__(self, found: dict[str, Any], svg: str | None) -> None:
        self._object, self._svg = found, svg

    @property
    def complete(self) -> bool:
        """Whether every row is proved."""
        return all(row.proved for row in self)

    def to_dict(self) -> dict[str, Any]:
        """The JSON object ``amalgam/rows/2``."""
        return deepcopy(self._object)

    @overload
    def __getitem__(self, index: int) -> RowPeriod: ...
    @overload
    def __getitem__(self, index: slice) -> list[RowPeriod]: ...
    def __getitem__(self, index: int | slice) -> RowPeriod | list[RowPeriod]:
        found = self._object["rows"][index]
        if isinstance(index, slice):
            return [RowPeriod(row) for row in found]
        return RowPeriod(found)

    def __len__(self) -> int:
        return len(self._object["rows"])

    def __repr__(self) -> str:
        known = sum(row.proved for row in self)
        return f"<Rows of {self._object['game']}: {len(self)}, of which {known} are proved>"

    def _repr_svg_(self) -> str | None:
        return self._svg


class Covers(Record):
    """Which rows are cover rows, proved either way.

    >>> from amalgam_nim import Game
    >>> found = Game("amalgamation").covers(16)
    >>> found.rows, found.excluded, found.open
    ([6, 14, 16], [8], [])
    """

    __slots__ = ()

    def _rows(self, key: str) -> list[int]:
        return [row["row"] for row in self._object[key]]

    @property
    def rows(self) -> list[int]:
        """The cover rows."""
        return self._rows("covers")

    @property
    def excluded(self) -> list[int]:
        """The rows 8m and 8m + 6 that are proved to be none."""
        return self._rows("excluded")

    @property
    def open(self) -> list[int]:
        """Those of which neither is known."""
        return self._rows("open")


class Verdict(Record):
    """What came of a conjecture; it is true if the formula held at every position.

    >>> from amalgam_nim import Game
    >>> found = Game("amalgamation").conjecture("P <=> x ^ y == 0", heaps=2, max=20)
    >>> bool(found), found.status, found.counterexample
    (True, 'verified', None)
    >>> found = Game("amalgamation").conjecture("P <=> x ^ y ^ z == 0", heaps=3, max=20)
    >>> found.counterexample, found.positions
    (Position([1, 2, 3]), 21)
    """

    __slots__ = ()

    def __bool__(self) -> bool:
        return self.status == "verified"

    @property
    def status(self) -> Literal["verified", "refuted"]:
        """Whether it held at every position looked at. That proves nothing beyond them."""
        found: Literal["verified", "refuted"] = self._object["status"]
        return found

    @property
    def formula(self) -> str:
        """The formula as it was understood."""
        return str(self._object["formula"])

    @property
    def domain(self) -> str:
        """Which positions were looked at, in words."""
        return str(self._object["domain"])

    @property
    def positions(self) -> int:
        """At how many positions it held: at all, or at those smaller than the counterexample."""
        return int(self._object["positions"])

    @property
    def counterexample(self) -> Position | None:
        """The smallest position at which it fails."""
        found = self._object.get("counterexample")
        return None if found is None else Position(found)

    @property
    def values(self) -> dict[str, int | bool]:
        """What the parts of the formula are worth at the counterexample."""
        return dict(self._object.get("values", {}))


class Difference(Record):
    """A position at which two games differ."""

    __slots__ = ()

    @property
    def position(self) -> Position:
        """The position."""
        return Position(self._object["position"])

    @property
    def left(self) -> int | str:
        """What the first game says of it: an outcome or a value."""
        found: int | str = self._object["left"]
        return found

    @property
    def right(self) -> int | str:
        """What the second game says of it."""
        found: int | str = self._object["right"]
        return found


class Comparison(Record):
    """Where two games are the same; it is true if they were at every position looked at.

    >>> from amalgam_nim import Game
    >>> found = Game("merge-take-one").compare(Game("nim"), heaps=3, max=20)
    >>> bool(found), found.status, found.scope
    (True, 'proved', 'all positions')
    """

    __slots__ = ()

    def __bool__(self) -> bool:
        return bool(self._object["positions"] == self._object["agree"])

    @property
    def status(self) -> Literal["proved", "verified", "refuted"]:
        """How sure it is that they are the same."""
        found: Literal["proved", "verified", "refuted"] = self._object["status"]
        return found

    @property
    def scope(self) -> str:
        """The positions that the status is about, in words."""
        return str(self._object["scope"])

    @property
    def positions(self) -> int:
        """How many positions were compared."""
        return int(self._object["positions"])

    @property
    def agree(self) -> int:
        """At how many of them the games agree."""
        return int(self._object["agree"])

    @property
    def differences(self) -> list[Difference]:
        """The first differences, the smallest first."""
        return [Difference(found) for found in self._object["differences"]]

    @property
    def proof(self) -> str | None:
        """Why they are the same at all positions of the scope, where that is known."""
        found: str | None = self._object["proof"]
        return found


class Survey(Record):
    """A family of games, member by member.

    >>> import amalgam_nim
    >>> found = amalgam_nim.survey("threshold", 1, 2, coins=8, max=6)
    >>> [member["rules"] for member in found.members]
    ['take any, merge if min >= 1', 'take any, merge if min >= 2']
    """

    __slots__ = ()

    @property
    def family(self) -> str:
        """The rules of the family."""
        return str(self._object["family"])

    @property
    def members(self) -> list[dict[str, Any]]:
        """The members, as the JSON object ``amalgam/survey/2`` has them."""
        return list(deepcopy(self._object["members"]))

    def _repr_html_(self) -> str:
        heads = ["n", "rules", "P-positions beside Nim", "P-positions by coins"]
        rows = (
            [
                member["n"],
                member["rules"],
                member["p_positions_beside_nim"]["status"],
                ", ".join(map(str, member["p_positions_by_coins"].get("counts", ["–"]))),
            ]
            for member in self._object["members"]
        )
        return _html.table(heads, rows)


class Checked(Record):
    """A claim of a paper, with what its check came to."""

    __slots__ = ()

    @property
    def id(self) -> str:
        """What it is called."""
        return str(self._object["id"])

    @property
    def statement(self) -> str:
        """What it says."""
        return str(self._object["statement"])

    @property
    def source(self) -> str:
        """Where it is said."""
        return str(self._object["source"])

    @property
    def status(self) -> Literal["proved", "verified", "refuted", "observed", "unknown"]:
        """What the check came to."""
        found: Literal["proved", "verified", "refuted", "observed", "unknown"]
        found = self._object["status"]
        return found

    @property
    def scope(self) -> str:
        """How far it was checked."""
        return str(self._object["scope"])

    @property
    def evidence(self) -> str:
        """What the verdict rests on."""
        return str(self._object["evidence"])

    @property
    def counterexample(self) -> Position | None:
        """The smallest counterexample of a claim that is refuted."""
        found = self._object.get("counterexample")
        return None if found is None else Position(found)


class Verification(Record):
    """Whether a certificate is a proof; it is true if it is."""

    __slots__ = ()

    def __bool__(self) -> bool:
        return bool(self._object["verdict"] == "accepted")

    @property
    def complaint(self) -> str | None:
        """What is wrong with it."""
        return self._object.get("complaint")
