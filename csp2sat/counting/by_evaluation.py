"""The number of solutions by evaluation, without a formula: variables get values one after another, and an expression
is evaluated as soon as its variables have values.

The number of ways to go on is kept for the values that the rest of the constraints depends on.  Sums, conjunctions and
the like are cut where variables get values, so that the rest depends on a partial sum, not on each value in the sum:
dynamic programming along an order of the variables.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from functools import partial
from itertools import accumulate, groupby
from operator import itemgetter
from typing import Any

from ..base.time_limit import check_time, is_over, until
from ..errors import LimitReached, ModelError
from ..model.constraint import CARDINALITY, CONSTRAINTS
from ..model.expr import Expr, node, postorder
from ..model.meaning import VARIABLES, value_of
from ..model.model import Model
from ..model.ops import OPS, PARTIAL, TERM, UNDEFINED
from .evaluation_order import Placed, in_order
from .projection import Projection

MOST_DEEP = 300  # variables: the search goes as deep as there are variables
MOST_NODES = 20_000  # expressions in the constraints, and their arguments
MOST_KEPT = 3_000_000  # numbers that are kept, and the values that each is kept for, until all are dropped
CLOCK = 4_000  # values that are tried until the clock is read again
READS = 8  # arguments of steps after which a value counts as one more: a constraint of a whole board takes long
ASSOCIATIVE = frozenset(("and", "or", "xor", "add", "min", "max"))  # without `mul`: no partial product is too large
COUNTING = ("count", "global_cardinality")
ALL_DIFFERENT = "alldifferent"


class _TooManyError(Exception):
    """The error for a count that takes more values than are to be tried."""


def number_by_evaluation(model: Model, projection: Projection, most: int, deadline: float | None) -> int | None:
    """Return the number of solutions of a model, as assignments of the variables of the projection; None if more than
    `most` values of variables would be tried, each counted once more for READS arguments of the expressions evaluated
    with it, if the model is large, or if the value of a term is too large.

    deadline: as `Pipeline.run_options` has it.  Raises LimitReached if the time is over.
    """
    if any(not domain.ranges for domain in model.ints.values()):
        return 0
    formulas = list(_required(model))
    if len(model.ints) + len(model.bools) > MOST_DEEP or _is_large(formulas):
        return None
    try:
        with until(deadline):
            return _Search(model, formulas, in_order(model, formulas, projection), most, deadline).number()
    except (_TooManyError, ModelError):
        return None


def _required(model: Model) -> Iterator[Expr]:
    """Yield the formulas that together are equivalent to a model, without conjunctions at the top."""
    waiting = [constraint.formula for constraint in reversed(model.constraints)]
    if model.objective is not None and isinstance(term := model.objective.term, Expr):
        waiting.append(node("le", term, term))  # it is defined
    while waiting:
        formula = waiting.pop()
        if formula.op == "and":
            waiting += reversed(formula.args)
        elif (sums := _sums(formula)) is not None:
            waiting.append(sums)
        else:
            yield formula


def _sums(formula: Expr) -> Expr | None:
    """Return the sums that a constraint on numbers of values means, of which parts are known early; None for any other
    formula, and if a term may be undefined.
    """
    meant = CONSTRAINTS[formula.op].formula if formula.op in COUNTING else None
    are_plain = all(not isinstance(each, Expr) or each.op in VARIABLES for each in formula.args)
    return meant(*formula.args) if meant is not None and are_plain else None


def _is_large(formulas: Iterable[Expr]) -> bool:
    """Whether formulas have more than MOST_NODES expressions and arguments."""
    return any(number >= MOST_NODES for number in accumulate(1 + len(each.args) for each in postorder(*formulas)))


class _Search:
    """A search over the values of variables, in a given order.

    Register k holds the value of the variable number k, from 0; later registers hold the values of expressions and
    constants.  A step computes one register.  The level of a register is the number of the last variable on which the
    register depends, -1 if it depends on none; a step is done as soon as the variable of its level has a value.
    """

    def __init__(
        self, model: Model, formulas: list[Expr], order: list[Placed], most: int, deadline: float | None
    ) -> None:
        self._order, self._left, self._deadline = order, most, deadline
        self._next = max(0, most - CLOCK)
        self._registers: list[Any] = [None] * len(order)
        self._levels = [*range(len(order))]
        self._last_use = [-1] * len(order)
        self._may_lack = set[int]()  # registers that may be UNDEFINED
        self._steps: list[list[tuple[int, Callable[[list[Any]], Any], bool]]] = [[] for _ in order]
        self._reads = [0] * len(order)  # of registers, by the steps of each level
        self._at: dict[Expr, int] = {placed.variable: at for at, placed in enumerate(order)}
        self._is_refuted = False
        for formula in formulas:
            self._require(formula)
        self._values = [self._values_at(level, model) for level in range(len(order))]
        self._keys = [self._key(level) for level in range(len(order))]
        self._kept: list[dict[Any, int]] = [{} for _ in order]
        self._number_kept = 0

    def number(self) -> int:
        """Return the number of solutions."""
        return 0 if self._is_refuted else self._number(0)

    def _number(self, level: int) -> int:
        """Return the number of solutions that go on from the values of the variables before a level."""
        if level == len(self._order):
            return 1
        registers, key, kept = self._registers, self._keys[level], self._kept[level]
        if key is not None:
            known = kept.get(key := key(registers))
            if known is not None:
                return known
        total, steps, once = 0, self._steps[level], self._order[level].once
        cost = 1 + self._reads[level] // READS
        for value in self._values[level]():
            self._left -= cost
            if self._left <= self._next:
                self._check_limits()
            registers[level] = value
            for at, compute, must_hold in steps:
                registers[at] = result = compute(registers)
                if must_hold and not result:
                    break
            else:
                total += self._number(level + 1)
                if once and total:
                    break
        if key is not None:
            self._keep(level, key, total)
        return total

    def _keep(self, level: int, key: Any, number: int) -> None:
        """Keep a number for a level and the values of the registers that are used from there on."""
        self._kept[level][key] = number
        self._number_kept += 1 + len(key)
        if self._number_kept > MOST_KEPT:
            self._number_kept = 0
            for kept in self._kept:
                kept.clear()

    def _check_limits(self) -> None:
        """Raise the error for too many values, or LimitReached if the time is over."""
        if self._left <= 0:
            raise _TooManyError
        self._next = max(0, self._left - CLOCK)
        check_time()
        if is_over(self._deadline):
            raise LimitReached("time")

    def _require(self, formula: Expr) -> None:
        """Let a formula be computed and be checked, and its parts before, where they alone refute it."""
        for each in postorder(formula):
            if each not in self._at:
                self._at[each] = self._compute(each, is_required=each is formula)
        self._check(self._at[formula], bool)

    def _check(self, at: int, holds: Callable[[Any], bool]) -> None:
        """Let the search go on only where `holds` is true of a register."""
        level = self._levels[at]
        if level < 0:
            self._is_refuted |= not holds(self._registers[at])
        else:
            self._add(level, lambda registers: holds(registers[at]), [at], must_hold=True)

    def _compute(self, expr: Expr, is_required: bool) -> int:
        """Return the register of an expression whose parts have registers.  is_required: whether it must be true."""
        if expr.op == ALL_DIFFERENT:
            return self._all_different(self._read(expr.args), is_required)
        if expr.op == CARDINALITY:
            least, most = expr.args[0]
            return self._cardinality(least, most, self._read(expr.args[1:]), is_required)
        read = self._read(expr.args)
        if expr.op not in ASSOCIATIVE:
            return self._apply(expr, read)
        so_far: list[int] = []
        for part in self._by_level(read):
            so_far = [self._apply(expr, [*so_far, *part])]
        return so_far[0] if so_far else self._apply(expr, [])

    def _apply(self, expr: Expr, read: list[int]) -> int:
        """Return the register of the operator of an expression, applied to registers."""
        op, get = OPS.get(expr.op), _getter(read)
        if op is None or op is OPS["if"] or not self._may_lack.isdisjoint(read):
            at = self._new(read, lambda registers: value_of(expr, [*get(registers)]))
            is_total = op is None or op.result != TERM
        else:
            meaning = op.meaning
            at = self._new(read, lambda registers: meaning(*get(registers)))
            is_total = expr.op not in PARTIAL
        if not is_total:
            self._may_lack.add(at)
        return at

    def _all_different(self, read: list[int], is_required: bool) -> int:
        """Return the register that tells whether registers are different; parts of them are sets, or None.

        is_required: whether the registers must be different.
        """
        seen = self._constant(frozenset())
        for part in self._by_level(read):
            get = _getter(part)
            seen = self._new([seen, *part], partial(_with_others, seen, get, len(part)))
            if is_required:
                self._check(seen, _is_known)
        last = seen
        return self._new([last], lambda registers: registers[last] is not None)

    def _cardinality(self, least: int, most: int, read: list[int], is_required: bool) -> int:
        """Return the register that tells whether `least` to `most` registers are true; more than `most` are as many.

        is_required: whether the number must be one of these.
        """
        number = self._constant(0)
        for part in self._by_level(read):
            get = _getter([number, *part])
            number = self._new([number, *part], partial(_capped_sum, get, most + 1))
            if is_required:
                self._check(number, most.__ge__)
        last = number
        return self._new([last], lambda registers: least <= registers[last] <= most)

    def _by_level(self, read: list[int]) -> Iterator[list[int]]:
        """Yield registers in groups that are known at the same level, in order of the levels."""
        for _, group in groupby(sorted(read, key=self._levels.__getitem__), self._levels.__getitem__):
            yield list(group)

    def _read(self, args: Collection[Any]) -> list[int]:
        """Return a register for each argument: that of an expression, which has one already, or a new one that holds a
        constant or the data of an operator.
        """
        return [self._at[arg] if isinstance(arg, Expr) else self._constant(arg) for arg in args]

    def _constant(self, value: Any) -> int:
        """Return a new register that has a value from the start."""
        self._registers.append(value)
        self._levels.append(-1)
        self._last_use.append(-1)
        return len(self._registers) - 1

    def _new(self, read: list[int], compute: Callable[[list[Any]], Any]) -> int:
        """Return a new register that is computed from others, at once if all of them are constants."""
        level = max((self._levels[each] for each in read), default=-1)
        return self._constant(compute(self._registers)) if level < 0 else self._add(level, compute, read)

    def _add(
        self, level: int, compute: Callable[[list[Any]], Any], read: Sequence[int], must_hold: bool = False
    ) -> int:
        """Return the register of a new step at a level.

        compute: the function that gives its value from all registers, of which it reads those in `read`.  must_hold:
        whether the search goes on only where the value is true.
        """
        at = self._constant(None)
        self._levels[at] = level
        self._steps[level].append((at, compute, must_hold))
        self._reads[level] += len(read)
        self._use(read, level)
        return at

    def _use(self, read: Iterable[int], level: int) -> None:
        """Note that registers are read at a level."""
        for each in read:
            self._last_use[each] = max(self._last_use[each], level)

    def _values_at(self, level: int, model: Model) -> Callable[[], Iterable[int]]:
        """Return the function that gives the values to try for a variable: one, if an equation has it alone on one side
        and values that are known on the other one.
        """
        placed = self._order[level]
        name, is_int = placed.variable.args[0], placed.variable.op == "int"
        domain = model.ints[name] if is_int else (False, True)
        if placed.equal is None:
            return lambda: domain
        for each in postorder(placed.equal) if isinstance(placed.equal, Expr) else ():
            if each not in self._at:  # of an equation that is solved for the variable
                self._at[each] = self._compute(each, is_required=False)
        at = self._read([placed.equal])[0]
        self._use([at], level)
        registers = self._registers

        def value() -> Iterable[int]:
            only = registers[at]
            return (only,) if only is not UNDEFINED and only in domain else ()

        return value

    def _key(self, level: int) -> Callable[[list[Any]], Any] | None:
        """Return the function that gives the values that are known before a level and used from there on; None if
        these are the values of all variables before, so that each key comes once.

        Raises LimitReached if the time limit has passed.
        """
        check_time()
        used = [at for at, last in enumerate(self._last_use) if 0 <= self._levels[at] < level <= last]
        return None if {*range(level)} <= {*used} else _getter(used)


def _getter(read: list[int]) -> Callable[[list[Any]], tuple[Any, ...]]:
    """Return the function that gives the values of some registers."""
    if len(read) > 1:
        return itemgetter(*read)
    return lambda registers: tuple(registers[at] for at in read)


def _with_others(seen: int, get: Callable[[list[Any]], tuple[Any, ...]], width: int, registers: list[Any]) -> object:
    """Return the set in the register `seen` with the `width` values that `get` gives; None for UNDEFINED or equal ones
    among them, or if there is no set.
    """
    values, before = frozenset(get(registers)), registers[seen]
    is_new = before is not None and len(values) == width and UNDEFINED not in values and before.isdisjoint(values)
    return before | values if is_new else None


def _capped_sum(get: Callable[[list[Any]], tuple[Any, ...]], most: int, registers: list[Any]) -> int:
    """Return the sum of the values that `get` gives, or `most` if the sum is greater."""
    found: int = min(most, sum(get(registers)))
    return found


def _is_known(value: object) -> bool:
    """Whether there is a value."""
    return value is not None
