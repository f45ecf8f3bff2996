"""Answers of solvers that are decoded in Python: the interface of solutions, and a source that is written beside."""

import pytest
from pysat.formula import CNF
from pysat.solvers import Solver

import csp2sat
from csp2sat import ModelError, UsageError
from csp2sat.api.decoding import Decoded
from csp2sat.decoder.map_file import VariableMap
from csp2sat.model.model import Answer


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
        names = ", ".join(f"{name} = {value}" for name, value in d.as_dict().items())
        assert str(d) == f"SATISFIABLE: {solved.solution if source is m else names}"
        assert "VariableMap" not in repr(d)
        with pytest.raises(ModelError, match="no name of a variable in the map"):
            d.value("q")
        assert (d.values["x"], d.values[x], d.values.ints["x"], str(d.values) in str(d)) == (9, 9, 9, True)
    assert csp2sat.decode(out, source=m)["y"] == solved["y"] == [[3, 3], [3, 3]]
    with pytest.raises(ModelError, match="'y' is no variable"):
        csp2sat.decode(out)["y"]  # the map has the names of the elements alone
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
    assert d.values is None


@pytest.mark.needs("minizinc")
def test_the_own_variables_of_another_language_are_there_by_name():
    """As in a solution: the map has the output of a MiniZinc model, and the arrays of an XCSP3 instance."""
    output = [["load", "int", [[1, 2]], ["load[1]", "load[2]"]]]
    ozn = 'output ["load = ",show(load),";\\n"];\narray [1..2] of int: load;\n'
    header = {"variables": 9, "about": {"language": "flatzinc", "output": output, "ozn": ozn}}
    answer = Answer({"load[1]": 3, "load[2]": 0}, {})
    d = Decoded("SATISFIABLE", answer, map=VariableMap(header))
    assert d["load"] == d.values["load"] == [3, 0] and d.as_dict() == {"load": [3, 0]}
    arrays = VariableMap({"variables": 9, "about": {"arrays": {"load": [2]}}})
    d = Decoded("SATISFIABLE", Answer({"load[0]": 3, "load[1]": 0}, {}), map=arrays)
    assert d["load"] == [3, 0] and d["load[0]"] == 3


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
