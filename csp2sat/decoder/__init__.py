"""The variable map, which relates literals of the CNF and values of named variables."""

from .map_file import (
    ObjectiveRecord,
    VariableMap,
    is_written,
    number_of_variables,
    of_records,
    pieces,
    read,
    shown,
    write,
)

__all__ = [
    "ObjectiveRecord",
    "VariableMap",
    "is_written",
    "number_of_variables",
    "of_records",
    "pieces",
    "read",
    "shown",
    "write",
]
