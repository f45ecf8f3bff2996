"""Proofs: readers, the checkers, and what they refuse; judged by a slow checker and by brute force."""

import random
import time

import pytest
from support.naive_proof_checks import closure, rat, refutes, rup, satisfiable
from support.solver_proofs import PIGEONS, SQUARE, real, steps_of

from csp2sat.api.solvers import pigeonhole
from csp2sat.cnf.flat_clauses import clauses
from csp2sat.errors import LimitReached
from csp2sat.proofs import backward, drat, formats

HEULE = [1, 2, -3, 0, -1, -2, 3, 0, 2, 3, -4, 0, -2, -3, 4, 0, -1, -3, -4, 0, 1, 3, 4, 0, -1, 2, 4, 0, 1, -2, -4, 0]
# (the example of the DRAT paper: RAT is needed)


def proof_of(steps):
    proof = drat.Proof("proof", False)
    for number, (delete, lits) in enumerate(steps, start=1):
        proof.add(lits, delete, number)
    return proof


def accepts(flat, steps):
    """What the checker has found, or None if it refuses."""
    try:
        return backward.check(flat, proof_of(steps))
    except drat.ProofError:
        return None


def text(proof):
    return "".join("d " * bool(d) + " ".join(map(str, [*lits, 0])) + "\n" for d, lits in steps_of(proof)).encode()


def binary(proof):
    """The proof as kissat and cadical write it by default."""
    out = bytearray()
    for delete, lits in steps_of(proof):
        out += b"d" if delete else b"a"
        for a in lits:
            number = 2 * abs(a) + (a < 0)
            while number > 127:
                out.append(number & 127 | 128)
                number >>= 7
            out.append(number)
        out.append(0)
    return bytes(out)


# reading


def test_text_and_binary_say_the_same():
    data = b"c a comment\n-3 5 0\n\nd 1 -64 2000000000 0\r\n0\n"
    proof = drat.read(data, "p")
    assert steps_of(proof) == [(False, [-3, 5]), (True, [1, -64, 2000000000]), (False, [])]
    assert list(proof.places) == [2, 4, 5]
    packed = drat.read(binary(proof), "p")
    assert packed.binary
    assert steps_of(packed) == steps_of(proof)
    assert list(packed.places) == [0, 4, 14]


UNREADABLE = {
    "no end": (b"1 2 0\n1 2\n", "p:2:1: not a step of a DRAT proof; expected [d] LITERALS 0\n  1 2\n  ^"),
    "two in a line": (b"1 0 2 0\n", "p:1:1: not a step of a DRAT proof; expected [d] LITERALS 0\n  1 0 2 0\n  ^"),
    "no number": (b"1 x 0\n", "p:1:1: not a step of a DRAT proof; expected [d] LITERALS 0\n  1 x 0\n  ^"),
    "underscore": (b"1_0 0\n", "p:1:1: not a step of a DRAT proof; expected [d] LITERALS 0\n  1_0 0\n  ^"),
    "plus": (b"+1 0\n", "p:1:1: not a step of a DRAT proof; expected [d] LITERALS 0\n  +1 0\n  ^"),
    "d alone": (b"d\n", "p:1:1: not a step of a DRAT proof; expected [d] LITERALS 0\n  d\n  ^"),
    "too large": (b"3000000000 0\n", "p:1:1: not a step of a DRAT proof; expected [d] LITERALS 0\n  3000000000 0\n  ^"),
    "binary, cut": (b"a\x02\x00a\x04", "p: byte 3: not a step of a binary DRAT proof, or one that is cut short"),
    "binary, open number": (b"a\x82\x00", "p: byte 0: not a step of a binary DRAT proof, or one that is cut short"),
    "binary, literal 1": (b"a\x01\x00", "p: byte 0: not a step of a binary DRAT proof, or one that is cut short"),
    "binary, too large": (b"a" + 6 * b"\xff" + b"\x01\0", "p: byte 0: not a step of a binary DRAT proof, or one that"),
    "binary, other letter": (b"b\x02\x00", "p: byte 0: not a step of a binary DRAT proof, or one that is cut short"),
}


@pytest.mark.parametrize("data, message", UNREADABLE.values(), ids=UNREADABLE.keys())
def test_unreadable_proofs(data, message):
    with pytest.raises(drat.ProofError) as caught:
        drat.read(data, "p")
    assert str(caught.value).startswith(message)


# checking by hand

BY_HAND = {
    "rup": (SQUARE, "2 0\n0\n", "1 of 1 lemmas checked, 4 clauses needed"),
    "no last line": (SQUARE, "2 0\n", "1 of 1 lemmas checked, 4 clauses needed"),
    "what is not needed may be wrong": ([3, 4, 0, *SQUARE], "-4 0\n2 0\n", "1 of 2 lemmas checked, 4 clauses"),
    "no lemma": ([1, 0, -1, 0], "", "0 of 0 lemmas checked, 2 clauses needed"),
    "an empty clause": ([1, 2, 0, 0], "0\n", "0 of 0 lemmas checked, 1 clauses needed"),
    "rat, a definition": (SQUARE, "3 1 0\n-3 -1 0\n2 0\n0\n", "1 of 3 lemmas checked, 4 clauses needed"),
    "rat, needed": (
        HEULE,
        "-1 0\nd -1 -2 3 0\nd -1 -3 -4 0\nd -1 2 4 0\n2 0\n0\n",
        "2 of 2 lemmas checked (1 by RAT), 8",
    ),
    "a deleted unit stays": ([1, 0, -1, 2, 0, -1, -2, 3, 0, -3, -2, 0], "d 1 0\n0\n", "0 of 0 lemmas checked, 4"),
    "repeated literals": ([1, 1, 2, 0, *SQUARE[3:]], "2 2 0\nd 2 1 0\n0\n", "1 of 1 lemmas checked, 4 clauses needed"),
    "tautologies": (SQUARE, "5 -5 0\n1 -1 2 0\n2 0\n", "1 of 3 lemmas checked, 4 clauses needed"),
    "deleting what is not there": (SQUARE, "d 1 2 3 0\n2 0\n", "1 of 1 lemmas checked, 4 clauses needed"),
}


@pytest.mark.parametrize("flat, lines, said", BY_HAND.values(), ids=BY_HAND.keys())
def test_proofs_by_hand(flat, lines, said):
    found = formats.check("drat", flat, lines.encode(), "p")
    assert str(found).startswith(said)


NO_PROOFS = {
    "a wrong lemma": ([1, 2, 0, -1, 2, 0, 1, -2, 0], "c\n2 0\n-1 0\n", "p:3:1: this clause does not follow"),
    "no contradiction": ([1, 2, 0, -1, 2, 0], "2 0\n", "p: the proof is cut short: it ends without a contradiction"),
    "empty clause": ([1, 2, 0, -1, 2, 0], "2 0\n0\n", "p:2:1: the empty clause does not follow by unit propagation"),
    "a deletion too early": (SQUARE, "d 1 2 0\n2 0\n0\n", "p:2:1: this clause does not follow (it is neither RUP nor"),
    "rat on another literal": (SQUARE, "d 1 2 0\n1 3 0\n-3 0\n0\n", "p:3:1: this clause does not follow"),
    "lemmas after the end": (SQUARE, "0\n2 0\n", "p:1:1: the empty clause does not follow by unit propagation"),
}


@pytest.mark.parametrize("flat, lines, message", NO_PROOFS.values(), ids=NO_PROOFS.keys())
def test_what_is_no_proof(flat, lines, message):
    with pytest.raises(drat.ProofError) as caught:
        formats.check("drat", flat, lines.encode(), "p")
    assert str(caught.value).startswith(message)


def test_the_place_in_a_binary_proof():
    packed = binary(drat.read(b"d 1 2 0\n2 0\n0\n", "p"))
    with pytest.raises(drat.ProofError) as caught:
        formats.check("drat", SQUARE, packed, "p")
    assert str(caught.value) == "p: byte 4: this clause does not follow (it is neither RUP nor RAT): 2 0"


def test_numbers_of_variables_cost_nothing():
    far = [a * 900_000_000 for a in SQUARE]
    assert formats.check("drat", far, b"2147483646 5 0\n1800000000 0\n0\n", "p").needed == [1]


def test_time_limit():
    with pytest.raises(LimitReached):
        formats.check("drat", SQUARE, b"2 0\n0\n", "p", time.monotonic() - 1)
    with pytest.raises(LimitReached):
        formats.check("lrat", SQUARE, b"5 2 0 1 2 0\n", "p", time.monotonic() - 1)


# against the slow checker


def random_clause(rng, num_vars, length):
    return [rng.choice((v, -v)) for v in rng.sample(range(1, num_vars + 1), min(length, num_vars))]


def random_formula(rng):
    """A formula that unit propagation alone does not refute."""
    while True:
        num_vars = rng.randint(3, 5)
        found = (random_clause(rng, num_vars, rng.choice((2, 3, 3, 3))) for _ in range(rng.randint(9, 30)))
        flat = [a for c in {frozenset(c): c for c in found}.values() for a in (*c, 0)]
        if closure(clauses(flat), ()) is not None:
            return flat, num_vars


def random_steps(rng, flat, num_vars):
    """Lemmas that follow, with new variables now and then, and deletions; until there is a contradiction, or not."""
    known, steps = clauses(flat), []
    most = num_vars + rng.randint(0, 2)
    for _ in range(rng.randint(10, 60)):
        if closure(known, ()) is None:
            break
        if rng.random() < 0.2:
            lits = rng.choice(known)
            known.remove(lits)
            steps.append((True, rng.sample(lits, len(lits))))
            continue
        lits = random_clause(rng, most, rng.choice((1, 1, 2, 2, 3)))
        new = all(set(lits) != set(c) for c in known)
        if new and (rup(known, lits) or rat(known, lits) or rng.random() < 0.02):
            steps.append((False, lits))
            known.append(lits)
    return steps + [(False, [])] * rng.randint(0, 1)


def mutated(rng, steps):
    """One step changed, or gone, or moved."""
    steps = list(steps)
    at = rng.randrange(len(steps))
    delete, lits = steps.pop(at)
    one = rng.randrange(len(lits)) if lits else 0
    changed = {
        "gone": [],
        "negated": [(delete, [*lits[:one], *(-a for a in lits[one : one + 1]), *lits[one + 1 :]])],
        "shorter": [(delete, lits[:one] + lits[one + 1 :])],
        "turned": [(not delete, lits)],
        "shuffled": [(delete, rng.sample(lits, len(lits)))],
    }
    steps[at:at] = changed[rng.choice(list(changed))]
    return steps


def test_random_proofs_against_the_slow_checker():
    rng = random.Random(11)
    seen = {"accepted": 0, "refused": 0, "by RAT": 0}
    for _ in range(250):
        flat, num_vars = random_formula(rng)
        steps = random_steps(rng, flat, num_vars)
        for _ in range(rng.randint(0, 2)):
            steps = mutated(rng, steps) if steps else steps
        found = accepts(flat, steps)
        assert found is not None or not refutes(flat, steps), (flat, steps)
        if found is None:
            seen["refused"] += 1
            continue
        seen["accepted"] += 1
        seen["by RAT"] += bool(found.rat)
        assert not satisfiable(flat), (flat, steps)
        assert refutes(flat, steps) or len(found.needed) < found.lemmas, (flat, steps)
    assert min(seen.values()) > 10, seen


def test_what_was_needed_is_a_proof_by_itself():
    proof = real("kissat", PIGEONS, [])
    found = backward.check(PIGEONS, proof)
    trimmed = [step for k, step in enumerate(steps_of(proof)) if step[0] or k in found.needed]
    core = [a for k in found.clauses for a in (*clauses(PIGEONS)[k], 0)]
    assert refutes(core, trimmed)
    assert len(trimmed) < len(proof.clauses)


# real proofs


@pytest.mark.parametrize("holes", [4, 6])
@pytest.mark.parametrize("solver", ["kissat", "cadical"])
def test_solvers_proofs(solver, holes):
    flat = pigeonhole(holes).flat
    as_text, packed = real(solver, flat, ["--no-binary"]), real(solver, flat, [])
    assert (as_text.binary, packed.binary) == (False, True)
    assert steps_of(as_text) == steps_of(packed)
    found = backward.check(flat, packed)
    assert len(found.clauses) == flat.count(0)


@pytest.mark.parametrize("name", ["cadical153", "cadical195", "glucose4", "glucose3"])
def test_proofs_of_python_sat(name):
    from pysat.solvers import Solver

    with Solver(name=name, bootstrap_with=clauses(PIGEONS), with_proof=True) as solver:
        assert solver.solve() is False
        lines = solver.get_proof()
    assert formats.check("drup", PIGEONS, "\n".join(lines).encode(), "p").lemmas > 10


def unsatisfiable(rng):
    """A random formula of three literals a clause without a model."""
    while True:
        flat = [a for _ in range(80) for a in (*random_clause(rng, 10, 3), 0)]
        if not satisfiable(flat):
            return flat


@pytest.mark.parametrize("solver", ["kissat", "cadical"])
def test_random_formulas_and_tampered_proofs(solver):
    rng = random.Random(5)
    refused = 0
    for _ in range(4):
        flat = unsatisfiable(rng)
        proof = real(solver, flat, [])
        assert accepts(flat, steps_of(proof))
        for _ in range(20):
            tampered = mutated(rng, steps_of(proof))
            good = accepts(flat, tampered)
            refused += good is None
            assert good or not refutes(flat, tampered)
        lacking = flat[: flat.index(0, len(flat) // 2) + 1]
        assert accepts(lacking, steps_of(proof)) is None or not satisfiable(lacking)
    assert refused > 5


def test_every_beginning_of_a_proof():
    proof = real("kissat", PIGEONS, ["--no-binary"])
    steps = steps_of(proof)
    last = next(k for k in range(len(steps) + 1) if accepts(PIGEONS, steps[:k]))
    assert last > 10
    for k in range(0, last, 3):
        with pytest.raises(drat.ProofError, match="the proof is cut short: it ends without a contradiction"):
            backward.check(PIGEONS, proof_of(steps[:k]))
    packed = binary(proof)
    for cut in range(1, 60):
        with pytest.raises(drat.ProofError, match=r"cut short|not a step"):
            formats.check("drat", PIGEONS, packed[:cut], "p")
