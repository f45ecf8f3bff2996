"""Random structure of XCSP3 files: blocks, groups, slides and objectives, with their meanings."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import pairwise

from support.random_xcsp3 import COMPARISONS, RandomFile, Values, Written, constant, defined, text_of


def _all(constraints: Sequence[Written]) -> Callable[[Values], int]:
    return lambda values: int(all(each.value(values) for each in constraints))


def block(f: RandomFile) -> Written:
    """Constraints in nested blocks, with attributes and comments."""
    inner = [Written(f"<intension> {p.text} </intension>", defined(p.value)) for p in (f.truth(1), f.truth(1))]
    first, second = (each.text for each in inner)
    return Written(
        f'<block class="a b" note="&lt;x&gt;"> <!-- one --> {first} <block id="inner"> {second} </block> </block>',
        _all(inner),
    )


def group_of_intension(f: RandomFile) -> Written:
    """Expressions with parameters, perhaps used twice."""
    op, other = f.rng.choice(list(COMPARISONS)), f.rng.choice(list(COMPARISONS))
    rows = [[f.leaf(), f.leaf(), f.term(1)] for _ in range(f.rng.randint(1, 3))]

    args = " ".join(f"<args> {text_of(row)} </args>" for row in rows)
    meanings = [Written("", _disjunction(op, other, row)) for row in rows]
    return Written(
        f"<group> <intension> or({op}(%0,add(%1,%0)),{other}(%2,%1)) </intension> {args} </group>", _all(meanings)
    )


def _disjunction(op: str, other: str, row: list[Written]) -> Callable[[Values], int]:
    """`a op b + a` or `c other b`, each false where it is undefined."""
    a, b, c = row

    def value(values: Values) -> int:
        first = defined(lambda v: int(COMPARISONS[op](a.value(v), b.value(v) + a.value(v))))
        second = defined(lambda v: int(COMPARISONS[other](c.value(v), b.value(v))))
        return int(first(values) or second(values))

    return value


def group_of_sums(f: RandomFile) -> Written:
    """Sums with parameters as items, coefficients and limits; the items are the rest of the arguments."""
    op = f.rng.choice(list(COMPARISONS))
    first, meanings, args = f.rng.randint(-1, 2), [], []
    for _ in range(f.rng.randint(1, 3)):
        limit, items = f.leaf(), [f.variable() for _ in range(3)]
        text = text_of(items)
        if f.rng.random() < 0.4:
            items = [_named(name) for name in ("b[0]", "b[1]", f"x[{f.n - 1}]")]
            text = f"b[] x[{f.n - 1}]"
        args.append(f"<args> {limit.text} {text} </args>")
        meanings.append(Written("", _sum_holds(op, limit, items, first)))
    return Written(
        f"<group> <sum> <list> %... </list> <coeffs> {first}x2 1 </coeffs> <condition> ({op},%0) </condition> </sum>"
        f" {' '.join(args)} </group>",
        _all(meanings),
    )


def _named(name: str) -> Written:
    return Written(name, lambda values: values[name])


def _sum_holds(op: str, limit: Written, items: list[Written], first: int) -> Callable[[Values], int]:
    def value(values: Values) -> int:
        a, b, c = (item.value(values) for item in items)
        return int(COMPARISONS[op](first * (a + b) + c, limit.value(values)))

    return value


def group_of_tables(f: RandomFile) -> Written:
    """One table for several lists of variables."""
    table = [(f.rng.randint(-1, 3), f.rng.randint(-1, 3)) for _ in range(f.rng.randint(1, 6))]
    name = f.rng.choice(("supports", "conflicts"))
    rows = [[f.variable(), f.variable()] for _ in range(f.rng.randint(1, 3))]
    written = "".join(f"({a},{b})" for a, b in table)
    holds = [Written("", _listed(table, row, name == "supports")) for row in rows]
    return Written(
        f"<group> <extension> <list> %0 %1 </list> <{name}> {written} </{name}> </extension>"
        f" {' '.join(f'<args> {text_of(row)} </args>' for row in rows)} </group>",
        _all(holds),
    )


def _listed(table: list[tuple[int, int]], row: list[Written], wanted: bool) -> Callable[[Values], int]:
    return lambda values: int((tuple(item.value(values) for item in row) in table) == wanted)


def slide(f: RandomFile) -> Written:
    """A relation of neighbours in a list, perhaps in a circle or with steps."""
    items, op = [f.variable() for _ in range(4)], f.rng.choice(list(COMPARISONS))
    offset, is_circular, add = f.rng.choice((1, 1, 2)), f.rng.random() < 0.5, f.rng.randint(-1, 1)
    pairs = [*pairwise(items)][::offset]
    if is_circular:
        pairs = [(items[at], items[(at + 1) % 4]) for at in range(0, 4, offset)]

    def holds(values: Values) -> int:
        return int(all(COMPARISONS[op](a.value(values) + add, b.value(values)) for a, b in pairs))

    flag = ' circular="true"' if is_circular else ""
    step = f' offset="{offset}"' if offset > 1 else ""
    return Written(
        f"<slide{flag}> <list{step}> {text_of(items)} </list> <intension> {op}(add(%0,{add}),%1) </intension> </slide>",
        holds,
    )


def slide_of_two(f: RandomFile) -> Written:
    """A relation of two neighbours in a list, and one item of another list."""
    items, others = [f.variable() for _ in range(3)], [f.leaf() for _ in range(2)]

    def holds(values: Values) -> int:
        a, b, c = (item.value(values) for item in items)
        d, e = (item.value(values) for item in others)
        return int(a + b != d and b + c != e)

    return Written(
        f'<slide> <list collect="2"> {text_of(items)} </list> <list> {text_of(others)} </list>'
        " <intension> ne(add(%0,%1),%2) </intension> </slide>",
        holds,
    )


STRUCTURE = (block, group_of_intension, group_of_sums, group_of_tables, slide, slide_of_two)


def objective(f: RandomFile) -> Written:
    """The inner part of an objective, with its attribute, and its value."""
    kind = f.rng.choice(("expression", "sum", "minimum", "maximum", "nValues", "product"))
    if kind == "expression":
        term = f.term(2)
        flag = f.rng.choice(("", ' type="expression"'))
        return Written(f"minimize{flag}> {term.text} <", term.value)
    items = f.items(2)
    factors = [f.rng.randint(-2, 3) for _ in items] if f.rng.random() < 0.5 else []

    def value(values: Values) -> int:
        found = [a * i.value(values) for a, i in zip(factors or [1] * len(items), items, strict=True)]
        return KINDS[kind](found)

    coeffs = f"<coeffs> {text_of([constant(a) for a in factors])} </coeffs>" if factors else ""
    inner = f"<list> {text_of(items)} </list> {coeffs}" if coeffs or f.rng.random() < 0.5 else text_of(items)
    return Written(f'minimize type="{kind}"> {inner} <', value)


def _product(found: list[int]) -> int:
    result = 1
    for each in found:
        result *= each
    return result


KINDS: dict[str, Callable[[list[int]], int]] = {
    "sum": sum,
    "minimum": min,
    "maximum": max,
    "nValues": lambda found: len(set(found)),
    "product": _product,
}
