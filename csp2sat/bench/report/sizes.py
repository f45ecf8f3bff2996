"""The costs of encodings, before any solver runs: seconds to encode, and the sizes of the formulas."""

from __future__ import annotations

import math
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, field
from itertools import groupby
from statistics import geometric_mean
from typing import Any

from ...base.numbers import counted
from ...escaping import for_html
from ..rows import Clock
from ..store import ResultRow
from .inputs import common_folder, in_order
from .scores import encodings_of, number

MEASURES: dict[str, Callable[[ResultRow, Clock], float]] = {
    "encode s": lambda row, clock: row[clock].get("encode", row["wall"].get("encode", 0.0)),
    "variables": lambda row, _: row["variables"],
    "clauses": lambda row, _: row["clauses"],
    "literals": lambda row, _: row.get("literals") or 0,  # of an earlier version there are none
    "bytes": lambda row, _: row["bytes"],
}
HEADINGS = ("encoding", "inputs", *MEASURES)
INPUT_HEADINGS = ("input", "encoding", *MEASURES)
TEXTS = ("input", "solver", "encoding")  # columns that are no numbers
PANEL, HEIGHT, LEFT, TOP, BOTTOM = 220, 190, 46, 24, 160  # of a plot, in pixels
COLOURS = 8  # that the style sheet has
LEAST = 1e-3  # of what is drawn on a logarithmic axis


@dataclass
class EncodingSizes:
    """The sizes of the formulas of one encoding.

    clock: of the seconds.  values: for each encoded input, by its digest, the value of each measure.
    """

    encoding: str
    clock: Clock
    values: dict[str, dict[str, float]] = field(default_factory=dict)

    def means(self, inputs: Collection[str]) -> dict[str, float]:
        """Return the geometric mean over these inputs, of which there is at least one, for each measure; a value of 0
        counts as LEAST.
        """
        return {name: geometric_mean([max(self.values[each][name], LEAST) for each in inputs]) for name in MEASURES}


def sizes(rows: Sequence[ResultRow], clock: Clock) -> list[EncodingSizes]:
    """Return for each encoding of the rows the sizes of its formulas, one for each input; a formula counts once,
    however many solvers ran on it. Encodings without a formula are left out.  clock: of the seconds.
    """
    found = {name: EncodingSizes(name, clock) for name in encodings_of(rows)}
    for row in rows:
        if row.get("cnf", True) and row["encoding"] in found:
            measured = {name: measure(row, clock) for name, measure in MEASURES.items()}
            found[row["encoding"]].values[row["digest"]] = measured
    return [each for each in found.values() if each.values]


def common(found: Sequence[EncodingSizes]) -> list[str]:
    """Return the inputs, by digest, that have a formula in each encoding: only over these are sizes compared."""
    return [each for each in found[0].values if all(each in other.values for other in found)] if found else []


def title(found: Sequence[EncodingSizes]) -> str:
    """Return what the figures of `cells` are, in words; found: at least one encoding."""
    if not (inputs := len(common(found))):
        return "the formulas: no input has one in each encoding, so that nothing is compared"
    which = f"the {counted(inputs, 'input')} that {'has' if inputs == 1 else 'have'} one in each encoding"
    ratio = f"; x: divided by those of {found[0].encoding}" if found[1:] else ""
    return f"the formulas: geometric means over {which}{ratio}; encode s: {found[0].clock.upper()} seconds"


def cells(found: Sequence[EncodingSizes]) -> list[list[str]]:
    """Return a row of cells under HEADINGS for each encoding: its inputs, and the means over the inputs of all, after
    the first encoding with their ratio to the means of the first.
    """
    inputs = common(found)
    means = [each.means(inputs) if inputs else {} for each in found]
    return [
        [each.encoding, str(len(each.values)), *(_mean(name, own, means[0], each is found[0]) for name in MEASURES)]
        for each, own in zip(found, means, strict=True)
    ]


def _mean(name: str, own: dict[str, float], first: dict[str, float], is_first: bool) -> str:
    size = _size(name, own[name]) if own else "-"
    return size if size == "-" else size + ("" if is_first else f" x{own[name] / first[name]:.2f}")


def _size(name: str, value: float) -> str:
    if name == "literals" and value < 1:
        return "-"
    return number(value) if name == "encode s" else f"{value:.0f}"


def by_input(rows: Sequence[ResultRow], found: Sequence[EncodingSizes]) -> list[list[str]]:
    """Return a row of cells under INPUT_HEADINGS for each input and each encoding that has its formula, by names."""
    names = {row["digest"]: row["input"] for row in rows}
    below = common_folder(list(names.values()))
    return [
        [
            name.removeprefix(below),
            each.encoding,
            *(_size(measure, each.values[digest][measure]) for measure in MEASURES),
        ]
        for digest, name in in_order(names)
        for each in found
        if digest in each.values
    ]


def fields(found: Sequence[EncodingSizes]) -> list[dict[str, Any]]:
    """Return for each encoding an object for JSON: the encoding, the number of its inputs and of those of all
    encodings, and the geometric means over the latter, None without any.
    """
    inputs = common(found)
    keys = dict(zip(("encode", "variables", "clauses", "literals", "bytes"), MEASURES, strict=True))
    means = [each.means(inputs) if inputs else {} for each in found]
    return [
        {"encoding": each.encoding, "inputs": len(each.values), "common": len(inputs)}
        | {key: own[name] if own and _size(name, own[name]) != "-" else None for key, name in keys.items()}
        for each, own in zip(found, means, strict=True)
    ]


def table(heads: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """Return a table of sizes for a page, as HTML.  heads: HEADINGS or INPUT_HEADINGS.  rows: of cells."""
    head = "".join(f'<th scope="col"{_text(name)}>{name}</th>' for name in heads)
    body = "".join(f"<tr>{''.join(map(_cell, heads, row))}</tr>" for row in rows)
    return f"<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"


def _text(name: str) -> str:
    return ' class="text"' if name in TEXTS else ""


def _cell(name: str, text: str) -> str:
    return f"<td{_text(name)}>{for_html(text)}</td>"


def plots(rows: Sequence[ResultRow], found: Sequence[EncodingSizes]) -> str:
    """Return a plot for each measure, as SVG: inputs by family and name, so that the growth in a family is seen, and
    for each encoding, of which there is at least one, a curve for each family; points above each other are of one
    input, which the title of the point names.
    """
    names = {row["digest"]: row["input"] for row in rows}
    families = {row["digest"]: row["family"] for row in rows}
    below = common_folder(list(names.values()))
    encoded = {digest: name for digest, name in names.items() if any(digest in each.values for each in found)}
    inputs = sorted(in_order(encoded), key=lambda item: families[item[0]])
    named = {digest: name.removeprefix(below) for digest, name in inputs}
    width = PANEL * len(MEASURES)
    panels = "".join(
        f'<g transform="translate({at * PANEL} 0)">{_panel(name, found, named, families)}</g>'
        for at, name in enumerate(MEASURES)
    )
    label = "Sizes of the formulas by encoding"
    return f'<svg viewBox="0 0 {width} {HEIGHT}" width="{width}" height="{HEIGHT}" role="img" aria-label="{label}">{panels}</svg>'  # noqa: E501


def _panel(name: str, found: Sequence[EncodingSizes], inputs: dict[str, str], families: dict[str, str]) -> str:
    """Return the plot of one measure, as SVG elements, on a logarithmic axis.

    name: the measure, one of MEASURES.  found: at least one encoding.  inputs: their names by digest, in order.
    families: those of the inputs, by digest.
    """
    curves = [{key: max(value[name], LEAST) for key, value in each.values.items()} for each in found]
    low, high = (math.log10(pick(value for curve in curves for value in curve.values())) for pick in (min, max))
    low, high = math.floor(low), max(math.ceil(high), math.floor(low) + 1)

    def place(at: int, value: float) -> tuple[str, str]:
        x = LEFT + (at + 0.5) / len(inputs) * (PANEL - LEFT - 14)
        return f"{x:.1f}", f"{BOTTOM - (math.log10(value) - low) / (high - low) * (BOTTOM - TOP):.1f}"

    parts = [f'<text x="{LEFT}" y="14">{name}</text>']
    middle, below = (LEFT + PANEL - 14) // 2, BOTTOM + 18
    parts.append(f'<text x="{middle}" y="{below}" text-anchor="middle">inputs by family and name</text>')
    for power in range(low, high + 1):
        y = BOTTOM - (power - low) / (high - low) * (BOTTOM - TOP)
        parts.append(f'<line class="grid" x1="{LEFT}" x2="{PANEL - 14}" y1="{y:.1f}" y2="{y:.1f}"/>')
        parts.append(f'<text x="{LEFT - 4}" y="{y + 4:.1f}" text-anchor="end">1e{power}</text>')
    for at, curve in enumerate(curves):
        colour = f"var(--c{at % COLOURS})"
        points = {key: place(k, curve[key]) for k, key in enumerate(inputs) if key in curve}
        for _, keys in groupby(points, key=families.__getitem__):
            line = " ".join(",".join(points[key]) for key in keys)
            parts.append(f'<polyline points="{line}" fill="none" stroke="{colour}" stroke-width="2"/>')
        for key, (across, up) in points.items():
            label = for_html(f"{inputs[key]}, {found[at].encoding}: {_size(name, curve[key])}")
            parts.append(f'<circle cx="{across}" cy="{up}" r="2.5" fill="{colour}"><title>{label}</title></circle>')
    return "".join(parts)


def legend(found: Sequence[EncodingSizes]) -> str:
    """Return the legend of the plots, as HTML: the colour of each encoding's curve."""
    mark = '<span style="color:var(--c{})">&#9632;</span> {}'
    return " &nbsp; ".join(mark.format(at % COLOURS, for_html(each.encoding)) for at, each in enumerate(found))
