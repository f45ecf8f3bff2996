"""A booklet as a PDF file."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from ....errors import UsageError
from ....escaping import for_terminal
from ....puzzles.drawing.pdf import POINTS, drawing_of
from ....puzzles.drawing.pdf_file import PdfLink, PdfPage, check_letters, pdf_file, text_operators, text_width
from ....puzzles.spec import PUZZLES
from .sheets import CAPTION, ENLARGED, Booklet, Figure, PageSize, Sheet, rules_of

MILLIMETRE = 72 / 25.4
GAP = CAPTION * MILLIMETRE
TITLE, HEADING, TEXT, SMALL = 20.0, 14.0, 10.5, 9.0  # sizes of letters
LINE = 1.3  # of a letter's size


class _Paper:
    """A page that is being filled from above.

    top, bottom, left: the places of the next line, of the last one that fits, and of the beginnings of lines, in points
    from the upper left corner.  across: the greatest width of a line.
    """

    def __init__(self, size: PageSize) -> None:
        self.operators: list[str] = []
        self.links: list[PdfLink] = []
        self.width, self.height, self.across, down = (each * MILLIMETRE for each in size[1:])
        self.left, self.top = (self.width - self.across) / 2, (self.height - down) / 2
        self.bottom = self.top + down

    def write(self, lines: Iterable[str], size: float, bold: bool = False) -> None:
        """Write lines of text below each other.

        size, bold: of the letters.
        """
        for line in lines:
            self.operators.append(text_operators(line, self.left, self.top + size, size, bold))
            self.top += size * LINE

    def finished(self, number: int) -> PdfPage:
        """Return the page with its number below."""
        word = str(number)
        middle = (self.width - text_width(word, SMALL)) / 2
        below = text_operators(word, middle, self.bottom + 2 * SMALL, SMALL)
        return PdfPage(self.width, self.height, [*self.operators, below], self.links)


def check(title: str) -> None:
    """Raise UsageError for a title with letters that PDF's own fonts do not have."""
    try:
        check_letters(for_terminal(title))
    except UsageError as error:
        raise UsageError(error.message, "title", title) from None


def document(booklet: Booklet) -> bytes:
    """Return the booklet as a PDF file; raise UsageError for a text with letters that PDF's own fonts do not have."""
    title, several = for_terminal(booklet.heading()), len(booklet.kinds()) > 1
    papers = [_Paper(booklet.size)]
    papers[0].write(wrapped(title, TITLE, papers[0].across, bold=True), TITLE, bold=True)
    hints = list(_hint_papers(booklet))
    for at, sheet in enumerate(booklet.sheets()):
        if sheet.solved and sheet.first:
            papers, hints = [*papers, *hints], []
        papers += [_Paper(booklet.size)] if at else []
        if sheet.kind:
            _write_rules(papers[-1], booklet, sheet.kind, named=several)
        if sheet.solved and sheet.first:
            papers[-1].write(["Solutions"], HEADING, bold=True)
        _draw_sheet(papers[-1], sheet)
    papers += hints
    return pdf_file([paper.finished(number) for number, paper in enumerate(papers, start=1)], title)


def _hint_papers(booklet: Booklet) -> Iterator[_Paper]:
    """Yield pages with the hints of all boards."""
    paper, across = None, booklet.size.across * MILLIMETRE
    for number, hint in booklet.hints():
        lines = wrapped(for_terminal(f"{number}. {hint}"), TEXT, across)
        if paper is None or paper.top + TEXT * LINE * len(lines) > paper.bottom:
            if paper is not None:
                yield paper
            paper = _Paper(booklet.size)
            paper.write(["Hints"], HEADING, bold=True)
        paper.top += TEXT / 2
        paper.write(lines, TEXT)
    if paper is not None:
        yield paper


def _write_rules(paper: _Paper, booklet: Booklet, kind: str, named: bool) -> None:
    """Write the rules of the kind of puzzle `kind`, below its name if `named`."""
    paper.top += TEXT / 2
    if named:
        paper.write([PUZZLES[kind].titles[0]], HEADING, bold=True)
    paper.write([line for text in rules_of(kind, booklet.boards) for line in wrapped(text, SMALL, paper.across)], SMALL)


def _draw_sheet(paper: _Paper, sheet: Sheet) -> None:
    """Draw the figures of a sheet into the rest of a page."""
    across, down = paper.across / sheet.cols, (paper.bottom - paper.top) / sheet.rows
    for k, figure in enumerate(sheet.figures):
        row, col = divmod(k, sheet.cols)
        place, room = (paper.left + col * across, paper.top + row * down), (across - GAP, down - GAP)
        _draw_figure(paper, figure, place, room, is_filled=sheet.is_filled)


def _draw_figure(
    paper: _Paper, figure: Figure, place: tuple[float, float], room: tuple[float, float], is_filled: bool
) -> None:
    """Draw a figure: its caption at the place, its drawing below in as much room, in its own size at most, or ENLARGED
    if `is_filled`, and words below the drawing.
    """
    left, top = place
    paper.operators += _caption(paper, figure, left, top + GAP - SMALL)
    if figure.svg:
        drawing = drawing_of(figure.svg)
        lines = wrapped(for_terminal(figure.below), SMALL, room[0]) if figure.below else []
        down = max(room[1] / 4, room[1] - len(lines) * SMALL * LINE)
        scale = min(POINTS * (ENLARGED if is_filled else 1), room[0] / drawing.width, down / drawing.height)
        paper.operators.append(drawing.placed(left + (room[0] - drawing.width * scale) / 2, top + GAP, scale))
        for at, line in enumerate(lines, start=1):
            base = top + GAP + drawing.height * scale + at * SMALL * LINE
            paper.operators.append(text_operators(line, left, base, SMALL))


def _caption(paper: _Paper, figure: Figure, left: float, base: float) -> Iterator[str]:
    """Yield the operators of a caption that begins at (`left`, `base`), and make it a black link on the paper if the
    figure has an address.
    """
    right = left
    for word, size, bold in ((str(figure.number), TEXT, True), (for_terminal(figure.words), SMALL, False)):
        if word:
            yield text_operators(word, right, base, size, bold)
            right += text_width(word, size, bold) + SMALL
    if figure.address:
        paper.links.append(PdfLink(left, base - TEXT, right - SMALL, base + SMALL / 4, figure.address))


def wrapped(text: str, size: float, across: float, bold: bool = False) -> list[str]:
    """Return a text as lines that are at most `across` points wide; a wider word is divided.

    size, bold: of the letters.
    """
    lines = [""]
    for word in _pieces(text.split(), size, bold, across):
        longer = f"{lines[-1]} {word}".lstrip()
        if text_width(longer, size, bold) <= across:
            lines[-1] = longer
        else:
            lines.append(word)
    return lines


def _pieces(words: Sequence[str], size: float, bold: bool, across: float) -> Iterator[str]:
    """Yield the words, and the pieces of each word that is wider than `across` points.

    size, bold: of the letters.
    """
    most = int(across / text_width("W", size, bold))
    for word in words:
        if text_width(word, size, bold) <= across:
            yield word
        else:
            yield from (word[k : k + most] for k in range(0, len(word), most))
