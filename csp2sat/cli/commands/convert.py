"""csp2sat convert: a board from one format into another, a model into CSP text or XCSP3."""

from __future__ import annotations

from typing import Annotated, Any

from .. import options
from ..many import reporting_many
from ..reporting import put


@reporting_many
def convert(
    input_: Annotated[str, options.UNTIMED_INPUTS],
    to: Annotated[
        str | None,
        options.form(
            "text, array, json, url, sgt, player, penpa, line (a sudoku), puzzlekit, svg, png, pdf, html (a board); "
            "sugar, xcsp3 (a CSP). [by the suffix of FILE]",
            *("*", "svg", "png", "pdf", "html", "sugar", "xcsp3"),
        ),
    ] = None,
    output: Annotated[str | None, options.output("The output file. [stdout]")] = None,
    from_: options.From = None,
    json_: options.Json = False,
    quiet: options.Quiet = False,
) -> int:
    """Write an input in another format: that of --to, else that of the suffix of FILE; one of them is needed.

    --json prints an object with the result, or with the file of the result; a drawing then needs -o FILE.
    """
    from ...api.inputs import read_problem
    from ...api.writing.converting import DRAWN, converted
    from ...errors import UsageError
    from ..json_lines import json_line
    from ..show import drawings
    from ..suffixes import input_format

    to, has_file = input_format(to, output), output not in (None, "-")
    about: dict[str, Any] = {"status": "CONVERTED", "format": to}
    if to in DRAWN:
        if json_ and not has_file:
            raise UsageError(f"--json: a drawing needs a file of its own; use -o FILE.{to}")
        drawings.convert(input_, from_, drawings.DrawingTarget(to, output))
    else:
        refusal = f"{input_} is a CNF; only boards and CSPs can be converted"
        text = converted(read_problem(input_, from_, refusal), to)
        if has_file or not json_:
            put(text, output)
        else:
            about["text"] = text.removesuffix("\n")
    if json_:
        print(json_line(about | ({"file": output} if has_file else {})), end="")
    return 0
