"""Networks of models against the evaluator: nothing is broken in solutions alone, the goal is the objective."""

from dataclasses import replace
from random import Random

import pytest
from support.oracle import solutions
from support.random_csp import RandomCsp

from csp2sat.base.portable_random import RandomSource
from csp2sat.base.source import Source
from csp2sat.encoder.normalize.normalize import normalize
from csp2sat.errors import ModelError
from csp2sat.languages.sugar import read
from csp2sat.model.meaning import evaluate
from csp2sat.model.model import Answer
from csp2sat.optimizing.moves.extraction import MovesExtraction
from csp2sat.optimizing.moves.formulas import NoMoves
from csp2sat.optimizing.moves.improver import MovesImprover

SMALL = (
    "(int x 0 3)(int y 0 3)(int z 0 9)(= z (+ x y))(alldifferent x y)(objective maximize (- z x))",
    "(int x 1 3)(int c 0 9)(element x (7 2 5) c)(objective minimize (+ c x))",
    "(int x 0 3)(int y 0 3)(int m 0 9)(>= m (+ x 1))(>= m (- 4 y))(<= (+ x y) 4)(objective minimize m)",
    "(int x 0 3)(int y 0 3)(int t 0 3)(<= t x)(<= t (- 3 y))(>= (+ x y) 2)(objective maximize t)",
    "(int x 0 2)(int y 0 2)(int z 0 2)(int n 0 3)(count 1 (x y z) eq n)(objective maximize (- n x))",
    "(int x 0 4)(int y 0 4)(int z -9 20)(= z (* x y))(!= x y)(objective maximize z)",
    "(int x 0 5)(int y 0 5)(disjunctive ((x 2) (y 3)))(objective minimize (max (+ x 2) (+ y 3)))",
    "(bool p)(bool q)(bool r)(= 1 (+ (if p 1 0) (if q 1 0) (if r 1 0)))(objective maximize (if p 2 (if q 3 1)))",
    "(int x 0 4)(bool p)(iff p (> x 2))(or p (= x 1))(objective minimize (+ x (if p -2 0)))",
)


def models():
    """Models by name: the small ones, and random ones."""
    for number, text in enumerate(SMALL):
        yield f"small-{number}", read(Source("test.csp", text))
    for seed in range(25):
        maker = RandomCsp(seed)
        yield f"random-{seed}", replace(maker.model(), objective=maker.objective())


def taken(extraction, values):
    """The goal of a network for values of its free nodes, and whether something is broken."""
    network = extraction.network
    network.change([*values.items()])
    network.settle(0)
    network.keep()
    return network.values[extraction.goal], bool(network.broken)


def check_moves(model, extraction, again, sign):
    """That random moves, some of them undone, lead where the other network is at once, and that what is not broken is a
    solution.
    """
    network, movable, random = extraction.network, extraction.movable, Random(1)
    taken(extraction, movable.start())
    for _ in range(12 if movable.units else 0):
        before, mark, broken = [*network.values], network.mark(), sum_of_penalties(network)
        change = network.change(movable.drawn(random.choice(movable.units)))
        assert broken + change == pytest.approx(sum_of_penalties(network))
        if random.random() < 0.3:
            network.undo(mark)
            assert network.values == before
        network.settle(mark)
        network.keep()
        present = {x: network.values[x] for x in movable.domains}
        goal, is_broken = taken(again, present)
        assert again.network.values == network.values
        assert is_broken == bool(network.broken)
        if not is_broken:
            answer, value = extraction.answer(present), evaluate(model.objective.term, extraction.answer(present))
            assert all(evaluate(each.formula, answer) for each in model.constraints), answer
            assert value is None or sign * value <= goal


def sum_of_penalties(network):
    return sum(factor * value for factor, value in zip(network.penalties, network.values, strict=True))


def check(model):
    """That a model's network and its evaluator agree, and that the search finds a solution; whether there is one."""
    sign, norm = 1 if model.objective.goal == "minimize" else -1, normalize(model).norm
    try:
        extraction, again = (MovesExtraction(norm, model, sign, RandomSource(0)) for _ in range(2))
        improver = MovesImprover(norm, model)
    except NoMoves:
        return False
    check_moves(model, extraction, again, sign)
    best = None
    for ints, bools in solutions(model):
        answer = Answer(dict(zip(model.ints, ints, strict=True)), dict(zip(model.bools, bools, strict=True)))
        value = evaluate(model.objective.term, answer)
        if value is not None:
            goal, is_broken = taken(extraction, extraction.known(answer))
            assert not is_broken
            assert goal <= sign * value
            best = sign * value if best is None else min(best, sign * value)
    first = improver.first(0.002)
    assert best is not None or first is None
    if first is not None:
        found = improver.improve(0.02) or first
        assert sign * evaluate(model.objective.term, found) >= best
        return sign * evaluate(model.objective.term, found) == best
    return False


@pytest.mark.parametrize("kind", ["small", "random"])
def test_networks_agree_with_the_evaluator(kind):
    solved = 0
    for name, model in models():
        if name.startswith(kind):
            try:
                solved += check(model)
            except ModelError:
                continue
            except AssertionError as error:
                raise AssertionError(name) from error
    assert solved >= (len(SMALL) if kind == "small" else 8), solved
