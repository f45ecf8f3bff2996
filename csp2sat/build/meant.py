"""What may be meant by a name that is not there: suggestions for models, and for the functions of `build`."""

from __future__ import annotations

from collections.abc import Iterable
from difflib import get_close_matches

QUESTIONS = ("solve", "solutions", "count", "backbone", "explain", "prove", "encode", "session")
"""What is asked of a model by functions of csp2sat, which in other packages are methods of it."""
MEANT = {
    "all": "build.all_",
    "and": "build.all_",
    "any": "build.any_",
    "or": "build.any_",
    "gcc": "build.global_cardinality",
    "ifthenelse": "build.if_",
    "max": "build.maximum",
    "min": "build.minimum",
    "negativetable": "build.table(xs, rows, supports=False)",
    "nooverlap": "build.disjunctive",
    "not": "~",
    "solveall": "csp2sat.solutions(model)",
}
"""Names in other packages, without case and underscores."""


def suggestion(name: str, known: Iterable[str], prefix: str = "") -> str:
    """`; did you mean ...?` for a name that is none of those that are known, the best first, or ''.  prefix: before
    those."""
    plain = _plain(name)
    names = dict[str, str]()
    for each in known:
        names.setdefault(_plain(each), f"{prefix}{each}")
    near = get_close_matches(plain, names, 1)
    found = names.get(plain) or MEANT.get(plain) or (names[near[0]] if near else "")
    return f"; did you mean {found}?" if found else ""


def no_attribute_of_model(name: str, known: Iterable[str]) -> AttributeError:
    """The error for an attribute that a model has not.  known: those that it has."""
    if name in QUESTIONS:
        return AttributeError(f"a Model has no {name}; write csp2sat.{name}(model)")
    return AttributeError(f"a Model has no {name}{suggestion(name, known)}")


def _plain(name: str) -> str:
    return name.replace("_", "").lower()
