"""The commands."""

from __future__ import annotations

from importlib import import_module
from typing import Annotated

import typer

COMMANDS = ("encode", "solve", "decode", "convert", "puzzles", "solvers")  # each in the file of its name

EXIT_CODES = """Exit codes: 0 an answer (satisfiable, unsatisfiable), 1 an error (bad input, solver missing or broken,
wrong answer), 2 wrong usage, 3 unknown (a limit was reached), 130 interrupted."""


def app_for(arguments: list[str]) -> typer.Typer:
    """The application for a command line: with the command that it names, or with all of them.

    Building a command's options takes milliseconds, so the others are left out.
    """
    app = typer.Typer(
        no_args_is_help=True,
        rich_markup_mode=None,
        pretty_exceptions_enable=False,
        context_settings={"help_option_names": ["-h", "--help"]},
    )
    app.callback(epilog=EXIT_CODES)(csp2sat)
    named = arguments[:1]
    for name in named if named and named[0] in COMMANDS else COMMANDS:
        app.command()(getattr(import_module(f"{__package__}.{name}"), name))
    return app


def _version(wanted: bool) -> None:
    if wanted:
        from .. import __version__

        print(f"csp2sat {__version__}")
        raise typer.Exit


def csp2sat(
    version: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Print the version.")
    ] = False,
) -> None:
    """Constraint problems and puzzles to DIMACS CNF, any SAT solver, and back."""
