"""The arguments of a FlatZinc constraint, with names resolved, and the expressions that are made of them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from math import inf
from typing import Any, TypeAlias

from ...model.expr import FALSE, TRUE, Expr, any_of, is_term, negation, node
from ...model.ops import OPS
from ...tuples import NamedTuple
from ..base.wrong import Wrong

Scalar: TypeAlias = int | bool | Expr  # an integer or a term; a bool or a formula
IntSet: TypeAlias = range | tuple[int, ...]  # ascending
Argument: TypeAlias = Scalar | list[Scalar] | IntSet | list[IntSet]
"""A value or a variable; a list of them for an array, row after row; a set: a range, or a tuple that ascends."""

WORDS = {
    "i": "an integer",
    "b": "a Boolean",
    "s": "a constant set of integers",
    "n": "a constant integer",
    "p": "a constant Boolean",
    "I": "an array of integers",
    "B": "an array of Booleans",
    "N": "an array of constant integers",
    "P": "an array of constant Booleans",
    "S": "an array of constant sets of integers",
}


Least: TypeAlias = Callable[[int | Expr], float]
"""A function from a term to a number that the value of the term is never below, perhaps minus infinity."""


def unknown(term: int | Expr) -> float:
    """Return a constant itself, and minus infinity for any other term."""
    return term if isinstance(term, int) else -inf


class Builtin(NamedTuple):
    """A FlatZinc constraint. signature: a letter of WORDS for each argument. formula: makes the constraint's formula
    from the arguments, or raises Wrong. by_least: whether `formula` also takes a keyword `least`, a Least.
    """

    signature: str
    formula: Callable[..., Expr]
    by_least: bool = False


def check(name: str, signature: str, args: Sequence[Argument]) -> None:
    """Raise Wrong if the arguments `args` of the constraint `name` do not fit its signature, which has a letter of
    WORDS for each argument.
    """
    if len(args) != len(signature):
        raise Wrong(name, f"{name} takes {len(signature)} arguments; there are {len(args)}")
    for number, (letter, arg) in enumerate(zip(signature, args, strict=True), start=1):
        if not _fits(letter, arg):
            raise Wrong(name, f"argument {number} of {name}: expected {WORDS[letter]}")


def _fits(letter: str, arg: Argument) -> bool:
    if letter.isupper():
        return isinstance(arg, list) and all(_fits(letter.lower(), each) for each in arg)
    if letter == "i":
        return type(arg) is int or (type(arg) is Expr and is_term(arg))
    if letter == "b":
        return type(arg) is bool or (type(arg) is Expr and not is_term(arg))
    if letter in "np":
        return type(arg) is (int if letter == "n" else bool)
    return isinstance(arg, range | tuple)


def together(*arrays: Iterable[Any]) -> list[tuple[Any, ...]]:
    """Return the tuples of the elements with the same index in these arrays. Raises Wrong if the arrays differ in
    length.
    """
    listed = [list(array) for array in arrays]
    if len({len(array) for array in listed}) > 1:
        sizes = " and ".join(str(len(array)) for array in listed)
        raise Wrong(None, f"expected arrays of the same length, found {sizes} elements")
    return list(zip(*listed, strict=True))


def formula(p: Scalar) -> Expr:
    """Return a Boolean argument as a formula."""
    if isinstance(p, Expr):
        return p
    return TRUE if p else FALSE


def formulas(ps: Iterable[Scalar]) -> list[Expr]:
    """Return Boolean arguments as formulas."""
    return [formula(p) for p in ps]


def times(factor: int, p: Scalar) -> Expr | int:
    """Return the term that is the factor if the Boolean argument p is true, and 0 otherwise."""
    return node("if", p, factor, 0) if isinstance(p, Expr) else factor * p


def compare(op: str, left: Expr | int, right: Expr | int) -> Expr:
    """Return the comparison of two terms by the operator `op`, or its truth value if both terms are constants."""
    if isinstance(left, int) and isinstance(right, int):
        return formula(OPS[op].meaning(left, right))
    return node(op, left, right)


def reified(p: Scalar, meant: Expr) -> Expr:
    """Return the formula p <-> meant, simplified if one side is a constant."""
    p = formula(p)
    if p in (TRUE, FALSE):
        return meant if p is TRUE else negation(meant)
    if meant in (TRUE, FALSE):
        return p if meant is TRUE else negation(p)
    return node("iff", p, meant)


def implied(p: Scalar, meant: Expr) -> Expr:
    """Return the formula p -> meant."""
    return any_of((negation(formula(p)), meant))


def weighted(factors: Sequence[int], terms: Sequence[Scalar]) -> tuple[Expr | int, int]:
    """Return the sum of the products of as many factors as terms, in two parts: the part with variables, 0 if there are
    none, and the value of the constant part.
    """
    kept: list[Expr] = []
    const = 0
    for factor, term in zip(factors, terms, strict=True):
        if isinstance(term, int):
            const += factor * term
        elif factor:
            kept.append(scaled(factor, term))
    if not kept:
        return 0, const
    return kept[0] if len(kept) == 1 else node("add", *kept), const


def scaled(factor: int, term: Expr) -> Expr:
    """Return the product of a constant and a term."""
    if factor == 1:
        return term
    if term.op == "if" and isinstance(term.args[1], int) and isinstance(term.args[2], int):
        p, x, y = term.args
        return node("if", p, factor * x, factor * y)
    return node("mul", factor, term)
