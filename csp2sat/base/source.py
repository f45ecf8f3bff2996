"""A text with the path that it came from, and places in the text."""

from __future__ import annotations

import re

from ..errors import InputError, InputWarning, Place, warn
from ..tuples import NamedTuple

WORD = 200  # characters of a word that is searched in a text: a pattern of megabytes takes minutes to compile


def word_pattern(word: str, letters: str) -> re.Pattern[str]:
    r"""Return a pattern that matches a word that stands by itself, or the first WORD characters of a longer word.

    letters: a class of characters, such as `\\w`, that must not occur next to the word.
    """
    after = rf"(?!{letters})" if len(word) <= WORD else ""
    return re.compile(rf"(?<!{letters}){re.escape(word[:WORD])}{after}")


COMMENT = "; "  # added before a line that is no part of a board


class Source(NamedTuple):
    """A text to read.

    path: the name of the text in error messages (a path, `<stdin>`, a URL).  given: the text before some of its lines
    were changed, for messages; '' if none were.
    """

    path: str
    text: str
    given: str = ""

    def changed(self, text: str) -> Source:
        """Return the text with some lines changed, whose places in messages are those of the lines before the change:
        of comments that COMMENT has made, and of lines that have kept their length.
        """
        return Source(self.path, text, self.given or self.text)

    def _as_given(self, line: int, column: int, text: str) -> Place:
        """Return the place at line and column, both from 1, of a line with this text, before the change of the text.

        Other programs tell places, too: a line that the text does not have is the whole file, or has no excerpt.
        """
        if line < 1:
            return Place(self.path)
        lines = Source("", self.given).lines() if self.given else []
        before = lines[line - 1] if line <= len(lines) else text
        bare = text.lstrip().removeprefix(COMMENT)
        if text not in before and bare in before:
            return Place(self.path, line, max(1, column - text.index(bare) + before.index(bare)), before)
        return Place(self.path, line, column, before if len(before) == len(text) else text)

    def place(self, offset: int) -> Place:
        """Return the place (line and column from 1, and the text of the line) of the character at `offset`, which may
        also be the end of the text.

        Lines end at LF, CR or CRLF.
        """
        before = self.text[:offset].replace("\r\n", "\n").replace("\r", "\n")
        line_start = before.rfind("\n") + 1
        rest = self.text[offset:].partition("\n")[0].partition("\r")[0]
        line, column = before.count("\n") + 1, len(before) - line_start + 1
        return self._as_given(line, column, before[line_start:] + rest)

    def error(self, message: str, offset: int) -> InputError:
        """Return an InputError at `offset`, to be raised by the caller."""
        return InputError(message, self.place(offset))

    def warn(self, message: str, line: int, column: int) -> None:
        """Warn with a message about the place at line and column, both from 1; the command line prints the warning."""
        self.warn_at(message, self._as_given(line, column, self._line(line)))

    def warn_at(self, message: str, place: Place, category: type[InputWarning] = InputWarning) -> None:
        """Warn with a message about a place that `place` has returned; the command line prints the warning.

        category: AnswerWarning for one that `--quiet` does not hide.
        """
        warn(f"{place.path}:{place.line}:{place.column}: warning: {message}", category)

    def lines(self) -> list[str]:
        """Return the lines of the text without their ends (LF, CR or CRLF); unlike with str.splitlines, no other
        character ends a line.

        A text that ends with a line end has an empty last line; the empty text has one empty line.
        """
        return self.text.replace("\r\n", "\n").replace("\r", "\n").split("\n")

    def error_in_line(self, message: str, line: int, column: int = 1) -> InputError:
        """Return an InputError with a message at line and column, both from 1, to be raised by the caller."""
        return InputError(message, self._as_given(line, column, self._line(line)))

    def _line(self, number: int) -> str:
        """Return the text of the line with a number, from 1; '' if there is none."""
        lines = self.lines()
        return lines[number - 1] if 0 < number <= len(lines) else ""
