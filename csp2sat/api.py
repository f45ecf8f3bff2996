"""csp2sat in Python: load or build a problem, solve it, go through its solutions, find the best, write its files.

`what` is a Model (built with `csp2sat.build`), a path (a board or a CSP, as on the command line), or what `load` gives.
Settings, the same for every function: `solver` (a name; default: the first that is there), `solvers` (a YAML file),
`timeout` (seconds), `memory` (MB), `seed`, `threads`, `encoding`.
"""

from __future__ import annotations

import hashlib
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypedDict, Unpack

from . import files, mapfile
from .cnf.dimacs import Written
from .encode import files as encoded
from .encode.encoder import Options
from .errors import InputError, Place, UsageError
from .folders import work_folder
from .model.expr import show
from .model.model import Answer, Model
from .puzzles.carried import board_in, solution_by
from .puzzles.spec import PUZZLES, Board
from .run import output
from .run.config import load as load_solvers
from .run.outcome import Options as RunOptions
from .search import enumeration, inputs, optimize, solving
from .search.engine import Engine
from .search.inputs import CnfInput
from .search.problem import BoardProblem, CspProblem
from .search.solving import Result

Problem = BoardProblem | CspProblem
What = Model | Problem | str | Path
WHOLE = 1 << 24  # characters of an expression that go into a digest


class Settings(TypedDict, total=False):
    """How to solve; see the module's text."""

    solver: str | None
    solvers: str | None
    timeout: float | None
    memory: int | None
    seed: int | None
    threads: int | None
    encoding: str


@dataclass(frozen=True)
class Decoded:
    """A decoded answer: status, and with SATISFIABLE the values, or the board with its solution (neutral form)."""

    status: str
    values: Answer | None = None
    board: Board | None = None
    solution: Any = None

    def _repr_svg_(self) -> str | None:
        """For notebooks: the board, solved."""
        return _drawn(self.board, self.solution)


@dataclass
class BoardResult(Result):
    """What came out for a board; a notebook draws it, two solutions side by side."""

    board: Board | None = None

    def _repr_svg_(self) -> str | None:
        return _drawn(self.board, self.solution, self.second)


def load(path: str | Path, kind: str | None = None) -> Problem:
    """Read a board or a CSP.  kind: as after `--from`.  Raises InputError with the place of what is wrong."""
    problem = inputs.read(str(path), kind)
    if isinstance(problem, CnfInput):
        raise InputError("a CNF has no variables to solve for; give its source", Place(str(path)))
    return problem


def solve(what: What, *, unique: bool = False, search: str = optimize.DEFAULT, **settings: Unpack[Settings]) -> Result:
    """A solution, or that there is none; for a model with an objective the best one.

    unique: also look for a second solution (`Result.unique`, `.second`).  search: how to look for the best.
    Of a board a BoardResult, which a notebook draws.
    A limit that is reached gives the status UNKNOWN, or the best so far.  Raises SolverError when a solver fails.
    """
    problem = _problem(what)
    with _engine(settings) as engine:
        if isinstance(problem, CspProblem) and problem.model.objective is not None:
            if unique:
                raise UsageError("a model with an objective cannot be asked whether its solution is unique")
            return optimize.optimize(problem, engine, search, lambda value, solution: None, _embedded(settings))
        result = (solving.solve_unique if unique else solving.solve)(problem, engine)
    return BoardResult(**vars(result), board=problem.board) if isinstance(problem, BoardProblem) else result


def solutions(what: What, limit: int | None = None, **settings: Unpack[Settings]) -> Iterator[Any]:
    """Different solutions one by one, all of them or `limit`; of a model: Answers.

    Raises LimitReached when a limit comes before the end.
    """
    with _engine(settings) as engine:
        incremental = settings.get("solver") is None or _embedded(settings)
        yield from enumeration.solutions(_problem(what), engine, limit, incremental)


def write_cnf(what: What, cnf: str | Path, map_: str | Path, encoding: str = "auto") -> Written:
    """Write the exact CNF and its map; sizes and digest of the CNF."""
    problem = _problem(what)
    return encoded.write(problem.attempts()[-1].model(), problem.digest, str(cnf), str(map_), Options(encoding))


def decode(result: str | Path, map_: str | Path) -> Decoded:
    """What a solver printed (a file), by the map.  Raises InputError or SolverError for what cannot belong to it."""
    variables = mapfile.read(files.read_source(str(map_)))
    answer = output.parse(files.read_bytes(str(result)), variables.num_vars)
    if answer.complaint or answer.status is None:
        raise InputError(answer.complaint or "no answer of a solver in it", Place(str(result), answer.line))
    if answer.status != "sat":
        return Decoded(output.SPELLINGS[answer.status])
    values = variables.decode(answer.literals)
    board = board_in(variables.about, str(map_))
    if board is None:
        return Decoded("SATISFIABLE", values)
    return Decoded("SATISFIABLE", values, board, solution_by(board, values, str(map_)))


def draw(board: Board, solution: Any = None) -> str:
    """The drawing of a board, and of its solution if given, as plain text."""
    from .puzzles import ascii

    return ascii.draw(PUZZLES[board.puzzle].picture(board, solution))


def _drawn(board: Board | None, solution: Any, second: Any = None) -> str | None:
    """An SVG document, or None if there is no solution to draw."""
    from .puzzles import figure

    return None if board is None or solution is None else figure.svg_of(board, solution, second)


def _problem(what: What) -> Problem:
    if isinstance(what, Model):
        return CspProblem(what, _digest(what))
    return load(what) if isinstance(what, (str, Path)) else what


def _digest(model: Model) -> str:
    """SHA-256 (hex) of what a model says, for the stamps of its files."""
    parts = [*map(repr, model.ints.items()), *model.bools, *(show(c.formula, WHOLE) for c in model.constraints)]
    return hashlib.sha256("\n".join([*parts, repr(model.objective)]).encode()).hexdigest()


def _embedded(settings: Settings) -> bool:
    return str(settings.get("solver")).startswith("embedded")


@contextmanager
def _engine(settings: Settings) -> Iterator[Engine]:
    """An engine with a folder of its own, which vanishes."""
    solvers = load_solvers(settings.get("solvers"))
    name = settings.get("solver")
    solver = solvers.find(name) if name else solvers.default()
    timeout = settings.get("timeout")
    run_options = RunOptions(
        None if timeout is None else time.monotonic() + timeout,
        settings.get("memory"),
        settings.get("seed"),
        settings.get("threads"),
    )
    with work_folder() as folder:
        yield Engine(solver, run_options, folder, options=Options(settings.get("encoding", "auto")))
