"""csp2sat hint: the first mistake of a partly filled board, or the next step."""

from __future__ import annotations

from typing import Annotated

from .. import options
from ..parameters import Argument, Option
from ..reporting import reporting


@reporting
def hint(
    input_: Annotated[str, Argument(metavar="BOARD", file="read", help="The board; - for stdin.")],
    settings: Annotated[options.Settings, options.given("timeout", "memory")],
    partial: Annotated[
        str | None,
        Argument(metavar="[PARTIAL]", file="read", help="The board as far as it is filled, with ? for other cells."),
    ] = None,
    where: Annotated[bool, Option("--where", help="Print only the places of the reason: clues and cells.")] = False,
    from_: options.From = None,
    json_: options.Json = False,
    quiet: options.Quiet = False,
) -> int:
    """Print the next step for a board, or the first mistake of a partly filled one, each with its reason.

    PARTIAL has rows like the drawn solution with `?` for cells that are not filled; or is JSON, the neutral form of a
    solution with `?` or null, or an object with the key `facts` as `csp2sat steps --to json` prints them; or a file of
    puzz.link's player.
    """
    from ...api.reasoning import chains
    from ...api.reasoning import partial as partly
    from ...base.deadline import deadline
    from ..step_printing import show_hint

    with deadline(None, settings.memory):
        board = partly.read_board(input_, from_)
        facts = partly.partial_in(partial, board) if partial is not None else []
        found = partly.hint_from(board, facts, chains.end_of(settings.timeout))
        return show_hint(board, found, where, json_)
