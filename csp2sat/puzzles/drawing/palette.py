"""The colours of SVG drawings, each for light and for dark surroundings.

An element has its light colour as an attribute, which every viewer understands.  A browser takes the colour from a
style sheet inside the drawing: from the page's CSS variable of that colour, such as `--board-ink`, else the one for the
colour scheme of the page, or of the reader if the drawing is a file of its own.  In print all colours are the light
ones.
"""

from __future__ import annotations

import re

from ...tuples import NamedTuple

CLASS = "csp2sat"  # of the SVG element


class Paint(NamedTuple):
    """A colour in light and in dark surroundings; no two are written in the same way in light ones."""

    light: str
    dark: str


# In dark surroundings a black cell has to be darker than the board, and a white circle lighter: so the board is grey
PAINTS = {
    "paper": Paint("#ffffff", "#404040"),
    "ink": Paint("#151515", "#f5f5f5"),
    "solved": Paint("#2563eb", "#9cc3ff"),
    "faint": Paint("#8a8a8a", "#a3a3a3"),
    "grid": Paint("#bdbdbd", "#777777"),
    "black": Paint("#262626", "#000000"),
    "rim": Paint("#272727", "#f5f5f5"),  # around what is black
    "on-black": Paint("#fffffe", "#f5f5f5"),
    "grey": Paint("#d0d0d0", "#757575"),  # between white and black circles and cells
    "dim": Paint("#c9c9c9", "#1a1a1a"),  # cells that are darker than the board, and not black
    "grid-on-dim": Paint("#868686", "#707070"),
    "white": Paint("#FFFFFF", "#dedede"),
    "on-white": Paint("#161616", "#161616"),
    "shaded": Paint("#8fade6", "#3f78d8"),
    "shaded-grey": Paint("#a9a9a9", "#6c6c6c"),  # in place of "shaded" where solved parts are black
    "solved-black": Paint("#2563ea", "#123a86"),
    "tint": Paint("#ffdf85", "#7a5c00"),
    "differs": Paint("#f08000", "#ff9d2e"),
    "wrong": Paint("#d11f1f", "#ff8f85"),
    "wrong-shaded": Paint("#f0a8a8", "#9c3030"),
    "cited": Paint("#9d4edd", "#d8a8ff"),
    "clue": Paint("#0a8f6a", "#5fe0b8"),
    "rule": Paint("#8a6d00", "#e6c34a"),
    "lamp": Paint("#ffd94a", "#ffd94a"),
}
LIGHT = {name: paint.light for name, paint in PAINTS.items()}
IN_BLACK = {  # for printers without colours: a grey for each paint that is none
    **{"solved": "ink", "solved-black": "black", "shaded": "shaded-grey", "lamp": "white", "tint": "dim"},
    **{"differs": "faint", "wrong": "ink", "wrong-shaded": "grey", "cited": "ink", "clue": "ink", "rule": "ink"},
}
DRAWING = rf'(?s)<svg [^>]*class="{CLASS}".*?</svg>'
STYLE = "(?s)<style>.*?</style>"


def style(elements: str) -> str:
    """Return the style sheet for a drawing with these elements: a rule for each colour that fills or strokes one."""
    rules = [
        f'.{CLASS} [{part}="{light}"]{{{part}:var(--board-{name},light-dark({light},{dark}))}}'
        for name, (light, dark) in PAINTS.items()
        for part in ("fill", "stroke")
        if f'{part}="{light}"' in elements
    ]
    alone = f".{CLASS}:root{{color-scheme:light dark}}"
    known = f"@supports (color:light-dark(#fff,#000)){{{alone}{''.join(rules)}}}"
    return f"<style>{known}@media print{{.{CLASS}{{color-scheme:light}}}}</style>"


def in_black(text: str) -> str:
    """Return an SVG document, or a page of HTML with several, whose drawings have solved parts in black, and
    shaded cells and what else has a colour in grey.
    """
    return re.sub(DRAWING, lambda found: _in_black(found[0]), text)


def _in_black(drawing: str) -> str:
    for name, other in IN_BLACK.items():
        drawing = drawing.replace(f'"{LIGHT[name]}"', f'"{LIGHT[other]}"')
    return re.sub(STYLE, lambda _: style(drawing), drawing, count=1)
