"""Random models of long sums, whose bounds are so near their ends that few terms can be high."""

from __future__ import annotations

from csp2sat.model.domain import Domain
from csp2sat.model.expr import Expr, negation, node
from csp2sat.model.model import Model, Origin

from .random_csp import RandomCsp

NAMES = ["le", "le", "ge", "ge", "eq", "ne"]


class LongSums(RandomCsp):
    """`LongSums(seed).model()`: at most 7 integers of at most 3 values, a Boolean, 3 sums of 5 to 9 terms."""

    def model(self) -> Model:
        random, model = self._random, self._model
        domains = [Domain([(0, random.choice([0, *[1] * 8, 2]))]) for _ in range(random.randint(5, 7))]
        self._ints = [model.int(f"x{i}", domain) for i, domain in enumerate(domains)]
        self._bools = [model.bool("p0")]
        for number in range(random.randint(1, 3)):
            model.add(self._comparison(), Origin("text", number + 1, 1))
        if random.random() < 0.4:
            model.add(node("le", node("add", *random.sample(self._ints, 3)), 1), Origin("text", 4, 1))
        return model

    def _comparison(self) -> Expr:
        """A comparison of a sum, in most cases alone, else as a part of a formula."""
        random = self._random
        sizes, signs = random.choice([[1, 1, 2, 3], [2, 3, 4]]), random.choices([1, -1], [3, 1], k=random.randint(5, 9))
        weights = [sign * random.choice(sizes) for sign in signs]
        least, most = (sum(sign * max(0, sign * weight) for weight in weights) for sign in (-1, 1))
        one, other, *_ = sorted(map(abs, weights))
        bound = random.choice([random.randint(least, most), least + one + other - 1, most - one - other + 1])
        terms = [node("mul", weight, place) for weight, place in zip(weights, self._places(len(weights)), strict=True)]
        found = node(random.choice(NAMES), node("add", *terms), bound)
        kind = random.random()
        if kind < 0.15:
            return node("or", self._bools[0], found)
        return negation(found) if kind < 0.25 else node("iff", self._bools[0], found) if kind < 0.3 else found

    def _places(self, count: int) -> list[Expr]:
        """Different variables, or, if there are too few, variables and numbers that are 1 where a comparison holds."""
        random = self._random
        if count <= len(self._ints):
            return random.sample(self._ints, count)
        xs = random.choices(self._ints, k=count - len(self._ints))
        holds = (node(random.choice(["eq", "ge"]), x, random.randint(0, 2)) for x in xs)
        return [*self._ints, *(node("if", each, 1, 0) for each in holds)]
