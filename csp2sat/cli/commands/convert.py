"""csp2sat convert: a board from one format into another, a model into CSP text or XCSP3."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from .. import options
from ..many import reporting_many
from ..parameters import Option
from ..reporting import put


@reporting_many
def convert(
    input_: Annotated[str, options.UNTIMED_INPUTS],
    to: Annotated[
        str | None,
        options.form(
            "text, array, json, url, sgt, player, penpa, page, line (a sudoku), puzzlekit, drawing (to draw on, for"
            " `hint`), svg, png, pdf, html (a board); "
            "sugar, sugar-strict (as Sugar itself reads it), xcsp3, minizinc (a CSP). [by the suffix of FILE, or text]",
            *("*", "svg", "png", "pdf", "html", "sugar", "sugar-strict", "xcsp3", "minizinc"),
        ),
    ] = None,
    output: Annotated[str | None, options.output("The output file. [stdout]")] = None,
    turn: Annotated[
        Literal["90", "180", "270"] | None,
        Option("--turn", help="Turn a board, with all its clues, clockwise by 90, 180 or 270 degrees."),
    ] = None,
    mirror: Annotated[bool, Option("--mirror", help="Exchange left and right of a board, after --turn.")] = False,
    cell: Annotated[
        int | None,
        Option("--cell", metavar="PIXELS", help="Pixels of a cell in an svg or png. [usually 40; png: 80]"),
    ] = None,
    from_: options.From = None,
    json_: options.Json = False,
    quiet: options.Quiet = False,
) -> int:
    """Write an input in another format: that of --to, else that of the suffix of FILE, else text: the usual rows of a
    board, or CSP text; a FILE needs one of them, unless a board is turned or mirrored.

    --json prints an object with the result, or with the file of the result; a drawing then needs -o FILE.
    """
    from ...api.inputs import read_problem
    from ...api.reasoning.partial import empty_drawing
    from ...api.writing.converting import DRAWN, converted, turned
    from ...errors import UsageError
    from ..json_lines import json_line
    from ..show import drawings
    from ..suffixes import input_format

    moved = turn is not None or mirror
    has_file, is_usual = output not in (None, "-"), to is None
    to = input_format(to, output, "text" if moved or not has_file else None)
    if to in DRAWN:
        if json_ and not has_file:
            raise UsageError(f"--json: a drawing needs a file of its own; use -o FILE.{to}")
        target = drawings.DrawingTarget(to, output, cell=cell)
        target.check()
        refusal = f"--to {to}: only a board can be drawn"
    else:
        if cell is not None:
            raise UsageError(f"--cell: only an svg or png has cells of a width in pixels; --to {to} has none")
        refusal = f"{input_} is a CNF; only boards and CSPs can be converted"
    problem = turned(read_problem(input_, from_, refusal), int(turn or 0), mirror)
    if is_usual and not has_file and problem.board is None:
        to = "sugar"
    about: dict[str, Any] = {"status": "CONVERTED", "format": to}
    if to in DRAWN:
        if problem.board is None:
            raise UsageError(refusal)
        drawings.write(target, problem.board)
    else:
        text = empty_drawing(problem.board) if to == "drawing" and problem.board else converted(problem, to)
        if has_file or not json_:
            put(text, output)
        else:
            about["text"] = text.removesuffix("\n")
    if json_:
        print(json_line(about | ({"file": output} if has_file else {})), end="")
    return 0
