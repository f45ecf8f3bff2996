"""The backbone against brute force, on random CSPs and on boards."""

from __future__ import annotations

import random
import time

import pytest
from support import oracle, random_csp
from support.pipelines import pipeline

from csp2sat.api import counting
from csp2sat.base.source import Source
from csp2sat.errors import LimitReached
from csp2sat.languages.spec import LANGUAGES
from csp2sat.puzzles.formats.reading import read_board
from csp2sat.runner.process.outcome import RunOptions
from csp2sat.solving import enumeration
from csp2sat.solving import oracle as oracles
from csp2sat.solving.problem import BoardProblem, CspProblem
from csp2sat.solving.problem_run import ProblemRun

BOARD = "; Masyu Puzzle\nsize 4 4\n- - - -\n- 0 - -\n- - - -\n- - - -\n"


@pytest.fixture
def engine(tmp_path):
    return pipeline(tmp_path)


def csp(text: str) -> CspProblem:
    return CspProblem(LANGUAGES["sugar"].read(Source("x.csp", text)), "")


CASES = {
    "no solution": ("(int x 0 3) (> x 3)", ["x"], None),
    "no names": ("(int x 0 3)", [], {}),
    "no names, no solution": ("(int x 0 3) (> x 3)", [], None),
    "one value": ("(int x 2) (bool p)", ["x", "p"], {"x": 2, "p": None}),
    "hole": ("(int x (1 5 9)) (> x 1) (< x 9)", ["x"], {"x": 5}),
    "ends": ("(int x 0 3) (int y 0 3) (>= (- x y) 3)", ["y", "x"], {"y": 0, "x": 3}),
    "not shared": ("(int x 0 3) (int y 0 3) (= x y)", ["x", "y"], {"x": None, "y": None}),
    "only what is asked for": ("(bool p) (bool q) (iff p q) p", ["q"], {"q": True}),
    "twice": ("(bool p) p", ["p", "p"], {"p": True}),
    "two name spaces": ("(int x 0 3) (bool x) (= x 1)", ["x"], {"x": 1}),
}


def backbone(problem, pipeline, names):
    """The values by names, as Python and `csp2sat-sugar` have them."""
    return counting.values_by_name(counting.backbone(ProblemRun(problem, pipeline), names))


@pytest.mark.sample(3)
@pytest.mark.parametrize("text, names, expected", CASES.values(), ids=CASES.keys())
def test_backbone(text, names, expected, engine):
    assert backbone(csp(text), engine, names) == expected


def test_many_rounds(engine):
    """Each solution differs from the first in a few variables alone, so it takes several."""
    names = [f"p{k}" for k in range(12)]
    text = "".join(f"(bool {name})" for name in names) + f"(<= (+ {' '.join(names[:11])}) 1) {names[11]}"
    found = backbone(csp(text), engine, names)
    assert found == {name: True if name == "p11" else None for name in names}


def test_a_limit(tmp_path):
    engine = pipeline(tmp_path, limits=RunOptions(deadline=time.monotonic() - 1))
    with pytest.raises(LimitReached, match="the time limit was reached"):
        backbone(csp("(int x 0 3)"), engine, ["x"])


def test_one_session_and_one_encoding(engine, monkeypatch):
    made, encoded = [], []
    original, encode = oracles.SolverSession, ProblemRun.encode
    monkeypatch.setattr(oracles, "SolverSession", lambda *args: made.append(args) or original(*args))
    monkeypatch.setattr(ProblemRun, "encode", lambda *args: encoded.append(args) or encode(*args))
    names = [f"p{k}" for k in range(6)]
    text = "".join(f"(bool {name})" for name in names) + f"(= (+ {' '.join(names)}) 1)"
    assert backbone(csp(text), engine, names) == dict.fromkeys(names)
    assert len(made) == len(encoded) == 1


@pytest.mark.sample(3)
@pytest.mark.parametrize("seed", range(40))
def test_random(seed, engine):
    model = random_csp.RandomCsp(7000 + seed).model()
    names = [*model.ints, *model.bools]
    random.Random(seed).shuffle(names)
    solutions = [dict(zip([*model.ints, *model.bools], (*i, *b), strict=True)) for i, b in oracle.solutions(model)]
    values = {name: {solution[name] for solution in solutions} for name in names}
    expected = {name: min(seen) if len(seen) == 1 else None for name, seen in values.items()} if solutions else None
    assert backbone(CspProblem(model, ""), engine, names) == expected


def test_board(engine):
    """Judged by all solutions of the board, one after the other."""
    problem = BoardProblem(read_board(Source("masyu.txt", BOARD), None), "")
    names = [
        f"{name}_{r}_{c}" for name, rows, cols in (("h", 4, 3), ("v", 3, 4)) for r in range(rows) for c in range(cols)
    ]
    solutions = [problem.values(s).bools for s in enumeration.solutions(ProblemRun(problem, engine), None)]
    assert len(solutions) > 2
    expected = {n: solutions[0][n] if len({s[n] for s in solutions}) == 1 else None for n in names}
    assert backbone(problem, engine, names) == expected
