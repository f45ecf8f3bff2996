"""What users of other packages write by habit: it means here what it means there, or it is refused at that call.

Each case was once an answer to another question, given in silence.  A case is Python text, and what its last line
gives, or words of the message that refuses it.
"""

from __future__ import annotations

import warnings

import pytest
from build.test_first_things import Refused, run

import csp2sat

MAPPED = "d = {0: x, 1: y, 2: z}\n"
TOUR = "s = m.int_array('s', 4, 0, 3)\n"
ONE_NAME = "for v in (x, y, z): m.add(v >= 2, name='at least 2')\nm.add(x < 1, name='less')\n"

RIGHT = {
    # dictionaries, by their values
    "the values of a dict": (
        MAPPED + "m.add(build.all_different(d.values()), x > y, y > z)\ncsp2sat.solve(m)[x] >= 2",
        True,
    ),
    "a dict of sets of names": ("values(build.sum({'a': x, 'b': y}.values()), x == 1, y == 2)", [3]),
    "items of a global cardinality": (
        "m.add(build.global_cardinality([x, y, z], {1: 3}.items()))\nvalues(x + y + z)",
        [3],
    ),
    # positions count from 0
    "element counts from 0": ("values(y, build.element(x, [7, 5, 3], y), x == 2)", [3]),
    "element of the first": ("values(x, build.element(x, [2, 9, 9], 2))", [0]),
    "element behind the last": ("values(x, build.element(x, [1, 1], 1))", [0, 1]),
    "element and an array": (
        "a = csp2sat.array([3, 1, 2])\nm.add(build.element(x, a, y) != (a[x] == y))\ncsp2sat.solve(m).status",
        "UNSATISFIABLE",
    ),
    "element at no place of a term": ("values(x, build.element(x - 4, [7, 5], 5), x < 4)", []),
    "the last of an array": ("csp2sat.array([7, 5])[-1]", 5),
    "element in CSP text counts from 1": ("values(x, build.constraint('element', x, [2, 9, 9], 'eq', 2))", [1]),
    "inverse counts from 0": ("values(y, build.inverse([x, y], [z, 0]), x == 1)", [0]),
    # tours
    "a tour passes all": (
        TOUR + "m.add(build.circuit(s), s[0] == 1, s[1] == 0)\ncsp2sat.solve(m).status",
        "UNSATISFIABLE",
    ),
    "a tour has no vertex that stays": (
        TOUR + "m.add(build.circuit(s), s[3] == 3)\ncsp2sat.solve(m).status",
        "UNSATISFIABLE",
    ),
    "tours of four": (TOUR + "m.add(build.circuit(s))\ncsp2sat.count(m, project=s).number", 6),
    "a part of a tour": (TOUR + "m.add(build.subcircuit(s))\ncsp2sat.count(m, project=s).number", 21),
    "no tour at all": (TOUR + "m.add(~build.circuit(s))\ncsp2sat.count(m, project=s).number", 4**4 - 6),
    "the salesman pays": (
        TOUR + "m.add(build.circuit(s))\nm.minimize(build.sum(1 + s[v] for v in range(4)))\ncsp2sat.solve(m).objective",
        10,
    ),
    "circuit in CSP text is the part": (
        TOUR + "m.add(build.constraint('circuit', *s))\ncsp2sat.count(m, project=s).number",
        21,
    ),
    # a name is a label
    "equal names": (
        ONE_NAME + "r = csp2sat.explain(m).reasons[0]\n(len(r.constraints), r.names)",
        (2, ["at least 2", "less"]),
    ),
    "equal names, two reasons": (
        ONE_NAME
        + "m.add(y < 1, name='less')\nsorted(len(r.constraints) for r in csp2sat.explain(m, limit=None).reasons)",
        [2, 2],
    ),
    "one name for a list": (
        "m.add([x > 1, y > 1], name='both')\nm.add(x + y < 3)\nlen(csp2sat.explain(m).reasons[0].constraints)",
        3,
    ),
    # sessions and objectives
    "a session has the model's objective": (
        "m.maximize(x)\nm.add(x < 3)\nwith csp2sat.session(m) as s: r = s.solve()\n(r.status, r.objective, r[x])",
        ("OPTIMUM FOUND", 2, 2),
    ),
    "the smallest in a session": (
        "m.add(x + y > 3)\nm.minimize(x)\nwith csp2sat.session(m) as s: r = s.solve([y < 3])\n(r.objective, r[y])",
        (2, 2),
    ),
    "an objective of its own": ("m.maximize(x)\nwith csp2sat.session(m) as s: r = s.minimize(x)\nr.objective", 0),
    "an objective that comes later": (
        "with csp2sat.session(m) as s:\n    a = s.solve()\n    m.maximize(x + y)\n    b = s.solve()\n(a.objective, b.objective)",
        (None, 6),
    ),
    "a core where the best is asked for": (
        "m.maximize(x)\nwith csp2sat.session(m) as s:\n    r = s.solve([x > 1, y > 1, x + y < 3])\n    n = len(s.core(minimal=True))\n(r.status, n)",
        ("UNSATISFIABLE", 3),
    ),
    "all in a session, best first": (
        "m.maximize(x)\nm.add(y == 0, z == 0)\nfound = []\nwith csp2sat.session(m) as s:\n    while r := s.solve([p, q]):\n        found.append(r[x])\n        s.block()\nfound",
        [3, 2, 1, 0],
    ),
    "an objective no more": (
        "m.maximize(x)\nm.satisfy()\n(m.objective, csp2sat.solve(m).status)",
        (None, "SATISFIABLE"),
    ),
    # arrays
    "the shape by its name": ("q = m.int_array('q', 0, 9, shape=3)\n(q.shape, str(m.ints['q_2']))", ((3,), "{0..9}")),
    "a grid by its name": ("m.int_array('q', [1, 3], shape=(2, 2)).shape", (2, 2)),
    "the shape first": ("m.int_array('q', 3, 0, 9).shape", (3,)),
    "no variables": ("m.int_array('q', 0, 0, 9).shape", (0,)),
    # what a model shows does not change it
    "constraints": ("m.add(x > 1)\ntype(m.constraints)", tuple),
    "soft constraints": ("m.soft(x > 1)\ntype(m.soft_constraints)", tuple),
}

WRONG = {
    "a dict": (MAPPED + "build.all_different(d)", Refused("dict", "d.values()")),
    "a dict in a list": (MAPPED + "build.sum([x, d])", Refused("dict", "values()")),
    "the sum of a dict": (MAPPED + "build.sum(d)", Refused("dict", "values()")),
    "the maximum of a dict": (MAPPED + "build.maximum(d)", Refused("dict", "values()")),
    "all of a dict": ("build.all_({'a': p, 'b': q})", Refused("dict", "values()")),
    "to add a dict": ("m.add({0: x > 1})", Refused("dict", "values()")),
    "an array of a dict": (MAPPED + "csp2sat.array(d)", Refused("dict", "values()")),
    "an array of dicts": (MAPPED + "csp2sat.array([d, d])", Refused("dict", "values()")),
    "count in a dict": (MAPPED + "build.count(1, d, '=', 2)", Refused("dict", "values()")),
    "lex of dicts": (MAPPED + "build.lex_less(d, d)", Refused("dict", "values()")),
    "a table of a dict": (MAPPED + "build.table([x, y], {(0, 1): 'a'})", Refused("dict")),
    "numbers in a dict": ("build.global_cardinality([x, y], {1: 2})", Refused("dict", "items()")),
    "tasks in a dict": ("build.cumulative({'a': (x, 2, None, 1)}, 1)", Refused("dict", "values()")),
    "tasks without overlap in a dict": ("build.disjunctive({'a': (x, 2), 'b': (y, 2)})", Refused("dict", "values()")),
    "values in a dict": ("m.int('v', {1: 'a', 3: 'b'})", Refused("dict", "list(d)")),
    "assumptions in a dict in a list": (
        "with csp2sat.session(m) as s: s.solve([{'a': x > 1}])",
        Refused("dict", "values()"),
    ),
    "to count on a dict": (MAPPED + "csp2sat.count(m, project=d)", Refused("dict", "values()")),
    "least, greatest, shape": ("m.int_array('q', 0, 9, 3)", Refused("shape", "int_array('q', 3, 0, 9)")),
    "shape twice": ("m.int_array('q', 3, 0, 9, shape=3)", Refused("shape")),
    "an empty range of no variables": ("m.int_array('q', 0, 5, 4)", Refused("5", "4")),
    "element -1": ("build.element(-1, [x, y]) == 2", Refused("build.element", "index -1", "2 items", "from 0")),
    "element -1 equals": ("build.element(-1, [x, y], 2)", Refused("build.element", "index -1", "2 items")),
    "element behind the last one": ("build.element([x, y], 2)", Refused("build.element", "index 2", "2 items")),
    "element behind the last equals": ("build.element(2, [x, y], 2)", Refused("build.element", "index 2", "2 items")),
    "element -1 of a row": ("build.element((0, -1), [[x, y]]) == 2", Refused("build.element", "index -1", "2 items")),
    "element in no row": ("build.element((1, x), [[x, y]], 2)", Refused("build.element", "index 1", "1 item")),
    "to append a constraint": ("m.constraints.append(x > 1)", Refused("append", error=AttributeError)),
    "to set the objective": ("m.objective = None", Refused("minimize", "satisfy", error=AttributeError)),
    "to set maximize": ("m.maximize = x", Refused("m.maximize(", error=AttributeError)),
    "to set add": ("m.add = x > 1", Refused("m.add(", error=AttributeError)),
    "to set what is not there": ("m.timeout = 5", Refused("timeout", error=AttributeError)),
    "to set on a session": ("with csp2sat.session(m) as s: s.timeout = 5", Refused("timeout", error=AttributeError)),
    "to set on a variable": ("x.name = 'y'", Refused("name", error=AttributeError)),
    "to set on an array": ("csp2sat.array([x, y]).shape = (1, 2)", Refused("shape", error=AttributeError)),
}


@pytest.mark.parametrize(("text", "expected"), RIGHT.values(), ids=RIGHT)
def test_right(text, expected):
    assert run(text) == expected


@pytest.mark.parametrize(("text", "refused"), WRONG.values(), ids=WRONG)
def test_refused_at_that_call(text, refused):
    with pytest.raises(refused.error) as raised:
        run(text)
    assert all(word in str(raised.value) for word in refused.words), str(raised.value)


def test_one_variable_with_one_value_gets_a_warning():
    """CPMpy's `intvar(1, 9, shape=9)`, by position."""
    with pytest.warns(csp2sat.InputWarning, match="the shape first"):
        run("m.int_array('q', 1, 9, 9)")
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        run("m.int_array('q', 1, 0, 9)\nm.int_array('r', 1, [9])\nm.int_array('s', 9, 9, shape=1)")
