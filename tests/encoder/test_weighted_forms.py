"""WCNF in both forms and OPB: the best value is that of brute force, whoever reads the file, and `decode` prints it."""

import random
import re
from dataclasses import replace
from itertools import product

import pytest
from pysat.examples.rc2 import RC2
from pysat.formula import WCNF
from support.oracle import solutions
from support.random_csp import RandomCsp
from support.run_command import run

import csp2sat
from csp2sat import decoder
from csp2sat.api.writing.encoding import EncodingTarget, write
from csp2sat.base.files import read_source
from csp2sat.encoder.options import EncoderOptions
from csp2sat.model.meaning import evaluate
from csp2sat.model.model import Answer, Soft
from csp2sat.runner.process.output import complete
from csp2sat.solving.maxcsp import MaxCspProblem
from csp2sat.solving.problem import CspProblem

DIGEST = "0" * 64
ENCODINGS = ("order", "direct", "log", "compact-order", "auto")


@pytest.fixture(autouse=True)
def folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    return tmp_path


def with_objective(seed):
    maker = RandomCsp(seed)
    model = replace(maker.model(), objective=maker.objective())
    goal, term = model.objective
    values = [term if isinstance(term, int) else evaluate(term, each) for each in answers(model)]
    best = (min if goal == "minimize" else max)((v for v in values if v is not None), default=None)
    return CspProblem(model, DIGEST), best


def answers(model):
    for ints, bools in solutions(model):
        yield Answer(dict(zip(model.ints, ints, strict=True)), dict(zip(model.bools, bools, strict=True)))


def with_weights(seed):
    rng, model = random.Random(seed), RandomCsp(seed).model()
    weights = [rng.choice([1, 2, 3, 10, 0, -2]) for _ in model.constraints]
    soft = [Soft(weight, constraint) for weight, constraint in zip(weights, model.constraints, strict=True)]
    model = replace(model, constraints=[each.constraint for each in soft[:1]], soft=soft[1:])
    found = (
        sum(each.weight for each in model.soft if not evaluate(each.constraint.formula, answer))
        for answer in assignments(model)
        if all(evaluate(each.formula, answer) for each in model.constraints)
    )
    return MaxCspProblem(model, "weighted", DIGEST), min(found, default=None)


def assignments(model):
    for ints in product(*model.ints.values()):
        for bools in product((False, True), repeat=len(model.bools)):
            yield Answer(dict(zip(model.ints, ints, strict=True)), dict(zip(model.bools, bools, strict=True)))


def write_all(problem, encoding):
    options = EncoderOptions(encoding=encoding)
    for name, to, form in (
        ("p.wcnf", "wcnf", "p"),
        ("h.wcnf", "wcnf", "h"),
        ("o.opb", "opb", "p"),
        ("c.cnf", "cnf", "p"),
    ):
        write(problem, problem.model, EncodingTarget(name, f"{name[0]}.map", to, None, form), options)


def solved(path):
    with RC2(WCNF(path)) as solver:
        literals = solver.compute()
        return literals, solver.cost


ALWAYS = ({1: 0}, 0)
TERM = re.compile(r"([+-]\d+) x(\d+) ")


def read_opb(path):
    """The coefficients of the goal, and those of each constraint with its bound, by variables; read here alone."""
    goal, sums = None, []
    for line in path.read_text().splitlines():
        if line.startswith("*"):
            continue
        body, _, rest = line.partition(">=")
        terms = {int(variable): int(number) for number, variable in TERM.findall(body)}
        assert len(terms) == len(TERM.findall(body)), "no variable is there twice"
        if line.startswith("min:"):
            goal = terms
            continue
        sums.append((terms, int(rest.removesuffix(" ;"))))
    return goal, sums


def value_of(terms, true):
    return sum(number for variable, number in terms.items() if variable in true)


def as_clause(terms, bound):
    """The literals of a clause that is written as a sum."""
    assert bound == 1 - sum(number < 0 for number in terms.values())
    return {variable * number for variable, number in terms.items() if number}


def check(problem, expected, encoding, folder):
    write_all(problem, encoding)
    sign = -1 if problem.objective.goal == "maximize" else 1
    goal, sums = read_opb(folder / "o.opb")
    for name in ("p", "h"):
        literals, cost = solved(f"{name}.wcnf")
        assert (literals is None) == (expected is None)
        if expected is None:
            continue
        variables = decoder.read(read_source(f"{name}.map"))
        assert variables.cost(literals) == expected
        assert problem.faults(problem.solution(variables.decode(literals))) == []
        true = {lit for lit in literals if lit > 0}
        assert all(value_of(terms, true) >= bound for terms, bound in sums)
        assert sign * value_of(goal, true) == expected, "the goal of the OPB is the value itself"
        literals = complete(literals, variables.num_vars)  # RC2 leaves out those that no clause has
        bits = "".join("01"[lit > 0] for lit in literals)
        for said in (f"v {bits}\n", f"v {' '.join(map(str, literals))} 0\n"):
            (folder / "a.out").write_text(f"o {cost}\ns OPTIMUM FOUND\n{said}")
            assert run("decode", "a.out", "-m", f"{name}.map").out.startswith(f"o {expected}\ns OPTIMUM FOUND\n")
    hard = [line.split()[1:-1] for line in (folder / "h.wcnf").read_text().splitlines() if line[0] == "h"]
    clauses = [{int(lit) for lit in clause} for clause in hard]
    assert [as_clause(*each) for each in sums if each != ALWAYS] == [c for c in clauses if not any(-x in c for x in c)]
    for name in ("p.wcnf", "h.wcnf", "o.opb"):
        done = run("solve", name, "-o", "x.out")
        if expected is None:
            assert (folder / "x.out").read_text().startswith("s UNSATISFIABLE"), done.err
            continue
        again = run("decode", "x.out", "-m", f"{name[0]}.map")
        assert again.out.startswith(f"o {expected}\ns OPTIMUM FOUND\n"), (name, again.err)


@pytest.mark.sample(1)
@pytest.mark.parametrize("kind", [with_objective, with_weights])
@pytest.mark.parametrize("seed", range(120))
def test_all_forms_say_the_same(kind, seed, folder):
    check(*kind(seed), ENCODINGS[seed % len(ENCODINGS)], folder)


GIVEN = {
    "constant": ("(int x 0 3)(> x 1)(objective maximize 7)", [], "7"),
    "negative": ("(int x -9 -3)(objective maximize x)", [], "-3"),
    "negative weights": ("(int x 0 3)(int y 0 3)(> (+ x y) 2)(objective minimize (- (* 2 x) (* 3 y)))", [], "-9"),
    "large": ("(int x 0 1000000000000)(> x 123456789)(objective minimize x)", [], "123456790"),
    "holes": ("(int x (1 (5 7) 90))(> x 7)(objective minimize x)", [], "90"),
    "one value": ("(int x 4 4)(objective minimize x)", [], "4"),
    "weight 0": ("(int x 0 3)(weighted 0 (< x 1))(weighted 3 (> x 2))(< x 2)", ["--weighted"], "3"),
    "the same twice": ("(bool p)(weighted 2 p)(weighted 3 p)(weighted 4 (not p))", ["--weighted"], "4"),
    "no soft ones": ("(int x 0 3)(> x 1)", ["--weighted"], "0"),
    "max": ("(int x 0 3)(> x 1)(< x 1)", ["--max"], "1"),
}


@pytest.mark.sample(2)
@pytest.mark.parametrize(("text", "options", "value"), GIVEN.values(), ids=GIVEN)
@pytest.mark.parametrize("form", ["wcnf", "opb"])
def test_written_solved_and_decoded(text, options, value, form, folder):
    (folder / "in.csp").write_text(text)
    assert run("encode", "in.csp", "-o", f"x.{form}", *options).code == 0
    assert run("solve", f"x.{form}", "-o", "x.out").code == 0
    assert run("decode", "x.out").out.startswith(f"o {value}\ns OPTIMUM FOUND\n")


def test_an_opb_without_a_goal(folder):
    (folder / "b.txt").write_text("; Masyu Puzzle\nsize 3 3\n- - -\n- - -\n- 1 -\n")
    assert run("encode", "b.txt", "-o", "b.opb").code == 0
    assert "min:" not in (folder / "b.opb").read_text()
    assert run("solve", "b.opb", "-o", "b.out").code == 0
    direct = run("solve", "b.txt")
    assert run("decode", "b.out").code == direct.code == 0


def test_a_pb_answer_is_judged(folder):
    (folder / "in.csp").write_text("(int x 0 5)(objective maximize x)(< x 4)")
    csp2sat.encode("in.csp", "x.opb")
    run("solve", "x.opb", "-o", "x.out")
    text = (folder / "x.out").read_text()
    found = csp2sat.decode("x.out", "x.map")
    assert (found.status, found.objective) == ("OPTIMUM FOUND", 3)
    cut = text.rstrip().rpartition(" ")[0] + "\n"
    wrong = [cut, text.replace("v x1 ", "v -x1 "), re.sub(r"^o .*", "o 17", text), text.replace("x1 ", "x1 -x1 ", 1)]
    for each in (*wrong, text.replace(" x", " y"), text + "v x99999\n"):
        (folder / "y.out").write_text(each)
        done = run("decode", "y.out", "-m", "x.map")
        assert (done.code, done.out) == (1, ""), each


def test_wcnf_form_is_of_wcnfs_alone(folder):
    (folder / "in.csp").write_text("(int x 0 5)(objective maximize x)")
    assert run("encode", "in.csp", "-o", "x.wcnf", "--wcnf-form", "h").code == 0
    lines = (folder / "x.wcnf").read_text().splitlines()
    assert not any(line.startswith("p") for line in lines) and "h 1 0" in lines
    for name in ("x.cnf", "y.opb"):
        done = run("encode", "in.csp", "-o", name, "--wcnf-form", "h")
        assert done.code == 2 and "--wcnf-form: only for a WCNF" in done.err


def test_unused_variables_of_an_opb_are_counted(folder):
    (folder / "x.opb").write_text("* #variable= 3 #constraint= 1\n+1 x1 >= 1 ;\n")
    assert run("count", "x.opb").out == "4\n"
    (folder / "y.opb").write_text("* #variable= 99999999 #constraint= 1\n+1 x1 >= 1 ;\n")
    assert run("count", "y.opb").out == "1\n"
    (folder / "z.opb").write_text("* #variable= 99999999 #constraint= 0\n")
    assert run("count", "z.opb").out == "1\n"


def test_a_weight_that_is_a_fraction_is_refused(folder):
    (folder / "x.wcnf").write_text("h 1 0\n0.5 -1 0\n")
    assert "no weight; expected an integer from 0 on" in run("solve", "x.wcnf").err
