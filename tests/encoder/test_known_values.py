"""Values that another term of `alldifferent` certainly has are excluded, and no solution is lost."""

from random import Random

import pytest
from support.oracle import encoded_solutions, solutions

from csp2sat.encoder.options import EncoderOptions
from csp2sat.encoder.passes import normalized
from csp2sat.encoder.propagate.known_values import SPAN, exclude_known
from csp2sat.ints.spec import ENCODINGS
from csp2sat.model.domain import Domain
from csp2sat.model.expr import node
from csp2sat.model.model import Model, Origin

HERE = Origin("text", 1, 1)


def random_model(seed: int) -> Model:
    """Up to four integers, most with few values, and one to three constraints on terms of them, shifted or negated."""
    rng = Random(seed)
    model = Model()
    xs = [
        model.int(f"x{at}", Domain.of(rng.sample(range(-1, 4), rng.choice([1, 1, 2, 3]))))
        for at in range(rng.randint(1, 4))
    ]

    def term() -> object:
        x = rng.choice(xs)
        return rng.choice([x, x, x, node("add", x, rng.randint(-2, 2)), node("neg", x), rng.randint(-1, 3)])

    for _ in range(rng.randint(1, 3)):
        model.add(node("alldifferent", *[term() for _ in range(rng.randint(2, 4))]), HERE)
    return model


@pytest.mark.sample(12)
@pytest.mark.parametrize("seed", range(400))
def test_no_solution_is_lost(seed: int) -> None:
    model = random_model(seed)
    expected = solutions(model)
    for encoding in ENCODINGS:
        assert encoded_solutions(model, EncoderOptions(encoding=encoding)) == expected, encoding


def narrowed(domains: dict[str, Domain], *terms: object) -> list[list[int]]:
    model = Model()
    found = {name: model.int(name, domain) for name, domain in domains.items()}
    model.add(node("alldifferent", *[found.get(term, term) for term in terms]), HERE)
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
