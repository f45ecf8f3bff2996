"""Problems: a CSP, a CNF or a board, behind one interface."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import replace
from functools import cache, cached_property, partial
from typing import TYPE_CHECKING, Any

from ..base.interpreter import CollectorOff
from ..base.source import Source
from ..errors import UsageError
from ..model.equations import completed
from ..model.expr import Expr, node, postorder
from ..model.meaning import VARIABLES, broken_constraints, evaluate, not_in_domain, outside_domains
from ..model.model import Answer, Constraint, Model, Objective, Soft
from ..model.name_patterns import fitting
from ..tuples import NamedTuple

if TYPE_CHECKING:
    from ..cnf.flat_clauses import Clause
    from ..model.refinement import Refinement
    from ..puzzles.spec import Board, StageRelation
    from .refining.light_constraints import LightModel

OF_THE_BEST = ("--all", "--limit", "count", "solutions")  # questions that may be about the best solutions alone
SHOWN, SHORT = 300, 60  # characters of a constraint that is violated, and of an objective
VALUES = 30  # that are shown of its variables


class Attempt(NamedTuple):
    """A way to model one problem, with the fields of `puzzles.spec.Stage`.

    relation: how the models relate to the solutions.  `exact`: the models mean exactly the solutions; `stronger`: every
    model means a solution, but not the other way round; `weaker`: every solution has a model; `equisatisfiable`: every
    model means a solution, and a model exists if a solution does.  model: builds the model.  assume: the assumption
    behind the model, '' if there is none.  first: a variable to assume at first, '' if there is none; ordered: whether
    the variables are in an order to decide by (see `puzzles.spec.Second`).
    """

    name: str
    relation: StageRelation
    model: Callable[[], Model]
    assume: str = ""
    first: str = ""
    ordered: bool = False


class Problem(ABC):
    """A problem, which defines its own solutions: values of variables, or a filled board.

    digest: SHA-256 of the input, hex.  board: the board of a puzzle; None for a CSP.  relaxed: the model with the soft
    constraints if constraints may be violated at a cost, else None.  stated: the model that `relaxed` was made from, as
    its text states the model, else None.  is_cnf: whether the problem is a plain CNF, whose models are its solutions.
    unnamed_in: the path of a CNF without lines `c p show` for the input's variables; else ''.  auxiliary_in: the same,
    if csp2sat wrote the CNF; else ''.
    always: the name of the constraints that are never blamed, if the input itself puts its constraints into groups by
    their names, as a group CNF does; else None.
    """

    digest: str
    board: Board | None = None
    relaxed: Model | None = None
    stated: Model | None = None
    is_cnf = False
    unnamed_in = ""
    auxiliary_in = ""
    always: str | None = None
    background = "the domains and the objective"

    def as_problem(self) -> Problem:
        """Return this problem, as the input of a CNF returns its problem."""
        return self

    @abstractmethod
    def attempts(self) -> Sequence[Attempt]:
        """Return the ways to model the problem, quickest first; the last way is exact, another may decide nothing."""

    def exact_attempt(self) -> Attempt:
        """Return the way whose answers mean exactly the solutions."""
        return self.attempts()[-1]

    @property
    def model(self) -> Model:
        """The exact model."""
        return self.exact_attempt().model()

    @property
    def objective(self) -> Objective | None:
        """The objective: a term, and whether to minimize or maximize it; None if there is none."""
        return None

    def violated(self, answer: Answer) -> list[Soft]:
        """Return the soft constraints that an answer violates; [] for a problem without any."""
        return []

    @property
    def preferred(self) -> Mapping[str, int]:
        """The values of variables that the first solution should have if a solution with all of them exists, with those
        that equations leave to other variables then.
        """
        return {}

    @property
    def preferred_answer(self) -> Answer | None:
        """The answer whose values are preferred, right or wrong; None if some variable has no such value."""
        return self._answer_of(self.preferred) if self.preferred else None

    def _answer_of(self, values: Mapping[str, int]) -> Answer | None:
        """Return the answer with these values; None if some variable has none."""
        model = self.model
        if not values.keys() >= {*model.ints, *model.bools}:
            return None
        bools = {name: bool(values[name]) for name in model.bools}
        return Answer({name: values[name] for name in model.ints}, bools)

    @property
    def doubt(self) -> str:
        """The reason why the model may lack solutions, so that `no solution`, `no other` and `no better one` stay
        unproved; '' if the model lacks none.
        """
        return ""

    @property
    def stating(self) -> Callable[[Answer, Mapping[str, Any]], Model] | None:
        """A function that returns the model with statements of known values, and of values that the language computes;
        None if the language computes none.
        """
        return None

    @abstractmethod
    def solution(self, answer: Answer) -> Any:
        """Return the solution that an answer of the model means."""

    @abstractmethod
    def values(self, solution: Any) -> Answer:
        """Return the values of the exact model's variables that mean a solution; values of hidden variables may be
        missing.
        """

    def another(self, solution: Any) -> Any | None:
        """Return another solution if one can be seen without search; otherwise None."""
        return None

    def others(self, solution: Any) -> Attempt | None:
        """Return a model that has an answer iff another solution exists, and whose answers mean other solutions.

        None means that the exact model has to be asked instead.
        """
        return None

    @property
    def refinement(self) -> Refinement | None:
        """The way to solve the problem by a weaker model and cuts; None if the attempts are quicker."""
        return None

    @property
    def lightened(self) -> LightModel | None:
        """The model without its heavy constraints, to be asked first; None if the whole model is no larger."""
        return None

    def detailed(self) -> Problem:
        """Return the same problem with each constraint at its place in the source, for messages."""
        return self

    def separable(self) -> Problem:
        """Return the same problem with constraints that can be left out one by one, each at its place in the source,
        for explanations.
        """
        return self.detailed()

    def clauses(self) -> list[Clause]:
        """Return the literals of each clause of a CNF as they are in the text, in order; [] for another problem."""
        return []

    def violation(self, constraint: Constraint) -> str:
        """Return the message that a constraint of the model is violated."""
        return violated(constraint)

    @abstractmethod
    def faults(self, solution: Any) -> list[str]:
        """Return the faults of a solution, in words, judged without the encoder; [] if the solution has none."""


class CspProblem(Problem):
    """A problem whose solutions are the values of a model's variables, including hidden ones, so that the solution can
    be checked.

    source: the text of the model, for messages; None if there is none.
    """

    def __init__(self, model: Model, digest: str, source: Source | None = None):
        self._model, self.digest, self.source = model, digest, source

    @property
    def model(self) -> Model:
        return self._model

    @property
    def objective(self) -> Objective | None:
        return self.model.objective

    @cached_property
    def preferred(self) -> Mapping[str, int]:
        given = self.model.preferred
        return completed(self.model, given) if given else given

    @property
    def doubt(self) -> str:
        return str(self.model.about.get("doubt", ""))

    def attempts(self) -> Sequence[Attempt]:
        """Return the exact attempt, after an attempt without symmetric solutions if values of variables may be
        exchanged (see `symmetry`).
        """
        smaller, exact = self._broken, self.exact_attempt()
        return [exact] if smaller is None else [Attempt("symmetry", "equisatisfiable", lambda: smaller), exact]

    def exact_attempt(self) -> Attempt:
        return Attempt("exact", "exact", lambda: self.model)

    @cached_property
    def _broken(self) -> Model | None:
        from .symmetry import broken

        return broken(self.model)

    @cached_property
    def refinement(self) -> Refinement | None:
        from .refining.circuits import refinement

        return refinement(self.model)

    @property
    def lightened(self) -> LightModel | None:
        from .refining.light_constraints import lightened

        return lightened(self.model)

    def solution(self, answer: Answer) -> Answer:
        return answer

    def values(self, solution: Answer) -> Answer:
        return solution

    def faults(self, solution: Answer) -> list[str]:
        outside = outside_domains(self.model, solution)
        if outside:
            return [not_in_domain(name, solution.ints.get(name)) for name in outside]
        return [violated_by(solution, each) for each in broken_constraints(self.model, solution)]


def violated(constraint: Constraint) -> str:
    """Return the message that a constraint is violated, with its place or name if the constraint has one."""
    from ..languages.csp.writer import shown

    where = f"{constraint.origin}: " if constraint.origin else ""
    return f"{where}{shown(constraint.formula, SHOWN)} is violated"


def violated_by(answer: Answer, constraint: Constraint) -> str:
    """Return the message that an answer violates a constraint: of a conjunction its first false part, with the values
    of the part's variables.
    """
    formula = constraint.formula
    while formula.op == "and":
        formula = next(part for part in formula.args if not evaluate(part, answer))
    valued = {**answer.ints, **{name: str(value).lower() for name, value in answer.bools.items()}}
    used = [str(each.args[0]) for each in postorder(formula) if each.op in VARIABLES]
    values = [f"{name} = {valued[name]}" for name in used[:VALUES]] + ["..."] * (len(used) > VALUES)
    return violated(constraint._replace(formula=formula)) + (f" by {', '.join(values)}" if values else "")


class BoardProblem(Problem):
    """A problem of a puzzle's board, whose solutions are in the puzzle's neutral form."""

    board: Board

    def __init__(self, board: Board, digest: str):
        from ..puzzles.spec import PUZZLES

        self.board, self.digest = board, digest
        self.puzzle = PUZZLES[board.puzzle]
        self._attempts: list[Attempt] = []

    def _repr_svg_(self) -> str:
        return self.board._repr_svg_()

    def attempts(self) -> Sequence[Attempt]:
        """Return an attempt for each stage of the puzzle; the exact model, about which several questions are asked, is
        built only once.
        """
        if not self._attempts:
            for each in self.puzzle.stages:
                build = partial(_modelled, self.board, each.model, each.assume)
                model = cache(build) if each is self.puzzle.stages[-1] else build
                self._attempts.append(Attempt(each.name, each.relation, model, each.assume))
        return self._attempts

    def solution(self, answer: Answer) -> Any:
        return self.puzzle.solution(self.board, answer)

    def values(self, solution: Any) -> Answer:
        return self.puzzle.values(self.board, solution)

    def another(self, solution: Any) -> Any | None:
        return self.puzzle.second.at_once(self.board, solution) if self.puzzle.second else None

    def others(self, solution: Any) -> Attempt | None:
        if (second := self.puzzle.second) is None:
            return None
        model, hints = second.model, (second.first, second.ordered)
        return Attempt("others", "equisatisfiable", lambda: model(self.board, solution), "", *hints)

    @property
    def refinement(self) -> Refinement | None:
        with CollectorOff():
            return self.puzzle.refinement(self.board)

    def faults(self, solution: Any) -> list[str]:
        return self.puzzle.broken_rules(self.board, solution)


def _modelled(board: Board, model: Callable[[Board], Model], assume: str) -> Model:
    """Return the model that `model` builds for a board; `assume`, unless it is '', is noted in the model.

    The model refers to no problem, so that a problem is freed with its models.
    """
    with CollectorOff():
        built = model(board)
    if assume:
        built.about["assume"] = assume
    return built


def dropped(problem: Problem) -> str:
    """Return what the CNF of a problem leaves out, in words, such as `the objective (maximize x)`; '' if the CNF leaves
    out nothing.
    """
    if problem.relaxed is not None:
        return f"the cost of violated constraints ({len(problem.relaxed.soft)} with weights)"
    if problem.objective is None:
        return ""
    goal, term = problem.objective
    from ..languages.csp.writer import shown  # the whole of that language, which boards do not need

    return f"the objective ({goal} {shown(term, SHORT) if isinstance(term, Expr) else term})"


def without_objective(problem: Problem, asked: str, soft: bool = False) -> Problem:
    """Return the problem.  Raises UsageError if the problem has an objective.

    asked: the question about all solutions, for the message.  soft: whether soft constraints are allowed, and ignored,
    as they do not change which solutions exist.
    """
    if problem.objective is not None and not (soft and problem.relaxed is not None):
        from ..languages.spec import language_by

        how = f"remove the objective; to require a value, too: {language_by(problem.model.about).equality}"
        best = "--best (best=True) takes the best solutions; otherwise " if asked in OF_THE_BEST else ""
        raise UsageError(f"{asked}: not with an objective; {best}{how}")
    return problem


def with_best(problem: Problem, value: int, then: Objective | None = None) -> CspProblem:
    """Return a problem whose solutions are those of a problem with this value of its objective; then: its objective."""
    model = problem.model
    assert model.objective is not None
    term = model.objective.term
    best = [Constraint(node("eq", term, value))] if isinstance(term, Expr) else []
    return CspProblem(replace(model, constraints=[*model.constraints, *best], objective=then), problem.digest)


def check_patterns(problem: Problem, encode: Iterable[tuple[str, str]]) -> None:
    """Check the patterns of `encode` as `check_names` does for the variables of a CSP; boards are not checked, as each
    attempt has variables of its own.
    """
    if problem.board is None:
        check_names(problem.model.ints, encode)


def check_names(names: Collection[str], encode: Iterable[tuple[str, str]]) -> None:
    """Raise UsageError if a pattern of `encode`, paired with an encoding (see EncoderOptions), matches none of these
    names of integer variables.
    """
    for pattern, encoding in encode:
        if not fitting(pattern, names):
            raise UsageError(f"no integer variable fits the pattern {pattern}", "encode", f"{pattern}={encoding}")
