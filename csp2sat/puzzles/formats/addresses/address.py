"""The address of a board in puzz.link and its kin: `https://puzz.link/p?NAME/[FLAGS/]WIDTH/HEIGHT/BODY`.

The sites share their program, and it does not mind `p.html`, `m+NAME`, `e:NAME` or `NAME_edit` (the board in its
editor).  Copies of the program are at many sites: any page will do whose address has such a board behind the `?`.
Browsers may write `/` as `%2F`; what follows a `#` is not the program's.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from ....base.source import Source
from ..._index import URLS
from ...names import puzzle_named, suggested
from ...notation import check_size, number
from ...notation import listed as choices
from ...spec import PUZZLES
from ..base.placing import placed
from ..codes.spec import Body, only_line

SITES = ("puzz.link", "pzv.jp", "pzprxs.vercel.app")
PAGES = ("/p", "/p.html", "/editor", "/editor.html", "/player", "/player.html")
START = re.compile(r"(?:https?://)?(?:www\.)?(?P<site>[^/?]*)(?P<page>[^?]*)\??", re.IGNORECASE)
BOARD = re.compile(r"[\w+:-]+/(?:[a-z]*:?/)?\d+/\d+", re.IGNORECASE)  # how boards begin behind the `?`
NAME = re.compile(r"(?:m\+|[ev]:)?(?P<name>[^/]*?)(?:_edit|_test|_play)?(?:/|$)")
# One character, perhaps one that a URL may have escaped
CHARACTER = re.compile(r"%(?P<escaped>2[0-9a-f]|3[a-f]|40|5[bdf]|7e)|.", re.IGNORECASE | re.DOTALL)


class Address(NamedTuple):
    """What a URL says.

    puzzle: its name here.  name_at: where it stands.  parts: what follows it, without empty parts at the end.
    """

    url: Body
    puzzle: str
    name_at: int
    parts: list[Body]


def address(source: Source) -> Address:
    """The parts of the URL; InputError if it is none of a puzzle that is known."""
    line = only_line(source, "URL")
    url = unescaped(line.part(0, len(line.text.partition("#")[0])))
    start = START.match(url.text)
    has_board = start is not None and start[0].endswith("?") and BOARD.match(url.text, start.end()) is not None
    if start is None or (start["site"].lower() not in SITES and not has_board):
        raise url.error(f"expected a URL of {choices(SITES)}", start.start("site") if start else 0)
    if not has_board and (start["page"].rstrip("/").lower() not in PAGES or not start[0].endswith("?")):
        raise url.error("this is no board; expected `/p?` and the board behind the site's name", start.start("page"))
    name = NAME.match(url.text, start.end())
    assert name is not None  # it matches anything
    puzzle = URLS.get(name["name"].lower()) or puzzle_named(name["name"])
    if puzzle is None:
        raise url.error(_unknown(name["name"]), name.start("name"))
    return Address(url, puzzle, name.start("name"), _parts(url, name.end()))


def _unknown(name: str) -> str:
    variant = any(known in name.lower() for known in URLS)  # of another one, with other rules
    known = "`csp2sat puzzles` lists those that are known" if variant or not name else suggested(name)
    return f"{name} boards cannot be read; {known}" if name else f"expected the name of a puzzle; {known}"


def unescaped(line: Body) -> Body:
    """The text with `%2F` and the like as one character, at the place of the `%`."""
    if "%" not in line.text:
        return line
    found = list(CHARACTER.finditer(line.text))
    parts = (chr(int(char["escaped"], 16)) if char["escaped"] else char[0] for char in found)
    return Body(
        line.source, "".join(parts), [line.places[at] for at in (*(char.start() for char in found), len(line.text))]
    )


def _parts(url: Body, start: int) -> list[Body]:
    """What is between the slashes, from `start` on."""
    starts = [start, *(slash.end() for slash in re.compile("/").finditer(url.text, start))]
    ends = [*(at - 1 for at in starts[1:]), len(url.text)]
    parts = [url.part(*span) for span in zip(starts, ends, strict=True)]
    while len(parts) > 1 and not parts[-1].text:
        parts.pop()
    return parts


def board_parts(found: Address) -> tuple[int, int, Body]:
    """Rows and columns as the URL says them, and the body.  InputError for wrong ones, and for flags that matter."""
    parts = found.parts[1:] if _is_flags(found, found.parts[0]) else found.parts
    end = Body(found.url.source, "", found.url.places[-1:])
    width, height, body, *more = [*parts, end, end, end][: max(3, len(parts))]
    cols, rows = _size(width, "width"), _size(height, "height")
    with placed(width.error):
        check_size(rows, cols)
    kind = PUZZLES[found.puzzle].url
    if more and kind is not None and kind.slashes:
        return rows, cols, _joined([body, *more])
    if more:
        raise more[0].error("unexpected text; expected nothing behind the board")
    return rows, cols, body


def _is_flags(found: Address, part: Body) -> bool:
    """Is it a part with flags?  InputError for a flag that changes the rules."""
    if not part.text or part.text.isdigit() or len(found.parts) < 2:
        return False
    kind = PUZZLES[found.puzzle].url
    for at, flag in enumerate(part.text.removesuffix("v:")):
        if kind is None or flag not in kind.cosmetic:
            raise part.error(f"the flag {flag!r} makes it a variant of {found.puzzle}, which cannot be read", at)
    return True


def _size(word: Body, what: str) -> int:
    found: int | None = number(word.text)
    if found is None:
        wrong = f"{word.text!r} is no number of 1 to 9 digits; " if word.text else ""
        raise word.error(f"{wrong}expected the {what}")
    return found


def _joined(parts: list[Body]) -> Body:
    """The parts with the slashes between them."""
    places = [place for part in parts for place in part.places]
    return Body(parts[0].source, "/".join(part.text for part in parts), places)
