"""So many of some literals: against counting, over all inputs."""

import pytest
from support.oracle import assert_means

from csp2sat.cnf import counts, gates
from csp2sat.cnf.flat_clauses import clauses
from csp2sat.cnf.sink import Sink


@pytest.mark.parametrize("most", [0, 4, 100], ids=str)
@pytest.mark.parametrize("size", range(8))
def test_bounds(size, most, monkeypatch):
    monkeypatch.setattr(counts, "MOST", most)
    for number in range(-2, size + 3):

        def bound(sink, *lits, number=number):
            counts.at_most(sink, lits, number)

        def equation(sink, *lits, number=number):
            counts.exactly(sink, lits, number)

        assert_means(bound, lambda *bits, n=number: sum(bits) <= n, size)
        assert_means(equation, lambda *bits, n=number: sum(bits) == n, size)


@pytest.mark.parametrize("most", [0, 100], ids=str)
def test_bounds_unless_a_literal_is_true(most, monkeypatch):
    monkeypatch.setattr(counts, "MOST", most)
    for number in range(-1, 7):

        def bound(sink, guard, *lits, number=number):
            counts.at_most(sink, lits, number, (guard,))

        def equation(sink, guard, *lits, number=number):
            counts.exactly(sink, lits, number, (guard,))

        assert_means(bound, lambda guard, *bits, n=number: guard or sum(bits) <= n, 6)
        assert_means(equation, lambda guard, *bits, n=number: guard or sum(bits) == n, 6)


@pytest.mark.parametrize("known", [0, gates.KNOWN])
@pytest.mark.parametrize("size", range(-1, 7))
def test_one_of_any(size, known, monkeypatch):
    monkeypatch.setattr(gates, "KNOWN", known)
    for count in range(6):

        def meaning(*bits, count=count):
            return bits.count(False) < size if size <= count else size > 0

        assert_means(lambda sink, *lits: gates.one_of_any(sink, lits, size), meaning, count)


def test_long_counts_take_few_clauses():
    for number, most in ((1, 5), (10, 60), (199, 5)):
        sink = Sink()
        counts.exactly(sink, sink.new(200), number)
        assert len(clauses(sink.flat())) < 200 * most


@pytest.mark.parametrize("number", [-(10**14), 10**14])
def test_impossible_numbers_take_the_empty_clause(number):
    sink = Sink()
    counts.exactly(sink, sink.new(3), number)
    assert [] in [[*each] for each in clauses(sink.flat())]
