"""Models and names for languages in which the names of a model cannot be written."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import replace

from .expr import Expr, bool_var, pack, unpack
from .model import Constraint, Model, Soft

PLAIN = re.compile(r"[A-Za-z][A-Za-z0-9_]*")
OTHERS = re.compile(r"[^A-Za-z0-9]+")


def plain_names(names: Iterable[str], reserved: Iterable[str] = ()) -> list[str]:
    """Return for each name a plain one: a letter, then letters, digits and `_`; the name itself if it is plain and not
    reserved, and different names for all of them, even for equal ones.
    """
    given = list(names)
    kept = {*reserved}
    taken = {name for name in given if PLAIN.fullmatch(name)} | kept
    found = []
    for name in given:
        if name not in taken or name in kept:
            name = _free(name, taken)
            taken.add(name)
        kept.add(name)
        found.append(name)
    return found


def _free(name: str, taken: set[str]) -> str:
    """Return a plain name like the given one that is not taken, such as `x_0` for `x[0]`."""
    plain = OTHERS.sub("_", name).strip("_") or "v"
    plain = plain if plain[0].isalpha() else f"v{plain}"
    number, found = 1, plain
    while found in taken:
        number += 1
        found = f"{plain}_{number}"
    return found


def renamed(model: Model, names: Mapping[str, str]) -> Model:
    """Return the model with other names of its variables; the model must have no advice that names variables.

    names: the new name for each old one.
    """
    soft = [each.constraint for each in model.soft]
    term = model.objective.term if model.objective else 0
    roots = [each.formula for each in (*model.constraints, *soft)] + ([term] if isinstance(term, Expr) else [])
    packed = pack(roots)
    steps = [(op, (names[args[0]],) if op in ("int", "bool") else args, inner) for op, args, inner in packed.steps]
    nodes = iter(unpack(packed._replace(steps=steps)))
    constraints = [Constraint(next(nodes), each.origin) for each in model.constraints]
    softs = [Soft(each.weight, each.constraint._replace(formula=next(nodes))) for each in model.soft]
    objective = model.objective and model.objective._replace(term=next(nodes, term))
    ints = {names[name]: domain for name, domain in model.ints.items()}
    bools = {names[name]: bool_var(names[name]) for name in model.bools}
    return replace(model, ints=ints, bools=bools, constraints=constraints, soft=softs, objective=objective)
