"""csp2sat convert: a board from one format into another, a model into CSP text."""

from __future__ import annotations

from typing import Annotated

from .. import options
from ..reporting import put, reporting


@reporting
def convert(
    input_: options.Input,
    to: Annotated[
        str | None,
        options.form(
            "text, array, json, url, sgt, line (a sudoku), puzzlekit, svg, png, pdf, html (a board); sugar (a CSP). "
            "[as the suffix of FILE says]",
            *("*", "svg", "png", "pdf", "html", "sugar"),
        ),
    ] = None,
    output: Annotated[str | None, options.output("Where to. [stdout]")] = None,
    from_: options.From = None,
) -> int:
    """Write an input in another format."""
    from ...api.inputs import read_problem
    from ...api.writing.converting import DRAWN, converted
    from ..show import drawings
    from ..show.suffixes import input_format

    to = input_format(to, output)
    if to in DRAWN:
        return drawings.convert(input_, from_, drawings.DrawingTarget(to, output))
    refusal = f"{input_} is a CNF; only boards and CSPs can be converted"
    put(converted(read_problem(input_, from_, refusal), to), output)
    return 0
