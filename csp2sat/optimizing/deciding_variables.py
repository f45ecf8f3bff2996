"""Deciding variables: variables that no constraint determines by others, as `d = x + y` or a table of distances does.

To keep the values of some deciding variables leaves a problem that is as much smaller; a determined variable that is
kept would fix the deciding ones behind it as well.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from ..encoder.normalize.formulas import conjuncts
from ..model.constraint import RELATION
from ..model.expr import Expr, children, negation, postorder
from ..model.model import Model

LONGEST = 12  # deciding variables behind a constraint that are near each other, at most
MANY = 0.5
SEVERAL = 2  # times that a variable is in a formula, or more
LINEAR = ("eq", "iff", "not", "add", "sub", "neg", "mul", "int", "bool")
Behind = frozenset[str] | None  # the deciding variables that determine others; None if they are more than LONGEST


class DecidingVariables:
    """The deciding variables of a model, found by the form of its constraints alone.

    names: of these variables, in the order of declaration.  groups: the deciding variables behind each constraint, by
    their places in `names`, for constraints that have 2 to LONGEST of them.  by_tables: whether the variables that are
    determined by tables and the like, not by equations of sums, are at least MANY times as many as the variables that
    decide or are chosen.

    Variables that no constraint can determine are taken first, then the other variables, in the order of how many
    constraints name each; of several the variable that is declared first.  A variable decides unless a constraint
    determines the variable by variables that were taken before, or by variables that these determine.
    """

    def __init__(self, model: Model):
        parts = (part for each in model.constraints for part in _parts(each.formula))
        named = [(part, variables) for part in parts if (variables := _variables(part))]
        naming: dict[Expr, list[int]] = {}
        for number, (_, variables) in enumerate(named):
            for variable in variables:
                naming.setdefault(variable, []).append(number)
        order = {name: at for at, name in enumerate((*model.ints, *model.bools))}
        able = {each for part, _ in named for each in _determinable(part)}
        ranked = sorted(naming, key=lambda each: (each in able, -len(naming[each]), order[each.args[0]]))
        behind, by = _determined(ranked, named, naming)
        chosen = sum([f.op == "and" or (f.op == "eq" and each in _places(f)) for each, f in by.items()])
        tables = sum([any(part.op not in LINEAR for part in postorder(f)) for f in by.values()]) - chosen
        wanted = _variables(model.objective.term) if model.objective and isinstance(model.objective.term, Expr) else []
        names = {each.args[0] for each in (*naming, *wanted) if each not in by}
        self.names = sorted(names, key=order.__getitem__)
        self.by_tables = tables >= MANY * (len(self.names) + chosen) > 0
        places = {name: at for at, name in enumerate(self.names)}
        near = (_union(behind[each] for each in variables) for _, variables in named)
        self.groups = [sorted(map(places.__getitem__, group)) for group in near if group and len(group) > 1]


def _determined(
    ranked: Sequence[Expr], named: Sequence[tuple[Expr, list[Expr]]], naming: Mapping[Expr, list[int]]
) -> tuple[dict[Expr, Behind], dict[Expr, Expr]]:
    """Return for each variable the deciding variables behind it, itself if it decides, and for each other one the
    formula that determines it.

    ranked: the variables in the order in which they are taken.  named: formulas with their variables.  naming: for each
    variable the numbers of the formulas that have it.
    """
    behind, by = dict[Expr, Behind](), dict[Expr, Expr]()
    open_ = [len(variables) for _, variables in named]  # variables that are not taken
    for first in ranked:
        taken = [] if first in behind else [first]
        behind.setdefault(first, frozenset((first.args[0],)))
        for variable in taken:
            for number in naming[variable]:
                open_[number] -= 1
                formula, variables = named[number]
                last = next((each for each in variables if each not in behind), None) if open_[number] == 1 else None
                if last is not None and _determines(formula, last):
                    by[last] = formula
                    behind[last] = _union(behind[each] for each in variables if each is not last)
                    taken.append(last)
    return behind, by


def _union(parts: Iterable[Behind]) -> Behind:
    found: set[str] = set()
    for part in parts:
        if part is None or len(found := found | part) > LONGEST:
            return None
    return frozenset(found)


def _variables(formula: Expr) -> list[Expr]:
    return [each for each in postorder(formula) if each.op in ("int", "bool")]


def _parts(formula: Expr) -> Iterable[Expr]:
    """Return the conjuncts of a formula; the formula as it is if it is a choice."""
    return (formula,) if formula.op == "and" and _chosen(formula) else conjuncts(formula)


def _chosen(formula: Expr) -> list[Expr]:
    """Return the variables whose value a choice determines: `if p then v = s else if q then v = t else v = u`, as the
    clauses (not p or v = s), (p or not q or v = t) and (p or q or v = u).
    """
    if len(formula.args) < 2 or any(clause.op != "or" or len(clause.args) < 2 for clause in formula.args):
        return []
    *cases, last = (clause.args for clause in formula.args)
    conditions = set[Expr]()
    for case in cases:
        new = [part for part in case[:-1] if part not in conditions]
        if len(new) != 1:
            return []
        conditions.add(negation(new[0]))
    equations = [*(case[-1] for case in cases), last[-1]]
    if not conditions.issuperset(last[:-1]) or any(each.op not in ("eq", "iff") for each in equations):
        return []
    sides = [each for each in equations[0].args if isinstance(each, Expr) and each.op in ("int", "bool")]
    return [each for each in sides if _is_chosen(each, equations) and each not in {*postorder(*conditions)}]


def _is_chosen(variable: Expr, equations: Iterable[Expr]) -> bool:
    """Whether each equation has the variable on one side, and not in the other one."""
    others = [[side for side in each.args if side is not variable] for each in equations]
    terms = [side for sides in others for side in sides if isinstance(side, Expr)]
    return all(len(sides) == 1 for sides in others) and variable not in {*postorder(*terms)}


def _determines(formula: Expr, variable: Expr) -> bool:
    """Whether the form of a constraint shows that its other variables determine this one.

    The constraint is an equation or equivalence that can be solved for the variable, or a choice of its values, or
    gives the variable a value that an index chooses, or is a table without two rows that differ in the variable's
    column alone.  The constraint may also say which constant is at a place, and so determine the place: thus a
    permutation determines its inverse.
    """
    if formula.op in ("eq", "iff", "and"):
        return variable in _determinable(formula)
    if formula.op == "element":
        return formula.args[0] == "eq" and formula.args[2] is variable
    if formula.op not in (RELATION, "extension-supports") or formula.args.count(variable) != 1:
        return False
    table, column = formula.args[0], formula.args.index(variable) - 1
    rows = table.tuples if formula.op == RELATION else table
    return getattr(table, "supports", True) and len({(*row[:column], *row[column + 1 :]) for row in rows}) == len(rows)


def _determinable(formula: Expr) -> Iterable[Expr]:
    """Return the variables that a constraint may determine if its other variables are known."""
    if formula.op in ("eq", "iff"):
        return [*_alone(formula), *_places(formula)]
    if formula.op == "and":
        return _chosen(formula)
    if formula.op == "element":
        return formula.args[2:3]
    return formula.args[1:] if formula.op in (RELATION, "extension-supports") else ()


def _alone(formula: Expr) -> list[Expr]:
    """Return the variables that occur once in a formula, with only a sign or constant factors in front."""
    parts = list(postorder(formula))
    times = {formula: 1}  # how often the formula has a part; SEVERAL also behind an operator that is not linear
    for part in reversed(parts):
        is_linear = part.op in LINEAR and (part.op != "mul" or isinstance(part.args[0], int))
        for arg in children(part):
            times[arg] = min(times.get(arg, 0) + (times[part] if is_linear else SEVERAL), SEVERAL)
    return [part for part in parts if part.op in ("int", "bool") and times[part] == 1]


def _places(equation: Expr) -> list[Expr]:
    """Return the variable of the index if the equation says that the item at an index is a constant, as `at[place] = 3`
    does; the variable must be the only one of the index, and not among the items.
    """
    items, value = equation.args
    if isinstance(value, Expr) or items.op != "item-at" or not isinstance(items.args[0], Expr):
        return []
    found = _variables(items.args[0])
    is_inside = (
        any(found[0] in _variables(item) for item in items.args[1:] if isinstance(item, Expr)) if found else True
    )
    return [] if is_inside or len(found) > 1 else found
