"""`csp2sat check` names what an answer claims beyond its solution: that none is better, or that there is no other."""

import json

import pytest
from support.check_command import NOT_BEST, NOT_ONLY

LEAST = "(int x 0 5)(int y 0 5)(>= (+ x y) 4)(objective minimize (+ x y))"
XCSP3_COP = (
    '<instance format="XCSP3" type="COP"><variables><var id="x"> 0..5 </var></variables><constraints><intension>'
    "ge(x,1) </intension></constraints><objectives><minimize> x </minimize></objectives></instance>\n"
)
CLAIMS = {  # name, text, answer, what is not judged
    "value lines": ("a.csp", LEAST, "s OPTIMUM FOUND\na x\t5\na y\t4\na\n", NOT_BEST),
    "with the value": ("a.csp", LEAST, "o 9\ns OPTIMUM FOUND\nv 5 4\n", NOT_BEST),
    "no claim": ("a.csp", LEAST, "s SATISFIABLE\na x\t5\na y\t4\na\n", ""),
    "JSON": ("a.csp", LEAST, '{"status": "OPTIMUM FOUND", "ints": {"x": 5, "y": 4}, "bools": {}}\n', NOT_BEST),
    "OPB": ("a.opb", "min: +1 x1 +2 x2 ;\n+1 x1 +1 x2 >= 1 ;\n", "o 2\ns OPTIMUM FOUND\nv -x1 x2\n", NOT_BEST),
    "WCNF": ("a.wcnf", "h 1 2 0\n1 -1 0\n2 -2 0\n", "o 2\ns OPTIMUM FOUND\nv 01\n", NOT_BEST),
    "XCSP3": (
        "a.xml",
        XCSP3_COP,
        's OPTIMUM FOUND\nv <instantiation cost="3"> <list> x </list> <values> 3 </values> </instantiation>\n',
        NOT_BEST,
    ),
    "FlatZinc": (
        "a.fzn",
        "var 0..5: x :: output_var;\nconstraint int_le(1, x);\nsolve minimize x;\n",
        "x = 3;\n----------\n==========\n",
        NOT_BEST,
    ),
    "FlatZinc, all": (
        "a.fzn",
        "var 0..5: x :: output_var;\nsolve satisfy;\n",
        "x = 3;\n----------\n==========\n",
        NOT_ONLY,
    ),
    "FlatZinc, one": ("a.fzn", "var 0..5: x :: output_var;\nsolve satisfy;\n", "x = 3;\n----------\n", ""),
    "unique": ("a.csp", "(int x 0 5)\n", "s SATISFIABLE\na x\t5\na\nunique\n", NOT_ONLY),
    "not unique": ("a.csp", "(int x 0 5)\n", "s SATISFIABLE\na x\t5\na\nnot unique\na x\t4\na\n", ""),
}


@pytest.mark.parametrize("name", CLAIMS)
def test_what_an_answer_claims_beyond_its_solution_is_named(name, judged):
    file, text, answer, note = CLAIMS[name]
    assert judged(file, text, answer) == (0, "right\n", note)


def test_claims_of_a_wrong_answer_need_no_judge(judged):
    found = judged("a.csp", LEAST, "s OPTIMUM FOUND\na x\t0\na y\t0\na\n")
    assert (found[0], found[2]) == (1, "")


def test_claims_quietly_and_as_json(judged):
    answer = "s OPTIMUM FOUND\na x\t5\na y\t4\na\n"
    assert judged("a.csp", LEAST, answer, "-q") == (0, "right\n", "")
    found = json.loads(judged("a.csp", LEAST, answer, "--json")[1])
    assert found["right"] and found["unjudged"] == [NOT_BEST.removeprefix("csp2sat: not judged: ").rstrip()]
