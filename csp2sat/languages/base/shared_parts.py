"""Formulas that other formulas share, such as the states of an automaton in the formula of `regular`: a text writes a
shared part at each occurrence, so that it may double with each level, unless the part has a Boolean variable.

The variable is equivalent to the part, so that the number of solutions stays the same.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Container, Iterable
from dataclasses import replace
from itertools import count

from ...model.expr import Expr, bool_var, children, is_term, node, unknown
from ...model.model import Constraint, Model, Origin

LONG = 2000  # nodes of a formula, written with all repetitions, from which on its shared parts are named
REPEATED = 2  # times that its nodes are written on average, from which on they are
SHORT = 20  # nodes of a part that is rather written again
NAME = "part"


def free_names(taken: Container[str], start: str = NAME) -> Iterable[str]:
    """Yield the names `part1`, `part2` and so on for parts, without the taken ones; start: the word before a number."""
    return (name for name in (f"{start}{number}" for number in count(1)) if name not in taken)


def shared_parts(root: Expr, parts_of: Callable[[Expr], list[Expr]] = children) -> set[Expr]:
    """Return the formulas below a root that occur more than once and are to get names; none if the text without names
    has at most LONG nodes or hardly repeats any.

    A repeated formula of at most SHORT nodes gets no name, and neither does a term, whose repetitions stay in the text.
    parts_of: a function that returns the parts of an expression that are written within the text of this expression.
    """
    uses, sizes, own = Counter[Expr](), dict[Expr, int](), dict[Expr, int]()
    found, known = set[Expr](), dict[Expr, list[Expr]]()
    for each in _below(root, parts_of, known):
        uses.update(known[each])
    for each, parts in known.items():
        sizes[each] = 1 + sum(sizes[part] for part in parts)
        own[each] = 1 + sum(1 if part in found else own[part] for part in parts)
        if uses[each] > 1 and own[each] > SHORT and not is_term(each) and each.op != "bool":
            found.add(each)
    return found if sizes[root] > max(LONG, REPEATED * len(known)) else set()


def _below(root: Expr, parts_of: Callable[[Expr], list[Expr]], known: dict[Expr, list[Expr]]) -> Iterable[Expr]:
    """Yield each expression at or below a root once, after its parts; the list of its parts is entered in `known`.

    parts_of: as for `shared_parts`.
    """
    stack, parts = [root], dict[Expr, list[Expr]]()
    while stack:
        top = stack[-1]
        if top not in parts:
            parts[top] = parts_of(top)
            stack += [each for each in reversed(parts[top]) if each not in known]
            continue
        stack.pop()
        if top not in known:
            known[top] = parts[top]
            yield top


def with_named_parts(model: Model) -> Model:
    """Return the model with hidden Boolean variables for the formulas that its long formulas or a long objective share,
    each with a constraint that it is equivalent to its formula.
    """
    names = iter(free_names({*model.ints, *model.bools}, f"_{NAME}"))
    bools, definitions = {**model.bools}, list[Constraint]()
    made = dict[Expr, Expr]()  # between two calls of `rewritten`: the variables of the parts

    def rewritten(root: Expr, origin: Origin | None) -> Expr:
        """Return an expression of this origin with variables in place of its shared parts."""
        if not (shared := shared_parts(root)):
            return root
        unnamed = list[Expr]()
        for each in unknown(root, made):
            args = [made[arg] if isinstance(arg, Expr) else arg for arg in each.args]
            made[each] = node(each.op, *args) if children(each) else each
            if each in shared:
                name = next(names)
                variable = bools[name] = bool_var(name)
                definitions.append(Constraint(node("iff", variable, made[each]), origin))
                made[each] = variable
            else:
                unnamed.append(each)
        found = made[root]
        for each in unnamed:  # another expression may share them
            del made[each]
        return found

    def named(given: Constraint) -> Constraint:
        return given._replace(formula=rewritten(given.formula, given.origin))

    constraints = [named(each) for each in model.constraints]
    soft = [each._replace(constraint=named(each.constraint)) for each in model.soft]
    goal = model.objective
    if goal is not None and isinstance(goal.term, Expr):
        goal = goal._replace(term=rewritten(goal.term, None))
    return replace(model, bools=bools, constraints=[*definitions, *constraints], soft=soft, objective=goal)
