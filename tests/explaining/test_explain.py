"""`csp2sat explain` against brute force."""

from __future__ import annotations

import json
import random
from itertools import combinations, pairwise

import pytest
from support import oracle, random_csp
from support.run_command import run

import csp2sat
from csp2sat.errors import LimitReached
from csp2sat.explaining import csp_conflicts, mus
from csp2sat.explaining.selectors import Groups, PartsVerdict
from csp2sat.model.meaning import evaluate
from csp2sat.model.model import Answer, Model
from csp2sat.puzzles.spec import PUZZLES
from csp2sat.solving.pipeline import WrongAnswer
from csp2sat.solving.problem import CspProblem


class Sets:
    """An oracle without a solver: a set is satisfiable if it is within one of the `worlds`.  It counts questions."""

    def __init__(self, worlds, ends_at=None, has_cores=True):
        self.worlds, self.ends_at, self.asked, self.has_cores = worlds, ends_at, 0, has_cores

    def ask(self, members, effort=None):
        self.asked += 1
        if self.asked == self.ends_at:
            raise LimitReached("time")
        world = next((world for world in self.worlds if set(members) <= world), None)
        return PartsVerdict(None if world is None else Answer(dict.fromkeys(map(str, world), 1), {}), sorted(members))

    def holds(self, group, answer):
        return str(group) in answer.ints

    def rotations(self, group, witness, members):
        return []


def minimal(worlds, count) -> set[frozenset[int]]:
    """All minimal sets that are within no world, by trying."""
    found: set[frozenset[int]] = set()
    for size in range(count + 1):
        for chosen in map(frozenset, combinations(range(count), size)):
            if not any(chosen <= world for world in worlds) and not any(other <= chosen for other in found):
                found.add(chosen)
    return found


@pytest.mark.parametrize("seed", range(25))
@pytest.mark.parametrize("halve", [False, True])
def test_shrinking(seed, halve):
    rng = random.Random(seed)
    worlds = [frozenset(m for m in range(9) if rng.random() < 0.6) for _ in range(rng.randint(0, 5))]
    if any(len(world) == 9 for world in worlds):
        return
    shrunk = mus.Shrinking(Sets(worlds, has_cores=not halve), range(9))
    shrunk.run()
    assert frozenset(shrunk.best) in minimal(worlds, 9) and shrunk.minimal
    assert set(shrunk.witnesses) == set(shrunk.best)


@pytest.mark.parametrize("seed", range(8))
def test_all_minimal_sets(seed):
    rng = random.Random(100 + seed)
    worlds = [frozenset(m for m in range(7) if rng.random() < 0.6) for _ in range(rng.randint(1, 5))]
    found = list(mus.minimal_sets(Sets(worlds), 7, None, lambda begun: None))
    assert sorted(sorted(each.best) for each in found) == sorted(map(sorted, minimal(worlds, 7)))


@pytest.mark.parametrize("ends_at", range(1, 9))
def test_best_so_far(ends_at):
    """Whenever a limit comes, what is there is unsatisfiable."""
    worlds = [frozenset(range(8)) - {0}, frozenset(range(8)) - {5}]
    shrunk = mus.Shrinking(Sets(worlds, ends_at), range(8))
    with pytest.raises(LimitReached):
        shrunk.run()
    assert {0, 5} <= set(shrunk.best) and not shrunk.minimal
    assert len(shrunk.best) == 8 - sum(1 for _ in range(ends_at - 1) if True) + len(shrunk.witnesses)


def unsatisfiable(seed: int) -> Model | None:
    """Random constraints without places, if they contradict each other."""
    model = random_csp.RandomCsp(seed).model()
    for more in range(3):
        other = random_csp.RandomCsp(1000 + 10 * seed + more).model()
        model.constraints += other.constraints
        model.ints = {**other.ints, **model.ints}
        model.bools = {**other.bools, **model.bools}
    model.constraints = [constraint._replace(origin=None) for constraint in model.constraints]
    if sum(1 for _ in oracle.assignments(model)) > 2000 or oracle.solutions(model):
        return None
    return model


UNSATISFIABLE = [0, 1, 2, 3, 4, 5, 6, 8, 9, 10, 11, 12, 13, 14]  # seeds


def worlds_of(model: Model) -> list[frozenset[int]]:
    numbered = list(enumerate(model.constraints))
    return [frozenset(n for n, c in numbered if evaluate(c.formula, a)) for _, a in oracle.assignments(model)]


def numbers_of(model: Model, reason: csp_conflicts.Reason) -> frozenset[int]:
    return frozenset(n for n, c in enumerate(model.constraints) if any(c is part[0] for part in reason.parts))


@pytest.mark.sample(1)
@pytest.mark.parametrize("seed", UNSATISFIABLE)
def test_random(seed, engine):
    model = unsatisfiable(seed)
    assert model is not None
    expected = minimal(worlds_of(model), len(model.constraints))
    (one,) = csp_conflicts.explain(CspProblem(model, ""), engine).reasons
    assert one.minimal and numbers_of(model, one) in expected
    (short,) = csp_conflicts.explain(CspProblem(model, ""), engine, 1, shortest=True).reasons
    assert short.minimal and short.size == min(map(len, expected))
    if seed % 2 == 0:
        every = csp_conflicts.explain(CspProblem(model, ""), engine, None)
        assert every.complete and all(reason.minimal for reason in every.reasons)
        assert [reason.size for reason in every.reasons] == sorted(map(len, expected))
        assert sorted(map(sorted, (numbers_of(model, r) for r in every.reasons))) == sorted(map(sorted, expected))


RING = """(int a 0 9) (int b 0 9) (int c 0 9) (int d 0 9) (int e 0 9)
(< a b) (< b c) (< c d) (< d a) (< c e) (< e 2) (< b 9) (< 3 e)
"""


def test_the_first_of_some_reasons_is_a_smallest(here):
    """With a limit the first one that was found was shown first, of whatever size."""
    (here / "ring.csp").write_text(RING)
    for limit in (1, 2, 3):
        code, out, _ = run("explain", "ring.csp", "--all-reasons", "--limit", limit)
        assert code == 0 and "\n2 constraints cannot" in out.partition("\n\n")[0], out
    m = csp2sat.loads(RING)
    for most in (2, 3, None):
        sizes = [len(reason.constraints) for reason in csp2sat.explain(m, limit=most).reasons]
        assert sizes[0] == 2 and sizes == sorted(sizes) and len(sizes) == (most or 3)
    sizes = [len(each.constraints) for each in csp2sat.corrections(m, limit=None).sets]
    assert sizes == sorted(sizes) and len(sizes) > 1


def test_rotation_saves_questions(engine, monkeypatch):
    """A chain of equations, all of them needed: one question finds that, the values tell the rest; one is the check."""
    asked = []
    original = Groups.ask
    monkeypatch.setattr(Groups, "ask", lambda self, members, *_: asked.append(members) or original(self, members))
    model = Model()
    x = [model.bool(f"x{k}") for k in range(12)]
    model.add(x[0])
    for p, q in pairwise(x):
        model.add(~p | q)
    model.add(~x[-1])
    (reason,) = csp_conflicts.explain(CspProblem(model, ""), engine).reasons
    assert len(reason.parts) == 13 and len(asked) == 2


def test_a_reason_that_is_none_is_noticed(engine, monkeypatch):
    original = Groups.ask
    monkeypatch.setattr(Groups, "ask", lambda self, m, *_: PartsVerdict(None, m[1:]) if m else original(self, m))
    model = Model()
    x = model.int("x", 0, 3)
    model.add(x > 2)
    model.add(x < 2)
    with pytest.raises(WrongAnswer, match=r"^a reason is wrong"):
        csp_conflicts.explain(CspProblem(model, ""), engine)


CSP = """\
(int x 0 5) (int y 0 5) (bool p)
(> x y)
(or p (= x 3))
(> y x)
(and (not p)
     (< x 2))
(> x 7)
"""
ONE = """\
1 constraint cannot be satisfied:
x.csp:7:1
  (> x 7)
  ^
"""
TWO = """\
2 constraints cannot be satisfied together; without any one of them the others can:
x.csp:2:1
  (> x y)
  ^
x.csp:4:1
  (> y x)
  ^
"""
LAST = """\
2 constraints cannot be satisfied together; without any one of them the others can:
x.csp:3:1
  (or p (= x 3))
  ^
x.csp:5:1
  (and (not p)
  ^
"""
XCSP = """\
<instance><presentation format="XCSP 2.1"/>
<domains nbDomains="1"><domain name="D" nbValues="2">0..1</domain></domains>
<variables nbVariables="3">
<variable name="x" domain="D"/><variable name="y" domain="D"/><variable name="z" domain="D"/></variables>
<relations nbRelations="1"><relation name="R" arity="2" nbTuples="1" semantics="supports">0 1</relation></relations>
<constraints nbConstraints="3">
  <constraint name="A" arity="2" scope="x y" reference="R"/>
  <constraint name="B" arity="2" scope="y z" reference="R"/>
  <constraint name="C" arity="2" scope="x z" reference="R"/>
</constraints></instance>
"""


def reasons_in(out: str) -> set[str]:
    head, _, rest = out.partition("\n")
    assert head == "s UNSATISFIABLE"
    return {part.strip("\n") for part in rest.split("\n\n")}


def test_csp(here):
    (here / "x.csp").write_text(CSP)
    ended = run("explain", "x.csp")
    assert (ended.code, ended.err) == (0, "") and reasons_in(ended.out) <= {r.strip("\n") for r in (ONE, TWO, LAST)}


def test_all_reasons(here):
    (here / "x.csp").write_text(CSP)
    ended = run("explain", "x.csp", "--all-reasons")
    assert (ended.code, ended.err) == (0, "")
    assert reasons_in(ended.out) == {*(text.strip("\n") for text in (ONE, TWO, LAST)), "3 reasons"}
    limited = run("explain", "x.csp", "--all-reasons", "--limit", 2).out
    assert "at least 2 reasons" in reasons_in(limited) and len(reasons_in(limited)) == 3


def test_json(here):
    (here / "x.csp").write_text("(int x 0 5)\n  (> x 3) (< x\n 4)\n(= x x)")
    assert json.loads(run("explain", "x.csp", "--json").out) == {
        "schema": 1,
        "status": "UNSATISFIABLE",
        "reasons": [
            {
                "constraints": [
                    {"line": 2, "column": 3, "text": "  (> x 3) (< x"},
                    {"line": 2, "column": 11, "text": "  (> x 3) (< x"},
                ],
                "minimal": True,
                "smallest": True,
            }
        ],
        "complete": False,
    }


TEXTS = {
    "domains alone": (
        "x.csp",
        "(int x 0 3) (int y 0 3)\n(< y 2) (> (+ x y) 6)",
        0,
        "s UNSATISFIABLE\n1 constraint cannot be satisfied:\nx.csp:2:9\n  (< y 2) (> (+ x y) 6)\n          ^\n",
    ),
    "a large domain": (
        "x.csp",
        "(int x 0 100000000) (bool p)\n(< x 3)\n(or (and p (> x 5)) (> x 6))",
        0,
        "s UNSATISFIABLE\n2 constraints cannot be satisfied together; without any one of them the others can:\n"
        "x.csp:2:1\n  (< x 3)\n  ^\nx.csp:3:1\n  (or (and p (> x 5)) (> x 6))\n  ^\n",
    ),
    "objective": (
        "x.csp",
        "(int x 0 0) (objective minimize (div 1 x))",
        0,
        "s UNSATISFIABLE\nthe domains and the objective alone allow no solution\n",
    ),
    "satisfiable": ("x.csp", "(int x 0 3)", 0, "s SATISFIABLE\nthere is a solution: nothing to explain\n"),
    "unique": ("sudoku.txt", PUZZLES["sudoku"].samples[0][0], 0, "s SATISFIABLE\nunique: nothing to explain\n"),
    "clues": (
        "slitherlink.txt",
        "; Slitherlink Puzzle\nsize 3 2\n3 - -\n0 - 2\n",
        0,
        "s UNSATISFIABLE\n"
        "+   +   +   +\n *3          \n+   +   +   +\n *0       2  \n+   +   +   +\n"
        "marked *: clues that cannot hold together\n"
        "1. There is no line on any side of row 2, column 1, by the number 0 at row 2, column"
        " 1.\n2. The givens contradict one another, by the number 3 and its corners at row 1, column 1, since there is"
        " no line on the bottom of row 1, column 1 and the left of row 2, column 1.\n"
        "2 clues and 1 rule cannot be satisfied together; without any one of them the others can:\n"
        "  number 3 at row 1, column 1\n  number 0 at row 2, column 1\n  rule: one loop\n"
        "in every reason: 0 at row 2, column 1\n"
        "with 1 clue changed or taken away there is a solution:\n"
        "  row 2, column 1: 2 instead of 0 (several solutions)\n"
        "  row 2, column 1: 0 taken away (several solutions)\n",
    ),
}


@pytest.mark.parametrize("name, text, code, out", TEXTS.values(), ids=TEXTS.keys())
def test_texts(name, text, code, out, here):
    (here / name).write_text(text)
    assert run("explain", name, "-q") == (code, out, "")


def test_xcsp(here):
    (here / "x.xml").write_text(XCSP)
    out = run("explain", "x.xml").out
    assert out.startswith("s UNSATISFIABLE\n2 constraints cannot be satisfied together")
    assert '\nx.xml:7:3\n    <constraint name="A" arity="2" scope="x y" reference="R"/>\n    ^\nx.xml:8:3\n' in out


def test_no_time(here):
    (here / "x.csp").write_text("(bool p) (bool q) (xor p q) (iff p q)")
    assert run("explain", "x.csp", "--timeout", 0) == (
        3,
        "s UNKNOWN\n",
        "csp2sat: warning: the time limit was reached\n",
    )


def test_the_best_so_far(here, monkeypatch):
    asked = []
    original = Groups.ask

    def ask(self, members, effort=None):
        asked.append(members)
        if len(asked) == 2:
            raise LimitReached("time")
        return original(self, members)

    monkeypatch.setattr(Groups, "ask", ask)
    monkeypatch.setattr(Groups, "rotations", lambda *args: [])
    (here / "x.csp").write_text("(int x 0 5) (> x 3) (< x 2)")
    ended = run("explain", "x.csp")
    assert ended.code == 3 and ended.err == "csp2sat: warning: the time limit was reached\n"
    assert ended.out.startswith(
        "s UNSATISFIABLE\n2 constraints cannot be satisfied together; perhaps fewer are enough:\nx.csp:1:13\n"
    )
