"""Reading a board: which format is it, and which puzzle?  And what a map carries, which anybody may have written."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import islice
from pathlib import PurePath

from ...base.files import unpacked_name
from ...base.numbers import dumps
from ...base.source import Source
from ...errors import InputError, Place
from ...model.model import Answer
from .._index import TITLES, URLS
from ..names import known_puzzle, puzzle_named, suggested
from ..notation import listed
from ..spec import PUZZLES, AnyPuzzle, Board, Solution
from .base.placing import first, short
from .spec import FORMATS, Format


def format_of(text: str) -> Format | None:
    """Return the format that a text seems to be of; None: of none.

    The names are tried backwards, so that `array`, which anything may be that begins with a digit, comes last, and no
    format is imported that is not tried.
    """
    return next((FORMATS[name] for name in reversed(FORMATS) if FORMATS[name].fits(text)), None)


def is_board(text: str) -> bool:
    """Whether the text seems to be a board, in whatever format."""
    return format_of(text) is not None


def read_board(source: Source, puzzle: str | None = None) -> Board:
    """The board of a text, in whatever format.

    puzzle: the puzzle's name; else a comment names it, or the type in JSON, or the first part of the file's name.
    Raises InputError with the place of what is wrong, or with the candidates when nothing names the puzzle;
    UnknownPart when there is no puzzle of that name.
    """
    return only(read_boards(source, puzzle), source.path)


def only(boards: Iterator[Board], path: str) -> Board:
    """The board, if it is the only one; else InputError for the file of that path."""
    first, *more = islice(boards, 2)
    if more:
        message = "several boards, one a line; expected one (only `csp2sat solve` answers several)"
        raise InputError(message, Place(path))
    return first


def read_boards(source: Source, puzzle: str | None = None) -> Iterator[Board]:
    """The boards of a text, one after the other: some formats have room for several.  Otherwise as `read_board`."""
    form = format_of(source.text)
    known = None if puzzle is None else known_puzzle(puzzle)
    if form is None:
        raise _no_board(source)
    return _each_board(source, form, known)


def _each_board(source: Source, form: Format, known: str | None) -> Iterator[Board]:
    """The boards of a text.  known: the puzzle of them all; else each may say its own, before the text as a whole."""
    for each in form.split(source):
        name = known or _puzzle(each if form.type(each) is not None else source, form)
        yield _read(each, PUZZLES[name], form)


def _read(source: Source, puzzle: AnyPuzzle, found: Format) -> Board:
    """The board of a text of which `found` fits.

    What looks like a digit array of two columns can be a text of puzzlekit, too: it is, if only that can say it.
    """
    other = FORMATS["puzzlekit"]
    if not other.takes(puzzle) or not other.start.match(source.text):
        return found.read(source, puzzle)
    if not found.takes(puzzle):
        return other.read(source, puzzle)
    boards = [_tried(source, puzzle, form) for form in (found, other)]
    if None not in boards and boards[0] != boards[1]:
        said = "this may be a digit array, or a text of puzzlekit; expected the text or the JSON form"
        raise source.error(said, first(source.text))
    return boards[0] or boards[1] or found.read(source, puzzle)


def _tried(source: Source, puzzle: AnyPuzzle, form: Format) -> Board | None:
    try:
        return form.read(source, puzzle)
    except InputError:
        return None


def _no_board(source: Source) -> InputError:
    listing = re.search(r"^[;#]\s*size\s", source.text, re.MULTILINE)
    if listing:
        return source.error("the board is in comments; expected it without the `;` before each line", listing.start())
    expected = "expected `size WIDTH HEIGHT` and rows, an array of digits, a JSON object, a URL or a game ID"
    return source.error(f"this is no board; {expected}", first(source.text))


def _puzzle(source: Source, form: Format) -> str:
    """The name of the puzzle, as the text or its path says it."""
    said = form.type(source)
    if said is not None:
        name = puzzle_named(said)
        if name is None:
            raise InputError(f"no puzzle {said!r}; {suggested(said)}", Place(source.path))
        return name
    for words in form.comments(source.text):
        name = named_in(words)
        if name:
            return name
    if name := _named_by_file(PurePath(unpacked_name(source.path)).name):
        return name
    if form.usual is not None:
        return form.usual
    raise _unnamed(source, form)


def _named_by_file(name: str) -> str | None:
    """Return the puzzle whose name is the longest beginning of a file's name, as in `str8ts.txt`, `star battle 3.txt`,
    `masyu-10.txt`; None if no beginning is the name of a puzzle."""
    words = list(re.finditer(r"[^\W\d_]+|\d+|[\W_]", name))
    return next((found for word in reversed(words) if (found := puzzle_named(name[: word.end()]))), None)


def _no_name(comments: list[str]) -> str:
    """What to say of a comment that may be the misspelt name of a puzzle, or that of another one; "" if none is."""
    from difflib import get_close_matches

    known = [" ".join(_plain(title).split()) for titles in _titles().values() for title in titles]
    for comment in comments:
        said = re.sub(r"\s+puzzle$", "", comment.strip(), flags=re.IGNORECASE)
        if said and (near := get_close_matches(said.lower(), known, 1, 0.75)):
            return f"{short(repr(said))} is no puzzle; did you mean {near[0]!r}? "
        if re.fullmatch(r"[^\W\d_]+", said):
            return f"{short(repr(said))} is no puzzle that is known here. "
    return ""


def _titles() -> dict[str, list[str]]:
    """What comments call the puzzles, as `_plain` writes it.  Names of programs are too common as words."""
    found = {name: [_plain(title) for title in (name, *titles)] for name, titles in TITLES.items()}
    for said, name in URLS.items():
        found[name].append(_plain(said))
    return found


def _plain(words: str) -> str:
    """Lower case, one blank for anything that is no letter or digit, and one at each end."""
    return " ".join(["", *re.findall(r"[^\W_]+", words.lower()), ""])


def named_in(words: str) -> str | None:
    """The puzzle that the words name, the first one if there are several."""
    line = _plain(words)
    found = [(line.find(title), name) for name, titles in _titles().items() for title in titles if title in line]
    return min(found)[1] if found else None


def _unnamed(source: Source, form: Format) -> InputError:
    def reads(name: str) -> bool:
        try:
            form.read(source, PUZZLES[name])
        except InputError:
            return False
        return True

    candidates = [name for name in PUZZLES if reads(name)] or list(PUZZLES)
    how = "say --from NAME, or name it in a comment (`; Masyu Puzzle`) or in the file's name (`masyu-10.txt`)"
    said = _no_name(form.comments(source.text))
    return InputError(f"{said}which puzzle is it? It could be {listed(candidates)}; {how}", Place(source.path))


def board_in(about: object, path: str) -> Board | None:
    """The board in what a map says it is about; None if there is none.  Raises InputError for what is no board.

    path: of the map.
    """
    form = about.get("board") if isinstance(about, dict) else None
    return read_board(Source(f"{path}, its board", dumps(form))) if form else None


def solution_by(board: Board, answer: Answer, path: str) -> Solution:
    """The solution, in the puzzle's neutral form.  Raises InputError for values that are not those of such a board."""
    try:
        solution: Solution = PUZZLES[board.puzzle].solution(board, answer)
    except (LookupError, TypeError, ValueError) as error:
        wrong = f"the variables are not those of a {board.puzzle} of this size: {error}"
        raise InputError(wrong, Place(path)) from error
    return solution
