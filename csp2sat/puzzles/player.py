"""How files of puzz.link's player (pzprv3) have the boards of a puzzle; `boards/player_files.py` reads them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

Blocks = dict[str, Any]  # what has been read of a file, by the names of blocks


def player_number(token: str) -> int:
    """A number in a file of the player: `.` is blank, `-` one that is not told."""
    return {".": 0, "-": -1}[token] if token in (".", "-") else int(token)


def player_blank(token: str) -> int:
    """The same in a block in which cells are shaded, too: those, and marked ones, have no number."""
    return 0 if token in ("#", "+") else player_number(token)


def told_number(token: str) -> int:
    """The same where a number that is not told is no clue."""
    return max(player_number(token), 0)


def player_count(token: str) -> int | None:
    """A number beside the board, which may be ticked off (`c3`); None if there is none."""
    return int(token.removeprefix("c")) if token.removeprefix("c").isdigit() else None


class PlayerFile(NamedTuple):
    """A puzzle in files of puzz.link's player (`boards/player_files.py`).

    blocks: what stands in them, one after the other: `rooms N` (borders from version N of the file on, ids before),
    `flags N` (from version N on), `flag` (only if there is one), `colours N` (of cells, from version N on), `stars` (a
    number on a line), `fleet` (of ships), `nums`, `vertices`, `places` (the middles of cells, sides and corners),
    `drawn` (shaded cells, or other signs of the answer), `answers` (numbers, where there is a table), `lines`, `outer`
    (lines along the sides of cells), `bridges`, `division` (borders of the answer), `table 1` (`drawn` with clues
    above, `top`, and to the left, `left`), `table 2` (below and to the right, too), `table half` (as long as the clues
    of a nonogram can be); what is inside of a table is also `inside`, for a block `drawn` behind it.
    answer: what it is made of: `shading`, `edges`, `bridges`, `signs`, `numbers`, `inner numbers` (none in the first
    row and column), `numbers in areas`, `division`; or a function of the board and the blocks.
    value: a token of `nums` or `vertices` -> neutral value.  signs: tokens of the answer -> characters.  square: is the
    size written once?  givens: the blocks -> neutral givens, if they are not what the others say.
    """

    blocks: tuple[str, ...]
    answer: str | Callable[[Any, Blocks], Any]
    value: Callable[[str], Any] = player_number
    signs: Mapping[str, str] = {}
    square: bool = False
    givens: Callable[[Blocks], Any] | None = None


def player_signs(signs: Mapping[str, str]) -> Callable[[str], str]:
    """The characters of some tokens; others stand for themselves, and what is drawn for a blank cell."""
    return lambda token: signs.get(token, "." if token in "+#" else token)


def player_clue(token: str) -> int | None:
    """The number of a room; None if there is none."""
    return int(token) if token.isdigit() else None
