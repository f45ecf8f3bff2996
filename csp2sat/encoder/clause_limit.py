"""The limit on the number of clauses of a CNF: the error message that names the constraint with the most of them, and
the encoding for any size that fits where the chosen encodings do not.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import cached_property
from itertools import compress
from operator import itemgetter, not_
from types import MappingProxyType
from typing import Any

from ..base.numbers import cut
from ..base.resources import free_memory
from ..cnf.sink import Sink, TooManyClauses
from ..errors import ModelError
from ..ints.spec import ENCODINGS, IN_DIGITS, LARGE, Encoding
from ..model.expr import Expr
from ..model.model import Model
from .normalize.formulas import ATOMS, Linear, Norm
from .normalize.normalize import placed
from .options import FREE_MEMORY
from .select.estimates import Estimate, estimate

EARLY = 1_000_000  # clauses that are written before the number of all clauses is of interest
SURE = 2  # an estimate of more than SURE times the limit is believed
INTEGERS = 3  # of a clause, about
MANY = 10_000  # formulas, beyond which a sample is estimated first
EACH = 16  # small formulas for each that is estimated
SAFE = 0.8  # of the limit: the most clauses that such an estimate may have
SMALL, SHORT = frozenset(("bool", "iff", "le0", "eq0")), 16  # operators; terms of a sum, or parts of a formula
BYTES = 100  # of a clause in a solver, about: measured 128 in CaDiCaL, 98 in MiniSat, with 3 literals


def within_limit(norm: Norm, free: Callable[[Linear], Linear], encodings: list[Encoding], limit: int) -> list[Encoding]:
    """Return the encodings of the integers, in bits in place of digits if the digits would exceed `limit` clauses and
    the bits would not.

    The clauses are estimated, and only if some encoding is in digits; of very many formulas some are enough if they
    show that the limit is not reached.  `free` replaces the aliases and fixed variables of a sum, see `Aliases.free`.
    """
    bits = [ENCODINGS[LARGE] if code.addition == IN_DIGITS else code for code in encodings]
    if bits == encodings:
        return encodings
    if len(norm.required) > MANY and about(norm, free, encodings) <= SAFE * limit:
        return encodings
    if estimate(norm, free, encodings).total <= limit:
        return encodings
    return bits if estimate(norm, free, bits).total <= limit else encodings


def about(norm: Norm, free: Callable[[Linear], Linear], encodings: list[Encoding]) -> int:
    """Estimate the clauses as `estimate` does, but of more than MANY formulas by one of EACH small ones and all others.

    free: as for `within_limit`.
    """
    if len(norm.required) <= MANY:
        return estimate(norm, free, encodings).total
    small = [_is_small(formula) for formula, _ in norm.required]
    others = [*compress(norm.required, map(not_, small))]
    some = [*compress(norm.required, small)][::EACH]
    first, second = (estimate(replace(norm, required=part), free, encodings).total for part in (some, others))
    return EACH * first + second


def _is_small(formula: Expr) -> bool:
    """Whether a formula is a variable, a sum of at most SHORT terms, an equivalence, a negation of one of these, or a
    disjunction of such formulas and of conjunctions of such formulas, SHORT in all.
    """
    parts = formula.args if formula.op == "or" else (formula,)
    inner = [each for part in parts for each in (part.args if part.op == "and" else (part,))]
    plain = (each.args[0] if each.op == "not" else each for each in inner)
    return len(inner) <= SHORT and all(
        p.op in SMALL and (p.op not in ATOMS or len(p.args[0].terms) <= SHORT) for p in plain
    )


class FormulaTooLarge(ModelError):
    """A formula of too many clauses.  instead: the settings of the encoder with which the formula is expected to fit,
    by their names; empty if none are known.
    """

    instead: Mapping[str, Any] = MappingProxyType({})


class ClauseLimit:
    """A watch on the number of clauses that each constraint writes to a sink, for errors about a formula that is too
    large.

    `encodings` are those of the integers by number; `free` is `Aliases.free`.  memory: the bytes that solvers may take,
    FREE_MEMORY for what the machine can give.  is_open: whether other settings may still be taken.  The attribute
    `heaviest` is the number of the constraint with the most clauses so far.
    """

    def __init__(
        self,
        norm: Norm,
        free: Callable[[Linear], Linear],
        encodings: list[Encoding],
        sink: Sink,
        memory: int = FREE_MEMORY,
        is_open: bool = False,
    ):
        self._norm, self._free, self._encodings, self._sink = norm, free, encodings, sink
        self._sums = sink.coding.sums
        self._is_open, self._room = is_open, None if memory == FREE_MEMORY else memory // BYTES
        self._early = EARLY if self._room is None or not is_open else min(EARLY, self._room // 2)
        self._expected: Estimate | None = None
        self._now, self._since, self._most, self._examined = 0, 0, 0, (0, 0)
        self.heaviest = 0

    def begin(self, number: int) -> None:
        """Assign the clauses written from now on to the constraint with that number.

        Raise TooManyClauses early if an estimate of the whole formula exceeds the limit more than SURE times, or if the
        formula does not fit into the memory, and would with another encoding that may still be taken.  An estimate
        takes time: there is none as long as the clauses would stay within the limit if the constraints that are left
        had as many as the latest ones, which is examined after EARLY clauses and then after twice as many each time.
        """
        written = self._count()
        self._now = number
        if written > max(self._early, 2 * self._examined[0]) and self._expected is None:
            clauses, latest = written - self._examined[0], number - self._examined[1]
            self._examined = written, number
            left = 1 + max(map(itemgetter(1), self._norm.required), default=0) - number
            if clauses * left <= (self._most_that_fit() - written) * latest:
                return
            self._expected = self._estimate(self._encodings)
            if self._expected.total > SURE * self._sink.most_clauses or self._better(self._expected.total):
                raise TooManyClauses

    def end(self) -> None:
        """Raise TooManyClauses if the clauses, all of which are written now, are more than the limit."""
        sink = self._sink
        left = sink.most_clauses - sink.num_clauses
        if len(sink.out) + len(sink.defs) > 2 * left and sink.out.count(0) + sink.defs.count(0) > left:
            raise TooManyClauses

    def _most_that_fit(self) -> int:
        """Return the number of clauses that fit: the limit, or fewer if the encoding is open and the memory smaller."""
        if not self._is_open:
            return self._sink.most_clauses
        if self._room is None:
            free = free_memory()
            self._room = self._sink.most_clauses if free is None else free // BYTES
        return min(self._sink.most_clauses, self._room)

    def _better(self, total: int) -> dict[str, str]:
        """Return the settings with which the formula fits in place of the chosen ones, with which it takes `total`
        clauses; none if they fit, if no others do, or if none may be taken.

        Long sums are added in bits if that is enough; otherwise all integers get an encoding for any size.
        """
        if not self._is_open or total <= self._most_that_fit():
            return {}
        if self._sums == "auto" and self._with_adders <= min(total // 2, self._most_that_fit()):
            return {"sums": "adder"}
        least, name = self._smallest
        return {"encoding": name} if 2 * least <= total and least <= self._sink.most_clauses else {}

    def _count(self) -> int:
        """Return the approximate number of clauses written so far; update `heaviest` with the constraint that wrote the
        last ones.
        """
        sink = self._sink
        written = sink.num_clauses + (len(sink.out) + len(sink.defs)) // INTEGERS
        if written - self._since > self._most:
            self.heaviest, self._most = self._now, written - self._since
        self._since = written
        return written

    def refusal(self, model: Model) -> FormulaTooLarge:
        """Return the error with the place of the constraint of the model that has most clauses."""
        message = self._message()
        found = FormulaTooLarge(str(placed(model, self.heaviest, message)))
        found.instead = self._better(max(self._count(), self._expected.total if self._expected else 0))
        return found

    def _message(self) -> str:
        """Return the error message: the expected number of clauses, the share of the heaviest constraint, the limit,
        and perhaps an encoding that needs far fewer clauses.

        Set `heaviest` to the constraint with the highest estimate if that estimate exceeds the clauses of every other
        constraint.
        """
        written = self._count()
        self._expected = expected = self._expected or self._estimate(self._encodings)
        if expected.most > self._most:
            self.heaviest, self._most = expected.number, expected.most
        total, limit = max(expected.total, written), self._sink.most_clauses
        size = f"about {cut(total)} clauses, {cut(self._most)} of them for this constraint"
        problem = f"the formula is too large: {size}; the limit is {limit}"
        return f"{problem} (--max-clauses){self._help(total) if 2 * expected.most > self._most else ''}"

    def _help(self, total: int) -> str:
        """Return a hint at the encoding for any size with the fewest clauses; '' if its estimate is more than half of
        `total`, or if all encodings in use suit any size.
        """
        least, name = self._smallest
        same = all(code.any_size for code in self._encodings)
        return "" if same or 2 * least > total else f"; with --encoding {name} about {cut(least)} clauses"

    @cached_property
    def _smallest(self) -> tuple[int, str]:
        """The encoding for any size with the fewest clauses if all integers have it: these clauses, its name."""
        able, count = [ENCODINGS[name] for name in ENCODINGS if ENCODINGS[name].any_size], len(self._norm.domains)
        return min((self._estimate([each] * count).total, each.name) for each in able)

    @cached_property
    def _with_adders(self) -> int:
        """The number of clauses if all long sums of order literals are added in bits."""
        return estimate(self._norm, self._free, self._encodings, True).total

    def _estimate(self, encodings: list[Encoding]) -> Estimate:
        return estimate(self._norm, self._free, encodings, self._sums == "adder")
