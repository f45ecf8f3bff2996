"""The pages of the site that no chapter of the manual has: pictures of all kinds of puzzles, plots of the record.

Each function returns Markdown with drawings in it, which follow the light or dark colours of the page around them.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import suppress
from urllib.parse import quote

import recorded
from log_plots import COLOURS, Axis, Plot

from csp2sat.api.writing.html import rules
from csp2sat.base.source import Source
from csp2sat.errors import UsageError
from csp2sat.escaping import for_html
from csp2sat.puzzles.formats.reading import read_board
from csp2sat.puzzles.formats.solutions.reading import read
from csp2sat.puzzles.formats.spec import FORMATS
from csp2sat.puzzles.spec import FAMILIES, PUZZLES, Board

SECONDS = 0.03, 100.0, (0.1, 1, 10, 100)  # the ends of an axis of times, and its ticks


def overview(tried: bool) -> str:
    """Return the page of all kinds: by families a small picture of each, which leads to its rules.

    tried: whether the site has the page on which boards are solved.
    """
    parts = ["# Pictures of all kinds\n"]
    for family in FAMILIES:
        parts.append(f"## {family.capitalize()}\n\n<div class='kinds'>")
        for name in _names(family):
            title = for_html(PUZZLES[name].titles[0])
            parts.append(f"<a href='{file_of(family)[:-3]}.html#{name}'>{_drawn(name)[0]}<span>{title}</span></a>")
        parts.append("</div>\n")
    if tried:
        parts.insert(1, "Each board can be [solved and played in the browser](../try/index.html).\n")
    return "\n".join(parts)


def family_page(family: str, tried: bool) -> str:
    """Return the page of a family: the rules of each kind, its sample and the only solution.  tried: see `overview`."""
    parts = [f"# {family.capitalize()}\n"]
    for name in _names(family):
        puzzle = PUZZLES[name]
        figures = "".join(f"<figure>{drawing}</figure>" for drawing in _drawn(name))
        links = [f"[Forms, addresses and size](../manual/puzzles.md#{name})"]
        if tried:
            links.insert(0, f"[Try it](../try/index.html{_fragment(name)})")
        parts.append(f'<h2 id="{name}" markdown>{puzzle.titles[0]}</h2>\n')
        parts.append(f"<div>{one_line(rules(puzzle))}</div>\n\n<div class='boards'>{figures}</div>\n")
        parts.append(" · ".join(links) + "\n")
    return "\n".join(parts)


def file_of(family: str) -> str:
    """Return the name of the page of a family."""
    return f"{family.replace(' ', '-')}.md"


def _names(family: str) -> list[str]:
    return [name for name in PUZZLES if PUZZLES[name].family == family]


def _drawn(name: str) -> list[str]:
    """Return the drawings of a kind's sample and of its solution, each on one line."""
    board, (_, solved) = _sample(name), PUZZLES[name].samples[0]
    answer = read(solved, board) if solved else None
    return [one_line(board.svg(each)) for each in (None, *([answer.solution] if answer else []))]


def _fragment(name: str) -> str:
    """Return what stands behind the address of the page for boards so that it opens a kind's sample; '' for a kind
    without addresses.
    """
    with suppress(UsageError):
        return f"#url={quote(FORMATS['url'].write(_sample(name)).strip(), safe='')}"
    return ""


def _sample(name: str) -> Board:
    return read_board(Source("sample", PUZZLES[name].samples[0][0]), name)


def one_line(text: str) -> str:
    """Return HTML without line breaks, which Markdown takes for text again where a line is empty."""
    return re.sub(r"\s*\n\s*", " ", text).strip()


def plots(lines: list[recorded.Line]) -> str:
    """Return the page of the record: for each peer a plot of its seconds against those of csp2sat, an instance a point;
    the same of the last revision but one; a table of all revisions that were measured.
    """
    newest = recorded.newest(lines)
    parts = [
        f"# The record in plots\n\n{lines[-1]['date']}, {lines[-1]['machine']}. Each point is an instance, which both"
    ]
    parts.append(
        "have solved; below the line csp2sat took less wall time. The tables are in [Speed](../manual/speed.md).\n"
    )
    for peer in sorted({name for line in newest for name in line["ratio"]}):
        both = [line for line in newest if peer in line["ratio"]]
        seconds = {line["instance"]: line["peers"][peer]["wall"] for line in both}
        parts.append(f"## {peer}\n\n<div class='boards'>{_plot(both, peer, seconds)}</div>\n\n{_legend(both)}\n")
    parts += _since(lines)
    parts.append(
        "## History\n\n| date | revision | instances | answered | wall seconds, median |\n|---|---|--:|--:|--:|"
    )
    parts += [_revision(lines, name) for name in dict.fromkeys(line["revision"] for line in lines)]
    return "\n".join(parts) + "\n"


def _since(lines: list[recorded.Line]) -> list[str]:
    """Return a plot of the seconds at the last revision but one against those at the last one; [] if there is one."""
    *_, before, last = [None, *dict.fromkeys(line["revision"] for line in lines)]
    solved = [line for line in lines if line["csp2sat"]["said"] not in recorded.OPEN]
    then = {line["instance"]: line["csp2sat"]["wall"] for line in solved if line["revision"] == before}
    both = [line for line in solved if line["revision"] == last and line["instance"] in then]
    if not both:
        return []
    text = f"Each point is an instance at the revisions {before} and {last}; above the line it has become slower."
    drawn = _plot(both, f"csp2sat {before}", then)
    return [f"## Since {before}\n\n{text}\n\n<div class='boards'>{drawn}</div>\n\n{_legend(both)}\n"]


def _groups(both: list[recorded.Line]) -> list[str]:
    return sorted({str(line["instance"]).partition("/")[0] for line in both})


def _colour(both: list[recorded.Line], line: recorded.Line) -> str:
    return COLOURS[_groups(both).index(str(line["instance"]).partition("/")[0]) % len(COLOURS)]


def _legend(both: list[recorded.Line]) -> str:
    """Return a line with the groups of instances, each after its colour."""
    named = zip(_groups(both), COLOURS * len(both), strict=False)
    return " ".join(
        f"<span style='white-space: nowrap'><span style='color: {c}'>●</span> {name}</span>" for name, c in named
    )


def _plot(both: list[recorded.Line], peer: str, seconds: dict[str, float]) -> str:
    """Return an SVG: to the right the wall seconds of a peer, by the names of instances, upwards those of csp2sat."""
    plot = Plot(Axis(f"{peer}, seconds", *SECONDS), Axis("csp2sat, seconds", *SECONDS))
    (left, bottom), (right, top) = plot.at(*SECONDS[:1] * 2), plot.at(*SECONDS[1:2] * 2)
    same = f"<path d='M{left} {bottom}L{right} {top}' stroke='currentColor' stroke-dasharray='4 4'/>"
    return plot.svg(same + "".join(_points(plot, both, peer, seconds)), f"Seconds of csp2sat against those of {peer}")


def _points(plot: Plot, both: list[recorded.Line], peer: str, seconds: dict[str, float]) -> Iterator[str]:
    for line in both:
        ours, theirs = line["csp2sat"]["wall"], seconds[line["instance"]]
        told = for_html(f"{line['instance']}: csp2sat {ours:.2f} s, {peer} {theirs:.2f} s")
        x, y = plot.at(theirs, ours)
        place = f"cx='{x:.1f}' cy='{y:.1f}'"
        yield f"<circle {place} r='4' fill='{_colour(both, line)}'><title>{told}</title></circle>"


def _revision(lines: list[recorded.Line], revision: str) -> str:
    """Return the row of a revision."""
    found = [line for line in lines if line["revision"] == revision]
    walls = sorted(line["csp2sat"]["wall"] for line in found if line["csp2sat"]["said"] not in recorded.OPEN)
    return f"| {found[0]['date']} | {revision} | {len(found)} | {len(walls)} | {walls[len(walls) // 2]:.2f} |"
