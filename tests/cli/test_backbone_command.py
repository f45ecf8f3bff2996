"""`csp2sat backbone`: exact texts, and drawings judged by all solutions."""

from __future__ import annotations

import random

import pytest
from support.boards import random_board
from support.pipelines import pipeline
from support.run_command import run

from csp2sat.api.writing import decided
from csp2sat.base.source import Source
from csp2sat.counting import backbones
from csp2sat.puzzles.formats.reading import read_board
from csp2sat.puzzles.spec import PUZZLES, Board
from csp2sat.solving import enumeration
from csp2sat.solving.pipeline import Pipeline
from csp2sat.solving.problem import BoardProblem
from csp2sat.solving.problem_run import ProblemRun

CSP = "(int x 0 5) (int y 0 5) (bool p) (bool q) (int _h 0 0)\n(> x y) (>= y 4) (or p q)\n"
SUDOKU = "; Sudoku\nsize 4 4\n1 - - -\n- - 1 -\n- - - -\n- 2 - -\n"
DRAWN = """\
+-----+-----+
| 1 ? | ? ? |
| 2 ? | 1 ? |
+-----+-----+
| ? 1 | ? ? |
| ? 2 | ? 1 |
+-----+-----+
"""
LOOP = "; Slitherlink Puzzle\nsize 2 2\n3 3\n- -\n"
COMMANDS = {
    "csp": ("x.csp", CSP, [], 0, "s SATISFIABLE\na x\t5\na y\t4\na\n"),
    "csp, json": (
        "x.csp",
        CSP,
        ["--json"],
        0,
        '{"schema": 1, "status": "SATISFIABLE", "ints": {"x": 5, "y": 4}, "bools": {}, "open": ["p", "q"]}\n',
    ),
    "two name spaces": ("x.csp", "(int x 0 3) (bool x) (> x 2)", [], 0, "s SATISFIABLE\na x\t3\na\n"),
    "two name spaces, both": (
        "x.csp",
        "(int x 0 3) (bool x) (> x 2) x",
        [],
        0,
        "s SATISFIABLE\na x\t3\na x\ttrue\na\n",
    ),
    "unsatisfiable": ("x.csp", "(int x 0 3) (> x 3)", [], 0, "s UNSATISFIABLE\n"),
    "unsatisfiable, json": (
        "x.csp",
        "(int x 0 3) (> x 3)",
        ["--to", "json"],
        0,
        '{"schema": 1, "status": "UNSATISFIABLE"}\n',
    ),
    "a solver": ("x.csp", "(int x 0 3) (= x 2)", ["--solver", "embedded"], 0, "s SATISFIABLE\na x\t2\na\n"),
    "no time": ("x.csp", CSP, ["--timeout", 0, "-q"], 3, "s UNKNOWN\n"),
    "sudoku": ("sudoku.txt", SUDOKU, [], 0, DRAWN),
    "board, no solution": ("sudoku.txt", "; Sudoku\nsize 4 4\n1 1 - -" + "\n- - - -" * 3, [], 0, "s UNSATISFIABLE\n"),
}


@pytest.mark.sample(5)
@pytest.mark.parametrize("text, is_empty", [("(int x 0 3) (bool p)", True), ("(int x 0 3) (bool p) p", False)])
def test_an_empty_backbone_is_called_none(tmp_path, text, is_empty):
    (tmp_path / "x.csp").write_text(text)
    assert run("backbone", tmp_path / "x.csp", "--json").err == "", "its `open` says it"
    said = run("backbone", tmp_path / "x.csp").err
    assert said == ("csp2sat: none: no variable has the same value in all solutions\n" if is_empty else "")


@pytest.mark.parametrize("name, text, args, code, out", COMMANDS.values(), ids=COMMANDS.keys())
def test_command(name, text, args, code, out, tmp_path):
    (tmp_path / name).write_text(text)
    ended = run("backbone", tmp_path / name, *args)
    assert (ended.code, ended.err) == (code, "")
    assert out is None or ended.out == out


def test_values_of_a_board(tmp_path):
    (tmp_path / "s.txt").write_text(SUDOKU)
    lines = run("backbone", tmp_path / "s.txt", "--to", "values").out.splitlines()
    assert lines[0] == "s SATISFIABLE" and "a x_0_0\t1" in lines and lines[-1] == "a" and len(lines) == 2 + 6


def test_formats(tmp_path):
    (tmp_path / "x.csp").write_text(CSP)
    expected = "csp2sat: --to board: expected one of values, json\n"
    assert run("backbone", tmp_path / "x.csp", "--to", "board") == (2, "", expected)


@pytest.mark.parametrize("text, circles, cells", [(SUDOKU, False, True), (LOOP.replace("3 3", "3 -"), True, False)])
def test_what_is_shared_is_drawn(tmp_path, text, circles, cells):
    """Cells in which solutions differ are marked; on a line between cells is a circle, which hides no clue."""
    (tmp_path / "b.txt").write_text(text)
    done = run("backbone", tmp_path / "b.txt", "-o", tmp_path / "b.svg")
    drawn = (tmp_path / "b.svg").read_text()
    assert (done.code, done.out, done.err) == (0, "", "") and drawn.startswith("<svg ")
    assert ("<circle" in drawn, 'class="differs"' in drawn) == (circles, cells)
    assert run("backbone", tmp_path / "b.txt", "-o", tmp_path / "b.txt2").out == ""
    assert (tmp_path / "b.txt2").read_text() == run("backbone", tmp_path / "b.txt").out


TEXTS = {
    "shikaku": ["size 4 3\n4 - - -\n- - - 4\n2 - 2 -\n", "size 3 3\n3 - -\n3 - -\n3 - -\n", "size 3 2\n2 - -\n- ? ?\n"],
    "fillomino": ["size 3 3\n1 - 2\n- - -\n- 3 -\n", "size 3 2\n- - -\n- 2 -\n"],
    "hashiwokakero": ["size 5 3\n2 - 3 - 2\n- - - - -\n2 - 3 - 2\n", "size 3 3\n? - ?\n- - -\n? - ?\n"],
    "akari": ["size 3 3\n- - -\n- 1 -\n- - -\n"],
    "nonogram": [],
    "hitori": ["size 3 3\n1 2 3\n1 1 2\n3 1 1\n"],
    "numberlink": ["size 3 3\n1 - 2\n- - -\n1 - 2\n"],
}
NAMED = [(puzzle, text) for puzzle, texts in TEXTS.items() for text in texts]


def judge(board: Board, engine: Pipeline) -> bool:
    """What is drawn is in all solutions, and what is not drawn is not in all of them; False if there is none."""
    problem = BoardProblem(board, "")
    run = ProblemRun(problem, engine)
    found = run.exact("backbone")
    names = [("bool", name) for name in found.map.bools] + [("int", name) for name in found.map.ints]
    names = [(sort, name) for sort, name in names if not name.startswith("_")]
    shared = backbones.decided(run, found, names)
    solutions = list(enumeration.solutions(run, None))
    assert (shared is None) == (not solutions)
    if shared is None:
        return False
    drawing = decided.picture(board, shared.met, [name for (_, name), value in shared.values.items() if value is None])
    pictures = [PUZZLES[board.puzzle].picture(board, solution) for solution in solutions]
    for kind in ("marks", "lines"):
        common = set(getattr(pictures[0], kind)).intersection(*(getattr(each, kind) for each in pictures))
        drawn = {
            each for each in getattr(drawing, kind) if kind == "lines" or (each.text, each.role) != ("?", "ground")
        }
        assert drawn <= common
        missing = common - drawn
        assert all(
            line.kind == "border" if kind == "lines" else board.puzzle == "shikaku" and line.role == "ground"
            for line in missing
        )  # cells at a border that is open are marked
    return True


@pytest.mark.sample(3)
@pytest.mark.parametrize("puzzle, text", NAMED)
def test_drawn(puzzle, text, tmp_path):
    engine = pipeline(tmp_path)
    judge(read_board(Source("x.txt", text), puzzle), engine)


@pytest.mark.sample(1)
@pytest.mark.parametrize("puzzle", ["masyu", "slitherlink", "sudoku"])
def test_drawn_random(puzzle, tmp_path):
    rng = random.Random(puzzle)
    satisfiable = 0
    for at in range(5):
        (tmp_path / str(at)).mkdir()
        engine = pipeline(tmp_path / str(at))
        size = 4 if puzzle == "sudoku" else 3
        satisfiable += judge(random_board(puzzle, size, size, rng, 0.3 if puzzle == "sudoku" else 0.2), engine)
    assert satisfiable >= 1
