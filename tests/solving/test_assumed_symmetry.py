"""`encode --assume symmetry`: what is fixed, by brute force, and what is said where nothing can be."""

from __future__ import annotations

from itertools import product
from pathlib import Path

import pytest
from support.run_command import run

import csp2sat
from csp2sat.model.model import Answer
from csp2sat.solving.symmetry import broken, fixed_values, obstacle

PETERSEN = (
    [(i, (i + 1) % 5) for i in range(5)] + [(i, i + 5) for i in range(5)] + [(i + 5, (i + 2) % 5 + 5) for i in range(5)]
)
GRAPH = "".join(f"(int v{i} 1 3)" for i in range(10)) + "".join(f"(!= v{a} v{b})" for a, b in PETERSEN)
SMALL = {
    "edge": "(int a 1 3)(int b 1 3)(int c 1 3)(alldifferent a b)",
    "path": "(int a 1 3)(int b 1 3)(int c 1 3)(!= a b)(!= b c)",
    "bound": "(int a 1 3)(int b 1 3)(int m 1 3)(!= a b)(<= a m)(<= b m)",
    "two values": "(int a 4 5)(int b 4 5)(int c 4 5)(!= a b)(!= b c)",
}


def solutions(text: str, fixed: dict[str, int]) -> set[tuple[int, ...]]:
    """The values of all solutions of a CSP text, in order of declaration, that have the fixed values."""
    model = csp2sat.loads(text).model
    names, found = list(model.ints), set()
    for values in product(*(list(model.ints[name]) for name in names)):
        world = dict(zip(names, values, strict=True))
        if world.items() >= fixed.items() and not csp2sat.loads(text).faults(Answer(world, {})):
            found.add(values)
    return found


@pytest.mark.parametrize("text", SMALL.values(), ids=SMALL)
def test_each_solution_has_an_image_that_is_left(text: str) -> None:
    model = csp2sat.loads(text).model
    smaller = broken(model)
    assert smaller is not None
    fixed = fixed_values(model, smaller)
    every, left = solutions(text, {}), solutions(text, fixed)
    assert len(fixed) == 2 and 0 < len(left) < len(every) and len(every) >= 2 * len(left)
    assert not obstacle(model)


def test_an_edge_is_enough(tmp_path: Path) -> None:
    path = tmp_path / "petersen.csp"
    path.write_text(GRAPH)
    done = run("encode", path, "--assume", "symmetry", "-o", tmp_path / "p.cnf", "-v")
    assert done.code == 0 and "SYMMETRY : 2 variables fixed: v0 = 1, v1 = 2\n" in done.err
    counts = [int(run("count", path, *more).out) for more in ((),)]
    less = int(run("count", tmp_path / "p.cnf").out)
    assert counts[0] == 120 and less == 120 // 6


def test_solve_breaks_the_symmetry_that_encode_can_break() -> None:
    """The graph of Groetzsch has no triangle, and no colouring with three colours: the formula that is refuted has the
    fixed values of two neighbours, so that fewer variables are left.
    """
    edges = [(0, 1)]
    for count in (2, 5):  # Mycielski's step
        edges += [(a, count + b) for edge in edges for a, b in (edge, edge[::-1])]
        edges += [(count + at, 2 * count) for at in range(count)]
    problem = csp2sat.loads(
        "".join(f"(int v{i} 1 3)" for i in range(11)) + "".join(f"(!= v{a} v{b})" for a, b in edges)
    )
    whole, smaller = (csp2sat.solve(problem, break_symmetry=way, solver="embedded") for way in (False, True))
    assert whole.status == smaller.status == "UNSATISFIABLE"
    assert smaller.statistics.variables < whole.statistics.variables


REFUSED = {
    "(int a 1 3)(int b 1 3)(< a b)": "there is no `!=` of two variables and no alldifferent of at most 300",
    "(int a 1 3)(int b 1 4)(!= a b)": "a and b have different domains",
    "(int a 1 3)(int b 1 3)(!= a b)(< (+ a b) 4)": "a is also in a constraint other than `!=`",
    "(int a 1 3)(int b 1 3)(int m 1 3)(!= a b)(<= b m)": "a and b have different bounds",
}


@pytest.mark.parametrize("text", REFUSED)
def test_a_refusal_says_what_is_needed_and_what_was_found(text: str, tmp_path: Path) -> None:
    (tmp_path / "x.csp").write_text(text)
    done = run("encode", tmp_path / "x.csp", "--assume", "symmetry", "-o", tmp_path / "x.cnf")
    assert done.code == 2 and not (tmp_path / "x.cnf").exists()
    assert f"no variables whose values can be exchanged, as the colours of a graph can: {REFUSED[text]}" in done.err
    assert done.err.endswith(
        "expected variables with the same domain that have to differ and are in no other constraint\n"
    )
