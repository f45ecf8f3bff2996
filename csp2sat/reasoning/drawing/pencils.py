"""Small numbers, letters and triangles in drawings: what a cell or edge may still have, and what a step crosses out."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from math import ceil, sqrt

from ...model.model import hidden
from ...puzzles.drawing import glyphs
from ...puzzles.drawing.palette import LIGHT
from ...puzzles.drawing.picture import Cell, Point, centre
from ...puzzles.drawing.svg_texts import CELL, number
from ...puzzles.facts import Atom, Fact, fact_of
from ...puzzles.kit.clues import shown
from ...puzzles.spec import PUZZLES, Board
from ..statements import model_of
from ..step import Step
from ..wording.fact_words import MORE
from ..wording.place_words import star_letters
from .outlines import Outlines

SCALE = 0.7  # of small texts
SCALED = f'transform="scale({SCALE})" fill="none"'
MOST = 16  # values of a cell for which the possible ones are drawn
ROOM = 9  # for values that a step crosses out, in a cell with more values
ON_EDGE = 9.0  # between the small numbers of an edge
# Among nine places in a cell: of triangles and of none; of the ways to the corner of an L
SPOTS = {"◤": 0, "◥": 2, ".": 4, "◣": 6, "◢": 8, "↑": 1, "←": 3, "→": 5, "↓": 7}
STRIKE = 11.0  # length and half height of the stroke through a small text, before it is scaled
MOVES = re.compile(r"M([\d.]+) ([\d.]+)")
Site = tuple[str, tuple[Cell, ...]]  # a cell or an edge


def small(label: str, x: float, y: float) -> str:
    """Return the strokes of a small text, the `label`, with its middle at (x, y), to be scaled by SCALE; '' if a
    character has no glyph.
    """
    width = glyphs.width(label)
    if width is None:
        return ""
    left, top = x / SCALE - width / 2, y / SCALE - glyphs.HEIGHT / 2

    def moved(found: re.Match[str]) -> str:
        return f"M{number(float(found[1]) + left)} {number(float(found[2]) + top)}"

    return MOVES.sub(moved, glyphs.path(label))


class Pencils:
    """The small texts of a board.

    taken: the points of the lattice that have a mark already.  possible: for each cell or edge with several values the
    facts that say them.  sure: the facts of the other cells, which have one value before any step, but nothing is
    printed there, such as the cell of a room of one cell.  names: the names of the regions, by the cells of their
    stars.
    """

    def __init__(self, board: Board, outlines: Outlines, taken: Iterable[Point]):
        self._outlines, self._signs = outlines, PUZZLES[board.puzzle].facts.signs
        facts, full = list(_facts(board)), set(taken)
        self.names = star_letters(board)
        self._values = [] if self.names else board.values()
        self.possible: dict[Site, list[Fact]] = {}
        for fact in facts:
            if fact.what == "edge" or centre(fact.places[0]) not in full:
                self.possible.setdefault(site(fact), []).append(fact)
        self.sure = [each[0] for (what, _), each in self.possible.items() if len(each) == 1 and what != "edge"]
        self.possible = {at: each for at, each in self.possible.items() if len(each) > 1}

    def label(self, fact: Fact) -> str:
        """Return the number, letter or sign that a fact is about; '' if it is about something else."""
        if fact.what == "region":
            (r, c), of = fact.places[1], self._values
            return self.names[r, c] if self.names else shown(of[r][c])
        return _label(fact.value, self._signs)

    def left(self, at: Site) -> Sequence[Fact]:
        """Return the values of a cell or edge, as facts, that are drawn as long as they are possible."""
        facts = self.possible.get(at, ())
        return facts if len(facts) <= MOST else ()

    def strokes(self, fact: Fact) -> str:
        """Return the strokes of a value among those of its cell or edge, to be scaled by SCALE."""
        facts = self.possible[site(fact)]
        return small(self.label(fact), *self._place(fact, facts.index(_positive(fact)), len(facts)))

    def crossed(self, step: Step) -> dict[Site, str]:
        """Return for each cell or edge the strokes of the values that a step crosses out or cites as crossed out."""
        sites: dict[Site, list[Fact]] = {}
        for fact in dict.fromkeys((*step.facts, *step.known)):
            if fact.negative and self.label(fact):
                sites.setdefault(site(fact), []).append(fact)
        return {at: "".join(self._struck(at, facts)) for at, facts in sites.items()}

    def _struck(self, at: Site, facts: Sequence[Fact]) -> Iterator[str]:
        """Yield the strokes of values of one cell or edge, each with a stroke through it."""
        known = self.left(at)
        for k, fact in enumerate(facts if known else facts[:ROOM]):
            place, of = (known.index(_positive(fact)), len(known)) if known else (k, ROOM)
            x, y = self._place(fact, place, of)
            yield small(self.label(fact), x, y)
            left, low = number(x / SCALE - STRIKE / 2), number(y / SCALE + STRIKE / 2)
            yield f"M{left} {low}l{number(STRIKE)} -{number(STRIKE)}"

    def _place(self, fact: Fact, at: int, of: int) -> tuple[float, float]:
        """Return the x and y of a value: in a square of places in a cell, beside each other at an edge."""
        line = self._outlines.segment(fact)
        if line is not None:
            (top, left), (bottom, right) = self._outlines.spot(line.start), self._outlines.spot(line.end)
            return (left + right) / 2 + (at - (of - 1) / 2) * ON_EDGE, (top + bottom) / 2
        if self._signs:
            at, of = SPOTS[self.label(fact)], 9
        size = ceil(sqrt(of))
        (row, column), pitch = fact.places[0], (CELL - 3) / size
        return column * CELL + 1.5 + (at % size + 0.5) * pitch, row * CELL + 1.5 + (at // size + 0.5) * pitch


def site(fact: Fact) -> Site:
    """Return the cell or edge of a fact."""
    return fact.what, fact.places[:1] if fact.what == "region" else fact.places


def pencilled(strokes: str) -> str:
    """Return the element of the strokes of possible values; '' for none."""
    return (
        f'<path class="possible" {SCALED} stroke="{LIGHT["faint"]}" stroke-width="1.2" d="{strokes}"/>'
        if strokes
        else ""
    )


def crossed_out(strokes: str) -> str:
    """Return the element of the strokes of values that are crossed out; '' for none."""
    paint = f'{SCALED} stroke="{LIGHT["ink"]}" stroke-width="1.3"'
    return f'<path class="crossed" {paint} d="{strokes}"/>' if strokes else ""


def _positive(fact: Fact) -> Fact:
    return fact._replace(negative=False)


def _label(value: object, signs: Mapping[str, str]) -> str:
    """Return the small text for a value: a number, a letter, one of the signs, by their values, or `>6` for `more than
    6`; '' for another value.
    """
    if isinstance(value, int):
        return str(value)
    if not isinstance(value, str):
        return ""
    if value in signs:
        return signs[value]
    return ">" + value.split()[-1] if value.startswith(MORE) else value if len(value) == 1 and _is_letter(value) else ""


def _is_letter(value: str) -> bool:
    return value.isupper() or value == "."


def _facts(board: Board) -> Iterator[Fact]:
    """Yield the facts that say a number, a letter, a sign or a region."""
    model, signs = model_of(board), PUZZLES[board.puzzle].facts.signs
    for name, domain in model.ints.items():
        if not hidden(name):
            facts = (fact_of(board, Atom(name, value), True) for value in domain)
            yield from (fact for fact in facts if fact.what == "region" or _label(fact.value, signs))
    facts = (fact_of(board, Atom(name, None), True) for name in model.bools if not hidden(name))
    yield from (fact for fact in facts if fact.what == "region")
