"""Plots with two logarithmic axes, as SVG that follows the light or dark colours of the page around it."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import NamedTuple

from csp2sat.escaping import for_html

WIDTH, HEIGHT, LEFT, BELOW, MARGIN = 620, 400, 60, 45, 10  # pixels of a plot, and of its margins
COLOURS = ("#0d8a7b", "#b4530a", "#6a4fc0", "#a8295a", "#4b7a16", "#1f6fb2", "#7a6a00", "#8a4a4a")
GRID = "stroke='currentColor' stroke-opacity='.25'"
INK = "fill='currentColor' font-size='13' font-family='sans-serif'"
ALONE = "<style>.plot:root{color-scheme:light dark;color:light-dark(#222,#eee)}</style>"  # where no page is around it


class Axis(NamedTuple):
    """A logarithmic axis from `least` to `most`, with lines and numbers at `ticks`."""

    title: str
    least: float
    most: float
    ticks: Sequence[float]

    def share(self, value: float) -> float:
        """Return where a value lies on the axis, from 0 to 1; a value beyond an end lies at this end."""
        return math.log(min(max(value, self.least), self.most) / self.least) / math.log(self.most / self.least)


class Plot(NamedTuple):
    """The two axes of a plot, and its size in pixels."""

    right: Axis
    up: Axis
    width: int = WIDTH
    height: int = HEIGHT

    def at(self, x: float, y: float) -> tuple[float, float]:
        """Return the pixels of a point."""
        across, upwards = self.width - LEFT - MARGIN, self.height - BELOW - MARGIN
        return LEFT + across * self.right.share(x), self.height - BELOW - upwards * self.up.share(y)

    def svg(self, marks: str, label: str) -> str:
        """Return the plot with marks, which are SVG elements, above its grid.

        label: what a reader who does not see the plot is told.
        """
        return picture(self.grid() + marks, label, self.width, self.height)

    def grid(self) -> str:
        """Return the lines, numbers and titles of the axes."""
        parts = []
        for tick in self.up.ticks:
            y = self.at(self.right.least, tick)[1]
            parts.append(f"<path d='M{LEFT} {y:.0f}H{self.width - MARGIN}' {GRID}/>")
            parts.append(f"<text x='{LEFT - 8}' y='{y + 4:.0f}' text-anchor='end' {INK}>{tick:g}</text>")
        for tick in self.right.ticks:
            x = self.at(tick, self.up.least)[0]
            parts.append(f"<path d='M{x:.0f} {MARGIN}V{self.height - BELOW}' {GRID}/>")
            parts.append(f"<text x='{x:.0f}' y='{self.height - BELOW + 18}' text-anchor='middle' {INK}>{tick:g}</text>")
        title = for_html(self.right.title)
        parts.append(f"<text x='{self.width / 2}' y='{self.height - 8}' text-anchor='middle' {INK}>{title}</text>")
        turned = f"transform='translate(14 {self.height / 2}) rotate(-90)' text-anchor='middle'"
        parts.append(f"<text {turned} {INK}>{for_html(self.up.title)}</text>")
        return "".join(parts)


def picture(marks: str, label: str, width: int = WIDTH, height: int = HEIGHT) -> str:
    """Return an SVG of marks, which are SVG elements, in the colours of the page around it.

    label: what a reader who does not see the picture is told.  width, height: in pixels.
    """
    opened = f"<svg xmlns='http://www.w3.org/2000/svg' class='plot' viewBox='0 0 {width} {height}' width='{width}'"
    return f"{opened} role='img' aria-label='{for_html(label)}' fill='none'>{ALONE}{marks}</svg>"
