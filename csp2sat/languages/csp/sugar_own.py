"""A model in the CSP language as Sugar 2.3.3 itself reads it: what csp2sat adds to the language becomes formulas.

Sugar has neither `item-at`, `pow`, `ite`, nor constraints such as `inverse` and `extension-supports`; two arguments, no
more, of `min`, `max`, `*` and `xor`; variables, no terms, in relations and in the objective; positive constants as
divisors; integers of 32 bits.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from functools import partial, reduce
from typing import Any

from ...base.numbers import counted
from ...errors import ModelError
from ...model.constraint import CONSTRAINTS, RELATION, listed
from ...model.domain import Domain
from ...model.expr import TRUE, Expr, all_of, any_of, int_var, is_term, negation, node, postorder
from ...model.model import Constraint, Model, Objective
from ...model.ops import OPS, TERM
from ...model.ranges import WIDE_RANGES, RangeRule, range_of
from ..base.shared_parts import with_named_parts

GLOBALS = (
    *("alldifferent", "count", "cumulative", "disjunctive", "element", "global_cardinality"),
    *("global_cardinality_with_costs", "lex_less", "lex_lesseq", "nvalue", "weightedsum"),
)
GRAPH_CONSTRAINTS = (  # whose formulas are long, and some of which have other arguments than terms and formulas
    *("acyclic", "circuit", "connected", "degrees", "graph-division", "islands", "joined", "one-way", "single-loop"),
    *("value-regions", "within"),
)
PAIRED = ("xor", "mul", "min", "max")  # operators that have two arguments in Sugar
MOST = (1 << 31) - 1  # the largest integer of 32 bits
SHOWN = 8  # places in a message
OBJECTIVE = "_objective"
MOST_FACTORS = 31  # of a power; more are beyond 32 bits, or the power is that of -1, 0 or 1
ALL_RANGES: dict[str, RangeRule] = {  # of all terms that Sugar has
    **WIDE_RANGES,
    "div": lambda args: (args[0][0] // args[1][0], args[0][1] // args[1][0]),
    "mod": lambda args: (0, args[1][0] - 1),
}


def _limited(rule: RangeRule) -> RangeRule:
    """Return a rule for ranges that gives None beyond 32 bits."""
    return lambda args: found if (found := rule(args)) and max(-found[0], found[1]) <= MOST else None


BOUNDS = {op: _limited(rule) for op, rule in ALL_RANGES.items()}

RewrittenTerm = tuple[Expr | int, Expr]  # a term, or formula, and the formula that the term has a value


def in_sugar(model: Model) -> tuple[Model, list[str]]:
    """Return a model in Sugar's own language with the same solutions, and a list of the parts beyond this language that
    the given model has, each with its place.

    Raises ModelError, with places, for parts without a form in Sugar: divisors and exponents that are variables,
    constraints on graphs, large integers, and an objective beside soft constraints.
    """
    found = _Rewriting(model.ints)
    hard = [found.constraint(each) for each in model.constraints]
    soft = [each._replace(constraint=found.constraint(each.constraint)) for each in model.soft]
    made = replace(model, constraints=hard, soft=soft)
    if model.objective and not (isinstance(model.objective.term, Expr) and model.objective.term.op == "int"):
        made = found.with_variable(made, model.objective)
    for name, domain in made.ints.items():
        if max(-domain.lo, domain.hi) > MOST:
            found.refused.append(f"the large domain of {name}")
    if model.objective and model.soft:
        found.refused.append("an objective beside weighted constraints")
    if found.refused:
        more = ["..."] if found.refused[SHOWN:] else []
        raise ModelError(f"Sugar has no form for {', '.join(found.refused[:SHOWN] + more)}")
    return with_named_parts(made), found.beyond


class _Rewriting:
    """A rewriting of the formulas of a model.

    beyond: the parts that became formulas, with their places.  refused: the parts without a form, with their places.
    """

    def __init__(self, domains: Mapping[str, Domain]) -> None:
        self._place, self._domains = "", domains
        self.beyond, self.refused = list[str](), list[str]()

    def with_variable(self, model: Model, objective: Objective) -> Model:
        """Return the model with a hidden variable for its objective, a term."""
        name = OBJECTIVE
        while name in model.ints or name in model.bools:
            name += "_"
        self.beyond.append("an objective that is a term")
        self._domains = {**model.ints, name: Domain([(0, 0)])}
        equal = self._rewritten(node("eq", int_var(name), objective.term), " (the objective)")
        last = equal.args[-1] if equal.op == "and" else equal
        term = last.args[1] if last.op == "eq" else 0  # a term without a value leaves no equality
        bounds = range_of(term, self._domains, BOUNDS) or (0, 0)  # None: the term was refused
        constraints, ints = [*model.constraints, Constraint(equal)], {**model.ints, name: Domain([bounds])}
        return replace(model, ints=ints, constraints=constraints, objective=objective._replace(term=int_var(name)))

    def constraint(self, given: Constraint) -> Constraint:
        """Return an equal constraint in Sugar's language."""
        place = f" ({given.origin})" if given.origin else ""
        return given._replace(formula=self._rewritten(given.formula, place))

    def _rewritten(self, formula: Expr, place: str) -> Expr:
        """Return an equal formula in Sugar's language; place: of the formula, for messages.

        A comparison, relation or constraint also requires that the terms in it have values.
        """
        self._place = place
        new: dict[Any, Any] = {}
        guards: dict[Any, Expr] = {}
        for each in postorder(formula):
            args = [new.get(arg, arg) if isinstance(arg, Expr) else arg for arg in each.args]
            inner = [guards.get(arg, TRUE) if isinstance(arg, Expr) else TRUE for arg in each.args]
            guard = _of_choice(args[0], *inner[1:]) if each.op == "if" else _every(inner)
            new[each], own = self._made(each.op, args)
            if each.op in OPS and OPS[each.op].result == TERM:
                guards[each] = _every((guard, own))
                continue
            terms = (arg for arg in args if isinstance(arg, Expr) and is_term(arg))
            if any(range_of(term, self._domains, BOUNDS) is None for term in terms):
                self._refuse("a term that may be beyond 32 bits")
            if guard is not TRUE:
                new[each] = all_of((guard, new[each]))
        found: Expr = new[formula]
        return found

    def _made(self, op: str, args: list[Any]) -> RewrittenTerm:
        """Return the node of an operator with rewritten arguments, and the formula that its term has a value."""
        if any(type(arg) is int and abs(arg) > MOST for arg in args):
            self._refuse("an integer of more than 32 bits")
        if op in ("div", "mod"):
            return self._divided(op, *args)
        if op == "item-at":
            self._note(op)
            index, *items = args
            found = items[-1]
            for at in range(len(items) - 2, -1, -1):
                found = node("if", node("eq", index, at), items[at], found)
            return found, all_of((node("ge", index, 0), node("lt", index, len(items))))
        return self._total(op, args), TRUE

    def _divided(self, op: str, x: Expr | int, divisor: Expr | int) -> RewrittenTerm:
        if isinstance(divisor, Expr):
            self._refuse(f"{op} by a term")
            return x, TRUE
        if divisor <= 0:
            self._note(f"{op} by {divisor}")
            if not divisor:
                return 0, any_of(())
            positive = node(op, x, -divisor)
            return (node("neg", positive) if op == "div" else positive), TRUE
        return node(op, x, divisor), TRUE

    def _total(self, op: str, args: list[Any]) -> Expr | int:
        """Return the node of an operator whose value is defined if those of its arguments are."""
        if op == "pow":
            return self._power(*args)
        if op == "ite":
            self._note("if between formulas")
            chosen, first, second = args
            return all_of((any_of((negation(chosen), first)), any_of((chosen, second))))
        if op in PAIRED and len(args) != 2:
            self._note(f"{op} of {counted(len(args), 'argument')}")
            paired: Expr | int = reduce(partial(node, op), args)
            return paired
        if op == RELATION and not (args[1:] and all(isinstance(x, Expr) and x.op == "int" for x in args[1:])):
            self._note("a relation of terms")
            return listed(*args)
        if op == "alldifferent" and len(args) < 2:
            return TRUE
        if op in OPS or op in (*GLOBALS, RELATION, "int", "bool"):
            return node(op, *args)
        return self._constraint(op, args)

    def _constraint(self, op: str, args: list[Any]) -> Expr:
        self._note(op)
        formula, place, beyond = CONSTRAINTS[op].formula, self._place, len(self.beyond)
        if formula is None or op in GRAPH_CONSTRAINTS:
            self._refuse(op)
            return TRUE
        made = self._rewritten(formula(*args), place)
        del self.beyond[beyond:]  # parts of the formula, which the text does not have
        return made

    def _power(self, base: Expr | int, exponent: Expr | int) -> Expr | int:
        self._note("pow")
        if isinstance(exponent, Expr) or not 0 <= exponent <= MOST_FACTORS:
            self._refuse("pow with a negative, large or variable exponent")
            return base
        power: Expr | int = reduce(partial(node, "mul"), [base] * exponent) if exponent else 1
        return power

    def _note(self, what: str) -> None:
        if (text := f"{what}{self._place}") not in self.beyond:
            self.beyond.append(text)

    def _refuse(self, what: str) -> None:
        if (text := f"{what}{self._place}") not in self.refused:
            self.refused.append(text)


def _every(formulas: Iterable[Expr]) -> Expr:
    return all_of(each for each in formulas if each is not TRUE)


def _of_choice(chosen: Expr, first: Expr, second: Expr) -> Expr:
    """Return the formula that a choice between two terms has a value, which the branch that is taken must have.

    chosen: the condition.  first, second: the formulas that the branches have values.
    """
    guarded = [any_of((negation(chosen), first))] if first is not TRUE else []
    return all_of([*guarded, *([any_of((chosen, second))] if second is not TRUE else [])])
