"""The formula of any constraint of FlatZinc, by its name: builtins, predicates of the library, `_reif` and `_imp`."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from ...model.expr import Expr
from ..base.sexpr import NotHere, Wrong
from .arguments import Argument, check, implied, reified
from .array_builtins import ARRAYS
from .boolean_builtins import BOOLEANS
from .builtin import Builtin
from .global_predicates import PREDICATES
from .integer_builtins import INTEGERS

BUILTINS: Mapping[str, Builtin] = {**INTEGERS, **BOOLEANS, **ARRAYS, **PREDICATES}
UNDER: dict[str, Callable[..., Expr]] = {"_reif": reified, "_imp": implied}  # a last argument: is it so?


def formula_of(name: str, args: Sequence[Argument]) -> Expr:
    """The formula that a constraint means.

    Raises Wrong for arguments that it does not take, NotHere for a constraint that there is not.
    """
    if name in BUILTINS:
        return _plain(name, args)
    for suffix, under in UNDER.items():
        base = name.removesuffix(suffix)
        if base != name and base in BUILTINS:
            if not args:
                raise Wrong(name, f"{name}: expected a Boolean as the last argument")
            *inner, p = args
            check(name, "b", [p])
            return under(p, _plain(base, inner))
    raise _missing(name)


def _plain(name: str, args: Sequence[Argument]) -> Expr:
    signature, formula = BUILTINS[name]
    if name == "bool_xor" and len(args) == 2:
        signature = "bb"
    check(name, signature, args)
    return formula(*args)


def _missing(name: str) -> Wrong:
    if "float" in name:
        return NotHere(name, f"csp2sat has no floating-point variables ({name})")
    if name.startswith(("set_", "array_set", "array_var_set")):
        return NotHere(name, f"csp2sat has no set variables ({name}); its MiniZinc library takes them apart")
    return NotHere(name, f"csp2sat has no constraint {name}")
