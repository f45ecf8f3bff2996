"""The fewest clues that leave the intended solution of a board alone: `explain --solution FILE`, and in Python."""

import io
import json
from itertools import combinations

import pytest
from support.run_command import run

import csp2sat

BOARD = "; slitherlink\nsize 3 3\n- - -\n- - -\n- - 2\n"


@pytest.fixture
def here(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "board.txt").write_text(BOARD)
    board = csp2sat.load("board.txt")
    solutions = list(csp2sat.solutions(board))
    intended = max(solutions, key=lambda each: json.dumps(each, sort_keys=True))
    (tmp_path / "mine.json").write_text(json.dumps({"solution": intended}))
    return intended


def _sides(solution, r, c):
    h, v = solution["h"], solution["v"]
    return sum(int(each) for each in (h[r][c], h[r + 1][c], v[r][c], v[r][c + 1]))


def _fewest(intended):
    """The sets of fewest clues, by all sets of cells in order of size, against all solutions of the board."""
    others = list(csp2sat.solutions(csp2sat.load("board.txt")))
    others = [each for each in others if each != intended]
    cells = [(r, c) for r in range(3) for c in range(3) if (r, c) != (2, 2)]
    for size in range(1, 9):
        found = [
            chosen
            for chosen in combinations(cells, size)
            if all(any(_sides(other, *at) != _sides(intended, *at) for at in chosen) for other in others)
        ]
        if found:
            return found
    return []


def test_the_fewest_clues_are_those_of_brute_force(here):
    fewest = _fewest(here)
    found = json.loads(run("explain", "board.txt", "--solution", "mine.json", "--json").out)
    assert found["solution"] == here and found["second"]["solution"] != here
    ways = [found["clues"], *found["other_clues"]]
    assert {tuple(sorted((each["row"], each["column"]) for each in way)) for way in ways} <= set(fewest)
    assert len(ways) == min(20, len(fewest)) and found["clues_complete"] == (len(fewest) < 20)
    assert found["clues_fewest"] and "clues_fewest" not in json.loads(run("explain", "board.txt", "--json").out)
    text = run("explain", "board.txt", "--solution", "mine.json").out
    assert f"your solution is the only one with {len(fewest[0])} more clue" in text and ", the fewest: " in text


def test_an_intended_solution_that_is_none(here, tmp_path):
    (tmp_path / "board.txt").write_text(BOARD.replace("- - 2", "3 3 3"))
    done = run("explain", "board.txt", "--solution", "mine.json")
    assert done.code == 1 and "mine.json: is no solution of the board: " in done.err
    (tmp_path / "m.csp").write_text("(int x 0 1)\n")
    assert "only for a board" in run("explain", "m.csp", "--solution", "mine.json").err


def test_a_limit_leaves_the_clues_so_far(here):
    done = run("explain", "board.txt", "--solution", "mine.json", "--timeout", "0")
    assert done.code == 3


def test_python_has_the_same_clues(here):
    board = csp2sat.load("board.txt").board
    for solution in (here, "mine.json"):
        found = csp2sat.explain("board.txt", solution=solution)
        assert found.extra.fewest and not found.reasons and found.status == "SATISFIABLE"
        assert len(found.extra.clues) == len(_fewest(here)[0]) == found.extra.at_least
        assert str(found) in run("explain", "board.txt", "--solution", "mine.json").out
    alone = board.with_values({cell: str(_sides(here, *cell)) for cell in board.cells()})
    assert csp2sat.explain(alone, solution=here).extra is None
    assert csp2sat.explain(board).extra is None
    with pytest.raises(csp2sat.InputError, match="is no solution of the board"):
        csp2sat.explain(board, solution=next(each for each in _wrong(here)))
    with pytest.raises(csp2sat.UsageError, match="only for a board"):
        csp2sat.explain(csp2sat.Model(), solution=here)


def _wrong(intended):
    """A solution with a side of the lower right cell removed or added."""
    for sign in "01":
        rows = [*intended["h"][:-1], intended["h"][-1][:-1] + sign]
        if rows != intended["h"]:
            yield {**intended, "h": rows}


def test_the_solution_from_stdin(here, tmp_path, monkeypatch):
    named = run("explain", "board.txt", "--solution", "mine.json")
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO((tmp_path / "mine.json").read_bytes())))
    typed = run("explain", "board.txt", "--solution", "-")
    assert (typed.code, typed.out) == (named.code, named.out) and "the fewest: " in typed.out
