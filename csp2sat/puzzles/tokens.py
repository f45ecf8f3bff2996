"""How a cell is written in the text form and in arrays of digits: a table of tokens, or numbers."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any, NamedTuple

from .givens import number

NO_DIGITS: Mapping[int, Any] = {}


class Notation(NamedTuple):
    """How one cell, or one value of a section, is written.

    value: its token in the plain text form -> its neutral value; ValueError with what was expected.
    token: the other way; for anything else that JSON can hold, ValueError with what was expected.
    digits: the numbers of the digit-array form -> neutral values; None: they are the neutral values; {}: there is no
    such form.
    """

    value: Callable[[str], Any]
    token: Callable[[Any], str]
    digits: Mapping[int, Any] | None = NO_DIGITS


def listed(choices: Iterable[object]) -> str:
    """`a, b or c`."""
    *most, last = map(str, choices)
    return f"{', '.join(most)} or {last}" if most else last


def table(tokens: Mapping[str, tuple[str, str]], digits: Mapping[int, str]) -> Notation:
    """Cells with few values.  tokens: token -> (neutral value, what it is); the first token of a value is written."""

    def value(token: str) -> str:
        if token not in tokens:
            choices = listed(f"{t} ({what})" if what else t for t, (_, what) in tokens.items())
            raise ValueError(f"expected {choices}")
        return tokens[token][0]

    def token(value: Any) -> str:
        for token, (own, _) in tokens.items():
            if own == value:
                return token
        raise ValueError(f"expected {listed(dict.fromkeys(repr(own) for own, _ in tokens.values()))}")

    return Notation(value, token, digits)


def _numbers(special: dict[str, int], words: str, values: str) -> Notation:
    """Numbers, and tokens for some of them; the last token of a number is the one that is written.

    words, values: what is expected of a token, of a neutral value.
    """
    tokens = {value: token for token, value in special.items()}

    def value(token: str) -> int:
        found = special.get(token, number(token))
        if found is None:
            raise ValueError(f"expected {words}")
        return found

    def token(value: Any) -> str:
        if type(value) is not int or value < min(tokens):  # True is an int, but no number here
            raise ValueError(f"expected {values}")
        return tokens[value] if value in tokens else str(value)

    return Notation(value, token, None)


# Cells with a number, from 1 on, or none (the neutral value 0, the tokens `-`, `.` and `0`)
NUMBERS = _numbers({".": 0, "-": 0}, "- (blank) or a number", "0 (blank) or a number")
# The same, or a number that is not given (the neutral value -1, the token `?`)
NUMBERS_OR_ANY = _numbers({".": 0, "-": 0, "?": -1}, "- (blank), ? or a number", "0 (blank), -1 (?) or a number")
