"""How other sites and programs write the boards of a puzzle, as the puzzle declares it for the files of `formats/`.

puzz.link (URLs, and files of its player), Simon Tatham's programs, puzzle-masyu.com, Penpa+, puzzlekit.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import NamedTuple

from .notation import CellValues, GivenBoard, GivenParts, Givens, GivenValue, Notation, PlayerBlocks, number

# The address of a game in the web pages of Simon Tatham's collection, up to the game ID without its program
WEB_PAGE = re.compile(r"(?:https?://)?[\w.~/-]{1,200}/(?P<program>[A-Za-z]+)\.html[#?](?=\d)", re.ASCII)
PLAYER_FILE = re.compile(r"\s*pzprv3(?:\.(?P<version>\d+))?[/\r\n]")  # the beginning of a file of puzz.link's player


class CodeRef(NamedTuple):
    """A code: the file under `formats/codes/` that has it, and the options of that file's function `code`."""

    file: str
    options: Mapping[str, object]


def coded(file: str, **options: object) -> CodeRef:
    """The code `codes/FILE.py` with these options."""
    return CodeRef(file, options)


class UrlType(NamedTuple):
    """A puzzle in URLs of puzz.link.

    names: in URLs; the first one is written.  margin: rows, and columns, that the size in the URL leaves out.
    cosmetic: flags that do not change the rules.  slashes: may there be slashes in the code?
    """

    names: tuple[str, ...]
    code: CodeRef
    margin: int = 0
    cosmetic: str = ""
    slashes: bool = False


class Game(NamedTuple):
    """A puzzle in game IDs: a program of Simon Tatham's collection.

    harmless: what may follow the size (a pattern of `re`): how hard the board is, how it was made.
    written: what has to.  variants: what else may follow it, and is a puzzle with other rules.
    doubtful: letters of the harmless ones to be warned of, as the board may have more solutions here than there.
    boxes: is the size that of a box, and not of the board?  more: is the size one number, to which so many rows and
    columns are added?  letter: behind the size, it names this puzzle of several.  rule: one that makes a key true.
    """

    program: str
    code: CodeRef
    harmless: str = ""
    written: str = ""
    variants: Mapping[str, str] = {}
    doubtful: Mapping[str, str] = {}
    boxes: bool = False
    more: tuple[int, int] | None = None
    letter: str = ""
    rule: tuple[str, str] = ("", "")


class Page(NamedTuple):
    """A puzzle in pages of puzzle-masyu.com and its kin.

    words: each of them in a page says that it is this puzzle, whatever its case.
    circles: class of a cell's element -> neutral value; blank: that of a cell without such a class.
    task: the code of the square board in the line that defines `task`.
    """

    words: tuple[str, ...]
    circles: Mapping[str, str]
    blank: str
    task: CodeRef


def player_number(token: str) -> int:
    """A number in a file of the player: `.` is blank, `-` one that is not given."""
    return {".": 0, "-": -1}[token] if token in (".", "-") else int(token)


def player_blank(token: str) -> int:
    """The same in a block in which cells are shaded, too: those, and marked ones, have no number."""
    return 0 if token in ("#", "+") else player_number(token)


def stated_number(token: str) -> int:
    """The same where a number that is not given is no clue."""
    return max(player_number(token), 0)


def player_count(token: str) -> int | None:
    """The number of a room or beside the board, which may be ticked off (`c3`); None if there is none.

    ValueError for what is neither."""
    told = token.removeprefix("c")
    if told in ("", ".", "-"):
        return None
    if (found := number(told)) is None:
        raise ValueError(f"{token!r} is no number")
    return found


class PlayerFile(NamedTuple):
    """A puzzle in files of puzz.link's player (`formats/player.py`).

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
    answer: str | Callable[[GivenBoard, PlayerBlocks], Givens]
    value: Callable[[str], GivenValue] = player_number
    signs: Mapping[str, str] = {}
    square: bool = False
    givens: Callable[[PlayerBlocks], Givens] | None = None


def player_signs(signs: Mapping[str, str]) -> Callable[[str], str]:
    """The characters of some tokens; others stand for themselves, and what is drawn for a blank cell."""
    return lambda token: signs.get(token, "." if token in "+#" else token)


class PenpaDrawing(NamedTuple):
    """A puzzle in links of Penpa+ (`formats/penpa.py`).

    layers: what its drawings consist of: `number`, `surface`, `symbol`; `lineE`, lines that part areas, or just boxes.
    shaded: the token of a shaded cell without a number; "": none is shaded.  symbols: style and shape -> token.
    also: what Penpa+ calls it, if that is none of the puzzle's names.
    """

    layers: tuple[str, ...]
    shaded: str = ""
    symbols: Mapping[tuple[int, str], str] = {}
    also: str = ""


class PuzzlekitHeader(NamedTuple):
    """What stands behind the size in a text of puzzlekit.

    read: the words, rows and columns -> givens; ValueError with what was expected.  write: the board -> the words.
    """

    read: Callable[[list[str], int, int], GivenParts]
    write: Callable[[GivenBoard], list[str]]


def number_header(key: str) -> PuzzlekitHeader:
    """The number that the givens have under this key."""

    def read(words: list[str], rows: int, cols: int) -> GivenParts:
        found = [number(word) for word in words]
        if len(found) != 1 or found[0] is None:
            raise ValueError(f"expected two numbers and {key} on the first line")
        return {key: found[0]}

    return PuzzlekitHeader(read, lambda board: [str(board.givens[key])])


def no_header(words: list[str], rows: int, cols: int) -> GivenParts:
    """Nothing stands behind the size."""
    if words:
        raise ValueError("expected two numbers, rows and columns on the first line")
    return {}


class PuzzlekitText(NamedTuple):
    """A puzzle in texts of puzzlekit (`formats/puzzlekit.py`).

    name: as its function `solve` calls it; "": it has none.
    parts: what follows the size, in this order: `cells` (or `corners`), `clues` (of rooms, anywhere in them), `rooms`,
        or the key of a list in the givens; `empty` may stand before rooms and means nothing.
    tokens: other values of cells than numbers; blank: a cell without one, None: there are none.  numbers: are there
        numbers?  unknown: in a list, nothing.
    header: what stands behind the size.
    rooms, clues: their keys in the givens.
    clue: a token of a clue -> its value, which is written as it is.
    cells: how a cell is written, and a value of a list that is a string, if `tokens` cannot say it.
    givens, values: the cells -> what they say as givens, and the board -> its cells (ValueError if they cannot say it),
        if the givens have no such cells.
    more: rows, columns -> givens that the text does not say.
    """

    name: str
    parts: tuple[str, ...]
    tokens: Mapping[str, GivenValue] = {}
    blank: GivenValue = 0
    numbers: bool = True
    unknown: GivenValue = None
    header: PuzzlekitHeader = PuzzlekitHeader(no_header, lambda board: [])
    rooms: str = "regions"
    clues: str = "clues"
    clue: Callable[[str], GivenValue] | None = None
    cells: Notation | None = None
    givens: Callable[[CellValues], GivenParts] | None = None
    values: Callable[[GivenBoard], CellValues] | None = None
    more: Callable[[int, int], GivenParts] = lambda rows, cols: {}
