"""Terms and comparisons of which XCSP3 has elements: weighted sums, minimum, maximum."""

from __future__ import annotations

from typing import NamedTuple

from ....model.expr import Expr
from ....model.ops import MIRRORED

BEST = {"min": "minimum", "max": "maximum"}


class WeightedSum(NamedTuple):
    """A sum: terms, or formulas that count as 0 or 1, their weights, and a constant."""

    terms: list[Expr]
    weights: list[int]
    constant: int

    @property
    def is_weighted(self) -> bool:
        """Whether a weight is not 1."""
        return any(weight != 1 for weight in self.weights)


def is_simple(term: Expr | int) -> bool:
    """Whether a term is an integer or a variable."""
    return isinstance(term, int) or term.op == "int"


def sum_comparison(op: str, left: Expr | int, right: Expr | int) -> tuple[WeightedSum, str, Expr | int]:
    """Return the comparison of two terms by `op` as a sum, an operator, and an integer or variable, which the sum is
    compared with by that operator: the variable on one side if the other side has no constant, else a constant.
    """
    if isinstance(left, int) or left.op == "int":
        left, right, op = right, left, MIRRORED[op]
    total = weighted_sum(left)
    if isinstance(right, Expr) and right.op == "int" and not total.constant:
        return total, op, right
    other = weighted_sum(right)
    weights = [*total.weights, *(-weight for weight in other.weights)]
    return WeightedSum([*total.terms, *other.terms], weights, 0), op, other.constant - total.constant


def weighted_sum(term: Expr | int) -> WeightedSum:
    """Return a term as a sum, of one part if it is none."""
    found = WeightedSum([], [], 0)
    op, parts = (term.op, term.args) if isinstance(term, Expr) and term.op in ("add", "sub") else ("", (term,))
    for at, part in enumerate(parts):
        found = _with_part(found, part, -1 if op == "sub" and at else 1)
    return found


def _with_part(so_far: WeightedSum, part: Expr | int, sign: int) -> WeightedSum:
    terms, weights, constant = so_far
    if isinstance(part, int):
        return WeightedSum(terms, weights, constant + sign * part)
    factor, term, offset = _scaled(part)
    terms.append(term)
    weights.append(sign * factor)
    return WeightedSum(terms, weights, constant + sign * offset)


def _scaled(part: Expr) -> tuple[int, Expr, int]:
    """Return the weight of a part of a sum, the term or formula that has this weight, and the constant beside both."""
    factor = 1
    while part.op in ("mul", "neg"):
        numbers = [-1] if part.op == "neg" else [each for each in part.args if isinstance(each, int)]
        others = [each for each in part.args if isinstance(each, Expr)]
        if not len(numbers) == len(others) == 1:
            break
        factor, part = factor * numbers[0], others[0]
    if part.op == "if" and len(numbers := [each for each in part.args if isinstance(each, int)]) == 2:
        return factor * (numbers[0] - numbers[1]), part.args[0], factor * numbers[1]
    return factor, part, 0
