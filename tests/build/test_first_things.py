"""What a Python user tries in the first ten minutes: each line is right, or refused at that call with a hint.

A case is Python text, and what its last line gives, or the error that it raises with a part of its message.  All of it
was written before the code.
"""

from __future__ import annotations

import ast
import re
import warnings
from typing import Any

import pytest

import csp2sat
from csp2sat import ModelError, UsageError, build


class Refused:
    """An error of the package is expected, whose message has these words."""

    def __init__(self, *words: str, error: type[BaseException] = ModelError):
        self.words, self.error = words, error


def scene(text: str) -> dict[str, Any]:
    """What the cases may name: a model with x, y, z from 0 to 3, p, q, a row `xs` of 4 and a grid `g` of 2 x 3.

    A case that asks for values has those variables alone that its text names: each other one multiplies the solutions.
    """
    m = csp2sat.Model()
    named = set(re.findall(r"\w+", text)) if "values(" in text else set("xyzpq")

    def values(var: Any, *constraints: Any) -> list[int | bool]:
        """The values that a term or formula has in the solutions, with some more constraints."""
        m.add(*constraints)
        return sorted({s[var] for s in csp2sat.solutions(m)})

    names = {name: m.int(name, 0, 3) for name in "xyz" if name in named}
    names |= {name: m.bool(name) for name in "pq" if name in named}
    return {"m": m, "values": values, "csp2sat": csp2sat, "build": build, **names}


RIGHT = {
    # comparisons and arithmetic
    "x == 2 is a constraint": ("values(x, x == 2)", [2]),
    "2 == x is one, too": ("values(x, 2 == x)", [2]),
    "x != 2": ("values(x, x != 2)", [0, 1, 3]),
    "two at once": ("m.add(x > 1, x < 3)\nvalues(x)", [2]),
    "nested lists": ("m.add([x > 1, [x < 3, [y == x]]])\nvalues(y)", [2]),
    "sums of columns": ("csp2sat.solve(m).value(csp2sat.array([[1, 2, 3], [4, 5, 6]]).sum(axis=0))", [5, 7, 9]),
    "sums of rows": ("csp2sat.solve(m).value(csp2sat.array([[1, 2, 3], [4, 5, 6]]).sum(axis=1))", [6, 15]),
    "the last dimension": ("csp2sat.solve(m).value(csp2sat.array([[1, 2, 3], [4, 5, 6]]).max(axis=-1))", [3, 6]),
    "NumPy's sum of columns": ("import numpy\nrepr(numpy.sum(csp2sat.array([[x, y], [y, z]]), axis=0))", "array([(add x y), (add y z)])"),
    "a row of sums": ("m.add(csp2sat.array([[x, y], [y, z]]).sum(axis=0) == [3, 5])\nvalues(x)", [0, 1]),
    "one dimension": ("values(csp2sat.array([x, y]).sum(axis=0), x == 1, y == 2)", [3]),
    "sums of empty rows": ("csp2sat.solve(m).value(csp2sat.array([[], []]).sum(axis=1))", [0, 0]),
    "along the middle": ("csp2sat.solve(m).value(csp2sat.array(range(12)).reshape(2, 3, 2).sum(axis=1))", [[6, 9], [24, 27]]),
    "three dimensions": ("csp2sat.array([[[x, y]], [[y, z]]]).min(axis=0).shape", (1, 2)),
    "all and any along": ("m.add(csp2sat.array([[x > 2, y > 2], [x > 1, y > 1]]).all(axis=0))\nvalues(x + y)", [6]),
    "a generator": ("m.add(v == 1 for v in (x, y, z))\nvalues(x + y + z)", [3]),
    "nothing": ("m.add()\nm.add([])\nlen(m.constraints)", 0),
    "True is no constraint": ("m.add([True, sum([]) <= 3])\nvalues(x)", [0, 1, 2, 3]),
    "False is unsatisfiable": ("m.add(build.any_())\ncsp2sat.solve(m).status", "UNSATISFIABLE"),
    "m += constraint": ("m += x == 3\nvalues(x)", [3]),
    "m += list": ("m += [x == 3, y == x]\nvalues(y)", [3]),
    "chained sums": ("values(x + y, x + y + 1 == 4)", [3]),
    "numbers on the left": ("values(x, 5 - x == 3, 1 + x == 3, 2 * x == 4)", [2]),
    "minus": ("values(-x, x == 2)", [-2]),
    "plus": ("values(+x, x == 2)", [2]),
    "abs": ("values(x, abs(x - 2) == 1)", [1, 3]),
    "product of variables": ("values(x * y, x == 2, y == 3)", [6]),
    "power": ("values(x ** 2, x == 3)", [9]),
    "power, reflected": ("values(2 ** x, x == 3)", [8]),
    "floor division": ("values((x - 4) // 2, x == 1)", [-2]),
    "floor division by a negative number": ("values((x + 4) // -2, x == 3)", [-4]),
    "remainder as Python's": ("values((x + 4) % -3, x == 3)", [-2]),
    "remainder of a negative number": ("values((x - 4) % 3, x == 2)", [1]),
    "floor division, reflected": ("values(7 // x, x == 2)", [3]),
    "remainder, reflected": ("values(-7 % x, x == 3)", [2]),
    "divmod": ("quotient, rest = divmod(x - 4, 3)\nvalues(10 * quotient + rest, x == 0)", [-18]),
    "truncating division": ("values(build.truncating_div(x - 7, 2), x == 0)", [-3]),
    "truncating remainder": ("values(build.truncating_mod(x - 7, 2), x == 0)", [-1]),
    "Euclid's division": ("values(build.euclidean_div(x - 7, -2), x == 0)", [4]),
    "division by a variable that may be 0": ("values(x, 6 // x == 3)", [2]),
    "sum()": ("values(z, sum([x, y, z]) == 9)", [3]),
    "sum of nothing": ("m.add(sum([]) <= 3)\nlen(m.constraints)", 0),
    "sum() with a start": ("values(x, sum([x], 2) == 4)", [2]),
    "sum of constraints": ("values(z, sum([x == 1, y == 1, z == 1]) == 3)", [1]),
    "total of constraints": ("values(sum([x == 1, y == 1, z == 1]), build.total([x == 1, y == 1, z == 1]) <= 1)", [0, 1]),
    "a constraint times a weight": ("values(x, 3 * (x == 1) + 2 * p == 5)", [1]),
    "minimum and maximum": ("values(build.maximum(x, y) - build.minimum([x, y]), x == 1, y == 3)", [2]),
    # Booleans
    "p": ("values(p, p)", [True]),
    "~p": ("values(p, ~p)", [False]),
    "p & q": ("values(q, p & q)", [True]),
    "p | (x > 2)": ("values(x, p | (x > 2), ~p)", [3]),
    "p ^ q": ("values(p, p ^ q, q)", [False]),
    "p == True": ("values(p, p == True)", [True]),
    "p == 0": ("values(p, p == 0)", [False]),
    "p != q": ("values(q, p != q, p)", [False]),
    "p == q": ("values(q, p == q, p)", [True]),
    "p == (x > 1)": ("values(x, p == (x > 1), p)", [2, 3]),
    "p equals an integer": ("values(x, p == x)", [0, 1]),
    "p differs from what is undefined": ("values(x, p != 6 // x, x <= 1)", [1]),
    "p <= q": ("values(q, p <= q, p)", [True]),
    "p + q == 1": ("values(p, p + q == 1, q)", [False]),
    "p & True": ("values(p, p & True)", [True]),
    "False | p": ("values(p, False | p)", [True]),
    "p.implies": ("values(x, p.implies(x == 2), p)", [2]),
    "implies of an equation": ("values(y, (x == 2).implies(y == x), x == 2)", [2]),
    "~ of a constraint": ("values(x, ~(x == 2))", [0, 1, 3]),
    "~ of all_different": ("values(x, ~build.all_different(x, y), y == 1)", [1]),
    "one of some values": ("values(x, build.any_(x == v for v in [1, 3]))", [1, 3]),
    "all_ and any_": ("values(x, build.all_([x > 0, x < 2]), build.any_(x == 1, x == 3))", [1]),
    "all_ of nothing": ("values(p, p == build.all_([]))", [True]),
    "any_ of nothing": ("values(p, p == build.any_([]))", [False]),
    "~ of any_ of nothing": ("values(p, p == ~build.any_([]))", [True]),
    "if_": ("values(x, x == build.if_(p, 1, 3), ~p)", [3]),
    "if_ of numbers": ("values(build.if_(x > 1, 10, 20), x == 2)", [10]),
    "if_ of conditions": ("values(p, build.if_(q, p, ~p), q)", [True]),
    "a condition in an objective": ("m.maximize(build.if_(build.if_(p, q, ~q), 1, 0))\ncsp2sat.solve(m).objective", 1),
    "a formula as objective": ("m.minimize(p)\ncsp2sat.solve(m).objective", 0),
    # arrays
    "int_array": ("a = m.int_array('a', 3, 1, 2)\n[len(a), a.shape, str(a[1])]", [3, (3,), "a_1"]),
    "2-D int_array": ("g = m.int_array('g', (2, 3), 0, 1)\n[g.shape, str(g[1, 2]), str(g[1][2])]", [(2, 3), "g_1_2", "g_1_2"]),
    "bool_array": ("b = m.bool_array('b', 3)\nvalues(sum(b), build.any_(b), sum(b) <= 1)", [1]),
    "slices": ("g = m.int_array('g', (3, 3), 0, 1)\n[g[:, 1].shape, g[1:, ::2].shape, g[-1].shape]", [(3,), (2, 2), (3,)]),
    "the transposed": ("g = m.int_array('g', (2, 3), 0, 1)\n[g.T.shape, str(g.T[2, 0])]", [(3, 2), "g_0_2"]),
    "rows and columns": ("g = m.int_array('g', (2, 2), 0, 1)\n[str(v) for row in g for v in row]", ["g_0_0", "g_0_1", "g_1_0", "g_1_1"]),
    "flat": ("g = m.int_array('g', (2, 2), 0, 1)\n[str(v) for v in g.flat]", ["g_0_0", "g_0_1", "g_1_0", "g_1_1"]),
    "an array is compared item by item": ("a = m.int_array('a', 3, 0, 3)\nvalues(sum(a), a >= 2, a <= 2)", [6]),
    "arrays with each other": ("a, b = m.int_array('a', 2, 0, 3), m.int_array('b', 2, 0, 3)\nvalues(b[1], a == b, a[1] == 2)", [2]),
    "an array and a list": ("a = m.int_array('a', 3, 0, 9)\nvalues(a[2], a == [1, 4, 7])", [7]),
    "all_different of an array": ("a = m.int_array('a', 2, 0, 1)\nvalues(a[1], build.all_different(a), a[0] == 1)", [0]),
    "all_different of a column": ("g = m.int_array('g', (2, 2), 0, 1)\nvalues(g[1, 1], build.all_different(g[:, 1]), g[0, 1] == 0)", [1]),
    "all_different of a list": ("values(x, build.all_different([x, y]), y == 1)", [0, 2, 3]),
    "all_different of arguments": ("values(x, build.all_different(x, y), y == 1)", [0, 2, 3]),
    "element by an index": ("a = csp2sat.array([5, 7, 9])\nvalues(x, a[x] == 7)", [1]),
    "element with a variable item": ("a = csp2sat.array([y, 7, z])\nvalues(x, a[x] == 7)", [1]),
    "an index outside is false": ("a = csp2sat.array([5, 7])\nvalues(x, a[x] >= 0)", [0, 1]),
    "element of a grid": ("g = csp2sat.array([[1, 2], [3, 4]])\nvalues(10 * x + y, g[x, y] == 3)", [10]),
    "a row by an index": ("g = csp2sat.array([[1, 2], [3, 4]])\nvalues(x, g[x].sum() == 7)", [1]),
    "element in an objective": ("m.maximize(csp2sat.array([3, 8, 5])[x])\ncsp2sat.solve(m)[x]", 1),
    "an index of a list of numbers": ("values(x, csp2sat.array([4, 2])[x] * 2 == 4)", [1]),
    "sum, max of an array": ("a = m.int_array('a', 2, 0, 3)\nvalues(a.max(), a.sum() == 6)", [3]),
    "reshape": ("m.int_array('a', 6, 0, 1).reshape(2, 3).shape", (2, 3)),
    # globals
    "a table": ("values(y, build.table([x, y], [(0, 1), (2, 3)]), x == 2)", [3]),
    "count": ("values(x, build.count(1, [x, y], 'eq', 2))", [1]),
    "inverse by its name": ("values(y, build.inverse([x, y], [x, y]), x == 1)", [0]),
    "cumulative": ("values(y, build.cumulative([(x, 2, None, 1), (y, 2, None, 1)], 1), x == 0)", [2, 3]),
    "lex_less": ("values(x, build.lex_less([x, 0], (y, 0)), y == 1)", [0]),
    "global_cardinality": ("values(y, build.global_cardinality([x, y], [(1, 2)]))", [1]),
    "circuit": ("values(x, build.circuit([x, y, z]), x != 0, y == 0)", [2]),
    # numbers of other kinds
    "NumPy's sum and max": ("np = __import__('numpy')\na = m.int_array('a', (2, 2), 0, 3)\nvalues(np.max(a) + np.min(a), np.sum(a) == 11)", [5]),
    "NumPy's any and all": ("np = __import__('numpy')\nb = m.bool_array('b', 2)\nvalues(b[1], np.any(b), ~np.all(b), b[0])", [False]),
    "a scalar product": ("a = m.int_array('a', 2, 0, 3)\nvalues(a @ [1, 2], [4, 1] @ a == 13)", [5]),
    "NumPy's scalar product": ("np = __import__('numpy')\na = m.int_array('a', 2, 0, 3)\nvalues(a @ np.array([1, 2]), np.array([4, 1]) @ a == 13)", [5]),
    "a matrix and a row": ("a = m.int_array('a', 2, 0, 3)\nvalues(a[0], (csp2sat.array([[1, 2], [3, 4]]) @ a) == [5, 11])", [1]),
    "a row and a matrix": ("a = m.int_array('a', 2, 0, 3)\nvalues(a[1], (a @ [[1, 2], [3, 4]]) == [7, 10])", [2]),
    "two matrices": ("g = m.int_array('g', (2, 2), 0, 3)\nvalues(g[1, 0], (g @ [[1, 0], [1, 1]]) == [[3, 1], [3, 2]])", [1]),
    "NumPy integers": ("np = __import__('numpy')\nvalues(x, x == np.int64(2), np.int32(1) + x == 3)", [2]),
    "NumPy integers on the left": ("np = __import__('numpy')\nvalues(x, np.int64(2) <= x, np.int64(2) >= x)", [2]),
    "NumPy Booleans": ("np = __import__('numpy')\nm.add(np.bool_(True))\nvalues(p, p == np.bool_(False))", [False]),
    "NumPy arrays of coefficients": ("np = __import__('numpy')\na = m.int_array('a', 2, 0, 9)\nvalues(a[1], sum(np.array([2, 3]) * a) == 5, a[0] == 1)", [1]),
    "NumPy equations": ("np = __import__('numpy')\nvalues(x, np.int64(2) == x, np.int64(5) != x)", [2]),
    "NumPy arrays of variables": ("np = __import__('numpy')\nvalues(y, build.sum(np.array([x, y]) + 1) == 8)", [3]),
    "a NumPy array of constraints": ("np = __import__('numpy')\nm.add(np.array([x > 1, x < 3]))\nvalues(x)", [2]),
    "NumPy bounds": ("np = __import__('numpy')\nv = m.int('v', np.int64(1), np.int64(2))\nvalues(v)", [1, 2]),
    "True is 1": ("values(x, x == True)", [1]),
    # declarations
    "a list of values": ("v = m.int('v', [1, 5])\nvalues(v)", [1, 5]),
    "a range": ("v = m.int('v', range(2))\nvalues(v)", [0, 1]),
    "m.ints is a mapping": ("list(m.ints)", ["x", "y", "z"]),
    "m['x'] is the variable": ("m['x'] is x and m['p'] is p", True),
    "a name that is no identifier": ("v = m.int('my var, \"1\"', 0, 1)\nvalues(v, v == 1)", [1]),
    # handles
    "a variable is a key": ("d = {x: 1, p: 2, x + 1: 3}\n[d[m['x']], d[p], d[x + 1], y in d]", [1, 2, 3, False]),
    "the same expression is the same object": ("(x + 1) is (x + 1)", True),
    "repr": ("[repr(x), repr(x + 1 <= y), repr(~p)]", ["x", "(le (add x 1) y)", "(not p)"]),
    "repr of a model": ("'3 integers' in repr(m)", True),
    "repr of an array": ("repr(csp2sat.array([x, y]))", "array([x, y])"),
    "an array has its items by identity": ("[x in csp2sat.array([y, x]), x in csp2sat.array([y])]", [True, False]),
    # results
    "r[x]": ("m.add(x == 2)\nr = csp2sat.solve(m)\n[r[x], r[x + 1], r['x'], r[x == 2], r[p] in (True, False)]", [2, 3, 2, True, True]),
    "r.value of an array": ("g = m.int_array('g', (2, 2), 0, 3)\nm.add(g == [[1, 2], [3, 0]])\ncsp2sat.solve(m).value(g)", [[1, 2], [3, 0]]),
    "r.value of a list": ("m.add(x == 2, y == 1)\ncsp2sat.solve(m).value([x, y])", [2, 1]),
    "bool(r)": ("found = bool(csp2sat.solve(m))\nm.add(x > 5)\n[found, bool(csp2sat.solve(m))]", [True, False]),
    "an optimum": ("m.maximize(x + y)\nm.add(x != y)\nr = csp2sat.solve(m)\n[r.status, r.objective, r[x] + r[y]]", ["OPTIMUM FOUND", 5, 5]),
    "minimize": ("m.minimize(x - y)\ncsp2sat.solve(m).objective", -3),
    "a constant as objective": ("m.minimize(3)\ncsp2sat.solve(m).objective", 3),
    "no objective any more": ("m.minimize(x)\nm.satisfy()\nlen({s[x] for s in csp2sat.solutions(m)})", 4),
    "soft constraints": ("m.soft(x == 1, 2)\nm.soft(x == 3, 5)\nr = csp2sat.solve(m)\n[r[x], r.objective]", [3, 2]),
    "soft, of weight 1": ("m.add(x != 2)\nm.soft(x == 2)\ncsp2sat.solve(m).objective", 1),
    "what is violated": ("m.soft(x == 1, 2)\nc = x == 3\nm.soft(c, 5)\nm.add(x != 3)\n[v is c for v in csp2sat.solve(m).violated]", [True]),
    "unique": ("m.add(x + y + z == 9, p, q)\ncsp2sat.solve(m, unique=True).unique", True),
    "not unique": ("m.add(x + y + z == 8, p, q)\nr = csp2sat.solve(m, unique=True)\n[r.unique, r.second is not None and r.second[x] + r.second[y] + r.second[z]]", [False, 8]),
    "count them": ("m.add(x + y == 1, z == 0, p, q)\ncsp2sat.count(m).number", 2),
    "backbone": ("m.add(x + y == 6)\ncsp2sat.backbone(m)['x']", 3),
    "prefer": ("m.prefer(x, 3)\nm.prefer(p, False)\nvalues(x)", [0, 1, 2, 3]),
    "draw": ("b = csp2sat.generate('masyu', 4, 4, seed=1)\n'---' in csp2sat.draw(b, csp2sat.solve(b).solution)", True),
    "solve a board": ("bool(csp2sat.solve(csp2sat.generate('sudoku', 4, 4, seed=1)))", True),
    "loads": ("csp2sat.solve(csp2sat.loads('(int x 1 3) (= x 2)'))['x']", 2),
    "a session": ("with csp2sat.session(m) as s:\n    s.add(x > 1)\n    first = s.solve(assumptions=[x < 3])\n    found = [first[x], bool(s.solve(assumptions=[x < 1])), len(s.core())]\nfound", [2, False, 1]),
    "pickle": ("pickle = __import__('pickle')\nm.add(x == 2)\nm2, x2 = pickle.loads(pickle.dumps((m, x)))\ncsp2sat.solve(m2)[x2]", 2),
    "deepcopy": ("copy = __import__('copy')\nm2 = copy.deepcopy(m)\nm2.add(m2['x'] == 3)\n[len(m.constraints), len(m2.constraints)]", [0, 1]),
    "copy": ("copy = __import__('copy')\nm2 = copy.copy(m)\nm2.add(m2['x'] == 3)\n[len(m.constraints), len(m2.constraints)]", [0, 1]),
    "an empty model": ("csp2sat.solve(csp2sat.Model()).status", "SATISFIABLE"),
    "solutions while the model grows": ("found = csp2sat.solutions(m)\nnext(found)\nm.add(x == 5)\nlen(list(found)) > 5", True),
    "dir": ("'solve' in dir(csp2sat) and 'session' in dir(csp2sat)", True),
}  # fmt: skip

WRONG = {
    "if x == 5": ("if x == 5: pass", Refused("has no truth value", "implies")),
    "x == 1 or x == 2": ("x == 1 or x == 2", Refused("has no truth value", "|")),
    "not p": ("not p", Refused("has no truth value", "~")),
    "1 <= x <= 2": ("1 <= x <= 2", Refused("has no truth value", "&")),
    "x in a list": ("x in [y, x]", Refused("has no truth value", "build.any_(x == v for v in values)")),
    "all([p, q])": ("m.add(all([p, q]))", Refused("has no truth value", "build.all_")),
    "any of constraints": ("m.add(any(v == 1 for v in (x, y)))", Refused("has no truth value", "build.any_")),
    "one number for values": ("m.int('v', 9)", Refused("v", "9", "int('x', 0, 9)", "int('x', [1, 3, 5])")),
    "a line end in a name": ("m.bool('v\\n')", Refused("'v\\n'", "control")),
    "assert x": ("assert x", Refused("has no truth value")),
    "max(x, y)": ("max(x, y)", Refused("has no truth value", "maximum")),
    "if of an array": ("if m.int_array('a', 2, 0, 1) == 1: pass", Refused("truth value", "all_")),
    "a term as a constraint": ("m.add(x + 1)", Refused("x", "is a term", "comparison")),
    "a variable as a constraint": ("m.add(x)", Refused("x is a term", "comparison")),
    "a number as a constraint": ("m.add(1)", Refused("1", "expected a constraint")),
    "None as a constraint": ("m.add(None)", Refused("None", "expected a constraint")),
    "a text as a constraint": ("m.add('x > 3')", Refused("'x > 3'", "expected a constraint")),
    "x & y of integers": ("x & y", Refused("x is a term", "&")),
    "x | True": ("x | True", Refused("x is a term")),
    "~x": ("~x", Refused("x is a term", "~")),
    "p & 3": ("p & 3", Refused("3", "expected a constraint")),
    "p & x": ("p & x", Refused("x is a term")),
    "p.implies(x)": ("p.implies(x)", Refused("x is a term")),
    "x < 2.0": ("x < 2.0", Refused("2.0", "integer")),
    "x == 1.5": ("x == 1.5", Refused("1.5", "integer")),
    "x + 0.5": ("x + 0.5", Refused("0.5", "integer")),
    "x == None": ("x == None", Refused("None", "integer")),
    "x == 'a'": ("x == 'a'", Refused("'a'", "integer")),
    "x == [1, 2]": ("x == [1, 2]", Refused("[1, 2]", "integer")),
    "x / 2": ("x / 2", Refused("//")),
    "int(x)": ("int(x)", Refused("no value", "r[x]")),
    "float(x)": ("float(x)", Refused("no value")),
    "range(x)": ("range(x)", Refused("no value")),
    "a list indexed by x": ("[1, 2][x]", Refused("no value", "array")),
    "for i in x": ("for i in x: pass", Refused("no value")),
    "x // 0": ("x // 0", Refused("divi", "0")),
    "x % 0": ("x % 0", Refused("divi", "0")),
    "x ** -1": ("x ** -1", Refused("-1", "exponent")),
    "sorted([x, y])": ("sorted([x, y])", Refused("has no truth value")),
    "a dictionary as a constraint": ("m.add({'a': x > 1})", Refused("dict", "d.values()")),
    "x == y == z": ("m.add(x == y == z)", Refused("has no truth value")),
    "a constraint in a NumPy comparison": ("__import__('numpy').array([x, y]) <= 3", Refused("has no truth value")),
    "x[0]": ("x[0]", TypeError),
    "a name twice": ("m.int('x', 0, 1)", Refused("x is declared twice")),
    "p as an integer, too": ("m.int('p', 0, 1)", Refused("p is declared twice")),
    "an empty domain": ("m.int('v', 3, 2)", Refused("empty domain")),
    "a float in a domain": ("m.int('v', 0, 1.5)", Refused("1.5", "integer")),
    "a text as a domain": ("m.int('v', 'abc')", Refused("'abc'")),
    "no domain": ("m.int('v')", Refused("v", "0, 9")),
    "a sum along no dimension": ("m.int_array('a', (2, 2), 0, 1).sum(axis=2)", Refused("axis=2", "2 dimensions")),
    "a sum along one twice": ("m.int_array('a', (2, 2), 0, 1).sum(axis=(0, 0))", Refused("axis=(0, 0)", "twice")),
    "keepdims": ("m.int_array('a', (2, 2), 0, 1).sum(axis=0, keepdims=True)", Refused("keepdims=", "axis=")),
    "the greatest of empty rows": ("csp2sat.array([[], []]).max(axis=1)", Refused("without items")),
    "a scalar product of other lengths": ("m.int_array('a', 2, 0, 1) @ [1, 2, 3]", Refused("shape (2,) with one of shape (3,)")),
    "a product with three dimensions": ("m.int_array('a', 2, 0, 1) @ m.int_array('b', (2, 2, 2), 0, 1)", Refused("3 dim")),
    "a negative shape": ("m.int_array('a', -1, 0, 1)", Refused("-1")),
    "an index too large": ("m.int_array('a', 2, 0, 1)[2]", IndexError),
    "too many indices": ("m.int_array('a', 2, 0, 1)[0, 0]", Refused("1 dimension")),
    "an array of formulas as index": ("csp2sat.array([1, 2])[p]", Refused("p", "term")),
    "arrays of other lengths": ("m.int_array('a', 2, 0, 1) == m.int_array('b', 3, 0, 1)", Refused("(2,)", "(3,)")),
    "a ragged array": ("csp2sat.array([[1, 2], [3]])", Refused("length")),
    "a variable of another model": ("n = csp2sat.Model()\nn.add(x == 1)", Refused("another model")),
    "variables of two models": ("n = csp2sat.Model()\nx + n.int('v', 0, 1)", Refused("another model")),
    "r of another model": ("n = csp2sat.Model()\nv = n.int('x', 0, 1)\ncsp2sat.solve(m)[v]", Refused("another model")),
    "r['w']": ("csp2sat.solve(m)['w']", Refused("w", "no variable")),
    "r[x] without a solution": ("m.add(build.any_())\ncsp2sat.solve(m)[x]", Refused("no solution", "UNSATISFIABLE")),
    "minimize a text": ("m.minimize('x')", Refused("'x'")),
    "minimize a float": ("m.minimize(1.5)", Refused("1.5")),
    "a weight that is none": ("m.soft(x == 1, 1.5)", Refused("1.5", "weight")),
    "a soft term": ("m.soft(x)", Refused("x is a term")),
    "prefer a value that is none": ("m.prefer(x, 9)", Refused("9", "x")),
    "prefer of a sum": ("m.prefer(x + 1, 2)", Refused("variable")),
    "all_different of nothing known": ("build.all_different(x, 'y')", Refused("'y'")),
    "all_different of floats": ("build.all_different([x, 1.0])", Refused("1.0")),
    "all_ of integers": ("build.all_([x, y])", Refused("x is a term")),
    "all_ of a number": ("build.all_(3)", Refused("3")),
    "minimum of nothing": ("build.minimum()", Refused("at least one")),
    "a table with short rows": ("build.table([x, y], [(1,)])", Refused("2", "(1,)")),
    "a table of floats": ("build.table([x, y], [(1, 2.0)])", Refused("2.0")),
    "count with a wrong operator": ("build.count(1, [x], '=<', 2)", Refused("'=<'", "eq")),
    "if_ with a term": ("build.if_(x, 1, 2)", Refused("x is a term")),
    "tiemout": ("csp2sat.solve(m, tiemout=3)", Refused("tiemout", "timeout", error=TypeError)),
    "an encoding that is none": ("csp2sat.solve(m, encoding='oder')", Refused("oder", "order", error=csp2sat.Csp2SatError)),
    "a solver that is none": ("csp2sat.solve(m, solver='kisat')", Refused("kisat", error=csp2sat.Csp2SatError)),
    "solve of a number": ("csp2sat.solve(3)", Refused("3", "Model", error=TypeError)),
    "solve of a list": ("csp2sat.solve([x == 1])", Refused("Model", error=TypeError)),
    "solve of a file that is not there": ("csp2sat.solve('nofile.csp')", Refused("nofile.csp", error=csp2sat.Csp2SatError)),
    "unique of an optimum": ("m.minimize(x)\ncsp2sat.solve(m, unique=True)", Refused("objective", error=UsageError)),
    "a session that is closed": ("with csp2sat.session(m) as s: pass\ns.solve()", Refused("closed", error=csp2sat.Csp2SatError)),
    "a core where there is a solution": ("with csp2sat.session(m) as s:\n    s.solve()\n    s.core()", Refused("no core", error=csp2sat.Csp2SatError)),
    "m['w']": ("m['w']", Refused("w", "no variable")),
}  # fmt: skip


def run(text: str) -> Any:
    """Execute the text; the value of its last expression."""
    names = scene(text)
    tree = ast.parse(text)
    last = tree.body[-1]
    if isinstance(last, ast.Expr):
        exec(compile(ast.Module(tree.body[:-1], []), "case", "exec"), names)
        return eval(compile(ast.Expression(last.value), "case", "eval"), names)
    return exec(compile(tree, "case", "exec"), names)


@pytest.mark.parametrize(("text", "expected"), RIGHT.values(), ids=RIGHT)
def test_right(text: str, expected: Any):
    assert run(text) == expected


@pytest.mark.parametrize(("text", "refused"), WRONG.values(), ids=WRONG)
def test_wrong(text: str, refused: Any):
    if isinstance(refused, type):
        refused = Refused(error=refused)
    with pytest.raises(refused.error) as raised:
        run(text)
    message = str(raised.value)
    assert all(word in message for word in refused.words), message
    assert not re.search("object has no attribute|KeyError|Traceback", message)


def test_there_are_enough_of_them():
    assert len(RIGHT) + len(WRONG) >= 180


def test_what_is_refused_leaves_nothing_behind():
    """One float poisoned the nodes of all later models of the process."""
    m = csp2sat.Model()
    x = m.int("x", 0, 3)
    for wrong in (lambda: m.add(x < 2.0), lambda: m.add([x < 2, None]), lambda: m.int("y", 0, 0.5), lambda: x + "a"):
        with pytest.raises(ModelError):
            wrong()
    assert (len(m.constraints), list(m.ints)) == (0, ["x"])
    other = csp2sat.Model()
    v = other.int("x", 0, 3)
    other.add(v < 2, v > 0)
    assert csp2sat.solve(other)[v] == 1


PLAIN = {
    "m.add(x is y)": "False",
    "m += x is x": "True",
    "m.add(any(v is x for v in (y, z)))": "False",
    "m.add([y == 1, x is y], z == 2)": "False",
    "m.add(x > 1, len([x]) == 1)": "True",
    "m.add(1 < 0 for _ in range(2))": "False",
    "with csp2sat.session(m) as s: s.add(x is y)": "False",
    "with csp2sat.session(m) as s: s.add(True)": "True",
}


@pytest.mark.parametrize(("text", "word"), PLAIN.items(), ids=PLAIN)
def test_what_python_decides_gets_a_warning(text: str, word: str):
    with pytest.warns(csp2sat.InputWarning, match=rf"{word} is added as a constraint: .* `x is y`") as caught:
        run(text)
    assert [warning.filename for warning in caught] == ["case"], "the line of the program"


@pytest.mark.parametrize(
    "text",
    [
        "m.add([x > 1, True])",
        "m.add(build.any_())",
        "m += [True for _ in 'ab']",
        "m.add()",
        "m.add(x > 1, build.any_())",
    ],
)
def test_what_is_meant_gets_none(text: str):
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        run(text)
