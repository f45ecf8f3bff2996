"""The text of one of several boards in a text, which a number names."""

from __future__ import annotations

import warnings

from ...base.numbers import counted
from ...base.source import COMMENT, Source
from ...errors import InputError, InputWarning, Place
from .base.blocks import block_boards
from .base.titles import has_name, named_by, up_to
from .reading import below_a_name, board_alone, format_of
from .spec import FORMATS


def board_text(source: Source, number: int, puzzle: str | None = None) -> Source:
    """Return the text of the board with this number, from 1, of a text with several boards, at its place, below the
    name of its puzzle if this stands above an earlier board.

    puzzle: as in `read_board`.  Raise InputError if there is no board with this number.
    """
    source = below_a_name(source) or source
    form = format_of(source.text) or FORMATS["text"]
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", InputWarning)  # the board alone causes its own
        texts = [text for text, _ in block_boards(source, puzzle, board_alone)] or list(form.split(source))
    if not 1 <= number <= len(texts):
        raise InputError(f"no board {number}; the text has {counted(len(texts), 'board')}", Place(source.path))
    each = texts[number - 1]
    if number == 1 or has_name(each, form) or (name := named_by(up_to(source, each), form)) is None:
        return each
    return each.changed(f"{COMMENT}{name}{each.text}")  # a blank line is first
