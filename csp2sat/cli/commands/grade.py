"""csp2sat grade: how hard boards are for a person."""

from __future__ import annotations

from typing import Annotated

from .. import options
from ..many import reporting_many


@reporting_many
def grade(
    input_: Annotated[str, options.INPUTS],
    settings: Annotated[options.Settings, options.given("timeout", "memory")],
    from_: options.From = None,
    json_: options.Json = False,
    quiet: options.Quiet = False,
) -> int:
    """Print the grade of a board, from 1 to 10, with the figures of its steps that the grade is made of.

    The score is the mean over the ten hardest steps of their clues, rules and a quarter of the known facts; `csp2sat
    help "grade bounds"` has the scores at which a grade begins.  A board with several solutions or none has no grade.
    Exit code 3 if the time (60 seconds of CPU time, unless --timeout is given) was over before the last step: then the
    grade is at least that.
    """
    from ...api.reasoning import chains
    from ...api.reasoning import partial as partly
    from ...base.deadline import deadline
    from ..step_printing import show_grade

    with deadline(None, settings.memory):
        board = partly.read_board(input_, from_)
        return show_grade(chains.steps_of(board, settings.timeout), json_)
