"""Unit propagation of inequalities, with ladders that move as a whole, beside propagation literal by literal."""

import random

import pytest

from csp2sat.proofs.pb_checker.inequality import Inequality, normal
from csp2sat.proofs.pb_checker.ladders import LONG, ladders_of
from csp2sat.proofs.pb_checker.propagation import PbPropagation

SIZES = (LONG + 2, LONG + 6)
FURTHER = 5  # variables that are of no ladder
LITERALS = 2 * (sum(SIZES) + FURTHER)


def ladder(first: int, size: int) -> list[Inequality]:
    """The clauses that each of `size` literals from `first` on implies the one before it."""
    return [Inequality({first + 2 * at: 1, first + 2 * at + 3: 1}, 1) for at in range(size - 1)]


def closure(lines: list[Inequality]) -> list[int] | None:
    """The literals that are true by propagation; None for a conflict."""
    true: dict[int, None] = {}
    while True:
        before = len(true)
        for terms, degree in lines:
            slack = sum(c for a, c in terms.items() if a ^ 1 not in true) - degree
            if slack < 0:
                return None
            true |= dict.fromkeys(a for a, c in terms.items() if c > slack and a ^ 1 not in true)
        if len(true) == before:
            return sorted(true)


def stated() -> list[Inequality]:
    return [*ladder(0, SIZES[0]), *ladder(2 * SIZES[0], SIZES[1])]


def long_line(chance: random.Random) -> Inequality:
    """A comparison of both ladders, or of a part of them, perhaps with a condition."""
    signs = chance.choice([(1, 1), (1, -1), (-1, 1), (-1, -1)])
    size = sum(SIZES)
    pairs = [(signs[v >= SIZES[0]] * chance.choice((1, 1, 1, 2)), 2 * v) for v in range(size)]
    if chance.random() < 0.3:
        pairs = pairs[chance.randrange(9) : size - chance.randrange(9)]
    if chance.random() < 0.5:
        pairs.append((chance.randint(1, size), LITERALS - 1 - chance.randrange(2 * FURTHER)))
    return normal(pairs, chance.randint(-size // 2, size // 3))


def clause(chance: random.Random, most: int = 3) -> list[int]:
    found = [2 * v + chance.randrange(2) for v in chance.sample(range(LITERALS // 2), chance.randint(2, most))]
    return [a if chance.random() < 0.7 else LITERALS - 1 - chance.randrange(2 * FURTHER) for a in found]


def is_clause(lits: list[int]) -> bool:
    return len({a >> 1 for a in lits}) == len(lits)


@pytest.mark.parametrize("seed", range(40))
def test_ladders_move_as_their_clauses_propagate(seed):
    chance = random.Random(seed)
    engine, known = PbPropagation(), stated()
    engine.begin(known)
    assert len(ladders_of(known)) == 2
    engine.grow(LITERALS)
    for each in known:
        engine.add(each)
    handles = {}
    for _ in range(60):
        what = chance.randrange(6)
        if what == 0:
            known.append(long_line(chance))
            handles[len(known) - 1] = engine.add(known[-1])
        elif what == 1 and is_clause(lits := clause(chance)):
            known.append(Inequality(dict.fromkeys(lits, 1), 1))
            handles[len(known) - 1] = engine.add(known[-1], is_stated=chance.random() < 0.5)
        elif what == 2 and handles:
            at, handle = handles.popitem()
            if not engine.conflict and not any(engine.true[a] for a in known[at].terms):
                engine.remove(handle)
                known[at] = Inequality({}, 0)
        elif what == 3 and not engine.conflict:
            assumed = [long_line(chance) for _ in range(chance.randint(1, 2))]
            found = engine.implied(*assumed)
            assert (None if found is None else sorted(found)) == closure([*known, *assumed])
        elif is_clause(lits := clause(chance, 4)):
            units = [Inequality({a ^ 1: 1}, 1) for a in lits]
            assert engine.refutes_clause(lits) == (closure([*known, *units]) is None)
    assert engine.conflict == (closure(known) is None)


def test_overlapping_ladders_are_clauses():
    found = [*ladder(0, 30), *ladder(20, 30)]
    engine = PbPropagation()
    engine.begin(found)
    engine.grow(200)
    for each in found:
        engine.add(each)
    assert engine.refutes_clause([2, 59]) and engine.refutes_clause([2, 79]) and not engine.refutes_clause([3, 58])
