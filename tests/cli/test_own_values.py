"""The values of MiniZinc models as the models' own: sets, enumerations, optional variables, the `output` item."""

import json
import os
import subprocess
from contextlib import chdir
from types import SimpleNamespace

import pytest
from support.run_command import run
from support.schema_check import faults

import csp2sat
from csp2sat.cli.json_lines import schema
from csp2sat.languages.flatzinc import minizinc_output
from csp2sat.languages.flatzinc.minizinc_output import own_text
from csp2sat.languages.flatzinc.output_spec import spec_of
from csp2sat.languages.flatzinc.own_values import as_data, elements, json_elements
from csp2sat.model.model import Answer

pytestmark = pytest.mark.needs("minizinc")
COLORS = """enum Color = {Red, Green};
array[1..2] of var Color: c; var set of 1..4: s; var opt 1..3: o; var opt 1..3: p; var Color: best; var bool: b;
array[Color] of var 0..2: n; var set of Color: u;
constraint c[1] = c[2] /\\ c[1] = Green /\\ s = {1, 3} /\\ absent(o) /\\ p = 2 /\\ best = c[2] /\\ b;
constraint n[Red] = 0 /\\ n[Green] >= 1 /\\ Red in u /\\ (Green in u <-> n[Green] = 1);
"""
ITEM = r"""output ["\(c) and \(c[1])\n"] ++ ["\(i): \(c[i])\n" | i in 1..2] ++ [show(u), " \(o) \(s)"];
"""
SOLUTION = """c = [Green, Green];
s = {1,3};
o = <>;
p = 2;
best = Green;
b = true;
n = [Red: 0, Green: 1];
u = {Red, Green};
----------
"""


@pytest.fixture(scope="module")
def here(tmp_path_factory):
    folder = tmp_path_factory.mktemp("own")
    (folder / "m.mzn").write_text(COLORS)
    (folder / "item.mzn").write_text(COLORS + ITEM)
    with chdir(folder):
        yield folder


def test_a_solution_is_printed_as_minizinc_prints_it(here):
    printed = run("solve", "m.mzn", "--all").out
    assert SOLUTION in printed and printed.endswith("2 solutions\n")
    lines = "[Green, Green] and Green\n1: Green\n2: Green\n{Red, Green} <> {1,3}\n----------\n"
    assert lines in run("solve", "item.mzn", "--all").out
    command = ["minizinc", "--solver", "gecode", "-a", "item.mzn"]
    if "gecode" in subprocess.run(["minizinc", "--solvers"], capture_output=True, text=True).stdout.lower():
        assert lines in subprocess.run(command, capture_output=True, text=True).stdout


def test_json_has_the_values_and_names_of_the_model(here):
    answer = json.loads(run("solve", "m.mzn", "--json").out)
    assert faults(answer, schema(), schema()) == []
    own = answer["values"]
    assert own["c"] == ["Green", "Green"] and own["s"] == [1, 3] and own["o"] is None and own["b"] is True
    assert own["n"] in ([0, 1], [0, 2]) and own["u"] in (["Red"], ["Red", "Green"])
    assert answer["ints"]["n[Green]"] == own["n"][1] and answer["bools"]["u{Green}"] == ("Green" in own["u"])
    assert not any(name.startswith("X_") for name in (*answer["ints"], *answer["bools"]))


def test_what_all_solutions_share_is_stated_in_minizinc(here):
    stated = run("backbone", "m.mzn").out
    for line in ("c[2] = Green", "3 in s", "not (2 in s)", "absent(o)", "p = 2", "b = true", "n[Red] = 0", "Red in u"):
        assert f"{line};\n" in stated
    assert "Green in u" not in stated and "n[Green]" not in stated
    (here / "more.mzn").write_text(COLORS + "".join(f"constraint {line}\n" for line in stated.splitlines()))
    assert csp2sat.count("more.mzn").number == 2


def test_converted_and_encoded_models_keep_the_names(here):
    text = run("convert", "m.mzn", "--to", "csp").out
    assert "; n_Green stands for n[Green]\n" in text and "(bool u_Green)" in text
    (here / "m.csp").write_text(text)
    assert csp2sat.count("m.csp").number == 2
    assert run("encode", "m.mzn", "-o", "m.cnf", "-m", "m.map").code == 0
    assert run("solve", "m.cnf", "-o", "m.out").code == 0
    assert "s = {1,3};\no = <>;\n" in run("decode", "m.out", "-m", "m.map").out


WRONG = {
    "u = {Red, Green}": ("u = {Red, Blue}", "u cannot be Blue: there is no such value"),
    "c = [Green, Green]": ("c = [Green, 7]", "c[2] cannot be 7"),
    "o = <>": ("o = 2", "absent(o) /\\ p = 2 /\\ best = c[2] /\\ b is violated"),
    "s = {1,3}": ("s = 1..3", "s = {1, 3} /\\ absent(o) /\\ p = 2 /\\ best = c[2] /\\ b is violated"),
    "n = [Red: 0, Green: 1]": ("n = [1]", "n has 1 values; expected 2"),
}


def test_what_minizinc_prints_is_judged(here):
    (here / "right.txt").write_text(SOLUTION)
    assert run("check", "m.mzn", "right.txt").out == "right\n"
    data = '{"c": [{"e": "Green"}, {"e": "Green"}], "u": {"set": [{"e": "Red"}]}, "s": {"set": [1, 3]}, "o": null}\n'
    (here / "right.json").write_text(data + "----------\n")
    assert run("check", "m.mzn", "right.json").out == "right\n"
    (here / "item.txt").write_text("green\n----------\n")
    assert "csp2sat solve --json" in run("check", "m.mzn", "item.txt").err
    for right, (wrong, fault) in WRONG.items():
        (here / "wrong.txt").write_text(SOLUTION.replace(right, wrong))
        assert fault in run("check", "m.mzn", "wrong.txt").out


def test_without_minizinc_a_map_is_decoded_to_statements(here, monkeypatch):
    assert run("encode", "m.mzn", "-o", "n.cnf", "-m", "n.map").code == 0
    assert run("solve", "n.cnf", "-o", "n.out").code == 0
    monkeypatch.setenv("PATH", str(here))
    decoded = run("decode", "n.out", "-m", "n.map").out
    assert "c[2] = Green;\n1 in s;\n" in decoded and decoded.endswith("----------\n")


def test_values_are_data():
    spec = spec_of('output ["w = ",show(w),";\\n"];\narray [T,1..n] of bool: w;\n')
    outputs = [["w", "bool", [(0, 1), (1, 2)], []]]
    assert as_data(spec, "w", "\n[| true, false\n | 0: true, true |]", outputs) == [[True, False], [True, True]]
    names = [each.name for each in spec.slots("w", list("abcd"), [(0, 1), (1, 2)])]
    assert names == ["w[0,1]", "w[0,2]", "w[1,1]", "w[1,2]"]
    assert elements("[<>, {}, 2..4, 'a b', C(1), -3]") == [None, (), (2, 3, 4), "a b", "C(1)", -3]
    assert elements("[1..99999999999, -0]") == [("1..99999999999",), 0] and elements(digits := "9" * 200_000) == [
        digits
    ]


def test_json_that_minizinc_does_not_print_is_text():
    right = [{"set": [{"e": "Red"}, 3, [5, 6]]}, None, {"e": "Green"}, True]
    assert json_elements(right) == [("Red", 3, 5, 6), None, "Green", True]
    wrong = [{"set": 5}, {"set": [[1, 2, 3], ["a", 3], {}]}, {"e": [1]}, {"set": [[1, 99999999999]]}]
    texts = ['{"set": 5}', ("[1, 2, 3]", '["a", 3]', "{}"), '{"e": [1]}', ("1..99999999999",)]
    assert json_elements(wrong) == texts


PRINTER = """#!/bin/sh
echo started >> "$0.log"
grep -q _further "$2" && exit 1
while read -r line; do
    test "$line" = ---------- || continue
    head -c 99999 /dev/zero >&2
    printf 'x = 1;\\n_output = "one";\\n----------\\n'
done
echo ended >> "$0.log"
"""
PRINTED = """\
output ["x = ",show(x),";\\n","_output = ",show(concat(["one"]++["_further = {","\\"b\\":",show(b),"}"])),";\\n"];
int: x;
bool: b = f(x);
"""


def test_one_process_prints_all_solutions_of_a_model(tmp_path, monkeypatch):
    (tmp_path / "minizinc").write_text(PRINTER)
    (tmp_path / "minizinc").chmod(0o700)
    monkeypatch.setenv("PATH", f"{tmp_path}:{os.environ['PATH']}")
    declared = SimpleNamespace(about={"ozn": PRINTED, "output": [["x", "int", None, ["x"]]]})
    for _ in range(3):
        assert own_text(declared, Answer({"x": 1}, {})) == "one\n----------\n"
    minizinc_output._printers.cache_clear()
    assert (tmp_path / "minizinc.log").read_text().split() == ["started", "started", "ended"]


def test_an_output_item_with_all_of_an_array_over_an_enumeration(tmp_path):
    """The arrays are printed as MiniZinc prints them; `values` are there, too."""
    (path := tmp_path / "m.mzn").write_text(
        "enum G = {A, B}; enum H = {P, Q, R}; array[G] of var H: e; array[G, 1..2] of var H: m;"
        "array[G] of var set of H: s; array[G] of var opt H: o; constraint e[A] = Q /\\ e[B] = R /\\ absent(o[A]);"
        "constraint forall(g in G)(s[g] = {P, R} /\\ m[g, 1] = Q /\\ m[g, 2] = P) /\\ occurs(o[B]) /\\ deopt(o[B]) = P;"
        'solve satisfy; output ["\\(e) \\(m) \\(s) \\(o) \\(e[A])\\n"];'
    )
    assert run("solve", path).out == "[Q, R] [Q, P, Q, P] [{P, R}, {P, R}] [<>, P] Q\n----------\n"
    assert json.loads(run("solve", path, "--json").out)["values"]["e"] == ["Q", "R"]
