"""The reading of boards: the detection of their format and their puzzle, and the text of one of several."""

from __future__ import annotations

import re
import warnings
from collections.abc import Iterator
from itertools import chain

from ...base.numbers import counted
from ...base.source import COMMENT, Source
from ...errors import AnswerWarning, InputError, InputWarning, Place, SeveralBoards
from ..names import known_puzzle, puzzle_named, suggested
from ..spec import PUZZLES, AnyPuzzle, Board
from .base.placing import SIZE, first, undoubted
from .base.text_lines import UNPARTED, half_width, is_rows
from .base.titles import has_name, named_by, named_in, up_to
from .spec import FORMATS, Format

COMMON = "json", "text"  # no text of theirs begins as one of a later format
LIKE_ROWS = "array", "grid", "line", "puzzlekit"  # formats that rows of cells without a size seem to have
READINGS = {"array": "a digit array", "puzzlekit": "a text of puzzlekit", "drawing": "a drawing"}
HOW_TO_NAME = "use --from NAME, or name the puzzle in a comment"
WALL = re.compile(r"[|┃│║#xX█]")  # in a drawing, or a dark cell
MOST_IN_HEAD = 3  # words of the first line of a text of puzzlekit without more lists than cells
TITLE = r"(?:\d{1,2}[ -]{1,3})?[^\W\d_][\w .,:'\"’“”„!?()*★#&/+=@-]{,59}"  # words above a board
ROW_OF_BLOCKS = r"(?m)^[ \t]*#+(?:[ \t]+(?![^\W\d_]{2})\S+)+[ \t]*$"
COLOURS = r"(?i)(?:[=:]|\bis)\s*(?:white|black)\b"  # in a legend
UNDERLINE = r"[ \t]*([=~])\1{2,}[ \t]*\n"  # of a title
QUOTING = r"(?m)^[ \t]*(?:>[> \t]*|(?:```|~~~)[^\r\n]*)"  # in letters, and in Markdown


def format_of(text: str) -> Format | None:
    """Return the format that a text seems to have; None if it has none.

    The names are tried backwards, so that `array`, which fits any text that begins with a digit, comes last; before
    them COMMON, for a format is imported only when it is tried.
    """
    text = text if text.isascii() else half_width(text)
    return next((FORMATS[name] for name in chain(COMMON, reversed(FORMATS)) if FORMATS[name].fits(text)), None)


def read_board(source: Source, puzzle: str | None = None) -> Board:
    """Return the board of a text, in whatever format.

    `puzzle` is the puzzle's name; if it is None, the text names the puzzle at a fixed place (the type in JSON) or in a
    comment, or the first part of the file's name does.  Raises InputError at the first wrong place, or with the
    candidates if nothing names the puzzle; UnknownPart if there is no puzzle with this name.
    """
    return only(read_boards(source, puzzle), source.path)


def only(boards: Iterator[Board], path: str) -> Board:
    """Return the first of the boards, of which there is at least one; raise SeveralBoards for the file `path` if there
    are several.
    """
    first, *more = boards
    if more:
        raise SeveralBoards(path, 1 + len(more))
    return first


def read_boards(source: Source, puzzle: str | None = None, form: Format | None = None) -> Iterator[Board]:
    """Return an iterator over the boards of a text, which may be several in some formats; otherwise as `read_board`.

    `puzzle` is as in `read_board`; `form` is the format of the text if it is known, else None.  A text of no known
    format and an unknown `puzzle` are errors of this call, other faults are errors of the iterator.
    """
    if not source.text.isascii():
        source = source._replace(text=half_width(source.text.removeprefix("\ufeff")))
    try:
        return _first_tidied(_boards_of(source, puzzle, form), source, puzzle)
    except InputError as error:
        return iter([_tidied(source, puzzle, error)])


def _first_tidied(boards: Iterator[Board], source: Source, puzzle: str | None) -> Iterator[Board]:
    """Yield the boards; if the first one cannot be read, the only board of the tidied text.  puzzle: as in
    `read_board`.
    """
    try:
        first_board = next(boards)
    except InputError as error:
        yield _tidied(source, puzzle, error)
        return
    yield first_board
    yield from boards


def _tidied(source: Source, puzzle: str | None, error: InputError) -> Board:
    """Return the board of the text when it is tidied, or raise InputError, as `tidied_board` does.

    puzzle: as in `read_board`.
    """
    from .base.tidied import tidied_board

    name = named_by(source, FORMATS["text"]) if puzzle is None else known_puzzle(puzzle)
    return tidied_board(source, name, error, lambda text: board_alone(text, puzzle))


def board_alone(source: Source, puzzle: str | None) -> Board:
    """Return the board of a text as it stands.  puzzle: as in `read_board`."""
    return only(_boards_of(source, puzzle, None), source.path)


def board_text(source: Source, number: int, puzzle: str | None = None) -> Source:
    """Return the text of the board with this number, from 1, of a text with several boards, at its place, below the
    name of its puzzle if this stands above an earlier board.

    puzzle: as in `read_board`.  Raise InputError if there is no board with this number.
    """
    from .base.blocks import block_boards

    source = _below_a_name(source) or source
    form = format_of(source.text) or FORMATS["text"]
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", InputWarning)  # the board alone causes its own
        texts = [text for text, _ in block_boards(source, puzzle, board_alone)] or list(form.split(source))
    if not 1 <= number <= len(texts):
        raise InputError(f"no board {number}; the text has {counted(len(texts), 'board')}", Place(source.path))
    each = texts[number - 1]
    if number == 1 or has_name(each, form) or (name := named_by(up_to(source, each), form)) is None:
        return each
    return each.changed(f"{COMMENT}{name}{each.text}")  # a blank line is first


def _boards_of(source: Source, puzzle: str | None, form: Format | None) -> Iterator[Board]:
    """Return an iterator over the boards of a text as it stands, as `read_boards` does.

    puzzle, form: as in `read_boards`.
    """
    if not re.search(UNPARTED, source.text):
        from .base.blocks import block_boards

        if blocks := block_boards(source, puzzle, board_alone):
            return iter([board for _, board in blocks])
    if named := _below_a_name(source):
        source, form = named, format_of(named.text)
    known = None if puzzle is None else known_puzzle(puzzle)
    if re.search(ROW_OF_BLOCKS, source.text) and (name := known or named_by(source, FORMATS["text"])):
        from .base.rows_alone import with_plain_blocks

        if plain := with_plain_blocks(source, PUZZLES[name]):
            source, form = plain, FORMATS["text"]
    form = form or format_of(source.text)
    if form is None:
        found = board_within(source, known)
        if found is None:
            from .unnamed import no_board

            raise _or_solved(source, known, no_board(source, named_by(source, FORMATS["text"])))
        source, form = found
    return _each_board(source, form, known)


def _or_solved(source: Source, known: str | None, error: InputError) -> InputError:
    """Return the error of a text that is no board, as `or_solved` does.  known: the name of the puzzle, or None."""
    name = known or named_by(source, FORMATS["text"])
    if name is None:
        return error
    from .drawn.solved import or_solved

    return or_solved(source, PUZZLES[name], error)


def board_within(source: Source, puzzle: str | None = None) -> tuple[Source, Format] | None:
    """Return the board in a text of no known format, as a text at the same place, and its format: rows of cells without
    a size, a board below the bare name of its puzzle, the only address of one of the SITES among other words, or what a
    letter quotes; None if there is none.

    puzzle: the name of the puzzle if it is known; None: the text or the file's name names it, or rows have no meaning.
    """
    from ..sites import SITES
    from .base.rows_alone import has_rows, may_be_rows
    from .drawn.kinds import is_drawn

    if commented := _with_name_in_comment(source):
        return commented, format_of(commented.text) or FORMATS["text"]
    name = puzzle or named_by(source, FORMATS["text"])
    if name and is_drawn(source, PUZZLES[name]):
        return source, FORMATS["drawing"]
    if name and has_rows(source, PUZZLES[name]):  # an address is in a comment then
        return source, FORMATS["text"]
    # Signs behind an address belong to the sentence, or to a link of Markdown or HTML
    address = rf"https?://(?:www\.)?(?:{'|'.join(SITES)})/[^\s<>\"'`)\]]*[^\s<>\"'`)\].,;:!?]"
    found = {each[0]: each.start() for each in re.finditer(address, source.text, re.IGNORECASE)}
    if len(found) == 1:
        ((url, start),) = found.items()
        return Source(source.path, re.sub(r"[^\r\n]", " ", source.text[:start]) + url), FORMATS["url"]
    plain = source.changed(re.sub(QUOTING, lambda sign: " " * len(sign[0]), source.text))
    form = format_of(plain.text) if plain.text != source.text else None
    if form is None and name and may_be_rows(source, PUZZLES[name]):
        return source, FORMATS["text"]
    if form is None and plain.text != source.text:
        return board_within(plain, name)
    return None if form is None else (plain, form)


def _with_name_in_comment(source: Source) -> Source | None:
    """Return the text with the sign of a comment before the first line, and before the line that underlines it, so that
    all other lines keep their places; None if that line is not the name of a puzzle alone, nor a title that contains
    one, above a board.
    """
    start = first(source.text)
    line, _, board = source.text[start:].replace("\r\n", "\n").partition("\n")
    below = re.match(UNDERLINE, board)
    board = board[below.end() :] if below else board
    if not line[:1].isalnum():  # `% queens` is a comment of MiniZinc
        return None
    from .base.headings import has_heading
    from .base.rows_alone import may_be_rows

    name = named_in(line) if re.fullmatch(TITLE, line.strip()) else None
    seems = (is_rows, format_of, lambda text: has_heading(text, PUZZLES[name or ""]))
    titled = name and (any(seem(board) for seem in seems) or may_be_rows(Source("", board), PUZZLES[name]))
    if not titled and puzzle_named(re.sub(r"[\s,:]*\d{1,3} ?[xX×*] ?\d{1,3}\s*$", "", line)) is None:
        return None
    title = COMMENT + (source.text[start:].replace("\n", f"\n{COMMENT}", 1) if below else source.text[start:])
    return source.changed(source.text[:start] + title)


def _below_a_name(source: Source) -> Source | None:
    """Return the text of `_with_name_in_comment` if its first line is the name of a puzzle alone, and the lines below,
    which have other lengths, are no rows with the name as their first row; else None.
    """
    name, _, board = source.text.partition("\n")
    board = re.sub(UNDERLINE, "", board, count=1) if re.match(UNDERLINE, board) else board
    row = board.lstrip().partition("\n")[0].rstrip()
    if not name.strip().isalpha() or len(row) in (0, len(name.strip())) or puzzle_named(name) is None:
        return None
    return _with_name_in_comment(source)


def _takes(form: Format, source: Source, puzzle: AnyPuzzle) -> bool:
    """Whether a format can say a board of the puzzle, and takes no cell of the text for a comment."""
    if form.name != "array" or not form.takes(puzzle):
        return form.takes(puzzle)
    from .array import hidden_cells

    return hidden_cells(source, puzzle) is None


def _each_board(source: Source, form: Format, known: str | None) -> Iterator[Board]:
    """Yield the boards of a text; `known` is the puzzle of all boards, None: each board, or the text above it, names
    its own.
    """
    whole = known or (named_by(source, form) if form.name in LIKE_ROWS else None)
    if whole:
        from .base.rows_alone import check_extra

        check_extra(source, PUZZLES[whole])
    if whole and (forms := _readings(source, form, PUZZLES[whole])) != [form]:
        try:
            board = _only_reading(source, PUZZLES[whole], forms)
        except InputError as error:
            raise _or_solved(source, whole, error) from None
        yield undoubted(source, board)
        return
    above: str | None = None  # the puzzle of a board without a name, and of those that follow until one has a name
    for each in form.split(source):
        if known or each is source or has_name(each, form):
            name, above = known or _puzzle(each, form), None
        else:
            name = above = above or _puzzle(up_to(source, each), form)
        try:
            board = _only_reading(each, PUZZLES[name], _readings(each, form, PUZZLES[name]))
        except InputError as error:
            if not known and name == form.usual and not named_by(each, form):
                from .unnamed import drawn_kinds, possible_kinds, unnamed

                no_digits = form.name == "grid" and not re.search(r"\d", each.text)
                if candidates := drawn_kinds(each, form) or (possible_kinds(each, read_board) if no_digits else []):
                    raise unnamed(each, form, HOW_TO_NAME, candidates) from None
            raise (_or_solved(each, name, error) if form.name in ("text", "drawing", "array") else error) from None
        if not known and form.is_guess(each, board) and not named_by(source, form):
            place = each.place(first(each.text))
            source.warn_at(f"read as a {board.puzzle}; if it is another puzzle, {HOW_TO_NAME}", place)
        yield undoubted(each, board)


def _readings(source: Source, found: Format, puzzle: AnyPuzzle) -> list[Format]:
    """Return the formats in which a text that seems to have the format `found` may be a board of the puzzle, the likely
    ones first: rows of words may be a drawing with clues around it, a text of puzzlekit, an array or rows alone.
    """
    if found.name == "text" and WALL.search(source.text):
        from .drawn.kinds import is_drawn_below_size

        return [FORMATS["drawing"] if is_drawn_below_size(source, puzzle) else found]
    taken, kit = _takes(found, source, puzzle), FORMATS["puzzlekit"]
    forms, drawing = [found] if taken else [], []
    if found.name in ("array", "puzzlekit") or not taken:
        from .drawn.kinds import is_drawn

        drawing = [FORMATS["drawing"]] if is_drawn(source, puzzle) else []
        indented = source.text[: first(source.text)].endswith((" ", "\t"))  # no text of puzzlekit is
        forms = [*forms, *drawing] if found is kit and not indented else [*drawing, *forms]
    if kit not in forms and kit.takes(puzzle) and kit.start.match(source.text):
        forms.append(kit)
    if not taken and not drawing:
        from .base.rows_alone import has_rows, has_wrong_row

        wrong = found.name == "array" and not found.takes(puzzle) and has_wrong_row(source, puzzle)
        forms += [FORMATS["text"]] if wrong or has_rows(source, puzzle) else []
    return forms or [found]


def _only_reading(source: Source, puzzle: AnyPuzzle, forms: list[Format]) -> Board:
    """Return the board of a text that may have several formats; raise InputError if it is a different board in two of
    them, and with the fault of the first one if it is a board in none.
    """
    if re.search(COLOURS, source.text):
        from .unnamed import check_legend

        check_legend(source, puzzle)
    if len(forms) == 1:
        return _uncut(source, puzzle, forms[0].read(source, puzzle), forms[0])
    alone = forms[-1].name == "text"  # rows without a size are only read as such if they are nothing else
    tried = forms[:-1] if alone else forms
    found = [(form, board) for form in tried if (board := form.tried(source, puzzle))]
    if any(board != found[0][1] for _, board in found):
        several = ", or ".join(READINGS[form.name] for form, _ in found)
        raise source.error(f"this may be {several}; expected the text or the JSON form", first(source.text))
    form, read = found[0] if found else (last := forms[-1 if alone else 0], last.read(source, puzzle))
    return _uncut(source, puzzle, read, form)


def _uncut(source: Source, puzzle: AnyPuzzle, read: Board, form: Format) -> Board:
    """Return the board that was read in a format; raise InputError if it may be a text of puzzlekit without some of its
    lines: the first row of a board without a size is the first line of such a text.
    """
    if form.name not in ("array", "text", "drawing") or puzzle.puzzlekit is None or read.cols > MOST_IN_HEAD:
        return read
    from .puzzlekit import has_head

    if has_head(source, puzzle):
        cut = "a text of puzzlekit that is cut short, or rows of cells?"
        raise source.error(f"{cut} expected {SIZE} above cells", first(source.text))
    return read


def _puzzle(source: Source, form: Format) -> str:
    """Return the name of the puzzle of a text: stated by the text itself, else by the first comment with a name, else
    by the file name, else the usual one of the format.

    Raises InputError if there is none, or the text states an unknown one.
    """
    stated = form.type(source)
    if stated is not None:
        name = puzzle_named(stated)
        if name is None:
            raise InputError(f"no puzzle {stated!r}; {suggested(stated)}", Place(source.path))
        return name
    if name := named_by(source, form):
        return name
    if form.usual is not None:
        return form.usual
    from .unnamed import begun_by_file, unnamed

    if name := begun_by_file(source, form):
        place = source.place(first(source.text))
        words = f"read as a {name}, as the file's name begins; if it is another puzzle, {HOW_TO_NAME}"
        source.warn_at(words, place, AnswerWarning)
        return name
    raise unnamed(source, form, HOW_TO_NAME)
