"""csp2sat steps: from the givens to the solution, as a person could go."""

from __future__ import annotations

from typing import Annotated

from .. import options
from ..parameters import Argument, Option
from ..reporting import reporting

FORMATS = ("text", "json", "svg", "html")


@reporting
def steps(
    input_: Annotated[str, Argument(metavar="BOARD", file="read", help="The board; - for stdin.")],
    settings: Annotated[options.Settings, options.given("timeout", "memory")],
    limit: Annotated[int | None, Option("--limit", metavar="N", min=1, help="The first N steps. [all]")] = None,
    all_: Annotated[
        bool, Option("--all", help="Print routine steps, and all lines of long suppositions, too.")
    ] = False,
    from_: options.From = None,
    to: Annotated[str | None, options.form("text, json, svg, html. [by the suffix of FILE, or text]", *FORMATS)] = None,
    output: Annotated[
        str | None, options.output("The output file; for several steps as svg a folder. [stdout]")
    ] = None,
    json_: options.Json = False,
    verbose: options.Verbose = False,
    quiet: options.Quiet = False,
) -> int:
    """Print the steps from the givens of a board to its solution: each a reason, and what the reason forces.

    Nothing can be left out of a reason, and small reasons come first.  Routine steps, such as crossing out a number
    that a row has, steps that no other step needs, and the lines of cases in suppositions of more than 40 lines are
    only printed with --all.
    Text has the drawn board above the steps, and the solution below.
    With several solutions the steps end where nothing more follows; if there is no solution, they end in a
    contradiction.  Exit code 3 if the time (60 seconds, unless --timeout is given) was over before.
    """
    from ...api.reasoning import chains
    from ...api.reasoning import partial as partly
    from ...base.deadline import deadline
    from ..progress import progress
    from ..step_printing import StepsTarget, show

    target = StepsTarget.of("json" if json_ else to, output, all_, quiet)
    with progress("finding steps", verbose, quiet), deadline(None, settings.memory):
        board = partly.read_board(input_, from_)
        found = chains.steps_of(board, settings.timeout, limit)
        return show(found, target)
