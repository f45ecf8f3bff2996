"""The names of puzzles that a user may write, wherever a puzzle is named.

A puzzle has the name of its file, its titles, its names in URLs of puzz.link, and the name of its program in Simon
Tatham's collection.  Capitals, blanks and hyphens do not matter.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cache

from ..base.plugins import UnknownPart, suggestion
from ._index import GAMES, TITLES, URLS
from .spec import PUZZLES


def puzzle_named(name: str) -> str | None:
    """Return the own name of the puzzle that has this name, in any spelling; None if there is none."""
    return name if name in TITLES else _spellings().get(_plain(name)) or (name if name in PUZZLES else None)


def known_puzzle(written: str) -> str:
    """Return the own name of the puzzle that has the name `written`, in any spelling; raise UnknownPart, with the
    nearest name, if there is none.
    """
    name = puzzle_named(written)
    if name is None:
        raise UnknownPart(f"no puzzle {written!r}; {suggested(written)}")
    return name


def no_board(path: str) -> str:
    """Return the advice for a path that names no file but is the first part of a game ID, or the name of a puzzle; ''
    for another path.
    """
    if game := re.fullmatch(r"([a-z]+):[0-9]\w*", path):
        return f"a game ID without a board; expected {game[1]}:PARAMETERS:BOARD, or a file"
    puzzle = puzzle_named(path)
    if not puzzle:
        return ""
    advice = f"for a new board: csp2sat generate {puzzle}; to read a file as this puzzle: --from {puzzle}"
    return f"there is no file of this name; {advice}"


# Programs of Simon Tatham's collection whose boards are none of a puzzle here
OTHER_GAMES = [
    "blackbox",
    "cube",
    "fifteen",
    "flip",
    "flood",
    "guess",
    "inertia",
    "magnets",
    "map",
    "mines",
    "net",
    "netslide",
    "palisade",
    "pegs",
    "samegame",
    "separate",
    "signpost",
    "sixteen",
    "subsets",
    "tracks",
    "twiddle",
    "undead",
    "untangle",
]


# Words of rules that sudokus have beside their own, which are no puzzles here
VARIANTS = (
    r"thermo|anti.?k|anti.?diagonal|diagonal|arrow|whisper|kropki|renban|variant|palindrome|between|sandwich|windoku"
    r"|hyper|little.?killer|non.?consecutive|x.?v\b|even.?odd|odd.?even"
)


def suggested(name: str, others: Iterable[str] = ()) -> str:
    """Return the text of a message behind an unknown name: the nearest of all names of puzzles and of `others`, else
    `others` and the command that lists the puzzles.

    For one of OTHER_GAMES the text is that this program of Simon Tatham's is not supported; for one of VARIANTS, where
    the chapter on them is.
    """
    if name.lower() in OTHER_GAMES:
        return f"Simon Tatham's {name.lower()} is not supported"
    if re.search(VARIANTS, name, re.IGNORECASE):
        return 'rules of your own, such as those of sudoku variants, are constraints: csp2sat help "sudoku variants"'
    near = suggestion(name.lower(), [*others, *TITLES, *_spellings()])
    if near.startswith("did you mean"):
        return near
    known = f"expected {', '.join(others)}, or a puzzle; " if others else ""
    own = 'one of another kind: csp2sat help "a puzzle of your own"'
    return f"{known}`csp2sat puzzles` lists the {len(TITLES)} puzzles; {own}"


def names_of(puzzle: str) -> list[str]:
    """Return all names of the puzzle, its own name first, in small letters."""
    tables = (URLS.items(), GAMES.items())
    others = [*TITLES.get(puzzle, ()), *(other for table in tables for other, name in table if name == puzzle)]
    return list(dict.fromkeys([puzzle, *(each.lower() for each in others)]))


@cache
def _spellings() -> dict[str, str]:
    """Return the puzzle of each name, with the names in the form of `_plain`."""
    called = [(title, name) for name, titles in TITLES.items() for title in (name, *titles)]
    return {_plain(other): name for other, name in (*called, *URLS.items(), *GAMES.items())}


def _plain(name: str) -> str:
    return re.sub(r"[\W_]+", "", name.lower())
