"""Each line of a supposition, judged by a solver of its own: the line's clue or rule and the facts that the line rests
on, which a reader knows by then and which heads list, imply the line, and without what was supposed they do not.
"""

from __future__ import annotations

import pytest
from pysat.solvers import Solver
from support.chains import generated

import csp2sat
from csp2sat.puzzles.spec import PUZZLES
from csp2sat.reasoning.search.finder import Finder
from csp2sat.reasoning.search_question import question
from csp2sat.reasoning.statements import statements

BOARDS = [
    ("slitherlink", 6, 1),
    ("masyu", 7, 4),
    ("yajilin", 7, 6),
    ("country", 6, 3),
    ("nurimaze", 7, 2),
    ("firefly", 4, 1),
    ("kurodoko", 7, 4),
    ("cave", 7, 4),
    ("nurimisaki", 6, 3),
    ("tents", 6, 1),
    ("futoshiki", 6, 0),
    ("skyscrapers", 5, 2),
    ("snake", 5, 1),
]
MORE = [
    ("slitherlink", 7, 2),
    ("heyawake", 7, 1),
    ("slitherlink", 8, 2),
    ("nurimisaki", 6, 1),
    ("nurikabe", 6, 1),
    ("kakuro", 6, 3),
    ("nurimaze", 10, 12),
    ("tents", 5, 0),
    ("skyscrapers", 5, 3),
    ("geradeweg", 7, 3),
    ("hashiwokakero", 7, 2),
    ("jigsaw", 7, 2),
]
SOON = {("hidoku", 3), ("firefly", 2)}  # lines that hold without the supposition are not said before it yet
SIZES = {"dominosa": (6, 7)}  # of kinds that have no board of 6 x 6 cells


class Judge:
    """The clauses of a board, of which each question takes those of one statement and all definitions."""

    def __init__(self, finder: Finder):
        self.finder, self.lines, self.cases = finder, 0, 0
        self.solvers: dict[tuple[tuple[int, ...], int], Solver] = {}  # by statements, and the number of definitions

    def implies(self, parts: tuple[int, ...], facts: set[int], lit: int) -> bool:
        """Whether statements (-1: none) and some literals imply another one, 0 for a contradiction."""
        key = parts, len(self.finder.definitions)
        if key not in self.solvers:
            clauses = [*self.finder.definitions, *self.clauses(parts)]
            self.solvers[key] = Solver(name="cadical153", bootstrap_with=clauses)
        return not self.solvers[key].solve(assumptions=[*facts, *([-lit] if lit else [])])

    def clauses(self, parts: tuple[int, ...]) -> list[list[int]]:
        """Return the clauses of statements."""
        return [clause for part in parts if part >= 0 for clause in self.finder.clauses_of(part)]

    def at_once(self, parts: tuple[int, ...], facts: set[int], lit: int) -> bool:
        """Whether unit propagation of statements gets from some literals to another one."""
        holds = dict.fromkeys([*facts, -lit])
        return bool(self.finder.index.propagate([*holds], holds, {}, parts))

    def check(self, way: list, sure: set[int], supposed: set[int]) -> None:
        """Check conclusions; sure: what holds without a supposition.  supposed: what follows from it so far."""
        supposed = set(supposed)
        for lit, part, inner, _, visible, others in way:
            told = {each for each in visible if abs(each) in self.finder.atoms}
            assert told <= sure | supposed, (told - sure - supposed, "is used and not told")
            hidden = {each for each in sure if abs(each) not in self.finder.atoms}
            parts = part, *others
            if inner:
                self.cases += 1
                self.check(inner, sure | supposed, {-lit})
            elif lit == 0 or abs(lit) in self.finder.atoms:
                assert self.implies(parts, told | hidden | (set(visible) - told), lit), "the line does not follow"
                told_alone = told | {each for each in visible if abs(each) not in self.finder.atoms}
                assert self.implies(parts, told_alone, lit), "the line needs facts that it does not rest on"
                if lit and part >= 0:
                    assert not self.at_once(parts, told & sure | hidden, lit), "the line needs no supposition"
            self.lines += 1
            supposed.add(lit)
        concluded = {lit for lit, *_ in way[:-1] if abs(lit) in self.finder.atoms}
        if all(abs(each) in self.finder.atoms for *_, visible, _ in way for each in visible):
            assert concluded <= needs(way), "a line is not needed"


def needs(way: list) -> set[int]:
    """Return the literals that conclusions, and those of their cases, rest on."""
    return {each for _, _, inner, _, visible, _ in way for each in [*visible, *needs(inner)]}


def judged(board: csp2sat.Board) -> Judge:
    """Check all suppositions of a board's chain."""
    finder = Finder(question(statements(board)))
    judge, known = Judge(finder), set(finder.stated)
    for step in finder.run():
        known |= {lit for lit, at in finder.known.items() if at < 1}
        if "trail" not in step:
            continue
        sure = finder.index.closure([1, *known], ())
        if step["trail"] and len(step["parts"]) > 3:
            judge.check(step["trail"], sure, {-step["facts"][0]} if step["facts"] else set())
            before = set(step["facts"][:1])
            at_once, parts = {lit for lit, _ in step["at_once"]}, finder.smallest_of(step["parts"])
            for lit, way in step["ways"]:
                before |= at_once & finder.index.closure([1, *known, *before], parts)
                judge.check(way, sure | before, {-lit})
                before.add(lit)
        known |= set(step["facts"])
    return judge


@pytest.mark.sample(2)
@pytest.mark.parametrize("kind, size, seed", [*BOARDS, *(pytest.param(*each, marks=pytest.mark.long) for each in MORE)])
def test_lines_follow_and_need_the_supposition(kind, size, seed):
    assert judged(generated(kind, size, size, seed)).lines, "no supposition"


@pytest.mark.long
@pytest.mark.parametrize("kind", sorted(PUZZLES))
def test_lines_of_all_kinds(kind):
    """A board without suppositions has no lines to judge."""
    for seed in range(4):
        if (kind, seed) not in SOON:
            judged(generated(kind, *SIZES.get(kind, (6, 6)), seed))
