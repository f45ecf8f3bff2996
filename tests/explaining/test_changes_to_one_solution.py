"""A board with several solutions: one clue that is changed, or written into a free cell, and leaves exactly one."""

from __future__ import annotations

import json
import re
from collections import Counter
from dataclasses import replace
from itertools import product
from operator import itemgetter

import pytest
from support.puzzle_rules import all_solutions
from support.run_command import run
from support.schema_check import faults

from csp2sat.api.pipelines import asked
from csp2sat.api.settings import Settings
from csp2sat.api.writing.mend_texts import unique_text
from csp2sat.api.writing.reason_texts import SETTERS
from csp2sat.base.source import Source
from csp2sat.cli.json_lines import schema
from csp2sat.explaining import clue_changes, mends
from csp2sat.explaining.clue_changes import ClueChanges
from csp2sat.page.engine import answer
from csp2sat.puzzles.formats.reading import read_board
from csp2sat.puzzles.kit.checks import neighbours
from csp2sat.puzzles.kit.clues import is_allowed
from csp2sat.puzzles.spec import PUZZLES
from csp2sat.solving.problem import BoardProblem

SEVERAL = {
    "nurikabe": ("; Nurikabe\nsize 3 2\n- - -\n- 2 -\n", (0, range(1, 10), range(1, 10))),
    "yajilin": ("; Yajilin\nsize 4 3\n- - - -\n- 0R - -\n- - - -\n", (".", [f"{n}R" for n in range(7)], "#")),
    "akari": ("; Akari\nsize 3 3\n- - -\n- - #\n1 1 -\n", (".", "01234", "#")),
}
KINDS = (
    "another value for a clue, a clue in a cell beside its own, a new clue in a free cell or a clue taken away with its"
    " cell"
)
BUILT_IN = "in the -1 seconds of a search without a time limit"


def one_change(board, free, others, fresh):
    """The cells and new values of the changes of one given that leave one solution, by trying all; with the old cell of
    a clue that is moved, which changes places with a cell beside it, and with None for both of a clue that is taken
    away with its cell, which `free` is then.
    """
    given = PUZZLES[board.puzzle].clues.optional(board)
    for r, c in product(range(board.rows), range(board.cols)):
        old = board.values()[r][c]
        for new in fresh if old == free else others if old != "#" else ():
            changed = board.with_values({(r, c): new})
            if new != old and len(all_solutions(changed)) == 1:
                yield (r, c), (r, c), new
        if (r, c) in given and len(all_solutions(board.with_values({(r, c): free}))) == 1:
            yield (r, c), None, None
        for to in neighbours((r, c)) if (r, c) in given else ():
            if board.has(to) and to not in given:
                changed = board.with_values({(r, c): board.values()[to[0]][to[1]], to: old})
                if is_allowed(changed) and len(all_solutions(changed)) == 1:
                    yield (r, c), to, old


@pytest.mark.sample(2)
@pytest.mark.parametrize("kind", SEVERAL)
def test_all_changes_of_one_given_that_leave_one_solution(kind, here):
    text, values = SEVERAL[kind]
    (here / "a.txt").write_text(text)
    board = read_board(Source("a.txt", text))
    right = set(one_change(board, *values))
    found = json.loads(run("explain", "a.txt", "--json", "--timeout", "100").out)
    place = itemgetter("row", "column")
    listed = {(place(*mend["cells"]), place(clue), clue["value"]) for mend in found["mends"] for clue in mend["clues"]}
    listed |= {(place(*mend["cells"]), None, None) for mend in found["mends"] if not mend["clues"]}
    assert any(old != at for old, at, _ in right) and any(old == at for old, at, _ in right)
    assert found["second"] and found["mends_complete"] and listed == right and right
    assert "there is exactly one solution:\n" in run("explain", "a.txt", "--timeout", "100").out


def test_blocks_are_added_and_numbers_changed(here):
    (here / "a.txt").write_text("; Yajilin\nsize 5 5\n" + "- - - - -\n- - 1D - -\n" + "- - - - -\n" * 3)
    lines = run("explain", "a.txt", "--timeout", "100").out.splitlines()
    assert not any("can be added" in line for line in lines)  # only what was tried is said
    tried = re.fullmatch(r"there are no others: all (\d+) changes of 1 clue were tried \((.*)\)", lines.pop())
    assert tried and int(tried[1]) > 24 and tried[2] == KINDS
    assert lines[-3:] == [
        "  row 3, column 1: # added",
        "  row 3, column 5: # added",
        "  row 2, column 3: 2D instead of 1D",
    ]
    assert (
        "what to do: csp2sat explain, and csp2sat help a board of mine has several solutions"
        in run("solve", "--unique", "a.txt").err
    )


def test_changes_that_were_not_tried_are_not_claimed(here, monkeypatch):
    (here / "a.txt").write_text(SEVERAL["nurikabe"][0])
    monkeypatch.setattr(mends, "MOST_UNIQUE", 1)
    last = run("explain", "a.txt", "--timeout", "100").out.splitlines()[-1]
    found = re.fullmatch(r"there may be others: (\d+) of 39 changes of 1 clue were tried \(.*\)", last)
    assert found and int(found[1]) < 39
    monkeypatch.setattr("csp2sat.api.explaining.SECONDS", -1.0)
    monkeypatch.setattr("csp2sat.api.explaining.SHORT", -1.0)
    out = run("explain", "a.txt").out
    assert "exactly one" not in out
    assert re.search(
        rf": 0 of 39 changes of 1 clue were tried \({KINDS}\) {BUILT_IN}; to try more: --timeout SECONDS\n", out
    )
    fields = json.loads(run("explain", "a.txt", "--json").out)
    assert fields["mends_tried"] == 0 < fields["mends_possible"] and faults(fields, schema(), schema()) == []


def test_a_time_limit_is_the_time_for_changes(here, monkeypatch):
    (here / "a.txt").write_text(SEVERAL["nurikabe"][0])
    monkeypatch.setattr("csp2sat.api.explaining.SECONDS", -1.0)
    monkeypatch.setattr("csp2sat.api.explaining.SHORT", -1.0)
    fields = json.loads(run("explain", "a.txt", "--json", "--timeout", 100).out)
    assert fields["mends_complete"] and fields["mends_tried"] == fields["mends_possible"]


def test_a_misprint_that_leaves_several_solutions_is_found(here):
    """The first sign of the sample is reversed."""
    text = PUZZLES["futoshiki"].samples[0][0].replace("> - -", "< - -", 1)
    (here / "a.txt").write_text(text)
    lines = run("explain", "a.txt").out.splitlines()
    assert "not unique" in lines and "  the sign between row 1, columns 1 and 2: > instead of <" in lines


def test_a_csp_with_a_solution_leads_to_what_tells_of_others(here):
    (here / "x.csp").write_text("(int x 0 1)\n")
    ended = run("explain", "x.csp")
    assert ended.out == "s SATISFIABLE\nthere is a solution: nothing to explain\n"
    for command in ("solve --unique", "count", "backbone"):
        assert f"csp2sat {command}" in ended.err and run(*command.split(), "x.csp").code in (0, 10)
    assert not run("explain", "x.csp", "--json").err


def test_a_board_without_clues_says_that_nothing_was_tried(here):
    (here / "s.txt").write_text("; Numberlink\nsize 3 3\n1 - 1\n- - -\n- - -\n")
    nothing = "this board has no clue that can be added or changed, so that nothing was tried"
    assert run("explain", "s.txt").out.splitlines()[-1] == f"{nothing}; {SETTERS}"


def test_the_page_names_no_option_of_the_command(monkeypatch):
    monkeypatch.setattr("csp2sat.api.explaining.SECONDS", -1.0)
    monkeypatch.setattr("csp2sat.api.explaining.SHORT", -1.0)
    words = json.loads(answer(json.dumps({"op": "explain", "text": SEVERAL["nurikabe"][0]})))["words"]
    assert "changes of 1 clue were tried" in words and words.endswith(f" {BUILT_IN}\n") and "--" not in words


def test_where_nothing_is_found_the_last_line_says_what_to_do(here):
    (here / "s.txt").write_text("; Star Battle, 1 star\nAABBB\nAABBB\nACCDD\nECCDD\nEEEDD\n")
    lines = run("explain", "s.txt").out.splitlines()
    assert lines[-2].startswith("no change of 1 cell was found")
    assert lines[-1] == "what to do: csp2sat help a board of mine has several solutions"
    assert run("help", "a", "board", "of", "mine", "has", "several", "solutions").code == 0
    assert f"several ({lines[-1]})" in run("generate", "s.txt", "--harder").err


def sums(board):
    """The sums of both rows and both columns of a kakuro of four white cells."""
    grid = board.givens
    return grid[1][0]["across"], grid[2][0]["across"], grid[0][1]["down"], grid[0][2]["down"]


def test_two_sums_are_changed_where_one_would_break_the_total(monkeypatch):
    """The sums across and the sums down have one total; all fillings of the four cells are counted by their sums."""
    board = read_board(Source("a.txt", "; Kakuro\nsize 3 3\n# 5\\ 5\\\n\\4 - -\n\\6 - -\n"))
    count = Counter(
        (a + b, c + d, a + c, b + d)
        for a, b, c, d in product(range(1, 10), repeat=4)
        if a not in (b, c) and d not in (b, c)
    )
    pairs, possible = ClueChanges(board).balanced([])
    changed = {sums(pair.board) for pair in pairs}
    least = {
        s
        for s in product(range(3, 18), repeat=4)
        if s[0] + s[1] == s[2] + s[3] and sum(n != m for n, m in zip(s, (4, 6, 5, 5), strict=True)) == 2
    }
    assert changed == least and possible == len(pairs) == len(changed)
    monkeypatch.setattr(clue_changes, "MOST_TOGETHER", 12)
    monkeypatch.setattr(ClueChanges, "nearest", lambda self, cells: [])
    with asked(BoardProblem(board, ""), Settings(timeout=100)) as pipeline:
        found = mends.unique_mends(board, [], pipeline)
    near = {sums(pair.board) for pair in ClueChanges(board).balanced([])[0]}
    listed = {sums(ClueChanges(board).changed(mend.cells, mend.clues)) for mend in found.found}
    assert listed == {each for each in near if count[each] == 1} and listed
    assert (
        found.tried == 12 < found.possible == found.pairs == possible and not found.complete and not found.out_of_time
    )
    text = unique_text(board, found)
    assert text.startswith("with 2 clues changed there is exactly one solution:\n  the sum ")
    assert (
        f"12 of {possible} changes of 1 clue, or of 2 that leave the totals of rows and of columns equal, were" in text
    )
    none = unique_text(board, replace(found, found=[]))
    assert none.startswith("no change of 1 clue, or of 2 that leave the totals of rows and of columns equal, was found")


def test_an_island_is_taken_away(here):
    (here / "a.txt").write_text("; Hashi\nsize 3 3\n2 - 2\n- - -\n1 - 1\n")
    board = read_board(Source("a.txt", (here / "a.txt").read_text()))
    (less,) = ClueChanges(board).emptied((0, 0))
    assert (less.cells, less.clues, less.board.values()[0][0]) == ([(0, 0)], [], 0)
    masyu = read_board(Source("m.txt", "; Masyu\nsize 2 2\nw -\n- -\n"))
    assert not list(ClueChanges(masyu).emptied((0, 0)))


TWO = "; Sudoku\nsize 4 4\nbox 2 2\n1 2 . .\n3 . 1 .\n. . . .\n. . . .\n"


def test_all_single_clues_that_leave_one_solution_are_listed(tmp_path):
    """Of seven clues three were printed, as if these were all."""
    (tmp_path / "s.txt").write_text(TWO)
    board = read_board(Source("s.txt", TWO))
    every = all_solutions(board)
    clues = product(set(board.cells()) - board.filled().keys(), range(1, 5))
    right = {clue for clue in clues if sum(each[clue[0][0]][clue[0][1]] == clue[1] for each in every) == 1}
    found = json.loads(run("explain", str(tmp_path / "s.txt"), "--json").out)
    chosen = [each for (each,) in (found["clues"], *found["other_clues"])]
    assert {((each["row"], each["column"]), each["value"]) for each in chosen} == right and len(right) == 4
    assert found["clues_complete"] and not list(faults(found, schema(), schema()))
    assert "  no other single clue does\n" in run("explain", str(tmp_path / "s.txt")).out
