"""What `solve` prints for each of its questions is an answer that `check` finds right, in each language."""

import pytest
from support.run_command import run

MODELS = {
    "m.csp": "(int x 1 2)\n",
    "m.fzn": "var 1..2: x :: output_var;\nsolve satisfy;\n",
    "m.xml": '<instance format="XCSP3" type="CSP"><variables><var id="x"> 1 2 </var></variables>'
    "<constraints><intension> ge(x,1) </intension></constraints></instance>\n",
    "m.cnf": "p cnf 1 1\n1 -1 0\n",
    "m.opb": "* #variable= 2 #constraint= 1\n1 x1 1 x2 >= 1 ;\n",
}
QUESTIONS = ["", "--all", "--limit 2", "--limit 1", "--unique", "--all --to json"]


PAIRS = [(name, question) for name in MODELS for question in QUESTIONS] + [("m.csp", "--all --to v")]


@pytest.mark.parametrize(("name", "question"), PAIRS)
def test_check_reads_it(name, question, tmp_path):
    model, answer = tmp_path / name, tmp_path / "answer"
    model.write_text(MODELS[name])
    found = run("solve", model, *question.split())
    assert found.code == 0
    answer.write_text(found.out)
    judged = run("check", model, answer)
    assert judged.code == 0 and judged.out == "right\n", judged.out + judged.err


WRONG = {  # a right solution, a wrong one, and what is said
    "m.csp": ("s SATISFIABLE\na x 1\na\na x 3\na\n2 solutions\n", "solution 2: x cannot be 3"),
    "m.fzn": ("x = 1;\n----------\nnot unique\nx = 3;\n----------\n", "solution 2: x cannot be 3"),
    "m.cnf": ("s SATISFIABLE\nv -1 0\nv -1 0\n2 solutions\n", "solution 2: the same as solution 1"),
    "m.opb": ("s SATISFIABLE\nv x1 x2\nv -x1 -x2\n2 solutions\n", "solution 2: "),
}


@pytest.mark.parametrize("name", WRONG)
def test_a_second_solution_that_is_wrong_is_found(name, tmp_path):
    model, answer = tmp_path / name, tmp_path / "answer"
    model.write_text(MODELS[name])
    answer.write_text(WRONG[name][0])
    judged = run("check", model, answer)
    assert judged.code == 1 and f"wrong: {WRONG[name][1]}" in judged.out, judged.out + judged.err
