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
from ..decoder.meanings import auxiliaries, meanings, purposes
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

    objective: its value, if the answer and the map have one.  map: the map that decoded the answer; the status ignores
    doubts that the map leaves.  unjudged: descriptions of everything that could not be judged.
    """

    status: Conclusion
    values: Answer | None = None
    board: Board | None = None
    solution: Solution | None = None
    objective: int | None = None
    map: VariableMap | None = None
    unjudged: tuple[str, ...] = ()

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
    return Decoded(status, values, board, solution, cost, variables, tuple(judge.unjudged))


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
    made, most = auxiliaries(source), variables.num_vars
    purpose = purposes(source, variables)
    if literals == "all":
        wanted = list(range(1, most + 1))
    elif re.fullmatch(r"\s*[+-]?\d{1,18}\s*(,\s*[+-]?\d{1,18}\s*)*", literals, re.ASCII):
        wanted = list(map(int, literals.split(",")))
    else:
        raise UsageError(f"--literal {literals}: expected numbers as 17 or -17,5, or all")
    for lit in wanted:
        if not 0 < abs(lit) <= most:
            raise UsageError(f"--literal {lit}: {map_} has the variables 1 to {most}; expected one of them, or -N")
    model = None if data is None or answer is None else _model(data, MapJudge(variables, map_, answer))
    return [
        LiteralMeaning(lit, meanings(variables, made, lit, purpose), None if model is None else lit in model)
        for lit in wanted
    ]


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
