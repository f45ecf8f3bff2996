"""The links of Penpa+ that are written: the lines of a drawing, and their compression.

The page that opens such a link reads lines 0 to 5 (the sheet, the drawing, the cells of the board) and 17 (the name of
the puzzle); the other lines may be blank.
"""

from __future__ import annotations

import base64
import json
import zlib

from ...notation import PenpaLayers

SITE = "https://swaroopg92.github.io/penpa-edit/#m=solve&p="
PIXELS = 38  # of the side of a cell
MARGIN = 2  # cells around the board on the sheet
NAMES = {
    "S": "surface",
    "L": "line",
    "E": "lineE",
    "W": "wall",
    "C": "cage",
    "N": "number",
    "Y": "symbol",
    "1": "numberS",
    "R": "command_redo",
    "U": "command_undo",
    "8": "command_replay",
    "F": "freeline",
    "2": "freelineE",
    "_": "__a",
    "T": "thermo",
    "3": "arrows",
    "D": "direction",
    "0": "squareframe",
    "5": "polygon",
    "4": "deletelineE",
    "6": "killercages",
    "7": "nobulbthermo",
    "P": "special",
    "B": "board",
}
LISTS = ("thermo", "arrows", "direction", "squareframe", "polygon", "killercages", "nobulbthermo")
STACKS = ("command_redo", "command_undo", "command_replay")
OBJECTS = ("surface", "number", "numberS", "symbol", "freeline", "freelineE", "line", "lineE", "wall", "cage")
EMPTY = {
    **{key: {"__a": []} for key in STACKS},
    **{key: {} for key in (*OBJECTS, "deletelineE")},
    **{key: [] for key in LISTS},
}
MODE = '["1","2","1"]~"surface"~["",1]'  # of the grid, and of the tool of who solves
VERSION = "[3,1,3]"


def whole(rows: int, cols: int) -> list[int]:
    """Return the list of all cells of a `rows` x `cols` board in the link: the number of the first one on the sheet,
    then the step from each to the next.
    """
    return [2 * (cols + 4) + 2, *([1] * (cols - 1) + [5]) * (rows - 1), *[1] * (cols - 1)]


def link(rows: int, cols: int, layers: PenpaLayers, tag: str) -> str:
    """Return the link of a `rows` x `cols` drawing with these `layers`; its `tag` is the puzzle's name in Penpa+."""
    middle = _middle(rows, cols)
    head = ["square", cols, rows, PIXELS, 0, 1, 1, (cols + 1) * PIXELS, (rows + 1) * PIXELS, middle, middle, 0, 0, 0, 0]
    sheet = ",".join(map(str, [*head, "Title: ", "Author: ", "", "", "OFF", "false"]))
    drawing = [sheet, "[0,0,0,0]", MODE, _shortened({**EMPTY, **layers}), "", _json(whole(rows, cols))]
    return SITE + _packed("\n".join([*drawing, "[]", "", '"x"', '"x"', VERSION, *[""] * 6, _json([tag]), "false"]))


def _middle(rows: int, cols: int) -> int:
    """Return the number on the sheet of the point in the middle of the board: of a cell, a corner or a side."""
    kind = {(1, 1): 0, (0, 0): 1, (0, 1): 2, (1, 0): 3}[rows % 2, cols % 2]
    width = cols + 2 * MARGIN
    return kind * width * (rows + 2 * MARGIN) + (rows + 3) // 2 * width + (cols + 3) // 2


def _json(value: object) -> str:
    return json.dumps(value, separators=(",", ":"))


def _shortened(layers: PenpaLayers) -> str:
    """Return the layers as JSON in which short words stand for names."""
    text = _json(layers)
    for letter, name in NAMES.items():
        text = text.replace(f'"{name}"', f"z{letter}")
    return text


def _packed(text: str) -> str:
    packer = zlib.compressobj(9, wbits=-15)
    return base64.b64encode(packer.compress(text.encode()) + packer.flush()).decode().rstrip("=")
