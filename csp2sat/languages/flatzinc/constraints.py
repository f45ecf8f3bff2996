"""The formula of each constraint of FlatZinc, by its name: builtins, predicates of the library, `_reif` and `_imp`."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from ...model.expr import Expr
from ..base.wrong import NotHere, Wrong
from .arguments import Argument, Builtin, Least, check, implied, reified, unknown
from .builtins.array_builtins import ARRAYS
from .builtins.boolean_builtins import BOOLEANS
from .builtins.integer_builtins import INTEGERS

BUILTINS: Mapping[str, Builtin] = {**INTEGERS, **BOOLEANS, **ARRAYS}
UNDER: dict[str, Callable[..., Expr]] = {"_reif": reified, "_imp": implied}  # a last argument: is it so?


def formula_of(name: str, args: Sequence[Argument], least: Least = unknown) -> Expr:
    """Return the formula of the constraint `name` with the arguments `args`.

    If the name ends in `_reif` or `_imp`, the last argument is the Boolean that is equivalent to, or implies, the
    constraint.
    least: a term -> a number that its value is never below, which may allow a better formula.
    Raises Wrong if the arguments do not fit, and NotHere if there is no such constraint.
    """
    if (builtin := builtin_of(name)) is not None:
        return _plain(name, builtin, args, least)
    for suffix, under in UNDER.items():
        base = name.removesuffix(suffix)
        if base != name and (builtin := builtin_of(base)) is not None:
            if not args:
                raise Wrong(name, f"{name}: expected a Boolean as the last argument")
            *inner, p = args
            check(name, "b", [p])
            return under(p, _plain(base, builtin, inner, least))
    raise _missing(name)


def builtin_of(name: str) -> Builtin | None:
    """Return the constraint of that name, without `_reif` or `_imp`, or None if there is none.

    The predicates of the library are imported at the first name that is no builtin: a simple model needs none.
    """
    if name in BUILTINS:
        return BUILTINS[name]
    from .global_predicates import PREDICATES

    return PREDICATES.get(name)


def _plain(name: str, builtin: Builtin, args: Sequence[Argument], least: Least) -> Expr:
    signature, formula, by_least = builtin
    if name == "bool_xor" and len(args) == 2:
        signature = "bb"
    check(name, signature, args)
    return formula(*args, least=least) if by_least else formula(*args)


def _missing(name: str) -> Wrong:
    if "float" in name:
        return NotHere(name, f"csp2sat has no floating-point variables ({name})")
    if name.startswith(("set_", "array_set", "array_var_set")):
        return NotHere(name, f"csp2sat has no set variables ({name}); its MiniZinc library takes them apart")
    return NotHere(name, f"csp2sat has no constraint {name}")
