"""S-expressions of the CSP language: a text is read as statements, which are nested lists of integers and symbols.

A statement is read quickly, as plain lists of `int` and `str`, and read again, with the offset of every item
(`located`), if a fault is found in it. No function here recurses, so nesting may be as deep as memory allows.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import islice
from typing import Any

from ...base.numbers import TooLong, decimal, integer, shortened
from ...base.source import Source
from ...escaping import CONTROLS
from ...model.ops import BY_SPELLING

Item = int | str | list["Item"]
SexprList = list[Any]  # of Item; its reader changes it in place
# Whole lines with as many opening as closing parentheses, which are statements unless a parenthesis has no partner: the
# number of the first line, and the offsets of that line, of its first character that is not blank, and of the end
WholeLines = tuple[int, int, int, int]
PlacedStatement = tuple[Any, int, int, int]  # an Item, or its meaning; its offset, line and column

BLANK = r"\x00-\x20\u00a0\u3000"  # Sugar's blanks, and the two that Japanese editors make
BLANKS = "".join(map(chr, range(0x21))) + "\u00a0\u3000"
TOKEN = re.compile(rf"[()]|[^{BLANK}()]+")
COMMENT = re.compile(r";[^\n]*")
PARENTHESIS = re.compile(r"[()]")
DELIMITER = re.compile(rf"[{BLANK}()]")
NO_SPACE = bytes((*range(9), *range(0x0E, 0x1C)))  # the ASCII characters of BLANK at which `str.split` does not split
INTEGER = re.compile(r"-?[0-9]+")
NO_SYMBOL = re.compile(rf"[^A-Za-z0-9_.+\-*/%=<>!&|$\x80-\U0010ffff]|[{CONTROLS}]")
ALIASES = BY_SPELLING | {"^": "xor", "wsum": "weightedsum"}  # they are rewritten wherever they stand, as in Sugar
HINTS = (  # on tokens that are something in other languages
    (re.compile("-[->]+"), "did you mean '=>'?"),
    (re.compile(r"-?[0-9]+\.\.-?[0-9]+"), "a range is two integers: LOW HIGH"),
    (re.compile(r"-?[0-9]+\.[0-9]+"), "there are no fractions"),
)
LARGE = 1 << 16  # characters, of which more are cut into tokens in several parts
SHOWN = 40  # characters of a token that a message shows


class LocatedForm(list[Item]):
    """A list with the offset of its opening parenthesis."""

    offset = 0


class LocatedSymbol(str):
    """A symbol with its offset, and its text as it is written."""

    offset = 0
    text = ""


class LocatedInteger(int):
    """An integer with its offset, and its text as it is written."""

    offset = 0
    text = ""


class BadToken(ValueError):
    """The error for a token that is neither an integer nor a symbol; index: the position of the wrong character in the
    token.
    """

    def __init__(self, message: str, token: str, index: int = 0):
        super().__init__(message)
        self.token, self.index = token, index


class Unbalanced(ValueError):
    """The error for a parenthesis without its partner."""


def atom(token: str) -> int | str:
    """Return the integer or symbol that a token means, the symbol in its first spelling (`<=` is `le`). Raises BadToken
    if the token is neither.
    """
    if token in ALIASES:
        return ALIASES[token]
    if token.isidentifier() and token.isascii():  # as most are; the other checks take five times as long
        return token
    if INTEGER.fullmatch(token):
        return _integer(token)
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
    """Whether the name, written as it is, is read as a symbol of exactly that name."""
    try:
        return TOKEN.fullmatch(name) is not None and atom(name) == name
    except BadToken:
        return False


def shown(item: object) -> str:
    """Show an item as it is written, for a message: a symbol in quotes, a list as `(...)`, a long text cut."""
    if isinstance(item, list):
        return "(...)" if item else "()"
    text = getattr(item, "text", None) or (decimal(item) if isinstance(item, int) else str(item))
    if isinstance(item, int):
        return shortened(text, SHOWN)
    return repr(text) if len(text) <= SHOWN else repr(text[:SHOWN]) + "..."


class Atoms(dict[str, int | str]):
    """A cache of the meanings of tokens, so that each different token is examined once."""

    def __missing__(self, token: str) -> int | str:
        self[token] = value = atom(token)
        return value


def statements(source: Source, quick: Callable[[list[str]], Any] = lambda words: None) -> Iterator[PlacedStatement]:
    """Yield the statements of a text, each with the offset, line and column of its first character.

    quick: returns the meaning of a statement from its tokens, to be yielded in place of the statement, or None if the
    tokens are anything else.  Raises InputError at a character that cannot stand there, and at a parenthesis without
    its partner.
    """
    text = plain(source.text)
    atoms, cut = Atoms(), _cut_by_spaces if _has_usual_blanks(text) else TOKEN.findall
    try:
        for piece in _pieces(text):
            line, start, first, end = piece
            words = cut(text, first, end) if end - first < LARGE else []
            meaning = quick(words) if words else None
            if meaning is None and words:
                meaning = _flat(words, atoms)
            if meaning is not None:
                yield meaning, first, line, first - start + 1
                continue
            places = None  # of the statements behind the first one, which are few
            for number, item in _nested(words or tokens(text, first, end), atoms):
                places = places or (_Places(text, piece) if number else None)
                yield (item, *(places.of(number) if places else (first, line, first - start + 1)))
    except BadToken as bad:  # its first occurrence
        start = next(match.start() for match in TOKEN.finditer(text) if match[0] == bad.token)
        raise source.error(str(bad), start + bad.index) from bad
    except Unbalanced as error:
        raise source.error(*_unbalanced(text)) from error


def plain(text: str) -> str:
    """Replace the comments of a text by blanks and all ends of lines by LF; the offsets of all other characters stay
    the same.
    """
    if "\r" in text:
        text = text.replace("\r\n", " \n").replace("\r", "\n")
    return COMMENT.sub(lambda comment: " " * len(comment[0]), text) if ";" in text else text


def _has_usual_blanks(text: str) -> bool:
    """Whether the blanks of BLANK are those at which `str.split` splits a text, which has no others."""
    return text.isascii() and len(text.encode().translate(None, NO_SPACE)) == len(text)


def _cut_by_spaces(text: str, start: int, end: int) -> list[str]:
    """Return the tokens of a text with usual blanks from the offset `start` to the offset `end`, in half of the time of
    TOKEN.
    """
    return text[start:end].replace("(", " ( ").replace(")", " ) ").split()


def tokens(text: str, start: int, end: int) -> Iterator[str]:
    """Yield the tokens of a text without comments from the offset `start` to the offset `end`, found part by part, for
    tokens take more memory than the text.
    """
    while start < end:
        cut = DELIMITER.search(text, min(start + LARGE, end), end)
        part_end = cut.start() if cut else end
        yield from TOKEN.findall(text, start, part_end)
        start = part_end


def _pieces(text: str) -> Iterator[WholeLines]:
    """Yield the pieces of a text without comments, without the blank lines between them; the last one may have
    parentheses without partners.
    """
    begun: tuple[int, int, int] | tuple[()] = ()
    start = depth = 0
    for line, content in enumerate(text.split("\n"), start=1):
        end = start + len(content)
        depth += content.count("(") - content.count(")")
        if not begun and (inside := content.lstrip(BLANKS)):
            begun = line, start, end - len(inside)
        if begun and not depth:
            yield (*begun, end)
            begun = ()
        start = end + 1
    if begun:
        yield (*begun, len(text))


def _flat(words: Sequence[str], atoms: Atoms) -> SexprList | None:
    """Return the statement of tokens that has no form inside, as most declarations are; None for any other tokens.

    atoms: as for `_nested`.  Raises BadToken.
    """
    if words[0] == "(" and words[-1] == ")" and words.count("(") == 1 == words.count(")"):
        return [*map(atoms.__getitem__, words[1:-1])]
    return None


def _nested(words: Iterable[str], atoms: Atoms) -> Iterator[tuple[int, Item]]:
    """Yield the statements of tokens, each with the number of its first token.  atoms: the meanings of tokens so far.
    Raises Unbalanced or BadToken.
    """
    outer: list[SexprList] = []  # the forms that are open around the innermost one, `form`; the first one is no form
    form: SexprList = []
    start = 0
    for number, token in enumerate(words):
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
    """Return the message about the parentheses of a text, and the offset of the parenthesis without a partner."""
    depth = start = 0
    for match in PARENTHESIS.finditer(text):
        if match[0] == ")" and not depth:
            return "')' without '('", match.start()
        if not depth:
            start = match.start()
        depth += 1 if match[0] == "(" else -1
    return "'(' is never closed", start


class _Places:
    """The places (offset, line and column) of tokens of a piece by their numbers, which must be requested in increasing
    order: all places together take one pass over the piece.
    """

    def __init__(self, text: str, piece: WholeLines):
        self._text = text
        self._line, self._line_start, self._offset, end = piece
        self._matches = TOKEN.finditer(text, self._offset, end)
        self._passed = 0  # tokens

    def of(self, number: int) -> tuple[int, int, int]:
        offset = next(islice(self._matches, number - self._passed, None)).start()
        self._passed = number + 1
        self._line += self._text.count("\n", self._offset, offset)
        self._line_start = max(self._line_start, self._text.rfind("\n", self._offset, offset) + 1)
        self._offset = offset
        return offset, self._line, offset - self._line_start + 1


def located(source: Source, offset: int) -> Item:
    """Read the statement that begins at the offset again, so that every item of it knows its place."""
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
