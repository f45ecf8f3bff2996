"""The CSP language of Sugar: statements, each a declaration, a wish, or else a constraint.

    (domain D lo hi)  (domain D v)  (domain D (range...))     range ::= v | (lo hi)
    (int X D)  (int X lo hi)  (int X v)  (int X (range...))
    (bool P)
    (relation R arity (supports (v...)...))  (relation R arity (conflicts (v...)...))
    (predicate (Q parameter...) (formula))
    (objective minimize term)  (objective maximize term)
    (weighted W formula)
    formula

A name is declared before it is used.  `dint` and `dbool` are `int` and `bool`: they are advice to a solver.  A line
`;@encoding log x_*` says how integers of such names are to be encoded.
"""

from __future__ import annotations

import re

from ..gc_pause import no_collector
from ..model.model import Model
from ..text import Source
from . import advice
from .explain import explain
from .operators import REFUSED, STATEMENTS
from .sexpr import ALIASES, BLANK, statements
from .spec import Language
from .statements import Statements
from .wrong import Wrong

FIRST = re.compile(rf"(?:[{BLANK}]++|;[^\r\n]*+)*+\([{BLANK}]*([^{BLANK}();]+)")


def fits(text: str) -> bool:
    """Does it begin with a statement of the language?"""
    first = FIRST.match(text)
    return first is not None and any(first[1] in words for words in (STATEMENTS, REFUSED, ALIASES))


def read(source: Source) -> Model:
    """The model that a CSP text says.  Raises InputError with the place."""
    reader = Statements()
    with no_collector():
        for statement, offset, line, column in statements(source):
            try:
                reader.read(statement, offset, line, column)
            except Wrong:
                raise explain(reader, source, offset) from None
            for remark in reader.remarks():
                source.warn(remark, line, column)
    reader.model.encodings += advice.encodings(source)
    return reader.model


LANGUAGE = Language("sugar", (".csp",), fits, read)
