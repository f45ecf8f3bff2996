"""The order of steps on boards with sums: all that one sum gives comes together, and a cell's last number at once."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from .knowledge import Lits
from .trails import Derivation
from .waiting import Waiting


class SumOrder(Waiting):
    """The search for the reasons that a person takes right after another one, on a board with sums.

    question: its `sums` are the numbers of the statements that are sums.
    """

    def __init__(self, question: dict[str, Any]):
        super().__init__(question)
        self.sums = {*question["sums"]}
        # reasons, as soon as there may be a plainer
        self.renews = bool(self.members) and not (self.sums or self.graphs)
        self._seen_of: tuple[Lits, set[Any]] = [], set()  # the last statements, and the cells of them

    def at_once(self, last: Derivation) -> list[Derivation]:
        """Return the reasons that come right after the reason `last`: those of the same sum that need no values out of
        other cells than the reasons of this sum before, then the reasons for numbers that are the last ones of their
        cells; on a board without sums those of `_of_same_cell`.
        """
        if not self.sums:
            return self._of_same_cell(last)
        parts, cells = self._seen_of
        cells = self._crossed(last.known) | (cells if parts == last.parts else set())
        self._seen_of = last.parts, cells
        like = [
            reason
            for reason in self.pool
            if reason.parts == last.parts
            and last.parts[0] in self.sums
            and self.is_open(abs(reason.goal))
            and self._crossed(reason.known) <= cells
        ]
        return [*sorted(like, key=lambda reason: (reason.size, self.order(reason))), *self._last_numbers(self.members)]

    def _of_same_cell(self, last: Derivation) -> list[Derivation]:
        """Return a reason that the cell of `last` lacks another number, too, on a board of blocks with numbers, where
        one supposition serves for several; [] for none, and if `last` is a reason of one statement.

        The reason has at most one statement more than `last`.
        """
        if len(last.parts) == 1 or last.goal >= 0 or not any(rule == "exact-areas" for rule, *_ in self.graphs):
            return []
        group = self.atoms[-last.goal]["group"]
        like = [
            reason
            for reason in self.waiting
            if len(reason.parts) <= len(last.parts) + 1
            and reason.goal < 0
            and self.atoms[-reason.goal]["group"] == group
            and self.is_open(-reason.goal)
        ]
        return [self._renewed(reason) for reason in self.smallest(like)[:1]]

    def placing(self) -> list[Derivation]:
        """Return the reasons of one sum that give the number of its last cell without a number."""
        is_rest = (
            reason.goal > 0 and reason.parts[0] in self.sums and all(lit > 0 for lit in reason.known)
            for reason in self.pool
        )
        return sorted((reason for reason, rest in zip(self.pool, is_rest, strict=True) if rest), key=self.order)

    def _crossed(self, known: Lits) -> set[Any]:
        """Return the groups of which known literals exclude values."""
        return {self.atoms[-lit]["group"] for lit in known if lit < 0}

    def last_of(self, reason: Derivation) -> list[Derivation]:
        """Return the reason for the number of a cell, if `reason` cites that other numbers are out in the cell and only
        this one is left, since a person writes the number first; [] if there is no such cell.
        """
        if not self.renews or not reason.goal:
            return []
        found = self._last_numbers(self._crossed(reason.known) - {self.atoms[abs(reason.goal)]["group"]})
        own = [each for each in self.pool if each.goal == found[0].goal] if found else []
        return [min(own, key=lambda each: each.size)] if own else found[:1]

    def _last_numbers(self, groups: Collection[Any]) -> list[Derivation]:
        """Return the reasons for the numbers of cells of which all other numbers are known to be out; groups: of the
        cells.
        """
        found = []
        for group in groups:
            members = self.members[group]
            left = [var for var in members if self.is_open(var)] if group not in self.value_of else []
            if len(left) == 1:
                number = self.value_parts[group]
                known = self.parts[number].reason(self.by_cost(self.citable(members)), left[0])
                found.append(self.derivation([number], known, left[0]))
        return sorted(found, key=self.order)
