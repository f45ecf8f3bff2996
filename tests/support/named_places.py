"""Places that a sentence names, read from its words alone."""

from __future__ import annotations

import re

from csp2sat.puzzles.spec import Cell

LIST = r"\d+(?: to \d+)?(?:, \d+(?: to \d+)?)*(?: and \d+(?: to \d+)?)?(?!\d)"
ROWS_FIRST = re.compile(rf"\brows? ({LIST}), columns? ({LIST})")
COLUMNS_FIRST = re.compile(rf"\bcolumns? ({LIST}), rows? ({LIST})")
LINE = re.compile(r"row (\d+), column (\d+) to (row|column) (\d+)")
WAYS = {"up": (-1, 0), "right": (0, 1), "down": (1, 0), "left": (0, -1)}
DIAGONAL = re.compile(r"the diagonal from row (\d+), column (\d+) to row (\d+), column (\d+)")
FROM = re.compile(r"row (\d+), column (\d+) ((?:up|right|down|left)(?:(?:, | and | or )(?:up|right|down|left))*)\b")
BESIDE = re.compile(rf"between (row|column)s (\d+) and (\d+) in (?:row|column)s ({LIST})")
ANY = "top, right, bottom or left"
SIDES = re.compile(
    r"((?:top|right|bottom|left)(?:(?:, | and | or )(?:top|right|bottom|left))*) of (.*?)(?= the |: | there |\.|$)"
)


def numbers(words: str) -> list[int]:
    """Numbers of a list in words, from 0."""
    found = []
    for part in re.split(r", | and ", words):
        first, *last = map(int, part.split(" to "))
        found += range(first - 1, last[0] if last else first)
    return found


def cells_of(text: str) -> set[Cell]:
    """All cells that a sentence names."""
    found = {(r, c) for one in ROWS_FIRST.finditer(text) for r in numbers(one[1]) for c in numbers(one[2])}
    found |= {(r, c) for one in COLUMNS_FIRST.finditer(text) for c in numbers(one[1]) for r in numbers(one[2])}
    for line in LINE.finditer(text):
        r, c, end = int(line[1]) - 1, int(line[2]) - 1, int(line[4]) - 1
        found |= {(r, at) if line[3] == "column" else (at, c) for at in range((c, r)[line[3] == "row"], end + 1)}
    for one in DIAGONAL.finditer(text):
        top, left, bottom, right = (int(each) - 1 for each in one.groups())
        found |= {(r, left + (r - top) * (1 if right > left else -1)) for r in range(top, bottom + 1)}
    for one in FROM.finditer(text):
        r, c = int(one[1]) - 1, int(one[2]) - 1
        found |= {(r + WAYS[way][0], c + WAYS[way][1]) for way in re.split(r", | and | or ", one[3])}
    for one in BESIDE.finditer(text):
        two = [int(one[2]) - 1, int(one[3]) - 1]
        found |= {(a, b) if one[1] == "row" else (b, a) for a in two for b in numbers(one[4])}
    for word, step in (("right of ", (0, 1)), ("below ", (1, 0))):
        for part in text.split(word)[1:]:
            found |= {(r + step[0], c + step[1]) for r, c in cells_of(part)}
    return found


def corners_of(text: str) -> set[tuple[Cell, Cell]]:
    """All sides of cells that a sentence names, as pairs of corners."""
    found = set()
    for one in SIDES.finditer(text.replace("any side of", f"the {ANY} of")):
        for r, c in cells_of(one[2]):
            sides = {"top": (0, 0, 0, 1), "left": (0, 0, 1, 0), "bottom": (1, 0, 1, 1), "right": (0, 1, 1, 1)}
            for side in re.split(r", | and | or ", one[1]):
                a, b, x, y = sides[side]
                found.add(((r + a, c + b), (r + x, c + y)))
    return found
