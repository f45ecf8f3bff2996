"""Changes of as few clues as possible with which a wrong board has a solution: misprints are found and mended."""

from __future__ import annotations

import json
from contextlib import closing
from dataclasses import replace
from itertools import combinations, product

import pytest
from support.puzzle_rules import all_solutions
from support.run_command import run

import csp2sat
from csp2sat.api.pipelines import asked
from csp2sat.api.settings import Settings
from csp2sat.api.writing.mend_texts import MOST_MENDS, mends_text
from csp2sat.base.source import Source
from csp2sat.explaining import mends
from csp2sat.explaining.clue_changes import ClueChanges
from csp2sat.explaining.mends import Mend, Mends
from csp2sat.explaining.selectors import PartsVerdict, Variants
from csp2sat.explaining.smallest_corrections import SmallestCorrections
from csp2sat.model.model import Answer
from csp2sat.puzzles.formats.reading import read_board
from csp2sat.puzzles.kit.checks import neighbours
from csp2sat.puzzles.kit.clues import is_allowed
from csp2sat.puzzles.spec import PUZZLES

TYPO = """\
; Sudoku
5 3 - - 7 - - - -
6 - - 1 9 5 - - -
- 9 8 - - - - 4 -
8 - - - 6 - - - 3
4 - - 8 - 3 - - 1
7 - - - 2 - - - 6
- 6 - - - - 2 8 -
- - - 4 1 9 - - 5
- - - - 8 - - 7 9
"""


def test_a_misprint_of_a_sudoku_is_named(here, monkeypatch):
    """Row 3, column 8 had a 6; the clue is one of two that all reasons have, and with two other numbers there the
    solution is unique.  The boards that are solved are those of the mends: two with a clue less, three with another
    number; one kept solver refutes the other values.
    """
    solved, solve = [], mends.solve_unique
    monkeypatch.setattr(mends, "solve_unique", lambda run: solved.append(run) or solve(run))
    (here / "a.txt").write_text(TYPO)
    assert run("explain", "a.txt").out.splitlines()[-7:] == [
        "in every reason: 9 at row 2, column 5; 4 at row 3, column 8",
        "with 1 clue changed or taken away there is a solution:",
        "  row 3, column 8: 5 instead of 4 (unique)",
        "  row 3, column 8: 6 instead of 4 (unique)",
        "  row 2, column 5: 4 instead of 9 (several solutions)",
        "  row 2, column 5: 9 taken away (several solutions)",
        "  row 3, column 8: 4 taken away (several solutions)",
    ]
    assert len(solved) == 5


def test_a_number_that_no_value_mends_is_moved(here):
    """Numbers beside each other contradict each other, whatever they are: a number that is not given mends none."""
    (here / "n.txt").write_text("; Nurikabe\nsize 3 2\n- 1 1\n- - -\n")
    assert run("explain", "n.txt").out.splitlines()[-3:] == [
        "with 1 clue changed, moved or taken away there is a solution:",
        "  row 1, column 2: 1 moved to row 1, column 1 (unique)",
        "  row 1, column 3: 1 taken away with its cell (unique)",
    ]


def test_nothing_is_known_of_a_variant_with_other_variables():
    models = [csp2sat.loads(f"(int x 0 {most})\n(> x 3)\n").model for most in (2, 3, 2, 5)]
    with asked(csp2sat.loads("(bool p)\n"), Settings()) as pipeline, closing(Variants(models, pipeline)) as variants:
        assert [variants.refuted(at) for at in range(5)] == [True, False, True, False, False]


SMALL = {
    "sudoku": "size 4 4\n1 - - 2\n- - 3 -\n- 3 - -\n4 - 1 -\n",
    "two misprints": "; Sudoku\nsize 4 4\n1 1 2 -\n3 - - -\n- - - -\n- - 4 4\n",
    "slitherlink": "size 2 2\n3 0\n- 2\n",
    "akari": "size 2 2\n- 1\n- 4\n",
    "nurikabe": "size 3 3\n- - -\n- - -\n- - 2\n",
    "geradeweg": "size 3 3\n- - -\n? 2 -\n2 - -\n",
    "yajilin": "size 3 3\n- - -\n- 4L -\n- - -\n",
    "masyu": "size 3 3\n- - -\n- - 1\n- - -\n",
    "fillomino": "size 2 2\n1 1\n- -\n",
    "skyscrapers": "size 3 3\ntop\n1 3 -\nbottom\n1 - -\nleft\n- - -\nright\n- - -\ngrid\n- - -\n- - -\n- - -\n",
    "shikaku": "size 2 2\n3 -\n- 2\n",
    "chocona": "size 2 2\nregions\n0 0\n1 1\nclues\n1 2\n",
}


def moved_boards(board, cell):
    """The boards in which the clue of a cell and a neighbouring cell without a clue are exchanged."""
    given, values = PUZZLES[board.puzzle].clues.optional(board), board.values()
    if PUZZLES[board.puzzle].family == "numbers" or not values:
        return
    for r, c in neighbours(cell):
        if board.has((r, c)) and (r, c) not in given:
            changed = board.with_values({cell: values[r][c], (r, c): values[cell[0]][cell[1]]})
            if is_allowed(changed):
                yield ((r, c), values[cell[0]][cell[1]]), changed


def test_a_circle_beside_its_place_is_moved_back(here):
    (here / "m.txt").write_text("; Masyu\nsize 3 3\n- - -\n- - 1\n- - -\n")
    lines = run("explain", "m.txt").out.splitlines()
    assert "with 1 clue changed, moved or taken away there is a solution:" in lines
    moves = [f"  row 2, column 3: black circle moved to row {row}, column 3 (several solutions)" for row in (1, 3)]
    assert [line for line in lines if "moved to" in line] == moves
    fields = json.loads(run("explain", "m.txt", "--json").out)
    old, new = {"row": 1, "column": 2}, {"row": 0, "column": 2, "value": "b"}
    assert {"cells": [old], "clues": [new], "unique": False} in fields["mends"]


@pytest.mark.sample(4)
@pytest.mark.parametrize("name", SMALL)
def test_mends_are_what_trying_all_changes_finds(name):
    """Clues are taken away in all smallest choices after which a solution is left, changed to all values, and moved to
    all empty cells beside them.
    """
    board = read_board(Source("x.txt", SMALL[name]), "sudoku" if "two" in name else name)
    clues = PUZZLES[board.puzzle].clues
    found = csp2sat.explain(board, timeout=100).mends
    assert found.complete

    def solutions(clues_gone, added=()):
        return len(all_solutions(clues.added(clues.without(board, clues_gone), added)))

    cells = clues.optional(board)
    sizes = ([list(each) for each in combinations(cells, size) if solutions(each)] for size in range(1, 4))
    smallest = next(each for each in sizes if each)
    assert sorted(mend.cells for mend in found.found if not (mend.clues or mend.with_cell)) == sorted(
        map(sorted, smallest)
    )
    assert sorted(found.in_every) == (sorted(cell for (cell,) in smallest) if len(smallest[0]) == 1 else [])
    for mend in found.found:
        assert mend.is_move or mend.with_cell or mend.unique == (solutions(mend.cells, mend.clues) == 1), mend
    if len(smallest[0]) == 1:
        changed = cells if clues.leave_signs else [cell for (cell,) in smallest]
        tried = [(cell, (cell, value)) for cell in changed for value in clues.possible(board, cell)]
        right = [[clue] for cell, clue in tried if solutions([cell], [clue])]
        gone = [each for cell in cells for each in ClueChanges(board).emptied(cell) if all_solutions(each.board)]
        assert sorted(each.cells for each in gone) == sorted(mend.cells for mend in found.found if mend.with_cell)
        freeing = cells if name in ("akari", "nurikabe", "geradeweg") else [cell for (cell,) in smallest]
        moves = [(cell, *move) for cell in freeing for move in moved_boards(board, cell)]
        uniquely = {str((cell, clue)): len(all_solutions(changed)) == 1 for cell, clue, changed in moves}
        assert all(mend.unique == uniquely[str((*mend.cells, *mend.clues))] for mend in found.found if mend.is_move)
        right += [[clue] for _, clue, changed in moves if all_solutions(changed)]
        assert sorted(map(str, right)) == sorted(str(mend.clues) for mend in found.found if mend.clues)
    else:
        values = [[list(product([c], clues.possible(board, c))) for c in each] for each in smallest]
        tried = [(cells, [*new]) for cells, own in zip(smallest, values, strict=True) for new in product(*own)]
        right = [new for cells, new in tried if solutions(cells, new)]
        assert sorted(map(str, right)) == sorted(str(mend.clues) for mend in found.found if mend.clues)
        assert right and len({mend.unique for mend in found.found}) == 2


class Sets:
    """An oracle whose contradictions are these sets."""

    has_cores = True

    def __init__(self, *sets):
        self.sets = [set(each) for each in sets]

    def ask(self, members, effort=None):
        core = next((each for each in self.sets if each <= set(members)), None)
        return PartsVerdict(Answer({}, {}), []) if core is None else PartsVerdict(None, sorted(core))

    def rotations(self, group, witness, members):
        return []

    def holds(self, group, answer):
        return False


@pytest.mark.parametrize("cores", [True, False])
@pytest.mark.parametrize(
    "sets", [([0, 1, 2],), ([0, 1], [1, 2]), ([0, 1], [2, 3]), ([0, 1], [2, 3], [4, 5], [0, 5]), ([0], [1], [2], [3])]
)
def test_smallest_corrections_hit_every_contradiction(sets, cores):
    oracle = Sets(*sets)
    oracle.has_cores = cores
    if not cores:
        oracle.ask = lambda members, effort=None: (lambda v: v if v.witness else PartsVerdict(None, list(members)))(
            Sets(*sets).ask(members)
        )
    found = list(SmallestCorrections(oracle, range(6), []).smallest(3))
    hitting = [[list(c) for c in combinations(range(6), k) if all(set(c) & set(s) for s in sets)] for k in range(1, 4)]
    assert sorted(found) == next((each for each in hitting if each), [])


def test_rules_alone_that_contradict_have_no_mends(here):
    (here / "n.txt").write_text(PUZZLES["norinori"].samples[1][0])
    ended = run("explain", "n.txt")
    assert ended.code == 0 and "in every reason" not in ended.out and "changed" not in ended.out
    assert json.loads(run("explain", "n.txt", "--json").out)["mends"] == []


def test_some_mends_are_listed_and_the_rest_counted():
    board = read_board(Source("x.txt", SMALL["sudoku"]), "sudoku")
    many = [Mend([(r, c)], [((r, c), v)], True) for r, c, v in product(range(4), range(4), (1, 2))]
    lines = mends_text(board, Mends(many, [], True)).splitlines()
    assert len(lines) == MOST_MENDS + 2 and lines[-1] == "  and 12 more"
    alike = mends_text(board, Mends([replace(each, unique=False) for each in many], [], True)).splitlines()
    assert len(alike) == 17 and alike[1].endswith(": 1 or 2 instead of 1 (several solutions each)")
    assert mends_text(board, Mends(many, None, False)).endswith("there may be others: not all changes were tried\n")
    assert mends_text(board, Mends()) == ""


def test_mends_of_a_clue_stand_together_in_the_order_of_the_clues():
    board = read_board(Source("x.txt", SMALL["sudoku"]), "sudoku")
    one, two = sorted(board.filled())[:2]
    changed, removed = [Mend([at], [(at, 2)], False) for at in (one, two)], [Mend([at], [], False) for at in (one, two)]
    unique = Mend([two], [(two, 3)], True)
    found = mends.in_order(board, [*removed[::-1], *changed[::-1], unique])
    assert found == [unique, changed[0], removed[0], changed[1], removed[1]]


def test_that_no_change_of_one_clue_is_enough_is_said_where_it_is_known():
    board = read_board(Source("x.txt", SMALL["sudoku"]), "sudoku")
    two = Mend([(0, 0), (0, 1)], [((0, 0), 1), ((0, 1), 2)], False)
    said = "no change of one clue is enough\nwith 2 clues changed"
    assert said in mends_text(board, Mends([two], [], True, excluded=1))
    for known in (Mends([two], None), Mends([two], [(0, 0)]), Mends([Mend([(0, 0)], [((0, 0), 1)], False)], [])):
        assert "no change of one clue" not in mends_text(board, known)


def test_a_drawing_is_named_when_it_is_written(here):
    (here / "n.txt").write_text("; Nonogram\nsize 2 2\nrows\n2\n2\ncolumns\n1\n2\n")
    assert "csp2sat: F.svg: the board with the marked cells\n" in run("explain", "n.txt", "-o", "F.svg").err


def test_an_interrupt_while_mends_are_looked_for_leaves_the_reason(here, monkeypatch):
    def interrupted(*_):
        raise KeyboardInterrupt

    monkeypatch.setattr(mends, "solve_unique", interrupted)
    (here / "a.txt").write_text("; Sudoku\n" + SMALL["sudoku"])
    ended = run("explain", "a.txt")
    assert ended.code == 130 and "without any one of them the others can" in ended.out
    with pytest.raises(KeyboardInterrupt):
        csp2sat.explain("a.txt")


def test_what_is_not_decided_in_time_is_not_claimed(monkeypatch):
    monkeypatch.setattr(mends, "SECONDS", -1.0)
    found = csp2sat.explain(read_board(Source("x.txt", SMALL["sudoku"]), "sudoku"))
    assert found.reasons and not found.limit
    assert found.mends == replace(Mends(), in_every=None, seconds=-1.0, out_of_time=True) and not found.mends.complete
    board = read_board(Source("x.txt", SMALL["sudoku"]), "sudoku")
    late = "the search for clues in every reason and for changes of clues ended in the -1 seconds of a search without a"
    assert mends_text(board, found.mends, "; more") == f"{late} time limit; more\n"


def test_the_ten_shortest_of_many_reasons_are_printed(here):
    (here / "a.txt").write_text("; Sudoku\nsize 4 4\n" + "1 1 1 1\n" * 4)
    ended = run("explain", "a.txt", "--all-reasons", "--limit", "12")
    assert ended.out.count("cannot be satisfied") == 10
    assert "\nat least 12 reasons; those above are the 10 shortest, and --to json has all\n" in ended.out
    assert len(json.loads(run("explain", "a.txt", "--all-reasons", "--limit", "12", "--json").out)["reasons"]) == 12


@pytest.mark.parametrize("word", ["repair", "typo", "misprint"])
def test_help_leads_to_explain(word):
    assert "csp2sat explain" in run("help", word).out


def test_names_of_sudoku_variants_lead_to_their_chapter():
    for word in ("thermo", "anti-knight sudoku", "Diagonal Sudoku"):
        ended = run("puzzles", word)
        assert ended.code != 0 and 'csp2sat help "sudoku variants"' in ended.err
    assert run("help", "sudoku", "variants").out.count("anti-knight") > 1


MASYU = "; Masyu\nsize 6 6\n. W . . . .\nB . . . B .\n. . W . . .\n. B . . . W\n. . . . B .\nW . . B . .\n"


def test_how_many_clues_are_too_few_is_said(here):
    """The reader took the only clue of the reason for the misprint."""
    (here / "m.txt").write_text(MASYU)
    said = "no change of up to 3 clues is enough: at least 4 clues must go"
    assert f"{said} (csp2sat explain BOARD --corrections)\n" in run("explain", "m.txt").out


def test_each_number_of_clues_that_is_too_few_is_said():
    board = read_board(Source("x.txt", SMALL["sudoku"]), "sudoku")
    three = Mend([(0, 0), (0, 1), (0, 2)], [], False)
    assert "no change of one or two clues is enough\n" in mends_text(board, Mends([three], [], True, excluded=2))
    walls = read_board(Source("x.txt", "size 2 2\n0 -\n- 1\n"), "akari")  # of which a wall may go, too
    said = mends_text(walls, Mends(excluded=2))
    assert "with one or two clues left out there is still no solution\n" in said and "at least" not in said


def test_a_board_without_a_solution_after_all_clues_are_left_out_excludes_nothing():
    corrections = SmallestCorrections(Sets([]), range(2), [])
    assert list(corrections.smallest(3)) == [] and corrections.excluded == 3 and not corrections.exists
