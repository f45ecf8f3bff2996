"""A link of Penpa+, an editor of drawings: `https://swaroopg92.github.io/penpa-edit/#m=edit&p=...`.

The link has the drawing itself, compressed, and perhaps the name of its puzzle.  The meaning of a drawing is a
convention for each puzzle; a drawing with an unknown part is refused, for this part may be a rule.  The links are
described by the programs of others that read them (noqx, puzzlekit), and were tried on links of their examples.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from itertools import product
from typing import NamedTuple, NoReturn

from ...base.source import Source
from ...errors import InputError, UsageError
from ..givens import CellForm
from ..kit.checks import parted_areas, place
from ..names import puzzle_named
from ..notation import COMMENTS, CellValues, GivenValue, PenpaLayers, check_size, listed
from ..sites import PenpaDrawing
from ..spec import PUZZLES, AnyPuzzle, Board, Cell
from .base.penpa_links import NAMES, link, whole
from .base.placing import board, first, no_cell, placed
from .base.text_lines import each_line
from .spec import Format

START = re.compile(COMMENTS + r"(?:https?://[^\s#]{1,200}#|(?:www\.)?[\w./~-]{1,200}/#)?m=(?:edit|solve)&p=")
SHAPES = re.compile("square|sudoku")  # of boards of squares
MOST = 4_000_000  # bytes of a drawing
DARK = (1, 3, 4, 8)  # colours of shaded cells
GIVEN, ANSWER = 3, 4  # lines of the text of a link: the board's layers, and those that are drawn to solve it
PLAIN, WHITE = 1, 4  # styles of numbers without anything around them
BLACK, THICK = 4, 2  # the colour of cells, and the style of lines, that are written


class _Drawing(NamedTuple):
    """A drawing: its rows and columns, its layers by their names, the names of its puzzle, its source for errors."""

    source: Source
    rows: int
    cols: int
    layers: PenpaLayers
    tags: list[str]

    def refuse(self, message: str) -> NoReturn:
        """Raise InputError with the message, at the drawing."""
        raise self.source.error(message, _start(self.source))

    def at_cells(self, layer: str) -> dict[Cell, GivenValue]:
        """Return the contents of a layer by their cells; raise InputError if any is not in the middle of a cell."""
        found = {}
        for key, value in self.layers.get(layer, {}).items():
            kind, index = self._place(key)
            r, c = index // (self.cols + 4) - 2, index % (self.cols + 4) - 2
            if kind or not (0 <= r < self.rows and 0 <= c < self.cols):
                self.refuse(f"the drawing has a {layer} that is not inside of a cell; such drawings cannot be read")
            found[r, c] = value
        return found

    def numbers(self) -> dict[Cell, str]:
        """Return the texts in cells; `?` for an empty text with something around it.  Raise InputError if a number is
        not in the middle of a cell, or no plain one.
        """
        found = {}
        for cell, (text, style, mode) in self.at_cells("number").items():
            if str(mode) != "1":
                self.refuse(f"the number at {place(cell)} is no plain one; such drawings cannot be read")
            if shown := str(text).strip() or ("?" if style != PLAIN else ""):
                found[cell] = shown
        return found

    def areas(self) -> list[list[int]]:
        """Return the number of each cell's area, between the lines on the sides of cells."""
        lines = {self._side(key) for key in self.layers.get("lineE", {})}
        # the line between two cells begins at the upper left corner of the second one
        return parted_areas(self.rows, self.cols, lambda one, other: (other, (one[0] + 1, one[1] + 1)) in lines)

    def _side(self, line: str) -> tuple[Cell, ...]:
        """Return the corners at the ends of a line, from their numbers on the sheet; (0, 0) is the upper left corner of
        the first cell.  Raise InputError if the line is no side of a cell.
        """
        found = []
        for kind, index in sorted(map(self._place, line.split(","))):
            found.append((kind, index // (self.cols + 4) - 1, index % (self.cols + 4) - 1))
        kinds, ends = [kind for kind, *_ in found], [(r, c) for _, r, c in found]
        if kinds != [1, 1] or (ends[1][0] - ends[0][0], ends[1][1] - ends[0][1]) not in ((0, 1), (1, 0)):
            self.refuse("the drawing has lines that are no sides of cells; such drawings cannot be read")
        return tuple(ends)

    def _place(self, text: str) -> tuple[int, int]:
        """Return the kind of a place (0: a cell), and the number of its cell on the sheet."""
        if not re.fullmatch("[0-9]{1,9}", text):
            self.refuse(f"the drawing has something at {text!r}; expected the number of a place")
        return divmod(int(text), (self.rows + 4) * (self.cols + 4))


def _start(source: Source) -> int:
    found = START.match(source.text)
    return found.end() if found else first(source.text)


def answered(source: Source) -> tuple[dict[Cell, str], list[str]]:
    """Return the signs of the answer that is drawn on a link, by cell: `#` in a dark cell, and numbers; and the names
    of layers with anything else.  Raise InputError for a link that cannot be read.
    """
    drawing = _drawing(source, ANSWER)
    colours, numbers = drawing.at_cells("surface"), drawing.numbers()
    others = [name for name, layer in drawing.layers.items() if layer and not name.startswith("command_")]
    light = any(colour not in DARK for colour in colours.values())
    rest = [name for name in others if name not in ("surface", "number") or (light and name == "surface")]
    return {cell: "#" for cell, colour in colours.items() if colour in DARK} | numbers, rest


def _drawing(source: Source, line: int = GIVEN) -> _Drawing:
    """Return the drawing of the link; line: of the text in which its layers are.

    Raises InputError for a link that cannot be read, for a size that boards cannot have, and for a board that is no
    rectangle of squares, has margins, or leaves out cells.
    """
    import json

    try:
        lines = _unpacked(source.text[_start(source) :].strip().partition("&")[0]).split("\n")
        shape, cols, rows = lines[0].split(",")[:3]
        margins, cells = json.loads(lines[1]), json.loads(lines[5])
        written = re.sub(r"z([A-Z0-9_])", lambda found: _written(found[1]), lines[line])
        layers, tags = json.loads(written), json.loads(lines[17]) if len(lines) > 17 and lines[17] else []
        found = _Drawing(source, int(rows), int(cols), layers, list(map(str, tags)))
    except (ValueError, LookupError, TypeError, RecursionError) as error:
        raise source.error(f"this is no link of Penpa+ that can be read: {error}", _start(source)) from None
    with placed(lambda message: source.error(message, _start(source))):
        check_size(found.rows, found.cols)
    if not SHAPES.fullmatch(shape) or margins != [0] * 4:
        found.refuse("the board is no rectangle of squares without margins; such drawings cannot be read")
    if not isinstance(layers, dict) or cells != whole(found.rows, found.cols):
        found.refuse("cells are left out of the board; such drawings cannot be read")
    return found


def _written(letter: str) -> str:
    """Return the JSON text that `z` and this letter stand for."""
    return f'"{NAMES[letter]}"' if letter in NAMES else "null" if letter == "O" else "z" if letter == "Z" else '"?"'


def _unpacked(payload: str) -> str:
    """Return the text that was compressed; raise ValueError if the payload is no compressed text, or if its text is too
    long.
    """
    import base64
    import zlib
    from urllib.parse import unquote

    unpacker, plain = zlib.decompressobj(-15), unquote(payload).rstrip("=")
    try:
        text = unpacker.decompress(base64.b64decode(plain + "=" * (-len(plain) % 4), validate=True), MOST)
    except (zlib.error, ValueError):
        raise ValueError("some of its characters are wrong or missing; copy the link anew") from None
    if not unpacker.eof:
        raise ValueError("the link is cut off, or too long")
    return text.decode()


def type_of(source: Source) -> str | None:
    """Return the puzzle that the link names; None if it names none, or several."""
    found = [name for tag in _drawing(source).tags if (name := puzzle_named(tag) or _also(tag.lower()))]
    return found[0] if len(found) == 1 else None


def _also(tag: str) -> str | None:
    """Return the puzzle with this name in Penpa+ only; None if there is none."""
    return next((name for name in PUZZLES if (known := PUZZLES[name].penpa) and known.also == tag), None)


def read(source: Source, puzzle: AnyPuzzle) -> Board:
    """Return the board of the link; raise InputError if the link cannot be read, if boards of this puzzle have no form
    in Penpa+, or if any part does not belong to a drawing of this puzzle.
    """
    drawing, known = _drawing(source), puzzle.penpa
    if known is None:
        drawing.refuse(f"{puzzle.name} boards cannot be read from links of Penpa+")
    for tag in drawing.tags:
        if puzzle_named(tag) != puzzle.name and tag.lower() != known.also:
            drawing.refuse(f"this is a drawing of {tag}; expected {puzzle.name}")
    for name, layer in drawing.layers.items():
        if layer and name not in known.layers and not name.startswith("command_"):
            drawing.refuse(f"the drawing has something as `{name}`, which means nothing in {puzzle.name}")
    with placed(lambda message: source.error(message, _start(source))):
        try:
            return _board(puzzle, known, drawing)
        except (TypeError, AttributeError, LookupError) as error:
            raise ValueError(f"this is no link of Penpa+ that can be read: {error}") from None


def _board(puzzle: AnyPuzzle, known: PenpaDrawing, drawing: _Drawing) -> Board:
    """Return the board of a drawing, from the layers that such boards have.

    Raises ValueError, CellError or InputError for a drawing that is no board of this puzzle, such as with lines other
    than those of its boxes.
    """
    form, size = puzzle.form, (drawing.rows, drawing.cols)
    assert isinstance(form, CellForm)
    if known.layers == ("lineE",):
        return board(puzzle, size, form.givens(drawing.areas()))
    tokens = _tokens(known, drawing)
    values = [[_value(puzzle, (r, c), tokens) for c in range(drawing.cols)] for r in range(drawing.rows)]
    found = board(puzzle, size, form.givens(values, form.usual(*size)))
    if drawing.layers.get("lineE") and drawing.areas() != _boxes(found):
        raise ValueError("the lines are not those of the boxes; such drawings cannot be read")
    return found


def _tokens(known: PenpaDrawing, drawing: _Drawing) -> dict[Cell, str]:
    """Return the tokens of the text form for the cells in which a drawing has a number, a symbol or a shaded cell.

    known: how the puzzle is drawn, among this its symbols and their tokens. Raises InputError for a symbol that the
    puzzle does not have; for a puzzle with shaded cells also for another colour than black, and for a number in a white
    cell.
    """
    found = drawing.at_cells("symbol")
    symbols = {cell: known.symbols.get(tuple(symbol[:2]), "") for cell, symbol in found.items()}
    for cell, token in symbols.items():
        if not token:
            drawing.refuse(f"the symbol at {place(cell)} is none of {listed(map(str, known.symbols))}, style and shape")
    numbers = {**drawing.numbers(), **symbols}
    if not known.shaded:
        return numbers
    colours = drawing.at_cells("surface")
    for cell, colour in colours.items():
        if colour not in DARK:
            drawing.refuse(f"the cell at {place(cell)} has another colour than black; such drawings cannot be read")
    if white := [cell for cell in numbers if cell not in colours]:
        drawing.refuse(f"the number at {place(white[0])} is in a white cell; expected a black cell")
    return {cell: numbers.get(cell, "?").replace("?", known.shaded) for cell in colours}


def _value(puzzle: AnyPuzzle, cell: Cell, tokens: Mapping[Cell, str]) -> GivenValue:
    token = tokens.get(cell, "-")
    try:
        return puzzle.cells.value(token)
    except ValueError as expected:
        raise ValueError(f"{place(cell)}: {no_cell(repr(token), puzzle, expected)}") from None


def _boxes(found: Board) -> list[list[int]]:
    """Return the number of each cell's box, in the order of their first cells."""
    height, width = found.givens["box_rows"], found.givens["box_cols"]
    return [[r // height * (found.cols // width) + c // width for c in range(found.cols)] for r in range(found.rows)]


def write(board: Board) -> str:
    """Return the link of a drawing of the board, on one line; raise UsageError if Penpa+ has no such drawing."""
    puzzle, known = PUZZLES[board.puzzle], PUZZLES[board.puzzle].penpa
    if known is None:
        raise UsageError(f"{board.puzzle} boards have no link of Penpa+")
    text = link(board.rows, board.cols, _layers(puzzle, known, board), known.also or board.puzzle)
    try:
        if read(Source("", text), puzzle) == board:
            return f"{text}\n"
    except InputError:
        pass
    raise UsageError(f"links of Penpa+ cannot express this {board.puzzle} board")


def _layers(puzzle: AnyPuzzle, known: PenpaDrawing, board: Board) -> PenpaLayers:
    """Return the layers of the drawing of a board: the values of its cells, and the lines between its areas."""
    if known.layers == ("lineE",):
        return {"lineE": _lines(board, board.givens["regions"])}
    layers: PenpaLayers = {"surface": {}, "number": {}, "symbol": {}}
    if "lineE" in known.layers:
        layers["lineE"] = _lines(board, _boxes(board))
    shapes = {token: shape for shape, token in known.symbols.items()}
    for (r, c), value in board.filled(None).items():
        token, place = puzzle.cells.token(value), str((r + 2) * (board.cols + 4) + c + 2)
        if token in ("-", "."):
            continue
        if token in shapes:
            layers["symbol"][place] = [*shapes[token], 1]
        elif token != known.shaded:
            layers["number"][place] = [token, WHITE if known.shaded else PLAIN, "1"]
        if known.shaded:
            layers["surface"][place] = BLACK
    return layers


def _lines(board: Board, areas: CellValues) -> dict[str, int]:
    """Return the lines between areas: the numbers of both corners on the sheet -> the style."""
    width = board.cols + 4
    corner = width * (board.rows + 4)  # the number of the first one
    found = {}
    for (r, c), (i, j) in product(board.cells(), ((0, 1), (1, 0))):
        if board.has((r + i, c + j)) and areas[r][c] != areas[r + i][c + j]:
            end = corner + (r + 2) * width + c + 2
            found[f"{end - (width if j else 1)},{end}"] = THICK
    return found


def _takes(puzzle: AnyPuzzle) -> bool:
    return puzzle.penpa is not None


FORMAT = Format("penpa", START, read, write, type=type_of, split=each_line, takes=_takes, packed=True)
