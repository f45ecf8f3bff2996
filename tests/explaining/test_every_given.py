"""Every given is a clue of its own in explanations: signs, sums, results; all mends of one given are those of brute
force.
"""

from __future__ import annotations

import copy
import json
from itertools import permutations, product

import pytest
from support.paths import ROOT
from support.puzzle_rules import all_solutions
from support.run_command import run
from support.schema_check import faults

import csp2sat
from csp2sat.base.source import Source
from csp2sat.explaining.board_parts import BoardParts, RemovableClues
from csp2sat.puzzles.formats.reading import read_board
from csp2sat.puzzles.spec import PUZZLES, Board, clues_of
from csp2sat.solving.problem import BoardProblem

FUTOSHIKI = """\
; Futoshiki
size 3 3
grid
- - -
- - -
3 - -
across
> -
- -
- -
down
- - -
- - ^
"""
KENKEN = "; KenKen\nsize 3 3\nregions\n0 0 1\n2 1 1\n2 3 3\nclues\n3/ 7+ 2* 2/\n"
KILLER = """\
; Killer Sudoku
size 4 4
grid
- - - -
- - - -
- - - -
- - - 4
cages
0 1 1 2
0 3 1 2
3 3 4 2
5 3 4 4
sums
5 9 - -
9 2
"""
KAKURO = "; Kakuro\nsize 3 3\n# 17\\ 4\\\n\\13 - -\n\\7 - #\n"


def latin(size, above=()):
    if len(above) == size:
        return [list(map(list, above))]
    lines = permutations(range(1, size + 1))
    fitting = [line for line in lines if all(a != b for row in above for a, b in zip(row, line, strict=True))]
    return [square for line in fitting for square in latin(size, (*above, line))]


def kakuro_fillings():
    return [[[0, 0, 0], [0, a, b], [0, c, 0]] for a, b, c in product(range(1, 10), repeat=3)]


def signs(givens):
    """Each change of one sign, or of the given number, by its words, on the givens."""
    for key, both in (("h", "<>"), ("v", "^v")):
        for r, row in enumerate(givens[key]):
            for c, old in enumerate(row):
                for new in both + "." if old != "." else "":
                    changed = copy.deepcopy(givens)
                    changed[key][r] = row[:c] + new + row[c + 1 :]
                    yield (key, r, c, None if new == "." else new), changed
    yield from numbers(givens)


def numbers(givens):
    for r, row in enumerate(givens["grid"]):
        for c, old in enumerate(row):
            for new in range(len(row) + 1) if old else ():
                changed = copy.deepcopy(givens)
                changed["grid"][r][c] = new
                yield ("", r, c, new or None), changed


def listed(key, part, cells, values):
    def changes(givens):
        for at, old in enumerate(givens[key]):
            for new in [None, *values] if old is not None else ():
                changed = copy.deepcopy(givens)
                changed[key][at] = new
                yield (part, *cells[at], new), changed
        yield from numbers(givens) if "grid" in givens else ()

    return changes


def sums(givens):
    for r, row in enumerate(givens):
        for c, cell in enumerate(row):
            for way in ("across", "down"):
                for new in [None, *range(1, 18)] if cell and cell[way] else ():
                    changed = copy.deepcopy(givens)
                    changed[r][c][way] = new
                    yield (way, r, c, new), changed


def lengths(givens):
    """Each change of a list of lengths by one number."""
    for key, size in (("rows", len(givens["cols"])), ("cols", len(givens["rows"]))):
        lists = [list(each) for n in range(size) for each in product(range(1, size + 1), repeat=n)]
        for at, old in enumerate(givens[key]):
            if old is None:
                continue
            near = [each for each in lists if sum(each) + len(each) - 1 <= size and _is_near(old, each)]
            for new in [None, *near]:
                changed = copy.deepcopy(givens)
                changed[key][at] = new
                yield (key, *((at, -1) if key == "rows" else (-1, at)), None if new is None else tuple(new)), changed


def _is_near(old, new):
    """Whether one number is left out, added or another one."""
    less, more = sorted((old, new), key=len)
    if len(less) == len(more):
        return sum(a != b for a, b in zip(less, more, strict=True)) == 1
    return len(less) + 1 == len(more) and less in [more[:at] + more[at + 1 :] for at in range(len(more))]


RESULTS = [f"{n}{sign}" for n in range(1, 30) for sign in ("+", "-", "*", "/", "")]
CAGES = [(0, 0), (0, 1), (0, 3), (1, 1), (2, 2), (3, 0)]
WRONG = {
    "futoshiki": (FUTOSHIKI, lambda: latin(3), signs),
    "kenken": (KENKEN, lambda: latin(3), listed("clues", "cage", [(0, 0), (0, 2), (1, 0), (2, 1)], RESULTS)),
    "killer": (KILLER, lambda: latin(4), listed("sums", "sum", CAGES, range(1, 17))),
    "kakuro": (KAKURO, kakuro_fillings, sums),
    "nonogram": (
        "; Nonogram\nsize 3 3\nrows\n1 1\n3\n-\ncolumns\n2\n1\n1\n",
        lambda: [list(rows) for rows in product(map("".join, product(".#", repeat=3)), repeat=3)],
        lengths,
    ),
}


@pytest.mark.parametrize("kind", WRONG)
def test_mends_of_one_given_are_those_of_brute_force(kind):
    text, fillings, changes = WRONG[kind]
    board = read_board(Source("x.txt", text))
    broken, fit = PUZZLES[kind].broken_rules, {}
    told = csp2sat.explain(board)
    judged = [(broken(board, each), each) for each in fillings()]
    possible = [each for found, each in judged if len(found) == 1]  # no change mends two faults
    assert all(found for found, _ in judged)
    for what, givens in changes(board.givens):
        number = sum(not broken(Board(kind, board.rows, board.cols, givens), each) for each in possible)
        if number:
            fit[what] = number == 1
    found = {(*_at(cell), tuple(new) if isinstance(new, list) else new): mend.unique for mend, cell, new in _news(told)}
    mended = {what: unique for what, unique in fit.items() if kind != "nonogram" or what[3] is not None}
    assert told.mends.complete and found == mended and mended
    assert {_at(cell) for cell in told.mends.in_every} == {what[:3] for what in fit if what[3] is None}


def _at(cell):
    return getattr(cell, "part", ""), *cell


def _news(found):
    for mend in found.mends.found:
        for cell, value in mend.clues or [(cell, None) for cell in mend.cells]:
            yield mend, cell, value


TOLD = {
    "futoshiki": (
        "in every reason: 3 at row 3, column 1; > between row 1, columns 1 and 2; ^ between column 3, rows 2 and 3",
        "  the sign between row 1, columns 1 and 2: < instead of > (unique)",
        "  the sign between column 3, rows 2 and 3: ^ taken away (unique)",
    ),
    "kenken": ("  the cage at row 3, column 2: 3/ instead of 2/ (unique)",),
    "killer": ("in every reason: sum 9 at row 1, column 2; sum 9 at row 3, column 3",),
    "nonogram": ("  row 1: 1 instead of 1 1 (unique)",),
    "kakuro": ("  the sum across at row 3, column 1: 8 instead of 7 (unique)",),
}


@pytest.mark.sample(3)
@pytest.mark.parametrize("kind", TOLD)
def test_givens_that_are_no_values_of_cells_are_named(kind, here):
    (here / "a.txt").write_text(WRONG[kind][0])
    lines = run("explain", "a.txt").out.splitlines()
    assert set(TOLD[kind]) <= set(lines), lines


def test_fields_name_the_part_of_the_givens(here):
    (here / "a.txt").write_text(KAKURO)
    found = json.loads(run("explain", "a.txt", "--json").out)
    new = [clue for each in found["mends"] for clue in each["clues"]]
    assert {"row": 2, "column": 0, "part": "across", "value": 8} in new
    assert "leave out 1 clue" in run("explain", "a.txt", "--corrections").out
    (here / "f.txt").write_text(PUZZLES["futoshiki"].samples[0][0].replace("> - -", "< - -", 1))
    schema = json.loads((ROOT / "csp2sat/cli/schema.json").read_text())
    for command in (["a.txt", "--corrections"], ["f.txt"]):
        found = json.loads(run("explain", *command, "--json").out)
        assert '"part"' in json.dumps(found) and not faults(found, schema, schema)


def test_a_number_of_dominosa_is_changed_though_none_can_be_left_out(here):
    """The last number of the first row was 0."""
    text = "; Dominosa\nsize 4 3\n2 1 2 1\n0 1 2 1\n0 1 0 2\n"
    (here / "a.txt").write_text(text)
    board = read_board(Source("a.txt", text))
    tried = [(cell, new) for cell in board.cells() for new in range(3)]
    number = {each: len(all_solutions(board.with_values(dict([each])))) for each in tried}
    found = csp2sat.explain(board).mends
    mended = {clue: mend.unique for mend in found.found for clue in mend.clues}
    assert found.complete and mended == {each: n == 1 for each, n in number.items() if n} and mended
    assert "  row 1, column 4: 0 instead of 1 (unique)" in run("explain", "a.txt").out.splitlines()
    assert "no clue of this board can be left out\n" in run("explain", "a.txt", "--corrections").out


FIXED = {"galaxies", "numberlink"}  # whose stars are places, and whose numbers are pairs


def test_each_kind_has_clues_that_explanations_change():
    """The board of shakashaka has walls alone, no numbers."""
    assert {kind for kind in PUZZLES if not _can_change(kind)} == FIXED | {"shakashaka"}


def _can_change(kind):
    board = read_board(Source("x.txt", PUZZLES[kind].samples[0][0]), kind)
    clues = clues_of(board)
    return any(list(clues.possible(board, cell)) for cell in clues.changeable(board))


LOOSER = {"firefly", "shikaku", "nurimaze"}  # a clue without its number, or S or G, has a constraint of its own


def test_a_clue_that_is_left_out_leaves_the_constraints_of_the_board_without_it():
    for kind in set(PUZZLES) - LOOSER:
        board = read_board(Source("x.txt", PUZZLES[kind].samples[0][0]), kind)
        clues, parts = clues_of(board), RemovableClues(BoardProblem(board, ""))
        if clues.in_rules or not parts.clues:
            continue
        assert len(parts.clues) == len(clues.optional(board)), kind
        without = BoardParts.of(BoardProblem(clues.without(board, parts.clues[:1]), "")).model
        left = [*parts.rules, *(number for group in parts.groups[1:] for number in group)]
        assert {each.origin for each in without.constraints} <= {parts.model.constraints[at].origin for at in left}, (
            kind
        )
