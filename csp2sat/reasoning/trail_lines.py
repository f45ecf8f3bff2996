"""Conclusions of a trail that one line says together: ways of one loop, places at one cell."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby

from ..puzzles.facts import Fact, uses_corners
from ..puzzles.spec import PUZZLES, Board
from .step import TrailPart
from .wording.fact_words import facts_text
from .wording.line_rules import TWO_LINES
from .wording.place_words import places_text
from .wording.rooms.fitting_ways import says_fitting
from .wording.rooms.passed_cells import NO_OTHER, ON_LINE

BESIDE = {"#": ("beside that cell", ", beside "), "*": ("touching that cell", " would touch the ")}


def beside_text(last: Sequence[TrailPart], parts: Sequence[TrailPart]) -> str:
    """Return `beside that cell` or `touching that cell` if `last` is one conclusion, that a cell is shaded, a star or a
    tent, and all `parts` say of cells beside the cell that they are not; '' otherwise.
    """
    fact = last[0].fact
    if len(last) > 1 or fact is None or fact.value not in BESIDE or fact.negative:
        return ""
    link, words = BESIDE[fact.value]
    is_near = (words in part.by and part.rests == (fact,) and part.fact and part.fact.negative for part in parts)
    return link if all(is_near) else ""


def loop_end(part: TrailPart) -> str:
    """Return the words in the reason of a conclusion that a line of a loop goes on, or ends nowhere, at one cell or
    corner, or that a cell is not shaded since a line leads there; '' for another conclusion.
    """
    ends = (end for end in (TWO_LINES, NO_OTHER, ON_LINE) if end in part.by)
    return next(ends, "") if part.fact is not None and not part.way else ""


def at_cell(board: Board, by: str, parts: Sequence[TrailPart]) -> str:
    """Return the reason of conclusions, for lines and gaps by the rule that a cell or corner has no line or two lines
    how many there are; by: the reason in words; parts: the conclusions.
    """
    where, facts = by.removesuffix(f" {TWO_LINES}"), [part.fact for part in parts if part.fact]
    lines = {len(_lines_at(part)) for part in parts}
    if where == by or len(lines) > 1 or {fact.negative for fact in facts} != {lines != {1}}:
        return by
    ways = {0: f"a line would end at {where}", 1: f"{PUZZLES[board.puzzle].facts.loop} goes on at {where}"}
    return ways.get(min(lines), f"{where} has its two lines")


def _lines_at(part: TrailPart) -> list[Fact]:
    """Return the lines on which a conclusion rests."""
    edges = (fact for fact in part.rests if isinstance(fact, Fact) and fact.what == "edge")
    return [fact for fact in edges if not fact.negative]


def no_other(parts: Sequence[TrailPart]) -> str:
    """Return the reason of lines at cells of which each has no other way left for the loop."""
    return f"{NO_OTHER}{places_text(list(dict.fromkeys(part.places[0] for part in parts)))}"


def ways_together(parts: Sequence[TrailPart]) -> list[TrailPart]:
    """Return the conclusions of a trail in another order, in which causes still precede their effects.

    parts: the conclusions.  Conclusions that continue a line of the loop follow one another in the result, and after
    these the cells that are not shaded because such a line leads into them.
    """
    left, found = list(parts), list[TrailPart]()
    while left:
        open_ = {part.fact or part.words for part in left}
        ready = [part for part in left[:-1] if open_.isdisjoint(part.rests)] or left
        last = loop_end(found[-1]) if found else ""
        ends = (last, ON_LINE) if last == NO_OTHER else (last,) * bool(found)
        next_ = (part for end in ends for part in ready if loop_end(part) == end)
        found.append(next(next_, ready[0]) if any(map(loop_end, left)) else ready[0])
        left.remove(found[-1])
    return found


def way_text(board: Board, parts: Sequence[TrailPart]) -> str:
    """Return conclusions by which lines go on in words, with those together that do not rest on one another."""
    groups = list[list[Fact]]()
    for part in parts:
        fact = part.fact
        if fact is None:
            continue
        is_new = not groups or groups[-1][0].negative != fact.negative or not set(groups[-1]).isdisjoint(part.rests)
        groups += [[]] if is_new else []
        groups[-1].append(fact)
    texts = "; then ".join(facts_text(board, group) for group in groups)
    end = "corner" if uses_corners(board) else "cell"
    known = {len(_lines_at(part)) for part in parts}
    if known == {2} and all(part.fact and part.fact.negative for part in parts):
        return f"{texts}: each {end} on the way has its two lines"
    goes_on = known == {1} and not any(part.fact and part.fact.negative for part in parts)
    loop = PUZZLES[board.puzzle].facts.loop
    return f"{texts}: {f'{loop} goes on at each {end} on the way' if goes_on else f'each {end} on the way {TWO_LINES}'}"


def runs_of(parts: Iterable[TrailPart]) -> Iterator[tuple[str, list[TrailPart]]]:
    """Yield the reasons of conclusions that follow one another and have the same reason, with these conclusions."""
    runs = groupby(enumerate(parts), lambda each: (each[1].by, each[1].way, _is_alone(each[1]) and each[0]))
    return ((by, [part for _, part in run]) for (by, *_), run in runs)


def _is_alone(part: TrailPart) -> bool:
    """Whether a conclusion has a line of its own: one that no fact says, but of the shape that alone fits somewhere."""
    return part.fact is None and not (part.words and says_fitting(part.by))
