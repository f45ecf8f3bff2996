"""Proofs by hand that what has solutions has none, and bounds that are too good: refused by both checkers."""

import pytest
from proofs.test_pb_checker import GOAL, HUGE, TRIANGLE, run, statement
from support.naive_pb_check import Refused, conclusion

from csp2sat.deriving.proof import without_deletions
from csp2sat.proofs.pb_checker.checker import check
from csp2sat.proofs.pb_checker.reading import CheckedText, NotAccepted

END = "output NONE;\nconclusion UNSAT : -1;"
BEST = "output NONE;\nconclusion BOUNDS {} : -1 {};"
DEGREE = 10**4_000
ATTACKS = {
    "a bare contradiction": "rup >= 1;",
    "a negative degree": "rup >= -1;\nrup >= 1;",
    "a coefficient of 0": "rup 0 x1 >= 1;\nrup >= 1;",
    "a negative coefficient": "rup -1 x1 -1 x2 >= -1;\nrup >= 1;",
    "both literals of a variable": "rup 1 x1 1 ~x1 >= 2;\nrup >= 1;",
    "a variable twice": "rup 1 x1 1 x1 >= 1;\nrup >= 1;",
    "saturation of nothing": "pol x1 s;\npol -1 2 * s;\nrup >= 1;",
    "saturation below the degree": "pol 1 2 * s 2 d;\npol -1 s;\nrup 1 x1 >= 1;\nrup >= 1;",
    "division of the degree alone": "pol 1 2 + 3 + 3 d;\nrup 2 x1 2 x2 2 x3 >= 4;\nrup >= 1;",
    "division by 0": "pol 1 0 d;\nrup >= 1;",
    "multiplication by 0": "pol 1 0 *;\nrup >= 1;",
    "multiplication by a negative number": "pol 1 -1 *;\npol 1 -1 +;\nrup >= 1;",
    "division by a negative number": "pol 1 -2 d;\nrup >= 1;",
    "weakening by a constraint": "pol 1 2 w;\nrup >= 1;",
    "a number that is no constraint": "pol 1 7 +;\nrup >= 1;",
    "number 0": "pol 0;\nrup >= 1;",
    "a negative number too far": "pol -9;\nrup >= 1;",
    "a later constraint": "pol 5;\npol 4;\nrup >= 1;",
    "its own number": "rup >= 1 : 4;",
    "huge numbers": f"pol 1 {DEGREE} * 2 + {DEGREE} d;\nrup >= 1;",
    "a huge multiple that is halved": f"pol 1 {HUGE} *;\npol -1 {HUGE - 1} d;\nrup 1 x1 >= 1;\nrup >= 1;",
    "numbers too long to read": f"rup {'9' * 5_000} x1 >= 1;\nrup >= 1;",
    "numbers of another script": "rup \u0661 x1 >= 1;\nrup >= 1;",
    "a witness that breaks a constraint": "red 1 ~x1 >= 1 : x1 -> 0;\nred 1 ~x2 >= 1 : x2 -> 0;\nrup >= 1;",
    "a witness that maps to itself": "red 1 x1 >= 1 : x1 -> x1;\nrup >= 1;",
    "a witness that maps to the negation": "red 1 x1 >= 1 : x1 -> ~x1;\nred 1 ~x1 >= 1 : x1 -> ~x1;\nrup >= 1;",
    "a witness with a variable twice": "red 1 x1 >= 1 : x1 -> 1 x1 -> 0;\nrup >= 1;",
    "a witness with a negated variable": "red 1 ~x1 >= 1 : ~x1 -> 0 x1 -> 0;\nrup >= 1;",
    "a witness that exchanges": "red 1 x1 -1 x2 >= 1 : x1 -> x2 x2 -> x1;\nrup >= 1;",
    "an empty witness": "red 1 x1 >= 1 : ;\nrup >= 1;",
    "no witness": "red 1 x1 >= 1;\nrup >= 1;",
    "a contradiction by redundance": "red >= 1 : x1 -> 1;\nrup >= 1;",
    "a definition in a circle": "red 1 y1 1 y2 >= 1 : y1 -> 1;\nred 1 ~y1 1 ~y2 >= 1 : y1 -> 0;\n"
    "red 1 y1 1 ~y2 >= 1 : y1 -> 1;\nred 1 ~y1 1 y2 >= 1 : y1 -> 0;\nrup >= 1;",
    "a variable defined twice": "red 1 y1 >= 1 : y1 -> 1;\nred 1 ~y1 >= 1 : y1 -> 0;\nrup >= 1;",
    "a definition with a variable of the statement": "red 1 x1 1 ~x2 >= 1 : x1 -> 1;\n"
    "red 1 ~x1 1 x2 >= 1 : x1 -> 0;\nred 1 ~x1 1 ~x2 >= 1 : x1 -> 0;\nrup >= 1;",
    "a definition after the deletion of another": "red 1 y1 >= 1 : y1 -> 1;\ndel id -1;\nred 1 ~y1 >= 1 : y1 -> 0;\n"
    "del id -1;\nrup >= 1;",
    "a constraint deleted, then cited": "pol 1 2 +;\ndel id 4;\npol 4;\nrup >= 1;",
    "a constraint deleted twice": "pol 1;\ndel id 4;\ndel id 4;\nrup >= 1;",
    "a deleted constraint of the statement": "del id 1;\nred 1 ~x1 >= 1 : x1 -> 0;\nrup >= 1;",
    "a range with the statement": "del range 1 4;\nred 1 ~x1 >= 1 : x1 -> 0;\nrup >= 1;",
    "a label twice": "@a pol 1;\n@a pol 2;\nrup >= 1;",
    "a label before a deletion": "@a del id 1;\nrup >= 1;",
    "an assumption": "a 1 ~x1 1 ~x2 >= 1;\nrup >= 1;",
    "a comment that hides a line's end": "rup 1 x1 1 x2 >= 1 % ;\n;\nrup >= 1;",
    "a step after the output": "output NONE;\nrup >= 1;",
    "an unknown rule": "dom 1 x1 >= 1 : x1 -> 1;\nrup >= 1;",
    "an equation": "rup 1 x1 = 1;\nrup >= 1;",
    "a strict comparison": "rup 1 x1 > 0;\nrup >= 1;",
}


def refused_by_both(body: str, rules: str) -> None:
    proof = f"pseudo-Boolean proof version 3.0\n{rules}\nend pseudo-Boolean proof;\n"
    with pytest.raises(NotAccepted):
        run(body, rules)
    with pytest.raises((Refused, ValueError, IndexError)):
        conclusion(statement(body), proof)


@pytest.mark.parametrize("name", ATTACKS)
def test_no_refutation_of_what_has_solutions(name):
    refused_by_both(TRIANGLE, f"{ATTACKS[name]}\n{END}")


TOO_GOOD = {
    "a better value": "soli x1 ~x2 x3 : 3;\n" + BEST.format(4, 4),
    "a solution of that value that is none": "soli ~x1 ~x2 ~x3 : 0;\n" + BEST.format(0, 0),
    "a solution with a literal of both signs": "soli x1 ~x1 ~x2 x3 : 3;\n" + BEST.format(3, 3),
    "a solution with another value": "soli x1 ~x2 x3 : 2;\nrup >= 1;\n" + BEST.format(2, 2),
    "a worse solution, and its bound": "soli x1 x2 x3 : 6;\nrup >= 1;\n" + BEST.format(6, 6),
    "no solution logged": "rup 2 x1 3 x2 1 x3 >= 2;\n" + BEST.format(3, 3),
    "no solution claimed after one": "soli x1 ~x2 x3 : 3;\nrup >= 1;\noutput NONE;\nconclusion BOUNDS INF : -1 INF;",
    "the bound deleted": "soli x1 x2 x3 : 6;\ndel id -1;\nrup >= 1;\n" + BEST.format(6, 6),
    "redundance that makes the objective worse": "soli x1 ~x2 x3 : 3;\nred 1 x2 >= 1 : x2 -> 1;\nrup >= 1;\n"
    + BEST.format(3, 3).replace("3 : -1 3", "4 : -1 4"),
    "the low bound above the high one": "soli x1 ~x2 x3 : 3;\nrup >= 1;\noutput NONE;\nconclusion BOUNDS 5 : -1 3;",
}


@pytest.mark.parametrize("name", TOO_GOOD)
def test_no_value_that_is_too_good(name):
    refused_by_both(GOAL + TRIANGLE, TOO_GOOD[name])


@pytest.mark.parametrize("end", ["", "end pseudo-Boolean proof", "end proof;", "end pseudo-Boolean proof;\nrup >= 1;"])
def test_the_end_is_needed(end):
    body = "1 x1 1 x2 >= 1 ;\n1 ~x1 >= 1 ;\n1 ~x2 >= 1 ;\n"
    text = f"pseudo-Boolean proof version 3.0\nrup >= 1;\n{END}\n{end}\n"
    with pytest.raises((Refused, ValueError, IndexError)):
        conclusion(statement(body), text)
    with pytest.raises(NotAccepted):
        check(CheckedText("a.opb", statement(body)), CheckedText("a.pbp", text))


def test_what_a_checker_with_a_memory_keeps():
    """A deleted constraint that has fixed a literal is named, so that the proof can leave the deletion out."""
    body = "1 x1 1 x2 >= 1 ;\n1 x1 1 ~x2 1 x3 >= 1 ;\n1 x1 1 ~x3 >= 1 ;\n"
    rules = "rup 1 x1 >= 1;\nrup 1 x2 1 x3 >= 0;\ndel id 4 5;\noutput NONE;\nconclusion NONE;"
    assert run(body, rules).needed == {4}
    assert without_deletions("del id 4 5;\ndel id 4;\npol 1;\n", {4}) == "del id 5;\npol 1;\n"
