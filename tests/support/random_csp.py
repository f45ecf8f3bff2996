"""Random small models over all operators and relations; of the global constraints only alldifferent."""

from __future__ import annotations

from random import Random

from csp2sat.model.constraint import RELATION, Relation
from csp2sat.model.domain import Domain
from csp2sat.model.expr import FALSE, TRUE, Expr, node
from csp2sat.model.model import Model, Objective, Origin
from csp2sat.model.ops import ANY, COMPARISONS, OPS, TERM


class RandomCsp:
    """`RandomCsp(seed).model()`: at most 4 integers of at most 5 values, 3 Booleans, 4 constraints."""

    def __init__(self, seed: int):
        self._random = Random(seed)
        self._model = Model()
        self._formulas: list[Expr] = []

    def model(self) -> Model:
        random, model = self._random, self._model
        self._ints = [model.int(f"x{i}", self._domain()) for i in range(random.randint(1, 4))]
        self._bools = [model.bool(f"p{i}") for i in range(random.randint(1, 3))]
        for number in range(random.randint(1, 4)):
            model.add(self._formula(random.randint(0, 4)), Origin("text", number + 1, 1))
        return model

    def objective(self) -> Objective:
        """A random objective for the model that was made."""
        return Objective(self._random.choice(["minimize", "maximize"]), self._term(self._random.randint(0, 2)))

    def _domain(self) -> Domain:
        random = self._random
        if random.random() < 0.6:
            lo = random.randint(-4, 4)
            return Domain([(lo, lo + random.randint(0, 4))])
        return Domain.of(random.sample(range(-5, 9), random.randint(1, 4)))

    def _formula(self, depth: int) -> Expr:
        """A new formula, or now and then one that is a part of the model already."""
        if not self._formulas or self._random.random() < 0.8:
            self._formulas.append(self._new_formula(depth))
        return self._random.choice(self._formulas[-10:]) if self._random.random() < 0.2 else self._formulas[-1]

    def _new_formula(self, depth: int) -> Expr:
        random = self._random
        if depth == 0 or random.random() < 0.25:
            if random.random() < 0.3:
                return random.choice([*self._bools, TRUE, FALSE])
            return node(random.choice(COMPARISONS), self._term(max(depth, 1)), self._term(0))
        names = [n for n, op in OPS.items() if op.args == ("formula",) and op.most]
        op = random.choice([*names, "and", "or", "alldifferent", RELATION])
        if op == "alldifferent":
            return node(op, *(self._term(1) for _ in range(random.randint(0, 4))))
        if op == RELATION:
            relation = self._relation()
            return relation(*(self._term(1) for _ in range(relation.arity)))
        return node(op, *(self._formula(depth - 1) for _ in range(self._count(op))))

    def _relation(self) -> Relation:
        random = self._random
        arity, size = random.randint(1, 3), random.randint(0, random.choice([3, 10, 40]))
        tuples = {tuple(random.randint(-3, 5) for _ in range(arity)) for _ in range(size)}
        return Relation(arity, frozenset(tuples), random.random() < 0.5)

    def _term(self, depth: int) -> Expr | int:
        random = self._random
        if depth == 0 or random.random() < 0.3:
            return random.choice(self._ints) if random.random() < 0.8 else random.randint(-3, 5)
        op = random.choice([n for n, op in OPS.items() if op.result == TERM])
        if op == "if":
            return node(op, self._formula(depth - 1), self._term(depth - 1), self._term(depth - 1))
        if op == "mul" and random.random() < 0.7:
            return node(op, random.randint(-3, 3), self._term(depth - 1))
        if op == "item-at":
            items = [self._term(depth - 1) for _ in range(random.randint(1, 3))]
            index = self._term(depth - 1)  # most of the time inside: what is undefined makes all around it false
            return node(op, node("mod", index, len(items)) if random.random() < 0.9 else index, *items)
        if op in ("div", "mod", "pow"):
            return node(op, self._term(depth - 1), self._term(0))
        return node(op, *(self._term(depth - 1) for _ in range(self._count(op))))

    def _count(self, op: str) -> int:
        least, most = OPS[op].least, OPS[op].most
        return self._random.randint(least, 3 if most == ANY else most)
