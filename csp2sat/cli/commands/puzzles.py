"""csp2sat puzzles: the puzzle types, or one of them with rules, formats and a sample."""

from __future__ import annotations

from typing import Annotated

import typer

from .. import options
from ..reporting import reporting


@reporting
def puzzles(
    name: Annotated[
        str | None, typer.Argument(metavar="[NAME]", autocompletion=options.complete_puzzle, help="A puzzle type.")
    ] = None,
) -> int:
    """List the puzzle types; of one: its rules, formats and a sample."""
    from ...puzzles.spec import PUZZLES

    if name is None:
        width = max(map(len, PUZZLES))
        for each in PUZZLES:
            print(f"{each:{width}}  {_first_sentence(PUZZLES[each].rules)}")
    else:
        print(_described(name), end="")
    return 0


def _first_sentence(rules: str) -> str:
    return rules.replace("\n", " ").split(". ")[0].rstrip(".") + "."


def _described(name: str) -> str:
    from contextlib import suppress

    from ...base.source import Source
    from ...errors import UsageError
    from ...puzzles.boards.reading import read_board
    from ...puzzles.drawing import ascii
    from ...puzzles.names import known_puzzle
    from ...puzzles.spec import FORMATS, PUZZLES

    puzzle = PUZZLES[known_puzzle(name)]
    sample, solved = puzzle.samples[0]
    board = read_board(Source("sample", sample), name)
    parts = [f"{puzzle.name}\n\n{puzzle.rules}"]
    for each in FORMATS:
        with suppress(UsageError):  # a format need not have all puzzles
            more = "; `size` says the width first, then the height" if each == "text" else ""
            parts.append(f"As {each} (convert --to {each}{more}):\n\n{FORMATS[each].write(board)}")
    parts.append(f"Drawn:\n\n{ascii.draw(puzzle.picture(board, None))}")
    if solved:
        parts.append(f"Solved:\n\n{solved}")
    return "\n\n".join(part.rstrip("\n") for part in parts) + "\n"
