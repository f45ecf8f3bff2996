"""What a puzzle declares of how web sites and programs write its boards; the codes themselves are read when needed."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple


class Coded(NamedTuple):
    """A code: the file under `codes/` that has it, and the options of that file's function `code`."""

    file: str
    options: Mapping[str, Any]


def coded(file: str, **options: Any) -> Coded:
    """The code `codes/FILE.py` with these options."""
    return Coded(file, options)


class UrlType(NamedTuple):
    """A puzzle in URLs of puzz.link.

    names: in URLs; the first one is written.  margin: rows, and columns, that the size in the URL leaves out.
    cosmetic: flags that do not change the rules.
    """

    names: tuple[str, ...]
    code: Coded
    margin: int = 0
    cosmetic: str = ""


class Game(NamedTuple):
    """A puzzle in game IDs: a program of Simon Tatham's collection.

    harmless: what may follow the size (a pattern of `re`): how hard the board is, how it was made.
    written: what has to.  variants: what else may follow it, and is a puzzle with other rules.
    doubtful: letters of the harmless ones to be warned of, as the board may have more solutions here than there.
    boxes: is the size that of a box, and not of the board?
    """

    program: str
    code: Coded
    harmless: str = ""
    written: str = ""
    variants: Mapping[str, str] = {}
    doubtful: Mapping[str, str] = {}
    boxes: bool = False


class Page(NamedTuple):
    """A puzzle in pages of puzzle-masyu.com and its kin.

    words: each of them in a page says that it is this puzzle, whatever its case.
    circles: class of a cell's element -> neutral value; blank: that of a cell without such a class.
    task: the code of the square board in the line that defines `task`.
    """

    words: tuple[str, ...]
    circles: Mapping[str, str]
    blank: str
    task: Coded
