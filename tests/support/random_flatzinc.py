"""Random FlatZinc models, and what they mean by brute force: nothing is shared with the reader or the encoder."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from itertools import combinations, pairwise, product
from math import prod
from random import Random
from typing import Any

LETTERS = "i b n I B N s"
MOST = 4000  # assignments of a model


def truncated(x: int, y: int) -> int | None:
    if y == 0:
        return None
    return abs(x) // abs(y) * (1 if (x < 0) == (y < 0) else -1)


def remainder(x: int, y: int) -> int | None:
    return None if y == 0 else x - y * truncated(x, y)


def power(x: int, y: int) -> int | None:
    if y >= 0:
        return x**y
    return None if x == 0 else truncated(1, x**-y)


def total(weights, terms):
    return sum(a * x for a, x in zip(weights, terms, strict=True))


def item(index, items):
    return items[index - 1] if 1 <= index <= len(items) else None


def is_circuit(x, first, partial):
    """One cycle through all nodes, or, if partial, through those that are not their own successors."""
    n = len(x)
    if any(not first <= v < first + n for v in x):
        return False
    nodes = [k for k in range(n) if not partial or x[k] - first != k]
    if not nodes:
        return partial
    seen, at = [], nodes[0]
    while at not in seen:
        seen.append(at)
        at = x[at] - first
    return at == nodes[0] and len(seen) == len(nodes) and (partial or n > 1 or x[0] - first != 0)


def lex(x, y, strict):
    return list(x) < list(y) if strict else list(x) <= list(y)


def precedes(s, t, x):
    return all(s in x[:at] for at, v in enumerate(x) if v == t)


def cumulative(starts, lengths, uses, bound):
    times = range(min(starts, default=0), max((s + d for s, d in zip(starts, lengths, strict=True)), default=0))
    tasks = list(zip(starts, lengths, uses, strict=True))
    loads = [sum(r for s, d, r in tasks if s <= t < s + d) for t in times]
    return all(load <= bound for load in loads) and bound >= 0


def apart(x, y, dx, dy, strict):
    boxes = list(zip(x, y, dx, dy, strict=True))
    return all(
        (not strict and (0 in a[2:] or 0 in b[2:]))
        or a[0] + a[2] <= b[0]
        or b[0] + b[2] <= a[0]
        or a[1] + a[3] <= b[1]
        or b[1] + b[3] <= a[1]
        for a, b in combinations(boxes, 2)
    )


COMPARE: dict[str, Callable[[int, int], bool]] = {
    "eq": lambda x, y: x == y,
    "ne": lambda x, y: x != y,
    "le": lambda x, y: x <= y,
    "lt": lambda x, y: x < y,
    "ge": lambda x, y: x >= y,
    "gt": lambda x, y: x > y,
}
# name -> the sorts of its arguments, and the meaning; `I3` is an array of 3, `I=` of the length of the one before
MEANINGS: dict[str, tuple[str, Callable[..., Any]]] = {
    **{f"int_{op}": ("i i", meaning) for op, meaning in COMPARE.items()},
    **{
        f"int_lin_{op}": ("N I= n", lambda a, x, c, meaning=meaning: meaning(total(a, x), c))
        for op, meaning in COMPARE.items()
    },
    "int_plus": ("i i i", lambda x, y, z: x + y == z),
    "int_minus": ("i i i", lambda x, y, z: x - y == z),
    "int_times": ("i i i", lambda x, y, z: x * y == z),
    "int_negate": ("i i", lambda x, y: y == -x),
    "int_div": ("i i i", lambda x, y, z: truncated(x, y) == z),
    "int_mod": ("i i i", lambda x, y, z: remainder(x, y) == z),
    "int_pow": ("i i i", lambda x, y, z: power(x, y) == z),
    "int_abs": ("i i", lambda x, y: abs(x) == y),
    "int_max": ("i i i", lambda x, y, z: max(x, y) == z),
    "int_min": ("i i i", lambda x, y, z: min(x, y) == z),
    "set_in": ("i s", lambda x, s: x in s),
    "array_int_element": ("i N i", lambda k, a, z: item(k, a) == z),
    "array_var_int_element": ("i I i", lambda k, a, z: item(k, a) == z),
    "array_bool_element": ("i P b", lambda k, a, z: item(k, a) == z),
    "array_var_bool_element": ("i B b", lambda k, a, z: item(k, a) == z),
    "array_int_maximum": ("i I", lambda z, x: max(x, default=None) == z),
    "array_int_minimum": ("i I", lambda z, x: min(x, default=None) == z),
    "bool_eq": ("b b", lambda p, q: p == q),
    "bool_ne": ("b b", lambda p, q: p != q),
    "bool_not": ("b b", lambda p, q: p != q),
    "bool_le": ("b b", lambda p, q: p <= q),
    "bool_lt": ("b b", lambda p, q: p < q),
    "bool_ge": ("b b", lambda p, q: p >= q),
    "bool_gt": ("b b", lambda p, q: p > q),
    "bool_and": ("b b b", lambda p, q, r: r == (p and q)),
    "bool_or": ("b b b", lambda p, q, r: r == (p or q)),
    "bool_xor": ("b b b", lambda p, q, r: r == (p != q)),
    "bool_clause": ("B B", lambda p, q: any(p) or not all(q)),
    "array_bool_and": ("B b", lambda p, r: r == all(p)),
    "array_bool_or": ("B b", lambda p, r: r == any(p)),
    "array_bool_xor": ("B", lambda p: sum(p) % 2 == 1),
    "bool_lin_eq": ("N B= i", lambda a, p, z: total(a, p) == z),
    "bool_lin_le": ("N B= n", lambda a, p, z: total(a, p) <= z),
    "bool2int": ("b i", lambda p, x: x == int(p)),
    "fzn_all_different_int": ("I", lambda x: len(set(x)) == len(x)),
    "fzn_alldifferent_except_0": ("I", lambda x: all(a != b or a == 0 for a, b in combinations(x, 2))),
    "fzn_alldifferent_except": ("I s", lambda x, s: all(a != b or a in s for a, b in combinations(x, 2))),
    "fzn_all_equal_int": ("I", lambda x: len(set(x)) <= 1),
    "fzn_nvalue": ("i I", lambda n, x: len(set(x)) == n),
    "fzn_among": ("i I s", lambda n, x, s: sum(v in s for v in x) == n),
    "fzn_at_least_int": ("n I n", lambda n, x, v: x.count(v) >= n),
    "fzn_at_most_int": ("n I n", lambda n, x, v: x.count(v) <= n),
    "fzn_exactly_int": ("n I n", lambda n, x, v: x.count(v) == n),
    **{
        f"fzn_count_{word}": ("I i i", lambda x, y, c, op=op: COMPARE[op](c, x.count(y)))
        for word, op in {"eq": "eq", "neq": "ne", "leq": "le", "lt": "lt", "geq": "ge", "gt": "gt"}.items()
    },
    "fzn_count_eq_par": ("I n n", lambda x, y, c: c == x.count(y)),
    "fzn_member_int": ("I i", lambda x, y: y in x),
    "fzn_member_bool": ("B b", lambda x, y: y in x),
    "fzn_increasing_int": ("I", lambda x: all(a <= b for a, b in pairwise(x))),
    "fzn_strictly_increasing_int": ("I", lambda x: all(a < b for a, b in pairwise(x))),
    "fzn_decreasing_bool": ("B", lambda x: all(a >= b for a, b in pairwise(x))),
    "fzn_lex_less_int": ("I I", lambda x, y: lex(x, y, True)),
    "fzn_lex_lesseq_int": ("I I", lambda x, y: lex(x, y, False)),
    "fzn_lex_less_bool": ("B B", lambda x, y: lex(x, y, True)),
    "fzn_value_precede_int": ("n n I", lambda s, t, x: precedes(s, t, x)),
    "csp2sat_maximum_arg_int": ("I+ i 0", lambda x, z, first: z == x.index(max(x))),
    "csp2sat_minimum_arg_int": ("I+ i 1", lambda x, z, first: z == x.index(min(x)) + 1),
    "csp2sat_table_int": (
        "I2 T2 2",
        lambda x, t, rows: tuple(x) in zip(t[::2], t[1::2], strict=True),
    ),
    "csp2sat_inverse": (
        "I2 I2 0 1",
        lambda f, g, a, b: (
            all(v - b in (0, 1) and g[v - b] == k + a for k, v in enumerate(f))
            and all(v - a in (0, 1) and f[v - a] == k + b for k, v in enumerate(g))
        ),
    ),
    "csp2sat_circuit": ("I+ 0", lambda x, first: is_circuit(x, first, False)),
    "csp2sat_subcircuit": ("I+ 1", lambda x, first: is_circuit(x, first, True)),
    "fzn_cumulative": ("I2 U2 U2 i", cumulative),
    "fzn_disjunctive": (
        "I2 U2",
        lambda s, d: 0 in d or s[0] + d[0] <= s[1] or s[1] + d[1] <= s[0],
    ),
    "fzn_diffn": ("I2 I2 I2 I2", lambda *args: apart(*args, True)),
    "fzn_diffn_nonstrict": ("I2 I2 I2 I2", lambda *args: apart(*args, False)),
    "csp2sat_bin_packing_load": (
        "I2 I2 W2 0",
        lambda load, x, w, first: (
            all(v in (0, 1) for v in x)
            and all(load[b] == sum(a for a, v in zip(w, x, strict=True) if v == b) for b in (0, 1))
        ),
    ),
}
NO_UNDER = ("bool2int",)  # there is no such constraint with _reif in any library


@dataclass
class Call:
    """A constraint: its name with `_reif` or `_imp`, and its arguments, each a word or a list of words."""

    name: str
    args: list[Any]


@dataclass
class RandomFlatZinc:
    """A model.  domains: of the variables, Booleans as `bool`.  same: other names of variables, and constants."""

    domains: dict[str, list[int] | str] = field(default_factory=dict)
    same: dict[str, str] = field(default_factory=dict)
    outputs: list[str] = field(default_factory=list)
    calls: list[Call] = field(default_factory=list)
    objective: tuple[str, str] | None = None

    def text(self) -> str:
        lines = []
        for name, domain in self.domains.items():
            kind = domain if isinstance(domain, str) else _domain(domain)
            lines.append(f"var {kind}: {name}{' :: output_var' if name in self.outputs else ''};")
        for name, word in self.same.items():
            kind = "bool" if name.startswith("p") else "int"
            lines.append(f"var {kind}: {name}{' :: output_var' if name in self.outputs else ''} = {word};")
        for number, call in enumerate(self.calls):
            args = ",".join(f"[{','.join(arg)}]" if isinstance(arg, list) else arg for arg in call.args)
            lines.append(f"constraint {call.name}({args}){_annotation(call, number)};")
        goal = "satisfy" if self.objective is None else " ".join(self.objective)
        return "\n".join([*lines, f"solve {goal};", ""])

    def assignments(self) -> Iterator[dict[str, Any]]:
        values = [(False, True) if domain == "bool" else domain for domain in self.domains.values()]
        for chosen in product(*values):
            yield dict(zip(self.domains, chosen, strict=True))

    def solutions(self) -> set[tuple[Any, ...]]:
        """The values of the outputs, Booleans as 0 and 1."""
        return {self._printed(a) for a in self.assignments() if self._holds(a)}

    def best(self) -> int | None:
        goal, word = self.objective
        values = [_value(word, self._all(a)) for a in self.assignments() if self._holds(a)]
        return (min if goal == "minimize" else max)(values, default=None)

    def _all(self, assignment: dict[str, Any]) -> dict[str, Any]:
        whole = dict(assignment)
        for name, word in self.same.items():
            whole[name] = _value(word, whole)
        return whole

    def _printed(self, assignment: dict[str, Any]) -> tuple[Any, ...]:
        whole = self._all(assignment)
        return tuple(int(whole[name]) for name in self.outputs)

    def _holds(self, assignment: dict[str, Any]) -> bool:
        whole = self._all(assignment)
        return all(_holds(call, whole) for call in self.calls)


def _annotation(call: Call, number: int) -> str:
    """Any, also one that says, truly or not, that the constraint defines its last argument."""
    last = call.args[-1] if call.args else ""
    defines = f" :: defines_var({last})" if isinstance(last, str) and last[:1] == "p" else ""
    return defines if number % 3 else " :: domain"


def _domain(values: list[int]) -> str:
    if values == list(range(values[0], values[-1] + 1)):
        return f"{values[0]}..{values[-1]}"
    return "{" + ",".join(map(str, values)) + "}"


def _value(word: Any, values: dict[str, Any]) -> Any:
    if isinstance(word, list):
        return [_value(each, values) for each in word]
    if word in ("true", "false"):
        return word == "true"
    if word.startswith("{"):
        return {int(each) for each in word[1:-1].split(",") if each}
    if ".." in word:
        low, high = word.split("..")
        return set(range(int(low), int(high) + 1))
    return values[word] if word in values else int(word)


def _holds(call: Call, values: dict[str, Any]) -> bool:
    args = [_value(arg, values) for arg in call.args]
    for suffix in ("_reif", "_imp"):
        if call.name.endswith(suffix):
            *inner, p = args
            meant = bool(MEANINGS[call.name.removesuffix(suffix)][1](*inner))
            return p == meant if suffix == "_reif" else meant or not p
    return bool(MEANINGS[call.name][1](*args))


class Maker:
    """Makes random models.  names: of the constraints to choose from."""

    def __init__(self, seed: int, names: list[str] | None = None):
        self._random = Random(seed)
        self._names = names or list(MEANINGS)
        self._model = RandomFlatZinc()

    def model(self) -> RandomFlatZinc:
        random, made = self._random, self._model
        for number in range(random.randint(1, 4)):
            low = random.choice((-3, -1, 0, 0, 1))
            values = list(range(low, low + random.randint(1, 6)))
            if random.random() < 0.2:
                values = sorted(random.sample(values, max(1, len(values) - 2)))
            made.domains[f"x{number}"] = values
        for number in range(random.randint(0, 4)):
            made.domains[f"p{number}"] = "bool"
        while prod(2 if d == "bool" else len(d) for d in made.domains.values()) > MOST:
            made.domains.popitem()
        if random.random() < 0.3:
            made.same["x9"] = self._word("i")
            made.same["p9"] = self._word("b")
        names = [*made.domains, *made.same]
        made.outputs = [name for name in names if random.random() < 0.8]
        made.calls = [self._call() for _ in range(random.randint(1, 4))]
        if random.random() < 0.4:
            made.objective = random.choice(("minimize", "maximize")), self._word("i")
        return made

    def _call(self) -> Call:
        random = self._random
        name = random.choice(self._names)
        lengths = random.randint(0, 4)
        args = [self._argument(sort, lengths) for sort in MEANINGS[name][0].split()]
        suffix = "" if name in NO_UNDER else random.choice(("", "", "_reif", "_imp"))
        return Call(name + suffix, [*args, self._word("b")] if suffix else args)

    def _argument(self, sort: str, length: int) -> Any:
        random = self._random
        if sort.isdecimal():
            return sort
        if sort == "s":
            values = sorted(random.sample(range(-3, 6), random.randint(0, 4)))
            return random.choice(
                (f"{random.randint(-3, 2)}..{random.randint(0, 5)}", "{{{}}}".format(",".join(map(str, values))))
            )
        if sort in "ibn":
            return self._word(sort)
        letter, more = sort[0], sort[1:]
        size = length if more == "=" else random.randint(1, 4) if more == "+" else int(more) if more else length
        if letter == "T":
            return [self._word("n") for _ in range(2 * size)]
        if letter == "W":
            return [str(random.randint(0, 4)) for _ in range(size)]
        if letter == "U":  # MiniZinc lets none be negative
            names = [name for name, d in self._model.domains.items() if d != "bool" and min(d) >= 0]
            return [random.choice([*names, str(random.randint(0, 4))]) for _ in range(size)]
        if letter == "P":
            return [random.choice(("true", "false")) for _ in range(size)]
        return [self._word({"I": "i", "B": "b", "N": "n"}[letter]) for _ in range(size)]

    def _word(self, sort: str) -> str:
        random, made = self._random, self._model
        names = [name for name in (*made.domains, *made.same) if name[0] == {"i": "x", "b": "p", "n": "-"}[sort]]
        if names and random.random() < 0.85:
            return random.choice(names)
        return random.choice(("true", "false")) if sort == "b" else str(random.randint(-3, 5))
