"""Decoding of a solver's answer by the map: values, or the solution of the map's board."""

from __future__ import annotations

import errno
import os
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NamedTuple

from ..base import files
from ..base.numbers import decimal
from ..build.arrays import Array
from ..build.functions.intervals import Interval
from ..build.model import Model
from ..build.owner import Handle, node_of
from ..cnf.flat_clauses import Clause
from ..decoder import VariableMap, finding
from ..decoder.meanings import OF_CONSTRAINT, AuxiliaryRecords, LiteralWords, auxiliaries
from ..decoder.wording import WHERE, within
from ..errors import FileError, InputError, ModelError, Place, UsageError
from ..judging.by_map import MapJudge
from ..languages.base.value_lines import has_value_lines, read_values
from ..model import model as csp
from ..model.meaning import evaluate
from ..model.model import Answer
from ..puzzles.spec import Board, Solution
from ..solving.first_solution import Conclusion
from ..solving.problem import Problem
from .results import ModelSolution, Values

MOST_RANGE = 1_000_000  # numbers in a range
CLAUSES = "clauses by number as 17 or 1,2,5-9 or all, or the literals of some as '3 -8 30,-3 8' or '3 0'"
MAP = b'{"format": "csp2sat map"'


class _MapSolution(ModelSolution):
    """A solution whose variables have the names of a map; a handle of any model stands for the variable of its name."""

    __slots__ = ()

    def _value(self, of: object) -> Any:
        """Return the value of a variable, a name of a variable, a term, a formula or an interval in the answer.

        Raises ModelError if the map lacks a variable, and for a term that is undefined.
        """
        if isinstance(of, Interval) or (isinstance(of, str) and of in self._own()):
            return super()._value(of)
        if isinstance(of, str):
            known = {**self._answer.ints, **self._answer.bools}
            if of in known:
                return known[of]
            for name, names, shape in self._model.arrays():
                if name == of and known.keys() >= {*names}:
                    return Array([known[each] for each in names], shape).tolist()
        if not isinstance(of, Handle):
            raise ModelError(f"{of!r} is no variable, term or constraint, and no name of a variable in the map")
        try:
            found = evaluate(node_of(of), self._answer)
        except KeyError as missing:
            raise ModelError(f"the map has no variable {missing}") from None
        if found is None:
            raise ModelError(f"{of!r} is undefined in this answer")
        return found


@dataclass(frozen=True)
class Decoded(Values):
    """A decoded answer: the status and, if SATISFIABLE, the values, or the board with its solution (neutral form).

    answer: the values of all variables of the map, hidden ones too.  objective: its value, if the answer and the map
    have one.  at_most: a bound of the cost of soft constraints, in place of the cost, unless the input is at hand or
    the answer is the best one.  map: the map that decoded the answer; the status ignores doubts that the map leaves.
    unjudged: descriptions of everything that could not be judged.  model: the model that was encoded, if it was given,
    which knows the names of its arrays.
    """

    status: Conclusion
    answer: Answer | None = None
    board: Board | None = None
    solution: Solution | None = None
    objective: int | None = None
    map: VariableMap | None = field(default=None, repr=False)
    unjudged: tuple[str, ...] = ()
    at_most: int | None = None
    model: Model | None = field(default=None, repr=False, compare=False)

    @property
    def values(self) -> ModelSolution | None:
        """The values as a solution, such as `csp2sat.solve` gives one; None if there is no solution."""
        return None if self.answer is None else self._found()

    def __bool__(self) -> bool:
        return self.status in ("SATISFIABLE", "OPTIMUM FOUND")

    def __str__(self) -> str:
        parts = [self.status, *([] if self.objective is None else [f"objective {decimal(self.objective)}"])]
        return ", ".join(parts) + ("" if self.answer is None else f": {self._found()}")

    def _found(self) -> _MapSolution:
        if self.answer is None:
            raise ModelError(f"there are no values; the status is {self.status}")
        model = self.model or Model.of(csp.Model(about=self.map.about if self.map else {}))
        return _MapSolution(model, self.answer, self.objective)

    def _repr_svg_(self) -> str | None:
        """Return the SVG of the solved board, for notebooks; None without a board or solution."""
        return None if self.board is None or self.solution is None else self.board.svg(self.solution)


def decoded(result: str, map_: str, source: str | None = None, model: Problem | None = None) -> Decoded:
    """Read the answer of a solver (or a log with `a` lines), judge the answer, and refuse a wrong one.

    result, map_: paths, `-` for stdin.  source: path of the input; None: a file beside the map is used if it has the
    map's digest.  model: the input itself, in place of its path, or None.  Raise InputError for a wrong answer, and
    SolverError for the answer to another CNF.
    """
    data = files.read_bytes(result)  # first: in a pipe the encoder may still be at its work, and write the map
    if data.startswith(MAP):
        how = f"csp2sat decode ANSWER -m {result}, or SOLVER F.cnf | csp2sat decode -m {result}"
        raise InputError(f"a map; expected the answer of a solver: {how}", Place(result))
    variables = finding.read(files.read_source(map_))
    judge = MapJudge(variables, map_, result, source, model)
    board = judge.board  # one that is wrong is refused before anything is decoded
    status: Conclusion = "SATISFIABLE"
    if has_value_lines(data):
        printed = read_values(files.as_source(result, data))
        values = judge.printed(printed)
        solution = judge.values(values, printed.objective)
        return Decoded(status, values, board, solution, None, variables, tuple(judge.unjudged))
    answer = judge.answer(data)
    if answer.status != "sat":
        refuted = answer.status == "unsat" and not variables.about.get("doubt")
        without: Conclusion = "UNSATISFIABLE" if refuted else "UNKNOWN"
        return Decoded(without, board=board, map=variables, unjudged=tuple(judge.unjudged))
    values, cost = variables.decode(answer.literals), variables.cost(answer.literals)
    if answer.optimum and cost is not None and not variables.about.get("doubt"):
        status = "OPTIMUM FOUND"
    solution = judge.values(values, cost)
    values, cost, at_most = judge.real(values, answer)
    return Decoded(status, values, board, solution, cost, variables, tuple(judge.unjudged), at_most)


class LiteralMeaning(NamedTuple):
    """A literal of a CNF with everything that the literal says by the map; see `decoder.meanings`.

    holds: whether the literal is true in a model, or None without a model.
    """

    literal: int
    means: list[str]
    holds: bool | None = None

    def without(self, origins: Iterable[str]) -> LiteralMeaning:
        """Return the same without the places of constraints, which the clause of the literal is known to come from."""
        texts = self.means
        for origin in dict.fromkeys(origins):
            texts = [text.replace(f"{OF_CONSTRAINT}{origin}", "") for text in texts]
        kept = [text for text in texts if not text.startswith("auxiliary variable") or text[-1].isdigit()]
        return self._replace(means=kept or texts)

    @property
    def alternative(self) -> str:
        """The first meaning as a part of a disjunction."""
        return within(self.means[0]) if WHERE in self.means[0] else self.means[0]


def literal_meanings(map_: str, literals: str, answer: str | None = None) -> list[LiteralMeaning]:
    """Return the meanings of literals of a CNF.

    map_, answer: paths of the map and of a solver's answer, `-` for stdin; None: there is no answer.  literals: numbers
    and ranges with commas between them, or `all` for each variable of the map.  Raises UsageError if these are no
    literals of the CNF, and for the answer the errors of `decoded`.
    """
    data = None if answer is None else files.read_bytes(answer)
    source = files.read_source(map_)
    variables = finding.read(source)
    most = variables.num_vars
    made = auxiliaries(source, most)
    if literals == "all":
        wanted = list(range(1, most + 1))
    else:
        wanted = numbers("--literal", literals, "numbers as 17 or -17,5 or 2-9, or all")
        _require_literals("--literal", wanted, most, map_)
    known = None if data is None or answer is None else _model(data, MapJudge(variables, map_, answer))
    return _meanings(variables, made, wanted, known)


class ClauseMeanings(NamedTuple):
    """Clauses of a CNF.

    clauses: their literals.  numbers: the place of each among the clauses of the CNF, from 1; of a clause given by its
    literals all places, [] if the CNF does not have the clause, or 0 if the clause is one of several; None if the CNF
    is not at hand.  origins: where the
    clause of each number comes from; '' if no single constraint is known.  has_origins: whether the map says where
    clauses come from.  literals: what each literal of the clauses says, once.
    """

    clauses: list[Clause]
    numbers: list[int] | None
    origins: list[str]
    has_origins: bool
    literals: dict[int, LiteralMeaning]


def clause_meanings(map_: str, wanted: Sequence[str], answer: str | None = None) -> ClauseMeanings:
    """Return what clauses of a CNF say, and where they come from.

    map_, answer: as for `literal_meanings`.  wanted: texts, each with numbers, which count the clauses of the CNF from
    1, with commas between them, or `all`; or each with the literals of a clause, with blanks between them or with a 0
    behind them, or of several such clauses, with commas between these.  The CNF is a file beside the map or the answer,
    by its digest.  Raises UsageError if a text is no clause, or if the CNF that a number needs is not at hand.
    """
    data = None if answer is None else files.read_bytes(answer)
    source = files.read_source(map_)
    variables = finding.read(source)
    judge = MapJudge(variables, map_, answer or map_)
    rows = judge.clauses
    by_literals = [_clauses(text) for text in wanted]
    clauses = [lits for each in by_literals for lits in each or ()]
    if clauses and None in by_literals:
        expected = "expected literals of clauses alone, such as '3 -8 30,-3 8', or numbers: 3,7"
        raise UsageError(f"--clause: literals and numbers; {expected}")
    if clauses:
        for lits in clauses:
            _require_literals("--clause", lits, variables.num_vars, map_)
        found, clauses = _placed(clauses, rows)
    else:
        if rows is None:
            text = ", ".join(wanted)
            missing = judge.without_numbers
            raise UsageError(f"--clause {text}: {missing}; expected literals: '3 -8 30'")
        found = list(dict.fromkeys(number for text in wanted for number in _numbers(text, len(rows))))
        clauses = [rows[number - 1] for number in found]
    made = auxiliaries(source, variables.num_vars)
    origins = [str(made.origin_of(number) or "") for number in found or ()]
    each = dict.fromkeys(lit for clause in clauses for lit in clause)
    words = _meanings(variables, made, each, None if data is None else _model(data, judge))
    return ClauseMeanings(clauses, found, origins, bool(made.clauses), {one.literal: one for one in words})


def _clauses(text: str) -> list[Clause] | None:
    """Return the literals of one clause, or of several with commas between them, of which one has blanks between its
    literals; None for a text with numbers of clauses: positive ones with commas between them, one alone, or `all`.
    """
    if text.strip() == "all":
        return None
    found = numbers("--clause", text, CLAUSES)
    if min(found) > 0 and (len(found) == 1 or not text.split()[1:] or "," in text):
        return None
    parts = [part.strip() for part in text.split(",")]
    are_several = any(part.split()[1:] for part in parts)
    clauses = [numbers("--clause", part, CLAUSES) for part in parts] if are_several else [found]
    return [lits[:-1] if lits[-1] == 0 and lits != [0] else lits for lits in clauses]


def _placed(clauses: list[Clause], rows: list[Clause] | None) -> tuple[list[int] | None, list[Clause]]:
    """Return the numbers of clauses among the `rows` of a CNF as in `ClauseMeanings`, and for each number its clause;
    a single clause stays single.
    """
    if rows is None:
        return None, clauses
    places: dict[frozenset[int], list[int]] = {frozenset(lits): [] for lits in clauses}
    for number, row in enumerate(rows, 1):
        if (same := places.get(frozenset(row))) is not None:
            same.append(number)
    if len(clauses) == 1:
        return places[frozenset(clauses[0])], clauses
    pairs = [(number, lits) for lits in clauses for number in places[frozenset(lits)] or [0]]
    return [number for number, _ in pairs], [lits for _, lits in pairs]


def _numbers(text: str, most: int) -> list[int]:
    """Return the numbers of clauses in a text; raise UsageError for one over `most`."""
    if text.strip() == "all":
        return list(range(1, most + 1))
    found = numbers("--clause", text, CLAUSES)
    if max(found) > most:
        which = f"the CNF has the clauses 1 to {most}; expected one of them, or literals as '3 -8 30'"
        raise UsageError(f"--clause {max(found)}: {which}")
    return found


def numbers(option: str, text: str, expected: str) -> list[int]:
    """Return the integers of a text, with commas or blanks between them; `3-5` is 3, 4 and 5.  Raises UsageError if
    the text has others.

    option, expected: the name of the option with this text, and the form that it should have, for the message.
    """
    found: list[int] = []
    for word in re.split(r"\s*,\s*|\s+", text.strip(), flags=re.ASCII):
        ends = re.fullmatch(r"([1-9]\d{0,8})-([1-9]\d{0,8})|[+-]?\d{1,18}", word, re.ASCII)
        if ends is None or (ends[1] and int(ends[1]) > int(ends[2])):
            raise UsageError(f"{option} {text}: expected {expected}")
        if ends[1] and int(ends[2]) - int(ends[1]) > MOST_RANGE:
            raise UsageError(f"{option} {text}: more than {MOST_RANGE} numbers; expected {expected}")
        found += range(int(ends[1]), int(ends[2]) + 1) if ends[1] else [int(word)]
    return found


def _require_literals(option: str, literals: Iterable[int], most: int, map_: str) -> None:
    """Raise UsageError unless numbers are literals of the variables 1 to `most`.

    option, map_: the name of the option that has the numbers, and the path of the map, for the message.
    """
    for lit in literals:
        if not 0 < abs(lit) <= most:
            raise UsageError(f"{option} {lit}: {map_} has the variables 1 to {most}; expected one of them, or -N")


def _meanings(
    variables: VariableMap, made: AuxiliaryRecords, literals: Iterable[int], model: set[int] | None
) -> list[LiteralMeaning]:
    """Return the meanings of literals, and whether they are in a model, unless that is None."""
    meanings = LiteralWords(variables, made)
    return [LiteralMeaning(lit, meanings.of(lit), None if model is None else lit in model) for lit in literals]


def _model(data: bytes, judge: MapJudge) -> set[int] | None:
    """Return the true literals of an answer; None for an answer without a model.  Raises UsageError if the answer has
    values of variables only.
    """
    if has_value_lines(data):
        raise UsageError(
            f"{judge.result}: values of variables, no literals; expected the answer of a solver to the CNF"
        )
    found = judge.answer(data)
    return set(found.literals) if found.status == "sat" else None


def map_of(result: str) -> str:
    """Return the path of the map of an answer if no option names a map: beside the answer, with the same name but for
    suffixes (`a.map` of `a.minisat.out`); raise UsageError if there is none, and FileError if
    there is no answer, either.
    """
    if found := finding.path_of(result):
        return found
    tried = list(finding.paths(result))
    if result != "-" and not os.path.exists(result):  # noqa: PTH110
        either = f"; nor is there {' or '.join(tried)}, the map that encode writes" if tried else ""
        raise FileError(f"{result}: cannot be read: {os.strerror(errno.ENOENT)}{either}")
    missing = f"there is no {' or '.join(tried)}" if tried else "the name has no suffix"
    others = [] if result == "-" else [str(path) for path in Path(result).parent.glob("*.map")][:2]
    raise UsageError(f"{result}: no map was found: {missing}; use -m {others[0] if len(others) == 1 else 'F.map'}")
