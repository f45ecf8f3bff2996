"""Steps about galaxies in words: the cells in which stars lie, how far a galaxy gets, the only one left for a cell."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from typing import NamedTuple

from ...puzzles.facts import Fact
from ...puzzles.kit.checks import place
from ...puzzles.spec import PUZZLES, Board, Cell
from ..step import Step
from .fact_words import facts_text
from .place_words import listed, places_text, regions_of, star_letters

ONE_STAR = re.compile(r"one star has the cell at row (\d+), column (\d+)")
OWN = "the star lies there"
IN_NO_OTHER = (
    "a cell of one galaxy is in no other, and so the cell opposite to it at another star is not in that star's galaxy"
)
IN_ONE = "of each two opposite cells there no other galaxy can have one"


def galaxy_phrase(board: Board, step: Step) -> str:
    """Return the words of a step about the galaxy of one star, or about the galaxies that may have a cell; '' for
    another step.
    """
    if PUZZLES[board.puzzle].facts.opposite is None or step.contradiction or step.weight != 1:
        return ""
    facts, known = step.facts, step.cited
    if step.rules:
        name = ONE_STAR.fullmatch(step.rules[0].name)
        if name is not None and is_of_another(board, step):
            return _of_another(board, step, (int(name[1]) - 1, int(name[2]) - 1))
        if name is None or [fact.negative for fact in facts] != [False] or not all(fact.negative for fact in known):
            return ""
        return f"{facts_text(board, facts)}: {_only(board, step, (int(name[1]) - 1, int(name[2]) - 1))}"
    are_out = {fact.negative for fact in facts}
    if not known and are_out == {False}:
        return f"{facts_text(board, facts)}: {OWN}"
    if len(are_out) != 1 or len(regions_of(board, (*facts, *known))) > 1:
        return ""
    galaxy = _Galaxy.of(board, known, facts[0].places[1])
    why = galaxy.far_words(facts) if are_out == {True} else galaxy.link_words(facts, known)
    return f"{facts_text(board, facts)}: {why}" if why else ""


def is_only(board: Board, step: Step) -> bool:
    """Whether a step says that a cell has one galaxy left."""
    is_region = PUZZLES[board.puzzle].facts.opposite is not None and step.weight == 1
    is_cell = is_region and bool(step.rules) and ONE_STAR.fullmatch(step.rules[0].name) is not None
    return is_cell and [fact.negative for fact in step.facts] == [False]


def is_of_another(board: Board, step: Step) -> bool:
    """Whether a step says only that a cell of one galaxy is in no other galaxy."""
    is_region = PUZZLES[board.puzzle].facts.opposite is not None and step.weight == 1 and bool(step.rules)
    is_out = bool(step.facts) and all(fact.negative for fact in step.facts)
    return is_region and is_out and [fact.negative for fact in step.cited] == [False]


def _of_another(board: Board, step: Step, cell: Cell) -> str:
    """Return the words of a step that other galaxies lack a cell of one galaxy, and with it the opposite cells; '' for
    facts about other cells.
    """
    pairs = (cells for fact in step.facts for cells in regions_of(board, [fact]).values())
    (owner,) = regions_of(board, [fact for fact in step.cited if not fact.negative])
    if not all(cell in pair for pair in pairs):
        return ""
    others = f"no other galaxy has {place(cell)}, or its opposite cell at the star"
    return f"{facts_text(board, step.facts)}: {others}, since {place(cell)} is in the galaxy of star {owner}"


def galaxies_of(board: Board, facts: Sequence[Fact]) -> dict[Cell, Cell]:
    """Return the first cell of the star of each cell that facts say to be in a galaxy."""
    own = [fact for fact in facts if fact.what == "region" and not fact.negative]
    if PUZZLES[board.puzzle].facts.opposite is None:
        return {fact.places[0]: fact.places[1] for fact in own}
    return {cell: fact.places[1] for fact in own for cells in regions_of(board, [fact]).values() for cell in cells}


def _only(board: Board, step: Step, cell: Cell) -> str:
    """Return in words that a cell has one galaxy left, and for each other star why its galaxy cannot have the cell: no
    cell is opposite there, or the opposite cell is in another galaxy, or an earlier step has excluded the two cells.
    """
    opposite, galaxies = PUZZLES[board.puzzle].facts.opposite, step.marks.galaxies
    stars, texts, shut = star_letters(board), list[str](), dict[int, list[str]]()
    for fact in sorted(step.cited, key=lambda fact: fact.places[1]):
        ((star, pair),) = regions_of(board, [fact]).items()
        there = min(pair - {cell}, default=cell)
        if there in galaxies:
            owner = f"the galaxy of star {stars[galaxies[there]]}"
            texts.append(f"at star {star}, its opposite cell, {place(there)}, is in {owner}")
        else:
            shut.setdefault(step.marks.found_in.get(fact, 0), []).append(star)
    for number, names in sorted(shut.items()):
        galaxy = f"{'galaxies of stars' if len(names) > 1 else 'galaxy of star'} {listed(names, ', ', ', and ')}"
        texts.append(f"the {galaxy} cannot have it{f' (see step {number})' * bool(number)}")
    others = stars.keys() - {fact.places[1] for fact in (*step.facts, *step.cited)}
    cells = {*board.cells()} - _holes(board)
    if others and opposite is not None and not any(opposite(board, cell, each) in cells for each in others):
        texts.append("at each other star no cell is opposite to it")
    return f"no other galaxy can have {place(cell)}{': ' * bool(texts)}{'; '.join(texts)}"


class _Galaxy(NamedTuple):
    """The known cells of a galaxy.

    star: the first cell in which its star lies.  out: the cells that are known not to be in the galaxy.  lone: the
    cells to which no cell is opposite at the star.
    """

    board: Board
    star: Cell
    out: frozenset[Cell]
    lone: frozenset[Cell]

    @classmethod
    def of(cls, board: Board, known: Sequence[Fact], star: Cell) -> _Galaxy:
        """Return what known facts about the galaxy of a star say."""
        out = set[Cell]().union(*regions_of(board, [fact for fact in known if fact.negative]).values())
        cells = {*board.cells()} - _holes(board)
        opposite = PUZZLES[board.puzzle].facts.opposite
        lone = {cell for cell in cells if opposite is not None and opposite(board, cell, star) not in cells}
        return cls(board, star, frozenset(out | ({*board.cells()} - cells)), frozenset(lone))

    def cut_off(self, start: Cell, shut: Collection[Cell]) -> set[Cell]:
        """Return the shut cells that cut off a cell from the star; the empty set if a way is left."""
        found, to_see, border = {start}, [start], set[Cell]()
        for r, c in to_see:
            for near in ((r + 1, c), (r - 1, c), (r, c + 1), (r, c - 1)):
                if near in shut:
                    border.add(near)
                elif near not in found and near[0] in range(self.board.rows) and near[1] in range(self.board.cols):
                    found.add(near)
                    to_see.append(near)
        return border if self.star not in found else set()

    def far_words(self, facts: Sequence[Fact]) -> str:
        """Return in words which cells the galaxy cannot get to, and which cells are opposite to these and therefore not
        in the galaxy either; '' if known cells leave a way.
        """
        there, opposite, walls = list[Cell](), list[Cell](), set[Cell]()
        for fact in facts:
            (pair,) = (sorted(cells) for cells in regions_of(self.board, [fact]).values())
            ways = ((cell, self.cut_off(cell, shut)) for shut in (self.out, self.out | self.lone) for cell in pair)
            cell, border = next((way for way in ways if way[1]), (pair[0], set[Cell]()))
            if not border:
                return ""
            there.append(cell)
            opposite += [each for each in pair if each != cell]
            walls |= border
        it = "it" if len(there) == 1 else "them"
        also = f"; {_are(opposite)} opposite to {it}" if opposite else ""
        return f"the galaxy cannot get to {places_text(there)}, {self._since(walls)}{also}"

    def link_words(self, facts: Sequence[Fact], known: Sequence[Fact]) -> str:
        """Return in words that known cells of the galaxy would be cut off from the star without the cells of the new
        facts; '' if the known facts leave a way around the new ones.
        """
        own = sorted(set[Cell]().union(*regions_of(self.board, [each for each in known if not each.negative]).values()))
        ends, walls = set[Cell](), set[Cell]()
        for fact in facts:
            (pair,) = regions_of(self.board, [fact]).values()
            shut = {*self.out, *self.lone, *pair}
            borders = {cell: self.cut_off(cell, shut) for cell in own}
            cut = [cell for cell, border in borders.items() if border]
            if not cut:
                return ""
            ends.update(cut)
            walls |= set[Cell]().union(*borders.values()) - pair
        them = "it" if len(facts) == len(regions_of(self.board, facts)) == 1 and len(pair) == 1 else "them"
        without = f"without {them if len(facts) == 1 else 'any of them'}"
        why = f", {self._since(walls)}" if walls else ""
        return f"{without} {places_text([*ends])} would be cut off from the star{why}"

    def _since(self, walls: set[Cell]) -> str:
        """Return in words why cells on the way to the star are not in the galaxy: known ones, and lone ones."""
        out, lone = sorted(walls & self.out), sorted(walls & self.lone - self.out)
        texts = [f"{_are(out)} not in it"] * bool(out) + [f"no cell is opposite to {places_text(lone)}"] * bool(lone)
        return f"since {listed(texts)}"


def _holes(board: Board) -> set[Cell]:
    """Return the cells that are in no galaxy."""
    rows = board.givens.get("holes", ())
    return {(r, c) for r, row in enumerate(rows) for c, char in enumerate(row) if char == "#"}


def _are(cells: Sequence[Cell]) -> str:
    """Return cells in words, with the verb."""
    return f"{places_text(cells)} {'is' if len(cells) == 1 else 'are'}"
