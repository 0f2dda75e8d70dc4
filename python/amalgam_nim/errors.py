"""What is raised: `AmalgamError`, and which kind says whose fault it is."""

from __future__ import annotations

__all__ = ["AmalgamError", "BrokenError", "InputError", "LimitReached", "TooLargeError"]


class AmalgamError(Exception):
    """Why there is no answer.

    The text has what was wrong, where, and what to write instead:

    >>> import amalgam_nim
    >>> amalgam_nim.Position("[3,x]")
    Traceback (most recent call last):
        ...
    amalgam_nim.errors.InputError: expected a heap size, found `x`
      [3,x]
         ^
    """

    message: str
    """What went wrong."""
    caret: str | None
    """The text that was wrong, with carets below the place."""
    help: str | None
    """What to do about it."""

    field: str | None
    """The parameter that was wrong."""
    span: tuple[int, int] | None
    """Which characters of its text were wrong: the first, and the one after the last."""

    def __init__(
        self,
        message: str,
        caret: str | None = None,
        help: str | None = None,
        field: str | None = None,
        span: tuple[int, int] | None = None,
    ) -> None:
        super().__init__(message, caret, help, field, span)
        self.message, self.caret, self.help, self.field = message, caret, help, field
        self.span = None if span is None else (span[0], span[1])

    def __str__(self) -> str:
        lines = [self.message]
        lines += [f"  {line}" for line in (self.caret or "").splitlines()]
        if self.help:
            lines.append(f"help: {self.help}")
        return "\n".join(lines)


class InputError(AmalgamError, ValueError):
    """The question makes no sense, or there is no such thing."""


class TooLargeError(InputError):
    """The question makes sense and asks for more than the library is made for."""


class LimitReached(AmalgamError, RuntimeError):
    """A bound was met (``memory=``, ``time=``) that can be raised. Nothing is claimed."""


class BrokenError(AmalgamError, RuntimeError):
    """Something broke: the library, a file, or the machine."""
