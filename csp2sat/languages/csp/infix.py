"""Expressions as people write them in mathematics and in Python: `x + y <= 3`, `alldifferent(x, y)`."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Any

from ...base.numbers import decimal
from ...model.expr import SHOWN, Expr, spelled
from .writer import parts

SIGNS = {  # how strongly they bind, and what is written between operands
    "iff": (6, "=="), "imp": (1, "=>"), "or": (2, "or"), "xor": (3, "xor"), "and": (4, "and"),
    "eq": (6, "=="), "ne": (6, "!="), "lt": (6, "<"), "le": (6, "<="), "gt": (6, ">"), "ge": (6, ">="),
    "add": (7, "+"), "sub": (7, "-"), "mul": (8, "*"), "div": (8, "//"), "mod": (8, "%"), "pow": (10, "**"),
}  # fmt: skip
NUMBER = re.compile("([0-9]+)")
BEFORE = {"not": (5, "not "), "neg": (9, "-")}
FEW = 3  # terms of a sum that are all written
END = 40  # characters of a long text that are written, at most, at its end
ROWS = 1000  # of a table, of which the others are left out
DEEP = 12  # levels, of which those below are left out


def infix(expr: Expr, limit: int = SHOWN) -> str:
    """Return an expression with signs between operands, and other operators as functions of the items of their CSP
    text; its middle is left out if it has more than `limit` characters, so that the end, such as the bound of a sum, is
    seen.
    """
    text = _text(expr, 0, DEEP)
    if len(text) <= limit:
        return text
    begun, end = text[: limit - END], text[-END:]
    between = next((each for each in (" + ", ", ", " ") if each in begun and each in end), "")
    if not between:
        return text[:limit] + "..."
    return f"{begun.rpartition(between)[0]}{between}...{between}{end.partition(between)[2]}"


def _text(item: Any, outer: int, levels: int) -> str:
    """Return an operand as text, in parentheses if its operator binds less than `outer`; `...` if no levels are
    left.
    """
    if isinstance(item, list):
        return f"({', '.join(_text(each, 0, levels - 1) for each in item)})"
    if not isinstance(item, Expr):
        return decimal(item) if isinstance(item, int) and not isinstance(item, bool) else str(item)
    if item.op in ("int", "bool"):
        return str(item.args[0])
    if not levels:
        return "..."
    if item.op == "add" and (counted := _counted(item)):
        return counted
    op, args = spelled(item)
    if op == "and":
        if arcs := _arcs(args):
            return f"circuit_of_arcs({_arguments(arcs, levels)})"
        args = _global_first(args)
        if len(args) == 1:
            return _text(args[0], outer, levels)
    elif op == "if" and args[1:] == (1, 0):
        return _text(args[0], outer and 9, levels)
    elif op == "mul" and args[0] == 1:
        return _text(args[1], outer, levels)
    if op in ("add", "sub") and len(args) > 1:
        binds, sign = SIGNS[op]
        summands = _without_zeros([*_summands(item)])
        if len(summands) == 1:
            return _text(summands[0][1], outer, levels - 1)
        text = "".join(f" {sign} {_text(term, binds + 1, levels - 1)}" for sign, term in summands)[3:]
    elif op in SIGNS and len(args) > 1:
        binds, sign = SIGNS[op]
        first = binds + (binds in (1, 6, 10))  # operators that are not read from left to right without parentheses
        texts = [_text(arg, binds + 1 if at else first, levels - 1) for at, arg in enumerate(args)]
        text = f" {sign} ".join(texts)
    elif op in BEFORE:
        binds, sign = BEFORE[op]
        text = sign + _text(args[0], binds, levels - 1)
    elif not args:
        return op
    elif op == "item-at":
        return f"[{_arguments(args[1:], levels)}][{_text(args[0], 0, levels - 1)}]"
    elif op == "count" and len(args) > 3 and args[0] in SIGNS:
        relation, value, number, *terms = args
        among = _arguments(terms, levels)
        among = among if ".." in among else f"[{among}]"
        text = f"count({among}, {_text(value, 0, levels - 1)}) {SIGNS[relation][1]} {_text(number, 7, 1)}"
        binds = 6
    else:
        return _function(item, levels)
    return f"({text})" if binds < outer else text


def _function(item: Expr, levels: int) -> str:
    """Return an operator or a constraint as a function of the items of its CSP text, in which lists have brackets, and
    lists in lists parentheses: `global_cardinality([x, y], [(1, 2)])`.  A list without lists that is the only item has
    no brackets.  levels: the number of levels that are left.
    """
    op, *args = parts(item, ROWS) or (item.op, *item.args)
    before, (op, *args) = ("not ", args[0]) if op == "not" else ("", (op, *args))
    if len(args) == 1 and isinstance(args[0], list) and not any(isinstance(each, list) for each in args[0]):
        args = args[0]
    if not any(isinstance(each, list) for each in args):
        return f"{before}{op}({_arguments(args, levels)})"
    texts = (f"[{_arguments(each, levels)}]" if isinstance(each, list) else _text(each, 0, levels - 1) for each in args)
    return f"{before}{op}({', '.join(texts)})"


def _arguments(args: Sequence[Any], levels: int) -> str:
    """Return arguments with commas between them, many variables as a range if they are one."""
    are_variables = len(args) > FEW and all(isinstance(arg, Expr) and arg.op in ("int", "bool") for arg in args)
    found = _range([str(arg.args[0]) for arg in args]) if are_variables else _moved(args)
    return found or ", ".join(_text(arg, 0, levels - 1) for arg in args)


def _global_first(args: Sequence[Any]) -> tuple[Any, ...]:
    """Return the parts of a conjunction, those first that are no comparisons; a circuit without the conditions that no
    vertex is left out, which make the circuit a tour.
    """
    first = [arg for arg in args if isinstance(arg, Expr) and arg.op not in SIGNS and arg.op not in BEFORE]
    others = [arg for arg in args if arg not in first]
    if len(first) == 1 and first[0].op == "circuit":
        moves = {(vertex, place) for place, vertex in enumerate(first[0].args)}
        others = [arg for arg in others if not (isinstance(arg, Expr) and arg.op == "ne" and arg.args in moves)]
    return (*first, *others)


def _arcs(args: Sequence[Any]) -> list[Any]:
    """Return the arcs of a conjunction that requires one circuit of arcs, and of each vertex one arc that leaves the
    vertex; [] for any other conjunction.
    """
    circuits = [arg for arg in args if isinstance(arg, Expr) and arg.op == "circuit"]
    if len(circuits) != 1 or len(args) != len(circuits[0].args) + 1:
        return []
    once = [arg for arg in args if isinstance(arg, Expr) and arg.op == "eq" and arg.args[1] == 1]
    arcs, leaving = (
        [term.args[0] for total in totals for term in _terms(total) if isinstance(term, Expr) and term.op == "if"]
        for totals in (circuits[0].args, [arg.args[0] for arg in once])
    )
    return arcs if set(arcs) == set(leaving) else []


def _moved(args: Sequence[Any]) -> str:
    """Return many terms that are variables plus or minus the same number, as one range and this number; '' for other
    terms.
    """
    alike = {(arg.op, arg.args[1]) if isinstance(arg, Expr) and len(arg.args) == 2 else None for arg in args}
    moved = alike.pop() if len(args) > FEW and len(alike) == 1 else None
    if moved is None:
        return ""
    op, number = moved
    names = [each.args[0] for arg in args for each in arg.args[:1] if isinstance(each, Expr) and each.op == "int"]
    found = _range([str(name) for name in names]) if len(names) == len(args) else ""
    return f"{found} {SIGNS[op][1]} {number}" if found and op in ("add", "sub") and isinstance(number, int) else ""


def _counted(total: Expr) -> str:
    """Return a sum of variables, or of variables that have the same value, as `sum` or `count` of their names; '' for
    any other sum, and for few variables.
    """
    counted = [_condition(each) for each in _terms(total) if each != 0]
    names, values = [name for name, _ in counted if name is not None], {value for _, value in counted}
    if len(names) < len(counted) or len(values) != 1:
        return ""
    (value,) = values
    if value is None:
        return f"sum({_listed(names)})" if len(names) > FEW and ".." in _listed(names) else ""
    return f"count({_listed(names)}, {decimal(value)})"


def _listed(names: Sequence[str]) -> str:
    """Return names as a range if they are one and many, else as a list."""
    return (_range(names) if len(names) > FEW else "") or f"[{', '.join(names)}]"


def _terms(total: Expr) -> Iterator[Any]:
    """Yield the terms of nested sums."""
    stack: list[Any] = [total]
    while stack:
        top = stack.pop()
        if isinstance(top, Expr) and top.op == "add":
            stack += reversed(top.args)
        else:
            yield top


def _summands(total: Expr) -> Iterator[tuple[str, Any]]:
    """Yield the terms of a sum or difference, each after its sign, `+` or `-`.

    A term that is added and is itself a sum or difference is replaced by its own terms, unless `_counted` can write it
    shorter.  At most DEEP sums and differences are replaced; any further one is a term.
    """
    stack: list[tuple[str, Any]] = [("+", total)]
    tried = 0
    while stack:
        sign, top = stack.pop()
        op, operands = spelled(top) if isinstance(top, Expr) else ("", ())
        tried += (is_sum := sign == "+" and op in ("add", "sub") and len(operands) > 1)
        if is_sum and (tried > DEEP or not (op == "add" and _counted(top))):
            signs = ["+", *(SIGNS[op][1] for _ in operands[1:])]
            stack += reversed(list(zip(signs, operands, strict=True)))
        else:
            yield sign, top


def _without_zeros(summands: list[tuple[str, Any]]) -> list[tuple[str, Any]]:
    """Return the summands that are not 0, at least one; a first one that is 0 stays before a term that is taken off."""
    found = [each for each in summands if each[1] != 0]
    return found if found and found[0][0] == "+" else [("+", 0), *found]


def _condition(term: Any) -> tuple[str | None, int | None]:
    """Return the name of the variable, and the value whose presence a term counts, None if the term is the variable
    itself, as a Boolean is; None as the name for any other term.
    """
    if isinstance(term, Expr) and term.op == "if" and term.args[1:] == (1, 0):
        term = term.args[0]
        if term.op == "eq" and isinstance(term.args[0], Expr) and term.args[0].op == "int":
            return (str(term.args[0].args[0]), term.args[1]) if isinstance(term.args[1], int) else (None, None)
    is_variable = isinstance(term, Expr) and term.op in ("int", "bool")
    return (str(term.args[0]), None) if is_variable else (None, None)


def _range(names: Sequence[str]) -> str:
    """Return names that differ in one number, which grows by 1, as one name with the range of the number; '' for any
    other names.
    """
    first, last = NUMBER.split(names[0]), NUMBER.split(names[-1])  # every second part is a number
    differing = [at for at, (one, other) in enumerate(zip(first, last, strict=False)) if one != other]
    if len(first) != len(last) or len(differing) != 1 or differing[0] % 2 == 0:
        return ""
    (at,) = differing
    low = int(first[at])
    expected = ["".join([*first[:at], str(number), *first[at + 1 :]]) for number in range(low, low + len(names))]
    return "".join([*first[:at], f"{first[at]}..{last[at]}", *first[at + 1 :]]) if [*names] == expected else ""
