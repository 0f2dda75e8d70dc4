"""The naive twin: the definitions in plain Python, with nothing of the library in them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import lru_cache

Heaps = tuple[int, ...]


class Twin:
    """Rules as data: which amounts may be taken, when two heaps may merge, whether heaps may split."""

    def __init__(
        self,
        words: str,
        take: Callable[[int], bool],
        merge: Callable[[int, int], bool] | None = None,
        split: bool = False,
    ) -> None:
        self.words, self.take, self.merge, self.split = words, take, merge, split
        self.value = lru_cache(maxsize=None)(self._value)

    def options(self, heaps: Heaps) -> Iterator[Heaps]:
        for i, heap in enumerate(heaps):
            rest = heaps[:i] + heaps[i + 1 :]
            for taken in range(1, heap + 1):
                if self.take(taken):
                    yield tuple(sorted(h for h in (*rest, heap - taken) if h))
            if self.split:
                for part in range(1, heap):
                    yield tuple(sorted((*rest, part, heap - part)))
            for j in range(i + 1, len(heaps)):
                if self.merge and self.merge(heap, heaps[j]):
                    others = heaps[:i] + heaps[i + 1 : j] + heaps[j + 1 :]
                    yield tuple(sorted((*others, heap + heaps[j])))

    def _value(self, heaps: Heaps, misere: bool = False) -> tuple[str, int, int]:
        """Outcome, Grundy value and remoteness."""
        found = [self.value(option, misere) for option in set(self.options(heaps))]
        values = {grundy for _, grundy, _ in found}
        grundy = next(n for n in range(len(values) + 1) if n not in values)
        if not found:
            return ("N" if misere else "P", 0, 0)
        quick = [moves for outcome, _, moves in found if outcome == "P"]
        if quick:
            return ("N", grundy, 1 + min(quick))
        return ("P", grundy, 1 + max(moves for _, _, moves in found))


GAMES = [
    Twin("nim", lambda n: True),
    Twin("amalgamation", lambda n: True, lambda x, y: True),
    Twin("restricted-amalgamation(3)", lambda n: True, lambda x, y: min(x, y) >= 3),
    Twin("take 1..2, merge if equal", lambda n: n <= 2, lambda x, y: x == y),
    Twin("take any, merge if sum <= 6", lambda n: True, lambda x, y: x + y <= 6),
    Twin("take {1,3,4}", lambda n: n in (1, 3, 4)),
    Twin("lasker", lambda n: True, split=True),
]
