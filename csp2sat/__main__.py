"""The program `python -m csp2sat`, which is the command `csp2sat`."""

from __future__ import annotations

import sys

from .base.gc_pause import collect_seldom
from .base.signals import leave_when_interrupted
from .base.time_limit import command_begins


def main() -> None:
    """Run the command `csp2sat` with the arguments of the process, and end the process with its exit code."""
    command_begins()
    collect_seldom()
    leave_when_interrupted()
    from .cli.reporting import concluding, put

    with concluding(alone=True, json="--json" in sys.argv) as end:
        if sys.argv[1:] == ["--version"]:  # without the time that the command line takes to start
            from . import __version__

            put(f"csp2sat {__version__}\n", None)
        else:
            from .cli.command_line import call_of

            command = call_of(sys.argv[1:])
            end.code = command() or 0


if __name__ == "__main__":
    main()
