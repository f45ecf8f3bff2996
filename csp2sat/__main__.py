"""python -m csp2sat"""

from __future__ import annotations

import os
import signal
import sys
from types import FrameType


def main() -> None:
    """The command `csp2sat`."""
    if signal.getsignal(signal.SIGINT) is not signal.SIG_IGN:
        signal.signal(signal.SIGINT, _leave)  # until a command runs, which has something to tidy up
    from .cli.show.reporting import conclude

    conclude(_run, alone=True)


def _run() -> int:
    if sys.argv[1:] == ["--version"]:  # without the time that the command line takes to start
        from . import __version__

        print(f"csp2sat {__version__}")
        return 0
    from .cli.app import app_for

    app_for(sys.argv[1:])()
    return 0


def _leave(number: int, frame: FrameType | None) -> None:
    os.write(2, b"csp2sat: interrupted\n")
    os._exit(128 + number)


if __name__ == "__main__":
    main()
