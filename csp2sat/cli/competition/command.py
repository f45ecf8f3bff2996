"""csp2sat-xcsp3: the program that the XCSP3 competition, or a script like its own, runs on an instance."""

from __future__ import annotations

import os
import sys
import tempfile
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from ...base.interpreter import collect_seldom
from ...base.time_limit import command_begins
from ...errors import Csp2SatError, FileError, UsageError
from ..flags import shows_help
from ..reporting import reporting
from .options import USAGE, CompetitionFlags, read_options

if TYPE_CHECKING:
    from ...api.settings import Settings

HELP = "`csp2sat-xcsp3 --help` lists the flags"


def main() -> None:
    """Run the command `csp2sat-xcsp3` with the arguments of the process, and end with the exit code."""
    command_begins()
    collect_seldom()
    reporting(command)(sys.argv[1:])


def command(arguments: list[str]) -> int:
    """Run a command line, and return the exit code, as USAGE says; the message of an error is printed to stderr."""
    try:
        flags = read_options(arguments)
        if shows_help("csp2sat-xcsp3", USAGE, flags.help, flags.version):
            return 0
        if len(flags.files) != 1:
            raise UsageError(f"expected one instance, not {len(flags.files)}")
        return _run(flags)
    except Csp2SatError as error:
        message = error.on_command_line() if isinstance(error, UsageError) else str(error)
        more = f"\n{HELP}" if isinstance(error, UsageError) else ""
        print(message if hasattr(error, "place") else f"csp2sat-xcsp3: {message}{more}", file=sys.stderr)
        return error.exit_code


def _run(flags: CompetitionFlags) -> int:
    """Answer the instance that the flags name, print the answer, and return the exit code.  Raises Csp2SatError before
    the instance is read.
    """
    from .supervisor import CompetitionTask, compete

    if flags.tmpdir is not None:
        _use_folder(flags.tmpdir)
    settings = partial(_settings, flags)
    return compete(CompetitionTask(flags.files[0], settings, flags.seconds, flags.memory, flags.cpu, flags.verbose))


def _settings(flags: CompetitionFlags, seconds: float | None) -> Settings:
    """Return the settings that the flags mean, with a limit of wall time; several cores are for several solvers, of
    which some have no seed.
    """
    from ...api.settings import Settings

    several = flags.cores is not None and flags.cores > 1
    return Settings(
        solver=None if flags.solver in ("", "auto") else flags.solver,
        encoding=flags.encoding,
        seed=None if several else flags.seed,
        threads=flags.cores,
        timeout=seconds,
        memory=flags.memory,
    )


def _use_folder(path: str) -> None:
    """Make a folder the one for the temporary files of this process and its children.  Raises FileError if
    there is no such folder.
    """
    folder = Path(path).absolute()
    if not folder.is_dir():
        raise FileError(f"{path}: no such folder")
    tempfile.tempdir = os.environ["TMPDIR"] = str(folder)
