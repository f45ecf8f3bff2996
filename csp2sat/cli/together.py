"""Several runs for one question: --race and --cubes."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Annotated, NamedTuple

import typer

from .options import complete_solver

if TYPE_CHECKING:
    from ..run.config import Solvers
    from ..search.engine import Engine
    from .asking import Request

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


class Together(NamedTuple):
    """What is to run at once: rivals, or parts of the formula."""

    race: tuple[str, ...]
    cubes: int
    executor: str
    proofs: str = ""

    def check(self, request: Request) -> None:
        """UsageError for what does not go with that."""
        from ..errors import UsageError

        word = "--race" if self.race else "--cubes"
        if self.race and request.solver:
            raise UsageError("--race names its solvers; leave --solver out")
        others = {"--proof": request.proof, "--all and --limit": request.many, "--search": request.search}
        for option, asked in others.items():
            if asked:
                raise UsageError(f"{option}: not with {word}")

    def engine(self, solvers: Solvers) -> Callable[..., Engine]:
        """What makes the engine; SolverError for a rival that is not there."""
        if self.race:
            from ..bench.race import Racing

            return partial(Racing, rivals=tuple(map(solvers.find, self.race)))
        from ..bench.cubes import Cubing

        return partial(Cubing, cubes=self.cubes, executor=self.executor, proofs=self.proofs)


def wanted(race: str | None, cubes: int | None, executor: str | None, proof: str | None) -> Together | None:
    """What the options ask for; UsageError for those that exclude each other.  proof: with cubes a folder."""
    from ..errors import UsageError

    names = tuple(dict.fromkeys(word.strip() for word in (race or "").split(",") if word.strip()))
    if race is not None and (cubes or not names):
        raise UsageError("--race A,B or --cubes N, not both" if cubes else "--race: expected names of solvers")
    if executor and not cubes:
        raise UsageError("--executor is for --cubes")
    return Together(names, cubes or 0, executor or "threads", proof or "") if names or cubes else None
