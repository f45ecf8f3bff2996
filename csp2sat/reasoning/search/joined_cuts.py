"""Cuts that a person sees at the same time are one statement, which gives no more facts than the contract allows."""

from __future__ import annotations

from typing import Any

from .block_lists import BlockLists
from .graph_cuts import area_ways, island_ways
from .graph_cuts.beam_ways import SEEN
from .graph_cuts.island_obstacles import PART, Lost, obstacles
from .graph_cuts.island_ways import Land, crowd_cut, only_ones
from .graph_cuts.loop_ways import CLOSED, EARLY, left_out
from .graph_cuts.nets import Cut, fewest
from .graph_cuts.shore_ways import STRANDED, Shore
from .knowledge import POSITIVE, Lits, values
from .trails import JOINT, Derivation

SAME = {island_ways.COMPLETE: island_ways.LARGE, area_ways.COMPLETE: area_ways.LARGE}  # notes that mean the same
LOOP = 2 * POSITIVE  # the weight of a line that would be closed, and of another line
MOST_TOGETHER = 12  # cuts that are joined to one statement: as many facts need no known one


class JoinedCuts(BlockLists):
    """The search for reasons of one cut, joined with others that have the same words and known literals."""

    def __init__(self, question: dict[str, Any]):
        super().__init__(question)
        self._ways_of = dict[int, int]()  # by the numbers of cuts: how many ways of islands a person follows
        self._stops = dict[int, tuple[object, ...]]()  # by the numbers of cuts
        self._ways = dict[int, tuple[int, int, str]]()

    def derivation(self, parts: Lits, known: Lits, goal: int) -> Derivation:
        """Return a reason with its weight, which is greater for a cut that a person sees only by following ways of
        islands: each way counts as a statement that joins others.  A line counts as one known literal, however long,
        where a person sees that it would be closed.

        parts, known, goal: as in Derivation.
        """
        found = super().derivation(parts, known, goal)
        if len(parts) == 1 and self.cut_of.get(parts[0], {}).get("note") in (EARLY, CLOSED, *SEEN):
            return found._replace(weight=min(found.weight, LOOP))
        ways = sum(self._followed(number) for number in parts if number in self.cut_of)
        return found._replace(weight=found.weight + JOINT * ways) if ways else found

    def _followed(self, number: int) -> int:
        """Return how many ways of islands a person follows to see a cut: of each number that is not shut off one, two
        if the way would part walls, and two of an island that has to reach an area and a further vertex; number: of
        the cut.
        """
        if number not in self._ways_of:
            cut, found = self.cut_of[number], 0
            known = {v: not wanted for v, wanted in cut["clauses"][0][1]}
            rule = self.graphs[cut["graph"]][0]
            if cut["note"] in (island_ways.LOST, STRANDED) and known.get(cut["at"]):
                stops = obstacles([Lost.of(self._land(cut["graph"], known), cut["at"])]).stops
                found = sum(bool(each.limits) + (PART in each.limits) for each in stops)
            elif rule == "islands" and cut["note"] == island_ways.LARGE:
                land = self._land(cut["graph"], known)
                found = 0 if any(known.get(at) and land.is_large(at) for at in land.net.anchors) else 2
            self._ways_of[number] = found
        return self._ways_of[number]

    def together(self, reason: Derivation) -> Derivation:
        """Return a reason that is one cut (a clause that connectivity, a loop or a size implies) joined with the cuts
        of the pool that a person sees at the same time: their words, their graph and their known literals are equal.

        Any other reason, and a cut that no other one is equal to, is returned as it is.
        """
        reason = self._crowded(self._too_large(self._both_ways(self.whole_list(reason))))
        on_ways = self._on_ways(reason)
        if on_ways is not None:
            return on_ways
        like = [each for each in self.pool if self.is_news(each) and self._sight(each) == self._sight(reason)]
        first = [reason, *like[:MOST_TOGETHER]]
        places = [self._place(each) for each in first]  # all numbers of a place at once
        first += [each for each in like[MOST_TOGETHER:] if self._place(each) in places]
        numbers = sorted({number for each in first for number in each.parts})
        if not reason.goal or len(reason.parts) > 1 or reason.parts[0] not in self.cut_of or len(numbers) == 1:
            return reason
        return reason._replace(parts=[self.joined(numbers)])

    def _both_ways(self, reason: Derivation) -> Derivation:
        """Return a reason that a loop has two ways left between two areas, for both of them, in place of a cut that
        says so of one of them alone; any other reason as it is.
        """
        cut = self.cut_of.get(reason.parts[0])
        if cut is None or len(reason.parts) > 1 or len(cut["clauses"]) > 1:
            return reason
        graph, lits, ((_, clause),) = cut["graph"], self.graphs[cut["graph"]][2], cut["clauses"]
        out = [at for at in left_out(cut) if self.is_open(abs(lits[at]))]
        new = next((at for at, wanted in clause if wanted and lits[at] == reason.goal), -1)
        if not out or new < 0:
            return reason
        other = [(out[0] if at == new else at, wanted) for at, wanted in clause]
        cuts = [Cut(each, tuple(cut["border"]), cut["note"], between=cut["between"]) for each in (clause, other)]
        return reason._replace(parts=[self.stated_cuts([(graph, each) for each in cuts])])

    def _place(self, reason: Derivation) -> object:
        """Return the place of the fact of a reason; None for a contradiction."""
        return self.atoms[abs(reason.goal)]["place"] if reason.goal else None

    def _on_ways(self, reason: Derivation) -> Derivation | None:
        """Return a reason for all vertices through which the ways of an area to the anchors lead, as far as the pool
        has a cut for them; None if a reason is no such cut, or there is one vertex.

        The known literals are as few as force all of the vertices.
        """
        graph, lost, _ = first = self._way(reason)
        if lost < 0:
            return None
        self.renew_pool()
        some = [reason, *(each for each in self.pool if self.is_news(each) and self._way(each) == first)]
        goals = sorted({each.goal for each in some})
        if len(goals) < 2:
            return None
        lits, land = self.graphs[graph][2], self._land(graph, {})
        vertex = {lit: v for v, lit in enumerate(lits)} | {-lit: v for v, lit in enumerate(lits)}
        ends = [vertex[goal] for goal in goals]

        def values(known: Lits) -> dict[int, bool]:
            return {vertex[lit]: lits[vertex[lit]] == lit for lit in known}

        def force_all(known: Lits) -> bool:
            return all(land.like({**values(known), v: False}).is_lost(lost) for v in ends)

        known = fewest(self.by_cost([*dict.fromkeys(lit for each in some for lit in each.known)]), force_all)
        clause = [(v, not true) for v, true in values(known).items()]
        note = self.cut_of[reason.parts[0]]["note"]
        cuts = [Cut([*clause, (v, True)], tuple(sorted([v, *values(known)])), note, at=lost) for v in ends]
        whole = self.derivation([self.stated_cuts([(graph, cut) for cut in cuts])], known, reason.goal)
        return whole._replace(facts=tuple(goals))

    def renew_pool(self) -> None:
        """Put the reasons of new cuts into the pool."""

    def _too_large(self, reason: Derivation) -> Derivation:
        """Return a reason that a block would be too large with a vertex, in place of one that the block would have no
        room: that cut was made while fewer vertices were known.  Any other reason is returned as it is.
        """
        cut = self.cut_of.get(reason.parts[0])
        if cut is None or len(reason.parts) > 1 or cut["note"] not in (area_ways.SMALL, area_ways.ONLY_WAY):
            return reason
        rule, net, lits = self.graphs[cut["graph"]]
        if rule != "exact-areas" or -reason.goal not in lits:
            return reason
        _, true = self.base.propagate([*self.known])
        new = lits.index(-reason.goal)
        known = {v: each for v, each in enumerate(values(lits, {*true})) if each is not None}
        if not area_ways.SizedAreas(net, {**known, new: True}, exact=True).is_large(new):
            return reason
        self.renew_pool()
        found = [each for each in self.pool if each.goal == reason.goal and self._sight(each)[0] == area_ways.LARGE]
        return min(found, key=lambda each: each.size, default=reason)

    def _crowded(self, reason: Derivation) -> Derivation:
        """Return a reason that an island which has to reach an area would be too large with a vertex, too, and with
        others for which the same known literals say so; the reason itself if it is no cut that a vertex reaches no
        anchor without parting walls, and if there is no other reason.
        """
        cut = self.cut_of.get(reason.parts[0])
        graph = next((number for number, (rule, *_) in enumerate(self.graphs) if rule == "islands"), -1)
        if cut is None or len(reason.parts) > 1 or cut["note"] != STRANDED or graph < 0:
            return reason
        lits = self.graphs[graph][2]
        known = {v: lit in self.known for v, lit in enumerate(lits) if lit in self.known or -lit in self.known}
        land, new = self._land(graph, known), next((v for v, lit in enumerate(lits) if lit == -reason.goal), -1)
        for anchor, first in only_ones(land) if new >= 0 else ():
            if land.like({**known, new: True}).is_crowded(anchor, first, new):
                crowd = crowd_cut(land, anchor, first, new)
                least = {v: not wanted for v, wanted in crowd.clause if v != new}
                reach = sorted(land.reach(anchor) - known.keys() - {new})
                others = [v for v in reach if land.like({**least, v: True}).is_crowded(anchor, first, v)]
                ends = [new, *others[: MOST_TOGETHER - 1]]
                cuts = [
                    crowd._replace(clause=[*((u, not true) for u, true in least.items()), (v, False)]) for v in ends
                ]
                part = self.stated_cuts([(graph, each._replace(at=v)) for each, v in zip(cuts, ends, strict=True)])
                kept = [lits[v] if true else -lits[v] for v, true in least.items()]
                found = self.derivation([part], kept, reason.goal)
                return found._replace(facts=tuple(-lits[v] for v in ends))
        return reason

    def _way(self, reason: Derivation) -> tuple[int, int, str]:
        """Return the graph, the vertex of the area, and the note of a cut that forces a vertex on all ways of the area;
        the vertex is -1 for any other reason.
        """
        number, *more = reason.parts
        cut = self.cut_of.get(number)
        if cut is None or more or cut["note"] not in (island_ways.LOST, STRANDED) or len(cut["clauses"]) > 1:
            return -1, -1, ""
        if number not in self._ways:
            known = {v: not wanted for v, wanted in cut["clauses"][0][1]}
            on_way = reason.goal in self.graphs[cut["graph"]][2]
            land = self._land(cut["graph"], known)
            lost = next((v for v, true in known.items() if true and land.is_lost(v)), -1) if on_way else -1
            self._ways[number] = cut["graph"], lost, cut["note"]
        return self._ways[number]

    def _land(self, graph: int, known: dict[int, bool]) -> Land:
        """Return the land of a graph rule of islands with known values."""
        rule, net, _ = self.graphs[graph]
        return (Shore if rule == "shores" else Land)(net, known)

    def _sight(self, reason: Derivation) -> tuple[Any, ...]:
        """Return what a person sees of a reason of one cut: what its rule says, and from which known literals."""
        cut = self.cut_of.get(reason.parts[0])
        if cut is None or not reason.goal:
            return (None, reason.parts)
        note = SAME.get(cut["note"], cut["note"])
        stopped = (reason.goal > 0, self._stopped(reason.parts[0])) if note == island_ways.LOST else ()
        at = cut["at"] if self.graphs[cut["graph"]][0] == "congruent-halves" else -1  # of the block
        return note, self.origins[cut["graph"]], cut["between"], set(reason.known), stopped, at

    def _stopped(self, number: int) -> tuple[object, ...]:
        """Return what stops the islands near the vertex of a cut, which no island reaches; number: of the cut."""
        cut = self.cut_of[number]
        if number not in self._stops:
            known = {v: not wanted for v, wanted in cut["clauses"][0][1]}
            lost = cut["at"] if known.get(cut["at"]) else -1
            land = Land(self.graphs[cut["graph"]][1], known)
            self._stops[number] = obstacles([Lost.of(land, lost)]).reasons if lost >= 0 else (number,)
        return self._stops[number]

    def few(self, facts: Lits, goal: int) -> Lits:
        """Return at most MOST_TOGETHER of the facts: first those of the cell that the variable `goal` belongs to, then
        those of other cells, of each all or none, so that the next step has no others of the cell.  All facts of a
        contradiction, whose `goal` is 0, are returned.
        """
        if len(facts) <= MOST_TOGETHER or not goal:
            return facts
        places = [self.atoms[abs(lit)]["place"] for lit in facts]
        own, kept = self.atoms[goal]["place"], list[int]()
        for place in [own, *(each for at, each in enumerate(places) if each != own and each not in places[:at])]:
            some = [lit for lit, at in zip(facts, places, strict=True) if at == place]
            kept += some if len(kept) + len(some) <= MOST_TOGETHER or not kept else []
        return [lit for lit in facts if lit in kept[:MOST_TOGETHER]]
