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
    """A random file over a few variables.

    plain: whether the file keeps to what other solvers read: no `as`, no variable twice as long as there are others, no
    list of both variables and integers, relations of two terms, mostly integers in conditions.
    """

    def __init__(self, rng: random.Random, plain: bool = False):
        self.rng, self.plain = rng, plain
        self.unused: list[str] = []  # in a plain file: the variables that `variable` has not returned
        self.constants = plain and rng.random() < 0.4  # in a plain file: whether lists are of integers
        self.domains: dict[str, list[int]] = {}
        self.n = rng.randint(2, 4)
        low = rng.choice((-2, -1, 0, 0, 0))
        for at in range(self.n):
            self.domains[f"x[{at}]"] = list(range(low, low + rng.randint(2, 3)))
        if plain and rng.random() < 0.5:
            self.domains = {name: list(range(self.n)) for name in self.domains}
        for at in range(2):
            self.domains[f"b[{at}]"] = [0, 1]
        self.domains["v"] = list(range(rng.choice((-1, 0)), 3)) if low or not plain else list(range(self.n))

    def variables(self) -> str:
        """The element of variables, in one of the ways to write it."""
        way = "cells" if self.plain else self.rng.choice(("cells", "others", "hole", "as"))
        named = {at: " ".join(map(str, self.domains[f"x[{at}]"])) for at in range(self.n)}
        spread = [f'<domain for="x[{at}]"> {text} </domain>' for at, text in named.items()]
        if way == "others":
            same = [at for at, text in named.items() if text == named[self.n - 1]]
            spread = [each for at, each in enumerate(spread) if at not in same]
            spread.append(f'<domain for="others"> {named[self.n - 1]} </domain>')
        if way == "as":
            same = [at for at, text in named.items() if text == named[0]]
            spread = [each for at, each in enumerate(spread) if at not in same]
            cells = " ".join(f"x[{at}]" for at in same)
            spread.insert(0, f'<domain for="{cells}" as="d"/>')
        size = self.n + (2 if way == "hole" else 0)
        last, extra = self.domains["v"], f'<var id="d"> {named[0]} </var>' if way == "as" else ""
        if way == "as":
            self.domains["d"] = self.domains["x[0]"]
        return (
            f'<variables> <array id="x" size="[{size}]"> {"".join(spread)} </array> <array id="b" size="[2]"> 0..1'
            f' </array> <var id="v"> {last[0]}..{last[-1]} </var> {extra} </variables>'
        )

    def assignments(self) -> Iterator[Values]:
        """All assignments."""
        for values in product(*self.domains.values()):
            yield dict(zip(self.domains, values, strict=True))

    # expressions

    def leaf(self) -> Written:
        """A variable or an integer, as an item of a list."""
        if self.plain:
            return constant(self.rng.randint(0, 3)) if self.constants else self.variable()
        return self.atom()

    def atom(self) -> Written:
        """A variable or an integer, as a part of an expression."""
        if self.rng.random() < 0.3:
            return constant(self.rng.randint(-3, 3))
        return _of(self.rng.choice(list(self.domains)))

    def variable(self) -> Written:
        """A variable; in a plain file one that was not returned before, as long as there are such."""
        if not self.plain:
            return _of(self.rng.choice(list(self.domains)))
        if not self.unused:
            self.unused = self.rng.sample(list(self.domains), len(self.domains))
        return _of(self.unused.pop())

    def size(self, most: int = 3) -> Written:
        """A number that is never negative."""
        if self.constants or (self.rng.random() < 0.6 and not self.plain):
            return constant(self.rng.randint(0, most))
        return _of(self.rng.choice(("b[0]", "b[1]")))

    def term(self, depth: int) -> Written:
        """An expression with an integer as its value."""
        if depth == 0 or self.rng.random() < 0.2:
            return self.atom()
        op = self.rng.choice(list(INTEGER_OPS))
        arity = INTEGER_OPS[op][0]
        args = [self.term(depth - 1) for _ in range(arity or self.rng.randint(2, 3))]
        if op == "pow":
            args[1] = self.atom()
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

            return Written(text, defined(contained))
        args = [self.term(depth) for _ in range(2 if self.plain else self.rng.choice((2, 2, 2, 3)))]

        def related(values: Values) -> int:
            found = [a.value(values) for a in args]
            if op == "ne":
                return int(len(set(found)) == len(found))
            return int(all(COMPARISONS[op](a, b) for a, b in pairwise(found)))

        return Written(f"{op}({','.join(a.text for a in args)})", defined(related))

    # parts of constraints

    def items(self, least: int = 2, expressions: bool = True) -> list[Written]:
        """Some items of a list; expressions are defined for all values."""
        if self.plain:
            return [self.variable() for _ in range(self.rng.randint(2, 4))]
        found = [self.variable() for _ in range(self.rng.randint(least, 4))]
        if expressions and self.rng.random() < 0.2:
            a, b = self.variable(), self.variable()
            found[0] = Written(f"add({a.text},{b.text})", lambda values: a.value(values) + b.value(values))
        return found

    def condition(self, low: int, high: int, sets: bool = True) -> tuple[str, Callable[[int, Values], bool]]:
        """A condition with about these values, and whether a number fulfils it."""
        is_common = self.plain and self.rng.random() < 0.6
        op = self.rng.choice(("eq", "le", "ge") if is_common else (*COMPARISONS, *(("in", "notin") if sets else ())))
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


def _of(name: str) -> Written:
    return Written(name, lambda values: values[name])


def _calls(meaning: Callable[..., int], args: list[Written]) -> Callable[[Values], int]:
    return lambda values: int(meaning(*[a.value(values) for a in args]))


def defined(meaning: Callable[[Values], int]) -> Callable[[Values], int]:
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


def text_of(items: list[Written]) -> str:
    return " ".join(item.text for item in items)


def constant(number: int) -> Written:
    return Written(str(number), lambda values: number)
