"""The replacement of integers that are defined as sizes of differences: `abs(x - y) <= 3` in the place of the three
constraints `d = x - y`, `a = abs(d)` and `a <= 3`.

The compiler names every subterm, with `defines_var(a)` at the constraint that defines the name a.  If `a` is compared
with numbers only, each comparison is two comparisons of x and y, while `d` and `a` take a code and a clause for each
pair of values of x and y.
"""

from __future__ import annotations

from collections.abc import Container, Mapping
from dataclasses import replace
from typing import NamedTuple

from ....model.expr import Expr, node, postorder
from ....model.model import Constraint, Model
from ....model.ops import COMPARISONS
from ..builtins.integer_builtins import within
from .booleans import replaced

FEW = 2  # times as many values as comparisons have the variables of a difference that needs no code of its own


class _Definition(NamedTuple):
    """A definition of a variable. formula: the constraint. term: what the variable equals."""

    formula: Expr
    term: Expr


def without_sizes(model: Model, names: Container[str]) -> Model:
    """Return the model with absolute values in the place of the integers that they define, if these are compared with
    numbers only, and with sums in the place of integers that occur in such absolute values only.

    The solutions, restricted to the other variables, stay the same. names: the names of the integers that may vanish.
    """
    formulas = [constraint.formula for constraint in model.constraints]
    sizes = {z: each for f in formulas if (each := _size(f)) and (z := f.args[1]).args[0] in names}
    if not sizes and not any(f.op == "eq" and _is_size(f.args[0]) for f in formulas):
        return model
    goal = model.objective and model.objective.term
    uses = _uses([*formulas, *([goal] if isinstance(goal, Expr) else [])])
    gone = {z: each for z, each in sizes.items() if z is not goal and _is_compared(uses[z], each.formula)}
    for formula in formulas:
        found = _difference(formula, names)
        if found and found[0] not in gone and found[0] is not goal:
            x, each = found
            if 0 < _comparisons(x, each, uses, gone) * FEW <= _least_size(model, each.term):
                gone[x] = each
    return _without(model, gone) if gone else model


def _without(model: Model, gone: Mapping[Expr, _Definition]) -> Model:
    """Return the model with terms in the place of the variables that they define, and with the domains of these
    variables as constraints on the terms.
    """
    done: dict[Expr, Expr] = {}
    for x in sorted(gone, key=lambda x: _is_size(gone[x].term)):  # differences first, which absolute values contain
        done[x] = replaced(done, gone[x].term)
    definitions = {each.formula: x for x, each in gone.items()}
    constraints = []
    for constraint in model.constraints:
        defined = definitions.get(constraint.formula)
        formula = (
            replaced(done, constraint.formula)
            if defined is None
            else within(done[defined], model.ints[defined.args[0]])
        )
        constraints.append(Constraint(formula, constraint.origin))
    names = {x.args[0] for x in gone}
    return replace(
        model,
        ints={name: domain for name, domain in model.ints.items() if name not in names},
        constraints=constraints,
        preferred={name: value for name, value in model.preferred.items() if name not in names},
    )


def _is_size(term: object) -> bool:
    return isinstance(term, Expr) and term.op == "abs" and isinstance(term.args[0], Expr) and term.args[0].op == "int"


def _size(formula: Expr) -> _Definition | None:
    """Return the definition `abs(d) = z` of a variable `z` that differs from `d`, or None if the formula is none."""
    if formula.op != "eq" or not _is_size(formula.args[0]):
        return None
    term, z = formula.args
    return _Definition(formula, term) if isinstance(z, Expr) and z.op == "int" and z is not term.args[0] else None


def _difference(formula: Expr, names: Container[str]) -> tuple[Expr, _Definition] | None:
    """Return a variable that a linear equation with one or two other variables defines, and the definition; None if the
    formula is no such equation.
    """
    if formula.op != "eq" or not isinstance(formula.args[0], Expr) or formula.args[0].op != "add":
        return None
    args, value = formula.args[0].args, formula.args[1]
    if not isinstance(value, int) or not 2 <= len(args) <= 3 or not all(isinstance(arg, Expr) for arg in args):
        return None
    terms = [factors(arg) for arg in args]
    if len({x for _, x in terms}) < len(terms):
        return None
    for a, x in terms:
        if abs(a) == 1 and x.op == "int" and x.args[0] in names:
            rest = [y if b == -a else node("mul", -a * b, y) for b, y in terms if y is not x]
            return x, _Definition(formula, node("add", *rest, *([a * value] if value else [])))
    return None


def factors(term: Expr) -> tuple[int, Expr]:
    """Return a and x if the term is `a * x` with a number `a`, else 1 and the term."""
    match term.op, term.args:
        case "mul", (int() as a, Expr() as x):
            return a, x
    return 1, term


def _uses(roots: list[Expr]) -> dict[Expr, list[Expr]]:
    """Return the nodes in which each integer and each absolute value stands, alone or times a number."""
    found: dict[Expr, list[Expr]] = {}
    for each in postorder(*roots):
        if each.op in ("int", "abs"):
            found.setdefault(each, [])
        if factors(each)[1] is each:
            for arg in {factors(arg)[1] for arg in each.args if isinstance(arg, Expr)}:
                if arg.op in ("int", "abs"):
                    found[arg].append(each)
    return found


def _is_compared(uses: list[Expr], but: Expr) -> bool:
    """Whether all uses of a term, except `but`, are comparisons with numbers."""
    return all(use is but or _is_comparison(use) for use in uses)


def _is_comparison(use: Expr) -> bool:
    return use.op in COMPARISONS and any(isinstance(arg, int) for arg in use.args)


def _comparisons(
    x: Expr, definition: _Definition, uses: Mapping[Expr, list[Expr]], gone: Mapping[Expr, _Definition]
) -> int:
    """Return the number of comparisons of the absolute value of a defined variable with numbers; 0 if the variable has
    other uses.

    x: the variable. uses: as `_uses` returns them. gone: the absolute values that vanish, with their definitions.
    """
    size = node("abs", x)
    if size not in uses or any(use is not size and use is not definition.formula.args[0] for use in uses[x]):
        return 0
    number = 0
    for use in uses[size]:
        if _is_comparison(use):
            number += 1
        elif use.op == "eq" and use.args[1] in gone and gone[use.args[1]].formula is use:
            number += max(1, len(uses[use.args[1]]) - 1)
        else:
            return 0
    return number


def _least_size(model: Model, term: Expr) -> int:
    """Return the number of values of the variable in a sum that has the fewest."""
    leaves = [each for each in postorder(term) if not each.args[1:]]
    return min(model.ints[each.args[0]].size() if each.op == "int" else 2 for each in leaves)
