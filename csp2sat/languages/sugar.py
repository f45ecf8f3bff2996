"""The CSP language of Sugar: statements, each a declaration, an objective, a soft constraint, or else a constraint.

    (domain D lo hi)  (domain D v)  (domain D (range...))     range ::= v | (lo hi)
    (int X D)  (int X lo hi)  (int X v)  (int X (range...))
    (bool P)
    (relation R arity (supports (v...)...))  (relation R arity (conflicts (v...)...))
    (predicate (Q parameter...) (formula))
    (objective minimize term)  (objective maximize term)
    (weighted W formula)
    formula

A name is declared before its first use. `dint` and `dbool` mean `int` and `bool`; the difference is advice to a solver.
A line `;@encoding log x_*` states how integers with such names are to be encoded; later lines and options override it.
A line `;@name WORDS` names the constraints below it, until the next such line; `;@name` alone ends that.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import TYPE_CHECKING

from ..base.interpreter import CollectorOff
from ..base.numbers import shortened
from ..base.source import Source
from ..model.model import Model
from .spec import Language

if TYPE_CHECKING:
    from .base.forms import ConstraintForm

ADVICE = re.compile(r"^[ \t]*;@encoding\b(.*)$", re.M)
NAME = re.compile(r"^[ \t]*;@name\b[ \t]*(.*?)[ \t\r]*$", re.M)
UNKNOWN = re.compile(r"^[ \t]*(?P<found>;@[ \t]*(?!(?:encoding|name)\b)(?P<word>\w.*?))[ \t\r]*$", re.M)
WORD = re.compile(r"\S+")


def fits(text: str) -> bool:
    """Whether a text begins with a statement of the CSP language."""
    from .base.sexpr import ALIASES, BLANK
    from .csp.operators import REFUSED, STATEMENTS

    first = re.match(rf"(?:[{BLANK}]++|;[^\r\n]*+)*+\([{BLANK}]*([^{BLANK}();]+)", text)
    return first is not None and any(first[1] in words for words in (STATEMENTS, REFUSED, ALIASES))


def read(source: Source) -> Model:
    """Read a CSP text as a model. Raises InputError, with the place, if a statement is wrong, and with the errors of
    later statements; warns of doubtful statements.
    """
    from .base.sexpr import statements
    from .base.wrong import Wrong
    from .csp.faults import Faults
    from .csp.statements import Statements, place_of

    reader, names = Statements(), _Names(source.text)
    with CollectorOff(), Faults(reader, source) as faults:
        for statement, offset, line, column in statements(source, reader.quick):
            try:
                reader.read(statement, offset, line, column, names.at(offset))
            except Wrong:
                faults.add(statement, offset)
                if faults.are_enough:
                    break
            for remark in reader.remarks():
                place = place_of(remark, source, offset)
                source.warn_at(remark.text, place)
    reader.model.encodings += advice(source)
    _warn_of_unknown(source)
    return reader.model


def _warn_of_unknown(source: Source) -> None:
    """Warn of the first comment that begins with `;@` and no word that means something here, as `;@rows` for the name
    of the constraints below it.
    """
    if found := UNKNOWN.search(source.text) if ";@" in source.text else None:
        expected = f"expected `;@name {shortened(found['word'])}` for a name, or ;@encoding"
        message = f"{shortened(found['found'])} says nothing here; {expected}"
        source.warn_at(message, source.place(found.start("found")))


class _Names:
    """The names that lines `;@name WORDS` give the constraints below them."""

    def __init__(self, text: str):
        found = NAME.finditer(text) if ";@" in text else ()
        self._waiting = [(line.end(), line[1]) for line in found][::-1]
        self._name = ""

    def at(self, offset: int) -> str:
        """Return the name of a constraint at an offset, '' for none; offsets grow from call to call."""
        while self._waiting and self._waiting[-1][0] <= offset:
            _, self._name = self._waiting.pop()
        return self._name


def advice(source: Source) -> list[tuple[str, str]]:
    """Return the pairs of a name pattern and an encoding's name in the lines `;@encoding ENCODING PATTERN ...`. Raises
    InputError for a line without a pattern.
    """
    found: list[tuple[str, str]] = []
    for line in ADVICE.finditer(source.text) if ";@" in source.text else ():
        words = WORD.findall(line[1])
        if len(words) < 2:
            raise source.error("expected the name of an encoding and patterns of names after ;@encoding", line.end())
        found += [(pattern, words[0]) for pattern in words[1:]]
    return found


def forms() -> Mapping[str, ConstraintForm]:
    """Return the forms in which the CSP language writes constraints, by their spellings."""
    from .csp.constraints import FORMS

    return FORMS


LANGUAGE = Language("sugar", (".csp",), fits, read, forms, example="(int x 1 9)")
