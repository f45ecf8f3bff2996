"""Sums that cannot hold together: rows, each times a price, add up to a sum that the domains exclude.

Sums that are at most 0, each times a price, add up to a sum that is at most 0; no solution exists if the domains show
that this sum is greater.  A solver has to find that by cases.  Source: J. Farkas, Theorie der einfachen Ungleichungen,
Journal für die reine und angewandte Mathematik 124, 1902.
"""

from __future__ import annotations

from contextlib import suppress

from ...base.portable_random import RandomSource
from ...encoder.normalize.formulas import Linear, Norm, linear
from ...model.model import Model
from ..linear.extraction import Extraction
from ..linear.forms import NoLinearForm
from ..linear.lagrangian import Prices
from ..linear.program import Infeasible, TooLarge

WORK, MOST = 300, 3_000_000  # times that all terms of the rows are examined, and terms, at most
COST, SPREAD = 900, 200  # of a variable in a sum of no meaning


def has_false_sum_of_rows(norm: Norm, model: Model) -> bool:
    """Whether prices of the rows are found with little work at which the rows of a model's linear program add up to a
    sum that cannot hold.
    """
    with suppress(NoLinearForm, TooLarge):
        try:
            program = Extraction(norm, model, 1).program
        except Infeasible:
            return True
        program.aim_at(_any_goal(len(program.domains)))
        prices = Prices(program)
        prices.optimize(min(WORK * program.terms, MOST))
        return prices.bound()[0] > program.ends(program.goal)[1]
    return False


def _any_goal(variables: int) -> Linear:
    """Return a sum of variables with different coefficients: with it fewer prices are as good as others, so that the
    best ones, which a goal has only if solutions exist, are found in fewer steps.
    """
    random = RandomSource(1)
    return linear({x: COST + random.below(SPREAD) for x in range(variables)}, 0)
