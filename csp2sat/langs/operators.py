"""Forms of the CSP language by their head: which operator or constraint it is, and what its arguments must be."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from typing import Any, NamedTuple

from ..model.constraint import CONSTRAINTS, GlobalConstraint
from ..model.expr import Expr, node
from ..model.ops import ANY, FORMULA, OPS
from .names import Names
from .sexpr import ALIASES, Form, Item, shown
from .wrong import Unknown, Wrong

DECLARATIONS = ("domain", "int", "bool", "dint", "dbool")
NOT_YET = (
    *("predicate", "relation", "objective", "weighted", "label", "hold", "groups"),
    *("div", "/", "mod", "%", "pow", "min", "max"),
    *("weightedsum", "cumulative", "element", "disjunctive", "lex_less", "lex_lesseq", "nvalue", "count"),
    *("global_cardinality", "global_cardinality_with_costs"),
)


class Rule(NamedTuple):
    """How a form is read.

    build: makes the expression of its arguments.  args: their sorts, the last one repeated; result: the form's own.
    least, most: number of arguments.
    """

    build: Callable[..., Expr]
    args: tuple[str, ...]
    result: str
    least: int
    most: int


def _choice(p: Expr, q: Expr, r: Expr) -> Expr:
    return node("and", node("imp", p, q), node("or", p, r))


RULES = {name: Rule(partial(node, name), op.args, op.result, op.least, op.most) for name, op in OPS.items() if op.most}
CHOICE = Rule(_choice, (FORMULA,), FORMULA, 3, 3)  # `if` where a formula is expected
OTHER_ARITY = {"sub": "neg", "neg": "sub"}  # (- x) is a neg, and Sugar reads (neg x y) as x - y
OF_FORMULAS = {"eq": "iff", "ne": "xor"}


class Opaque(NamedTuple):
    """A form that is an expression, as a constraint sees it among its items: no list to look into."""

    form: Form


class Operators:
    """The rules of the forms, given the names that have been declared."""

    def __init__(self, names: Names):
        self._names = names
        self._constraints: dict[str, GlobalConstraint | None] = {}

    def rule(self, form: Form, sort: str) -> Rule:
        """The rule of a form that stands where `sort` is expected.  Raises Wrong.

        The items of a global constraint become the arguments of its expression, in place.
        """
        head = form[0] if form else None
        if not isinstance(head, str):
            raise Wrong(form, f"expected an operator after '(', found {shown(head) if form else repr(')')}")
        rule = RULES.get(head)
        if rule is None:
            rule = self._constraint_rule(form)
        elif not rule.least < len(form) <= rule.most + 1:
            rule = _other_arity(form, rule)
        elif head in OF_FORMULAS and self._are_formulas(form[1:]):
            rule = RULES[OF_FORMULAS[head]]
        if rule.result == sort:
            return rule
        if head == "if" and sort == FORMULA:
            return CHOICE
        raise Wrong(head, f"{shown(head)} makes a {rule.result}; expected a {sort}")

    def _are_formulas(self, items: list[Any]) -> bool:
        """Is `=` of these an equivalence: all may be formulas, and they are not all terms?"""
        if not all(self._may_be_formula(item) for item in items):
            return False
        return any(isinstance(item, list) or item not in self._names.terms for item in items)

    def _may_be_formula(self, item: Item) -> bool:
        if not isinstance(item, list):
            return item in self._names.formulas
        head = item[0] if item else None
        if not isinstance(head, str):
            return False
        return RULES[head].result == FORMULA if head in RULES else self._constraint(head) is not None

    def _constraint(self, name: str) -> GlobalConstraint | None:
        if name not in self._constraints:
            found = CONSTRAINTS.get(name)
            self._constraints[name] = found if found and found.arguments and name in found.spellings else None
        return self._constraints[name]

    def _constraint_rule(self, form: Form) -> Rule:
        constraint = self._constraint(form[0])
        if constraint is None or constraint.arguments is None:
            raise self._no_operator(form[0])
        try:
            pairs = constraint.arguments([self._opaque(item) for item in form[1:]])
        except ValueError as error:
            raise Wrong(form, str(error)) from error
        form[1:] = [item.form if isinstance(item, Opaque) else item for item, _ in pairs]
        sorts = tuple(sort for _, sort in pairs)
        return Rule(partial(node, constraint.name), sorts, FORMULA, len(sorts), len(sorts))

    def _opaque(self, item: Item) -> Item | Opaque:
        """Hide a form that is an expression: its head is an operator, and no variable that begins a list."""
        head = item[0] if isinstance(item, list) and item else None
        if not isinstance(item, list) or not isinstance(head, str) or head in self._names:
            return item
        return Opaque(item) if head in RULES or self._constraint(head) else item

    def _no_operator(self, head: str) -> Wrong:
        if head in NOT_YET:
            return Wrong(head, f"{shown(head)} is not supported by this version")
        if head in DECLARATIONS:
            return Wrong(head, f"{shown(head)} declares a name and cannot stand inside a constraint")
        if head in self._names:
            return Wrong(head, f"{shown(head)} is no operator; it stands without parentheses")
        return Unknown(head, f"unknown operator {shown(head)}", _spellings())


def _other_arity(form: Form, rule: Rule) -> Rule:
    """The rule of the same spelling for this number of arguments."""
    rules = [rule, *(RULES[other] for name, other in OTHER_ARITY.items() if name == form[0])]
    for each in rules:
        if each.least < len(form) <= each.most + 1:
            return each
    expected = _number(min(each.least for each in rules), max(each.most for each in rules))
    raise Wrong(form[0], f"{shown(form[0])} takes {expected}, not {len(form) - 1}")


def _number(least: int, most: int) -> str:
    return f"{'at least ' * (most == ANY)}{least} argument{'s' * (least != 1)}"


def _spellings() -> Iterator[str]:
    yield from (name for name in ALIASES if ALIASES[name] in RULES)
    yield from (*DECLARATIONS, *NOT_YET)
    for name in CONSTRAINTS:
        if CONSTRAINTS[name].arguments:
            yield from CONSTRAINTS[name].spellings
