"""The variables of a CNF that say the values of chosen variables."""

from __future__ import annotations

from collections.abc import Container, Iterator

from .codes import CodeRecord, DigitsRecord, DirectRecord, LogRecord, OrderRecord
from .file import VariableMap


def shown(map_: VariableMap, names: Container[str]) -> list[int]:
    """Their numbers, ascending.  Two solutions that agree on all of them agree on the named variables."""
    found = {abs(lit) for name, lit in map_.bools.items() if name in names}
    for name, code in map_.ints.items():
        if name in names:
            found.update(_literals(code))
    return sorted(found)


def _literals(code: CodeRecord) -> Iterator[int]:
    if isinstance(code, OrderRecord):
        yield from range(code.first, code.first + code.values.size() - 1)
    elif isinstance(code, DirectRecord):
        yield from range(code.first, code.first + code.values.size())
    elif isinstance(code, LogRecord):
        yield from range(code.first, code.first + code.width)
    elif isinstance(code, DigitsRecord):
        for digit in code.digits:
            yield from _literals(digit)
    else:
        raise AssertionError(f"no literals are known of {code}")
