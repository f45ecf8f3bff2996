"""What is run around the rows of the chapter `coming-from` that are programs, and the rows on Sugar's command.

PROGRAMS has for the first piece of code of such a row: statements before it and the expression to compare, of the other
side, then of ours.
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

VARIABLES = {*"xyzinvdpqr", "xs", "ys", "ps", "start", "end", "grid"}  # that a row may name
CSPUZ = "m = csp2sat.Model(); x, y = m.int('a', 0, 3), m.int('b', 0, 3); p, q = m.bool('c'), m.bool('d'); \
ps = m.bool_array('f', 4); xs = [x, y]; edges = m.bool_array('e', 4); grid = m.bool_array('g', (2, 2))"

_NUMBER = "csp2sat.count(m).number"
_LIST = "def show(*_):\n    seen.append(1)\nseen = []"
_MODEL = "m = cp.Model()"
_CP_SOLVED = "solver = cp_model.CpSolver(); solver.parameters.num_workers = 1"
_CP_EACH = """seen = []
class Each(cp_model.CpSolverSolutionCallback):
    def on_solution_callback(self):
        seen.append(1)
callback = Each()
m = cp_model.CpModel(); x = m.new_int_var(0, 3, 'x')"""
_FRESH = "m = csp2sat.Model()"
_EACH = "m = csp2sat.Model(); x = m.int('x', 0, 3); seen = []\ndef callback(*_):\n    seen.append(1)"
_CNF = "f = CNF(); p, q, r = 1, 2, 3; f.extend([[p, -p], [q, -q], [r, -r]])"
_LITERALS = "m = csp2sat.Model(); p, q, r = m.bool('p'), m.bool('q'), m.bool('r')"
_MODELS = "(lambda s: sorted({tuple(lit for lit in model if abs(lit) < 4) for model in s.enum_models()}))(Solver('m22', bootstrap_with=f))"
_OURS = "sorted({tuple(at if s[lit] else -at for at, lit in enumerate([p, q, r], 1)) for s in csp2sat.solutions(m)})"

PROGRAMS: dict[str, dict[str, tuple[str, str, str, str]]] = {
    "CPMpy": {
        "import cpmpy as cp; m = cp.Model()": ("", "bool(m.solve())", "", "bool(csp2sat.solve(m))"),
        'x = cp.intvar(0, 9, name="x")': ("", "(cp.Model(x >= 0).solveAll(), x.name)", _FRESH, f"({_NUMBER}, x.name)"),
        'x = cp.intvar(1, 9, shape=(9, 9), name="x")': ("", "list(x.shape)", _FRESH, "list(x.shape)"),
        'p = cp.boolvar(name="p")': ("", "p.name", _FRESH, "p.name"),
        "m.solve(time_limit=5)": (
            f"{_MODEL}; m.add(x > 3)", "m.solve(time_limit=5)",
            f"{_FRESH}; m.add(m.int('x', 0, 3) > 3)", "bool(r)",
        ),
        "x.value()": ("m.add(x == 2); m.solve()", "int(x.value())", "m.add(x == 2); r = csp2sat.solve(m)", "int(r[x])"),
        "m.status()": (
            "m.maximize(x + y); m.solve()", "(m.objective_value(), m.status().exitstatus.name)",
            "m.maximize(x + y); r = csp2sat.solve(m)", "(r.objective, r.status.split()[0].replace('OPTIMUM', 'OPTIMAL'))",
        ),
        "m.minimize(x + y)": ("", "(m.solve(), m.objective_value())", "", "(bool(r := csp2sat.solve(m)), r.objective)"),
        "m.solveAll(solution_limit=3, display=show)": (f"{_LIST}\nm.add(x >= 0)", "len(seen)", f"{_LIST}\nx", "len(seen)"),
        "n = m.solveAll()": ("m = cp.Model(x + y == 3)", "n", f"{_FRESH}; m.add(m.int('x', 0, 3) + m.int('y', 0, 3) == 3)", "n"),
        "s.solution_hint([x, y], [1, 2])": (
            "s = cp.SolverLookup.get('ortools', cp.Model(x + y == 3))", "s.solve()",
            "m.add(x + y == 3)", "csp2sat.solve(m)[x] == 1",
        ),
        's = cp.SolverLookup.get("pysat", m)': ("m.add(~p | ~q)", "sorted(map(str, s.get_core()))", "m.add(~p | ~q)", "sorted(each.name for each in s.core())"),
        "cpmpy.tools.mus(m.constraints)": (
            "m.add(x > y); m.add(y > x); m.add(z > 1)", "len(cpmpy.tools.mus(m.constraints))",
            "m.add(x > y); m.add(y > x); m.add(z > 1)", "len(csp2sat.explain(m).reasons[0].constraints)",
        ),
    },
    "CP-SAT": {
        "m = cp_model.CpModel()": ("", "cp_model.CpSolver().solve(m) == cp_model.OPTIMAL", "", "bool(csp2sat.solve(m))"),
        'm.new_int_var(0, 9, "x")': ("m = cp_model.CpModel()", "len(m.proto.variables)", _FRESH, "len(csp2sat.solve(m).as_dict())"),
        'm.new_bool_var("p")': ("m = cp_model.CpModel()", "len(m.proto.variables)", _FRESH, "len(csp2sat.solve(m).as_dict())"),
        'm.new_int_var_from_domain(Domain.from_values([1, 3]), "x")': (
            "m = cp_model.CpModel()", "[1, 3]", _FRESH, "sorted(s['x'] for s in csp2sat.solutions(m))",
        ),
        "m.add_circuit(arcs)": (
            "arcs = [(0, 1, p), (1, 0, q), (1, 2, r), (2, 0, ps[0])]; m.add(p == 1)",
            "(lambda s: (s.solve(m), [s.value(each) for each in (p, q, r, ps[0])])[1])(cp_model.CpSolver())",
            "arcs = [(0, 1, p), (1, 0, q), (1, 2, r), (2, 0, ps[0])]; m.add(p)",
            "(lambda s: [int(s[each]) for each in (p, q, r, ps[0])])(csp2sat.solve(m))",
        ),
        "m.add_hint(x, 3)": ("", "True", "", "csp2sat.solve(m)[x] == 3"),
        "m.add_assumptions([p])": (
            f"{_CP_SOLVED}; m.add_bool_or([~p])", "len(solver.sufficient_assumptions_for_infeasibility())",
            "m.add(~p)", "len(s.core())",
        ),
        "m.clone()": ("", "True", "import copy", "len(copy.copy(m).constraints) == len(m.constraints)"),
        "solver = cp_model.CpSolver()": ("", "True", "", "bool(r)"),
        "solver.parameters.max_time_in_seconds = 5": (_CP_SOLVED, "solver.solve(m) == cp_model.OPTIMAL", "", "bool(csp2sat.solve(m, timeout=5, threads=2, seed=1))"),
        "status == cp_model.OPTIMAL": (
            f"{_CP_SOLVED}; m.maximize(x); status = solver.solve(m)", "status == cp_model.OPTIMAL",
            "m.maximize(x); r = csp2sat.solve(m)", 'r.status == "OPTIMUM FOUND"',
        ),
        "status in (cp_model.OPTIMAL, cp_model.FEASIBLE)": (
            f"{_CP_SOLVED}; status = solver.solve(m)", "status in (cp_model.OPTIMAL, cp_model.FEASIBLE)",
            "r = csp2sat.solve(m)", "bool(r)",
        ),
        "status == cp_model.INFEASIBLE": (
            f"{_CP_SOLVED}; m.add(x > 7); status = solver.solve(m)", "status == cp_model.INFEASIBLE",
            "m.add(x > 7); r = csp2sat.solve(m)", 'r.status == "UNSATISFIABLE"',
        ),
        "solver.value(x)": (
            f"{_CP_SOLVED}; m.maximize(2 * x); solver.solve(m)", "[solver.value(x), solver.objective_value, solver.best_objective_bound]",
            "m.maximize(2 * x); r = csp2sat.solve(m)", "[r[x], r.objective, r.bound[0]]",
        ),
        "solver.solve(m, callback)": (
            f"{_CP_EACH}; m.minimize(x); {_CP_SOLVED}", "len(seen) > 0", f"{_EACH}\nm.minimize(x)", "len(seen) > 0",
        ),
        "solver.parameters.relative_gap_limit = 0.02": (
            f"m.maximize(x); {_CP_SOLVED}", "solver.objective_value", "m.maximize(x)", "r.objective",
        ),
        "solver.parameters.enumerate_all_solutions = True": (f"{_CP_EACH}; {_CP_SOLVED}", "len(seen)", _EACH, "len(seen)"),
    },
    "PySAT": {
        "f = CNF()": ("", "(f.nv, p, q, r)[0]", "", "0 * len(csp2sat.solve(m).as_dict())"),
        "f.append([p, -q])": (_CNF, _MODELS, _LITERALS, _OURS),
        "f.extend(CardEnc.atmost([p, q, r], 1).clauses)": (_CNF, _MODELS, _LITERALS, _OURS),
        "f.extend(CardEnc.atleast([p, q, r], 2, top_id=3).clauses)": (_CNF, _MODELS, _LITERALS, _OURS),
        "f.extend(PBEnc.leq([p, q, r], [2, 3, 4], 5, top_id=3).clauses)": (_CNF, _MODELS, _LITERALS, _OURS),
        's = Solver("cadical195", bootstrap_with=f)': (f"{_CNF}; f.append([-p, q])", "s.get_status()", f"{_LITERALS}; m.add(~p | q)", "not s.core()"),
        "s.get_core()": (
            f"{_CNF}; s = Solver('cadical153', bootstrap_with=[[-p, q]]); s.solve(assumptions=[p, -q])", "len(s.get_core())",
            f"{_LITERALS}; m.add(~p | q); s = csp2sat.session(m); s.solve(assumptions=[p, ~q])", "len(s.core())",
        ),
        "s.add_clause([p, q])": (
            f"{_CNF}; s = Solver('cadical153', bootstrap_with=[[-p]])", "[s.solve(), s.get_model()[1] > 0]",
            f"{_LITERALS}; m.add(~p); s = csp2sat.session(m)", "[bool(r := s.solve()), bool(r[q])]",
        ),
        "s.set_phases([p, -q])": (
            f"{_CNF}; s = Solver('minisat22', bootstrap_with=f)", "(s.solve(), s.get_model()[:2])[1]",
            _LITERALS, "[1 if (r := csp2sat.solve(m))[p] else -1, 2 if r[q] else -2]",
        ),
        "s.solve()": (f"{_CNF}; s = Solver('minisat22', bootstrap_with=[[p], [-q], [r]])", "s.get_model()", f"{_LITERALS}; m.add(p, ~q, r)", "[at if value else -at for at, value in enumerate(r.as_dict().values(), 1)]"),
        "models = [model for model in s.enum_models()]": (
            f"{_CNF}; f.append([p, q]); s = Solver('minisat22', bootstrap_with=f)", "len(models)",
            f"{_LITERALS}; m.add(p | q)", "len(models)",
        ),
        "f = WCNF()": (_CNF, "(lambda rc2: (rc2.compute(), rc2.cost)[1])(RC2(f))", _LITERALS, "csp2sat.solve(m).objective"),
        "f.clauses": (f"{_CNF}; f.append([p])", "len(f.clauses) > 0 < f.nv", f"{_LITERALS}; m.add(p)", "len(f.clauses) > 0 < f.num_vars"),
        'f.to_file("f.cnf")': (f"{_CNF}; f.append([p])", "CNF(from_file='f.cnf').nv", f"{_LITERALS}; m.add(p)", "csp2sat.load_model('f.cnf') and 3"),
        "f.append([-p, -q, r])": (_CNF, _MODELS, _LITERALS, _OURS),
        "f.extend(CardEnc.equals([p, q, r], 2, top_id=3).clauses)": (_CNF, _MODELS, _LITERALS, _OURS),
        "pool = IDPool()": ("", "x", "", "len(csp2sat.solve(m).as_dict())"),
        'with Solver("m22", bootstrap_with=f) as s: ok = s.solve()': (f"{_CNF}; f.append([p])", "ok", f"{_LITERALS}; m.add(p)", "ok"),
        "s.conf_budget(1000)": (f"{_CNF}; s = Solver('m22', bootstrap_with=f)", "ok", _LITERALS, "ok"),
        "MUSX(f).compute()": (
            "f = WCNF(); p, q, r = 1, 2, 3; [f.append(each, weight=1) for each in ([p, q], [-r], [r])]", "len(MUSX(f, verbosity=0).compute())",
            f"{_LITERALS}; m.add(p | q, ~r, r)", "len(csp2sat.explain(m).reasons[0].constraints)",
        ),
        "LBX(f).compute()": (
            "f = WCNF(); p, q, r = 1, 2, 3; [f.append(each, weight=1) for each in ([p, q], [-r], [r])]", "len(LBX(f).compute())",
            f"{_LITERALS}; m.add(p | q, ~r, r)", "len(csp2sat.corrections(m).sets[0].constraints)",
        ),
        's = Solver("g4", bootstrap_with=f, with_proof=True)': (
            f"{_CNF}; f.extend([[p], [-p]])", "s.get_status()", f"{_LITERALS}; m.add(p, ~p)", "bool(csp2sat.prove(m, 'g.proof'))",
        ),
        'CNF(from_file="f.cnf")': (f"{_CNF}; f.to_file('f.cnf')", "CNF(from_file='f.cnf').nv", "open('f.cnf', 'w').write('p cnf 3 1\\n1 2 3 0\\n')", "len(csp2sat.solve(csp2sat.load_model('f.cnf')).as_dict())"),
    },
}  # fmt: skip


_TASKS = "tasks = [m.new_interval_var(a, k, b, '') for a, k, b in zip(start, duration, end)]; others = tasks"
_OUR_TASKS = "tasks = [build.interval(a, k, b) for a, k, b in zip(start, duration, end)]; others = tasks"
_ALONE, _OURS_ALONE = "m.add_no_overlap([t])", "m.add(build.no_overlap([t]))"

# statements before and after a row of CP-SAT that is compared by solutions: of the other side, then of ours
AROUND: dict[str, tuple[str, str, str, str]] = {
    "m.add_no_overlap(tasks)": (f"{_TASKS}; start, end", "", f"{_OUR_TASKS}; start, end", ""),
    "m.add_cumulative(tasks, demand, capacity)": (f"{_TASKS}; start, end", "", f"{_OUR_TASKS}; start, end", ""),
    't = m.new_interval_var(x, d, y, "t")': ("", _ALONE, "", _OURS_ALONE),
    't = m.new_fixed_size_interval_var(x, k, "t")': ("", _ALONE, "", _OURS_ALONE),
    't = m.new_optional_interval_var(x, d, y, p, "t")': ("", _ALONE, "", _OURS_ALONE),
}


def faults_of_sugar(found: list[tuple[str, list[list[str]]]]) -> Iterator[str]:
    """Yield a line for each row of Sugar's command that fails, or prints something else than its row in csp2sat.

    found: the command of Sugar, and what stands beside it.  In place of `sugar` the command `csp2sat-sugar` is run.  Of a
    row whose first piece of code is no command of Sugar, the commands of csp2sat are run alone.
    """
    tools = Path(sys.executable).parent
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        (folder / "f.csp").write_text("(int x 0 3) (int y 0 3) (= (+ x y) 5) (< x y)\n")
        (folder / "g.csp").write_text("(int x 0 3) (int y 0 3) (= (+ x y) 5) (> x y) (< x y)\n")
        (folder / "f.xml").write_text(XML)
        for theirs, ours in found:
            if not theirs.startswith("sugar "):
                for command in [each for each in ours[0] if each.startswith("csp2sat ")]:
                    said = _ran(command.replace("csp2sat", f"{tools}/csp2sat", 1), folder)
                    if "Error" in said:
                        yield f"Sugar: {command}: {said!r}"
                continue
            if "-decode" in theirs:  # `csp2sat-sugar` has no such option: what was solved before is decoded
                _ran("minisat f.cnf f.out", folder)
                theirs = "sugar f.csp"
            there = _ran(theirs.replace("sugar", f"{tools}/csp2sat-sugar", 1), folder)
            here = _ran(ours[0][0].replace("csp2sat", f"{tools}/csp2sat", 1), folder)
            if _last(there) != _last(here) or "Error" in there + here:
                yield f"Sugar: {theirs} | {ours[0][0]}: {there!r}, {here!r}"


XML = """<instance>
<presentation name="?" maxConstraintArity="2" format="XCSP 2.1"/>
<domains nbDomains="1"> <domain name="D" nbValues="4">0..3</domain> </domains>
<variables nbVariables="2"> <variable name="x" domain="D"/> <variable name="y" domain="D"/> </variables>
<predicates nbPredicates="1"> <predicate name="P"> <parameters>int A int B</parameters>
<expression> <functional>ge(add(A,B),6)</functional> </expression> </predicate> </predicates>
<constraints nbConstraints="1">
<constraint name="C" arity="2" scope="x y" reference="P"> <parameters>x y</parameters> </constraint>
</constraints>
</instance>
"""


def _ran(command: str, folder: Path) -> str:
    ended = subprocess.run(command, shell=True, cwd=folder, capture_output=True, text=True)
    return (
        ended.stdout if ended.returncode in (0, 10, 20) else f"Error {ended.returncode}: {ended.stdout}{ended.stderr}"
    )


def _last(text: str) -> list[str]:
    """The status, the last value of the objective and the last solution of what a command printed."""
    lines = [line for line in text.splitlines() if line[:2] in ("s ", "a ", "o ", "v ")]
    return sorted({line[0] if line[0] in "so" else line.partition("\t")[0]: line for line in lines}.values())
