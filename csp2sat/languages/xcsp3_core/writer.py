"""The writer of a model as an XCSP3 instance."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import chain
from typing import Any

from ...base.numbers import decimal
from ...constraints.globals.cumulative import GIVEN
from ...errors import ModelError
from ...escaping import for_html
from ...model.constraint import CARDINALITY, RELATION
from ...model.domain import Domain
from ...model.expr import Expr, bool_var, int_var
from ...model.model import Model
from ...model.renaming import plain_names
from .written_expressions import NO, ExpressionWriter, WrittenTerm

MOST_VALUES = 100  # of an <except>


class Unwritten(Exception):
    """A constraint that has an element of XCSP3, but not with these arguments: its formula is written."""


def to_xml(model: Model) -> str:
    """Return the XCSP3 instance of a model: Booleans are variables with the values 0 and 1, hidden variables are like
    others, and a variable whose name XCSP3 cannot have gets another one, with its own as a note.

    A constraint without an element in XCSP3 is written as its formula. Raises ModelError if a part of the model has no
    text: constraints with weights, some constraints on graphs.
    """
    if model.soft:
        raise ModelError("constraints with weights cannot be written in XCSP3; expected an objective")
    variables = [*map(int_var, model.ints), *map(bool_var, model.bools)]
    given = [str(each.args[0]) for each in variables]
    names = dict(zip(variables, plain_names(given), strict=True))
    domains = [*map(_values, model.ints.values()), *("0 1" for _ in model.bools)]
    writer = _InstanceWriter(ExpressionWriter(names, model.ints))
    constraints = [line for each in model.constraints for line in writer.constraint(each.formula)]
    objective = writer.objective(model)
    kind = "CSP" if model.objective is None else "COP"
    notes = (
        "" if names[each] == name else f' note="{for_html(name)}"' for each, name in zip(variables, given, strict=True)
    )
    declared = (
        f'<var id="{names[each]}"{note}> {values} </var>'
        for each, note, values in zip(variables, notes, domains, strict=True)
    )
    parts = [f'<instance format="XCSP3" type="{kind}">', "<variables>", *declared, "</variables>"]
    parts += ["<constraints>", *constraints, *writer.conditions, "</constraints>", *objective, "</instance>"]
    return "\n".join(parts) + "\n"


def _values(domain: Domain) -> str:
    return " ".join(decimal(lo) if lo == hi else f"{decimal(lo)}..{decimal(hi)}" for lo, hi in domain.ranges)


class _InstanceWriter:
    """A writer of constraints. conditions: constraints under which the terms of the others are defined."""

    def __init__(self, expressions: ExpressionWriter):
        self._expressions = expressions
        self.conditions: list[str] = []

    def constraint(self, formula: Expr) -> Iterator[str]:
        """Yield the elements of a required formula, none if it is always true."""
        self._expressions.forget()
        try:
            yield from ELEMENTS[formula.op](self, *formula.args) if formula.op in ELEMENTS else self._plain(formula)
        except Unwritten:
            yield from self._plain(formula)

    def objective(self, model: Model) -> list[str]:
        """Return the lines of the objective, none if the model has none."""
        if model.objective is None:
            return []
        goal, text = model.objective.goal, self.item(model.objective.term)
        return ["<objectives>", f"<{goal}> {text} </{goal}>", "</objectives>"]

    def _plain(self, formula: Expr) -> Iterator[str]:
        yield _element("intension", self._expressions.formula(formula))

    # the texts of arguments

    def item(self, term: Expr | int) -> str:
        """Return the text of a term, which is required to be defined."""
        found: Any = self._expressions.term(term)
        text, defined = (found.text, found.defined) if isinstance(found, WrittenTerm) else (found, ())
        self.conditions += [_element("intension", each) for each in defined]
        return str(text)

    def expressions(self, terms: tuple[Expr | int, ...]) -> str:
        """Return the list of some terms. Raises Unwritten for less than two, and for a constant."""
        if len(terms) < 2 or any(isinstance(each, int) for each in terms):
            raise Unwritten
        return " ".join(map(self.item, terms))

    def variables(self, terms: tuple[Expr | int, ...], least: int = 2) -> str:
        """Return the list of some variables. Raises Unwritten for less than `least`, and for any other term."""
        if len(terms) < least or any(isinstance(each, int) or each.op != "int" for each in terms):
            raise Unwritten
        return " ".join(map(self.item, terms))

    def simple(self, term: Expr | int) -> str:
        """Return the text of a variable or a constant. Raises Unwritten for any other term."""
        if isinstance(term, Expr) and term.op != "int":
            raise Unwritten
        return self.item(term)


def _element(name: str, *parts: str) -> str:
    return f"<{name}> {' '.join(parts)} </{name}>"


def _sum(w: _InstanceWriter, op: str, weights: Any, bound: Expr | int, *terms: Expr | int) -> Iterator[str]:
    condition = w.simple(bound)
    listed = _element("list", w.expressions(terms))
    coeffs = _element("coeffs", *map(decimal, weights))
    yield _element("sum", listed, coeffs, _element("condition", f"({op},{condition})"))


def _cardinality(w: _InstanceWriter, bounds: tuple[int, int], *formulas: Expr) -> Iterator[str]:
    if len(formulas) < 2 or bounds[0] > bounds[1] or any(each.op in ("true", "false") for each in formulas):
        raise Unwritten
    condition = _element("condition", f"(in,{bounds[0]}..{bounds[1]})")
    yield _element("sum", _element("list", *map(w.item, formulas)), condition)


def _count(w: _InstanceWriter, op: str, value: Expr | int, number: Expr | int, *terms: Expr | int) -> Iterator[str]:
    if not isinstance(value, int):
        raise Unwritten
    condition = _element("condition", f"({op},{w.simple(number)})")
    yield _element("count", _element("list", w.expressions(terms)), _element("values", decimal(value)), condition)


def _all_different(w: _InstanceWriter, *terms: Expr | int) -> Iterator[str]:
    yield _element("allDifferent", w.expressions(terms))


def _all_different_except(w: _InstanceWriter, free: Domain, *terms: Expr | int) -> Iterator[str]:
    if not free or free.size() > MOST_VALUES:
        raise Unwritten
    yield _element("allDifferent", _element("list", w.variables(terms)), _element("except", *map(decimal, free)))


def _lex(operator: str) -> Callable[..., Iterator[str]]:
    def write(w: _InstanceWriter, *terms: Expr | int) -> Iterator[str]:
        """Yield the element of two rows, whose terms stand one after the other."""
        rows = (terms[: len(terms) // 2], terms[len(terms) // 2 :])
        lists = [_element("list", w.variables(row, 1)) for row in rows]
        yield _element("lex", *lists, _element("operator", operator))

    return write


def _number_of_values(w: _InstanceWriter, number: Expr | int, *terms: Expr | int) -> Iterator[str]:
    condition = _element("condition", f"(eq,{w.simple(number)})")
    yield _element("nValues", _element("list", w.variables(terms)), condition)


def _item_of(w: _InstanceWriter, op: str, index: Expr | int, value: Expr | int, *terms: Expr | int) -> Iterator[str]:
    """Yield the XML of two constraints, written with `w`: `element`, that the term at the index equals the value, and
    that the index is at least 1.

    The index counts the terms from 1, and XCSP3 from 0, so the list has the first term once more in front.  op: "eq",
    the only comparison that can be written.  Raises Unwritten for another one, for a constant index, and without terms.
    """
    if op != "eq" or not terms or isinstance(index, int):
        raise Unwritten
    listed = [w.simple(each) for each in (terms[0], *terms)]
    parts = [_element("list", *listed), _element("index", w.simple(index)), _element("value", w.simple(value))]
    yield _element("element", *parts)
    yield _element("intension", f"ge({w.simple(index)},1)")


def _accepted(w: _InstanceWriter, automaton: Any, *terms: Expr | int) -> Iterator[str]:
    steps = {(tail, label) for tail, label, _ in automaton.edges}
    if len(steps) < len(set(automaton.edges)) or not automaton.edges or not automaton.final:
        raise Unwritten
    listed = _element("list", w.variables(terms))
    edges = "".join(f"(q{tail},{label},q{head})" for tail, label, head in automaton.edges)
    final = (f"q{state}" for state in sorted(automaton.final))
    parts = [_element("transitions", edges), _element("start", f"q{automaton.start}"), _element("final", *final)]
    yield _element("regular", listed, *parts)


def _table(w: _InstanceWriter, rows: Any, *terms: Expr | int) -> Iterator[str]:
    yield from _tuples(w, "supports", [list(row) for row in rows], terms)


def _relation(w: _InstanceWriter, relation: Any, *terms: Expr | int) -> Iterator[str]:
    kind = "supports" if relation.supports else "conflicts"
    yield from _tuples(w, kind, [list(row) for row in sorted(relation.tuples)], terms)


def _tuples(
    w: _InstanceWriter, kind: str, rows: list[list[int | None]], terms: tuple[Expr | int, ...]
) -> Iterator[str]:
    listed = _element("list", w.variables(terms, 1))
    if not rows:
        if kind == "supports":
            yield _element("intension", NO)
        return
    words = [["*" if each is None else decimal(each) for each in row] for row in rows]
    if len(terms) > 1:
        yield _element("extension", listed, _element(kind, "".join([f"({','.join(row)})" for row in words])))
    elif ["*"] in words:
        raise Unwritten
    else:
        yield _element("extension", listed, _element(kind, *chain(*words)))


def _tasks_apart(w: _InstanceWriter, *values: Expr | int) -> Iterator[str]:
    origins, lengths = values[::2], values[1::2]
    if any(not isinstance(each, int) or each < 1 for each in lengths):
        raise Unwritten
    parts = [_element("origins", w.variables(origins)), _element("lengths", *map(w.simple, lengths))]
    yield _element("noOverlap", *parts)


def _tasks_together(w: _InstanceWriter, missing: Any, limit: Expr | int, *values: Expr | int) -> Iterator[str]:
    if GIVEN in missing or any(place != 2 for place in missing) or not missing:
        raise Unwritten
    origins, lengths, heights = values[::3], values[1::3], values[2::3]
    if any(not isinstance(each, int) or each < 1 for each in (*lengths, *heights)):
        raise Unwritten
    parts = [_element("origins", w.variables(origins, 1)), _element("lengths", *map(w.simple, lengths))]
    parts += [_element("heights", *map(w.simple, heights)), _element("condition", f"(le,{w.simple(limit)})")]
    yield _element("cumulative", *parts)


ELEMENTS: dict[str, Callable[..., Iterator[str]]] = {
    RELATION: _relation,
    CARDINALITY: _cardinality,
    "weightedsum": _sum,
    "count": _count,
    "alldifferent": _all_different,
    "alldifferent_except": _all_different_except,
    "lex_less": _lex("lt"),
    "lex_lesseq": _lex("le"),
    "nvalue": _number_of_values,
    "element": _item_of,
    "regular": _accepted,
    "extension-supports": _table,
    "disjunctive": _tasks_apart,
    "cumulative": _tasks_together,
}
