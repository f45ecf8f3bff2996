"""The variable map: literals <-> values of named variables."""

from .file import ObjectiveRecord, VariableMap, read, shown, write

__all__ = ["ObjectiveRecord", "VariableMap", "read", "shown", "write"]
