"""The constraints noOverlap, cumulative, binPacking and knapsack."""

from __future__ import annotations

from collections.abc import Sequence

from ....constraints.globals.cumulative import GIVEN
from ....model.domain import Domain
from ....model.expr import Expr, all_of, any_of, node
from ...base.sexpr import shown
from ...base.wrong import NotHere, Wrong
from ...flatzinc.arguments import compare
from ...flatzinc.predicates.packing_globals import bin_packing_capa, bin_packing_load, boxes, cumulative, used_bins
from ...xcsp21.xml_elements import Element, XmlSpot
from ..constraint_text import ConstraintText, core_form
from ..texts import XcspCondition
from .counting import added, product

ItemSizes = Sequence[int]
MANY = 1000  # bins


def no_overlap(c: ConstraintText) -> Expr:
    """Return the formula that no two tasks, or boxes in some dimensions, overlap."""
    ignored = c.element.attributes.get("zeroIgnored", "true")
    if ignored not in ("true", "false"):
        raise c.element.wrong(f"expected true or false, found {shown(ignored)}", "zeroIgnored")
    origins, lengths = c.part("origins"), c.part("lengths")
    if _is_flat(origins) and _is_flat(lengths):
        starts = c.texts.terms(origins)
        return boxes(starts, c.terms("lengths", len(starts)), 1, ignored == "false")
    rows, sizes = c.texts.matrix(origins), c.texts.matrix(lengths)
    c.check_number(sizes, len(rows), lengths)
    c.check_number(sizes[0], len(rows[0]), lengths)
    flat, flat_sizes = ([each for row in matrix for each in row] for matrix in (rows, sizes))
    return boxes(flat, flat_sizes, len(rows[0]), ignored == "false")


def _is_flat(part: Element) -> bool:
    """Whether the text of a part is a list, not a matrix or tuples."""
    words = part.text.split()
    return "(" not in part.text and not (len(words) == 1 and words[0].count("[]") + words[0].count("..") > 1)


def _limit(c: ConstraintText) -> Expr | int:
    """Return the greatest value that fulfils the condition. Raises NotHere for a condition that is no upper bound."""
    op, operand = c.condition()
    if op not in ("le", "lt") or isinstance(operand, Domain):
        raise NotHere(
            XmlSpot(c.part("condition")), f"cumulative with the operator {op} is not supported; expected le or lt"
        )
    if op == "le":
        return operand
    return operand - 1 if isinstance(operand, int) else node("sub", operand, 1)


def cumulative_(c: ConstraintText) -> Expr:
    """Return the formula that the heights of the tasks that run at the same time fulfil the condition."""
    starts = c.terms("origins")
    lengths, heights = c.terms("lengths", len(starts)), c.terms("heights", len(starts))
    if not c.find("ends"):
        return cumulative(starts, lengths, heights, _limit(c))
    tasks = zip(starts, lengths, c.terms("ends", len(starts)), heights, strict=True)
    return node("cumulative", (GIVEN,) * len(starts), _limit(c), *(each for task in tasks for each in task))


def bin_packing(c: ConstraintText) -> Expr:
    """Return the formula that the sizes of the items in each bin fulfil a condition, or have a limit or a load."""
    bins = c.variables()
    sizes = c.integers("sizes", len(bins))
    found = [name for name in ("condition", "limits", "loads", "conditions") if c.find(name)]
    if len(found) != 1:
        raise c.wrong("expected one of <condition>, <limits>, <loads>, <conditions>")
    if found == ["limits"]:
        return bin_packing_capa(c.terms("limits"), bins, sizes, c.start(c.part("limits")))
    if found == ["loads"]:
        return bin_packing_load(c.terms("loads"), bins, sizes, c.start(c.part("loads")))
    if found == ["condition"]:
        return _by_condition(c, bins, sizes, c.condition())
    part = c.part("conditions")
    conditions, first = c.texts.conditions(part), c.start(part)
    last = first + len(conditions) - 1
    inside = [all_of((compare("le", first, each), compare("le", each, last))) for each in bins]
    return all_of((*inside, *(every.of(_load(bins, sizes, at)) for at, every in enumerate(conditions, first))))


def _load(bins: Sequence[Expr | int], sizes: ItemSizes, at: Expr | int) -> Expr | int:
    return added(
        [product(size, node("if", compare("eq", each, at), 1, 0)) for each, size in zip(bins, sizes, strict=True)]
    )


def _by_condition(c: ConstraintText, bins: Sequence[Expr | int], sizes: ItemSizes, condition: XcspCondition) -> Expr:
    """Return the formula that each bin that has an item fulfils the condition.

    bins: of each item, in the constraint `c`.  If there are more than MANY possible bins, the formula speaks of the bin
    of each item.
    """
    parts = []
    possible = Domain(each for term in bins for each in _ranges(c, term))
    if possible.size() > MANY:
        return all_of(condition.of(_load(bins, sizes, own)) for own in bins)
    limit = condition.operand if condition.op == "le" and isinstance(condition.operand, int) else -1
    is_limited, low, high = min(limit, *sizes) >= 0, possible.lo, possible.hi
    if is_limited and high - low < MANY:
        parts += used_bins([limit] * (high - low + 1), bins, sizes, low)
    for at in possible:
        load = condition.of(_load(bins, sizes, at))
        if is_limited:
            parts.append(load)
        else:
            parts.append(any_of((all_of(compare("ne", each, at) for each in bins), load)))
    return all_of(parts)


def _ranges(c: ConstraintText, term: Expr | int) -> Sequence[tuple[int, int]]:
    if isinstance(term, int):
        return [(term, term)]
    if term.op != "int":
        raise Wrong(XmlSpot(c.main()), "binPacking: expected variables")
    return c.texts.variables.domain(term).ranges


def knapsack(c: ConstraintText) -> Expr:
    """Return the formula that the weights fulfil the first condition, and the profits the second."""
    names = [child.name for child in c.element.children]
    if names != ["list", "weights", "condition", "profits", "condition"]:
        raise c.wrong("expected <list>, <weights>, <condition>, <profits>, <condition>, in this order")
    terms = c.variables()
    parts = []
    for name, part in zip(("weights", "profits"), c.all("condition"), strict=True):
        factors = c.integers(name, len(terms))
        total = added([product(factor, term) for factor, term in zip(factors, terms, strict=True)])
        parts.append(c.texts.condition(part).of(total))
    return all_of(parts)


FAMILY = dict(
    (
        core_form("noOverlap: origins lengths", no_overlap, "zeroIgnored"),
        core_form("cumulative: origins lengths ends heights condition", cumulative_),
        core_form("binPacking: list sizes condition limits loads conditions", bin_packing),
        core_form("knapsack: list weights condition* profits", knapsack),
    )
)
