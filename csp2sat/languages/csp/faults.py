"""The errors of wrong statements: their places, found by reading a statement again, and several of them at once."""

from __future__ import annotations

import re
from types import TracebackType

from ...base.source import WORD, Source
from ...errors import Csp2SatError, InputError
from ..base.sexpr import BLANK, Item, located, plain
from ..base.wrong import Unknown, Wrong
from .predicates import predicate_of
from .statements import KINDS, Statements

MOST = 10  # errors of a text


class Faults:
    """The errors of a text so far, raised at the end of a `with` block as one InputError.

    reader: the reader of the statements, which a wrong statement does not change.
    """

    def __init__(self, reader: Statements, source: Source):
        self._reader, self._source = reader, source
        self._found: list[InputError] = []
        self._undeclared: set[str] = set()  # names that wrong statements would have declared

    def add(self, statement: Item, offset: int) -> None:
        """Add the error of the wrong statement at the offset, unless it follows from an earlier one: the name is
        unknown that an earlier wrong statement would have declared.
        """
        error, wrong = explain(self._reader, self._source, offset)
        if not (isinstance(wrong, Unknown) and wrong.name in self._undeclared):
            self._found.append(error)
        self._undeclared.update(_declared(statement))

    @property
    def are_enough(self) -> bool:
        """Whether the reader stops here."""
        return len(self._found) == MOST

    def __enter__(self) -> Faults:
        return self

    def __exit__(self, kind: object, error: BaseException | None, trace: TracebackType | None) -> None:
        if not self._found or not isinstance(error, Csp2SatError | None):
            return
        if isinstance(error, InputError):  # of parentheses, say
            self._found.append(error)
        raise self._error() from None

    def _error(self) -> InputError:
        first, *others = self._found[:MOST]
        return InputError(first.message, first.place, others)


def _declared(statement: Item) -> set[str]:
    """Return the names that a wrong statement may have been meant to declare."""
    if not isinstance(statement, list) or not statement or statement[0] not in (*KINDS, "predicate"):
        return set()
    return {str(item) for item in statement[1:] if isinstance(item, str)} | {
        str(item[0]) for item in statement[1:2] if isinstance(item, list) and item and isinstance(item[0], str)
    }


LATER = rf"\([{BLANK}]*(d?int|d?bool|domain|relation|predicate)[{BLANK}]+\(?{{}}[{BLANK})]"


def explain(reader: Statements, source: Source, offset: int) -> tuple[InputError, Wrong]:
    """Return the error, with its place, of the wrong statement at the offset, and the fault without a place.

    The fault may stand in the body of a predicate that the statement calls; then the predicate's statement is read
    again, too, with places.
    """
    predicates = reader.operators.macros.predicates
    for _ in range(len(predicates) + 1):
        wrong = _wrong(reader, source, offset)
        at = getattr(wrong.item, "offset", None)
        outside = [name for name in _names(wrong.calls) if not hasattr(predicates[name].body, "offset")]
        if at is not None or not outside:
            break
        declared = located(source, predicates[outside[0]].offset)
        assert isinstance(declared, list)
        predicates[outside[0]] = predicate_of(declared, predicates[outside[0]].offset)[1]
    at = offset if at is None else at
    message = wrong.message + (_later(source, at, wrong) or wrong.hint())
    if at < offset:
        message += f", in the call in line {source.place(offset).line}"
    return source.error(message, at), wrong


def _wrong(reader: Statements, source: Source, offset: int) -> Wrong:
    try:
        reader.read(located(source, offset), offset, 0, 0)
    except Wrong as wrong:
        return wrong
    raise AssertionError(f"wrong at first, right when read again: {source.place(offset)}")


def _names(calls: tuple[str, object] | None) -> list[str]:
    names = []
    while calls:
        names.append(calls[0])
        calls = calls[1]  # type: ignore[assignment]
    return names


def _later(source: Source, offset: int, wrong: Wrong) -> str:
    """Return the end of a message: the line of the first declaration behind `offset` that declares the unknown name.

    offset: the place of the fault in the text. wrong: the fault. The result is '' for another fault than an unknown
    name, for a name of more than WORD characters, and for a name that is not declared later.
    """
    if not isinstance(wrong, Unknown) or len(wrong.name) > WORD:
        return ""
    found = re.compile(LATER.format(re.escape(wrong.name))).search(plain(source.text), offset)
    return f"; ({found[1]} {wrong.name} ..) comes later, in line {source.place(found.start()).line}" if found else ""
