"""What CPMpy's test files take from their module `utils`, which its sdist lacks."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from importlib.util import find_spec
from typing import Any

import pytest

HAS_PBLIB = find_spec("pypblib") is not None


def inclusive_range(least: int, most: int) -> range:
    """From the least to the most, both included."""
    return range(least, most + 1)


def lambda_assert(holds: Callable[[], object]) -> Callable[[], None]:
    """A function that asserts what another one says."""

    def asserted() -> None:
        assert holds()

    return asserted


def skip_on_missing_pblib(skip_on_exception_only: bool = False) -> Callable[[Any], Any]:
    """Skip a test, or a class of tests, where pypblib is not installed; or only if it then fails for that."""

    def decorated(test: Any) -> Any:
        if HAS_PBLIB:
            return test
        if not skip_on_exception_only:
            return pytest.mark.skip(reason="pypblib is not installed")(test)
        if not isinstance(test, type):
            return _skipping(test)
        for name, method in vars(test).items():
            if name.startswith("test"):
                setattr(test, name, _skipping(method))
        return test

    return decorated


def _skipping(test: Callable[..., None]) -> Callable[..., None]:
    @wraps(test)
    def skipping(*args: Any, **kwargs: Any) -> None:
        try:
            test(*args, **kwargs)
        except ImportError as error:
            if "pypblib" not in str(error).lower():
                raise
            pytest.skip("pypblib is not installed")

    return skipping
