"""Sums of integers with two values, parted into literals: the same meaning, and no atom where literals can say it."""

from itertools import product
from random import Random

import pytest

from csp2sat.encoder.normalize.deciding_terms import parted
from csp2sat.encoder.normalize.formulas import Linear, Norm, at_most_zero, equal_zero
from csp2sat.model.domain import Domain
from csp2sat.model.expr import FALSE, TRUE, Expr, bool_var, negation, node, postorder

DOMAINS = [Domain([(0, 1)]), Domain([(2, 3)]), Domain.of((-1, 4)), Domain.of((0, 3)), Domain([(0, 1)])]
CONDITIONAL = {3: (bool_var("p"), 3, 0), 4: (negation(bool_var("q")), 0, 1)}
NORM = Norm([""] * 5, DOMAINS, conditional=CONDITIONAL)


def evaluated(formula, values):
    """The truth of a normal formula for values of the variables."""
    match formula.op:
        case "true" | "false":
            return formula is TRUE
        case "bool":
            x, (condition, if_true, _) = next(
                (x, each) for x, each in CONDITIONAL.items() if formula in (each[0], negation(each[0]))
            )
            return (values[x] == if_true) == (condition is formula)
        case "not":
            return not evaluated(formula.args[0], values)
        case "and" | "or":
            return (all if formula.op == "and" else any)(evaluated(arg, values) for arg in formula.args)
    total = formula.args[0].const + sum(a * values[x] for a, x in formula.args[0].terms)
    return total <= 0 if formula.op == "le0" else total == 0


def sum_of(*factors, const):
    return Linear(tuple((a, x) for x, a in enumerate(factors) if a), const)


def is_compared(formula):
    """Whether the formula compares a sum of several integers."""
    atoms = [each for each in postorder(formula) if each.op in ("le0", "eq0")]
    return any(len(each.args[0].terms) > 1 for each in atoms)


@pytest.mark.parametrize("seed", range(12))
def test_the_meaning_stays(seed):
    random = Random(seed)
    for _ in range(40):
        factors = [random.choice((0, 1, 1, -1, 2, -3)) for _ in DOMAINS]
        total = sum_of(*factors, const=random.randint(-12, 12))
        for atom in (at_most_zero(total), equal_zero(total)):
            for formula in (atom, negation(atom)):
                found = parted(formula, NORM)
                for values in product(*DOMAINS):
                    assert evaluated(found, values) == evaluated(formula, values), (seed, formula, found)


@pytest.mark.parametrize(
    ("op", "factors", "const", "literals"),
    [
        ("le0", (1, 0, 0, 0, 1), 0, 2),  # both are 0
        ("le0", (-1, 0, 0, 0, -1), 1, 2),  # one is 1
        ("le0", (1, 0, 0, 0, -1), 0, 2),  # an implication
        ("le0", (2, 1, 0, 1, 0), -4, 3),  # x0 = 0 and more
        ("eq0", (1, 1, 0, 1, 1), -2, 4),  # all at their least value
        ("eq0", (1, 1, 0, 1, 1), -8, 4),  # all at their greatest value
    ],
)
def test_one_decides_alone(op, factors, const, literals):
    found = parted(node(op, sum_of(*factors, const=const)), NORM)
    assert not is_compared(found)
    assert len({each for each in postorder(found) if each.op in ("le0", "bool")}) == literals


@pytest.mark.parametrize(
    "formula",
    [
        at_most_zero(sum_of(1, 1, 0, 0, 1, const=-3)),  # two of three
        equal_zero(sum_of(1, 0, 0, 0, -1, const=0)),  # equal values
        at_most_zero(sum_of(1, const=-1)),
        bool_var("p"),
    ],
)
def test_the_rest_stays_as_it_is(formula: Expr):
    assert parted(formula, NORM) is formula


def test_more_values_are_left_alone():
    norm = Norm(["", ""], [Domain([(0, 1)]), Domain([(0, 2)])])
    atom = at_most_zero(sum_of(1, 1, const=0))
    assert parted(atom, norm) is atom
    assert parted(at_most_zero(sum_of(1, 0, 0, 0, 1, const=5)), NORM) is FALSE
