"""Rules of graphs, which have no clauses: their cuts are made as they are needed."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from ...constraints.graphs.value_regions import RegionSizes
from ...graphs.graph import Graph
from ...model.expr import Expr
from ...model.model import Origin
from ...puzzles.facts import Atom
from ..search.graph_cuts.nets import Net

ANCHORED = ("islands", "shores", "joined-groups", "beams")  # rules whose first argument is the anchors
HALVED = "congruent-halves"  # a rule whose last formulas say whether a clue counts


class GraphRule(NamedTuple):
    """A rule of a graph without clauses.

    rule: the name of its cuts in `cuts.PROPAGATORS`.  lits: the literal of each vertex or edge.
    variables: for each of them the names of the visible variables.  anchors: of `islands`, with their sizes.
    """

    origin: Origin
    rule: str
    graph: Graph
    lits: list[int]
    variables: list[tuple[str, ...]]
    anchors: Sequence[tuple[int, int]] = ()

    @property
    def net(self) -> Net:
        """The graph as a net, with the anchors; all vertices are ends of the net."""
        return Net.of(self.graph.size, self.graph.edges, (), self.anchors)

    def neutral(self) -> dict[str, Any]:
        """Return the rule as JSON for the child that searches."""
        return {
            "rule": self.rule,
            "origin": str(self.origin),
            "size": self.graph.size,
            "edges": self.graph.edges,
            "ends": self.graph.candidates if self.rule == "joined" else (),
            "anchors": self.anchors,
            "literals": self.lits,
        }


def rules_of_values(
    atoms: Mapping[int, Atom],
    constants: Mapping[str, int],
    origin: Origin,
    graph: Graph,
    sizes: RegionSizes,
    values: Sequence[Expr],
) -> Iterator[GraphRule]:
    """Yield the rules of `value-regions`, one for each value: its areas have as many vertices as the value, or more
    than `sizes.most` for the value 0.

    atoms: the meanings of literals.  constants: integers with one value.  values: the integer of each vertex.
    """
    names = [str(each.args[0]) for each in values]
    lit_of = {(atom.name, atom.value): lit for lit, atom in atoms.items()}
    lit_of |= dict.fromkeys(constants.items(), 1)
    for value in range(sizes.most + 1):
        lits = [lit_of.get((name, value), -1) for name in names]
        rule, size = ("exact-areas", value) if value else ("larger-areas", sizes.most + 1)
        if any(lit != -1 for lit in lits):
            yield GraphRule(origin, rule, graph, lits, [(name,) for name in names], ((0, size),))


def anchors_of(formula: Expr) -> tuple[Graph, Sequence[tuple[int, int]], list[Expr]]:
    """Return of the constraint of a graph rule the graph, the anchors of its cuts, and the formulas."""
    graph, *active = formula.args
    if formula.op in ANCHORED:
        return graph, active[0], active[1:]
    if formula.op == HALVED:
        halves, *active = active
        return graph, [(v, 2 * size + halves.grey[v]) for v, size in enumerate(halves.sizes)], active
    return graph, (), active
