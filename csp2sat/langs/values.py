"""Answers as text: Sugar's lines `a NAME<TAB>VALUE`, or the line `v VALUE ...` of the CSP competitions."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Protocol

from ..model.model import Answer, hidden


class Declared(Protocol):
    """Names of variables in order of declaration; a Model is one."""

    @property
    def ints(self) -> Iterable[str]: ...

    @property
    def bools(self) -> Iterable[str]: ...


def show_values(declared: Declared, answer: Answer) -> str:
    """The `a` lines of an answer: integers, then Booleans as true or false; hidden variables are left out.

    Raises KeyError when the answer lacks a variable.
    """
    ints = [f"a {name}\t{answer.ints[name]}\n" for name in declared.ints if not hidden(name)]
    bools = [f"a {name}\t{str(answer.bools[name]).lower()}\n" for name in declared.bools if not hidden(name)]
    return "".join((*ints, *bools, "a\n"))


def show_row(declared: Declared, answer: Answer) -> str:
    """One `v` line: the values of all variables, hidden ones too; integers, then Booleans as 1 or 0.

    Raises KeyError when the answer lacks a variable.
    """
    values = [answer.ints[name] for name in declared.ints] + [int(answer.bools[name]) for name in declared.bools]
    return " ".join(("v", *map(str, values))) + "\n"
