"""Why a board has no solution: clues that are too many; and which one more clue makes its solution the only one."""

from __future__ import annotations

import json
import random
from itertools import combinations

import pytest
from support.boards import random_board
from support.puzzle_rules import all_solutions
from support.run_command import run

import csp2sat
from csp2sat.base.source import Source
from csp2sat.cli.show.results import MARKED
from csp2sat.explaining import board_conflicts
from csp2sat.explaining.extra_clues import extra_clues
from csp2sat.puzzles.formats.reading import read_board
from csp2sat.puzzles.spec import PUZZLES, Board
from csp2sat.solving.first_solution import solve_unique
from csp2sat.solving.pipeline import Pipeline
from csp2sat.solving.problem import BoardProblem
from csp2sat.solving.problem_run import ProblemRun


def is_solvable(board: Board, engine: Pipeline) -> bool:
    folder = engine.folder / str(random.random())
    folder.mkdir()
    result = solve_unique(ProblemRun(BoardProblem(board, ""), engine.apart("problem", folder)))
    return result.status == "SATISFIABLE"


def only(board: Board, kept) -> Board:
    """The board with these clues alone."""
    clues = PUZZLES[board.puzzle].clues
    return clues.without(board, [cell for cell in clues.optional(board) if cell not in kept])


def judge(board: Board, engine: Pipeline) -> None:
    """The clues of the reason alone are too many, and without any one of them not."""
    (reason,) = board_conflicts.explain(BoardProblem(board, ""), engine).reasons
    assert reason.minimal
    assert not is_solvable(only(board, reason.clues), engine)
    for cell in reason.clues:
        assert is_solvable(only(board, set(reason.clues) - {cell}), engine), cell


@pytest.mark.sample(1)
@pytest.mark.parametrize("puzzle, rows, clues_", [("masyu", 4, 0.3), ("slitherlink", 4, 0.6), ("sudoku", 4, 0.4)])
def test_random_boards(puzzle, rows, clues_, engine):
    rng = random.Random(puzzle)
    boards = (random_board(puzzle, rows, rows, rng, clues_) for _ in range(100))
    wrong = [board for board, _ in zip((b for b in boards if not is_solvable(b, engine)), range(2), strict=False)]
    assert len(wrong) == 2
    for board in wrong:
        judge(board, engine)


WRONG = {
    "akari": "size 3 3\n- 4 -\n- - -\n- - -\n",
    "hitori": "size 3 3\n1 1 1\n1 1 1\n2 3 1\n",
    "nurikabe": "size 3 3\n1 2 -\n- - -\n- - -\n",
    "fillomino": "size 2 2\n3 3\n3 3\n",
    "hashiwokakero": "size 3 3\n1 - 8\n- - -\n1 - 1\n",
}


@pytest.mark.sample(1)
@pytest.mark.parametrize("puzzle, text", WRONG.items())
def test_boards(puzzle, text, engine):
    board = read_board(Source("x.txt", text), puzzle)
    if is_solvable(board, engine):
        pytest.fail("the board has a solution")
    if PUZZLES[puzzle].clues.in_rules:
        judge(board, engine)
    else:
        (reason,) = board_conflicts.explain(BoardProblem(board, ""), engine).reasons
        assert reason.minimal and reason.clues


def test_several_reasons_of_a_board(engine):
    board = Board("slitherlink", 3, 3, ["30.", "...", ".30"])
    found = board_conflicts.explain(BoardProblem(board, ""), engine, None)
    assert found.complete
    assert sorted(sorted(reason.clues) for reason in found.reasons) == [[(0, 0), (0, 1)], [(2, 1), (2, 2)]]


ALL = {
    "hitori": "size 3 2\n1 1 1\n1 1 2\n",
    "nurikabe": "size 3 3\n6 - 6\n- - -\n6 - -\n",
    "fillomino": "size 3 2\n6 - 6\n1 - 1\n",
}


@pytest.mark.sample(1)
@pytest.mark.parametrize("puzzle, text", ALL.items())
def test_all_reasons_of_boards_without_some_clues(puzzle, text, engine):
    """They are the minimal sets of clues that cannot be left out, found by trying all."""
    board = read_board(Source("x.txt", text), puzzle)
    cells = PUZZLES[puzzle].clues.optional(board)
    bad: set[frozenset] = set()
    for size in range(len(cells) + 1):
        for chosen in map(frozenset, combinations(cells, size)):
            if not any(other <= chosen for other in bad) and not is_solvable(only(board, chosen), engine):
                bad.add(chosen)
    found = board_conflicts.explain(BoardProblem(board, ""), engine, None)
    assert found.complete and len(bad) > 1
    assert sorted(sorted(reason.clues) for reason in found.reasons) == sorted(map(sorted, bad))
    assert all(reason.minimal and reason.rules for reason in found.reasons)


EXTRA = {
    "sudoku": "size 4 4\n1 - - -\n- 2 - 3\n- - - 1\n- - - -\n",
    "slitherlink": "size 3 3\n3 - -\n- - -\n- 3 -\n",
    "masyu": "size 4 4\n- - - -\n- 0 - -\n- - - -\n- - - -\n",
    "akari": "size 3 3\n- - -\n- # -\n- - -\n",
    "fillomino": "size 3 2\n- - -\n- 2 -\n",
    "heyawake": "size 3 3\nregions\n0 0 1\n0 0 1\n2 2 2\nclues\n1 - -\n",
    "kakuro": "size 3 3\n# 4\\ #\n# - -\n\\8 - -\n",
    "kurodoko": "size 3 3\n- - -\n- 3 -\n- - -\n",
    "cave": "size 3 3\n- - 3\n- - -\n- - -\n",
    "geradeweg": "size 3 3\n- - -\n- ? -\n- - -\n",
}


@pytest.mark.sample(1)
@pytest.mark.parametrize("puzzle, text", EXTRA.items())
def test_extra_clues(puzzle, text, engine):
    """They are as few as can be for the board: one, if any leaves one of all its solutions."""
    board = read_board(Source("x.txt", text), puzzle)
    every, clues = all_solutions(board), PUZZLES[puzzle].clues
    assert len(every) > 1
    extra = extra_clues(board, every[:2], engine)
    single = any(len(keeping(board, [clue], every)) == 1 for clue in clues.addable(board))
    assert extra.known and not extra.limit
    assert (len(extra.clues) == 1) == single == (extra.none_of == 0)
    assert all(len(each) == len(extra.clues) for each in extra.others)
    for chosen in [extra.clues, *extra.others] if extra.clues else ():
        assert len(keeping(board, chosen, every)) == 1


def keeping(board, more, solutions):
    """Those of the solutions that are right with more clues, too."""
    puzzle = PUZZLES[board.puzzle]
    more = puzzle.clues.added(board, more)
    return [each for each in solutions if not puzzle.broken_rules(more, puzzle.rewritten(more, each))]


def test_a_clue_that_leaves_neither_of_the_two_solutions_that_are_shown(engine):
    """What they do not keep is tried, too."""
    board = read_board(Source("x.txt", "size 4 4\n1 - - -\n- - - -\n3 - - -\n- - - ?\n"), "nurikabe")
    every = all_solutions(board)
    alone = [
        kept[0] for clue in PUZZLES["nurikabe"].clues.addable(board) if len(kept := keeping(board, [clue], every)) == 1
    ]
    shown = [each for each in every if each not in alone][:2]
    assert alone and len(shown) == 2
    extra = extra_clues(board, shown, engine)
    assert len(extra.clues) == 1 and keeping(board, extra.clues, every)[0] in alone


@pytest.mark.sample(16)
@pytest.mark.parametrize("puzzle", list(PUZZLES))
def test_of_exclusive_clues_a_solution_keeps_one_in_a_cell(puzzle):
    board = read_board(Source("x.txt", PUZZLES[puzzle].samples[0][0]), puzzle)
    clues = PUZZLES[puzzle].clues
    (solution, *_) = all_solutions(board)
    left = clues.without(board, clues.optional(board))
    kept = [cell for cell, value in clues.addable(left) if keeping(left, [(cell, value)], [solution])]
    assert not clues.exclusive or len(kept) == len(set(kept))


def test_where_not_all_clues_were_tried(here, monkeypatch):
    """Only what was looked at is said."""
    (here / "masyu.txt").write_text("; Masyu\n" + EXTRA["masyu"])
    monkeypatch.setattr("csp2sat.explaining.extra_clues.FEW", 0)
    monkeypatch.setattr("csp2sat.explaining.extra_clues.MOST_TRIES", 0)
    assert "unique with 2 more clues (perhaps fewer are enough): " in run("explain", "masyu.txt").out
    monkeypatch.setattr("csp2sat.explaining.extra_clues.MOST_CLUES", 0)
    said = "neither one nor two clues were found that make the solution unique (2 solutions were compared); "
    said += "more are needed: add clues where the solutions differ"
    assert said in run("explain", "masyu.txt").out.splitlines()
    monkeypatch.setattr("csp2sat.explaining.extra_clues.MOST_TRIES", 100)
    assert "unique with 2 more clues (no single clue is enough): " in run("explain", "masyu.txt").out


class Interrupting:
    """A function that is interrupted at its call of some number; it counts how often it was called."""

    def __init__(self, real, at):
        self._real, self._left = real, at

    def __get__(self, owner, _):
        return lambda *args, **kwargs: self(owner, *args, **kwargs)

    def __call__(self, *args, **kwargs):
        self._left -= 1
        if self._left < 0:
            raise KeyboardInterrupt
        return self._real(*args, **kwargs)


UNSOLVABLE = "; Slitherlink\nsize 3 3\n30.\n3..\n.30\n"


@pytest.mark.sample(2)
@pytest.mark.parametrize("text", [UNSOLVABLE, "; Fillomino\n" + WRONG["fillomino"]])
@pytest.mark.parametrize("at", [0, 1, 2])
def test_an_interrupt_leaves_the_best_reason_so_far(text, at, here, monkeypatch):
    (here / "x.txt").write_text(text)
    asker = board_conflicts.Groups if "Slither" in text else board_conflicts.Boards
    monkeypatch.setattr(asker, "ask", Interrupting(asker.ask, at))
    ended = run("explain", "x.txt")
    assert ended.code == 130 and ended.err == "csp2sat: warning: interrupted\n"
    assert "s UNSATISFIABLE\n" in ended.out and "cannot be satisfied together; perhaps fewer are enough:" in ended.out
    assert json.loads(run("explain", "x.txt", "--json").out)["reason"] == "interrupted"
    with pytest.raises(KeyboardInterrupt):
        csp2sat.explain("x.txt")


def test_an_interrupt_leaves_two_solutions(here, monkeypatch):
    (here / "sudoku.txt").write_text("; Sudoku\n" + EXTRA["sudoku"])
    monkeypatch.setattr("csp2sat.explaining.extra_clues.solve_unique", Interrupting(solve_unique, 0))
    ended = run("explain", "sudoku.txt")
    assert ended.code == 130 and ended.err == f"csp2sat: {MARKED['*']}\ncsp2sat: warning: interrupted\n"
    assert "not unique" in ended.out and "the time limit was reached before clues" in ended.out


def test_two_solutions(here):
    (here / "sudoku.txt").write_text("; Sudoku\n" + EXTRA["sudoku"])
    ended = run("explain", "sudoku.txt")
    assert (ended.code, ended.err) == (0, f"csp2sat: {MARKED['*']}\n")
    assert run("explain", "sudoku.txt", "-q").err == run("explain", "sudoku.txt", "--json").err == ""
    first, second = ended.out.split("not unique\n")
    second, drawn = second.split("unique with one more clue: ")
    assert "*" not in first and "*" in second and drawn.count("*") == 2 and "\nmarked *: added; " in drawn
    fields = json.loads(run("explain", "sudoku.txt", "--json").out)
    assert fields["unique"] is False and len(fields["clues"]) == 1 and fields["solution"] != fields["second"]


def test_steps_say_how_a_reason_contradicts_itself(here):
    (here / "loop.txt").write_text("; Slitherlink\nsize 3 2\n3 - -\n0 - 2\n")
    out, err = run("explain", "loop.txt")[1:]
    told = out.split("1. ")[1].split("2 clues and 1 rule")[0].splitlines()
    assert "The givens contradict one another" in told[-1] and err == ""
    assert [int(line.split(".")[0]) for line in told[1:]] == [*range(2, len(told) + 1)]


def test_a_reason_without_clues_has_the_cells_of_its_step_marked(here):
    (here / "islands.txt").write_text("; Nurikabe\nsize 4 2\n- 5 1 -\n- - - -\n")
    out = run("explain", "islands.txt").out
    assert "*5*1" in out and "(the 5 at row 1, column 2 and the 1 at row 1, column 3 share an island).\n1 rule" in out


def test_a_reason_for_which_no_steps_are_found_in_time_names_the_command_of_steps(here, monkeypatch):
    (here / "loop.txt").write_text("; Slitherlink\nsize 3 2\n3 - -\n0 - 2\n")
    (here / "rows.txt").write_text("; Sudoku\n1..1\n....\n....\n....\n")
    monkeypatch.setattr("csp2sat.cli.show.reasons.STEP_SECONDS", 0)
    assert run("explain", "loop.txt").err.endswith("how it is broken, step by step: csp2sat steps BOARD\n")
    assert run("explain", "loop.txt", "-q").err == run("explain", "rows.txt").err == ""
    assert run("steps", "loop.txt").out.endswith("The board has no solution.\n")


SAID = {
    "yajilin": ("size 3 2\n2R - -\n- - -\n", ["2R at row 1, column 1", "rule: no two shaded cells side by side"]),
    "nonogram": (
        "size 2 1\nrows\n2\ncolumns\n1\n-\n",
        ["blocks 2 in row 1", "no blocks in column 2"],
    ),
    "nonogram in lines": (
        "size 2 2\nrows\n2\n-\ncolumns\n2\n-\n",
        ["no blocks in row 2", "blocks 2 in column 1"],
    ),
    "cave": ("size 2 2\n4 -\n- 2\n", ["4 at row 1, column 1"]),
    "galaxies": (
        "size 5 1\nstars\n1 3\n1 5\n",
        ["star at row 1, column 2", *(f"rule: row 1, column {column} is of one galaxy" for column in (2, 4))],
    ),
    "tapa": ("size 3 1\n- 2 -\n", ["2 at row 1, column 2"]),
    "sudoku": (
        "size 4 4\n3 - - -\n- 3 - -\n- - - -\n- - - -\n",
        ["number 3 at row 1, column 1", "number 3 at row 2, column 2", "rule: box at row 1, column 1"],
    ),
}


@pytest.mark.sample(2)
@pytest.mark.parametrize("puzzle", SAID)
def test_what_clues_and_rules_are_called(puzzle, here):
    """A clue of several constraints as it is written, once."""
    text, said = SAID[puzzle]
    (here / "x.txt").write_text(text)
    lines = run("explain", "x.txt", "--from", puzzle.split()[0]).out.splitlines()
    below = lines[next(at for at, line in enumerate(lines) if "cannot be" in line) + 1 :]
    assert below[: len(said)] == [f"  {line}" for line in said]
    assert not below[len(said) :] or below[len(said)].startswith(("in every reason: ", "with ", "all clues together"))


def test_a_puzzle_to_which_no_clue_can_be_added(here):
    (here / "n.json").write_text(
        '{"type": "nonogram", "rows": 2, "cols": 2, "givens": {"rows": [[1],[1]], "cols": [[1],[1]]}}'
    )
    ended = run("explain", "n.json", "--timeout", "100")
    assert ended.code == 0 and "  column 2: - instead of 1; column 1: 2 instead of 1\n" in ended.out
    assert ended.out.endswith(
        "there are no others: all 20 changes of 1 clue, or of 2 that leave the totals of rows and of columns equal,"
        " were tried (another value for a clue)\n"
    )


def test_more_clues_are_called_what_they_are():
    """Circles by their colour, and several apart by semicolons, as their places have commas."""
    from csp2sat.api.writing.reason_texts import clue_value, value_named
    from csp2sat.puzzles.spec import Board

    board = Board("masyu", 2, 2, ["b.", ".w"])
    assert clue_value(board, ((0, 0), "b")) == "black circle"
    assert clue_value(board, ((1, 1), "w")) == "white circle"
    assert value_named(Board("sudoku", 1, 1, {"grid": [[3]]}), 3) == "3"
    assert value_named(Board("yinyang", 1, 1, ["w"]), "w") == "white circle"


def test_more_than_two_clues_are_found_where_two_are_not_enough(engine):
    board = read_board(Source("x.txt", "size 4 4\n- - - -\n- - - -\n- - - -\n- - - 1\n"), "sudoku")
    shown = solve_unique(ProblemRun(BoardProblem(board, ""), engine))
    extra = extra_clues(board, [shown.solution, shown.second], engine)
    assert 2 < len(extra.clues) < 8 and len(all_solutions(PUZZLES["sudoku"].clues.added(board, extra.clues))) == 1
    for clue in extra.clues:
        less = [each for each in extra.clues if each != clue]
        assert len(all_solutions(PUZZLES["sudoku"].clues.added(board, less))) > 1


def test_several_single_clues_are_listed(here):
    (here / "sudoku.txt").write_text("; Sudoku\n" + EXTRA["sudoku"])
    out = run("explain", "sudoku.txt").out
    fields = json.loads(run("explain", "sudoku.txt", "--json").out)
    assert out.count("\n  or: ") == len(fields["other_clues"]) > 1
    assert all(len(each) == 1 for each in fields["other_clues"])


@pytest.mark.parametrize("name", ["sudoku", "SUDOKU", "Sudoku"])
def test_a_name_alone_above_rows_names_the_puzzle(name, here):
    rows = "123456789\n" + "........." * 1 + "\n" + ".........\n" * 7
    (here / "x.txt").write_text(f"{name}\n{rows}")
    assert read_board(Source("x.txt", f"{name}\n{rows}")).puzzle == "sudoku"


def sudoku_with(givens):
    cells = [["." for _ in range(9)] for _ in range(9)]
    for r, c, value in givens:
        cells[r - 1][c - 1] = str(value)
    return "; Sudoku\n" + "".join(" ".join(row) + "\n" for row in cells)


KAKURO = """kakuro
size 5 5
#    #    28\\  13\\  #
#    10\\12 .   .   24\\
\\14  .    .    .    .
\\%s  .    .    .    .
#    \\20  .    .    .
"""
CONTRADICTIONS = [
    (sudoku_with([(1, 1, 5), (8, 9, 5), (9, 7, 5)]), 2, ["box at row 7, column 7"]),
    (sudoku_with([(1, 1, 5), (1, 9, 5), (9, 7, 5)]), 2, ["row 1"]),
    (sudoku_with([(1, 2, 7), (9, 2, 7)]), 2, ["column 2"]),
    (KAKURO % 46, 1, []),
    (KAKURO % 28, 7, ["different digits down"]),
]


@pytest.mark.sample(2)
@pytest.mark.parametrize("text, clues_, rules", CONTRADICTIONS)
def test_a_rule_that_the_clues_break_alone_is_the_reason(text, clues_, rules, engine):
    """The listed reason is what the step says: not rules from which it follows, nor what follows from other clues."""
    board = read_board(Source("x.txt", text), "kakuro" if "kakuro" in text else "sudoku")
    (reason,) = board_conflicts.explain(BoardProblem(board, ""), engine).reasons
    assert reason.minimal and (len(reason.clues), [each.rule for each in reason.rules]) == (clues_, rules)
