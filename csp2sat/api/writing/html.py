"""A single HTML page with a board and its solutions: self-contained, no network, no scripts."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Sequence

from ...escaping import for_html
from ...puzzles.drawing import ascii, svg
from ...puzzles.drawing.picture import Picture, differing_cells
from ...puzzles.notation import paragraphs
from ...puzzles.spec import PUZZLES, AnyPuzzle, Board, Cell, Solution

HEAD = """\
<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="generator" content="csp2sat">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<title>{title}</title>
<style>
:root {{ color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif; }}
body {{ margin: 2rem auto; padding: 0 1rem; max-width: 84rem; }}
.boards {{ display: flex; flex-wrap: wrap; gap: 2rem; }}
figure {{ margin: 0; max-width: 100%; }}
svg {{ max-width: 100%; height: auto; }}
figcaption {{ margin-bottom: .3rem; font-weight: 600; }}
details {{ margin-top: 1rem; }}
pre {{ overflow-x: auto; line-height: 1.2; }}
</style>
</head>
<body>
<h1>{title}</h1>
"""
TAIL = "</body>\n</html>\n"


def page(board: Board, solutions: Sequence[Solution] = (), verdict: str = "") -> str:
    """Return the page of a board and its solutions, UTF-8 HTML, with differences from the first solution marked.
    verdict: one sentence.
    """
    puzzle = PUZZLES[board.puzzle]
    given, *solved = (puzzle.picture(board, solution) for solution in (None, *solutions))
    drawings = "".join(f"<pre>{for_html(ascii.draw(picture))}</pre>\n" for picture in solved or [given])
    verdicts = [f'<p class="verdict">{for_html(verdict)}</p>\n'] if verdict else []
    return page_of(board, verdicts, _figures(board.title(), given, solved), drawings)


def explained(board: Board, drawings: Sequence[tuple[Picture, Collection[Cell]]], text: str) -> str:
    """Return a page with drawings, each with its marked cells, and the lines of `text` about them."""
    head = [f"<pre>{for_html(text)}</pre>\n"]
    captions = [f"{k} of {len(drawings)}" if len(drawings) > 1 else "Board" for k in range(1, len(drawings) + 1)]
    pictures = [svg.draw(*drawing, board.title()) for drawing in drawings]
    return page_of(board, head, map(_figure, captions, pictures), "")


def page_of(board: Board, head: Iterable[str], figures: Iterable[str], as_text: str) -> str:
    """Return the page of a board with these parts, which are HTML; the rules and `as_text`, drawings to copy as text,
    are folded away.
    """
    parts = [HEAD.format(title=for_html(board.title())), *head, '<div class="boards">\n', *figures, "</div>\n"]
    parts.append(_folded("Rules", rules(PUZZLES[board.puzzle])))
    return "".join([*parts, _folded("As text", as_text) if as_text else "", TAIL])


def rules(puzzle: AnyPuzzle) -> str:
    """Return HTML paragraphs: the rules of a puzzle type, then the symbols of its text form; texts in backticks become
    `code` elements.
    """
    first, *others = paragraphs(puzzle.symbols)
    texts = [*paragraphs(puzzle.rules), f"Symbols of the text form: {first}", *others]
    return re.sub("`(.+?)`", r"<code>\1</code>", "".join(f"<p>{for_html(text)}</p>\n" for text in texts))


def _figures(title: str, given: Picture, pictures: Sequence[Picture]) -> Iterator[str]:
    yield _figure("Board", svg.draw(given, (), title))
    for k, picture in enumerate(pictures):
        caption = f"Solution {k + 1}" if len(pictures) > 1 else "Solution"
        differing = differing_cells(*(pictures[:2] if k == 0 else (pictures[0], picture))) if len(pictures) > 1 else ()
        yield _figure(caption, svg.draw(picture, differing, f"{title}: {caption.lower()}"))


def _figure(caption: str, drawing: str) -> str:
    return f"<figure>\n<figcaption>{for_html(caption)}</figcaption>\n{drawing}</figure>\n"


def _folded(summary: str, content: str) -> str:
    return f"<details>\n<summary>{for_html(summary)}</summary>\n{content}</details>\n"
