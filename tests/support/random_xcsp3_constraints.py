"""Random constraints of XCSP3 on positions, packing and graphs, each with its meaning, and all families."""

from __future__ import annotations

from collections.abc import Callable

from support.random_xcsp3 import COMPARISONS, RandomFile, Values, Written, constant, text_of
from support.random_xcsp3_tables import (
    all_different,
    all_equal,
    cardinality,
    count,
    different_lists,
    extension,
    intension,
    lex,
    n_values,
    ordered,
    precedence,
    regular,
    sum_,
)


def extremum(f: RandomFile) -> Written:
    """The least or greatest value, perhaps with its index."""
    items, name = f.items(1), f.rng.choice(("minimum", "maximum"))
    condition, fulfils = f.condition(-1, 3)
    index = f.variable() if f.rng.random() < 0.4 else None
    rank = f.rng.choice(("any", "first", "last"))

    def holds(values: Values) -> int:
        found = [item.value(values) for item in items]
        best = min(found) if name == "minimum" else max(found)
        at = index is None or index.value(values) in _ranked(found, best, rank)
        return int(fulfils(best, values) and at)

    middle = f'<index rank="{rank}"> {index.text} </index>' if index else ""
    return Written(
        f"<{name}> <list> {text_of(items)} </list> {middle} <condition> {condition} </condition> </{name}>", holds
    )


def _ranked(found: list[int], best: int, rank: str) -> list[int]:
    places = [at for at, value in enumerate(found) if value == best]
    return {"any": places, "first": places[:1], "last": places[-1:]}[rank]


def arg_extremum(f: RandomFile) -> Written:
    """The index of the least or greatest value."""
    items, name = f.items(1), f.rng.choice(("minimum", "maximum"))
    condition, fulfils = f.condition(0, 3)
    rank = f.rng.choice(("any", "first", "last"))
    if f.plain:
        place, rank = f.variable(), "any"
        condition, fulfils = f"(eq,{place.text})", lambda n, values: n == place.value(values)

    def holds(values: Values) -> int:
        found = [item.value(values) for item in items]
        best = min(found) if name == "minimum" else max(found)
        return int(any(fulfils(at, values) for at in _ranked(found, best, rank)))

    return Written(
        f'<{name}Arg rank="{rank}"> <list> {text_of(items)} </list> <condition> {condition} </condition> </{name}Arg>',
        holds,
    )


def element(f: RandomFile) -> Written:
    """The item at an index, of a list or a matrix."""
    start, rank = f.rng.choice((0, 0, 1)), f.rng.choice(("any", "any", "first", "last"))
    items = [f.leaf() for _ in range(f.rng.randint(1, 4))]
    index = f.variable()
    condition, fulfils = f.condition(-1, 3)

    def holds(values: Values) -> int:
        found = [item.value(values) for item in items]
        at = index.value(values) - start
        if not (0 <= at < len(found) and fulfils(found[at], values)):
            return 0
        others = {"any": [], "first": found[:at], "last": found[at + 1 :]}[rank]
        return int(not any(fulfils(other, values) for other in others))

    return Written(
        f'<element> <list startIndex="{start}"> {text_of(items)} </list> <index rank="{rank}"> {index.text} </index>'
        f" <condition> {condition} </condition> </element>",
        holds,
    )


def element_matrix(f: RandomFile) -> Written:
    """The cell of a matrix."""
    rows = [[f.leaf() for _ in range(2)] for _ in range(f.rng.randint(2, 3))]
    i, j = f.variable(), f.variable()
    condition, fulfils = f.condition(-1, 3)

    def holds(values: Values) -> int:
        a, b = i.value(values), j.value(values)
        return int(0 <= a < len(rows) and 0 <= b < 2 and fulfils(rows[a][b].value(values), values))

    written = "".join(f"({','.join(item.text for item in row)})" for row in rows)
    return Written(
        f"<element> <matrix> {written} </matrix> <index> {i.text} {j.text} </index>"
        f" <condition> {condition} </condition> </element>",
        holds,
    )


def channel(f: RandomFile) -> Written:
    """One list, two lists, or a list and a value."""
    kind = f.rng.choice(("one", "two", "value"))
    first = f.items(2, expressions=False)
    if kind == "value":
        bits = [Written(b, lambda values, b=b: values[b]) for b in f.rng.sample(("b[0]", "b[1]"), 2)]
        v = f.variable()

        def is_at(values: Values) -> int:
            found = [bit.value(values) for bit in bits]
            return int(sum(found) == 1 and v.value(values) == found.index(1))

        return Written(f"<channel> <list> {text_of(bits)} </list> <value> {v.text} </value> </channel>", is_at)
    second = [f.variable() for _ in range(len(first) + f.rng.randint(0, 1))] if kind == "two" else first

    def holds(values: Values) -> int:
        x, y = [i.value(values) for i in first], [i.value(values) for i in second]
        return int(all(0 <= j < len(y) and y[j] == i for i, j in enumerate(x)))

    lists = " ".join(f"<list> {text_of(row)} </list>" for row in ((first, second) if kind == "two" else (first,)))
    return Written(f"<channel> {lists} </channel>", holds)


def no_overlap(f: RandomFile) -> Written:
    """Tasks or boxes that do not overlap."""
    k, zero = f.rng.randint(1, 2), f.rng.random() < 0.6
    number = f.rng.randint(2, 3)
    starts = [[f.variable() for _ in range(k)] for _ in range(number)]
    sizes = [[f.size() for _ in range(k)] for _ in range(number)]

    def apart(values: Values, p: int, q: int) -> bool:
        for d in range(k):
            s, t = starts[p][d].value(values), starts[q][d].value(values)
            if s + sizes[p][d].value(values) <= t or t + sizes[q][d].value(values) <= s:
                return True
        return False

    def holds(values: Values) -> int:
        out = {p for p in range(number) if zero and any(size.value(values) == 0 for size in sizes[p])}
        pairs = ((p, q) for p in range(number) for q in range(p) if p not in out and q not in out)
        return int(all(apart(values, p, q) for p, q in pairs))

    def listed(rows: list[list[Written]]) -> str:
        return " ".join(r[0].text for r in rows) if k == 1 else "".join(f"({r[0].text},{r[1].text})" for r in rows)

    flag = "" if zero else ' zeroIgnored="false"'
    return Written(
        f"<noOverlap{flag}> <origins> {listed(starts)} </origins> <lengths> {listed(sizes)} </lengths> </noOverlap>",
        holds,
    )


def cumulative(f: RandomFile) -> Written:
    """Tasks whose heights stay below a limit."""
    number = f.rng.randint(2, 3)
    starts = [f.variable() for _ in range(number)]

    lengths, heights = [f.size() for _ in range(number)], [f.size(2) for _ in range(number)]
    op, limit = f.rng.choice(("le", "lt")), f.rng.randint(1, 3)

    def holds(values: Values) -> int:
        tasks = [tuple(p.value(values) for p in task) for task in zip(starts, lengths, heights, strict=True)]
        loads = (sum(h for o, d, h in tasks if o <= t < o + d) for t in range(-5, 12))
        return int(all(COMPARISONS[op](load, limit) for load in loads))

    return Written(
        f"<cumulative> <origins> {text_of(starts)} </origins> <lengths> {text_of(lengths)} </lengths>"
        f" <heights> {text_of(heights)} </heights> <condition> ({op},{limit}) </condition> </cumulative>",
        holds,
    )


def bin_packing(f: RandomFile) -> Written:
    """Items in bins: a condition, limits or loads."""
    items = f.items(2, expressions=False)
    sizes = [f.rng.randint(0, 3) for _ in items]
    kind = f.rng.choice(("condition", "limits", "loads"))
    numbers = [f.leaf() if kind == "loads" else constant(f.rng.randint(0, 5)) for _ in range(f.rng.randint(2, 3))]
    condition, fulfils = f.condition(0, 5)

    def holds(values: Values) -> int:
        loads: dict[int, int] = {}
        for item, size in zip(items, sizes, strict=True):
            loads[item.value(values)] = loads.get(item.value(values), 0) + size
        if kind == "condition":
            return int(all(fulfils(load, values) for load in loads.values()))
        if not set(loads) <= set(range(len(numbers))):
            return 0
        pairs = [(loads.get(at, 0), each.value(values)) for at, each in enumerate(numbers)]
        return int(all(load <= most if kind == "limits" else load == most for load, most in pairs))

    inner = condition if kind == "condition" else text_of(numbers)
    return Written(
        f"<binPacking> <list> {text_of(items)} </list> <sizes> {' '.join(map(str, sizes))} </sizes>"
        f" <{kind}> {inner} </{kind}> </binPacking>",
        holds,
    )


def knapsack(f: RandomFile) -> Written:
    """Weights and profits."""
    items = f.items(2, expressions=False)
    weights, profits = ([f.rng.randint(0, 3) for _ in items] for _ in range(2))
    (first, fits), (second, pays) = f.condition(0, 6), f.condition(0, 6)

    def holds(values: Values) -> int:
        found = [item.value(values) for item in items]
        weight, profit = (sum(a * b for a, b in zip(row, found, strict=True)) for row in (weights, profits))
        return int(fits(weight, values) and pays(profit, values))

    return Written(
        f"<knapsack> <list> {text_of(items)} </list> <weights> {' '.join(map(str, weights))} </weights>"
        f" <condition> {first} </condition> <profits> {' '.join(map(str, profits))} </profits>"
        f" <condition> {second} </condition> </knapsack>",
        holds,
    )


def circuit(f: RandomFile) -> Written:
    """Successors."""
    items = f.items(2, expressions=False)
    size = f.leaf() if f.rng.random() < 0.4 else None

    def holds(values: Values) -> int:
        after = [item.value(values) for item in items]
        if sorted(after) != list(range(len(after))):
            return 0
        moving = [v for v, w in enumerate(after) if v != w]
        seen, at = 1, after[moving[0]] if moving else 0
        while moving and at != moving[0]:
            seen, at = seen + 1, after[at]
        right = size is None or size.value(values) == len(moving)
        return int(bool(moving) and seen == len(moving) and right)

    end = f"<size> {size.text} </size>" if size else ""
    return Written(f"<circuit> <list> {text_of(items)} </list> {end} </circuit>", holds)


def instantiation(f: RandomFile) -> Written:
    """Values of variables."""
    names = f.rng.sample(list(f.domains), 2)
    wanted = [f.rng.choice(f.domains[name]) for name in names]
    listed, written = " ".join(names), " ".join(map(str, wanted))
    return Written(
        f"<instantiation> <list> {listed} </list> <values> {written} </values> </instantiation>",
        lambda values: int([values[name] for name in names] == wanted),
    )


def clause(f: RandomFile) -> Written:
    """A disjunction."""
    signs = [(f.rng.choice(("b[0]", "b[1]")), f.rng.random() < 0.5) for _ in range(f.rng.randint(1, 3))]
    written = " ".join(name if sign else f"not({name})" for name, sign in signs)
    return Written(
        f"<clause> {written} </clause>", lambda values: int(any(values[name] == int(sign) for name, sign in signs))
    )


CONSTRAINTS: tuple[Callable[[RandomFile], Written], ...] = (
    *(intension, extension, regular, all_different, all_equal, different_lists, ordered, lex, precedence, sum_, count),
    *(n_values, cardinality, extremum, arg_extremum, element, element_matrix, channel, no_overlap, cumulative),
    *(bin_packing, knapsack, circuit, instantiation, clause),
)
