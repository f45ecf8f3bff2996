"""Clauses are examined again when a watched part may have become false: none too few, and few of those without need."""

from __future__ import annotations

from random import Random

import pytest

from csp2sat.encoder.normalize.domains import Narrowing
from csp2sat.encoder.normalize.formulas import Norm
from csp2sat.encoder.options import EncoderOptions
from csp2sat.encoder.passes import normalized
from csp2sat.encoder.propagate.bounds import Tightening
from csp2sat.model.domain import Domain
from csp2sat.model.expr import Expr, any_of, node
from csp2sat.model.model import Model, Origin

HERE = Origin("text", 1, 1)


def random_model(rng: Random) -> Model:
    """Five integers with holes in their domains, and clauses of one to three comparisons of one or two of them."""
    model = Model()
    xs = [model.int(f"x{at}", Domain.of(rng.sample(range(8), rng.randint(1, 6)))) for at in range(5)]

    def atom() -> Expr:
        right = rng.choice([rng.randint(0, 7), node("add", rng.choice(xs), rng.randint(-2, 2))])
        return node(rng.choice(["eq", "ne", "ne", "le", "gt"]), rng.choice(xs), right)

    for _ in range(rng.randint(4, 10)):
        model.add(any_of([atom() for _ in range(rng.randint(1, 3))]), HERE)
    return model


def narrows_no_more(norm: Norm) -> bool:
    """Whether nothing changes when all clauses are examined once more."""
    narrowing = Narrowing(norm.domains[:])
    every = Tightening(norm, narrowing)
    every.run(range(every.size), every.size)
    return narrowing.domains == norm.domains


@pytest.mark.parametrize("seed", range(0, 150, 30))
def test_no_clause_that_would_narrow_is_left_out(seed: int) -> None:
    """Neither in the first pass, nor after a value has been removed, nor after domains were reset."""
    for each in range(seed, seed + 30):
        rng = Random(each)
        norm = normalized(random_model(rng), EncoderOptions()).norm
        narrowing = Narrowing(norm.domains)
        every = Tightening(norm, narrowing)
        every.run(range(every.size), 10**6)
        for _ in range(6):
            assert narrows_no_more(norm), each
            before, x = norm.domains[:], rng.randrange(len(norm.domains))
            if before[x].size() > 1:
                narrowing.keep(x, before[x].without(rng.choice(list(before[x]))))
            every.run((), 10**6)
            if rng.random() < 0.4:
                assert narrows_no_more(norm), each
                norm.domains[:] = before


def test_a_disequality_is_examined_when_a_single_value_is_left() -> None:
    """Half of all examinations of a large board of ripple were those of clauses that could not have become false."""
    model = Model()
    xs = [model.int(f"x{at}", 0, 9) for at in range(4)]
    model.add(any_of([node("ne", xs[0], 3), node("ne", xs[1], 3)]), HERE)
    model.add(any_of([node("le", xs[0], 5), node("le", xs[2], 5)]), HERE)
    model.add(node("eq", xs[0], node("add", xs[3], 2)), HERE)
    norm = normalized(model, EncoderOptions()).norm
    narrowing = Narrowing(norm.domains)
    every = Tightening(norm, narrowing)
    every.run(range(every.size), 100)
    visited: list[int] = []
    visit = every._visit

    def noted(number: int) -> None:
        visited.append(number)
        visit(number)

    every._visit = noted  # type: ignore[method-assign]
    for values, numbers in [([2, 3, 4, 6, 7], {1, 2}), ([2, 3, 6, 7], {2}), ([3, 7], {1, 2}), ([3], {0, 1, 2})]:
        visited.clear()
        narrowing.keep(0, Domain.of(values))
        every.run((), 100)
        assert set(visited) == numbers, values
    assert 3 not in norm.domains[1] and norm.domains[3] == Domain.of([1])
