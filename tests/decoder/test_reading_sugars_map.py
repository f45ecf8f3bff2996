"""Sugar's map: what is decoded with it is what is decoded with our own."""

from __future__ import annotations

from itertools import product
from pathlib import Path

import pytest
from support.random_csp import RandomCsp
from support.run_command import run

from csp2sat.base.source import Source
from csp2sat.cli.sugar.command import command as sugar
from csp2sat.decoder import sugar_reader
from csp2sat.errors import InputError
from csp2sat.languages.csp.writer import to_text

MAP = "objective minimize x\nint x 2 0..2 5\nint y 1 7\nbool p 5\n"


def test_every_code_is_read():
    map_ = sugar_reader.read(Source("f.map", MAP))
    assert map_.num_vars == 5 and not map_.digest
    found = {}
    for at_most_0, at_most_1, at_most_2, p in product((2, -2), (3, -3), (4, -4), (5, -5)):
        if not (at_most_0 > 0 > at_most_1 or at_most_1 > 0 > at_most_2):
            answer = map_.decode([1, at_most_0, at_most_1, at_most_2, p])
            found[answer.ints["x"], answer.bools["p"]] = answer.ints["y"]
    assert found == {(x, p): 7 for x in (0, 1, 2, 5) for p in (True, False)}
    assert map_.cost([2, 3, 4, 5]) == 0 and map_.cost([-2, -3, -4, 5]) == 5


WRONG = {
    "int x 2": 1,
    "int x 2 3..": 1,
    "int x a 0..3": 1,
    "int x 2 3..1": 1,
    "int x 2 0..3 2": 1,
    "bool p": 1,
    "bool p 0x1": 1,
    "objective best x": 1,
    "bool p 2\nint x 2 0..3 ; a comment": 2,
    "objective minimize x": 1,
}


@pytest.mark.parametrize("text, line", WRONG.items(), ids=WRONG.keys())
def test_wrong_maps(text, line):
    with pytest.raises(InputError) as caught:
        sugar_reader.read(Source("f.map", text))
    assert caught.value.place.line == line


@pytest.mark.sample(3)
@pytest.mark.parametrize("seed", range(12))
def test_it_decodes_as_our_map_does(seed, csp):
    path = csp(to_text(RandomCsp(seed).model()))
    run("encode", path, "--encoding", "order", "-o", "ours.cnf", "-m", "ours.map")
    run("encode", path, "--map-format", "sugar", "-o", "sugars.cnf", "-m", "sugars.map")
    for name in ("ours", "sugars"):
        run("solve", f"{name}.cnf", "--solver", "embedded", "-o", f"{name}.out")
    text = Path("sugars.out").read_text()
    Path("plain.out").write_text("".join(line + "\n" for line in text.split("\n") if line[:2] in ("s ", "v ")))
    ours, sugars, plain = (
        run("decode", f"{a}.out", "-m", f"{b}.map")
        for a, b in (("ours", "ours"), ("sugars", "sugars"), ("plain", "sugars"))
    )
    assert (plain.code, plain.out) == (sugars.code, sugars.out) and "wrong" not in sugars.err
    assert sugars.out.splitlines()[:1] == ours.out.splitlines()[:1]
    Path("answer").write_text(sugars.out)
    if "s SATISFIABLE" in sugars.out:
        assert run("check", path, "answer").out == "right\n"


def test_an_answer_that_is_too_short(csp):
    Path("f.map").write_text(MAP)
    Path("f.out").write_text("s SATISFIABLE\nv 1 2 3 4 0\n")
    done = run("decode", "f.out", "-m", "f.map")
    assert (
        done.code == 1
        and done.err
        == "f.out: the model has 4 values; expected 5: variable 5 has none; is f.map the map of another formula?\n"
    )


CSP = "(int x 0 5) (int y 0 5) (bool p) (or (and (< x 2) (> y 3)) (and (> x 3) (< y 2) p))\n"


@pytest.mark.parametrize("kind", ["cnf", "opb", "gcnf"])
def test_a_map_of_sugars_is_found_beside_its_formula(kind, csp):
    path = csp(CSP)
    formula = f"f.{kind.removeprefix('g')}"
    option = {"cnf": (), "opb": ("-pb",), "gcnf": ("-o", "gcnf")}[kind]
    assert sugar([*option, "-n", "-sat", formula, "-map", "f.map", str(path)]) == 0
    counted = run("count", formula)
    assert counted.out == run("count", path).out
    assert counted.err == (
        "f.map: a map of Sugar's, which does not name its formula; "
        f"taken for that of {formula}, by the name of the file\n"
    )
    if kind == "gcnf":  # whose models are not judged
        return
    run("solve", formula, "--solver", "embedded", "-o", "f.out")
    decoded = run("decode", "f.out", "--source", path)
    assert decoded.code == 0 and "not judged" not in decoded.err
    if kind == "cnf":
        assert run("decode", "f.map", "--clause", "1,2").code == 0
    true = [int(word) for word in Path("f.out").read_text().replace("x", "").split() if word.lstrip("-").isdecimal()]
    Path("f.out").write_text(f"s SATISFIABLE\nv {' '.join(str(-lit) for lit in true if lit)} 0\n")
    assert "a wrong model: it falsifies the clause in f." in run("decode", "f.out").err


@pytest.mark.parametrize(("words", "option"), [((), "--clause"), (("--to", "opb"), "--literal")])
def test_explain_says_what_decodes_its_reasons(words, option, csp):
    path = csp("(bool p) (bool q) (or p q) (or p (not q)) (or (not p) q) (or (not p) (not q))\n")
    formula = "f.opb" if words else "f.cnf"
    for how in ((), ("--map-format", "sugar")):
        run("encode", path, *words, *how, "-o", formula)
        said = run("explain", formula).err.splitlines()[-1]
        assert said.startswith(f"csp2sat: for what these clauses say run: csp2sat decode f.map {option} ")
        assert run("decode", "f.map", option, said.split()[-1]).out.count("p") >= 1
