"""Drawings that a solver fills in: the empty one of each kind, and loops that are finished."""

from pathlib import Path

import pytest

from csp2sat.api.reasoning.partial import partial_in
from csp2sat.api.writing.puzzles import sample
from csp2sat.base.source import Source
from csp2sat.puzzles.formats.reading import read_board
from csp2sat.puzzles.spec import PUZZLES


@pytest.fixture(autouse=True)
def here(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)


@pytest.mark.parametrize("rows", [".w#.\n~.~.\n....\n...o\n", "? w # ?\n~ ? ~ ?\n? ? ? ?\n? ? ? o\n"])
def test_rows_may_have_the_clues_of_the_board(rows):
    Path("p.txt").write_text(rows)
    found = partial_in("p.txt", sample(PUZZLES["battleship"]))
    assert [fact.places[0] for fact in found.facts if not fact.negative] == [(0, 2)]


COMPLETE = {  # how the solution of a slitherlink is drawn otherwise
    "dotted corners": lambda text: text.replace("+", "."),
    "a cross": lambda text: text.replace("+   +", "+ x +", 1),
    "a cross beside dots": lambda text: text.replace("+   +", "+ x +", 1).replace("+", "."),
}


@pytest.mark.parametrize("name", COMPLETE)
def test_a_loop_that_is_finished_is_complete(name):
    solved = """
+---+---+---+---+
|     1         |
+   +   +   +   +
| 1           2 |
+   +   +   +---+
| 1         | 3
+   +---+   +---+
| 3 | 3 | 2     |
+---+   +---+---+
"""[1:]
    board = read_board(Source("", "; Slitherlink\nsize 4 4\n- 1 - -\n1 - - 2\n1 - - 3\n3 3 2 -\n"))
    Path("p.txt").write_text(COMPLETE[name](solved))
    assert len(partial_in("p.txt", board).facts) == 40
    Path("p.txt").write_text(COMPLETE[name](solved.replace("---", "   ", 1)))
    assert len(partial_in("p.txt", board).facts) < 40, "a line is missing"
