"""A saved game of Simon Tatham's collection: lines `KEY:LENGTH:VALUE`, which have the game, its size and its cells.

    SAVEFILE:41:Simon Tatham's Portable Puzzle Collection
    VERSION :1:1
    GAME    :5:Pearl
    CPARAMS :5:4x3dt
    DESC    :5:aWeBd

The moves of the player follow, and do not matter here.
"""

from __future__ import annotations

import re

from ....base.source import Source
from ..base.placing import first
from ..codes.spec import Body

FIELD = re.compile(r"(?P<key>[A-Z]{2,8}) *:(?P<length>\d{1,9}):")
PROGRAMS = {"rectangles": "rect", "traintracks": "tracks"}  # those that are not called as their games


def game_id_in(source: Source) -> Body | None:
    """Return the game ID, `PROGRAM:PARAMETERS:CELLS`, of a saved game; None if the text is no saved game.

    Raises InputError if the file is damaged, or has no board.
    """
    if not source.text[first(source.text) :].startswith("SAVEFILE"):
        return None
    fields = _fields(source)
    sizes = fields.get("CPARAMS", fields.get("PARAMS"))  # of the saved game; those of the next one
    if sizes is None or "GAME" not in fields or "DESC" not in fields:
        raise source.error(
            "this saved game has no board; expected the lines GAME, CPARAMS and DESC", first(source.text)
        )
    game, cells = fields["GAME"], fields["DESC"]
    name = game.text.replace(" ", "").lower()
    program = PROGRAMS.get(name, name)
    places = [*[game.places[0]] * len(program), game.places[-1], *sizes.places, *cells.places]
    return Body(source, f"{program}:{sizes.text}:{cells.text}", places)


def _fields(source: Source) -> dict[str, Body]:
    """Return the values before the moves by their keys; raise InputError if a line has another form or length."""
    found: dict[str, Body] = {}
    at = first(source.text)
    while at < len(source.text):
        field = FIELD.match(source.text, at)
        if field is None:
            raise source.error("this is no line of a saved game; expected KEY:LENGTH:VALUE", at)
        start, end = field.end(), field.end() + int(field["length"])
        if source.text[end : end + 1] not in ("", "\r", "\n") or end > len(source.text):
            length = len(source.text[start:].split("\n")[0].rstrip("\r"))
            raise source.error(f"{field['key']} has {length} characters; expected {field['length']}", start)
        if field["key"] == "NSTATES":  # moves from here on
            break
        found[field["key"]] = Body(source, source.text[start:end], range(start, end + 1))
        at = end + len(source.text[end:]) - len(source.text[end:].lstrip("\r\n"))
    return found
