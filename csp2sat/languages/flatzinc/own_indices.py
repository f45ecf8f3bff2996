"""The indices that a printed array of MiniZinc names before its elements, as in `[A: 1, B: 2]`."""

from __future__ import annotations

import re
from collections.abc import Sequence

from .own_values import TOKEN

QUOTES = re.compile(r"[\s']")


def wrong_index(value: str, dimensions: Sequence[Sequence[str]]) -> bool:
    """Whether a printed array names other indices than its own, or its own in another order.

    dimensions: the indices of the array, a list for each dimension.  An array may name no index, all indices or, with
    one dimension, the first; in two dimensions, those of the columns, then those of the rows, or only either.
    """
    inner = value[value.index("[") :] if value.startswith("array") else value
    named = [QUOTES.sub("", found["word"]) for found in TOKEN.finditer(inner) if found["index"]]
    rows, *others = [[QUOTES.sub("", each) for each in indices] for indices in dimensions] or [[]]
    columns = others[0] if len(others) == 1 else []
    return bool(named) and named not in ([*columns, *rows], rows, columns, rows[: 1 - len(others)])
