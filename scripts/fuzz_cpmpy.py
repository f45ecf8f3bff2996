"""Random CPMpy models: csp2sat against OR-Tools, and where they differ against all assignments.

    python scripts/fuzz_cpmpy.py [N] [--seed 0]

Each model has one global constraint or function for certain, every one in turn; others, Boolean connectives, arithmetic
and division are nested and reified at random, and half of the models have an objective.  Compared are the status, the
optimum, and the number of solutions.  Needs the extra `csp2sat[cpmpy]`; CPMpy brings OR-Tools.
"""

from __future__ import annotations

import argparse
import random
import sys
import traceback
from collections.abc import Callable
from itertools import pairwise, product
from pathlib import Path
from typing import Any, NamedTuple

import cpmpy as cp
from cpmpy.expressions.utils import argval

import csp2sat.cpmpy

CPMPY = Path(cp.__file__).parent
REFUSED = "CPMpy: "
MANY = 2000  # solutions that are counted
OWN = csp2sat.cpmpy.CPM_csp2sat


class Variables(NamedTuple):
    """Those of a model; all together have at most some thousand assignments."""

    ints: list[Any]
    bools: list[Any]


class Found(NamedTuple):
    """What a solver says of a model: is there a solution, the value of the best one, and how many there are."""

    has_solution: bool
    objective: int | None
    number: int


class Maker:
    """Random expressions over variables, of a given depth."""

    def __init__(self, seed: int):
        self.random = random.Random(seed)
        lows = [self.random.randint(-2, 1) for _ in range(3)]
        ints = [cp.intvar(low, low + self.random.randint(1, 3), name=f"x{at}") for at, low in enumerate(lows)]
        self.variables = Variables(ints, [cp.boolvar(name=f"b{at}") for at in range(2)])

    def term(self, depth: int) -> Any:
        """An integer expression."""
        if depth == 0 or self.random.random() < 0.3:
            return self.random.choice([*self.variables.ints, *self.variables.ints, *self.variables.bools])
        return self.random.choice([*ARITHMETIC, *FUNCTIONS])(self, depth - 1)

    def terms(self, depth: int, least: int = 2, most: int = 4) -> list[Any]:
        return [self.term(depth) for _ in range(self.random.randint(least, most))]

    def formula(self, depth: int) -> Any:
        """A Boolean expression."""
        if depth == 0:
            chosen = self.random.choice(self.variables.bools)
            return chosen if self.random.random() < 0.5 else ~chosen
        return self.random.choice([*CONNECTIVES, _comparison, _comparison, *CONSTRAINTS])(self, depth - 1)

    def value(self) -> int:
        return self.random.randint(-2, 4)

    def values(self, number: int) -> list[int]:
        return [self.value() for _ in range(number)]

    def nested(self, formula: Any) -> Any:
        """A constraint that has the formula in it, in one of the places where there can be one."""
        b, c = self.variables.bools
        ways = (
            lambda: formula,
            lambda: ~formula,
            lambda: b.implies(formula),
            lambda: formula.implies(b),
            lambda: formula == c,
            lambda: formula | self.formula(1),
            lambda: formula + self.term(1) >= 1,
        )
        return self.random.choice(ways)()


def _comparison(maker: Maker, depth: int) -> Any:
    x, y = maker.term(depth), maker.random.choice([maker.term(depth), maker.value()])
    return maker.random.choice(
        [lambda: x == y, lambda: x != y, lambda: x <= y, lambda: x < y, lambda: x >= y, lambda: x > y]
    )()


def _rows(maker: Maker, width: int, star: bool = False) -> list[list[Any]]:
    rows: list[list[Any]] = [maker.values(width) for _ in range(maker.random.randint(1, 8))]
    return [[cp.expressions.utils.STAR if star and maker.random.random() < 0.3 else v for v in row] for row in rows]


def _tasks(maker: Maker, depth: int) -> tuple[list[Any], list[Any], list[Any] | None]:
    starts = maker.terms(depth, 2, 3)
    durations = [maker.random.choice([maker.random.randint(0, 2), maker.term(0)]) for _ in starts]
    return starts, durations, maker.random.choice([None, [maker.term(0) for _ in starts]])


def _heights(maker: Maker, number: int) -> list[Any]:
    return [maker.random.choice([1, 2, maker.term(0)]) for _ in range(number)]


def _cumulative(maker: Maker, depth: int) -> Any:
    starts, durations, ends = _tasks(maker, depth)
    return cp.Cumulative(starts, durations, ends, _heights(maker, len(starts)), maker.random.choice([2, maker.term(0)]))


def _cumulative_optional(maker: Maker, depth: int) -> Any:
    starts, durations, ends = _tasks(maker, depth)
    present = [maker.formula(0) for _ in starts]
    return cp.CumulativeOptional(
        starts, durations, ends, _heights(maker, len(starts)), maker.random.randint(0, 3), present
    )


def _no_overlap_optional(maker: Maker, depth: int) -> Any:
    starts, durations, ends = _tasks(maker, depth)
    return cp.NoOverlapOptional(starts, durations, ends, [maker.formula(0) for _ in starts])


def _reservoir(maker: Maker, depth: int) -> Any:
    times = maker.terms(depth, 2, 3)
    return cp.Reservoir(times, maker.values(len(times)), -maker.random.randint(0, 2), maker.random.randint(1, 3))


def _gcc(maker: Maker, depth: int) -> Any:
    values = maker.random.sample(range(-1, 4), 2)
    numbers = [maker.random.choice([maker.random.randint(0, 2), maker.term(0)]) for _ in values]
    return cp.GlobalCardinalityCount(maker.terms(depth), values, numbers, closed=maker.random.random() < 0.3)


def _regular(maker: Maker, depth: int) -> Any:
    """The terms are variables: CPMpy's automata take nothing else."""
    states = "ABC"
    arcs = {(s, v): maker.random.choice(states) for s in states for v in range(-2, 4) if maker.random.random() < 0.7}
    steps = [(s, v, t) for (s, v), t in arcs.items()] or [("A", 0, "A")]
    return cp.Regular(maker.random.sample(maker.variables.ints, 3), steps, "A", ["B", "C"])


def _mdd(maker: Maker, depth: int) -> Any:
    layers = [["r"], ["a", "b"], ["c", "d"], ["t"]]
    arcs = [
        (s, v, maker.random.choice(below)) for above, below in pairwise(layers) for s in above for v in range(-1, 3)
    ]
    return cp.MDD(maker.random.sample(maker.variables.ints, 3), arcs)


def _inverse(maker: Maker, depth: int) -> Any:
    return cp.Inverse(maker.terms(depth, 2, 2), maker.terms(depth, 2, 2))


def _lex(kind: Any) -> Callable[[Maker, int], Any]:
    return lambda maker, depth: kind(maker.terms(depth, 2, 2), maker.terms(depth, 2, 2))


def _chain(kind: Any) -> Callable[[Maker, int], Any]:
    return lambda maker, depth: kind([maker.terms(depth, 2, 2) for _ in range(3)])


def _of_terms(kind: Any) -> Callable[[Maker, int], Any]:
    return lambda maker, depth: kind(maker.terms(depth))


def _table(kind: Any, star: bool = False) -> Callable[[Maker, int], Any]:
    return lambda maker, depth: kind(maker.terms(depth, 2, 2), _rows(maker, 2, star))


def _element(maker: Maker, depth: int) -> Any:
    """The index may be outside."""
    return cp.Element(maker.terms(depth, 1, 3), maker.random.choice(maker.variables.ints))


def _nd_element(maker: Maker, depth: int) -> Any:
    array = cp.cpm_array([maker.terms(depth, 2, 2), maker.terms(depth, 2, 2)])
    return cp.NDElement(array, maker.random.sample(maker.variables.ints, 2))


ARITHMETIC: list[Callable[[Maker, int], Any]] = [
    lambda maker, depth: maker.term(depth) + maker.term(depth),
    lambda maker, depth: maker.term(depth) - maker.term(depth),
    lambda maker, depth: -maker.term(depth),
    lambda maker, depth: maker.value() * maker.term(depth) + 1,
    lambda maker, depth: maker.formula(depth) + maker.term(depth),
]
FUNCTIONS: list[Callable[[Maker, int], Any]] = [
    lambda maker, depth: cp.Abs(maker.term(depth)),
    lambda maker, depth: cp.Minimum(maker.terms(depth)),
    lambda maker, depth: cp.Maximum(maker.terms(depth)),
    lambda maker, depth: maker.term(depth) * maker.term(depth),
    lambda maker, depth: maker.term(depth) // maker.random.choice(maker.variables.ints),
    lambda maker, depth: maker.term(depth) % maker.random.choice([*maker.variables.ints, 2, -3]),
    lambda maker, depth: maker.term(0) ** maker.random.randint(0, 2),
    _element,
    _nd_element,
    lambda maker, depth: cp.Count(maker.terms(depth), maker.random.choice([maker.value(), maker.term(0)])),
    lambda maker, depth: cp.Among(maker.terms(depth), maker.values(2)),
    lambda maker, depth: cp.NValue(maker.terms(depth)),
    lambda maker, depth: cp.NValueExcept(maker.terms(depth), maker.value()),
]
CONNECTIVES: list[Callable[[Maker, int], Any]] = [
    lambda maker, depth: maker.formula(depth) & maker.formula(depth),
    lambda maker, depth: maker.formula(depth) | maker.formula(depth),
    lambda maker, depth: maker.formula(depth).implies(maker.formula(depth)),
    lambda maker, depth: maker.formula(depth) == maker.formula(depth),
    lambda maker, depth: ~maker.formula(depth),
]
CONSTRAINTS: list[Callable[[Maker, int], Any]] = [
    _of_terms(cp.AllDifferent),
    lambda maker, depth: cp.AllDifferentExceptN(maker.terms(depth), maker.values(2)),
    _of_terms(cp.AllDifferentExcept0),
    _of_terms(cp.AllEqual),
    lambda maker, depth: cp.AllEqualExceptN(maker.terms(depth), maker.value()),
    lambda maker, depth: cp.Circuit(maker.terms(depth, 3, 3)),
    _inverse,
    _table(cp.Table),
    _table(cp.NegativeTable),
    _table(cp.ShortTable, star=True),
    _regular,
    _mdd,
    lambda maker, depth: cp.IfThenElse(maker.formula(depth), maker.formula(depth), maker.formula(depth)),
    lambda maker, depth: cp.InDomain(maker.term(depth) + 0, maker.values(3)),
    lambda maker, depth: cp.Xor([maker.formula(depth) for _ in range(maker.random.randint(1, 4))]),
    _cumulative,
    _cumulative_optional,
    lambda maker, depth: cp.NoOverlap(*_tasks(maker, depth)),
    _no_overlap_optional,
    _reservoir,
    lambda maker, depth: cp.Precedence(maker.terms(depth), maker.random.sample(range(-1, 4), 3)),
    _gcc,
    _of_terms(cp.Increasing),
    _of_terms(cp.Decreasing),
    _of_terms(cp.IncreasingStrict),
    _of_terms(cp.DecreasingStrict),
    _lex(cp.LexLess),
    _lex(cp.LexLessEq),
    _chain(cp.LexChainLess),
    _chain(cp.LexChainLessEq),
]


def model_of(seed: int) -> tuple[Any, Variables]:
    """A random model; the seed chooses the global constraint or function that is in it for certain."""
    maker = Maker(seed)
    at = seed % (len(CONSTRAINTS) + len(FUNCTIONS))
    if at < len(CONSTRAINTS):
        formula = CONSTRAINTS[at](maker, maker.random.randint(0, 1))
    else:
        formula = FUNCTIONS[at - len(CONSTRAINTS)](maker, maker.random.randint(0, 1)) <= maker.value()
    constraints = [maker.nested(formula), *(maker.formula(2) for _ in range(maker.random.randint(0, 2)))]
    everywhere = cp.sum([*maker.variables.ints, *maker.variables.bools]) >= -50
    model = cp.Model(*constraints, everywhere)
    if seed % 2:
        (model.minimize if seed % 4 == 1 else model.maximize)(maker.term(2) + maker.value())
    return model, maker.variables


def found_by(solver: str, model: Any) -> Found | str:
    """What a solver of CPMpy says; the error, if CPMpy (`REFUSED` before it) or the solver raises one."""
    try:
        return _found_by(solver, model)
    except Exception as error:  # CPMpy has many ways to refuse a model
        place = Path(traceback.extract_tb(error.__traceback__)[-1].filename)
        whose = REFUSED if CPMPY in place.parents else ""
        return f"{whose}{type(error).__name__}: {error}"


def _found_by(solver: str, model: Any) -> Found:
    solved = bool(model.solve(solver=solver))
    objective = model.objective_value() if solved and model.has_objective() else None
    plain = cp.Model(model.constraints)
    return Found(solved, objective, plain.solveAll(solver=solver, solution_limit=MANY))


def found_by_hand(model: Any, variables: Variables) -> Found:
    """What CPMpy's values of the constraints say on all assignments."""
    number, best = 0, None
    ranges = [range(x.lb, x.ub + 1) for x in variables.ints] + [(False, True)] * len(variables.bools)
    for values in product(*ranges):
        for variable, value in zip((*variables.ints, *variables.bools), values, strict=True):
            variable._value = value
        if not all(argval(each) for each in model.constraints):
            continue
        number += 1
        best = _better(model, best)
    has_solution = number > 0 if not model.has_objective() else best is not None
    return Found(has_solution, best, min(number, MANY))


def _better(model: Any, best: int | None) -> int | None:
    """The better one of a value and that of the objective now; where it is undefined there is no solution."""
    if not model.has_objective():
        return None
    try:
        value = int(model.objective_.value())
    except cp.exceptions.IncompleteFunctionError:
        return best
    return value if best is None else (min if model.objective_is_min else max)(best, value)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("number", type=int, nargs="?", default=500)
    parser.add_argument("--seed", type=int, default=0)
    options = parser.parse_args()
    wrong = others = solved = refused = 0
    for seed in range(options.seed, options.seed + options.number):
        model, variables = model_of(seed)
        ours, theirs = found_by("csp2sat", model), found_by("ortools", model)
        solved += isinstance(ours, Found) and ours.has_solution
        if isinstance(ours, str) and ours.startswith(REFUSED):
            refused += 1
            continue
        if ours == theirs:
            continue
        right = found_by_hand(model, variables)
        wrong += ours != right
        others += theirs != right
        print(
            f"{'WRONG' if ours != right else 'OR-Tools differs'}: seed {seed}: {ours}, OR-Tools {theirs}, right {right}"
        )
        if ours != right:
            print(model, flush=True)
    print(f"{options.number} models, {solved} with solutions, {refused} that CPMpy refuses")
    print(f"wrong: csp2sat on {wrong}, OR-Tools on {others}")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
