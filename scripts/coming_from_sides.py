"""The two sides of a row of the manual's chapter `coming-from`, each run in an environment that has its package.

    python scripts/coming_from_sides.py < JOBS

JOBS is JSON, a list of objects; printed is JSON, a list of answers.  A job with `solutions` (names of variables) runs
the code, requires its value if it has one, and answers all values of these variables; one with `show` (an expression)
runs the code and answers the value of that.  A value that is an integer term is required to equal `term`, which is then
one of the variables.  A side has those variables alone that stand in a job.
"""

from __future__ import annotations

import contextlib
import io
import json
import re
import sys
import traceback
from collections.abc import Callable
from typing import Any

SIZES = {"x": 3, "y": 3, "z": 3, "i": 2, "n": 3, "v": 9, "d": 2}
MOST = 60  # of `term`
ARRAYS = {"xs": 2, "ys": 2, "start": 3, "end": 4}  # of three integers from 0 to so many
BOOLEANS = "pqr"
GIVEN: dict[str, Any] = {
    "items": [5, 7, 9], "rows": [[0, 1, 2], [1, 2, 0]], "values": [0, 2], "numbers": [1, 1],
    "duration": [1, 2, 1], "demand": [1, 1, 1], "capacity": 1, "k": 2, "h": 2, "w": 2,
}  # fmt: skip


def flat(names: dict[str, Any], wanted: list[str]) -> list[Any]:
    """The single variables of names, those of arrays one after the other."""
    return [each for name in wanted for each in _members(names[name])]


def _members(value: Any) -> Any:
    return [value] if not _is_array(value) else getattr(value, "flat", value)


def _is_array(value: Any) -> bool:
    return isinstance(value, list) or hasattr(value, "shape")


def mixed(value: Any) -> Any:
    """A value; an array of terms as one term, in which each counts differently."""
    return sum((at + 1) * each for at, each in enumerate(value)) if _is_array(value) else value


class Ours:
    """csp2sat."""

    def __init__(self, used: set[str]) -> None:
        import csp2sat
        from csp2sat import build
        from csp2sat.graphs.graph import Grid

        self.module, self.model = csp2sat, csp2sat.Model()
        m = self.model
        self.names = {"csp2sat": csp2sat, "build": build, "Grid": Grid, "m": m, **GIVEN}
        self.names |= {name: m.int(name, 0, most) for name, most in SIZES.items() if name in used}
        self.names |= {name: m.int_array(name, 3, 0, most) for name, most in ARRAYS.items() if name in used}
        self.names |= {name: m.bool(name) for name in BOOLEANS if name in used}
        if "ps" in used:
            self.names["ps"] = m.bool_array("ps", 3)
        if "grid" in used:
            self.names["grid"] = m.int_array("grid", (2, 2), 0, 1)

    def require(self, value: Any) -> None:
        value = mixed(value)
        if type(value).__name__ == "Formula":
            self.model.add(value)
        elif type(value).__name__ == "Term":
            self.names["term"] = self.model.int("term", 0, MOST)
            self.model.add(self.names["term"] == value)

    def solutions(self, wanted: list[str]) -> set[tuple[int, ...]]:
        variables = flat(self.names, wanted)
        return {tuple(int(s[each]) for each in variables) for s in self.module.solutions(self.model)}


class CPMpy:
    """CPMpy with OR-Tools."""

    def __init__(self, used: set[str]) -> None:
        import cpmpy as cp
        import cpmpy.tools

        self.model = cp.Model()
        self.names = {"cp": cp, "cpmpy": cpmpy, "m": self.model, **GIVEN}
        self.names |= {name: cp.intvar(0, most, name=name) for name, most in SIZES.items()}
        self.names |= {name: cp.intvar(0, most, shape=3, name=name) for name, most in ARRAYS.items()}
        self.names |= {name: cp.boolvar(name=name) for name in BOOLEANS}
        self.names |= {"ps": cp.boolvar(shape=3, name="ps"), "grid": cp.intvar(0, 1, shape=(2, 2), name="grid")}

    def require(self, value: Any) -> None:
        value = mixed(value)
        if value is None or isinstance(value, type(self.model)):
            return
        if not value.is_bool():
            self.names["term"] = self.names["cp"].intvar(0, MOST, name="term")
        self.model.add(value if value.is_bool() else self.names["term"] == value)

    def solutions(self, wanted: list[str]) -> set[tuple[int, ...]]:
        variables = flat(self.names, wanted)
        self.model.add([variable >= 0 for variable in variables if not variable.is_bool()])
        self.model.add([variable | ~variable for variable in variables if variable.is_bool()])
        found = set[tuple[int, ...]]()
        self.model.solveAll(display=lambda: found.add(tuple(int(each.value()) for each in variables)))
        return found


class CpSat:
    """CP-SAT."""

    def __init__(self, used: set[str]) -> None:
        from ortools.sat.python import cp_model

        self.module, self.model = cp_model, cp_model.CpModel()
        m = self.model
        self.names = {"cp_model": cp_model, "Domain": cp_model.Domain, "m": m, **GIVEN}
        self.names |= {name: m.new_int_var(0, most, name) for name, most in SIZES.items() if name in used}
        arrays = {name: most for name, most in ARRAYS.items() if name in used}
        self.names |= {name: [m.new_int_var(0, most, "") for _ in range(3)] for name, most in arrays.items()}
        self.names |= {name: m.new_bool_var(name) for name in BOOLEANS if name in used}
        self.names |= {"ps": [m.new_bool_var("") for _ in range(3)]} if "ps" in used else {}

    def require(self, value: Any) -> None:
        if isinstance(value, self.module.Constraint):
            return
        self.model.add_bool_and([value])

    def solutions(self, wanted: list[str]) -> set[tuple[int, ...]]:
        variables, found = flat(self.names, wanted), set[tuple[int, ...]]()
        cp_model = self.module

        class Each(cp_model.CpSolverSolutionCallback):  # type: ignore[misc, name-defined]
            def on_solution_callback(self) -> None:
                found.add(tuple(int(self.value(each)) for each in variables))

        solver = cp_model.CpSolver()
        solver.parameters.enumerate_all_solutions = True
        solver.solve(self.model, Each())
        return found


class PySat:
    """PySAT, whose rows are programs."""

    def __init__(self, used: set[str]) -> None:
        from pysat.card import CardEnc
        from pysat.examples.lbx import LBX
        from pysat.examples.musx import MUSX
        from pysat.examples.rc2 import RC2
        from pysat.formula import CNF, WCNF, IDPool
        from pysat.pb import PBEnc
        from pysat.solvers import Solver

        self.names = {
            each.__name__: each for each in (CNF, WCNF, IDPool, CardEnc, PBEnc, Solver, RC2, LBX, MUSX)
        } | GIVEN


SIDES: dict[str, Callable[[set[str]], Any]] = {"csp2sat": Ours, "CPMpy": CPMpy, "CP-SAT": CpSat, "PySAT": PySat}


def value_of(code: str, names: dict[str, Any]) -> Any:
    """The value of an expression, or None after statements."""
    try:
        compiled = compile(code, code, "eval")
    except SyntaxError:
        exec(compile(code, code, "exec"), names)
        return None
    return eval(compiled, names)


def answer(job: dict[str, Any]) -> Any:
    """The answer to a job, as values that JSON has; `fails` with the error where its code raises one."""
    try:
        with contextlib.redirect_stdout(io.StringIO()):
            names = job.get("solutions", [])
            words = " ".join([*job["code"], job.get("show", ""), *names])
            side = SIDES[job["side"]](set(re.findall(r"[a-z]\w*", words)))
            for code in job["code"]:
                last = value_of(code, side.names)
                if "solutions" in job and last is not None:
                    side.require(last)
            if "solutions" in job:
                return sorted(side.solutions([*names, *({"term"} & set(side.names))]))
            return value_of(job["show"], side.names)
    except Exception:
        return {"fails": traceback.format_exc(limit=-1).strip().splitlines()[-1]}


if __name__ == "__main__":
    print(json.dumps([answer(job) for job in json.load(sys.stdin)], default=str))
