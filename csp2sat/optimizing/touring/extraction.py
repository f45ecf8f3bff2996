"""The tours of a CSP in normal form, if it has a circuit whose arcs say all that matters.

Each constraint is reduced, by each way out of the place that decides variables of it, to lower bounds along arcs, such
as times and loads, or to sums over arcs; any other constraint is only measured.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from ...base.time_limit import check_time
from ...encoder.normalize.arithmetic import ARITHMETIC, MAXIMUM
from ...encoder.normalize.formulas import Linear, Norm
from ...model.constraint import CARDINALITY
from ...model.domain import Domain
from ...model.expr import FALSE, TRUE, Expr, node
from ...model.model import Answer, Model
from ..shifted_items import ShiftedItems
from .capacity import Overfull, is_overfull
from .derivation import ItemDerivation, Total
from .problem import ItemBound, TourProblem
from .reduction import excess, reduced, variables
from .rows import StepRows
from .ways_out import NoTour, WaysOut

LARGE = 1 << 200  # values beyond are not for floating-point numbers


class TourExtraction:
    """The tours of a normal form with one circuit, and the way back to answers.

    problem: the problem.  shift: the objective minus the goal of the problem; the objective is negated if it is to be
    large.  Raises NoTour, also for a model without an objective, and Overfull if there is no solution.
    """

    def __init__(self, norm: Norm, model: Model):
        self._norm, self._model = norm, model
        is_negated = model.objective is not None and model.objective.goal == "maximize"
        parts = norm.parts()
        circuits = [part for part in parts if part.op == "circuit"]
        if not circuits:
            raise NoTour
        self._items = ShiftedItems(norm.domains, parts, norm.objective if is_negated else None)
        self._choices = WaysOut(norm, self._items, parts, circuits[0].args)
        self._circuit = self._choices.of_items(circuits[0])
        self._count = len(norm.domains)
        self._zero = self._count  # the item that is always 0; items for decided Booleans follow
        self._of_bool = {name: self._count + 1 + at for at, name in enumerate(self._choices.bools)}
        self._under: dict[tuple[int, int], list[ItemBound]] = {}
        self._caps: dict[tuple[int, int], list[tuple[int, int]]] = {}
        self._guards: dict[tuple[int, int], list[Expr]] = {}
        self._excluded = set[tuple[int, int]]()
        self._always, self._totals, self._checks = list[ItemBound](), list[Total](), list[Expr]()
        self._domains = [self._items.domain(x) for x in range(self._count)]
        mine = [self._choices.of_items(part) for part in parts]
        self._before = {part: self._choices.before(part, self._circuit.args) for part in mine if part.op == "inverse"}
        for part in mine:
            check_time()
            self._require(part)
        self._exclude_values()
        if any(max(-each.lo, each.hi) > LARGE for each in self._domains):
            raise NoTour
        self.problem = self._problem()

    def answer(self, values: Sequence[int], after: Sequence[int]) -> Answer:
        """Return the answer of the model.  values: of the items.  after: for each place the place after."""
        choices, ints = self._choices, {}
        ways = [heads.index(w) for heads, w in zip(choices.heads, after, strict=True)]
        for x, name in enumerate(self._model.ints):
            item, shift = self._items.of[x]
            v, row = choices.ints.get(item, (0, ()))
            value = row[ways[v]] if row else values[item]
            ints[name] = -value if x == self._items.negated else value + shift
        bools = dict.fromkeys(self._model.bools, False)
        for name, (v, row) in choices.bools.items():
            if name in bools:
                bools[name] = bool(row[ways[v]])
        return Answer(ints, bools)

    def known(self, values: Mapping[str, int]) -> dict[int, int]:
        """Return for each place the place after, for places where the values of variables leave one.  values: by name,
        of all variables or some, whether possible together or not.
        """
        named: dict[int | str, int] = {name: int(values[name]) for name in self._model.bools if name in values}
        for (item, shift), name in zip(self._items.of, self._model.ints, strict=False):
            if name in values:
                named[item] = values[name] - shift
        after = dict[int, int]()
        for v, (heads, keys) in enumerate(zip(self._choices.heads, self._choices.keys, strict=True)):
            given = [key for key in keys if key in named]
            ways = [w for k, w in enumerate(heads) if all(named[key] == self._value(key, k) for key in given)]
            if given and len(ways) == 1:
                after[v] = ways[0]
        return after

    def _value(self, key: int | str, k: int) -> int:
        rows = self._choices.ints.get(key) if isinstance(key, int) else self._choices.bools.get(key)
        assert rows is not None
        return rows[1][k]

    def _require(self, part: Expr) -> None:
        """Take a required formula of items into the problem.  Raises NoTour if no tour satisfies it."""
        if part is TRUE or part == self._circuit or part in self._choices.saying:
            return
        if part.op == "circuit" and part.args in self._before.values():
            return  # the same tour the other way round
        if before := self._before.get(part):
            for arc, left in self._choices.tails(before):
                self._hold_under(arc, left)
            return
        places = self._choices.places(part)
        if not places:
            self._hold(part)
        elif len(places) == 1:
            (v,) = places
            for k, left in self._choices.left(part, v):
                self._hold_under((v, self._choices.heads[v][k]), left)
        elif rows := _rows(part):
            self._totals.append(Total(rows[0], part.op == "eq0"))
        elif not self._is_implied(part):
            self._checks.append(part)

    def _hold_under(self, arc: tuple[int, int], part: Expr) -> None:
        """Require what an arc leaves of a formula, if the tour has the arc."""
        if part is FALSE:
            self._excluded.add(arc)
            return
        if part.op == "and":
            for each in part.args:
                self._hold_under(arc, each)
            return
        rows = _rows(part)
        steps = [self._step(row) for row in rows]
        for row, step in zip(rows, steps, strict=True):
            if len(row.terms) == 1 and row.terms[0][0] == 1:
                self._caps.setdefault(arc, []).append((row.terms[0][1], -row.const))
            elif step is not None:
                self._under.setdefault(arc, []).append(step)
            else:
                self._guards.setdefault(arc, []).append(node("le0", row))
        if not rows:
            self._guards.setdefault(arc, []).append(part)

    def _hold(self, part: Expr) -> None:
        """Require a formula about which no place decides anything."""
        if part is FALSE:
            raise NoTour
        if part.op == MAXIMUM:
            value, *terms = part.args
            for term in terms:
                self._hold(node("le0", term.plus(value.times(-1))))
        elif rows := _rows(part):
            if len(rows[0].terms) == 1:
                self._narrow(rows)
            elif (steps := [step for step in map(self._step, rows) if step is not None]) and len(steps) == len(rows):
                self._always += steps
            else:
                self._totals.append(Total(rows[0], part.op == "eq0"))
        elif len({*variables(part)}) == 1 and part.op == "not":
            self._narrow_by_values(part)
        else:
            self._checks.append(part)

    def _narrow(self, rows: Sequence[Linear]) -> None:
        """Narrow the domain of an item to the values for which sums are at most 0.  Raises NoTour if none is left."""
        for row in rows:
            ((a, x),) = row.terms
            low, high = self._domains[x].lo, self._domains[x].hi
            if a > 0:
                high = min(high, -row.const // a)
            else:
                low = max(low, -(-row.const // -a))
            self._domains[x] &= Domain([(low, high)])
            if not self._domains[x]:
                raise NoTour

    def _narrow_by_values(self, part: Expr) -> None:
        """Exclude the value that a negated equation of one item does."""
        total = part.args[0].args[0] if part.args[0].op == "eq0" else None
        if total is None or abs(total.terms[0][0]) != 1:
            self._checks.append(part)
            return
        ((a, x),) = total.terms
        self._domains[x] = self._domains[x].without(-a * total.const)
        if not self._domains[x]:
            raise NoTour

    def _step(self, row: Linear) -> ItemBound | None:
        """Return the lower bound that a sum of at most 0 is; None if it is about several items, or caps one."""
        factors = dict(row.terms)
        if len(row.terms) == 2 and factors.keys() == {1, -1}:
            return factors[-1], factors[1], row.const
        if len(row.terms) == 1 and row.terms[0][0] < 0:
            ((a, x),) = row.terms
            return x, self._zero, -(row.const // a)
        return None

    def _is_implied(self, part: Expr) -> bool:
        """Whether each circuit satisfies a formula: successors are different, and each place is entered once."""
        if part.op == "alldifferent":
            const = {term.terms: term.const for term in self._circuit.args}
            return len({term.const - const[term.terms] if term.terms in const else term for term in part.args}) == 1
        if part.op != CARDINALITY or tuple(part.args[0]) != (1, 1):
            return False
        heads, tails = set[int](), list[int]()
        for each in part.args[1:]:
            places = self._choices.places(each)
            if len(places) != 1 or not all(map(self._choices.is_decided, variables(each))):
                return False
            (v,) = places
            heads |= {self._choices.heads[v][k] for k in self._choices.true(each, v)}
            tails.append(v)
        if len(heads) != 1:
            return False
        (w,) = heads
        return sorted(tails) == [v for v, each in enumerate(self._choices.heads) if w in each]

    def _exclude_values(self) -> None:
        """Exclude arcs that give an item a value that is not in its domain."""
        for x, (v, values) in self._choices.ints.items():
            wrong = {value for value in {*values} if value not in self._domains[x]}
            if wrong:
                ways = zip(self._choices.heads[v], values, strict=True)
                self._excluded.update((v, w) for w, value in ways if value in wrong)

    def _problem(self) -> TourProblem:
        """Return the problem, once all constraints are taken in.  Raises NoTour and Overfull."""
        goal, self.shift = self._items.of[self._norm.objective or 0]
        heads = [[w for w in each if (v, w) not in self._excluded] for v, each in enumerate(self._choices.heads)]
        size, bools = len(heads), [Domain([(0, 1)])] * len(self._of_bool)
        under = {(v, w): each for (v, w), each in self._under.items() if w in heads[v]}
        domains = [*self._domains, Domain([(0, 0)]), *bools]
        lows, highs = [each.lo for each in domains], [each.hi for each in domains]
        rows = StepRows(size, under, self._always, self._zero, lows)
        if is_overfull(heads, rows.steps, rows.place, lows, highs):
            raise Overfull
        if self._norm.objective is None:
            raise NoTour
        derivation = ItemDerivation(size, self._choices, rows, goal)
        self._derive(derivation)
        for total in self._totals:
            derivation.add(total)
        loose = [row for row in rows.loose if row[1] in rows.place or row[1] == self._zero]
        for y, x, a in {*rows.loose} - {*loose}:
            derivation.add(Total(Linear(((1, x),), a).plus(Linear(((-1, y),), 0)), False))
        checks = [self._measured(part) for part in self._checks if not derivation.defines(part)]
        if any(excess(part, lows) for part in self._checks if all(map(derivation.is_free, variables(part)))):
            raise NoTour
        guards = {arc: [self._measured(part) for part in each] for arc, each in self._guards.items()}
        derived, costs, floor = derivation.ordered(self._domains)
        read = {x for part in (*checks, *(each for row in guards.values() for each in row)) for x in variables(part)}
        read |= derivation.read
        caps: list[list[Sequence[tuple[int, int]]]] = [[()] * size for _ in range(size)]
        for (v, w), each in self._caps.items():
            caps[v][w] = tuple(each)
        return TourProblem(
            size=size,
            heads=heads,
            lows=lows,
            highs=highs,
            goal=goal,
            costs=costs,
            floor=floor,
            steps=rows.steps,
            backs=rows.backs,
            doubtful=rows.doubtful,
            loose=loose,
            caps=caps,
            guards=guards,
            decided=self._decided({x for x in read if isinstance(x, int)}),
            derived=derived,
            sums=derivation.sums,
            equal=derivation.equal,
            checks=checks,
            holes={x: each for x, each in enumerate(self._domains) if len(each.ranges) > 1 and x in rows.place},
            due=[sum([highs[x] for x, place in rows.place.items() if place == v]) for v in range(size)],
            place=rows.place,
            root=min(range(size), key=lambda v: (v in heads[v], rows.entered[v], v)),
        )

    def _derive(self, derivation: ItemDerivation) -> None:
        """Note the items that functions of other items define."""
        for x, (formula, yes, no) in self._norm.conditional.items():
            item, shift = self._items.of[x]
            if item not in self._choices.ints:
                measured = self._measured(self._choices.of_items(formula))
                derivation.by_formula(item, measured, yes - shift, no - shift)
        for part in self._checks:
            if part.op == "element" and part.args[0] == "eq":
                derivation.by_item(part, part.args[2], part.args[1], part.args[3:])
            elif part.op == ARITHMETIC:
                derivation.by_arithmetic(part)

    def _measured(self, part: Expr) -> Expr:
        """Return a formula of items with an item for each decided Boolean."""

        def truth(name: str) -> Expr | None:
            x = self._of_bool.get(name)
            return None if x is None else node("not", node("le0", Linear(((1, x),), 0)))

        return reduced(part, lambda total: total, truth)

    def _decided(self, read: set[int]) -> list[tuple[int, int, dict[int, int]]]:
        """Return how places decide the items that are read."""
        found = list[tuple[int, int, dict[int, int]]]()
        rows = [*self._choices.ints.items(), *((self._of_bool[name], row) for name, row in self._choices.bools.items())]
        for x, (v, values) in rows:
            if x in read:
                found.append((x, v, dict(zip(self._choices.heads[v], values, strict=True))))
        return found


def _rows(part: Expr) -> list[Linear]:
    """Return the sums that are at most 0 if and only if a comparison holds; [] if the formula is none."""
    if part.op == "le0":
        return [part.args[0]]
    if part.op == "eq0":
        return [part.args[0], part.args[0].times(-1)]
    if part.op == "not" and part.args[0].op == "le0":
        return [Linear((), 1).plus(part.args[0].args[0].times(-1))]
    return []
