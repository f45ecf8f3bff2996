"""A booklet as a page of HTML: on a screen one long page with links, in print a sheet of paper for each sheet."""

from __future__ import annotations

from urllib.parse import urlsplit

from ....escaping import for_html
from ....puzzles.spec import PUZZLES
from ..html import HEAD, TAIL
from .sheets import ENLARGED, Booklet, Figure, Sheet, rules_of

STYLE = """\
body.booklet { max-width: 60rem; }
.rules { margin-bottom: 1rem; }
.rules p { margin: .2rem 0; }
.sheet .boards { display: grid; gap: 1.5rem; grid-template-columns: repeat(auto-fit, minmax(min(100%, 15rem), 1fr)); }
.hints p, p.below { margin: .4rem 0; }
figcaption a, figcaption span { margin-left: .8em; font-weight: 400; font-size: .9em; }
@page { SIZEmargin: 12mm; }
@media print {
  :root { color-scheme: light; font-size: 11pt; }
  body.booklet { margin: 0; padding: 0; max-width: none; }
  h1, h2 { margin: 0 0 3mm; line-height: 1.2; }
  .sheet { display: flex; flex-direction: column; height: DOWNmm; contain: size; }
  .sheet + .sheet, .hints, .hints + .sheet { break-before: page; }
  .sheet .boards { flex: 1; min-height: 0; gap: 6mm; grid-template: var(--rows) / var(--cols); }
  .sheet figure { display: flex; flex-direction: column; min-height: 0; min-width: 0; margin: 0; }
  .sheet svg { min-height: 0; margin: 0 auto; }
  .rules, p.below { font-size: 9pt; line-height: 1.3; }
  .filled svg { flex: 1; width: 100%; max-width: var(--widest); max-height: min(225mm, var(--highest)); }
  figcaption a { display: none; }
  .hints a { color: inherit; text-decoration: none; }
}
"""


def page(booklet: Booklet) -> str:
    """Return the booklet as UTF-8 HTML, without scripts or anything from elsewhere."""
    title, kinds = for_html(booklet.heading()), booklet.kinds()
    head, _, _ = HEAD.format(title=title).partition("<body>")
    size = booklet.size
    style = STYLE.replace("SIZE", f"size: {size.css}; " if size.css else "").replace("DOWN", f"{size.down:g}")
    parts = [head.replace("</style>", f"{style}</style>"), '<body class="booklet">\n']
    answered = {number for number, each in booklet.numbered() if each.solution is not None}
    for at, sheet in enumerate(booklet.sheets()):
        opening = "" if at else f"<h1>{title}</h1>\n"
        parts += [_hints(booklet)] if sheet.solved and sheet.first else []
        parts.append(_sheet(sheet, opening + _rules(booklet, sheet.kind, named=len(kinds) > 1), answered))
    parts += [] if answered else [_hints(booklet)]
    return "".join([*parts, TAIL])


def _hints(booklet: Booklet) -> str:
    """Return the section with the hints of all boards; '' if there are none."""
    lines = [
        f'<p id="hint-{number}"><a class="inside" href="#board-{number}">{number}</a> {for_html(hint)}</p>\n'
        for number, hint in booklet.hints()
    ]
    return f'<section class="hints">\n<h2>Hints</h2>\n{"".join(lines)}</section>\n' if lines else ""


def _rules(booklet: Booklet, kind: str, named: bool) -> str:
    """Return the rules of a kind of puzzle, below its name if `named`; '' for the kind ''."""
    if not kind:
        return ""
    name = f"<h2>{for_html(PUZZLES[kind].titles[0])}</h2>\n" if named else ""
    return "".join(
        [
            '<div class="rules">\n',
            name,
            *(f"<p>{for_html(text)}</p>\n" for text in rules_of(kind, booklet.boards)),
            "</div>\n",
        ]
    )


def _sheet(sheet: Sheet, opening: str, answered: set[int]) -> str:
    """Return a sheet with the text `opening` above its figures; answered: the numbers of boards with a solution."""
    if sheet.solved and sheet.first:
        opening = "<h2>Solutions</h2>\n"
    tracks = f"--rows: repeat({sheet.rows}, minmax(0, 1fr)); --cols: repeat({sheet.cols}, minmax(0, 1fr))"
    if sheet.is_filled:
        width, height = (
            ENLARGED * max(lengths) for lengths in zip(*(each.size() for each in sheet.figures), strict=True)
        )
        tracks += f"; --widest: {width:.0f}px; --highest: {height:.0f}px"
    figures = "".join(_figure(each, sheet.solved, each.number in answered) for each in sheet.figures)
    boards = f'<div class="boards" style="{tracks}">\n{figures}</div>\n'
    return f'<section class="sheet{" filled" * sheet.is_filled}">\n{opening}{boards}</section>\n'


def _figure(figure: Figure, solved: bool, answered: bool) -> str:
    here, there, word = ("solution", "board", "board") if solved else ("board", "solution", "solution")
    caption = [f"{figure.number}"]
    caption += [f"<span>{for_html(figure.words)}</span>"] if figure.words else []
    caption += [f'<a class="inside" href="#hint-{figure.number}">hint</a>'] if figure.hint else []
    caption += [f'<a class="inside" href="#{there}-{figure.number}">{word}</a>'] if answered or solved else []
    if figure.address:
        site = urlsplit(figure.address).netloc
        caption.append(f'<a href="{for_html(figure.address)}">{for_html(site)}</a>')
    text = f"<figcaption>{''.join(caption)}</figcaption>\n"
    below = f'\n<p class="below">{for_html(figure.below)}</p>\n' if figure.below else ""
    return f'<figure id="{here}-{figure.number}">\n{text}{figure.svg}{below}</figure>\n'
