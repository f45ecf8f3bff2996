"""Errors for boards whose puzzle nothing names, and for legends that name the signs of a puzzle otherwise."""

from __future__ import annotations

import re
import warnings
from collections.abc import Callable
from contextlib import suppress
from pathlib import PurePath

from ...base.files import unpacked_name
from ...base.source import Source
from ...errors import InputError, InputWarning, Place
from ..notation import listed
from ..spec import PUZZLES, AnyPuzzle, Board
from .base.placing import first
from .base.text_lines import is_cell
from .base.titles import no_name
from .spec import FORMATS, Format

ORDINARY = frozenset(("easy", "star", "battle", "fire", "bin", "ten"))  # words that begin a name, and mean other things
LONGEST = 20_000  # characters of a text that is read as a board of each kind in turn
SIZE_ALONE = re.compile(r"\s*(?P<width>\d{1,3})[ \t]+(?P<height>\d{1,3})\s*")
LEGEND = re.compile(r"(?i)(?<![^\s(,;])(\S)\s*(?:[=:]|\bis)\s*(white|black)\b")


def drawn_kinds(source: Source, form: Format) -> list[str]:
    """Return the puzzles one of which a drawing may be that names none and is no board of the usual puzzle of the
    format; [] if it may be one of that family, too.
    """
    found = _readable(source, FORMATS["drawing"])
    return (
        found
        if found and PUZZLES[form.usual or found[0]].family not in {PUZZLES[name].family for name in found}
        else []
    )


def _readable(source: Source, form: Format) -> list[str]:
    """Return the puzzles as which a text can be read in the format."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", InputWarning)
        return [name for name in PUZZLES if form.tried(source, PUZZLES[name]) is not None]


def possible_kinds(source: Source, read: Callable[[Source, str], Board]) -> list[str]:
    """Return the puzzles one of which a text may be that names none; [] for a text of more than LONGEST characters.

    read: returns the board of a text and a puzzle, or raises InputError.
    """

    def may_be(name: str) -> bool:
        with suppress(InputError):
            return read(source, name).puzzle == name
        return False

    with warnings.catch_warnings():
        warnings.simplefilter("ignore", InputWarning)
        return [name for name in PUZZLES if may_be(name)] if len(source.text) <= LONGEST else []


def begun_by_file(source: Source, form: Format) -> str | None:
    """Return the only puzzle, among those as which the text can be read, whose name begins as the first word of the
    file's name, of three letters or more, does; None if there is none.  Other words for a puzzle, such as `loop`, do
    not count, for files are called so for other reasons.
    """
    begun = re.match(r"[^\W\d_]{3,}", PurePath(unpacked_name(source.path)).name)
    if begun is None:
        return None
    word = begun[0].lower()
    found = [name for name in _readable(source, form) if name.startswith(word)] if word not in ORDINARY else []
    return found[0] if len(found) == 1 else None


def unnamed(source: Source, form: Format, how: str, candidates: list[str] | None = None) -> InputError:
    """Return the error, not raised, for a text that does not name its puzzle, with the candidates.

    how: how to name it.
    """
    candidates = _readable(source, form) if candidates is None else candidates
    if size := SIZE_ALONE.fullmatch(source.text):
        wanted = f"expected the name of the puzzle, `size {size['width']} {size['height']}`, and rows below"
        return source.error(f"a size without a name and rows; {wanted}", size.start("width"))
    how = f"{how} (`; Masyu Puzzle`) or in the file's name (`masyu-10.txt`)"
    hint = no_name(form.comments(source.text))
    if not candidates:
        return InputError(f"{hint}which puzzle is it? `csp2sat puzzles` lists all; {how}", Place(source.path))
    return InputError(f"{hint}which puzzle is it? It could be {listed(candidates)}; {how}", Place(source.path))


def no_board(source: Source, name: str | None) -> InputError:
    """Return the error, not raised, for a text of no known format; name: of its puzzle, None for a text without one."""
    listing = re.search(r"^[;#]\s*size\s", source.text, re.MULTILINE)
    if listing:
        return source.error("the board is in comments; expected it without the `;` before each line", listing.start())
    from .base.rows_alone import row_as_comment

    if name and (row := row_as_comment(source, PUZZLES[name])):
        from .text import COMMENT_OR_CELLS

        return source.error_in_line(COMMENT_OR_CELLS, row)
    if size := re.search(r"(?m)^[ \t]*(\d{1,3})[ \t]*[x×*,][ \t]*(\d{1,3})[ \t]*$", source.text):
        stated = f"`size {size[1]} {size[2]}`" + " or the other way round, width first" * (size[1] != size[2])
        return source.error(f"{size[0].strip()} is no size; expected {stated}", size.start(1))
    expected = "expected `size WIDTH HEIGHT` and rows, an array of digits, a JSON object, a URL or a game ID"
    return source.error(f"this is no board; {expected}", first(source.text))


def check_legend(source: Source, puzzle: AnyPuzzle) -> None:
    """Raise InputError if a comment says of a sign that it is white or black (`1 = black`) and it is the other."""
    for number, line in enumerate(source.lines(), start=1):
        for each in LEGEND.finditer(line) if line.lstrip()[:1] in (";", "#") else ():
            sign, colour = each[1], each[2].lower()
            other = "white" if colour == "black" else "black"
            if all(is_cell(word, puzzle.cells) for word in (sign, "b", "w")):
                value, meant = (puzzle.cells.value(word) for word in (sign, other[0]))
                if value == meant:
                    message = f"{sign} is {other} in the board's signs, not {colour}"
                    raise source.error_in_line(f"{message}; expected that, or no legend", number, each.start() + 1)
