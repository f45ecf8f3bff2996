"""The question to the search for steps: a board's statements, as JSON."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from ..puzzles.facts import Fact, fact_of
from .statements import BoardStatements, Statement
from .wording.sum_faults import SUM


def question(found: BoardStatements, facts: Collection[Fact] = (), second: bool = False) -> dict[str, Any]:
    """Return the question to the child, as JSON.

    facts: known ones beside the givens; facts that no literal says are left out.  second: as in `Chain`.
    """
    atoms = {}
    for var, atom in found.atoms.items():
        place = fact_of(found.board, atom, True).places[0]
        group = None if atom.value is None else atom.name
        atoms[var] = {"group": group, "value": atom.value, "place": place}
    for lit, origin in found.stated.items():  # whether a clue counts
        atoms.setdefault(abs(lit), {"group": None, "place": (origin.row, origin.column)})
    graphs = [
        {
            "rule": each.rule,
            "origin": str(each.origin),
            "size": each.graph.size,
            "edges": each.graph.edges,
            "ends": each.graph.candidates if each.rule == "joined" else (),
            "anchors": each.anchors,
            "literals": each.lits,
        }
        for each in found.graphs
    ]
    wanted = set(facts)
    lits = [
        lit for var in found.atoms for lit in (var, -var) if fact_of(found.board, found.atoms[var], lit > 0) in wanted
    ]
    return {
        "vars": found.num_vars,
        "definitions": found.definitions,
        "parts": [part.clauses for part in found.parts],
        "joins": [part.joins for part in found.parts],
        "graphs": graphs,
        "atoms": atoms,
        "hidden": list(found.hidden),
        "stated": list(found.stated),
        "sums": [number for number, part in enumerate(found.parts) if is_sum(part)],
        "facts": lits,
        "second": second,
    }


def is_sum(part: Statement) -> bool:
    """Whether a statement is a clue that cells have a sum."""
    return part.clue and SUM.match(part.origin.rule) is not None
