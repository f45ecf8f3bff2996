"""What the arguments of a predicate are: the words of its signature, each of which checks one.

n N    an integer, an array of them (constants; a Boolean is 0 or 1)
x X    a term, an array of them (an integer or a variable; a formula is the term that is 0 or 1)
p P    a formula, an array of them
s S    a constant set of integers, an array of them
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from ....errors import ModelError
from ....model.expr import FALSE, TRUE, Expr, as_term, is_term
from ..arguments import Argument


def arguments(signature: str, given: Sequence[Argument]) -> list[Any]:
    """The arguments as the signature names them.  Raises ModelError that says which one is wrong."""
    words = signature.split()
    if len(given) != len(words):
        raise ModelError(f"expected {len(words)} arguments; there are {len(given)}")
    return [_argument(word, arg, number) for number, (word, arg) in enumerate(zip(words, given, strict=True), 1)]


def _argument(word: str, arg: Argument, number: int) -> Any:
    said, read = _WORDS[word.lower()]
    if word.islower():
        found = read(arg)
        if found is not None:
            return found
        raise ModelError(f"argument {number}: expected {said}")
    items = [read(item) for item in arg] if isinstance(arg, list) else [None]
    if None in items:
        raise ModelError(f"argument {number}: expected an array, each item of it {said}")
    return items


def _integer(arg: Any) -> int | None:
    return int(arg) if isinstance(arg, int) else None


def _term(arg: Any) -> Expr | int | None:
    if isinstance(arg, Expr):
        return as_term(arg)
    return _integer(arg)


def _formula(arg: Any) -> Expr | None:
    if isinstance(arg, bool):
        return TRUE if arg else FALSE
    return arg if isinstance(arg, Expr) and not is_term(arg) else None


def _set(arg: Any) -> range | tuple[int, ...] | None:
    return arg if isinstance(arg, (range, tuple)) else None


_WORDS: dict[str, tuple[str, Callable[[Any], Any]]] = {
    "n": ("a constant integer", _integer),
    "x": ("an integer", _term),
    "p": ("a Boolean", _formula),
    "s": ("a constant set of integers", _set),
}
