"""The Python interface; the programs of the manual are run by tests/test_readme.py."""

import pytest
from support.oracle import solutions as by_brute_force
from support.paths import BOARDS, DRAWINGS
from support.run_command import run

import csp2sat
from csp2sat import build
from csp2sat.base.plugins import UnknownPart
from csp2sat.errors import ModelError, SolverError, UsageError
from csp2sat.graphs.graph import Grid
from csp2sat.solving import oracle, pipeline


def small():
    m = csp2sat.Model()
    return m, [m.int(name, 0, 3) for name in "xyz"], m.bool("p")


FORMULAS = {
    "arithmetic": lambda x, y, z, p: build.eq(2 * x - y + 1, abs(z - 2)),
    "formulas as terms": lambda x, y, z, p: build.eq(p + (x < y) + z, 3) & (p * 2 <= y),
    "reversed": lambda x, y, z, p: build.ne(3 - x, 1 + y * 2),
    "division": lambda x, y, z, p: build.eq(x // 2, z % 2) & (-y < 0),
    "comparisons": lambda x, y, z, p: (x <= y) | (x > z) & (y >= 2) | ~p,
    "if": lambda x, y, z, p: build.eq(build.if_(p, x, 3), y),
    "extrema": lambda x, y, z, p: build.minimum(x, y) < build.maximum(y, z),
    "total": lambda x, y, z, p: build.eq(build.total([x, y, z]), 5),
    "power": lambda x, y, z, p: build.eq(build.power(x, 2), y + 1),
    "implies": lambda x, y, z, p: build.implies(p, build.all_different(x, y, z)),
    "iff": lambda x, y, z, p: build.iff(p, x < y),
    "xor": lambda x, y, z, p: build.xor(p, x < y, y < z),
    "element": lambda x, y, z, p: build.element(x, [y, z, 2], z),
    "element op": lambda x, y, z, p: build.element(x, (y, z, 2), 1, "le"),
    "count": lambda x, y, z, p: build.count(1, [x, y, z], "ge", 2),
    "n_values": lambda x, y, z, p: build.n_values(x, [y, z]),
    "global_cardinality": lambda x, y, z, p: build.global_cardinality([x, y, z], [(0, 1), (3, p)]),
    "cumulative": lambda x, y, z, p: build.cumulative([(x, 2, None, 1), (y, 1, None, 1)], 1),
    "disjunctive": lambda x, y, z, p: build.disjunctive([(x, 2), (y, 1)]),
    "lex": lambda x, y, z, p: build.lex_less([x, y], [y, z]) & build.lex_lesseq([x], [z]),
    "table": lambda x, y, z, p: build.table([x, y], [(0, 1), (1, 3)]) | ~build.table([y, z], [(0, 0)], supports=False),
    "circuit": lambda x, y, z, p: build.circuit([x, y, z]) | p,
    "subcircuit": lambda x, y, z, p: build.subcircuit([x, y, z]),
    "no circuit": lambda x, y, z, p: ~build.circuit([x, y, z]) & ~build.circuit([x, y]),
    "constraint": lambda x, y, z, p: build.constraint("weightedsum", [[2, x], [-1, y]], "le", z),
    "by its name": lambda x, y, z, p: (
        build.inverse([x, y], [y, z]) | build.extension_supports([x, p], [[1, 1], [2, 0]])
    ),
    "connected": lambda x, y, z, p: build.connected(Grid(2, 2), [p, x < 1, y < 1, z < 1]),
    "single_loop": lambda x, y, z, p: build.single_loop(Grid(2, 2), [p, x < 1, y < 1, z < 1]),
    "acyclic": lambda x, y, z, p: build.acyclic(Grid(2, 2), [p, x < 1, y < 1, z < 1]),
}


@pytest.mark.sample(2)
@pytest.mark.parametrize("formula", FORMULAS.values(), ids=FORMULAS.keys())
def test_what_is_built_means_what_it_should(formula):
    m, xyz, p = small()
    m.add(formula(*xyz, p))
    expected = by_brute_force(m.snapshot())
    found = {(tuple(s.ints.values()), tuple(s.bools.values())) for s in csp2sat.solutions(m)}
    assert found == expected
    assert 0 < len(expected) < 128, "the example should say something"


def test_domains():
    m = csp2sat.Model()
    m.int("a", 2, 4), m.int("b", [1, 5]), m.int("c", [7]), m.int("d", range(3))
    assert [list(domain) for domain in m.ints.values()] == [[2, 3, 4], [1, 5], [7], [0, 1, 2]]
    with pytest.raises(ModelError, match="integer variable e has an empty domain"):
        m.int("e", 3, 2)


def test_optimum_and_unsatisfiable():
    m, (x, y, z), p = small()
    m.add(build.all_different(x, y, z))
    m.add(build.implies(p, x < y))
    m.add(p)
    m.maximize(x + 2 * y - z)
    best = csp2sat.solve(m)
    assert (best.status, best.objective) == ("OPTIMUM FOUND", 2 + 6)
    m.satisfy()
    m.add(y < x)
    assert csp2sat.solve(m).status == "UNSATISFIABLE"


def test_boards(tmp_path):
    problem = csp2sat.load(BOARDS / "masyu-0.txt")
    result = csp2sat.solve(problem, unique=True, solver="embedded")
    assert result.unique is True
    drawn = csp2sat.draw(problem.board, result.solution)
    csp2sat.write_cnf(problem, tmp_path / "f.cnf", tmp_path / "f.map")
    (tmp_path / "f.out").write_text("s UNSATISFIABLE\n")
    assert csp2sat.decode(tmp_path / "f.out", tmp_path / "f.map").status == "UNSATISFIABLE"
    drawing = (DRAWINGS / "masyu-0.txt").read_text()
    assert [line.rstrip() for line in drawn.splitlines()] == [line.rstrip() for line in drawing.splitlines()]


def test_limits_and_mistakes(tmp_path):
    m, (x, y, _), _ = small()
    assert csp2sat.solve(m, timeout=0).status == "UNKNOWN"
    assert len(list(csp2sat.solutions(m, limit=5))) == 5
    with pytest.raises(ModelError, match="cumulative: expected"):
        build.constraint("cumulative", [[x, y]], 1)
    with pytest.raises(ModelError, match="inverse: expected two lists of the same length, found 1 and 2 terms"):
        build.inverse([x], [x, y])
    with pytest.raises(ModelError, match="value-sets has no form in CSP text"):
        build.constraint("value-sets", [(1,)], [x, y])
    with pytest.raises(AttributeError, match="no attribute 'inverses'"):
        build.inverses([x], [y])
    with pytest.raises(UnknownPart, match="no constraint 'inverses'; did you mean 'inverse'"):
        build.constraint("inverses", [x], [y])
    with pytest.raises(ModelError, match="'=<' is no comparison"):
        build.count(1, [x], "=<", 2)
    m.minimize(x)
    with pytest.raises(UsageError, match="with an objective"):
        csp2sat.solve(m, unique=True)


def test_a_cnf_has_variables_that_are_called_by_their_numbers(tmp_path):
    (tmp_path / "f.cnf").write_text("p cnf 2 1\n-1 2 0\n")
    assert csp2sat.count(tmp_path / "f.cnf").number == 3
    assert csp2sat.backbone(csp2sat.loads("p cnf 2 2\n-1 2 0\n1 0\n")) == {"1": True, "2": True}


def test_the_answer_to_another_cnf_is_refused(tmp_path):
    """The command refuses it, too: its literals would be read as values of variables that they are not."""
    for name, weight in (("one", 1), ("other", -1)):
        m, (x, y, _), _ = small()
        m.add(x * weight < y * weight)
        csp2sat.write_cnf(m, tmp_path / f"{name}.cnf", tmp_path / f"{name}.map")
    (tmp_path / "one.out").write_text(run("solve", tmp_path / "one.cnf").out)
    assert csp2sat.decode(tmp_path / "one.out", tmp_path / "one.map").status == "SATISFIABLE"
    with pytest.raises(SolverError, match="is the answer to another CNF than that of"):
        csp2sat.decode(tmp_path / "one.out", tmp_path / "other.map")


def test_the_solver_is_kept_warm_from_bound_to_bound(monkeypatch):
    made, runs = [], []
    session = oracle.SolverSession
    monkeypatch.setattr(oracle, "SolverSession", lambda *args: made.append(args) or session(*args))
    monkeypatch.setattr(pipeline, "run", lambda *args: runs.append(args))
    m, (x, y, z), _ = small()
    m.add(build.all_different(x, y, z))
    m.minimize(x + 2 * y + z * z)
    assert csp2sat.solve(m).status == "OPTIMUM FOUND"
    assert len(made) == 1 and runs == []


def test_an_interrupt_is_raised(monkeypatch):
    def interrupted(*_):
        raise KeyboardInterrupt

    monkeypatch.setattr(oracle.IncrementalOracle, "ask", interrupted)
    m, (x, _, _), _ = small()
    m.minimize(x)
    with pytest.raises(KeyboardInterrupt):
        csp2sat.solve(m)


def test_unknown_settings_are_refused_with_a_suggestion():
    m, _, _ = small()
    with pytest.raises(TypeError, match="unknown setting 'tiemout'; did you mean 'timeout'"):
        csp2sat.solve(m, tiemout=3)
    with pytest.raises(UsageError, match="timeout=-1: expected a number, at least 0"):
        csp2sat.solve(m, timeout=-1)
    with pytest.raises(UsageError, match="encode='x=log': expected a sequence of strings"):
        csp2sat.solve(m, encode="x=log")
    with pytest.raises(UsageError, match="amo='pair': expected one of pairwise"):
        csp2sat.solve(m, amo="pair")
