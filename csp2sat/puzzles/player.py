"""How files of puzz.link's player (pzprv3) have the boards of a puzzle; `boards/player_files.py` reads them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple


def player_number(token: str) -> int:
    """A number in a file of the player: `.` is blank, `-` one that is not told."""
    return {".": 0, "-": -1}[token] if token in (".", "-") else int(token)


class PlayerFile(NamedTuple):
    """A puzzle in files of puzz.link's player (`boards/player_files.py`).

    blocks: what stands in them, one after the other: `rooms N` (borders from version N of the file on, ids before),
    `flags N` (from version N on), `stars` (a number on a line), `nums`, `vertices`, `drawn` (shaded cells, or other
    signs of the answer), `lines`, `division` (borders of the answer).
    answer: what it is made of: `shading`, `edges`, `signs`, `numbers`, `division`.
    value: a token of `nums` or `vertices` -> neutral value.  signs: tokens of the answer -> characters.  square: is the
    size written once?
    """

    blocks: tuple[str, ...]
    answer: str
    value: Callable[[str], Any] = player_number
    signs: Mapping[str, str] = {}
    square: bool = False


def player_signs(signs: Mapping[str, str]) -> Callable[[str], str]:
    """The characters of some tokens; others stand for themselves, and what is drawn for a blank cell."""
    return lambda token: signs.get(token, "." if token in "+#" else token)


def player_clue(token: str) -> int | None:
    """The number of a room; None if there is none."""
    return int(token) if token.isdigit() else None
