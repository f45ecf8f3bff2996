"""The commands."""

from __future__ import annotations

from typing import Annotated

import typer

from .convert import convert
from .decode import decode
from .encode import encode
from .puzzles import puzzles
from .solve import solve
from .solvers import solvers

app = typer.Typer(
    no_args_is_help=True,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)

EXIT_CODES = """Exit codes: 0 an answer (satisfiable, unsatisfiable), 1 an error (bad input, solver missing or broken,
wrong answer), 2 wrong usage, 3 unknown (a limit was reached), 130 interrupted."""


def _version(wanted: bool) -> None:
    if wanted:
        from .. import __version__

        print(f"csp2sat {__version__}")
        raise typer.Exit


@app.callback(epilog=EXIT_CODES)
def csp2sat(
    version: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Print the version.")
    ] = False,
) -> None:
    """Constraint problems and puzzles to DIMACS CNF, any SAT solver, and back."""


for command in (encode, solve, decode, convert, puzzles, solvers):
    app.command()(command)
