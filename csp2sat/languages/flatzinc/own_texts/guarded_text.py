"""The text of a MiniZinc model in which each constraint holds only under a condition of its own.

MiniZinc keeps equal comparisons of several constraints once, at the place of the first of them, and makes bounds of
others.  A constraint under a condition stays apart: without the condition nothing of the constraint holds.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import pairwise
from typing import NamedTuple

from .model_text import TOKEN, LineStarts

MARK = "csp2sat_part"
PREDICATES = f"predicate {MARK}(var bool: c, int: part);\npredicate {MARK}_reif(var bool: c, int: part, var bool: b);\n"
OPEN, CLOSED = "(let {{var bool: csp2sat_c; constraint {mark}(csp2sat_c, {number})}} in (csp2sat_c -> (", ")))"
MARKED = re.compile(rf"^constraint {MARK}(?:_reif)?\((?P<c>\w+),(?P<part>\d+)(?:,(?P<b>\w+))?\)", re.MULTILINE)
LOOSER = re.compile(r"<->|->|<-|\\/|\bxor\b|\blet\b|`|::|[^\x00-\x7f]")  # than a conjunction, or perhaps so


class GuardedPart(NamedTuple):
    """The place of a constraint, line and column from 1, and the offsets in its text between which the part stands."""

    row: int
    column: int
    start: int
    end: int


class _Token(NamedTuple):
    text: str
    start: int
    end: int
    depth: int  # of brackets around it


def parts(text: str) -> list[GuardedPart]:
    """Return the parts of the constraints of a model: for `forall` its body, for a conjunction its members, else the
    constraint.  The place of a part is the constraint's own, or that of the body of a `forall` on another line.
    """
    found, lines = [], LineStarts(text)
    for item in _items(text):
        if item[0].text != "constraint":
            continue
        at = 1
        while at + 1 < len(item) and item[at].text == "::" and item[at + 1].text.startswith('"'):
            at += 2
        body = item[at:]
        while len(body) > 2 and body[-2].text == "::" and body[-1].text.startswith('"') and not body[-2].depth:
            del body[-2:]  # a name
        found += [_part(lines, body, *each) for each in _split(body, 0)] if body else []
    return found


class GuardedText:
    """The text of a model with a condition before each part of its constraints.

    text: as it was.  guarded: with the conditions.  parts: with numbers that begin with `first`.
    """

    def __init__(self, text: str, first: int):
        self.text, self.parts = text, parts(text)
        pieces, done, lines = list[str](), 0, LineStarts(text)
        self._inserted = dict[int, list[tuple[int, int]]]()  # in each line: column and length
        for number, part in enumerate(self.parts, start=first):
            opened = OPEN.format(mark=MARK, number=number)
            pieces += [text[done : part.start], opened, text[part.start : part.end], CLOSED]
            for at, length in ((part.start, len(opened)), (part.end, len(CLOSED))):
                row, column = lines.place(at)
                self._inserted.setdefault(row, []).append((column, length))
            done = part.end
        self.guarded = "".join([*pieces, text[done:]])

    def column(self, row: int, column: int) -> int:
        """Return the column in the text of a place in the guarded text; both are from 1, as the line is."""
        shift = 0
        for at, length in self._inserted.get(row, []):
            if column <= at + shift:
                break
            if column < at + shift + length:
                return at
            shift += length
        return column - shift


def selecting(flat: str) -> tuple[str, dict[int, int]]:
    """Return a FlatZinc in which each mark of a part requires its condition, and the numbers of the parts by the lines
    of their marks.
    """
    lines = LineStarts(flat)
    rows = {lines.place(each.start())[0]: int(each["part"]) for each in MARKED.finditer(flat)}
    return MARKED.sub(lambda m: f"constraint array_bool_and([{m['c']},{m['b'] or 'true'}],true)", flat), rows


def _items(text: str) -> Iterator[list[_Token]]:
    """Yield the items of a model, each as its tokens without comments and without the `;` at its end."""
    item, depth = list[_Token](), 0
    for token in TOKEN.finditer(text):
        kind, word = token.lastgroup, token[0]
        if kind is None and not word.startswith("'"):
            continue
        opens, closes = kind == "open" or word == "if", kind == "close" or word == "endif"
        depth -= closes
        if kind == "end" and not depth:
            if item:
                yield item
            item, depth = [], 0
            continue
        item.append(_Token(word, token.start(), token.end(), depth))
        depth += opens
    if item:
        yield item


def _split(body: list[_Token], start: int) -> Iterator[tuple[list[_Token], int]]:
    """Yield the tokens of each part of an expression, and the offset in the model's text at which the body of the
    innermost `forall` around the part begins, 0 for a part outside of any.

    The parts of a conjunction are those of its members, the parts of a `forall` those of its body; any other expression
    is one part.  body: the tokens of the expression.  start: the offset for the expression itself.
    """
    depth = body[0].depth
    at_top = [number for number, token in enumerate(body) if token.depth == depth]
    if at_top == [0, len(body) - 1] and body[0].text == "(" and len(body) > 2:
        yield from _split(body[1:-1], start)
        return
    if (inner := _of_forall(body, at_top)) and inner[0].depth == inner[-1].depth:
        yield from _split(inner, inner[0].start)
        return
    members = _members(body, at_top)
    if len(members) > 1:
        for member in members:
            yield from _split(member, start)
        return
    yield body, start


def _of_forall(body: list[_Token], at_top: list[int]) -> list[_Token]:
    """Return the body of a `forall` that is all of the expression; [] for another expression."""
    signs = [body[number].text for number in at_top]
    if signs == ["forall", "(", ")", "(", ")"]:
        return body[at_top[3] + 1 : -1]
    if signs == ["forall", "(", ")"] and len(body) > 5 and (body[2].text, body[-2].text) == ("[", "]"):
        bars = [n for n, each in enumerate(body) if each.text == "|" and each.depth == body[2].depth + 1]
        is_one = not any(each.depth == body[2].depth for each in body[3:-2])
        return body[3 : bars[0]] if len(bars) == 1 and is_one else []
    return []


def _members(body: list[_Token], at_top: list[int]) -> list[list[_Token]]:
    """Return the members of a conjunction; [body] for another expression."""
    tops = [body[number] for number in at_top]
    apart = ["" if each.end == after.start else " " for each, after in pairwise(tops)]
    if LOOSER.search("".join(f"{each.text}{blank}" for each, blank in zip(tops, [*apart, ""], strict=True))):
        return [body]
    members, begun = list[list[_Token]](), 0
    for number in at_top:
        sign = body[number]
        if sign.text == "/" and number + 1 < len(body) and body[number + 1].text == "\\":
            members.append(body[begun:number])
            begun = number + 2
    members.append(body[begun:])
    return members if all(members) else [body]


def _part(lines: LineStarts, item: list[_Token], body: list[_Token], inner: int) -> GuardedPart:
    """Return the part of an item's expression that consists of some tokens.

    lines: of the model.  item: the tokens of the expression.  body: the tokens of the part.  inner: where the body of
    the `forall` around the part begins, 0 for none.
    """
    line, _ = lines.place(item[0].start)
    at = inner if inner and lines.place(inner)[0] != line else item[0].start
    return GuardedPart(*lines.place(at), body[0].start, body[-1].end)
