"""The constraints intension, extension, instantiation and clause."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import chain

from ....model.constraint import Relation
from ....model.domain import Domain
from ....model.expr import FALSE, TRUE, Expr, all_of, any_of, node
from ...base.wrong import NotHere
from ...flatzinc.arguments import compare
from ...flatzinc.builtins.integer_builtins import within
from ...xcsp21.values import integer
from ...xcsp21.xml_elements import Element, XmlSpot
from ..constraint_text import ConstraintText, core_form
from ..operators import outside
from .compressed import ANY_VALUE, SetRow, excluded, one_of, rows_of, shared_diagram

JOINED = re.compile(r"[^\s(),]\s+[^\s(),]")
PIECE = 1 << 18  # characters


def intension(c: ConstraintText) -> Expr:
    """Return the formula that an expression has the value 1."""
    element = c.find("function") or c.element
    return c.texts.operators.truth(c.texts.expression(element))


def instantiation(c: ConstraintText) -> Expr:
    """Return the formula that each variable has its value."""
    terms = c.variables()
    values = c.integers("values", len(terms))
    return all_of(compare("eq", term, value) for term, value in zip(terms, values, strict=True))


def clause(c: ConstraintText) -> Expr:
    """Return the disjunction of 0/1 variables and negated ones."""
    return any_of(c.texts.operators.truth(item) for item in c.texts.items(c.main()) if not isinstance(item, range))


def extension(c: ConstraintText) -> Expr:
    """Return the formula that the terms are one, or none, of the tuples."""
    if (kind := c.element.attributes.get("type", "extension")) != "extension":
        raise NotHere(c.element.spot("type"), f"extension of type {kind} is not supported")
    terms = c.variables()
    supports = c.find("supports")
    table = supports or c.find("conflicts")
    if table is None or (supports and c.find("conflicts")):
        raise c.wrong("expected <supports> or <conflicts>, one of them")
    if len(terms) == 1 and "(" not in table.text:
        return _unary(c, terms[0], table, supports is not None)
    return _table(c, terms, table, supports is not None)


def _unary(c: ConstraintText, term: Expr | int, table: Element, supports: bool) -> Expr:
    if table.text.strip() == ANY_VALUE:
        return TRUE if supports else FALSE
    domain, variables = c.members(table) if table.text.strip() else (Domain([]), [])
    if variables:
        raise c.wrong("expected integers and intervals", table)
    return within(term, domain) if supports else outside(term, domain)


def _table(c: ConstraintText, terms: Sequence[Expr | int], table: Element, supports: bool) -> Expr:
    kept = c.texts.tables
    if id(table) not in kept:
        kept[id(table)] = (table, (len(terms), _shared(c, table, len(terms), supports)))
    arity, shared = kept[id(table)][1]
    if arity != len(terms):
        raise c.wrong(f"expected {arity} variables in <list>, found {len(terms)}")
    if isinstance(shared, Relation):
        return shared(*terms)
    if not supports:
        return all_of(excluded(row, terms) for row in shared)
    if not any(isinstance(cell, Domain) for row in shared for cell in row):
        return node("extension-supports", shared, *terms)
    declared = [c.texts.variables.domain(x) for x in terms if isinstance(x, Expr) and x.op == "int"]
    values = Domain(each for domain in declared for each in domain.ranges)
    diagram = shared_diagram(shared, values) if len(declared) == len(terms) else None
    return node("regular", diagram, *terms) if diagram else one_of(shared, terms)


def _shared(c: ConstraintText, table: Element, arity: int, supports: bool) -> Relation | tuple[SetRow, ...]:
    """Return the tuples of a table of the constraint `c`: as a relation, or as they are with a `*` or a set.

    arity: the length of each tuple. supports: whether these are the allowed tuples, not the forbidden ones.
    """
    rows = _rows(table, arity)
    if not {int}.issuperset(map(type, chain.from_iterable(rows))):
        return tuple(dict.fromkeys(rows))
    plain: frozenset[tuple[int, ...]] = frozenset(rows)  # type: ignore[arg-type]
    return Relation(arity, plain, supports)


class _Cells(dict[str, "int | None"]):
    """A cache from the words of tuples to their values; another word raises ValueError."""

    def __missing__(self, word: str) -> int | None:
        value = None if word == ANY_VALUE else integer(word)
        if value is None and word != ANY_VALUE:
            raise ValueError(word)
        self[word] = value
        return value


def _rows(table: Element, arity: int) -> Sequence[SetRow]:
    if table.children:
        child = table.children[0]
        raise NotHere(XmlSpot(child), f"<{child.name}> in <{table.name}> is not supported")
    cells = _Cells()
    rows: list[SetRow] = []
    try:
        for piece in _pieces(table.text):
            rows += [tuple(map(cells.__getitem__, row.split(","))) for row in piece]
    except ValueError:
        return rows_of(table, arity)
    return rows if set(map(len, rows)) <= {arity} else rows_of(table, arity)


def _pieces(text: str) -> Iterator[list[str]]:
    """Yield the tuples of a text without parentheses and blanks, some thousand at a time. Raises ValueError for a text
    that is no row of tuples.
    """
    start = 0
    while start < len(text):
        end = text.find(")", start + PIECE) + 1 or len(text)
        piece = text[start:end]
        packed = "".join(piece.split())
        if packed and (JOINED.search(piece) or packed[0] + packed[-1] != "()"):
            raise ValueError(piece)
        yield packed[1:-1].split(")(") if packed else []
        start = end


FAMILY = dict(
    (
        core_form("intension: function", intension),
        core_form("extension: list supports conflicts", extension, "type"),
        core_form("instantiation: list values", instantiation, "type cost"),
        core_form("clause: list", clause),
    )
)
