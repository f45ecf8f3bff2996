"""Constraints that a model keeps as numbers are those of nodes: read, changed, copied and encoded."""

from __future__ import annotations

import copy
import pickle
import random
from dataclasses import replace
from itertools import product
from pathlib import Path

import pytest

from csp2sat.encoder import files
from csp2sat.encoder.options import USUAL, EncoderOptions
from csp2sat.model.constraint import cardinality
from csp2sat.model.expr import FALSE, TRUE, Expr, any_of, node
from csp2sat.model.literal_constraints import LiteralConstraints
from csp2sat.model.meaning import broken_constraints
from csp2sat.model.model import Answer, Constraint, Model, Origin
from csp2sat.puzzles.spec import Board
from csp2sat.puzzles.types import akari

NAMES = [f"p{i}" for i in range(6)]


def told_of(names: list[str] = NAMES) -> tuple[Model, LiteralConstraints]:
    m = Model()
    for name in names:
        m.bool(name)
    told = LiteralConstraints(m.bools)
    m.constraints = told
    return m, told


def random_model(seed: int, size: int = 12) -> tuple[Model, list[tuple[int, int, list[int]]]]:
    """Return a model of random clauses, counts and other formulas, and the counts that hold in its solutions."""
    r, (m, told) = random.Random(seed), told_of()
    meant = []
    for at in range(size):
        literals = [r.choice((-1, 1)) * r.randint(1, 6) for _ in range(r.randint(1, 5))]
        least, most = (1, 9) if r.random() < 0.5 else sorted((r.randint(-1, 4), r.randint(0, 6)))
        if most == 9:
            told.clause(literals, (at, 1), "a clause")
        else:
            told.counted(least, most, literals, (at, 2), "a count")
        if r.random() < 0.2:
            p, q = r.sample([*m.bools.values()], 2)
            m.add(node("iff", p, ~q) if seed % 2 else any_of((p, ~q)))
        meant.append((least, most, literals))
    return m, meant


def cnf(m: Model, folder: Path, options: EncoderOptions = USUAL) -> bytes:
    files.write(m, "0", str(folder / "f.cnf"), str(folder / "f.map"), options)
    return (folder / "f.cnf").read_bytes() + (folder / "f.map").read_bytes()


@pytest.mark.sample(15)
@pytest.mark.parametrize("seed", range(60))
def test_the_formula_is_that_of_the_same_constraints_as_nodes(seed: int, tmp_path: Path) -> None:
    m, _ = random_model(seed)
    whole = replace(m, constraints=list(m.constraints))
    assert cnf(m, tmp_path) == cnf(whole, tmp_path)
    for options in (EncoderOptions(share=False), EncoderOptions(merge=False), EncoderOptions(amo="ladder")):
        assert cnf(m, tmp_path, options) == cnf(whole, tmp_path, options)


@pytest.mark.parametrize("seed", range(20))
def test_they_mean_what_was_told(seed: int) -> None:
    m, meant = random_model(seed)
    others = [each for each in m.constraints if each.origin is None]
    for values in product((False, True), repeat=len(NAMES)):
        answer = Answer({}, dict(zip(NAMES, values, strict=True)))
        true = [sum(values[abs(n) - 1] == (n > 0) for n in literals) for _, _, literals in meant]
        holds = all(least <= number <= most for (least, most, _), number in zip(meant, true, strict=True))
        broken = [each for each in broken_constraints(m, answer) if each not in others]
        assert holds == (not broken)


def test_a_count_with_many_sets_or_beside_integers_is_a_formula_of_its_own(tmp_path: Path) -> None:
    m, told = told_of([f"q{i}" for i in range(30)])
    told.counted(9, 11, range(1, 31), (0, 0), "many")
    assert cnf(m, tmp_path) == cnf(replace(m, constraints=list(told)), tmp_path)
    m, told = told_of()
    x = m.int("x", 0, 3)
    told.counted(1, 1, [1, 2, 3], (0, 0), "one")
    m.add(node("le", node("add", x, *(node("if", p, 1, 0) for p in [*m.bools.values()][:3])), 2))
    assert cnf(m, tmp_path) == cnf(replace(m, constraints=list(told)), tmp_path)


def test_a_connected_set_beside_a_count(tmp_path: Path) -> None:
    """A greatest number of members and a certain one, both kept as numbers, bound the steps from it."""
    from csp2sat.graphs.graph import Grid

    m, told = told_of()
    told.counted(0, 3, range(1, 7), (0, 0), "at most three")
    told.clause([1], (0, 0), "a member")
    m.add(node("connected", Grid(2, 3), *m.bools.values()))
    assert cnf(m, tmp_path) == cnf(replace(m, constraints=list(told)), tmp_path)


@pytest.mark.parametrize(
    ("least", "most", "literals", "formula"),
    [
        (0, 0, [], TRUE),
        (1, 1, [], FALSE),
        (-3, -1, [1], FALSE),
        (2, 9, [1], FALSE),
        (5, 2, [1, 2], FALSE),
        (1, 1, [2], "p1"),
        (0, 0, [2], "(not p1)"),
        (2, 2, [1, -2], "(and p0 (not p1))"),
        (0, 0, [1, -2], "(and (not p0) p1)"),
        (-1, 1, [1, 2], "(cardinality (0, 1) p0 p1)"),
        (1, 7, [1, 2], "(cardinality (1, 2) p0 p1)"),
    ],
)
def test_counts_at_the_ends(least: int, most: int, literals: list[int], formula: Expr | str) -> None:
    _, told = told_of()
    told.counted(least, most, literals, (0, 0), "")
    (found,) = told
    assert found.formula is formula or str(found.formula) == formula


def test_clauses_of_none_and_one() -> None:
    _, told = told_of()
    for literals in ([], [-1], [1, -1]):
        told.clause(literals, (3, 4), "rule")
    assert [str(each.formula) for each in told] == ["false", "(not p0)", "(or p0 (not p0))"]
    assert {each.origin for each in told} == {Origin("cell", 3, 4, "rule")}


def test_it_is_a_list() -> None:
    m, told = told_of()
    told.clause([1, 2], (0, 0), "a")
    m.add(m.bools["p3"])
    told.counted(1, 1, [1, 2, 3], (0, 1), "b")
    whole = list(told)
    assert len(told) == 3 and told[-1] == whole[2] and told[0:2] == whole[:2] and told[::-1] == whole[::-1]
    assert whole[2].formula is cardinality(1, 1, [m.bools[f"p{i}"] for i in range(3)])
    with pytest.raises(IndexError):
        told[3]
    for other in (copy.deepcopy(m), pickle.loads(pickle.dumps(m))):
        assert list(other.constraints) == whole
    new = Constraint(m.bools["p5"])
    for change in (
        lambda found: found.insert(1, new),
        lambda found: found.insert(-1, new),
        lambda found: found.append(new),
        lambda found: found.__setitem__(0, new),
        lambda found: found.__setitem__(slice(0, 2), [new]),
        lambda found: found.__delitem__(1),
        lambda found: found.reverse(),
        lambda found: found.extend([new, new]),
        lambda found: found.clear(),
    ):
        _, some = told_of()
        some.clause([1, 2], (0, 0), "a")
        some.append(whole[1])
        some.counted(1, 1, [1, 2, 3], (0, 1), "b")
        as_list = list(some)
        change(some)
        change(as_list)
        assert list(some) == as_list


def test_a_board_of_lights_is_the_same_in_numbers() -> None:
    board = Board("akari", 4, 4, ["..1.", ".#..", "0..2", "...."])
    for m in (akari.model(board), akari.finer(board)):
        assert isinstance(m.constraints, LiteralConstraints)
        assert {each.origin.rule.split()[0] for each in m.constraints if each.origin} >= {"the", "number"}
