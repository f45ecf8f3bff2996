"""Cuts against more than one loop, in models of which parts may be left out.

A loop is at first required only by the degrees of its vertices: if many sets of loops satisfy the clues, as without
some clues they do, that is far quicker than one loop (see `loop_encodings`).  A cut around some vertices is stronger if
the loop is known to come both to the vertices inside and to the vertices outside: a clue that requires some active edge
there implies this, so the cut follows from the loop and two clues, and holds as long as both clues are in.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace

from ..graphs.loop_cuts import leaving, vertex_sets
from ..model.expr import Expr, all_of, postorder
from ..model.meaning import evaluate
from ..model.model import Answer, Model
from ..model.refinement import NamedClause
from ..solving.loop_encodings import PlaneLoop, degrees, loops_of

Edge = tuple[int, int]  # its vertices
MOST_EDGES = 30  # of a clue that is considered


class GroupCuts:
    """The cuts for a model.  weaker: the model with the degrees of vertices in place of its loops."""

    def __init__(self, model: Model):
        self.weaker = replace(model, constraints=list(model.constraints))
        self._loops: dict[int, PlaneLoop] = {}
        for number, constraint in enumerate(model.constraints):
            for loop in loops_of(replace(model, constraints=[constraint])):
                self._loops[number] = loop
                self.weaker.constraints[number] = constraint._replace(formula=all_of(degrees(*loop)))
        self._incident = {number: graph.incident() for number, (graph, _) in self._loops.items()}
        self._clues = {number: _clues(model, loop) for number, loop in self._loops.items()}

    def of(self, answer: Answer, numbers: Collection[int]) -> Iterator[tuple[list[int], NamedClause]]:
        """Yield clauses that are false for the answer, if its active edges form several loops where one is required:
        the numbers of the constraints that imply the clause, and the clause.

        answer: the values of the Boolean variables of edges.  numbers: the constraints that are in, from which the
        implying ones are taken.  A clause has pairs of a variable's name and the value that satisfies the clause.
        """
        for number, (graph, edges) in self._loops.items():
            if number not in numbers:
                continue
            names = [edge.args[0] for edge in edges]
            active = [answer.bools[name] for name in names]
            clues = {clue: ends for clue, ends in self._clues[number].items() if clue in numbers}
            sets = vertex_sets(graph, active)
            for at, vertices in enumerate(sets if len(sets) > 1 else ()):
                clause = [(names[e], True) for e in leaving(self._incident[number], vertices)]
                inside = next((clue for clue, ends in clues.items() if _comes_to(ends, vertices)), None)
                outside = next((clue for clue, ends in clues.items() if _leaves(ends, vertices)), None)
                for clue, other in ((inside, vertices), (outside, sets[at - 1])):
                    if clue is None:
                        e = next(e for e, (u, _) in enumerate(graph.edges) if active[e] and u in other)
                        clause.append((names[e], False))
                yield [number, *(clue for clue in (inside, outside) if clue is not None)], clause


def _clues(model: Model, loop: PlaneLoop) -> dict[int, list[Edge]]:
    """Return the numbers of the constraints that need an active edge of the loop, each with the edges whose variables
    it has.
    """
    graph, edges = loop
    vertices_of = dict(zip((edge.args[0] for edge in edges), graph.edges, strict=True))
    none = Answer({}, dict.fromkeys(vertices_of, False))
    found = {}
    for number, constraint in enumerate(model.constraints):
        names = _names(constraint.formula)
        is_clue = 0 < len(names) <= MOST_EDGES and vertices_of.keys() >= set(names)
        if is_clue and not evaluate(constraint.formula, none):
            found[number] = [vertices_of[name] for name in names]
    return found


def _names(formula: Expr) -> Sequence[str]:
    """Return the Boolean variables of a formula; [] if the formula has integer variables, too."""
    named = [each for each in postorder(formula) if each.op in ("int", "bool")]
    return [each.args[0] for each in named] if all(each.op == "bool" for each in named) else []


def _comes_to(ends: Sequence[Edge], vertices: Collection[int]) -> bool:
    return all(u in vertices or v in vertices for u, v in ends)


def _leaves(ends: Sequence[Edge], vertices: Collection[int]) -> bool:
    return all(u not in vertices or v not in vertices for u, v in ends)
