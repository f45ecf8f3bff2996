"""Reasons that wait for their turn and are made anew."""

import csp2sat
from csp2sat.reasoning.search.finder import Finder
from csp2sat.reasoning.search.suppositions import Derivation
from csp2sat.reasoning.search_question import question
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


def test_a_literal_without_another_way_has_questions_of_its_own(monkeypatch):
    """The questions about cases that shorter ways have taken are no reason to leave a step without a way."""
    finder = Finder(question(statements(csp2sat.loads("; Akari Puzzle\nsize 3 1\n- - -\n").board)))
    finder._questions, seen = 0, []

    def try_cases(goals):
        seen.append(finder._questions)
        finder._questions -= 10
        return []

    monkeypatch.setattr(finder, "try_cases", try_cases)
    for _ in range(2):
        finder.long_way(next(iter(finder.atoms)), [])
    assert seen[0] > 0 and seen[1] == seen[0] - 10 and finder._questions == 0


def test_another_supposition_comes_first_only_where_it_is_far_shorter(monkeypatch):
    finder = Finder(question(statements(csp2sat.loads("; Akari Puzzle\nsize 3 1\n- - -\n").board)))
    other = Derivation([0, 1, 2, 3], [], 2, 0)
    monkeypatch.setattr(finder, "_least_work", lambda: other)
    for lines, expected in ((5, other), (6, None)):
        monkeypatch.setattr(finder, "work_of", lambda goal, lines=lines: (lines if goal == 2 else 11, 0))
        assert finder._far_shorter(Derivation([0], [], 1, 0)) == expected
