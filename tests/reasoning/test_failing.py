"""Suppositions of boards of blocks: tried again only near news, and shrunk only once a reason may be the smallest."""

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
    """A literal whose opposite did not fail waits for news two cells from what the opposite decides."""
    finder, tried = finder_of(BOARD), set()
    fails = finder.fails
    monkeypatch.setattr(finder, "fails", lambda lit: bool(tried.add(-lit)) or fails(lit))
    finder.failing(set(), every=False)
    first = set(tried)
    assert len(first) > 50
    tried.clear()
    finder.failing(set(), every=False)
    assert tried == set()
    at = {var: (*atom["place"],) for var, atom in finder.atoms.items()}
    finder.learn(next(-var for var in first if var > 0 and at[var] == (1, 8) and finder.atoms[var]["value"] == 1), 1)
    finder.failing(set(), every=False)
    assert tried and {at[abs(lit)] for lit in tried} < {at[abs(lit)] for lit in first}
    assert (0, 1) not in {at[abs(lit)] for lit in tried}
    finder.failing(set(), every=True)
    assert (0, 1) in {at[abs(lit)] for lit in tried}


def test_reasons_of_large_failures_are_not_made(monkeypatch):
    """Once a reason of two statements waits, a supposition that fails by three of them has no reason yet."""
    finder, made = finder_of(BOARD), []
    monkeypatch.setattr(finder, "failing", lambda have, every: [(1, 2), (2, 2), (3, 3), (4, 4)])
    monkeypatch.setattr(finder, "reduced", lambda goal: made.append(goal) or finder.derivation([0, 1], [], goal))
    finder._suppose()
    assert made == [1, 2] and [each.goal for each in finder.waiting] == [1, 2]


def test_a_number_comes_before_what_is_none():
    """Of two reasons with as many statements that one is smaller which says the number of a cell."""
    finder = finder_of(BOARD)
    var = next(iter(finder.atoms))
    assert finder.derivation([0, 1], [], var).size < finder.derivation([0, 1], [], -var).size


def test_a_chain_of_hard_blocks_is_complete():
    assert chain(generated("fillomino", 8, 8, 1)).status == "SOLVED"
