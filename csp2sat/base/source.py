"""A text with the path that it came from, and places in the text."""

from __future__ import annotations

import re
import warnings

from ..errors import InputError, InputWarning, Place
from ..frozen import NamedTuple

WORD = 200  # characters of a word that is searched in a text: a pattern of megabytes takes minutes to compile


def word_pattern(word: str, letters: str) -> re.Pattern[str]:
    r"""Return a pattern that matches a word that stands by itself, or the first WORD characters of a longer word.

    letters: a class of characters, such as `\\w`, that must not occur next to the word.
    """
    after = rf"(?!{letters})" if len(word) <= WORD else ""
    return re.compile(rf"(?<!{letters}){re.escape(word[:WORD])}{after}")


class Source(NamedTuple):
    """A text to read. path: the name of the text in error messages (a path, `<stdin>`, a URL)."""

    path: str
    text: str

    def place(self, offset: int) -> Place:
        """Return the place (line and column from 1, and the text of the line) of the character at `offset`, which may
        also be the end of the text.

        Lines end at LF, CR or CRLF.
        """
        before = self.text[:offset].replace("\r\n", "\n").replace("\r", "\n")
        line_start = before.rfind("\n") + 1
        rest = self.text[offset:].partition("\n")[0].partition("\r")[0]
        return Place(self.path, before.count("\n") + 1, len(before) - line_start + 1, before[line_start:] + rest)

    def error(self, message: str, offset: int) -> InputError:
        """Return an InputError at `offset`, to be raised by the caller."""
        return InputError(message, self.place(offset))

    def warn(self, message: str, line: int, column: int) -> None:
        """Warn with a message about the place at line and column, both from 1; the command line prints the warning."""
        warnings.warn(f"{self.path}:{line}:{column}: warning: {message}", InputWarning, stacklevel=2)

    def lines(self) -> list[str]:
        """Return the lines of the text without their ends (LF, CR or CRLF); unlike with str.splitlines, no other
        character ends a line.

        A text that ends with a line end has an empty last line; the empty text has one empty line.
        """
        return self.text.replace("\r\n", "\n").replace("\r", "\n").split("\n")

    def error_in_line(self, message: str, line: int, column: int = 1) -> InputError:
        """Return an InputError with a message at line and column, both from 1, to be raised by the caller."""
        lines = self.lines()
        text = lines[line - 1] if line <= len(lines) else ""
        return InputError(message, Place(self.path, line, column, text))
