"""Steps of boards of halved blocks by the blocks that are left for a cell: shorter lists first, with all that they have
in common.
"""

from __future__ import annotations

from .crossings import Crossings
from .graph_cuts.half_ways import COMMON, NONE, blocks_of, common_cuts
from .knowledge import Lits
from .trails import JOINT, Derivation

LISTED = (COMMON, NONE)
BLOCK = 2 * JOINT  # the weight of a block in a list: shorter lists come first, whatever excludes the other blocks


class BlockLists(Crossings):
    """The search for reasons that list the blocks of a cell."""

    def derivation(self, parts: Lits, known: Lits, goal: int) -> Derivation:
        """Return a reason with its weight, which is greater for a longer list of blocks; parts, known, goal: as in
        Derivation.
        """
        found = super().derivation(parts, known, goal)
        if len(parts) != 1 or self.cut_of.get(parts[0], {}).get("note") not in LISTED:
            return found
        cut = self.cut_of[parts[0]]
        blocks = blocks_of(self.graphs[cut["graph"]][1])
        left = blocks.left(blocks.at[cut["at"]], self._known_at(cut["graph"])).bit_count()
        return found._replace(weight=BLOCK * left + min(found.weight, BLOCK - 1))

    def whole_list(self, reason: Derivation) -> Derivation:
        """Return a reason for all values that the blocks which are left for a cell have in common, in place of one for
        some of these values; any other reason as it is.
        """
        cut = self.cut_of.get(reason.parts[0])
        if cut is None or len(reason.parts) > 1 or cut["note"] not in LISTED or not reason.goal:
            return reason
        _, net, lits = self.graphs[cut["graph"]]
        known = self._known_at(cut["graph"])
        cuts = common_cuts(net, known, cut["at"])
        goals = tuple(lits[at] if true else -lits[at] for at, true in (each.clause[-1] for each in cuts))
        if reason.goal not in goals:
            return reason
        kept = [lits[at] if known[at] else -lits[at] for at, _ in cuts[0].clause[:-1]]
        return self.derivation([self.stated_cuts([(cut["graph"], each) for each in cuts])], kept, reason.goal)

    def _known_at(self, graph: int) -> dict[int, bool]:
        """Return the known values of the edges and numbers of a graph rule."""
        lits = self.graphs[graph][2]
        return {at: lit in self.implied for at, lit in enumerate(lits) if lit in self.implied or -lit in self.implied}
