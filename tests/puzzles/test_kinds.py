"""Kinds of puzzles: models, checkers and forms, on boards whose solutions are all known, and on random ones."""

import json
import random
from contextlib import suppress

import pytest
from support.kinds import GIVENS, SIZES, USUAL_SIZES, by_the_checker, plain, random_board
from support.paths import DATA
from support.puzzle_rules import all_solutions

from csp2sat.base.source import Source
from csp2sat.errors import UsageError
from csp2sat.puzzles.boards.reading import read_board
from csp2sat.puzzles.spec import FORMATS, PUZZLES, Board

TINY = {
    f"{kind}-{at}": form
    for kind, forms in json.loads((DATA / "tiny.json").read_text()).items()
    if kind in PUZZLES
    for at, form in enumerate(forms)
}


def board_of(form):
    return Board(form["type"], form["rows"], form["cols"], form["givens"])


@pytest.mark.parametrize("name", TINY)
def test_all_solutions_of_a_tiny_board(name):
    form = TINY[name]
    board = board_of(form)
    puzzle = PUZZLES[board.puzzle]
    puzzle.check(board)
    found = all_solutions(board)
    assert len(found) == len(set(map(plain, found))) == form["count"]
    if form["solutions"] is not None:
        assert set(map(plain, found)) == set(map(plain, form["solutions"]))
    for solution in found:
        assert puzzle.broken_rules(board, solution) == []
        assert puzzle.solution(board, puzzle.values(board, solution)) == solution


@pytest.mark.parametrize("name", TINY)
def test_every_form_of_a_tiny_board(name):
    form = TINY[name]
    board = board_of(form)
    for to in forms_of(board):
        assert read_board(Source("x", FORMATS[to].write(board)), board.puzzle) == board
    assert read_board(Source("x", json.dumps(form))) == board


def forms_of(board):
    """The formats that can write it: some boards have no game ID."""
    puzzle = PUZZLES[board.puzzle]
    found = ["text", "json", *(["url"] if puzzle.url else [])]
    with suppress(UsageError):
        FORMATS["sgt"].write(board)
        found.append("sgt")
    return found


def compare(kind, boards, seed):
    """So many boards; and more, until one has a solution."""
    rng = random.Random(f"{kind} {seed}")
    solvable = tried = 0
    while tried < boards or not solvable:
        board = random_board(kind, *rng.choice(SIZES.get(kind, USUAL_SIZES)), rng)
        expected = by_the_checker(board)
        assert sorted(map(plain, all_solutions(board))) == sorted(map(plain, expected)), board
        solvable += bool(expected)
        tried += 1
        assert tried < boards + 100


@pytest.mark.parametrize("kind", GIVENS)
def test_the_model_has_the_solutions_that_the_checker_accepts(kind):
    compare(kind, 8, 0)


@pytest.mark.long
@pytest.mark.parametrize("kind", GIVENS)
def test_the_model_has_the_solutions_that_the_checker_accepts_on_many_boards(kind):
    compare(kind, 200, 1)


def test_every_kind_with_tiny_boards_has_random_ones():
    assert {form["type"] for form in TINY.values()} - set(GIVENS) <= {"norinori"}
