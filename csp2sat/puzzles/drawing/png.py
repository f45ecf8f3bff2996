"""The conversion of SVG to PNG by resvg, which is an extra: csp2sat[png]."""

from __future__ import annotations

import re

from ...errors import Csp2SatError

SCALE = 2.0  # pixels per pixel of the SVG, for printing and fine screens
LARGEST = 6000  # pixels of the longer side; they take 4 bytes each in memory
SIZE = re.compile(r'<svg [^>]*width="([\d.]+)" height="([\d.]+)"')


class PngError(Csp2SatError):
    """An error if resvg is not installed, or cannot render a drawing."""


def check() -> None:
    """Raise PngError, with the way to install it, if resvg is missing."""
    try:
        import resvg_py  # noqa: F401
    except ImportError as error:
        raise PngError("PNG needs resvg-py, which is not installed; to install: pip install resvg-py") from error


def render(svg: str, exact: bool = False) -> bytes:
    """Return a drawing of `svg.py` as a PNG file; raise PngError if resvg is missing or refuses the drawing.

    exact: whether a pixel of the SVG is one of the PNG, which is refused if it has a side of more than LARGEST pixels.
    Fonts are not searched for, since the drawing needs none.
    """
    check()
    from resvg_py import svg_to_bytes

    size = SIZE.match(svg)
    longer = max(map(float, size.groups())) if size else 1.0
    if exact and longer > LARGEST:
        raise PngError(f"a PNG of {longer:.0f} pixels; expected smaller cells, for at most {LARGEST} pixels")
    zoom = 1.0 if exact else min(SCALE, LARGEST / longer)
    try:
        return svg_to_bytes(svg_string=svg, zoom=zoom, skip_system_fonts=True)
    except ValueError as error:  # its limits on elements and on pixels
        raise PngError(f"this drawing cannot be a PNG: {error}") from error
