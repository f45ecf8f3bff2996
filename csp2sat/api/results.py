"""Results of questions in Python: results and solutions of models, results of boards."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, TypeVar, overload

from ..base.numbers import decimal, repr_of
from ..build.arrays import Array
from ..build.formula_list import FormulaList
from ..build.functions.intervals import Interval
from ..build.handles import Formula, Term
from ..build.meant import no_attribute_of_result
from ..build.model import Model
from ..build.nesting import refuse_mapping
from ..build.owner import Handle, integer, node_of
from ..errors import ModelError
from ..escaping import for_html
from ..model.meaning import evaluate
from ..model.model import Answer, hidden
from ..optimizing.objective_search import ValueBound, gap_of
from ..puzzles.spec import Board, Solution
from .writing.common_result import CommonResult
from .writing.value_texts import values_table, values_text

DictKey = TypeVar("DictKey")


class Values(ABC):
    """A source of the values of a model's variables, and of all terms and formulas over them.

    `s[x]` is an int for a term, a bool for a formula, a (nested) list for an array or list, a dict with the same keys
    for a dict; for an interval a pair of its start and end, or None if the interval is absent.  `s["x"]` is the value
    of a variable by its name, of a MiniZinc model also that of an array, a set or an optional variable.
    """

    __slots__ = ()

    if not TYPE_CHECKING:  # type checkers say it better themselves

        def __getattr__(self, name: str) -> Any:
            raise no_attribute_of_result(self, name)

    @abstractmethod
    def _found(self) -> ModelSolution:
        """Return the solution; raise ModelError if there is none."""

    @overload
    def __getitem__(self, of: Term) -> int: ...
    @overload
    def __getitem__(self, of: Formula) -> bool: ...
    @overload
    def __getitem__(self, of: str) -> Any: ...
    @overload
    def __getitem__(self, of: Interval) -> tuple[int, int] | None: ...
    @overload
    def __getitem__(self, of: Array[Term, Term]) -> list[int]: ...
    @overload
    def __getitem__(self, of: Array[Formula, Formula]) -> list[bool]: ...
    @overload
    def __getitem__(self, of: Array[Term, Array[Term, Term]]) -> list[list[int]]: ...
    @overload
    def __getitem__(self, of: Array[Formula, Array[Formula, Formula]]) -> list[list[bool]]: ...
    @overload
    def __getitem__(self, of: list[Term]) -> list[int]: ...
    @overload
    def __getitem__(self, of: list[Formula]) -> list[bool]: ...
    @overload
    def __getitem__(self, of: Mapping[DictKey, Term]) -> dict[DictKey, int]: ...
    @overload
    def __getitem__(self, of: Mapping[DictKey, Formula]) -> dict[DictKey, bool]: ...
    @overload
    def __getitem__(self, of: Mapping[DictKey, object]) -> dict[DictKey, Any]: ...
    def __getitem__(self, of: Any) -> Any:
        return self._found()._values(of) if isinstance(of, Array | list | tuple | Mapping) else self._found()._value(of)

    def as_dict(self) -> dict[str, Any]:
        """Return the values of all variables that are not hidden, by their names; of a MiniZinc model those of the
        model's own variables: lists for arrays, sets, names of an enumeration's values, None for an absent value.
        """
        return self._found().as_dict()

    @overload
    def value(self, of: Term) -> int: ...
    @overload
    def value(self, of: Formula) -> bool: ...
    @overload
    def value(self, of: Array[Term, Term]) -> list[int]: ...
    @overload
    def value(self, of: Array[Formula, Formula]) -> list[bool]: ...
    @overload
    def value(self, of: Array[Term, Array[Term, Term]]) -> list[list[int]]: ...
    @overload
    def value(self, of: Array[Formula, Array[Formula, Formula]]) -> list[list[bool]]: ...
    @overload
    def value(self, of: Mapping[DictKey, Term]) -> dict[DictKey, int]: ...  # type: ignore[overload-overlap]
    @overload
    def value(self, of: Mapping[DictKey, Formula]) -> dict[DictKey, bool]: ...  # type: ignore[overload-overlap]
    @overload
    def value(self, of: Mapping[DictKey, object]) -> dict[DictKey, Any]: ...  # type: ignore[overload-overlap]
    @overload
    def value(self, of: Iterable[Term]) -> list[int]: ...
    @overload
    def value(self, of: Iterable[Formula]) -> list[bool]: ...
    @overload
    def value(self, of: Iterable[Iterable[Term]]) -> list[list[int]]: ...
    @overload
    def value(self, of: Iterable[Iterable[Formula]]) -> list[list[bool]]: ...
    def value(self, of: Any) -> Any:
        """Return the value of a term or formula; for an array or (nested) list, the (nested) list of the values; for a
        dict, a dict with the same keys and the values of its values.

        Raise ModelError if there is no solution, for a term that is undefined in the solution, for a variable of
        another model, and for a name that no variable has.
        """
        return self._found()._values(of)


class ModelSolution(Values):
    """A solution of a model.

    objective: the value of the objective, or the cost of the violated soft constraints; the first of several
    objectives; None if none was asked for.
    """

    __slots__ = ("_answer", "_model", "_printed", "objective")

    def __init__(self, model: Model, answer: Answer, objective: int | None = None):
        self._model, self._answer, self.objective = model, answer, objective
        self._printed: dict[str, Any] | None = None

    @property
    def ints(self) -> dict[str, int]:
        """The values of the integer variables that are not hidden, by their names."""
        return {name: value for name, value in self._answer.ints.items() if not hidden(name)}

    @property
    def bools(self) -> dict[str, bool]:
        """The values of the Boolean variables that are not hidden, by their names."""
        return {name: value for name, value in self._answer.bools.items() if not hidden(name)}

    def as_dict(self) -> dict[str, Any]:
        return dict(self._own()) or {**self.ints, **self.bools}

    def _own(self) -> dict[str, Any]:
        """Return the values of a MiniZinc model's own variables, by name; {} for another model."""
        if self._printed is None:
            found = self._model.own_values(self._answer)
            self._printed = {name: _in_python(value) for name, value in found.items()}
        return self._printed

    def _found(self) -> ModelSolution:
        return self

    def _value(self, of: object) -> Any:
        if isinstance(of, Interval):
            is_there = self._values(of.presence)
            return (self._values(of.start), self._values(of.end)) if is_there else None
        if isinstance(of, str) and (of in self._own() or of not in self._model):
            if of in self._own():
                return self._own()[of]
            for name, names, shape in self._model.arrays():
                if name == of and all(each in self._model for each in names):
                    return self._values(Array([self._model[each] for each in names], shape))
            raise self._model.no_variable(of, self._own())
        handle = self._model[of] if isinstance(of, str) else of
        if not isinstance(handle, Handle):
            refuse_mapping(of)
            raise ModelError(f"{of!r} is no variable, term, constraint or name; of an array say value(array)")
        try:
            found: int | bool | None = evaluate(node_of(self._model.own(handle)), self._answer)
        except KeyError as missing:
            raise ModelError(f"{missing} has no value here: it was declared after this solution was found") from None
        if found is None:
            raise ModelError(f"{handle!r} is undefined in this solution")
        return found

    def _values(self, of: object) -> Any:
        if isinstance(of, Mapping):
            return {key: self._values(each) for key, each in of.items()}
        refuse_mapping(of)
        if isinstance(of, Iterable) and not isinstance(of, str | Handle):
            return [self._values(each) for each in of]
        return self._value(of) if isinstance(of, Handle | str | Interval) else integer(of)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, ModelSolution) and (self.ints, self.bools) == (other.ints, other.bools)

    def __hash__(self) -> int:
        return hash((frozenset(self.ints.items()), frozenset(self.bools.items())))

    def __repr__(self) -> str:
        return ", ".join(f"{name} = {decimal(value)}" for name, value in {**self.ints, **self.bools}.items())

    def __str__(self) -> str:
        """Return the values by names; those of variables that were declared as an array are one list."""
        return values_text(self.as_dict(), self._model)

    def _repr_html_(self) -> str:
        """Return an HTML table of the values, for notebooks."""
        return values_table([self.as_dict()])


def _in_python(value: Any) -> Any:
    """Return a value of a MiniZinc model with sets in place of tuples."""
    if isinstance(value, list):
        return [_in_python(each) for each in value]
    return set(value) if isinstance(value, tuple) else value


@dataclass(frozen=True, repr=False)
class ModelResult(CommonResult, Values):
    """A result for a model: `r[x]`, `r["x"]` and `r.value(...)` are values in the solution, or raise ModelError if
    there is none.

    solution: None if none was found.  second: another solution; None if none was found, or asked for.  objective: the
    value of the objective, or the cost of the violated soft constraints; the first of several objectives.  bound: two
    values between which the best value lies, equal if the best value is known (of several objectives, the last
    objective that the search reached); None for a model without an objective, and if a limit came before any is known.
    violated: the soft constraints that the solution violates, with their names as `violated.names`, their weights as
    `violated.weights`.  objectives: the values of all decided objectives, in order.
    """

    solution: ModelSolution | None = None
    second: ModelSolution | None = None
    objective: int | None = None
    bound: tuple[int, int] | None = None
    violated: FormulaList = field(default_factory=FormulaList)
    objectives: tuple[int, ...] = ()

    __repr__ = repr_of

    @property
    def gap(self) -> float | None:
        """The relative gap: the width of `bound` divided by the absolute value of the objective, or by 1 if that is
        less; 0.0 if no solution is better, inf above all floats; of several objectives that of the first.  None without
        a solution or a bound, and while the search is at a later one of several objectives.
        """
        if self.status == "OPTIMUM FOUND":
            return 0.0
        if self.objective is None or self.objectives[1:]:
            return None
        return gap_of(self.bound, self.objective)

    def __str__(self) -> str:
        parts = [f"{self.status} ({self.reason})" if self.reason else self.status]
        values = self.objectives or (() if self.objective is None else (self.objective,))
        parts += [f"objective {', '.join(map(decimal, values))}"] if values else []
        if self.bound and self.bound[0] != self.bound[1]:
            parts.append(f"the best is between {decimal(self.bound[0])} and {decimal(self.bound[1])}")
        return ", ".join(parts) + (f": {self.solution}" if self.solution else "")

    def _found(self) -> ModelSolution:
        if self.solution is None:
            why = f": {self.reason}" if self.reason else ""
            raise ModelError(f"there is no solution to take values from; the status is {self.status}{why}")
        return self.solution

    def _repr_html_(self) -> str:
        """Return the status and a table of the values in HTML, for notebooks; two solutions side by side."""
        shown = [each for each in (self.solution, self.second) if each is not None]
        return _headline(self) + (values_table([each.as_dict() for each in shown]) if shown else "")


def _headline(result: CommonResult) -> str:
    """Return the status in HTML, with objective, uniqueness and reason on the same line."""
    words = [f"<b>{result.status}</b>"]
    if isinstance(result, ModelResult) and result.objective is not None:
        words.append(f"objective {decimal(result.objective)}")
    if result.unique is not None:
        words.append("the only solution" if result.unique else "not the only solution")
    if result.reason:
        words.append(for_html(result.reason))
    return f"<div>{', '.join(words)}</div>"


@dataclass(frozen=True)
class BoardResult(CommonResult):
    """A result for a board.

    solution, second: in the neutral form of the puzzle; None if no solution, or no second one, was found or asked for.
    """

    board: Board | None = None
    solution: Solution | None = None
    second: Solution | None = None

    def draw(self) -> str:
        """Return the drawing of the board with its solution, as plain text; `csp2sat.draw` has other forms."""
        from .writing.drawing import as_text

        return as_text(self.given(), self.solution)

    def given(self) -> Board:
        """Return the board that was given to the question."""
        assert self.board is not None
        return self.board

    def _repr_html_(self) -> str:
        """Return the status in HTML and the board, solved if possible, as SVG, for notebooks; a second solution is
        marked in it.
        """
        return _headline(self) + self.given().svg(self.solution, self.second)


Better = Callable[[int, ModelSolution], object] | Callable[[int, ModelSolution, ValueBound | None], object]
"""Called with each better objective and its solution, and with the known bound, if the function has a parameter for it:
two values between which the best one lies, or None.
"""
