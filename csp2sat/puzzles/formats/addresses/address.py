"""The address of a board in puzz.link and its kin: `https://puzz.link/p?NAME/[FLAGS/]WIDTH/HEIGHT/BODY`.

The sites share their program, which also accepts `p.html`, `m+NAME`, `e:NAME`, `type=editor&NAME` and `NAME_edit`
(the board in its editor).  Copies of the program are at many sites, so a page of any site will do if its address has a
board behind the `?`.  Browsers may write `/` as `%2F`; the part behind a `#` does not belong to the board.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from ....base.source import Source
from ..._index import URLS
from ...names import puzzle_named, suggested
from ...notation import check_size, number
from ...notation import listed as choices
from ...sites import PROGRAM_PAGE, SITES
from ...spec import PUZZLES
from ..base.placing import placed
from ..codes.spec import Body, only_line

START = re.compile(r"(?:\w+://)?(?:www\.)?(?P<site>[^/?]*)(?P<page>[^?]*)(?P<query>\?(?:type=\w+&)?)?", re.IGNORECASE)
PAGE = re.compile(f"/{PROGRAM_PAGE}/?", re.IGNORECASE)
BOARD = re.compile(r"[\w+:-]+/(?:[a-z]*:?/)?\d+/\d+", re.IGNORECASE)  # how boards begin behind the `?`
NAME = re.compile(r"(?:m\+|[ev]:)?(?P<name>[^/]*?)(?:_edit|_test|_play)?(?:/|$)")
# One character, perhaps one that a URL may have escaped
CHARACTER = re.compile(r"%(?P<escaped>2[0-9a-f]|3[a-f]|40|5[bdf]|7e)|.", re.IGNORECASE | re.DOTALL)


class Address(NamedTuple):
    """The parts of a URL.

    puzzle: its name here.
    name_at: the index of the puzzle's name in the URL.
    parts: the parts behind the name, without empty ones at the end.
    """

    url: Body
    puzzle: str
    name_at: int
    parts: list[Body]


def address(source: Source) -> Address:
    """Return the parts of the URL in a text; raise InputError if it is no URL of a board, or of an unknown puzzle."""
    line = only_line(source, "URL")
    url = unescaped(line.part(0, len(line.text.partition("#")[0])))
    start = START.match(url.text)
    has_board = start is not None and start["query"] is not None and BOARD.match(url.text, start.end()) is not None
    if start is None or (start["site"].lower() not in SITES and not has_board):
        raise url.error(_other_site(url.text), start.start("site") if start else 0)
    if not has_board and (not PAGE.fullmatch(start["page"]) or start["query"] is None):
        raise url.error("this is no board; expected `/p?` and the board behind the site's name", start.start("page"))
    name = NAME.match(url.text, start.end())
    assert name is not None  # it matches anything
    puzzle = URLS.get(name["name"].lower()) or puzzle_named(name["name"])
    if puzzle is None:
        raise url.error(_unknown(name["name"]), name.start("name"))
    return Address(url, puzzle, name.start("name"), _parts(url, name.end()))


def _other_site(url: str) -> str:
    """Return the message for a URL that is no board of a known site, with the board that its query seems to have."""
    expected = f"expected a URL of {choices(SITES)}, of Penpa+, or of Simon Tatham's games"
    digits = re.search(r"(?<![0-9.])[0-9.]{81}(?![0-9.])", url)
    return f"{expected}; if it has a sudoku, give its cells alone: {digits[0]}" if digits else expected


def _unknown(name: str) -> str:
    parts = [known for known in URLS if known in name.lower()]
    longest = max(parts, key=len, default="")
    is_typing_error = len(longest) >= len(name) - 1 and name.lower().startswith(longest) and name[-1:].isalpha()
    variant = longest and not is_typing_error  # of another one, with other rules, such as xsudoku and tapa2
    known = "`csp2sat puzzles` lists the known puzzles" if variant or not name else suggested(name)
    return f"{name} boards cannot be read; {known}" if name else f"expected the name of a puzzle; {known}"


def unescaped(line: Body) -> Body:
    """Return the text with each escape such as `%2F` as one character, at the place of its `%`."""
    if "%" not in line.text:
        return line
    found = list(CHARACTER.finditer(line.text))
    parts = (chr(int(char["escaped"], 16)) if char["escaped"] else char[0] for char in found)
    return Body(
        line.source, "".join(parts), [line.places[at] for at in (*(char.start() for char in found), len(line.text))]
    )


def _parts(url: Body, start: int) -> list[Body]:
    """Return the parts between the slashes, from the index `start` on, without empty ones at the end; the first part
    always stays.
    """
    starts = [start, *(slash.end() for slash in re.compile("/").finditer(url.text, start))]
    ends = [*(at - 1 for at in starts[1:]), len(url.text)]
    parts = [url.part(*span) for span in zip(starts, ends, strict=True)]
    while len(parts) > 1 and not parts[-1].text:
        parts.pop()
    return parts


def board_parts(found: Address) -> tuple[int, int, Body]:
    """Return the rows and columns that the URL states, and its body, with the slashes in it if the puzzle's bodies have
    slashes.

    Raises InputError if the size is wrong, a flag changes the rules, or there is a text behind the board.
    """
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
    """Whether a part of the URL has flags; raise InputError if one of them changes the rules."""
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
    """Return the parts as one, with the slashes between them."""
    places = [place for part in parts for place in part.places]
    return Body(parts[0].source, "/".join(part.text for part in parts), places)
