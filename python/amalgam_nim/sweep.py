"""Many questions, asked in this process, on all cores, or on a cluster, and their answers kept.

Each answer is a file of its own in a folder, written whole or not at all, with its SHA-256. A sweep that
is stopped or killed, or whose workers die, goes on where it was when it is run again, and ends with the
same bytes however it was run.

>>> import tempfile
>>> from amalgam_nim import sweep
>>> questions = [sweep.row("amalgamation", a) for a in range(1, 4)]
>>> with tempfile.TemporaryDirectory() as folder:
...     found = sweep.run(questions, folder, backend="here")
...     [answer["period"] for answer in found.values()]
[4, 2, 2]
"""

from __future__ import annotations

import contextlib
import hashlib
import importlib
import json
import os
import warnings
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol

import amalgam_nim

from .bounds import Bounds
from .errors import AmalgamError, LimitReached
from .game import Game

__all__ = [
    "Question",
    "Sweep",
    "claim",
    "compare",
    "conjecture",
    "row",
    "rows",
    "run",
    "solve",
    "survey",
]

_SCHEMA = "amalgam/sweep/1"


@dataclass(frozen=True, order=True)
class Question:
    """One question, as text: two questions that say the same are the same."""

    verb: str
    """What is asked: ``"row"``, ``"survey"``, …"""
    words: str
    """What it is asked about, as a JSON object in a fixed order."""

    @property
    def arguments(self) -> dict[str, Any]:
        """What it is asked about."""
        found: dict[str, Any] = json.loads(self.words)
        return found

    @property
    def key(self) -> str:
        """What its file is called."""
        digest = hashlib.sha256(f"{self.verb} {self.words}".encode()).hexdigest()
        return f"{self.verb}-{digest[:24]}"

    def ask(self, **bounds: Any) -> dict[str, Any]:
        """Asks it here and now. An answer that a bound kept unknown raises `LimitReached`."""
        answer = _VERBS[self.verb](**self.arguments, **bounds)
        if _unsettled(self.verb, answer):
            raise LimitReached(f"{self.key} is unknown in part", None, "raise memory= or time=")
        return answer


def _question(verb: str, **arguments: Any) -> Question:
    said = {key: value for key, value in arguments.items() if value is not None}
    return Question(verb, json.dumps(said, sort_keys=True, separators=(",", ":")))


def _game(game: Game | str) -> dict[str, Any]:
    game = Game(game) if isinstance(game, str) else game
    if game.rules is None:
        raise TypeError("a sweep asks of games with a name or rules in words")
    return {"game": game.name, "misere": True if game.misere else None}


def solve(game: Game | str, position: str | Iterable[int]) -> Question:
    """Who wins a position, or a sum as a text."""
    asked = position if isinstance(position, str) else str(amalgam_nim.Position(position))
    return _question("solve", position=asked, **_game(game))


def row(game: Game | str, row: int | Iterable[int]) -> Question:
    """L1 and L2 of a row, or of the row of a rest."""
    return _question("row", row=row if isinstance(row, int) else list(row), **_game(game))


def rows(game: Game | str, to: int, *, max_columns: int | None = None) -> Question:
    """The periods of the rows up to `to`."""
    return _question("rows", to=to, max_columns=max_columns, **_game(game))


def conjecture(game: Game | str, formula: str, **domain: int) -> Question:
    """Whether a formula holds in a domain: ``heaps=``, ``max=``, ``heights=``, ``coins=``."""
    return _question("conjecture", formula=formula, **domain, **_game(game))


def compare(game: Game | str, other: str, **how: Any) -> Question:
    """Where two games agree: ``heaps=``, ``max=``, ``values=``, ``show=``."""
    return _question("compare", other=other, **how, **_game(game))


def survey(family: str, n: int, **sizes: Any) -> Question:
    """One member of a family of games, with the keywords of `amalgam_nim.survey`."""
    return _question("survey", family=family, n=n, **sizes)


def claim(id: str, *, effort: str = "quick") -> Question:
    """A statement of the papers, checked."""
    return _question("claim", id=id, effort=effort)


def _on_game(method: str) -> Callable[..., dict[str, Any]]:
    def ask(*, game: str, misere: bool = False, **arguments: Any) -> dict[str, Any]:
        names = {"solve": "position", "row": "row", "rows": "to", "conjecture": "formula"}
        first = arguments.pop(names[method]) if method in names else Game(arguments.pop("other"))
        found: dict[str, Any] = getattr(Game(game, misere=misere), method)(first, **arguments).to_dict()
        return found

    return ask


def _ask_survey(*, family: str, n: int, **sizes: Any) -> dict[str, Any]:
    return amalgam_nim.survey(family, n, n, **sizes).to_dict()


def _ask_claim(*, id: str, effort: Any, **bounds: Any) -> dict[str, Any]:
    found = amalgam_nim.claim(id, effort=effort, **bounds).to_dict()
    # How long it took is not what was found.
    del found["seconds"]
    return found


_VERBS: dict[str, Callable[..., dict[str, Any]]] = {
    **{verb: _on_game(verb) for verb in ("solve", "row", "rows", "conjecture", "compare")},
    "survey": _ask_survey,
    "claim": _ask_claim,
}


def _unsettled(verb: str, answer: dict[str, Any]) -> bool:
    """Whether a clock had a say in it: what is unknown then may be known the next time."""
    if verb == "rows":
        return any(row.get("limit") == "time" for row in answer["rows"])
    if verb == "survey":
        return '"unknown"' in json.dumps(answer["members"])
    return verb == "claim" and answer["status"] == "unknown"


def _body(question: Question, answer: dict[str, Any]) -> str:
    said = {
        "schema": _SCHEMA,
        "version": amalgam_nim.__version__,
        "verb": question.verb,
        "arguments": question.arguments,
        "answer": answer,
    }
    return json.dumps(said, sort_keys=True, ensure_ascii=False, separators=(",", ":"))


def _work(verb: str, words: str, bounds: Mapping[str, Any]) -> tuple[str | None, str | None]:
    """What a worker does: the body of the file, or why there is none."""
    question = Question(verb, words)
    try:
        return _body(question, question.ask(**bounds)), None
    except AmalgamError as error:
        return None, str(error)


class Sweep(Mapping[Question, dict[str, Any]]):
    """The answers of a sweep, in the order of the questions; each is read when it is asked for."""

    def __init__(self, folder: Path, questions: Sequence[Question], failed: dict[Question, str]) -> None:
        self.folder = folder
        self.failed = failed
        """The questions without an answer, and why."""
        self._questions = [question for question in questions if question not in failed]

    def __getitem__(self, question: Question) -> dict[str, Any]:
        body = _read(self.folder, question)
        if body is None:
            raise KeyError(question)
        answer: dict[str, Any] = json.loads(body)["answer"]
        return answer

    def __iter__(self) -> Iterator[Question]:
        return iter(self._questions)

    def __len__(self) -> int:
        return len(self._questions)

    def __repr__(self) -> str:
        return f"<Sweep in {self.folder}: {len(self)} answers, {len(self.failed)} without>"


def _path(folder: Path, question: Question) -> Path:
    return folder / f"{question.key}.json"


def _read(folder: Path, question: Question) -> str | None:
    """The body of a file that is there whole, and of this question and version."""
    try:
        text = _path(folder, question).read_text(encoding="utf-8")
    except FileNotFoundError:
        return None
    except UnicodeDecodeError:
        text = ""
    body, _, seal = text.partition("\n")
    if seal != f"sha256:{hashlib.sha256(body.encode()).hexdigest()}\n":
        warnings.warn(f"{_path(folder, question)} is damaged and asked again", stacklevel=3)
        return None
    said = json.loads(body)
    same = said["verb"] == question.verb and said["arguments"] == question.arguments
    return body if same and said["version"] == amalgam_nim.__version__ else None


def _write(folder: Path, question: Question, body: str) -> None:
    """Writes the file beside its place and moves it there."""
    path = _path(folder, question)
    part = path.with_name(f".{path.name}.part")
    seal = hashlib.sha256(body.encode()).hexdigest()
    with open(part, "w", encoding="utf-8", newline="\n") as file:
        file.write(f"{body}\nsha256:{seal}\n")
        file.flush()
        os.fsync(file.fileno())
    os.replace(part, path)


@contextlib.contextmanager
def _locked(folder: Path) -> Iterator[None]:
    """One sweep at a time writes into a folder."""
    try:
        import fcntl
    except ImportError:  # not every system has locks of this kind
        yield
        return
    handle = os.open(folder, os.O_RDONLY)
    try:
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            help = "wait for it, or choose another folder"
            raise AmalgamError(f"another sweep writes into {folder}", None, help) from None
        yield
    finally:
        os.close(handle)


Done = tuple[Question, str | None, str | None]


class Backend(Protocol):
    """Where questions are asked: gives each with its body or why there is none, in any order."""

    def __call__(self, questions: Sequence[Question], bounds: Bounds) -> Iterator[Done]: ...


def _here(questions: Sequence[Question], bounds: Bounds) -> Iterator[Done]:
    for question in questions:
        yield (question, *_work(question.verb, question.words, bounds))


_TRIES = 5
"""How often a question is asked again whose worker died."""


def _cores(questions: Sequence[Question], bounds: Bounds, workers: int | None) -> Iterator[Done]:
    from concurrent.futures import ProcessPoolExecutor, as_completed
    from concurrent.futures.process import BrokenProcessPool
    from multiprocessing import get_context

    left = dict.fromkeys(questions)
    # Each worker has a core to itself. A fork would take threads along that are not there.
    bounds = {"threads": 1, **bounds}
    for _ in range(_TRIES):
        with ProcessPoolExecutor(workers, mp_context=get_context("spawn")) as pool:
            asked = {pool.submit(_work, q.verb, q.words, bounds): q for q in left}
            try:
                for future in as_completed(asked):
                    done = future.result()
                    del left[asked[future]]
                    yield (asked[future], *done)
            except BrokenProcessPool:
                continue
            except BaseException:
                pool.shutdown(wait=False, cancel_futures=True)
                raise
        break
    for question in left:
        yield (question, None, f"its worker died {_TRIES} times")


def _dask(
    questions: Sequence[Question], bounds: Bounds, cluster: Any, workers: int | None
) -> Iterator[Done]:
    distributed: Any = importlib.import_module("distributed")

    bounds = {"threads": 1, **bounds}
    with contextlib.ExitStack() as stack:
        if isinstance(cluster, distributed.Client):
            client = cluster
        elif cluster is not None:
            client = stack.enter_context(distributed.Client(cluster))
        else:
            made = distributed.LocalCluster(
                n_workers=workers, threads_per_worker=1, processes=True, dashboard_address=None
            )
            client = stack.enter_context(distributed.Client(stack.enter_context(made)))
        left = {q.key: q for q in questions}
        for attempt in range(_TRIES):
            if not left:
                return
            asked = {}
            for key, q in left.items():
                name = f"amalgam-{key}-{attempt}"
                future = client.submit(_work, q.verb, q.words, dict(bounds), key=name, pure=False)
                asked[future] = q
            for future in distributed.as_completed(list(asked)):
                question = asked[future]
                if future.status != "finished":
                    continue  # its workers died: asked again
                done = future.result()
                del left[question.key]
                yield (question, *done)
        for question in left.values():
            yield (question, None, f"its workers died {_TRIES} times")


def run(
    questions: Iterable[Question],
    folder: str | Path,
    *,
    backend: str | Any = "cores",
    workers: int | None = None,
    memory: int | str | None = None,
    time: float | None = None,
    progress: bool = False,
) -> Sweep:
    """Asks every question that has no answer in the folder yet, and keeps each answer as it comes.

    `backend` is ``"here"`` (this process), ``"cores"`` (a process for each core), ``"dask"`` (a local
    Dask cluster), the address of a Dask scheduler such as ``"tcp://host:8786"``, or a Dask client.
    `memory` and `time` bound each question; one that meets a bound has no answer, is told in
    ``failed``, and is asked again by the next run.
    """
    folder = Path(folder)
    folder.mkdir(parents=True, exist_ok=True)
    asked = list(dict.fromkeys(questions))
    bounds: Bounds = {"progress": False}
    if memory is not None:
        bounds["memory"] = memory
    if time is not None:
        bounds["time"] = time
    failed: dict[Question, str] = {}
    with _locked(folder):
        for part in folder.glob(".*.json.part"):
            part.unlink()
        left = [question for question in asked if _read(folder, question) is None]
        for question, body, why in _told(_ask(left, bounds, backend, workers), len(left), progress):
            if body is None:
                failed[question] = why or "unknown"
            else:
                _write(folder, question, body)
    return Sweep(folder, asked, failed)


def _ask(
    questions: Sequence[Question], bounds: Bounds, backend: str | Any, workers: int | None
) -> Iterator[Done]:
    if not questions:
        return iter(())
    if backend == "here":
        return _here(questions, bounds)
    if backend == "cores":
        return _cores(questions, bounds, workers)
    if backend == "dask":
        return _dask(questions, bounds, None, workers)
    if isinstance(backend, str) and "://" not in backend:
        raise ValueError(f'there is no backend {backend!r}; there are "here", "cores", "dask", an address')
    return _dask(questions, bounds, backend, workers)


def _told(done: Iterator[Done], total: int, progress: bool) -> Iterator[Done]:
    if not progress:
        return done
    try:
        from tqdm.auto import tqdm
    except ImportError:
        return done
    found: Iterator[Done] = iter(tqdm(done, total=total, desc="questions"))
    return found
