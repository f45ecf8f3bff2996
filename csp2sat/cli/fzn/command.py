"""csp2sat-fzn: what `minizinc --solver csp2sat` runs on a FlatZinc file.

Exit code 0 for every answer, also that none is known; 1 with a line on stderr for anything else.
"""

from __future__ import annotations

import sys
import time

STARTED = time.monotonic() - time.process_time()  # the interpreter's start counts, too

from ...base.gc_pause import collect_seldom  # noqa: E402
from ...errors import Csp2SatError, LimitReached, UsageError  # noqa: E402
from ..reporting import reporting  # noqa: E402
from .options import USAGE, Wishes, read_options  # noqa: E402

WRONG = 1  # exit code


def main() -> None:
    """The command `csp2sat-fzn`."""
    collect_seldom()
    reporting(command)(sys.argv[1:])


def command(arguments: list[str]) -> int:
    """Run a command line; the exit code."""
    try:
        wishes = read_options(arguments)
        if wishes.help or wishes.version:
            return _told(wishes)
        if len(wishes.files) != 1:
            raise UsageError(f"expected one FlatZinc file, not {len(wishes.files)}")
        return _run(wishes)
    except Csp2SatError as error:
        text = str(error) if hasattr(error, "place") else f"csp2sat-fzn: {error}"
        print(text + (f"\n{USAGE}" if isinstance(error, UsageError) else ""), file=sys.stderr)
        return WRONG


def _told(wishes: Wishes) -> int:
    from ... import __version__

    print(USAGE if wishes.help else f"csp2sat-fzn {__version__}", end="" if wishes.help else "\n")
    return 0


def _run(wishes: Wishes) -> int:
    from ...runner.process.deadline import deadline
    from .protocol import Printer
    from .run import run

    printer = Printer(wishes.statistics)
    left = None if wishes.milliseconds is None else max(0.0, STARTED + wishes.milliseconds / 1000 - time.monotonic())
    try:
        with deadline(left) as end:
            run(wishes, printer, end)
    except LimitReached:
        printer.end("UNKNOWN")
    except (KeyboardInterrupt, SystemExit):  # the best so far is worth more than the way it ended
        printer.end("UNKNOWN")
    return 0
