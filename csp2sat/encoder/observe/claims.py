"""Texts of literals, and how far the texts hold: in which directions, and under which conditions."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from ...cnf.sink import BOTH, DOWN, TRUE, UP, Lit
from ...decoder.wording import opposite, within
from ...ints.spec import Reader


class LiteralText(NamedTuple):
    """The text of a positive literal.

    ways: DOWN if the literal implies the text, UP if the text implies the literal, BOTH or 0.  where: what must be
    true for that.
    """

    text: str
    ways: int
    where: tuple[str, ...] = ()


SURE = {0: 0, DOWN: 1, UP: -1}
REVERSED = {0: 0, DOWN: UP, UP: DOWN, BOTH: BOTH}


class LiteralTexts:
    """The texts of literals.

    texts: the texts of variables, by their positive literals.  readers: for each literal of the code of an integer the
    reader of the code and the text of the integer.  ways, where: how far texts of `claim` hold, see `LiteralText`.
    """

    def __init__(self, names: Mapping[Lit, str]):
        self._names = names
        self.texts: dict[Lit, LiteralText] = {}
        self.readers: dict[Lit, tuple[Reader, str]] = {}
        self.restrict(BOTH, ())

    def restrict(self, ways: int, unless: Sequence[Lit]) -> None:
        """Declare that the next texts hold in the directions `ways`, if no literal of `unless` is true."""
        self.ways, self.where = ways, dict.fromkeys(map(self._condition, unless))

    def _condition(self, lit: Lit) -> str:
        """Return words for the opposite of a literal: its text, if the text is true nowhere else, or its number."""
        known = self.texts.get(abs(lit))
        is_known = known is None or (not known.where and known.ways & (UP if lit < 0 else DOWN))
        return (self._text(-lit) if is_known else "") or f"literal {-lit}"

    def claim(self, lit: Lit, text: str) -> None:
        """Take the text of a literal, unless the variable has one already."""
        variable = abs(lit)
        if variable != TRUE and variable not in self.texts and variable not in self.readers:
            ways, where = self.ways, tuple(self.where)
            self.texts[variable] = (
                LiteralText(text, ways, where) if lit > 0 else LiteralText(opposite(text), REVERSED[ways], where)
            )

    def part(self, lit: Lit, is_monotone: bool = False) -> str:
        """Return the text of a literal for the next text, which holds no further than this one; '' if it has none.

        is_monotone: whether the next text may become true, but not false, if the literal becomes true.
        """
        if known := self.texts.get(abs(lit)):
            ways = known.ways if lit > 0 else REVERSED[known.ways]
            self.ways &= ways if is_monotone or ways == BOTH else 0
            self.where.update(dict.fromkeys(known.where))
        return self._text(lit)

    def _text(self, lit: Lit) -> str:
        """Return the text of a literal; '' if it has none."""
        if abs(lit) == TRUE:
            return "true" if lit > 0 else "false"
        if lit in self._names or -lit in self._names:
            return self._names.get(lit) or f"not {within(self._names[-lit])}"
        if abs(lit) in self.readers:
            reader, name = self.readers[abs(lit)]
            return reader.meaning(name, lit)
        known = self.texts[abs(lit)].text if abs(lit) in self.texts else ""
        return opposite(known) if known and lit < 0 else known
