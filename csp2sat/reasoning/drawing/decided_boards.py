"""Boards in ASCII with what facts decide, where no solution is known."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from contextlib import suppress

from ...model.model import Answer
from ...puzzles.drawing.canvas import drawn_with_lattice
from ...puzzles.facts import Fact, fact_of
from ...puzzles.formats.solutions.begun import sheet
from ...puzzles.formats.solutions.layouts import PENS, Layout
from ...puzzles.formats.solutions.reading import redrawn
from ...puzzles.spec import PUZZLES, Board, Solution
from ..begun_boards import manner_of
from ..partial_boards import NO_FORM
from ..statements import statements
from .signs import drawn_lines


def decided_lines(board: Board, facts: Collection[Fact]) -> list[str]:
    """Return the rows of a drawing of a board in which the facts are drawn.

    A board of a loop has the lines and shaded cells; edges and cells that no fact decides stay blank.  Other boards
    have signs and numbers, and cells that no fact decides are drawn as on a board without facts.  The result is [] for
    a kind with borders or bridges.
    """
    how = manner_of(board)
    if PUZZLES[board.puzzle].family == "divisions":  # whose areas follow cells of a whole solution
        return []
    with suppress(*NO_FORM):
        if how.what == "line":
            form = _completed(board, facts, 0)
            return drawn_lines(board, form) if "h" in form else []
        if {fact.what for fact in how.possible} == {"cell"}:
            return _with_cells(board, [_completed(board, facts, at) for at in (0, -1)])
    return []


def _completed(board: Board, facts: Collection[Fact], at: int) -> Solution:
    """Return the form of a solution in which facts hold and each open place has its first or last possible value; at:
    0 or -1, the index of that value.
    """
    found, left = statements(board), dict[str, list[int]]()
    bools = {atom.name for atom in found.atoms.values() if atom.value is None}
    known = {
        atom.name: atom.value for atom in found.atoms.values() if atom.value and fact_of(board, atom, True) in facts
    }
    for atom in found.atoms.values():
        yes, no = (fact_of(board, atom, true) in facts for true in (True, False))
        own = left.setdefault(atom.name, [])
        own += [int(yes), int(not no)] if atom.value is None else [atom.value] * (not no)
    values = {name: known.get(name) or own[at] for name, own in left.items()}
    ints = {name: value for name, value in values.items() if name not in bools}
    answer = Answer({**ints, **found.constants}, {name: bool(values[name]) for name in bools})
    solution: Solution = PUZZLES[board.puzzle].solution(board, answer)
    return solution


def _with_cells(board: Board, forms: Sequence[Solution]) -> list[str]:
    """Return the lines of the empty drawing of a board with the texts of cells that are the same in the drawings of
    several forms.
    """
    how, picture = manner_of(board), PUZZLES[board.puzzle].picture(board, None)
    _, lattice = drawn_with_lattice(picture, PENS[1](picture.ground), how.room)
    lines = [line.ljust(lattice.columns) for line in sheet(board, how.blank, how.room).split("\n")]
    drawn = [redrawn(board, form, PENS[1](picture.ground)) for form in forms]
    for cell in board.cells():
        line, start, end = Layout(lines, lattice, PENS[1](picture.ground)).span(cell)
        tokens = {each.token(*cell) for each in drawn if each}
        if len(tokens) == 1 and None not in drawn:
            lines[line] = f"{lines[line][:start]}{tokens.pop().rjust(end - start)}{lines[line][end:]}"
    return [*map(str.rstrip, lines)]
