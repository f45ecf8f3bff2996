"""The program `python -m csp2sat`, which is the command `csp2sat`."""

from __future__ import annotations

import sys

from .base.interpreter import collect_seldom, leave_when_interrupted


def main() -> None:
    """Run the command `csp2sat` with the arguments of the process, and end the process with its exit code."""
    leave_when_interrupted()  # before the imports, which take a while
    from .base.time_limit import command_begins

    command_begins()
    collect_seldom()
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
