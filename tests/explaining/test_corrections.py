"""Minimal correction sets against brute force, and as what hits each minimal unsatisfiable set."""

from __future__ import annotations

import json
import random
import re
from itertools import combinations

import pytest
from explaining.test_explain import Sets, unsatisfiable, worlds_of
from support.run_command import run
from support.schema_check import faults

import csp2sat
from csp2sat.cli.json_lines import schema
from csp2sat.errors import LimitReached
from csp2sat.explaining import corrections, mus
from csp2sat.explaining.subsets import Growing
from csp2sat.model.model import Answer
from csp2sat.solving.problem import CspProblem

CSP = "(int x 0 9) (int y 0 9)\n(> x 5)\n(< x 3)\n(> y x)\n(< y 2)\n"


def maximal(worlds):
    return {world for world in worlds if not any(world < other for other in worlds)}


def hitting(sets, count):
    """All minimal sets of members that have one of each set, by trying."""
    found: list[frozenset[int]] = []
    for size in range(count + 1):
        for chosen in map(frozenset, combinations(range(count), size)):
            if all(chosen & each for each in sets) and not any(other <= chosen for other in found):
                found.append(chosen)
    return found


@pytest.mark.sample(15)
@pytest.mark.parametrize("seed", range(40))
def test_all_corrections_are_what_hits_all_reasons(seed):
    rng = random.Random(seed)
    worlds = [frozenset(m for m in range(7) if rng.random() < 0.6) for _ in range(rng.randint(0, 5))]
    found = list(corrections.minimal_corrections(Sets(worlds), 7, None, lambda begun: None))
    assert all(each.minimal for each in found)
    sets = sorted(each.left for each in found)
    assert sets == sorted(sorted(set(range(7)) - world) for world in maximal(worlds))
    reasons = [set(each.best) for each in mus.minimal_sets(Sets(worlds), 7, None, lambda begun: None)]
    if worlds and reasons:
        assert sets == sorted(map(sorted, hitting(reasons, 7)))


@pytest.mark.parametrize("ends_at", range(1, 4))
def test_a_set_that_a_limit_left_unfinished_is_a_correction_that_is_perhaps_too_large(ends_at):
    world = frozenset({0, 1, 2, 3})
    found = Growing(Sets([world, frozenset({0, 1})], ends_at), [0], Answer({"0": 1}, {}), 7)
    with pytest.raises(LimitReached):
        found.run()
    assert not found.minimal and set(found.left) == set(range(7)) - found.kept and found.kept <= world


@pytest.mark.sample(1)
@pytest.mark.parametrize("seed", [0, 1, 2, 4, 6, 9, 12])
def test_random_models(seed, engine):
    model = unsatisfiable(seed)
    assert model is not None
    every = corrections.corrections(CspProblem(model, ""), engine, None)
    assert every.complete and all(each.minimal for each in every.sets)
    numbers = [
        {n for n, c in enumerate(model.constraints) if any(c is p[0] for p in each.parts)} for each in every.sets
    ]
    expected = [set(range(len(model.constraints))) - world for world in maximal(worlds_of(model))]
    assert sorted(map(sorted, numbers)) == sorted(map(sorted, expected))


def test_the_command(here):
    (here / "x.csp").write_text(CSP)
    one = run("explain", "x.csp", "--corrections")
    assert (one.code, one.err) == (0, "") and one.out.startswith("s UNSATISFIABLE\nleave out ")
    every = run("explain", "x.csp", "--all-corrections").out
    assert every.count("leave out 1 constraint, and the others can be satisfied:\nx.csp:2:1\n") == 1
    assert (
        every.count("leave out 2 constraints, and the others can be satisfied; with any one of them they cannot:") == 2
    )
    assert every.endswith("\n3 corrections\n")
    two = run("explain", "x.csp", "--all-corrections", "--limit", 2).out
    assert run("explain", "x.csp", "--corrections", "--limit", 2).out == two and two.endswith(
        "at least 2 corrections\n"
    )
    fields = json.loads(run("explain", "x.csp", "--all-corrections", "--json").out)
    assert faults(fields, schema(), schema()) == [] and fields["complete"] is True
    lines = sorted([part["line"] for part in each["constraints"]] for each in fields["corrections"])
    assert lines == [[2], [3, 4], [3, 5]] and all(each["minimal"] for each in fields["corrections"])
    both = run("explain", "x.csp", "--all-reasons", "--corrections")
    assert (both.code, both.out) == (2, "") and "--all-reasons: only without --corrections" in both.err


def test_nothing_to_leave_out(here):
    (here / "x.csp").write_text("(int x 0 0) (objective minimize (div 1 x))")
    out = run("explain", "x.csp", "--corrections", "-q").out
    none = "no constraint can be left out so that the others can be satisfied"
    assert out == f"s UNSATISFIABLE\n{none}: the domains and the objective alone allow no solution\n"
    (here / "y.csp").write_text("(int x 0 3) (< x 0)\n;@name late\n(> x 1)")
    out = run("explain", "y.csp", "--corrections", "--blame", "late").out
    assert out == f"s UNSATISFIABLE\n{none}: the constraints that may not be blamed alone allow no solution\n"
    fields = json.loads(run("explain", "y.csp", "--all-corrections", "--blame", "late", "--json").out)
    assert (fields["corrections"], fields["background"]) == ([], "UNSATISFIABLE") and not faults(
        fields, schema(), schema()
    )
    assert json.loads(run("explain", "y.csp", "--all-reasons", "--blame", "late", "--json").out)["complete"]
    (here / "x.csp").write_text("(int x 0 3)")
    assert run("explain", "x.csp", "--corrections").out == "s SATISFIABLE\nthere is a solution: nothing to explain\n"


BOARDS = {  # the clues of each correction
    "slitherlink": ("; Slitherlink Puzzle\nsize 3 2\n3 - -\n0 - 2\n", [[(0, 0), (1, 2)], [(1, 0)]]),
    "fillomino": ("size 3 2\n4 - 3\n1 - 1\n", None),
}


@pytest.mark.parametrize("puzzle", BOARDS)
def test_clues_of_boards(puzzle, here):
    text, expected = BOARDS[puzzle]
    (here / "b.txt").write_text(text)
    ended = run("explain", "b.txt", "--from", puzzle, "--all-corrections", "--json")
    fields = json.loads(ended.out)
    assert ended.code == 0 and faults(fields, schema(), schema()) == [] and fields["complete"] is True
    found = sorted(sorted((c["row"], c["column"]) for c in each["clues"]) for each in fields["corrections"])
    assert found and (expected is None or found == expected)
    reasons = json.loads(run("explain", "b.txt", "--from", puzzle, "--all-reasons", "--json").out)["reasons"]
    cells = sorted({(c["row"], c["column"]) for each in reasons for c in each["clues"]})
    numbered = [{cells.index((c["row"], c["column"])) for c in each["clues"]} for each in reasons]
    assert found == sorted(sorted(cells[at] for at in each) for each in hitting(numbered, len(cells)))
    shown = run("explain", "b.txt", "--from", puzzle, "--corrections").out
    assert "*" in shown and re.search(r"\nleave out \d clues?, and the others can be satisfied", shown)


def test_in_python():
    m = csp2sat.Model()
    x = m.int("x", 0, 9)
    m.add(x > 5, name="high")
    m.add(x < 3, name="low")
    m.add(x != 7)
    found = csp2sat.corrections(m, limit=None)
    assert found.complete and sorted(each.names for each in found.sets) == [["high"], ["low"]]
    assert str(found.sets[0]).startswith("leave out 1 constraint, and the others can be satisfied:\n  ")
    assert csp2sat.corrections(m).sets[0].minimal and not csp2sat.corrections(m).complete
    several = "leave out 1 constraint, and the others can be satisfied:\n  {}\nthere may be other corrections"
    assert str(csp2sat.corrections(m)) in (several.format("high: x > 5"), several.format("low: x < 3"))
    ok = csp2sat.Model()
    ok.add(ok.int("y", 0, 1) > 0)
    assert str(csp2sat.corrections(ok)) == "there is a solution: nothing to leave out"
    assert csp2sat.corrections(ok).sets == [] and csp2sat.corrections(ok).complete
    with pytest.raises(csp2sat.UsageError):
        csp2sat.corrections(m, limit=0)


def test_results_of_boards_are_printed_as_the_command_prints_them(here):
    (here / "b.txt").write_text(BOARDS["slitherlink"][0])
    told = str(csp2sat.explain("b.txt")), str(csp2sat.corrections("b.txt", limit=None))
    assert all(part in run("explain", "b.txt").out for part in told[:1])
    printed = run("explain", "b.txt", "--all-corrections").out
    assert "rule: one loop\nin every reason" in told[0] and all(line in printed for line in told[1].splitlines())


def test_many_corrections_are_the_shortest_in_order(tmp_path):
    """Text has the first ten, JSON has all, both with the shortest first."""
    names = "abcd"
    pairs = [f"(!= {x} {y})" for i, x in enumerate(names) for y in names[i + 1 :]]
    text = " ".join(f"(int {x} 1 3)" for x in names) + "(bool p)\n" + "\n".join(pairs)
    path = tmp_path / "many.csp"
    path.write_text(text + "\n(imp p (> (+ a b) 5))\np\n(< a 3)\n(< b c)\n")
    done = run("explain", path, "--all-corrections")
    sizes = [int(number) for number in re.findall(r"leave out (\d+) constraint", done.out)]
    assert len(sizes) == 10 and sizes == sorted(sizes)
    assert done.out.endswith("\n13 corrections; those above are the 10 shortest, and --to json has all\n")
    every = json.loads(run("explain", path, "--all-corrections", "--json").out)["corrections"]
    counts = [len(each["constraints"]) for each in every]
    assert len(counts) == 13 and counts == sorted(counts) and counts[:10] == sizes
