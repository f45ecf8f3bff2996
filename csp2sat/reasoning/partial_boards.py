"""Partly filled boards: the facts that the form of a player's board says, and the faults of a form."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Any, TypeGuard

from ..base.json_source import unknown_key
from ..base.numbers import counted
from ..errors import UsageError
from ..model.model import Answer
from ..puzzles.facts import Fact, fact_of, true_facts
from ..puzzles.formats.solutions.forms import given_in, labels
from ..puzzles.formats.solutions.reading import SHADED
from ..puzzles.givens import CellForm, SectionsForm
from ..puzzles.kit.checks import place
from ..puzzles.notation import listed
from ..puzzles.spec import PUZZLES, Board, Cell, Solution
from .statements import BoardStatements, statements

UNKNOWN = ("?", None)
MANY_VALUES = 4  # numbers of a cell that are named by the first and the last
NO_FORM = (KeyError, IndexError, ValueError, StopIteration)
MORE = re.compile(r"more than (\d+)")  # the value of a fact about a number that stands for all larger ones
NO_LINES = "expected a drawing with lines, ? where it is open (`--to drawing` writes one without): rows have no lines"
BLANKS = "?.-#"  # characters of a cell without a number: not filled, or not to be filled


def facts_of(board: Board, partial: object) -> list[Fact]:
    """Return the facts of a partly filled board, in reading order of the board's variables.

    partial: the neutral form of a solution in which `?` or None stands for a place that is not filled, or a dict with
    the key `facts` and a list of facts as JSON, or with the key `solution` and such a form.  Raise UsageError for
    another form, and for a fact that the board does not have.
    """
    found = statements(board)
    atoms = found.atoms.values()
    partial = partial.get("solution", partial) if isinstance(partial, dict) else _of_areas(board, partial)
    if is_solution(partial, board):
        return true_facts(board, partial, atoms)
    possible = [fact_of(board, atom, true) for atom in atoms for true in (True, False)]
    if isinstance(partial, dict) and "facts" in partial:
        return list(_checked(partial["facts"], set(possible)))
    try:
        partial = _in_form(found, possible, partial)
        return [fact for fact in possible if _holds(fact, partial)]
    except (IndexError, KeyError, TypeError, ValueError) as error:
        form = f"the partly filled board ({board.puzzle}), with ? where it is not filled"
        if type(error) is not ValueError:
            raise UsageError(f"expected {form}") from None
        raise UsageError(f"{error}" if "?" in str(error) else f"{error}, in {form}") from None


def is_solution(partial: Any, board: Board) -> TypeGuard[Solution]:
    """Whether a partly filled board is filled completely and right; in some kinds a short form says that."""
    try:
        return not PUZZLES[board.puzzle].broken_rules(board, partial)
    except (IndexError, KeyError, TypeError, ValueError, AttributeError):
        return False


def _of_areas(board: Board, partial: Any) -> Any:
    """Return the rows of a division with the numbers of digits in place of texts, and with the numbers of areas in
    place of letters if no cell is open; any other partly filled board as it is.
    """
    if PUZZLES[board.puzzle].family != "divisions" or not isinstance(partial, list):
        return partial
    cells = {(r, c): sign for r, row in enumerate(partial) if isinstance(row, str) for c, sign in enumerate(row)}
    if cells.keys() != {*board.cells()}:
        return partial
    if not {*cells.values()} & {*UNKNOWN, *"0123456789"}:
        return next(labels(board, cells))
    return [[int(sign) if sign.isdecimal() else sign for sign in row] for row in partial]


def _in_form(found: BoardStatements, possible: Sequence[Fact], partial: Any) -> Any:
    """Return a partly filled board in the form of the kind; raise ValueError for another form, and for a sign or number
    that a cell cannot have.

    found: the statements of the board.  possible: the facts of the board.
    """
    board = found.board
    try:
        empty = empty_form(found)
    except NO_FORM:
        return partial  # of kinds whose form only a whole solution has
    keys = empty if isinstance(empty, dict) else {}
    if isinstance(partial, dict) and (unknown := unknown_key(partial, (*keys, "facts", "solution"))):
        raise UsageError(unknown[1])
    if keys and not isinstance(partial, dict):
        if "shaded" not in keys:
            raise ValueError(NO_LINES)
        partial = {k: ["?" * len(row) for row in rows] for k, rows in keys.items()} | {"shaded": partial}
    if isinstance(empty, dict):
        signs = {"shaded": ("0", "1", "#")}
        return partial | {k: _rows(partial[k], rows, {}, signs.get(k, ("0", "1"))) for k, rows in empty.items()}
    if PUZZLES[board.puzzle].family == "divisions" or any(fact.what == "edge" for fact in possible):
        numbered = (fact for fact in possible if fact.what == "edge" and isinstance(fact.value, int))
        bridges = {(*fact.places, fact.value) for fact in numbered}
        return _bridges(partial, bridges) if bridges else partial
    values: dict[object, set[object]] = {}
    for fact in possible:
        values.setdefault(fact.places[0], set()).add(fact.value)
    form = PUZZLES[board.puzzle].form
    has_cells = isinstance(form, CellForm) or bool(isinstance(form, SectionsForm) and form.grid)
    return _rows(partial, empty, values, (), given_in(board) if has_cells else {})


def empty_form(found: BoardStatements) -> Any:
    """Return the form of a solution of a board with any number in each cell that may have several, and without signs
    and lines; raise one of NO_FORM for kinds whose form only a whole solution has.
    """
    atoms = found.atoms.values()
    ints = {**{atom.name: atom.value for atom in atoms if atom.value is not None}, **found.constants}
    bools = {atom.name: False for atom in atoms if atom.value is None}
    return PUZZLES[found.board.puzzle].solution(found.board, Answer(ints, bools))


def _bridges(partial: Any, possible: Collection[tuple[object, ...]]) -> list[list[int]]:
    """Return a list of bridges as [row, column, row, column, lines], each with the upper or left place first.

    partial: a list of such lists, from JSON, whose places may stand in either order.  possible: the bridges that the
    board can have, as (place, place, lines).  Raise ValueError for anything that is no such list, and for a bridge that
    is not possible.
    """
    found: list[list[int]] = []
    if not isinstance(partial, list) or not all(isinstance(bridge, list) and len(bridge) == 5 for bridge in partial):
        raise ValueError("expected a drawing, or bridges [row, column, row, column, 1 or 2] in JSON")
    for r, c, i, j, n in partial:
        one, two = sorted([(r, c), (i, j)])
        if (one, two, n) not in possible:
            raise ValueError(f"{place(one)} to {place(two)} cannot have {counted(n, 'bridge')}")
        found.append([*one, *two, n])
    return found


def _rows(
    rows: Any,
    like: Sequence[Any],
    values: Mapping[object, set[object]],
    signs: Sequence[str] = (),
    clues: Mapping[Cell, str] | None = None,
) -> list[Any]:
    """Return rows of signs or numbers, with `?` for a `-` or 0 that is no sign there, and for the clue of a cell, as
    texts have it; raise ValueError for other sizes, and for a sign that cannot be there.

    like: rows of the same size, whose signs are possible.  values: further possible ones by place.  signs: possible
    everywhere.  clues: by cell.
    """
    if isinstance(rows, str) or len(rows) != len(like):
        raise ValueError(f"expected {len(like)} rows")
    found: list[Any] = []
    for r, (row, usual) in enumerate(zip(rows, like, strict=True)):
        if isinstance(row, str) and not isinstance(usual, str):
            row = [None if sign in BLANKS else int(sign) if sign.isdecimal() else sign for sign in row]
        elif isinstance(usual, str) and not isinstance(row, str):
            row = ["?" if sign in UNKNOWN else str(sign) for sign in row]
        if len(row) != len(usual):
            raise ValueError(f"row {r + 1}: expected {len(usual)} cells, found {len(row)}")
        cells: list[Any] = []
        for c, sign in enumerate(row):
            if isinstance(sign, dict) and sign.keys() == {"across", "down"}:  # sums of a kakuro
                sign = (
                    "\\".join(str(sum_ or "") for sum_ in (sign["down"], sign["across"])) if any(sign.values()) else "#"
                )
            alike = SHADED.get(str(sign))
            sign = alike if alike in {usual[c], *values.get((r, c), ()), *signs} else sign
            known = sign in UNKNOWN or sign == usual[c] or sign in values.get((r, c), ()) or str(sign) in signs
            if not known and sign not in ("-", 0) and str(sign) != (clues or {}).get((r, c), "").replace(",", ""):
                possible = {*values.get((r, c), ()), *signs, *({usual[c]} if isinstance(usual[c], str) else ())}
                given = (clues or {}).get((r, c), usual[c])
                expected = _any_of(possible) if possible else f"{given}, as a given was changed there"
                raise ValueError(f"row {r + 1}, column {c + 1} cannot be {sign}; expected {expected}")
            cells.append(sign if known else "?")
        found.append(cells)
    return found


def _any_of(values: Collection[object]) -> str:
    """Return the numbers or signs that a cell can have in words, with `?` for a cell that is not filled."""
    numbers = sorted(value for value in values if isinstance(value, int))
    if len(numbers) > MANY_VALUES and len(numbers) == numbers[-1] - numbers[0] + 1:
        return f"a number from {numbers[0]} to {numbers[-1]}, or ? where it is not filled"
    return f"{listed(numbers or sorted(map(str, values)))}, or ? where it is not filled"


def _checked(forms: Any, possible: set[Fact]) -> Iterator[Fact]:
    """Yield facts from their JSON form; raise UsageError for a form that is no fact of the board."""
    if not isinstance(forms, list):
        raise UsageError("expected a list of facts")
    for form in forms:
        try:
            places = tuple((int(each["row"]), int(each["column"])) for each in form["places"])
            fact = Fact(form["what"], places, form["value"], form.get("negative", False))
            known = fact in possible
        except (KeyError, TypeError, ValueError, AttributeError, OverflowError):
            raise UsageError(f"{form!r} is no fact; expected what, places, value, negative") from None
        if not known:
            raise UsageError(f"{form!r} is no fact of this board")
        yield fact


def _holds(fact: Fact, partial: Any) -> bool:
    """Whether a partly filled board says a fact."""
    found = _says(fact, partial)
    return found is not None and found != fact.negative


def _says(fact: Fact, partial: Any) -> bool | None:
    """Return whether the places of a fact have its value on a partly filled board; None if the board does not say it.

    Only a positive fact follows for numbers: a cell has one of them.
    """
    if fact.what == "edge" and fact.value == "line":
        (r, c), (there, _) = fact.places
        sign = partial["h" if r == there else "v"][r][c]
        return None if sign in UNKNOWN else str(sign) == "1"
    if fact.what == "edge" and isinstance(fact.value, int):
        (r, c), (there, other) = fact.places
        counts = [bridge[4] for bridge in partial if list(bridge[:4]) == [r, c, there, other]]
        return (bool(counts[0] == fact.value) or None) if counts else None
    if fact.what in ("edge", "region"):
        one, two = (partial[r][c] for r, c in fact.places)
        return None if one in UNKNOWN or two in UNKNOWN else bool((one == two) == (fact.what == "region"))
    r, c = fact.places[0]
    sign = (partial["shaded"] if isinstance(partial, dict) else partial)[r][c]
    if isinstance(partial, dict) and str(sign) in ("0", "1"):
        return str(sign) == "1"
    if sign in UNKNOWN:
        return None
    least = MORE.fullmatch(str(fact.value))
    if least and isinstance(sign, int):
        return sign > int(least[1])
    is_so = bool(sign == fact.value)
    return is_so if isinstance(fact.value, str) and len(fact.value) == 1 else is_so or None  # words are no signs
