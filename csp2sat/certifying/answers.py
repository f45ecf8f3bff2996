"""Reading answers from anywhere, to be judged: value lines, a `v` line, JSON, a drawn board, a solver's model.

Of a drawing of a board, as `solve` prints it in plain ASCII, lines on the board and numbers in cells are read.  What
was read is drawn again: only if that gives the same text it is what the drawing says.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any

from ..base.source import Source
from ..errors import InputError, Place
from ..languages.base.value_lines import Printed, has_value_lines, read_values
from ..languages.spec import answers_of
from ..model.model import Answer, Model
from ..puzzles.boards import player_files
from ..puzzles.drawing import ascii
from ..puzzles.spec import PUZZLES, Board
from ..runner.process import output
from ..solving.problem import Problem

NO_SOLUTION = ("UNSATISFIABLE", "UNKNOWN")
WORDS = ("unique", "not unique", "not decided whether it is unique")  # below a drawn board


def model_of_cnf(data: bytes, path: str) -> list[int]:
    """The literals of a solver's answer.  Raises InputError where there is no model in it."""
    answer = output.parse(data)
    if answer.complaint or answer.status != "sat":
        raise InputError(answer.complaint or "no model in it to be checked", Place(path, answer.line))
    return answer.literals


def values_in(source: Source, model: Model) -> Iterator[Printed]:
    """The values of the variables of a CSP: of one solution, or of several in JSON.  Raises InputError."""
    if has_value_lines(source.text.encode()):
        yield read_values(source)
    elif source.text.lstrip().startswith("{"):
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
        whole = json.loads(source.text)
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


def solutions_in(source: Source, problem: Problem, board: Board) -> Iterator[Any]:
    """Solutions of a board, in its neutral form.  Raises InputError."""
    if has_value_lines(source.text.encode()):
        printed = read_values(source)
        try:
            yield problem.solution(Answer(printed.ints, printed.bools))
        except KeyError as error:
            raise InputError(f"no line `a {error.args[0]} VALUE`", Place(source.path)) from None
    elif source.text.lstrip().startswith("{"):
        found = _objects(source)
        yield from (each.get("solution", each) for each in found)
    elif player_files.is_player_file(source.text):
        other, solution = player_files.read(source)
        if other != board:
            raise InputError("this is the answer to another board", Place(source.path))
        yield solution
    else:
        yield from_drawing(source, board)


def from_drawing(source: Source, board: Board) -> Any:
    """The solution, in the puzzle's neutral form.  Raises InputError at the first line that is not as drawn."""
    puzzle = PUZZLES[board.puzzle]
    lines = [line.rstrip() for line in source.lines()]
    while lines and lines[-1] in ("", *WORDS):
        lines.pop()
    ground = puzzle.picture(board, None).ground
    if any(line in WORDS for line in lines):
        raise InputError("two solutions are drawn in it; expected one", Place(source.path))
    solution = _numbers(lines, board) if ground == "plain" else _edges(lines, board, ground)
    try:
        again = ascii.draw(puzzle.picture(board, solution))
    except (AttributeError, LookupError, TypeError, ValueError):  # a form that is not this puzzle's
        raise _unreadable(source, board) from None
    drawn = [line.rstrip() for line in again.rstrip("\n").split("\n")]
    if drawn != lines:
        pairs = enumerate(zip(drawn, lines, strict=False), start=1)
        number = next((number for number, (wanted, line) in pairs if wanted != line), min(len(drawn), len(lines)))
        raise source.error_in_line(_unreadable(source, board).message, number)
    return solution


def _unreadable(source: Source, board: Board) -> InputError:
    message = f"this is no drawing of a solved {board.puzzle} of {board.rows} x {board.cols} that can be read"
    return InputError(f"{message}; expected one, `a` lines, or JSON", Place(source.path))


def _edges(lines: list[str], board: Board, ground: str) -> dict[str, list[str]]:
    """Lines between the centres of cells, or between dots: whatever is drawn half-way."""
    more, first = (1, 0) if ground == "dots" else (0, 1)
    rows, cols = board.rows + more, board.cols + more

    def bit(r: int, c: int) -> str:
        return "01"[r < len(lines) and lines[r][c : c + 1].strip() != ""]

    across = ["".join(bit(2 * r + first, 4 * c + 2 * first + 2) for c in range(cols - 1)) for r in range(rows)]
    down = ["".join(bit(2 * r + first + 1, 4 * c + 2 * first) for c in range(cols)) for r in range(rows - 1)]
    return {"h": across, "v": down}


def _numbers(lines: list[str], board: Board) -> list[list[int]]:
    """The numbers in the cells, row by row."""
    found = [list(map(int, re.findall(r"[0-9]{1,9}", line))) for line in lines]
    return [row for row in found if row]
