"""What a constraint of FlatZinc is: the arguments that it takes, and the formula that it means."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from ....model.expr import Expr


class Builtin(NamedTuple):
    """signature: a letter of `arguments.WORDS` for each argument.  formula: of the arguments; raises Wrong."""

    signature: str
    formula: Callable[..., Expr]
