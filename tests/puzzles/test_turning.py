"""Turned and mirrored boards: their solutions are the turned and mirrored solutions, by the checker of each kind."""

from functools import cache
from itertools import islice

import pytest
from support.run_command import run
from support.solved_boards import solved_boards

import csp2sat
from csp2sat.cli import app
from csp2sat.errors import UsageError
from csp2sat.puzzles.givens import in_order
from csp2sat.puzzles.spec import PUZZLES
from csp2sat.puzzles.turning import DEGREES, turned

KINDS = list(PUZZLES)
# Signs of solutions and what they become: by the mirror, by the transposition
SIGNS = {"gokigen": (("/\\", "\\/"), ("", "")), "shakashaka": (("abcd", "badc"), ("bc", "cb"))}
NUMBERED = ("dominosa", *(kind for kind in KINDS if PUZZLES[kind].family == "divisions" and kind != "fillomino"))
FUTOSHIKI = "size 3 3\ngrid\n- - 1\n- - -\n- - -\nacross\n> -\n- <\n- -\ndown\n- - -\nv - ^\n"
HEYAWAKE = "size 3 2\nregions\n0 1 1\n0 2 2\nclues\n- 0 1\n"
KAKURO = "size 3 3\n# 4\\ 6\\\n\\3 - -\n\\7 - -\n"


def moved(board, solution, mirror):
    """The solution with left and right exchanged, or (not mirror) rows and columns, by no code that is tried here."""
    kind = board.puzzle
    if kind == "hashiwokakero":
        ends = [((r, c), (i, j), n) for r, c, i, j, n in solution]
        new = [tuple((r, board.cols - 1 - c) if mirror else (c, r) for r, c in two) for *two, _ in ends]
        return sorted([*min(two), *max(two), n] for two, (*_, n) in zip(new, ends, strict=True))
    if isinstance(solution, dict):
        found = {key: moved(board, part, mirror) for key, part in solution.items()}
        return found if mirror else {**found, "h": found["v"], "v": found["h"]}
    if kind == "kakuro" and mirror:  # the first column has sums only
        return [row[:1] + row[:0:-1] for row in solution]
    cells = [list(row)[::-1] for row in solution] if mirror else [list(row) for row in zip(*solution, strict=True)]
    if not all(isinstance(row, str) for row in solution):
        return in_order(cells)[0] if kind in NUMBERED else cells
    signs = str.maketrans(*SIGNS.get(kind, (("", ""),) * 2)[not mirror])
    return ["".join(row).translate(signs) for row in cells]


def images(board, solution):
    """All turns and mirror images of a board, and what becomes of its solution."""
    for degrees in DEGREES:
        for mirror in (False, True):
            steps = (False, True) * (degrees // 90) + (True,) * mirror
            image, there = solution, board
            for step in steps:
                image = moved(there, image, step)
                there = there if step else csp2sat.Board(there.puzzle, there.cols, there.rows, there.givens)
            yield degrees, mirror, turned(board, degrees, mirror), image


@pytest.fixture(scope="module")
def solved():
    """The first sample of each kind, and its only solution."""

    def answer(kind):
        board = csp2sat.loads(PUZZLES[kind].samples[0][0], kind).board
        return board, csp2sat.solve(board).solution

    return cache(answer)


def check_images(board, solution):
    for degrees, mirror, image, turned_solution in images(board, solution):
        where = (degrees, mirror, board)
        assert PUZZLES[board.puzzle].broken_rules(image, turned_solution) == [], where
        assert turned(turned(image, mirror=mirror), -degrees % 360) == board, where


@pytest.mark.sample(12)
@pytest.mark.parametrize("kind", KINDS)
def test_turned_solutions_solve_turned_boards(kind, solved):
    check_images(*solved(kind))


@pytest.mark.parametrize("kind", [kind for kind in KINDS if PUZZLES[kind].directions])
def test_clues_with_a_direction_turn_too(kind):
    for board, solution in islice(solved_boards(kind, 3), 5):
        check_images(board, solution)


@pytest.mark.sample(6)
@pytest.mark.parametrize("kind", KINDS)
def test_a_turned_board_has_no_other_solution(kind, solved):
    for _, _, image, turned_solution in list(images(*solved(kind)))[1:4:2]:
        found = csp2sat.solve(image, unique=True)
        areas = in_order(found.solution)[0] if kind in NUMBERED else found.solution  # areas are numbered in any order
        assert (areas, found.unique) == (turned_solution, True)


TURNED = {
    ("futoshiki", FUTOSHIKI, "--turn", "90"): ["across", "< -", "- -", "> -", "down", "- - v", "- ^ -"],
    ("heyawake", HEYAWAKE, "--mirror"): ["regions", "0 0 1", "2 2 1", "clues", "0 - 1"],
    ("kakuro", KAKURO, "--mirror"): ["size 3 3", " # 6\\ 4\\", "\\3  -  -", "\\7  -  -"],
    ("yajilin", "size 2 2\n1R -\n- -\n", "--turn", "90"): ["size 2 2", " - 1D", " -  -"],
    ("yajilin", "size 2 2\n1R -\n- -\n", "--turn", "270", "--mirror"): ["size 2 2", " -  -", " - 1U"],
}


@pytest.mark.parametrize("call", TURNED, ids=lambda call: " ".join((call[0], *call[2:])))
def test_boards_by_hand(call, tmp_path):
    kind, text, *options = call
    (tmp_path / "board.txt").write_text(text)
    found = run("convert", tmp_path / "board.txt", "--from", kind, *options)
    assert found.code == 0
    assert "\n".join(TURNED[call]) in found.out


REFUSED = {
    ("m.csp", "(int x 0 1)\n", "--turn", "90"): "only a board can be turned or mirrored; this is a CSP",
    ("kakuro.txt", "size 3 2\n\\3 - -\n- - -\n", "--mirror"): "no black cell is behind the line at row 1, column 2",
    ("masyu.txt", "size 1 1\n-\n", "--turn", "45"): "'45' is not one of '90', '180', '270'",
}


@pytest.mark.parametrize("call", REFUSED, ids=lambda call: call[0])
def test_what_cannot_be_turned_is_refused(call, tmp_path):
    name, text, *options = call
    (tmp_path / name).write_text(text)
    found = run("convert", tmp_path / name, *options)
    assert found.code != 0
    assert REFUSED[call] in " ".join(found.err.split())


def test_turned_boards_take_any_format(tmp_path):
    board = csp2sat.loads(PUZZLES["masyu"].samples[0][0])
    (tmp_path / "masyu.txt").write_text(csp2sat.convert(board, "text"))
    file = tmp_path / "turned.svg"
    assert run("convert", tmp_path / "masyu.txt", "--turn", "90", "-o", file).code == 0
    assert "Masyu, 5 rows, 4 columns" in file.read_text()
    url = run("convert", tmp_path / "masyu.txt", "--turn", "180", "--to", "url").out
    assert csp2sat.convert(csp2sat.loads(url), "text", turn=180) == csp2sat.convert(board, "text")
    with pytest.raises(UsageError, match="expected one of 0, 90, 180, 270"):
        csp2sat.convert(board, "text", turn=45)


@pytest.mark.parametrize(
    ("words", "hint"),
    [
        (["convert", "b.txt", "--rotate", "90"], "Did you mean --turn 90, 180 or 270?"),
        (["convert", "b.txt", "--flip"], "Did you mean --mirror?"),
        (
            ["convert", "b.txt", "--turn", "left"],
            "--turn: Turn a board, with all its clues, clockwise by 90, 180 or 270 d",
        ),
        (["rotate", "b.txt"], "Did you mean 'csp2sat convert BOARD --turn 90'?"),
        (["mirror", "b.txt"], "Did you mean 'csp2sat convert BOARD --mirror'?"),
    ],
)
def test_other_words_for_turning(words, hint, capsys):
    assert app.run(words) == 2
    assert hint in capsys.readouterr().err


def test_all_boards_of_a_folder_are_turned(tmp_path):
    (tmp_path / "boards").mkdir()
    for number in (1, 2):
        (tmp_path / "boards" / f"yajilin-{number}.txt").write_text("size 2 1\n1R -\n")
    assert run("convert", tmp_path / "boards", "--turn", "90", "-o", tmp_path / "new", "-q").code == 0
    assert all("size 1 2\n1D\n" in path.read_text() for path in (tmp_path / "new").iterdir())
    assert len(list((tmp_path / "new").iterdir())) == 2
