"""The variable map: literals <-> values of named variables."""

from .codes import CodeRecord, DirectRecord, LogRecord, OrderRecord
from .file import ObjectiveRecord, VariableMap, read, write
from .shown import shown

__all__ = [
    "CodeRecord",
    "DirectRecord",
    "LogRecord",
    "ObjectiveRecord",
    "OrderRecord",
    "VariableMap",
    "read",
    "shown",
    "write",
]
