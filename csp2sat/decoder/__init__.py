"""The variable map: literals <-> values of named variables."""

from .file import ObjectiveRecord, VariableMap, number_of_variables, of_records, read, shown, write

__all__ = ["ObjectiveRecord", "VariableMap", "number_of_variables", "of_records", "read", "shown", "write"]
