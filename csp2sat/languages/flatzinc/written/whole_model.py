"""The writer of a model as a MiniZinc model."""

from __future__ import annotations

from collections.abc import Iterator

from ....errors import ModelError
from ....model.expr import Expr
from ....model.model import Constraint, Model, hidden
from ...base.written_expressions import ExpressionWriter, Unwritten
from .notation import KEYWORDS, MINIZINC_NOTATION, domain_text, minizinc_names, outermost
from .predicates import PREDICATES, PredicateWriter


def to_minizinc(model: Model) -> str:
    """Return the MiniZinc model of a model: arrays are single variables, a variable whose name MiniZinc cannot have
    gets another one, with its own in a comment, and a named constraint has its name as an annotation.

    A constraint without a predicate in MiniZinc is written as its formula; formulas that a long one shares become
    Boolean variables that are equal to them, so that the number of solutions stays.  Raises ModelError if a part of the
    model has no text: constraints with weights, some constraints on graphs.
    """
    if model.soft:
        raise ModelError("constraints with weights cannot be written in MiniZinc; expected an objective")
    names = minizinc_names(model)
    writer = PredicateWriter(ExpressionWriter(MINIZINC_NOTATION, names, model.ints, KEYWORDS))
    constraints = [line for each in model.constraints for line in _constraint(writer, each)]
    goal = _goal(writer, model)
    conditions = [f"constraint {outermost(each)};" for each in dict.fromkeys(writer.conditions)]
    includes = [f'include "{each}";' for each in sorted(writer.includes)]
    parts = [f"var bool: {name};" for name in writer.expressions.named]  # MiniZinc is slow with values in declarations
    parts += [f"constraint {name} <-> ({outermost(text)});" for name, text in writer.expressions.named.items()]
    return "\n".join([*includes, *_declarations(model, names), *parts, *constraints, *conditions, goal]) + "\n"


def _declarations(model: Model, names: dict[Expr, str]) -> Iterator[str]:
    for variable, name in names.items():
        given = str(variable.args[0])
        kind = domain_text(model.ints[given]) if variable.op == "int" else "bool"
        note = "" if name == given or hidden(given) else f"  % {given}"
        yield f"var {kind}: {name};{note}"


def _constraint(writer: PredicateWriter, constraint: Constraint) -> Iterator[str]:
    """Yield a line for each part of a required conjunction."""
    writer.expressions.forget()
    stack = [constraint.formula]
    while stack:
        part = stack.pop()
        if part.op == "and" and part.args:
            stack += reversed(part.args)
        else:
            yield f"constraint {_name(constraint)}{outermost(_formula(writer, part))};"


def _formula(writer: PredicateWriter, formula: Expr) -> str:
    try:
        if formula.op in PREDICATES:
            return PREDICATES[formula.op](writer, *formula.args)
    except Unwritten:
        pass
    return writer.expressions.formula(formula)


def _name(constraint: Constraint) -> str:
    """Return the annotation with the name of a constraint and a blank, '' for one without a name."""
    origin = constraint.origin
    if origin is None:
        return ""
    words = str(origin) if origin.kind in ("cell", "beside") else origin.note
    name = words.replace("\\", "\\\\").replace('"', '\\"')
    return f':: "{name}" ' if name else ""


def _goal(writer: PredicateWriter, model: Model) -> str:
    if model.objective is None:
        return "solve satisfy;"
    writer.expressions.forget()
    return f"solve {model.objective.goal} {outermost(writer.term(model.objective.term))};"
