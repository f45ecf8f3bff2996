"""The question to the search for steps: a board's statements as JSON, with what the search has to know of clues."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from ..puzzles.facts import Fact, fact_of
from ..puzzles.spec import PUZZLES
from .notes.given_notes import gaps_at_givens
from .search.arguments.room_arguments import room_counts
from .search.arguments.touching import star_counts
from .statements import EACH_ONCE, BoardStatements, is_sum


def question(found: BoardStatements, facts: Collection[Fact] = (), **how: bool) -> dict[str, Any]:
    """Return the question to the child, as JSON.

    facts: known ones beside the givens; facts that no literal says are left out.  how: `second` and `alone`, as in
    `Chain`.
    """
    atoms, bounds = {}, False
    for var, atom in found.atoms.items():
        fact = fact_of(found.board, atom, True)
        place, group = fact.places[0], None if atom.value is None else atom.name
        bounds |= group is not None and fact.what == "edge"  # `at least 1 bridge`
        atoms[var] = {"group": group, "value": atom.value, "place": place}
    for lit, origin in found.stated.items():  # whether a clue counts
        atoms.setdefault(abs(lit), {"group": None, "place": (origin.row, origin.column)})
    wanted, plain = set(facts), gaps_at_givens(found)
    lits = [
        lit for var in found.atoms for lit in (var, -var) if fact_of(found.board, found.atoms[var], lit > 0) in wanted
    ]
    return {
        "vars": found.num_vars,
        "definitions": found.definitions,
        "parts": [part.clauses for part in found.parts],
        "joins": [part.joins for part in found.parts],
        "graphs": [each.neutral() for each in found.graphs],
        "atoms": atoms,
        "hidden": list(found.hidden),
        "stated": list(found.stated),
        "plain": [var for var, atom in found.atoms.items() if fact_of(found.board, atom, False) in plain],
        "sums": [number for number, part in enumerate(found.parts) if is_sum(part)],
        "once": [n for n, part in enumerate(found.parts) if not part.clue and EACH_ONCE.fullmatch(part.origin.rule)],
        "stars": star_counts(PUZZLES[found.board.puzzle].facts.noun, [part.origin for part in found.parts]),
        "rooms": room_counts([part.origin for part in found.parts]),
        "ways": _ways(found),
        "bounds": bounds,
        "facts": lits,
        **how,
    }


def _ways(found: BoardStatements) -> list[tuple[int, list[list[int]]]]:
    """Return pairs for the given numbers of a kind whose regions belong to numbers, such as the rectangles of shikaku:
    the number of the clue's statement; and for each possible region a list of literals, which say that the cells of
    the region, but for the clue's own, belong to the clue.  Return [] for other kinds.
    """
    placements = PUZZLES[found.board.puzzle].facts.placements
    if placements is None:
        return []
    of = {fact_of(found.board, atom, True).places: var for var, atom in found.atoms.items()}
    at = {number: (part.origin.row, part.origin.column) for number, part in enumerate(found.parts) if part.clue}
    ways = {number: placements(found.board, cell, ()) for number, cell in at.items()}
    return [
        (number, [[of[cell, at[number]] for cell in way if cell != at[number]] for way in some])
        for number, some in ways.items()
        if some is not None
    ]
