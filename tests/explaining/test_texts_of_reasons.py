"""The text of reasons and corrections: constraints as people write them, and what ended the search."""

import pytest

import csp2sat
from csp2sat import build
from csp2sat.explaining.corrections import Corrections
from csp2sat.explaining.csp_conflicts import Explanation, perhaps_more


def lines(m):
    return str(csp2sat.explain(m)).splitlines()[1:-1]


@pytest.mark.parametrize(
    ("constraint", "text"),
    [
        (lambda s, p: build.circuit(s), "circuit(s_0..7)"),
        (lambda s, p: build.circuit(s - 1), "circuit(s_0..7 - 1)"),
        (lambda s, p: build.subcircuit(s), "circuit(s_0..7)"),
        (lambda s, p: build.circuit(s) & (s[2] != 3), "circuit(s_0..7) and s_2 != 3"),
        (lambda s, p: s[1:6].sum() >= 99, "sum(s_1..5) >= 99"),
        (lambda s, p: 2 * p[0] + 3 * p[1] >= 9, "2 * p_0 + 3 * p_1 >= 9"),
        (lambda s, p: 2 * (s[0] > 3) + 3 * p[1] >= 9, "2 * (s_0 > 3) + 3 * p_1 >= 9"),
        (lambda s, p: build.all_different(s[0], s[1] + 1), "alldifferent(s_0, s_1 + 1)"),
    ],
)
def test_a_constraint_is_written_as_people_write_it(constraint, text):
    m = csp2sat.Model()
    s, p = m.int_array("s", 8, 0, 8), m.bool_array("p", 2)
    m.add(constraint(s, p), s[0] == s[1], s[0] == 0, s[1] + 1 == s[0])
    assert any(text in str(each) for each in csp2sat.explain(m, limit=None).reasons) or text in str(
        csp2sat.corrections(m, limit=None)
    )


def test_a_long_constraint_is_cut():
    m = csp2sat.Model()
    xs = [m.int(f"x{i * i}", 0, 3) for i in range(200)]
    m.add(build.all_different(xs))
    (line,) = lines(m)
    assert 170 < len(line) <= 2 + 200 + len(", ..., ")
    assert (
        line.startswith("  alldifferent(x0, x1, x4, ")
        and line.endswith(", x38809, x39204, x39601)")
        and "..., " in line
    )


def test_a_long_sum_keeps_its_bound():
    m = csp2sat.Model()
    xs = [m.int(f"some_long_name_{i}", 0, 3) for i in range(40)]
    m.add(sum((2000 + i) * x for i, x in enumerate(xs)) <= -13)
    (line,) = lines(m)
    assert line.startswith("  2000 * some_long_name_0 + 2001 * some_long_name_1 + ")
    assert line.endswith(" + ... + 2039 * some_long_name_39 <= -13")


def test_the_limit_that_ended_the_search_is_named():
    assert perhaps_more("reasons", "") == "there may be other reasons"
    assert str(Explanation(["one"], limit="time")) == "one\nthere may be other reasons: the time limit was reached"
    assert str(Explanation(limit="time")) == "no reason was found: the time limit was reached"
    assert str(Explanation(["one"], complete=True)) == "one"


def test_corrections_name_the_limit(monkeypatch):
    from csp2sat.api.questions import contradictions

    whole = contradictions.corrected

    def limited(*arguments):
        found = whole(*arguments)
        return Corrections(found.sets, limit="time")

    monkeypatch.setattr(contradictions, "corrected", limited)
    m = csp2sat.Model()
    x = m.int("x", 0, 3)
    m.add(x > 2, x < 1)
    assert str(csp2sat.corrections(m)).endswith("\nthere may be other corrections: the time limit was reached")


def test_a_circuit_of_arcs_is_written_by_its_arcs():
    m = csp2sat.Model()
    arcs = [(i, j, m.bool(f"{'abc'[i]}{'abc'[j]}")) for i in range(3) for j in range(3) if i != j]
    m.add(build.circuit_of_arcs(arcs), ~build.any_(arc for _, _, arc in arcs))
    assert lines(m)[:1] == ["  circuit_of_arcs(ab, ac, ba, bc, ca, cb)"]


@pytest.mark.parametrize("ask", [csp2sat.explain, csp2sat.corrections])
def test_the_status_is_that_of_the_problem(ask):
    m = csp2sat.Model()
    x = m.int("x", 0, 3)
    m.add(x > 1)
    assert ask(m).status == "SATISFIABLE"
    m.add(x < 1)
    assert ask(m).status == "UNSATISFIABLE"
    assert ask(m, timeout=0).status == "UNKNOWN"
