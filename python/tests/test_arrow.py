"""Tables through Arrow: the same numbers, whoever reads them."""

from collections.abc import Callable
from itertools import combinations_with_replacement
from pathlib import Path
from typing import Any

import amalgam_nim as am
import duckdb
import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest
from amalgam_nim import Game, Position
from naive import GAMES


def test_a_cube_read_by_everyone(command: Callable[..., Any], tmp_path: Path) -> None:
    cube = Game().cube(60)
    frame = pl.DataFrame(cube)
    command("cube", "--max", "60", "--out", str(tmp_path / "cube.parquet"))
    assert frame.equals(pl.read_parquet(tmp_path / "cube.parquet"))
    assert frame.schema == pl.read_parquet_schema(tmp_path / "cube.parquet")
    assert frame.columns == ["a", "b", "c", "grundy"] and len(frame) == len(cube)
    heaps = sorted(combinations_with_replacement(range(61), 3), key=lambda h: (h[2], h[1], h[0]))
    assert frame.select("a", "b", "c").rows() == heaps
    assert frame["grundy"].to_list() == [cube[h] for h in heaps]
    table = pa.table(cube)
    assert table.num_rows == len(cube) and table.schema == pa.schema(cube)
    assert table.column("grundy").to_pylist() == frame["grundy"].to_list()
    total = duckdb.sql("select sum(grundy), count(*), count(*) filter (grundy = 0) from cube").fetchall()[0]
    said = cube.to_dict()
    assert total == (said["sum"], said["positions"], said["zeros"])
    assert table.to_pandas()["grundy"].sum() == said["sum"] and isinstance(table.to_pandas(), pd.DataFrame)
    twin = next(game for game in GAMES if game.words == "amalgamation")
    for a, b, c, grundy in frame.filter(pl.col("c") <= 4).rows():
        assert twin.value(tuple(h for h in (a, b, c) if h))[1] == grundy


def test_a_cube_is_an_array_and_a_frame() -> None:
    cube = Game().cube(9)
    array = np.asarray(cube)
    assert array.shape == (10, 10, 10) and array.dtype == np.uint16
    assert all(array[a, b, c] == cube[a, b, c] for a in range(10) for b in range(10) for c in range(10))
    frame = pd.DataFrame(cube)
    assert list(frame.columns) == ["a", "b", "c", "grundy"] and len(frame) == len(cube)
    assert frame["grundy"].tolist() == pl.DataFrame(cube)["grundy"].to_list()


def test_many_positions_at_once() -> None:
    positions = [[a, b, c] for a in range(6) for b in range(6) for c in range(6)]
    game = Game()
    frame = pl.DataFrame(game.solve_many(positions))
    assert frame.columns == ["position", "outcome", "grundy", "remoteness", "reason"]
    for heaps, row in zip(positions, frame.rows(), strict=True):
        answer = game.solve(heaps)
        assert row == (str(Position(heaps)), answer.outcome, answer.grundy, answer.remoteness, answer.reason)
    huge = pa.table(game.solve_many([[7, 10**15, 10**15 + 4]]))
    assert huge.column("grundy").to_pylist() == [None]
    own = pl.DataFrame(Game(lambda n: range(n)).solve_many(range(5)))
    assert own["grundy"].to_list() == [0, 1, 2, 3, 4] and own["position"].to_list() == list("01234")
    with pytest.raises(am.InputError):
        game.solve_many(["[3,x]"])


@pytest.mark.parametrize("kept", [False, True])
def test_the_values_of_a_census(tmp_path: Path, kept: bool) -> None:
    census = Game("nim").census(8, grundy=True, out=tmp_path / "values" if kept else None)
    frame = pl.DataFrame(census.values)
    assert frame.columns == ["coins", "heaps", "grundy"] and len(frame) == len(census.values)
    for coins, heaps, grundy in frame.rows():
        assert sum(heaps) == coins and Game("nim").grundy(heaps) == grundy
    if kept:
        assert frame.equals(pl.read_parquet(tmp_path / "values/grundy/*.parquet"))
    assert Game("nim").census(3).values is None


def test_batches_of_a_cube_share_its_values() -> None:
    cube = Game("nim").cube(130)
    reader = pa.RecordBatchReader.from_stream(cube)
    batches = list(reader)
    assert len(batches) > 1 and sum(batch.num_rows for batch in batches) == len(cube)
    again = list(pa.RecordBatchReader.from_stream(cube))
    place = lambda batch: batch.column("grundy").buffers()[1].address  # noqa: E731
    assert [place(batch) for batch in batches] == [place(batch) for batch in again]
    # What was handed over outlives the cube.
    del cube
    assert batches[-1].column("grundy")[-1].as_py() == 130


def test_tables() -> None:
    table = Game().table(7, 11)
    array = np.asarray(table)
    assert array.shape == (7, 11) and array.tolist() == table.rows()
    assert np.array(table, dtype=np.int64).dtype == np.int64
    frame = pl.DataFrame(table)
    assert frame.rows() == [(a, b, table[a, b]) for a in range(7) for b in range(11)]
    assert table.offsets() == [[table[a, b] - b for b in range(11)] for a in range(7)]
    large = Game().table(700, 600)
    assert pa.table(large).column("f").to_numpy().reshape(700, 600).tolist() == large.rows()


@pytest.mark.parametrize("kept", [False, True])
def test_a_census(tmp_path: Path, kept: bool) -> None:
    folder = tmp_path / "census" if kept else None
    census = Game().census(14, folder=folder)
    frame = pl.DataFrame(census)
    columns = ["coins", "number_of_heaps", "heaps", "height_counts", "mirror"]
    assert frame.columns == columns and len(frame) == len(census)
    for coins, count in enumerate(census.counts):
        positions = census.positions(coins)
        rows = frame.filter(pl.col("coins") == coins)
        assert [list(p) for p in positions] == rows["heaps"].to_list()
        assert count["p_positions"] == len(positions) == len(rows)
        assert rows["number_of_heaps"].to_list() == [len(p) for p in positions]
        by_height = [[list(p).count(height) for height in range(1, max(p, default=0) + 1)] for p in positions]
        assert rows["height_counts"].to_list() == by_height
        assert rows["mirror"].to_list() == [p.is_mirror for p in positions]
        assert all(p.coins == coins for p in positions)
    found = {Position(heaps) for heaps in frame["heaps"].to_list()}
    for coins in range(9):
        for p in duckdb.sql(f"select heaps from frame where coins = {coins}").fetchall():
            assert Game().outcome(p[0]) == "P" and Position(p[0]) in found
    assert census.folder == folder
    if folder is not None:
        # The files are the same table.
        files = folder / "p-positions/*.parquet"
        assert frame.equals(pl.read_parquet(files)) and frame.schema == pl.read_parquet_schema(files)
        # It goes on where it was, and reads one layer at a time.
        assert Game().census(16, folder=folder).coins == 16
        layers = [batch.num_rows for batch in pa.RecordBatchReader.from_stream(census)]
        assert layers == [count["p_positions"] for count in census.counts if count["p_positions"]]
        next(folder.glob("p-positions/*007*")).write_bytes(b"spoilt")
        with pytest.raises(am.AmalgamError):
            census.positions(7)
        with pytest.raises(Exception, match="damaged|coins-007"):
            pa.table(census)


def test_capsules_that_nobody_takes(tmp_path: Path) -> None:
    things: list[Any] = [Game().cube(5), Game().table(), Game().census(5)]
    for thing in things:
        for _ in range(100):
            thing.__arrow_c_stream__()
            thing.__arrow_c_schema__()
        reader = pa.RecordBatchReader.from_stream(thing)
        assert reader.read_next_batch() is not None
        del reader
