"""Long work: interrupted, watched, beside other threads, after a fork, and with a flat memory."""

import gc
import os
import signal
import subprocess
import sys
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import amalgam_nim as am
import pytest
from amalgam_nim import Game, Position

LONG = {
    "solve": "Game('take 1..9, merge if sum <= 60').solve([20, 21, 22, 23, 24, 25], memory='8GiB')",
    "cube": "Game().cube(2500, memory='8GiB')",
    "census": "Game().census(90, memory='8GiB')",
    "census in a folder": "Game().census(90, folder=sys.argv[1], memory='8GiB')",
    "conjecture": "Game().conjecture('P || N', heaps=4, max=400, memory='8GiB')",
    "rows": "Game('restricted-amalgamation(5)').rows(254)",
    "claims": "am.claims(effort='deep')",
    "table": "Game().table(60000, 60000, memory='16GiB')",
    "script": "Game.script('fn moves(n) { let o = []; if n < 9000000 { o.push(n + 1); } o }').solve(0)",
    "python": "Game(lambda n: [n + 1] if n < 10**9 else []).solve(0, memory='8GiB')",
}


@pytest.mark.parametrize("what", LONG)
def test_control_c_stops_it_within_a_second(what: str, tmp_path: Path) -> None:
    script = (
        "import sys, time, amalgam_nim as am\nfrom amalgam_nim import Game\n"
        "print('begun', flush=True)\n"
        f"try:\n    {LONG[what]}\nexcept KeyboardInterrupt:\n    print('stopped', flush=True)\n"
        "    import os; os._exit(7)\n"
    )
    words = [sys.executable, "-c", script, str(tmp_path / "kept")]
    child = subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    assert child.stdout is not None
    child.stdout.readline()
    time.sleep(1.0)
    assert child.poll() is None, f"over too soon: {child.communicate()}"
    start = time.monotonic()
    child.send_signal(signal.SIGINT)
    told = child.stdout.readline()
    taken = time.monotonic() - start
    child.communicate()
    assert (told.strip(), child.returncode) == ("stopped", 7)
    assert taken < 1, f"{taken:.2f} s"
    print(f"{what}: stopped after {taken:.2f} s")
    if what == "census in a folder":
        kept = Game().census(20, folder=tmp_path / "kept", memory="8GiB")
        assert kept.to_dict()["layers"] == Game().census(20).counts


def test_progress_is_told() -> None:
    told: list[tuple[str, int, int | None]] = []
    with pytest.raises(am.LimitReached):
        Game().census(90, memory="8GiB", time=2, progress=lambda *words: told.append(words))
    assert told and all("coins" in task and done <= (total or done) for task, done, total in told)

    class Enough(Exception):
        pass

    def enough(task: str, done: int, total: int | None) -> None:
        raise Enough

    with pytest.raises(Enough):
        Game().census(90, memory="8GiB", progress=enough)
    with pytest.raises(am.LimitReached):
        Game().census(90, memory="8GiB", time=1, progress=True)


def test_other_threads_go_on() -> None:
    seen = 0
    done = threading.Event()

    def count() -> None:
        nonlocal seen
        while not done.is_set():
            seen += 1
            time.sleep(0.01)

    other = threading.Thread(target=count)
    other.start()
    with pytest.raises(am.LimitReached):
        Game().census(90, memory="8GiB", time=1)
    done.set()
    other.join()
    assert seen >= 5


def test_threads_ask_at_once() -> None:
    def ask(n: int) -> object:
        game = Game(["amalgamation", "nim", "take 1..3, merge if equal"][n % 3])
        return (game.solve([n % 7, 5, n % 5]).to_dict(), Game().cube(n % 30).to_dict(), Game(ask_own).solve(n).grundy)

    def ask_own(n: int) -> list[int]:
        return [n - 1, n // 2] if n else []

    with ThreadPoolExecutor(8) as pool:
        assert list(pool.map(ask, range(64))) == [ask(n) for n in range(64)]


@pytest.mark.skipif(not hasattr(os, "fork"), reason="no fork here")
def test_a_child_asks_again() -> None:
    def ask() -> object:
        huge = Game().solve([7, 10**15, 10**15 + 4]).to_dict()
        return (Game().cube(60).to_dict(), Game().rows(20).to_dict(), huge, Game().census(12).counts)

    expected = ask()
    child = os.fork()
    if child == 0:
        os._exit(0 if ask() == expected else 1)
    end = time.monotonic() + 60
    while time.monotonic() < end:
        done, status = os.waitpid(child, os.WNOHANG)
        if done:
            break
        time.sleep(0.05)
    else:
        os.kill(child, signal.SIGKILL)
        os.waitpid(child, 0)
        pytest.fail("the child waits for threads that it has not")
    assert os.waitstatus_to_exitcode(status) == 0
    assert ask() == expected


def memory() -> int:
    pages = int(Path("/proc/self/statm").read_text().split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE")


@pytest.mark.skipif(not Path("/proc/self/statm").exists(), reason="no /proc here")
def test_memory_stays_flat() -> None:
    game, own = Game(), Game(lambda n: range(n))

    def work(times: int) -> None:
        for n in range(times):
            answer = game.solve(Position([3, 4, n % 6]))
            assert answer.winning_moves is not None and answer.to_dict()
            if n % 20 == 0:
                game.moves([2, n % 5])
                own.solve(n % 7)
                game.cube(6).__arrow_c_stream__()
                try:
                    Position("[x")
                except am.InputError:
                    pass

    work(5_000)
    gc.collect()
    before = memory()
    work(100_000)
    gc.collect()
    grown = memory() - before
    assert grown < 4 << 20, f"{grown >> 10} KiB more after 100000 calls"
