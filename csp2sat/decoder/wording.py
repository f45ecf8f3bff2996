"""Texts about literals, such as `x - y <= 3`: within others, and their opposites."""

from __future__ import annotations

from itertools import accumulate

VALUES_OF = "the values of "  # and the name of an integer: the origin of what its code is made of
WHERE = " where "  # between what a literal says and the condition under which it does
OTHERS = {" <= ": " > ", " > ": " <= ", " >= ": " < ", " < ": " >= ", " = ": " != ", " != ": " = "}
JOINING = frozenset(("and", "or", "not", "if", "bit", "in"))  # words of texts that are no comparisons


def within(text: str) -> str:
    """Return a text in parentheses if it has blanks and no parentheses around the whole of it yet."""
    depths = accumulate((sign in "([") - (sign in ")]") for sign in text[:-1])
    return f"({text})" if " " in text and 0 in depths else text


def opposite(text: str) -> str:
    """Return the text of the opposite of a literal: the comparison the other way round, or `not TEXT`."""
    signs = [sign for sign in OTHERS if sign in text]
    if len(signs) == 1 and text.count(signs[0]) == 1 and JOINING.isdisjoint(text.split()):
        return text.replace(signs[0], OTHERS[signs[0]])
    if text.startswith("bit ") and text.count(" is ") == 1:
        return f"{text[:-1]}{1 - int(text[-1])}"
    return _without_brackets(text[4:]) if text.startswith("not ") else f"not {within(text)}"


def _without_brackets(text: str) -> str:
    """Return a text without the parentheses around the whole of it, if there are such."""
    return text[1:-1] if text.startswith("(") and within(text) == text else text
