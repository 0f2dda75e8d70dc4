"""`Game`: a game that can be asked."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable
from pathlib import Path
from typing import Any, Unpack

from ._native import NativeGame, Position, Sum
from .bounds import Bounds
from .records import (
    Comparison,
    Completion,
    Covers,
    Equivalence,
    Moves,
    Period,
    Picture,
    Row,
    Rows,
    Verdict,
)

__all__ = ["Game", "Heaps", "Question"]

Heaps = Position | str | Iterable[int]
"""A position: heaps in any order, or a text such as ``"[3,4,5]"`` or ``"<1,1,0,1>"``."""

Question = Position | Sum | str | Iterable[int]
"""A position or a sum, or its text."""


class Game(NativeGame):
    """A game: a name, rules in words, a script, or a function of your own.

    >>> from amalgam_nim import Game
    >>> Game("amalgamation").solve([3, 4, 5]).winning_moves
    [Move('take 3 from 4 → [1,3,5]')]
    >>> Game("take 1..3, merge if equal").outcome([4, 4])
    'N'
    >>> Game("nim", misere=True).outcome([1, 1])
    'N'

    A game of your own is a function from a position to the positions that one move leads to. Positions
    may be any hashable values. Every line of play must end.

    >>> def squares(heap):
    ...     return [heap - n * n for n in range(1, heap + 1) if n * n <= heap]
    >>> Game(squares).solve(20).grundy
    0

    Indexing a game names it, for sums:

    >>> sum = Game("amalgamation")[3, 4, 5] + Game("nim")[2, 7] + Game(squares)[7]
    >>> Game().solve(sum).grundy
    6

    Every question that may take long takes the keywords of `Bounds`.
    """

    __slots__ = ("_source",)
    _source: tuple[Any, ...]

    def __init__(
        self,
        rules: str | Callable[[Any], Iterable[Hashable]] | None = None,
        *,
        misere: bool = False,
        name: str | None = None,
        script: str | None = None,
    ) -> None:
        self._source = (rules, misere, name, script)

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
    def rules(self) -> str | None:
        """What may be done, in words; ``None`` for a script or a function.

        >>> Game("restricted-amalgamation(3)").rules
        'take any, merge if min >= 3'
        """
        return self.rules_in_words

    def grundy(self, position: Question | Any, /, **bounds: Unpack[Bounds]) -> int | None:
        """The Grundy value, if it is known.

        >>> Game("kayles").grundy([5, 7])
        6
        """
        return self.solve(position, **bounds).grundy

    def moves(self, position: Question | Any, /, **bounds: Unpack[Bounds]) -> Moves:
        """All moves with what is known of where they lead, the best first.

        >>> Game("take 1..2, merge if equal").moves([2, 2])[0]
        Move('merge 2 and 2 → [4]')
        """
        return Moves(*self.native_moves(position, **bounds))

    def complete(self, rest: Heaps, /, **bounds: Unpack[Bounds]) -> Completion:
        """f(R): the one heap that makes a P-position with `rest`.

        >>> Game("amalgamation").complete([3, 4])
        8
        """
        return Completion(*self.native_complete(rest, **bounds))

    def equivalent(
        self, left: Question | Any, right: Question | Any, /, **bounds: Unpack[Bounds]
    ) -> Equivalence:
        """Whether one can stand for the other in every sum.

        >>> bool(Game("nim").equivalent([1, 2], [3]))
        True
        """
        return Equivalence(self.native_equivalent(left, right, **bounds))

    def values(self, to: int, /, **bounds: Unpack[Bounds]) -> list[int]:
        """The Grundy values of single heaps from 0 to `to`, where heaps never meet.

        >>> Game("kayles").values(10)
        [0, 1, 2, 3, 1, 4, 3, 2, 1, 4, 2]
        """
        return self.native_values(to, **bounds)

    def period(self, to: int | None = None, /, **bounds: Unpack[Bounds]) -> Period:
        """How the values of single heaps repeat, looked for among heaps of up to `to` coins.

        >>> Game("octal(0.137)").period().period
        34
        """
        return Period(self.native_period(to, **bounds))

    def row(self, row: int | Heaps, /, **bounds: Unpack[Bounds]) -> Row:
        """The row of a heap beside two others, or of a rest, as the papers write it.

        >>> Game("amalgamation").row(7).period
        8
        >>> Game("amalgamation").row([2, 3]).period
        8
        """
        return Row(self.native_row(row, **bounds), self)

    def rows(
        self, to: int, /, *, max_columns: int | None = None, **bounds: Unpack[Bounds]
    ) -> Rows:
        """What is proved of the periods of the rows 1 to `to`.

        >>> Game("amalgamation").rows(3)[0].period
        4
        """
        return Rows(*self.native_rows(to, max_columns=max_columns, **bounds))

    def covers(
        self, to: int, /, *, max_columns: int | None = None, **bounds: Unpack[Bounds]
    ) -> Covers:
        """Which rows up to `to` are cover rows: the rows after them start afresh.

        >>> Game("amalgamation").covers(16).rows
        [6, 14, 16]
        """
        return Covers(self.native_covers(to, max_columns=max_columns, **bounds))

    def conjecture(
        self,
        formula: str,
        /,
        *,
        heaps: int | None = None,
        max: int | None = None,
        heights: int | None = None,
        coins: int | None = None,
        **bounds: Unpack[Bounds],
    ) -> Verdict:
        """Tests a formula at every position of a domain: so many heaps of at most so many coins, all
        positions of up to so many coins, or those of bounded height.

        >>> Game("amalgamation").conjecture("coins % 2 == 0 => (P <=> mirror)", coins=16).counterexample
        Position([1, 2, 5, 6])
        """
        found = self.native_conjecture(
            formula, heaps=heaps, max=max, heights=heights, coins=coins, **bounds
        )
        return Verdict(found)

    def compare(
        self,
        other: Game,
        /,
        *,
        heaps: int,
        max: int,
        values: bool = False,
        show: int = 10,
        **bounds: Unpack[Bounds],
    ) -> Comparison:
        """Where two games have the same P-positions, or with ``values=True`` the same Grundy values.

        >>> found = Game("amalgamation").compare(Game("nim"), heaps=3, max=10)
        >>> found.differences[0].position
        Position([1, 2, 3])
        """
        found = self.native_compare(
            other, heaps=heaps, max=max, values=values, show=show, **bounds
        )
        return Comparison(found)

    def tree(
        self,
        position: Heaps,
        depth: int = 2,
        /,
        *,
        graph: bool = False,
        **bounds: Unpack[Bounds],
    ) -> Picture:
        """The positions up to `depth` moves away as a picture; with ``graph=True`` each of them once.

        >>> Game("amalgamation").tree([1, 2]).svg[:4]
        '<svg'
        """
        return Picture(*self.native_tree(position, depth, graph=graph, **bounds))

    def picture(self, position: Question, /) -> Picture | None:
        """A position as it lies on a table; ``None`` where it is too large to be drawn.

        >>> Game("kayles").picture([5, 7]).svg[:4]
        '<svg'
        """
        svg = self.native_picture(position)
        return None if svg is None else Picture(svg)

    def __eq__(self, other: object) -> bool:
        """Games are equal when their rules are; games of one's own when they are the same function."""
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


def read_certificate(certificate: str | bytes | Path) -> bytes:
    """The bytes of a certificate: of a file, or themselves."""
    if isinstance(certificate, Path):
        return certificate.read_bytes()
    if isinstance(certificate, str):
        return certificate.encode() if "\n" in certificate else Path(certificate).read_bytes()
    return certificate
