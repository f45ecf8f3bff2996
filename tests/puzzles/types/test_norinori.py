"""Norinori: model, encoder and checker against each other; what a stranger tries first."""

import hashlib
import json
import random
from itertools import product

import pytest
from support.boards import random_rooms, shadings
from support.puzzle_rules import all_solutions, assert_model_and_rules_agree
from support.run_command import run

from csp2sat.base.portable_random import RandomSource
from csp2sat.base.source import Source
from csp2sat.errors import InputError, UsageError
from csp2sat.generating.boards import generate
from csp2sat.generating.types.norinori import loose, random_pairs
from csp2sat.puzzles.formats.reading import read_board
from csp2sat.puzzles.formats.spec import FORMATS
from csp2sat.puzzles.kit.checks import areas
from csp2sat.puzzles.kit.variables import shading_values
from csp2sat.puzzles.spec import Board
from csp2sat.puzzles.types.norinori import PUZZLE, model

broken_rules = PUZZLE.broken_rules

SAMPLE, SOLVED = PUZZLE.samples[0]


def norinori(*regions):
    """regions: rows of digits."""
    return Board("norinori", len(regions), len(regions[0]), {"regions": [list(map(int, row)) for row in regions]})


def in_rooms(rows, cols, rng):
    """Rooms that grow at random."""
    return Board("norinori", rows, cols, {"regions": random_rooms(rows, cols, rng)})


# --- model, encoder, checker


@pytest.mark.sample(1)
@pytest.mark.parametrize("rows, cols", [(1, 2), (1, 5), (2, 2), (2, 3), (3, 2), (2, 4), (3, 3)])
def test_model_and_rules_agree_on_every_shading(rows, cols):
    rng = random.Random(rows * 10 + cols)
    boards = [norinori(*["0" * cols] * rows), *(in_rooms(rows, cols, rng) for _ in range(6))]
    answers = [shading_values(boards[0], each) for each in shadings(rows, cols)]
    assert max(assert_model_and_rules_agree(board, answers) for board in boards) > 0


@pytest.mark.sample(1)
@pytest.mark.parametrize("rows, cols", [(1, 6), (3, 3), (2, 6), (3, 4), (4, 3)])
def test_the_encoder_finds_all_solutions(rows, cols):
    rng = random.Random(rows * 10 + cols)
    every, total = list(shadings(rows, cols)), 0
    for board in [norinori(*["0" * cols] * rows), *(in_rooms(rows, cols, rng) for _ in range(5))]:
        expected = [each for each in every if not broken_rules(board, each)]
        assert sorted(all_solutions(board)) == sorted(expected)
        total += len(expected)
    assert total > 0


def right(board, shading):
    """The rules once more, cell by cell."""
    on = {(r, c) for r, c in board.cells() if shading[r][c] == "#"}
    beside = [sum(near in on for near in ((r + 1, c), (r - 1, c), (r, c + 1), (r, c - 1))) for r, c in on]
    rooms = [board.givens["regions"][r][c] for r, c in on]
    return all(n == 1 for n in beside) and all(rooms.count(k) == 2 for row in board.givens["regions"] for k in row)


def test_the_checker_against_the_rules():
    rng = random.Random(1)
    accepted = 0
    for rows, cols in ((3, 4), (2, 5), (4, 2)):
        board = in_rooms(rows, cols, rng)
        for each in (*shadings(rows, cols),):
            assert right(board, each) == (not broken_rules(board, each))
            accepted += right(board, each)
    assert accepted > 0


FAULTS = {
    "right": (["##.", "..."], ["the room at row 2, column 1 has 0 shaded cells; expected 2"]),
    "single": (
        ["#..", "..#"],
        [
            "a shaded cell touches no other shaded cell, at row 1, column 1",
            "a shaded cell touches no other shaded cell, at row 2, column 3",
            "the room at row 1, column 1 has 1 shaded cells; expected 2",
            "the room at row 2, column 1 has 1 shaded cells; expected 2",
        ],
    ),
    "four": (["##.", "##."], ["4 shaded cells are connected, at row 1, column 1; expected two"]),
    "other size": (["..."], ["the solution is no list of 2 strings"]),
    "other characters": (["..1", "..."], ["the solution, row 1, is no string of 3 characters # or ."]),
    "no list": (7, ["the solution is no list of 2 strings"]),
}


@pytest.mark.parametrize("solution, faults", FAULTS.values(), ids=FAULTS.keys())
def test_what_is_wrong(solution, faults):
    assert broken_rules(norinori("000", "111"), solution) == faults


def test_a_pair_may_lie_across_a_border():
    board = read_board(Source("x", SAMPLE))
    assert [row[1:3] for row in all_solutions(board)[0]][-1] == "##"
    assert board.givens["regions"][-1][1:3] == [3, 2]
    assert all_solutions(norinori("0011")) == []


def test_origins():
    rules = [str(constraint.origin) for constraint in model(norinori("0011")).constraints]
    rooms = [f"two shaded cells in the room at row 1, column {c}" for c in (1, 3)]
    assert rules == [*rooms, "shaded cells are in pairs"]


# --- forms

BOARD = norinori("0011", "0222")
SAME = {
    "text": "; Norinori Puzzle\nsize 4 2\n0 0 1 1\n0 2 2 2\n",
    "array": "# Norinori Puzzle\n0 0 1 1\n0 2 2 2\n",
    "json": '{"type": "norinori", "rows": 2, "cols": 4, "givens": {"regions": [[0, 0, 1, 1], [0, 2, 2, 2]]}}\n',
    "url": "https://puzz.link/p?norinori/4/2/b06\n",
}


@pytest.mark.parametrize("form", SAME)
def test_the_forms(form):
    text = FORMATS[form].write(BOARD)
    assert read_board(Source("x", text)) == BOARD
    if form != "url":
        assert text == SAME[form]


@pytest.mark.parametrize("form", SAME)
def test_round_trips_of_random_boards(form):
    rng = random.Random(form)
    for _ in range(40):
        board = in_rooms(rng.randint(2, 5), rng.randint(2, 5), rng)
        assert read_board(Source("x", FORMATS[form].write(board))) == board


def test_a_numpy_array_and_a_file_name():
    assert read_board(Source("norinori-7.txt", "[[0 0 1 1]\n [0 2 2 2]]")) == BOARD
    for rows in ("0 0 1 1\n0 2 2 2", "1 1 2 2\n1 3 3 3", "A A b b\nA c c c", "aabb\naccc", "7 7 0 0\n7 5 5 5"):
        assert read_board(Source("norinori.txt", f"size 4 2\n{rows}\n")) == BOARD


def test_what_the_borders_of_a_url_mean():
    board = read_board(Source("u", "https://puzz.link/p?norinori/2/2/0o"))
    assert board == norinori("00", "11") and FORMATS["url"].write(board).endswith("norinori/2/2/0o\n")


WRONG = {
    "no room": ("size 2 1\n0 -\n", "3:3", "'-' is no cell of norinori; expected the number of the cell's room"),
    "in parts": ("size 3 1\n0 1 0\n", "3:5", "the room of this cell falls into 2 parts; expected one"),
    "a stray cell": (
        "size 3 3\n0 0 1\n1 1 1\n1 1 0\n",
        "5:5",
        "the room of this cell falls into 2 parts; expected one",
    ),
    "before its room": ("size 3 2\n0 1 1\n1 0 0\n", "3:1", "the room of this cell falls into 2 parts; expected one"),
    "too narrow": ("size 3 1\n0 1\n", "3:4", "found 2 cells; expected 3, the width"),
}


@pytest.mark.parametrize("text, at, message", WRONG.values(), ids=WRONG.keys())
def test_wrong_texts(text, at, message):
    with pytest.raises(InputError) as info:
        read_board(Source("n.txt", "; Norinori\n" + text))
    assert str(info.value).startswith(f"n.txt:{at}: {message}")


WRONG_FORMS = {
    "array": ("# Norinori\n0 0\n1 -1\n", "n:3:3: -1 is no cell of norinori; expected the number of the cell's room"),
    "json, no object": (
        '{"type": "norinori", "rows": 1, "cols": 2, "givens": [[0, 0]]}',
        'n:1:54: expected an object with the keys "regions"',
    ),
    "json, clues": (
        '{"type": "norinori", "rows": 1, "cols": 2, "givens": {"regions": [[0, 0]], "clues": [2]}}',
        'n:1:54: expected an object with the keys "regions"',
    ),
    "json, true": (
        '{"type": "norinori", "rows": 1, "cols": 2, "givens": {"regions": [[0, true]]}}',
        "n:1:71: true is no cell of norinori; expected the number",
    ),
    "json, parts": (
        '{"type": "norinori", "rows": 1, "cols": 3, "givens": {"regions": [[0, 1, 0]]}}',
        "n:1:74: the room of this cell falls into 2 parts; expected one",
    ),
    "url, numbers": ("https://puzz.link/p?norinori/2/2/0o12", "n:1:36: unexpected '1'; expected the end"),
    "url, cut": ("https://puzz.link/p?norinori/9/9/0", "n:1:35: found 5 borders; expected 72"),
    "url, loose border": ("https://puzz.link/p?norinori/2/2/g0", "n:1:34: a border that parts no rooms, at row 1"),
}


@pytest.mark.parametrize("text, message", WRONG_FORMS.values(), ids=WRONG_FORMS.keys())
def test_wrong_forms(text, message):
    with pytest.raises(InputError) as info:
        read_board(Source("n", text))
    assert str(info.value).startswith(message)


def test_there_are_no_game_ids():
    with pytest.raises(UsageError, match=r"^norinori boards have no game ID$"):
        FORMATS["sgt"].write(BOARD)


# --- commands, as somebody tries them who has a board


@pytest.fixture
def here(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "n.txt").write_text(SAMPLE)
    (tmp_path / "none.txt").write_text("; Norinori\nsize 5 3\n0 0 1 1 2\n0 0 0 2 2\n3 3 3 3 3\n")
    (tmp_path / "many.txt").write_text("; Norinori\nsize 4 2\n0 0 0 0\n0 0 0 0\n")
    return tmp_path


def test_solve_count_backbone_and_check(here):
    assert run("solve", "n.txt", "--unique").out == SOLVED + "unique\n"
    assert (run("count", "n.txt").out, run("count", "none.txt").out, run("count", "many.txt").out) == (
        "1\n",
        "0\n",
        "10\n",
    )
    assert run("backbone", "n.txt").out == SOLVED and run("backbone", "many.txt").out.count("?") == 8
    (here / "n.json").write_text(run("solve", "n.txt", "--json").out)
    assert run("check", "n.txt", "n.json").out == "right\n"
    (here / "n.json").write_text((here / "n.json").read_text().replace("##", "#.", 1))
    assert run("check", "n.txt", "n.json").out.startswith(
        "wrong: a shaded cell touches no other shaded cell, at row 1, column 1\n"
    )
    (here / "n.a").write_text(run("solve", "n.txt", "--to", "values").out)
    assert run("check", "n.txt", "n.a").out == "right\n"


def test_encode_and_decode(here):
    assert run("encode", "n.txt").code == 0
    (here / "n.out").write_text(run("solve", "n.cnf").out)
    assert run("decode", "n.out", "-m", "n.map").out == SOLVED


def test_drawings(here):
    assert run("convert", "n.txt", "--to", "svg", "-o", "n.svg").code == 0
    svg = (here / "n.svg").read_text()
    assert "<title>Norinori, 5 rows, 5 columns</title>" in svg and 'class="given border"' in svg
    assert run("solve", "n.txt", "--to", "html", "--unique", "-o", "n.html").out == "unique\n"
    page = (here / "n.html").read_text()
    assert "The only solution." in page and "Shade two cells in every room" in page
    assert run("convert", "n.txt", "--to", "url").out == "https://puzz.link/p?norinori/5/5/befkci4i\n"
    assert run("convert", "n.txt", "--to", "sgt").code == 2


def test_a_certificate(here):
    assert run("solve", "n.txt", "--unique", "--proof", "p.drat").code == 0
    assert run("verify", "p.drat.json", "n.txt").code == 0
    assert run("solve", "none.txt", "--proof", "q.drat").out == "s UNSATISFIABLE\n"
    assert run("verify", "q.drat.json", "none.txt").code == 0


def test_explain_names_the_rooms(here):
    said = run("explain", "none.txt").out
    assert (
        "2 clues and 1 rule cannot be satisfied together; without any one of them the others can:\n"
        "  two shaded cells in the room at row 1, column 3\n"
        "  two shaded cells in the room at row 1, column 5\n"
        "  rule: shaded cells are in pairs\n"
    ) in said
    reasons = json.loads(run("explain", "none.txt", "--json", "--all-reasons").out)["reasons"]
    assert [[(clue["row"], clue["column"]) for clue in each["clues"]] for each in reasons] == [[(0, 2), (0, 4)]]
    assert run("explain", "many.txt").out.endswith("(csp2sat help several solutions)\n")
    assert run("explain", "n.txt").out == "s SATISFIABLE\nunique: nothing to explain\n"


def test_puzzles_and_a_wrong_name(here):
    assert "norinori" in run("puzzles").out and SOLVED in run("puzzles", "norinori").out
    assert "did you mean 'norinori'?" in run("solve", "n.txt", "--from", "norinory").err
    assert "did you mean 'norinori'" in run("puzzles", "norinory").err


# --- generator


def test_random_pairs_do_not_touch():
    for seed in range(20):
        pairs = random_pairs(RandomSource(seed), list(product(range(5), range(6))))
        cells = [cell for pair in pairs for cell in pair]
        assert len(cells) == len(set(cells)) and {len(area) for area in areas(cells)} == {2}


def test_loose_pairs_are_those_that_can_be_elsewhere():
    board = norinori("000", "111", "112")
    rooms = {(r, c): board.givens["regions"][r][c] for r, c in board.cells()}
    assert loose(rooms, [((0, 0), (0, 1)), ((2, 0), (2, 1))]) == [(0, 0), (0, 2)]
    assert loose(rooms, [((0, 0), (0, 1))]) == [(0, 0), (0, 2)]


def test_generated_boards_have_other_sizes_too():
    board, solution = generate("norinori", 4, 5, 1)
    assert all_solutions(board) == [solution] and (board.rows, board.cols) == (4, 5)


def test_a_seed_gives_the_same_board_as_ever():
    text = json.dumps(generate("norinori", 6, 7, 1).board.neutral())
    assert hashlib.sha256(text.encode()).hexdigest()[:16] == "96b6ee97851d709e"
