"""The costs of encodings, before any solver runs: seconds to encode; variables, clauses and bytes of the formulas."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from statistics import median
from typing import Any

from ...escaping import for_html
from ..store import ResultRow
from .scores import encodings_of, number

MEASURES: dict[str, Callable[[ResultRow], float]] = {
    "encode s": lambda row: row["wall"].get("encode", 0.0),
    "variables": lambda row: row["variables"],
    "clauses": lambda row: row["clauses"],
    "bytes": lambda row: row["bytes"],
}
HEADINGS = ("encoding", "inputs", *MEASURES)
PANEL, HEIGHT, LEFT, TOP, BOTTOM = 220, 190, 46, 24, 160  # of a plot, in pixels
COLOURS = 8  # that the style sheet has
LEAST = 1e-3  # of what is drawn on a logarithmic axis


@dataclass
class EncodingSizes:
    """The sizes of the formulas of one encoding.

    values: for each measure its value for each encoded input, in the order of the inputs.
    """

    encoding: str
    values: dict[str, list[float]] = field(default_factory=lambda: {name: [] for name in MEASURES})

    @property
    def inputs(self) -> int:
        return len(self.values["clauses"])

    def medians(self) -> dict[str, float]:
        """Return the median over the inputs, of which there is at least one, for each measure."""
        return {name: median(values) for name, values in self.values.items()}

    def cells(self) -> list[str]:
        """Return the cells of the encoding's row under HEADINGS."""
        found = self.medians()
        sizes = [f"{found[name]:.0f}" for name in ("variables", "clauses", "bytes")]
        return [self.encoding, str(self.inputs), number(found["encode s"]), *sizes]

    def fields(self) -> dict[str, Any]:
        """Return the encoding, the number of inputs and the medians, as an object for JSON."""
        keys = ("encode", "variables", "clauses", "bytes")
        medians = dict(zip(keys, self.medians().values(), strict=True))
        return {"encoding": self.encoding, "inputs": self.inputs, **medians}


def sizes(rows: Sequence[ResultRow]) -> list[EncodingSizes]:
    """Return for each encoding of the rows the sizes of its formulas, one for each input; a formula counts once,
    however many solvers ran on it. Encodings without a formula are left out.
    """
    found = {name: EncodingSizes(name) for name in encodings_of(rows)}
    for row in {(row["encoding"], row["digest"]): row for row in rows if row.get("cnf", True)}.values():
        for name, measure in MEASURES.items() if row["encoding"] in found else ():
            found[row["encoding"]].values[name].append(measure(row))
    return [each for each in found.values() if each.inputs]


def table(found: Sequence[EncodingSizes]) -> str:
    """Return the table of sizes for a page, as HTML."""
    heads = "".join(f'<th scope="col"{_text(name)}>{name}</th>' for name in HEADINGS)
    rows = "".join(f"<tr>{''.join(map(_cell, HEADINGS, each.cells()))}</tr>" for each in found)
    return f"<table><thead><tr>{heads}</tr></thead><tbody>{rows}</tbody></table>"


def _text(name: str) -> str:
    return ' class="text"' if name == "encoding" else ""


def _cell(name: str, text: str) -> str:
    return f"<td{_text(name)}>{for_html(text)}</td>"


def plots(found: Sequence[EncodingSizes]) -> str:
    """Return a plot for each measure, as SVG: inputs from smallest to largest, and a curve for each encoding, of which
    there is at least one.
    """
    width = PANEL * len(MEASURES)
    panels = "".join(
        f'<g transform="translate({at * PANEL} 0)">{_panel(name, found)}</g>' for at, name in enumerate(MEASURES)
    )
    label = "Sizes of the formulas by encoding"
    return f'<svg viewBox="0 0 {width} {HEIGHT}" width="{width}" height="{HEIGHT}" role="img" aria-label="{label}">{panels}</svg>'  # noqa: E501


def _panel(name: str, found: Sequence[EncodingSizes]) -> str:
    """Return the plot of one measure, as SVG elements: sorted values on a logarithmic axis, a curve for each encoding.

    name: the measure, one of MEASURES.  found: at least one encoding.
    """
    curves = [sorted(max(value, LEAST) for value in each.values[name]) for each in found]
    low, high = (math.log10(pick(value for curve in curves for value in curve)) for pick in (min, max))
    low, high = math.floor(low), max(math.ceil(high), math.floor(low) + 1)

    def place(at: int, value: float, count: int) -> str:
        x = LEFT + (at + 0.5) / count * (PANEL - LEFT - 14)
        return f"{x:.1f},{BOTTOM - (math.log10(value) - low) / (high - low) * (BOTTOM - TOP):.1f}"

    parts = [f'<text x="{LEFT}" y="14">{name}</text>']
    for power in range(low, high + 1):
        y = BOTTOM - (power - low) / (high - low) * (BOTTOM - TOP)
        parts.append(f'<line class="grid" x1="{LEFT}" x2="{PANEL - 14}" y1="{y:.1f}" y2="{y:.1f}"/>')
        parts.append(f'<text x="{LEFT - 4}" y="{y + 4:.1f}" text-anchor="end">1e{power}</text>')
    for at, curve in enumerate(curves):
        colour = f"var(--c{at % COLOURS})"
        points = [place(k, value, len(curve)) for k, value in enumerate(curve)]
        parts.append(f'<polyline points="{" ".join(points)}" fill="none" stroke="{colour}" stroke-width="2"/>')
        dots = (point.split(",") for point in points)
        parts += [f'<circle cx="{x}" cy="{y}" r="2.5" fill="{colour}"/>' for x, y in dots]
    return "".join(parts)


def legend(found: Sequence[EncodingSizes]) -> str:
    """Return the legend of the plots, as HTML: the colour of each encoding's curve."""
    mark = '<span style="color:var(--c{})">&#9632;</span> {}'
    return " &nbsp; ".join(mark.format(at % COLOURS, for_html(each.encoding)) for at, each in enumerate(found))
