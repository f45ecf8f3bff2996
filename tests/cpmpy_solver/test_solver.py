"""csp2sat as a solver of CPMpy: what a user of CPMpy tries."""

from __future__ import annotations

from itertools import combinations

import pytest

cp = pytest.importorskip("cpmpy", reason="CPMpy is not installed: pip install cpmpy")

from cpmpy.exceptions import NotSupportedError  # noqa: E402
from cpmpy.expressions.utils import argvals  # noqa: E402
from cpmpy.solvers.solver_interface import ExitStatus  # noqa: E402

from csp2sat.cpmpy import CPM_csp2sat, register  # noqa: E402
from csp2sat.errors import Csp2SatError, UsageError  # noqa: E402


@pytest.fixture
def xs():
    return cp.intvar(0, 3, shape=3, name="x")


def test_solve_by_name(xs):
    model = cp.Model(cp.AllDifferent(xs), cp.sum(xs) == 3)
    assert model.solve(solver="csp2sat")
    assert sorted(xs.value()) == [0, 1, 2]
    assert model.status().exitstatus == ExitStatus.FEASIBLE
    assert 0 < model.status().solve_time < model.status().runtime


def test_a_solver_by_its_name(xs):
    assert cp.Model(xs[0] == 2).solve(solver="csp2sat:embedded")
    assert xs[0].value() == 2
    assert "csp2sat:embedded" in cp.SolverLookup.supported()
    with pytest.raises(Csp2SatError, match="no solver 'minisatt' is configured"):
        cp.Model(xs[0] == 2).solve(solver="csp2sat:minisatt")


def test_registered_once():
    register()
    assert [name for name, _ in cp.SolverLookup.base_solvers()].count("csp2sat") == 1
    assert cp.SolverLookup.lookup("csp2sat") is CPM_csp2sat
    assert cp.SolverLookup.base_solvers()[0][0] == "ortools"  # what CPMpy does without a name stays


def test_unsatisfiable_takes_values_away(xs):
    assert cp.Model(xs[0] == 1).solve(solver="csp2sat")
    assert not cp.Model(xs[0] == 1, xs[0] > 1).solve(solver="csp2sat")
    assert xs[0].value() is None


def test_objectives(xs):
    model = cp.Model(cp.AllDifferent(xs))
    for goal, best in ((model.minimize, 3), (model.maximize, 6)):
        goal(cp.sum(xs))
        assert model.solve(solver="csp2sat")
        assert (model.objective_value(), int(sum(xs.value()))) == (best, best)
        assert model.status().exitstatus == ExitStatus.OPTIMAL
    model.maximize(cp.AllEqual(xs))
    assert model.solve(solver="csp2sat")
    assert model.objective_value() == 0


def test_an_objective_that_is_undefined_somewhere_is_defined_in_the_best(xs):
    model = cp.Model(xs[0] == 3)
    model.maximize(xs[0] // xs[1])
    assert model.solve(solver="csp2sat")
    assert (model.objective_value(), xs[1].value()) == (3, 1)


def test_display_of_better_solutions(xs):
    seen = []
    model = cp.Model(cp.AllDifferent(xs), maximize=cp.sum(xs))
    assert model.solve(solver="csp2sat", display=lambda: seen.append(int(sum(xs.value()))))
    assert seen == sorted(seen)
    assert seen[-1] == 6


def test_display_of_an_expression(xs, capsys):
    assert cp.Model(xs[0] == 2).solve(solver="csp2sat", display=xs[0] + 1)
    assert capsys.readouterr().out == "3\n"


def test_all_solutions_differ_in_the_users_variables(xs):
    """Those of decompositions make none, and variables of no constraint are counted."""
    automaton = [(0, v, (v + s) % 3) for s in range(1) for v in range(4)] + [(1, 0, 2), (2, 3, 1)]
    seen = set()
    model = cp.Model(cp.Regular(xs, automaton, 0, [1, 2]) | (xs[0] == xs[0]))
    assert model.solveAll(solver="csp2sat", display=lambda: seen.add(tuple(argvals(xs)))) == 64 == len(seen)
    assert model.status().exitstatus == ExitStatus.OPTIMAL


def test_some_solutions_and_none(xs):
    model = cp.Model(xs <= 1)
    assert model.solveAll(solver="csp2sat", solution_limit=3) == 3
    assert model.status().exitstatus == ExitStatus.FEASIBLE
    assert cp.Model(xs[0] < xs[0]).solveAll(solver="csp2sat") == 0
    assert cp.Model().solveAll(solver="csp2sat") == 1


def test_all_best_solutions(xs):
    model = cp.Model(cp.sum(xs) >= 1, minimize=cp.sum(xs))
    assert model.solveAll(solver="csp2sat") == 3
    assert model.solve(solver="csp2sat")
    assert model.objective_value() == 1


def test_names_that_begin_with_what_hides(xs):
    hidden, other = cp.intvar(0, 2, name="_x"), cp.boolvar(name="~x")
    assert cp.Model(hidden >= 1, other | ~other).solveAll(solver="csp2sat") == 4
    assert other.value() in (True, False)


def test_a_variable_that_was_asked_for_before_it_was_used():
    x = cp.intvar(0, 4)
    solver = CPM_csp2sat()
    assert solver.solver_var(x) is solver.solver_var(x)
    solver += x >= 3
    assert solver.solveAll() == 2


def test_assumptions_and_cores():
    x, y, z = cp.boolvar(shape=3, name=tuple("xyz"))
    solver = CPM_csp2sat(cp.Model(x | y))
    assert solver.solve(assumptions=[~x])
    assert y.value()
    solver += ~y | z
    assumed = [z, ~x, ~z]
    assert not solver.solve(assumptions=assumed)
    core = solver.get_core()
    assert core
    assert all(any(each is literal for literal in assumed) for each in core)
    assert not cp.Model(x | y, ~y | z, core).solve()
    assert solver.solve(assumptions=set())
    assert solver.solve()
    with pytest.raises(Csp2SatError, match="no core"):
        solver.get_core()


def test_a_minimal_unsatisfiable_set(xs):
    soft = [xs[0] > xs[1], xs[2] > 0, xs[1] > xs[0], xs[0] == 1]
    found = {id(each) for each in CPM_csp2sat.mus_native(soft, [xs[1] > 0])}
    assert found in ({id(soft[0]), id(soft[2])}, {id(soft[0]), id(soft[3])})
    with pytest.raises(AssertionError, match="UNSAT"):
        CPM_csp2sat.mus_native(soft[:2])


def test_a_core_of_nothing_where_the_model_is_impossible():
    x = cp.boolvar()
    solver = CPM_csp2sat(cp.Model(x, ~x))
    assert not solver.solve(assumptions=[x])
    assert solver.get_core() == []


def test_assumptions_of_other_kinds(xs):
    """Constraints, and constants."""
    solver = CPM_csp2sat(cp.Model(cp.AllDifferent(xs)))
    assumed = [xs[0] == 2, True, xs[1] == 2]
    assert not solver.solve(assumptions=assumed)
    assert {id(each) for each in solver.get_core()} == {id(assumed[0]), id(assumed[2])}
    assert not solver.solve(assumptions=[xs[0] == 2, False])
    assert solver.get_core() == [False]


def test_assumptions_with_an_objective(xs):
    b = cp.boolvar()
    solver = CPM_csp2sat(cp.Model(b.implies(xs[0] <= 1), maximize=xs[0]))
    assert solver.solve(assumptions=[b])
    assert solver.objective_value() == 1
    assert solver.solve()
    assert solver.objective_value() == 3


def test_assumptions_need_the_solver_that_is_kept():
    with pytest.raises(NotSupportedError, match="the solver that is kept"):
        CPM_csp2sat(cp.Model(), subsolver="kissat").solve(assumptions=[cp.boolvar()])


def test_hints_replace_those_before():
    a, b = cp.boolvar(shape=2)
    solver = CPM_csp2sat(cp.Model(a | b))
    for values in ([True, False], [False, True]):
        solver.solution_hint([a, ~b], [values[0], not values[1]])
        assert solver.solve()
        assert argvals([a, b]) == values
    solver.solution_hint([], [])
    assert solver.native_model.preferred == {}


def test_proofs(xs, tmp_path):
    solver = CPM_csp2sat(cp.Model(cp.AllDifferent(xs), xs < 2), proof=str(tmp_path / "none.proof"))
    with pytest.raises(Csp2SatError, match="there is no proof"):
        solver.get_proof_files()
    assert not solver.solve()
    cnf, proof = solver.get_proof_files()
    assert solver.verify()
    (tmp_path / "none.proof").write_text("1 0\n")
    assert not solver.verify()
    assert "none.proof" in solver.verify_status["error"]
    assert (cnf, proof) == (f"{proof}.cnf", str(tmp_path / "none.proof"))


def test_a_proof_of_the_optimum(xs, tmp_path):
    solver = CPM_csp2sat(cp.Model(cp.AllDifferent(xs), minimize=cp.sum(xs)), proof=str(tmp_path / "best.proof"))
    assert solver.solve()
    assert solver.verify()
    assert (solver.objective_value(), solver.verify_status["claim"]) == (3, "optimum")


@pytest.mark.parametrize("wrong", [0, -1])
def test_limits_that_are_none(xs, wrong):
    with pytest.raises(ValueError, match="greater than 0"):
        CPM_csp2sat(cp.Model(xs[0] == 1)).solve(time_limit=wrong)
    with pytest.raises(ValueError, match="greater than 0"):
        CPM_csp2sat(cp.Model(xs[0] == 1)).solveAll(time_limit=wrong)


@pytest.mark.parametrize("wrong", ["3", True, [1], float("nan")])
def test_limits_that_are_no_numbers(xs, wrong):
    with pytest.raises(UsageError, match=r"time_limit=.*: expected a number"):
        CPM_csp2sat(cp.Model(xs[0] == 1)).solve(time_limit=wrong)


def test_a_limit_that_is_reached():
    marks = cp.intvar(0, 71, shape=11)  # of a ruler that is too short by one
    model = cp.Model(marks[:-1] < marks[1:], cp.AllDifferent([y - x for x, y in combinations(marks, 2)]))
    assert not model.solve(solver="csp2sat", time_limit=0.5)
    assert model.status().exitstatus == ExitStatus.UNKNOWN
    assert cp.Model(cp.boolvar(shape=24) >= 0).solveAll(solver="csp2sat", time_limit=1.5) > 0


@pytest.mark.parametrize("number", [2.5, 2.0])
def test_floats_are_refused(xs, number):
    with pytest.raises(NotSupportedError, match="integers only"):
        cp.Model(xs[0] == number).solve(solver="csp2sat")


def test_float_objectives_are_refused(xs):
    with pytest.raises(NotSupportedError, match="integers only"):
        CPM_csp2sat().maximize(cp.FloatSum([0.5], [xs[0]]))


def test_unknown_settings_are_refused(xs):
    with pytest.raises(TypeError, match="did you mean 'encoding'"):
        cp.Model(xs[0] == 1).solve(solver="csp2sat", encodign="log")


def test_settings(xs):
    assert cp.Model(xs[0] * xs[1] == 6).solve(solver="csp2sat", encoding="log", seed=3)
    assert int(xs[0].value() * xs[1].value()) == 6


def test_direct_constraints(xs):
    """A function of csp2sat.build, by its name."""
    direct = cp.DirectConstraint("lex_less", ([xs[0], xs[1]], [xs[1], xs[0]]))
    assert cp.Model(direct).solve(solver="csp2sat")
    assert xs[0].value() < xs[1].value()


def test_a_constraint_that_nobody_knows(xs):
    class Unknown(cp.expressions.globalconstraints.GlobalConstraint):
        def __init__(self):
            super().__init__("unknown", (xs[0],))

        def decompose(self):
            return [xs[0] == 2], []

    assert cp.Model(Unknown()).solve(solver="csp2sat")
    assert xs[0].value() == 2


def test_a_counted_term_that_is_undefined_makes_the_comparison_false():
    """Also below `count`, and in the decomposition of a global constraint that is required."""
    x, y = cp.intvar(0, 1, shape=2)
    assert cp.Model(cp.Count([x // y, 5], 7) == 0).solveAll(solver="csp2sat") == 2
    assert cp.Model(cp.Precedence([x // y, x], [3, 4])).solveAll(solver="csp2sat") == 2
