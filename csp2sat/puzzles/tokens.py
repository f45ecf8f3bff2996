"""How a cell is written in the text form: a table of tokens, or numbers."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, NamedTuple

from .givens import number


def listed(choices: Iterable[object]) -> str:
    """`a, b or c`."""
    *most, last = map(str, choices)
    return f"{', '.join(most)} or {last}" if most else last


class Table(NamedTuple):
    """Cells with few values.  tokens: token -> (neutral value, what it is); the first token of a value is written."""

    tokens: dict[str, tuple[str, str]]

    def value(self, token: str) -> str:
        """The neutral value of a token."""
        if token not in self.tokens:
            choices = listed(f"{t} ({what})" if what else t for t, (_, what) in self.tokens.items())
            raise ValueError(f"expected {choices}")
        return self.tokens[token][0]

    def token(self, value: Any) -> str:
        """The token of a neutral value."""
        for token, (own, _) in self.tokens.items():
            if own == value:
                return token
        values = dict.fromkeys(repr(own) for own, _ in self.tokens.values())
        raise ValueError(f"expected {listed(values)}")


class Numbers:
    """Cells with a number, from 1 on, or none (the neutral value 0, the tokens `-`, `.` and `0`)."""

    @staticmethod
    def value(token: str) -> int:
        """The neutral value of a token."""
        found = 0 if token in ("-", ".") else number(token)
        if found is None:
            raise ValueError("expected - (blank) or a number")
        return found

    @staticmethod
    def token(value: Any) -> str:
        """The token of a neutral value."""
        if type(value) is not int or value < 0:  # True is an int, but no number here
            raise ValueError("expected 0 (blank) or a number")
        return str(value) if value else "-"


class NumbersOrAny(Numbers):
    """The same, or a number that is not given (the neutral value -1, the token `?`)."""

    @staticmethod
    def value(token: str) -> int:
        """The neutral value of a token."""
        found = -1 if token == "?" else 0 if token in ("-", ".") else number(token)
        if found is None:
            raise ValueError("expected - (blank), ? or a number")
        return found

    @staticmethod
    def token(value: Any) -> str:
        """The token of a neutral value."""
        if type(value) is not int or value < -1:
            raise ValueError("expected 0 (blank), -1 (?) or a number")
        return "?" if value == -1 else str(value or "-")
