"""The statements of the CSP language, each of which adds to the model, or to the names in which later statements are
written.

A wrong statement is read again, with the place of every item (`faults.explain`).
"""

from __future__ import annotations

from collections.abc import Callable, Container
from functools import lru_cache
from typing import Any

from ...base.numbers import cut
from ...base.source import Source
from ...errors import Place
from ...model.constraint import Relation
from ...model.domain import Domain
from ...model.expr import Expr
from ...model.model import Constraint, Model, Objective, Origin, Soft
from ...model.ops import TERM
from ..base.names import NameSpaces
from ..base.sexpr import Item, SexprList, located, shown
from ..base.wrong import Unknown, Wrong
from .operators import Expressions, Remark
from .predicates import predicate_of
from .quick_formulas import QuickFormulas
from .shapes import bounds, domain_of_list, value

DOMAIN = "expected the values: LOW HIGH, or VALUE, or (VALUE (LOW HIGH) ...), or a domain's name"
RELATION = "expected (relation NAME ARITY (supports (VALUE ...) ...)), or conflicts instead of supports"
SEVERAL = "several ones: their sum with weights, or in order m.minimize(a, b) of a csp2sat.Model in Python"
OBJECTIVE = "expected (objective minimize TERM) or (objective maximize TERM)"
GOALS = ("minimize", "maximize")
BRITISH = {"minimise": "minimize", "maximise": "maximize", "min": "minimize", "max": "maximize"}


class Statements:
    """A reader of statements, and the model so far. A wrong statement changes nothing."""

    def __init__(self) -> None:
        self.model = Model(about={"language": "sugar"})
        self._domains: dict[str, Domain] = {}
        self._names = NameSpaces()
        self._expressions = Expressions(self._names)
        self.operators = self._expressions.operators
        self.quick = QuickFormulas(self._names, self.operators).read

    def read(self, statement: Item | Expr, offset: int, line: int, column: int, name: str = "") -> None:
        """Add the content of a statement, or a formula that was one, to the model; the statement stands at this offset,
        line and column, and has this name. Raises Wrong.
        """
        if isinstance(statement, Expr):
            self.model.add(statement, Origin("text", line, column, name=name))
            return
        head = statement[0] if isinstance(statement, list) and statement else None
        if isinstance(statement, list) and isinstance(head, str) and head in KINDS:
            KINDS[head](self, statement)
        elif isinstance(statement, list) and head == "predicate":
            self.operators.declare_predicate(*predicate_of(statement, offset))
        elif isinstance(statement, list) and head == "weighted":
            self._weighted(statement, Origin("text", line, column, name=name))
        else:
            self.model.add(self._expressions.read(statement), Origin("text", line, column, name=name))

    def _domain(self, form: SexprList) -> None:
        name = _new_name(form, "domain", self._domains)
        self._domains[name] = domain_of(form, self._domains)

    def _int(self, form: SexprList) -> None:
        name = _new_name(form, "integer variable", self.model.ints)
        self._names.declare_int(name, self.model.int(name, domain_of(form, self._domains)))

    def _bool(self, form: SexprList) -> None:
        name = _new_name(form, "Boolean variable", self.model.bools)
        if len(form) > 2:
            raise Wrong(form[2], f"expected ')' after the variable's name, found {shown(form[2])}")
        self._names.declare_bool(name, self.model.bool(name))

    def remarks(self) -> list[Remark]:
        """Return the remarks on the statements since the last call."""
        remarks = self.operators.remarks
        if remarks:
            self.operators.remarks = []
        return remarks

    def _relation(self, form: SexprList) -> None:
        name = _new_name(form, "relation", ())
        relation, cut = relation_of(form, name)
        if cut:
            others = f", as {len(cut) - 1} after it" if len(cut) > 1 else ""
            text = f"the relation has arity {relation.arity}; this tuple has {len(form[3][cut[0]])} and is cut{others}"
            self.operators.remarks.append(Remark(text, (3, cut[0])))
        self.operators.declare_relation(name, relation)

    def _objective(self, form: SexprList) -> None:
        if len(form) != 3:
            raise Wrong(form, OBJECTIVE)
        if form[1] not in GOALS:
            raise Unknown(form[1], OBJECTIVE, GOALS, BRITISH)
        if self.model.objective:
            raise Wrong(form, f"there is an objective already; {SEVERAL}")
        self.model.objective = Objective(form[1], self._expressions.read(form[2], TERM))

    def _weighted(self, form: SexprList, origin: Origin) -> None:
        if len(form) != 3 or not isinstance(form[1], int):
            raise Wrong(form, "expected (weighted WEIGHT FORMULA), where the weight is an integer")
        constraint = Constraint(self._expressions.read(form[2]), origin)
        self.model.soft.append(Soft(int(form[1]), constraint))


KINDS: dict[str, Callable[[Statements, SexprList], None]] = {
    "domain": Statements._domain,
    "int": Statements._int,
    "dint": Statements._int,
    "bool": Statements._bool,
    "dbool": Statements._bool,
    "relation": Statements._relation,
    "objective": Statements._objective,
}


def _new_name(form: SexprList, kind: str, taken: Container[str]) -> str:
    name = form[1] if len(form) > 1 else None
    if not isinstance(name, str):
        raise Wrong(form if name is None else name, f"expected the name of the {kind} after {shown(form[0])}")
    if name in taken:
        raise Wrong(name, f"{kind} {shown(name)} is declared twice")
    return str(name)


def domain_of(form: list[Item], named: dict[str, Domain]) -> Domain:
    """Return the domain that the items of a declaration after the first two state: bounds, one value, the name of a
    domain, or a list of ranges. Raises Wrong for anything else.

    named: the domains that have been declared.
    """
    values = form[2:]
    if not values:
        raise Wrong(form, DOMAIN)
    if len(values) > 2:
        one = f"; ({form[0]} {form[1]} ..) declares one name" if isinstance(values[0], str) else ""
        raise Wrong(values[2], f"expected ')' after the bounds, found {shown(values[2])}{one}")
    if len(values) == 1 and isinstance(values[0], str):
        return _named(values[0], named)
    if len(values) == 1 and isinstance(values[0], list):
        if not values[0]:
            raise Wrong(values[0], "the domain is empty")
        return domain_of_list(values[0])
    return _interval(*bounds(values[0], values[-1]))


@lru_cache(1024)
def _interval(low: int, high: int) -> Domain:
    return Domain([(low, high)])


def _named(name: str, named: dict[str, Domain]) -> Domain:
    if name not in named:
        raise Unknown(name, f"unknown domain {shown(name)}", named)
    return named[name]


def relation_of(form: SexprList, name: str) -> tuple[Relation, list[int]]:
    """Return the relation `name` that a statement declares, and the positions of the tuples that are longer than its
    arity, whose further values are ignored, as in Sugar. A position is an index of the list `(supports TUPLE ...)`, so
    the first tuple has 1. Raises Wrong, also for a tuple that is shorter.
    """
    if len(form) != 4:
        raise Wrong(form, RELATION)
    arity, listed = form[2], form[3]
    if not isinstance(arity, int) or arity < 0:
        raise Wrong(arity, f"expected the arity of the relation, found {shown(arity)}")
    head = listed[0] if isinstance(listed, list) and listed else listed
    if not isinstance(listed, list) or head not in ("supports", "conflicts"):
        raise Wrong(head, f"expected (supports ...) or (conflicts ...), found {shown(head)}")
    tuples = frozenset(_tuple(item, arity) for item in listed[1:])
    cut = [at for at, item in enumerate(listed) if at and len(item) > arity]
    return Relation(int(arity), tuples, head == "supports", name), cut


def _tuple(item: Item, arity: int) -> tuple[int, ...]:
    if not isinstance(item, list):
        raise Wrong(item, f"expected a tuple in parentheses, found {shown(item)}")
    if len(item) < arity:
        raise Wrong(item, f"the relation has arity {cut(arity)}; this tuple has {len(item)}")
    return tuple(value(each) for each in item)[:arity]


def place_of(remark: Remark, source: Source, offset: int) -> Place:
    """Return the place of the item that the remark is about, in the statement at the offset."""
    item: Any = located(source, offset)
    for at in remark.path:
        item = item[at]
    return source.place(item.offset)
