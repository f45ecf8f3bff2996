"""What is to be solved: a CSP or a board, behind one interface."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from fnmatch import fnmatchcase
from functools import cache, cached_property, partial
from typing import TYPE_CHECKING, Any, NamedTuple

from ..base.gc_pause import no_collector
from ..base.source import Source
from ..errors import UsageError
from ..model.meaning import broken_constraints, not_in_domain, outside_domains
from ..model.model import Answer, Constraint, Model, Objective, hidden

if TYPE_CHECKING:
    from ..model.refinement import Refinement
    from ..puzzles.spec import Board, StageRelation

SHOWN = 2000  # characters of a constraint that is violated


class CnfInput(NamedTuple):
    """A CNF: its path for messages, its uncompressed bytes and their SHA-256 (hex)."""

    path: str
    data: bytes
    digest: str

    @property
    def is_cnf(self) -> bool:
        """Whether the input is a plain CNF."""
        return True


class Attempt(NamedTuple):
    """A way to model a problem: as `puzzles.spec.Stage`, of one problem.  first: as in `puzzles.spec.Second`."""

    name: str
    relation: StageRelation
    model: Callable[[], Model]
    assume: str = ""
    first: str = ""


class Problem(ABC):
    """A problem.  A solution is what the problem says it is: values of variables, or a filled board.

    digest: SHA-256 of the input, hex.  board: of a puzzle; None of a CSP.  relaxed: where constraints may be violated
    at a cost, the model whose soft constraints say so.  is_cnf: is it a plain CNF, whose models are asked about?
    """

    digest: str
    board: Board | None = None
    relaxed: Model | None = None
    is_cnf = False

    @abstractmethod
    def attempts(self) -> Sequence[Attempt]:
        """The ways to model it, quickest first; the last one is exact."""

    def quick_attempts(self) -> Sequence[Attempt]:
        """Return the ways that come before the exact one, and may decide nothing."""
        return self.attempts()[:-1]

    def exact_attempt(self) -> Attempt:
        """Return the way whose answers mean the solutions, all of them and no others."""
        return self.attempts()[-1]

    @property
    def model(self) -> Model:
        """The exact model."""
        return self.exact_attempt().model()

    @property
    def objective(self) -> Objective | None:
        """What is to be small or large, if anything."""
        return None

    @property
    def preferred(self) -> Mapping[str, int]:
        """Values of variables that the first solution has, if there is a solution with all of them."""
        return {}

    @property
    def doubt(self) -> str:
        """Why there may be solutions that the model does not have, and so nothing is known of there being no (other,
        better) one; ''."""
        return ""

    @abstractmethod
    def solution(self, answer: Answer) -> Any:
        """The solution that a model's answer means."""

    @abstractmethod
    def values(self, solution: Any) -> Answer:
        """The values of the exact model's variables (hidden ones may be missing) that mean a solution."""

    def another(self, solution: Any) -> Any | None:
        """Another solution, if one is seen without search."""
        return None

    def others(self, solution: Any) -> Attempt | None:
        """Where there is none at once: a model whose answers mean other solutions, which has one iff there is one.
        None: to be asked of the exact model."""
        return None

    @property
    def refinement(self) -> Refinement | None:
        """How it is solved by a weaker model and cuts, if that is quicker than by the attempts."""
        return None

    @abstractmethod
    def faults(self, solution: Any) -> list[str]:
        """What is wrong with a solution, judged without the encoder; [] if nothing is."""


class CspProblem(Problem):
    """A model from a language; a solution is the values of its variables, hidden ones too (so that they can be
    checked).  source: the text that was read, for messages."""

    def __init__(self, model: Model, digest: str, source: Source | None = None):
        self._model, self.digest, self.source = model, digest, source

    @property
    def model(self) -> Model:
        return self._model

    @property
    def objective(self) -> Objective | None:
        return self.model.objective

    @property
    def preferred(self) -> Mapping[str, int]:
        return self.model.preferred

    @property
    def doubt(self) -> str:
        return str(self.model.about.get("doubt", ""))

    def attempts(self) -> Sequence[Attempt]:
        """Where values may take each other's place, first with one choice of them; see `symmetry`."""
        exact = Attempt("exact", "exact", lambda: self.model)
        smaller = self._broken
        return [exact] if smaller is None else [Attempt("symmetry", "equisatisfiable", lambda: smaller), exact]

    @cached_property
    def _broken(self) -> Model | None:
        from .symmetry import broken

        return broken(self.model)

    def solution(self, answer: Answer) -> Answer:
        return answer

    def values(self, solution: Answer) -> Answer:
        return solution

    def faults(self, solution: Answer) -> list[str]:
        outside = outside_domains(self.model, solution)
        if outside:
            return [not_in_domain(name, solution.ints.get(name)) for name in outside]
        return list(map(violated, broken_constraints(self.model, solution)))


def violated(constraint: Constraint) -> str:
    """That a constraint is violated, in words, with its place or name if it has one."""
    from ..languages.csp.writer import shown

    where = f"{constraint.origin}: " if constraint.origin else ""
    return f"{where}{shown(constraint.formula, SHOWN)} is violated"


class BoardProblem(Problem):
    """A puzzle's board; a solution is in the puzzle's neutral form."""

    board: Board

    def __init__(self, board: Board, digest: str):
        from ..puzzles.spec import PUZZLES

        self.board, self.digest = board, digest
        self.puzzle = PUZZLES[board.puzzle]
        self._attempts: list[Attempt] = []

    def _repr_svg_(self) -> str:
        return self.board._repr_svg_()

    def attempts(self) -> Sequence[Attempt]:
        """The exact model, which several questions are asked of, is built once; the others are used once."""
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
        model = second.model
        return Attempt("others", "equisatisfiable", lambda: model(self.board, solution), first=second.first)

    @property
    def refinement(self) -> Refinement | None:
        with no_collector():
            return self.puzzle.refinement(self.board)

    def faults(self, solution: Any) -> list[str]:
        return self.puzzle.broken_rules(self.board, solution)


def _modelled(board: Board, model: Callable[[Board], Model], assume: str) -> Model:
    """A model of the board.  It knows no problem: the problem is freed, with its models, when it is let go."""
    with no_collector():
        built = model(board)
    if assume:
        built.about["assume"] = assume
    return built


def without_objective(problem: Problem, asked: str, soft: bool = False) -> Problem:
    """The problem, if it has no objective.  asked: what was asked of all solutions, for the UsageError otherwise.

    soft: there may be soft constraints, which are ignored, for they do not change what a solution is.
    """
    if problem.objective is not None and not (soft and problem.relaxed is not None):
        how = "to ask about the best ones require its value: (= TERM VALUE), in Python m.add(TERM == VALUE)"
        raise UsageError(f"{asked}: not with an objective; take that out of the model, and {how}")
    return problem


def check_patterns(problem: Problem, encode: Iterable[tuple[str, str]]) -> None:
    """As `check_names`, of a CSP.  Those of boards are left unchecked: each attempt has variables of its own."""
    if problem.board is None:
        check_names(problem.model.ints, encode)


def check_names(names: Collection[str], encode: Iterable[tuple[str, str]]) -> None:
    """UsageError for a pattern with an encoding (see EncoderOptions) that fits none of these integer variables."""
    for pattern, encoding in encode:
        if not any(fnmatchcase(name, pattern) for name in names):
            raise UsageError(f"no integer variable is called {pattern}", "encode", f"{pattern}={encoding}")


def visible(answer: Answer) -> Answer:
    """The part of an answer that is a solution."""
    ints = {name: value for name, value in answer.ints.items() if not hidden(name)}
    return Answer(ints, {name: value for name, value in answer.bools.items() if not hidden(name)})
