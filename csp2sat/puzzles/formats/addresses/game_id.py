"""Simon Tatham's game IDs: `PROGRAM:WIDTHxHEIGHT:CELLS`, or without the program, as the programs themselves write them.

Letters behind the size state the difficulty of the board, or that it is a variant.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from ....base.plugins import suggestion
from ....base.source import Source
from ..._index import GAMES
from ...names import OTHER_GAMES, puzzle_named, suggested
from ...notation import check_size, number
from ...sites import WEB_PAGE, Game
from ...spec import AnyPuzzle
from ..base.placing import placed
from ..codes.spec import Body, only_line
from .address import unescaped
from .saved_game import game_id_in

GAME_ID = re.compile(
    r"(?:(?P<program>[A-Za-z]+):)?(?P<width>\d++)(?:x(?P<height>\d++))?(?P<rest>[^:#]*+)(?P<sign>[:#])(?P<cells>.*)",
    re.ASCII,
)


class GameId(NamedTuple):
    """The parts of a game ID, with '' as the program if the ID has none."""

    line: Body
    program: str
    parts: re.Match[str]

    @property
    def puzzle(self) -> str | None:
        """The puzzle of the program, or of this name; None if the ID has no program."""
        keys = (f"{self.program} {letter}" for letter in self.parts["rest"])
        return next((GAMES[key] for key in keys if key in GAMES), puzzle_named(self.program))


def game_id(source: Source) -> GameId:
    """Return the parts of the game ID in a text; raise InputError if the text is no game ID, or its program is not
    known.
    """
    line = game_id_in(source) or _without_page(only_line(source, "game ID"))
    parts = GAME_ID.fullmatch(line.text)
    if parts is None:
        raise line.error("expected a game ID, such as `pearl:8x8:CELLS`")
    program = (parts["program"] or "").lower()
    if program and puzzle_named(program) is None:
        known = sorted({key.split()[0] for key in GAMES})
        hint = suggested(program) if program in OTHER_GAMES else suggestion(program, known)
        raise line.error(f"{program} boards cannot be read; {hint}")
    return GameId(line, program, parts)


def _without_page(line: Body) -> Body:
    """Return the game ID in the address of a web page of the collection as `PROGRAM:...`; any other line stays."""
    page = WEB_PAGE.match(line.text)
    if page is None:
        return line
    program, rest = line.part(*page.span("program")), unescaped(line.part(page.end(), len(line.text)))
    return Body(
        line.source, f"{program.text}:{rest.text}", [*program.places[:-1], line.places[page.end() - 1], *rest.places]
    )


def board_parts(found: GameId, puzzle: AnyPuzzle, game: Game) -> tuple[int, int, Body]:
    """Return the height and the width of the board, or of a box if `game.boxes`, by the size in the game ID, and the
    cells in it.

    Raises InputError if the size is wrong, or if the ID belongs to a variant or has only a seed.
    """
    line, parts = found.line, found.parts
    _check_letters(found, puzzle, game)
    if (parts["height"] is None) != (game.more is not None):
        expected = "WIDTHxHEIGHT" if game.more is None else "one number"
        raise line.error(f"expected the size as {expected}", parts.start("width"))
    if parts["sign"] == "#":
        seed = "this is a seed of random numbers and no board; expected a game ID with `:`"
        raise line.error(seed, parts.start("sign"))
    width, height = (number(parts[key] or parts["width"]) or 0 for key in ("width", "height"))
    if game.more and width:
        height, width = height + game.more[0], width + game.more[1]
    side = width * height
    with placed(lambda message: line.error(message, parts.start("width"))):
        check_size(*((side, side) if game.boxes else (height, width)))
    return height, width, line.part(*parts.span("cells"))


def _check_letters(found: GameId, puzzle: AnyPuzzle, game: Game) -> None:
    """Raise InputError if the letters behind the size are not harmless for the puzzle; warn of doubtful ones."""
    rest = found.parts["rest"]
    at = found.parts.start("rest")
    if re.fullmatch(game.harmless, rest):
        for letter, message in game.doubtful.items():
            if letter in rest:
                found.line.warn(message, at + rest.index(letter))
        return
    for pattern, what in game.variants.items():
        variant = re.search(pattern, rest)
        if variant:
            raise found.line.error(f"a variant of {puzzle.name} ({what}), which cannot be read", at + variant.start())
    raise found.line.error(f"unexpected {rest!r}; expected `:` behind the size", at)
