"""csp2sat hint: the first mistake of a partly filled board, or the next step."""

from __future__ import annotations

from typing import Annotated

from .. import options
from ..parameters import Argument, Option
from ..reporting import reporting

FORMATS = ("text", "json", "svg")
CLUES = (
    "cells that PARTIAL leaves as in BOARD count as not decided; to judge a finished board: csp2sat check BOARD PARTIAL"
)
SIGNS = "a cell with a sign is filled in: write ? in PARTIAL for each cell that is not"
DOTS = (
    "no cell of PARTIAL is ?, so . is a cell that is not filled; to judge a finished board: csp2sat check BOARD PARTIAL"
)


@reporting
def hint(
    input_: Annotated[str, Argument(metavar="BOARD", file="read", help="The board; - for stdin.")],
    settings: Annotated[options.Settings, options.given("timeout", "memory")],
    partial: Annotated[
        str | None,
        Argument(
            metavar="[PARTIAL]",
            file="read",
            help="The board so far: rows, shaded cells as #, ? for open cells; or a drawing with lines as - and |:"
            " csp2sat convert BOARD --to drawing begins one.",
        ),
    ] = None,
    where: Annotated[bool, Option("--where", help="Print only the places of the reason: clues and cells.")] = False,
    all_: Annotated[bool, Option("--all", help="Print all lines of a long supposition.")] = False,
    from_: options.From = None,
    to: Annotated[str | None, options.form("text, json, svg, png. [by the suffix of FILE, or text]", *FORMATS)] = None,
    output: Annotated[str | None, options.output("The output file. [stdout]")] = None,
    json_: options.Json = False,
    quiet: options.Quiet = False,
) -> int:
    """Print the next step for a board, or the first mistake of a partly filled one, each with its reason.

    PARTIAL has rows like the drawn solution with `?` for cells that are not filled, or, if the solution keeps the
    signs of BOARD, as in sudoku, the text of BOARD with more cells filled; or is a drawing with the lines so far, of a
    kind with lines; or is JSON, the neutral form of a solution
    with `?` or null, or an object with the key `facts` as `csp2sat steps --to json` prints them; or a file of
    puzz.link's player.  A word without letters, a character for each cell in reading order, needs no file.
    """
    from ...api.reasoning import chains
    from ...api.reasoning import partial as partly
    from ...api.writing.drawing import rendered
    from ...base.deadline import deadline
    from ...reasoning.hints import Mistake
    from ..reporting import note, put
    from ..show.drawings import DrawingTarget, put_drawing
    from ..step_printing import HintTarget, drawn_hint, show_hint

    target = HintTarget.of("json" if json_ else to, output, where, all_)
    drawing = DrawingTarget(target.to, output)
    if target.drawn:
        drawing.check()
    with deadline(None, settings.memory):
        if partial is None:
            board, filled = partly.board_with_lines(input_, from_)
        else:
            board = partly.read_board(input_, from_)
            filled = partly.partial_in(partial, board)
        found = partly.hint_from(board, filled.facts, *chains.limits(settings.timeout))
        if partly.is_full(board):
            note(f"all cells of {input_} are given; {partly.FILLED}", quiet)
        elif filled.dots:
            note(DOTS, quiet)
        elif filled.open:
            note(CLUES, quiet)
        elif filled.whole and isinstance(found, Mistake):
            note(SIGNS, quiet)
        if not target.drawn:
            return show_hint(board, found, target)
        drawn = rendered(drawn_hint(found), target.to)
        put(drawn, output) if isinstance(drawn, str) else put_drawing(drawn, drawing)
        return 0
