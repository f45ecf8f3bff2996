"""global_cardinality_with_costs: a global_cardinality, and the cost of the values that the terms take."""

from __future__ import annotations

from ..definitions import Literal
from ..formulas import StatedFormulas, StatementRule
from ..functions import choice
from ..sums import PbSum, number, total, weighted
from . import global_cardinality

Entries = tuple[tuple[int, int], ...]  # positions of term and pair, both from 1


def require(formulas: StatedFormulas, size: tuple[int], entries: Entries, cost: PbSum, *values: PbSum) -> None:
    """State the global_cardinality, and: the sum of weight * [term = value] for all entries = cost.

    size: the number of terms.  values: the weights of the entries, the terms, then value and number of each pair.
    """
    rest = values[len(entries) :]
    global_cardinality.require(formulas, size, *rest)
    formulas.compare("eq", _paid(formulas, size, entries, values), cost)


def literal(formulas: StatedFormulas, size: tuple[int], entries: Entries, cost: PbSum, *values: PbSum) -> Literal:
    """Return the literal that both hold; size, values: as in `require`."""
    counts = global_cardinality.literal(formulas, size, *values[len(entries) :])
    return formulas.definitions.all_of((counts, formulas.compared("eq", _paid(formulas, size, entries, values), cost)))


def _paid(formulas: StatedFormulas, size: tuple[int], entries: Entries, values: tuple[PbSum, ...]) -> PbSum:
    terms, pairs = values[len(entries) :], values[len(entries) + size[0] :]
    parts = []
    for weight, (i, k) in zip(values, entries, strict=False):
        taken = formulas.equal(terms[i - 1], pairs[2 * (k - 1)])
        part = formulas.known(choice(formulas, taken, weight, number(0))) if weight.terms else None
        parts.append((1, weighted(taken, weight.const) if part is None else part))
    return total(parts)


RULE = StatementRule(require, literal)
