"""The objects of questions: a model, a board, a file, or a problem read from a file."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from pathlib import Path

from ..base import file_guard
from ..base.files import path_of
from ..base.numbers import decimal, dumps, long_written
from ..base.numbers import loads as parsed
from ..base.source import Source
from ..build import TermsLike
from ..build.handles import Expression
from ..build.model import Model
from ..build.nesting import flat_items
from ..build.owner import Handle, name_of, node_of_term, shown
from ..errors import InputError, Place, UsageError, warn
from ..incremental.bound_search import defined
from ..model import model as csp
from ..model.expr import show
from ..puzzles.formats.reading import read_board
from ..puzzles.spec import PUZZLES, Board, Solution
from ..solving import inputs
from ..solving.maxcsp import BOTH_GOALS, MaxCspProblem, Mode
from ..solving.problem import BoardProblem, CspProblem, Problem

What = Model | Board | Problem | str | Path
Projected = Iterable[str | TermsLike] | Expression
"""What solutions are counted on: names, patterns of names, variables and arrays of them."""
SEVERAL = (
    "several objectives in order; expected one objective (csp2sat.solve takes several); to take one "
    "after the other, add a constraint that the first one has its best value, then minimize the second"
)
OF_THE_FIRST = (
    "the costs of soft constraints are part of the first one of several objectives; for another place in the order "
    "write the costs as an objective: m.then_minimize(3 * ~c) in place of m.soft(c, 3)"
)
WHOLE = 1 << 24  # characters of an expression that go into a digest


def load(path: str | Path, kind: str | None = None, goal: Mode | None = None) -> Problem:
    """Read a board, a CSP or a CNF from a file; a puzzle URL may replace the path.

    kind: the name of a puzzle or language, as after `--from`; None: the text and the suffix decide.  goal: for soft
    constraints, `max` or `weighted`, as `--max` and `--weighted`; None: `weighted` if there are any.  Raise InputError
    with the place of the fault, and FileError for a file that cannot be read.
    """
    name = path_of("path", path)
    file_guard.reads(name)
    try:
        return inputs.weighed(inputs.read_problem(name, kind, None, goal or False))
    except UsageError as error:
        raise InputError(str(error), Place(name)) from None


def loads(text: str, kind: str | None = None, goal: Mode | None = None) -> Problem:
    """Read a board, a CSP or a CNF from its text; `kind`, goal and errors are those of `load`."""
    found = inputs.read_data(text.encode(), "<text>", "", kind)
    return inputs.weighed((inputs.with_goal(found, goal) if goal else found).as_problem())


def load_board(path: str | Path, kind: str | None = None) -> Board:
    """Return the board in a file, or of a puzzle URL; `kind` and errors are those of `load`.  Raise InputError for an
    input that is no board, too.
    """
    board = load(path, kind).board
    if board is None:
        raise InputError("a CSP; expected a board", Place(str(path)))
    return board


def load_model(path: str | Path, kind: str | None = None) -> Model:
    """Return the model that a file in a CSP language describes, to query or extend; for a board, its exact model.

    The parameter `kind` and the errors are those of `load`, which refuses an objective beside soft constraints, too.
    """
    model = inputs.read_problem(path_of("path", path), kind, None).model
    if model.soft and model.objective is not None:
        raise InputError(BOTH_GOALS, Place(str(path)))
    return Model.of(model)


def problem_of(what: What) -> Problem:
    """Return the current problem of a model, board or path; later additions to a model do not change the problem.

    Raise UsageError for a model with several objectives, TypeError for an object that is no problem.
    """
    if isinstance(what, Model):
        if len(what.objectives) > 1:
            raise UsageError(SEVERAL)
        return of_model(what.snapshot())
    if isinstance(what, csp.Model):
        return of_model(what)
    if isinstance(what, Board):
        board = checked(what)
        return BoardProblem(board, hashlib.sha256(dumps(board.neutral(), sort_keys=True).encode()).hexdigest())
    if isinstance(what, Problem):
        return what
    if isinstance(what, str | Path):
        return load(what)
    advice = ""
    if isinstance(what, list | tuple) and what and all(isinstance(each, str | Path) for each in what):
        advice = f"; a model and its data are one path: {' '.join(map(str, what))!r}"
    raise TypeError(f"{what!r} is no problem; expected a csp2sat.Model, a Board, what `load` gives, or a path{advice}")


def checked(board: Board) -> Board:
    """Return the board that results from reading the JSON form of a board, since users may construct invalid boards;
    raise InputError or UsageError for these.
    """
    if not isinstance(board, Board):
        raise UsageError(f"this is no board: {shown(board)}; expected a Board, such as csp2sat.load(path).board")
    try:
        text = dumps(board.neutral())
    except (AttributeError, TypeError, ValueError, RecursionError) as error:
        raise UsageError(f"this is no board: {error}") from None
    return read_board(Source("<board>", text))


@long_written()
def checked_solution(board: Board, solution: Solution | None, name: str) -> Solution | None:
    """Write the solution as JSON, read this JSON, and return the result; return None for None.

    The form is checked, not the rules: the solution may break rules of the puzzle.  Raise UsageError, which begins with
    `name`, for an object that JSON cannot express or that is not in the neutral form of the puzzle.
    """
    if solution is None:
        return None
    try:
        found: Solution = parsed(dumps(solution))
        PUZZLES[board.puzzle].rule_faults(board, found)
    except (TypeError, ValueError, RecursionError) as error:  # of JSON; a WrongForm is a ValueError
        raise UsageError(f"{name}: {error}") from None
    return found


def model_of(what: What, problem: Problem) -> Model | None:
    """Return the model that owns the handles of users: `what` itself, or a new model of the problem; None for a
    board.
    """
    if isinstance(what, Model):
        return what
    return Model.of(problem.model) if problem.board is None else None


def projected(project: Projected, what: What, option: str = "project") -> list[str]:
    """Return the names and patterns that `project` contains, of the variables on which solutions are counted.

    option: the parameter that errors blame.  Raise UsageError for a single text, which is often meant as one name, and
    ModelError for a variable of another model.
    """
    if isinstance(project, str) or not isinstance(project, Iterable | Handle):
        raise UsageError("expected a list of names, patterns or variables, such as ['x', 'y_*']", option, project)
    given = [project] if isinstance(project, Handle) else list(flat_items([project]))
    owned = [what.own(each) for each in given] if isinstance(what, Model) else given
    return [each if isinstance(each, str) else name_of(each) for each in owned]


def of_model(model: csp.Model) -> CspProblem:
    if model.soft and model.objective is None:
        return MaxCspProblem(model, "weighted", _digest(model))
    return CspProblem(model, _digest(model))


def best_of(what: What) -> tuple[Problem, list[csp.Objective]]:
    """Return the problem of a question about the best solutions alone, and its objectives after the first one, in
    order.  Raise UsageError if there is no objective.
    """
    if isinstance(what, Model) and len(what.objectives) > 1:
        given = what.snapshot()
        aims = aims_of(what, given)
        return of_model(given), aims[1:]
    problem = problem_of(what)
    if problem.objective is None:
        raise UsageError("only with an objective, or with soft constraints", "best", True)
    return problem, []


def aims_of(model: Model, given: csp.Model) -> list[csp.Objective]:
    """Return the objectives of a model in order, and add to its snapshot `given` that their terms are defined.

    Warn (`csp2sat.InputWarning`) of soft constraints whose costs are added to another first objective.
    """
    assert given.objective is not None
    first = model.objectives[0]
    if model.soft_constraints and not isinstance(first.term, int) and node_of_term(first.term) != given.objective.term:
        warn(OF_THE_FIRST)
    aims = [given.objective, *(csp.Objective(goal, node_of_term(term)) for goal, term in model.objectives[1:])]
    given.constraints += [csp.Constraint(each) for aim in aims[1:] for each in defined(aim.term)]
    return aims


def _digest(model: csp.Model) -> str:
    """Return the SHA-256 (hex) of the content of a model, for the stamps of its files."""
    parts = [*map(repr, model.ints.items()), *model.bools, *(show(c.formula, WHOLE) for c in model.constraints)]
    softs = [f"{decimal(soft.weight)} {show(soft.constraint.formula, WHOLE)}" for soft in model.soft]
    return hashlib.sha256("\n".join([*parts, *softs, repr(model.objective)]).encode()).hexdigest()
