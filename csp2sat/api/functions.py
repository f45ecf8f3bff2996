"""csp2sat in Python: load or build a problem, ask one of the questions, get a typed result.

`what` is a Model (built with `csp2sat.build`), a path (a board or a CSP, as on the command line), or what `load` gives.
Settings are keywords, the same for every function and the same as on the command line: see `Settings`.
"""

from __future__ import annotations

import hashlib
from collections.abc import Collection, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypedDict, Unpack

from ..certifying import proving, verifying
from ..cnf.dimacs import Written
from ..counting import backbones, counting
from ..counting.counting import Count
from ..errors import InputError, Place, UsageError
from ..explaining.board_conflicts import BoardExplanation
from ..explaining.csp_conflicts import Explanation, Reason
from ..model.expr import show
from ..model.model import Model, hidden
from ..puzzles.spec import PUZZLES, Board
from ..solving import enumeration, first_solution, inputs
from ..solving.first_solution import Result
from ..solving.inputs import CnfInput, Input
from ..solving.loop_encodings import How
from ..solving.pipeline import Pipeline
from ..solving.problem import CspProblem, Problem
from ..solving.trace import Trace
from . import checking, decoding, encoding, generating
from .certifying import ProofTarget, certify
from .converting import converted
from .decoding import Decoded
from .explaining import reasons
from .optimizing import optimum, warm
from .pipelines import deadline_of, folder_for, pipeline_of
from .settings import Settings

What = Model | Problem | str | Path
WHOLE = 1 << 24  # characters of an expression that go into a digest


class Keywords(TypedDict, total=False):
    """The fields of `Settings`, as keywords."""

    solver: str | None
    solvers: str | None
    timeout: float | None
    memory: int | None
    seed: int | None
    threads: int | None
    solver_args: Sequence[str]
    encoding: str
    encode: Sequence[str]
    amo: Any
    card: Any
    sums: Any
    polarity: Any
    loop: How
    check: bool
    cross_check: str | None
    race: Sequence[str]
    cubes: int
    executor: str
    proofs: str


@dataclass
class BoardResult(Result):
    """What came out for a board; a notebook draws it, two solutions side by side."""

    board: Board | None = None

    def _repr_svg_(self) -> str | None:
        if self.board is None or self.solution is None:
            return None
        return self.board.svg(self.solution, self.second)


def load(path: str | Path, kind: str | None = None) -> Problem:
    """Read a board or a CSP.  kind: as after `--from`.  Raises InputError with the place of what is wrong."""
    try:
        return inputs.read_problem(str(path), kind, "a CNF has no variables to solve for; give its source")
    except UsageError as error:
        raise InputError(str(error), Place(str(path))) from None


def solve(what: What, *, unique: bool = False, search: str | None = None, **settings: Unpack[Keywords]) -> Result:
    """A solution, or that there is none; for a model with an objective, or with weighted constraints, the best one.

    unique: also look for a second solution (`Result.unique`, `.second`).  search: how to look for the best.
    Of a board a BoardResult, which a notebook draws.
    A limit that is reached gives the status UNKNOWN, or the best so far.  Raises SolverError when a solver fails.
    """
    how, problem = Settings.of({**settings}), inputs.weighed(_problem(what))
    with _pipeline(how) as pipeline:
        if problem.objective is not None:
            if unique:
                raise UsageError("a model with an objective cannot be asked whether its solution is unique")
            best = optimum(problem, warm(pipeline, how), search, lambda value, solution: None)
            if best.stopped is not None:
                raise best.stopped
            return best
        result = (first_solution.solve_unique if unique else first_solution.solve)(problem, pipeline)
    return result if problem.board is None else BoardResult(**vars(result), board=problem.board)


def solutions(what: What, limit: int | None = None, **settings: Unpack[Keywords]) -> Iterator[Any]:
    """Different solutions one by one, all of them or `limit`; of a model: Answers.

    Raises LimitReached when a limit comes before the end.
    """
    problem = _problem(what)
    if inputs.weighed(problem) is not problem:
        raise UsageError("a model with weighted constraints has best solutions only: ask `solve`")
    with _pipeline(Settings.of({**settings})) as pipeline:
        yield from enumeration.solutions(problem, pipeline, limit)


def count(
    what: What, *, project: Collection[str] | None = None, limit: int | None = None, **settings: Unpack[Keywords]
) -> Count:
    """The number of solutions, as assignments of the variables that are not hidden, or of those in `project` (names or
    patterns); no more are looked for when there are `limit`."""
    with _pipeline(Settings.of({**settings})) as pipeline:
        return counting.count(_problem(what), pipeline, project, limit)


def backbone(what: What, **settings: Unpack[Keywords]) -> dict[str, int | bool | None] | None:
    """The value that each variable has in all solutions, None where it varies; None instead if there is no solution.

    Raises LimitReached.
    """
    with _pipeline(Settings.of({**settings})) as pipeline:
        problem = _problem(what)
        found = pipeline.exact(problem, "backbone").map
        names = [name for name in (*found.ints, *found.bools) if not hidden(name)]
        return backbones.backbone(problem, pipeline, names)


def explain(
    what: What, *, limit: int | None = 1, **settings: Unpack[Keywords]
) -> Explanation[Reason] | BoardExplanation:
    """Why there is no solution: sets of constraints, or of clues and rules, that contradict each other.

    limit: at most so many, None: all.  Without reasons where there is a solution.
    """
    problem = _problem(what)
    with _pipeline(Settings.of({**settings})) as pipeline:
        if first_solution.solve(problem, pipeline).status == "UNSATISFIABLE":
            return reasons(problem, pipeline, limit)
        return Explanation[Reason]() if problem.board is None else BoardExplanation()


def prove(what: What, proof: str | Path, *, unique: bool = False, **settings: Unpack[Keywords]) -> Result:
    """Solve, and write a proof that there is no (other, better) solution, with its certificate beside it.

    Without such a claim (there is a solution, or a second one) nothing is written.  Raises ProofError for a proof that
    does not hold, LimitReached where there was no time to check it.
    """
    problem, how = inputs.weighed(_problem(what)), Settings.of({**settings})
    name = str(what) if isinstance(what, str | Path) else "model"
    target = ProofTarget(Path(proof), name)
    with _pipeline(how) as pipeline:
        target.check(pipeline.solver)
        result: Result
        if problem.objective is not None:
            pipeline = warm(pipeline, how)
            result = best = optimum(problem, pipeline, None, lambda value, solution: None)
            refutation = proving.prove_optimum(problem, pipeline, best)
        else:
            result, refutation = proving.prove(problem, pipeline, unique)
        limit = None if refutation is None else certify(refutation, problem.digest, pipeline, target)
        if limit is not None:
            raise limit
    return result


def verify(certificate: str | Path, source: str | Path | None = None, *, timeout: float | None = None) -> str:
    """Check again what `prove` has certified; the claim: `unsatisfiable`, `unique` or `optimum`.

    source: the input, to be encoded again and compared.  Raises CertificateError, ProofError, LimitReached.
    """
    found, evidence = verifying.open_certificate(str(certificate))
    verifying.verify(
        found, evidence, None if source is None else str(source), proving.Checking(deadline_of(timeout), Trace())
    )
    return found.claim


def check(what: What | CnfInput, answer: str | Path, **settings: Unpack[Keywords]) -> list[str]:
    """What is wrong with an answer (a file: `a` lines, a `v` line, JSON, a drawn board); [] if it is right."""
    problem: Input = inputs.read(str(what), None) if isinstance(what, str | Path) else _problem(what)
    return checking.faults_of(problem, str(answer), Settings.of({**settings}))


def encode(what: What, cnf: str | Path, map_: str | Path | None = None, **settings: Unpack[Keywords]) -> Written:
    """Write the CNF whose models are the solutions, and its map (None: beside the CNF); sizes and digest of the CNF."""
    problem, how = inputs.weighed(_problem(what)), Settings.of({**settings})
    files = encoding.file_names("model", str(cnf), None if map_ is None else str(map_))
    model = encoding.exact_attempt(problem, how.loop).model()
    return encoding.write(problem, model, encoding.Target(*files), how.coding())


def write_cnf(what: What, cnf: str | Path, map_: str | Path, encoding: str = "auto") -> Written:
    """Write the exact CNF and its map; sizes and digest of the CNF.  As `encode`, which takes all settings."""
    return encode(what, cnf, map_, encoding=encoding)


def decode(result: str | Path, map_: str | Path) -> Decoded:
    """What a solver printed (a file), by the map.  Raises InputError or SolverError for what cannot belong to it."""
    return decoding.decoded(str(result), str(map_))


def generate(puzzle: str, rows: int, cols: int, **settings: Unpack[Keywords]) -> Board:
    """A new board with exactly one solution; the same `seed` gives the same board (None: at random)."""
    seed = settings.pop("seed", None)
    seed = generating.random_seed() if seed is None else seed
    return generating.new_board(puzzle, (rows, cols), seed, Settings.of({**settings}))[0].board


def convert(what: What, to: str) -> str:
    """A board as `text`, `array`, `json`, `url` or `sgt`; a model (or the model of a board) as `sugar`."""
    return converted(_problem(what), to)


def draw(board: Board, solution: Any = None) -> str:
    """The drawing of a board, and of its solution if given, as plain text."""
    from ..puzzles.drawing import ascii

    return ascii.draw(PUZZLES[board.puzzle].picture(board, solution))


def _problem(what: Any) -> Problem:
    if isinstance(what, Model):
        return CspProblem(what, _digest(what))
    return load(what) if isinstance(what, str | Path) else what


def _digest(model: Model) -> str:
    """SHA-256 (hex) of what a model says, for the stamps of its files."""
    parts = [*map(repr, model.ints.items()), *model.bools, *(show(c.formula, WHOLE) for c in model.constraints)]
    return hashlib.sha256("\n".join([*parts, repr(model.objective)]).encode()).hexdigest()


@contextmanager
def _pipeline(settings: Settings) -> Iterator[Pipeline]:
    """A pipeline with a folder of its own, which vanishes."""
    with folder_for() as folder:
        yield pipeline_of(settings, folder)
