"""The CSP language of Sugar: statements, each a declaration or else a constraint.

    (domain D lo hi)  (domain D v)  (domain D (range...))     range ::= v | (lo hi)
    (int X D)  (int X lo hi)  (int X v)  (int X (range...))
    (bool P)
    formula

A name is declared before it is used.  `dint` and `dbool` are `int` and `bool`: they are advice to a solver.
"""

from __future__ import annotations

import gc
import re
from collections.abc import Container, Iterator
from contextlib import contextmanager

from ..model.domain import Domain
from ..model.model import Model, Origin
from ..text import Source
from .domains import domain_of
from .expressions import Expressions
from .names import Names
from .operators import DECLARATIONS, NOT_YET
from .sexpr import ALIASES, BLANK, Item, located, plain, shown, statements
from .spec import Language
from .wrong import Unknown, Wrong

FIRST = re.compile(rf"(?:[{BLANK}]++|;[^\r\n]*+)*+\([{BLANK}]*([^{BLANK}();]+)")
LATER = rf"\([{BLANK}]*(d?int|d?bool|domain)[{BLANK}]+{{}}[{BLANK})]"


def fits(text: str) -> bool:
    """Does it begin with a statement of the language?"""
    first = FIRST.match(text)
    return first is not None and any(first[1] in words for words in (DECLARATIONS, NOT_YET, ALIASES))


def read(source: Source) -> Model:
    """The model that a CSP text says.  Raises InputError with the place."""
    reader = _Reader()
    with _no_collector():
        for statement, offset, line, column in statements(source):
            try:
                reader.read(statement, Origin("text", line, column))
            except Wrong:
                _explain(reader, source, offset)
    return reader.model


@contextmanager
def _no_collector() -> Iterator[None]:
    """Reading makes no cycles, and Python's collector would look at the growing model over and over: a third of the
    time."""
    enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if enabled:
            gc.enable()


LANGUAGE = Language("sugar", (".csp",), fits, read)


def _explain(reader: _Reader, source: Source, offset: int) -> None:
    """Read a wrong statement once more, now with the place of every item, and raise the error."""
    try:
        reader.read(located(source, offset))
    except Wrong as wrong:
        at = getattr(wrong.item, "offset", offset)
        raise source.error(wrong.message + (_later(source, at, wrong) or wrong.hint()), at) from wrong
    raise AssertionError(f"wrong at first, right when read again: {source.place(offset)}")


def _later(source: Source, offset: int, wrong: Wrong) -> str:
    """Where an unknown name is declared after its use, as the end of the message, or ''."""
    if not isinstance(wrong, Unknown):
        return ""
    found = re.compile(LATER.format(re.escape(wrong.name))).search(plain(source.text), offset)
    return f"; ({found[1]} {wrong.name} ..) comes later, in line {source.place(found.start()).line}" if found else ""


class _Reader:
    """The model so far.  A statement that is wrong changes nothing."""

    def __init__(self) -> None:
        self.model = Model(about={"language": "sugar"})
        self._domains: dict[str, Domain] = {}
        self._names = Names()
        self._expressions = Expressions(self._names)

    def read(self, statement: Item, origin: Origin | None = None) -> None:
        """Add what a statement says.  Raises Wrong."""
        head = statement[0] if isinstance(statement, list) and statement else None
        if isinstance(statement, list) and head in DECLARATIONS:
            self._declare(statement, str(head))
        else:
            self.model.add(self._expressions.formula(statement), origin)

    def _declare(self, form: list[Item], kind: str) -> None:
        if kind == "domain":
            name = _new_name(form, "domain", self._domains)
            self._domains[name] = domain_of(form, self._domains)
        elif kind.endswith("int"):
            name = _new_name(form, "integer variable", self.model.ints)
            self.model.int(name, domain_of(form, self._domains))
            self._names.declare_int(name)
        else:
            name = _new_name(form, "Boolean variable", self.model.bools)
            if len(form) > 2:
                raise Wrong(form[2], f"expected ')' after the variable's name, found {shown(form[2])}")
            self.model.bool(name)
            self._names.declare_bool(name)


def _new_name(form: list[Item], kind: str, taken: Container[str]) -> str:
    name = form[1] if len(form) > 1 else None
    if not isinstance(name, str):
        raise Wrong(form if name is None else name, f"expected the name of the {kind} after {shown(form[0])}")
    if name in taken:
        raise Wrong(name, f"{kind} {shown(name)} is declared twice")
    return name
