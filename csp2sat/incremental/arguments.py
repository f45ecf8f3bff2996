"""Checks of a session's arguments before anything happens: a ModelError names the fault and the expected argument."""

from __future__ import annotations

from collections.abc import Collection, Mapping

from ..errors import ModelError
from ..model.constraint import CONSTRAINTS, RELATION
from ..model.domain import Domain
from ..model.expr import Expr, postorder, show
from ..model.model import Model
from ..model.ops import FORMULA, OPS, TERM

SHOWN = 60  # characters of an expression that a message shows
WORDS = {"int": "integer", "bool": "Boolean"}


def check_new(model: Model, ints: Mapping[str, Domain], bools: Collection[str]) -> None:
    """Raise ModelError unless the model may get new variables: `ints`, names with domains, and `bools`, names of
    Booleans.
    """
    for sort, names, known in (("int", ints, model.ints), ("bool", bools, model.bools)):
        for name in names:
            if not isinstance(name, str):
                raise ModelError(f"{name!r} is no name of a variable; expected a str")
            if name in known:
                raise ModelError(f"{WORDS[sort]} variable {name} is declared twice")
    if len(set(bools)) < len(bools):
        raise ModelError("a Boolean variable is declared twice")
    for name, domain in ints.items():
        if not isinstance(domain, Domain):
            raise ModelError(f"the domain of {name} is {domain!r}; expected a Domain")
        if not domain:
            raise ModelError(f"integer variable {name} has an empty domain")


def check_formula(formula: object, ints: Collection[str], bools: Collection[str]) -> None:
    """Raise ModelError unless `formula` is a formula about these declared variables."""
    _check_declared(check_sort(formula), ints, bools)


def check_sort(formula: object) -> Expr:
    """Return the formula.  Raises ModelError if the argument is no formula."""
    if not isinstance(formula, Expr) or not _is_formula(formula):
        text = show(formula, SHOWN) if isinstance(formula, Expr) else repr(formula)
        raise ModelError(f"{text} is no formula; expected something that is true or false, such as x <= 3")
    return formula


def check_term(term: object, model: Model) -> None:
    """Raise ModelError unless `term` is an integer, or a term about the model's variables."""
    if isinstance(term, Expr) and (term.op == "int" or (term.op in OPS and OPS[term.op].result == TERM)):
        _check_declared(term, model.ints, model.bools)
    elif not isinstance(term, int) or isinstance(term, bool):
        text = show(term, SHOWN) if isinstance(term, Expr) else repr(term)
        raise ModelError(f"{text} is no term; expected a number, such as x + y")


def _is_formula(expr: Expr) -> bool:
    if expr.op in OPS:
        return OPS[expr.op].result == FORMULA
    return expr.op in ("bool", RELATION) or (expr.op != "int" and expr.op in CONSTRAINTS)


def _check_declared(root: Expr, ints: Collection[str], bools: Collection[str]) -> None:
    for each in postorder(root):
        if each.op in WORDS and each.args[0] not in (ints if each.op == "int" else bools):
            raise ModelError(f"{WORDS[each.op]} variable {each.args[0]} is not declared")
