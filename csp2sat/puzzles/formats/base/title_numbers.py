"""The number that a board has besides its cells, such as that of the stars, in its title: `Star Battle, 2 stars`."""

from __future__ import annotations

import re
from collections.abc import Iterator

from ....base.source import Source
from ...givens import ExtraNumbers
from ...names import puzzle_named
from .text_lines import TextLine

IN_WORDS = "one", "two", "three", "four", "five", "six"
NUMBER = rf"(\d{{1,3}}|{'|'.join(IN_WORDS)})"
NO_SERIAL = r"(?<![\w.#])" + "".join(f"(?<!{word} )" for word in (r"no", r"no\.", r"nr", r"nr\.", "number", "puzzle"))
RATING = re.compile(r"(?i)\b(?:rat(?:ed|ing)|difficult\w*|hard\w*|level)\b")  # of the puzzle, in stars
IN_PARENTHESES = re.compile(r"\W*(.*?)\s*\((\d{1,3})\)\W*")  # behind a name
ALONE = re.compile(r"\W*(.*?)\W+(\d{1,3})\W*")  # a name and a number


def usual_or_titled(source: Source, extra: ExtraNumbers, size: tuple[int, int], above: TextLine) -> tuple[int, ...]:
    """Return the numbers of a board without a line that states them: the number in a comment, else the default; warn if
    the number stands in parentheses behind the puzzle's name.

    size: rows and columns.  above: the first line of the board.  Raises InputError for comments that say several
    numbers, or whose number may be that of the puzzle in a series, and for a board without a number whose size allows
    several; ValueError if there is no default.
    """
    most = (max(size) + 1) // 2
    titled = len(extra.keys) == 1 and not extra.truth
    comments = [line for line in enumerate(source.lines(), start=1) if titled and line[1].lstrip()[:1] in (";", "#")]
    found = dict(_beside_word(comments, extra))
    if beyond := [number for number in found if not 1 <= number <= most]:
        message = f"{beyond[0]} {extra.word} do not fit into a row; expected a line `{extra.word} N` above the rows"
        raise source.error_in_line(message, *found[beyond[0]])
    rated = {number: place for number, place in found.items() if RATING.search(dict(comments)[place[0]])}
    found = {number: place for number, place in found.items() if number not in rated}
    if not found and (behind := _behind_name(comments, extra, size)):
        number, place = behind
        source.warn(f"{number} {extra.word}, by the title; a line `{extra.word} N` says another number", *place)
        return (number,)
    alone = {number: place for number, place in _beside_name(comments) if not found and 1 < number <= most} | rated
    if len(found) > 1 or alone:
        which = [f"{number} {extra.word}" for number in found] or [
            f"{min(alone)} {extra.word}",
            "how good or hard the puzzle is" if rated else "a number of the puzzle",
        ]
        message = f"{', or '.join(which)}? expected a line `{extra.word} N` above the rows"
        raise source.error_in_line(message, *[*found.values(), *alone.values()][-1])
    if found:
        return tuple(found)
    titles = " ".join([source.path, *(text for _, text in comments)]).lower()
    is_named = any(name in titles for name in extra.default_titles)
    if extra.least and min(size) >= 2 * extra.least and not is_named:
        message = f"how many {extra.word}? expected a line `{extra.word} 1` or `{extra.word} 2` above the rows"
        raise source.error_in_line(message, above.number)
    return extra.default(*size)


def _beside_word(comments: list[tuple[int, str]], extra: ExtraNumbers) -> Iterator[tuple[int, tuple[int, int]]]:
    """Yield each number beside the word of `extra`, or before a sign for that, with its line and column."""
    word = rf"(?:{extra.word}?{''.join(f'|{re.escape(sign)}' for sign in extra.signs)})(?!\w)"
    in_each = r"\s+(?:per|in\s+each|in\s+every)\s"
    pattern = re.compile(
        rf"{NO_SERIAL}{NUMBER}(?:[\s-]*{word}|{in_each})|\b{extra.word}\W{{1,3}}{NUMBER}\b", re.IGNORECASE
    )
    for line, text in comments:
        for each in pattern.finditer(text):
            number = (each[1] or each[2]).lower()
            yield IN_WORDS.index(number) + 1 if number in IN_WORDS else int(number), (line, each.start() + 1)


def _behind_name(
    comments: list[tuple[int, str]], extra: ExtraNumbers, size: tuple[int, int]
) -> tuple[int, tuple[int, int]] | None:
    """Return the number in parentheses behind the name of a puzzle, `Star Battle (2)`, with its line and column; None
    if there is none, or if the size of the board, rows and columns, is too small for the number.
    """
    for line, text in comments:
        each = IN_PARENTHESES.fullmatch(text)
        if each and extra.least and puzzle_named(each[1]) and 0 < int(each[2]) * extra.least <= min(size):
            return int(each[2]), (line, each.start(2) + 1)
    return None


def _beside_name(comments: list[tuple[int, str]]) -> Iterator[tuple[int, tuple[int, int]]]:
    """Yield each number that is alone with the name of a puzzle, with its line and column."""
    for line, text in comments:
        if (each := ALONE.fullmatch(text)) and puzzle_named(each[1]):
            yield int(each[2]), (line, each.start(2) + 1)
