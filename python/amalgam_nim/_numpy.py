"""Tables as numpy arrays; imported when one is asked for."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from ._native import Table


def of_table(table: Table, dtype: Any = None, copy: bool | None = None) -> Any:
    """The cells of a table as an array of its own."""
    import numpy

    if copy is False:
        raise ValueError("the cells of a table are always copied")
    cells = numpy.frombuffer(table.tobytes(), dtype=numpy.uint32).reshape(table.shape)
    return cells.astype(dtype) if dtype is not None else cells.copy()
