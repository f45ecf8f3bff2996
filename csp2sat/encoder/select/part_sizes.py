"""Estimates of the number of clauses of all that is no sum: codes of integers, literals of single values, formulas,
tables, and global constraints.

The literals of the values of a variable are counted with the first constraint that needs them.  Tables are taken by a
sample of their rows, since many rows may be outside of the domains.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Container, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import islice
from math import prod

from ...cnf.gates import clauses_at_most_one
from ...constraints.globals.element import are_many
from ...constraints.graphs import circuit
from ...graphs.automata import Automaton
from ...graphs.diagrams import diagram_of, spelled
from ...graphs.forest import eliminated
from ...graphs.shift_register import bits_of
from ...ints.spec import BY_ORDER, BY_VALUE, Encoding
from ...model.constraint import CARDINALITY, RELATION
from ...model.domain import Domain
from ...model.expr import Expr
from ..normalize.formulas import ATOMS, Linear, Norm, bounds
from ..normalize.relations import MANY_TUPLES, by_support, diagram_for
from ..normalize.table_index import index_of
from .sum_sizes import counted, counter

SAMPLE = 500  # rows of a table
DENSE = 8  # clauses of a sum of heights, for each task, at most
PairRow = tuple[int | None, ...]  # None: any value


class PartSizes:
    """An estimator of the clauses of the parts of required formulas, each part once, with the given encodings.

    free: `Aliases.free`.
    """

    def __init__(self, norm: Norm, free: Callable[[Linear], Linear], encodings: Sequence[Encoding]):
        self._domains, self._free, self._encodings = norm.domains, free, encodings
        self._listed: set[int] = set()
        self._in_bits: set[int] = set()

    def codes(self) -> int:
        """Return the clauses of the codes of all integers that are no aliases."""
        own = (x for x in range(len(self._domains)) if self._free(Linear(((1, x),), 0)).terms == ((1, x),))
        return sum(self._encodings[x].axioms(self._domains[x]) for x in own)

    def of_truth(self, formula: Expr) -> int:
        """Return the clauses of a required formula of literals alone."""
        return self.of(formula, True, False) if formula.op == CARDINALITY else 1

    def of(self, part: Expr, required: bool, negated: bool) -> int:
        """Return the clauses of a part, without those of its sums and of its parts.

        required: whether the part is a required formula itself.  negated: whether the part stands in a negation.
        """
        if part.op in ("and", "or"):
            return int(not self._holds(part)) if required else 1 + len(part.args)
        if part.op in ("iff", "ite"):
            return 2 if required else 4
        if part.op in ATOMS:
            return self._atom(part, negated)
        if part.op == CARDINALITY:
            (least, most), *formulas = part.args
            return counted(len(formulas), least, most)
        terms = [self._free(arg) for arg in part.args if isinstance(arg, Linear)]
        if part.op == RELATION:
            return self._relation(part.args[0].tuples, terms, not negated)
        found = CONSTRAINTS.get(part.op)
        return found(self, part, terms) if found else 0

    def _atom(self, part: Expr, negated: bool) -> int:
        variables = [x for _, x in self._free(part.args[0]).terms]
        if part.op == "le0" or not 1 <= len(variables) <= 2:
            return 0
        if len(variables) == 1:
            return self._of_one_value(self._free(part.args[0]))
        if any(self._encodings[x].any_size and self._domains[x].size() > BY_VALUE for x in variables):
            return 0  # the equation is about digits or bits, as an inequality is
        if negated:
            return self._meetings(self._free(part.args[0])) + self._literals(variables)
        return 2 * self._sizes(variables, min)

    def _sizes(self, variables: Iterable[int], join: Callable[[Iterable[int]], int] = sum) -> int:
        return join([self._domains[x].size() for x in variables])

    def _of_a_value(self, x: int) -> int:
        return self._encodings[x].of_value(self._domains[x])

    def _of_one_value(self, total: Linear) -> int:
        """Return the clauses of the literal that a variable has one value; an end of its domain takes none."""
        ((a, x),), domain = total.terms, self._domains[total.terms[0][1]]
        value, rest = divmod(-total.const, a)
        is_known = x in self._listed or rest or value not in domain or value in (domain.lo, domain.hi)
        return 0 if is_known else self._of_a_value(x)

    def _literals(self, variables: Iterable[int]) -> int:
        """Return the clauses of the literals of all values of the variables but the ends of domains, as far as they are
        not counted yet.
        """
        fresh = {*variables} - self._listed
        self._listed |= fresh
        return sum(self._of_a_value(x) * max(0, self._domains[x].size() - 2) for x in fresh)

    def _meetings(self, total: Linear) -> int:
        """Return the number of pairs of values of two variables with which their sum is 0; return an estimate if
        both variables have many values.
        """
        (a, x), (b, y) = sorted(total.terms, key=lambda term: self._domains[term[1]].size())
        if self._domains[x].size() > SAMPLE:
            return self._domains[x].size()
        others = _image(self._domains[y], b, total.const)
        return sum(-a * value in others for value in self._domains[x])

    def _holds(self, formula: Expr) -> bool:
        """Whether a formula is true by the domain of a single variable, or one of its alternatives is."""
        if formula.op in ("or", "and"):
            return (any if formula.op == "or" else all)(map(self._holds, formula.args))
        atom = formula.args[0] if formula.op == "not" else formula
        if atom.op not in ATOMS:
            return False
        total = self._free(atom.args[0])
        if len(total.terms) > 1:
            return False
        least, most = bounds(total, self._domains)
        if atom.op == "le0":
            return most <= 0 if atom is formula else least > 0
        return least == most == 0 if atom is formula else 0 not in self._values(total)

    def _values(self, term: Linear) -> Container[int]:
        if not term.terms:
            return (term.const,)
        if len(term.terms) > 1:
            least, most = bounds(term, self._domains)
            return range(least, most + 1)
        ((a, x),) = term.terms
        return _image(self._domains[x], a, term.const)

    def _relation(self, rows: frozenset[tuple[int, ...]], terms: Sequence[Linear], positive: bool) -> int:
        variables = [*dict.fromkeys(x for term in terms for _, x in term.terms)]
        sizes = [self._domains[x].size() for x in variables]
        if len(variables) < 2:
            return 2 * len(variables)
        is_plain = positive and len(variables) == sum(len(term.terms) for term in terms)
        if len(rows) < MANY_TUPLES:
            inside = _inside(rows, tuple(map(self._values, terms)))
        else:
            known = index_of(rows).inside(able := [*map(self._values, terms)])
            inside = len(known)
            if is_plain and (diagram := diagram_for(rows, known, able, prod(sizes))):
                return self._walk(diagram, terms)
        others = max(0, prod(sizes) - inside)
        allowed, forbidden = (inside, others) if positive else (others, inside)
        literals = self._literals(variables)
        if not by_support(len(variables), allowed, forbidden):
            return forbidden + literals
        return (0 if len(variables) == 2 else len(variables) * allowed) + sum(sizes) + literals

    def _supports(self, part: Expr, terms: Sequence[Linear]) -> int:
        rows: tuple[PairRow, ...] = part.args[0]
        if found := diagram_of(rows):
            diagram, any_value = found
            return self._walk(spelled(diagram, {any_value: self._all_values(terms)}), terms)
        cells = sum(v is not None for row in islice(rows, SAMPLE) for v in row) / max(1, min(SAMPLE, len(rows)))
        variables = _variables(terms)
        return (
            int(_inside(rows, tuple(map(self._values, terms))) * cells)
            + self._sizes(variables)
            + self._literals(variables)
        )

    def _all_values(self, terms: Sequence[Linear]) -> set[int]:
        """Return all values that any of the terms can have; each term has at most one variable."""
        found = {term.const for term in terms if not term.terms}
        for term in terms:
            found.update(a * value + term.const for a, x in term.terms for value in self._domains[x])
        return found

    def _regular(self, part: Expr, terms: Sequence[Linear]) -> int:
        return self._walk(part.args[0], terms)

    def _walk(self, automaton: Automaton, terms: Sequence[Linear]) -> int:
        found = sum(3 + (values > 1) for values in _steps(automaton, [*map(self._values, terms)]))
        variables = _variables(terms)
        return found + self._sizes(variables) + self._literals(variables)

    def _different(self, part: Expr, terms: Sequence[Linear]) -> int:
        variables = _variables(terms)
        if not variables:
            return 0
        values = max(self._domains[x].hi for x in variables) - min(self._domains[x].lo for x in variables) + 1
        values = max(1, min(values, self._sizes(variables)))
        having = -(-self._sizes(variables) // values)
        full = values if values == len(terms) else 0
        return values * clauses_at_most_one(having) + full + self._literals(variables)

    def _count(self, part: Expr, terms: Sequence[Linear]) -> int:
        value, number, *counted = terms
        most = number.const if not number.terms else sum(abs(a) * self._domains[x].hi for a, x in number.terms)
        most = max(0, min(most, len(counted)))
        found = counter(len(counted), 1 + min(most, len(counted) - most)) * (2 if part.args[0] in ("eq", "ne") else 1)
        variables = _variables(counted)
        if not value.terms:
            return found + BY_ORDER * len(set(variables) - self._listed)
        return found + 3 * self._sizes(variables) + self._literals(variables)

    def _element(self, part: Expr, terms: Sequence[Linear]) -> int:
        index, value, *items = terms
        most = self._sizes(_variables([value]), sum) or 1
        sizes = [self._sizes(_variables([item])) for item in items]
        if are_many(most, sizes):
            fresh = {*_variables([value, *items])} - self._in_bits
            self._in_bits |= fresh
            found = sum(2 * size.bit_length() for size in sizes) + 2 * self._sizes(fresh)
        else:
            found = sum(2 * min(most, size) or 1 for size in sizes)
        return found + most + self._literals(_variables([index, value]))

    def _tasks(self, part: Expr, terms: Sequence[Linear]) -> int:
        """Return the clauses of tasks: a sum for each instant, or for each task and each two tasks, the fewer."""
        sizes = sorted(self._sizes([x]) for x in _variables(terms))
        if not sizes:
            return 0
        tasks, instants = max(1, len(terms) // 3), sizes[-1]
        limit = 1
        if part.op == "cumulative":
            limit = terms[0].const + sum(
                max(a * self._domains[x].lo, a * self._domains[x].hi) for a, x in terms[0].terms
            )
        of_a_sum = min(DENSE * tasks, counter(tasks, max(1, limit) + 1))
        return min(instants * (3 * tasks + of_a_sum), tasks * (2 * tasks * instants + of_a_sum))

    def _by_all_values(self, part: Expr, terms: Sequence[Linear]) -> int:
        variables = _variables(terms)
        return 3 * self._sizes(variables) + self._literals(variables)

    def _circuit(self, part: Expr, terms: Sequence[Linear]) -> int:
        variables = _variables(terms)
        successors = [self._successors(term, len(terms)) for term in terms]
        arcs = sum(map(len, successors))
        cycles = eliminated(successors, circuit.MOST)
        if cycles > circuit.MOST:
            cycles = 2 * bits_of(len(terms)) * arcs
        return cycles + 5 * arcs + self._literals(variables)

    def _successors(self, term: Linear, size: int) -> Sequence[int]:
        """Return the values of a term that are vertices, which are numbers below `size`; all of them for a term that
        has several variables.
        """
        if len(term.terms) > 1:
            return range(size)
        ((a, x),) = term.terms or ((0, 0),)
        values = (a * value + term.const for value in (self._domains[x].values() if a else (0,)))
        return [value for value in values if 0 <= value < size]


def _steps(automaton: Automaton, able: Sequence[Container[int]]) -> Iterator[int]:
    """Yield the number of values that lead from one state to the next, for each term and each pair of states between
    which a way from the start to a final state takes the value of this term.

    able: for each term its values; a way has one value of each term, in their order.
    """
    out_of: dict[int, list[tuple[int, int]]] = {}
    for tail, value, head in automaton.edges:
        out_of.setdefault(tail, []).append((value, head))
    layers: list[Counter[tuple[int, int]]] = []
    reached = {automaton.start}
    for values in able:
        edges = ((tail, head) for tail in reached for value, head in out_of.get(tail, ()) if value in values)
        layers.append(Counter(edges))
        reached = {head for _, head in layers[-1]}
    useful = reached & automaton.final
    for layer in reversed(layers):
        steps = [(tail, number) for (tail, head), number in layer.items() if head in useful]
        yield from (number for _, number in steps)
        useful = {tail for tail, _ in steps}


@lru_cache(4096)
def _inside(rows: frozenset[PairRow] | tuple[PairRow, ...], able: tuple[Container[int], ...]) -> int:
    """Return about how many rows have a value of `able` in each component, by a sample of the rows."""
    sample = [*islice(rows, SAMPLE)]
    found = sum(all(v is None or v in values for v, values in zip(row, able, strict=True)) for row in sample)
    return len(rows) * found // max(1, len(sample))


def _image(domain: Domain, a: int, c: int) -> Container[int]:
    """Return the values of a term a * x + c as a container that finds a value quickly."""
    if len(domain.ranges) > 1:
        return _Image(domain, a, c)
    return range(a * domain.lo + c, a * domain.hi + c + (1 if a > 0 else -1), a)


@dataclass(frozen=True)
class _Image:
    """The values of a term a * x + c as a container."""

    domain: Domain
    a: int
    c: int

    def __contains__(self, value: object) -> bool:
        assert isinstance(value, int)
        quotient, rest = divmod(value - self.c, self.a)
        return not rest and quotient in self.domain


def _variables(terms: Iterable[Linear]) -> list[int]:
    return [x for term in terms for _, x in term.terms]


CONSTRAINTS: dict[str, Callable[[PartSizes, Expr, Sequence[Linear]], int]] = {
    "extension-supports": PartSizes._supports,
    "regular": PartSizes._regular,
    "alldifferent": PartSizes._different,
    "count": PartSizes._count,
    "element": PartSizes._element,
    "cumulative": PartSizes._tasks,
    "disjunctive": PartSizes._tasks,
    "diffn": PartSizes._tasks,
    "circuit": PartSizes._circuit,
    "inverse": PartSizes._by_all_values,
    "nvalue": PartSizes._by_all_values,
    "alldifferent_except": PartSizes._different,
}
