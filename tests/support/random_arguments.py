"""Random arguments of every constraint of FlatZinc: words of a few sorts, and what belongs together in some of them."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

Words = list[Any]
BOTH = ("int", "bool")
COUNTED = ("eq", "neq", "leq", "lt", "geq", "gt")


class Arguments:
    """Makes arguments.  names: of the variables to choose from, `x..` integers, `p..` Booleans; natural: those of
    the integers that are never negative."""

    def __init__(self, random: Random, names: list[str], natural: list[str]):
        self.random, self.names, self.natural = random, names, natural

    def of(self, name: str) -> Words:
        """Arguments of the constraint of that name, without `_reif`."""
        made = SORTS[name]
        return made(self) if callable(made) else self._by_sorts(made)

    def _by_sorts(self, sorts: str) -> Words:
        """A letter for each: `ib` a variable or a value, `np` a value, `u` a natural number, `s` a set, `0` itself;
        capital letters are arrays, `I3` one of 3, `I+` of at least one, the others all of the same length."""
        length = self.random.randint(0, 4)
        return [self._argument(sort, length) for sort in sorts.split()]

    def _argument(self, sort: str, length: int) -> Any:
        if sort.isdecimal():
            return sort
        letter, more = sort[0], sort[1:]
        if letter.islower():
            return self.word(letter)
        size = self.random.randint(1, 4) if more == "+" else int(more) if more else length
        return self.words(letter.lower(), size)

    def words(self, sort: str, size: int) -> Words:
        return [self.word(sort) for _ in range(size)]

    def word(self, sort: str) -> str:
        random = self.random
        if sort == "s":
            return self.set_of(range(-3, 6))
        if sort == "w":
            return str(random.randint(0, 4))
        if sort == "u":
            return random.choice([*self.natural, str(random.randint(0, 4))])
        names = [name for name in self.names if name[0] == {"i": "x", "b": "p"}.get(sort)]
        if names and random.random() < 0.85:
            return random.choice(names)
        return random.choice(("true", "false")) if sort in "bp" else str(random.randint(-3, 5))

    def set_of(self, values: range) -> str:
        """A range, or some of the values in braces."""
        low, high = self.random.choice(values), self.random.choice(values)
        some = sorted(self.random.sample(values, self.random.randint(0, min(4, len(values)))))
        return self.random.choice((f"{low}..{high}", "{" + ",".join(map(str, some)) + "}"))

    def some(self, values: range, least: int = 0) -> Words:
        """Different values."""
        return list(map(str, self.random.sample(values, self.random.randint(least, min(4, len(values))))))

    def shuffled_words(self, sort: str) -> Words:
        return self.words(sort, self.random.randint(0, 4))


def matrix(letter: str) -> Callable[[Arguments], Words]:
    """Cells row after row, and the number of columns."""

    def made(a: Arguments) -> Words:
        columns = a.random.randint(0, 3)
        return [a.words(letter, columns * a.random.randint(1, 2)), str(columns)]

    return made


def table(letter: str, cell: str) -> Callable[[Arguments], Words]:
    """Terms, the cells of rows that are as wide, and how many rows there are."""

    def made(a: Arguments) -> Words:
        width, rows = a.random.randint(0, 3), a.random.randint(0, 4)
        return [a.words(letter, width), a.words(cell, width * rows), str(rows)]

    return made


def cardinality(*more: str) -> Callable[[Arguments], Words]:
    """Terms, a cover, and as many numbers of each further sort."""

    def made(a: Arguments) -> Words:
        cover = a.some(range(-1, 5))
        return [a.shuffled_words("i"), cover, *(a.words(sort, len(cover)) for sort in more)]

    return made


def distribute(a: Arguments) -> Words:
    size = a.random.randint(0, 3)
    return [a.words("i", size), a.words("i", size), a.shuffled_words("i")]


def automaton(costs: bool, several: bool) -> Callable[[Arguments], Words]:
    """Terms, states, symbols, next states, the first and the final ones; costs and their sum."""

    def made(a: Arguments) -> Words:
        states, symbols = a.random.randint(1, 3), a.random.randint(1, 3)
        steps = range(states * symbols)
        after = [a.set_of(range(1, states + 1)) if several else str(a.random.randint(0, states)) for _ in steps]
        start, final = str(a.random.randint(1, states)), a.set_of(range(1, states + 1))
        found = [a.words("i", a.random.randint(0, 3)), str(states), str(symbols), after, start, final]
        return [*found, a.words("w", len(steps)), a.word("i")] if costs else found

    return made


def diagram(costs: bool, deterministic: bool) -> Callable[[Arguments], Words]:
    """Terms, nodes with their levels, edges with tails, labels, heads; costs and their sum."""

    def made(a: Arguments) -> Words:
        length = a.random.randint(1, 3)
        level = [1, *sorted(a.random.choices(range(2, length + 1), k=a.random.randint(1, 2) * (length > 1)))]
        tails, labels, heads = _edges(a, level, length, deterministic)
        found = [a.words("i", length), str(len(level)), list(map(str, level)), str(len(tails)), tails, labels]
        paid = [a.words("w", len(tails))] if costs else []
        return [*found, *paid, heads, *([a.word("i")] if costs else [])]

    return made


def _edges(a: Arguments, level: list[int], length: int, deterministic: bool) -> tuple[Words, Words, Words]:
    tails, labels, heads = [], [], []
    for node, at in enumerate(level, 1):
        targets = [0] if at == length else [n for n, where in enumerate(level, 1) if where == at + 1]
        values = a.random.sample(range(-1, 5), 6)
        for target in a.random.choices(targets, k=a.random.randint(0, 3)) if targets else ():
            some = [values.pop() for _ in range(2) if values] if deterministic else a.random.sample(range(-1, 5), 2)
            tails.append(str(node))
            labels.append("{" + ",".join(map(str, sorted(some))) + "}")
            heads.append(str(target))
    return tails, labels, heads


def graph(*more: str) -> Callable[[Arguments], Words]:
    """The first vertex, tails and heads, Booleans of vertices and edges; then `v` a vertex, `W` weights, `i`."""

    def made(a: Arguments) -> Words:
        first, vertices = a.random.randint(0, 1), a.random.randint(1, 3)
        edges = a.random.randint(0, 3)
        ends = [[str(first + a.random.randrange(vertices)) for _ in range(edges)] for _ in range(2)]
        found = [str(first), *ends, a.words("b", vertices), a.words("b", edges)]
        return [*found, *(a.words("w", edges) if sort == "W" else a.word("i") for sort in more)]

    return made


def choice(condition: str, letter: str) -> Callable[[Arguments], Words]:
    """Conditions, the last of which is true; results; and the value."""

    def made(a: Arguments) -> Words:
        size = a.random.randint(1, 3)
        return [[*a.words(condition, size - 1), "true"], a.words(letter, size), a.word(letter)]

    return made


def boxes(a: Arguments) -> Words:
    dimensions = a.random.randint(1, 2)
    size = dimensions * a.random.randint(0, 2)
    return [a.words("i", size), a.words("u", size), str(dimensions)]


def window(a: Arguments) -> Words:
    return [a.word("n"), a.word("n"), str(a.random.randint(1, 3)), a.shuffled_words("i")]


def loose_pair(letter: str) -> Callable[[Arguments], Words]:
    """Two arrays, of any lengths."""
    return lambda a: [a.shuffled_words(letter), a.shuffled_words(letter)]


def packing(letter: str) -> Callable[[Arguments], Words]:
    """Bins with a number each, items with the bin and the weight of each, the first bin."""

    def made(a: Arguments) -> Words:
        items = a.random.randint(0, 3)
        bins = a.words(letter, a.random.randint(0, 2))
        return [bins, a.words("i", items), a.words("w", items), str(a.random.randint(0, 1))]

    return made


def inverse(a: Arguments) -> Words:
    size = a.random.randint(0, 2)
    other = size if a.random.random() < 0.8 else a.random.randint(0, 2)
    return [a.words("i", size), a.words("i", other), *(str(a.random.randint(0, 1)) for _ in range(2))]


SORTS: dict[str, str | Callable[[Arguments], Words]] = {
    **{f"int_{op}": "i i" for op in ("eq", "ne", "le", "lt", "ge", "gt")},
    **{f"int_lin_{op}": "N I n" for op in ("eq", "ne", "le", "lt", "ge", "gt")},
    **{f"int_{name}": "i i i" for name in ("plus", "minus", "times", "div", "mod", "pow", "max", "min")},
    **{f"int_{name}": "i i" for name in ("negate", "abs")},
    "int_pow_fixed": "i n i",
    "set_in": "i s",
    "array_int_element": "i N i",
    "array_var_int_element": "i I i",
    "array_bool_element": "i P b",
    "array_var_bool_element": "i B b",
    **{f"bool_{name}": "b b" for name in ("eq", "ne", "not", "le", "lt", "ge", "gt")},
    **{f"bool_{name}": "b b b" for name in ("and", "or", "xor")},
    "bool_clause": loose_pair("b"),
    "array_bool_and": "B b",
    "array_bool_or": "B b",
    "array_bool_xor": "B",
    **{f"bool_lin_{op}": "N B i" for op in ("eq", "ne", "le")},
    "bool2int": "b i",
    **{f"fzn_{name}": "I" for name in ("all_different_int", "alldifferent_except_0", "all_equal_int")},
    "fzn_alldifferent_except": "I s",
    "fzn_nvalue": "i I",
    "fzn_among": "i I s",
    **{f"fzn_{name}_int": "n I n" for name in ("at_least", "at_most", "exactly")},
    **{f"fzn_count_{word}": "I i i" for word in COUNTED},
    **{f"fzn_count_{word}_par": "I n n" for word in COUNTED},
    **{f"fzn_global_cardinality{closed}": cardinality("i") for closed in ("", "_closed")},
    **{f"fzn_global_cardinality_low_up{closed}": cardinality("w", "w") for closed in ("", "_closed")},
    "fzn_distribute": distribute,
    "fzn_member_int": "I i",
    "fzn_member_bool": "B b",
    "csp2sat_symmetric_all_different": lambda a: [a.shuffled_words("i"), str(a.random.randint(0, 1))],
    "csp2sat_inverse": inverse,
    "csp2sat_inverse_in_range": inverse,
    **{
        f"fzn_{way}_{sort}": sort[0].upper()
        for way in ("increasing", "decreasing", "strictly_increasing", "strictly_decreasing")
        for sort in BOTH
    },
    **{f"fzn_lex_less{eq}_{sort}": loose_pair(sort[0]) for eq in ("", "eq") for sort in BOTH},
    **{f"csp2sat_lex_chain_less{eq}_{sort}": matrix(sort[0]) for eq in ("", "eq") for sort in BOTH},
    "csp2sat_lex2": matrix("i"),
    "csp2sat_strict_lex2": matrix("i"),
    "fzn_value_precede_int": "n n I",
    "fzn_value_precede_chain_int": lambda a: [a.some(range(-1, 5)), a.shuffled_words("i")],
    "fzn_seq_precede_chain_int": "I",
    **{
        f"csp2sat_{best}_arg_{sort}": f"{sort[0].upper()}+ i {first}"
        for best, first in (("maximum", 0), ("minimum", 1))
        for sort in BOTH
    },
    "array_int_maximum": "i I",
    "array_int_minimum": "i I",
    "csp2sat_sliding_sum": window,
    "csp2sat_table_int": table("i", "n"),
    "csp2sat_table_bool": table("b", "p"),
    "csp2sat_regular": automaton(costs=False, several=False),
    "csp2sat_regular_nfa": automaton(costs=False, several=True),
    "csp2sat_cost_regular": automaton(costs=True, several=False),
    "fzn_mdd": diagram(costs=False, deterministic=True),
    "fzn_mdd_nondet": diagram(costs=False, deterministic=False),
    "csp2sat_cost_mdd": diagram(costs=True, deterministic=True),
    **{
        f"csp2sat_{name}": lambda a: [a.words("i", a.random.randint(0, 4)), str(a.random.randint(0, 1))]
        for name in ("circuit", "subcircuit")
    },
    **{f"fzn_if_then_else{var}_{sort}": choice("b", sort[0]) for var in ("", "_var") for sort in BOTH},
    "fzn_cumulative": "I2 U2 U2 i",
    "fzn_disjunctive": "I2 U2",
    "fzn_disjunctive_strict": "I2 U2",
    "fzn_diffn": "I2 I2 U2 U2",
    "fzn_diffn_nonstrict": "I2 I2 U2 U2",
    "csp2sat_diffn_k": boxes,
    "csp2sat_diffn_nonstrict_k": boxes,
    "csp2sat_bin_packing_capa": packing("w"),
    "csp2sat_bin_packing_load": packing("i"),
    **{f"csp2sat_{name}": graph() for name in ("connected", "dconnected", "dag")},
    **{f"csp2sat_{name}": graph("v") for name in ("reachable", "dreachable", "tree", "dtree")},
    **{f"csp2sat_{name}": graph("v", "v") for name in ("path", "dpath")},
    **{f"csp2sat_bounded_{name}": graph("v", "v", "W", "i") for name in ("path", "dpath")},
    "csp2sat_steiner": graph("W", "i"),
    "csp2sat_dsteiner": graph("v", "W", "i"),
}
