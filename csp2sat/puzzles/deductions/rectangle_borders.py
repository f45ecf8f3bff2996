"""The borders at a point of a division into rectangles."""

from __future__ import annotations

from ..kit.truth import TruthRow

MEET = "rectangles meet at the corner of "  # the beginning of a rule


def borders_fit(bits: TruthRow) -> bool:
    """Whether the borders at a point are none, two in line, or three; a single border, a corner of two, and four
    borders are excluded.

    bits: for the border above, to the left of, below and to the right of the point, whether there is none.
    """
    above, left, below, right = bits
    return sum(bits) in (1, 4) or (sum(bits) == 2 and above == below and left == right)
