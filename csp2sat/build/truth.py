"""Advice for a program that needs the truth of a term or formula: an expression to write in place of the program's."""

from __future__ import annotations

import ast
import linecache
import sys
from dis import opname
from itertools import islice
from types import FrameType

ADVICE = {
    "if": "p.implies(q) or build.if_ for if",
    "chain": "(1 <= x) & (x <= 2) for 1 <= x <= 2",
    "and": "p & q for `p and q`, in parentheses where they are comparisons",
    "or": "p | q for `p or q`, in parentheses where they are comparisons",
    "not": "~p for `not p`",
    "in": "x.is_in([1, 3]) for `x in [1, 3]`",
    "max": "build.maximum for max",
    "min": "build.minimum for min",
    "any": "build.any_ for any",
    "all": "build.all_ for all",
    "sorted": "build.sort for sorted",
    "items": "csp2sat.array(xs) for a list, tuple, NumPy array or Series xs, which is compared item by item",
}
"""Advice by the word for the expression that needs a truth value."""
IN_GENERAL = (
    "& | ~ for and, or, not; (1 <= x) & (x <= 2) for 1 <= x <= 2; p.implies(q) or build.if_ for if; build.maximum, "
    "build.minimum, build.all_, build.any_ for max, min, all, any; build.any_(x == v for v in values) for x in values"
)


def advice(frame: FrameType | None) -> str:
    """Return advice for the expression that a frame is evaluating, such as `write ~p for ...`; IN_GENERAL if its source
    is unknown.
    """
    return f"write {ADVICE.get(_word(frame), IN_GENERAL) if frame is not None else IN_GENERAL}"


def _word(frame: FrameType) -> str:
    """Return the key of ADVICE for the expression that a frame is evaluating; '' if there is none or its source cannot
    be read.
    """
    if _is_of_items(frame):
        return "items"
    try:
        tree = ast.parse(_source(frame).strip(), mode="eval").body
    except (SyntaxError, ValueError, IndexError, TypeError):
        return ""
    match tree:
        case ast.Compare(ops=[ast.In() | ast.NotIn(), *_]):
            return "in"
        case ast.Compare(ops=[_, _, *_]):
            return "chain"
        case ast.BoolOp(op=ast.And()):
            return "and"
        case ast.BoolOp(op=ast.Or()):
            return "or"
        case ast.UnaryOp(op=ast.Not()):
            return "not"
        case ast.Call(func=ast.Name(id=name)) if name in ADVICE:
            return name
        case ast.Compare() | ast.Name() | ast.Attribute() | ast.Subscript():
            return "if"
    return ""


def _is_of_items(frame: FrameType) -> bool:
    """Whether a frame is comparing containers, and asks for the truth of each two items, or is inside NumPy or
    pandas.
    """
    if frame.f_globals.get("__name__", "").partition(".")[0] in ("numpy", "pandas"):
        return True
    code, at = frame.f_code.co_code, frame.f_lasti
    asks_itself = sys.version_info >= (3, 13) and code[at + 1] & 16
    return opname[code[at]] == "COMPARE_OP" and not asks_itself


def _source(frame: FrameType) -> str:
    """Return the source of the expression that a frame is evaluating; '' if its place is unknown or it has several
    lines.
    """
    first, last, begin, end = next(islice(frame.f_code.co_positions(), frame.f_lasti // 2, None))
    if first is None or last != first:
        return ""
    line = linecache.getline(frame.f_code.co_filename, first).encode()
    return line[begin:end].decode()
