"""`check` of answers that `solve` printed and a person edited: each single edit is judged as trying says."""

import copy
import json
from collections.abc import Iterator
from contextlib import chdir
from typing import Any

import pytest
from support.run_command import run

from csp2sat.api.checking import judgement_of
from csp2sat.api.settings import Settings
from csp2sat.errors import InputError
from csp2sat.solving.inputs import read

pytestmark = pytest.mark.needs("minizinc")
Own = dict[str, Any]  # values by the names of the model's variables

# The text of a model; whether values are a solution; the value of the objective
ITEM = 'output ["x=\\(x)\\n"];'
SUMS = "var 1..3: x; var 1..3: y; var 0..9: len = x + y; var 0..20: cost = len + x; constraint x < y;"
ENUM = "enum C = {Red, Green, Blue};"


def sums(v: Own) -> bool:
    return v["len"] == v["x"] + v["y"] and v["cost"] == v["len"] + v["x"] and v["x"] < v["y"]


def tour(v: Own) -> bool:
    at, seen = 1, set()
    while at not in seen and 1 <= at <= 4:
        seen.add(at)
        at = v["x"][at - 1]
    return at == 1 and seen == {1, 2, 3, 4}


SHAPES: dict[str, tuple[str, Any, Any]] = {
    "declared values, item without them, objective": (
        SUMS + 'solve minimize cost; output ["x=\\(x) cost=\\(cost)\\n"];',
        sums,
        lambda v: v["cost"],
    ),
    "declared values, one in the item": (SUMS + 'solve satisfy; output ["\\(x) \\(len)"];', sums, None),
    "declared values, no item": (SUMS + "solve satisfy;", sums, None),
    "a declared Boolean": (
        "var 1..3: x; var 1..3: y; var bool: b = x > y; constraint b; solve satisfy;" + ITEM,
        lambda v: v["b"] is (v["x"] > v["y"]) and v["b"] is True,
        None,
    ),
    "a tour": (
        'include "globals.mzn"; array[1..4] of var 1..4: x; constraint circuit(x); solve minimize x[1] + 2 * x[2];',
        tour,
        lambda v: v["x"][0] + 2 * v["x"][1],
    ),
    "enumerations": (
        ENUM + "array[C] of var C: f; var C: c; constraint f[Red] = c /\\ f[c] != Red; solve satisfy;",
        lambda v: v["f"][0] == v["c"] and v["f"][["Red", "Green", "Blue"].index(v["c"])] != "Red",
        None,
    ),
    "sets": (
        "var set of 1..3: s; array[1..2] of var set of 1..2: t; var 0..3: n; constraint card(s) = n /\\ t[1] subset s "
        "/\\ card(t[2]) = 1 /\\ n > 1; solve satisfy;",
        lambda v: len(v["s"]) == v["n"] > 1 and {*v["t"][0]} <= {*v["s"]} and len(v["t"][1]) == 1,
        None,
    ),
    "a set of an enumeration": (
        ENUM + "var set of C: s; constraint Red in s -> not (Blue in s); constraint card(s) > 0; solve satisfy;",
        lambda v: len(v["s"]) > 0 and not {"Red", "Blue"} <= {*v["s"]},
        None,
    ),
    "optional": (
        "var opt 1..3: o; var opt 1..3: p; var 0..3: n; constraint absent(o) \\/ n = 2; constraint occurs(p);"
        "solve satisfy;",
        lambda v: (v["o"] is None or v["n"] == 2) and v["p"] is not None,
        None,
    ),
    "two dimensions": (
        "array[0..1, 1..2] of var 0..2: m; constraint forall(i in 0..1)(sum(j in 1..2)(m[i, j]) = 2); solve satisfy;",
        lambda v: all(sum(row) == 2 for row in v["m"]),
        None,
    ),
    "an objective that is a term": (
        "var 0..4: x; var 0..4: y; constraint x + y >= 5; solve maximize max(x, y) - 2 * x;",
        lambda v: v["x"] + v["y"] >= 5,
        lambda v: max(v["x"], v["y"]) - 2 * v["x"],
    ),
    "what is computed": (
        "array[1..2] of var 0..2: m; var 0..9: tot = sum(m); array[1..2] of var int: d = [m[i] * 2 | i in 1..2];"
        "var set of 1..3: s = {1} union {2}; solve minimize tot;",
        lambda v: v["tot"] == sum(v["m"]) and v["d"] == [2 * each for each in v["m"]] and {*v["s"]} == {1, 2},
        lambda v: v["tot"],
    ),
    "Booleans in an array": (
        "array[1..3] of var bool: b; constraint exists(b) /\\ not (b[1] /\\ b[3]); solve minimize sum(b);",
        lambda v: any(v["b"]) and not (v["b"][0] and v["b"][2]),
        lambda v: sum(v["b"]),
    ),
}
DOMAINS = {
    "len": range(10),
    "cost": range(21),
    "n": range(4),
    "m": range(3),
    "tot": range(10),
    "d": range(10),
    "o": (1, 2, 3, None),
    "p": (1, 2, 3, None),
}
ENUMS = ("Red", "Green", "Blue")


SETS = ("s", "t")


def meant(shape: str, name: str, value: Any) -> Any:
    """Return what an element means: of a set its elements once, of the number of an enumeration the name."""
    if isinstance(value, list):
        return sorted({meant(shape, "", each) for each in value}, key=str)
    is_enum = shape in ("enumerations", "a set of an enumeration")
    return ENUMS[value - 1] if is_enum and value in (1, 2, 3) and value is not True else value


def possible(shape: str, name: str, value: Any) -> bool:
    """Whether an element of a variable is in its domain; value: as `meant` returns it."""
    if name in SETS or isinstance(value, list):
        domain: Any = ENUMS if shape == "a set of an enumeration" else range(1, 3 if name == "t" else 4)
        return name in SETS and isinstance(value, list) and all(each in domain for each in value)
    if shape == "enumerations":
        return value in ENUMS
    if name == "b":
        return isinstance(value, bool)
    domain = {"an objective that is a term": range(5), "a tour": range(1, 5)}.get(shape, range(1, 4))
    return not isinstance(value, bool) and value in DOMAINS.get(name, domain)


def leaves(shape: str, values: Own) -> Iterator[tuple[str, list[Any]]]:
    """Yield the places of all elements: the name of the variable, and the keys from the values to the element."""

    def below(name: str, value: Any, path: list[Any], depth: int) -> Iterator[tuple[str, list[Any]]]:
        if depth and isinstance(value, list):
            for at, each in enumerate(value):
                yield from below(name, each, [*path, at], depth - 1)
        else:
            yield name, path

    depths = {"m": 2 if shape == "two dimensions" else 1, "s": 0, "len": 0}
    for name, value in values.items():
        yield from below(name, value, [name], depths.get(name, 1))


def others(value: Any) -> list[Any]:
    if isinstance(value, bool):
        return [not value, "x"]
    if isinstance(value, list):
        return [value[1:], [*value, "Blue" if "Red" in value or "Green" in value else 3], [7], 2]
    return ["Red", "Green", "Pink", 1] if isinstance(value, str) else [1, 2, 3, 9, None, "x", [1], True]


def edited(values: Own, path: list[Any], value: Any) -> Own:
    found = copy.deepcopy(values)
    part: Any = found
    for key in path[:-1]:
        part = part[key]
    part[path[-1]] = value
    return found


@pytest.mark.sample(4)
@pytest.mark.parametrize("shape", SHAPES)
def test_each_edit_is_judged_as_trying_says(shape, tmp_path):
    text, holds, objective = SHAPES[shape]
    (tmp_path / "m.mzn").write_text(text)
    answer = tmp_path / "a.json"
    with chdir(tmp_path):
        found, printed = json.loads(run("solve", "m.mzn", "--json").out), run("solve", "m.mzn").out
        problem = read(str(tmp_path / "m.mzn"), None)

    def judged(**changed: Any) -> list[str]:
        answer.write_text(json.dumps({key: value for key, value in {**found, **changed}.items() if value is not None}))
        return judgement_of(problem, str(answer), Settings()).faults

    answer.write_text(printed)
    if "output" in text:  # what an item prints has no names
        with pytest.raises(InputError, match="judge the JSON"):
            judgement_of(problem, str(answer), Settings())
    else:
        assert judgement_of(problem, str(answer), Settings()).faults == []
    assert judged() == [] and judged(ints=None, bools=None) == [] and judged(values=None) == []
    answer.write_text(json.dumps({"solutions": [found, found]}))
    assert judgement_of(problem, str(answer), Settings()).faults == ["solution 2: the same as solution 1"]
    for name, path in leaves(shape, found["values"]):
        known = found["values"]
        for key in path:
            known = known[key]
        for value in [each for each in others(known) if each != known or type(each) is not type(known)]:
            values = edited(found["values"], path, value)
            own = edited(values, path, meaning := meant(shape, name, value))
            right = possible(shape, name, meaning) and holds(own)
            best = objective(values) if right and objective else None
            assert (judged(ints=None, bools=None, values=values, objective=best) == []) == right, (path, value)
            assert meaning == meant(shape, name, known) or judged(values=values) != [], (path, value)
        assert judged(values=edited(found["values"], path[:1], [1] * 9)) != []
        assert judged(values={key: each for key, each in found["values"].items() if key != name}) != [] or name in (
            "len",
            "cost",
            "tot",
            "d",
            "s" if shape == "what is computed" else "",
            "b",
        )
    for place in ("ints", "bools"):
        for name, value in found[place].items():
            changed = {**found[place], name: (not value) if place == "bools" else value + 1}
            assert judged(**{place: changed}) != [], name
    if objective:
        assert f"the objective is {found['objective']}, not 77" in judged(objective=77)
