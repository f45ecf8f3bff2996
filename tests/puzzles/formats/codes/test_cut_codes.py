"""A code that is cut short or goes on is refused with both numbers, and never another board in silence."""

import random
import re
from collections.abc import Iterator

import pytest
from support.coded_boards import GIVENS, decode_game, decode_url, random_board

from csp2sat.base.source import Source
from csp2sat.errors import InputError, UsageError
from csp2sat.puzzles.formats.reading import read_board
from csp2sat.puzzles.formats.spec import FORMATS
from csp2sat.puzzles.spec import PUZZLES

SEEDS = 2  # random boards of a kind
LONGEST = 160  # characters of an address that is walked through
MORE = ["0", "1", "9", "a", "g", "z", ".", "-", "=", "/0", ",", "_", "A", "B", "zz", "00", "0g", "-1", ",1"]
READERS = {"url": decode_url, "sgt": decode_game}
START = {"url": re.compile(r"https://puzz.link/p\?[^/]+/\d+/\d+/"), "sgt": re.compile(r"[a-z]+:[^:]*:")}
CODES = [(name, form) for name in sorted(PUZZLES) for form in READERS if getattr(PUZZLES[name], form) is not None]

# Codes in which something that is whole may end, or go on, so that nothing is missing or left over
ENDS = {
    ("easyasabc", "url"): "the cells are left out where none has a letter",
    ("skyscrapers", "url"): "the cells are left out where none has a number",
    ("galaxies", "url"): "the holes behind the stars are left out where there are none",
    ("galaxies", "sgt"): "nothing is written behind the last star",
    ("nonogram", "sgt"): "a line without numbers is empty, and so is a last one of which nothing is left",
    ("skyscrapers", "sgt"): "the cells are left out where none has a number",
}
NUMBERS = "a number in decimal digits at the end, of which the first digits are a number, too"


def boards(name, form, seeds=SEEDS):
    yield from (read_board(Source("sample", text), name) for text, _ in PUZZLES[name].samples)
    if name in GIVENS:
        rng = random.Random(f"{name} {form}")
        yield from (random_board(name, rng, form == "sgt") for _ in range(seeds))


def addresses(name, form, seeds=SEEDS) -> Iterator[str]:
    for board in boards(name, form, seeds):
        try:
            text = FORMATS[form].write(board).strip()
        except UsageError:
            continue
        if len(text) <= LONGEST:
            yield text


def is_number(text, changed):
    """Whether the two differ in digits of the last number alone."""
    digits = re.compile(r"\d*$")
    return text != changed and digits.sub("", text) == digits.sub("", changed) and changed[-1:].isdigit()


def mistakes(name, form, text):
    """What is read in silence as another board, or refused without both numbers."""
    read, start = READERS[form], START[form].match(text).end()
    right = read(text)
    for changed in [*(text[:end] for end in range(start, len(text))), *(text + more for more in MORE)]:
        try:
            found = read(changed)
        except InputError as error:
            if not both_numbers(error.message) and not another_reason(error.message):
                yield changed, error.message
            continue
        if found == right and len(changed) > len(text) and form == "url" and changed == text + "/":
            continue
        if (name, form) not in ENDS and not (form == "sgt" and is_number(text, changed)):
            yield changed, f"read as {found.givens}"


def both_numbers(message):
    return re.search(r"found (at least )?\d+ .*; expected (at least )?\d+", message) is not None


def another_reason(message):
    """Whether it names what stands at a place, which no code has there, or lacks a part that is no number of things."""
    kinds = (
        "unexpected ",
        "expected a number from 1 on",
        "expected the fleet",
        "expected a number and a /",
        "the board ends here; expected / and",
        "the board ends here; expected a number and a /",
    )
    parts = (" parts between commas", " past the end of the board", " is no number beside the board")
    return message.startswith(kinds) or any(part in message for part in parts)


@pytest.mark.sample(41)
@pytest.mark.parametrize(("name", "form"), CODES)
def test_each_prefix_and_extension(name, form):
    found = [each for text in addresses(name, form) for each in mistakes(name, form, text)]
    assert found == []
