"""The writer of a model as CSP text that reads back as the same model."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from itertools import chain, count
from typing import Any

from ...base.numbers import decimal
from ...errors import ModelError
from ...model.constraint import CONSTRAINTS, RELATION, Relation
from ...model.domain import Domain
from ...model.expr import Expr, show, spelled
from ...model.model import Constraint, Model, hidden
from ...model.ops import OPS, TERM
from ...model.renaming import plain_names
from ..base.sexpr import is_symbol
from .constraints import FORMS
from .operators import REFUSED, STATEMENTS

SPELLINGS = {form.constraint: spelling for spelling, form in reversed(FORMS.items())}


def to_text(model: Model) -> str:
    """Return the CSP text of a model: each declaration, each constraint and the objective on a line of its own.

    A line `;@name NAME` names the constraints below the line, up to the next `;@name`; a soft constraint is written as
    `(weighted WEIGHT CONSTRAINT)`. A constraint without a CSP form is replaced by a formula with the same meaning, and
    a shared part of an expression is written again at each occurrence. Other origins, `about`, `encodings` and
    `preferred` are left out.

    Raises ModelError if a part of the model has neither a CSP form nor such a formula: a name such as `a b`, or some
    constraints on graphs.
    """
    relations = _Relations()
    lines, last = list[str](), ""
    for weight, each in [*((None, hard) for hard in model.constraints), *model.soft]:
        text = _expression(each.formula, relations)
        note = _note(each)
        lines += [f";@name {note}".rstrip()] if note != last else []
        lines.append(text if weight is None else f"(weighted {decimal(weight)} {text})")
        last = note
    if model.objective:
        lines.append(f"(objective {model.objective.goal} {_expression(model.objective.term, relations)})")
    declared = [f"(int {_symbol(name)} {_values(domain)})" for name, domain in model.ints.items()]
    declared += [f"(bool {_symbol(name)})" for name in model.bools]
    return "".join(line + "\n" for line in (*declared, *relations.declarations(), *lines))


def _note(constraint: Constraint) -> str:
    """Return the name that a program or a text gave a constraint, on one line; '' for none."""
    origin = constraint.origin
    return origin.note if origin and (origin.kind != "rule" or origin.row) else ""


def shown(expr: Expr, limit: int) -> str:
    """Return the expression as CSP text for people to read, cut after about `limit` characters.

    Operators have their names, a relation its tuples; an expression without CSP text is shown as by `model.expr.show`.
    """
    out: list[str] = []
    length = 0
    stack: list[Any] = [expr]
    while stack and length < limit:
        item = stack.pop()
        inner = parts(item, limit) if isinstance(item, Expr) else item if isinstance(item, list) else None
        if inner is None:
            out.append(show(item, limit) if isinstance(item, Expr) else _word(item))
        else:
            out.append("(")
            stack.append(")")
            stack += [each for part in reversed(inner) for each in (part, " ")][:-1]
        length += len(out[-1])
    return "".join(out) + ("..." if stack else "")


def parts(expr: Expr, limit: int) -> list[Any] | None:
    """Return the items in the parentheses of an expression, or None if it is written without parentheses. limit: the
    most tuples of a relation to list.
    """
    if expr.op in ("int", "bool") or not expr.args:
        return None
    if expr.op == RELATION:
        relation, *terms = expr.args
        rows = ["extension-supports", terms, [list(row) for row in sorted(relation.tuples)[:limit]]]
        return rows if relation.supports else ["not", rows]
    if expr.op not in OPS and expr.op in SPELLINGS:
        with suppress(ValueError):
            return [SPELLINGS[expr.op], *FORMS[SPELLINGS[expr.op]].write(*expr.args)]
    op, args = spelled(expr)
    return [op, *args]


class _Relations:
    """The relations of a model, each with a unique name: its own name, if that can be written and is free."""

    def __init__(self) -> None:
        self._names: dict[Relation, str] = {}
        self._taken: set[str] = set()

    def name(self, relation: Relation) -> str:
        if relation not in self._names:
            candidates = chain((relation.name,), (f"relation{number}" for number in count(1)))
            name = next(name for name in candidates if self._is_free(name))
            self._taken.add(name)
            self._names[relation] = name
        return self._names[relation]

    def _is_free(self, name: str) -> bool:
        if name in self._taken or name in OPS or name in STATEMENTS or name in REFUSED:
            return False
        return is_symbol(name) and name not in FORMS and name not in CONSTRAINTS

    def declarations(self) -> Iterator[str]:
        for relation, name in self._names.items():
            listed = "".join(f" ({' '.join(map(decimal, each))})" for each in sorted(relation.tuples))
            kind = "supports" if relation.supports else "conflicts"
            yield f"(relation {name} {relation.arity} ({kind}{listed}))"


CONSTANTS = ("true", "false")  # that no variable can be called


def names_written(model: Model) -> dict[str, str]:
    """Return for the name of each variable a name that can be written: the name itself, or a similar one if the name
    has other characters than CSP text; a hidden variable stays hidden.
    """
    names = list(dict.fromkeys([*model.ints, *model.bools]))
    found, taken = {}, {name for name in names if is_symbol(name) and name not in CONSTANTS}
    for name, plain in zip(names, plain_names(names), strict=True):
        new = name if name in taken else "_" * hidden(name) + plain
        while new in CONSTANTS or (new in taken and new != name):
            new += "_"
        taken.add(new)
        found[name] = new
    return found


def _symbol(name: str) -> str:
    if not is_symbol(name):
        raise ModelError(f"the name {name!r} cannot be written in CSP text")
    return name


def _values(domain: Domain) -> str:
    if len(domain.ranges) == 1:
        return f"{decimal(domain.lo)} {decimal(domain.hi)}"
    return (
        "(" + " ".join(decimal(lo) if lo == hi else f"({decimal(lo)} {decimal(hi)})" for lo, hi in domain.ranges) + ")"
    )


def _expression(expr: Expr | int, relations: _Relations) -> str:
    words: list[str] = []
    stack: list[Any] = [expr]
    while stack:
        item = stack.pop()
        if isinstance(item, Expr) and item.op == RELATION:
            words.append("(" + relations.name(item.args[0]))
            stack += [")", *reversed(item.args[1:])]
        elif isinstance(item, Expr) and (formula := _instead(item)) is not None:
            stack.append(formula)
        elif isinstance(item, Expr) and item.op not in ("int", "bool", "true", "false"):
            words.append("(" + _spelling(item))
            stack += [")", *reversed(_items(item))]
        else:
            words.append(_word(item))
    return " ".join(words).replace(" )", ")").replace("( ", "(")


def _instead(expr: Expr) -> Expr | None:
    """Return the formula that replaces a constraint without CSP text, or None if the expression has a text of its own
    or no formula.
    """
    if expr.op in OPS or expr.op in ("int", "bool", RELATION) or _has_text(expr):
        return None
    formula = CONSTRAINTS[expr.op].formula
    return None if formula is None else formula(*expr.args)


def _has_text(expr: Expr) -> bool:
    """Whether a constraint with these data, such as `strict` of `diffn`, can be written in CSP text."""
    if expr.op not in SPELLINGS:
        return False
    with suppress(ValueError):
        FORMS[SPELLINGS[expr.op]].write(*expr.args)
        return True
    return False


def _word(item: Any) -> str:
    if not isinstance(item, Expr):
        return decimal(item) if isinstance(item, int) else str(item)
    name = str(item.args[0]) if item.args else item.op
    if item.op == "bool" and name in ("true", "false"):
        raise ModelError(f"a Boolean variable has the name {name}, a constant in CSP text; expected another name")
    return name


def _spelling(expr: Expr) -> str:
    """Return the head with which an expression is written: a sign for comparisons and arithmetic (`<=`, `+`), a word
    otherwise (`and`). Raises ModelError for a constraint without CSP text.
    """
    if expr.op == "ite":
        return "if"
    op = OPS.get(expr.op)
    if op:
        return op.names[1] if TERM in op.args and len(op.names) > 1 else op.names[0]
    if expr.op not in SPELLINGS:
        raise ModelError(f"the constraint {expr.op} cannot be written in CSP text")
    return SPELLINGS[expr.op]


def _items(expr: Expr) -> list[Any]:
    """Return the arguments of an operator, or the items of a constraint, with "(" and ")" around its lists. Raises
    ModelError if the constraint cannot be written in CSP text.
    """
    if expr.op in OPS:
        return list(expr.args)
    try:
        return list(_flat(FORMS[SPELLINGS[expr.op]].write(*expr.args)))
    except ValueError as error:
        raise ModelError(f"the constraint {expr.op} cannot be written in CSP text: {error}") from error


def _flat(items: list[Any]) -> Iterator[Any]:
    for item in items:
        if isinstance(item, list):
            yield from ("(", *_flat(item), ")")
        else:
            yield item
