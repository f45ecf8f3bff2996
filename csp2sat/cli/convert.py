"""csp2sat convert: a board from one format into another, a model into CSP text."""

from __future__ import annotations

from typing import Annotated

import typer

from . import options
from .reporting import reporting


@reporting
def convert(
    input_: options.Input,
    to: Annotated[
        str,
        typer.Option(
            "--to", metavar="FORMAT", help="text, array, json, url, sgt, svg, png, html (a board); sugar (a CSP)."
        ),
    ],
    output: Annotated[str | None, typer.Option("-o", "--output", metavar="FILE", help="Where to. [stdout]")] = None,
    from_: options.From = None,
) -> int:
    """Write an input in another format."""
    from pathlib import Path

    from .. import files
    from . import drawings

    if to in drawings.DRAWN:
        return drawings.convert(input_, from_, drawings.Target(to, output))
    text = _converted(input_, from_, to)
    if output in (None, "-"):
        print(text, end="")
    else:
        files.write_text(Path(str(output)), text)
    return 0


def _converted(input_: str, from_: str | None, to: str) -> str:
    from ..errors import UsageError
    from ..langs.csp_text import to_text
    from ..puzzles.spec import FORMATS
    from ..search.inputs import CnfInput, read
    from ..search.problem import BoardProblem
    from .drawings import DRAWN

    problem = read(input_, from_)
    if isinstance(problem, CnfInput):
        raise UsageError(f"{input_} is a CNF; only boards and CSPs can be converted")
    if to == "sugar":
        return to_text(problem.attempts()[-1].model())
    if not isinstance(problem, BoardProblem):
        raise UsageError(f"--to {to}: a CSP can only be converted to sugar")
    if to not in FORMATS:
        raise UsageError(f"--to {to}: expected one of {', '.join((*FORMATS, *DRAWN))}, sugar")
    return FORMATS[to].write(problem.board)
