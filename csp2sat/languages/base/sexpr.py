"""S-expressions of the CSP language: text -> statements, as nested lists of integers and symbols.

A statement is read as plain lists of `int` and `str`, quickly; and once more, with the offset of every item, when
something is wrong with it (`located`).  Nothing here recurses, so nesting may be as deep as memory allows.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import chain, islice
from typing import Any

from ...base.numbers import TooLong, decimal, integer
from ...base.source import Source
from ...escaping import CONTROLS
from ...model.ops import BY_SPELLING

Item = int | str | list["Item"]
SexprList = list[Any]  # of Item; its reader changes it in place

BLANK = r"\x00-\x20\u00a0\u3000"  # Sugar's blanks, and the two that Japanese editors make
TOKEN = re.compile(rf"[()]|[^{BLANK}()]+")
COMMENT = re.compile(r";[^\n]*")
PARENTHESIS = re.compile(r"[()]")
DELIMITER = re.compile(rf"[{BLANK}()]")
INTEGER = re.compile(r"-?[0-9]+")
NO_SYMBOL = re.compile(rf"[^A-Za-z0-9_.+\-*/%=<>!&|$\x80-\U0010ffff]|[{CONTROLS}]")
ALIASES = BY_SPELLING | {"^": "xor", "wsum": "weightedsum"}  # they are rewritten wherever they stand, as in Sugar
HINTS = (  # on tokens that are something in other languages
    (re.compile("-[->]+"), "did you mean '=>'?"),
    (re.compile(r"-?[0-9]+\.\.-?[0-9]+"), "a range is two integers: LOW HIGH"),
    (re.compile(r"-?[0-9]+\.[0-9]+"), "there are no fractions"),
)
PIECE = 1 << 16  # characters that are cut into tokens at a time
SHOWN = 40  # characters of a token that a message shows


class LocatedForm(list[Item]):
    """A form with the offset of its parenthesis."""

    offset = 0


class LocatedSymbol(str):
    """A symbol with its offset, and as it is written."""

    offset = 0
    text = ""


class LocatedInteger(int):
    """An integer with its offset, and as it is written."""

    offset = 0
    text = ""


class BadToken(ValueError):
    """A token that is neither an integer nor a symbol; `index` is the character that is wrong."""

    def __init__(self, message: str, token: str, index: int = 0):
        super().__init__(message)
        self.token, self.index = token, index


class Unbalanced(ValueError):
    """A parenthesis without its partner."""


def atom(token: str) -> int | str:
    """The integer, or the symbol by its first spelling (`<=` is `le`).  Raises BadToken."""
    if INTEGER.fullmatch(token):
        return _integer(token)
    if token in ALIASES:
        return ALIASES[token]
    if bad := NO_SYMBOL.search(token):
        hint = "; comments begin with ';'" if token[0] == "#" else ""
        raise BadToken(f"character {bad[0]!r} can be no part of a symbol{hint}", token, bad.start())
    if token[0] in "0123456789.-":
        hint = next((hint for form, hint in HINTS if form.fullmatch(token)), f"no symbol begins with {token[0]!r}")
        raise BadToken(f"{shown(token)} is neither an integer nor a symbol; {hint}", token)
    return token


def _integer(token: str) -> int:
    try:
        return integer(token)
    except TooLong as error:
        raise BadToken(str(error), token) from None


def is_symbol(name: str) -> bool:
    """Does the name, written as it is, read as itself?"""
    try:
        return TOKEN.fullmatch(name) is not None and atom(name) == name
    except BadToken:
        return False


def shown(item: object) -> str:
    """An item as it is written, for a message: a symbol in quotes; cut if it is long."""
    if isinstance(item, list):
        return "(...)" if item else "()"
    text = getattr(item, "text", None) or (decimal(item) if isinstance(item, int) else str(item))
    if isinstance(item, int):
        return text[:SHOWN] + "..." * (len(text) > SHOWN)
    return repr(text) if len(text) <= SHOWN else repr(text[:SHOWN]) + "..."


class _Atoms(dict[str, int | str]):
    """The atoms that there have been, so that each token is examined once."""

    def __missing__(self, token: str) -> int | str:
        self[token] = value = atom(token)
        return value


def statements(source: Source) -> Iterator[tuple[Item, int, int, int]]:
    """The statements, each with the offset, line and column of its first character.

    Raises InputError at a character that has no business there, or at a parenthesis without its partner.
    """
    text = plain(source.text)
    places = _Places(text)
    try:
        for number, item in _nested(text):
            yield (item, *places.of(number))
    except BadToken as bad:  # its first occurrence
        start = next(match.start() for match in TOKEN.finditer(text) if match[0] == bad.token)
        raise source.error(str(bad), start + bad.index) from bad
    except Unbalanced as error:
        raise source.error(*_unbalanced(text)) from error


def plain(text: str) -> str:
    """The text with blanks for comments, and with LF as the end of lines; what is left stays at its offset."""
    if "\r" in text:
        text = text.replace("\r\n", " \n").replace("\r", "\n")
    return COMMENT.sub(lambda comment: " " * len(comment[0]), text) if ";" in text else text


def tokens(text: str) -> Iterator[str]:
    """The tokens of a plain text, cut in pieces, for a token takes more memory than its text."""
    return chain.from_iterable(TOKEN.findall(text, start, end) for start, end in _pieces(text))


def _pieces(text: str) -> Iterator[tuple[int, int]]:
    start = 0
    while start < len(text):
        cut = DELIMITER.search(text, start + PIECE)
        end = cut.start() if cut else len(text)
        yield start, end
        start = end


def _nested(text: str) -> Iterator[tuple[int, Item]]:
    """The statements, each with the number of its first token."""
    atoms = _Atoms()
    outer: list[SexprList] = []  # the forms that are open around the innermost one, `form`; the first one is no form
    form: SexprList = []
    start = 0
    for number, token in enumerate(tokens(text)):
        if not outer:
            start = number
        if token == "(":
            outer.append(form)
            form = []
        elif token != ")":
            form.append(atoms[token])
        elif outer:
            outer[-1].append(form)
            form = outer.pop()
        else:
            raise Unbalanced
        if not outer:
            yield start, form.pop()
    if outer:
        raise Unbalanced


def _unbalanced(text: str) -> tuple[str, int]:
    """What is wrong with the parentheses, and the offset of the one without a partner."""
    depth = start = 0
    for match in PARENTHESIS.finditer(text):
        if match[0] == ")" and not depth:
            return "')' without '('", match.start()
        if not depth:
            start = match.start()
        depth += 1 if match[0] == "(" else -1
    return "'(' is never closed", start


class _Places:
    """Offset, line and column of tokens by their numbers, which must ascend; all of them together take one pass."""

    def __init__(self, text: str):
        self._text = text
        self._matches = TOKEN.finditer(text)
        self._passed = 0  # tokens
        self._offset, self._line, self._line_start = 0, 1, 0

    def of(self, number: int) -> tuple[int, int, int]:
        offset = next(islice(self._matches, number - self._passed, None)).start()
        self._passed = number + 1
        self._line += self._text.count("\n", self._offset, offset)
        self._line_start = max(self._line_start, self._text.rfind("\n", self._offset, offset) + 1)
        self._offset = offset
        return offset, self._line, offset - self._line_start + 1


def located(source: Source, offset: int) -> Item:
    """The statement that begins at the offset, once more: every item of it knows its place."""
    outer: list[SexprList] = [[]]
    for match in TOKEN.finditer(plain(source.text), offset):
        if match[0] == ")":
            outer.pop()
        else:
            outer[-1].append(_located(match))
            if match[0] == "(":
                outer.append(outer[-1][-1])
        if len(outer) == 1:
            break
    statement: Item = outer[0][0]
    return statement


def _located(match: re.Match[str]) -> LocatedForm | LocatedSymbol | LocatedInteger:
    if match[0] == "(":
        form = LocatedForm()
        form.offset = match.start()
        return form
    value = atom(match[0])
    item = LocatedSymbol(value) if isinstance(value, str) else LocatedInteger(value)
    item.offset, item.text = match.start(), match[0]
    return item
