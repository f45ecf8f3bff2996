"""Expressions, as interned nodes.

A node is an operator and its arguments: nodes, integers (constant terms), names (of variables), or the fixed data of a
constraint, for example a graph.  Equal expressions are one object, so comparing and hashing never descend, however deep
the expression is, and `repr` and every traversal here are loops.  `==` is never overloaded to build a constraint.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Container, Iterable, Iterator, Sequence
from typing import Any

from ..base.numbers import decimal
from ..tuples import NamedTuple
from .interning import Node, Pools
from .ops import OPS, TERM


def _operator(op: str, reflected: bool = False) -> Callable[[Expr, Expr | int], Expr]:
    """Return the method of a binary operator on terms; of its reflected form (5 + x) if `reflected` is true."""
    if reflected:
        return lambda self, other: term(op, other, self)
    return lambda self, other: node(op, as_term(self), as_term(other))


class Expr(Node):
    """An expression: a node with an operator `op` and arguments `args`, made by `node` or a function below, never
    directly.
    """

    __slots__ = ()

    def __and__(self, other: Expr) -> Expr:
        return all_of((self, other))

    def __or__(self, other: Expr) -> Expr:
        return any_of((self, other))

    def __invert__(self) -> Expr:
        return negation(self)

    __add__, __radd__ = _operator("add"), _operator("add", reflected=True)
    __sub__, __rsub__ = _operator("sub"), _operator("sub", reflected=True)
    __mul__, __rmul__ = _operator("mul"), _operator("mul", reflected=True)
    __floordiv__, __mod__ = _operator("div"), _operator("mod")
    __le__, __lt__, __ge__, __gt__ = map(_operator, ("le", "lt", "ge", "gt"))

    def __neg__(self) -> Expr:
        return term("neg", self)

    def __abs__(self) -> Expr:
        return term("abs", self)

    def __bool__(self) -> bool:
        raise TypeError(f"{show(self, 60)} has no truth value outside a solution; write & | ~ for and, or, not")

    def __repr__(self) -> str:
        return show(self)

    def __reduce__(self) -> tuple[Any, ...]:
        return unpack_one, (pack([self]),)

    def __copy__(self) -> Expr:
        return self

    def __deepcopy__(self, memo: object) -> Expr:
        return self


_pools = Pools(Expr)
forget_unused, forget_between = _pools.forget_unused, _pools.forget_between


def node(op: str, *args: Any) -> Expr:
    """Return the expression `(op args...)`: nothing is simplified, but True and False in the place of a number become 1
    and 0.

    The arguments must be hashable.  Raises ModelError for a float in the place of a number, unless there
    is such a node with the equal integer, which is returned then.
    """
    pool = _pools[op]
    found = pool.get(args)
    return _pools.new(pool, op, args) if found is None else found


def as_term(x: Expr | int) -> Expr | int:
    """Return a term as it is; for a formula, return the term that is 1 if the formula is true, else 0."""
    return node("if", x, 1, 0) if isinstance(x, Expr) and x.op not in _TERMS else x


_TERMS = frozenset(("int", *(name for name, op in OPS.items() if op.result == TERM)))


def is_term(expr: Expr) -> bool:
    """Whether an expression is a term, not a formula."""
    return expr.op in _TERMS


def term(op: str, *args: Expr | int) -> Expr:
    """Return the expression of an operator on terms; formulas among the arguments count as 0 or 1."""
    return node(op, *map(as_term, args))


TRUE, FALSE = node("true"), node("false")
_CONSTANTS = frozenset((TRUE, FALSE))


def int_var(name: str) -> Expr:
    """Return the integer variable of a name, as a term."""
    return node("int", name)


def bool_var(name: str) -> Expr:
    """Return the Boolean variable of a name, as a formula."""
    return node("bool", name)


def bool_vars(names: Collection[str]) -> list[Expr]:
    """Return the Boolean variables of many names, as formulas, in the order of the names."""
    _pools.expect("bool", len(names))
    return [*map(bool_var, names)]


def negation(p: Expr) -> Expr:
    """Return the formula `not p`, with constants and double negation folded."""
    if p.op == "not":
        inner: Expr = p.args[0]
        return inner
    if p is TRUE:
        return FALSE
    return TRUE if p is FALSE else node("not", p)


def all_of(formulas: Iterable[Expr]) -> Expr:
    """Return the conjunction of formulas, with constants folded, but not nested conjunctions.  `all_of([])` is true."""
    kept = tuple(formulas)
    return node("and", *kept) if len(kept) > 1 and _CONSTANTS.isdisjoint(kept) else _fold("and", kept, TRUE, FALSE)


def any_of(formulas: Iterable[Expr]) -> Expr:
    """Return the disjunction of formulas, with constants folded, but not nested disjunctions.  `any_of([])` is
    false.
    """
    kept = tuple(formulas)
    return node("or", *kept) if len(kept) > 1 and _CONSTANTS.isdisjoint(kept) else _fold("or", kept, FALSE, TRUE)


def between(term: Expr | int, low: int, high: int) -> Expr:
    """Return the formula `low <= term <= high`."""
    return node("eq", term, low) if low == high else node("and", node("le", low, term), node("le", term, high))


def _fold(op: str, formulas: tuple[Expr, ...], neutral: Expr, absorbing: Expr) -> Expr:
    """Return the conjunction or disjunction of formulas, with constants folded.

    op: `and` or `or`.  neutral: the constant that is left out, and the result if nothing else is left.  absorbing: the
    constant that is the result if among the formulas.
    """
    if absorbing in formulas:
        return absorbing
    kept = [f for f in formulas if f is not neutral]
    if len(kept) == 1:
        return kept[0]
    return node(op, *kept) if kept else neutral


def children(expr: Expr) -> list[Expr]:
    """Return the arguments of an expression that are expressions."""
    return [a for a in expr.args if isinstance(a, Expr)]


def postorder(*roots: Expr) -> Iterator[Expr]:
    """Yield every distinct node at or below the roots, each once and after its children."""
    seen: set[Expr] = set()
    stack: list[Expr | None] = [*reversed(roots)]  # None: the next one is yielded, as all below it have been
    while stack:
        expr = stack.pop()
        if expr is None:
            yield stack.pop()  # type: ignore[misc]
        elif expr not in seen:
            seen.add(expr)
            if inner := [a for a in expr.args if isinstance(a, Expr)]:
                stack += (expr, None, *reversed(inner))
            else:
                yield expr


def unknown(root: Expr, known: Container[Expr]) -> Iterator[Expr]:
    """Yield the nodes at or below a root that are not known, each after its children.

    The nodes below a known node are left out.  The caller adds each node to `known` before asking for the next node.
    """
    stack = [root]
    while stack:
        top = stack[-1]
        if below := [] if top in known else [each for each in children(top) if each not in known]:
            stack += reversed(below)
            continue
        stack.pop()
        if top not in known:
            yield top


class Packed(NamedTuple):
    """Nodes as flat data, for pickling without recursion, children first and each once.

    steps: for each node its operator, its arguments, and the places of the arguments that are numbers of earlier steps.
    roots: the numbers of the steps of the packed nodes.
    """

    steps: list[tuple[str, tuple[Any, ...], tuple[int, ...]]]
    roots: list[int]


def pack(roots: Iterable[Expr]) -> Packed:
    """Return nodes and all nodes below them as flat data, for `unpack`."""
    wanted = list(roots)
    number: dict[Expr, int] = {}
    steps = []
    for each in postorder(*wanted):
        number[each] = len(number)
        inner = tuple(at for at, arg in enumerate(each.args) if isinstance(arg, Expr))
        args = tuple(number[arg] if isinstance(arg, Expr) else arg for arg in each.args) if inner else each.args
        steps.append((each.op, args, inner))
    return Packed(steps, [number[root] for root in wanted])


def unpack(packed: Packed) -> Sequence[Expr]:
    """Return the nodes that were packed, in the same order, interned again."""
    made: list[Expr] = []
    for op, args, inner in packed.steps:
        if inner:
            filled = list(args)
            for at in inner:
                filled[at] = made[args[at]]
            args = tuple(filled)
        made.append(node(op, *args))
    return [made[root] for root in packed.roots]


def unpack_one(packed: Packed) -> Expr:
    """Return the node of a pack that holds one node."""
    return unpack(packed)[0]


SHOWN = 2000  # characters of an expression that `show` prints


def spelled(expr: Expr) -> tuple[str, tuple[Any, ...]]:
    """Return the operator and the arguments of an expression as a user writes them.

    The quotient of x and y rounded down, which `model.division` makes of `div`, `abs` and a condition on the sign of y,
    is `floordiv` of x and y, and its remainder `floormod`; `truncdiv` is rounded to 0, `truncmod` its remainder.
    """
    if expr.op == "div" and (pair := _same_signs(*expr.args)):
        return "floordiv", pair
    if expr.op == "if" and all(isinstance(each, Expr) for each in expr.args):
        return _remainder(*expr.args) or _truncated(*expr.args) or (expr.op, expr.args)
    return expr.op, expr.args


def _remainder(sign: Expr, one: Expr, other: Expr) -> tuple[str, tuple[Any, ...]] | None:
    """Return the name and the operands of a remainder that is written as the term `one` if the formula `sign` holds,
    else `other`; None for other conditional terms.
    """
    if one.op == "mod" and other is node("neg", one) and (pair := _same_signs(*one.args)):
        return ("floormod", pair) if sign is node("gt", pair[1], 0) else None
    if other.op == "mod" and one is node("neg", other) and sign.op == "lt":
        (x, zero), (dividend, divisor) = sign.args, other.args
        y = divisor.args[0] if isinstance(divisor, Expr) and divisor.op == "abs" else divisor
        return ("truncmod", (x, y)) if zero == 0 and dividend == _magnitude(x) else None
    return None


def _truncated(sign: Expr, one: Expr, other: Expr) -> tuple[str, tuple[Any, ...]] | None:
    """Return the name and the operands of a quotient rounded to 0 that is written as the term `one` if the formula
    `sign` holds, else `other`; None for other conditional terms.
    """
    if one.op != "div" or other is not node("neg", one) or sign.op != "iff":
        return None
    if any(each.op != "lt" for each in sign.args):
        return None
    (x, least), (y, lowest) = (each.args for each in sign.args)
    return ("truncdiv", (x, y)) if least == lowest == 0 and one.args == (_magnitude(x), _magnitude(y)) else None


def _magnitude(x: Expr | int) -> Expr | int:
    return node("abs", x) if isinstance(x, Expr) else abs(x)


def _same_signs(x: Any, y: Any) -> tuple[Any, ...]:
    """Return a and b if x is the term that is a if b is positive, else -a, and y the absolute value of b; () for other
    terms.
    """
    if not (isinstance(x, Expr) and isinstance(y, Expr) and (x.op, y.op) == ("if", "abs")):
        return ()
    a, b = x.args[1], y.args[0]
    minus = node("neg", a) if isinstance(a, Expr) else -a
    return (a, b) if x is node("if", node("gt", b, 0), a, minus) else ()


def show(expr: Expr, limit: int = SHOWN) -> str:
    """Return an expression as an S-expression, cut after about `limit` characters."""
    out: list[str] = []
    length = 0
    stack: list[Any] = [expr]
    while stack and length < limit:
        item = stack.pop()
        if isinstance(item, Expr) and item.op in ("int", "bool"):
            text = str(item.args[0])
        elif isinstance(item, Expr) and (item.args or item.op not in ("true", "false")):
            op, args = spelled(item)
            stack.append(")")
            for arg in reversed(args):
                stack += [arg, " "]
            text = "(" + op
        else:
            text = item.op if isinstance(item, Expr) else decimal(item) if isinstance(item, int) else str(item)
        out.append(text)
        length += len(text)
    return "".join(out) + ("..." if stack else "")
