"""LRAT proofs: made of real DRAT proofs, and by hand."""

import random

import pytest
from support.solver_proofs import PIGEONS, SQUARE, real, steps_of

from csp2sat.cnf.flat_clauses import clauses
from csp2sat.proofs import drat, formats, lrat


def lrat_of(flat, steps):
    """An LRAT proof of RUP steps, with the hints that unit propagation finds."""
    known = dict(enumerate(clauses(flat), start=1))
    lines = []
    for number, (delete, lits) in enumerate(steps, start=len(known) + 1):
        if delete:
            gone = next(k for k, c in known.items() if sorted(c) == sorted(lits))
            del known[gone]
            lines.append(f"{number} d {gone} 0")
            continue
        lines.append(" ".join(map(str, (number, *lits, 0, *hints(known, lits), 0))))
        known[number] = lits
    return "\n".join(lines).encode()


def hints(known, lits):
    true, found = {-a for a in lits}, []
    while True:
        left = {k: [a for a in c if -a not in true] for k, c in known.items() if true.isdisjoint(c)}
        k = min(left, key=lambda k: len(left[k]))
        found.append(k)
        if not left[k]:
            return found
        true.add(left[k][0])


def test_lrat():
    rng = random.Random(3)
    proof = real("cadical", PIGEONS, [])
    refused = 0
    data = lrat_of(PIGEONS, steps_of(proof))
    found = formats.check("lrat", PIGEONS, data, "p")
    assert found.lemmas > 10
    assert len(found.clauses) == PIGEONS.count(0)
    lines = data.split(b"\n")
    for _ in range(60):
        words = [line.split() for line in lines]
        row = rng.choice(words)
        at = rng.randrange(len(row))
        row[at] = b"%d" % rng.randint(-30, 60)
        try:
            formats.check("lrat", PIGEONS, b"\n".join(map(b" ".join, words)), "p")
        except drat.ProofError:
            refused += 1
    assert refused > 30


LRAT_CASES = {
    "rup": ("5 2 0 1 2 0\n6 0 5 3 4 0\n", ""),
    "a comment": ("c from hand\n5 2 0 1 2 0\n6 0 5 3 4 0\n", ""),
    "rat": ("5 3 1 0 0\n6 -3 -1 0 -5 0\n7 2 0 1 2 0\n8 0 7 3 4 0\n", ""),
    "rat without a hint": (
        "5 3 1 0 0\n6 -3 -2 0 0\n",
        "p:2:1: the clause is not RUP by its hints, and for RAT they lack",
    ),
    "rat, no resolvent": ("5 3 1 0 0\n6 -3 -2 0 -5 0\n", "p:2:1: the hints for the resolvent with clause 5 do not end"),
    "a hint too few": ("5 2 0 1 0\n", "p:1:1: the clause is not RUP by its hints, and for RAT they lack clause 3"),
    "a wrong hint": ("5 2 0 1 3 0\n", "p:1:1: hint 3: that clause is neither a unit clause nor false there"),
    "no such clause": ("5 2 0 1 9 0\n", "p:1:1: there is no clause 9"),
    "deleted": ("5 d 2 0\n6 2 0 1 2 0\n", "p:2:1: there is no clause 2"),
    "an old ID": ("4 2 0 1 2 0\n", "p:1:1: the clause's ID is not greater than 4"),
    "no end": ("5 2 0 1 2 0\n", "p: the proof is cut short: it ends without the empty clause"),
    "an empty clause": ("5 0 1 2 0\n", "p:1:1: hint 1: that clause is neither a unit clause nor false there"),
    "no hints": ("5 0 0\n", "p:1:1: the hints do not end with a clause that is false"),
    "one zero": ("5 2 0 1 2\n", "p:1:1: not a step of an LRAT proof; expected ID LITERALS 0 HINTS 0, or ID d IDS 0"),
    "words": ("5 x 0 0\n", "p:1:1: not a step of an LRAT proof; expected numbers"),
}


@pytest.mark.parametrize("lines, message", LRAT_CASES.values(), ids=LRAT_CASES.keys())
def test_lrat_by_hand(lines, message):
    if not message:
        assert lrat.check(SQUARE, lines.encode(), "p").lemmas
        return
    with pytest.raises(drat.ProofError) as caught:
        lrat.check(SQUARE, lines.encode(), "p")
    assert str(caught.value).startswith(message)
