"""A local search for better values of a network, by chains: a move, and moves that mend what the last one broke.

A chain that leaves nothing broken is taken if the goal is good enough for a temperature that falls in cycles, each
longer than the one before.  Work is counted in visited nodes.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from math import inf, log

from ...base.portable_random import RandomSource
from ...base.time_limit import check_time
from .movable import Movable
from .network import Network, NewValue

HOT, COLD = 0.15, 0.02  # times the usual loss by a move: the temperature at the start and at the end of a cycle
USUAL = 50  # losses of which the usual one is a mean, about
FIRST = 10  # moves for each unit in the first cycle, which takes no worse values
GROWTH = 2  # times as long is each further cycle
KINDS = (1, 0), (3, 0), (8, 0), (20, 0), (8, 60), (20, 60)
"""The kinds of chains: how many further moves mend what is broken, and how many moves nearby are tried then, at most.
The kind that was of use for its work lately is taken more often."""
KEPT = 0.99  # of the use and the work of each kind counts after another chain
FEWEST = 0.1  # times the use of all kinds together is each taken to have
LOST = 20, 3  # times what is good enough, and times the usual loss: a move that loses more is not mended
TRIED = 16  # variables that are tried to mend a constraint, and moves of each, at most
MENDED = 100  # moves that mend values from elsewhere, at most
WALKS = 3  # times in vain, on average, before a random move of a constraint that no move mends
STEP = 16  # chains between two checks of the time
FINE = 1 << 20
NOTHING = 1e-9  # a penalty that is a rounding error


class MovesSearch:
    """A search for a small value of the node `goal` of a network that is not broken, by moves of free nodes.

    best: the best values of the free nodes, None without any; value: of the goal then.
    """

    def __init__(self, network: Network, goal: int, movable: Movable, random: RandomSource):
        self._network, self._goal, self._movable, self._random = network, goal, movable, random
        self.best: dict[int, int] | None = None
        self.value: float = inf
        self._is_begun = False  # whether first values were searched for
        self._loss, self._cycle, self._moves, self._length = 0.0, 0, 0, FIRST * len(movable.units)
        self._use, self._cost = [1.0] * len(KINDS), [float(links + tries) for links, tries in KINDS]

    @property
    def work(self) -> int:
        """The nodes that were visited so far."""
        return self._network.work

    def learn(self, values: dict[int, int]) -> None:
        """Go on from values of the free nodes, which are mended if something is broken."""
        network = self._network
        self._move_to(values)
        if not network.broken or self._mended(inf, inf, set(), MENDED):
            network.keep()
            self._note()
        elif self.best is not None:
            self._move_to(self.best)

    def _move_to(self, values: dict[int, int]) -> None:
        """Take these values of the free nodes as the present ones."""
        self._network.change([*values.items()])
        self._network.settle(0)
        self._network.keep()

    def find(self, until: float) -> bool:
        """Search for first values with nothing broken until all work is `until`; return whether they were found.  A
        further call goes on.

        A constraint that no move mends gets more weight for the time.
        """
        network, weights = self._network, [*self._network.penalties]
        if not self._is_begun:
            self._is_begun = True
            self._move_to(self._movable.start())
        while network.broken and network.work < until:
            check_time()
            network.work += 1  # the work ends, too, if nothing can be moved
            constraint = self._random.pick([*network.broken])
            change, _, changes = self._best_mending(constraint, set(), (), (-inf, -inf))
            if change >= 0:
                network.penalties[constraint] += weights[constraint]
            if not changes and self._random.below(WALKS) == 0 and (able := self._movable.below(self._part(constraint))):
                changes = self._movable.change(self._random.pick(able))
            network.change(changes)
            network.settle(0)
            network.keep()
        network.penalties[:] = weights
        if not network.broken:
            self._note()
        return not network.broken

    def improve(self, until: float) -> bool:
        """Search until all work is `until`; return whether better values were found."""
        before, chains = self.value, 0
        while self.work < until and self._movable.units:
            if chains % STEP == 0:
                check_time()
            chains += 1
            self._chain()
        return self.value < before

    def _chain(self) -> None:
        """Make a chain, and take all its moves back unless the end is good enough."""
        network, values, goal = self._network, self._network.values, self._goal
        if self._moves == self._length:
            assert self.best is not None
            self._move_to(self.best)
            self._moves, self._length, self._cycle = 0, self._length * GROWTH, self._cycle + 1
        self._moves += 1
        before, work, kind = values[goal], network.work, self._kind()
        most = before - self._temperature() * log(1 - self._random.below(FINE) / FINE)
        links, tries = KINDS[kind]
        changes = self._movable.drawn(self._random.pick(self._movable.units))
        moved, freed = {x for x, _ in changes}, [values[x] for x, _ in changes]
        penalty = network.change(changes)
        is_whole = penalty <= NOTHING
        if not is_whole and values[goal] - before <= LOST[0] * (most - before) + LOST[1] * self._loss:
            network.settle(0)
            is_whole = self._mended(most, penalty, moved, links, freed)
        if is_whole and tries and values[goal] > most:
            self._improve_near(most, moved, tries)
        if is_whole and values[goal] > before:
            self._loss += (values[goal] - before - self._loss) / (USUAL if self._loss else 1)
        if penalty > NOTHING or tries:
            self._use[kind] = KEPT * self._use[kind] + (is_whole and values[goal] < before)
            self._cost[kind] = KEPT * self._cost[kind] + (network.work - work) / 1000
        if is_whole and values[goal] <= most:
            network.keep()
            self._note()
        else:
            network.undo(0)
            network.broken.clear()

    def _kind(self) -> int:
        """Return the number of a kind of chains."""
        rates = [(0.01 + use) / (0.01 + cost) for use, cost in zip(self._use, self._cost, strict=True)]
        rates = [*map(partial(max, FEWEST * sum(rates)), rates)]
        drawn = self._random.below(FINE) / FINE * sum(rates)
        for kind, rate in enumerate(rates):
            drawn -= rate
            if drawn < 0:
                return kind
        return 0

    def _temperature(self) -> float:
        if not self._cycle:
            return 0.0
        return self._loss * HOT * float((COLD / HOT) ** (self._moves / self._length))

    def _note(self) -> None:
        """Note the present values if they are better than the best ones."""
        values = self._network.values
        if values[self._goal] < self.value:
            self.value, self.best = values[self._goal], {x: values[x] for x in self._movable.domains}

    def _mended(self, most: float, penalty: float, moved: set[int], links: int, freed: Sequence[int] = ()) -> bool:
        """Repair broken constraints by further moves of nodes that are not `moved` yet; return whether nothing is
        broken in the end.

        most: the goal that is good enough.  penalty: of all that is broken.  links: the moves, at most.  freed: values
        that are free lately.
        """
        network, values = self._network, self._network.values
        for _ in range(links):
            if not network.broken:
                return True
            constraint = self._random.pick([*network.broken])
            change, _, changes = self._best_mending(constraint, moved, freed, (NOTHING - penalty, most))
            if not changes:
                return False
            freed = [*freed, *(values[x] for x, _ in changes)][-TRIED:]
            penalty += change
            mark = network.mark()
            network.change(changes)
            network.settle(mark)
            moved.update(x for x, _ in changes)
        return not network.broken

    def _best_mending(
        self, constraint: int, moved: set[int], freed: Sequence[int], enough: tuple[float, float]
    ) -> tuple[float, float, list[NewValue]]:
        """Return the move that makes a broken constraint less broken and is best for all constraints, and then for the
        goal, with the change of the penalty and the goal; no changes if there is none.

        moved, freed: as in `Movable.tried`.  enough: a penalty and a goal with which the search for moves ends.
        """
        network, values, movable = self._network, self._network.values, self._movable
        mark, broken, best = network.mark(), values[constraint], (inf, inf, list[NewValue]())
        able = self._random.shuffled(x for x in movable.below(self._part(constraint)) if x not in moved)
        for x in able[:TRIED]:
            for changes in movable.tried(x, moved, freed, TRIED):
                change, is_better = network.change(changes), values[constraint] < broken
                goal = values[self._goal]
                network.undo(mark)
                if is_better and (change, goal) < best[:2]:
                    best = change, goal, changes
                    if change <= enough[0] and goal <= enough[1]:
                        return best
        return best

    def _part(self, constraint: int) -> int:
        """Return a node that breaks a constraint, if one is known, or else the constraint."""
        culprits = self._network.culprits.get(constraint)
        return self._random.pick(culprits()) if culprits else constraint

    def _improve_near(self, most: float, moved: set[int], tries: int) -> None:
        """Make moves near those of a chain that break nothing and improve the goal, until the goal is at most `most`.

        moved: the nodes that the chain moved.  tries: the moves, at most.
        """
        network, values, goal = self._network, self._network.values, self._goal
        near = [y for x in sorted(moved) for y in self._movable.near(x) if y not in moved]
        for x in self._random.shuffled(near)[:tries]:
            before, mark = values[goal], network.mark()
            if network.change(self._movable.change(x)) > NOTHING or values[goal] > before:
                network.undo(mark)
            elif values[goal] <= most:
                return
