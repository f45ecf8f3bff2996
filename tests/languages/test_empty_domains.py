"""An integer without a value: FlatZinc, which a compiler writes, has no solution then; in what people write it is an
error."""

from __future__ import annotations

import json

import pytest
from support.command_server import completed

import csp2sat

FLATZINC = {
    "range": "var 5..3: x :: output_var;",
    "set": "var {}: x :: output_var;",
    "not printed": "var bool: b :: output_var; var 5..3: x;",
    "a constant": "var 5..3: x = 4;",
    "another name": "var 0..9: x :: output_var; var {}: y = x;",
    "a view of a Boolean": "var bool: b :: output_var; var 5..3: x; constraint bool2int(b, x);",
    "in an array": "var 5..3: x; array [1..1] of var int: a :: output_array([1..1]) = [x];",
    "of an array": "array [1..2] of var 5..3: a = [1, 2];",
    "an array's values": "array [1..2] of var 3..5: a = [1, 2];",
    "in constraints": "var 5..3: x; var 0..9: y :: output_var; constraint int_le(x, y); constraint int_times(x, x, y);",
    "a set of none": "var 1..2: x :: output_var; constraint set_in(x, 5..3);",
}
GOALS = ("satisfy", "minimize x")


@pytest.mark.sample(3)
@pytest.mark.parametrize("case", FLATZINC)
def test_flatzinc_has_no_solution(case, tmp_path):
    (tmp_path / "f.fzn").write_text(f"{FLATZINC[case]}\nsolve satisfy;\n")
    done = completed(["f.fzn"], module="csp2sat.cli.fzn", cwd=tmp_path)
    assert (done.returncode, done.stdout, done.stderr) == (0, b"=====UNSATISFIABLE=====\n", b"")


def test_an_objective_and_the_reason(tmp_path):
    (tmp_path / "f.fzn").write_text("var 1..3: y :: output_var;\n  var 5..3: x;\nsolve minimize x;\n")
    assert completed(["solve", "f.fzn"], cwd=tmp_path).stdout == b"=====UNSATISFIABLE=====\n"
    (tmp_path / "f.fzn").write_text("var 1..3: y :: output_var;\n  var 5..3: x;\nsolve satisfy;\n")
    said = completed(["explain", "f.fzn"], cwd=tmp_path).stdout.decode()
    assert "f.fzn:2:3\n" in said


@pytest.mark.parametrize("domain", [[[5, 3]], []])
def test_flatzinc_as_json(domain, tmp_path):
    content = {"variables": {"x": {"type": "int", "domain": domain}}, "arrays": {}, "constraints": [], "output": ["x"]}
    (tmp_path / "f.fzn.json").write_text(json.dumps(content | {"solve": {"method": "satisfy"}}))
    done = completed(["f.fzn.json"], module="csp2sat.cli.fzn", cwd=tmp_path)
    assert done.stdout == b"=====UNSATISFIABLE=====\n"


def test_elements_are_within_the_domain_of_the_array(tmp_path):
    text = "var 0..9: x :: output_var; array [1..1] of var 7..12: a = [x]; solve maximize x;"
    (tmp_path / "f.fzn").write_text(text.replace("maximize", "minimize"))
    assert completed(["f.fzn"], module="csp2sat.cli.fzn", cwd=tmp_path).stdout.startswith(b"x = 7;")


@pytest.mark.parametrize(("name", "text"), [("x.csp", "(int x 5 3)"), ("y.csp", "(domain d 5 3)(int x d)")])
def test_csp_is_refused_with_the_place(name, text, tmp_path):
    (tmp_path / name).write_text(text)
    done = completed(["solve", name], cwd=tmp_path)
    assert done.returncode == 1
    assert b"is empty" in done.stderr


def test_python_refuses_it():
    for make in (lambda m: m.int("x", 5, 3), lambda m: m.int("x", []), lambda m: m.int_array("x", 3, 5, 3)):
        with pytest.raises(csp2sat.ModelError):
            make(csp2sat.Model())
