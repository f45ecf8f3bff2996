"""Each line that is printed against a wrong number follows from the lines above it, the facts that the step cites, and
the line's clue or rule, as a solver of the test's own judges.
"""

from __future__ import annotations

import random

import pytest
from pysat.solvers import Solver
from support.fact_meanings import says

import csp2sat
from csp2sat.api import problems
from csp2sat.puzzles.facts import Fact, fact_of
from csp2sat.puzzles.spec import PUZZLES
from csp2sat.reasoning.search.finder import Finder
from csp2sat.reasoning.search_question import question
from csp2sat.reasoning.statements import statements
from csp2sat.reasoning.step import noted_in
from csp2sat.reasoning.step_reader import StepReader
from csp2sat.reasoning.wording.outline_words import needing_lines, opposite

HARD = "8.54..29..369..58.2...3.6.768.3.........7...89....2..4...7.......4...7.2.6...5..."
# Without str8ts, futoshiki and skyscrapers, whose hidden bounds take two rules in one line
KINDS = ("sudoku", "kakuro", "kenken", "killer", "suguru")


def printed(board: csp2sat.Board, line: dict) -> list:
    """Return the conclusions of a step that have lines."""
    step = StepReader(statements(board)).step(line)
    kept = {id(part) for part in needing_lines(step.trail, [opposite(step.facts[0])])}
    assert len(step.trail) == len(line["trail"])
    return [each for each, part in zip(line["trail"], step.trail, strict=True) if id(part) in kept]


def follows(finder: Finder, part: int, facts: set[int], lit: int) -> bool:
    """Whether a statement (-1: none) and some facts imply a literal; 0 for a contradiction."""
    clauses = [*finder.definitions, *(finder.clauses_of(part) if part >= 0 else ())]
    with Solver(name="cadical153", bootstrap_with=clauses) as solver:
        return not solver.solve(assumptions=[*facts, *([-lit] if lit else [])])


def seen_by(finder: Finder, above: set[int]) -> set[int]:
    """Return what a reader sees at once: facts, what they mean for their own places, and which numbers are out in a
    place because another place of a row, column, box or cage without repetition has them.
    """
    found = finder.index.closure([1, *above], ())
    for part in finder.once:
        atoms = finder.parts[part].atoms
        have = {finder.atoms[var]["value"] for var in atoms if var in found}
        found |= {-var for var in atoms if var not in found and finder.atoms[var]["value"] in have}
    return found


def check(finder: Finder, trail: list, above: set[int], supposed: int) -> int:
    """Check conclusions, and return how many have lines; above: what the reader knows without the supposition."""
    above = {*above, supposed}
    for lit, part, way, _, visible, _ in trail:
        told = seen_by(finder, above)
        unsaid = {each for each in visible if abs(each) in finder.atoms} - told
        assert not unsaid, [finder.atoms[abs(each)] for each in unsaid]
        if way:
            check(finder, way, above, -lit)
        else:
            assert follows(finder, part, told, lit), (lit, part)
        above.add(lit)
    return len(trail)


def against(board: csp2sat.Board, wrong: Fact) -> int:
    """Check the step against a wrong number on a board that is not filled; return the number of lines."""
    finder = Finder(question(statements(board), [wrong]))
    step = next(step for step in finder.run() if "parts" in step)
    assert step["mistake"] == finder.filled[0]
    above = {*step["known"], *noted_in(step["trail"])}
    return check(finder, printed(board, step), above, step["mistake"])


def hard() -> csp2sat.Board:
    board = csp2sat.loads(HARD).board
    assert board is not None
    return board


def test_the_cells_that_follow_without_the_mistake_have_lines():
    assert against(hard(), Fact("cell", ((0, 4),), 1, False)) > 7


@pytest.mark.sample(1, each=r"\w+")
@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("kind", KINDS)
def test_each_line_against_a_wrong_number_follows(kind, seed):
    board = problems.loads(PUZZLES[kind].samples[0][0], kind).board if kind != "sudoku" else hard()
    solution = csp2sat.solve(board).solution
    atoms = statements(board).atoms.values()
    wrong = [fact for fact in (fact_of(board, atom, True) for atom in atoms) if not says(fact.neutral(), solution)]
    against(board, random.Random(seed).choice(wrong))


ENTERED = "53....9.8........22..1..45.4...6.7.11...9..25.7....6.4....1.....5.7...6....5....7"
PARTLY = "536..91.8........22.91..4564...6.7.116..9..25.7....6846...1.....5.7...6....5....7"


def test_each_line_is_argued_from_numbers_that_are_entered():
    """An entered number is cited as that, other lines follow by what they say, and nothing is left to the reader."""
    board = csp2sat.loads(ENTERED).board
    entered = {(at // 9, at % 9): int(sign) for at, sign in enumerate(PARTLY) if sign != "." and ENTERED[at] == "."}
    facts = [Fact("cell", (cell,), value, False) for cell, value in entered.items()]
    found = Finder(question(statements(board), facts))
    reader, step = None, next(line for line in found.run() if "parts" in line)
    reader = StepReader(statements(board), [lit for lit in found.filled if lit != step["mistake"]])
    trail = reader.step(step).trail
    bare = [part for part in trail if part.by.startswith("no value twice") and ":" not in part.by]
    for part in bare:
        assert any(isinstance(each, Fact) and each.value == part.fact.value for each in part.rests), part
        assert part.fact.negative and len(part.rests) == 1, part
    is_concluded = {part.fact.places for part in trail if part.fact and not part.fact.negative}
    for part in trail:
        assert part.by != "a cell has one number" or part.fact.places in is_concluded, part
