"""Sentences that place several numbers of one line in turn, read by a reader who looks at one number at a time."""

import random
import re
from itertools import permutations

from csp2sat.puzzles.facts import Fact
from csp2sat.puzzles.spec import Board
from csp2sat.reasoning.step import Marks, Step, UsedRule
from csp2sat.reasoning.wording.numbers.turns import in_turn

SIZE = 5
BOARD = Board("futoshiki", SIZE, SIZE, ["." * SIZE] * SIZE)
ROW = tuple((0, column) for column in range(SIZE))
NUMBERS = range(1, SIZE + 1)
EVERY = {(cell,): (*NUMBERS,) for cell in ROW}
TURN = re.compile(r"[Rr]ow 1, column (\d) is (\d), the only (number|place) left([^;.]*)")


def step_of(facts: list[Fact], known: list[Fact]) -> Step:
    rule = UsedRule("row 1", ROW, "row 1")
    return Step(1, tuple(facts), (), (rule,), tuple(known), 0, "proved", marks=Marks(EVERY, EVERY, EVERY))


def forced(known: list[Fact]) -> list[Fact]:
    """Return what follows in the row from known facts, by trying all rows."""
    rows = [row for row in permutations(NUMBERS) if all((row[f.places[0][1]] == f.value) != f.negative for f in known)]
    cells = [(cell, {row[cell[1]] for row in rows}) for cell in ROW]
    facts = [Fact("cell", (cell,), next(iter(left))) for cell, left in cells if len(left) == 1]
    return [fact for fact in facts if fact not in known]


def read(text: str, known: list[Fact]) -> list[Fact]:
    """Return the numbers that a sentence places; each reason has to hold by the facts and the numbers before alone."""
    found = list[Fact]()
    for column, number, only, more in TURN.findall(text.partition(", since")[0] + "."):
        cell, value = (0, int(column) - 1), int(number)
        so_far = [*known, *found]
        has = {fact.places[0]: fact.value for fact in so_far if not fact.negative}
        out = {(fact.places[0], fact.value) for fact in so_far if fact.negative}
        own = {v for v in NUMBERS if v not in has.values() and (cell, v) not in out}
        others = [at for at in ROW if at != cell and at not in has and (at, value) not in out]
        if ", as " in more:  # the numbers of some cells go as a group
            assert Fact("cell", (cell,), value) in forced(so_far), text
        else:
            assert own == {value} if only == "number" else others == [], (text, own, others)
        found.append(Fact("cell", (cell,), value))
    return found


def test_each_number_follows_from_those_before() -> None:
    rng, told = random.Random(3), 0
    for _ in range(60):
        row = rng.sample(NUMBERS, SIZE)
        has = rng.sample(ROW, rng.randint(1, 3))
        known = [Fact("cell", (cell,), row[cell[1]]) for cell in has]
        free = [(cell, v) for cell in ROW if cell not in has for v in NUMBERS if v != row[cell[1]]]
        known += [Fact("cell", (cell,), v, True) for cell, v in rng.sample(free, len(free) * 2 // 5)]
        facts = forced(known)
        text = in_turn(BOARD, step_of(facts, known)) if facts else ""
        told += bool(text) and len(facts) > 1
        assert not text or sorted(read(text, known)) == sorted(facts), text
    assert told > 10


def test_numbers_that_other_cells_lose_are_at_the_end() -> None:
    known = [Fact("cell", (ROW[0],), v, True) for v in (2, 3, 4, 5)]
    known += [Fact("cell", (ROW[1],), v, True) for v in (3, 4, 5)]
    facts = [Fact("cell", (ROW[0],), 1), Fact("cell", (ROW[1],), 2), Fact("cell", (ROW[4],), 2, True)]
    assert in_turn(BOARD, step_of(facts, known)) == (
        "row 1, column 1 is 1, the only number left; then row 1, column 2 is 2, the only number left, since row 1, "
        "column 1 is not 2, 3, 4 or 5 and row 1, column 2 could so far only be 1 or 2. So row 1, column 5 is not 2"
    )
    other = Fact("cell", (ROW[4],), 3, True)  # which no number of the row excludes
    assert in_turn(BOARD, step_of([*facts, other], known)) == ""
