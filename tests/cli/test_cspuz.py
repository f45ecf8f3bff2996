"""csp2sat-sugar as the server of a client like cspuz, judged by brute force: solutions, answer keys, graphs."""

from __future__ import annotations

import random

import pytest
from support import oracle
from support.cspuz_client import Client

from csp2sat.base.source import Source
from csp2sat.errors import InputError
from csp2sat.languages.spec import LANGUAGES

SERVER = "csp2sat.cli.sugar.command"


def all_solutions(client):
    """All solutions of the client's problem by brute force, as dictionaries."""
    model = LANGUAGES["sugar"].read(Source("client", client.text()))
    names = [*model.ints, *model.bools]
    return [dict(zip(names, (*ints, *bools), strict=True)) for ints, bools in oracle.solutions(model)]


def shared(solutions, keys):
    return {key: solutions[0][key] for key in keys if len({solution[key] for solution in solutions}) == 1}


def assert_right(client, keys):
    """Both ways of asking give what brute force says."""
    solutions = all_solutions(client)
    assert client.solve() == bool(solutions)
    if solutions:
        assert client.values in solutions
    assert client.solve_irrefutably(keys) == bool(solutions)
    if solutions:
        assert client.values == shared(solutions, keys)
        assert list(client.values) == [key for key in keys if key in client.values]


def operators(client):
    """Every operator that the client writes."""
    i, j, p, q = client.int(0, 3), client.int(-1, 2), client.bool(), client.bool()
    client.add(f"(iff {p} (> {i} {j}))", f"(! (&& {p} {q}))", f"(|| {q} (=> {p} (!= {i} 3)))", "true")
    client.add(f"(= (+ {i} (if {q} 1 0)) (- 3 {j}))", f"(<= {j} 1)", f"(>= {i} (- 1))", f"(xor {p} {q})")
    client.add(f"(alldifferent {i} {j} 5)", f"(< (- {j}) 2)")
    return [q, i, p, j]


def no_solution(client):
    p, i = client.bool(), client.int(0, 3)
    client.add(f"(< {i} 1)", f"(> {i} 1)")
    return [i, p]


def one_solution(client):
    i, p = client.int(0, 3), client.bool()
    client.add(f"(= {i} 2)", f"(! {p})")
    return [p, i]


def path_of_four(client):
    """A tree of active vertices: both ends are active, so all are; one of the others may be."""
    active = [client.bool() for _ in range(5)]
    client.add(active[0], active[3])
    client.add(f"(graph-active-vertices-connected 5 4 {' '.join(active)} 0 1 1 2 2 3 3 4)")
    return active


def formulas_as_vertices(client):
    p, q, i = client.bool(), client.bool(), client.int(0, 2)
    client.add(f"(graph-active-vertices-connected 3 2 {p} (! {q}) (> {i} 0) 0 1 1 2)", p, f"(= {i} 2)")
    return [q, p, i]


def two_by_three(client):
    """Regions of 2 and of 4 cells; the borders between the cells of a grid."""
    edges = [(0, 1), (1, 2), (3, 4), (4, 5), (0, 3), (1, 4), (2, 5)]
    border = [client.bool() for _ in edges]
    size = client.int(1, 4)
    written = " ".join(f"{u} {v}" for u, v in edges)
    client.add(f"(graph-division 6 7 2 * * {size} * 4 {written} {' '.join(border)})", f"(! {border[2]})")
    return [*border, size]


def round_trip(client):
    following = [client.int(0, 3) for _ in range(4)]
    client.add(
        f"(circuit {' '.join(following)})", f"(= {following[0]} 1)", f"(= {following[1]} 1)", f"(= {following[2]} 2)"
    )
    return following


def sub_circuit(client):
    following = [client.int(0, 3) for _ in range(4)]
    client.add(
        f"(circuit {' '.join(following)})", f"(= {following[0]} 2)", f"(!= {following[2]} 0)", f"(= {following[1]} 1)"
    )
    return following


def table(client):
    i, j = client.int(0, 3), client.int(0, 3)
    client.add(f"(extension-supports ({i} {j}) ((0 1) (2 1) (3 1) (1 *)))", f"(!= {j} 0)", f"(< {j} 2)")
    return [j, i]


PROBLEMS = (
    operators,
    no_solution,
    one_solution,
    path_of_four,
    formulas_as_vertices,
    two_by_three,
    sub_circuit,
    table,
)


@pytest.mark.sample(2)
@pytest.mark.parametrize("problem", PROBLEMS, ids=lambda problem: problem.__name__)
def test_client(problem):
    client = Client(SERVER)
    keys = problem(client)
    assert_right(client, keys)


def test_impossible_circuit():
    client = Client(SERVER)
    assert_right(client, round_trip(client))


@pytest.mark.sample(2)
@pytest.mark.parametrize("seed", range(6))
def test_random_graphs(seed):
    """Random connected regions on random graphs with some cells given."""
    rng = random.Random(seed)
    client = Client(SERVER)
    size = rng.randint(4, 8)
    active = [client.bool() for _ in range(size)]
    edges = [(u, v) for u in range(size) for v in range(u + 1, size) if rng.random() < 0.35]
    written = "".join(f" {u} {v}" for u, v in edges)
    client.add(f"(graph-active-vertices-connected {size} {len(edges)} {' '.join(active)}{written})")
    for p in rng.sample(active, 3):
        client.add(rng.choice((p, f"(! {p})")))
    assert_right(client, rng.sample(active, size - 1))


def test_no_keys():
    client = Client(SERVER)
    client.bool()
    assert client.solve_irrefutably([])
    assert client.values == {}


KEYS = {  # text, reply
    "order of the line": ("(int i0 1 1)\n(bool b1)\nb1\n#b1 i0", "sat\nb1 true\ni0 1\n"),
    "a blank after #": ("(bool b0)\n# b0 \nb0\n", "sat\nb0 true\n"),
    "in front": ("#b0 i1\n(bool b0)\n(int i1 0 5)\n(iff b0 (> i1 4))\n(! b0)", "sat\nb0 false\n"),
    "two lines": ("(bool b0)\n#b0\n(bool b1)\n#b1 b0\nb0 b1", "sat\nb0 true\nb1 true\n"),
    "upper case": ("(bool B0)\n(bool b0)\nB0\n#b0 B0", "sat\nB0 true\n"),
    "varying": ("(bool b0)\n(int i1 0 5)\n#b0 i1", "sat\n"),
    "hidden": ("(bool _b0)\n_b0\n#_b0", "sat\n_b0 true\n"),
    "unsat": ("(bool b0)\nb0\n(! b0)\n#b0", "unsat\n"),
}


@pytest.mark.sample(5)
@pytest.mark.parametrize("text, reply", KEYS.values(), ids=KEYS.keys())
def test_replies(text, reply, tmp_path, capsys):
    from csp2sat.cli.sugar.command import command

    path = tmp_path / "x.csp"
    path.write_text(text)
    assert command([str(path)]) == 0
    assert capsys.readouterr().out == reply


def test_keys_are_of_this_dialect_alone():
    with pytest.raises(InputError, match="x:2:1: character '#' can be no part of a symbol"):
        LANGUAGES["sugar"].read(Source("x", "(bool b0)\n#b0"))
