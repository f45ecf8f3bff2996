"""Samples: what `make test` takes of many cases, of which `make long` takes the others."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import pytest


def sampled(values: Iterable[Any], one_in: int = 3) -> list[Any]:
    """Parameters for `pytest.mark.parametrize`: one value in so many, from the first on, the others marked `long`.

    A value that is a tuple is one for several names.
    """
    rows = [value if isinstance(value, tuple) else (value,) for value in values]
    return [pytest.param(*row, marks=() if at % one_in == 0 else pytest.mark.long) for at, row in enumerate(rows)]
