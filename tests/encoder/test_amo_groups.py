"""Sums in which at most one of some terms counts, since another constraint says so."""

from functools import cache
from random import Random

import pytest
from support.mixed_encodings import low_thresholds
from support.oracle import encoded_solutions, solutions

from csp2sat import session
from csp2sat.base.source import Source
from csp2sat.build.model import Model as Built
from csp2sat.cnf.sink import Sink
from csp2sat.encoder.clauses import integers
from csp2sat.encoder.encoder import encode
from csp2sat.encoder.options import EncoderOptions
from csp2sat.encoder.sums import order_sums
from csp2sat.languages import sugar

DECLARED = "".join(f"(int {name} 0 1)" for name in "abcdefgh")
CASES = {
    "a group": "(<= (+ a b c) 1)(<= (+ (* 3 a) (* 5 b) (* 5 c) (* 2 d) e (* 4 f)) 8)",
    "exactly one": "(= (+ a b c d) 1)(>= (+ (* 3 a) (* 5 b) (* 7 c) (* 2 d) e (* 4 f)) 8)",
    "two groups": "(<= (+ a b c) 1)(<= (+ d e f) 1)(= (+ (* 3 a) (* 5 b) (* 7 c) (* 2 d) e (* 4 f)) 7)",
    "groups that overlap": "(<= (+ a b c) 1)(<= (+ c d e) 1)(= (+ (* 3 a) (* 5 b) (* 7 c) (* 2 d) e (* 4 f)) 7)",
    "of negations": "(>= (+ a b c) 2)(<= (+ (* 3 a) (* 5 b) (* 5 c) (* 2 d) e (* 4 f)) 12)",
    "negative coefficients": "(<= (+ a b c) 1)(<= (- (+ (* 2 d) e (* 4 f)) (+ (* 3 a) (* 5 b) (* 6 c))) -2)",
    "says so itself": "(<= (+ (* 3 a) (* 3 b) (* 3 c) (* 4 d) (* 4 e) (* 4 f)) 5)",
    "says so itself of negations": "(>= (+ (* 3 a) (* 3 b) (* 3 c) (* 4 d) (* 4 e) (* 4 f)) 16)",
    "says so itself of both": "(>= (- (+ (* 3 a) (* 3 b) (* 3 c)) (+ (* 4 d) (* 4 e) (* 4 f))) 4)",
    "says so itself of equal weights": "(>= (- (* 2 a) (+ (* 2 b) (* 2 c) d e f (* 2 g))) -1)",
    "is equal to": "(= (- (+ (* 3 a) (* 3 b) (* 3 c)) (+ (* 4 d) (* 4 e) (* 4 f))) 5)",
    "two that say so of each other": "(<= (+ (* 3 a) (* 3 b) (* 3 c) (* 4 d) (* 4 e) (* 4 f)) 5)"
    "(<= (+ (* 30 a) (* 31 b) (* 32 c) (* 40 d) (* 41 e) (* 42 f)) 51)",
    "the same sum with another bound": "(<= (+ (* 3 a) (* 3 b) (* 3 c) (* 4 d) (* 4 e) (* 4 f)) 5)"
    "(or g (<= (+ (* 3 a) (* 3 b) (* 3 c) (* 4 d) (* 4 e) (* 4 f)) 3))",
    "inside a formula": "(<= (+ a b c) 1)(iff (= g 1) (<= (+ (* 3 a) (* 5 b) (* 5 c) (* 2 d) e (* 4 f)) 8))",
    "only inside a formula": "(or (= g 1) (<= (+ a b c) 1))(<= (+ (* 3 a) (* 5 b) (* 5 c) (* 2 d) e (* 4 f)) 8)",
    "a literal twice": "(<= (+ (if (= a 1) 1 0) b c) 1)"
    "(<= (+ (if (= a 1) 3 0) (if (= a 1) 5 0) (* 5 c) (* 2 d) e (* 4 f)) 9)",
    "twice in what says so": "(<= (+ a (if (= a 1) 1 0) b c) 1)(<= (+ (* 3 a) (* 5 b) (* 6 c) (* 2 d) e (* 4 f)) 9)",
    "impossible": "(<= (+ a b c) 1)(>= (+ (* 3 a) (* 5 b) (* 5 c) (* 2 d) e (* 4 f)) 13)",
    "an objective": "(<= (+ a b c) 1)(<= (+ a d e) 1)(>= (+ b c d e f) 2)",
}


def model(text):
    return sugar.read(Source("x.csp", (DECLARED + text).replace("(or g ", "(or (= g 1) ")))


@cache
def solutions_of(name):
    """By brute force."""
    return solutions(model(CASES[name]))


@pytest.mark.sample(2)
@pytest.mark.parametrize("encoding", ["order", "log", "compact-order", "direct"])
@pytest.mark.parametrize("sums", ["auto", "partial", "digits", "adder"])
def test_the_solutions_are_the_same(encoding, sums, monkeypatch):
    monkeypatch.setattr(order_sums, "DIRECT", 1)
    for name, text in CASES.items():
        csp = model(text)
        with low_thresholds():
            for more in ({}, {"polarity": "both"}, {"narrowing": False}):
                assert encoded_solutions(csp, EncoderOptions(encoding, sums=sums, **more)) == solutions_of(name), name


def random_text(random):
    names = "abcdefgh"
    said = []
    for _ in range(random.randint(1, 3)):
        group = random.sample(names, random.randint(2, 4))
        said.append(f"({random.choice(['<=', '<=', '='])} (+ {' '.join(group)}) 1)")
    for _ in range(random.randint(1, 2)):
        terms = [f"(* {random.choice([-7, -3, 1, 2, 3, 4, 5, 9])} {name})" for name in random.sample(names, 7)]
        sum_ = f"({random.choice(['<=', '>=', '=', '!='])} (+ {' '.join(terms)}) {random.randint(-5, 14)})"
        said.append(random.choice([sum_, f"(or (= {random.choice(names)} 1) {sum_})"]))
    if random.random() < 0.7:  # one that says so itself, or nearly
        said.append(of_itself(random, random.sample(names, random.randint(6, 8))))
    random.shuffle(said)
    return "".join(said)


def of_itself(random, names):
    """A sum whose bound lets one of its terms be high, or few of them."""
    weights = [random.choice([2, 2, 3, 4]) * random.choice([1, 1, -1]) for _ in names]
    terms = " ".join(f"(* {weight} {name})" for weight, name in zip(weights, names, strict=True))
    room = random.randint(2, 6)
    if random.random() < 0.5:
        return f"(<= (+ {terms}) {sum(weight for weight in weights if weight < 0) + room})"
    return f"(>= (+ {terms}) {sum(weight for weight in weights if weight > 0) - room})"


@pytest.mark.parametrize("encoding", ["order", "log"])
def test_random_ones(encoding, seeds, monkeypatch):
    monkeypatch.setattr(order_sums, "DIRECT", 1)
    for seed in seeds(range(40)):
        csp = model(random_text(Random(seed)))
        assert encoded_solutions(csp, EncoderOptions(encoding)) == solutions(csp), f"seed {seed}"


def test_what_is_left_out_says_nothing():
    """Where constraints may be switched off, no other one relies on them."""
    csp = model(CASES["a group"])
    options = EncoderOptions(narrowing=False, share=False, activate=True)
    alone = model(CASES["a group"].split(")(", 1)[1].join(["(", ""]))
    assert encoded_solutions(csp, options, [1]) == solutions(alone)


def test_in_a_session():
    built = Built.of(model(CASES["a group"]))
    with session(built) as asked:
        names = {name: built[name] for name in "abcdefgh"}
        worth = 3 * names["a"] + 5 * names["b"] + 5 * names["c"] + 2 * names["d"] + names["e"] + 4 * names["f"]
        assert asked.maximize(worth).objective == 8
        asked.add(names["a"] + names["d"] <= 1)
        assert asked.maximize(2 * worth + names["g"]).objective == 17


def test_it_pays(monkeypatch):
    """Costs of an assignment: the groups are a fraction of the clauses."""
    random, n = Random(3), 8
    cells = [[f"x_{i}_{j}" for j in range(n)] for i in range(n)]
    text = "".join(f"(int {name} 0 1)" for row in cells for name in row)
    for line in [*cells, *zip(*cells, strict=True)]:
        text += f"(= (+ {' '.join(line)}) 1)"
    costs = " ".join(f"(* {random.randint(1, 50)} {name})" for row in cells for name in row)
    text += f"(<= (+ {costs}) 150)"
    sizes = []
    for length in (integers.LONG, 10_000):
        monkeypatch.setattr(integers, "LONG", length)
        for encoding in ("order", "log"):
            sink = Sink()
            encode(sugar.read(Source("x.csp", text)), sink, EncoderOptions(encoding))
            sizes.append(sink.flat().count(0))
    assert 2 * sizes[0] < sizes[2], sizes
