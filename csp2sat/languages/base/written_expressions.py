"""Expressions of a model in the notation of another language, such as `le(add(x,y),3)` in XCSP3's.

The text has the model's meaning: quotients are Euclid's, and a relation on an undefined value, such as a quotient by 0,
is false, for which the text has a condition of its own.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping
from typing import Any, NamedTuple

from ...base.numbers import decimal
from ...errors import ModelError
from ...model.constraint import CONSTRAINTS, RELATION
from ...model.counting import is_partial
from ...model.domain import Domain
from ...model.expr import Expr, all_of, any_of, children, is_term, negation, node
from ...model.ops import COMPARISONS, FORMULA, OPS
from ...model.ranges import Range, range_of
from .shared_parts import free_names, shared_parts

MOST_ROWS = 1000  # tuples of a relation inside a formula
ALL, ANY_OF = "and", "or"


class Unwritten(Exception):
    """A constraint that has a form of its own in a language, but not with these arguments: its formula is written."""


class OperatorNotation(NamedTuple):
    """The notation of a language whose quotients are truncated.

    language: its name, for messages.  call: the text of an operator, such as `add` or `if`, applied to the texts of its
    arguments.  yes, no: the formulas that are always and never true.  required: the text of a Boolean variable as a
    formula that must hold.  item: the text of the item at an index from 0, given the texts of the index and of the
    items; None: a chain of choices.
    """

    language: str
    call: Callable[..., str]
    yes: str
    no: str
    required: Callable[[str], str] = str
    item: Callable[[str, list[str]], str] | None = None

    def joined(self, name: str, args: list[str]) -> str:
        """Return the conjunction (`and`) or disjunction (`or`) of formulas, however many there are."""
        if len(args) == 1:
            return args[0]
        return self.call(name, *args) if args else self.yes if name == ALL else self.no


class WrittenTerm(NamedTuple):
    """The text of a term, and the conditions, as texts, under which the term is defined."""

    text: str
    defined: tuple[str, ...] = ()


class ExpressionWriter:
    """A writer of the expressions of one model.

    notation: that of the texts.  names: for each variable of the model, given as an expression that is this variable
    alone, its name in the texts; an integer and a Boolean of the same name are two expressions.  domains: the domain of
    each integer, by its name in the model, which says where a quotient is defined.  taken: other names that no
    variable may have.

    named: the formulas that long formulas share, as texts, by the names of the Boolean variables that are written in
    their places; the caller declares these, and requires that they are equivalent to the texts.
    """

    def __init__(
        self,
        notation: OperatorNotation,
        names: Mapping[Expr, str],
        domains: Mapping[str, Domain],
        taken: Collection[str] = (),
    ):
        self.notation, self._names, self._domains = notation, names, domains
        self._known: dict[Expr, Any] = {}
        self._replaced: dict[Expr, Expr | None] = {}
        self.named: dict[str, str] = {}
        self._shared: dict[Expr, str] = {}  # the variables of parts
        self._free = iter(free_names({*names.values(), *taken}))

    def formula(self, formula: Expr) -> str:
        """Return the text of a formula, a relation or a logical operator at its root.  Raises ModelError for a
        constraint that has no expression.
        """
        found = str(self._written(formula))
        return self.notation.required(found) if formula.op == "bool" or found in self.named else found

    def term(self, term: Expr | int) -> WrittenTerm:
        """Return a term.  Raises ModelError as `formula` does."""
        return WrittenTerm(decimal(term)) if isinstance(term, int) else self._written(term)

    def forget(self) -> None:
        """Drop the texts of the expressions written so far."""
        self._known = {**self._shared}
        self._replaced.clear()

    def _written(self, expr: Expr) -> Any:
        """Return the text of a formula, or the WrittenTerm of a term."""
        if expr in self._known:
            return self._known[expr]
        shared = shared_parts(expr, self._parts)
        stack = [expr]
        while stack:
            top = stack[-1]
            if top in self._known:
                stack.pop()
                continue
            parts = self._parts(top)
            missing = [each for each in parts if each not in self._known]
            if missing:
                stack += missing
                continue
            text = self._text(top) if self._replaced[top] is None else self._known[parts[0]]
            if top in shared:
                self._shared[top] = name = next(self._free)
                self.named[name], text = text, name
            self._known[stack.pop()] = text
        return self._known[expr]

    def _parts(self, expr: Expr) -> list[Expr]:
        """Return the expressions whose texts are put together for the text of an expression: its arguments, or the one
        formula that is written in its place.
        """
        if expr not in self._replaced:
            self._replaced[expr] = self._instead(expr)
        instead = self._replaced[expr]
        return children(expr) if instead is None else [instead]

    def _instead(self, expr: Expr) -> Expr | None:
        """Return a formula to write in place of an expression, or None if the expression has a form of its own.

        Raises ModelError if the expression is a constraint that neither the language nor a formula can express.
        """
        if expr.op == "ite":
            condition, yes, no = expr.args
            return all_of((any_of((negation(condition), yes)), any_of((condition, no))))
        if expr.op in OPS or expr.op in ("int", "bool"):
            return None
        if expr.op == RELATION:
            return self._tuples(expr)
        formula = CONSTRAINTS[expr.op].formula
        if formula is None:
            raise ModelError(f"the constraint {expr.op} cannot be written in {self.notation.language}")
        return all_of([*definedness(expr.args), formula(*expr.args)])

    def _text(self, expr: Expr) -> Any:
        """Return the text of an expression whose parts are known."""
        if expr.op == "int":
            return WrittenTerm(self._names[expr])
        if expr.op == "bool":
            return self._names[expr]
        args: list[Any] = [
            self._known[each] if isinstance(each, Expr) else WrittenTerm(decimal(each)) for each in expr.args
        ]
        if expr.op in COMPARISONS:
            left, right = args
            holds = self.notation.call(expr.op, left.text, right.text)
            return self.notation.joined(ALL, [*dict.fromkeys((*left.defined, *right.defined)), holds])
        if OPS[expr.op].result == FORMULA:
            return self._formula(expr.op, args)
        if expr.op == "if":
            return self._chosen(*args)
        defined = [each for part in args for each in part.defined]
        text, more = self._term(expr, [part.text for part in args])
        return WrittenTerm(text, tuple(dict.fromkeys([*defined, *more])))

    def _formula(self, op: str, args: list[str]) -> str:
        """Return the text of a logical operator, given the texts of its arguments."""
        if op in ("true", "false"):
            return self.notation.yes if op == "true" else self.notation.no
        return self.notation.joined(op, args) if op in (ALL, ANY_OF) else self.notation.call(op, *args)

    def _chosen(self, condition: str, yes: WrittenTerm, no: WrittenTerm) -> WrittenTerm:
        """Return the written term `if condition then yes else no`, with the conditions under which it is defined.

        The conditions ask that `yes` is defined if `condition` is true, and that `no` is defined if `condition` is
        false.
        """
        joined, call = self.notation.joined, self.notation.call
        defined = [joined(ANY_OF, [call("not", condition), each]) for each in yes.defined]
        defined += [joined(ANY_OF, [condition, each]) for each in no.defined]
        return WrittenTerm(call("if", condition, yes.text, no.text), tuple(defined))

    def _term(self, expr: Expr, args: list[str]) -> tuple[str, list[str]]:
        """Return the text of a term, and the conditions under which its own operator is defined."""
        call = self.notation.call
        if expr.op in ("add", "mul") and len(args) < 2:
            return args[0] if args else "0", []
        if expr.op in ("min", "max") and len(args) < 2:
            return args[0], []
        if expr.op == "sub" and len(args) > 2:
            return call("sub", args[0], call("add", *args[1:])), []
        if expr.op in ("div", "mod"):
            return self._division(expr, *args)
        if expr.op == "pow":
            if self.least(expr.args[1]) < 0:
                return call("pow", *args), [call("ge", args[1], "0")]
            return call("pow", *args), []
        if expr.op == "item-at":
            return self._item(expr, args)
        return call(expr.op, *args), []

    def _division(self, expr: Expr, dividend: str, divisor: str) -> tuple[str, list[str]]:
        """Return the text of Euclid's quotient or remainder, given the texts dividend and divisor, and the conditions
        under which the quotient is defined.

        Euclid's remainder is not negative; that of the notation has the sign of the dividend.
        """
        call = self.notation.call
        low, high = self._range(expr.args[1])
        defined = [call("ne", divisor, "0")] if low <= 0 <= high else []
        if self.least(expr.args[0]) >= 0:
            return call(expr.op, dividend, divisor), defined
        plain = call("mod", dividend, divisor)
        size = divisor if low > 0 else call("abs", divisor)
        remainder = call("if", call("lt", plain, "0"), call("add", plain, size), plain)
        return remainder if expr.op == "mod" else call("div", call("sub", dividend, remainder), divisor), defined

    def _item(self, expr: Expr, args: list[str]) -> tuple[str, list[str]]:
        """Return the text of the item at an index from 0, and the conditions under which there is one."""
        call, (index, *items) = self.notation.call, args
        low, high = self._range(expr.args[0])
        defined = [call("ge", index, "0")] if low < 0 else []
        defined += [call("lt", index, str(len(items)))] if high >= len(items) else []
        if self.notation.item is not None:
            return self.notation.item(index, items), defined
        text = items[-1]
        for at in range(len(items) - 2, -1, -1):
            text = call("if", call("eq", index, str(at)), items[at], text)
        return text, defined

    def _tuples(self, expr: Expr) -> Expr:
        """Return the formula of a relation on terms: one of its tuples, or none of them.

        Raises ModelError for a relation of more than MOST_ROWS tuples.
        """
        relation, *terms = expr.args
        if len(relation.tuples) > MOST_ROWS:
            raise ModelError(
                f"a relation of {len(relation.tuples)} tuples inside a formula cannot be written in "
                f"{self.notation.language}; expected at most {MOST_ROWS}"
            )
        if relation.supports:
            return any_of(
                [all_of([node("eq", t, v) for t, v in zip(terms, row, strict=True)]) for row in relation.tuples]
            )
        others = [any_of([node("ne", t, v) for t, v in zip(terms, row, strict=True)]) for row in relation.tuples]
        return all_of([*definedness(terms), *others])

    def least(self, term: Expr | int) -> float:
        """Return a number that the term is never below, minus infinity if none is known."""
        return self._range(term)[0]

    def _range(self, term: Expr | int) -> Range | tuple[float, float]:
        """Return the bounds of a term, infinite ones if they are not known."""
        return range_of(term, self._domains) or (float("-inf"), float("inf"))


def definedness(args: Iterable[Any]) -> list[Expr]:
    """Return formulas that are true if the terms among the arguments are defined, for those terms that may not be."""
    terms = [each for each in args if isinstance(each, Expr) and is_term(each)]
    return [node("le", each, each) for each in terms if is_partial(each)]
