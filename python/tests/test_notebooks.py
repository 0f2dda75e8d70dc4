"""What notebooks show, and the notebooks themselves: executed, with the outputs that are kept.

``AMALGAM_BLESS=1`` writes what they show now into the files: read the difference before you commit it.
"""

import os
from typing import Any

import nbformat
import pytest
from amalgam_nim import Game, Position
from conftest import ROOT
from nbclient import NotebookClient

NOTEBOOKS = sorted((ROOT / "notebooks").glob("*.ipynb"))
PICTURES = ("image/png", "image/svg+xml")


def shown(cell: Any) -> list[Any]:
    """What a cell shows, pictures left out: how a plot is rendered depends on who renders it."""
    found = []
    for output in cell.get("outputs", []):
        data = {kind: text for kind, text in output.get("data", {}).items() if kind not in PICTURES}
        # A figure tells only how large it is.
        if "image/png" in output.get("data", {}):
            data = {}
        found.append((output["output_type"], output.get("text"), data))
    return found


def joined(outputs: list[Any]) -> list[Any]:
    """The outputs of a cell without bars, and what was printed in one piece: when it is flushed is chance."""
    found: list[Any] = []
    for output in outputs:
        if output.get("name") == "stderr":
            continue
        if found and "name" in output and found[-1].get("name") == output["name"]:
            found[-1].text += output.text
        else:
            found.append(output)
    return found


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_notebook(path: Any) -> None:
    kept = nbformat.read(path, as_version=4)
    run = nbformat.read(path, as_version=4)
    NotebookClient(run, timeout=300, record_timing=False).execute(cwd=str(ROOT / "notebooks"))
    for cell in run.cells:
        if cell.cell_type == "code":
            cell.outputs = joined(cell.outputs)
    if os.environ.get("AMALGAM_BLESS") == "1":
        run.metadata = kept.metadata
        nbformat.write(run, path)
        return
    for before, after in zip(kept.cells, run.cells, strict=True):
        assert shown(before) == shown(after), before["source"]
        kinds = [sorted(out.get("data", {})) for out in before.get("outputs", [])]
        assert kinds == [sorted(out.get("data", {})) for out in after.get("outputs", [])]


def test_there_are_three_notebooks_with_outputs() -> None:
    assert [path.stem for path in NOTEBOOKS] == ["data", "papers", "research"]
    for path in NOTEBOOKS:
        book = nbformat.read(path, as_version=4)
        assert any(cell.get("outputs") for cell in book.cells), path


def test_html() -> None:
    answer = Game().solve([3, 4, 5])._repr_html_()
    assert "<b>N-position</b>" in answer and "take 3 from 4" in answer and "proved by" in answer
    moves = Game("take any, merge if min >= 2").moves([2, 2])._repr_html_()
    assert moves.count("<tr>") == 4 and "<table>" in moves
    odd = Game(lambda text: [text[1:]] if text else [], name="<script>").solve("<b>&")
    assert "<script>" not in odd._repr_html_() and "<b>&" not in odd._repr_html_()


def test_svg() -> None:
    game = Game()
    pictures = [
        game.table(9, 9)._repr_svg_(),
        game.table(9, 9).svg("nim-sum"),
        game.row(7)._repr_svg_(),
        game.row([2, 3])._repr_svg_(),
        game.row(7).arcs()._repr_svg_(),
        game.rows(9)._repr_svg_(),
        game.tree([1, 2])._repr_svg_(),
        game.tree([1, 2], 3, graph=True)._repr_svg_(),
        Position([3, 4])._repr_svg_(),
        (game[3] + Game("kayles")[4])._repr_svg_(),
    ]
    for picture in pictures:
        assert picture is not None and picture.startswith("<svg ") and picture.endswith("</svg>\n")
    assert Position([10**12])._repr_svg_() is None, "what is too large has no picture"
    assert "digraph" in (game.tree([1, 2]).dot or "")


def test_pictures_are_saved(tmp_path: Any) -> None:
    tree = Game().tree([1, 1])
    tree.save(tmp_path / "tree.svg")
    tree.save(tmp_path / "tree.dot")
    assert (tmp_path / "tree.svg").read_text(encoding="utf-8") == tree.svg
    assert (tmp_path / "tree.dot").read_text(encoding="utf-8") == tree.dot
