"""Random XCSP3 files, with the meaning of each of their constraints as a function of plain values.

The meanings are written from the format alone and share no code with the reader.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Mapping
from itertools import pairwise, product
from typing import NamedTuple

Values = Mapping[str, int]
COMPARISONS: dict[str, Callable[[int, int], bool]] = {
    "lt": lambda a, b: a < b,
    "le": lambda a, b: a <= b,
    "ge": lambda a, b: a >= b,
    "gt": lambda a, b: a > b,
    "eq": lambda a, b: a == b,
    "ne": lambda a, b: a != b,
}


class Undefined(Exception):
    """The value of an expression is undefined."""


class Written(NamedTuple):
    """A piece of XML and what it means: a truth or an integer."""

    text: str
    value: Callable[[Values], int]


class RandomFile:
    """A random file over a few variables."""

    def __init__(self, rng: random.Random):
        self.rng = rng
        self.domains: dict[str, list[int]] = {}
        self.n = rng.randint(2, 4)
        low = rng.choice((-2, -1, 0, 0, 0))
        for at in range(self.n):
            self.domains[f"x[{at}]"] = list(range(low, low + rng.randint(2, 3)))
        for at in range(2):
            self.domains[f"b[{at}]"] = [0, 1]
        self.domains["v"] = list(range(rng.choice((-1, 0)), 3))

    def variables(self) -> str:
        """The element of variables."""
        cells = "".join(
            f'<domain for="x[{at}]"> {" ".join(map(str, self.domains[f"x[{at}]"]))} </domain>' for at in range(self.n)
        )
        last = self.domains["v"]
        return (
            f'<variables> <array id="x" size="[{self.n}]"> {cells} </array> <array id="b" size="[2]"> 0..1 </array>'
            f' <var id="v"> {last[0]}..{last[-1]} </var> </variables>'
        )

    def assignments(self) -> Iterator[Values]:
        """All assignments."""
        for values in product(*self.domains.values()):
            yield dict(zip(self.domains, values, strict=True))

    # expressions

    def leaf(self) -> Written:
        """A variable or an integer."""
        if self.rng.random() < 0.3:
            number = self.rng.randint(-3, 3)
            return Written(str(number), lambda values: number)
        name = self.rng.choice(list(self.domains))
        return Written(name, lambda values: values[name])

    def variable(self) -> Written:
        """A variable."""
        name = self.rng.choice(list(self.domains))
        return Written(name, lambda values: values[name])

    def term(self, depth: int) -> Written:
        """An expression with an integer as its value."""
        if depth == 0 or self.rng.random() < 0.2:
            return self.leaf()
        op = self.rng.choice(list(INTEGER_OPS))
        arity = INTEGER_OPS[op][0]
        args = [self.term(depth - 1) for _ in range(arity or self.rng.randint(2, 3))]
        if op == "pow":
            args[1] = self.leaf()
        if op == "if":
            args[0] = self.truth(depth - 1)
        if self.rng.random() < 0.1:
            return self.truth(depth)
        return Written(f"{op}({','.join(a.text for a in args)})", _calls(INTEGER_OPS[op][1], args))

    def truth(self, depth: int) -> Written:
        """An expression with a truth value."""
        if depth == 0 and self.rng.random() < 0.3:
            name = self.rng.choice(("b[0]", "b[1]"))
            return Written(name, lambda values: values[name])
        if depth == 0 or self.rng.random() < 0.5:
            return self.relation(max(depth - 1, 0))
        op = self.rng.choice(list(LOGIC_OPS))
        arity = LOGIC_OPS[op][0]
        args = [self.truth(depth - 1) for _ in range(arity or self.rng.randint(2, 3))]
        return Written(f"{op}({','.join(a.text for a in args)})", _calls(LOGIC_OPS[op][1], args))

    def relation(self, depth: int) -> Written:
        """A relation of terms; it is false if one of them is undefined."""
        op = self.rng.choice((*COMPARISONS, "in", "notin"))
        if op in ("in", "notin"):
            item, members = self.term(depth), [self.leaf() for _ in range(self.rng.randint(0, 3))]
            text = f"{op}({item.text},set({','.join(m.text for m in members)}))"

            def contained(values: Values) -> int:
                return int((item.value(values) in [m.value(values) for m in members]) == (op == "in"))

            return Written(text, _defined(contained))
        args = [self.term(depth) for _ in range(self.rng.choice((2, 2, 2, 3)))]

        def related(values: Values) -> int:
            found = [a.value(values) for a in args]
            if op == "ne":
                return int(len(set(found)) == len(found))
            return int(all(COMPARISONS[op](a, b) for a, b in pairwise(found)))

        return Written(f"{op}({','.join(a.text for a in args)})", _defined(related))

    # parts of constraints

    def items(self, least: int = 2, expressions: bool = True) -> list[Written]:
        """Some items of a list; expressions are defined for all values."""
        found = [self.variable() for _ in range(self.rng.randint(least, 4))]
        if expressions and self.rng.random() < 0.2:
            a, b = self.variable(), self.variable()
            found[0] = Written(f"add({a.text},{b.text})", lambda values: a.value(values) + b.value(values))
        return found

    def condition(self, low: int, high: int, sets: bool = True) -> tuple[str, Callable[[int, Values], bool]]:
        """A condition with about these values, and whether a number fulfils it."""
        op = self.rng.choice((*COMPARISONS, *(("in", "notin") if sets else ())))
        if op in COMPARISONS:
            operand = self.variable() if self.rng.random() < 0.3 else None
            number = self.rng.randint(low, high)
            text = operand.text if operand else str(number)
            return f"({op},{text})", lambda n, values: COMPARISONS[op](n, operand.value(values) if operand else number)
        if self.rng.random() < 0.5:
            first = self.rng.randint(low, high)
            last = first + self.rng.randint(0, 2)
            return f"({op},{first}..{last})", lambda n, values: (first <= n <= last) == (op == "in")
        members = {self.rng.randint(low, high) for _ in range(3)}
        text = ",".join(map(str, sorted(members)))
        return f"({op},{{{text}}})", lambda n, values: (n in members) == (op == "in")


def _calls(meaning: Callable[..., int], args: list[Written]) -> Callable[[Values], int]:
    return lambda values: int(meaning(*[a.value(values) for a in args]))


def _defined(meaning: Callable[[Values], int]) -> Callable[[Values], int]:
    def value(values: Values) -> int:
        try:
            return meaning(values)
        except Undefined:
            return 0

    return value


def _div(a: int, b: int) -> int:
    if b == 0:
        raise Undefined
    q = abs(a) // abs(b)
    return q if (a < 0) == (b < 0) else -q


def _pow(a: int, n: int) -> int:
    return a**n if n >= 0 else _div(1, a**-n)


def _product(*args: int) -> int:
    found = 1
    for each in args:
        found *= each
    return found


INTEGER_OPS: dict[str, tuple[int, Callable[..., int]]] = {  # arity (0: some), meaning
    "neg": (1, lambda a: -a),
    "abs": (1, abs),
    "sqr": (1, lambda a: a * a),
    "add": (0, lambda *args: sum(args)),
    "mul": (2, _product),
    "min": (0, min),
    "max": (0, max),
    "sub": (2, lambda a, b: a - b),
    "dist": (2, lambda a, b: abs(a - b)),
    "div": (2, _div),
    "mod": (2, lambda a, b: a - b * _div(a, b)),
    "pow": (2, _pow),
    "if": (3, lambda p, a, b: a if p else b),
}
LOGIC_OPS: dict[str, tuple[int, Callable[..., int]]] = {
    "not": (1, lambda p: 1 - p),
    "and": (0, lambda *args: int(all(args))),
    "or": (0, lambda *args: int(any(args))),
    "xor": (0, lambda *args: sum(args) % 2),
    "iff": (0, lambda *args: int(len(set(args)) == 1)),
    "imp": (2, lambda p, q: int(q or not p)),
}


def _text(items: list[Written]) -> str:
    return " ".join(item.text for item in items)


def intension(f: RandomFile) -> Written:
    """An expression."""
    formula = f.truth(2)
    return Written(f"<intension> {formula.text} </intension>", _defined(formula.value))


def extension(f: RandomFile) -> Written:
    """A table, perhaps with stars."""
    items = f.items(2)[:3]
    star = f.rng.choice((0.0, 0.3))
    rows = [
        tuple(None if f.rng.random() < star else f.rng.randint(-1, 3) for _ in items)
        for _ in range(f.rng.randint(0, 8))
    ]
    name = f.rng.choice(("supports", "conflicts"))
    written = "".join("(" + ",".join("*" if cell is None else str(cell) for cell in row) + ")" for row in rows)

    def holds(values: Values) -> int:
        found = [item.value(values) for item in items]
        is_listed = any(all(c in (None, v) for c, v in zip(row, found, strict=True)) for row in rows)
        return int(is_listed == (name == "supports"))

    return Written(f"<extension> <list> {_text(items)} </list> <{name}> {written} </{name}> </extension>", holds)


def regular(f: RandomFile) -> Written:
    """An automaton, perhaps a nondeterministic one."""
    items = f.items(2)
    steps = {(f.rng.randint(0, 2), f.rng.randint(-1, 3), f.rng.randint(0, 2)) for _ in range(f.rng.randint(2, 9))}
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
        f"<regular> <list> {_text(items)} </list> <transitions> {written} </transitions> <start> q0 </start>"
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

    return Written(f"<allDifferent> <list> {_text(items)} </list> {end} </allDifferent>", holds)


def all_equal(f: RandomFile) -> Written:
    """A list, perhaps with excepted values."""
    items = f.items()
    free = {f.rng.randint(-1, 2) for _ in range(f.rng.choice((0, 0, 1, 2)))}
    end = f"<except> {' '.join(map(str, sorted(free)))} </except>" if free else ""
    return Written(
        f"<allEqual> <list> {_text(items)} </list> {end} </allEqual>",
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

    lists = " ".join(f"<list> {_text(row)} </list>" for row in rows)
    return Written(f"<allDifferent> {lists} {end} </allDifferent>", holds)


def ordered(f: RandomFile) -> Written:
    """A list in order, perhaps with lengths."""
    items, op = f.items(), f.rng.choice(("lt", "le", "ge", "gt"))
    lengths = [f.leaf() for _ in items[1:]] if f.rng.random() < 0.5 else []
    middle = f"<lengths> {_text(lengths)} </lengths>" if lengths else ""

    def holds(values: Values) -> int:
        found = [item.value(values) for item in items]
        gaps = [each.value(values) for each in lengths] or [0] * len(found)
        return int(all(COMPARISONS[op](a + gap, b) for gap, (a, b) in zip(gaps, pairwise(found), strict=False)))

    return Written(f"<ordered> <list> {_text(items)} </list> {middle} <operator> {op} </operator> </ordered>", holds)


def lex(f: RandomFile) -> Written:
    """Lists in order."""
    rows = [[f.variable() for _ in range(2)] for _ in range(f.rng.randint(2, 3))]
    op = f.rng.choice(("lt", "le", "ge", "gt"))

    def holds(values: Values) -> int:
        found = [[item.value(values) for item in row] for row in rows]
        return int(all(COMPARISONS[op](a, b) for a, b in pairwise(found)))  # type: ignore[arg-type]

    lists = " ".join(f"<list> {_text(row)} </list>" for row in rows)
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
        f"<precedence> <list> {_text(items)} </list> <values{flag}> {written} </values> </precedence>", holds
    )


def sum_(f: RandomFile) -> Written:
    """A sum, perhaps with coefficients."""
    items = f.items()
    kind = f.rng.choice(("", "integers", "leaves"))
    factors = [f.leaf() if kind == "leaves" else _constant(f.rng.randint(-2, 3)) for _ in items] if kind else []
    condition, fulfils = f.condition(-3, 6)

    def holds(values: Values) -> int:
        coeffs = [each.value(values) for each in factors] or [1] * len(items)
        total = sum(c * item.value(values) for c, item in zip(coeffs, items, strict=True))
        return int(fulfils(total, values))

    middle = f"<coeffs> {_text(factors)} </coeffs>" if factors else ""
    return Written(f"<sum> <list> {_text(items)} </list> {middle} <condition> {condition} </condition> </sum>", holds)


def _constant(number: int) -> Written:
    return Written(str(number), lambda values: number)


def count(f: RandomFile) -> Written:
    """The number of items with one of some values."""
    items = f.items()
    members = [f.leaf() for _ in range(f.rng.randint(1, 2))]
    condition, fulfils = f.condition(0, 3)

    def holds(values: Values) -> int:
        wanted = {m.value(values) for m in members}
        return int(fulfils(sum(item.value(values) in wanted for item in items), values))

    return Written(
        f"<count> <list> {_text(items)} </list> <values> {_text(members)} </values>"
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
        f"<nValues> <list> {_text(items)} </list> {middle} <condition> {condition} </condition> </nValues>",
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
        f"<cardinality> <list> {_text(items)} </list> <values{flag}> {' '.join(map(str, wanted))} </values>"
        f" <occurs> {' '.join(text for text, _ in occurs)} </occurs> </cardinality>",
        holds,
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
        f"<{name}> <list> {_text(items)} </list> {middle} <condition> {condition} </condition> </{name}>", holds
    )


def _ranked(found: list[int], best: int, rank: str) -> list[int]:
    places = [at for at, value in enumerate(found) if value == best]
    return {"any": places, "first": places[:1], "last": places[-1:]}[rank]


def arg_extremum(f: RandomFile) -> Written:
    """The index of the least or greatest value."""
    items, name = f.items(1), f.rng.choice(("minimum", "maximum"))
    condition, fulfils = f.condition(0, 3)
    rank = f.rng.choice(("any", "first", "last"))

    def holds(values: Values) -> int:
        found = [item.value(values) for item in items]
        best = min(found) if name == "minimum" else max(found)
        return int(any(fulfils(at, values) for at in _ranked(found, best, rank)))

    return Written(
        f'<{name}Arg rank="{rank}"> <list> {_text(items)} </list> <condition> {condition} </condition> </{name}Arg>',
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
        f'<element> <list startIndex="{start}"> {_text(items)} </list> <index rank="{rank}"> {index.text} </index>'
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

        return Written(f"<channel> <list> {_text(bits)} </list> <value> {v.text} </value> </channel>", is_at)
    second = [f.variable() for _ in range(len(first) + f.rng.randint(0, 1))] if kind == "two" else first

    def holds(values: Values) -> int:
        x, y = [i.value(values) for i in first], [i.value(values) for i in second]
        return int(all(0 <= j < len(y) and y[j] == i for i, j in enumerate(x)))

    lists = " ".join(f"<list> {_text(row)} </list>" for row in ((first, second) if kind == "two" else (first,)))
    return Written(f"<channel> {lists} </channel>", holds)


def no_overlap(f: RandomFile) -> Written:
    """Tasks or boxes that do not overlap."""
    k, zero = f.rng.randint(1, 2), f.rng.random() < 0.6
    number = f.rng.randint(2, 3)
    starts = [[f.variable() for _ in range(k)] for _ in range(number)]
    sizes = [
        [_constant(f.rng.randint(0, 3)) if f.rng.random() < 0.6 else Written(b, lambda v, b=b: v[b]) for _ in range(k)]
        for b in (f.rng.choice(("b[0]", "b[1]")) for _ in range(number))
    ]

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

    def part(most: int) -> Written:
        if f.rng.random() < 0.6:
            return _constant(f.rng.randint(0, most))
        name = f.rng.choice(("b[0]", "b[1]"))
        return Written(name, lambda values: values[name])

    lengths, heights = [part(3) for _ in range(number)], [part(2) for _ in range(number)]
    op, limit = f.rng.choice(("le", "lt")), f.rng.randint(1, 3)

    def holds(values: Values) -> int:
        tasks = [tuple(p.value(values) for p in task) for task in zip(starts, lengths, heights, strict=True)]
        loads = (sum(h for o, d, h in tasks if o <= t < o + d) for t in range(-5, 12))
        return int(all(COMPARISONS[op](load, limit) for load in loads))

    return Written(
        f"<cumulative> <origins> {_text(starts)} </origins> <lengths> {_text(lengths)} </lengths>"
        f" <heights> {_text(heights)} </heights> <condition> ({op},{limit}) </condition> </cumulative>",
        holds,
    )


def bin_packing(f: RandomFile) -> Written:
    """Items in bins: a condition, limits or loads."""
    items = f.items(2, expressions=False)
    sizes = [f.rng.randint(0, 3) for _ in items]
    kind = f.rng.choice(("condition", "limits", "loads"))
    numbers = [f.leaf() if kind == "loads" else _constant(f.rng.randint(0, 5)) for _ in range(f.rng.randint(2, 3))]
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

    inner = condition if kind == "condition" else _text(numbers)
    return Written(
        f"<binPacking> <list> {_text(items)} </list> <sizes> {' '.join(map(str, sizes))} </sizes>"
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
        f"<knapsack> <list> {_text(items)} </list> <weights> {' '.join(map(str, weights))} </weights>"
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
    return Written(f"<circuit> <list> {_text(items)} </list> {end} </circuit>", holds)


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
