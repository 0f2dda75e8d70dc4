"""Sweeps end with the same bytes, wherever they run and whatever dies meanwhile."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import amalgam_nim as am
import pytest
from amalgam_nim import Game, sweep

QUESTIONS = [
    *(sweep.row("amalgamation", a) for a in range(1, 9)),
    *(sweep.survey("threshold", n, max=8, coins=10) for n in range(1, 4)),
    *(sweep.conjecture(game, "P <=> x ^ y ^ z == 0", heaps=3, max=12) for game in ("nim", "lasker")),
    sweep.rows(Game("restricted-amalgamation(3)"), 9),
    sweep.claim("LH-T1"),
    sweep.solve(Game("nim", misere=True), [1, 2, 3]),
    sweep.compare("merge-take-one", "nim", heaps=3, max=9),
]


def contents(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in folder.iterdir()}


@pytest.fixture(scope="module")
def plain(tmp_path_factory: pytest.TempPathFactory) -> dict[str, bytes]:
    """What a sweep in one process leaves."""
    folder = tmp_path_factory.mktemp("plain")
    found = sweep.run(QUESTIONS, folder, backend="here")
    assert list(found) == QUESTIONS and not found.failed
    assert found[QUESTIONS[0]] == Game().row(1).to_dict()
    return contents(folder)


def test_answers_are_those_of_the_games(plain: dict[str, bytes], tmp_path: Path) -> None:
    assert len(plain) == len(QUESTIONS) == len(set(QUESTIONS))
    for question in QUESTIONS:
        assert question.ask() == sweep.Question(question.verb, question.words).ask()
    with pytest.raises(TypeError):
        sweep.row(Game(len), 1)
    with pytest.raises(ValueError, match="no backend"):
        sweep.run(QUESTIONS, tmp_path, backend="moon")


def test_all_cores(plain: dict[str, bytes], tmp_path: Path) -> None:
    sweep.run(QUESTIONS, tmp_path, backend="cores", workers=2)
    assert contents(tmp_path) == plain


def test_a_sweep_goes_on_where_it_was(plain: dict[str, bytes], tmp_path: Path) -> None:
    sweep.run(QUESTIONS[:5], tmp_path, backend="here")
    first = {path: path.stat().st_mtime_ns for path in tmp_path.iterdir()}
    damaged, half = sorted(first)[0], sorted(first)[1]
    damaged.write_bytes(damaged.read_bytes().replace(b"a", b"b", 1))
    half.write_bytes(half.read_bytes()[:20])
    (tmp_path / ".row-0.json.part").write_text("half")
    with pytest.warns(UserWarning, match="damaged"):
        sweep.run(QUESTIONS, tmp_path, backend="here")
    assert contents(tmp_path) == plain
    for path in sorted(first)[2:]:
        assert path.stat().st_mtime_ns == first[path], "what was there is not asked again"


def test_bounds_leave_no_answer(tmp_path: Path) -> None:
    question = sweep.conjecture("amalgamation", "P", heaps=4, max=200)
    other = sweep.row("amalgamation", 3)
    found = sweep.run([question, other], tmp_path, backend="here", memory="1MiB")
    assert list(found) == [other] and "memory" in found.failed[question]
    with pytest.raises(KeyError):
        found[question]
    wrong = sweep.solve("nim", "[1,x]")
    assert "heap size" in sweep.run([wrong], tmp_path, backend="here").failed[wrong]


def test_one_sweep_at_a_time(tmp_path: Path) -> None:
    with sweep._locked(tmp_path), pytest.raises(am.AmalgamError, match="another sweep"):
        sweep.run(QUESTIONS, tmp_path, backend="here")




def test_killed_and_run_again(plain: dict[str, bytes], tmp_path: Path) -> None:
    script = (
        "import sys; sys.path.insert(0, sys.argv[1])\n"
        "import time; from amalgam_nim import sweep; from test_sweep import QUESTIONS\n"
        "write = sweep._write\n"
        "def slow(*words): write(*words); print('.', flush=True); time.sleep(0.2)\n"
        "sweep._write = slow\n"
        "sweep.run(QUESTIONS, sys.argv[2], backend='here')\n"
    )
    words = [sys.executable, "-c", script, str(Path(__file__).parent), str(tmp_path)]
    child = subprocess.Popen(words, stdout=subprocess.PIPE)
    assert child.stdout is not None
    child.stdout.readline()
    child.stdout.readline()
    child.kill()
    child.wait()
    child.stdout.close()
    assert 2 <= len(list(tmp_path.glob("*.json"))) < len(QUESTIONS)
    sweep.run(QUESTIONS, tmp_path, backend="here")
    assert contents(tmp_path) == plain


def test_dask_loses_a_worker(tmp_path: Path) -> None:
    distributed = pytest.importorskip("distributed")
    # Each takes long enough for the worker to be killed at work.
    questions = [
        sweep.conjecture("amalgamation", f"coins % 97 == {n} || grundy >= 0", heaps=3, max=110)
        for n in range(12)
    ]
    (tmp_path / "dask").mkdir()
    with (
        distributed.LocalCluster(
            n_workers=2, threads_per_worker=1, processes=True, dashboard_address=None
        ) as cluster,
        distributed.Client(cluster) as client,
    ):
        victim = next(iter(client.run(os.getpid).values()))
        killed = []
        write = sweep._write

        def kill(folder: Path, question: sweep.Question, body: str) -> None:
            write(folder, question, body)
            if not killed:
                killed.append(victim)
                os.kill(victim, signal.SIGKILL)
                time.sleep(0.1)

        sweep._write = kill
        try:
            found = sweep.run(questions, tmp_path / "dask", backend=client)
        finally:
            sweep._write = write
        assert killed and not found.failed and len(found) == len(questions)
    sweep.run(questions, tmp_path / "here", backend="here")
    assert contents(tmp_path / "dask") == contents(tmp_path / "here")
