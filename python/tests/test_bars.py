"""How fast it must be. Processor time, and the best of some runs: other work goes on beside."""

import subprocess
import sys
import time
from collections.abc import Callable

import polars as pl
from amalgam_nim import Game, Position


def best(work: Callable[[], object], runs: int) -> float:
    times = []
    for _ in range(runs):
        start = time.process_time()
        work()
        times.append(time.process_time() - start)
    return min(times)


def test_import() -> None:
    script = "import time; t = time.process_time(); import amalgam_nim; print(time.process_time() - t)"
    runs = [subprocess.run([sys.executable, "-c", script], capture_output=True, check=True) for _ in range(5)]
    taken = min(float(run.stdout) for run in runs)
    assert taken < 0.15, f"{taken * 1000:.0f} ms"


def test_nothing_heavy_is_imported() -> None:
    script = "import sys, amalgam_nim, amalgam_nim.sweep; print(*sys.modules)"
    run = subprocess.run([sys.executable, "-c", script], capture_output=True, check=True, text=True)
    heavy = {"numpy", "polars", "pyarrow", "tqdm", "dask", "distributed", "pandas", "IPython"}
    assert not heavy & set(run.stdout.split())


def test_solve() -> None:
    game, position = Game(), Position([3, 4, 5])

    def many() -> None:
        for _ in range(1000):
            game.solve(position)

    # What the library takes for it is in this too: some 20 to 60 µs.
    taken = best(many, 5) / 1000
    assert taken < 200e-6, f"{taken * 1e6:.0f} µs"
    print(f"solve: {taken * 1e6:.1f} µs")


def test_a_cube_into_polars() -> None:
    cube = best(lambda: Game().cube(200), 3)
    found = Game().cube(200)
    into = best(lambda: pl.DataFrame(found), 3)
    # At 400 it must be 0.3; a cube of half the size leaves out most of the work, not of the table.
    assert into < 0.6 * cube, f"{into:.3f} s beside {cube:.3f} s"
    print(f"cube: {cube:.3f} s, into polars {into:.3f} s")
