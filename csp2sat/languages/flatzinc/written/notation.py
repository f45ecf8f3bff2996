"""MiniZinc's notation of operators, and the names that its variables may have."""

from __future__ import annotations

import re
from collections.abc import Sequence

from ....base.numbers import decimal
from ....model.domain import Domain
from ....model.expr import Expr, bool_var, int_var
from ....model.model import Model
from ....model.renaming import plain_names
from ...base.written_expressions import OperatorNotation

INFIX = {
    "eq": "=",
    "ne": "!=",
    "le": "<=",
    "lt": "<",
    "ge": ">=",
    "gt": ">",
    "and": "/\\",
    "or": "\\/",
    "imp": "->",
    "iff": "<->",
    "xor": "xor",
    "add": "+",
    "sub": "-",
    "mul": "*",
    "div": "div",
    "mod": "mod",
}
KEYWORDS = frozenset(
    re.findall(
        r"\w+",
        "ann annotation any array bool case constraint default diff div else elseif endif enum false float function if"
        " in include infinity int intersect let list maximize minimize mod not of opt output par predicate record"
        " satisfy set solve string subset superset symdiff test then true tuple type union var where xor",
    )
)
LISTED_VALUES = 20  # of a domain in braces, from which on it is a union of ranges


def applied(name: str, *args: str) -> str:
    """Return the text of an operator applied to arguments; in parentheses if the text has an infix operator."""
    if name in INFIX:
        return f"({f' {INFIX[name]} '.join(args)})"
    match name:
        case "not":
            return f"(not {args[0]})"
        case "neg":
            return f"(-{args[0]})"
        case "min" | "max":
            return f"{name}({listed(args)})"
        case "if":
            condition, yes, no = args
            return f"if {condition} then {yes} else {no} endif"
    return f"{name}({', '.join(map(outermost, args))})"


def outermost(text: str) -> str:
    """Return a text of `applied` without the parentheses around the whole of it."""
    return text[1:-1] if text.startswith("(") and _is_whole(text) else text


def _is_whole(text: str) -> bool:
    """Whether the parenthesis at the beginning is closed by the last character alone."""
    depth = 0
    for at, character in enumerate(text):
        depth += (character == "(") - (character == ")")
        if not depth:
            return at == len(text) - 1
    return False


def listed(words: Sequence[str]) -> str:
    """Return the array of some texts."""
    return f"[{', '.join(map(outermost, words))}]"


def _item(index: str, items: list[str]) -> str:
    return f"{listed(items)}[{index} + 1]"


MINIZINC_NOTATION = OperatorNotation("MiniZinc", applied, "true", "false", item=_item)


def minizinc_names(model: Model) -> dict[Expr, str]:
    """Return for each variable, given as an expression that is this variable alone, its name in MiniZinc: its own
    unless that cannot be written there.
    """
    variables = [*map(int_var, model.ints), *map(bool_var, model.bools)]
    names = plain_names((str(each.args[0]) for each in variables), KEYWORDS)
    return dict(zip(variables, names, strict=True))


def domain_text(domain: Domain) -> str:
    """Return the text of a domain: `1..3`, `{1, 3}`, or `1..3 union 7..9`."""
    if len(domain.ranges) > 1 and domain.size() <= LISTED_VALUES:
        return f"{{{', '.join(map(decimal, domain))}}}"
    return " union ".join(f"{decimal(low)}..{decimal(high)}" for low, high in domain.ranges)
