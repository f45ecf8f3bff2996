"""Drawings as `csp2sat solve` prints them, of which a person has blanked cells, lines and borders."""

import random

import pytest

import csp2sat
from csp2sat.api.reasoning.begun_answers import BEGUN, EMPTY
from csp2sat.api.reasoning.partial import partial_of
from csp2sat.api.writing.puzzles import sample
from csp2sat.base.source import Source
from csp2sat.judging.unfinished import ENDS, NOTHING
from csp2sat.puzzles.drawing.canvas import drawn_with_lattice
from csp2sat.puzzles.facts import true_facts
from csp2sat.puzzles.formats.solutions.layouts import PENS, Layout
from csp2sat.puzzles.spec import PUZZLES
from csp2sat.reasoning.begun_boards import manner_of
from csp2sat.reasoning.statements import statements


def blanked(board, solution, pen, blank):
    """Yield the drawing of a solution with one cell, half of the cells and all cells blanked."""
    lines, lattice = drawn_with_lattice(PUZZLES[board.puzzle].picture(board, solution), pen)
    layout = Layout([line.ljust(lattice.columns) for line in lines], lattice, pen)
    cells = [cell for cell in board.cells() if layout.token(*cell) not in ("", "+", "|", "-")]
    for some in (cells[:1], random.Random(1).sample(cells, len(cells) // 2), cells):
        new = [*layout.lines]
        for line, start, end in map(layout.span, some):
            new[line] = new[line][:start] + blank.rjust(end - start) + new[line][end:]
        yield "".join(f"{line.rstrip()}\n" for line in new)


def is_begun(fault):
    return EMPTY in fault or fault in (BEGUN, NOTHING) or fault.startswith(ENDS)


@pytest.mark.sample(4)
@pytest.mark.parametrize("ascii_", [False, True])
@pytest.mark.parametrize(
    "kind", [kind for kind in PUZZLES if kind != "hashiwokakero"]
)  # whose cells are parts of bridges
def test_what_is_blanked_is_open(kind, ascii_):
    board = sample(PUZZLES[kind])
    solution = csp2sat.solve(board).solution
    right = set(true_facts(board, solution, statements(board).atoms.values()))
    pen = PENS[ascii_](PUZZLES[kind].picture(board, None).ground)
    for blank in "? " if manner_of(board).blank == "?" or kind == "yajilin" else "? .":
        for text in blanked(board, solution, pen, blank):
            assert set(partial_of(Source("p.txt", text), board).facts) <= right, text
            assert all(map(is_begun, csp2sat.check(board, text))), text


SHIKAKU = csp2sat.loads("; Shikaku\nsize 2 2\n2 -\n2 -\n").board
HASHI = csp2sat.loads("; Hashiwokakero\nsize 3 3\n2 - 2\n- - -\n2 - 2\n").board


def test_a_bridge_or_border_that_is_missing_is_not_finished():
    """`number 2 at row 1, column 1: 1 bridges end there`, `contains 2 numbers`."""
    assert csp2sat.check(HASHI, "2---2\n    |\n    |\n    |\n2---2\n") == [BEGUN]
    assert csp2sat.check(SHIKAKU, "+-------+\n| 2   . |\n|       |\n| 2   . |\n+-------+\n") == [BEGUN]


def test_a_division_that_no_border_mends_is_wrong():
    columns = "+---+---+\n| 2 | . |\n|   |   |\n| 2 | . |\n+---+---+\n"
    assert not any(map(is_begun, csp2sat.check(SHIKAKU, columns)[:1]))
