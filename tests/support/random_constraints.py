"""Random arguments of every global and graph constraint."""

from random import Random

from csp2sat.constraints.globals.diffn import Space
from csp2sat.constraints.graphs.value_regions import RegionSizes
from csp2sat.graphs.automata import Automaton
from csp2sat.graphs.graph import Graph, Grid
from csp2sat.model.domain import Domain
from csp2sat.model.expr import Expr, node
from csp2sat.model.model import Model
from csp2sat.model.ops import COMPARISONS


class RandomArguments:
    """Arguments of each constraint, over the variables of a model: 3 integers of at most 4 values, 3 Booleans."""

    def __init__(self, seed: int):
        self.random = Random(seed)
        self.model = Model()
        self.ints = [self.model.int(f"x{i}", self._domain()) for i in range(3)]
        self.bools = [self.model.bool(f"p{i}") for i in range(3)]

    def _domain(self) -> Domain:
        low = self.random.randint(-2, 2)
        if self.random.random() < 0.5:
            return Domain([(low, low + self.random.randint(0, 3))])
        return Domain.of(self.random.sample(range(-2, 6), self.random.randint(1, 4)))

    def of(self, name: str) -> tuple:
        """Arguments of that constraint; of one that is not named here a few terms."""
        makers = {
            "alldifferent": lambda: self.terms(0, 5),
            "weightedsum": self.weightedsum,
            "count": lambda: (self.comparison(), *self.terms(2, 8)),
            "nvalue": lambda: self.terms(1, 6),
            "element": lambda: (self.comparison(), *self.terms(2, 7)),
            "disjunctive": lambda: self.groups(2, 0, 3),
            "inverse": lambda: self.groups(2, 0, 3),
            "lex_less": lambda: self.groups(2, 0, 4),
            "lex_lesseq": lambda: self.groups(2, 0, 4),
            "global_cardinality": self.global_cardinality,
            "global_cardinality_with_costs": self.with_costs,
            "cumulative": self.cumulative,
            "extension-supports": self.table,
            "alldifferent_except": lambda: (self._values(), *self.terms(0, 5)),
            "blocks": self.blocks,
            "diffn": self.boxes,
            "regular": lambda: (self.automaton(), *self.terms(0, 5)),
            "connected": self.vertices,
            "single-loop": self.edges,
            "acyclic": self.edges,
            "joined": self.edges,
            "graph-division": self.division,
            "islands": self.islands,
            "value-regions": self.regions,
        }
        return tuple(makers[name]() if name in makers else self.terms(0, 4))

    def number(self) -> int:
        return self.random.randint(-2, 4)

    def term(self) -> Expr | int:
        x, y = self.random.choices(self.ints, k=2)
        derived = [node("add", x, y), node("mul", -2, x), node("sub", 3, x), node("div", 4, x)]
        return self.random.choice([x, x, x, y, self.number(), self.number(), *derived])

    def terms(self, least: int, most: int) -> list[Expr | int]:
        return [self.term() for _ in range(self.random.randint(least, most))]

    def groups(self, size: int, least: int, most: int) -> list[Expr | int]:
        count = size * self.random.randint(least, most)
        return self.terms(count, count)

    def formula(self) -> Expr:
        return self.random.choice([*self.bools, *self.bools, node(self.comparison(), self.term(), self.term())])

    def formulas(self, count: int) -> list[Expr]:
        return [self.formula() for _ in range(count)]

    def _values(self) -> Domain:
        return Domain.of(self.random.sample(range(-2, 6), self.random.randint(0, 4)))

    def blocks(self) -> tuple:
        lengths = tuple(self.random.randint(1, 2) for _ in range(self.random.randint(0, 2)))
        return lengths, *self.formulas(self.random.randint(0, 5))

    def boxes(self) -> tuple:
        space = Space(self.random.randint(1, 2), self.random.random() < 0.5)
        return space, *self.groups(2 * space.dimensions, 0, 3)

    def automaton(self) -> Automaton:
        states = range(self.random.randint(1, 4))
        count = self.random.randint(0, 14)
        edges = [(self.random.choice(states), self.number(), self.random.choice(states)) for _ in range(count)]
        final = self.random.sample(states, self.random.randint(0, len(states)))
        return Automaton(self.random.choice(states), tuple(edges), frozenset(final))

    def comparison(self) -> str:
        return self.random.choice([*COMPARISONS, "eq", "eq"])

    def weightedsum(self) -> tuple:
        weights = tuple(self.number() for _ in range(self.random.randint(0, 4)))
        return self.comparison(), weights, *self.terms(len(weights) + 1, len(weights) + 1)

    def global_cardinality(self) -> tuple:
        terms = self.terms(0, 4)
        return (len(terms),), *terms, *self.groups(2, 0, 3)

    def with_costs(self) -> tuple:
        size, *values = self.global_cardinality()
        places = [(i + 1, k + 1) for i in range(size[0]) for k in range((len(values) - size[0]) // 2)]
        entries = tuple(self.random.choices(places, k=self.random.randint(0, 3))) if places else ()
        return size, entries, self.term(), *self.terms(len(entries), len(entries)), *values

    def cumulative(self) -> tuple:
        missing = tuple(self.random.choices((0, 1, 2, 2, 4), k=self.random.randint(0, 3)))
        count = sum(4 if place == 4 else 3 for place in missing)
        return missing, self.random.choice([self.term(), self.random.randint(0, 3)]), *self.terms(count, count)

    def table(self) -> tuple:
        terms = self.terms(0, 3)
        cells = [None, *range(-2, 5), *range(-2, 5)]
        rows = (tuple(self.random.choices(cells, k=len(terms))) for _ in range(self.random.randint(0, 6)))
        return tuple(rows), *terms

    def graph(self) -> Graph:
        if self.random.random() < 0.3:
            return Grid(self.random.randint(1, 2), self.random.randint(1, 3))
        size = self.random.randint(2, 5)
        edges = [tuple(self.random.sample(range(size), 2)) for _ in range(self.random.randint(0, 6))]
        return Graph(size, edges)

    def vertices(self) -> tuple:
        graph = self.graph()
        return graph, *self.formulas(graph.size)

    def edges(self) -> tuple:
        graph = self.graph()
        return graph, *self.formulas(len(graph.edges))

    def division(self) -> tuple:
        graph = self.graph()
        sized = tuple(v for v in range(graph.size) if self.random.random() < 0.4)
        return graph, sized, *self.terms(len(sized), len(sized)), *self.formulas(len(graph.edges))

    def islands(self) -> tuple:
        graph = self.graph()
        vertices = self.random.sample(range(graph.size), self.random.randint(0, min(2, graph.size)))
        return graph, tuple((v, self.random.randint(0, 3)) for v in vertices), *self.formulas(graph.size)

    def regions(self) -> tuple:
        graph = self.graph()
        terms = [self.random.choice([*self.ints, *self.ints, 1, 2, 3, self.term()]) for _ in range(graph.size)]
        return graph, RegionSizes(graph.size, 0), *terms
