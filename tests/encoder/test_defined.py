"""What auxiliary variables stand for, judged in each model of the CNF; to record that changes no clause."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from copy import copy
from dataclasses import replace
from pathlib import Path

import pytest
from pysat.solvers import Minisat22
from support import random_csp
from support.constraint_cases import NAMED, model_of
from support.run_command import run

import csp2sat
from csp2sat import decoder
from csp2sat.api.problems import problem_of
from csp2sat.base.source import Source
from csp2sat.cnf.flat_clauses import clauses
from csp2sat.cnf.sink import Sink
from csp2sat.decoder.meanings import AuxiliaryRecords, LiteralWords, auxiliaries
from csp2sat.decoder.wording import WHERE, within
from csp2sat.encoder.encoder import encode
from csp2sat.encoder.normalize.arithmetic import FUNCTIONS
from csp2sat.encoder.observe.defined import Defined
from csp2sat.encoder.options import EncoderOptions
from csp2sat.errors import InputError
from csp2sat.languages import sugar
from csp2sat.model.expr import any_of
from csp2sat.model.model import Constraint, Model

ENCODINGS = ("order", "direct", "log", "compact-order")
AMO = ("product", "ladder", "commander", "bimander", "pairwise")
RULER = """(int m_1 0 0) (int m_2 1 7) (int m_3 1 7) (bool p)
(< m_2 m_3)
(alldifferent (- m_2 m_1) (- m_3 m_1) (- m_3 m_2))
(or (and p (= m_2 2)) (> (+ m_2 m_3) 6))
"""
TEXTS = [
    RULER,
    "(int x 0 5) (int y 0 5) (int z 0 5) (<= (+ x (* 2 y) (* 3 z)) 12) (or (= x y) (< z 2))(iff (> x 3) (= (+ x y) z))",
    "(int x 0 9) (int y -3 6) (= (* x y) 6) (or (> (max x y) 3) (= (mod x 4) 1)) (>= (abs (- x y)) 1)",
    "(bool p) (bool q) (bool r) (bool s) (bool t) (int x 0 3) (or (and p q r) (and (! q) s t) (and (= x 2) t))"
    "(<= (+ (if p 1 0) (if q 1 0) (if r 1 0) (if s 1 0) (if t 1 0) (if (> x 1) 1 0)) 3)",
    "(int x 0 40) (int y 0 40) (int z 0 40) (= (+ x y z) 70) (or (= (- x y) 3) (= (- y z) 4) (< x 9))",
    "(int x 0 3)(int y 0 3)(int z 0 3)(bool q)(bool r)(imp q (!= (+ (* 2 x) (* 3 y) (* 2 z)) 6))"
    "(or (and q (!= (+ x y z) 4)) (and r (!= (- x y) 1)) (!= (+ x y) 3))",
    "(relation r 2 (supports (0 1) (1 3) (2 0) (3 2))) (int x 0 3) (int y 0 3) (int z 0 3)"
    "(or (r x y) (r y z)) (!= x z)",
    "(int x 0 9) (int y -3 900) (int z 5 700) (bool p) (bool q) (<= (+ x y) 500) (or (and p q) (< y z)) (!= y (+ z 3))"
    "(or p (!= (- 900 z) y)) (or q (>= y (- 700 z)))",
]


def recorded(model: Model, options: EncoderOptions) -> tuple[Sink, decoder.VariableMap, AuxiliaryRecords]:
    """The sink, the map and the records of an encoding that is watched, and equals one that is not."""
    sink, plain = Sink(), Sink()
    records = list(encode(model, sink, replace(options, watches=(Defined(),))))
    assert list(encode(model, plain, options)) == [r for r in records if "term" not in r and "literal" not in r]
    assert (plain.flat(), plain.num_vars) == (sink.flat(), sink.num_vars), "to be watched changes nothing"
    text = decoder.write(
        {"variables": sink.num_vars, "records": decoder.number_of_variables(records), "cnf": "sha256:"}, records
    )
    source = Source("m", text)
    return sink, decoder.read(source), auxiliaries(source, sink.num_vars)


def models(sink: Sink, map_: decoder.VariableMap, most: int, rng: random.Random) -> Iterator[tuple[int, set[int]]]:
    """Pairs of an auxiliary literal and a model of the CNF with it, for some answers: each that the answer leaves
    possible, as a solver may set what is free.
    """
    named = {*map_.bools.values()}.union(*(code.literals() for code in map_.ints.values())) - {1}
    every = range(1, sink.num_vars + 1)
    with Minisat22(bootstrap_with=[*clauses(sink.flat()), *([v, -v] for v in every)]) as solver:
        while most and solver.solve():
            most -= 1
            answer = [lit for lit in solver.get_model() if abs(lit) in named]
            for v in {*every} - named - {1}:
                for lit in (v, -v):
                    if solver.solve(assumptions=[*answer, lit]):
                        yield lit, {*solver.get_model()}
            solver.add_clause([-lit for lit in answer])
            solver.set_phases([lit * rng.choice((1, -1)) for lit in every])


BIT = re.compile(r"bit (\d+) of (\w+(?: [-+] \d+)?|\([^()]*\)) is ([01])")


def is_true(text: str, values: dict[str, int], literals: set[int]) -> bool | None:
    """Whether a text is true of values; None if the text is cut, or names a table or a term without a definition, or is
    about a graph.
    """
    if re.search(r"tree|way leads|region|label|reached|island|vertices|more than", text):
        return None
    text = re.sub(r"\bliteral (-?\d+)", lambda m: str(int(m[1]) in literals), text)
    if "..." in text or "[" in text or re.search(r"\b(r|relation)\(", text):
        return None
    if found := re.fullmatch(r"(not )?\(?(an odd number|at least two) of the literals (.*) are true\)?", text):
        count = sum(int(lit) in literals for lit in found[3].split(", "))
        return (count % 2 == 1 if found[2] != "at least two" else count >= 2) != bool(found[1])
    text = re.sub(r"bit (\d+) of (\w+|\(.*\)) != bit \1 of (\w+|\(.*\))", r"((\2 ^ \3) >> \1 & 1)", text)
    text = BIT.sub(lambda m: f"(({m[2]}) >> {m[1]} & 1 == {m[3]})", text)
    text = re.sub(r"bit (\d+) of (.*) is ([01])", r"((\2) >> \1 & 1 == \3)", text)
    text = re.sub(r"digit (\d+) of (.*) in base (\d+): (<=|>|=|!=)", r"((\2) // \3**\1) % \3 \4", text)
    text = re.sub(r"^(not )?(.*) in (-?\d+)\.\.(-?\d+)$", r"\1\3 <= \2 <= \4", text)
    text = re.sub(r" (mod|div|\*\*) ", r' |OPS["\1"]| ', re.sub(r"(?<![<>!=])=(?!=)", "==", text))
    try:
        return bool(eval(text.replace("====", "=="), {"OPS": OPS, "true": True, "false": False}, dict(values)))
    except ArithmeticError:
        return None


class Infix:
    """An operator as `x |OPERATOR| y`; raises ArithmeticError where it is undefined."""

    def __init__(self, name: str):
        self.function = FUNCTIONS[name]

    def __ror__(self, left: int) -> Infix:
        found = copy(self)
        found.left = left
        return found

    def __or__(self, right: int) -> int:
        if (value := self.function(self.left, right)) is None:
            raise ArithmeticError
        return value


OPS = {"mod": Infix("mod"), "div": Infix("div"), "**": Infix("pow")}


@pytest.mark.sample(4)
@pytest.mark.parametrize("encoding", ENCODINGS)
@pytest.mark.parametrize("number", range(len(TEXTS)))
def test_words_are_true_in_each_model(number: int, encoding: str) -> None:
    model = sugar.read(Source("x.csp", TEXTS[number]))
    judged = judge(model, EncoderOptions.parsed(f"{encoding} --polarity both"))
    assert judged > 3 or "relation" in TEXTS[number]


@pytest.mark.sample(4)
@pytest.mark.parametrize("seed", range(60))
def test_random_models(seed: int) -> None:
    model = random_csp.RandomCsp(seed).model()
    card = ("merging", "totalizer", "sequential", "network")[seed // 4 % 4]
    judge(model, EncoderOptions.parsed(f"{ENCODINGS[seed % 4]} --polarity both --card {card}"))


@pytest.mark.sample(4)
@pytest.mark.parametrize("seed", range(60))
def test_random_models_where_literals_are_defined_in_one_direction(seed: int) -> None:
    judge(random_csp.RandomCsp(seed).model(), EncoderOptions.parsed(ENCODINGS[seed % 4]))


@pytest.mark.sample(4)
@pytest.mark.parametrize("seed", range(60))
def test_random_models_of_constraints_under_conditions(seed: int) -> None:
    model, others = random_csp.RandomCsp(seed).model(), Model()
    others.ints, others.bools = model.ints, model.bools
    conditions = [others.bool(f"if{number}") for number in range(len(model.constraints))]
    for condition, each in zip(conditions, model.constraints, strict=True):
        others.add(any_of((~condition, each.formula)))
    judge(others, EncoderOptions.parsed(f"{ENCODINGS[seed % 4]} --polarity {('used', 'both')[seed // 4 % 2]}"))


@pytest.mark.sample(6)
@pytest.mark.parametrize("name", NAMED)
def test_constraints_under_a_condition(name: str) -> None:
    model = model_of(NAMED[name])
    model.constraints = [Constraint(any_of((~model.bool("when"), NAMED[name])))]
    number = [*NAMED].index(name)
    judge(model, EncoderOptions.parsed(f"{ENCODINGS[number % 4]} --amo {AMO[number % len(AMO)]} --polarity both"))


def test_parentheses_around_parts_are_not_taken_for_some_around_the_whole() -> None:
    assert within("(a * b) - (c * d)") == "((a * b) - (c * d))" and within("x[1] + y[2]") == "(x[1] + y[2])"
    assert {within(text) for text in ("(a - (b))", "[if p 1 2]", "abs(x)")} == {"(a - (b))", "[if p 1 2]", "abs(x)"}
    product = "(bool p) (int a 0 1) (int b 0 1) (int c 0 1) (int d 0 1) (or p (= (* (- (* a b) (* c d)) d) 1))"
    _, _, records = recorded(sugar.read(Source("x.csp", product)), EncoderOptions())
    assert any("d * ((a * b) - (c * d))" in text for _, text in records.terms.values())


def test_one_direction_is_said() -> None:
    model = sugar.read(Source("x.csp", "(bool p) (bool q) (bool r) (or (and p q) (and q r) (and p r))"))
    _, _, records = recorded(model, EncoderOptions())
    assert [records.texts_of(lit) for lit in (5, -5)] == [["(p and q)"], ["perhaps not (p and q)"]]
    _, _, records = recorded(model, EncoderOptions.parsed("order --polarity both"))
    assert records.texts_of(-5) == ["not (p and q)"]


GRAPHS = {
    "(connected (p0 p1 p2 p3 p4) (0 1) (1 2) (2 3) (3 4) (4 0) (0 2))": "2 is the parent of 1 in the tree",
    "(connected (p0 p1 p2 p3 p4) (0 1) (0 2) (0 3) (0 4) (1 2) (1 3) (1 4) (2 3) (2 4) (3 4))": "a way leads from ",
    "(single-loop 4 (0 1 p0) (1 2 p1) (2 3 p2) (3 0 p3) (0 2 p4))": "perhaps (p1 and (p0 or p3 or p4))",
    "(acyclic 4 (0 1 p0) (1 2 p1) (2 3 p2) (3 0 p3) (0 2 p4))": "2 is the parent of 1 in the tree",
    "(circuit x0 x1 x2 x3)": "perhaps (x0 != 0 or x1 != 1)",
    "(graph-division 4 4 * * 2 * 0 1 1 2 2 3 3 0 p0 p1 p2 p3)": "3 is the root of its region",
}


@pytest.mark.parametrize("constraint", GRAPHS)
def test_variables_of_graphs_have_words(constraint: str) -> None:
    text = "".join(f"(bool p{i}) (int x{i} 0 3) " for i in range(5)) + constraint
    model = sugar.read(Source("x.csp", text))
    sink, map_, records = recorded(model, EncoderOptions.parsed("direct"))
    known = {lit for code in map_.ints.values() for lit in code.literals()} | {*map_.bools.values()}
    made = [v for v in range(2, sink.num_vars + 1) if v not in known]
    texts = [text for v in made for lit in (v, -v) for text in records.texts_of(lit)]
    assert any(GRAPHS[constraint] in each for each in texts), texts
    assert len(texts) == 2 * len(made), [v for v in made if not records.texts_of(v)]


@pytest.mark.parametrize("encoding", ENCODINGS)
def test_a_circuit_says_nothing_twice(encoding: str) -> None:
    sink = Sink()
    variables = "".join(f"(int x{i} {-(i % 2)} {5 + i // 5})" for i in range(6))
    model = sugar.read(Source("x.csp", f"{variables}(circuit {' '.join(f'x{i}' for i in range(6))})"))
    list(encode(model, sink, EncoderOptions.parsed(f"{encoding} --no-narrowing")))
    found = [frozenset(clause) for clause in clauses(sink.flat())]
    assert len({*found}) == len(found) and not [c for c in found[1:] if any(-lit in c or lit == 1 for lit in c)]


def test_where_a_literal_says_something_is_said() -> None:
    model = sugar.read(Source("x.csp", "(int x 0 3)(int y 0 3)(int z 0 3)(bool q)(imp q (!= (+ x y z) 6))"))
    _, _, records = recorded(model, EncoderOptions.parsed("order --polarity both"))
    assert records.texts_of(12) == ["x + y + z <= 5 where q"] and records.texts_of(-12) == ["x + y + z > 5 where q"]
    two = sugar.read(
        Source("x.csp", "(int x 0 3)(int y 0 3)(int z 0 3)(bool q)(bool r)(or (and q (!= (+ x y z) 6)) (and r q))")
    )
    _, _, records = recorded(two, EncoderOptions())
    assert "x + y + z <= 5 where literal 13" in records.texts_of(15), "it may be false where its formula is true"


def judge(model: Model, options: EncoderOptions) -> int:
    """Compare each text with its literal in some models; return the number of texts of auxiliary variables."""
    sink, map_, records = recorded(model, options)
    judged = 0
    for lit, found in models(sink, map_, 6, random.Random(0)):
        for text in records.texts_of(lit):
            answer = map_.decode(found)
            said, _, condition = text.partition(WHERE)
            values = {**answer.ints, **answer.bools}
            truth = is_true(said.removeprefix("perhaps "), values, found)
            free = said.startswith("perhaps ") or (condition and not is_true(condition, values, found))
            assert truth is not False or free, (lit, text, answer)
            judged += truth is not None
    return judged


@pytest.mark.parametrize("way", ["product", "ladder", "commander", "bimander"])
def test_what_implies_the_variables_of_at_most_one_is_said(way: str) -> None:
    model = sugar.read(Source("x.csp", "(int x 1 11) (int y 1 2) (< y x)"))
    options = EncoderOptions.parsed(f"direct --amo {way}")
    sink, map_, records = recorded(model, options)
    new = [v for v in range(2, sink.num_vars + 1) if any(" or " in text for text in records.texts_of(v))]
    assert new and all(records.sure[v] == -1 for v in new) and judge(model, options)
    known = {lit for code in map_.ints.values() for lit in code.literals()}
    unnamed = [v for v in range(2, sink.num_vars + 1) if v not in known and not records.texts_of(v)]
    assert not unnamed, unnamed


COMPARED = """(int x 0 9) (int y -3 900) (int z 5 700) (bool p)
(<= (+ x y) 500) (or p (< y z)) (!= (- 900 z) y) (or p (!= y (+ z 3))) (or p (>= y (- 700 z))) (= (+ x 3) z)
"""


@pytest.mark.parametrize("text", [COMPARED, TEXTS[2]])
def test_bits_that_are_compared_or_multiplied_are_named(text: str) -> None:
    model = sugar.read(Source("x.csp", text))
    options = EncoderOptions.parsed("log")
    sink, map_, records = recorded(model, options)
    named = {lit for reader in map_.ints.values() for lit in reader.literals()} | {*map_.bools.values()}
    unnamed = [lit for lit in range(2, sink.num_vars + 1) if lit not in named and not records.texts_of(lit)]
    assert not unnamed and sink.num_vars > len(named) + 20
    assert judge(model, options) > 80


def test_first_things(tmp_path: Path) -> None:
    """The differences of a ruler and the order literals of a variable in another code."""
    (tmp_path / "r.csp").write_text(RULER)
    for encoding, pattern in (("order", r"m_3 - m_2 <= 1; .*"), ("direct", r"m_3 <= 3; .*"), ("log", r"m_3 = 4; .*")):
        run("encode", tmp_path / "r.csp", "-o", tmp_path / "r.cnf", "--map-origins", "--encoding", encoding)
        lines = run("decode", tmp_path / "r.map", "--literal", "all").out.splitlines()
        texts = [line.partition("\t")[2] for line in lines]
        assert any(
            re.fullmatch(pattern + "auxiliary variable of the constraint: line [234], column 1", t) for t in texts
        )
    lits = re.search(r"^(\d+)\tm_3 = 4;", "\n".join(lines), re.M)
    assert lits and run("decode", tmp_path / "r.map", "--literal", f"-{lits[1]}").out.startswith(
        f"-{lits[1]}\tm_3 != 4;"
    )


def test_a_sum_that_is_never_too_great_takes_no_note() -> None:
    text = "(int v 0 9) (int w 0 9) (int x 0 9) (int y 0 9) (int z 0 9) (bool p) (or p (<= (+ v w x y z) 60))"
    recorded(sugar.read(Source("x.csp", text)), EncoderOptions.parsed("order"))


def test_a_long_formula_is_cut() -> None:
    parts = " ".join(f"(and p{i} q{i})" for i in range(200))
    text = "".join(f"(bool p{i}) (bool q{i})" for i in range(200)) + f"(bool t) (or t (and t (or {parts})))"
    deep = "(bool p) (bool q) " + "(and q (or p " * 400 + "q" + "))" * 400
    for each in (text, deep):
        _, _, records = recorded(sugar.read(Source("x.csp", each)), EncoderOptions())
        assert all(len(t) < 600 for t in records.texts.values())


RECORDS = (
    '{"term": "x - y", "values": [[0, 3]], "code": "order", "first": 9}',
    '{"term": "x - y", "values": [[0, 3]], "code": "none", "first": 2}',
    '{"term": 3, "values": [[0, 3]], "code": "order", "first": 2}',
    '{"term": "x", "values": 3, "code": "order", "first": 2}',
    '{"literal": "3", "means": "x"}',
    '{"literal": 3, "means": 4}',
    '{"literal": 3',
    '{"literal": 3, "means": "x", "sure": 2}',
)


@pytest.mark.parametrize("wrong", RECORDS)
def test_wrong_records(wrong: str) -> None:
    with pytest.raises(InputError, match="a record of auxiliary variables that this program cannot read"):
        auxiliaries(Source("m", wrong + "\n"), 6)


def test_maps_without_such_records_are_what_they_were(tmp_path: Path) -> None:
    (tmp_path / "r.csp").write_text(RULER)
    run("encode", tmp_path / "r.csp", "-o", tmp_path / "r.cnf")
    assert "literal" not in (tmp_path / "r.map").read_text() and "term" not in (tmp_path / "r.map").read_text()
    map_ = decoder.read(Source("m", (tmp_path / "r.map").read_text()))
    assert LiteralWords(map_, AuxiliaryRecords()).of(map_.num_vars) == [
        f"auxiliary variable {map_.num_vars}; to know its constraint, encode again with --map-origins"
    ]


def test_the_depth_of_a_formula_does_not_matter():
    m = csp2sat.Model()
    formula, *others = m.bool_array("p", 1500)
    for at, each in enumerate(others):
        formula = each & ~formula if at % 2 else each ^ formula
    m.add(formula | m.bool("q"))
    found = list(encode(problem_of(m).model, Sink(), EncoderOptions(watches=(Defined(),))))
    assert len(found) > 1000 and all(len(str(record)) < 400 for record in found)
