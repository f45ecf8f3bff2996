"""What lies below or around the cells of a board, as SVG elements: grid, dots, frame."""

from __future__ import annotations

from .svg_shapes import CELL, COLOURS, GRID, number


def grid(rows: int, cols: int) -> str:
    """Thin lines between the cells; "" for a single cell."""
    across = "".join(f"M0 {number(r * CELL)}h{number(cols * CELL)}" for r in range(1, rows))
    down = "".join(f"M{number(c * CELL)} 0v{number(rows * CELL)}" for c in range(1, cols))
    return f'<path class="grid" d="{across}{down}" fill="none" stroke="{GRID}"/>' if across + down else ""


def dots(rows: int, cols: int) -> str:
    """Dots at the corners of the cells: strokes so short that only their round ends are seen."""
    d = "".join(f"M{number(c * CELL)} {number(r * CELL)}h0.1" for r in range(rows + 1) for c in range(cols + 1))
    return f'<path class="dots" d="{d}" fill="none" stroke="{COLOURS["given"]}" stroke-width="5.2"/>'


def frame(rows: int, cols: int) -> str:
    """The thick border of the board."""
    look = f'fill="none" stroke="{COLOURS["given"]}" stroke-width="3"'
    return f'<rect class="frame" width="{number(cols * CELL)}" height="{number(rows * CELL)}" {look}/>'
