"""Parts of formulas in models: conjuncts, visible variables, and the Boolean that a formula defines."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence, Set
from itertools import combinations
from typing import Any

from ...model.expr import TRUE, Expr, postorder
from ...model.model import Origin, hidden


def names(*formulas: Expr) -> tuple[str, ...]:
    """Return the names of the visible variables in formulas, in the order of their first use."""
    return tuple(name for name in _used(formulas) if not hidden(name))


def names_or_meant(meant: Mapping[str, Expr], *formulas: Expr) -> tuple[str, ...]:
    """Return the names of the visible variables in formulas; if there are none, those of what the hidden ones stand
    for.

    meant: the formulas that hidden Booleans stand for.
    """
    return names(*formulas) or names(*(meant[name] for name in _used(formulas) if name in meant))


def _used(formulas: Sequence[Expr]) -> dict[str, None]:
    return dict.fromkeys(each.args[0] for each in postorder(*formulas) if each.op in ("int", "bool"))


def implying(formula: Expr) -> tuple[str, ...]:
    """Return the names of the visible variables of a literal that implies several others; () for another formula."""
    first, *others = formula.args if formula.op == "or" else (TRUE,)
    return names(first) if [each.op for each in others] == ["and"] else ()


def conjuncts(formula: Expr) -> Iterator[Expr]:
    """Yield the parts of a formula that are no conjunctions, in order; "exactly one" is a part as a whole."""
    if formula.op != "and" or _is_exactly_one(formula):
        yield formula
        return
    for part in formula.args:
        yield from conjuncts(part)


def thoughts(formula: Expr, defined: Set[str]) -> list[Expr]:
    """Return the parts of a formula that are no conjunctions, or the formula itself if each part is about defined
    hidden Booleans alone, as the clauses of a vertex are about the sides of its cells: for people that is one thought.
    """
    parts = list(conjuncts(formula))
    is_one = len(parts) > 1 and all(defines(part) == "" and _used([part]).keys() <= defined for part in parts)
    return [formula] if is_one else parts


def _is_exactly_one(formula: Expr) -> bool:
    """Whether a conjunction has the form of `puzzles.kit.variables.exactly_one`: one of some formulas holds, and one of
    each two does not.
    """
    first, *rest = formula.args
    pairs = {frozenset(each.args) for each in rest if each.op == "or"}
    wanted = {frozenset((~one, ~other)) for one, other in combinations(first.args, 2)} if first.op == "or" else set()
    return first.op == "or" and len(rest) == len(wanted) and pairs == wanted


def defines(formula: Expr) -> str:
    """Return the hidden Boolean whose meaning a formula says, '' for another formula."""
    sides: Sequence[Any] = formula.args if formula.op == "iff" else ()
    return next((str(each.args[0]) for each in sides if each.op == "bool" and hidden(each.args[0])), "")


def states(formula: Expr, origin: Origin) -> bool:
    """Whether a clue says outright what its own cell has: a literal, or a number."""
    inner = formula.args[0] if formula.op == "not" else formula
    if inner.op == "eq" and formula is inner:
        inner, value = inner.args if isinstance(inner.args[0], Expr) else inner.args[::-1]
        if isinstance(value, Expr) or inner.op != "int":
            return False
    elif inner.op != "bool":
        return False
    kind, *place = inner.args[0].split("_")
    return origin.kind == "cell" and kind not in ("h", "v") and place[:2] == [str(origin.row), str(origin.column)]
