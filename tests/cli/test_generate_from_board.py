"""`csp2sat generate BOARD --harder`, `--easier` and `--grade`: what a setter tries with a board of their own."""

from __future__ import annotations

import json
import shlex
import subprocess
from pathlib import Path

import pytest
from support.run_command import run

import csp2sat
from csp2sat.api.reasoning import graded
from csp2sat.api.reasoning.graded import Found, GradedMaker
from csp2sat.api.reasoning.own_boards import OwnBoard
from csp2sat.api.settings import Settings
from csp2sat.generating.givens import ANY_GIVENS
from csp2sat.generating.spec import Draft
from csp2sat.puzzles.names import suggested
from csp2sat.puzzles.spec import PUZZLES
from csp2sat.reasoning.grades import Grade

EASY = "; Sudoku\n1 . 3 4\n3 4 . 2\n. 1 4 .\n4 3 . 1\n"  # a board with clues to spare, of grade 1
AKARI = """; Akari
- - - 1 - 2
1 - - - - -
- 2 - 0 - -
- - - # - -
- 2 - - 1 -
- - - - - -
"""


@pytest.fixture(autouse=True)
def here(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    Path("mine.txt").write_text(EASY)
    Path("rows.txt").write_text(EASY.partition("\n")[2])
    Path("two.txt").write_text("; Sudoku\n1 . . .\n. . . .\n. . . .\n. . . .\n")
    Path("none.txt").write_text("; Sudoku\n1 1 . .\n. . . .\n. . . .\n. . . .\n")
    Path("model.csp").write_text("(int x 0 3)\n(> x 1)\n")


@pytest.fixture
def middle():
    """An akari that is neither the easiest nor the hardest."""
    Path("middle.txt").write_text(AKARI)
    return "middle.txt"


WRONG = {
    "nothing asked": (["mine.txt"], "mine.txt is a board; expected --harder, --easier or --grade with it"),
    "harder than nothing": (["sudoku", "--harder"], "--harder needs a board: csp2sat generate FILE --harder"),
    "easier than nothing": (["sudoku", "--easier"], "--easier needs a board: csp2sat generate FILE --easier"),
    "both ways": (["mine.txt", "--harder", "--easier"], "give only one of --harder, --easier, --grade"),
    "way and grade": (
        ["mine.txt", "--harder", "--grade", "3"],
        "give only one of --harder, --easier, --grade",
    ),
    "a size": (["mine.txt", "--harder", "--size", "9"], "the new board has the size of yours; expected no --size"),
    "grade eleven": (["mine.txt", "--grade", "11"], "--grade 11: expected a grade from 1 to 10"),
    "no such file": (["your.txt", "--harder"], "your.txt: "),
    "a kind that is none": (["sudokoo", "--harder"], "no kind of puzzle 'sudokoo'"),
    "a CSP": (["model.csp", "--harder"], "expected a board"),
    "no kind": (["rows.txt", "--harder"], "--from"),
    "several solutions": (["two.txt", "--harder"], "two.txt: expected a board with one solution; this one has several"),
    "no solution": (["none.txt", "--harder"], "none.txt: expected a board with one solution; this one has none"),
    "harder in words": (["sudoku", "--grade", "harder"], "--harder needs a board: csp2sat generate FILE --harder"),
    "easier than 1": (["mine.txt", "--easier"], "mine.txt: the board has grade 1; sudoku has no lower grade"),
    "--from without a board": (["sudoku", "--from", "sudoku"], "--from is for a board of yours"),
    "kind and file": (["sudoku", "mine.txt", "--harder"], "mine.txt"),
    "symmetry of none": (["mine.txt", "--harder", "--symmetry", "90"], "rotate4"),
    "a format that is none": (["mine.txt", "--grade", "1", "--to", "csv"], "--to csv"),
}


@pytest.mark.parametrize("case", WRONG)
def test_what_cannot_be_is_said_in_one_line(case):
    words, said = WRONG[case]
    done = run("generate", *words)
    assert (
        done.code == (1 if case in ("no such file", "no kind", "a kind that is none") else 2)
        and done.out == ""
        and said in done.err
    )
    assert "Traceback" not in done.err


def numbers(file):
    """Return the clues of the board in a file, by cell."""
    board = csp2sat.load_board(file)
    return {cell: board.values()[cell[0]][cell[1]] for cell in PUZZLES[board.puzzle].clues.optional(board)}


def lights(result):
    """Return the lights of a solved akari."""
    assert result.unique in (True, None)
    return [[value == "*" for value in row] for row in result.solution]


def test_a_harder_board_has_the_solution_and_a_higher_grade(middle):
    done = run("generate", middle, "--harder", "--seed", "1", "--json", "-o", "new.txt")
    found, before = json.loads(done.out), csp2sat.grade(middle)
    assert done.code == 0 and found["grade"] > before and found["from"]["grade"] == before
    assert csp2sat.grade("new.txt") == found["grade"]
    assert lights(csp2sat.solve("new.txt", unique=True)) == lights(csp2sat.solve(middle))


def test_an_easier_board_keeps_all_clues_and_has_more(middle):
    done = run("generate", middle, "--grade", "1", "--seed", "1", "--json")
    found = json.loads(done.out)
    Path("easy.json").write_text(json.dumps(found["board"]))
    old, new = numbers(middle), numbers("easy.json")
    differing = found["from"]
    assert found["grade"] == 1 < differing["grade"] and differing["added"] > 0
    assert len(old.items() & new.items()) == len(old) - differing["removed"] == len(new) - differing["added"]


def test_what_has_changed_is_said():
    done = run("generate", "mine.txt", "--grade", "1", "--seed", "4")
    assert done.code == 0 and done.err.count("\n") == 1
    assert ", grade 1 (yours: 1); " in done.err and " clues taken away" in done.err and "added" not in done.err
    assert (
        csp2sat.load_board("mine.txt").givens
        != json.loads(run("generate", "mine.txt", "--grade", "1", "--seed", "4", "--json").out)["board"]["givens"]
    )


def test_equal_seeds_give_equal_boards_and_others_differ():
    Path("minimal.txt").write_text(AKARI.replace("0", "#"))
    made = [run("generate", "minimal.txt", "--grade", "1..10", "--seed", seed, "-q").out for seed in (1, 1, 2, 3, 4)]
    assert made[0] == made[1] and len(set(made)) > 1


@pytest.mark.parametrize("words", [["--seed", "1"], ["--seed", "1", "--from", "sudoku"]])
def test_a_text_without_a_name_is_read_by_from(words):
    file = "rows.txt" if "--from" in words else "mine.txt"
    assert run("generate", file, "--grade", "1", *words).code == 0


def test_a_board_comes_from_a_url_or_from_stdin(monkeypatch):
    import io
    import sys

    url = run("convert", "mine.txt", "--to", "url").out.strip()
    assert run("generate", url, "--grade", "1", "--seed", "1").code == 0
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(EASY.encode())))
    assert run("generate", "-", "--grade", "1", "--seed", "1").code == 0


def test_a_symmetry_and_a_number_of_givens_are_kept():
    words = ("generate", "mine.txt", "--grade", "1", "--seed", "1", "-o", "new.txt")
    assert run(*words, "--symmetry", "rotate2").code == 0
    found = numbers("new.txt")
    assert {(3 - r, 3 - c) for r, c in found} == found.keys()
    assert run(*words, "--givens", "7").code == 0 and len(numbers("new.txt")) == 7


def test_several_boards_and_a_folder():
    done = run("generate", "mine.txt", "--grade", "1", "--count", "2", "--seed", "1", "-o", "new/")
    assert done.code == 0 and sorted(each.name for each in Path("new").iterdir()) == [
        "sudoku-4x4-1.txt",
        "sudoku-4x4-2.txt",
    ]


def test_a_grade_that_is_not_reached_ends_with_3_and_the_nearest_board(monkeypatch):
    monkeypatch.setattr(graded, "SEEDS_TRIED", 2)
    done = run("generate", "mine.txt", "--grade", "10", "--seed", "1")
    assert done.code == 3 and done.out == "" and done.err.count("\n") == 1
    assert "mine.txt: no sudoku of 4x4 with this solution at grade 10; boards at other grades: " in done.err
    grade_of, _, command = done.err.partition("the nearest one (grade ")[2].partition("): ")
    words = shlex.split(command.strip().partition("; ")[0])
    assert words[:2] == ["csp2sat", "convert"]
    Path("near.txt").write_text(run(*words[1:]).out)
    assert csp2sat.grade("near.txt") == int(grade_of.partition(",")[0])
    assert "larger boards" not in done.err


@pytest.mark.parametrize("way, wanted", [(1, range(5, 11)), (-1, range(1, 4)), (0, range(1, 10))])
def test_only_boards_in_the_wanted_direction_are_offered(monkeypatch, way, wanted):
    draft = Draft(csp2sat.load_board("mine.txt"), "")
    own = OwnBoard("mine.txt", draft._replace(board=csp2sat.load_board("two.txt")), Grade("sudoku", 4, 5.0, False))
    maker = GradedMaker("sudoku", (4, 4), wanted, Settings.of({}), own=own)
    found = {score: Found(draft, 4 if way else 10, 1, ANY_GIVENS, score=score) for score in (4.0, 6.0)}
    for score, each in found.items():
        monkeypatch.setattr(GradedMaker, "_boards", lambda self, seed, each=each: iter([each]))
        with pytest.raises(csp2sat.LimitReached) as raised:
            maker.board(1)
        assert ("the nearest one" in str(raised.value)) == ((score - 5) * way >= 0)
        assert (f"is {'harder' if way > 0 else 'easier'} than your board" in str(raised.value)) == (
            (score - 5) * way < 0
        )


def test_boards_without_a_url_are_offered_as_json():
    board = csp2sat.generate("mosaic", 4, seed=1)
    command = graded.as_command(board)
    text = subprocess.run(command.partition(" | ")[0], shell=True, capture_output=True, text=True, check=True).stdout
    assert command.endswith(" | csp2sat convert -") and json.loads(text)["type"] == "mosaic"


def test_a_number_moves_where_no_clue_can_be_spared():
    assert run("generate", "nurikabe", "--size", "5", "--seed", "1", "-o", "islands.txt").code == 0
    done = run("generate", "islands.txt", "--grade", "1..10", "--seed", "1", "--json")
    found = json.loads(done.out)
    assert done.code == 0 and found["from"]["removed"] == found["from"]["added"] > 0
    assert found["solution"] == csp2sat.solve("islands.txt").solution
    assert found["board"]["givens"] != csp2sat.load_board("islands.txt").givens


def test_a_kind_whose_clues_follow_from_the_solution_says_so():
    board = csp2sat.generate("dominosa", 4, 5, seed=1)
    Path("stones.txt").write_text(csp2sat.convert(board, "text"))
    done = run("generate", "stones.txt", "--grade", "1..10")
    assert done.code == 3 and done.err.count("\n") == 1
    assert "stones.txt: no clue of this dominosa can be taken away, added or moved" in done.err
    assert done.err.endswith("csp2sat generate dominosa --size 4x5 makes a new one\n")


@pytest.mark.parametrize("how", ["harder", "easier", 1, range(1, 3)])
def test_python_takes_a_board_in_place_of_a_kind(how, middle):
    before = csp2sat.load_board(middle)
    board = csp2sat.generate(before, grade=how, seed=1)
    assert (board.rows, board.cols) == (6, 6) and board != before
    assert csp2sat.grade(board) > csp2sat.grade(before) if how == "harder" else csp2sat.grade(board) <= 4
    assert lights(csp2sat.solve(board, unique=True)) == lights(csp2sat.solve(before))


@pytest.mark.parametrize(
    "words, said",
    [
        ({}, "expected grade="),
        ({"grade": "harder", "rows": 4}, "neither rows nor cols"),
        ({"grade": "hardest"}, "from 1 to 10"),
    ],
)
def test_python_says_what_is_expected(words, said):
    with pytest.raises(csp2sat.UsageError, match=said):
        csp2sat.generate(csp2sat.load_board("mine.txt"), **words)
    with pytest.raises(csp2sat.UsageError, match="needs a board"):
        csp2sat.generate("sudoku", grade="harder")


def test_an_unknown_kind_is_no_board():
    done = run("generate", "statue-park")
    assert (done.code, done.err) == (1, f"csp2sat: no kind of puzzle 'statue-park'; {suggested('statue-park')}\n")
    assert "nothing.txt" in run("generate", "nothing.txt").err
