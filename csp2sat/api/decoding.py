"""Decoding of a solver's answer by the map: values, or the solution of the map's board."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import PurePath
from typing import Any, NamedTuple

from .. import decoder
from ..base import files
from ..base.source import Source
from ..build.owner import Handle, node_of
from ..decoder import VariableMap, sugar_reader
from ..decoder.meanings import AuxiliaryRecords, LiteralWords, auxiliaries
from ..errors import InputError, ModelError, Place, UsageError
from ..judging.by_map import MapJudge
from ..languages.base.value_lines import has_value_lines, read_values
from ..model.meaning import evaluate
from ..model.model import Answer
from ..puzzles.spec import Board, Solution
from ..solving.first_solution import Conclusion
from ..solving.problem import Problem

MAP = b'{"format": "csp2sat map"'


@dataclass(frozen=True)
class Decoded:
    """A decoded answer: the status and, if SATISFIABLE, the values, or the board with its solution (neutral form).

    objective: its value, if the answer and the map have one.  at_most: a bound of the cost of soft constraints, in
    place of the cost, unless the input is at hand or the answer is the best one.  map: the map that decoded the answer;
    the status ignores doubts that the map leaves.  unjudged: descriptions of everything that could not be judged.
    """

    status: Conclusion
    values: Answer | None = None
    board: Board | None = None
    solution: Solution | None = None
    objective: int | None = None
    map: VariableMap | None = None
    unjudged: tuple[str, ...] = ()
    at_most: int | None = None

    def __getitem__(self, of: Any) -> Any:
        """Return the value of a variable, term or formula, or of a variable by its name; nested lists of an array or a
        list, a dict of a dict.

        Raises ModelError if there are no values, if the map lacks a variable, and for a term that is undefined.
        """
        if self.values is None:
            raise ModelError(f"there are no values; the status is {self.status}")
        if isinstance(of, Mapping):
            return {key: self[each] for key, each in of.items()}
        if isinstance(of, Iterable) and not isinstance(of, str | Handle):
            return [self[each] for each in of]
        for known in (self.values.ints, self.values.bools):
            if isinstance(of, str) and of in known:
                return known[of]
        if not isinstance(of, Handle):
            raise ModelError(f"{of!r} is no variable, term or constraint, and no name of a variable in the map")
        try:
            found = evaluate(node_of(of), self.values)
        except KeyError as missing:
            raise ModelError(f"the map has no variable {missing}") from None
        if found is None:
            raise ModelError(f"{of!r} is undefined in this answer")
        return found

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
        raise InputError(f"a map; expected the answer of a solver: csp2sat decode ANSWER -m {result}", Place(result))
    variables = _map(files.read_source(map_))
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


def literal_meanings(map_: str, literals: str, answer: str | None = None) -> list[LiteralMeaning]:
    """Return the meanings of literals of a CNF.

    map_, answer: paths of the map and of a solver's answer, `-` for stdin; None: there is no answer.  literals: numbers
    with commas between them, or `all` for each variable of the map.  Raises UsageError if these are no literals of the
    CNF, and for the answer the errors of `decoded`.
    """
    data = None if answer is None else files.read_bytes(answer)
    source = files.read_source(map_)
    variables = _map(source)
    most = variables.num_vars
    made = auxiliaries(source, most)
    if literals == "all":
        wanted = list(range(1, most + 1))
    else:
        wanted = numbers("--literal", literals, "numbers as 17 or -17,5, or all")
        _require_literals("--literal", wanted, most, map_)
    model = None if data is None or answer is None else _model(data, MapJudge(variables, map_, answer))
    return _meanings(variables, made, wanted, model)


class ClauseMeaning(NamedTuple):
    """A clause of a CNF.

    literals: what each literal says.  numbers: the places of the clause among those of the CNF, from 1; [] if the CNF
    does not have it; None if the CNF is not at hand.  origins: where the clause comes from, for each number; '' if no
    single constraint is known.  has_origins: whether the map says where clauses come from.
    """

    literals: list[LiteralMeaning]
    numbers: list[int] | None
    origins: list[str]
    has_origins: bool


def clause_meaning(map_: str, clause: str, answer: str | None = None) -> ClauseMeaning:
    """Return what a clause of a CNF says, and where it comes from.

    map_, answer: as for `literal_meanings`.  clause: a number, which counts the clauses of the CNF from 1, or literals,
    a single one with a 0 behind it.  The CNF is a file beside the map or the answer, by its digest.  Raises UsageError
    if this is no clause, or if the CNF that a number needs is not at hand.
    """
    data = None if answer is None else files.read_bytes(answer)
    source = files.read_source(map_)
    variables = _map(source)
    wanted = numbers("--clause", clause, "a number as 17, or literals as '3 -8 30'")
    by_number = len(wanted) == 1 and wanted[0] > 0
    judge = MapJudge(variables, map_, answer or map_)
    rows = judge.clauses
    if by_number:
        if rows is None:
            raise UsageError(f"--clause {wanted[0]}: the CNF of {map_} is not beside it; expected literals: '3 -8 30'")
        if wanted[0] > len(rows):
            raise UsageError(f"--clause {wanted[0]}: the CNF has the clauses 1 to {len(rows)}; expected one of them")
        found: list[int] | None = wanted
        lits = rows[wanted[0] - 1]
    else:
        lits = wanted[:-1] if wanted[-1] == 0 else wanted
        _require_literals("--clause", lits or wanted, variables.num_vars, map_)
        same = frozenset(lits)
        found = None if rows is None else [number for number, row in enumerate(rows, 1) if same == frozenset(row)]
    made = auxiliaries(source, variables.num_vars)
    model = None if data is None else _model(data, judge)
    origins = [str(made.origin_of(number) or "") for number in found or ()]
    return ClauseMeaning(_meanings(variables, made, lits, model), found, origins, bool(made.clauses))


def numbers(option: str, text: str, expected: str) -> list[int]:
    """Return the integers of a text, with commas or blanks between them.  Raises UsageError if the text has others.

    option, expected: the name of the option with this text, and the form that it should have, for the message.
    """
    words = re.split(r"\s*,\s*|\s+", text.strip(), flags=re.ASCII)
    if not all(re.fullmatch(r"[+-]?\d{1,18}", word, re.ASCII) for word in words):
        raise UsageError(f"{option} {text}: expected {expected}")
    return list(map(int, words))


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


def _map(source: Source) -> VariableMap:
    """Return the map of variables in a source, in this program's own form or in Sugar's."""
    return sugar_reader.read(source) if sugar_reader.is_sugars(source) else decoder.read(source)


def map_of(result: str) -> str:
    """Return the path of the map of an answer if no option names a map: beside the answer, with the same name but for
    suffixes (`a.map` of `a.minisat.out`); raise UsageError if there is none.
    """
    tried = []
    name = PurePath(files.unpacked_name(result))
    while result != "-" and name.suffix:
        name = name.with_suffix("")
        tried.append(f"{name}.map")
        if os.path.exists(tried[-1]):  # noqa: PTH110
            return tried[-1]
    missing = f"there is no {' or '.join(tried)}" if tried else "the name has no suffix"
    raise UsageError(f"{result}: no map was found: {missing}; use -m F.map")
