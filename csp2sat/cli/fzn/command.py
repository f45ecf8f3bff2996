"""csp2sat-fzn: the program that `minizinc --solver csp2sat` runs on a FlatZinc file.

The exit code is 0 for every answer, `UNKNOWN` included; 1, with a line on stderr, for anything else.
"""

from __future__ import annotations

import sys
import time

STARTED = time.monotonic() - time.process_time()  # the interpreter's start counts, too

from ...base.interpreter import collect_seldom  # noqa: E402
from ...errors import Csp2SatError, LimitReached, UsageError, own_faults  # noqa: E402
from ..flags import shows_help  # noqa: E402
from ..reporting import reporting  # noqa: E402
from .options import USAGE, Flags, read_options  # noqa: E402

WRONG = 1  # exit code


def main() -> None:
    """Run the command `csp2sat-fzn` with the arguments of the process, and end with the exit code."""
    collect_seldom()
    reporting(command)(sys.argv[1:])


def command(arguments: list[str]) -> int:
    """Run a command line, and return the exit code: WRONG after an error, which is printed to stderr, with the usage
    for a UsageError.
    """
    try:
        flags = read_options(arguments)
        if shows_help("csp2sat-fzn", USAGE, flags.help, flags.version):
            return 0
        if len(flags.files) != 1:
            raise UsageError(f"expected one FlatZinc file, not {len(flags.files)}")
        with own_faults():
            return _run(flags)
    except Csp2SatError as error:
        text = str(error) if hasattr(error, "place") else f"csp2sat-fzn: {error}"
        print(text + (f"\n{USAGE}" if isinstance(error, UsageError) else ""), file=sys.stderr)
        return WRONG


def _run(flags: Flags) -> int:
    """Answer the file that the flags name, print the answer, and return 0.

    After a limit or an interrupt the best solution found so far is printed, without the status of a finished search.
    The time limit counts from the start of the program.  Raises other Csp2SatError than LimitReached.
    """
    from ...base.deadline import deadline
    from .protocol import SolutionPrinter
    from .run import run

    printer = SolutionPrinter(flags.statistics)
    left = None if flags.milliseconds is None else max(0.0, STARTED + flags.milliseconds / 1000 - time.monotonic())
    try:
        with deadline(left) as end:
            run(flags, printer, end)
    except LimitReached:
        printer.end(complete=False)
    except (KeyboardInterrupt, SystemExit):  # the best so far is worth more than the way it ended
        printer.end(complete=False)
    return 0
