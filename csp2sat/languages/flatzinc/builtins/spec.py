"""The definition of a FlatZinc constraint: the arguments that it takes, and its formula."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from ....model.expr import Expr


class Builtin(NamedTuple):
    """A FlatZinc constraint. signature: a letter of `arguments.WORDS` for each argument. formula: makes the
    constraint's formula from the arguments, or raises Wrong.
    """

    signature: str
    formula: Callable[..., Expr]
