"""Answers: the objects that the command line prints as JSON, with names, docstrings and types.

A class for each verb is made in `amalgam_nim._asked` from the list of verbs; here is what they share, and what a few
of them can do besides.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from copy import deepcopy
from pathlib import Path
from typing import TYPE_CHECKING, Any

from . import _html, _native
from ._native import Position

if TYPE_CHECKING:
    from .game import Game

__all__ = ["Completion", "Covers", "Fields", "Move", "Picture", "Record", "Row", "RowPeriod", "Rows"]

Pair = tuple[int, int]

_POSITIONS = {"position", "counterexample", "result", "rest"}
"""The keys whose lists are positions."""


def shaped(key: str, value: Any) -> Any:
    """A value of an answer as Python likes it: positions are `Position`, objects are `Fields`."""
    if isinstance(value, dict):
        return Fields(value)
    if not isinstance(value, list):
        return value
    if key in _POSITIONS and all(type(item) is int for item in value):
        return Position(value)
    if key in ("moves", "winning_moves"):
        return [Move(item) for item in value]
    return [shaped("", item) for item in value]


class Fields(dict[str, Any]):
    """A part of an answer: a `dict` whose keys are attributes too.

    >>> from amalgam_nim import Game
    >>> Game().compare(Game("nim"), heaps=3, max=9).differences[0].position
    Position([1, 2, 3])
    """

    def __getattr__(self, key: str) -> Any:
        if key not in self:
            raise AttributeError(f"there is no {key!r}; there are {', '.join(self)}")
        return shaped(key, self[key])

    def to_dict(self) -> dict[str, Any]:
        """The JSON object, as the command line prints it."""
        return deepcopy(dict(self))


class Record:
    """An answer: its keys are attributes.

    It is true if the answer is a yes, compares equal to what says the same, and can be pickled. An answer that is a
    list can be used as one.

    >>> from amalgam_nim import Game
    >>> found = Game("nim").equivalent([1, 2], [3])
    >>> bool(found), found.values, found["values"]
    (True, [3, 3], [3, 3])
    >>> len(Game("kayles").values(to=10))
    11
    """

    _object: dict[str, Any]
    _yes: bool
    _list: str | None = None

    def __init__(self, found: dict[str, Any], yes: bool = True) -> None:
        self._object, self._yes = found, yes

    def to_dict(self) -> dict[str, Any]:
        """The JSON object, as the command line prints it."""
        return deepcopy(self._object)

    def keys(self) -> Iterable[str]:
        """The keys of the object."""
        return self._object.keys()

    def __getattr__(self, key: str) -> Any:
        if key.startswith("_"):
            raise AttributeError(key)
        if key not in self._object:
            raise AttributeError(f"{type(self).__name__} has no {key!r}; it has {', '.join(self.__dir__())}")
        return shaped(key, self._object[key])

    def __getstate__(self) -> dict[str, Any]:
        state = dict(self.__dict__)
        game, about = state.get("_game"), state.get("_sum")
        # A function of yours may be none that can be pickled.
        if game is not None and game.rules is None:
            del state["_game"]
        if about is not None and not about.has_text:
            del state["_sum"]
        return state

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state)

    def __dir__(self) -> list[str]:
        own = (name for name in vars(type(self)) if not name.startswith("_"))
        return sorted({*(key for key in self._object if key != "schema"), *own, "to_dict"})

    def __bool__(self) -> bool:
        return self._yes and (self._list is None or len(self) > 0)

    def __len__(self) -> int:
        return len(self._items())

    def __iter__(self) -> Iterator[Any]:
        return iter(self._items())

    def __getitem__(self, key: int | slice | str) -> Any:
        return self._object[key] if isinstance(key, str) else self._items()[key]

    def _items(self) -> list[Any]:
        if self._list is None:
            raise TypeError(f"{type(self).__name__} is no list")
        found: list[Any] = getattr(self, self._list)
        return found

    def __eq__(self, other: object) -> bool:
        if isinstance(other, Record):
            return type(self) is type(other) and self._object == other._object
        if self._list is not None and isinstance(other, list | tuple):
            return self._items() == list(other)
        return NotImplemented

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        shown = (f"{k}={v!r}" for k, v in self._object.items() if k != "schema")
        if self._list is not None:
            return f"{type(self).__name__}({self._items()!r})"
        text = ", ".join(shown)
        return f"{type(self).__name__}({text if len(text) <= 300 else text[:299] + '…'})"


class Move(Record):
    """A move: what is done, and what is known of the position it leads to.

    >>> from amalgam_nim import Game
    >>> move = Game("kayles").moves([4])[0]
    >>> str(move), move.kind, move.result
    ('take 2 from 4, split into 1 and 1', 'take-split', Position([1, 1]))
    >>> move.outcome, move.grundy, move.remoteness
    ('P', 0, 2)
    """

    _sum: _native.Sum | None = None
    _wins: dict[str, Any] | None = None
    _own = False

    def __getattr__(self, key: str) -> Any:
        if key == "result" and self._own:
            return self._object[key]
        # What is not known is None; what a winning move leads to is a P-position.
        if key in ("part", "from_", "to", "outcome", "grundy", "remoteness"):
            return self._object.get(key.rstrip("_"), (self._wins or {}).get(key))
        return super().__getattr__(key)

    @property
    def after(self) -> Any:
        """The whole question after the move: the `result`, or of a sum the sum."""
        part = self._object.get("part")
        if part is None or self._sum is None:
            return self.result
        return self._sum.with_part(part, self.result)

    def __str__(self) -> str:
        return _native.move_words(self._object)

    def __repr__(self) -> str:
        part = "" if self.part is None else f"part {chr(ord('A') + self.part)}: "
        return f"Move('{part}{self} → {self.result}')"

    def __hash__(self) -> int:  # type: ignore[override]
        return hash((str(self), str(self.result), self.part))


class _Moves(Record):
    """What answers with moves share: each knows the sum that it is a move of."""

    _sum: _native.Sum | None = None

    def _is_own(self, part: int) -> bool:
        """Whether a part is a game of your own, whose positions are what they are."""
        if self._sum is None or self._sum.has_text:
            return False
        return not isinstance(self._sum.parts[part][1], Position)

    def __getattr__(self, key: str) -> Any:
        if key == "position" and self._is_own(0):
            return self._object[key]
        found = super().__getattr__(key)
        if key in ("moves", "winning_moves"):
            for move in found:
                move._sum, move._own = self._sum, self._is_own(move.part or 0)
                if key == "winning_moves":
                    move._wins = {"outcome": "P", "grundy": None if self._object["misere"] else 0}
        return found


class Solved(_Moves):
    """Beside what is in its object, an answer can explain itself."""

    _game: Game | None = None

    @property
    def complete(self) -> bool:
        """Whether `winning_moves` has every winning move: some theorems name one only, and a list ends at the
        bounds of the question."""
        return self._object.get("winning_moves_complete") is not False

    @property
    def question(self) -> str:
        """What was asked, in words."""
        play = "misère" if self._object["misere"] else "normal"
        if "position" not in self._object:
            return f"{self._sum}, {play} play"
        position = self.position
        shown = position if isinstance(position, Position) else repr(position)
        return f"{shown} in {self.game}, {play} play"

    def explain(self) -> str:
        """The steps that lead to the answer."""
        if self._game is None or self._sum is None:
            raise ValueError("this answer does not know its game; ask with explain=True")
        return self._game.solve(self._sum, explain=True).explanation or ""

    def __repr__(self) -> str:
        known = ", ".join(f"{key}={self._object.get(key)}" for key in ("outcome", "grundy", "remoteness"))
        position = self._object.get("position")
        shown: object = f"{self.game} {position!r}"
        if position is None:
            shown = self._sum
        elif isinstance(self.position, Position):
            shown = f"{self.game}{self.position}"
        return f"<Answer {shown}: {known}>"

    def _repr_html_(self) -> str:
        return _html.answer(self)


class Listed(_Moves):
    """All moves are a list, the best first."""

    _list = "moves"

    @property
    def complete(self) -> bool:
        """Whether all moves are here, and not only those that win."""
        return self._object.get("moves_complete") is not False

    def _repr_html_(self) -> str:
        return _html.moves(self)


class Completion(int):
    """The least heap that makes a P-position with others: a number that knows its reason, or ``None``.

    >>> from amalgam_nim import Game
    >>> heap = Game("amalgamation").complete([3, 4])
    >>> heap, heap + 1
    (8, 9)
    >>> heap.reason
    'the table of f(a,b) for a < 4, b < 5'
    """

    _object: dict[str, Any]

    def __new__(cls, found: dict[str, Any], yes: bool = True) -> Completion | None:  # type: ignore[misc]
        if found["completion"] is None:
            return None
        made = super().__new__(cls, found["completion"])
        made._object = found
        return made

    @property
    def reason(self) -> str:
        """What decided."""
        return str(self._object["reason"])

    def to_dict(self) -> dict[str, Any]:
        """The JSON object, as the command line prints it."""
        return deepcopy(self._object)

    def __getnewargs__(self) -> tuple[dict[str, Any]]:  # type: ignore[override]
        return (self._object,)


class Surveyed(Record):
    """A survey shows itself as a table."""

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
        return [(b, c) for b, c in self._game._native.matching(self._which, start, stop)]

    def arcs(self, start: int = 0, stop: int | None = None) -> Picture:
        """The pairs as arcs over the number line: the graph of the papers."""
        return Picture(self._game._native.row_svg(self._which, start, stop, arcs=True))

    def picture(self, start: int = 0, stop: int | None = None) -> Picture:
        """The offsets f(a, b) − b by column."""
        return Picture(self._game._native.row_svg(self._which, start, stop))

    def latex(self) -> str:
        """L1 and L2 as LaTeX; of lists that are too long the equation of the period."""
        found = self._which
        heaps = ",".join(map(str, found))
        name = heaps if len(found) == 1 else f"[{heaps}]"
        once, repeating = self.once, self.repeating
        if once is None or repeating is None:
            p = self.period
            return f"\\[ f({name},b+{p}) = f({name},b)+{p} \\qquad (b \\ge {self.preperiod}) \\]\n"
        first, second = (",\\allowbreak ".join(f"[{b},{c}]" for b, c in pairs) for pairs in (once, repeating))
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

    def __getattr__(self, key: str) -> Any:
        if key in ("period", "preperiod", "by", "limit"):
            return self._object.get(key)
        return super().__getattr__(key)

    @property
    def row(self) -> int:
        """Which row."""
        return int(self._object["rest"][0])

    @property
    def proved(self) -> bool:
        """Whether the period is proved; else it is unknown."""
        return bool(self._object["status"] == "proved")


class Rows(Record):
    """The periods of the rows 1, 2, …

    >>> from amalgam_nim import Game
    >>> rows = Game("amalgamation").rows(7)
    >>> [row.period for row in rows]
    [4, 2, 2, 4, 4, 4, 8]
    >>> rows.to_dict()["schema"]
    'amalgam/rows/2'
    """

    _list = "rows"

    def __init__(self, found: dict[str, Any], svg: str | None = None) -> None:
        super().__init__(found)
        self._svg = svg

    @property
    def rows(self) -> list[RowPeriod]:
        """The rows."""
        return [RowPeriod(row) for row in self._object["rows"]]

    @property
    def complete(self) -> bool:
        """Whether every row is proved."""
        return all(row.proved for row in self.rows)

    def __repr__(self) -> str:
        known = sum(row.proved for row in self.rows)
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

    @property
    def rows(self) -> list[int]:
        """The cover rows."""
        return [row["row"] for row in self._object["covers"]]

    @property
    def excluded(self) -> list[int]:
        """The rows 8m and 8m + 6 that are proved to be none."""
        return [row["row"] for row in self._object["excluded"]]

    @property
    def open(self) -> list[int]:
        """Those of which neither is known."""
        return [row["row"] for row in self._object["open"]]


KINDS: dict[str, tuple[str, Callable[..., Any]]] = {
    "solve": ("Answer", Solved),
    "moves": ("Moves", Listed),
    "equivalent": ("Equivalence", Record),
    "conjecture": ("Verdict", Record),
    "compare": ("Comparison", Record),
    "survey": ("Survey", Surveyed),
    "verify": ("Verification", Record),
    "cube": ("CubeSummary", Record),
    "census": ("CensusCounts", Record),
}
"""What the answer to a verb is called, and what it can do besides; the others are called as their verb is."""
