"""csp2sat-sugar: a drop-in for the command `sugar`, so that its clients work unchanged."""

from __future__ import annotations

import os
import sys
import time

from ... import __version__
from ...base.interpreter import collect_seldom
from ...errors import Csp2SatError, Unsupported, UsageError, own_faults
from ..reporting import reporting
from .answers import Log
from .input import STDIN
from .options import USAGE, SugarFlags, read_options
from .run import missing_file, run

HELP = "`csp2sat-sugar -help` lists the options"
NO_ANSWER, NO_FILE = 1, 2  # exit codes; Sugar's are 0 even after an error


def main() -> None:
    """Run the command `csp2sat-sugar` with the arguments of the process, and end with the exit code."""
    collect_seldom()
    reporting(command)(sys.argv[1:])


def command(arguments: list[str]) -> int:
    """Run a command line, and return the exit code: 0 for an answer, NO_FILE if the input file does not exist,
    NO_ANSWER after any other error and after help.
    """
    try:
        flags = read_options(arguments)
    except UsageError as error:
        return _complain(f"{error}\n{HELP}", NO_ANSWER)
    version = f"csp2sat {__version__} for Sugar v2-3-3 + {flags.solver or 'the default solver'}"
    if flags.help or flags.version:
        print(USAGE if flags.help else version, end="" if flags.help else "\n")
        return NO_ANSWER
    if len(flags.files) != 1:
        return _complain(f"expected one FILE, not {len(flags.files)}\n{HELP}", NO_ANSWER)
    if flags.files[0] not in STDIN and not os.path.exists(flags.files[0]):  # noqa: PTH110
        return _complain(f"no input file {flags.files[0]}", NO_FILE)
    return _logged(flags, version)


def _logged(flags: SugarFlags, version: str) -> int:
    """Perform the task of the flags between log lines with the date, and return the exit code: 0, or NO_ANSWER after an
    error.

    Errors are printed in Sugar's form on stdout, in ours on stderr; an interrupt is logged and raised again.  version:
    the line that the log begins with.
    """
    log = Log(flags.level)
    log.say(version)
    log.say(f"BEGIN {time.ctime()}")
    try:
        with own_faults():
            run(flags, log)
    except Csp2SatError as error:
        if isinstance(error, Unsupported):
            print("s UNSUPPORTED")
        log.error(str(error).partition("\n")[0])
        print(missing_file(error, flags), flush=True)
        return _complain(str(error), NO_ANSWER)
    except (KeyboardInterrupt, SystemExit):
        print("c ERROR INTERRUPTED", flush=True)
        raise
    log.say(f"END {time.ctime()}")
    return 0


def _complain(text: str, code: int) -> int:
    """Print an error to stderr after the name of the command, and return `code`."""
    print(f"csp2sat-sugar: {text}", file=sys.stderr)
    return code


if __name__ == "__main__":
    main()
