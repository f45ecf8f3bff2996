"""The tidying of a text that is no board as it stands, because a person has written sentences or fences of Markdown
around the board, commas between cells, or other signs for cells.
"""

from __future__ import annotations

import re
import warnings
from collections.abc import Callable, Iterator

from ....base.numbers import dumps
from ....base.source import COMMENT, Source
from ....errors import InputError, InputWarning, warn
from ...givens import CellForm, SectionsForm
from ...spec import PUZZLES, Board
from .headings import OTHER_WORDS
from .placing import first
from .text_lines import PLACE
from .titles import named_in

MOST = 20_000  # characters of a text that a person writes
CLUES = re.compile(r"[\d ]*\d *[|│┃]")
NUMBERS = re.compile(r"[\d -]*\d[\d -]*")
FENCE = re.compile(r"[ \t]*(?:```|~~~)[ \t]*([^\r\n`]*)$")
WORD = re.compile(r"[^\W\d_]{2,}")
SIZE = re.compile(r"\d+ ?[x×*] ?\d+")
SIGNS_IN_A_ROW = re.compile(r"(?<!\S)[^\w\s]\s+[^\w\s](?!\S)")
LEAST = 3  # letters of the longest word of a sentence
SIGNS = "*_#>`\"'“„ \t"  # around words in Markdown
ADDRESS = re.compile(r"\w[:/]+\w")  # or a game ID, or a file of a player on one line
SIZE_ALONE = re.compile(r"[ \t]*(\d{1,3})[ \t]*[xX×*][ \t]*(\d{1,3})[ \t]*")
LEFT_OUT, NAMES, IS_SIZE = "left out", "names the puzzle", "is the size, as `size WIDTH HEIGHT`"
LINE_END = "\n"
ENDS = (".", "!", "?", ":", "…")
Tidied = tuple[str, Source]
"""A description of the changes of a text, and the changed text, each line of which has the number that it had."""


def tidied_board(source: Source, known: str | None, error: InputError, read: Callable[[Source], Board]) -> Board:
    """Return the board of the first tidied text that is one board, with a warning that names the changes.

    known: the name of the puzzle, None if only the text can name it.  read: returns the only board of a text, or raises
    InputError.  Raise InputError if there is no board, or if texts that exclude each other are different boards: the
    error that the text has without words around the board, or the given error if there are no words.
    """
    for texts in tidied(source, known):
        found = dict[str, tuple[str, Board, list[Warning | str]]]()
        for words, text in texts:
            with warnings.catch_warnings(record=True) as caught:
                warnings.simplefilter("always", InputWarning)
                try:
                    board = read(text)
                except InputError as other:
                    error = other if words.endswith((LEFT_OUT, NAMES)) else error
                    continue
                if len(texts) == 1 or not PUZZLES[board.puzzle].doubt(board):
                    found.setdefault(dumps(board.neutral()), (words, board, [each.message for each in caught]))
        if len(found) == 1:
            ((words, board, messages),) = found.values()
            for each in messages:
                warn(each)
            slash = re.search(r"(?m)^(?![ \t]*;)[^/\n]*/", source.text) if words.startswith("`/`") else None
            place = source.place(first(source.text) if slash is None else slash.end() - 1)
            size = f"{board.puzzle}, {board.rows} rows and {board.cols} columns"
            if words != f"line {1 + source.text[: first(source.text)].count(LINE_END)} {NAMES}":  # as a bare name does
                source.warn_at(f"read as {size}: {words}", place)
            return board
    raise error from None


def tidied(source: Source, known: str | None) -> Iterator[list[Tidied]]:
    """Yield readings of a text as a board, likely ones first, each as a list of texts that exclude each other.

    known: the name of the puzzle, None if only the text can name it.
    """
    name = known or next(filter(None, map(named_in, source.lines())), None) if len(source.text) <= MOST else None
    if name is None:
        return
    lines, done = _without_words(source.lines(), _headings(PUZZLES[name].form), name)
    plain = source.changed("\n".join(lines))
    if done:
        yield [(done, plain)]
    for sized in _with_size(lines, name):
        yield [(f"{done}, {words}".removeprefix(", "), source.changed("\n".join(text))) for words, text in sized]
    if not isinstance(PUZZLES[name].form, CellForm):
        if (beside := _with_cells(lines)) != lines:
            yield [(f"{done}, no cells given".removeprefix(", "), source.changed("\n".join(beside)))]
        return
    if (parted := _without_commas(lines)) != lines:
        lines, done = parted, f"{done}, commas end cells".removeprefix(", ")
        yield [(done, source.changed("\n".join(lines)))]
    texts = [
        (f"{done}, {words}".removeprefix(", "), _respelt(lines, spell)) for words, spell in PUZZLES[name].spellings
    ]
    yield [(words, source.changed("\n".join(text))) for words, text in texts if text != lines]


def _without_words(lines: list[str], headings: set[str], name: str) -> tuple[list[str], str]:
    """Return the lines, of which sentences above and below the board, and all lines outside the only two fences, have
    become comments; and the change in words, '' if all lines stay.

    headings: the words that begin a part of a board's text.  name: the puzzle's.
    """
    fences = [at for at, line in enumerate(lines) if FENCE.match(line)]
    found, words = list(lines), list[int]()
    if len(fences) == 2:
        for at in (*range(fences[0]), *range(fences[1] + 1, len(lines))):
            words += [at] if lines[at].strip() else []
        for at in fences:
            found[at] = f"{COMMENT}{named[1]}" if (named := FENCE.match(lines[at])) and named[1].strip() else ""
    inside = [at for at, line in enumerate(found) if line.strip() and at not in words and line.lstrip()[0] != ";"]
    for order in (inside, inside[::-1]):
        for at in order:
            if not _is_sentence(found[at], headings):
                break
            words.append(at)
    if not {*inside} - {*words}:
        return lines, ""
    for at in words:
        found[at] = f"{COMMENT}{lines[at].strip()}"
    naming = next((at for at, line in enumerate(lines) if named_in(line) == name), None)
    others = sorted({*words} - {naming})
    numbers = ", ".join(str(at + 1) for at in others)
    left_out = f"line{'s'[: len(others) != 1]} {numbers}" if others else "fences" if len(fences) == 2 else ""
    changes = [f"line {naming + 1} {NAMES}"] if naming is not None and naming in words else []
    changes += [f"{left_out} {LEFT_OUT}"] if left_out else []
    return found, ", ".join(changes)


def _is_sentence(line: str, headings: set[str]) -> bool:
    """Whether a line has words that are no cells and no heading: two words, of which one has LEAST letters, or the name
    of a puzzle, or one word and the sign that ends a sentence.  A line with cells in front of its words, or with two
    signs side by side, is no sentence, and neither is a rule about cells such as `r1c1`.
    """
    plain = SIZE.sub("", line.strip(SIGNS))
    if len(WORD.split(plain, maxsplit=1)[0].split()) > 1 or SIGNS_IN_A_ROW.search(line):
        return False
    words, beside = WORD.findall(plain), re.sub(r"[\w\s.,:;!?'’“”„\"()&/@*–-]", "", plain)
    if not words or beside or ADDRESS.search(plain) or PLACE.search(plain) or words[0].lower() in headings:
        return False
    long = [word for word in words if len(word) >= LEAST and (word[1:].islower() or named_in(word))]
    ended = plain.endswith(ENDS) or named_in(plain) is not None
    return bool(long) and (ended or (len(words) > 1 and len({*map(len, words)}) > 1))


def _headings(form: CellForm | SectionsForm) -> set[str]:
    """Return the first words of the lines that begin a section, such as `regions`, in the text of a board."""
    sections = {section.word for section in form.sections} if isinstance(form, SectionsForm) else set[str]()
    return {"size", *OTHER_WORDS, *OTHER_WORDS.values(), *sections, *([form.extra.word] if form.extra else [])}


def _with_size(lines: list[str], puzzle: str) -> list[list[tuple[str, list[str]]]]:
    """Return the lines with the word `size` before two numbers with a sign such as `x` between them, alone above a
    board, in either order; then the lines with these numbers in a title, for a drawing, whose size is compared with
    the title; [] if the first line is no such line.  Each text has the change in words.
    """
    at = next((at for at, line in enumerate(lines) if line.strip() and line.lstrip()[0] != ";"), None)
    size = None if at is None else SIZE_ALONE.fullmatch(lines[at])
    if at is None or size is None:
        return []
    sizes = dict.fromkeys((size.group(1, 2), size.group(2, 1)))
    words = f"line {at + 1} {IS_SIZE}"
    above = [*(f"size {width} {height}" for width, height in sizes), f"{COMMENT}{puzzle} {size[1]}x{size[2]}"]
    texts = [(words, [*lines[:at], line, *lines[at + 1 :]]) for line in above]
    return [texts[:-1], texts[-1:]]


def _without_commas(lines: list[str]) -> list[str]:
    """Return the lines with blanks in place of the commas or semicolons between and behind cells, if all lines of the
    board that have the sign have it equally often, and a cell before each.
    """
    rows = [at for at, line in enumerate(lines) if line.strip() and line.lstrip()[0] != ";"]
    for sign in ",;":
        counts = {lines[at].count(sign) for at in rows} - {0}
        if len(counts) == 1:
            parts = {at: [each.strip() for each in lines[at].split(sign)] for at in rows if sign in lines[at]}
            if len(parts) > 1 and all(not row[-1] for row in parts.values()):
                parts = {at: row[:-1] for at, row in parts.items()}
            if all(map(all, parts.values())):
                return [" ".join(parts[at]) if at in parts else line for at, line in enumerate(lines)]
    return lines


def _with_cells(lines: list[str]) -> list[str]:
    """Return the lines with blank cells behind the bars that end lines of clues, in the columns in which the clues
    above these lines end; lines without such bars stay.
    """
    rows = [at for at, line in enumerate(lines) if CLUES.fullmatch(line.rstrip())]
    above = [line for line in lines[: rows[0]] if NUMBERS.fullmatch(line.rstrip())] if len(rows) > 1 else []
    ends = sorted({word.end() - 1 for line in above for word in re.finditer(r"\d+", line)})
    found = list(lines)
    for at in rows if ends and ends[0] > max(len(lines[at].rstrip()) for at in rows) else ():
        cells = (".".rjust(end - start) for start, end in zip([len(lines[at].rstrip()) - 1, *ends], ends, strict=False))
        found[at] = lines[at].rstrip() + "".join(cells)
    return found


def _respelt(lines: list[str], spell: Callable[[str], str]) -> list[str]:
    """Return the lines with the words of the board, but not those of its size, in another spelling."""
    kept = [line.lstrip()[:1] in ("", ";") or line.split()[0].lower() == "size" for line in lines]
    spelt = (re.sub(r"\S+", lambda word: spell(word[0]), line) for line in lines)
    return [line if is_kept else other for line, is_kept, other in zip(lines, kept, spelt, strict=True)]
