"""The forms in which other sites and programs write a puzzle's boards, as the puzzle declares them for `formats/`.

The sites: puzz.link (URLs, and files of its player), Simon Tatham's programs, puzzle-masyu.com, Penpa+, puzzlekit.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping

from ..tuples import NamedTuple
from .notation import COMMENTS, CellValues, GivenBoard, GivenParts, Givens, GivenValue, Notation, PlayerBlocks, number

SITES = ("puzz.link", "pzv.jp", "pzprxs.vercel.app", "pzplus.tck.mn")  # that have puzz.link's program
PROGRAM_PAGE = r"(?:p|editor|player)(?:\.html)?"  # the page of the program, on any site
# The address of a game in the web pages of Simon Tatham's collection, up to the game ID without its program
WEB_PAGE = re.compile(r"(?:https?://)?[\w.~/-]{1,200}/(?P<program>[A-Za-z]+)\.html[#?](?=\d)", re.ASCII)
# The beginning of a file of puzz.link's player
PLAYER_FILE = re.compile(COMMENTS + r"pzprv3(?:\.(?P<version>\d{1,9}))?[ \t]*(?:/|\r\n?|\n)")


class CodeRef(NamedTuple):
    """A reference to a code: the file under `formats/codes/` that has it, and the options of that file's function
    `code`.
    """

    file: str
    options: Mapping[str, object]


def coded(file: str, **options: object) -> CodeRef:
    """Return a reference to the code `codes/FILE.py` with these options."""
    return CodeRef(file, options)


class UrlType(NamedTuple):
    """A puzzle in URLs of puzz.link.

    names: its names in URLs; the first one is written.
    code: the code of the cells.
    margin: rows, and columns, that the size in the URL leaves out.
    cosmetic: flags that do not change the rules.
    slashes: whether there may be slashes in the code.
    """

    names: tuple[str, ...]
    code: CodeRef
    margin: int = 0
    cosmetic: str = ""
    slashes: bool = False


class Game(NamedTuple):
    """A puzzle in game IDs: a program of Simon Tatham's collection.

    harmless: a regular expression for letters behind the size that are ignored: the difficulty, or the way of
        generation.
    written: the letters that are written behind the size.
    variants: regular expressions for letters behind the size of a puzzle with other rules, with the names of these.
    doubtful: harmless letters with a warning each, for boards that may have more solutions here than there.
    boxes: whether the size is that of a box, and not of the board.
    more: None, or numbers that are added to the size, which is one number, to get the rows and the columns.
    letter: the letter behind the size that selects this puzzle, if the program has several.
    rule: a letter behind the size, and the key of the givens that it makes true.
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

    words: words that show, in any case of letters, that a page has this puzzle.
    circles: class of a cell's element -> neutral value.
    blank: the neutral value of a cell without such a class.
    task: the code of the square board in the line that defines `task`.
    """

    words: tuple[str, ...]
    circles: Mapping[str, str]
    blank: str
    task: CodeRef


def _player_number(token: str) -> int:
    """Return the number of a token in a file of the player: 0 for `.` (blank), -1 for `-` (a number not given)."""
    return {".": 0, "-": -1}[token] if token in (".", "-") else int(token)


def player_count(token: str) -> int | None:
    """Return the number of a room or beside the board in a file of the player, which may be ticked off (`c3`); None for
    no number.

    Raises ValueError for any other token.
    """
    digits = token.removeprefix("c")
    if digits in ("", ".", "-"):
        return None
    if (found := number(digits)) is None:
        raise ValueError(f"{token!r} is no number")
    return found


def player_count_token(count: int | None) -> str:
    """Return the token of the number of a room or beside the board, or of None, in a file of the player."""
    return "." if count is None else str(count)


def _player_token(value: int) -> str:
    return {0: ".", -1: "-"}.get(value, str(value))


PLAYER_NUMBERS = Notation(_player_number, _player_token)
# Numbers in a block that also has shaded (`#`) and marked (`+`) cells, which are 0
PLAYER_BLANKS = Notation(lambda token: 0 if token in ("#", "+") else _player_number(token), _player_token)
# Numbers that are 0 if they are not given
PLAYER_STATED = Notation(lambda token: max(_player_number(token), 0), _player_token)
PLAYER_COUNTS = Notation(player_count, player_count_token)  # of rooms


PlayerAnswer = str | Callable[[GivenBoard, PlayerBlocks], Givens]


class PlayerFile(NamedTuple):
    """A puzzle in files of puzz.link's player (`formats/player.py`).

    blocks: the blocks of a file in their order: `rooms N` (borders from version N of the file on, ids before), `flags
        N` (from version N on), `flag` (a line that is left out if there is no flag), `colours N` (of cells, from
        version N on), `stars` (a number on a line), `fleet` (of ships), `nums`, `vertices`, `places` (the middles of
        cells, sides and corners), `drawn` (shaded cells, or other signs of the answer), `answers` (numbers, where there
        is a table), `lines`, `outer` (lines along the sides of cells), `bridges`, `division` (borders of the answer),
        `table 1` (`drawn` with clues above, `top`, and to the left, `left`), `table 2` (below and to the right, too),
        `table half` (as long as the clues of a nonogram can be).  The inside of a table is also `inside`, for a block
        `drawn` behind it.
    answer: the kind of the solution: `shading`, `edges`, `bridges`, `signs`, `numbers`, `inner numbers` (none in the
        first row and column), `numbers in areas`, `division`; or a function of the board and the blocks.
    cells: the notation of `nums` or `vertices`: token -> neutral value, and back.
    signs: token of the answer -> character.
    square: whether the size is one number.
    givens, written: the blocks -> the neutral givens, and the board -> the blocks without the answer; None if these
        follow from the other fields.
    """

    blocks: tuple[str, ...]
    answer: PlayerAnswer
    cells: Notation = PLAYER_NUMBERS
    signs: Mapping[str, str] = {}
    square: bool = False
    givens: Callable[[PlayerBlocks], Givens] | None = None
    written: Callable[[GivenBoard], PlayerBlocks] | None = None


def player_signs(signs: Mapping[str, str]) -> Notation:
    """Return the notation of characters: by `signs`, token -> character; any other token stands for itself, and `+` and
    `#` for `.`.
    """
    tokens = {value: token for token, value in signs.items()} | {".": "."}

    def value(token: str) -> str:
        return signs.get(token, "." if token in "+#" else token)

    return Notation(value, lambda value: tokens.get(value, str(value)))


class PenpaDrawing(NamedTuple):
    """A puzzle in links of Penpa+ (`formats/penpa.py`).

    layers: the layers of its drawings: `number`, `surface`, `symbol`; `lineE`, lines that part areas, or just boxes.
    shaded: the token of a shaded cell without a number; '': no cell is shaded.
    symbols: style and shape -> token.
    also: the name of the puzzle in Penpa+, if no puzzle here has this name; or ''.
    """

    layers: tuple[str, ...]
    shaded: str = ""
    symbols: Mapping[tuple[int, str], str] = {}
    also: str = ""


class PuzzlekitHeader(NamedTuple):
    """The text behind the size in a text of puzzlekit.

    read: the words, rows and columns -> givens; ValueError with the expected words.
    write: the board -> the words.
    """

    read: Callable[[list[str], int, int], GivenParts]
    write: Callable[[GivenBoard], list[str]]


def number_header(key: str) -> PuzzlekitHeader:
    """Return the header that is one number, which the givens have under this key."""

    def read(words: list[str], rows: int, cols: int) -> GivenParts:
        found = [number(word) for word in words]
        if len(found) != 1 or found[0] is None:
            raise ValueError(f"expected two numbers and {key} on the first line")
        return {key: found[0]}

    return PuzzlekitHeader(read, lambda board: [str(board.givens[key])])


def no_header(words: list[str], rows: int, cols: int) -> GivenParts:
    """Return no givens; raise ValueError if there are any words behind the size, `rows` and `cols`."""
    if words:
        raise ValueError("expected two numbers, rows and columns on the first line")
    return {}


class PuzzlekitText(NamedTuple):
    """A puzzle in texts of puzzlekit (`formats/puzzlekit.py`).

    name: the puzzle's name for its function `solve`; '': it has none.
    parts: the parts behind the size, in order: `cells` (or `corners`), `clues` (of rooms, anywhere in them), `rooms`,
        or the key of a list in the givens; `empty` may stand before rooms and means nothing.
    tokens: tokens of values of cells other than numbers.
    blank: the value of a cell without a token, or None if there is no such cell.
    numbers: whether cells may have numbers.
    unknown: the value in a list for no value.
    header: the text behind the size.
    rooms, clues: their keys in the givens.
    clue: a token of a clue -> its value, which is written as it is.
    cells: the notation of a cell, and of a value of a list that is a string, if `tokens` cannot express it.
    givens, values: the cells -> the givens that follow from them, and the board -> its cells (ValueError if there are
        none), if the givens have no such cells.
    more: rows, columns -> givens that the text does not have.
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
