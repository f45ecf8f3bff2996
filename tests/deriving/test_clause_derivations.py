"""Derivations: each clause that the encoder writes follows from the statement, and whole proofs of random claims."""

import time
from pathlib import Path

import pytest
from statement.test_statement import FORMULAS, P, Q, model_of
from support.random_stated import RandomStated
from support.source_proofs import checked, proved, solutions_of

import csp2sat
from csp2sat.api.problems import problem_of
from csp2sat.base.time_limit import until
from csp2sat.cnf.flat_clauses import flat
from csp2sat.deriving.derivation import SourceDerivation
from csp2sat.deriving.recording import options_of, recorded
from csp2sat.errors import InputError, LimitReached
from csp2sat.model.expr import all_of, any_of, negation, node
from csp2sat.model.model import Model
from csp2sat.puzzles.spec import PUZZLES
from csp2sat.statement.formulas import NotStated
from csp2sat.statement.statement import SourceStatement

ENCODINGS = ("order", "direct", "log")
FEW = 50  # solutions, beyond which the others are not excluded one by one


def assert_derivable(model: Model, encoding: str, care: int = 1) -> None:
    statement, found = SourceStatement(model), recorded(model, options_of(encoding))
    derivation = SourceDerivation(statement, found, care=care)
    derivation.clauses(found.flat)
    checked(statement.text, derivation.unfinished())


@pytest.mark.sample(6)
@pytest.mark.parametrize("encoding", ENCODINGS)
@pytest.mark.parametrize("name", FORMULAS)
def test_clauses(name, encoding):
    assert_derivable(model_of(FORMULAS[name]), encoding)
    assert_derivable(model_of(any_of((negation(FORMULAS[name]), P))), encoding)
    assert_derivable(model_of(node("iff", FORMULAS[name], Q)), encoding)


def long_sums() -> Model:
    """Sums that take partial sums, and counts that take counters."""
    model = Model()
    terms = [model.int(f"x{i}", 1, 9) for i in range(5)]
    model.add(node("eq", node("add", *terms), 20))
    model.add(node("le", node("add", node("mul", 2, terms[0]), node("mul", 3, terms[1]), *terms[2:]), 40))
    bools = [model.bool(f"p{i}") for i in range(12)]
    model.add(node("eq", node("add", *(node("if", p, 1, 0) for p in bools)), 6))
    return model


@pytest.mark.sample(1)
@pytest.mark.parametrize("encoding", ENCODINGS)
def test_partial_sums_and_counters(encoding):
    assert_derivable(long_sums(), encoding)


def test_the_time_limit_is_heeded():
    model = long_sums()
    statement, found = SourceStatement(model), recorded(model, options_of("order"))
    with until(time.monotonic()), pytest.raises(LimitReached):
        SourceDerivation(statement, found).clauses(found.flat)


def sums_in_bits(op: str, most: int) -> Model:
    """Comparisons of sums, required and under conditions, and an objective that is a sum."""
    model = Model()
    x, y, z, p = *(model.int(name, -3, most) for name in "xyz"), model.bool("p")
    model.add(node(op, node("add", x, node("mul", 2, y), node("neg", z)), most // 2))
    model.add(any_of((p, node(op, node("add", x, 2), y), node("lt", x, node("mul", 3, z)))))
    model.add(node("iff", p, node("eq", x, node("add", y, z, -1))))
    model.add(node("alldifferent", x, y, node("add", z, 1)))
    model.minimize(node("add", x, node("mul", 3, y)))
    return model


@pytest.mark.sample(2)
@pytest.mark.parametrize("most", [5, 9, 16])
@pytest.mark.parametrize("op", ["le", "eq", "ne", "gt"])
def test_sums_in_bits_are_derived_without_cases(op, most):
    statement, found = SourceStatement(sums_in_bits(op, most)), recorded(sums_in_bits(op, most), options_of("log"))
    derivation = SourceDerivation(statement, found, care=0)
    derivation.clauses(found.flat)
    proof = derivation.unfinished()
    checked(statement.text, proof)
    assert proof.count("\n") < 6 * len(found.clauses)


def test_an_integer_with_holes_in_bits():
    model = Model()
    x, y = model.int("x", [-7, -6, 1, 2, 4, 9, 11, 30]), model.int("y", [3, 5, 6, 17])
    model.add(node("le", node("add", x, y), 12))
    model.add(node("ne", x, node("sub", y, 1)))
    assert_derivable(model, "log")


@pytest.mark.parametrize("encoding", ENCODINGS)
def test_values_that_no_line_names(encoding):
    """Three terms with three values by `at most one` lines, which have further values: the statement stays as it is."""
    model = Model()
    terms = [model.int(name, 1, 6) for name in "xyz"]
    ones = [[node("if", node("eq", term, value), 1, 0) for term in terms] for value in (2, 3, 4)]
    model.add(all_of(node("le", node("add", *each), 1) for each in ones))
    model.add(negation(all_of(node("ne", term, 2) for term in terms)))
    assert_derivable(model, encoding)


@pytest.mark.parametrize("encoding", ENCODINGS)
def test_permutations_with_terms_of_two_values(encoding):
    model, domains = Model(), [range(3), range(5), range(5), range(5), (1, 4)]
    model.add(node("circuit", *(model.int(f"x{at}", domain) for at, domain in enumerate(domains))))
    assert_derivable(model, encoding, care=2)


@pytest.mark.sample(3)
@pytest.mark.parametrize("encoding", ENCODINGS)
@pytest.mark.parametrize("kind", sorted(PUZZLES))
def test_boards(kind, encoding):
    text = next(text for text, drawing in PUZZLES[kind].samples if drawing)
    model = problem_of(csp2sat.loads(text)).exact_attempt().model()
    try:
        assert_derivable(model, encoding)
    except NotStated:
        assert kind not in STATED
    else:
        assert kind in STATED


STATED = {
    "akari",
    "battleship",
    "binairo",
    "chocona",
    "creek",
    "dominosa",
    "easyasabc",
    "futoshiki",
    "hidoku",
    "jigsaw",
    "kakuro",
    "kenken",
    "killer",
    "kurodoko",
    "mosaic",
    "nonogram",
    "norinori",
    "ripple",
    "sashigane",
    "shakashaka",
    "shikaku",
    "skyscrapers",
    "starbattle",
    "str8ts",
    "sudoku",
    "suguru",
    "tatamibari",
    "tents",
}
EVERY_CASE = (Path(__file__).parent.parent / "cases").glob("*.csp")
CASES = sorted(path for path in EVERY_CASE if not path.stem.startswith("cspuz-"))  # those are of another language
UNSTATED = (  # cases with a constraint or operator that has no rule in the statement
    "cspuz-circuit",
)


@pytest.mark.sample(4)
@pytest.mark.parametrize("path", CASES, ids=lambda path: path.stem)
def test_cases(path):
    model = problem_of(csp2sat.load(path)).exact_attempt().model()
    for encoding in ENCODINGS:
        if path.stem in UNSTATED:
            with pytest.raises(NotStated):
                assert_derivable(model, encoding)
        else:
            assert_derivable(model, encoding)


def test_products_and_quotients_of_larger_domains():
    """Terms of terms that are no sums: clauses that need a distinction of cases."""
    model = Model()
    x, y, z = (model.int(name, 1, 6) for name in "xyz")
    model.add(node("eq", node("add", node("mul", x, y), node("mod", z, 5)), node("abs", node("sub", z, 20))))
    model.add(node("ne", node("div", x, y), node("max", x, z, 3)))
    model.add(node("lt", node("min", x, node("mul", y, z)), 6))
    for encoding in ENCODINGS:
        assert_derivable(model, encoding)


def claim(seed: int) -> Model:
    """A random CSP with a claim: an objective, or further solutions excluded by a constraint each."""
    random = RandomStated(seed, 4 if seed % 3 else 9)
    model = random.model()
    if seed % 2:
        model.objective = random.objective()
        return model
    for answer in solutions_of(model)[1:]:
        ints = [node("ne", node("int", name), value) for name, value in answer.ints.items()]
        bools = [node("xor", node("bool", name), node("true" if b else "false")) for name, b in answer.bools.items()]
        model.add(any_of([*ints, *bools]))
    return model


@pytest.mark.sample(18)
@pytest.mark.parametrize("seed", range(2_000))
def test_random_claims(seed):
    found = RandomStated(seed, 4 if seed % 3 else 9).model()
    if seed % 2 == 0 and len(solutions_of(found)) > FEW:
        return
    done = proved(claim(seed), ENCODINGS[seed // 2 % 3])
    verdict = done.verdict()
    expected = {"unsatisfiable": ("UNSAT", "BOUNDS"), "unique": ("UNSAT",), "optimum": ("BOUNDS",)}[done.claim]
    assert verdict.claim in expected
    assert (verdict.low is None) == (done.claim != "optimum")


@pytest.mark.sample(6)
@pytest.mark.parametrize("seed", range(300))
def test_a_proof_of_another_source_is_refused(seed):
    """A proof for a CSP is no proof for the CSP without one of its constraints, unless that has the claim, too."""
    model = RandomStated(seed, 6).model()
    if solutions_of(model):
        return
    done = proved(model, ENCODINGS[seed % 3])
    for number in range(len(model.constraints)):
        other = Model(model.ints, model.bools, [c for at, c in enumerate(model.constraints) if at != number])
        statement = SourceStatement(other)
        body = done.proof.split("\n", 2)[2]
        text = f"pseudo-Boolean proof version 3.0\nf {len(statement.lines)};\n{body}"
        if solutions_of(other):
            with pytest.raises(InputError):
                checked(statement.text, text)


@pytest.mark.sample(6)
@pytest.mark.parametrize("seed", range(300))
def test_a_wrong_clause_is_not_derived(seed):
    """A literal left out of a clause, so that the CNF loses solutions, is seen."""
    random = RandomStated(seed)
    model = random.model()
    if not solutions_of(model):
        return
    statement, found = SourceStatement(model), recorded(model, options_of(ENCODINGS[seed % 3]))
    for number in random.random.sample(range(len(found.clauses)), min(4, len(found.clauses))):
        clause = found.clauses[number]
        if len(clause) < 2:
            continue
        derivation = SourceDerivation(statement, found)
        with pytest.raises((InputError, NotStated)):
            derivation.clauses([*found.flat, *flat([clause[1:], [-a for a in clause[:1]], []])])
            checked(statement.text, derivation.unfinished())
