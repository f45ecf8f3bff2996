"""What a question is about: a model, a board, a file, or what was read from one."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from pathlib import Path

from ..base import file_guard
from ..base.numbers import decimal, dumps
from ..base.source import Source
from ..build import TermsLike
from ..build.handles import Expression
from ..build.model import Model
from ..build.nesting import flat_items
from ..build.owner import Handle, name_of
from ..errors import InputError, Place, UsageError
from ..model import model as csp
from ..model.expr import show
from ..puzzles.formats.reading import read_board
from ..puzzles.spec import Board
from ..solving import inputs
from ..solving.maxcsp import MaxCspProblem, Mode
from ..solving.problem import BoardProblem, CspProblem, Problem

What = Model | Board | Problem | str | Path
Projected = Iterable[str | TermsLike] | Expression
"""What solutions are counted on: names, patterns of names, variables and arrays of them."""
WHOLE = 1 << 24  # characters of an expression that go into a digest


def load(path: str | Path, kind: str | None = None, goal: Mode | None = None) -> Problem:
    """Read a board, a CSP or a CNF from a file; a puzzle URL may stand for its path.

    kind: as after `--from`.  goal: of soft constraints, as `--max` and `--weighted`, which is usual where there are
    some.  Raises InputError with the place of what is wrong.
    """
    file_guard.reads(path)
    try:
        return inputs.weighed(inputs.read_problem(str(path), kind, None, goal or False))
    except UsageError as error:
        raise InputError(str(error), Place(str(path))) from None


def loads(text: str, kind: str | None = None, goal: Mode | None = None) -> Problem:
    """Read a board, a CSP or a CNF from its text; otherwise as `load`."""
    found = inputs.read_data(text.encode(), "<text>", "", kind)
    return inputs.weighed(inputs.as_problem(inputs.with_goal(found, goal) if goal else found))


def load_board(path: str | Path, kind: str | None = None) -> Board:
    """The board in a file, or of a puzzle URL.  Raises InputError."""
    board = load(path, kind).board
    if board is None:
        raise InputError("a CSP; expected a board", Place(str(path)))
    return board


def load_model(path: str | Path, kind: str | None = None) -> Model:
    """The model that a file in a CSP language says, to ask or to go on with; of a board, its exact model."""
    return Model.of(inputs.read_problem(str(path), kind, None).model)


def problem_of(what: What) -> Problem:
    """Return the problem as it is now: what is added to a model later does not change it.

    Raises UsageError for a model with several objectives, TypeError for anything that is no problem.
    """
    if isinstance(what, Model):
        if len(what.objectives) > 1:
            raise UsageError("this is for one objective; a model with several in order is for csp2sat.solve")
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
    raise TypeError(f"{what!r} is no problem; expected a csp2sat.Model, a Board, what `load` gives, or a path")


def checked(board: Board) -> Board:
    """Return the board as its JSON form is read.  Raises InputError or UsageError for what is no board, as anybody may
    make one."""
    try:
        text = dumps(board.neutral())
    except (TypeError, ValueError, RecursionError) as error:
        raise UsageError(f"this is no board: {error}") from None
    return read_board(Source("<board>", text))


def model_of(what: What, problem: Problem) -> Model | None:
    """The model whose handles are asked for values: the one that was given, or one of what was read; None: a board."""
    if isinstance(what, Model):
        return what
    return Model.of(problem.model) if problem.board is None else None


def projected(project: Projected, what: What) -> list[str]:
    """The names and patterns of what solutions are counted on.

    UsageError for a text alone, which is often meant as one name; ModelError for a variable of another model.
    """
    if isinstance(project, str) or not isinstance(project, Iterable | Handle):
        raise UsageError("expected a list of names, patterns or variables, such as ['x', 'y_*']", "project", project)
    given = [project] if isinstance(project, Handle) else list(flat_items([project]))
    owned = [what.own(each) for each in given] if isinstance(what, Model) else given
    return [each if isinstance(each, str) else name_of(each) for each in owned]


def of_model(model: csp.Model) -> CspProblem:
    if model.soft and model.objective is None:
        return MaxCspProblem(model, "weighted", _digest(model))
    return CspProblem(model, _digest(model))


def _digest(model: csp.Model) -> str:
    """SHA-256 (hex) of what a model says, for the stamps of its files."""
    parts = [*map(repr, model.ints.items()), *model.bools, *(show(c.formula, WHOLE) for c in model.constraints)]
    softs = [f"{decimal(soft.weight)} {show(soft.constraint.formula, WHOLE)}" for soft in model.soft]
    return hashlib.sha256("\n".join([*parts, *softs, repr(model.objective)]).encode()).hexdigest()
