"""Values that other terms of `alldifferent` or `value-sets` rule out are excluded, and no solution is lost."""

from itertools import pairwise
from random import Random

import pytest
from support.oracle import encoded_solutions, solutions

from csp2sat.encoder.options import EncoderOptions
from csp2sat.encoder.passes import normalized
from csp2sat.encoder.propagate.bounds import Tightening, tighten
from csp2sat.encoder.propagate.known_values import SPAN, exclude_known
from csp2sat.ints.spec import ENCODINGS
from csp2sat.model.domain import Domain
from csp2sat.model.expr import node
from csp2sat.model.model import Model, Origin

HERE = Origin("text", 1, 1)


def random_model(seed: int) -> Model:
    """Up to four integers, most with few values, and one to three constraints on terms of them, shifted or negated.

    The sets of `value-sets` may be none, equal, empty, or too large for the terms.
    """
    rng = Random(seed)
    model = Model()
    xs = [
        model.int(f"x{at}", Domain.of(rng.sample(range(-1, 4), rng.choice([1, 1, 2, 3]))))
        for at in range(rng.randint(1, 4))
    ]

    def term() -> object:
        x = rng.choice(xs)
        return rng.choice([x, x, x, node("add", x, rng.randint(-2, 2)), node("neg", x), rng.randint(-1, 3)])

    def sets() -> tuple[frozenset[int], ...]:
        sizes = [rng.randint(0, 3) for _ in range(rng.randint(0, 5))]
        return tuple(frozenset(rng.sample(range(-1, 5), size)) for size in sizes)

    for _ in range(rng.randint(1, 3)):
        data = rng.choice([("alldifferent",), ("value-sets", sets())])
        model.add(node(*data, *[term() for _ in range(rng.randint(1, 4))]), HERE)
    return model


@pytest.mark.sample(12)
@pytest.mark.parametrize("seed", range(400))
def test_no_solution_is_lost(seed: int) -> None:
    model = random_model(seed)
    expected = solutions(model)
    for encoding in ENCODINGS:
        assert encoded_solutions(model, EncoderOptions(encoding=encoding)) == expected, encoding


def narrowed(domains: dict[str, Domain], *terms: object, op: str = "alldifferent") -> list[list[int]]:
    model = Model()
    found = {name: model.int(name, domain) for name, domain in domains.items()}
    model.add(node(op, *[found.get(term, term) if isinstance(term, str) else term for term in terms]), HERE)
    norm = normalized(model, EncoderOptions()).norm
    exclude_known(norm)
    return [list(domain) for domain in norm.domains[: len(domains)]]


def test_what_is_known_is_excluded_until_nothing_changes() -> None:
    row = {"a": Domain.of([2]), "b": Domain.of([2, 3]), "c": Domain.of([2, 3, 5]), "d": Domain.of([1, 2, 3, 5, 7])}
    assert narrowed(row, "a", "b", "c", "d") == [[2], [3], [5], [1, 7]]
    assert narrowed({"a": Domain.of([1, 4])}, "a", 4) == [[1]]


def test_a_domain_never_becomes_empty() -> None:
    assert narrowed({"a": Domain.of([1]), "b": Domain.of([1])}, "a", "b") == [[1], [1]]
    assert narrowed({"a": Domain.of([1]), "b": Domain.of([2]), "c": Domain.of([1, 2])}, "a", "b", "c")[2] in ([1], [2])


def test_wide_domains_are_left_alone() -> None:
    wide = Domain([(0, SPAN + 1)])
    assert narrowed({"a": wide, "b": Domain.of([3, 4]), "c": Domain.of([3])}, "a", "b", "c")[1] == [4]


def test_values_far_from_each_other_take_no_memory() -> None:
    far = {"a": Domain.of([1]), "b": Domain.of([1, 2]), "c": Domain.of([10**30, 10**30 + 1]), "d": Domain.of([10**30])}
    assert narrowed(far, "a", "b", "c", "d") == [[1], [2], [10**30 + 1], [10**30]]


def among_sets(sets: list[set[int]], **domains: list[int]) -> list[list[int]]:
    given = {name: Domain.of(values) for name, values in domains.items()}
    return narrowed(given, tuple(map(frozenset, sets)), *domains, op="value-sets")


def test_sets_without_a_value_for_each_term_are_left_out() -> None:
    assert among_sets([{1, 2}, {3, 4}], a=[1, 2, 3, 9], b=[1, 2, 5]) == [[1, 2], [1, 2]]
    assert among_sets([{1, 2, 3}, {4, 5}], a=[1, 4], b=[2, 3, 5]) == [[4], [5]]  # two terms have no three values
    assert among_sets([{1, 8}, {2, 9}], a=[1, 2, 8], b=[1, 2]) == [[8], [1]]  # no term is 9, only one is 8
    assert among_sets([{1, 2, 3}, {1, 2, 4}], a=[1, 3, 4], b=[2, 3, 4], c=[3, 4]) == [[1], [2], [3, 4]]


def test_impossible_sets_empty_no_domain() -> None:
    assert among_sets([], a=[1, 2]) == [[1, 2]]
    assert among_sets([{5}, {1, 7}], a=[1, 2]) == [[1, 2]]
    assert among_sets([{1, 2, 3}], a=[1], b=[2, 5], c=[2, 5]) == [[1], [2, 5], [2, 5]]
    assert among_sets([{1, 10**30}], a=[1, 2], b=[10**30, 10**30 + 1]) == [[1, 2], [10**30, 10**30 + 1]]


def test_a_variable_in_two_terms_only_loses_values() -> None:
    model = Model()
    x = model.int("x", 1, 3)
    model.add(node("value-sets", (frozenset((-1, 1, 2)),), x, node("sub", x, 2), 2), HERE)  # 1 or 2, and 1 or 3
    norm = normalized(model, EncoderOptions()).norm
    assert exclude_known(norm)
    assert list(norm.domains[0]) == [1]


def test_formulas_are_examined_again_only_where_known_values_narrowed(monkeypatch: pytest.MonkeyPatch) -> None:
    model = Model()
    x, y, z = (model.int(name, 1, 3) for name in "xyz")
    model.add(node("alldifferent", x, y), HERE)
    model.add(node("le", x, 1), HERE)
    model.add(node("le", node("add", z, 1), y), HERE)  # y: 2 or 3, and so z: 1 or 2
    others = [model.int(f"v{i}", 0, 9) for i in range(50)]
    for one, two in pairwise(others):
        model.add(node("lt", one, node("add", two, 9)), HERE)
    model.add(node("le", y, 2), HERE)
    visited, visit = list[int](), Tightening._visit
    monkeypatch.setattr(Tightening, "_visit", lambda self, number: visited.append(number) or visit(self, number))
    norm = normalized(model, EncoderOptions()).norm
    tighten(norm, exclude_known)
    assert [list(domain) for domain in norm.domains[:3]] == [[1], [2], [1]]
    assert len(visited) < 2 * len(others)
