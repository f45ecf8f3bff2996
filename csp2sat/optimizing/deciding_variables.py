"""Deciding variables: variables that no constraint determines by others, as `d = x + y` or a table of distances does.

To keep the values of some deciding variables leaves a problem that is as much smaller; a determined variable that is
kept would fix the deciding ones behind it as well.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from ..model.constraint import RELATION
from ..model.expr import Expr, postorder
from ..model.model import Model

LONGEST = 12  # deciding variables behind a constraint that are near each other, at most
MANY = 0.5
SEVERAL = 2  # times that a variable is in a formula, or more
LINEAR = ("eq", "iff", "not", "add", "sub", "neg", "mul", "int", "bool")
Behind = frozenset[str] | None  # the deciding variables that determine others; None if they are more than LONGEST


class DecidingVariables:
    """The deciding variables of a model, found by the form of its constraints alone.

    names: of these variables, in the order of declaration.  groups: the deciding variables behind each constraint, by
    their places in `names`, for constraints that have 2 to LONGEST of them.  by_tables: whether at
    least MANY times as many variables are determined by tables and the like, not by equations of sums.

    A variable may be determined by variables that more constraints name, or as many and that are declared earlier; so
    no two determine each other.
    """

    def __init__(self, model: Model):
        named = [(each.formula, variables) for each in model.constraints if (variables := _variables(each.formula))]
        uses = Counter(variable for _, variables in named for variable in variables)
        order = {name: -at for at, name in enumerate((*model.ints, *model.bools))}
        rank = {variable: (number, order[variable.args[0]]) for variable, number in uses.items()}
        by: dict[Expr, list[Expr]] = {}
        tables = 0
        for formula, variables in named:
            last = min(variables, key=rank.__getitem__)
            if last not in by and _determines(formula, last):
                by[last] = [each for each in variables if each is not last]
                tables += any(each.op not in LINEAR for each in postorder(formula))
        behind: dict[Expr, Behind] = {}
        for variable in sorted(rank, key=rank.__getitem__, reverse=True):
            own = frozenset((variable.args[0],))
            behind[variable] = _union(behind[each] for each in by[variable]) if variable in by else own
        wanted = _variables(model.objective.term) if model.objective and isinstance(model.objective.term, Expr) else []
        names = {each.args[0] for each in (*rank, *wanted) if each not in by}
        self.names = sorted(names, key=order.__getitem__, reverse=True)
        self.by_tables = tables >= MANY * len(self.names) > 0
        places = {name: at for at, name in enumerate(self.names)}
        near = (_union(behind[each] for each in variables) for _, variables in named)
        self.groups = [sorted(map(places.__getitem__, group)) for group in near if group and len(group) > 1]


def _union(parts: Iterable[Behind]) -> Behind:
    found: set[str] = set()
    for part in parts:
        if part is None or len(found := found | part) > LONGEST:
            return None
    return frozenset(found)


def _variables(formula: Expr) -> list[Expr]:
    return [each for each in postorder(formula) if each.op in ("int", "bool")]


def _determines(formula: Expr, variable: Expr) -> bool:
    """Whether the form of a constraint shows that its other variables determine this one.

    The constraint is an equation or equivalence that can be solved for the variable, or gives the variable a value that
    an index chooses, or is a table without two rows that differ in the variable's column alone.
    """
    if formula.op in ("eq", "iff"):
        return _is_alone(formula, variable)
    if formula.op == "element":
        return formula.args[0] == "eq" and formula.args[2] is variable
    if formula.op not in (RELATION, "extension-supports") or formula.args.count(variable) != 1:
        return False
    table, column = formula.args[0], formula.args.index(variable) - 1
    rows = table.tuples if formula.op == RELATION else table
    return getattr(table, "supports", True) and len({(*row[:column], *row[column + 1 :]) for row in rows}) == len(rows)


def _is_alone(formula: Expr, variable: Expr) -> bool:
    """Whether a formula has the variable once, with the sign or constant factors in front of it."""
    times: dict[Expr, int] = {}  # how often a part has the variable; SEVERAL also behind an operator that is not linear
    for part in postorder(formula):
        inside = sum([times[arg] for arg in part.args if isinstance(arg, Expr)])
        is_linear = part.op in LINEAR and (part.op != "mul" or isinstance(part.args[0], int))
        times[part] = int(part is variable) or min(inside if is_linear else SEVERAL * inside, SEVERAL)
    return times[formula] == 1
