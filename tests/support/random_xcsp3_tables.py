"""Random constraints of XCSP3 that compare, count and list values, each with its meaning."""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise

from support.random_xcsp3 import COMPARISONS, RandomFile, Values, Written, constant, defined, text_of


def intension(f: RandomFile) -> Written:
    """An expression."""
    formula = f.truth(2)
    return Written(f"<intension> {formula.text} </intension>", defined(formula.value))


def extension(f: RandomFile) -> Written:
    """A table, perhaps with stars."""
    items = f.items(2)[:3]
    name = f.rng.choice(("supports", "conflicts"))
    star = 0.0 if f.plain and name == "conflicts" else f.rng.choice((0.0, 0.3))
    rows = [
        tuple(None if f.rng.random() < star else f.rng.randint(-1, 3) for _ in items)
        for _ in range(f.rng.randint(0, 8))
    ]
    rows = list(dict.fromkeys(rows)) if f.plain else rows
    written = "".join("(" + ",".join("*" if cell is None else str(cell) for cell in row) + ")" for row in rows)

    def holds(values: Values) -> int:
        found = [item.value(values) for item in items]
        is_listed = any(all(c in (None, v) for c, v in zip(row, found, strict=True)) for row in rows)
        return int(is_listed == (name == "supports"))

    return Written(f"<extension> <list> {text_of(items)} </list> <{name}> {written} </{name}> </extension>", holds)


def regular(f: RandomFile) -> Written:
    """An automaton, perhaps a nondeterministic one."""
    items = f.items(2)
    steps = {(f.rng.randint(0, 2), f.rng.randint(-1, 3), f.rng.randint(0, 2)) for _ in range(f.rng.randint(2, 9))}
    if f.plain:  # a deterministic one, all of whose states are reached, with values of all domains
        steps = {(a, v, b) for a, v, b in steps if all(v in f.domains[item.text] for item in items)}
        steps = set({step[:2]: step for step in (*sorted(steps), (0, 0, 1), (0, 1, 2))}.values())
    final = f.rng.sample(range(3), f.rng.randint(1, 2))

    def holds(values: Values) -> int:
        states = {0}
        for item in items:
            value = item.value(values)
            states = {head for tail, label, head in steps if tail in states and label == value}
        return int(bool(states & set(final)))

    written = "".join(f"(q{a},{v},q{b})" for a, v, b in sorted(steps))
    ends = " ".join(f"q{a}" for a in final)
    return Written(
        f"<regular> <list> {text_of(items)} </list> <transitions> {written} </transitions> <start> q0 </start>"
        f" <final> {ends} </final> </regular>",
        holds,
    )


def all_different(f: RandomFile) -> Written:
    """A list, perhaps with excepted values."""
    items = f.items()
    free = {f.rng.randint(-1, 2) for _ in range(f.rng.choice((0, 0, 1, 2)))}
    end = f"<except> {' '.join(map(str, sorted(free)))} </except>" if free else ""

    def holds(values: Values) -> int:
        kept = [v for v in (item.value(values) for item in items) if v not in free]
        return int(len(set(kept)) == len(kept))

    return Written(f"<allDifferent> <list> {text_of(items)} </list> {end} </allDifferent>", holds)


def all_equal(f: RandomFile) -> Written:
    """A list, perhaps with excepted values."""
    items = f.items()
    free = {f.rng.randint(-1, 2) for _ in range(f.rng.choice((0, 0, 1, 2)))}
    end = f"<except> {' '.join(map(str, sorted(free)))} </except>" if free else ""
    return Written(
        f"<allEqual> <list> {text_of(items)} </list> {end} </allEqual>",
        lambda values: int(len({item.value(values) for item in items} - free) <= 1),
    )


def different_lists(f: RandomFile) -> Written:
    """Lists that differ pairwise."""
    rows = [[f.variable() for _ in range(2)] for _ in range(f.rng.randint(2, 3))]
    free = {(f.rng.randint(0, 2), f.rng.randint(0, 2)) for _ in range(f.rng.choice((0, 1)))}
    end = f"<except> {''.join(f'({a},{b})' for a, b in free)} </except>" if free else ""

    def holds(values: Values) -> int:
        kept = [t for t in (tuple(item.value(values) for item in row) for row in rows) if t not in free]
        return int(len(set(kept)) == len(kept))

    lists = " ".join(f"<list> {text_of(row)} </list>" for row in rows)
    return Written(f"<allDifferent> {lists} {end} </allDifferent>", holds)


def ordered(f: RandomFile) -> Written:
    """A list in order, perhaps with lengths."""
    items, op = f.items(), f.rng.choice(("lt", "le", "ge", "gt"))
    lengths = [f.leaf() for _ in items[1:]] if f.rng.random() < 0.5 else []
    middle = f"<lengths> {text_of(lengths)} </lengths>" if lengths else ""

    def holds(values: Values) -> int:
        found = [item.value(values) for item in items]
        gaps = [each.value(values) for each in lengths] or [0] * len(found)
        return int(all(COMPARISONS[op](a + gap, b) for gap, (a, b) in zip(gaps, pairwise(found), strict=False)))

    return Written(f"<ordered> <list> {text_of(items)} </list> {middle} <operator> {op} </operator> </ordered>", holds)


def lex(f: RandomFile) -> Written:
    """Lists in order."""
    rows = [[f.variable() for _ in range(2)] for _ in range(f.rng.randint(2, 3))]
    op = f.rng.choice(("lt", "le", "ge", "gt"))

    def holds(values: Values) -> int:
        found = [[item.value(values) for item in row] for row in rows]
        return int(all(COMPARISONS[op](a, b) for a, b in pairwise(found)))  # type: ignore[arg-type]

    lists = " ".join(f"<list> {text_of(row)} </list>" for row in rows)
    return Written(f"<lex> {lists} <operator> {op} </operator> </lex>", holds)


def precedence(f: RandomFile) -> Written:
    """Values in order of their first places."""
    items = f.items(2, expressions=False)
    chain = f.rng.sample(range(-1, 4), f.rng.randint(2, 3))
    covered = f.rng.random() < 0.3

    def holds(values: Values) -> int:
        found = [item.value(values) for item in items]
        places = [found.index(v) if v in found else len(found) for v in chain]
        if covered and places[-1] == len(found):
            return 0
        return int(all(b == len(found) or a < b for a, b in pairwise(places)))

    flag = ' covered="true"' if covered else ""
    written = " ".join(map(str, chain))
    return Written(
        f"<precedence> <list> {text_of(items)} </list> <values{flag}> {written} </values> </precedence>", holds
    )


def sum_(f: RandomFile) -> Written:
    """A sum, perhaps with coefficients."""
    items = f.items()
    kind = f.rng.choice(("", "integers", "leaves"))
    factors = [f.leaf() if kind == "leaves" else constant(f.rng.randint(-2, 3)) for _ in items] if kind else []
    condition, fulfils = f.condition(-3, 6)

    def holds(values: Values) -> int:
        coeffs = [each.value(values) for each in factors] or [1] * len(items)
        total = sum(c * item.value(values) for c, item in zip(coeffs, items, strict=True))
        return int(fulfils(total, values))

    middle = f"<coeffs> {text_of(factors)} </coeffs>" if factors else ""
    return Written(f"<sum> <list> {text_of(items)} </list> {middle} <condition> {condition} </condition> </sum>", holds)


def count(f: RandomFile) -> Written:
    """The number of items with one of some values."""
    items = f.items()
    members = [f.leaf() for _ in range(f.rng.randint(1, 2))]
    condition, fulfils = f.condition(0, 3)

    def holds(values: Values) -> int:
        wanted = {m.value(values) for m in members}
        return int(fulfils(sum(item.value(values) in wanted for item in items), values))

    return Written(
        f"<count> <list> {text_of(items)} </list> <values> {text_of(members)} </values>"
        f" <condition> {condition} </condition> </count>",
        holds,
    )


def n_values(f: RandomFile) -> Written:
    """The number of different values."""
    items = f.items()
    free = {f.rng.randint(-1, 2) for _ in range(f.rng.choice((0, 0, 1, 2)))}
    condition, fulfils = f.condition(0, 3)
    middle = f"<except> {' '.join(map(str, sorted(free)))} </except>" if free else ""
    return Written(
        f"<nValues> <list> {text_of(items)} </list> {middle} <condition> {condition} </condition> </nValues>",
        lambda values: int(fulfils(len({item.value(values) for item in items} - free), values)),
    )


def cardinality(f: RandomFile) -> Written:
    """How often values occur."""
    items = f.items()
    wanted = f.rng.sample(range(-1, 4), f.rng.randint(1, 3))
    closed = f.rng.random() < 0.3
    occurs: list[tuple[str, Callable[[int, Values], bool]]] = []
    for _ in wanted:
        low = f.rng.randint(0, 2)
        high = low + f.rng.randint(0, 2)
        leaf = f.leaf()
        occurs.append(
            (f"{low}..{high}", lambda n, values, low=low, high=high: low <= n <= high)
            if f.rng.random() < 0.5
            else (leaf.text, lambda n, values, leaf=leaf: n == leaf.value(values))
        )

    def holds(values: Values) -> int:
        found = [item.value(values) for item in items]
        if closed and not set(found) <= set(wanted):
            return 0
        return int(all(fits(found.count(v), values) for v, (_, fits) in zip(wanted, occurs, strict=True)))

    flag = ' closed="true"' if closed else ""
    return Written(
        f"<cardinality> <list> {text_of(items)} </list> <values{flag}> {' '.join(map(str, wanted))} </values>"
        f" <occurs> {' '.join(text for text, _ in occurs)} </occurs> </cardinality>",
        holds,
    )
