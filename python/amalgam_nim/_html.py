"""Answers and lists of moves as HTML, for notebooks."""

from __future__ import annotations

from collections.abc import Iterable
from html import escape
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .records import Move, Record

_WINS = {"P": "the player who just moved wins", "N": "the player to move wins"}


def table(heads: Iterable[str], rows: Iterable[Iterable[object]]) -> str:
    """A table; ``None`` is shown as a dash."""
    head = "".join(f"<th>{escape(text)}</th>" for text in heads)
    lines = []
    for row in rows:
        cells = ("–" if cell is None else escape(str(cell)) for cell in row)
        lines.append("<tr>" + "".join(f"<td>{cell}</td>" for cell in cells) + "</tr>")
    return f"<table><thead><tr>{head}</tr></thead><tbody>{''.join(lines)}</tbody></table>"


def moves(found: Iterable[Move]) -> str:
    """Moves with what is known of where they lead."""
    heads = ["outcome", "Grundy", "remoteness", "move", "leads to"]
    rows = ([m.outcome, m.grundy, m.remoteness, str(m), m.result] for m in found)
    return table(heads, rows)


def answer(found: Record) -> str:
    """Who wins, how, and why."""
    facts = [f"<b>{found.outcome}-position</b>: {_WINS[found.outcome]}"]
    if found.grundy is not None:
        facts.append(f"Grundy value {found.grundy}")
    if found.remoteness is not None:
        facts.append(f"remoteness {found.remoteness}")
    winning = found.winning_moves
    text = f"<p>{escape(str(found.question))}<br>{', '.join(facts)}</p>"
    if winning:
        text += moves(winning)
    return f"{text}<p><i>proved by {escape(found.reason)}</i></p>"
