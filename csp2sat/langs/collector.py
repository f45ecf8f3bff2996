"""Python's collector of cycles, switched off while a model is read, built or encoded."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def no_collector() -> Iterator[None]:
    """Models and encodings have no cycles, and the collector would look at them over and over as they grow: up to half
    of the time."""
    enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if enabled:
            _all_are_old()
            gc.enable()


def _all_are_old() -> None:
    """What was made counts as looked at: else all of it would be, at the next opportunity."""
    if not gc.get_freeze_count():
        gc.freeze()
        gc.unfreeze()
