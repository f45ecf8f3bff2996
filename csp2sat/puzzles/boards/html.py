"""One page with a board and its solutions: self-contained, no network, no scripts."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from html import escape

from ..drawing import ascii, svg
from ..drawing.picture import Picture, differing_cells
from ..spec import PUZZLES, Board, Solution

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
    """The page, UTF-8 HTML.  Later solutions are marked where they differ from the first; verdict: one sentence."""
    puzzle = PUZZLES[board.puzzle]
    given, *solved = (puzzle.picture(board, solution) for solution in (None, *solutions))
    parts = [HEAD.format(title=escape(board.title()))]
    parts += [f'<p class="verdict">{escape(verdict)}</p>\n'] if verdict else []
    parts += ['<div class="boards">\n', *_figures(board.title(), given, solved), "</div>\n"]
    parts.append(_folded("Rules", "".join(f"<p>{escape(line)}</p>\n" for line in puzzle.rules.splitlines())))
    drawings = map(ascii.draw, solved or [given])
    parts.append(_folded("As text", "".join(f"<pre>{escape(drawing)}</pre>\n" for drawing in drawings)))
    return "".join([*parts, TAIL])


def _figures(title: str, given: Picture, pictures: Sequence[Picture]) -> Iterator[str]:
    yield _figure("Board", svg.draw(given, (), title))
    for k, picture in enumerate(pictures):
        caption = f"Solution {k + 1}" if len(pictures) > 1 else "Solution"
        differing = differing_cells(*(pictures[:2] if k == 0 else (pictures[0], picture))) if len(pictures) > 1 else ()
        yield _figure(caption, svg.draw(picture, differing, f"{title}: {caption.lower()}"))


def _figure(caption: str, drawing: str) -> str:
    return f"<figure>\n<figcaption>{escape(caption)}</figcaption>\n{drawing}</figure>\n"


def _folded(summary: str, content: str) -> str:
    return f"<details>\n<summary>{escape(summary)}</summary>\n{content}</details>\n"
