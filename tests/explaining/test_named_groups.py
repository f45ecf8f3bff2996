"""Constraints with one name are left out together first, so that a reason of many constraints is found soon."""

from __future__ import annotations

import pytest

import csp2sat
from csp2sat import build
from csp2sat.api.writing.model_reasons import MOST_LINES
from csp2sat.build.forms import node_of
from csp2sat.explaining import mus, selectors
from csp2sat.explaining.mus import Shrinking
from csp2sat.explaining.selectors import PartsVerdict
from csp2sat.languages.csp.infix import infix
from csp2sat.model.model import Answer


def latin(n: int, named: bool) -> csp2sat.Model:
    """A latin square without equal numbers on a king's way, which does not exist for n of 2 to 4."""
    m = csp2sat.Model()
    x = m.int_array("x", (n, n), 1, n)
    m.add(build.all_different(x[r]) for r in range(n))
    for r in range(n):
        m.add(build.all_different(x[:, r]), name="columns" if named else "")
    for r in range(n - 1):
        for c in range(n - 1):
            m.add(x[r, c] != x[r + 1, c + 1], name="king" if named else "")
            m.add(x[r + 1, c] != x[r, c + 1], name="king" if named else "")
    m.add(x[0, 0] <= x[0, 1], name="not needed" if named else "")
    return m


def test_constraints_of_one_name_are_one_line():
    found = csp2sat.explain(latin(3, True)).reasons[0]
    assert found.minimal and set(found.names) & {"columns", "king", "not needed"} == {"columns", "king"}
    lines = str(found).splitlines()[1:]
    assert sum(line.startswith("  king: ") for line in lines) == 1
    assert any(
        line.startswith("  king: ") and " constraints, such as x_" in line and " != x_" in line for line in lines
    )
    assert any(line.startswith("  alldifferent(x_") for line in lines)


def test_names_are_asked_before_single_constraints(monkeypatch):
    asked = []
    ask = selectors.Unions.ask
    monkeypatch.setattr(
        selectors.Unions, "ask", lambda self, members, *more: asked.append(len(members)) or ask(self, members, *more)
    )
    csp2sat.explain(latin(3, True))
    assert asked and max(asked) <= 5  # three rows, columns, king and not needed: all of them but one
    asked.clear()
    csp2sat.explain(latin(3, False))
    assert asked == []


class Hard:
    """An oracle that gives up unless it may take more than 10; otherwise members 0 and 1 contradict each other."""

    has_cores = True

    def __init__(self):
        self.efforts: list[int | None] = []

    def ask(self, members, effort=None):
        self.efforts.append(effort)
        if effort is not None and effort <= 10:
            return PartsVerdict(None, [], False, effort)
        if {0, 1} <= set(members):
            return PartsVerdict(None, [0, 1], effort=10)
        return PartsVerdict(Answer({}, {}), [], effort=10)

    def rotations(self, group, witness, members):
        return []

    def holds(self, group, answer):
        return False


def test_hard_questions_are_given_up_without_a_time_limit():
    oracle = Hard()
    shrunk = Shrinking(oracle, range(100))
    shrunk.run(10 * mus.PART)
    assert shrunk.best == list(range(100)) and not shrunk.minimal and set(oracle.efforts) == {10}
    assert len(oracle.efforts) == mus.PART  # then the effort for all is spent
    shrunk.run()
    assert shrunk.best == [0, 1] and shrunk.minimal


def test_hard_questions_come_again_with_the_effort_that_is_left():
    oracle = Hard()
    shrunk = Shrinking(oracle, range(5))
    shrunk.run(10 * mus.PART)
    assert shrunk.best == [0, 1] and shrunk.minimal and oracle.efforts == [10] * 5 + [30] * 3


@pytest.mark.parametrize("deadline, smallest", [(None, False), (1e12, True)])
def test_a_time_limit_is_used(deadline, smallest, monkeypatch):
    monkeypatch.setattr(mus, "EFFORT", 3 * mus.PART)
    (shrunk,) = mus.some_sets(Hard(), range(5), deadline, 1, [])
    assert shrunk.minimal is smallest


def test_a_long_reason_is_cut():
    m = csp2sat.Model()
    x = m.int_array("x", MOST_LINES + 3, 0, MOST_LINES + 1)
    m.add(x[at] < x[at + 1] for at in range(MOST_LINES + 2))
    lines = str(csp2sat.explain(m).reasons[0]).splitlines()
    assert len(lines) == 1 + MOST_LINES + 1 and lines[-1].startswith(
        "  and 2 more, in `.constraints`; constraints with"
    )


def test_expressions_as_people_write_them():
    m = csp2sat.Model()
    x, b, c = m.int_array("x", 3, 0, 9), m.bool("b"), m.bool("c")
    said = {
        x[0] + 2 * x[1] - x[2] <= 7: "x_0 + 2 * x_1 - x_2 <= 7",
        x[0] - (x[1] - x[2]) == 0: "x_0 - (x_1 - x_2) == 0",
        sum((at + 1) * (x[at % 3] == 1) for at in range(20)) <= 3: " + ".join(
            (f"{at + 1} * " if at else "") + f"(x_{at % 3} == 1)" for at in range(20)
        )
        + " <= 3",
        (x[0] + x[1] - x[2]) * 2 - (x[0] + 3) >= 0: "(x_0 + x_1 - x_2) * 2 - (x_0 + 3) >= 0",
        -(x[0] + x[1]) >= -3: "-(x_0 + x_1) >= -3",
        b & (c | ~b): "b and (c or not b)",
        b.implies(c.implies(b)): "b => (c => b)",
        (x[0] < 3) == b: "(x_0 < 3) == b",
        build.maximum(x) > 3: "max(x_0, x_1, x_2) > 3",
    }
    for formula, text in said.items():
        assert infix(node_of(formula)) == text
    assert infix(node_of(x[0] == 12), 4) == "x_0 ..."


def test_counts_and_long_sums_are_short():
    m = csp2sat.Model()
    x, works = m.int_array("x", (5, 6), 0, 2), m.bool_array("works", (5, 4))
    said = {
        build.count(x[:, 5], 1) == 2: "count(x_0..4_5, 1) == 2",
        sum(x[0, i] == 1 for i in range(6)) == 1: "count(x_0_0..5, 1) == 1",
        build.count(x[::2, 5], -1) == 2: "count([x_0_5, x_2_5, x_4_5], -1) == 2",
        build.count([x[0, 0], x[1, 3], x[2, 2], x[3, 1]], 1) + 1
        == 2: "count([x_0_0, x_1_3, x_2_2, x_3_1], 1) + 1 == 2",
        build.exactly(2, x[:, 1], 0): "count(x_0..4_1, 0) == 2",
        works[:, 2].sum() >= 2: "sum(works_0..4_2) >= 2",
        sum(x[i, 0] for i in range(5)) * 2 <= 4: "sum(x_0..4_0) * 2 <= 4",
        x[0, 0] + x[1, 0] + x[2, 0] == 2: "x_0_0 + x_1_0 + x_2_0 == 2",
        x[0, 0] + x[1, 0] + x[2, 0] + x[4, 0] == 2: "x_0_0 + x_1_0 + x_2_0 + x_4_0 == 2",
        x[0, 0] + x[1, 1] + x[2, 2] + x[3, 3] == 2: "x_0_0 + x_1_1 + x_2_2 + x_3_3 == 2",
        build.total([x[0, 0] == 1, x[0, 1] == 2, x[0, 2] == 1]) == 1: "(x_0_0 == 1) + (x_0_1 == 2) + (x_0_2 == 1) == 1",
        build.all_different(x[:, 2]): "alldifferent(x_0..4_2)",
    }
    assert [infix(node_of(formula)) for formula in said] == [*said.values()]


def test_no_zeros_and_pairs_that_belong_together():
    m = csp2sat.Model()
    s, p = m.int_array("s", 5, 0, 9), m.bool_array("p", 2)
    x, y = s[0], s[1]
    said = {
        sum([x != 3, y != 2]) >= 2: "(s_0 != 3) + (s_1 != 2) >= 2",
        x + 4 + 0 <= y: "s_0 + 4 <= s_1",
        x + (0 + p[0]) > 1: "s_0 + p_0 > 1",
        0 - x >= y: "0 - s_0 >= s_1",
        (0 + p[0]) * 2 + x == 0: "p_0 * 2 + s_0 == 0",
        build.global_cardinality(s, [0, 4], [2, 3]): "global_cardinality([s_0..4], [(0, 2), (4, 3)])",
        build.negative_table([x, y], [(1, 2), (3, 4)]): "not extension-supports([s_0, s_1], [(1, 2), (3, 4)])",
        build.cumulative([(x, 2, None, 1)], 2): "cumulative([(s_0, 2, nil, 1)], 2)",
        build.disjunctive([(x, 2), (y, 3)]): "disjunctive([(s_0, 2), (s_1, 3)])",
        build.element(x, [y, 3], 2): "element(s_0 + 1, [s_1, 3], 2)",
        build.element(x, s) == 3: "[s_0..4][s_0] == 3",
        build.inverse(s[:2], s[2:4]): "inverse([s_0, s_1], [s_2, s_3])",
    }
    assert [infix(node_of(formula)) for formula in said] == [*said.values()]
