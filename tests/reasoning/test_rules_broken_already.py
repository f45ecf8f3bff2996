"""Facts that contradict a clue or rule alone: none of a solution's, and some of each wrong full board, of all kinds."""

import random

import pytest
from support.run_command import run

import csp2sat
from csp2sat.api.writing.puzzles import sample
from csp2sat.puzzles.facts import fact_of, true_facts
from csp2sat.puzzles.spec import PUZZLES
from csp2sat.reasoning.refutation import contradictions
from csp2sat.reasoning.statements import statements


@pytest.mark.sample(5)
@pytest.mark.parametrize("kind", list(PUZZLES))
def test_right_facts_contradict_nothing_and_a_wrong_one_among_all_does(kind):
    board, rng = sample(PUZZLES[kind]), random.Random(kind)
    found = statements(board)
    facts = true_facts(board, csp2sat.solve(board).solution, found.atoms.values())
    assert contradictions(board, rng.sample(facts, len(facts) // 2), None) == []
    given = {fact_of(board, found.atoms[abs(lit)], True).places for lit in found.stated if abs(lit) in found.atoms}
    wrong = rng.choice([fact for fact in facts if fact.negative and fact.places not in given])
    own = slice(1 if wrong.what == "region" else None)
    others = [fact for fact in facts if fact.places[own] != wrong.places[own]]
    texts = contradictions(board, [*others, wrong._replace(negative=False)], None)
    assert texts and all(text.startswith("a contradiction") for text in texts), wrong


NURIKABE = "; Nurikabe\nsize 3 3\n- - -\n- - -\n2 - -\n"
SLITHERLINK = "; Slitherlink\nsize 3 2\n- - -\n- - -\n"
CLOSED = "+---+   +   +\n|   |        \n+---+   +   +\n             \n+   +   +---+\n"
SEEN = {
    "an island of 3 cells": (NURIKABE, "? ? ?\n. . ?\n2 ? ?\n", "the island of the 2 at row 3, column 1 has 3 cells"),
    "a wall around an island": (NURIKABE, "? ? ?\n# ? ?\n2 # ?\n", "only 1 cell is left for the 2 at row 3, column 1"),
    "a loop that is closed too early": (
        SLITHERLINK,
        CLOSED,
        "a loop is closed without the line on the",
    ),
}


@pytest.mark.parametrize("board, answer, fault", SEEN.values(), ids=SEEN)
def test_what_is_wrong_already_is_said_of_a_board_that_is_not_finished(board, answer, fault, tmp_path):
    """The checker of the rules alone knows but faults of whole solutions."""
    (tmp_path / "b.txt").write_text(board)
    (tmp_path / "a.txt").write_text(answer)
    judged = run("check", tmp_path / "b.txt", tmp_path / "a.txt")
    wrong, *_, open_ = judged.out.splitlines()
    assert judged.code == 1 and wrong.startswith("wrong: a contradiction, by ") and fault in judged.out
    assert open_.startswith("not finished: ")


KAKURO = """; kakuro
    #   13\\   34\\     #   34\\    9\\
  \\17     -     -  7\\16     -     -
  \\25     -     -     -     -     -
    #  6\\14     -     -     -    8\\
  \\21     -     -     -     -     -
  \\11     -     -    \\7     -     -
"""
FILLED = """# # # # # #
# 9 8 # 9 7
# 4 . . 6 2
# # . 2 . #
# . . . . .
# 4 . # 4 3
"""


def test_the_mistake_is_named_before_what_follows_from_it(tmp_path):
    (tmp_path / "b.txt").write_text(KAKURO)
    (tmp_path / "a.txt").write_text(FILLED)
    first = run("check", tmp_path / "b.txt", tmp_path / "a.txt").out.splitlines()[0]
    assert first.startswith("wrong: row 3, column 2 is 4, but that cannot be")
