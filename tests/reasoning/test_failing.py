"""Suppositions of boards of blocks: those that did not fail are tried again only near news."""

from support.chains import chain, generated

import csp2sat
from csp2sat.reasoning.search.finder import Finder
from csp2sat.reasoning.search_question import question
from csp2sat.reasoning.statements import statements

BOARD = "; Fillomino Puzzle\nsize 9 2\n2 - - - - - - - 3\n- - - - - - - - -\n"


def finder_of(text):
    finder = Finder(question(statements(csp2sat.loads(text).board)))
    for lit in finder.stated:
        finder.learn(lit, -1)
    return finder


def test_only_suppositions_near_news_are_tried_again(monkeypatch):
    """A literal whose opposite did not fail waits for news four cells from what that decides; if none fails, it
    does not wait.
    """
    finder, tried = finder_of(BOARD), set()
    goals = finder.candidates()
    failed = goals[0]
    monkeypatch.setattr(finder, "fails", lambda lit: bool(tried.add(-lit)) or lit == -failed)
    assert list(finder.failing(goals, True)) == [failed] and tried == {*goals}
    tried.clear()
    assert list(finder.failing(goals, True)) == [failed] and tried == {failed}
    tried.clear()
    at = {var: (*atom["place"],) for var, atom in finder.atoms.items()}
    finder.learn(next(-var for var in at if at[var] == (1, 8) and finder.atoms[var]["value"] == 1), 1)
    goals = [goal for goal in goals if finder.is_open(abs(goal))]
    assert list(finder.failing(goals, True)) == [failed]
    assert (0, 8) not in {at[abs(goal)] for goal in goals if goal not in tried}
    assert (0, 1) not in {at[abs(goal)] for goal in tried - {failed}}
    failed = 0
    for wanted in (False, True):
        tried.clear()
        assert list(finder.failing(goals, wanted)) == [] and ({*goals} == tried) == wanted


def test_a_chain_of_hard_blocks_is_complete():
    assert chain(generated("fillomino", 8, 8, 1)).status == "SOLVED"
