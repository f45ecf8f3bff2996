"""The limit of a CNF's clauses: what would pass it is refused, with the constraint that takes most."""

from __future__ import annotations

from collections.abc import Callable

from ..base.numbers import cut
from ..cnf.sink import Sink, TooManyClauses
from ..ints.spec import ENCODINGS, Encoding
from .normalize.formulas import Linear, Norm
from .select.estimates import Estimate, estimate

EARLY = 1_000_000  # clauses that are written before there is an estimate of all
SURE = 2  # an estimate of more than so many times the limit is believed
INTEGERS = 3  # of a clause, about
ABLE = ("log", "compact-order")  # encodings whose size does not grow with the domains


def within_limit(norm: Norm, free: Callable[[Linear], Linear], encodings: list[Encoding], limit: int) -> list[Encoding]:
    """The encodings; with bits for digits where those would take more than `limit` clauses, and bits would not.

    An estimate is made only if there are digits, so not of small models.
    """
    bits = [ENCODINGS["log"] if code.name == "compact-order" else code for code in encodings]
    if bits == encodings or estimate(norm, free, encodings).total <= limit:
        return encodings
    return bits if estimate(norm, free, bits).total <= limit else encodings


class ClauseLimit:
    """Looks on while clauses are written to a sink.

    encodings: of the variables.  free: see `Aliases`.  Raises TooManyClauses, as the sink does; `heaviest` is the
    constraint to be blamed, and `message` what there is to say.
    """

    def __init__(self, norm: Norm, free: Callable[[Linear], Linear], encodings: list[Encoding], sink: Sink):
        self._norm, self._free, self._encodings, self._sink = norm, free, encodings, sink
        self._expected: Estimate | None = None
        self._now, self._since, self._most = 0, 0, 0
        self.heaviest = 0

    def begin(self, number: int) -> None:
        """What is written from now on is due to the constraint of that number."""
        written = self._count()
        self._now = number
        if written > EARLY and self._expected is None:
            self._expected = estimate(self._norm, self._free, self._encodings)
            if self._expected.total > SURE * self._sink.most_clauses:
                raise TooManyClauses

    def _count(self) -> int:
        """Clauses so far, about; who wrote most is put down."""
        sink = self._sink
        written = sink.num_clauses + (len(sink.out) + len(sink.defs)) // INTEGERS
        if written - self._since > self._most:
            self.heaviest, self._most = self._now, written - self._since
        self._since = written
        return written

    def message(self) -> str:
        """What is too large, by how much, and what would help; to be said of the heaviest constraint."""
        written = self._count()
        expected = self._expected or estimate(self._norm, self._free, self._encodings)
        if expected.most > self._most:
            self.heaviest, self._most = expected.number, expected.most
        total, limit = max(expected.total, written), self._sink.most_clauses
        size = f"about {cut(total)} clauses, of which this takes {cut(self._most)}"
        said = f"the formula is too large: {size}; the limit is {limit}"
        return f"{said} (--max-clauses){self._help(total) if 2 * expected.most > self._most else ''}"

    def _help(self, total: int) -> str:
        """The encoding with which it is much less, if one is known."""
        sizes = []
        for name in ABLE:
            encodings = [ENCODINGS[name]] * len(self._norm.domains)
            sizes.append((estimate(self._norm, self._free, encodings).total, name))
        least, name = min(sizes)
        same = all(code.any_size for code in self._encodings)
        return "" if same or 2 * least > total else f"; with --encoding {name} it is about {cut(least)}"
