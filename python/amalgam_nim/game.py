"""`Game`: a game that can be asked."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator
from pathlib import Path
from typing import Any, NamedTuple, Unpack

from ._asked import Questions
from ._native import Answers, Census, Cube, NativeGame, Position, Sum, Table
from .bounds import Bounds
from .records import Covers, Picture, Row, Rows

__all__ = ["Game", "Heaps", "Question"]

Heaps = Position | str | Iterable[int]
"""A position: heaps in any order, or a text such as ``"[3,4,5]"``, ``"(3,4,5)"`` or ``"<1,1,0,1>"``."""

Question = Position | Sum | str | Iterable[int]
"""A position or a sum, or its text."""


class Game(Questions):
    """A game: a name, rules in words, the file of a script, or a function of your own.

    >>> from amalgam_nim import Game
    >>> Game("amalgamation").solve([3, 4, 5]).winning_moves
    [Move('take 3 from 4 → [1,3,5]')]
    >>> Game("take 1..3, merge if equal").outcome([4, 4])
    'N'
    >>> Game("nim", misere=True).outcome([1, 1])
    'N'

    A game of your own is a function from a position to the positions that one move leads to. Positions
    may be any hashable values. Every line of play must end. What was found out is kept with the game: the
    function is asked once for each position.

    >>> def squares(heap):
    ...     return [heap - n * n for n in range(1, heap + 1) if n * n <= heap]
    >>> Game(squares).solve(20).grundy
    0

    Indexing a game names it, for sums:

    >>> total = Game("amalgamation")[3, 4, 5] + Game("nim")[2, 7] + Game(squares)[7]
    >>> Game().solve(total).grundy
    6

    Every question of the command line is a method, with the same parameters; each takes the keywords of
    `Bounds` too. ``Game("./mygame.rhai")`` reads a script.
    """

    _source: tuple[Any, ...]

    def __init__(
        self,
        rules: str | Callable[[Any], Iterable[Hashable]] | None = None,
        *,
        misere: bool = False,
        name: str | None = None,
        script: str | None = None,
    ) -> None:
        if script is None and isinstance(rules, str) and rules.endswith(".rhai"):
            name, script = name or Path(rules).name, Path(rules).read_text(encoding="utf-8-sig")
        self._source = (rules, misere, name, script)
        self._native = NativeGame(rules, misere=misere, name=name, script=script)

    @classmethod
    def script(cls, source: str, *, name: str = "script", misere: bool = False) -> Game:
        """A game in a script (Rhai) with a function ``moves``, which runs in a sandbox.

        >>> game = Game.script('''
        ...     fn moves(heap) {
        ...         let options = [];
        ...         for taken in 1..=3 { if taken <= heap { options.push(heap - taken); } }
        ...         options
        ...     }
        ... ''')
        >>> game.solve(20).outcome
        'P'
        """
        return cls(None, misere=misere, name=name, script=source)

    @property
    def name(self) -> str:
        """What the game is called."""
        return self._native.name

    @property
    def misere(self) -> bool:
        """Whether whoever makes the last move loses."""
        return self._native.misere

    @property
    def rules(self) -> str | None:
        """What may be done, in words; ``None`` for a script or a function.

        >>> Game("restricted-amalgamation(3)").rules
        'take any, merge if min >= 3'
        """
        return self._native.rules_in_words

    def outcome(self, position: Question | Any, **bounds: Unpack[Bounds]) -> str:
        """Only who wins: ``"N"`` or ``"P"``. Much quicker than `solve` for large positions.

        >>> Game().outcome([3, 4, 8])
        'P'
        """
        found: str = self.solve(position, outcome=True, **bounds).outcome
        return found

    def grundy(self, position: Question | Any, **bounds: Unpack[Bounds]) -> int | None:
        """The Grundy value, if it is known.

        >>> Game("kayles").grundy([5, 7])
        6
        """
        found: int | None = self.solve(position, **bounds).grundy
        return found

    def solve_many(self, positions: Iterable[Question | Any], **bounds: Unpack[Bounds]) -> Answers:
        """Many positions at once, in parallel, as an Arrow table: position, outcome, grundy, remoteness, reason.

        >>> len(Game("nim").solve_many([[1, 2], [1, 2, 3]]))
        2
        """
        return self._native.solve_many(positions, **bounds)

    def graph(self, position: Question | Any, **bounds: Unpack[Bounds]) -> dict[Any, list[Any]]:
        """The positions that can arise, each with its options; ``networkx.DiGraph(game.graph(position))``.

        >>> Game("nim").graph([2])
        {Position([2]): [Position([1]), Position([])], Position([]): [], Position([1]): [Position([])]}
        """
        return self._native.graph(position, **bounds)

    def cube(
        self, max: int, *, out: str | Path | None = None, force: bool = False, **bounds: Unpack[Bounds]
    ) -> Cube:
        """The Grundy value of every position of three heaps up to a size, as a table.

        `out` writes them to a Parquet file too, and `force` replaces an existing one.

        >>> Game().cube(20)[3, 4, 5]
        3
        """
        if out is not None:
            self.ask("cube", max=max, out=out, force=force, **bounds)
        return self._native.cube(max, **bounds)

    def census(
        self,
        coins: int,
        *,
        out: str | Path | None = None,
        grundy: bool = False,
        folder: str | Path | None = None,
        **bounds: Unpack[Bounds],
    ) -> Census:
        """Every P-position of up to so many coins; with ``grundy=True`` also the values of all positions.

        `out`, also called `folder`, keeps the tables there as Parquet, and goes on with the census that is there.

        >>> len(Game().census(12))
        39
        """
        return self._native.census(coins, folder=out if out is not None else folder, grundy=grundy, **bounds)

    def table(
        self, rows: int = 10, cols: int = 20, *, rest: Heaps | None = None, **bounds: Unpack[Bounds]
    ) -> Table:
        """The table of f(a,b), or of f(R,a,b) beside a rest R.

        >>> Game().table(4, 6)[3, 4]
        8
        """
        return self._native.table(rows, cols, rest=rest, **bounds)

    def row(self, row: int | Heaps, **bounds: Unpack[Bounds]) -> Row:
        """The row of a heap beside two others, or of a rest, as the papers write it.

        >>> Game("amalgamation").row(7).period
        8
        >>> Game("amalgamation").row([2, 3]).period
        8
        """
        return Row(self._native.row(row, **bounds), self)

    def rows(self, to: int, *, max_columns: int | None = None, **bounds: Unpack[Bounds]) -> Rows:
        """What is proved of the periods of the rows 1 to `to`.

        >>> Game("amalgamation").rows(to=3)[0].period
        4
        """
        return Rows(*self._native.rows(to, max_columns=max_columns, **bounds))

    def covers(self, to: int, *, max_columns: int | None = None, **bounds: Unpack[Bounds]) -> Covers:
        """Which rows up to `to` are cover rows: the rows after them start afresh.

        >>> Game("amalgamation").covers(16).rows
        [6, 14, 16]
        """
        return Covers(self._native.covers(to, max_columns=max_columns, **bounds))

    def tree(self, position: Heaps, depth: int = 2, *, graph: bool = False, **bounds: Unpack[Bounds]) -> Picture:
        """The positions up to `depth` moves away as a picture; with ``graph=True`` each of them once.

        >>> Game("amalgamation").tree([1, 2], depth=3).svg[:4]
        '<svg'
        """
        return Picture(*self._native.tree(position, depth, graph=graph, **bounds))

    def picture(self, position: Question) -> Picture | None:
        """A position as it lies on a table; ``None`` where it is too large to be drawn.

        >>> Game("kayles").picture([5, 7]).svg[:4]
        '<svg'
        """
        svg = self._native.picture(position)
        return None if svg is None else Picture(svg)

    def __getitem__(self, position: Any) -> Sum:
        return self._native[position]

    def __eq__(self, other: object) -> bool:
        """Games are equal when their rules are; games of your own when they are the same function."""
        if not isinstance(other, Game):
            return NotImplemented
        return self._key == other._key

    def __hash__(self) -> int:
        return hash(self._key)

    @property
    def _key(self) -> tuple[object, ...]:
        rules, _, _, script = self._source
        return (self.rules if self.rules is not None else (rules, script), self.misere)

    def __reduce__(self) -> tuple[Any, ...]:
        return (_game, self._source)

    def __str__(self) -> str:
        return self.name

    def __repr__(self) -> str:
        misere = ", misere=True" if self.misere else ""
        if self.rules is None:
            return f"<Game {self.name}{misere}>"
        return f"Game({self.name!r}{misere})"


def _game(
    rules: str | Callable[[Any], Iterable[Hashable]] | None,
    misere: bool,
    name: str | None,
    script: str | None,
) -> Game:
    return Game(rules, misere=misere, name=name, script=script)


def again(what: str, game: str, misere: bool, how: dict[str, Any]) -> Any:
    """A table that was pickled, computed again."""
    return getattr(Game(game, misere=misere), what)(**how)


class CubeRow(NamedTuple):
    """A position of three heaps with its Grundy value."""

    a: int
    b: int
    c: int
    grundy: int


def cube_rows(cube: Cube) -> Iterator[CubeRow]:
    """The rows of a cube, in the order of its tables."""
    for c in range(cube.max + 1):
        for b in range(c + 1):
            for a in range(b + 1):
                yield CubeRow(a, b, c, cube[a, b, c])
