"""Several runs for one question: --race and --cubes."""

from __future__ import annotations

from typing import Annotated

import typer

from .options import complete_solver

Race = Annotated[
    str | None,
    typer.Option(
        "--race",
        metavar="A,B,...",
        autocompletion=complete_solver,
        help="Run these solvers at once; the first checked answer counts.",
    ),
]
Cubes = Annotated[
    int | None,
    typer.Option(
        "--cubes",
        metavar="N",
        min=2,
        help="Split into about N parts, as many at once as fit; --proof is then a folder.",
    ),
]
Executor = Annotated[
    str | None,
    typer.Option(
        "--executor",
        metavar="SPEC",
        help="Where parts run: threads:N, local:N, dask:local, dask://HOST:PORT, MODULE:FACTORY. [threads, one a core]",
    ),
]


def rivals(race: str | None, cubes: int | None, executor: str | None) -> tuple[str, ...]:
    """The solvers that --race names; UsageError for options that exclude each other."""
    from ...errors import UsageError

    names = tuple(dict.fromkeys(word.strip() for word in (race or "").split(",") if word.strip()))
    if race is not None and (cubes or not names):
        raise UsageError("--race A,B or --cubes N, not both" if cubes else "--race: expected names of solvers")
    if executor and not cubes:
        raise UsageError("--executor is for --cubes")
    return names
