"""csp2sat generate: new boards with one solution."""

from __future__ import annotations

from typing import Annotated, Literal

from .. import booklet_options, options
from ..parameters import Argument, Option
from ..reporting import reporting

SIZE = "([0-9]{1,9})(?:x([0-9]{1,9}))?"


@reporting
def generate(
    type_: Annotated[
        str,
        Argument(
            metavar="KIND",
            autocompletion=options.complete_puzzle,
            help="The kind of puzzle; or a board, with --harder, --easier or --grade.",
        ),
    ],
    settings: Annotated[options.Settings, options.given("solver", "solvers", "timeout", "memory")],
    size: Annotated[
        str | None,
        Option(
            "--size",
            metavar="ROWSxCOLS",
            help="The size of the board, rows first (10x12: 10 rows of 12 cells). [10x10; sudoku 9x9, kenken 6x6]",
        ),
    ] = None,
    seed: Annotated[int | None, options.option_of("seed", "The same seed gives the same board. [random]")] = None,
    symmetry: Annotated[
        Literal["none", "rotate2", "rotate4", "mirror"],
        Option(
            "--symmetry",
            help="The symmetry of the givens: rotate2 (a turn by 180 degrees), rotate4 (by 90), mirror (left, right).",
        ),
    ] = "none",
    minimal: Annotated[bool, Option("--minimal", help="No given can be left out.")] = False,
    givens: Annotated[
        int | None, Option("--givens", metavar="N", min=0, help="The number of givens. [as few as a search finds]")
    ] = None,
    grade: Annotated[
        str | None,
        Option(
            "--grade",
            metavar="N or N..M",
            help="The grade of the board, from 1 to 10, or easy (1..3), medium (4..6), hard (7..10); a board smaller"
            " than usual rarely has a high one. Each seed has 60 seconds of CPU time, unless --timeout is given."
            " A booklet of several grades is made sooner by --by-grade without --grade. [any]",
        ),
    ] = None,
    harder: Annotated[
        bool, Option("--harder", help="A harder board than BOARD in place of KIND, with the same solution.")
    ] = False,
    easier: Annotated[bool, Option("--easier", help="An easier board than BOARD, with the same solution.")] = False,
    from_: options.From = None,
    count: Annotated[
        int, Option("--count", metavar="N", min=1, help="The number of boards; each board takes the next seed.")
    ] = 1,
    to: Annotated[
        str | None,
        options.form(
            "text, json, url, sgt, svg, png, pdf, html. [by the suffix of FILE, or text]",
            *("*", "svg", "png", "pdf", "html"),
        ),
    ] = None,
    output: Annotated[
        str | None,
        options.output("The output file; for several boards a folder, or F.html or F.pdf for a booklet. [stdout]"),
    ] = None,
    title: booklet_options.Title = None,
    per_page: booklet_options.PerPageOption = None,
    hint: booklet_options.NewHintOption = False,
    by_grade: booklet_options.ByGrade = False,
    *,
    style: Annotated[options.PrintStyle, options.PRINT_STYLE],
    steps: Annotated[
        str | None,
        Option("--steps", metavar="FILE", file="written", help="Write the steps of the board, F.html or F.txt."),
    ] = None,
    json_: options.Json = False,
    verbose: options.Verbose = False,
    quiet: options.Quiet = False,
) -> int:
    """Make new boards of a kind, each with exactly one solution.

    The solution is drawn at random; a solver decides only whether it is the only one, and --solver confirms it for the
    finished board. `csp2sat generate BOARD --harder` (--easier, --grade) makes a board with the solution of yours:
    clues are taken away, added or moved.
    """
    from ...api.generating import WantedGivens, puzzle_to_make, random_seed
    from ...base.deadline import deadline
    from ...errors import UsageError
    from ..own_boards import own_request
    from ..progress import progress
    from ..show.making import BoardTarget, GenerateRequest, make
    from ..suffixes import input_format

    wanted = WantedGivens(symmetry, minimal, givens)
    about = (wanted, title, per_page)
    number = random_seed() if seed is None else seed
    target = BoardTarget(input_format(to, output, "text"), output)
    own = own_request(type_, size, grade, harder, easier, from_)
    puzzle, rows_cols = (own.board.puzzle, own.size) if own else ((name := puzzle_to_make(type_)), size_of(name, size))
    request = GenerateRequest(
        puzzle,
        rows_cols,
        number,
        count,
        target,
        quiet,
        json_,
        *about,
        hint=hint or style.below,
        by_grade=by_grade,
        steps=steps,
        style=style,
    )
    if own is None and grade is not None:
        from ...api.reasoning.graded import grades_of

        request = request._replace(grades=grades_of(grade))
    if json_ and to is not None and output in (None, "-"):
        raise UsageError("--json or --to, not both; with -o FILE both are possible")
    request.check()
    with progress(f"making {puzzle}", verbose, quiet) as trace, deadline(settings.timeout, settings.memory) as end:
        if own is not None:
            request = own.asked(request, settings, trace, end)
        make(request, settings, trace, end)
    return 0


def size_of(puzzle: str, text: str | None) -> tuple[int, int]:
    """Return the size that a text means: (10, 12) for `10x12`, that is 10 rows of 12 cells, and (10, 10) for `10`; the
    usual size of the kind of puzzle if the text is None.

    Raises UsageError for any other text, and for a size that the kind of puzzle cannot have.
    """
    import re

    from ...api.generating import size_or_usual
    from ...errors import UsageError

    found = re.fullmatch(SIZE, text or "")
    if text is not None and found is None:
        raise UsageError(f"--size {text}: expected ROWSxCOLS, such as 10x12 for 10 rows of 12 cells")
    rows, cols = (int(each) if each else None for each in found.groups()) if found else (None, None)
    return size_or_usual(puzzle, rows, cols)
