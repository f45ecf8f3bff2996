"""The error of a wrong statement: it is read once more, with the place of every item."""

from __future__ import annotations

import re

from ...base.source import Source
from ...errors import InputError
from ..base.sexpr import BLANK, located, plain
from ..base.syntax_fault import Unknown, Wrong
from .predicates import predicate_of
from .statements import Statements

LATER = rf"\([{BLANK}]*(d?int|d?bool|domain|relation|predicate)[{BLANK}]+\(?{{}}[{BLANK})]"


def explain(reader: Statements, source: Source, offset: int) -> InputError:
    """The error of the statement at the offset, which is wrong.

    What is wrong may stand in the body of a predicate that the statement calls: then those are located as well.
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
    return source.error(message, at)


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
    """Where an unknown name is declared after its use, as the end of the message, or ''."""
    if not isinstance(wrong, Unknown):
        return ""
    found = re.compile(LATER.format(re.escape(wrong.name))).search(plain(source.text), offset)
    return f"; ({found[1]} {wrong.name} ..) comes later, in line {source.place(found.start()).line}" if found else ""
