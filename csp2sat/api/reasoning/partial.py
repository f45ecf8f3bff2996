"""Boards and partly filled boards, and the hint that follows."""

from __future__ import annotations

import re
import warnings
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any, NamedTuple

from ...base import files
from ...base.json_source import json_in
from ...base.source import Source
from ...errors import InputError, InputWarning, LimitReached, Place, UsageError
from ...puzzles.facts import Fact
from ...puzzles.formats import reading
from ...puzzles.formats.base.placing import NO_CELL
from ...puzzles.formats.drawing import LINES_LEFT_OUT
from ...puzzles.formats.solutions.crosses import with_crosses
from ...puzzles.formats.solutions.forms import given_in
from ...puzzles.formats.solutions.reading import partly_filled, read, with_open_cells
from ...puzzles.formats.solutions.several import without_titles
from ...puzzles.formats.solutions.strokes import EdgeRows, strokes
from ...puzzles.givens import ExtraNumbers
from ...puzzles.spec import PUZZLES, Board, Cell, WrongForm
from ...reasoning import hints, partial_boards
from ...reasoning.begun_boards import drawn_form, facts_on, stray_stroke
from ...reasoning.begun_boards import empty_drawing as empty_drawing
from ...reasoning.chain import Chain
from ...reasoning.chain_end import TOO_LARGE, ChainEnd
from ...reasoning.hints import Mistake
from ...reasoning.step import Step
from ...solving.inputs import data_of, is_written, read_data
from ...solving.unknown_texts import NAMELESS
from ..writing.drawing import as_text
from .chains import NO_BOARD, board_of
from .editors import drawn_facts, is_editors
from .slips import as_changed_clue, changed_clue, other_given, slip_of

FILLED = "what you have filled in belongs in a second file, behind the board: csp2sat hint BOARD PARTIAL"
NO_AREAS = (
    "; expected the areas filled in so far: rows of numbers, the same number in all cells of an area, ? elsewhere"
)
LINE = re.compile(r"[^A-Za-z/\\\s]+")  # a board in one word
COUNTED = " cells, found "  # in errors of rows that are no part of the board
UNDRAWN = "."  # a cell of a drawing whose sign is not drawn, or that is not filled
EMPTY = ("?", "-", ".", "_", "null")  # a cell that is not filled, in rows of numbers


def read_board(path: str, kind: str | None) -> Board:
    """Return the board at a path, which may be a URL or `-`; `kind` is as after `--from`.

    Raise UsageError for a CSP or CNF, InputError and FileError for what cannot be read.
    """
    return _board_in(*data_of(path, kind), kind)


def _board_in(data: bytes, path: str, suffix: str, kind: str | None) -> Board:
    """Return the board in the content of a file, as `read_board` does; data, path, suffix, kind: as in `read_data`."""
    try:
        found = read_data(data, path, suffix, kind)
        if found.is_cnf:
            raise UsageError(NO_BOARD)
        return board_of(found.as_problem())
    except InputError as error:
        if error.message.startswith(NAMELESS) or NO_CELL in error.message:
            raise InputError(f"{error.message}; {FILLED}", error.place) from None
        raise


def is_full(board: Board) -> bool:
    """Whether a board of a kind that is filled with numbers has no empty cell."""
    return PUZZLES[board.puzzle].family == "numbers" and len(given_in(board)) == board.rows * board.cols


class Partial(NamedTuple):
    """The facts of a partly filled board.

    whole: whether no cell is `?`, although the board is given in rows.  open: whether a drawing has cells that are as
    in the board, which may be filled in later.  dots: whether `.` was read as a cell that is not filled, since none is
    `?` and the whole is not right.
    """

    facts: list[Fact]
    whole: bool = False
    open: bool = False
    dots: bool = False


def board_with_lines(path: str, kind: str | None) -> tuple[Board, Partial]:
    """Return the board at a path, as `read_board` does, with the facts drawn on the board: the lines of a solution in a
    drawing, or the marks of a player in a link or a file of an editor.
    """
    data, name, suffix = data_of(path, kind)
    with warnings.catch_warnings(record=True) as found:
        warnings.simplefilter("always", InputWarning)
        board = _board_in(data, name, suffix, kind)
    source = files.as_source(name, data)
    filled = partial_of(source, board) if is_editors(source) else Partial([])
    for each in found:
        if LINES_LEFT_OUT in str(each.message):
            filled = partial_of(source, board)
        else:
            warnings.warn_explicit(each.message, each.category, each.filename, each.lineno)
    return board, filled


def partial_in(path: str, board: Board) -> Partial:
    """Return what a file, or a word with a character for each cell, has of a partly filled board.

    The file has rows of characters with `?` for cells that are not filled, rows of numbers and `?`, both perhaps below
    the lines that stand above the rows of a board, or drawn with boxes; JSON as for `facts_of`; or the state of
    puzz.link's player, whose marks count as facts and whose empty cells do not.  A drawing with lines has these lines
    as facts; another drawing is read if the whole is right, or else has its signs as facts, such as shaded cells.
    Raise InputError, with the name of the file, for another content, for the player's state of another board, and for
    the text of a board, or a drawing with boxes, of a kind whose rows say areas.
    """
    return partial_of(_typed(path, board) or _source(path), board)


def _source(path: str) -> Source:
    """Return the text of a file, of stdin, or of a link that stands in place of a path."""
    data, name, _ = data_of(path) if is_written(path) else (files.read_bytes(path), path, "")
    return files.as_source(name, data)


def partial_of(source: Source, board: Board) -> Partial:
    """Return what a text has of a partly filled board, as `partial_in` does; raise InputError, too, for a copy of the
    board in which a clue is another one.
    """
    try:
        found = _partial_of(source, board)
    except (InputError, UsageError) as error:
        if changed := changed_clue(source, board, ()):
            raise changed from None
        raise as_changed_clue(error) if isinstance(error, InputError) else error from None
    if changed := changed_clue(source, board, {cell for fact in found.facts for cell in fact.places}):
        raise changed
    return found


def _partial_of(source: Source, board: Board) -> Partial:
    if is_editors(source):
        return Partial(drawn_facts(source, board))
    text, wrong = without_titles(source.text, board), None
    try:
        if (form := drawn_form(text, board)) is not None:
            return Partial(partial_boards.facts_of(board, form))
    except UsageError as error:
        wrong = error  # of a drawing that may be read in another way
    try:
        return _in_rows(source, board)
    except UsageError as error:
        if stray := stray_stroke(source, board):
            raise stray from None
        found = _filled_in(source, board) or _nothing(source, board) or _drawn(text, board) or _open(text, board)
        if found is None:
            slip = slip_of(source, board) if wrong is None and str(error).startswith("expected") else None
            at = error.__cause__.place if isinstance(error.__cause__, InputError) else Place(source.path)
            slip = slip or (other_given(source, text, board) if COUNTED in str(error) else None)
            raise slip or InputError(str(wrong or error), at) from None
        return found


def _open(text: str, board: Board) -> Partial | None:
    """Return the signs that are drawn on a drawing whose other cells have UNDRAWN, which is not right as a whole; None
    for another text.
    """
    with suppress(UsageError):
        facts = facts_on(text, board, UNDRAWN)
        return Partial(facts, open=True) if facts else None
    return None


def _nothing(source: Source, board: Board) -> Partial | None:
    """Return a board in which nothing is filled in for the drawing of the board alone; None for another text."""
    lines = [line for line in source.lines() if line.lstrip()[:1] != ";"]
    drawn, empty = (
        [line.rstrip() for line in each if line.strip()] for each in (lines, as_text(board, None).split("\n"))
    )
    return Partial([]) if drawn == empty else None


def _typed(word: str, board: Board) -> Source | None:
    """Return the rows of a partly filled board that is a word of the command line, without letters so that a misspelt
    name of a file stays one; None for any other word, such as the name of a file.  Raise InputError for a word that
    has about as many characters as the board has cells.
    """
    count = board.rows * board.cols
    if not max(2, count / 2) <= len(word) <= 2 * count or not LINE.fullmatch(word) or Path(word).exists():
        return None
    if len(word) != count:
        cells = f"one for each cell of {board.rows} rows and {board.cols} columns"
        raise InputError(f"{len(word)} characters, expected {count}: {cells}, or the name of a file", Place("PARTIAL"))
    starts = range(0, len(word), board.cols)
    return Source("PARTIAL", "".join(f"{word[at : at + board.cols]}\n" for at in starts))


def _in_rows(source: Source, board: Board) -> Partial:
    """Return what rows or JSON say, as `partial_in` does; raise UsageError for another content."""
    form = _form(source, board)
    facts = partial_boards.facts_of(board, form)
    is_bare = not any(line.split()[:1] == ["size"] or _is_rule(line) for line in source.lines())
    if isinstance(form, list) and not is_bare and _are_of_areas(board, facts):
        raise UsageError(f"this is a board of {board.puzzle}, as text or as a drawing{NO_AREAS}")
    signs = isinstance(form, list) and all(isinstance(row, str) for row in form)
    signs = signs and PUZZLES[board.puzzle].family != "numbers"  # there `.` is an empty cell
    whole = signs and bool(facts) and "?" not in source.text
    if whole and any(UNDRAWN in row for row in form) and not partial_boards.is_solution(form, board):
        return Partial(partial_boards.facts_of(board, [row.replace(UNDRAWN, "?") for row in form]), whole, dots=True)
    return Partial(facts, whole, whole and all(map(_is_sign, facts)))


def _is_sign(fact: Fact) -> bool:
    """Whether a fact is that a cell has a sign, such as that of a shaded cell."""
    return fact.what == "cell" and not fact.negative and isinstance(fact.value, str)


def _filled_in(source: Source, board: Board) -> Partial | None:
    """Return the facts of a text that is the same board with further numbers filled in; None if the text is no such
    board, or lacks some givens and has others changed, or if boards of this kind have no numbers in cells.

    The given numbers are facts, too.  If the text is the board as it is, of any kind, only a drawing may have facts:
    lines or areas that the board of its kind lacks.
    """
    try:
        with warnings.catch_warnings(record=True) as found:
            warnings.simplefilter("always", InputWarning)
            other = reading.read_board(source, board.puzzle)
    except InputError:
        return None
    if other == board:
        has_lines = any(LINES_LEFT_OUT in str(each.message) for each in found)
        return _drawn(source.text, board) or (None if has_lines else Partial([]))
    if PUZZLES[board.puzzle].family != "numbers" or (other.rows, other.cols) != (board.rows, board.cols):
        return None
    given, numbers = board.filled(), other.filled()
    is_changed = any(numbers.get(cell, value) != value for cell, value in given.items())
    if is_changed and not given.keys() <= numbers.keys():
        return None
    if board.with_values(numbers) != other.with_values(given | numbers):
        return None
    return Partial(_of_numbers(numbers, board))


def _of_numbers(numbers: Mapping[Cell, object], board: Board) -> list[Fact]:
    """Return the facts that cells have these numbers."""
    return partial_boards.facts_of(board, [[numbers.get((r, c)) for c in range(board.cols)] for r in range(board.rows)])


def _drawn(text: str, board: Board) -> Partial | None:
    """Return the facts of a drawn board: the lines or signs alone unless the whole is right; None if the text is no
    drawing of the board, or a drawing without lines and signs that is not right.
    """
    if PUZZLES[board.puzzle].family == "numbers" and (numbers := partly_filled(text, board)) is not None:
        return Partial(_of_numbers(numbers, board))
    if (edges := with_crosses(text, board)) is not None:
        return _of_edges(edges, board)
    found = read(text, board)
    if found is None or found.faults:
        if (rows := with_open_cells(text, board)) is not None:
            return Partial(partial_boards.facts_of(board, rows))
        return None if (typed := strokes(text, board)) is None else _of_edges(typed, board)
    try:
        is_right = not PUZZLES[board.puzzle].rule_faults(board, found.solution)
        facts = partial_boards.facts_of(board, found.solution)
    except (WrongForm, UsageError):
        return None
    if is_right:
        return Partial(facts)
    stated = [fact for fact in facts if not fact.negative and fact.value != UNDRAWN]
    if PUZZLES[board.puzzle].family == "loops and lines":
        return Partial(stated) if any(fact.what == "edge" for fact in facts) else None
    return Partial(stated, open=True) if stated and all(map(_is_sign, stated)) else None


def _of_edges(edges: EdgeRows, board: Board) -> Partial:
    """Return the facts of drawn lines; there are no other lines if the drawn ones solve the board."""
    whole = {way: [row.replace("?", "0") for row in rows] for way, rows in edges.items()}
    with suppress(WrongForm):
        if not PUZZLES[board.puzzle].rule_faults(board, whole):
            return Partial(partial_boards.facts_of(board, whole))
    return Partial(partial_boards.facts_of(board, edges))


def _are_of_areas(board: Board, facts: Sequence[Fact]) -> bool:
    """Whether facts that rows say are of areas, and not of numbers or signs in cells, which the text of a board has;
    the given numbers of a division may say no fact.
    """
    divided = PUZZLES[board.puzzle].family == "divisions"
    are = all(each.what != "cell" or (divided and not isinstance(each.value, int)) for each in facts)
    return are and (bool(facts) or divided)


def _form(source: Source, board: Board) -> Any:
    """Return the form that a text writes: JSON; else its rows, which are lists of numbers and None if all words between
    blanks are numbers or signs of an empty cell, and strings of characters otherwise.
    """
    text = source.text
    if text.lstrip()[:1] in ("{", "["):
        try:
            return json_in(source)
        except InputError as error:
            raise UsageError(error.message) from error
    rows = list(_rows(text.replace("·", "."), PUZZLES[board.puzzle].form.extra))
    words = {word for row in rows for word in row}
    numbers = [word for word in words if word.isdecimal()]
    if numbers and words <= {*numbers, *EMPTY} and any(len(row) > 1 for row in rows):
        return [[None if word in EMPTY else int(word) for word in row] for row in rows]
    given = {cell: token.replace(",", "") for cell, token in given_in(board).items() if len(token) > 1}
    for r, row in enumerate(rows):
        rows[r] = ["?" if given.get((r, c)) == word.replace(",", "") else word for c, word in enumerate(row)]
    return ["".join(row) for row in rows]


def _is_rule(line: str) -> bool:
    """Whether a line stands between the boxes of a drawing."""
    return "+" in line and not line.strip("-+| ")


def _rows(text: str, extra: ExtraNumbers | None) -> Iterator[list[str]]:
    """Yield the words of each row, without comments, the lines of the size and of the `extra` numbers of a board, and
    the boxes of a drawing.
    """
    above = {"size", extra.word if extra else "size"}
    for line in text.splitlines():
        words = line.replace("|", " ").split()
        if words and words[0] not in above and words[0][0] != ";" and not _is_rule(line):
            yield words


def hint_from(board: Board, facts: Sequence[Fact], *limits: float | None) -> Step | Mistake | ChainEnd:
    """Return the first mistake among facts, else the next step; how the chain ended if there is no step.

    limits: the deadline, then the CPU seconds, as in `hints.hint`.
    """
    found = hints.hint(board, facts, *limits)
    return found.end if isinstance(found, Chain) else found


def hint(board: Board, partial: object, *limits: float | None) -> Step | Mistake | None:
    """Return the first mistake of a partly filled board, else the next step; None if nothing more follows.

    partial: see `partial_boards.facts_of`, or None.  limits: as of `hint_from`.
    Raise LimitReached if the time was over before.
    """
    found = hint_from(board, [] if partial is None else partial_boards.facts_of(board, partial), *limits)
    if isinstance(found, ChainEnd) and found.status == "LIMIT":
        raise LimitReached(TOO_LARGE if found.by_size else "time")
    return None if isinstance(found, ChainEnd) else found
