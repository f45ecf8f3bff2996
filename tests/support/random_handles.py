"""Random models written with handles, and beside each expression what Python itself makes of the values.

Nothing here knows nodes, encoders or the evaluator: the meaning is that of Python's own operators on int and bool.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import product
from random import Random
from typing import Any, NamedTuple

import csp2sat
from csp2sat import build

Env = dict[str, Any]


class UndefinedTerm(Exception):
    """Division by 0, an index outside, a negative exponent."""


class Both(NamedTuple):
    """An expression, and its value by those of the variables."""

    handle: Any
    value: Callable[[Env], Any]


def _truncated(x: int, y: int) -> int:
    return abs(x) // abs(y) * (1 if (x < 0) == (y < 0) else -1)


def _partial(f: Callable[[int, int], int]) -> Callable[[int, int], int]:
    def checked(x: int, y: int) -> int:
        if y == 0:
            raise UndefinedTerm
        return f(x, y)

    return checked


BINARY: list[tuple[Callable[[Any, Any], Any], Callable[[int, int], int]]] = [
    (lambda x, y: x + y, lambda x, y: x + y),
    (lambda x, y: x - y, lambda x, y: x - y),
    (lambda x, y: x * y, lambda x, y: x * y),
    (lambda x, y: x // y, _partial(lambda x, y: x // y)),
    (lambda x, y: x % y, _partial(lambda x, y: x % y)),
    (lambda x, y: divmod(x, y)[0] + divmod(x, y)[1], _partial(lambda x, y: sum(divmod(x, y)))),
    (build.truncating_div, _partial(_truncated)),
    (build.truncating_mod, _partial(lambda x, y: x - y * _truncated(x, y))),
    (build.euclidean_div, _partial(lambda x, y: (x - x % abs(y)) // y)),
    (build.euclidean_mod, _partial(lambda x, y: x % abs(y))),
    (build.maximum, max),
    (build.minimum, min),
]
COMPARISONS: list[Callable[[Any, Any], Any]] = [
    lambda x, y: x == y,
    lambda x, y: x != y,
    lambda x, y: x <= y,
    lambda x, y: x < y,
    lambda x, y: x >= y,
    lambda x, y: x > y,
]
LOGICAL: list[tuple[Callable[[Any, Any], Any], Callable[[bool, bool], bool]]] = [
    (lambda p, q: p & q, lambda p, q: p and q),
    (lambda p, q: p | q, lambda p, q: p or q),
    (lambda p, q: p ^ q, lambda p, q: p != q),
    (lambda p, q: p == q, lambda p, q: p == q),
    (lambda p, q: p != q, lambda p, q: p != q),
    (lambda p, q: p.implies(q), lambda p, q: q or not p),
]


class RandomModel:
    """A model with x, y, z, p, q and an array a; constraints, soft ones with weights, an objective; what they mean."""

    def __init__(self, seed: int):
        self.random = Random(seed)
        self.model = m = csp2sat.Model()
        low = self.random.randint(-3, 0)
        self.domains = {name: list(range(low, low + 4)) for name in "xyz"[: self.random.randint(2, 3)]}
        self.ints = [Both(m.int(name, d), _variable(name)) for name, d in self.domains.items()]
        self.bools = [Both(m.bool(name), _variable(name)) for name in "pq"]
        self.domains |= {"p": [False, True], "q": [False, True]}
        array = m.int_array("a", 2, 0, 2)
        self.items = [Both(array[at], _variable(f"a_{at}")) for at in range(2)]
        self.domains |= {f"a_{at}": [0, 1, 2] for at in range(2)}
        self.array = array
        self.constraints = [self.formula(3) for _ in range(self.random.randint(1, 4))]
        m.add([each.handle for each in self.constraints])
        self.soft = [(self.formula(1), self.random.randint(1, 5)) for _ in range(self.random.choice([0, 0, 3]))]
        for each, weight in self.soft:
            m.soft(each.handle, weight)
        self.objective = self.term(2) if not self.soft and self.random.random() < 0.5 else None

    def solutions(self) -> Iterator[Env]:
        """All assignments that satisfy the constraints, by trying all."""
        for values in product(*self.domains.values()):
            env = dict(zip(self.domains, values, strict=True))
            if all(each.value(env) for each in self.constraints):
                yield env

    def formula(self, depth: int) -> Both:
        random = self.random
        if depth == 0 or random.random() < 0.15:
            comparisons = [self.comparison(0) for _ in range(2)]
            return random.choice([*self.bools, *comparisons, _constant(random.random() < 0.5)])
        kind = random.randrange(7)
        if kind == 0:
            inner = self.real_formula(depth - 1)
            return Both(~inner.handle, lambda env: not inner.value(env))
        if kind == 1:
            return self.different()
        if kind in (2, 3):
            p, q = self.real_formula(depth - 1), self.formula(depth - 1)
            make, meaning = random.choice(LOGICAL)
            return Both(make(p.handle, q.handle), lambda env: meaning(bool(p.value(env)), bool(q.value(env))))
        if kind == 4:
            parts = [self.formula(depth - 1) for _ in range(random.randint(0, 3))]
            make, meaning = random.choice([(build.all_, all), (build.any_, any)])
            return Both(make([each.handle for each in parts]), lambda env: meaning([each.value(env) for each in parts]))
        return self.comparison(depth - 1)

    def real_formula(self, depth: int) -> Both:
        """A formula that is no Python True or False, for these have other operators."""
        found = self.formula(depth)
        return found if isinstance(found.handle, csp2sat.Formula) else self.comparison(depth)

    def comparison(self, depth: int) -> Both:
        op = self.random.choice(COMPARISONS)
        x, y = self.variable() if depth == 0 else self.real_term(depth), self.term(depth)
        if self.random.random() < 0.1:
            x = self.random.choice(self.bools)  # which counts as 0 or 1

        def value(env: Env) -> bool:
            try:
                return bool(op(x.value(env), y.value(env)))
            except UndefinedTerm:
                return False

        left, right = (x, y) if self.random.random() < 0.7 else (y, x)
        if left is y and not isinstance(y.handle, csp2sat.Term):
            left, right = x, y  # True == x is no comparison of ours
        return Both(op(left.handle, right.handle), value if left is x else _swapped(op, x, y))

    def different(self) -> Both:
        terms = [self.term(1) for _ in range(self.random.randint(2, 3))]

        def value(env: Env) -> bool:
            try:
                values = [each.value(env) for each in terms]
            except UndefinedTerm:
                return False
            return len(set(values)) == len(values)

        return Both(build.all_different([each.handle for each in terms]), value)

    def variable(self) -> Both:
        return self.random.choice([*self.ints, *self.items])

    def real_term(self, depth: int) -> Both:
        """A term that is no Python integer."""
        found = self.term(depth)
        return found if isinstance(found.handle, csp2sat.Term) else self.variable()

    def term(self, depth: int) -> Both:
        random = self.random
        if depth == 0 or random.random() < 0.3:
            return self.variable() if random.random() < 0.7 else _constant(random.randint(-3, 4))
        kind = random.randrange(8)
        if kind == 0:
            return self.item(depth)
        if kind == 1:
            parts = [self.formula(depth - 1) for _ in range(random.randint(0, 3))]
            return Both(build.total(each.handle for each in parts), lambda env: sum(bool(p.value(env)) for p in parts))
        if kind == 2:
            p, x, y = self.real_formula(depth - 1), self.term(depth - 1), self.term(depth - 1)
            return Both(build.if_(p.handle, x.handle, y.handle), lambda env: (x if p.value(env) else y).value(env))
        if kind == 3:
            x = self.real_term(depth - 1)
            make = random.choice([abs, lambda v: -v, lambda v: v**2, lambda v: 2 * v + 1])
            return Both(make(x.handle), lambda env: make(x.value(env)))
        x, y = self.real_term(depth - 1), self.term(depth - 1)
        make, meaning = random.choice(BINARY)
        if isinstance(y.handle, int) and y.handle == 0:
            y = _constant(-2)
        return Both(make(x.handle, y.handle), lambda env: meaning(x.value(env), y.value(env)))

    def item(self, depth: int) -> Both:
        """An item at an index that is a term."""
        index = self.real_term(depth - 1)
        terms = [*self.items, self.term(0), self.term(0)]
        array = self.array if self.random.random() < 0.5 else csp2sat.array([each.handle for each in terms])
        items = terms[: array.size]

        def value(env: Env) -> int:
            at, values = index.value(env), [each.value(env) for each in items]
            if not 0 <= at < len(values):
                raise UndefinedTerm
            return int(values[at])

        return Both(array[index.handle], value)


def _variable(name: str) -> Callable[[Env], Any]:
    return lambda env: env[name]


def _constant(value: Any) -> Both:
    return Both(value, lambda env: value)


def _swapped(op: Callable[[Any, Any], Any], x: Both, y: Both) -> Callable[[Env], bool]:
    def value(env: Env) -> bool:
        try:
            return bool(op(y.value(env), x.value(env)))
        except UndefinedTerm:
            return False

    return value


def wrong(seed: int) -> str:
    """What csp2sat says of the random model of that seed that brute force says otherwise; '' if nothing."""
    case = RandomModel(seed)
    names = list(case.domains)
    expected = {tuple(env[name] for name in names): env for env in case.solutions()}
    encoding = Random(seed).choice(["auto", "order", "direct", "log", "compact-order"])
    found = {tuple(s[name] for name in names) for s in csp2sat.solutions(case.model, encoding=encoding)}
    if found != set(expected):
        return f"{encoding}: {len(found)} solutions, by brute force {len(expected)}"
    return _wrong_best(case, list(expected.values()), encoding)


def _wrong_best(case: RandomModel, solutions: list[Env], encoding: str) -> str:
    """The same of the best solution."""
    costs = [sum(weight for each, weight in case.soft if not each.value(env)) for env in solutions]
    if case.objective is not None:
        case.model.minimize(case.objective.handle)
        costs = [value for value in map(_defined(case.objective), solutions) if value is not None]
    elif not case.soft:
        return ""
    best = csp2sat.solve(case.model, encoding=encoding)
    expected = min(costs, default=None)
    if best.objective != expected or (best.status == "OPTIMUM FOUND") != bool(costs):
        return f"{encoding}: best {best.objective} ({best.status}), by brute force {expected}"
    soft = zip(case.soft, case.model.soft_constraints, strict=True)
    lost = [weight for (each, weight), v in soft if best and not best[v]]
    return "" if not case.soft or not best or sum(lost) == expected else f"violated {lost}, cost {expected}"


def _defined(term: Both) -> Callable[[Env], int | None]:
    def value(env: Env) -> int | None:
        try:
            return int(term.value(env))
        except UndefinedTerm:
            return None

    return value
