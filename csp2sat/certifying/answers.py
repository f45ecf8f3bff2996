"""Reading answers from anywhere, to be judged: value lines, a `v` line, JSON, a drawn board, a solver's model.

What is drawn or typed of a board is read by `puzzles/solutions/`.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ..base.numbers import loads
from ..base.source import Source
from ..errors import InputError, Place
from ..languages.base.value_lines import Printed, has_value_lines, read_values
from ..languages.spec import answers_of
from ..model.model import Answer, Model
from ..puzzles.boards import player_files
from ..puzzles.solutions.reading import Said
from ..puzzles.solutions.several import read_all
from ..puzzles.spec import Board
from ..runner.process import output
from ..solving.problem import Problem

NO_SOLUTION = ("UNSATISFIABLE", "UNKNOWN")


def model_of_cnf(data: bytes, path: str) -> list[int]:
    """The literals of a solver's answer.  Raises InputError where there is no model in it."""
    answer = output.parse(data)
    if answer.complaint or answer.status != "sat":
        raise InputError(answer.complaint or "no model in it to be checked", Place(path, answer.line))
    return answer.literals


def values_in(source: Source, model: Model) -> Iterator[Printed]:
    """The values of the variables of a CSP: of one solution, or of several, in JSON or in the form of the language.

    Raises InputError.
    """
    own = answers_of(model.about).solutions
    is_object = source.text.lstrip().startswith("{")
    if has_value_lines(source.text.encode()):
        yield read_values(source)
    elif own and not (is_object and '"schema"' in source.text):
        yield from own(source, model)
    elif is_object:
        yield from (_printed(found, source) for found in _objects(source))
    else:
        yield _row(source, model)


def _row(source: Source, model: Model) -> Printed:
    """The line `v VALUE ...` that has the values of all variables in order of declaration."""
    rows = [line.split()[1:] for line in source.lines() if line.startswith("v ")]
    if not rows:
        raise InputError("no values in it; expected `a NAME VALUE` lines, a `v` line, or JSON", Place(source.path))
    if answers_of(model.about).literals:
        words = [word for row in rows for word in row if word != "0"]
        return Printed({}, {word.lstrip("-"): word[0] != "-" for word in words})
    names = [*model.ints, *model.bools]
    if len(rows[-1]) != len(names):
        message = f"the `v` line has {len(rows[-1])} values; expected {len(names)}, one for each variable"
        raise InputError(message, Place(source.path))
    try:
        values = list(map(int, rows[-1]))
    except ValueError:
        raise InputError("the `v` line has a value that is no integer", Place(source.path)) from None
    first = len(model.ints)
    bools = {name: value != 0 for name, value in zip(names[first:], values[first:], strict=True)}
    return Printed(dict(zip(names[:first], values, strict=False)), bools)


def _objects(source: Source) -> list[dict[str, Any]]:
    """The solutions in what `solve --json` prints."""
    try:
        whole = loads(source.text)
    except (ValueError, RecursionError):
        raise InputError("this is no JSON", Place(source.path)) from None
    if whole.get("status") in NO_SOLUTION:
        raise InputError(f"no solution in it to be checked: it says {whole['status']}", Place(source.path))
    found = whole.get("solutions", [whole])
    if not isinstance(found, list) or not all(isinstance(each, dict) for each in found):
        raise InputError('"solutions" is no list of objects', Place(source.path))
    return found


def _printed(found: dict[str, Any], source: Source) -> Printed:
    ints, bools = found.get("ints", {}), found.get("bools", {})
    good = isinstance(ints, dict) and isinstance(bools, dict) and ("ints" in found or "bools" in found)
    if not good or any(type(value) is not int for value in ints.values()):
        raise InputError('expected "ints": an object of integers, and "bools"', Place(source.path))
    if any(type(value) is not bool for value in bools.values()):
        raise InputError('expected "bools": an object of true and false', Place(source.path))
    objective = found.get("objective")
    return Printed(ints, bools, objective if type(objective) is int else None)


def solutions_in(source: Source, problem: Problem, board: Board) -> Iterator[Said]:
    """Solutions of a board, in its neutral form, and what else is wrong with what is written.  Raises InputError."""
    if source.text.lstrip().startswith("{"):
        yield from (Said(each.get("solution", each), []) for each in _objects(source))
    elif player_files.is_player_file(source.text):
        other, solution = player_files.read(source)
        if other != board:
            raise InputError("this is the answer to another board", Place(source.path))
        yield Said(solution, [])
    elif not has_value_lines(source.text.encode()):
        yield from from_drawing(source, board)
    else:
        yield from _values_or_drawing(source, problem, board)


def _values_or_drawing(source: Source, problem: Problem, board: Board) -> list[Said]:
    """What `a` lines say; of a drawing in which a row begins with the cells `a b`, what that says."""
    drawn = read_all(source.text, board)
    if drawn and not any(each.faults or problem.faults(each.solution) for each in drawn):
        return drawn
    try:
        return [_valued(source, problem)]
    except InputError:
        if drawn:
            return drawn
        raise


def _valued(source: Source, problem: Problem) -> Said:
    printed = read_values(source)
    try:
        return Said(problem.solution(Answer(printed.ints, printed.bools)), [])
    except KeyError as error:
        raise InputError(f"no line `a {error.args[0]} VALUE`", Place(source.path)) from None


def from_drawing(source: Source, board: Board) -> list[Said]:
    """The solutions, in the puzzle's neutral form, that are drawn or typed.  Raises InputError."""
    found = read_all(source.text, board)
    if not found:
        message = (
            f"no solution of this {board.puzzle} of {board.rows} rows and {board.cols} columns can be read from it"
        )
        expected = "a drawing as of `csp2sat solve`, a row of cells a line, `a` lines, or JSON"
        raise InputError(f"{message}; expected {expected}; see csp2sat help check", Place(source.path))
    return found
