"""The plots of the report as SVG files for a paper: solved inputs over time, and one contest against another."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from ...escaping import for_html
from .scores import FLOOR, SolverScores

COLOURS = ("#0072b2", "#d55e00", "#00865f", "#c4508f", "#b08400", "#0891a8", "#7a4fc9", "#5f6368")
DASHES = ("", "7 4", "2 3", "9 3 2 3")  # of the first contests with each colour, of the next ones, ...
LEFT, TOP, SIDE, BELOW, LINE = 64, 16, 16, 44, 18  # margins, and the height of a line of the legend
WIDE, HIGH, SQUARE = 480, 300, 360  # of the area of a plot
STYLE = "text{font:12px sans-serif;fill:#1b1b1b}.grid{stroke:#d4d4d4}.axis{stroke:#1b1b1b;fill:none}"


@dataclass(frozen=True)
class LogAxis:
    """A logarithmic axis of seconds; its ends are powers of ten.  length: in pixels."""

    low: int
    high: int
    length: int

    @staticmethod
    def over(times: Iterable[float], length: int) -> LogAxis:
        """Return the shortest axis of at least one decade that has all `times`, of which there is at least one."""
        found = [max(time, FLOOR) for time in times]
        low = math.floor(math.log10(min(found)) + 1e-9)
        return LogAxis(low, max(low + 1, math.ceil(math.log10(max(found)) - 1e-9)), length)

    def place(self, time: float) -> float:
        """Return the distance of a time from the axis's beginning, in pixels."""
        return (math.log10(max(time, FLOOR)) - self.low) / (self.high - self.low) * self.length

    def ticks(self) -> Iterator[tuple[float, str]]:
        """Yield the place and the label of each power of ten."""
        for power in range(self.low, self.high + 1):
            yield self.place(10.0**power), f"{10.0**power:g}"


def cactus(found: Sequence[SolverScores], seconds: str) -> str:
    """Return the cactus plot as SVG: for each contest, which is one solver under one encoding, a curve of how many
    inputs (level axis) are solved within a limit of seconds for each input (upright axis).  A contest with a wrong
    answer has no curve; the legend says so.

    found: the contests, best first.  seconds: the title of the upright axis.
    """
    curves = [sorted(each.solved.values()) if each.is_trusted else [] for each in found]
    most = max(map(len, curves), default=0)
    axis = LogAxis.over([FLOOR, *(time for curve in curves for time in curve)], HIGH)
    frame = PlotFrame(WIDE, HIGH)
    parts = [*frame.upright(axis), *frame.level(_numbers(most)), *frame.titles("solved inputs", seconds)]
    for at, curve in enumerate(curves):
        y = TOP + HIGH + BELOW + at * LINE
        if not found[at].is_trusted:
            parts.append(f'<text x="{LEFT + 36}" y="{y + 4}">{for_html(found[at].label)}: no curve</text>')
            continue
        points = " ".join(
            f"{LEFT + k / max(1, most) * WIDE:.1f},{TOP + HIGH - axis.place(time):.1f}"
            for k, time in enumerate(curve, 1)
        )
        parts.append(f'<polyline points="{points}" fill="none" stroke-width="2" {_stroke(at)}/>')
        parts += [_dot(point, at) for point in points.split()]
        parts.append(f'<line x1="{LEFT}" x2="{LEFT + 28}" y1="{y}" y2="{y}" stroke-width="2" {_stroke(at)}/>')
        parts.append(f'<text x="{LEFT + 36}" y="{y + 4}">{for_html(found[at].name)} ({len(curve)} solved)</text>')
    return _picture(LEFT + WIDE + SIDE, TOP + HIGH + BELOW + len(found) * LINE, "Solved inputs by time", parts)


def scatter(right: SolverScores, up: SolverScores, seconds: str) -> str:
    """Return the scatter plot of two contests: a mark for each input that both have run on, and the line of equal
    times.

    right, up: the contests of the level and of the upright axis; an input that one of them has not solved is beyond the
    dashed line at the end of its axis.  seconds: the measure, for the titles of the axes.
    """
    shared = [key for key in right.times if key in up.times]
    times = [time for each in (right, up) for key in shared if (time := each.times[key]) < math.inf]
    axis = LogAxis.over([FLOOR, *times], SQUARE - 24)

    def place(time: float) -> float:
        return axis.place(time) if time < math.inf else SQUARE - 8

    frame = PlotFrame(SQUARE, SQUARE)
    parts = [*frame.upright(axis), *frame.level(axis.ticks())]
    parts += frame.titles(f"{right.label}: {seconds}", f"{up.label}: {seconds}")
    x, y, end = LEFT, TOP + SQUARE, axis.length
    parts.append(f'<line class="grid" x1="{x}" y1="{y}" x2="{x + end}" y2="{y - end}"/>')
    limit = '<line x1="{}" y1="{}" x2="{}" y2="{}" stroke="#b00020" stroke-dasharray="4 3"/>'
    parts += [limit.format(x + end, TOP, x + end, y), limit.format(x, y - end, x + SQUARE, y - end)]
    parts += [
        f'<text {place_of} fill="#b00020">{_unsolved(each)}</text>'
        for place_of, each in (
            (f'x="{x + 6}" y="{y - end + 14}"', up),
            (f'transform="translate({x + end - 6} {y - 6}) rotate(-90)"', right),
        )
    ]
    parts += [_dot(f"{x + place(right.times[key]):.1f},{y - place(up.times[key]):.1f}", 0, 3.5) for key in shared]
    return _picture(LEFT + SQUARE + SIDE, TOP + SQUARE + BELOW, f"{right.label} against {up.label}", parts)


def _unsolved(each: SolverScores) -> str:
    """Return the words beside the line beyond which a contest has not solved an input, with the limit if there is
    one.
    """
    limits = {*each.limits.values()}
    return f"not solved in {limits.pop():g} s" if len(limits) == 1 else "not solved"


def _stroke(at: int) -> str:
    dash = DASHES[at // len(COLOURS) % len(DASHES)]
    return f'stroke="{COLOURS[at % len(COLOURS)]}"' + (f' stroke-dasharray="{dash}"' if dash else "")


def _dot(point: str, at: int, radius: float = 2.5) -> str:
    x, y = point.split(",")
    return f'<circle cx="{x}" cy="{y}" r="{radius}" fill="{COLOURS[at % len(COLOURS)]}" fill-opacity="0.75"/>'


def _numbers(most: int) -> Iterator[tuple[float, str]]:
    """Yield the place and the label of counts on the level axis, at most about ten, from 0 to `most`."""
    step = next(each for power in range(12) for each in (10**power, 2 * 10**power, 5 * 10**power) if each * 10 >= most)
    for count in range(0, most + 1, step):
        yield count / max(1, most) * WIDE, str(count)


@dataclass(frozen=True)
class PlotFrame:
    """The area of a plot with its axes, and what stands around it.  width, height: in pixels."""

    width: int
    height: int

    def upright(self, axis: LogAxis) -> Iterator[str]:
        """Yield the grid lines and labels of the upright axis."""
        for place, label in axis.ticks():
            y = TOP + self.height - place
            yield f'<line class="grid" x1="{LEFT}" x2="{LEFT + self.width}" y1="{y:.1f}" y2="{y:.1f}"/>'
            yield f'<text x="{LEFT - 6}" y="{y + 4:.1f}" text-anchor="end">{label}</text>'

    def level(self, ticks: Iterable[tuple[float, str]]) -> Iterator[str]:
        """Yield the grid lines and labels of the level axis."""
        for place, label in ticks:
            x = LEFT + place
            yield f'<line class="grid" x1="{x:.1f}" x2="{x:.1f}" y1="{TOP}" y2="{TOP + self.height}"/>'
            yield f'<text x="{x:.1f}" y="{TOP + self.height + 16}" text-anchor="middle">{label}</text>'

    def titles(self, level: str, upright: str) -> Iterator[str]:
        """Yield the frame, and the titles of both axes."""
        x, y = LEFT + self.width / 2, TOP + self.height + 32
        yield f'<rect class="axis" x="{LEFT}" y="{TOP}" width="{self.width}" height="{self.height}"/>'
        yield f'<text x="{x}" y="{y}" text-anchor="middle">{for_html(level)}</text>'
        turned = f"translate({LEFT - 48} {TOP + self.height / 2}) rotate(-90)"
        yield f'<text transform="{turned}" text-anchor="middle">{for_html(upright)}</text>'


def _picture(width: int, height: int, label: str, parts: Iterable[str]) -> str:
    """Return an SVG file.  width, height: in pixels.  label: the picture in words."""
    size = f'viewBox="0 0 {width} {height}" width="{width}" height="{height}"'
    head = f'<svg xmlns="http://www.w3.org/2000/svg" {size} role="img" aria-label="{for_html(label)}">'
    ground = f'<rect width="{width}" height="{height}" fill="#fff"/>'
    return "\n".join([head, f"<style>{STYLE}</style>", ground, *parts, "</svg>"]) + "\n"
