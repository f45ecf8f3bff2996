"""Reasons that wait for their turn and are made anew."""

import csp2sat
from csp2sat.reasoning.chain import question
from csp2sat.reasoning.search.finder import Finder
from csp2sat.reasoning.search.suppositions import Derivation
from csp2sat.reasoning.statements import statements


def test_a_reason_that_becomes_a_contradiction_waits_like_others(monkeypatch):
    """A reason that is made anew can be one of a contradiction, which was none before."""
    finder = Finder(question(statements(csp2sat.loads("; Akari Puzzle\nsize 3 1\n4 - -\n").board)))
    contradiction = Derivation([0], [], 0, 0)
    monkeypatch.setattr(finder, "reduced", lambda goal: contradiction)
    goal = next(iter(finder.atoms))
    finder._wait(Derivation(list(range(len(finder.parts))), [], goal, 0))
    finder.learn(max(finder.atoms), 1)
    for _ in range(2):
        finder._renew()
        assert finder.waiting == [contradiction]
