"""csp2sat in Python: load or build a problem, ask one of the questions, get a typed result.

`what` is a Model, a Board, a path (a board or a CSP, as on the command line), or what `load` gives.  Settings are
keywords, the same for every function and the same as on the command line: see `Settings`.
"""

from __future__ import annotations

import warnings
from dataclasses import dataclass
from pathlib import Path
from typing import Literal, Unpack, overload

from ..base.file_guard import guarded
from ..base.time_limit import until
from ..build.handles import Formula
from ..build.model import Model
from ..cnf.dimacs import Written
from ..counting.counting import Count
from ..encoder.files import WcnfForm
from ..errors import InputWarning
from ..explaining.board_conflicts import BoardExplanation
from ..explaining.csp_conflicts import Explanation, Reason
from ..puzzles.spec import Board, Solution
from ..settings import Keywords
from ..solving import first_solution
from ..solving.maxcsp import Mode
from ..solving.problem import Problem, without_objective
from ..solving.problem_run import ProblemRun
from ..solving.trace import Trace
from . import checking, counting, decoding, generating
from .certifying import source_of, verified
from .decoding import Decoded
from .explaining import reasons
from .pipelines import asked, deadline_of
from .problems import Projected, What, checked, model_of, problem_of, projected
from .results import BoardResult
from .settings import Settings, seconds, whole
from .writing import encoding
from .writing.converting import converted
from .writing.drawing import Drawing, drawing


@dataclass(frozen=True)
class ModelReason:
    """Constraints of a model that contradict each other.

    names: what each of them was called, or where it stands in the text, or ''.  smallest: without any one of them the
    others can be satisfied; False: that was not found out.
    """

    constraints: list[Formula]
    names: list[str]
    smallest: bool


@guarded
def count(
    what: What, *, project: Projected | None = None, limit: int | None = None, **settings: Unpack[Keywords]
) -> Count:
    """The number of solutions, as assignments of the variables that are not hidden, or of those in `project`.

    project: names, patterns such as `x_*`, variables, arrays.  limit: no more are looked for when there are so many; a
    number that is known without looking is given whole.  UsageError for a model with an objective; soft
    constraints are ignored.
    """
    problem = problem_of(what)
    whole("limit", limit, 1)
    names = None if project is None else projected(project, what)
    with asked(problem, Settings.of({**settings})) as pipeline:
        return counting.count(problem, pipeline, names, limit)


@guarded
def backbone(what: What, **settings: Unpack[Keywords]) -> dict[str, int | bool | None] | None:
    """The value that each variable has in all solutions, None where it varies; None instead if there is no solution.

    Raises LimitReached; UsageError for a model with an objective.  Soft constraints are ignored.
    """
    problem = without_objective(problem_of(what), "backbone", soft=True)
    with asked(problem, Settings.of({**settings})) as pipeline:
        return counting.values_by_name(counting.backbone(ProblemRun(problem, pipeline)))


@overload
def explain(what: Model, *, limit: int | None = 1, **settings: Unpack[Keywords]) -> Explanation[ModelReason]: ...
@overload
def explain(what: Board, *, limit: int | None = 1, **settings: Unpack[Keywords]) -> BoardExplanation: ...
@overload
def explain(
    what: Problem | str | Path, *, limit: int | None = 1, **settings: Unpack[Keywords]
) -> Explanation[ModelReason] | BoardExplanation: ...
@guarded
def explain(
    what: What, *, limit: int | None = 1, **settings: Unpack[Keywords]
) -> Explanation[ModelReason] | BoardExplanation:
    """Why there is no solution: sets of constraints, or of clues and rules, that contradict each other.

    limit: at most so many, None: all.  Without reasons where there is a solution.
    """
    problem = problem_of(what)
    whole("limit", limit, 1)
    with asked(problem, Settings.of({**settings})) as pipeline:
        asked_first = first_solution.solve(ProblemRun(problem, pipeline))
        if asked_first.status != "UNSATISFIABLE":
            none = Explanation[ModelReason] if problem.board is None else BoardExplanation
            return none(complete=not asked_first.reason, limit=asked_first.reason)
        found = reasons(problem, pipeline, limit)
        if found.stopped is not None:
            raise found.stopped
    if isinstance(found, BoardExplanation):
        return found
    model = model_of(what, problem)
    assert model is not None
    return Explanation([_reason(model, each) for each in found.reasons], found.complete, found.limit)


def _reason(model: Model, reason: Reason) -> ModelReason:
    parts = [each for part in reason.parts for each in part]
    names = ["" if each.origin is None else str(each.origin) for each in parts]
    return ModelReason([model.handle(Formula, each.formula) for each in parts], names, reason.smallest)


def verify(
    certificate: str | Path,
    source: What | None = None,
    *,
    kind: str | None = None,
    goal: Mode | None = None,
    timeout: float | None = None,
) -> str:
    """Check again what `prove` has certified; the claim: `unsatisfiable`, `unique` or `optimum`.

    source: the input, which is encoded again and compared, as a path or as it was given to `prove`.  kind, goal: how a
    path is read, as of `load`; nothing in the certificate decides that.  None: the claim is of the formula beside the
    certificate alone, whatever that formula says.  Raises CertificateError for what is wrong, NotVerified (one of
    them) for a claim that does not follow, ProofError, LimitReached, and UsageError where the certificate is of the
    source read with another kind or goal.
    """
    seconds("timeout", timeout)
    end = deadline_of(timeout)
    with until(end):
        given = None if source is None else source_of(source, kind, goal)
    return verified(str(certificate), given, end, Trace()).claim


@guarded
def check(what: What, answer: str | Path, **settings: Unpack[Keywords]) -> list[str]:
    """What is wrong with an answer (a file: `a` lines, a `v` line, JSON, a drawn board); [] if it is right."""
    how = Settings.of({**settings})
    if isinstance(what, str | Path):
        return checking.faults_in(str(what), None, str(answer), how)
    return checking.faults_of(problem_of(what), str(answer), how)


@guarded
def encode(
    what: What,
    cnf: str | Path,
    map_: str | Path | None = None,
    *,
    to: encoding.OutputFormat | None = None,
    wcnf_form: WcnfForm = "p",
    **settings: Unpack[Keywords],
) -> Written:
    """Write the CNF whose models are the solutions, and its map; return sizes and digest of the CNF.

    map_: None: beside the CNF.  to: `wcnf` for MaxSAT solvers and `opb` for pseudo-Boolean ones, with the objective or
    the weights; None: as the suffix of the file says.  wcnf_form: `p` as before 2022, or `h`.
    Warns (`csp2sat.InputWarning`) of an objective that a CNF leaves out.
    """
    form = encoding.format_of(str(cnf), to)
    files = encoding.file_names("model", str(cnf), None if map_ is None else str(map_))
    target = encoding.EncodingTarget(*files, form, None, wcnf_form)
    target.name_files("cnf", "map_")
    problem, how = problem_of(what), Settings.of({**settings})
    model = encoding.exact_attempt(problem, how.loop).model()
    written = encoding.write(problem, model, target, how.coding())
    if lost := encoding.left_out(problem, form):
        warnings.warn(lost, InputWarning, stacklevel=3)
    return written


def write_cnf(what: What, cnf: str | Path, map_: str | Path, encoding: str = "auto") -> Written:
    """Write the exact CNF and its map; sizes and digest of the CNF.  As `encode`, which takes all settings."""
    return encode(what, cnf, map_, encoding=encoding)


def decode(result: str | Path, map_: str | Path, source: str | Path | None = None) -> Decoded:
    """Read the answer of a solver (a file) by its map, and judge it.

    source: the input; None: it is taken from beside the map, if it is there.  What cannot be judged is in `unjudged` of
    the result.  Raises InputError for a wrong answer, SolverError for one to another CNF.
    """
    return decoding.decoded(str(result), str(map_), None if source is None else str(source))


@guarded
def generate(puzzle: str, rows: int, cols: int, **settings: Unpack[Keywords]) -> Board:
    """A new board with exactly one solution; the same `seed` gives the same board (None: at random)."""
    seed = settings.pop("seed", None)
    whole("seed", seed, 0)
    seed = generating.random_seed() if seed is None else seed
    return generating.new_board(puzzle, (rows, cols), seed, Settings.of({**settings}))[0].board


def convert(what: What, to: str) -> str:
    """A board as `text`, `array`, `json`, `url` or `sgt`; a model (or the model of a board) as `sugar`."""
    return converted(problem_of(what), to)


@overload
def draw(
    board: Board | BoardResult, solution: Solution | None = None, *, second: Solution | None = None, to: Literal["png"]
) -> bytes: ...
@overload
def draw(
    board: Board | BoardResult,
    solution: Solution | None = None,
    *,
    second: Solution | None = None,
    to: Literal["text", "svg", "html"] = "text",
) -> str: ...
def draw(
    board: Board | BoardResult,
    solution: Solution | None = None,
    *,
    second: Solution | None = None,
    to: Drawing = "text",
) -> str | bytes:
    """The drawing of a board, and of its solution if given; of a result of `solve` both.

    to: `text`, `svg`, `png` (bytes; needs the extra `csp2sat[png]`) or `html`, a page.  second: another solution, whose
    differences svg, png and html mark.
    """
    if isinstance(board, BoardResult):
        return drawing(board.given(), [each for each in (board.solution, board.second) if each is not None], to)
    return drawing(checked(board), [each for each in (solution, second) if each is not None], to)
