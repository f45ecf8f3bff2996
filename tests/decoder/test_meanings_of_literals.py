"""What literals of a CNF mean: in words, by the map, judged by the values that a model has."""

import json
import re
from pathlib import Path

import pytest
from support.run_command import run
from support.schema_check import faults

from csp2sat import decoder
from csp2sat.base.source import Source
from csp2sat.cli.json_lines import schema
from csp2sat.cnf import dimacs
from csp2sat.cnf.flat_clauses import clauses
from csp2sat.decoder.meanings import AuxiliaryRecords, LiteralWords, auxiliaries
from csp2sat.decoder.wording import opposite

CSP = "(int x (-3 0 2 7)) (int y 5 40) (bool p) (bool q)\n(or p (< x 2) (= y 30))\n(iff q (not p))\n(!= (* x 3) y)\n"
SIGNS = {"<=": int.__le__, ">": int.__gt__, "=": int.__eq__, "!=": int.__ne__}
EACH = ("order", "direct", "log", "compact-order")


def encoded(folder, encoding="order", *options):
    (folder / "a.csp").write_text(CSP)
    assert run("encode", folder / "a.csp", "-o", folder / "a.cnf", "--encoding", encoding, *options).code == 0
    return folder / "a.map"


def said(map_, literals, *options):
    done = run("decode", map_, "--literal", literals, *options)
    assert done.code == 0, done.err
    return done.out


def holds(text, values):
    """Whether the words about a literal are true of the values of the variables."""
    if comparison := re.fullmatch(r"(\w+) (<=|>|=|!=) (-?\d+)", text):
        return SIGNS[comparison[2]](values[comparison[1]], int(comparison[3]))
    if bit := re.fullmatch(r"bit (\d+) of (\w+(?: [+-] \d+)?) is ([01])", text):
        return eval(bit[2], dict(values)) >> int(bit[1]) & 1 == int(bit[3])
    if digit := re.fullmatch(r"digit (\d+) of (\w+(?: [+-] \d+)?) in base (\d+): (<=|>) (\d+)", text):
        at = eval(digit[2], dict(values)) // int(digit[3]) ** int(digit[1]) % int(digit[3])
        return SIGNS[digit[4]](at, int(digit[5]))
    return values[text.removeprefix("not ")] != text.startswith("not ")


@pytest.mark.parametrize("encoding", EACH)
def test_words_are_true_of_each_value(tmp_path, encoding):
    variables = decoder.read(Source("a.map", encoded(tmp_path, encoding).read_text()))
    for name, reader in variables.ints.items():
        for value in reader.values.values():
            for lit in reader.phases(value):
                words = [each for each in LiteralWords(variables, AuxiliaryRecords()).of(lit) if name in each.split()]
                assert len(words) == 1 and holds(words[0], {name: value}), (name, value, lit, words)
                (opposite,) = (
                    each for each in LiteralWords(variables, AuxiliaryRecords()).of(-lit) if name in each.split()
                )
                assert not holds(opposite, {name: value})
    lit = variables.bools["p"]
    assert "p" in LiteralWords(variables, AuxiliaryRecords()).of(lit) and "not q" in LiteralWords(
        variables, AuxiliaryRecords()
    ).of(lit)
    assert "not p" in LiteralWords(variables, AuxiliaryRecords()).of(-lit) and "q" in LiteralWords(
        variables, AuxiliaryRecords()
    ).of(-lit)


def test_all_with_origins(tmp_path):
    text = said(encoded(tmp_path, "order", "--map-origins"), "all")
    lines = text.splitlines()
    assert [int(line.partition("\t")[0]) for line in lines] == list(range(1, len(lines) + 1))
    assert lines[:2] == ["1\talways true", "2\tx <= -3"]
    assert re.search(r"^\d+\t.*; auxiliary variable of the constraint: line \d, column 1$", text, re.M)


def test_without_origins_the_words_say_how_to_get_them(tmp_path):
    map_ = encoded(tmp_path)
    most = str(decoder.read(Source("a.map", map_.read_text())).num_vars)
    assert (
        said(map_, most)
        == f"{most}\tauxiliary variable {most}; to know its constraint, encode again with --map-origins\n"
    )


@pytest.mark.parametrize(
    "literals, lines", [("2", ["2\tx <= -3"]), ("-2", ["-2\tx > -3"]), ("2,-3", 2), ("2 -3", 2), (" 2 , +3", 2)]
)
def test_numbers(tmp_path, literals, lines):
    found = said(encoded(tmp_path), literals).splitlines()
    assert found == lines if isinstance(lines, list) else len(found) == lines


def test_names_of_the_map_and_json(tmp_path):
    map_ = encoded(tmp_path)
    assert said(map_.with_suffix(".cnf"), "2") == said(map_, "2") == run("decode", "-m", map_, "--literal", "2").out
    (found,) = map(json.loads, said(map_, "2,-1", "--json").splitlines())
    assert faults(found, schema(), schema()) == []
    assert found["literals"] == [{"literal": 2, "means": ["x <= -3"]}, {"literal": -1, "means": ["always false"]}]
    encoded(tmp_path, "order", "--map-format", "sugar")
    assert said(map_, "2") == "2\tx <= -3\n"


@pytest.mark.parametrize("wrong", ["0", "999999", "-999999", "x", "", "1..3", "2,", ", 2", "--5", "2.0", "٣"])
def test_wrong_numbers(tmp_path, wrong):
    done = run("decode", encoded(tmp_path), f"--literal={wrong}")
    assert done.code == 2 and "--literal" in done.err and "expected" in done.err, done.err


@pytest.mark.parametrize("more", [["--source", "a.csp"], ["--to", "svg"], ["-m", "a.map"]])
def test_options_without_meaning_are_refused(tmp_path, more):
    done = run("decode", encoded(tmp_path), "--literal", "2", *more)
    assert (done.code, done.out) == (2, "") and "--literal reads only a variable map" in done.err


def test_the_truth_in_the_model_of_an_answer(tmp_path):
    map_ = encoded(tmp_path)
    answer = tmp_path / "a.out"
    run("solve", map_.with_suffix(".cnf"), "-o", answer)
    variables = decoder.read(Source("a.map", map_.read_text()))
    values = variables.decode([int(word) for word in re.findall(r"-?[1-9]\d*", answer.read_text().split("v ", 1)[1])])
    known = {**values.ints, **values.bools}
    for line in said(answer, "all").splitlines():
        _, words, truth = line.split("\t")
        if re.match(r"(x|y|p|not p)\b", words):
            assert truth == str(bool(holds(words.split("; ")[0], known))).lower(), line
    assert said(answer, "1,-1") == "1\talways true\ttrue\n-1\talways false\tfalse\n"
    (found,) = map(json.loads, said(answer, "-1", "--json", "-m", map_).splitlines())
    assert faults(found, schema(), schema()) == [] and found["literals"][0]["holds"] is False


def test_answers_without_a_model(tmp_path):
    map_ = encoded(tmp_path)
    answer = tmp_path / "a.out"
    answer.write_text("s UNSATISFIABLE\n")
    done = run("decode", answer, "--literal", "1")
    assert (done.code, done.out) == (0, "1\talways true\n") and "has no model" in done.err
    for text, code, message in (
        ("a x 1\na y 1\n", 2, "a.out: values of variables, no literals"),
        ("s SATISFIABLE\nv 1 0\n", 1, "a.out: the model has 1 value"),
        ("nonsense\n", 1, "a.out:1: `nonsense` is no answer"),
        ("s UNSUPPORTED\n", 1, "a.out:1: s UNSUPPORTED: the solver does not take the input"),
    ):
        answer.write_text(text)
        done = run("decode", answer, "--literal", "1")
        assert (done.code, done.out) == (code, "") and message in done.err, done.err
    assert run("decode", tmp_path / "b.out", "-m", map_, "--literal", "1").code == 1


def test_a_map_of_another_version(tmp_path):
    map_ = encoded(tmp_path)
    map_.write_text(map_.read_text().replace('"version": 1', '"version": 999', 1))
    done = run("decode", map_, "--literal", "2")
    assert (done.code, done.out) == (1, "") and "a.map:1:1: map version" in done.err


def test_missing_parts(tmp_path):
    assert "csp2sat decode F.map --literal N" in run("decode", "--literal", "2").err
    done = run("decode")
    assert done.code == 2 and "Missing argument 'RESULT'" in done.err
    assert "nor is there" in run("decode", tmp_path / "b.cnf", "--literal", "2").err


RECORD = '{"auxiliaries": [3, 4], "origin": %s}\n'


def test_records_of_origins():
    found = auxiliaries(Source("m", RECORD % '["cell", 0, 3, "number"]'), 9).made
    assert [(each.first, each.last, str(each.origin)) for each in found] == [(3, 4, "number at row 1, column 4")]
    for wrong in ("[]", '["cell", "a", 1, "r"]', "[1, 2, 3, 4, 5]", '["cell", 1, 1, 7]', "[[[}]"):
        with pytest.raises(Exception, match="a record of auxiliary variables"):
            auxiliaries(Source("m", RECORD % wrong), 9)


# clauses


def clause(map_, text, *options):
    done = run("decode", map_, f"--clause={text}", *options)
    assert done.code == 0, done.err
    return done


def test_a_clause_by_its_number_or_its_literals(tmp_path):
    map_ = encoded(tmp_path, "order", "--map-origins")
    rows = clauses(dimacs.read((tmp_path / "a.cnf").read_bytes(), "a.cnf").flat)
    for number, row in enumerate(rows, 1):
        text = " ".join(map(str, [*row, 0]))
        lines = clause(map_, number).out.splitlines()
        assert lines[0] == f"clause {number}: {text}" and len(lines) == len(row) + 2
        place = "; auxiliary variable of the constraint: " + lines[-1].removeprefix("from\t")  # stands once, at the end
        assert lines[1:-1] == [each.removesuffix(place) for each in said(map_, " ".join(map(str, row))).splitlines()]
        assert re.fullmatch(
            r"from\t(line \d, column 1|the values of [xy]|no single constraint|the constant)", lines[-1]
        )
        (found,) = map(json.loads, clause(tmp_path / "a.cnf", text, "--json").out.splitlines())
        assert faults(found, schema(), schema()) == [] and number in found["clauses"], "duplicates have several"
        assert lines[-1].removeprefix("from\t") in found["origins"]
    assert clause(map_, "2 -2").out.startswith("clause: 2 -2 0\n2\tx <= -3\n")
    assert "a solver may have learnt it" in clause(map_, "2,-3, 4").err
    (tmp_path / "a.out").write_text(run("solve", tmp_path / "a.cnf").out)
    assert sum("\ttrue" in line for line in clause(tmp_path / "a.out", 2).out.splitlines()) >= 1


def test_several_clauses_are_listed_by_their_constraint(tmp_path):
    map_ = encoded(tmp_path, "order", "--map-origins")
    rows = clauses(dimacs.read((tmp_path / "a.cnf").read_bytes(), "a.cnf").flat)
    lines = clause(map_, "all").out.splitlines()
    heads = [line for line in lines if line.startswith("from ")]
    assert len(heads) == len({*heads}) > 2 and len(lines) == len(rows) + len(heads)
    listed = {int(words[0]): words for words in (line.split("\t") for line in lines if line not in heads)}
    for number, row in enumerate(rows, 1):
        assert listed[number][1] == " ".join(map(str, [*row, 0]))
        alone = clause(map_, number).out.splitlines()
        assert listed[number][2] == " or ".join(re.split("[\t;]", line)[1] for line in alone[1:-1])
        head = lines[
            max(at for at, line in enumerate(lines[: lines.index("\t".join(listed[number]))]) if line in heads)
        ]
        assert head == alone[-1].replace("from\t", "from ") + ":"
    for text, numbers in {
        "1,3": [1, 3],
        "2-4": [2, 3, 4],
        "3-4, 1": [3, 4, 1],
        " all ": [*range(1, len(rows) + 1)],
    }.items():
        (found,) = map(json.loads, clause(map_, text, "--json").out.splitlines())
        assert faults(found, schema(), schema()) == [] and found["clauses"] == numbers
        assert found["rows"] == [rows[number - 1] for number in numbers] and len(found["origins"]) == len(numbers)
    twice = clause(map_, 1, "--clause", "3", "--clause=1-2").out
    assert sorted(twice.splitlines()) == sorted(clause(map_, "1-3").out.splitlines())
    (tmp_path / "a.out").write_text(run("solve", tmp_path / "a.cnf").out)
    assert clause(tmp_path / "a.out", "all").out.count("\ttrue\n") == len(rows)


def test_a_number_and_literals_are_told_apart(tmp_path):
    """`1,2` was silently the clause `1 or 2`; the last of several options alone counted."""
    map_ = encoded(tmp_path)
    assert [line.split("\t")[0] for line in clause(map_, "1,2").out.splitlines()] == ["1", "2"]
    done = clause(map_, "1 2")
    assert done.out.startswith("clause: 1 2 0\n") and "of clauses by number: --clause 1,2" in done.err
    done = run("decode", map_, "--clause", "1", "--clause", "2 -3")
    assert done.code == 2 and "literals and numbers; expected literals of clauses alone" in done.err
    many = run("decode", map_, "--clause=1,99999")
    assert many.code == 2 and "--clause 99999: the CNF has the clauses 1 to " in many.err
    both = said(map_, "2", "--literal=-3")
    assert both == said(map_, "2,-3") and said(map_, "2-4") == said(map_, "2,3,4")


def test_several_clauses_by_their_literals(tmp_path):
    map_ = encoded(tmp_path, "order", "--map-origins")
    rows = clauses(dimacs.read((tmp_path / "a.cnf").read_bytes(), "a.cnf").flat)
    long = [number for number, row in enumerate(rows, 1) if len(row) > 1][:3]
    text = ",".join(" ".join(map(str, [*reversed(rows[number - 1]), 0])) for number in long)
    (found,) = map(json.loads, clause(map_, text, "--json").out.splitlines())
    (same,) = map(json.loads, clause(map_, ",".join(map(str, long)), "--json").out.splitlines())
    assert found["clauses"] == long and found["origins"] == same["origins"]
    assert [{*row} for row in found["rows"]] == [{*row} for row in same["rows"]]
    done = clause(map_, f"-2 9, {text}", "--clause=9 -2")
    assert done.out.splitlines()[:2] == ["from no clause of the CNF:", done.out.splitlines()[1]]
    assert done.out.count("\n-\t") == 2 and "no clause of the CNF has the literals -2 9; a solver" in done.err
    (tmp_path / "a.cnf").unlink()
    assert clause(map_, "-2 9,2 -9").out.startswith("-\t-2 9 0\t")


def test_clauses_without_origins_or_cnf(tmp_path):
    map_ = encoded(tmp_path)
    done = clause(map_, 2)
    assert "from" not in done.out and "encode again with --map-origins" in done.err
    (tmp_path / "a.cnf").unlink()
    assert "the CNF is not beside the map" in clause(map_, "2 3").err
    refused = run("decode", map_, "--clause", "2")
    assert (refused.code, refused.out) == (2, "") and "is not beside it; expected literals" in refused.err
    (tmp_path / "s.csp").write_text("(int x 0 3)\n(weighted 2 (> x 1))\n")
    assert run("encode", tmp_path / "s.csp", "--weighted", "-o", tmp_path / "s.wcnf").code == 0
    assert "s.wcnf is no CNF; expected literals" in run("decode", tmp_path / "s.map", "--clause", "1").err
    assert run("decode", map_, "--literal", " all").out == said(map_, "all")


@pytest.mark.parametrize(
    "wrong", ["0", "99999", "x", "", "2 x", "2 99999", "2 0 3", "--literal", "4-2", "1-999999999", "1-", "2,alle"]
)
def test_wrong_clauses(tmp_path, wrong):
    done = run("decode", encoded(tmp_path), f"--clause={wrong}")
    assert done.code == 2 and "expected" in done.err and "--clause" in done.err, done.err
    assert "expected one of them" in run("decode", tmp_path / "a.map", "--clause=2", "--literal=2").err


PURPOSES = {
    "(int q1 1 4) (int q2 1 4) (bool p) (or (and p (= q1 2)) (< q2 2))": "q1 = 2",
    "(int x 0 9) (int y 0 9) (bool p) (or (and p (< x 4)) (> (+ x y) 10))": "(p and x <= 3)",
    "(int x 0 9) (int y 0 9) (bool p) (or (and p (< x 4)) (> (+ x y) 9))": "x + y <= 9",
    "(int x 2 7) (int y 2 7) (bool p) (>= (* x y) 12) (or p (< x y))": "(x * y) <= 14",
    "(int x 0 99) (int y 0 99) (int z 0 99) (!= (+ x y) z)": "x + y - z <= -1",
}


@pytest.mark.parametrize("text", PURPOSES)
def test_what_auxiliary_variables_are_for(text, tmp_path):
    (tmp_path / "a.csp").write_text(text)
    for options in ((), ("--map-origins",)):
        run("encode", tmp_path / "a.csp", "-o", tmp_path / f"{len(options)}.cnf", *options)
    assert (tmp_path / "0.cnf").read_text() == (tmp_path / "1.cnf").read_text()
    lines = run("decode", tmp_path / "1.map", "--literal", "all").out
    said = f"{PURPOSES[text]}; auxiliary variable of the constraint: line 1,"
    assert f"\t{said}" in lines or f"\tperhaps {said}" in lines, lines


@pytest.mark.sample(2)
@pytest.mark.parametrize("amo", ["ladder", "product", "bimander", "commander", "pairwise"])
def test_helper_variables_of_codes_are_of_the_values_of_their_integer(amo, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    Path("d.csp").write_text("(int q_0 0 9) (int q_1 0 9) (!= q_0 q_1)\n")
    assert run("encode", "d.csp", "--encoding", "direct", "--amo", amo, "--map-origins").code == 0
    text = run("decode", "d.map", "--literal", "all").out
    own = {
        int(line.split("\t")[0])
        for line in text.splitlines()
        if re.search(r"\t(perhaps .*; )?helper variable( \d+)? of the values of q_", line)
    }
    named = {int(line.split("\t")[0]) for line in text.splitlines() if re.search(r"\tq_[01] = \d$", line)}
    assert named | own | {1} == set(range(1, len(text.splitlines()) + 1)) and not named & own
    assert bool(own) == (amo != "pairwise") and "no single constraint" not in text
    for clause in range(2, dimacs.read(Path("d.cnf").read_bytes(), "d.cnf").num_clauses + 1):
        *literals, origin = run("decode", "d.map", "--clause", str(clause)).out.splitlines()[1:]
        for line in literals:
            lit, _, words = line.partition("\t")
            ends = [f"helper variable{n} of {origin.removeprefix('from').strip()}" for n in ("", f" {lit.lstrip('-')}")]
            assert "helper" not in line or words.removesuffix(")").endswith(tuple(ends))


OPPOSITES = {
    "bit 0 of (x + y) is 1": "bit 0 of (x + y) is 0",
    "not (p or q)": "p or q",
    "not (p) or (q)": "(p) or (q)",
    "not p(1)": "p(1)",
    "p or q": "not (p or q)",
    "at least two of the literals 1, 2, 3 are true": "not (at least two of the literals 1, 2, 3 are true)",
    "x - y <= 3": "x - y > 3",
}


@pytest.mark.parametrize("text", OPPOSITES)
def test_an_opposite_has_no_stray_brackets(text):
    assert opposite(text) == OPPOSITES[text]
