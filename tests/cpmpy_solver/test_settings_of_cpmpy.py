"""Settings and hints through CPMpy: wrong ones are refused in CPMpy's words, and none does nothing."""

import pytest

cp = pytest.importorskip("cpmpy", reason="CPMpy is not installed: pip install cpmpy")

from cpmpy.exceptions import NotSupportedError  # noqa: E402

from csp2sat.cpmpy import CPM_csp2sat  # noqa: E402
from csp2sat.errors import ModelError, UsageError  # noqa: E402


@pytest.fixture
def xs():
    return cp.intvar(0, 3, shape=3, name="x")


UNKNOWN = {
    "tiemout": "did you mean 'time_limit'",
    "timeout": "did you mean 'time_limit'",
    "on_better": "display= is called with each better",
    "proof": r"proof= goes to CPM_csp2sat\(model, proof=FILE\)",
    "sed": "did you mean 'seed'",
    "log_search_progress": "solve has on_progress=print",
    "relative_gap_limit": "solve has gap=0.02",
}


@pytest.mark.parametrize("name", UNKNOWN)
@pytest.mark.parametrize("method", ["solve", "solveAll"])
def test_unknown_settings(xs, name, method):
    with pytest.raises(TypeError, match=f"unknown setting '{name}'; {UNKNOWN[name]}"):
        getattr(cp.Model(xs[0] > 1), method)(solver="csp2sat", **{name: 3})


def test_a_setting_for_a_proof_in_the_wrong_place(xs, tmp_path):
    solver = CPM_csp2sat(cp.Model(xs[0] > 1), proof=str(tmp_path / "p"))
    with pytest.raises(TypeError, match="proof= goes to"):
        solver.solve(proof="q")


REFUSED = {
    "proofs of no parts": ({"proofs": "x"}, "proofs='x': only with cubes=N"),
    "a search that is none": ({"search": "dwon"}, "search='dwon': expected one of bisect"),
    "a search for nothing": ({"search": "down"}, "search='down': only with an objective"),
    "a seed that is none": ({"seed": 1.5}, "seed=1.5: expected an integer"),
}


@pytest.mark.parametrize("case", REFUSED)
def test_refused(xs, case):
    how, message = REFUSED[case]
    with pytest.raises(UsageError, match=message):
        cp.Model(xs[0] > 1).solve(solver="csp2sat", **how)


def test_no_solutions_are_not_all(xs):
    with pytest.raises(UsageError, match="solution_limit=0: expected an integer, at least 1"):
        cp.Model(xs[0] > 1).solveAll(solver="csp2sat", solution_limit=0)


def test_assumptions_with_another_solver(xs):
    solver = cp.SolverLookup.get("csp2sat:kissat", cp.Model(xs[0] > 1))
    with pytest.raises(NotSupportedError, match="use solver='csp2sat'"):
        solver.solve(assumptions=[xs[0] > 2])


def test_hints(xs):
    p = cp.boolvar(name="p")
    solver = CPM_csp2sat(cp.Model(cp.sum(xs) + p == 5))
    with pytest.raises(ModelError, match="a hint of 2 values for 3 variables"):
        solver.solution_hint(xs, [1, 2])
    solver.solution_hint([*xs, ~p], [99, 2, -1, 1])
    assert solver.native_model.preferred == {"x[1]": 2, "p": 0}
    assert solver.solve()


def test_a_variable_of_csp2sat_in_a_model_of_cpmpy(xs):
    """It is one of the native model; CPMpy has none of its own to print or to transform."""
    solver = CPM_csp2sat(cp.Model(xs[0] > 1))
    native = solver.solver_var(xs[0])
    solver.native_model.add(native < 3)
    assert solver.solve() and xs[0].value() == 2
