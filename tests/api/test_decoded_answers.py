"""Answers of solvers that are decoded in Python: the interface of solutions, and a source that is written beside."""

import pytest
from pysat.formula import CNF
from pysat.solvers import Solver

import csp2sat
from csp2sat import ModelError, UsageError


def answered(path):
    """The answer of a solver to a CNF, in a file beside it."""
    with Solver(bootstrap_with=CNF(path)) as solver:
        text = (
            f"s SATISFIABLE\nv {' '.join(map(str, solver.get_model()))} 0\n" if solver.solve() else "s UNSATISFIABLE\n"
        )
    (out := path.with_suffix(".out")).write_text(text)
    return out


@pytest.fixture
def model():
    m = csp2sat.Model()
    x, y = m.int("x", 0, 9), m.int_array("y", (2, 2), 0, 3)
    p = m.bool("p")
    m.add(x + y.sum() == 21, p)
    return m, x, y, p


def test_the_values_are_asked_for_as_those_of_a_solution(model, tmp_path):
    m, x, y, p = model
    csp2sat.encode(m, tmp_path / "m.cnf", source=tmp_path / "m.csp")
    out, solved = answered(tmp_path / "m.cnf"), csp2sat.solve(m)
    for source in (None, m, tmp_path / "m.csp"):
        d = csp2sat.decode(out, source=source)
        assert d and d.unjudged == ()
        assert d.as_dict() == solved.as_dict() and d.value(y) == d[y] == [[3, 3], [3, 3]]
        assert (d[x], d["x"], d.value([x, p]), d.value({"a": x + 1}), d[p]) == (9, 9, [9, True], {"a": 10}, True)
        assert str(d) == f"SATISFIABLE: {', '.join(f'{name} = {value}' for name, value in d.as_dict().items())}"
        assert "VariableMap" not in repr(d)
        with pytest.raises(ModelError, match="no name of a variable in the map"):
            d.value("q")
    m.add(x < 9)
    with pytest.raises(csp2sat.InputError):
        csp2sat.decode(out, source=m)


def test_without_a_solution(tmp_path):
    m = csp2sat.Model()
    x = m.int("x", 0, 3)
    m.add(x < 1, x > 1)
    csp2sat.encode(m, tmp_path / "m.cnf")
    d = csp2sat.decode(answered(tmp_path / "m.cnf"))
    assert not d and str(d) == "UNSATISFIABLE"
    with pytest.raises(ModelError, match="there are no values; the status is UNSATISFIABLE"):
        d.as_dict()


def test_a_source_that_is_not_at_hand(model, tmp_path):
    m, *_ = model
    csp2sat.encode(m, tmp_path / "m.cnf")
    (unjudged,) = csp2sat.decode(answered(tmp_path / "m.cnf")).unjudged
    assert "is a model of a program; csp2sat.encode(m, ..., source=FILE) writes it, too" in unjudged
    with pytest.raises(UsageError, match="source"):
        csp2sat.encode(m, source=tmp_path / "m.csp")
    with pytest.raises(UsageError, match=r"the source is .*m.cnf itself"):
        csp2sat.encode(tmp_path / "m.cnf", tmp_path / "n.cnf", source=tmp_path / "m.csp")
    with pytest.raises(UsageError):
        csp2sat.encode(m, tmp_path / "n.cnf", source=tmp_path / "n.cnf")
