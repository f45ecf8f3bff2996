"""How a command ends: errors as one line on stderr, and the exit code."""

from __future__ import annotations

import functools
import os
import signal
import sys
import warnings
from collections.abc import Callable
from typing import Any, NoReturn, ParamSpec

from ..errors import Csp2SatError, InputWarning

Params = ParamSpec("Params")
INTERRUPTED, TERMINATED = 130, 143


def reporting(command: Callable[Params, int]) -> Callable[Params, None]:
    """The command as typer calls it: its result becomes the exit code, its errors messages.

    SIGTERM unwinds the stack as Ctrl-C does, so that solvers are stopped and temporary files go.
    """

    @functools.wraps(command)
    def run(*args: Params.args, **kwargs: Params.kwargs) -> None:
        signal.signal(signal.SIGTERM, _terminated)
        try:
            _show_warnings(quiet=bool(kwargs.get("quiet")))
            code = command(*args, **kwargs)
            sys.stdout.flush()
        except Csp2SatError as error:
            code = _complain(_prefixed(error), error.exit_code)
        except KeyboardInterrupt:
            code = _complain("csp2sat: interrupted", INTERRUPTED)
        except BrokenPipeError:  # the reader of our output has gone; nothing can be said to it
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
            code = 1
        except OSError as error:
            code = _complain(f"csp2sat: {error}", 1)
        except MemoryError:
            code = _complain("csp2sat: out of memory", 1)
        sys.exit(code)

    return run


def _show_warnings(quiet: bool) -> None:
    """What readers wonder about, as one line on stderr; other warnings as Python shows them."""
    shown = warnings.showwarning

    def show(message: Warning | str, category: type[Warning], *where: Any) -> None:
        if category is InputWarning:
            print(message, file=sys.stderr)
        else:
            shown(message, category, *where)

    warnings.showwarning = show  # type: ignore[assignment]
    warnings.simplefilter("ignore" if quiet else "always", InputWarning)


def _prefixed(error: Csp2SatError) -> str:
    place = getattr(error, "place", None)
    return str(error) if place else f"csp2sat: {error}"


def _complain(text: str, code: int) -> int:
    print(text, file=sys.stderr)
    return code


def _terminated(signum: int, frame: object) -> NoReturn:
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    sys.exit(TERMINATED)


def note(text: str, quiet: bool = False) -> None:
    """Something worth knowing, on stderr."""
    if not quiet:
        print(f"csp2sat: {text}", file=sys.stderr)


def warn(text: str, quiet: bool = False) -> None:
    """A warning on stderr."""
    if not quiet:
        print(f"csp2sat: warning: {text}", file=sys.stderr)
