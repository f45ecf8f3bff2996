"""The checker of pseudo-Boolean proofs: each rule, each refusal to the letter, and random proofs by brute force."""

import random
import time
from itertools import product

import pytest

from csp2sat.errors import LimitReached
from csp2sat.proofs.pb_checker.checker import check
from csp2sat.proofs.pb_checker.inequality import Inequality, normal
from csp2sat.proofs.pb_checker.reading import CheckedText, NotAccepted

TRIANGLE = "1 x1 1 x2 >= 1 ;\n1 x2 1 x3 >= 1 ;\n1 x1 1 x3 >= 1 ;\n"
GOAL = "min: 2 x1 3 x2 1 x3 ;\n"
NONE = "output NONE;\nconclusion NONE;"


def statement(body: str) -> str:
    names = {word.lstrip("~") for word in body.split() if word[-1:].isdigit() and not word.lstrip("-+").isdigit()}
    count = sum(line.endswith(";") and not line.startswith("min") for line in body.splitlines())
    return f"* #variable= {len(names)} #constraint= {count}\n{body}"


def run(body: str, rules: str, **how):
    proof = f"pseudo-Boolean proof version 3.0\n{rules}\nend pseudo-Boolean proof;\n"
    return check(CheckedText("a.opb", statement(body)), CheckedText("a.pbp", proof), **how)


ACCEPTED = {
    "pol": (TRIANGLE, f"pol 1 2 + 3 + 2 d;\nrup 1 x2 1 x3 >= 1 : 4;\n{NONE}"),
    "labels": ("@a " + TRIANGLE, f"@b pol @a 2 +;\npol @b 3 + 2 d;\nrup 1 x1 1 x2 >= 1 : -1;\n{NONE}"),
    "weakening and saturation": (TRIANGLE, f"pol 1 2 + x1 w 2 d s;\n{NONE}"),
    "literal axioms": (TRIANGLE, f"pol 1 x3 + ~x2 +;\n{NONE}"),
    "hints": (TRIANGLE, f"rup 1 x1 1 x2 1 x3 >= 1 : 1 ~;\n{NONE}"),
    "a definition": (
        TRIANGLE,
        "red 1 x1 1 x2 1 x3 2 ~y1 >= 2 : y1 -> 0;\nred 1 ~x1 1 ~x2 1 ~x3 2 y1 >= 2 : y1 -> 1;\n"
        f"pol 1 2 + 3 + 2 d 5 + s;\nrup 1 y1 >= 1;\n{NONE}",
    ),
    "a full adder": (
        "1 aa1 1 bb1 1 dd1 >= 0 ;\n",
        "red 1 aa1 1 bb1 1 dd1 2 ~cc1 >= 2 : cc1 -> 0;\nred 1 ~aa1 1 ~bb1 1 ~dd1 2 cc1 >= 2 : cc1 -> 1;\n"
        "red 1 aa1 1 bb1 1 dd1 2 ~cc1 1 ~ss1 >= 3 : ss1 -> 0;\nred 1 ~aa1 1 ~bb1 1 ~dd1 2 cc1 1 ss1 >= 3 : ss1 -> 1;\n"
        f"rup 1 ~aa1 1 ~bb1 1 cc1 >= 1;\nrup 1 ~aa1 1 ~bb1 1 ~dd1 1 ss1 >= 1;\n{NONE}",
    ),
    "the best value": (
        GOAL + "1 x1 1 x2 >= 1 ;\n1 ~x1 1 x3 >= 1 ;\n",
        "f 2;\nsoli x1 ~x2 x3 : 3; % a comment; with a semicolon\nrup 1 ~x2 >= 1;\nrup >= 1;\noutput NONE;\n"
        "conclusion BOUNDS 3 : -1 3;",
    ),
    "deletion": (TRIANGLE, f"rup 1 x1 1 x2 1 x3 >= 1;\ndel id -1;\npol 1 2 +;\ndel range 5 6;\n{NONE}"),
    "an equation": (
        "1 x1 1 x2 = 1 ;\n1 x1 -1 x2 = 0 ;\n",
        "pol 1 3 +;\nrup >= 1;\noutput NONE;\nconclusion UNSAT : -1;",
    ),
    "a solution": (TRIANGLE, "output NONE;\nconclusion SAT : x1 x2 ~x3;"),
    "a logged solution": (TRIANGLE, "sol x1 x2 ~x3;\noutput NONE;\nconclusion SAT;"),
    "no solution, with an objective": (
        GOAL + "1 x1 >= 1 ;\n1 ~x1 >= 1 ;\n1 x2 1 x3 >= 1 ;\n",
        "rup >= 1;\noutput NONE;\nconclusion BOUNDS INF : -1 INF;",
    ),
}
NO_STEP = "the constraint does not follow by unit propagation"
HUGE = 1 << 201
REFUSED = {
    "a deleted constraint with huge numbers": (
        TRIANGLE,
        f"red {HUGE} y1 {HUGE} y2 {HUGE} y3 >= {2 * HUGE} : y1 -> 1 y2 -> 1 y3 -> 1;\ndel id -1;\n"
        f"red 1 ~y1 >= 1 : y1 -> 0;\nred 1 ~y2 >= 1 : y2 -> 0;\nrup >= 1;\n{NONE}",
        f"6:1: {NO_STEP}",
    ),
    "no consequence": (TRIANGLE, f"rup 1 x1 >= 1;\n{NONE}", f"2:1: {NO_STEP}"),
    "too few hints": (TRIANGLE, f"rup 1 x1 1 x2 1 x3 >= 2 : 1;\n{NONE}", f"2:1: {NO_STEP}"),
    "a false witness": (TRIANGLE, f"red 1 ~x1 >= 1 : x1 -> 0;\n{NONE}", "2:1: the constraint is not redundant"),
    "a worse objective": (
        GOAL + "1 x1 1 x2 >= 1 ;\n1 x3 >= 0 ;\n",
        f"red 1 x3 >= 1 : x3 -> 1;\n{NONE}",
        "2:1: the constraint is not redundant",
    ),
    "a variable that is defined twice": (
        TRIANGLE,
        f"red 1 x1 1 ~y1 >= 1 : y1 -> 0;\nred 1 y1 >= 1 : y1 -> 1;\n{NONE}",
        "3:1: the constraint is not redundant",
    ),
    "a deleted constraint": (TRIANGLE, f"pol 1 2 +;\ndel id 4;\npol 4;\n{NONE}", "4:1: there is no constraint 4"),
    "a constraint of the statement deleted": (TRIANGLE, f"del id 1;\n{NONE}", "2:1: constraint 1 cannot be deleted"),
    "an unknown number": (TRIANGLE, f"pol 9;\n{NONE}", "2:1: there is no constraint 9"),
    "an unknown label": (TRIANGLE, f"pol @a;\n{NONE}", "2:1: the rule is malformed"),
    "two constraints left": (TRIANGLE, f"pol 1 2;\n{NONE}", "2:1: `pol` must leave one constraint"),
    "division by zero": (TRIANGLE, f"pol 1 0 d;\n{NONE}", "2:1: expected a positive number before `d`"),
    "a negative factor": (TRIANGLE, f"pol 1 -2 *;\n{NONE}", "2:1: expected a positive number before `*`"),
    "no contradiction": (TRIANGLE, "output NONE;\nconclusion UNSAT : 1;", "3:1: the constraint is no contradiction"),
    "no solution": (TRIANGLE, "sol x1 ~x2 ~x3;\noutput NONE;\nconclusion SAT;", "2:1: not a solution: constraint 2"),
    "half a solution": (
        TRIANGLE,
        "output NONE;\nconclusion SAT : x1;",
        "3:1: a solution has a literal of each variable",
    ),
    "a wrong value": (GOAL + TRIANGLE, f"soli x1 x2 ~x3 : 4;\n{NONE}", "2:1: the objective of the solution is 5"),
    "a bound that is not shown": (
        GOAL + TRIANGLE,
        "soli x1 x2 ~x3 : 5;\noutput NONE;\nconclusion BOUNDS 5 : -1 5;",
        "4:1: the constraint does not bound the objective by 5",
    ),
    "a bound that is too good": (
        GOAL + TRIANGLE,
        "soli x1 ~x2 x3 : 3;\nrup >= 1;\noutput NONE;\nconclusion BOUNDS 4 : -1 4;",
        "5:1: a solution with the objective 3 was logged",
    ),
    "an assumption": (TRIANGLE, f"a 1 x1 >= 1;\n{NONE}", "2:1: the rule 'a' is unknown here"),
    "a wrong number of constraints": (TRIANGLE, f"f 4;\n{NONE}", "2:1: the statement has 3 constraints"),
    "no conclusion": (TRIANGLE, "output NONE;", "4:1: the proof has no conclusion"),
    "a step after the conclusion": (TRIANGLE, f"{NONE}\npol 1;", "4:1: expected nothing between"),
    "no literal": (TRIANGLE, f"rup 1 x >= 1;\n{NONE}", "2:1: 'x' is no literal"),
    "no number": (TRIANGLE, f"rup one x1 >= 1;\n{NONE}", "2:1: 'one' is no integer"),
    "no inequality": (TRIANGLE, f"rup 1 x1 = 1;\n{NONE}", "2:1: no inequality"),
}


@pytest.mark.parametrize("name", ACCEPTED)
def test_accepted(name):
    run(*ACCEPTED[name])


@pytest.mark.parametrize("name", REFUSED)
def test_refused(name):
    body, rules, message = REFUSED[name]
    with pytest.raises(NotAccepted) as error:
        run(body, rules)
    assert str(error.value).startswith(f"a.pbp:{message}")


BAD_STATEMENTS = {
    "": "1:1: expected `* #variable= N #constraint= M`",
    "* #variable= 1 #constraint= 2\n1 x1 >= 1 ;\n": "1:1: the statement has 1 variables and 1 constraints",
    "* #variable= 1 #constraint= 1\n1 x1 >= 1\n": "2:1: expected one constraint in a line, and `;` at its end",
    "* #variable= 1 #constraint= 1\n1 x1 > 1 ;\n": "2:1: expected `>=`, `<=` or `=`, and a number",
    "* #variable= 1 #constraint= 1\n1 x1 >= 1 ;\nmin: 1 x1 ;\n": "3:1: expected the objective before all constraints",
}


@pytest.mark.parametrize("text", BAD_STATEMENTS)
def test_bad_statements(text):
    with pytest.raises(NotAccepted) as error:
        check(CheckedText("a.opb", text), CheckedText("a.pbp", ""))
    assert str(error.value).startswith(f"a.opb:{BAD_STATEMENTS[text]}")


def test_cut_short():
    whole = f"pseudo-Boolean proof version 3.0\npol 1 2 +;\n{NONE}\nend pseudo-Boolean proof;\n"
    check(CheckedText("a.opb", statement(TRIANGLE)), CheckedText("a.pbp", whole))
    for length in range(len(whole) - 2):
        with pytest.raises(NotAccepted):
            check(CheckedText("a.opb", statement(TRIANGLE)), CheckedText("a.pbp", whole[:length]))


def satisfied(found: Inequality, values) -> bool:
    return sum(c for a, c in found.terms.items() if values[a >> 1] != a & 1) >= found.degree


def written(found: Inequality) -> str:
    return "".join(f"{c} {'~' * (a & 1)}x{a >> 1} " for a, c in found.terms.items()) + f">= {found.degree}"


def random_inequality(rng, variables: int) -> Inequality:
    some = rng.sample(range(variables), rng.randint(1, variables))
    return normal([(rng.choice((1, 1, 1, 2, 3)), 2 * v + rng.randint(0, 1)) for v in some], rng.randint(1, 3))


def step(rng, count: int) -> str:
    """A rule at random, which need not follow."""
    found = written(random_inequality(rng, 4))
    match rng.randrange(4):
        case 0:
            return f"rup {found};"
        case 1:
            change = {f"x{rng.randrange(4)}": rng.choice(("0", "1", "~x1", "x2")) for _ in range(rng.randint(1, 2))}
            return f"red {found} : {' '.join(f'{a} -> {to}' for a, to in change.items())};"
        case 2:
            a, b = rng.randint(1, count), rng.randint(1, count)
            return f"pol {a} {b} {rng.randint(1, 3)} * + {rng.choice(('2 d', 's', '3 d s', 'x1 w'))};"
        case _:
            return f"del id {rng.randint(1, count)};"


def accepted(body: str, rules: list[str]) -> bool:
    try:
        run(body, "\n".join([*rules, NONE]))
    except NotAccepted:
        return False
    return True


@pytest.mark.sample(6)
@pytest.mark.parametrize("seed", range(60))
def test_no_random_proof_refutes_what_is_satisfiable(seed):
    """Steps that were accepted leave solutions, the best ones among them, whatever is derived and deleted."""
    rng = random.Random(seed)
    first = [random_inequality(rng, 4) for _ in range(rng.randint(2, 5))]
    goal = {v: rng.randint(-2, 3) for v in range(4)}
    lines = "".join(f"{written(each)} ;\n" for each in [*first, normal([(1, 2 * v) for v in range(4)], 0)])
    body = f"min: {' '.join(f'{c} x{v}' for v, c in goal.items())} ;\n{lines}"
    solutions = [values for values in product((0, 1), repeat=4) if all(satisfied(each, values) for each in first)]
    best = min((sum(goal[v] * values[v] for v in range(4)) for values in solutions), default=None)
    rules: list[str] = []
    for _ in range(60):
        more = step(rng, len(first) + 1 + len(rules))
        if accepted(body, [*rules, more]):
            rules.append(more)
    refuted = accepted(body, [*rules, "rup >= 1;"])
    assert not (refuted and solutions)
    for value in range(-8, 12):  # what it takes to be at least as good as the best is never excluded
        too_good = written(normal([(c, 2 * v) for v, c in goal.items()], value))
        if best is not None and value > best:
            assert not accepted(body, [*rules, f"rup {too_good};"])


def chain(length: int):
    """Definitions, clauses and sums that follow: about 5 lines for each place of a chain."""
    body = "".join(f"1 x{i} 1 x{i + 1} 1 x{i + 2} >= 1 ;\n" for i in range(length))
    rules = list[str]()
    for i in range(length):
        rules += [
            f"red 1 x{i} 1 x{i + 1} 1 x{i + 2} 2 ~y{i} >= 2 : y{i} -> 0;",
            f"red 1 ~x{i} 1 ~x{i + 1} 1 ~x{i + 2} 2 y{i} >= 2 : y{i} -> 1;",
            f"rup 1 ~x{i} 1 ~x{i + 1} 1 y{i} >= 1;",
            f"pol {i + 1} {length + 5 * i + 1} + s;",
            f"rup 1 y{i} 1 x{i} 1 x{i + 1} 1 x{i + 2} >= 1;",
        ]
    return body, "\n".join([*rules, NONE])


def test_many_lines():
    body, rules = chain(1_000)
    start = time.monotonic()
    run(body, rules)
    assert time.monotonic() - start < 10  # 5,000 lines; 100,000 take 4 seconds


@pytest.mark.long
def test_100_000_lines_in_a_minute():
    body, rules = chain(20_000)
    start = time.monotonic()
    run(body, rules)
    assert time.monotonic() - start < 60


def test_the_time_limit():
    with pytest.raises(LimitReached):
        run(*chain(200), deadline=time.monotonic() - 1)
