"""The writer of a model as an XCSP3 instance."""

from __future__ import annotations

import re
from collections.abc import Iterator

from ....errors import ModelError
from ....escaping import for_html
from ....model.expr import Expr
from ....model.model import Model, Objective
from ...base.written_expressions import Unwritten
from .arguments import ArgumentWriter
from .conjunctions import stated_parts
from .constraints import ELEMENTS
from .sums import BEST, weighted_sum
from .variables import WrittenVariables

TAG = re.compile(r"<\w+")


def to_xml(model: Model) -> str:
    """Return the XCSP3 instance of a model: Booleans are variables with the values 0 and 1, hidden variables are like
    others, arrays of XCSP3 stay arrays, and a variable whose name XCSP3 cannot have gets another one, with its own as a
    note.

    A constraint without an element in XCSP3 is written as its formula; formulas that a long one shares get variables
    that are equivalent to them, so that the number of solutions stays. Raises ModelError if a part of the model has no
    text: constraints with weights, some constraints on graphs. The name of a constraint is the note of its elements.
    """
    if model.soft:
        raise ModelError("constraints with weights cannot be written in XCSP3; expected an objective")
    variables = WrittenVariables(model)
    writer = ArgumentWriter(variables, model.ints)
    constraints = [
        _noted(line, each.origin.note if each.origin else "")
        for each in model.constraints
        for line in _constraint(writer, each.formula)
    ]
    objective = [] if model.objective is None else _objective(writer, model.objective)
    kind = "CSP" if model.objective is None else "COP"
    declared = [*variables.declarations(), *writer.declarations()]
    parts = [f'<instance format="XCSP3" type="{kind}">', "<variables>", *declared, "</variables>", "<constraints>"]
    parts += [*writer.definitions(), *constraints, *writer.conditions, "</constraints>", *objective, "</instance>"]
    return "\n".join(parts) + "\n"


def _constraint(writer: ArgumentWriter, formula: Expr) -> Iterator[str]:
    """Yield the elements of a required formula, one or more for each part of a conjunction."""
    writer.forget()
    for name, args, parts in stated_parts(formula):
        try:
            yield from ELEMENTS[name](writer, *args) if name in ELEMENTS else map(writer.formula, parts)
        except Unwritten:
            yield from map(writer.formula, parts)


def _noted(element: str, name: str) -> str:
    """Return an element with a name as its note, unless the name is ''."""
    if not name:
        return element
    tag = TAG.match(element)
    assert tag is not None
    return f'{tag[0]} note="{for_html(name)}"{element[tag.end() :]}'


def _objective(writer: ArgumentWriter, objective: Objective) -> list[str]:
    writer.forget()
    kind, *parts = _value(writer, objective.term)
    return ["<objectives>", f"<{objective.goal}{kind}> {' '.join(parts)} </{objective.goal}>", "</objectives>"]


def _value(writer: ArgumentWriter, term: Expr | int) -> tuple[str, ...]:
    """Return the attribute `type` of an objective, '' for an expression, and the parts of its element."""
    if isinstance(term, Expr) and term.op in BEST and sum(isinstance(each, Expr) for each in term.args) > 1:
        return f' type="{BEST[term.op]}"', writer.list(*term.args)
    if isinstance(term, Expr) and term.op == "add":
        total = weighted_sum(term)
        if not total.constant and len(total.terms) > 1:
            return ' type="sum"', *writer.sum_parts(total)
    return "", writer.item(term)
