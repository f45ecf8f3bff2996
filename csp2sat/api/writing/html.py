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
p {{ max-width: 44rem; }}
figcaption {{ margin-bottom: .3rem; font-weight: 600; }}
details {{ margin-top: 1rem; }}
pre {{ overflow-x: auto; line-height: 1.2; }}
@page {{ margin: 15mm; }}
@media print {{
:root {{ color-scheme: light; font-size: 11pt; }}
body {{ margin: 0; padding: 0; max-width: none; }}
section, figure {{ break-inside: avoid; }}
h1, h2, h3, summary, figcaption {{ break-after: avoid; }}
.boards {{ display: block; orphans: 1; widows: 1; }}
figure {{ display: inline-block; vertical-align: top; margin: 0 8mm 8mm 0; }}
svg {{ max-height: 225mm; }}
pre {{ overflow: visible; white-space: pre-wrap; }}
details:not([open]) {{ display: none; }}
}}
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
    """Return the page of a board with these parts, which are HTML, and with the rules.

    `as_text`, drawings to copy as text, is folded away; '' for none.
    """
    folded = _folded("Rules", rules(PUZZLES[board.puzzle]), " open")
    parts = [HEAD.format(title=for_html(board.title())), *head, folded, '<div class="boards">\n', *figures, "</div>\n"]
    return "".join([*parts, _folded("Text form", as_text) if as_text else "", TAIL])


def rules(puzzle: AnyPuzzle) -> str:
    """Return HTML paragraphs: the rules of a kind, then the symbols of its text form; texts in backticks become
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


def _folded(summary: str, content: str, state: str = "") -> str:
    """Return the element of a content that can be folded away below a `summary`; `state` is '' or ` open`."""
    return f"<details{state}>\n<summary>{for_html(summary)}</summary>\n{content}</details>\n"
