"""The forms of the CSP language by their heads: the operator or constraint of each, and the sorts of its arguments.

Expressions, which are nested lists, become Expr in two loops, whatever their depth (`Expressions`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import partial
from itertools import chain, repeat
from typing import Any

from ...base.numbers import cut
from ...base.resources import runs_inside
from ...model.constraint import CONSTRAINTS, Relation
from ...model.expr import Expr, node
from ...model.ops import ANY, COMPARISONS, FORMULA, OPS, TERM
from ...tuples import NamedTuple
from ..base.names import NameSpaces
from ..base.sexpr import ALIASES, Item, LocatedForm, SexprList, shown
from ..base.wrong import Unknown, Wrong
from .constraints import FORMS
from .predicates import Calls, Macros, Predicate, Shared

DECLARATIONS = ("domain", "int", "bool", "dint", "dbool", "relation", "predicate")
STATEMENTS = (*DECLARATIONS, "objective", "weighted")
REFUSED = ("label", "hold", "groups")  # statements of Sugar's other output formats


class Rule(NamedTuple):
    """The rule by which a form is read.

    build: makes the expression from its arguments. args: the sorts of the arguments, the last one repeated; result: the
    sort of the form. least, most: the bounds of the number of arguments.
    """

    build: Callable[..., Expr]
    args: tuple[str, ...]
    result: str
    least: int
    most: int


RULES = {name: Rule(partial(node, name), op.args, op.result, op.least, op.most) for name, op in OPS.items() if op.most}
COMPARED = [RULES[name] for name in ("eq", "lt", "le", "gt", "ge")]
OTHER_ARITY = {"sub": "neg", "neg": "sub"}  # (- x) is a neg, and Sugar reads (neg x y) as x - y
OF_FORMULAS = {"eq": "iff", "ne": "xor"}


_ELSEWHERE = {
    "!=": "/= <> neq",
    "<=": "=< leq",
    ">=": "geq",
    "+": "sum plus",
    "-": "minus",
    "*": "times product",
    "=>": "implies",
    "iff": "<=> <-> equiv equivalent",
    "alldifferent": "distinct alldiff allDiff",
    "alldifferent_except": "alldifferent_except_0 all_different_except all_different_except_0",
    "bin_packing": "binpacking binPacking bin-packing bin_packing_capa",
    "diffn": "no_overlap_2d disjoint2 geost",
    "regular": "automaton",
    "count": "among exactly atleast atmost",
    "extension-supports": "table extension",
    "disjunctive": "no_overlap nooverlap noOverlap no-overlap",
    "int": "var variable integer",
    "domain": "dom",
    "predicate": "define defun macro function",
    "(objective minimize TERM)": "minimize minimise",
    "(objective maximize TERM)": "maximize maximise",
}
OWN = "; one of your own is a file in a folder of CSP2SAT_PARTS (csp2sat help own constraint)"
ELSEWHERE = {word: meant for meant, words in _ELSEWHERE.items() for word in words.split()}


class Opaque(NamedTuple):
    """A form that is an expression, wrapped so that a constraint does not take it for a list among its items."""

    form: SexprList


class Remark(NamedTuple):
    """A remark on a statement that is right, but probably not meant so. path: the indices that lead from the statement
    to the remarkable item.
    """

    text: str
    path: tuple[int, ...] = ()


class Operators:
    """The rules of the forms, given the names that have been declared."""

    def __init__(self, names: NameSpaces):
        self._names = names
        self.rules = dict(RULES)
        self.macros = Macros()
        self.remarks: list[Remark] = []

    def declare_relation(self, name: str, relation: Relation) -> None:
        """Declare the name as that relation, even if it was an operator so far."""
        self._remark_again(name)
        self.macros.predicates.pop(name, None)
        self.rules[name] = Rule(relation, (TERM,), FORMULA, relation.arity, relation.arity)

    def declare_predicate(self, name: str, predicate: Predicate) -> None:
        """Declare the name as that predicate, so that later forms with this head are calls of the predicate.

        A remark is added if the name was an operator, a constraint or a predicate so far.
        """
        self._remark_again(name)
        self.macros.predicates[name] = predicate

    def _remark_again(self, name: str) -> None:
        if name in self.rules or self._makes_formula(name):
            self.remarks.append(Remark(f"{shown(name)} has a meaning already; from here on it has this one"))

    def rule(self, form: SexprList, sort: str) -> Rule:
        """Return the rule of a form that stands at a place for the sort `sort`. Raises Wrong if there is none.

        The items of a global constraint are replaced by the arguments of its expression, in place. The rule of a
        formula at a place for a term makes a term that is 1 or 0.
        """
        head = form[0] if form else None
        if not isinstance(head, str):
            raise Wrong(form, f"expected an operator after '(', found {shown(head) if form else repr(')')}")
        rule = self.rules.get(head)
        if rule is None:
            rule = self._constraint_rule(form)
        elif not rule.least < len(form) <= rule.most + 1:
            rule = self._other_arity(form, rule)
        elif head in COMPARISONS and rule is RULES[head]:
            self._cut_abs(form)
        if head in OF_FORMULAS and rule is RULES[head] and self._are_formulas(form[1:]):
            rule = RULES[OF_FORMULAS[head]]
        if rule.result == sort:
            return rule
        if sort == TERM:
            return rule._replace(build=_counted(rule.build), result=TERM)
        if rule is RULES["if"]:
            return RULES["ite"]
        raise Wrong(head, f"{shown(head)} makes a {rule.result}; expected a {sort}")

    def _cut_abs(self, form: SexprList) -> None:
        """Drop the further arguments of each `abs` directly below a comparison, with a remark, as Sugar does: `(= (abs
        x 7) 2)` means `(= (abs x) 2)`.
        """
        for at, item in enumerate(form[1:], start=1):
            if isinstance(item, list) and item[:1] == ["abs"] and len(item) > 2 and self.rules["abs"] is RULES["abs"]:
                form[at] = cut = LocatedForm(item[:2])
                cut.offset = getattr(item, "offset", 0)
                self.remarks.append(Remark("abs takes 1 argument; the others are ignored"))

    def _are_formulas(self, items: list[Any]) -> bool:
        """Whether `=` of these items is an equivalence: all may be formulas, and at least one is a list or cannot be a
        term.
        """
        if not all(self._may_be_formula(item) for item in items):
            return False
        return any(isinstance(item, list) or item not in self._names.terms for item in items)

    def _may_be_formula(self, item: Item) -> bool:
        if not isinstance(item, list):
            return item in self._names.formulas
        head = self.macros.head_of(item)
        if not isinstance(head, str):
            return False
        return self.rules[head].result == FORMULA if head in self.rules else self._makes_formula(head)

    def _makes_formula(self, head: str) -> bool:
        return head in self.macros.predicates or head in FORMS

    def _constraint_rule(self, form: SexprList) -> Rule:
        written = FORMS.get(form[0])
        if written is None:
            raise self._no_operator(form)
        for item in form:
            if isinstance(item, Shared):
                item.share_inside()
        try:
            pairs = written.read([self._opaque(item) for item in form[1:]])
        except Wrong as wrong:
            item = form if wrong.item is None else wrong.item
            wrong.item = item.form if isinstance(item, Opaque) else item
            raise
        form[1:] = [item.form if isinstance(item, Opaque) else item for item, _ in pairs]
        sorts = tuple(sort for _, sort in pairs)
        return Rule(partial(node, written.constraint), sorts, FORMULA, len(sorts), len(sorts))

    def _opaque(self, item: Item) -> Item | Opaque:
        """Wrap an item that is an expression as Opaque; return any other item as it is."""
        return Opaque(item) if isinstance(item, list) and self._is_expression(item) else item

    def _is_expression(self, form: SexprList) -> bool:
        """Whether the head of the form is an operator, a constraint or a predicate, and not a variable that begins a
        list.
        """
        head = form[0] if form else None
        if not isinstance(head, str) or head in self._names:
            return False
        return head in self.rules or self._makes_formula(head)

    def _no_operator(self, form: SexprList) -> Wrong:
        head = form[0]
        if head in REFUSED:
            return Wrong(head, f"{shown(head)} is not supported: this form is for output formats other than CNF")
        if head in STATEMENTS:
            return Wrong(head, f"{shown(head)} is a statement and cannot stand inside a constraint")
        if len(form) == 3 and isinstance(form[1], str) and form[1] in self.rules and form[1] not in self._names:
            words = [str(getattr(item, "text", "...")) for item in (form[1], head, form[2])]
            return Wrong(head, f"operators come first: ({' '.join(words)})")
        if head in self._names:
            return Wrong(head, f"{shown(head)} is no operator; it stands without parentheses")
        own = "" if runs_inside() else OWN  # a page has no environment
        lacking = CONSTRAINTS.lacking(head)
        return Unknown(head, f"unknown operator {shown(head)}{lacking}", self._spellings(), ELSEWHERE, own)

    def _spellings(self) -> Iterator[str]:
        yield from (name for name in ALIASES if ALIASES[name] in RULES)
        yield from (*STATEMENTS, *self.macros.predicates, *(name for name in self.rules if name not in RULES), *FORMS)

    def _other_arity(self, form: SexprList, rule: Rule) -> Rule:
        """Return the rule with the same spelling that takes this form's number of arguments (`-` with one argument is
        `neg`). Raises Wrong if there is none.
        """
        others = [RULES[other] for name, other in OTHER_ARITY.items() if rule is RULES.get(name)]
        rules = [rule, *others]
        for each in rules:
            if each.least < len(form) <= each.most + 1:
                return each
        expected = _number(min(each.least for each in rules), max(each.most for each in rules))
        chain = _chain(form) if rule in COMPARED and len(form) > 3 else ""
        raise Wrong(form[0], f"{shown(form[0])} takes {expected}, not {len(form) - 1}{chain}")


def _counted(build: Callable[..., Expr]) -> Callable[..., Expr]:
    return lambda *args: node("if", build(*args), 1, 0)


def _chain(form: SexprList) -> str:
    """Return the words of a message for a comparison of more than two terms: the first two comparisons of neighbours;
    '' if a term is no atom.
    """
    if any(isinstance(each, list) for each in form[:4]):
        return ""
    name, first, second, third = (shown(each).strip("'") for each in form[:4])
    more = " ..." if len(form) > 4 else ""
    return f"; expected (and ({name} {first} {second}) ({name} {second} {third}){more})"


def _number(least: int, most: int) -> str:
    return f"{'at least ' * (most == ANY)}{cut(least)} argument{'s' * (least != 1)}"


Opened = list[
    tuple[SexprList, str, Calls]
]  # forms, the sorts that they are read as, and the predicates they are parts of


class Expressions:
    """A reader of formulas and terms over the names that have been declared so far."""

    def __init__(self, names: NameSpaces):
        self._names, self.operators = names, Operators(names)
        self._macros = self.operators.macros

    def read(self, item: Item, sort: str = FORMULA) -> Expr:
        """Return what an item means, exactly as it is written: a formula, or for the sort TERM a term (an Expr or an
        int); the lists of the item are changed. Raises Wrong.
        """
        if not isinstance(item, list):
            atom: Expr = self._names.of_sort[sort][item]
            return atom
        self._macros.forget()
        root, calls, _ = self._macros.resolved(item, sort, None)
        forms: Opened = [(root, sort, calls)]
        try:
            for form, each, calls in forms:  # grows on the way: the forms inside each one are put behind it
                self._open(form, each, calls, forms)
        except Wrong as wrong:
            wrong.calls = wrong.calls or calls
            raise
        inner_first: Iterable[SexprList] = (form for form, _, _ in reversed(forms))
        for form in postorder(root) if self._macros.used else inner_first:
            form[0] = form[0](*[arg[0] if isinstance(arg, list) else arg for arg in form[1:]])
        result: Expr = root[0]
        return result

    def _open(self, form: SexprList, sort: str, calls: Calls, forms: Opened) -> None:
        """Replace the head of a form by the function that builds its expression for the sort `sort`, and each item that
        is no form by its meaning; append the forms inside to `forms`. calls: the predicates around the form. Raises
        Wrong.
        """
        rule = self.operators.rule(form, sort)
        form[0] = rule.build
        sorts = chain(rule.args, repeat(rule.args[-1])) if rule.args else ()
        for at, each in zip(range(1, len(form)), sorts, strict=False):
            item = form[at]
            if not isinstance(item, list):
                form[at] = self._names.of_sort[each][item]
            elif self._macros.predicates:
                form[at], inside, new = self._macros.resolved(item, each, calls)
                if new:
                    forms.append((form[at], each, inside))
            else:
                forms.append((item, each, calls))


def postorder(root: SexprList) -> Iterable[SexprList]:
    """Yield the form `root` and every form below, each once, inner forms first; forms may be shared."""
    seen: set[int] = set()
    stack = [(root, False)]
    while stack:
        form, expanded = stack.pop()
        if expanded:
            yield form
        elif id(form) not in seen:
            seen.add(id(form))
            stack.append((form, True))
            stack.extend((item, False) for item in form[1:] if isinstance(item, list))
