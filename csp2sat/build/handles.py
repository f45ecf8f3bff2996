"""Terms and formulas as a program writes them: handles over the interned nodes of `model.expr`.

On handles `==` makes a constraint; on nodes it stays identity.  Each model has one handle for a node, so handles are
keys of dictionaries like other objects.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Any, NoReturn, SupportsIndex, TypeVar

from ..errors import ModelError
from ..languages.flatzinc.builtins.integer_builtins import within
from ..model.division import floor_quotient, floor_remainder
from ..model.expr import all_of, any_of, as_term, negation, node
from .declarations import value_set
from .meant import no_attribute_of_expression
from .nesting import flat_items, is_nested
from .owner import (
    Handle,
    ItemByItem,
    as_formulas,
    as_terms,
    constant,
    name_of,
    no_formula,
    node_of_formula,
    node_of_term,
    owner_of,
    shown,
)
from .truth import advice

NO_VALUE = "{} has no value before the model is solved; then r[x] is the value of x in the result r"
NO_TRUTH = "{} has no truth value outside a solution; {}"
E = TypeVar("E", bound="Expression")


class Expression(Handle):
    """A term or a formula of a model."""

    __slots__ = ()
    __hash__ = object.__hash__

    def __init__(self) -> None:
        raise ModelError(f"a {type(self).__name__} is made by `int` and `bool` of a Model, and by operators")

    @property
    def name(self) -> str:
        """The name of a variable.  Raises AttributeError if the expression is no variable."""
        if self._node.op not in ("int", "bool"):
            raise AttributeError
        return name_of(self)

    if not TYPE_CHECKING:  # type checkers say it better themselves

        def __getattr__(self, name):
            raise no_attribute_of_expression(self, name)

        def __rshift__(self, other):
            raise ModelError(f"{shown(self)} >> {shown(other)}: write p.implies(q)")

    def __bool__(self) -> bool:
        raise ModelError(NO_TRUTH.format(shown(self), advice(sys._getframe(1))))

    def __format__(self, spec: str) -> str:
        try:
            return format(repr(self), spec)
        except ValueError:  # a number's, such as `d`
            raise ModelError(NO_VALUE.format(shown(self))) from None

    def __int__(self) -> int:
        raise ModelError(NO_VALUE.format(shown(self)))

    def __float__(self) -> float:
        raise ModelError(NO_VALUE.format(shown(self)))

    def __index__(self) -> int:
        raise ModelError(f"{NO_VALUE.format(shown(self))}; csp2sat.array(items)[x] is the item at x")

    def __iter__(self) -> Iterator[int]:  # as other packages do with what is none of theirs
        text = NO_VALUE.format(shown(self))
        raise ModelError(f"{text}; it is one number, and goes into expressions of csp2sat only")

    def __add__(self, other: TermLike) -> Term:
        return _binary(Term, "add", self, other)

    def __radd__(self, other: TermLike) -> Term:
        if isinstance(self, Term) and isinstance(other, int) and other == 0:
            return self  # where `sum` begins
        return _binary(Term, "add", other, self)

    def __sub__(self, other: TermLike) -> Term:
        return _binary(Term, "sub", self, other)

    def __rsub__(self, other: TermLike) -> Term:
        return _binary(Term, "sub", other, self)

    def __mul__(self, other: TermLike) -> Term:
        return _binary(Term, "mul", self, other)

    def __rmul__(self, other: TermLike) -> Term:
        return _binary(Term, "mul", other, self)

    def __pow__(self, other: TermLike) -> Term:
        exponent = constant(other)
        if exponent is not None and exponent < 0:
            raise ModelError(f"{self!r} ** {exponent} is no integer; expected an exponent of at least 0")
        return _binary(Term, "pow", self, other)

    def __rpow__(self, other: TermLike) -> Term:
        return _binary(Term, "pow", other, self)

    def __floordiv__(self, other: TermLike) -> Term:
        return _divided(floor_quotient, self, other)

    def __rfloordiv__(self, other: TermLike) -> Term:
        return _divided(floor_quotient, other, self)

    def __mod__(self, other: TermLike) -> Term:
        return _divided(floor_remainder, self, other)

    def __rmod__(self, other: TermLike) -> Term:
        return _divided(floor_remainder, other, self)

    def __divmod__(self, other: TermLike) -> tuple[Term, Term]:
        return self // other, self % other

    def __rdivmod__(self, other: TermLike) -> tuple[Term, Term]:
        return other // self, other % self

    def __truediv__(self, other: object) -> NoReturn:
        raise ModelError(f"{shown(self)} and {shown(other)}: integers; write // for the quotient, rounded down")

    __rtruediv__ = __truediv__

    def __neg__(self) -> Term:
        return self._owner.handle(Term, node("neg", as_term(self._node)))

    def __pos__(self) -> Term:
        return self if isinstance(self, Term) else _binary(Term, "add", self, 0)

    def __abs__(self) -> Term:
        return self._owner.handle(Term, node("abs", as_term(self._node)))

    def __lt__(self, other: TermLike) -> Formula:
        return _binary(Formula, "lt", self, other)

    def __le__(self, other: TermLike) -> Formula:
        return _binary(Formula, "le", self, other)

    def __gt__(self, other: TermLike) -> Formula:
        return _binary(Formula, "gt", self, other)

    def __ge__(self, other: TermLike) -> Formula:
        return _binary(Formula, "ge", self, other)

    def __eq__(self, other: TermLike) -> Formula:  # type: ignore[override]
        return _binary(Formula, "eq", self, other)

    def __ne__(self, other: TermLike) -> Formula:  # type: ignore[override]
        return _binary(Formula, "ne", self, other)


class Term(Expression):
    """An integer: a variable, or what `+ - * // % ** abs` and the functions of `csp2sat.build` make of terms.

    `//` and `%` round down, as Python's do.  `== != < <= > >=` make formulas.
    """

    __slots__ = ()

    def is_in(self, values: Iterable[SupportsIndex]) -> Formula:
        """Require that the term has one of the values; the same as `build.is_in`."""
        return self._owner.handle(Formula, within(self._node, value_set(values)))

    def _is_no_formula(self, other: object = None) -> NoReturn:
        raise ModelError(f"{no_formula(self)}; & | ^ ~ and implies take constraints")

    __and__ = __rand__ = __or__ = __ror__ = __xor__ = __rxor__ = __invert__ = implies = _is_no_formula


class Formula(Expression):
    """A formula, true or false: a Boolean variable, a comparison, a constraint, or what `& | ~ ^` make of formulas.

    Among terms a formula counts as 1 or 0.
    """

    __slots__ = ()
    is_formula = True

    def __and__(self, other: FormulaLike) -> Formula:
        return NotImplemented if isinstance(other, ItemByItem) else conjunction((self, other))

    def __or__(self, other: FormulaLike) -> Formula:
        return NotImplemented if isinstance(other, ItemByItem) else disjunction((self, other))

    def __xor__(self, other: FormulaLike) -> Formula:
        return NotImplemented if isinstance(other, ItemByItem) else of_formulas("xor", self, other)

    __rand__, __ror__, __rxor__ = __and__, __or__, __xor__

    def __invert__(self) -> Formula:
        return self._owner.handle(Formula, negation(self._node))

    def implies(self, other: FormulaLike | Iterable[FormulaLike]) -> Formula:
        """Require the other formula, all of a list, if this formula holds."""
        return of_formulas("imp", self, conjunction(flat_items([other])) if is_nested(other) else other)

    def __eq__(self, other: TermLike) -> Formula:  # type: ignore[override]
        if isinstance(other, Formula):
            return of_formulas("iff", self, other)
        value = constant(other)
        if value in (0, 1):
            return self if value else ~self
        return _binary(Formula, "eq", self, other)

    def __ne__(self, other: TermLike) -> Formula:  # type: ignore[override]
        if isinstance(other, Formula) or constant(other) in (0, 1):
            return ~(self == other)
        return _binary(Formula, "ne", self, other)

    __hash__ = object.__hash__


TermLike = Expression | SupportsIndex
"""What may stand where an integer does: terms, formulas (as 1 or 0), integers, those of NumPy included."""
FormulaLike = Formula | bool
"""What may stand where a formula does, NumPy's True and False included."""


def _binary(kind: type[E], op: str, left: object, right: object) -> E:
    """Return the term or formula (`kind`) that the binary operator `op` makes of two terms.

    Returns NotImplemented if the right operand is an array.
    """
    if type(left) is type(right) is Term and left._owner is right._owner:  # the most usual: it is quicker
        return left._owner.handle(kind, node(op, left._node, right._node))
    if isinstance(right, ItemByItem):
        return NotImplemented  # type: ignore[no-any-return]
    owner, nodes = as_terms((left, right))
    return owner.handle(kind, node(op, *nodes))


def _divided(how: Any, x: object, y: object) -> Term:
    """Return the quotient or remainder of x and y that the function `how` makes; NotImplemented if y is an array.

    Raises ModelError if y is the number 0.
    """
    if isinstance(y, ItemByItem):
        return NotImplemented  # type: ignore[no-any-return]
    owner, divisor = owner_of((x, y)), node_of_term(y)
    if isinstance(divisor, int):
        if divisor == 0:
            raise ModelError(f"{shown(x)} is divided by 0")
        positive = divisor > 0
    else:
        positive = divisor.op == "int" and owner.is_positive(divisor.args[0])
    return owner.handle(Term, how(node_of_term(x), divisor, positive))


def of_terms(kind: type[E], op: str, *args: object) -> E:
    """Return the term or formula (`kind`) that the operator or constraint `op` makes of terms; formulas count as 1 or
    0.
    """
    owner, nodes = as_terms(args)
    return owner.handle(kind, node(op, *nodes))


def of_formulas(op: str, *args: object) -> Formula:
    """Return the formula that the operator `op` makes of formulas."""
    owner, nodes = as_formulas(args)
    return owner.handle(Formula, node(op, *nodes))


def conjunction(formulas: Iterable[object]) -> Formula:
    """Return the formula that holds if all formulas hold."""
    owner, nodes = as_formulas(formulas)
    return owner.handle(Formula, all_of(nodes))


def chosen(condition: object, x: object, y: object) -> Term:
    """Return the term that equals x if the condition holds, else y."""
    made = node("if", node_of_formula(condition), node_of_term(x), node_of_term(y))
    return owner_of((condition, x, y)).handle(Term, made)


def disjunction(formulas: Iterable[object]) -> Formula:
    """Return the formula that holds if at least one of the formulas holds."""
    owner, nodes = as_formulas(formulas)
    return owner.handle(Formula, any_of(nodes))
