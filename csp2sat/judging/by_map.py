"""The judging of an answer by its map: its form, the clauses if the CNF is at hand, the board's rules or the
constraints.

A map names its CNF and its source by their digests, and contains the board itself.  Files with these digests are used
if they are beside the map or the answer.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import PurePath

from ..base import files, minizinc_paths
from ..base.numbers import decimal, dumps
from ..base.source import Source
from ..cnf import dimacs
from ..cnf.flat_clauses import Clause, clauses
from ..decoder import VariableMap
from ..encoder import wcnf
from ..encoder.costs import costs_of
from ..errors import InputError, Place, SolverError
from ..languages.base.value_lines import Printed
from ..model.meaning import evaluate
from ..model.model import Answer, Model, hidden
from ..puzzles.formats.reading import read_board
from ..puzzles.spec import PUZZLES, Board, Solution
from ..runner.process import output
from ..runner.process.output import SolverAnswer
from ..solving.inputs import read, read_data
from ..solving.maxcsp import RELAXED, MaxCspProblem, Mode
from ..solving.problem import Problem
from . import models
from .answers import OPTIMUM_OF_MAP, UNSATISFIABLE
from .beside import Beside, beside
from .values import faults_of_values, typed

SHA = "sha256:"
OF_PROGRAM = (
    "the constraints: the input of {} is a model of a program; csp2sat.encode(m, ..., source=FILE) writes it, too"
)
NO_SOURCE = "the constraints: no file beside {} has the digest of the input ({}); use --source INPUT"
CHANGED = "the constraints: the input of {} is not beside it ({} is another file, or was changed); use --source INPUT"
SUGARS = "the clauses: Sugar's map does not name its CNF"
MODES: tuple[Mode, ...] = ("weighted", "max")


@dataclass
class MapJudge:
    """A judge of answers to the CNF of a map.

    variables: the map.  path: the path of the map.  result: the path of the answer (`-`: stdin).  source: the path of
    the input; with None, a file beside the map.  given: the input itself, in place of its path.  unjudged: what could
    not be judged, in words.
    """

    variables: VariableMap
    path: str
    result: str
    source: str | None = None
    given: Problem | None = None
    unjudged: list[str] = field(default_factory=list)

    def answer(self, data: bytes) -> SolverAnswer:
        """Return the answer of a solver, from the bytes `data`, after judging its model; add to `unjudged` what the
        answer claims without evidence.

        Raises InputError if the text is no answer or a wrong one, SolverError if it is the answer to another CNF.
        """
        place, num_vars = Place(self._name), self.variables.num_vars
        answer = output.parse(data)
        if self.variables.digest:
            if answer.digest not in ("", self.variables.digest):
                raise SolverError(f"{self._name} is the answer to another CNF than that of {self.path}")
            complaint, answer = answer.complaint, output.parse(data, num_vars)
            if answer.complaint and not complaint:  # of a literal that the formula does not have
                raise InputError(answer.complaint + self._foreign, Place(self._name, answer.line))
        models.require_answer(answer, self._name)
        if answer.status == "sat":
            self._judge_model(answer, place)
        if not self.variables.digest:  # a map of Sugar's: the CNF may have more variables
            answer = answer._replace(literals=[lit for lit in answer.literals if abs(lit) <= num_vars])
        if answer.status == "unsat" and not self.variables.contradiction:
            self.unjudged.append(UNSATISFIABLE)
        if answer.optimum:
            self.unjudged.append(OPTIMUM_OF_MAP)
        return answer

    @property
    def _foreign(self) -> str:
        """The question for a message whether the map is of another formula than the answer."""
        return f"; is {self.path} the map of another formula?"

    def _judge_model(self, answer: SolverAnswer, place: Place) -> None:
        """Raise InputError, with the place, unless the answer's model has a value for each variable, satisfies the
        clauses of the CNF, if it is at hand, and has the cost that the answer states, if any.

        Variables that occur in no clause of the CNF at hand may lack a value.
        """
        if self.variables.contradiction:
            raise InputError(f"a model, but the map has a contradiction: {self.variables.contradiction}", place)
        lines = self._clauses
        missing: Collection[int] = output.Unvalued(answer.literals, self.variables.num_vars)
        if missing and lines is not None:
            missing = models.occurring(lines, missing)
        if missing:
            wrong = output.too_few(len(answer.literals), self.variables.num_vars, missing)
            unless = "" if lines is not None or not self.variables.digest else f", unless {self._cnf} lacks them"
            raise InputError(wrong + unless + self._foreign, place)
        if lines is not None and (false := models.false_clause(lines, answer.literals)):
            raise InputError(f"a wrong model: it falsifies the clause in {self._formula[0]}, {false}", place)
        cost = self.variables.cost(answer.literals)
        if cost is None or answer.cost is None:
            return
        of_opb = costs_of(self.variables).sign * cost
        if answer.cost not in (cost, of_opb, wcnf.cost(self.variables, answer.literals)):
            raise InputError(f"the cost of the model is {decimal(cost)}, not {decimal(answer.cost)}", place)

    def values(self, answer: Answer, cost: int | None = None) -> Solution | None:
        """Judge the values of an answer; return the solution of the map's board, or None if the map is of a CSP.

        answer: values of the map's variables.  cost: the value of the objective, or None without one.  Constraints and
        clauses that are not at hand are noted in `unjudged`.  Raises InputError if the values break the board's rules
        or the constraints of the source, or if the given source is another one.
        """
        if self.board is not None:
            solution: Solution | None = self._solution_on(self.board, answer)
            faults, of = PUZZLES[self.board.puzzle].broken_rules(self.board, solution), "the map's board"
        else:
            solution, of = None, "" if self._problem is None else self._problem[0]
            faults = self._faults(answer, cost)
        if self.board is None and self._problem is None and not self._beside.others and self._clauses is None:
            self.unjudged.append(f"the clauses: there is no {self._cnf}" if self.variables.digest else SUGARS)
        if faults:
            raise InputError(f"the values are no solution of {of}: {faults[0]}", Place(self._name))
        return solution

    def _solution_on(self, board: Board, answer: Answer) -> Solution:
        """Return the solution of the map's board in the puzzle's neutral form.  Raises InputError if the variables are
        not those of a board of this size.
        """
        try:
            solution: Solution = PUZZLES[board.puzzle].solution(board, answer)
        except (LookupError, TypeError, ValueError) as error:
            wrong = f"the variables are not those of a {board.puzzle} of this size: {error}"
            raise InputError(wrong, Place(self.path)) from error
        return solution

    def _faults(self, answer: Answer, cost: int | None) -> list[str]:
        """Return the faults of values by the source's constraints; without a source, return [] and note that the
        constraints are unjudged.

        cost: the value of the objective, or None without one.
        """
        if self._problem is None:
            if self.board is None and self._source_digest and not self.variables.about.get("language"):
                self.unjudged.append(OF_PROGRAM.format(self.path))
                return []
            changed = self._beside.changed if self._source_digest else []
            compared = f"{self._beside.compared} compared" if self._source_digest else "the map does not have it"
            missing = NO_SOURCE.format(self.path, compared)
            self.unjudged.append(CHANGED.format(self.path, changed[0]) if changed else missing)
            return []
        model = (self._max_csp or self._problem[1]).model
        ints = {name: value for name, value in answer.ints.items() if name in model.ints}
        bools = {name: value for name, value in answer.bools.items() if name in model.bools}
        return faults_of_values(model, Printed(ints, bools, cost), lambda model: Answer({}, {}))

    def real(self, values: Answer, answer: SolverAnswer) -> tuple[Answer, int | None, int | None]:
        """Return the values of a solver's answer with their cost, and a bound of the cost if the cost is not known.

        The literals of soft constraints may be false although the constraints hold: which of them hold, the source says
        if it is at hand, and the solver if it has found the best answer.  Raises InputError if the source refutes that.
        """
        cost = self.variables.cost(answer.literals)
        problem = self._max_csp
        if problem is None:
            is_exact = cost is None or answer.optimum or RELAXED not in self.variables.about
            return (values, cost, None) if is_exact else (values, None, cost)
        found = problem.solution(values)
        assert problem.objective is not None
        known: int = evaluate(problem.objective.term, found)
        if answer.optimum and cost is not None and known < cost:
            wrong = f"no optimum: the cost of the model is {decimal(cost)}, and of its values {decimal(known)}"
            raise InputError(wrong, Place(self._name))
        return found, known, None

    def printed(self, printed: Printed) -> Answer:
        """Return the values of the map's variables that are not hidden, from `a` lines.

        Values of a board may come from another model of the same puzzle: other variables are ignored, and the integers
        0 and 1 (and -1, if a line has a direction) stand for Booleans.  Raises InputError if a value is wrong or
        missing.
        """
        names = Model({name: code.values for name, code in self.variables.ints.items()})
        for name in self.variables.bools:
            names.bool(name)
        if self.board is not None:
            printed = self._of_board(printed)
        found = typed(names)(printed)
        faults = faults_of_values(names, found, lambda model: Answer({}, {}))
        if faults:
            raise InputError(faults[0], Place(self._name))
        return Answer(
            {name: value for name, value in found.ints.items() if not hidden(name)},
            {name: value for name, value in found.bools.items() if not hidden(name)},
        )

    def _of_board(self, printed: Printed) -> Printed:
        """Return the values of the map's variables among these, with -1, 0 and 1 as Booleans where the map has a
        Boolean.
        """
        ints = {name: value for name, value in printed.ints.items() if name in self.variables.ints}
        bools = {name: value != 0 for name, value in printed.ints.items() if value in (-1, 0, 1)} | printed.bools
        bools = {name: value for name, value in bools.items() if name in self.variables.bools}
        return Printed(ints, bools, faults=printed.faults)

    @cached_property
    def board(self) -> Board | None:
        """The board of the map; None if the map is of a CSP.  Raises InputError if the
        map has a board that cannot be read.
        """
        form = self.variables.about.get("board")
        return read_board(Source(f"{self.path}, its board", dumps(form))) if form else None

    @cached_property
    def _beside(self) -> Beside:
        source = "" if self.board is not None else self._source_digest  # the map contains the board
        digests = {self.variables.digest, source} - {""}
        return beside([self.path, self.result], digests)

    @cached_property
    def _max_csp(self) -> Problem | None:
        """The source with its soft constraints relaxed; None without any, and if the source is not at hand."""
        if self._problem is None or self.board is not None:
            return None
        names = {**self.variables.ints, **self.variables.bools}
        return _relaxed(self._problem[1], self.variables.about.get(RELAXED), names)

    @property
    def _source_digest(self) -> str:
        return str(self.variables.header.get("source", "")).removeprefix(SHA)

    @property
    def _name(self) -> str:
        """The name of the answer in messages."""
        return files.STDIN if self.result == "-" else self.result

    @property
    def _cnf(self) -> str:
        """The path where the CNF is expected."""
        return str(PurePath(self.path).with_suffix(".cnf"))

    @cached_property
    def _formula(self) -> tuple[str, bytes]:
        """The path and the text of the map's CNF; both empty if the CNF is not at hand."""
        if not self.variables.digest:
            return self._named_alike
        found = self._beside.found.get(self.variables.digest)
        if found is None and self._beside.others:
            self.unjudged.append(
                f"the clauses: {self._beside.others[0]} is not the formula of {self.path}, by its digest"
            )
        return found or ("", b"")

    @cached_property
    def _named_alike(self) -> tuple[str, bytes]:
        """The path and the text of the one formula named as a map of Sugar's, which does not name its formula; both
        empty if there is none, or several.
        """
        alike = [(path, files.read_bytes(path)) for path in beside([self.path], ("",)).others]
        found = [(path, text) for path, text in alike if text.startswith(models.OPB) or b"\np cnf " in b"\n" + text]
        return found[0] if len(found) == 1 else ("", b"")

    @cached_property
    def _clauses(self) -> list[bytes] | None:
        return models.clause_lines(self._formula[1]) if self._formula[0] else None

    @cached_property
    def clauses(self) -> list[Clause] | None:
        """The clauses of the map's CNF; None if it is not at hand, or is no CNF but a WCNF or OPB."""
        path, text = self._formula
        is_cnf = path and not text.startswith(models.OPB) and b"\np cnf " in b"\n" + text
        return clauses(dimacs.read(text, path).flat) if is_cnf else None

    @property
    def without_numbers(self) -> str:
        """The reason, in words, why there are no `clauses`."""
        path, _ = self._formula
        return f"{path} is no CNF" if path else f"the CNF of {self.path} is not beside it"

    @cached_property
    def _problem(self) -> tuple[str, Problem] | None:
        """The path and the problem of the source; None if the source is not at hand, or is a CNF.

        Raises InputError if the source has another digest than the map says.
        """
        kind = self.variables.about.get("language")
        if self.given is not None:
            return None if self.given.is_cnf else ("the model", self.given)
        if self.source is not None:
            is_minizinc = minizinc_paths.files_of(self.source)[0].lower().endswith(minizinc_paths.MINIZINC)
            path, problem = self.source, read(self.source, None if is_minizinc else kind)
            if self._source_digest and problem.digest != self._source_digest:
                raise InputError(f"not the source of {self.path}: the SHA-256 differs", Place(path))
        elif self._source_digest in self._beside.found:
            path, data = self._beside.found[self._source_digest]
            problem = read_data(data, path, PurePath(path).suffix, kind)
        else:
            return None
        return None if problem.is_cnf else (path, problem.as_problem())


def _relaxed(problem: Problem, mode: Mode | None, names: Mapping[str, object]) -> Problem | None:
    """Return the problem whose soft constraints were relaxed for a map; None if none were.

    mode: as the map states it; None: not stated, as by older versions.  names: of the map's variables.
    """
    plain = problem.model
    if problem.relaxed is not None:
        return problem
    if plain.objective is not None:
        return None
    others = [name for name in names if name not in plain.ints and name not in plain.bools]
    for each in (mode,) if mode in MODES else MODES if others else ():
        found = MaxCspProblem(plain, each, problem.digest)
        if all(name in found.model.bools for name in others):
            return found
    return None
