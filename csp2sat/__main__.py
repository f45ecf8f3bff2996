"""The program `python -m csp2sat`, which is the command `csp2sat`."""

from __future__ import annotations

import os
import signal
import sys
from types import FrameType

from .base.gc_pause import collect_seldom
from .base.time_limit import command_begins


def main() -> None:
    """Run the command `csp2sat` with the arguments of the process, and end the process with its exit code."""
    command_begins()
    collect_seldom()
    if signal.getsignal(signal.SIGINT) is not signal.SIG_IGN:
        signal.signal(signal.SIGINT, _leave)  # until a command runs, which has something to tidy up
    from .cli.reporting import concluding, put

    with concluding(alone=True) as end:
        if sys.argv[1:] == ["--version"]:  # without the time that the command line takes to start
            from . import __version__

            put(f"csp2sat {__version__}\n", None)
        else:
            from .cli.command_line import call_of

            command = call_of(sys.argv[1:])
            end.code = command() or 0


def _leave(number: int, frame: FrameType | None) -> None:
    os.write(2, b"csp2sat: interrupted\n")
    os._exit(128 + number)


if __name__ == "__main__":
    main()
