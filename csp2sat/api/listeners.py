"""Functions of users that are called meanwhile, and the check that they take what they are called with."""

from __future__ import annotations

from collections.abc import Callable
from inspect import signature

from ..errors import UsageError

# Advice after the arguments of a listener, by its parameter.
LISTENERS = {"on_better": "; csp2sat.improvements(model) gives results, each with its bound"}


def check_listener(name: str, given: Callable[..., object] | None, *takes: str) -> None:
    """Raise UsageError unless a listener is None, or a function that can be called with as many arguments as `takes`
    has nouns; name: its parameter.
    """
    if given is None:
        return
    try:
        signature(given).bind(*takes)
    except ValueError:  # of some functions of other languages nothing is known
        return
    except TypeError:
        raise UsageError(
            f"expected a function of {' and '.join(takes)}{LISTENERS.get(name, '')}", name, given
        ) from None
