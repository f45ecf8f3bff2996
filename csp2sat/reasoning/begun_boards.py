"""Empty drawings of boards, to draw on, and the facts of what has been drawn on them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from typing import Any, NamedTuple

from ..base.source import Source
from ..errors import InputError, UsageError
from ..puzzles.drawing.canvas import DENSE, Pen, Spacing
from ..puzzles.drawing.picture import centre
from ..puzzles.facts import Fact, fact_of
from ..puzzles.formats.solutions.begun import Begun, blanked_on, drawn_on, sheet, stray_on
from ..puzzles.formats.solutions.forms import ALPHABETS, divided, given_in
from ..puzzles.formats.solutions.layouts import PENS
from ..puzzles.formats.solutions.reading import lines_of, placements, plain_sign, redrawn, signs_of
from ..puzzles.spec import PUZZLES, Board, Cell
from .partial_boards import NO_FORM, empty_form, facts_of, is_solution
from .statements import statements

BETWEEN = {"line": "line", "border": "border"}  # by the values of edges: what is drawn between cells


class Manner(NamedTuple):
    """The manner of drawing on a board: blank, room, what: as `drawn_on` has them; possible: the facts of the board."""

    blank: str
    room: Spacing
    what: str
    possible: Sequence[Fact]


def empty_drawing(board: Board) -> str:
    """Return the drawing of a board in which nothing is filled in, with room for the signs of solutions.

    Cells are drawn as `?` in kinds where `.` is the sign of a decided cell.
    """
    how = manner_of(board)
    return f"{sheet(board, how.blank, how.room)}\n"


def facts_on(text: str, board: Board, blank: str | None = None) -> list[Fact] | None:
    """Return the facts that are drawn on the empty drawing of a board; None if the text is no such drawing, or leaves
    nothing open.

    blank: the sign of a cell that is not filled; None for that of `empty_drawing`.  Raise UsageError for a sign that a
    cell cannot have.
    """
    form = form_on(text, board, blank)
    return None if form is None else facts_of(board, form)


def form_on(text: str, board: Board, blank: str | None = None) -> Any:
    """Return a form that `facts_of` takes of a text, in place of the facts that `facts_on` returns.

    text, blank: as for `facts_on`.  The room of the drawing may be that of `empty_drawing`, or none.
    """
    how = manner_of(board)
    how = how if blank is None else how._replace(blank=blank)
    for room in dict.fromkeys((how.room, how.room._replace(width=1), DENSE)):
        for lines in placements(lines_of(text), board):
            begun = drawn_on(lines, board, how.blank, room, how.what) if lines else None
            if begun is not None:
                return None if _is_other(begun, how) else _form(board, begun, how)
    return None


def drawn_form(text: str, board: Board) -> Any:
    """Return a form that `facts_of` takes of signs and lines on the empty drawing of a board, or of the drawing of a
    solution of which a person has blanked a part; None for any other text, and for a drawing that leaves nothing open.

    Raise UsageError for a sign that a cell cannot have.
    """
    wrong = None
    try:
        if (form := form_on(text, board)) is not None:
            return form
    except UsageError as error:
        wrong = error
    how = manner_of(board)
    how = how if PUZZLES[board.puzzle].family != "divisions" else how._replace(what="border")
    for lines in placements(lines_of(text), board):
        for begun in blanked_on(lines, board, how.blank, how.what):
            if not _is_other(begun, how):
                return _form(board, begun, how)
    if wrong:
        raise wrong
    return None


def _is_other(begun: Begun, how: Manner) -> bool:
    """Whether a drawing has signs in cells although no fact of the board is about them, or leaves nothing open."""
    has_cells = any(fact.what == "cell" for fact in how.possible)
    return bool(begun.tokens) if how.what and not has_cells else begun.is_full and not how.what


def stray_stroke(source: Source, board: Board) -> InputError | None:
    """Return the error at the first stroke of a text that is no line of the board, such as a bridge that touches no
    island; None for a text that differs from the empty drawing in more than strokes.
    """
    how = manner_of(board)
    name = how.what or "sign"
    place = stray_on(lines_of(source.text.rstrip("\n")), board, how.blank, how.room, how.what)
    if place is None or source.text.lstrip().startswith(";"):
        return None
    expected = "each bridge from one island to the next" if name == "bridge" else f"each {name} whole"
    return source.error_in_line(f"this stroke is no {name}; expected {expected}", place[0] + 1, place[1] + 1)


def with_open_places(text: str, board: Board) -> tuple[Any, list[Cell]] | None:
    """Return the rows of a solution with the signs that are drawn on the empty drawing of a board, and with others in
    the open cells, and these cells; None in place of rows in kinds of another form.  Return a right solution without
    cells, and None for a text that is no such drawing, or leaves nothing open.
    """
    form = drawn_form(text, board)
    if form is None:
        return None
    if is_solution(form, board):
        return form, []
    try:
        empty = empty_form(statements(board))
    except NO_FORM:
        return None, []
    if isinstance(empty, dict) and isinstance(form, dict):
        return {key: ["".join(row).replace("?", rows[0][:1]) for row in form[key]] for key, rows in empty.items()}, []
    if isinstance(form, dict) or manner_of(board).what:
        return None, []
    filled = {fact.places[0] for fact in facts_of(board, form) if fact.what == "cell"}
    open_ = {fact.places[0] for fact in manner_of(board).possible} - filled
    rows = [
        [old if new is None else new for old, new in zip(*pair, strict=True)] for pair in zip(empty, form, strict=True)
    ]
    if not all(isinstance(row, str) for row in empty):
        return [[0 if (r, c) in open_ else sign for c, sign in enumerate(row)] for r, row in enumerate(rows)], []
    return ["".join(row) for row in rows], sorted(open_)


def manner_of(board: Board) -> Manner:
    """Return how a board is drawn on."""
    atoms = statements(board).atoms.values()
    possible = [fact_of(board, atom, true) for atom in atoms for true in (True, False)]
    values = {fact.value for fact in possible if fact.what == "cell"}
    edges = {fact.value for fact in possible if fact.what == "edge"}
    what = next((BETWEEN.get(str(value), "bridge") for value in edges), "")
    return Manner(_blank(board, what), Spacing(_width(board, values), what in ("border", "bridge")), what, possible)


def _blank(board: Board, what: str) -> str:
    """Return the sign of an open cell: `?` if a cell with `.` is decided."""
    if what or PUZZLES[board.puzzle].family == "divisions":
        return "."
    marks = PUZZLES[board.puzzle].picture(board, None).marks
    open_ = {mark.point for mark in marks if (mark.text, mark.role) == (".", "ground")}
    rows = ["".join(".?"[centre((r, c)) not in open_] for c in range(board.cols)) for r in range(board.rows)]
    with suppress(UsageError):
        return "?" if facts_of(board, rows) else "."
    return "."


def _width(board: Board, values: set[Any]) -> int:
    """Return the width of a cell in which each of the values has room."""
    pen: Pen = PENS[1](PUZZLES[board.puzzle].picture(board, None).ground)
    signs = [value for value in values if isinstance(value, str) and len(value) == 1]
    full = (redrawn(board, [sign * board.cols] * board.rows, pen) for sign in signs)
    numbers = [len(str(value)) for value in values if isinstance(value, int)]
    return max([1, *numbers, *(each.lattice.width for each in full if each)])


def _form(board: Board, begun: Begun, how: Manner) -> Any:
    """Return the form of what has been drawn; raise UsageError for a sign that a cell cannot have."""
    if how.what == "border":
        return _of_borders(board, begun, how)
    if how.what == "bridge":
        return begun.bridges
    are_numbers = any(fact.what == "cell" and isinstance(fact.value, int) for fact in how.possible)
    has_cells = any(fact.what == "cell" for fact in how.possible)
    forms = [
        _whole(board, begun.edges, rows if has_cells else ()) if begun.edges else rows
        for rows in _forms(board, begun.tokens, () if are_numbers else ALPHABETS)
    ]
    for form in forms[:-1]:
        with suppress(UsageError):
            facts_of(board, form)
            return form
    facts_of(board, forms[-1])
    return forms[-1]


def _of_borders(board: Board, begun: Begun, how: Manner) -> Any:
    """Return the areas that drawn borders part if they are as the rules say, else the facts of the borders: a border is
    between two cells, and a cell is in no region of a clue from which borders part the cell.
    """
    drawn = set(begun.borders)
    areas = next(divided(board, lambda *pair: (min(pair), max(pair)) not in drawn))
    if is_solution(areas, board):
        return areas
    stated = [fact for fact in how.possible if not fact.negative and fact.what == "edge" and fact.places in drawn]
    regions = [fact for fact in how.possible if fact.negative and fact.what == "region"]
    apart = [fact for fact in regions if len({areas[r][c] for r, c in fact.places}) > 1]
    return {"facts": [fact.neutral() for fact in stated + apart]}


def _whole(board: Board, edges: Mapping[str, Sequence[str]], rows: Sequence[Sequence[str]]) -> dict[str, Any]:
    """Return the form of drawn lines, and of signs in cells, of a kind with both; there are no other lines if the drawn
    ones solve the board.

    edges: as in `Begun`.  rows: of signs, None for an open cell; () for a kind that has lines alone.
    """
    signs = {"shaded": ["".join("?" if sign is None else str(sign) for sign in row) for row in rows]} if rows else {}
    solved = {way: [row.replace("?", "0") for row in each] for way, each in edges.items()}
    dark = {key: [row.replace("?", ".") for row in each] for key, each in signs.items()}
    for form in (solved, solved | dark):
        if not PUZZLES[board.puzzle].broken_rules(board, form):
            return form
    return {**edges, **signs}


def _forms(board: Board, tokens: Mapping[Cell, str], alphabets: Sequence[str]) -> Iterator[list[list[Any]]]:
    """Yield the rows that the texts of cells may mean: signs of each alphabet, then numbers or the texts.

    tokens: the texts.  alphabets: as ALPHABETS.
    """
    given, drawn = given_in(board), signs_of(board)
    ground = PUZZLES[board.puzzle].picture(board, None).ground
    pen = PENS[all(map(str.isascii, tokens.values()))](ground)
    for alphabet in alphabets:
        meant = {cell: _sign(token, alphabet, given.get(cell, ""), cell, drawn, pen) for cell, token in tokens.items()}
        if all(meant.values()):
            yield _rows(board, meant)
    numbers = {cell: token.lstrip("#█") for cell, token in tokens.items()}
    yield _rows(board, {cell: int(n) if n.isascii() and n.isdecimal() else tokens[cell] for cell, n in numbers.items()})


def _sign(token: str, alphabet: str, given: str, cell: Cell, drawn: Any, pen: Pen) -> str:
    """Return the sign of an alphabet that a text in a cell means; '' for none.

    token, given: the text, and the given value of the cell.  drawn, pen: of `signs_of`.
    """
    plain = plain_sign(token, given)
    return next((sign for sign in alphabet if sign in (token, plain) or drawn(sign, cell, pen) == token), "")


def _rows(board: Board, values: Mapping[Cell, object]) -> list[list[Any]]:
    return [[values.get((r, c)) for c in range(board.cols)] for r in range(board.rows)]
