"""Items: integer variables of a normal form, where variables that differ by constants are one item."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from ..encoder.normalize.formulas import Linear, linear
from ..model.domain import Domain
from ..model.expr import Expr


class ShiftedItems:
    """The items of the variables with these domains, as the equations among required formulas say.

    of: for each variable its item, and the variable minus the item.  variables: of each item, which is a variable
    itself; [] if the variable with this number is no item.  negated: a variable that is minus its item, and alone.
    """

    def __init__(self, domains: Sequence[Domain], required: Iterable[Expr], negated: int | None = None):
        self._domains, self.negated = domains, negated
        self.of = [(x, 0) for x in range(len(domains))]
        self.variables = [[x] for x in range(len(domains))]
        for part in required:
            if part.op == "eq0":
                self._equal(part.args[0])

    def sum_of(self, total: Linear) -> Linear:
        """Return a sum of variables as a sum of items."""
        if len(total.terms) == 1:
            ((a, x),) = total.terms
            item, shift = self.of[x]
            if item == x != self.negated:
                return total
        sums, const = dict[int, int](), total.const
        for a, x in total.terms:
            item, shift = self.of[x]
            sums[item] = sums.get(item, 0) + (-a if x == self.negated else a)
            const += a * shift
        return linear(sums, const)

    def domain(self, item: int) -> Domain:
        """Return the values of an item that all of its variables allow."""
        if item == self.negated:
            return Domain([(-high, -low) for low, high in self._domains[item].ranges])
        first, *others = self.variables[item] or [item]
        found = _moved(self._domains[first], -self.of[first][1] if self.variables[item] else 0)
        for x in others:
            found &= _moved(self._domains[x], -self.of[x][1])
        return found

    def _equal(self, total: Linear) -> None:
        """Merge the items of two variables whose difference is the constant of a sum that is 0."""
        if [a * total.terms[0][0] for a, _ in total.terms] != [1, -1]:
            return
        (a, x), (_, y) = total.terms  # a * (x - y) + const = 0, so y = x + a * const
        if self.negated in (x, y):
            return
        more = self.of[x][1] + a * total.const - self.of[y][1]  # the item of y minus that of x
        kept, merged = self.of[x][0], self.of[y][0]
        if kept == merged:
            return
        if len(self.variables[kept]) < len(self.variables[merged]):  # else a chain of n variables takes n * n steps
            kept, merged, more = merged, kept, -more
        for each in self.variables[merged]:
            self.of[each] = kept, self.of[each][1] + more
        self.variables[kept] += self.variables[merged]
        self.variables[merged] = []


def _moved(domain: Domain, by: int) -> Domain:
    """Return the values of a domain plus a constant."""
    return Domain([(low + by, high + by) for low, high in domain.ranges]) if by else domain
