"""The reading of solutions from anywhere, to be judged: value lines, a `v` line, JSON, a drawn board; and of what an
answer claims beyond its solution.

Drawn or typed solutions of a board are read by `puzzles/formats/solutions/`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import partial
from typing import Any

from ..base.json_source import json_in, strict_loads, unknown_key
from ..base.numbers import dumps, integer
from ..base.source import Source
from ..errors import InputError, Place
from ..languages.base.value_lines import (
    NONE,
    OBJECTIVE,
    Printed,
    has_value_lines,
    names_in_row,
    read_solutions,
    value_of,
)
from ..languages.spec import answers_of
from ..model.model import Answer, Model, hidden
from ..puzzles.formats import player
from ..puzzles.formats.solutions.crosses import CROSS, with_crosses
from ..puzzles.formats.solutions.reading import ReadSolution
from ..puzzles.formats.solutions.several import read_all, without_titles
from ..puzzles.formats.solutions.strokes import strokes
from ..puzzles.formats.solutions.typed import typed_fault
from ..puzzles.spec import PUZZLES, Board, Solution, WrongForm
from .typed_values import typed_solutions

NO_SOLUTION = ("UNSATISFIABLE", "UNKNOWN")
SOLUTIONS = ("solutions", "solution", "second", "ints", "bools", "values")  # where JSON has them
VALUES = ("ints", "bools", "values")  # keys of the values of a CSP
OURS = ("schema", "status", "solution", *VALUES)  # keys of JSON that `solve --json` prints, and not another program
STATED = ("status", "objective", "violated")  # keys beside the values
FOR_A_PROOF = "for a proof: csp2sat solve --proof FILE"
UNSATISFIABLE = f"that no solution exists; {FOR_A_PROOF}"
BETTER = "that no solution is better"
OPTIMUM = f"{BETTER}; csp2sat check --optimum judges it; {FOR_A_PROOF}"
OPTIMUM_OF_MAP = f"{BETTER}; {FOR_A_PROOF}"
UNIQUE = "that no other solution exists; for a proof: csp2sat solve --unique --proof FILE"
BEST = re.compile(r'^s OPTIMUM FOUND\s*$|"status":\s*"OPTIMUM FOUND"', re.MULTILINE)
ONLY = re.compile(r'^unique\s*$|"unique":\s*true\b', re.MULTILINE)
ROW = re.compile(r"v(?!\s*[=:])(?:\s|$)")
NAMED_ROW = re.compile(r"v(?!\s*[=:])(?!\s+\S+\s*$)(?:\s|$)")  # where `v 3` is the value of a variable v
SEVERAL = re.compile(r"^(?:(?:at least )?\d+ solutions|not unique)\s*$", re.MULTILINE)  # `--all`, `--unique`
COMPLETE = re.compile(r"^={10}\s*$", re.MULTILINE)  # MiniZinc's: the search has come to its end


def values_in(source: Source, model: Model) -> Iterator[Printed]:
    """Yield the values of a CSP's variables for each solution in a text, which is JSON or in the form of the model's
    language.

    Raises InputError if no solution can be read.
    """
    forms = answers_of(model.about)
    own = forms.solutions if forms.is_own(source.text) else None
    is_object = source.text.lstrip().startswith("{")
    if has_value_lines(source.text.encode()):
        yield from read_solutions(source, partial(_is_whole, model))
    elif own and not (is_object and _is_one_object(source)):
        yield from own(source, model)
    elif "<instantiation" in source.text:
        yield from _instantiations(source, model)
    elif is_object:
        yield from (_printed(found, source, model) for found in _objects(source))
    elif (rows := _Rows(source, model)).words:
        yield from (_row(source, rows, words, model) for words in _apart(rows, answers_of(model.about).literals))
    else:
        yield from typed_solutions(source, model)


def _is_whole(model: Model, printed: Printed) -> bool:
    """Whether a solution has values of all variables of a model that are not hidden."""
    names = (name for name in (*model.ints, *model.bools) if not hidden(name))
    return all(name in printed.ints or name in printed.bools for name in names)


def _is_one_object(source: Source) -> bool:
    """Whether a text is an object in JSON, and not several ones, as MiniZinc prints them, or is meant for one."""
    try:
        strict_loads(source.text)
    except ValueError:
        return any(f'"{key}"' in source.text for key in OURS)
    return True


def _instantiations(source: Source, model: Model) -> Iterator[Printed]:
    """Return the solutions in XCSP3's form: an answer to the instance that the model is written as."""
    from ..languages.xcsp3_core.instantiations import read_instantiations

    return read_instantiations(source, model)


def _apart(rows: _Rows, are_literals: bool) -> Iterator[list[list[str]]]:
    """Yield the solutions of an answer one by one: for each the words of its `v` lines, a list for each line.

    All `v` lines belong to one solution, the last and best one, if the answer has `o` lines, or does not say that it
    has several solutions.  are_literals: True if a solution is a list of literals on one or more lines; the next
    solution begins at the line on which a variable comes again.  False if a solution is one line with the values of all
    variables; a line that is equal to an earlier one of the same solution is skipped.
    """
    if rows.costs or not rows.are_several:
        yield rows.words
        return
    found, seen = list[list[str]](), set[str]()
    for words in rows.words:
        names = {word.removeprefix("-") for word in words} - {"0"}
        if found and (words not in found if not are_literals else not seen.isdisjoint(names)):
            yield found
            found, seen = [], set()
        found.append(words)
        seen |= names
    yield found


def _row(source: Source, rows: _Rows, words: list[list[str]], model: Model) -> Printed:
    """Return the values in the `v` lines of a solution, with these words: literals, or the values of all variables in
    order of declaration.
    """
    names_literals = answers_of(model.about).literals
    printed = _literals(words, model) if names_literals else _values(source, words, model)
    printed.objective = rows.costs[-1] if rows.costs else None
    printed.bounds, printed.faults = rows.costs[:-1], [*printed.faults, *rows.faults]
    return printed


class _Rows:
    """The `v` lines of an answer: only the lines after the last `o` line that `v` lines follow.

    words: the words of each of these lines, without the `v`.  costs: the values in all `o` lines.  faults:
    contradictions between the lines: a status without a solution, or a last `o` line without `v` lines after it.
    number: the line of the last `v` line, 0 if there is none.  are_several: whether a line of `solve` says that there
    are several solutions.
    """

    def __init__(self, source: Source, model: Model) -> None:
        is_name = len(model.ints) + len(model.bools) > 1 and ("v" in model.ints or "v" in model.bools)
        row = NAMED_ROW if is_name else ROW
        self.words: list[list[str]] = []
        self.costs: list[int] = []
        self.faults: list[str] = []
        self.are_several = bool(SEVERAL.search(source.text))
        self.number = better = 0  # lines: of the last row, of a cost whose row has not come
        for number, line in enumerate(source.lines(), start=1):
            if cost := OBJECTIVE.fullmatch(line):
                self.costs.append(integer(cost[1]))
                better = number
            elif row.match(line):
                self.words = [*([] if better else self.words), line.split()[1:]]
                self.number, better = number, 0
            elif line.rstrip() in NONE:
                self.faults.append(f"there is a solution, but the status is {line.split()[1]}")
        if better and self.words:
            self.faults.append(f"the objective {self.costs[-1]} in line {better}, and no values after that line")


def _values(source: Source, rows: list[list[str]], model: Model) -> Printed:
    """Return the values in the last `v` line, with a fault if other lines differ.

    rows: the words of each `v` line.

    Raises InputError unless the line has an integer for each variable of the model.
    """
    words, printed = rows[-1], Printed()
    ints, bools = names_in_row(model)
    expected = len(ints) + len(bools)
    if len(words) == len(model.ints) + len(bools):  # of XCSP, where a variable may have any name
        ints = [*model.ints]
    elif len(words) != expected:
        message = f"the `v` line has {len(words)} values; expected {expected}, one for each variable"
        if len(words) > expected and words[-1] == "0":
            message += "; `csp2sat decode` turns literals of the CNF into values"
        raise InputError(message, Place(source.path))
    values = [value for value in map(value_of, words) if value is not None]
    if len(values) < len(words):
        raise InputError("the `v` line has a value that is no integer", Place(source.path))
    for name, value in zip(ints, values, strict=False):
        printed.add(name, value)
    for name, value in zip(bools, values[len(ints) :], strict=True):
        printed.add_bool(name, value)
    if any(other != words for other in rows):
        printed.faults.append("several `v` lines that differ; expected one solution")
    return printed


def _literals(rows: list[list[str]], model: Model) -> Printed:
    """Return the values that literals give: names, with `-` before false ones, and maybe 0 at the end; or a digit for
    each Boolean.

    rows: the words of each `v` line.
    """
    words = [word for row in rows for word in row]
    if len(words) == 1 and len(words[0]) == len(model.bools) > 1 and not set(words[0]) - {"0", "1"}:
        return Printed(bools={name: digit == "1" for name, digit in zip(model.bools, words[0], strict=True)})
    printed = Printed()
    for word in words[:-1] if words[-1:] == ["0"] else words:
        printed.add(word.removeprefix("-"), word[0] != "-")
    return printed


def _objects(source: Source) -> list[dict[str, Any]]:
    """Return the JSON objects of the solutions in a text that `solve --json` prints, also of a `second` one; the whole
    object if it has no list `solutions`.

    The status UNSATISFIABLE or UNKNOWN of the text becomes the `status` of each object.  Raises InputError for a text
    that is no JSON or has no solution.
    """
    whole = json_in(source)
    status = whole.get("status")
    if status in NO_SOLUTION and not any(whole.get(key) for key in SOLUTIONS):
        raise InputError(f"the answer has no solution to check: its status is {status}", Place(source.path))
    found = whole.get("solutions", [whole])
    if not isinstance(found, list) or not all(isinstance(each, dict) for each in found):
        raise InputError('"solutions" is no list of objects', Place(source.path))
    if not found:
        raise InputError("the answer has no solution to check", Place(source.path))
    if status in NO_SOLUTION:
        found = [{**each, "status": status} for each in found]
    second = whole.get("second")
    return [*found, second if isinstance(second, dict) else {"solution": second}] if "second" in whole else found


def _printed(found: dict[str, Any], source: Source, model: Model) -> Printed:
    """Return the values in the JSON object `found` of a solution, or of values alone.  Raises InputError if their types
    are wrong.
    """
    has_values = any(isinstance(found.get(key), dict) for key in VALUES)
    others = [key for key in found if key not in model.ints and key not in model.bools]
    if slip := misspelt(source, others, (*VALUES, *STATED) if has_values else SOLUTIONS):
        raise slip
    ints, bools, own = found.get("ints", {}), found.get("bools", {}), found.get("values")
    if not has_values:
        return _bare(found, source, model)
    if not isinstance(ints, dict) or any(type(value) is not int for value in ints.values()):
        raise InputError('expected "ints": an object of integers, and "bools"', Place(source.path))
    if not isinstance(bools, dict) or any(type(value) is not bool for value in bools.values()):
        raise InputError('expected "bools": an object of true and false', Place(source.path))
    if not isinstance(own, dict | None):
        raise InputError('expected "values": an object of values by the names of variables', Place(source.path))
    objective = found.get("objective")
    if objective is not None and type(objective) is not int:
        raise InputError('expected "objective": an integer', Place(source.path))
    printed = answers_of(model.about).stated(own, Printed(dict(ints), dict(bools)), model)
    violated = found.get("violated")
    printed.objective, printed.violated = objective, violated if isinstance(violated, list) else None
    return printed.refuse(found["status"]) if found.get("status") in NO_SOLUTION else printed


def misspelt(source: Source, keys: Sequence[str], known: Sequence[str]) -> InputError | None:
    """Return the error, not raised, for the first of the `keys` of a JSON text that is nearly a known one, with the
    place where the text has the key first; None if there is none.
    """
    slip = unknown_key(keys, known, only_near=True)
    return None if slip is None else source.error(slip[1], max(0, source.text.find(dumps(slip[0]))))


def _bare(found: dict[str, Any], source: Source, model: Model) -> Printed:
    """Return the values in a JSON object `found` that has nothing but values, by the names of variables.  Raises
    InputError for another object.
    """
    if not found or any(key in found for key in OURS if key not in model.ints and key not in model.bools):
        expected = 'expected "ints": an object of integers, and "bools", or an object of values: {"x": 3, "y": [1, 2]}'
        raise InputError(expected, Place(source.path))
    return answers_of(model.about).stated(found, None, model)


def solutions_in(source: Source, board: Board) -> Iterator[ReadSolution]:
    """Yield the solutions of a board in a text, each in the neutral form of its puzzle, with the faults that the text
    itself shows, such as a status without a solution.

    The text is JSON, a file of puzz.link's player, a drawing, or `a` lines; the form of a solution in JSON is not
    checked. Raises InputError if no solution can be read, or if the player's file is of another board.
    """
    if source.text.lstrip().startswith("{"):
        for each in _objects(source):
            if "solution" not in each and (slip := misspelt(source, [*each], (*SOLUTIONS, *STATED))):
                raise slip
            none = each.get("status") in NO_SOLUTION
            yield ReadSolution(
                each.get("solution", each), [f"there is a solution, but the status is {each['status']}"] if none else []
            )
    elif player.FORMAT.fits(source.text):
        other, solution = player.answered(source)
        if other != board:
            raise InputError("this is the answer to another board", Place(source.path))
        yield ReadSolution(solution, [])
    elif not has_value_lines(source.text.encode()):
        yield from from_drawing(source, board)
    else:
        yield from _values_or_drawing(source, board)


def _values_or_drawing(source: Source, board: Board) -> list[ReadSolution]:
    """Return the drawn solutions of a text with `a` lines if all are right; otherwise the solutions in the `a` lines.

    A drawing may have rows that begin with the cells `a b`.  If the `a` lines cannot be read, the result is the drawn
    solutions, or InputError is raised if there are none.
    """
    drawn = read_all(source.text, board)
    if drawn and not any(each.faults or PUZZLES[board.puzzle].broken_rules(board, each.solution) for each in drawn):
        return drawn
    try:
        return [_valued(each, board, source) for each in read_solutions(source)]
    except InputError:
        if drawn:
            return drawn
        raise


def _valued(printed: Printed, board: Board, source: Source) -> ReadSolution:
    """Return the solution that values of the board's variables mean.  Raises InputError if a value is missing or
    impossible.
    """
    try:
        return ReadSolution(PUZZLES[board.puzzle].solution(board, Answer(printed.ints, printed.bools)), printed.faults)
    except KeyError as error:
        raise InputError(f"no line `a {error.args[0]} VALUE`", Place(source.path)) from None
    except (LookupError, TypeError, ValueError):
        message = f"the values are not those of a {board.puzzle} of this size"
        raise InputError(message, Place(source.path)) from None


def from_drawing(source: Source, board: Board) -> list[ReadSolution]:
    """Return the drawn or typed solutions of a board, in the puzzle's neutral form.  Raises InputError if there are
    none.
    """
    found = read_all(source.text, board)
    if (not found or any(each.faults for each in found)) and with_crosses(source.text, board) is not None:
        found = read_all(CROSS.sub(" ", source.text), board)  # crosses say nothing about the lines of a solution
    if not found or any(each.faults or not _has_form(each.solution, board) for each in found):
        edges = strokes(without_titles(source.text, board), board, is_whole=True)
        typed = ReadSolution({way: [row.replace("?", "0") for row in rows] for way, rows in (edges or {}).items()}, [])
        found = (
            [typed] if _has_form(typed.solution, board) else [each for each in found if _has_form(each.solution, board)]
        )
    if not found:
        message = f"no solution of this {board.puzzle} of {board.rows} rows and {board.cols} columns was found"
        expected = "a drawing as from `csp2sat solve`, a line for each row of cells, `a` lines, or JSON"
        if PUZZLES[board.puzzle].family == "loops and lines":
            if (fault := typed_fault(source, board)) is not None:
                raise fault
            expected = "lines on the drawing that `csp2sat convert BOARD --to drawing` writes, r-7|LJ, or JSON"
        raise InputError(f"{message}; expected {expected}; see csp2sat help check", Place(source.path))
    return found


def _has_form(solution: Solution, board: Board) -> bool:
    """Whether a solution has the form of its kind, such as lines, which rows of signs lack."""
    try:
        PUZZLES[board.puzzle].rule_faults(board, solution)
    except WrongForm:
        return False
    return True


def unjudged(text: str, has_objective: bool) -> list[str]:
    """Return what an answer, as text or JSON, claims without evidence, in words.

    has_objective: whether the input has an objective.
    """
    is_complete = bool(COMPLETE.search(text))
    best = BEST.search(text) or (is_complete and has_objective)
    only = ONLY.search(text) or (is_complete and not has_objective)
    return [*([OPTIMUM] if best else []), *([UNIQUE] if only else [])]
