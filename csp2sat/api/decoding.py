"""What a solver's answer means by the map: values, or the solution of the map's board."""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import PurePath

from .. import decoder
from ..base import files
from ..base.numbers import decimal
from ..base.source import Source
from ..decoder import VariableMap, sugar_reader
from ..errors import InputError, Place, SolverError, UsageError
from ..languages.base.value_lines import Printed, has_value_lines, read_values
from ..model.model import Answer, hidden
from ..puzzles.boards.reading import board_in, solution_by
from ..puzzles.spec import PUZZLES, Board, Solution
from ..runner.process import output
from ..solving.first_solution import Conclusion


@dataclass(frozen=True)
class Decoded:
    """A decoded answer: status, and with SATISFIABLE the values, or the board with its solution (neutral form).

    objective: its value, where the answer and the map have one.  map: by which it was decoded; what that leaves in
    doubt is no part of the status.
    """

    status: Conclusion
    values: Answer | None = None
    board: Board | None = None
    solution: Solution | None = None
    objective: int | None = None
    map: VariableMap | None = None

    def _repr_svg_(self) -> str | None:
        """For notebooks: the board, solved."""
        return None if self.board is None or self.solution is None else self.board.svg(self.solution)


def decoded(result: str, map_: str) -> Decoded:
    """Read what a solver said (or a log with `a` lines), and refuse what cannot belong to the map.

    result, map_: paths, `-` for stdin.  Raises InputError, and SolverError for the answer to another CNF.
    """
    variables = _map(files.read_source(map_))
    data = files.read_bytes(result)
    if has_value_lines(data):
        return _with_values(
            "SATISFIABLE", logged_answer(files.as_source(result, data), variables), None, variables, map_
        )
    answer = _answer(data, files.STDIN if result == "-" else result, variables, map_)
    if answer.status != "sat":
        refuted = answer.status == "unsat" and not variables.about.get("doubt")
        status: Conclusion = "UNSATISFIABLE" if refuted else "UNKNOWN"
        return Decoded(status, board=board_in(variables.about, map_), map=variables)
    cost = variables.cost(answer.literals)
    best = answer.optimum and cost is not None and not variables.about.get("doubt")
    status = "OPTIMUM FOUND" if best else "SATISFIABLE"
    return _with_values(status, variables.decode(answer.literals), cost, variables, map_)


def _map(source: Source) -> VariableMap:
    """Of our own form, or of Sugar's."""
    return sugar_reader.read(source) if sugar_reader.is_sugars(source) else decoder.read(source)


def map_of(result: str) -> str:
    """The map of an answer, where nothing names it: beside it, under its name but for suffixes (`a.map` of
    `a.minisat.out`).  UsageError where there is none."""
    tried = []
    name = PurePath(files.unpacked_name(result))
    while result != "-" and name.suffix:
        name = name.with_suffix("")
        tried.append(f"{name}.map")
        if os.path.exists(tried[-1]):  # noqa: PTH110
            return tried[-1]
    looked = f"there is no {' or '.join(tried)}" if tried else "it has no name to go by"
    raise UsageError(f"which map is that of {result}? {looked}; say -m F.map")


def _answer(data: bytes, path: str, variables: VariableMap, map_: str) -> output.SolverAnswer:
    answer = output.parse(data)
    if variables.digest:
        if answer.digest not in ("", variables.digest):
            raise SolverError(f"{path} is the answer to another CNF than that of {map_}")
        answer = output.parse(data, variables.num_vars)
    elif answer.status == "sat" and not answer.complaint:
        answer = answer._replace(literals=_of_sugars_map(answer.literals, variables.num_vars, path))
    if answer.complaint:
        raise InputError(answer.complaint, Place(path, answer.line))
    if answer.status is None:
        raise InputError("no answer of a solver in it; expected `s` and `v` lines, or SAT or UNSAT", Place(path))
    return answer


def _of_sugars_map(literals: Sequence[int], last: int, path: str) -> list[int]:
    """The literals of the map's variables: they are the first ones of the CNF."""
    if last > max(map(abs, literals), default=0):
        raise InputError(f"the answer ends before variable {last}, which the map names", Place(path))
    return [lit for lit in literals if abs(lit) <= last]


def _with_values(status: Conclusion, values: Answer, cost: int | None, variables: VariableMap, path: str) -> Decoded:
    board = board_in(variables.about, path)
    solution = None if board is None else solution_by(board, values, path)
    return Decoded(status, values, board, solution, cost, variables)


def logged_answer(source: Source, map_: VariableMap) -> Answer:
    """The last complete solution of a saved log of Sugar's (or ours): the values of its `a` lines.

    It may come from another model of the map's board, so the board's rules judge it.  Raises InputError.
    """
    answer = answer_of(read_values(source), map_, source.path)
    board = board_in(map_.about, source.path)
    if board is not None:
        faults = PUZZLES[board.puzzle].broken_rules(board, solution_by(board, answer, source.path))
        if faults:
            raise InputError(f"its values are no solution of the map's board: {faults[0]}", Place(source.path))
    return answer


def answer_of(printed: Printed, map_: VariableMap, path: str) -> Answer:
    """The values of the map's variables that are not hidden; others are ignored.

    The integers 0 and 1 (and -1, where a line has a direction) may stand for a Boolean variable, for other models of
    the same puzzle have them.  Raises InputError for a variable without a value, or with one that is not its own.
    """
    ints = {name: _int(printed, name, path) for name in map_.ints if not hidden(name)}
    for name, value in ints.items():
        if value not in map_.ints[name].values:
            raise InputError(f"{name} cannot be {decimal(value)}: it is not in the map's domain", Place(path))
    return Answer(ints, {name: _bool(printed, name, path) for name in map_.bools if not hidden(name)})


def _int(printed: Printed, name: str, path: str) -> int:
    if name not in printed.ints:
        raise InputError(f"no line `a {name} VALUE` with an integer", Place(path))
    return printed.ints[name]


def _bool(printed: Printed, name: str, path: str) -> bool:
    if name in printed.bools:
        return printed.bools[name]
    if printed.ints.get(name) not in (-1, 0, 1):
        raise InputError(f"no line `a {name} VALUE` with true, false, or -1, 0, 1", Place(path))
    return printed.ints[name] != 0
