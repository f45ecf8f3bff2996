"""Suggestions for names that do not exist in a model, in `build`, or in the package."""

from __future__ import annotations

from collections.abc import Iterable
from difflib import get_close_matches

QUESTIONS = ("solve", "solutions", "count", "backbone", "explain", "prove", "encode", "session")
"""What is asked of a model by functions of csp2sat, which in other packages are methods of it."""
MEANT = {
    "addalldifferent": "build.all_different",
    "addatmostone": "build.at_most_one",
    "addautomaton": "build.regular",
    "addcircuit": "build.circuit_of_arcs",
    "addcumulative": "build.cumulative",
    "adddecisionstrategy": "m.prefer",
    "addelement": "build.element",
    "addexactlyone": "build.exactly_one",
    "addhint": "m.prefer(x, value)",
    "addinverse": "build.inverse",
    "addmaxequality": "build.maximum",
    "addminequality": "build.minimum",
    "addnooverlap": "build.no_overlap",
    "addnooverlap2d": "build.no_overlap_2d",
    "all": "build.all_",
    "and": "build.all_",
    "any": "build.any_",
    "addconstraint": "m.add",
    "allsolutions": "csp2sat.solutions(m)",
    "boolvar": "m.bool(name)",
    "copy": "copy.copy(m)",
    "cpmarray": "csp2sat.array",
    "or": "build.any_",
    "gcc": "build.global_cardinality",
    "ifthenelse": "build.if_",
    "intvar": "m.int(name, least, most)",
    "max": "build.maximum",
    "min": "build.minimum",
    "newfixedsizeintervalvar": "build.interval(start, size)",
    "newintervalvar": "build.interval(start, size)",
    "newoptionalfixedsizeintervalvar": "build.interval(start, size, presence=p)",
    "newoptionalintervalvar": "build.interval(start, size, presence=p)",
    "newboolvar": "m.bool(name)",
    "newintvar": "m.int(name, least, most)",
    "negativetable": "build.table(xs, rows, supports=False)",
    "model": "csp2sat.Model",
    "not": "~",
    "objectivevalue": "csp2sat.solve(m).objective",
    "solveall": "csp2sat.solutions(m)",
    "status": "csp2sat.solve(m).status",
    "tofile": "csp2sat.convert(m, 'sugar')",
    "variables": "list(m)",
    "write": "csp2sat.convert(m, 'sugar')",
}
"""Names in other packages, without case and underscores; m is a model."""


def suggestion(name: str, known: Iterable[str], prefix: str = "") -> str:
    """Return `; did you mean ...?` with the known name, or its equivalent in csp2sat, that is nearest to a name; '' for
    none.

    prefix: the text before known names, such as `build.`.
    """
    plain = _plain(name)
    names = dict[str, str]()
    for each in known:
        names.setdefault(_plain(each), f"{prefix}{each}")
    near = get_close_matches(plain, names, 1)
    found = names.get(plain) or MEANT.get(plain) or (names[near[0]] if near else "")
    return f"; did you mean {found}?" if found else ""


def no_attribute_of_model(name: str, known: Iterable[str]) -> AttributeError:
    """Return the error for an attribute that a model does not have; known: all attributes that it has."""
    if name in QUESTIONS:
        return AttributeError(f"a Model has no {name}; write csp2sat.{name}(model)")
    return AttributeError(f"a Model has no {name}{suggestion(name, (each for each in known if each[0] != '_'), 'm.')}")


def no_attribute_of_expression(x: object, name: str) -> AttributeError:
    """Return the error for an attribute that a term or formula does not have."""
    more = "; its value in a result r is r[x]" if name == "value" else ""
    if _plain(name) == "onlyenforceif":
        more = "; write p.implies(x > 3) for a constraint that holds if p does"
    return AttributeError(f"a {type(x).__name__} has no {name}{more}")


def no_attribute_of_csp2sat(name: str, known: Iterable[str], functions: Iterable[str]) -> AttributeError:
    """Return the error for a name that the package does not have.

    known: the names that it has.  functions: those of `build`.
    """
    hint = suggestion(name, known, "csp2sat.") or suggestion(name, functions, "build.")
    return AttributeError(f"module 'csp2sat' has no attribute {name!r}{hint}")


def no_attribute_of_build(name: str, functions: Iterable[str]) -> AttributeError:
    """Return the error for a name that `build` does not have.  functions: the names that `build` has."""
    hint = f"; did you mean csp2sat.{name}?" if name in QUESTIONS else suggestion(name, functions, "build.")
    return AttributeError(f"module 'csp2sat.build' has no attribute {name!r}{hint}")


def _plain(name: str) -> str:
    return name.replace("_", "").lower()
