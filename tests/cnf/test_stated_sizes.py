"""The sizes that the manual's chapter on encodings states, measured for several n and k."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from itertools import combinations
from math import ceil, log2, sqrt

import pytest

from csp2sat.cnf import adders, counters, counts, gates
from csp2sat.cnf.flat_clauses import clauses
from csp2sat.cnf.sink import Sink


def written(write: Callable, n: int, **coding: str) -> tuple[int, list[list[int]]]:
    """How many variables are new beside n literals, and the clauses, without the constant's."""
    sink = Sink()
    sink.coding = replace(sink.coding, **coding)
    lits = list(sink.new(n))
    before = sink.num_vars  # with the variable that is true
    write(sink, lits)
    found = [list(clause) for clause in clauses(sink.flat())]
    return sink.num_vars - before, [clause for clause in found if clause != [1]]


def at_most_one(amo: str, n: int) -> tuple[int, int]:
    variables, found = written(gates.at_most_one, n, amo=amo)
    return variables, len(found)


@pytest.mark.parametrize("n", [10, 16, 50, 100, 400])
def test_at_most_one(n):
    assert at_most_one("pairwise", n) == (0, n * (n - 1) // 2)
    assert at_most_one("ladder", n) == (n - 1, 3 * n - 4)
    groups = ceil(log2(n / 2))
    assert at_most_one("bimander", n) == (groups, n * groups + n // 2)
    variables, number = at_most_one("commander", n)
    assert abs(variables - n / 2) <= 2 and abs(number - 3 * n) <= 5 + n // 20
    rows = ceil(sqrt(n))
    columns = ceil(n / rows)
    below = [at_most_one("product" if size > 8 else "pairwise", size) for size in (rows, columns)]
    assert at_most_one("product", n) == (rows + columns + sum(v for v, _ in below), 2 * n + sum(c for _, c in below))


@pytest.mark.parametrize("n, k", [(12, 4), (40, 5), (100, 10), (100, 33), (60, 29)])
def test_sequential_counters(n, k):
    for each, most in ((counts.at_most, 3), (counts.exactly, 5)):
        variables, found = written(lambda sink, lits, write=each: write(sink, lits, k), n, card="sequential")
        assert 0.7 * n * (k + 1) < variables < n * (k + 1)
        assert (most - 0.6) * variables < len(found) <= most * variables


@pytest.mark.parametrize("i, j", [(1, 1), (3, 5), (9, 9)])
@pytest.mark.parametrize("ways, number", [(counters.UP, 1), (counters.BOTH, 2)])
def test_an_addition_of_the_totalizer(i, j, ways, number):
    def add(sink, lits):
        unary = [list(enumerate(part, 1)) for part in (lits[:i], lits[i:])]
        counters.total(sink, unary, i + j, ways)

    variables, found = written(add, i + j, card="totalizer")
    assert (variables, len(found)) == (i + j, i + j - 1 + number * (i * j + i + j))


@pytest.mark.parametrize("card", ["sequential", "totalizer", "merging"])
def test_no_clause_of_a_counter_contains_another_one(card):
    """Where a number reaches the cut alone, no clause says so again of both numbers."""
    _, found = written(lambda sink, lits: counts.at_most(sink, lits, 4), 12, card=card)
    sets = [frozenset(clause) for clause in found if len(clause) > 1]  # without the bound itself
    assert not [(one, other) for one, other in combinations(sets, 2) if one <= other or other <= one]


@pytest.mark.parametrize("n, number", [(2, 7), (3, 14)])
def test_adders(n, number):
    variables, found = written(lambda sink, lits: adders.total(sink, [(1, lit) for lit in lits]), n)
    assert (variables, len(found)) == (2, number)
