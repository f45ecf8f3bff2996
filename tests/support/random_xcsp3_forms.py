"""Random constraints of XCSP3 in the rarer forms of the format, each with its meaning."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import pairwise

from support.random_xcsp3 import COMPARISONS, RandomFile, Values, Written, constant, defined, text_of

Row = list[Written]


def _values(items: Sequence[Written], values: Values) -> list[int]:
    return [item.value(values) for item in items]


def _grid(f: RandomFile, rows: int, columns: int) -> tuple[list[Row], str]:
    """A matrix of variables, and its text."""
    found = [[f.variable() for _ in range(columns)] for _ in range(rows)]
    space = "," if f.plain else f.rng.choice((",", ", ", " , "))
    return found, "".join(f"({space.join(item.text for item in row)})" for row in found)


def _lines(rows: list[Row]) -> list[Row]:
    """The rows and the columns of a matrix."""
    return [*rows, *(list(column) for column in zip(*rows, strict=True))]


def function(f: RandomFile) -> Written:
    """An expression in its own element, with blanks."""
    formula = f.truth(2)
    text = formula.text.replace(",", " , ") if not f.plain and f.rng.random() < 0.5 else formula.text
    return Written(f"<intension> <function> {text} </function> </intension>", defined(formula.value))


def unary_extension(f: RandomFile) -> Written:
    """A table of one column, with intervals."""
    item, name = f.variable(), f.rng.choice(("supports", "conflicts"))
    parts, listed = [], set[int]()
    for low in sorted(f.rng.sample(range(-2, 4), f.rng.randint(0, 3))):
        high = low + f.rng.choice((0, 0, 1))
        if low not in listed:
            parts.append(f"{low}..{high}" if high > low else str(low))
            listed |= {low, high}
    return Written(
        f"<extension> <list> {item.text} </list> <{name}> {' '.join(parts)} </{name}> </extension>",
        lambda values: int((item.value(values) in listed) == (name == "supports")),
    )


def compressed_table(f: RandomFile) -> Written:
    """A table with sets and intervals in the places of values."""
    items, name = f.items(2, expressions=False)[:3], f.rng.choice(("supports", "conflicts"))
    rows = [[_cell(f) for _ in items] for _ in range(f.rng.randint(1, 7))]
    written = f.rng.choice(("", " ")).join(f"({','.join(text for text, _ in row)})" for row in rows)

    def holds(values: Values) -> int:
        found = _values(items, values)
        is_listed = any(all(v in cell for v, (_, cell) in zip(found, row, strict=True)) for row in rows)
        return int(is_listed == (name == "supports"))

    return Written(f"<extension> <list> {text_of(items)} </list> <{name}> {written} </{name}> </extension>", holds)


def _cell(f: RandomFile) -> tuple[str, Sequence[int]]:
    """A cell of a table, and its values."""
    low = f.rng.randint(-2, 3)
    high = low + f.rng.randint(0, 3)
    some = sorted(f.rng.sample(range(-2, 5), 3))
    if f.plain:
        return f.rng.choice([(str(low), (low,)), ("*", range(-9, 10)), (f"{low}..{high + 1}", range(low, high + 2))])
    listed = f.rng.choice((f"{some[0]},{some[1]},{some[2]}", f"{some[1]}, {some[0]} ,{some[2]}"))
    return f.rng.choice(
        [
            (str(low), (low,)),
            ("*", range(-9, 10)),
            (f"{low}..{high}", range(low, high + 1)),
            (f"{{{listed}}}", some),
            (f"{{{low}..{high},{some[0]}}}", [*range(low, high + 1), some[0]]),
        ]
    )


def mdd(f: RandomFile) -> Written:
    """A decision diagram of two or three layers."""
    items = f.items(2, expressions=False)[:3]
    last = len(items)
    layers = [["r"], *([f"n{at}a", f"n{at}b"] for at in range(1, last)), ["t"]]
    steps = []
    for item, (tails, heads) in zip(items, pairwise(layers), strict=True):
        labels = f.domains[item.text] if f.plain else range(-1, 4)
        for tail in tails:
            steps += [(tail, f.rng.choice(labels), f.rng.choice(heads)) for _ in range(f.rng.randint(1, 3))]
        tied = [(tails[0], *step) for step in zip(labels, heads, strict=False)]  # two edges with two labels
        steps += tied if f.plain else [(f.rng.choice(tails), f.rng.choice(labels), head) for head in heads]
    steps = list({step[:2] if f.plain else step: step for step in steps}.values())
    if not f.plain:
        f.rng.shuffle(steps)

    def holds(values: Values) -> int:
        nodes = {"r"}
        for value in _values(items, values):
            nodes = {head for tail, label, head in steps if tail in nodes and label == value}
        return int("t" in nodes)

    written = "".join(f"({a},{v},{b})" for a, v, b in steps)
    return Written(f"<mdd> <list> {text_of(items)} </list> <transitions> {written} </transitions> </mdd>", holds)


def different_matrix(f: RandomFile) -> Written:
    """Rows and columns of different values."""
    rows, text = _grid(f, f.rng.randint(1, 3), 2)
    free = {f.rng.randint(-1, 2) for _ in range(f.rng.choice((0, 0, 1, 2)))}
    end = f"<except> {' '.join(map(str, sorted(free)))} </except>" if free else ""

    def holds(values: Values) -> int:
        found = [[v for v in _values(line, values) if v not in free] for line in _lines(rows)]
        return int(all(len(set(line)) == len(line) for line in found))

    return Written(f"<allDifferent> <matrix> {text} </matrix> {end} </allDifferent>", holds)


def bare(f: RandomFile) -> Written:
    """A list as the text of its constraint."""
    items = f.items(expressions=False)
    name = f.rng.choice(("allDifferent", "allEqual"))
    wanted = len(items) if name == "allDifferent" else 1

    def holds(values: Values) -> int:
        kinds = len(set(_values(items, values)))
        return int(kinds == wanted)

    return Written(f"<{name}> {text_of(items)} </{name}>", holds)


def ordered_case(f: RandomFile) -> Written:
    """An order by its name."""
    cases = {"increasing": "le", "strictlyIncreasing": "lt", "decreasing": "ge", "strictlyDecreasing": "gt"}
    case, items = f.rng.choice(list(cases)), f.items(expressions=False)
    compare = COMPARISONS[cases[case]]
    return Written(
        f'<ordered case="{case}"> {text_of(items)} </ordered>',
        lambda values: int(all(compare(a, b) for a, b in pairwise(_values(items, values)))),
    )


def lex_matrix(f: RandomFile) -> Written:
    """Rows and columns in order."""
    rows, text = _grid(f, 2, 2)
    op = f.rng.choice(("lt", "le", "ge", "gt"))

    def holds(values: Values) -> int:
        lines = [_values(line, values) for line in _lines(rows)]
        return int(all(COMPARISONS[op](a, b) for a, b in (lines[:2], lines[2:])))  # type: ignore[arg-type]

    return Written(f"<lex> <matrix> {text} </matrix> <operator> {op} </operator> </lex>", holds)


def lex_constants(f: RandomFile) -> Written:
    """A list and a list of integers."""
    items = f.items(expressions=False)
    wanted, op = [f.rng.randint(-1, 2) for _ in items], f.rng.choice(("lt", "le", "ge", "gt"))
    return Written(
        f"<lex> <list> {text_of(items)} </list> <list> {' '.join(map(str, wanted))} </list>"
        f" <operator> {op} </operator> </lex>",
        lambda values: int(COMPARISONS[op](_values(items, values), wanted)),  # type: ignore[arg-type]
    )


def precedence_of_domains(f: RandomFile) -> Written:
    """All values of the domains in order."""
    items = f.items(2, expressions=False)
    chain = sorted({v for item in items for v in f.domains[item.text]})

    def holds(values: Values) -> int:
        found = _values(items, values)
        places = [found.index(v) if v in found else len(found) for v in chain]
        return int(all(b == len(found) or a < b for a, b in pairwise(places)))

    return Written(f"<precedence> {text_of(items)} </precedence>", holds)


def among_interval(f: RandomFile) -> Written:
    """The number of items within intervals."""
    items = f.items()
    low = f.rng.randint(-1, 1)
    condition, fulfils = f.condition(0, 3)
    return Written(
        f"<count> <list> {text_of(items)} </list> <values> {low}..{low + 1} 3 </values>"
        f" <condition> {condition} </condition> </count>",
        lambda values: int(fulfils(sum(v in (low, low + 1, 3) for v in _values(items, values)), values)),
    )


def cardinality_of_variables(f: RandomFile) -> Written:
    """How often the values of variables occur."""
    items, wanted = f.items(), [f.variable() for _ in range(2)]
    occurs, closed = [f.leaf() for _ in wanted], f.rng.random() < 0.3

    def holds(values: Values) -> int:
        found, seen = _values(items, values), _values(wanted, values)
        numbers = _values(occurs, values)
        return int(
            (not closed or set(found) <= set(seen))
            and all(found.count(v) == n for v, n in zip(seen, numbers, strict=True))
        )

    flag = ' closed="true"' if closed else ""
    return Written(
        f"<cardinality> <list> {text_of(items)} </list> <values{flag}> {text_of(wanted)} </values>"
        f" <occurs> {text_of(occurs)} </occurs> </cardinality>",
        holds,
    )


def repeated_numbers(f: RandomFile) -> Written:
    """Coefficients and values with a number of repetitions."""
    items = [f.variable() for _ in range(3)]
    a, b = f.rng.randint(-2, 3), f.rng.randint(-2, 3)
    condition, fulfils = f.condition(-3, 6)
    return Written(
        f"<sum> <list> {text_of(items)} </list> <coeffs> {a}x2 {b} </coeffs> <condition> {condition} </condition>"
        " </sum>",
        lambda values: int(fulfils(sum(c * v for c, v in zip((a, a, b), _values(items, values), strict=True)), values)),
    )


def element_value(f: RandomFile) -> Written:
    """The value of an item: at an index, or of any item."""
    items, value = [f.leaf() for _ in range(f.rng.randint(1, 4))], f.leaf()
    index = f.variable() if f.rng.random() < 0.6 else None

    def holds(values: Values) -> int:
        found, wanted = _values(items, values), value.value(values)
        if index is None:
            return int(wanted in found)
        at = index.value(values)
        return int(0 <= at < len(found) and found[at] == wanted)

    middle = f"<index> {index.text} </index>" if index else ""
    return Written(
        f"<element> <list> {text_of(items)} </list> {middle} <value> {value.text} </value> </element>", holds
    )


def element_of_matrix_from(f: RandomFile) -> Written:
    """The cell of a matrix with indices from other numbers than 0."""
    rows = [[f.leaf() for _ in range(2)] for _ in range(2)]
    first, second = f.rng.choice((0, 1)), f.rng.choice((0, 1, -1))
    i, j, value = f.variable(), f.variable(), f.leaf()

    def holds(values: Values) -> int:
        a, b = i.value(values) - first, j.value(values) - second
        return int(0 <= a < 2 and 0 <= b < 2 and rows[a][b].value(values) == value.value(values))

    written = "".join(f"({','.join(item.text for item in row)})" for row in rows)
    return Written(
        f'<element> <matrix startRowIndex="{first}" startColIndex="{second}"> {written} </matrix>'
        f" <index> {i.text} {j.text} </index> <value> {value.text} </value> </element>",
        holds,
    )


def extremum_of_bare(f: RandomFile) -> Written:
    """The least or greatest of expressions, as an interval."""
    items, name = [f.term(1) for _ in range(2)], f.rng.choice(("minimum", "maximum"))
    low = f.rng.randint(-2, 2)

    def holds(values: Values) -> int:
        best = (min if name == "minimum" else max)(_values(items, values))
        return int(low <= best <= low + 2)

    return Written(
        f"<{name}> <list> {text_of(items)} </list> <condition> (in,{low}..{low + 2}) </condition> </{name}>",
        defined(holds),
    )


def channel_from(f: RandomFile) -> Written:
    """One or two lists with indices from other numbers than 0."""
    first = f.items(2, expressions=False)[:3]
    start, other = f.rng.choice((0, 1)), f.rng.choice((0, 1))
    two = f.rng.random() < 0.5
    second, to = ([f.variable() for _ in first], other) if two else (first, start)

    def holds(values: Values) -> int:
        x, y = _values(first, values), _values(second, values)
        return int(all(0 <= j - to < len(y) and y[j - to] == at + start for at, j in enumerate(x)))

    end = f'<list startIndex="{other}"> {text_of(second)} </list>' if two else ""
    return Written(f'<channel> <list startIndex="{start}"> {text_of(first)} </list> {end} </channel>', holds)


def boxes_in_space(f: RandomFile) -> Written:
    """Boxes of three dimensions that do not overlap."""
    starts = [[f.variable() for _ in range(3)] for _ in range(2)]
    sizes = [[constant(f.rng.randint(0, 3)) for _ in range(3)] for _ in range(2)]

    def holds(values: Values) -> int:
        (s, t), (k, m) = ([_values(row, values) for row in rows] for rows in (starts, sizes))
        if 0 in k or 0 in m:
            return 1
        return int(any(s[d] + k[d] <= t[d] or t[d] + m[d] <= s[d] for d in range(3)))

    origins, lengths = ("".join(f"({','.join(p.text for p in row)})" for row in rows) for rows in (starts, sizes))
    return Written(f"<noOverlap> <origins> {origins} </origins> <lengths> {lengths} </lengths> </noOverlap>", holds)


def cumulative_ends(f: RandomFile) -> Written:
    """Tasks with ends, below a limit that is perhaps a variable."""
    starts, ends = ([f.variable() for _ in range(2)] for _ in range(2))
    lengths, heights = ([f.size() for _ in range(2)] for _ in range(2))
    limit, with_ends = f.size(), f.rng.random() < 0.6

    def holds(values: Values) -> int:
        tasks = [_values(task, values) for task in zip(starts, lengths, heights, strict=True)]
        fits = not with_ends or all(o + d == e.value(values) for (o, d, _), e in zip(tasks, ends, strict=True))
        loads = [sum(h for o, d, h in tasks if o <= t < o + d) for t in range(-5, 12)]
        return int(fits and max(loads) <= limit.value(values))

    middle = f"<ends> {text_of(ends)} </ends>" if with_ends else ""
    return Written(
        f"<cumulative> <origins> {text_of(starts)} </origins> <lengths> {text_of(lengths)} </lengths> {middle}"
        f" <heights> {text_of(heights)} </heights> <condition> (le,{limit.text}) </condition> </cumulative>",
        holds,
    )


def bin_conditions(f: RandomFile) -> Written:
    """A condition for each bin."""
    items = f.items(2, expressions=False)
    sizes, start = [f.rng.randint(0, 3) for _ in items], f.rng.choice((0, 0, 1))
    ways = [(f.rng.choice(("le", "ge", "eq", "ne", "lt", "gt")), f.rng.randint(0, 4)) for _ in range(3)]

    def holds(values: Values) -> int:
        loads = [0] * len(ways)
        for item, size in zip(_values(items, values), sizes, strict=True):
            if not 0 <= item - start < len(ways):
                return 0
            loads[item - start] += size
        return int(all(COMPARISONS[op](load, k) for load, (op, k) in zip(loads, ways, strict=True)))

    inner = "".join(f"({op},{k})" for op, k in ways)
    return Written(
        f"<binPacking> <list> {text_of(items)} </list> <sizes> {' '.join(map(str, sizes))} </sizes>"
        f' <conditions startIndex="{start}"> {inner} </conditions> </binPacking>',
        holds,
    )


def circuit_from(f: RandomFile) -> Written:
    """Successors that are numbered from 1."""
    items = f.items(2, expressions=False)[:3]

    def holds(values: Values) -> int:
        after = [v - 1 for v in _values(items, values)]
        if sorted(after) != list(range(len(after))):
            return 0
        moving = [at for at, v in enumerate(after) if at != v]
        return int(len(moving) > 1 and _is_one_loop(after, moving))

    return Written(f'<circuit> <list startIndex="1"> {text_of(items)} </list> </circuit>', holds)


def _is_one_loop(after: list[int], moving: list[int]) -> bool:
    at, seen = after[moving[0]], 1
    while at != moving[0]:
        at, seen = after[at], seen + 1
    return seen == len(moving)


FORMS: tuple[Callable[[RandomFile], Written], ...] = (
    *(function, unary_extension, compressed_table, mdd, different_matrix, bare, ordered_case, lex_matrix),
    *(lex_constants, precedence_of_domains, among_interval, cardinality_of_variables, repeated_numbers),
    *(element_value, element_of_matrix_from, extremum_of_bare, channel_from, boxes_in_space, cumulative_ends),
    *(bin_conditions, circuit_from),
)
