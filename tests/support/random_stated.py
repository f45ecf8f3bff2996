"""Random small CSPs over what the statement has rules for: sums, comparisons, connectives, and its constraints."""

from __future__ import annotations

from random import Random

from csp2sat.constraints.globals.diffn import Space
from csp2sat.graphs.automata import Automaton
from csp2sat.graphs.graph import Graph
from csp2sat.model.constraint import RELATION, Relation, cardinality
from csp2sat.model.domain import Domain
from csp2sat.model.expr import Expr, all_of, any_of, negation, node
from csp2sat.model.model import Model, Objective, Origin
from csp2sat.model.ops import COMPARISONS

CONNECTIVES = ("and", "or", "imp", "xor", "iff", "ite", "not")
TOTAL = ("max", "min", "abs", "mul", "if")
FUNCTIONS = (*TOTAL, "div", "mod", "pow", "item-at")
CONSTRAINTS = (
    "alldifferent",
    "element",
    RELATION,
    "extension-supports",
    "count",
    "cardinality",
    "weightedsum",
    "global_cardinality",
    "alldifferent_except",
    "value-sets",
    "blocks",
    "cumulative",
    "disjunctive",
    "inverse",
    "lex_less",
    "lex_lesseq",
    "nvalue",
    "circuit",
    "connected",
    "degrees",
    "diffn",
    "global_cardinality_with_costs",
    "regular",
    "single-loop",
)


class RandomStated:
    """`RandomStated(seed).model()`: at most 4 integers of at most 5 values, 3 Booleans, `most` constraints; one in five
    has up to 5 integers that are the successors of a required circuit.
    """

    def __init__(self, seed: int, most: int = 4):
        self.random, self._most, self._functions = Random(seed), most, FUNCTIONS

    def model(self) -> Model:
        random, model = self.random, Model()
        domains, is_tour = [self._domain() for _ in range(random.randint(1, 4))], random.random() < 0.2
        if is_tour:
            domains = self._successors(random.choice((3, 4, 4, 5)))
        self._ints = [model.int(f"x{i}", domain) for i, domain in enumerate(domains)]
        self._bools = [model.bool(f"p{i}") for i in range(random.randint(0, 3 if len(domains) < 5 else 1))]
        if is_tour:
            model.add(node("circuit", *self._ints), Origin("text", 0, 1))
        for number in range(random.randint(1, self._most)):
            model.add(self._formula(random.randint(0, 3)), Origin("text", number + 1, 1))
        return model

    def objective(self) -> Objective:
        self._functions = TOTAL  # an objective is defined
        return Objective(self.random.choice(["minimize", "maximize"]), self.term(2))

    def _domain(self) -> Domain:
        random = self.random
        if random.random() < 0.6:
            lo = random.randint(-3, 3)
            return Domain([(lo, lo + random.randint(0, 4))])
        return Domain.of(random.sample(range(-4, 7), random.randint(1, 4)))

    def _successors(self, size: int) -> list[Domain]:
        """Domains of the successors of vertices, which may be left out in half of the models."""
        random, may_stay = self.random, self.random.random() < 0.5
        others = [[w for w in range(size) if may_stay or v != w] for v in range(size)]
        return [Domain.of(random.sample(each, random.randint(2, len(each)))) for each in others]

    def term(self, depth: int = 1) -> Expr | int:
        random = self.random
        if depth == 0 or random.random() < 0.35:
            return random.choice([*self._ints, random.choice(self._ints), random.randint(-3, 5)])
        match random.randrange(8):
            case 0:
                return node("neg", self.term(depth - 1))
            case 1:
                return node("mul", random.randint(-2, 3), self.term(depth - 1))
            case 2:
                return node("if", self._formula(0), random.randint(-2, 3), random.randint(-1, 2))
            case 3:
                return node("sub", self.term(depth - 1), self.term(depth - 1))
            case 4:
                return self._function(depth)
            case _:
                return node("add", *(self.term(depth - 1) for _ in range(random.randint(1, 3))))

    def _function(self, depth: int) -> Expr:
        """A term that is no sum, perhaps undefined somewhere."""
        op = self.random.choice(self._functions)
        s, t = self.term(depth - 1), self.term(0)
        match op:
            case "abs":
                return node(op, s)
            case "if":
                return node(op, self._formula(0), s, t)
            case "pow":
                return node(op, self.random.choice(self._ints), self.random.randint(-1, 2))
            case "item-at":
                return node(op, self.random.choice(self._ints), s, t, self.random.randint(-1, 2))
        return node(op, s, t)

    def _formula(self, depth: int) -> Expr:
        random = self.random
        if depth == 0 or random.random() < 0.3:
            if self._bools and random.random() < 0.3:
                return random.choice([*self._bools, negation(self._bools[0])])
            return node(random.choice(COMPARISONS), self.term(), self.term(0))
        if random.random() < 0.45:
            return self._constraint()
        op = random.choice(CONNECTIVES)
        parts = [self._formula(depth - 1) for _ in range(random.randint(2, 3))]
        match op:
            case "and" | "or":
                return (all_of if op == "and" else any_of)(parts)
            case "not":
                return negation(parts[0])
            case "ite":
                return node("ite", parts[0], parts[1], parts[-1])
            case "xor":
                return node("xor", *parts)
        return node(op, *parts[:2])

    def _constraint(self) -> Expr:
        random = self.random
        terms = [self.term() for _ in range(random.randint(1, 4))]
        op = random.choice(CONSTRAINTS)
        match op:
            case "element":
                return node(op, random.choice(COMPARISONS), self.term(), self.term(), *terms)
            case "relation":
                return self._relation(terms[:3])
            case "extension-supports":
                terms = terms[:3]
                rows = [tuple(self._cell(0.2) for _ in terms) for _ in range(random.randint(1, 6))]
                return node(op, tuple(rows), *terms)
            case "count":
                return node(op, random.choice(COMPARISONS), self.term(0), self.term(0), *terms)
            case "cardinality":
                formulas = [self._formula(0) for _ in terms]
                least = random.randint(0, len(terms))
                return cardinality(least, random.randint(least, len(terms)), formulas)
            case "weightedsum":
                weights = tuple(random.randint(-2, 3) for _ in terms)
                return node(op, random.choice(COMPARISONS), weights, self.term(0), *terms)
            case "global_cardinality":
                return node(op, (len(terms),), *terms, random.randint(-2, 4), self.term(0), self.term(0), self.term(0))
            case "alldifferent_except":
                return node(op, Domain.of(random.sample(range(-2, 5), random.randint(1, 2))), *terms)
            case "value-sets":
                sets = [frozenset(random.sample(range(-3, 6), random.randint(1, 5))) for _ in range(3)]
                return node(op, tuple(sets), *terms)
            case "blocks":
                lengths = tuple(random.randint(1, 2) for _ in range(random.randint(0, 2)))
                return node(op, lengths, *(self._formula(0) for _ in range(random.randint(1, 5))))
            case "cumulative":
                missing = tuple(random.choices((0, 1, 2, 2, 4), k=random.randint(1, 2)))
                count = sum(4 if place == 4 else 3 for place in missing)
                return node(op, missing, self.term(0), *(self.term(0) for _ in range(count)))
            case "connected" | "degrees" | "single-loop":
                return self._of_a_graph(op)
            case "diffn":
                space = Space(random.randint(1, 2), random.random() < 0.5)
                return node(op, space, *(self.term(0) for _ in range(4 * space.dimensions)))
            case "global_cardinality_with_costs":
                entries = tuple((random.randint(1, len(terms)), 1) for _ in range(random.randint(0, 2)))
                weights = [self.term(0) for _ in entries]
                return node(op, (len(terms),), entries, self.term(0), *weights, *terms, self.term(0), self.term(0))
            case "regular":
                edges = tuple((random.randrange(3), random.randint(-2, 4), random.randrange(3)) for _ in range(9))
                return node(op, Automaton(0, edges, frozenset(random.sample(range(3), 2))), *terms)
            case "disjunctive" | "inverse" | "lex_less" | "lex_lesseq":
                return node(op, *(self.term() for _ in range(2 * random.randint(1, 2))))
        return node(op, *terms)

    def _of_a_graph(self, op: str) -> Expr:
        """A constraint of literals of vertices or edges."""
        random, size = self.random, self.random.randint(2, 4)
        graph = Graph(size, [tuple(random.sample(range(size), 2)) for _ in range(random.randint(1, 5))])
        literals = [self._formula(0) for _ in range(size if op == "connected" else len(graph.edges))]
        if op != "degrees":
            return node(op, graph, *literals)
        return node(op, graph, tuple(frozenset(random.sample(range(4), 2)) for _ in range(size)), *literals)

    def _relation(self, terms: list[Expr | int]) -> Expr:
        random = self.random
        tuples = frozenset(tuple(self._cell() for _ in terms) for _ in range(random.randint(0, 8)))
        return Relation(len(terms), tuples, random.random() < 0.5, "r")(*terms)

    def _cell(self, free: float = 0.0) -> int | None:
        return None if self.random.random() < free else self.random.randint(-3, 5)
