"""Numbers with arrows whose shaded cells, no two of them side by side, have few ways left, as a player sees at once."""

from __future__ import annotations

import re
from collections.abc import Collection

from ....puzzles.facts import Fact
from ....puzzles.spec import Board, Cell
from ...search.arguments.room_arguments import beside, placements
from ...step import Step
from ..fact_words import clue_text, facts_text, since
from ..failures import COUNT, TOUCH
from ..place_words import listed, places_text
from .passed_cells import OR_LOOP

ARROW = re.compile(r"number \d+ with an arrow .*")
WAYS = 3  # to place shaded cells that a person compares
BETWEEN = ", and the loop goes through no shaded cell"
LINE = re.compile(r"(?:row|column) \d+, (?=(?:rows|columns) )")  # of several cells


def arrow_phrase(board: Board, step: Step) -> str:
    """Return the words of a step that follows from all ways to place the shaded cells which a number with an arrow
    counts; '' for another step, and if there are more than WAYS.
    """
    words = arrow_ways(board, step)
    return f"{facts_text(board, step.facts)}{words}" if words else ""


def arrow_ways(board: Board, step: Step) -> str:
    """Return the words of `arrow_phrase` behind the facts of the step; '' for another step."""
    clues = [clue for clue in step.clues if ARROW.fullmatch(clue.text)]
    is_plain = all(TOUCH.match(rule.name) or rule.name == OR_LOOP for rule in step.rules)
    if len(clues) != 1 or len(step.clues) > 1 + step.stated or not step.rules or not is_plain:
        return ""
    (clue,), has = clues, {fact.places[0]: not fact.negative for fact in step.cited}
    cells, count = {*clue.cells} - {clue.place}, COUNT.match(clue.text)
    is_about = all(not cells.isdisjoint(fact.places) for fact in step.facts)
    is_about = is_about and all(cells.issuperset(fact.places) for fact in step.cited)
    if count is None or not is_about or any(fact.what != "cell" for fact in step.cited):
        return ""
    shaded = {cell for cell in cells if has.get(cell)}
    left = [cell for cell in cells if cell not in has and shaded.isdisjoint(beside(cell))]
    need = int(count[1]) - int(count[2] or 0) - len(shaded)
    ways = placements(left, need, WAYS)
    if not ways or not all(_is_so(fact, way) for way in ways for fact in step.facts):
        return ""
    name, other = clue_text(clue.text, [clue.place]), "other " * bool(shaded)
    first, *more = [places_text(sorted(way)) for way in ways]
    places = listed([first, *(LINE.sub("", text) for text in more)], "; ", " or " if len(ways) == 2 else "; or ")
    through = BETWEEN if any(fact.what == "edge" for fact in step.facts) else ""
    some = f"as no two are side by side, the {other}shaded cells" if need > 1 else f"the {other}shaded cell"
    return f": {some} that {name} counts can only be {places}{through}{since(board, step)}"


def _is_so(fact: Fact, shaded: Collection[Cell]) -> bool:
    """Whether a fact holds if some cells of a line are shaded, and no others of this line: that a cell is shaded, or
    not, or that no line of the loop leads from a cell to the next one.
    """
    is_one = any(cell in shaded for cell in fact.places)
    return is_one if fact.what == "edge" and fact.negative else fact.what == "cell" and is_one != fact.negative
