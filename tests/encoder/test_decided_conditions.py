"""Conditions of `if` that narrowing decides: what they choose is a number, and no clause has a constant."""

from __future__ import annotations

import random

import pytest
from support import oracle

from csp2sat.base.source import Source
from csp2sat.cnf.flat_clauses import clauses
from csp2sat.cnf.sink import TRUE, Sink
from csp2sat.encoder.encoder import encode
from csp2sat.encoder.options import EncoderOptions
from csp2sat.languages.spec import LANGUAGES
from csp2sat.model.model import Model

DECIDED = "(int a 1 3) (int b 1 3) (int c 1 3)\n(!= a {}) (< b c)\n"


def model_of(text: str) -> Model:
    return LANGUAGES["sugar"].read(Source("x.csp", text))


def weighted(made: random.Random, relation: str) -> str:
    """A requirement of a sum of numbers that are chosen by values, of which some are impossible."""
    parts = " ".join(f"(if (= {x} {made.randint(1, 3)}) {made.randint(1, 9)} {made.randint(0, 2)})" for x in "abcabc")
    return f"({relation} (+ {parts}) {made.randint(8, 24)})"


@pytest.mark.sample(6)
@pytest.mark.parametrize("encoding", ["order", "direct", "log", "auto"])
@pytest.mark.parametrize("relation", ["<=", "=", "!="])
def test_sums_of_decided_conditions(relation: str, encoding: str) -> None:
    made = random.Random(f"{relation} {encoding}")
    for _ in range(4):
        model = model_of(DECIDED.format(made.choice("123")) + weighted(made, relation))
        assert oracle.encoded_solutions(model, EncoderOptions(encoding=encoding)) == oracle.solutions(model)


@pytest.mark.parametrize("encoding", ["order", "direct", "log", "auto"])
def test_no_clause_has_a_constant_or_a_literal_twice(encoding: str) -> None:
    sink = Sink()
    text = "(<= (+ (if (= a 1) 3 0) (if (= b 3) 4 0) (if (= c 1) 5 0) (if (= a 2) 6 0) (if (= b 1) 2 0)) 7)"
    encode(model_of(DECIDED.format("3") + text), sink, EncoderOptions(encoding=encoding))
    found = clauses(sink.flat())
    assert found.count([TRUE]) == 1 and all(TRUE not in map(abs, clause) for clause in found if clause != [TRUE])
    assert all(len(set(clause)) == len(clause) for clause in found)
