"""What the predicates of csp2sat's MiniZinc library mean, on plain values, as MiniZinc's handbook says it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from itertools import combinations, pairwise, product

Ints = Sequence[int]
COMPARE: dict[str, Callable[[int, int], bool]] = {
    "eq": lambda a, b: a == b,
    "neq": lambda a, b: a != b,
    "leq": lambda a, b: a <= b,
    "lt": lambda a, b: a < b,
    "geq": lambda a, b: a >= b,
    "gt": lambda a, b: a > b,
}


def _cardinality(x: Ints, cover: Ints, counts: Ints) -> bool:
    return [list(x).count(v) for v in cover] == list(counts)


def _closed(x: Ints, cover: Ints) -> bool:
    return set(x) <= set(cover)


def _low_up(x: Ints, cover: Ints, low: Ints, up: Ints) -> bool:
    return all(a <= list(x).count(v) <= b for v, a, b in zip(cover, low, up, strict=True))


def _inverse(f: Ints, g: Ints, first_f: int, first_g: int) -> bool:
    by_f = {(i, j) for i, j in enumerate(f, first_f)}
    inside = all(first_g <= j < first_g + len(g) for j in f) and all(first_f <= i < first_f + len(f) for i in g)
    return inside and by_f == {(i, j) for j, i in enumerate(g, first_g)}


def _inverse_in_range(f: Ints, g: Ints, first_f: int, first_g: int) -> bool:
    forth = all(g[j - first_g] == i for i, j in enumerate(f, first_f) if first_g <= j < first_g + len(g))
    return forth and all(f[i - first_f] == j for j, i in enumerate(g, first_g) if first_f <= i < first_f + len(f))


def _columns(cells: Ints, width: int) -> list[tuple[int, ...]]:
    return [tuple(cells[at::width]) for at in range(width)]


def _rows(cells: Ints, width: int) -> list[tuple[int, ...]]:
    return [tuple(cells[at : at + width]) for at in range(0, len(cells), width or 1)]


def _ascend(rows: Iterable[tuple[int, ...]], strictly: bool) -> bool:
    return all(a < b if strictly else a <= b for a, b in pairwise(rows))


def _precede(s: int, t: int, x: Ints) -> bool:
    return t not in x or (s in x and list(x).index(s) < list(x).index(t))


def _sequence(x: Ints) -> bool:
    return all(v <= max((0, *x[:at])) + 1 for at, v in enumerate(x))


def _first_best(x: Ints, z: int, first: int, best: Callable[..., int]) -> bool:
    return len(x) > 0 and z - first == list(x).index(best(x))


def _nfa(x: Ints, symbols: int, after: Sequence[Ints], start: int, final: Ints) -> bool:
    states = {start}
    for v in x:
        if not 1 <= v <= symbols:
            return False
        states = {r for q in states for r in after[(q - 1) * symbols + v - 1]}
    return bool(states & set(final))


def _costs(x: Ints, symbols: int, after: Ints, start: int, final: Ints, costs: Ints) -> int | None:
    """The cost of the word; None if it is not accepted."""
    state, paid = start, 0
    for v in x:
        if not 1 <= v <= symbols or not after[(state - 1) * symbols + v - 1]:
            return None
        paid += costs[(state - 1) * symbols + v - 1]
        state = after[(state - 1) * symbols + v - 1]
    return paid if state in final else None


def _paths(x: Ints, tails: Ints, labels: Sequence[Iterable[int]], heads: Ints) -> list[tuple[int, ...]]:
    """The sequences of edges from node 1 to node 0 that read the word."""
    edges = range(len(tails))
    return [
        way
        for way in product(edges, repeat=len(x))
        if all(v in labels[e] for v, e in zip(x, way, strict=True))
        and [1, *(heads[e] for e in way)] == [*(tails[e] for e in way), 0]
    ]


def _circuit(x: Ints, first: int, whole: bool) -> bool:
    n = len(x)
    if sorted(x) != list(range(first, first + n)):
        return False
    moved = [i for i in range(n) if x[i] - first != i]
    at, seen = (moved[0] if moved else 0), set()
    while moved and at not in seen:
        seen.add(at)
        at = x[at] - first
    return len(seen) == (n if whole else len(moved))


def _chosen(c: Sequence[bool], x: Ints, y: int) -> bool:
    return next((v == y for p, v in zip(c, x, strict=True) if p), True)


def _cumulative(s: Ints, d: Ints, r: Ints, b: int) -> bool:
    times = {t for i in range(len(s)) for t in range(s[i], s[i] + d[i])}
    loads = [sum(r[i] for i in range(len(s)) if s[i] <= t < s[i] + d[i]) for t in times]
    return not s or max(0, *loads, 0) <= b


def _apart(s: Ints, d: Ints, free: bool) -> bool:
    pairs = combinations(range(len(s)), 2)
    fine = all((free and 0 in (d[i], d[j])) or s[i] + d[i] <= s[j] or s[j] + d[j] <= s[i] for i, j in pairs)
    return fine and min((0, *d)) >= 0


def _boxes(places: Ints, sizes: Ints, k: int, free: bool) -> bool:
    at, size = _rows(places, k), _rows(sizes, k)
    return all(
        (free and 0 in (*size[i], *size[j]))
        or any(at[i][d] + size[i][d] <= at[j][d] or at[j][d] + size[j][d] <= at[i][d] for d in range(k))
        for i, j in combinations(range(len(at)), 2)
    )


def _flat(*columns: Ints) -> list[int]:
    return [v for row in zip(*columns, strict=True) for v in row]


def _loads(bins: Ints, weights: Ints, first: int, count: int) -> list[int] | None:
    if not all(first <= b < first + count for b in bins):
        return None
    return [sum(w for b, w in zip(bins, weights, strict=True) if b == first + k) for k in range(count)]


def _capa(c: Ints, bins: Ints, w: Ints, first: int) -> bool:
    loads = _loads(bins, w, first, len(c))
    return loads is not None and all(load <= most for load, most in zip(loads, c, strict=True))


def _in_windows(low: int, up: int, width: int, x: Ints) -> bool:
    return all(low <= sum(x[at : at + width]) <= up for at in range(len(x) - width + 1))


MEANINGS: dict[str, Callable[..., bool]] = {
    "fzn_all_different_int": lambda x: len(set(x)) == len(x),
    "fzn_alldifferent_except_0": lambda x: all(n == 1 for v, n in Counter(x).items() if v),
    "fzn_alldifferent_except": lambda x, s: all(n == 1 for v, n in Counter(x).items() if v not in s),
    "fzn_all_equal_int": lambda x: len(set(x)) <= 1,
    "fzn_nvalue": lambda n, x: len(set(x)) == n,
    "fzn_among": lambda n, x, s: sum(v in s for v in x) == n,
    "fzn_at_least_int": lambda n, x, v: list(x).count(v) >= n,
    "fzn_at_most_int": lambda n, x, v: list(x).count(v) <= n,
    "fzn_exactly_int": lambda n, x, v: list(x).count(v) == n,
    **{
        f"fzn_count_{word}{par}": lambda x, y, c, f=f: f(c, list(x).count(y))
        for word, f in COMPARE.items()
        for par in ("", "_par")
    },
    "fzn_global_cardinality": _cardinality,
    "fzn_global_cardinality_closed": lambda x, cover, counts: _cardinality(x, cover, counts) and _closed(x, cover),
    "fzn_global_cardinality_low_up": _low_up,
    "fzn_global_cardinality_low_up_closed": lambda x, c, low, up: _low_up(x, c, low, up) and _closed(x, c),
    "fzn_distribute": lambda card, value, base: _cardinality(base, value, card),
    "fzn_member_int": lambda x, y: y in x,
    "fzn_member_bool": lambda x, y: y in x,
    "csp2sat_symmetric_all_different": lambda x, first: _inverse(x, x, first, first),
    "csp2sat_inverse": _inverse,
    "csp2sat_inverse_in_range": _inverse_in_range,
    **{f"fzn_increasing_{sort}": lambda x: list(x) == sorted(x) for sort in ("int", "bool")},
    **{f"fzn_decreasing_{sort}": lambda x: list(x) == sorted(x, reverse=True) for sort in ("int", "bool")},
    **{f"fzn_strictly_increasing_{sort}": lambda x: list(x) == sorted(set(x)) for sort in ("int", "bool")},
    **{
        f"fzn_strictly_decreasing_{sort}": lambda x: list(x) == sorted(set(x), reverse=True) for sort in ("int", "bool")
    },
    **{f"fzn_lex_less_{sort}": lambda x, y: tuple(x) < tuple(y) for sort in ("int", "bool")},
    **{f"fzn_lex_lesseq_{sort}": lambda x, y: tuple(x) <= tuple(y) for sort in ("int", "bool")},
    **{f"csp2sat_lex_chain_less_{sort}": lambda a, n: _ascend(_columns(a, n), True) for sort in ("int", "bool")},
    **{f"csp2sat_lex_chain_lesseq_{sort}": lambda a, n: _ascend(_columns(a, n), False) for sort in ("int", "bool")},
    "csp2sat_lex2": lambda a, n: _ascend(_columns(a, n), False) and _ascend(_rows(a, n), False),
    "csp2sat_strict_lex2": lambda a, n: _ascend(_columns(a, n), True) and _ascend(_rows(a, n), True),
    "fzn_value_precede_int": _precede,
    "fzn_value_precede_chain_int": lambda t, x: all(_precede(a, b, x) for a, b in pairwise(t)),
    "fzn_seq_precede_chain_int": _sequence,
    **{f"csp2sat_maximum_arg_{sort}": lambda x, z, first: _first_best(x, z, first, max) for sort in ("int", "bool")},
    **{f"csp2sat_minimum_arg_{sort}": lambda x, z, first: _first_best(x, z, first, min) for sort in ("int", "bool")},
    "array_int_maximum": lambda m, x: len(x) > 0 and m == max(x),
    "array_int_minimum": lambda m, x: len(x) > 0 and m == min(x),
    "csp2sat_sliding_sum": _in_windows,
    **{f"csp2sat_table_{sort}": lambda x, t, n: list(x) in _table_rows(x, t, n) for sort in ("int", "bool")},
    "csp2sat_regular": lambda x, q, s, d, start, final: _nfa(x, s, [(v,) if v else () for v in d], start, final),
    "csp2sat_regular_nfa": lambda x, q, s, d, start, final: _nfa(x, s, d, start, final),
    "csp2sat_cost_regular": lambda x, q, s, d, start, final, c, total: _costs(x, s, d, start, final, c) == total,
    **{
        f"fzn_mdd{kind}": lambda x, n, lv, e, tails, lb, heads: bool(_paths(x, tails, lb, heads))
        for kind in ("", "_nondet")
    },
    "csp2sat_cost_mdd": lambda x, n, lv, e, tails, lb, costs, heads, total: any(
        sum(costs[e] for e in way) == total for way in _paths(x, tails, lb, heads)
    ),
    "csp2sat_circuit": lambda x, first: _circuit(x, first, whole=True) and all(v != i for i, v in enumerate(x, first)),
    "csp2sat_subcircuit": lambda x, first: _circuit(x, first, whole=False),
    **{f"fzn_if_then_else{var}_{sort}": _chosen for var in ("", "_var") for sort in ("int", "bool")},
    "fzn_cumulative": _cumulative,
    "fzn_disjunctive": lambda s, d: _apart(s, d, free=True),
    "fzn_disjunctive_strict": lambda s, d: _apart(s, d, free=False),
    "fzn_diffn": lambda x, y, dx, dy: _boxes(_flat(x, y), _flat(dx, dy), 2, free=False),
    "fzn_diffn_nonstrict": lambda x, y, dx, dy: _boxes(_flat(x, y), _flat(dx, dy), 2, free=True),
    "csp2sat_diffn_k": lambda places, sizes, k: _boxes(places, sizes, k, free=False),
    "csp2sat_diffn_nonstrict_k": lambda places, sizes, k: _boxes(places, sizes, k, free=True),
    "csp2sat_bin_packing_capa": _capa,
    "csp2sat_bin_packing_load": lambda load, bins, w, first: _loads(bins, w, first, len(load)) == list(load),
}


def _table_rows(x: Ints, cells: Ints, count: int) -> list[list[int]]:
    return [list(cells[at * len(x) : (at + 1) * len(x)]) for at in range(count)]
