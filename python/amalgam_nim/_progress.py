"""Telling of progress: a bar of tqdm where it is installed and somebody watches, or a function."""

from __future__ import annotations

import sys
from typing import Any, Protocol

from .bounds import Told


class Watcher(Protocol):
    """Who is told, and when it is over."""

    def tell(self, task: str, done: int, total: int | None) -> None: ...

    def close(self) -> None: ...


def watcher(asked: bool | Told | None) -> Watcher:
    """Who is told: what the caller asked for, or what suits the place."""
    if callable(asked):
        return _Function(asked)
    if asked is False or (asked is None and not _watched()):
        return _Nobody()
    try:
        from tqdm.auto import tqdm
    except ImportError:
        return _Nobody()
    return _Bar(tqdm)


def _watched() -> bool:
    """Whether somebody sees what is written: a terminal or a notebook."""
    if sys.stderr is not None and sys.stderr.isatty():
        return True
    shell = sys.modules.get("IPython")
    kernel = shell.get_ipython() if shell is not None else None
    return kernel is not None and hasattr(kernel, "kernel")


class _Nobody:
    def tell(self, task: str, done: int, total: int | None) -> None:
        pass

    def close(self) -> None:
        pass


class _Function(_Nobody):
    def __init__(self, told: Told) -> None:
        self.told = told

    def tell(self, task: str, done: int, total: int | None) -> None:
        self.told(task, done, total)


class _Bar(_Nobody):
    def __init__(self, tqdm: Any) -> None:
        self.bar = tqdm(leave=False, unit_scale=True)

    def tell(self, task: str, done: int, total: int | None) -> None:
        self.bar.set_description(task, refresh=False)
        self.bar.total = total
        self.bar.n = done
        self.bar.refresh()

    def close(self) -> None:
        self.bar.close()
