"""A cactus plot in characters: how many inputs are solved within how much time."""

from __future__ import annotations

import math
from collections.abc import Sequence

from .scores import Contest

MARKS = "o+x*#@%&=~$?"
FLOOR = 0.01  # seconds: what is quicker is drawn there
TIME_WIDTH = 9
DECADE = 1.0  # that the axis shows at least


def cactus(found: Sequence[Contest], width: int = 72, height: int = 16) -> str:
    """Solved inputs to the right, seconds upwards on a logarithmic axis; a mark for each contest, the best first.

    "" where nothing was solved.
    """
    curves = [sorted(each.solved.values()) for each in found]
    most = max(map(len, curves), default=0)
    if not most:
        return ""
    times = [max(time, FLOOR) for curve in curves for time in curve]
    low = math.log10(min(times))
    high = max(math.log10(max(times)), low + DECADE)
    columns = width - TIME_WIDTH - 2
    rows = [[" "] * columns for _ in range(height)]
    for number in reversed(range(len(curves))):
        for at, time in enumerate(curves[number], start=1):
            column = round((at - 1) / max(1, most - 1) * (columns - 1))
            row = round((math.log10(max(time, FLOOR)) - low) / (high - low) * (height - 1))
            rows[row][column] = MARKS[number % len(MARKS)]
    lines = []
    for row in reversed(range(height)):
        label = 10 ** (low + (high - low) * row / (height - 1))
        shown = f"{label:.3g} s" if row % 5 == 0 or row == height - 1 else ""
        lines.append(f"{shown:>{TIME_WIDTH}} |{''.join(rows[row])}".rstrip())
    lines.append(f"{'':{TIME_WIDTH}} +{'-' * columns}")
    lines.append(f"{'':{TIME_WIDTH}}  1{f'{most} solved':>{columns - 1}}")
    lines += [f"{'':{TIME_WIDTH}}  {MARKS[at % len(MARKS)]} {each.name}" for at, each in enumerate(found)]
    return "\n".join(lines) + "\n"
