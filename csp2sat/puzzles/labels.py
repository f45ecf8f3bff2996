"""Rooms and cages: the label of each cell, and the list with a value for each label."""

from __future__ import annotations

from .notation import CellValues, GivenValue

# The key of the labels in the givens, and the key of the list with a value for each, in the order of first cells
LABELS = {"regions": "clues", "cages": "sums"}
OUTSIDE = -1  # the label of a cell in no cage


def in_order(labels: CellValues) -> tuple[CellValues, list[GivenValue]]:
    """Return the labels, which may be numbers or letters, numbered from 0 in the order of their first cells, and the
    old labels in this order; OUTSIDE stays.
    """
    old = list(dict.fromkeys(label for row in labels for label in row if label != OUTSIDE))
    number = {label: at for at, label in enumerate(old)} | {OUTSIDE: OUTSIDE}
    return [[number[label] for label in row] for row in labels], old
