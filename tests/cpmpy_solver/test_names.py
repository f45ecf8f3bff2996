"""Names of CPMpy's variables: any text goes, and what CPMpy takes for one variable must be one."""

import pytest

cp = pytest.importorskip("cpmpy", reason="CPMpy is not installed: pip install cpmpy")

from csp2sat.cpmpy import CPM_csp2sat  # noqa: E402
from csp2sat.cpmpy.model_interface import visible  # noqa: E402
from csp2sat.errors import ModelError  # noqa: E402

NAMES = [
    "",
    "x\n",
    "x\\n",
    "~x\n",
    "~:x\\n",
    "_x\n",
    "_x",
    "~_x",
    "~",
    "~~",
    "~:",
    ":",
    "\x00",
    "\ud800",
    "x y(",
    "é",
    "\\xe9",
]


def test_each_name_has_its_own():
    assert len(set(map(visible, NAMES))) == len(NAMES)
    assert not [name for name in NAMES if visible(name).startswith("_") or not visible(name).isprintable()]


def test_any_name_goes():
    xs = [cp.intvar(0, len(NAMES), name=name) for name in NAMES]
    model = cp.Model([x == at for at, x in enumerate(xs)])
    for _ in range(2):  # the second time by the solver that is kept
        assert model.solve(solver="csp2sat")
        assert [x.value() for x in xs] == list(range(len(NAMES)))
    assert model.solveAll(solver="csp2sat") == 1


TWO = {
    "sorts": lambda: cp.boolvar(name="q").implies(cp.intvar(5, 9, name="q") == 5),
    "bounds": lambda: cp.intvar(0, 3, name="q") + 1 == cp.intvar(0, 9, name="q"),
}


@pytest.mark.parametrize("case", TWO)
def test_two_variables_of_one_name(case):
    """CPMpy takes them for one, and OR-Tools says that there is no solution."""
    with pytest.raises(ModelError, match="two variables of CPMpy are called 'q', with different values; rename one"):
        cp.Model(TWO[case]()).solve(solver="csp2sat")


def test_two_objects_for_one_variable():
    solver = CPM_csp2sat(cp.Model(cp.intvar(0, 3, name="q") > 1))
    solver += cp.intvar(0, 3, name="q") < 3
    assert solver.solve() and solver.solveAll() == 1
