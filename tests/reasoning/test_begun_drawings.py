"""Drawings that a person has begun to fill in: each sign, line and border of a solution alone, of all kinds."""

import pytest

import csp2sat
from csp2sat.api.checking import BEGUN, EMPTY
from csp2sat.api.reasoning.partial import partial_in
from csp2sat.api.writing.puzzles import sample
from csp2sat.puzzles.drawing import ascii
from csp2sat.puzzles.drawing.canvas import Pen, drawn_with_lattice
from csp2sat.puzzles.facts import true_facts
from csp2sat.puzzles.formats.solutions.begun import sheet
from csp2sat.puzzles.formats.solutions.layouts import Layout
from csp2sat.puzzles.spec import PUZZLES
from csp2sat.reasoning.begun_boards import empty_drawing, facts_on, manner_of
from csp2sat.reasoning.statements import statements

WHOLE = ("fillomino", "galaxies", "sashigane", "shikaku", "tatamibari")  # areas, of which one border says nothing


def changes_of(board, solution):
    """Yield what a person draws for each sign, line, bridge and border of a solution: places of the empty drawing as
    line and column, with the character there.
    """
    puzzle, way = PUZZLES[board.puzzle], manner_of(board)
    picture = puzzle.picture(board, solution)
    pen = Pen(ascii.GROUND[picture.ground], True, ascii.PIECES, False, {})
    lines, own = drawn_with_lattice(picture, pen, way.room)
    _, there = drawn_with_lattice(puzzle.picture(board, None), pen, way.room)
    drawn, old = Layout(lines, own, pen), sheet(board, way.blank, way.room)
    empty = Layout(old.split("\n"), there, pen)
    rows, at = there.rows, there.cols
    for cell in board.cells():
        token, (line, start, end) = drawn.token(*cell).lstrip("-"), empty.span(cell)
        end = start + len(empty.lines[line][start:end].rstrip()) or end
        if way.what != "bridge" and token not in ("", empty.token(*cell), *"+|"):
            yield [(line, end - len(token) + n, char) for n, char in enumerate(token)]
    node = int(picture.ground == "cells")
    for key, places in solution.items() if isinstance(solution, dict) else ():
        for r, row in enumerate(places) if key in "hv" else ():
            for c in (c for c, sign in enumerate(row) if sign == "1"):
                i, j = 2 * r + node, 2 * c + node
                columns = range(at[j] + 1, at[j + 2] - (there.width - 1) * node) if key == "h" else [at[j]]
                yield [(rows[i + (key == "v")], x, "-|"[key == "v"]) for x in columns]
    for r, c, i, j, n in solution if way.what == "bridge" else ():
        (line, _, after), (last, before, end) = empty.span((r, c)), empty.span((i, j))
        if r == i:
            yield [(line, x, "-="[n - 1]) for x in range(after, before)]
        else:
            yield [(x, end - 1, "|H"[n - 1]) for x in range(line + 1, last)]
    for r, c in board.cells() if way.what == "border" else ():
        if board.has((r, c + 1)) and solution[r][c] != solution[r][c + 1]:
            yield [(rows[2 * r + 1], at[2 * c + 2], "|")]
        if board.has((r + 1, c)) and solution[r][c] != solution[r + 1][c]:
            yield [(rows[2 * r + 2], x, "-") for x in range(at[2 * c] + 1, at[2 * c + 2])]


def written(old, change):
    """Return a text with characters replaced by others."""
    lines = [list(line.ljust(80)) for line in old.split("\n")]
    for line, column, char in change:
        lines[line][column] = char
    return "\n".join("".join(line).rstrip() for line in lines)


@pytest.mark.sample(5)
@pytest.mark.parametrize("kind", list(PUZZLES))
def test_each_sign_of_the_solution_on_the_empty_drawing_says_its_fact(kind):
    board = sample(PUZZLES[kind])
    solution = csp2sat.solve(board).solution
    empty = empty_drawing(board)
    atoms = statements(board).atoms.values()
    right = set(true_facts(board, solution, atoms))
    assert facts_on(empty, board) == []
    stated, count, every = set(), 0, []
    for change in changes_of(board, solution):
        found = facts_on(written(empty, change), board)
        assert found is not None and set(found) <= right, written(empty, change)
        assert found or kind == "ripple", written(empty, change)
        assert len({fact.places for fact in found}) <= 1, written(empty, change)
        stated |= set(found)
        count += 1
        every += change
        if count == 5:
            assert set(facts_on(written(empty, every), board)) == stated
    assert count > 1 or kind in WHOLE


HEYAWAKE = "; Heyawake\nsize 3 3\nregions\n0 0 1\n0 0 1\n2 2 2\nclues\n2 - 1\n"
NARROW = """+-----+---+
| 2 . | . |
| . . | . |
+-----+---+
| 1 .   . |
+---------+
"""


@pytest.mark.parametrize("blank", [".", "?"])
@pytest.mark.parametrize("sign", ["#2", " #"])
def test_a_cell_with_a_number_is_shaded_in_a_drawing_without_room(tmp_path, blank, sign):
    """`expected 5 cells, found 6`."""
    (tmp_path / "p.txt").write_text(NARROW.replace(".", blank).replace(" 2", sign))
    found = partial_in(str(tmp_path / "p.txt"), csp2sat.loads(HEYAWAKE).board).facts
    assert [(fact.places, fact.value, fact.negative) for fact in found] == [(((0, 0),), "#", False)]


def test_rows_without_blanks_are_no_drawing_with_blanks():
    board = csp2sat.loads("; Nurikabe\nsize 5 1\n- - - - 2\n").board
    assert facts_on("?####", board) is None and len(facts_on("? # # # ?", board)) == 3


@pytest.mark.sample(2)
@pytest.mark.parametrize("kind", ["creek", "dbchoco", "gokigen", "hashiwokakero", "heyawake", "numberlink", "yinyang"])
def test_what_is_begun_is_not_finished(kind):
    board = sample(PUZZLES[kind])
    empty = empty_drawing(board)
    drawn = written(empty, next(changes_of(board, csp2sat.solve(board).solution)))
    faults = csp2sat.check(board, drawn)
    assert faults and all(EMPTY in fault or fault == BEGUN for fault in faults), faults
