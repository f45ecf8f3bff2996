"""csp2sat.pycsp3: what it answers, keeps for PyCSP3's own functions, and refuses; PyCSP3 is in other processes, since
it reads the command line when it is imported.
"""

import importlib.util
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
QUEENS = """
from pycsp3 import *
from csp2sat.pycsp3 import solve, count, explain
q = VarArray(size=6, dom=range(6))
satisfy(AllDifferent(q), AllDifferent(q[i] + i for i in range(6)), AllDifferent(q[i] - i for i in range(6)))
"""
FIRST_THINGS = """
found = solve(seed=1, solver="embedded")
print("1", found is SAT, status() is SAT, n_solutions(), sorted(values(q)), value(q[0]) == q[0].value, bound())
print("2", "<instantiation" in str(solution()), solution().values == values(q))
print("3", count().number, count(limit=2).number)
print("4", solve(sols=ALL) is SAT, n_solutions(), len({tuple(x.values[i] for x in q) for i in range(4)}))
print("5", solve(sols=2) is SAT, n_solutions(), explain())
satisfy(q[0] == 0)
print("6", solve() is UNSAT, solution(), solve(sols=ALL) is UNSAT, n_solutions())
print("7", any("eq(q[0],0)" in each for each in explain()[0]), count().number)
clear()
x = VarArray(size=3, dom=range(9))
satisfy(Increasing(x, strict=True), Sum(x) >= 5)
minimize(x[-1])
print("8", solve() is OPTIMUM, bound(), value(x[2]), solution().root.attrib["type"])
for wrong in (lambda: count(), lambda: solve(sols=2), lambda: solve(solver="nix"), lambda: solve(timout=3)):
    try:
        wrong()
    except Exception as error:
        print("9", type(error).__name__, error)
clear()
try:
    solve()
except Exception as error:
    print("10", type(error).__name__, error)
z = VarArray(size=[2, 2], dom=lambda i, j: range(3) if i <= j else None)
satisfy(z[0][0] < z[0][1], z[1][1] == 2)
print("11", solve() is SAT, value(z[1][1]), z.values, count().number, solve(sols=ALL) is SAT, n_solutions())
clear()
y = VarArray(size=4, dom=range(4))
satisfy((y[0] < y[1]) | ((y[2] == 3) & (y[3] * y[0] == 6)), y[y[0]] == 2)
print("12", count().number == solve(sols=ALL) is SAT or count().number == n_solutions())
try:
    print("13", solve(sols=0))
except Exception as error:
    print("13", type(error).__name__, error)
from pycsp3.solvers.external.external import ExternalProcess
external = ExternalProcess("csp2sat", sys.executable + " -P -m csp2sat.cli.competition --cores 1")
print("13", external.solve(compile("m.xml")) is SAT, y[y[0].value].value)
"""
ANSWERS = """\
1 True True 1 [0, 1, 2, 3, 4, 5] True None
2 True True
3 4 2
4 True 4 4
5 True 2 []
6 True None True 0
7 True 0
8 True 3 3 optimum
"""


@pytest.fixture(scope="module")
def lines(tmp_path_factory):
    """What the first things print, by their number."""
    if importlib.util.find_spec("pycsp3") is None:
        pytest.skip("needs pycsp3, which is not installed")
    folder = tmp_path_factory.mktemp("pycsp3")
    (folder / "model.py").write_text(QUEENS + FIRST_THINGS)
    done = subprocess.run([sys.executable, "model.py"], capture_output=True, text=True, cwd=folder, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    assert "Traceback" not in done.stdout + done.stderr
    return done.stdout.splitlines()


def test_answers_are_kept_for_pycsp3(lines):
    known = [line for line in lines if line.split()[0] in "12345678" and len(line.split()[0]) == 1]
    assert "\n".join(known) + "\n" == ANSWERS


def test_wrong_questions_are_refused(lines):
    refused = [line for line in lines if line.startswith("9 ")]
    assert [line.split()[1] for line in refused] == ["UsageError", "UsageError", "SolverError", "TypeError"]
    assert "10 UsageError the PyCSP3 model has no variables" in lines
    assert "13 UsageError sols=0: expected an integer, at least 1" in lines


def test_holes_and_added_variables_are_no_solutions(lines):
    (holes,) = [line for line in lines if line.startswith("11 ")]
    assert holes.startswith("11 True 2 [[") and "None, 2]]" in holes and holes.endswith(" 3 True 3")
    assert "12 True" in lines and "13 True 2" in lines


def models(*names):
    if importlib.util.find_spec("pycsp3") is None:
        pytest.skip("needs pycsp3, which is not installed")
    command = [sys.executable, str(ROOT / "scripts" / "pycsp3_models.py"), *names]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout.split()[1::3] and done.stdout


def test_some_published_models_have_the_known_answers():
    assert models("golomb_ruler", "travelling_salesman", "pigeons").count(" right") == 3


@pytest.mark.long
def test_all_published_models_have_the_known_answers():
    assert models().count(" right") == 22


def test_pycsp3_is_not_imported_before_a_question():
    program = "import sys, csp2sat.pycsp3; print('pycsp3' in sys.modules)"
    if importlib.util.find_spec("pycsp3") is None:
        pytest.skip("needs pycsp3, which is not installed")
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout == "False\n"


def test_what_to_install():
    program = "import sys; sys.modules['pycsp3'] = None; import csp2sat.pycsp3"  # as where it is not installed
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False)
    message = "ModuleNotFoundError: PyCSP3 is not installed; to install: pip install pycsp3"
    assert done.returncode == 1 and done.stderr.rstrip().endswith(message)
