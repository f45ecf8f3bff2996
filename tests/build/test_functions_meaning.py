"""Each function of `build` means what plain Python says that it means, on all values of a few variables.

A case makes a constraint of random arguments, and a predicate of the variables' values.  A Boolean is made equivalent
to the constraint, so that all assignments are solutions, and true and false are judged alike.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from itertools import combinations, pairwise, product
from typing import Any, NamedTuple

import pytest

import csp2sat
from csp2sat import build

ENCODINGS = ("auto", "order", "direct", "log", "compact-order")
MOST = 3  # the greatest value of a variable


class Scene(NamedTuple):
    """Variables from 0 to MOST, some Booleans, and a source of random arguments."""

    xs: Any
    ps: Any
    random: random.Random

    def some(self, least: int = 0, most: int = 4) -> tuple[list[Any], Callable[[Any], list[int]]]:
        """Return terms, variables and integers in any order, and the function from values to their values."""
        picked = [self.one() for _ in range(self.random.randint(least, most))]
        return [term for term, _ in picked], lambda s: [of(s) for _, of in picked]

    def one(self) -> tuple[Any, Callable[[Any], int]]:
        """Return a term and the function from values to its value."""
        kind, number = self.random.randrange(6), self.random.randint(-1, MOST + 1)
        x = self.random.choice(self.xs.items)
        if kind == 0:
            return number, lambda s: number
        if kind == 1:
            return x + number, lambda s: s[x] + number
        return x, lambda s: s[x]

    def values(self) -> list[int]:
        return self.random.sample(range(-1, MOST + 2), self.random.randint(1, 3))

    def interval(self) -> tuple[Any, Callable[[Any], Any]]:
        """Return an interval and the function from values to (start, size, end), or None if it is absent."""
        x, p = self.random.choice(self.xs.items), self.random.choice(self.ps.items)
        size, maybe = self.random.randint(0, 2), self.random.random() < 0.5
        made = build.interval(x, size, presence=p if maybe else None)
        return made, lambda s: None if maybe and not s[p] else (s[x], size, s[x] + size)

    def intervals(self) -> tuple[list[Any], Callable[[Any], list[Any]]]:
        picked = [self.interval() for _ in range(self.random.randint(1, 3))]
        return [each for each, _ in picked], lambda s: [of(s) for _, of in picked]


Case = tuple[Any, Callable[[Any], bool]]


def compared(scene: Scene, term: Any, value: Callable[[Any], int]) -> Case:
    """Return the constraint that a term has some value, so that functions that are terms are cases, too."""
    number = scene.random.randint(-1, 4)
    return term == number, lambda s: value(s) == number


def all_different_except(scene: Scene) -> Case:
    (terms, of), free = scene.some(), scene.values()
    return build.all_different_except(terms, free), lambda s: all(
        a != b or a in free for a, b in combinations(of(s), 2)
    )


def all_equal(scene: Scene) -> Case:
    terms, of = scene.some()
    return build.all_equal(terms), lambda s: len(set(of(s))) <= 1


def counted(scene: Scene) -> Case:
    (terms, of), (value, v) = scene.some(), scene.one()
    return compared(scene, build.count(terms, value), lambda s: of(s).count(v(s)))


def bounded(scene: Scene) -> Case:
    (terms, of), (value, v), (number, n) = scene.some(), scene.one(), scene.one()
    name = scene.random.choice(["at_most", "at_least", "exactly"])
    holds = {"at_most": int.__le__, "at_least": int.__ge__, "exactly": int.__eq__}[name]
    return getattr(build, name)(number, terms, value), lambda s: holds(of(s).count(v(s)), n(s))


def among(scene: Scene) -> Case:
    (terms, of), values = scene.some(), scene.values()
    return compared(scene, build.among(terms, values), lambda s: sum(v in values for v in of(s)))


def n_values(scene: Scene) -> Case:
    terms, of = scene.some()
    return compared(scene, build.n_values(terms), lambda s: len(set(of(s))))


def ones(scene: Scene) -> Case:
    ps = scene.random.sample(scene.ps.items, scene.random.randint(0, 2))
    name = scene.random.choice(["at_most_one", "exactly_one"])
    x = scene.random.choice(scene.xs.items)
    number = lambda s: sum(s[p] for p in ps) + (s[x] > 1)  # noqa: E731
    return getattr(build, name)(ps, x > 1), lambda s: number(s) <= 1 if name == "at_most_one" else number(s) == 1


def global_cardinality(scene: Scene) -> Case:
    (terms, of), values, closed = scene.some(), scene.values(), scene.random.random() < 0.5
    counts = [scene.one() for _ in values]

    def holds(s: Any) -> bool:
        given = of(s)
        right = all(given.count(v) == n(s) for v, (_, n) in zip(values, counts, strict=True))
        return right and (not closed or all(v in values for v in given))

    return build.global_cardinality(terms, values, [n for n, _ in counts], closed=closed), holds


def is_in(scene: Scene) -> Case:
    (term, v), values = scene.one(), scene.values()
    return build.is_in(term, values), lambda s: v(s) in values


def ordered(scene: Scene) -> Case:
    terms, of = scene.some()
    holds = {
        "increasing": int.__le__,
        "strictly_increasing": int.__lt__,
        "decreasing": int.__ge__,
        "strictly_decreasing": int.__gt__,
    }
    name = scene.random.choice(sorted(holds))
    return getattr(build, name)(terms), lambda s: all(holds[name](a, b) for a, b in pairwise(of(s)))


def lexicographic(scene: Scene) -> Case:
    length = scene.random.randint(0, 2)
    rows = [[scene.one() for _ in range(length)] for _ in range(scene.random.randint(1, 3))]
    name = scene.random.choice(["lex_chain_less", "lex_chain_lesseq"])

    def holds(s: Any) -> bool:
        values = [[of(s) for _, of in row] for row in rows]
        return all(a < b or (name.endswith("eq") and a == b) for a, b in pairwise(values))

    return getattr(build, name)([[term for term, _ in row] for row in rows]), holds


def precedence(scene: Scene) -> Case:
    (terms, of), chain = scene.some(), scene.values()

    def holds(s: Any) -> bool:
        given = of(s)
        firsts = [given.index(v) if v in given else len(given) for v in chain]
        return all(b == len(given) or a < b for a, b in pairwise(firsts))

    return build.precedence(terms, chain), holds


def sliding_sum(scene: Scene) -> Case:
    (terms, of), width = scene.some(), scene.random.randint(1, 3)
    low, up = sorted(scene.random.choices(range(-1, 8), k=2))

    def holds(s: Any) -> bool:
        v = of(s)
        return all(low <= sum(v[at : at + width]) <= up for at in range(len(v) - width + 1))

    return build.sliding_sum(low, up, width, terms), holds


def best_position(scene: Scene) -> Case:
    terms, of = scene.some(1)
    if scene.random.random() < 0.5:
        return compared(scene, build.argmax(terms), lambda s: of(s).index(max(of(s))))
    return compared(scene, build.argmin(terms), lambda s: of(s).index(min(of(s))))


def sorted_terms(scene: Scene) -> Case:
    terms, of = scene.some(1)
    if scene.random.random() < 0.5:
        at = scene.random.randrange(len(terms))
        return compared(scene, build.sort(terms)[at], lambda s: sorted(of(s))[at])
    others = [scene.one() for _ in terms]
    return build.sort(terms, [t for t, _ in others]), lambda s: sorted(of(s)) == [v(s) for _, v in others]


def table(scene: Scene) -> Case:
    terms, of = scene.some(1, 3)
    cells = [*range(MOST + 1), "*", None]
    rows = [[scene.random.choice(cells) for _ in terms] for _ in range(scene.random.randint(0, 4))]
    supports = scene.random.random() < 0.5

    def holds(s: Any) -> bool:
        found = any(all(c in ("*", None) or c == v for c, v in zip(row, of(s), strict=True)) for row in rows)
        return found is supports

    return build.table(terms, rows, supports), holds


def regular(scene: Scene) -> Case:
    (terms, of), states = scene.some(), ["a", "b", "c"]
    steps = [(q, v, r) for q, v, r in product(states, range(MOST + 1), states) if scene.random.random() < 0.3]
    accepting = scene.random.sample(states, scene.random.randint(0, 2))

    def holds(s: Any) -> bool:
        now = {"a"}
        for value in of(s):
            now = {r for q, v, r in steps if q in now and v == value}
        return not now.isdisjoint(accepting)

    return build.regular(terms, steps, "a", accepting), holds


def element(scene: Scene) -> Case:
    (terms, of), (index, i), (value, v) = scene.some(1), scene.one(), scene.one()
    op = scene.random.choice(["eq", "ne", "le"])
    holds = {"eq": int.__eq__, "ne": int.__ne__, "le": int.__le__}[op]
    return build.element(index, terms, value, op), lambda s: 0 <= i(s) < len(terms) and holds(of(s)[i(s)], v(s))


def element_of_a_matrix(scene: Scene) -> Case:
    rows, columns = scene.random.randint(1, 2), scene.random.randint(1, 3)
    matrix = [[scene.one() for _ in range(columns)] for _ in range(rows)]
    i, j = scene.random.choice(scene.xs.items), scene.random.choice(scene.xs.items)
    value, v = scene.one()

    def holds(s: Any) -> bool:
        return s[i] < rows and s[j] < columns and matrix[s[i]][s[j]][1](s) == v(s)

    return build.element((i, j), [[term for term, _ in row] for row in matrix], value), holds


def inverse(scene: Scene) -> Case:
    size = scene.random.randint(0, 3)
    first, second = ([scene.one() for _ in range(size)] for _ in range(2))

    def holds(s: Any) -> bool:
        f, g = ([of(s) for _, of in each] for each in (first, second))
        inside = all(0 <= v < size for v in f + g)
        return inside and all((f[i] == j) == (g[j] == i) for i in range(size) for j in range(size))

    return build.inverse([t for t, _ in first], [t for t, _ in second]), holds


def is_tour(after: list[int], whole: bool) -> bool:
    """Whether successors are one circuit, through all vertices if `whole`, else through those that move."""
    moving = [v for v, w in enumerate(after) if v != w]
    if any(not 0 <= w < len(after) for w in after) or len(set(after)) < len(after):
        return False
    if whole and (len(moving) < len(after) or not after):
        return not after
    at, passed = (moving or [0])[0], []
    for _ in moving:
        passed.append(at)
        at = after[at]
    return len(set(passed)) == len(moving)


def tour(scene: Scene) -> Case:
    terms, of = scene.some(2, 4)
    whole = scene.random.random() < 0.5
    return (build.circuit if whole else build.subcircuit)(terms), lambda s: is_tour(of(s), whole)


def tour_of_arcs(scene: Scene) -> Case:
    size = scene.random.randint(2, 3)
    x, formulas = scene.random.choice(scene.xs.items), [*scene.ps.items, True, False]
    arcs = [(u, v, scene.random.choice([*formulas, x > 1])) for u, v in product(range(size), repeat=2)]

    def holds(s: Any) -> bool:
        taken = [(u, v) for u, v, p in arcs if (p if isinstance(p, bool) else s[p])]
        after = dict(taken)
        one = len(taken) == len(after) == size
        return one and is_tour([after[v] for v in range(size)], whole=False)

    return build.circuit_of_arcs(arcs), holds


def apart(a: Any, b: Any) -> bool:
    return a is None or b is None or 0 in (a[1], b[1]) or a[2] <= b[0] or b[2] <= a[0]


def no_overlap(scene: Scene) -> Case:
    tasks, of = scene.intervals()
    return build.no_overlap(tasks), lambda s: all(apart(a, b) for a, b in combinations(of(s), 2))


def no_overlap_of_lists(scene: Scene) -> Case:
    starts, of = scene.some()
    durations = [scene.random.randint(-1, 2) for _ in starts]

    def holds(s: Any) -> bool:
        tasks = [(v, d, v + d) for v, d in zip(of(s), durations, strict=True)]
        return all(d >= 0 for d in durations) and all(apart(a, b) for a, b in combinations(tasks, 2))

    return build.no_overlap(starts, durations), holds


def fits(tasks: list[Any], demands: list[int], capacity: int) -> bool:
    loads = [
        sum(d for task, d in zip(tasks, demands, strict=True) if task and task[0] <= t < task[2])
        for t in range(-3, 3 * MOST)
    ]
    return not tasks or max(loads) <= capacity


def cumulative(scene: Scene) -> Case:
    (tasks, of), (capacity, c) = scene.intervals(), scene.one()
    demands = [scene.random.randint(0, 2) for _ in tasks]
    return build.cumulative(tasks, demands, capacity), lambda s: fits(of(s), demands, c(s))


def reservoir(scene: Scene) -> Case:
    (times, of), (high, most) = scene.some(), scene.one()
    changes = [scene.random.randint(-2, 2) for _ in times]
    there = [scene.random.choice(scene.ps.items) for _ in times]
    given = scene.random.choice([None, there])

    def holds(s: Any) -> bool:
        events = [(v, c) for v, c, p in zip(of(s), changes, there, strict=True) if given is None or s[p]]
        levels = [sum(c for v, c in events if v <= now) for now in range(-3, 12)]
        return all(-1 <= level <= most(s) for level in levels)

    return build.reservoir(times, changes, -1, high, presence=given), holds


def cumulative_of_lists(scene: Scene) -> Case:
    (starts, of), (capacity, c) = scene.some(), scene.one()
    demands, ends = [scene.one() for _ in starts], [scene.one() for _ in starts]
    durations = [scene.random.randint(0, 2) for _ in starts]

    def holds(s: Any) -> bool:
        heights, stops = [d(s) for _, d in demands], [e(s) for _, e in ends]
        tasks = [(v, d, v + d) for v, d in zip(of(s), durations, strict=True)]
        right = all(task[2] == end for task, end in zip(tasks, stops, strict=True))
        return right and min(heights, default=0) >= 0 and fits(tasks, heights, c(s))

    given = [e for e, _ in ends], [d for d, _ in demands]
    return build.cumulative(starts, durations, *given, capacity), holds


def two_dimensions(scene: Scene) -> Case:
    number = scene.random.randint(1, 3)
    columns = [[scene.interval() for _ in range(number)] for _ in range(2)]

    def holds(s: Any) -> bool:
        boxes = [[of(s) for _, of in box] for box in zip(*columns, strict=True)]
        there = [box for box in boxes if None not in box and all(side[1] for side in box)]
        return all(apart(a[0], b[0]) or apart(a[1], b[1]) for a, b in combinations(there, 2))

    return build.no_overlap_2d(*([task for task, _ in column] for column in columns)), holds


def before(scene: Scene) -> Case:
    (a, of_a), (b, of_b), (delay, d) = scene.interval(), scene.interval(), scene.one()
    return build.before(a, b, delay), lambda s: None in (of_a(s), of_b(s)) or of_a(s)[2] + d(s) <= of_b(s)[0]


def alternative(scene: Scene) -> Case:
    (task, of_task), (options, of) = scene.interval(), scene.intervals()

    def holds(s: Any) -> bool:
        main, there = of_task(s), [each for each in of(s) if each is not None]
        return not there if main is None else [(e[0], e[2]) for e in there] == [(main[0], main[2])]

    return build.alternative(task, options), holds


def span(scene: Scene) -> Case:
    (task, of_task), (parts, of) = scene.interval(), scene.intervals()

    def holds(s: Any) -> bool:
        main, there = of_task(s), [each for each in of(s) if each is not None]
        if main is None or not there:
            return main is None and not there
        return (main[0], main[2]) == (min(e[0] for e in there), max(e[2] for e in there))

    return build.span(task, parts), holds


def bin_packing(scene: Scene) -> Case:
    bins, of = scene.some()
    weights, (capacity, c) = [scene.random.randint(0, 3) for _ in bins], scene.one()

    def holds(s: Any) -> bool:
        put = list(zip(of(s), weights, strict=True))
        return all(sum(w for at, w in put if at == b) <= c(s) for b in range(-2, 3 * MOST)) if put else True

    return build.bin_packing(capacity, bins, weights), holds


def bin_packing_of_lists(scene: Scene) -> Case:
    (bins, of), loads = scene.some(1), [scene.one() for _ in range(scene.random.randint(1, 4))]
    weights, exact = [scene.random.randint(0, 3) for _ in bins], scene.random.random() < 0.5

    def holds(s: Any) -> bool:
        put = list(zip(of(s), weights, strict=True))
        found = [sum(w for at, w in put if at == b) for b in range(len(loads))]
        given = [n(s) for _, n in loads]
        inside = all(0 <= at < len(loads) for at, _ in put)
        return inside and (found == given if exact else all(a <= b for a, b in zip(found, given, strict=True)))

    terms = [n for n, _ in loads]
    return (build.bin_packing_load if exact else build.bin_packing)(terms, bins, weights), holds


def knapsack(scene: Scene) -> Case:
    (counts, of), (weight, w), (profit, p) = scene.some(), scene.one(), scene.one()
    weights, profits = ([scene.random.randint(-1, 2) for _ in counts] for _ in range(2))

    def holds(s: Any) -> bool:
        n = of(s)
        sums = [sum(a * v for a, v in zip(each, n, strict=True)) for each in (weights, profits)]
        return min(n, default=0) >= 0 and sums == [w(s), p(s)]

    return build.knapsack(weights, profits, counts, weight, profit), holds


CASES = [
    all_different_except,
    all_equal,
    alternative,
    among,
    before,
    best_position,
    bin_packing,
    bin_packing_of_lists,
    bounded,
    counted,
    cumulative,
    cumulative_of_lists,
    element,
    element_of_a_matrix,
    global_cardinality,
    inverse,
    is_in,
    knapsack,
    lexicographic,
    n_values,
    no_overlap,
    no_overlap_of_lists,
    ones,
    ordered,
    reservoir,
    precedence,
    regular,
    sliding_sum,
    sorted_terms,
    span,
    table,
    tour,
    tour_of_arcs,
    two_dimensions,
]
RUNS = 100  # of each case, in `make long`


def check(case: Callable[[Scene], Case], seed: int) -> None:
    source = random.Random(f"{case.__name__} {seed}")
    m = csp2sat.Model()
    scene = Scene(m.int_array("x", 3, 0, MOST), m.bool_array("p", 2), source)
    formula, holds = case(scene)
    found = m.bool("found")
    m.add(found == formula)
    encoding = source.choice(ENCODINGS)
    number = 0
    for solution in csp2sat.solutions(m, encoding=encoding):
        number += 1
        assert solution[found] == holds(solution), (encoding, repr(formula), solution)
    assert number == (MOST + 1) ** 3 * 4, (encoding, repr(formula))


@pytest.mark.sample(3)
@pytest.mark.parametrize("seed", range(RUNS))
@pytest.mark.parametrize("case", CASES, ids=lambda case: case.__name__)
def test_means_what_python_says(case: Callable[[Scene], Case], seed: int) -> None:
    check(case, seed)
