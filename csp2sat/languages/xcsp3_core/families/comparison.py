"""The constraints allDifferent, allEqual, ordered, lex and precedence, which compare terms with each other."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations, pairwise

from ....model.domain import Domain
from ....model.expr import Expr, all_of, any_of, node
from ...base.sexpr import shown
from ...base.wrong import NotHere
from ...flatzinc.arguments import compare
from ...flatzinc.builtins.integer_builtins import within
from ...flatzinc.predicates.ordering_globals import value_precede_chain
from ...xcsp21.xml_elements import XmlSpot
from ..constraint_text import ConstraintText, core_form

CASES = {"increasing": "le", "strictlyIncreasing": "lt", "decreasing": "ge", "strictlyDecreasing": "gt"}
ORDERS = tuple(CASES.values())
LEX = {"lt": ("lex_less", False), "le": ("lex_lesseq", False), "gt": ("lex_less", True), "ge": ("lex_lesseq", True)}
Row = Sequence[Expr | int]


def all_different(c: ConstraintText) -> Expr:
    """Return the formula that no two terms are equal: of a list, of each row and column, or no two lists."""
    if matrix := c.find("matrix"):
        rows, free = c.texts.matrix(matrix), c.except_values()
        return all_of(_different(row, free) for row in (*rows, *map(list, zip(*rows, strict=True))))
    if len(c.all("list")) > 1:
        return _different_lists(c)
    return _different(c.variables(), c.except_values())


def _different(terms: Row, free: Domain) -> Expr:
    return node("alldifferent_except", free, *terms) if free else node("alldifferent", *terms)


def _different_lists(c: ConstraintText) -> Expr:
    rows = c.rows()
    part = c.find("except")
    free = c.texts.tuples(part) if part else []
    for row in free:
        c.check_number(row, len(rows[0]), part or c.element)
    return all_of(any_of((_differ(x, y), *(_equal(x, row) for row in free))) for x, y in combinations(rows, 2))


def _differ(x: Row, y: Row) -> Expr:
    return any_of(compare("ne", s, t) for s, t in zip(x, y, strict=True))


def _equal(x: Row, y: Row) -> Expr:
    return all_of(compare("eq", s, t) for s, t in zip(x, y, strict=True))


def all_equal(c: ConstraintText) -> Expr:
    """Return the formula that all terms are equal, but for those with an excepted value."""
    if len(c.all("list")) > 1:
        raise NotHere(XmlSpot(c.all("list")[1]), "allEqual on several lists is not supported")
    terms, free = c.variables(), c.except_values()
    if not free:
        return all_of(compare("eq", s, t) for s, t in pairwise(terms))
    return all_of(any_of((within(s, free), within(t, free), compare("eq", s, t))) for s, t in combinations(terms, 2))


def _order(c: ConstraintText) -> str:
    part = c.part("operator")
    op = part.text.strip()
    if op not in ORDERS:
        raise c.wrong(f"expected lt, le, ge or gt, found {shown(op)}", part)
    return op


def ordered(c: ConstraintText) -> Expr:
    """Return the formula that each term, plus its length if there are lengths, is in order with the next one."""
    terms = c.variables()
    case = c.element.attributes.get("case")
    if case is not None and case not in CASES:
        raise c.element.wrong(f"ordered: expected one of {', '.join(CASES)}, found {shown(case)}", "case")
    op = _order(c) if case is None else CASES[case]
    lengths = c.terms("lengths", len(terms) - 1) if c.find("lengths") else [0] * (len(terms) - 1)
    ends = (s if length == 0 else node("add", s, length) for s, length in zip(terms, lengths, strict=False))
    return all_of(compare(op, end, t) for end, t in zip(ends, terms[1:], strict=True))


def lex(c: ConstraintText) -> Expr:
    """Return the formula that neighbouring rows, and columns of a matrix, are in lexicographic order."""
    op = _order(c)
    if matrix := c.find("matrix"):
        rows = c.texts.matrix(matrix)
        return all_of((*_ascending(op, rows), *_ascending(op, [list(each) for each in zip(*rows, strict=True)])))
    return all_of(_ascending(op, c.rows()))


def _ascending(op: str, rows: Sequence[Row]) -> list[Expr]:
    name, is_swapped = LEX[op]
    pairs = ((y, x) if is_swapped else (x, y) for x, y in pairwise(rows))
    return [node(name, *x, *y) for x, y in pairs]


def precedence(c: ConstraintText) -> Expr:
    """Return the formula that each value occurs only after the value before it has occurred."""
    terms = c.variables()
    part = c.find("values")
    values = c.texts.integers(part) if part else list(c.values_of(terms))
    covers = [any_of(compare("eq", term, values[-1]) for term in terms)] if part and c.flag(part, "covered") else []
    return all_of((value_precede_chain(values, terms), *covers))


FAMILY = dict(
    (
        core_form("allDifferent: list* matrix except", all_different),
        core_form("allEqual: list* except", all_equal),
        core_form("ordered: list lengths operator", ordered, "case"),
        core_form("lex: list* matrix operator", lex),
        core_form("precedence: list values", precedence),
    )
)
