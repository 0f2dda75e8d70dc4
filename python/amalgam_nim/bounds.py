"""What work may use, as keywords that every question takes."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypedDict

__all__ = ["Bounds", "Told"]

Told = Callable[[str, int, int | None], object]
"""Who is told of progress: what is being done, how much of it is, and how much there is."""


class Bounds(TypedDict, total=False):
    """The keywords of every question that may take long.

    When a bound is met, `LimitReached` is raised and nothing is claimed.
    """

    memory: int | str | None
    """Bytes that tables may take, or a text such as ``"512MiB"``; two gibibytes if it is not said."""
    time: float | None
    """Seconds; no bound if it is not said."""
    threads: int | None
    """How many threads may work; one for each core if it is not said. No answer depends on it."""
    progress: bool | Told | None
    """``True`` for a bar of tqdm, ``False`` for none, or who is told; a bar where somebody watches."""
