"""The ways to shade cells of a room that known facts leave, in words."""

from __future__ import annotations

import re
from collections.abc import Sequence

from ....puzzles.fact_forms import Fitting
from ....puzzles.kit.checks import place
from ....puzzles.spec import Cell
from ...step import TrailPart
from ..place_words import listed, places_text

MOST = 3  # ways that are named
ELSE, AN = "else ", "LIS"  # before what would be against a rule; shapes with `an` before them
WOULD = re.compile(r"only (the (\w+) .*) would fit into (the room at row \d+, column \d+)")
FITS = re.compile(r"(only .* fits?) into (the room at row \d+, column \d+)")


def fitting_words(first: Cell, ways: Sequence[Fitting]) -> str:
    """Return in words which ways to shade cells of a room are left; if none is left, which ways would fit, had the room
    not lost their shapes by further facts; '' if more than MOST ways are left.

    first: the first cell of the room.  ways: all ways that facts about cells leave.
    """
    left, room = [way for way in ways if not way.is_barred], f"the room at {place(first)}"
    if not ways:
        return no_shape(first, False)
    if len(left or ways) <= MOST:
        return f"only {_named(left or ways)} {_fits(len(left or ways), not left)} into {room}"
    shapes = sorted({way.shape for way in ways})
    return "" if left else f"only {listed(shapes)} {_fits(len(shapes), True)} into {room}"


def few_ways(ways: Sequence[Fitting] | None) -> str:
    """Return ways to shade cells of a room in words, with a blank and brackets; '' for none, and for more than MOST."""
    return f" ({_named(ways)})" if ways and len(ways) <= MOST else ""


def _named(ways: Sequence[Fitting]) -> str:
    return listed([f"the {way.shape} {places_text(way.cells)}" for way in ways], "; ", "; and ")


def no_shape(first: Cell, would: bool) -> str:
    """Return in words that no shape fits into a room; first: its first cell.  would: whether none would fit."""
    return f"no shape {'would fit' if would else 'fits'} into the room at {place(first)}"


def _fits(count: int, would: bool) -> str:
    """Return the verb for a number of ways, with `would` if none of them is left."""
    return "would fit" if would else "fits" if count == 1 else "fit"


def says_fitting(by: str) -> bool:
    """Whether the reason of conclusions is which ways to shade cells of a room are left."""
    return FITS.fullmatch(by) is not None


def fitting_there(so: str, by: str) -> str:
    """Return the reason of conclusions, with `there` for its room if the conclusions name that; so: these in words."""
    found = FITS.fullmatch(by)
    return f"{found[1]} there" if found and found[2] in so else by


def turned(parts: Sequence[TrailPart]) -> list[TrailPart]:
    """Return conclusions that end so: a room lacks a shape, else two equal shapes would be side by side, but this one
    alone would fit; with the end turned round: the room has the shape, since it alone fits, and two would be side by
    side.  Return other conclusions as they are.
    """
    found = WOULD.fullmatch(parts[-1].fails) if len(parts) > 1 else None
    if found is None or parts[-2].words != f"{found[3]} has no {found[2]}" or not parts[-2].by.startswith(ELSE):
        return [*parts]
    (*first, lacks, last), (named, shape, room) = parts, found.groups()
    words, fails = f"{room} has {'an' if shape in AN else 'a'} {shape}", lacks.by.removeprefix(ELSE)
    fits = f"only {named} {_fits(1 + named.count('; '), False)} into {room}"
    rests = tuple(each for each in last.rests if each != lacks.words)
    has = last._replace(by=fits, fails="", rests=rests, words=words)
    return [*first, has, last._replace(by=fails, fails=fails, places=lacks.places, rests=(*lacks.rests, words))]
