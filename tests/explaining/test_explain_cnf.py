"""Reasons of CNFs and group CNFs: minimal unsatisfiable sets and corrections, against all that there are by trying."""

import json
import random
import re
from itertools import combinations, product

import pytest
from support.run_command import run

import csp2sat
from csp2sat.cnf import dimacs
from csp2sat.cnf.flat_clauses import clauses
from csp2sat.cnf.groups import places, ungrouped
from csp2sat.errors import InputError


def satisfiable(found):
    count = max((abs(lit) for clause in found for lit in clause), default=0)
    return any(
        all(any(values[abs(lit) - 1] == (lit > 0) for lit in clause) for clause in found)
        for values in product((False, True), repeat=count)
    )


def minimal_sets(groups, is_wanted):
    """Return by trying the minimal ones of the sets of groups that are wanted."""
    found = []
    for size in range(len(groups) + 1):
        for each in combinations(groups, size):
            if not any(smaller <= set(each) for smaller in found) and is_wanted(each):
                found.append(set(each))
    return sorted(map(sorted, found))


def random_clauses(seed):
    made = random.Random(seed)
    return [[made.choice((v, -v)) for v in made.sample(range(1, 4), made.randint(1, 2))] for _ in range(7)]


def text_of(found, groups=None):
    sizes = f"p cnf 3 {len(found)}" if groups is None else f"p gcnf 3 {len(found)} {max(groups)}"
    lines = [" ".join(map(str, [*clause, 0])) for clause in found]
    lines = lines if groups is None else [f"{{{group}}} {line}" for group, line in zip(groups, lines, strict=True)]
    return "\n".join(["c a comment", sizes, *lines]) + "\n"


def lines(names):
    return sorted(int(name.split(",")[0].removeprefix("line ")) for name in names)


@pytest.mark.sample(3)
@pytest.mark.parametrize("seed", range(12))
def test_reasons_and_corrections_of_a_cnf_are_all_that_there_are(seed):
    found = random_clauses(seed)
    numbered = dict(enumerate(found, start=3))  # after a comment and the header
    problem = csp2sat.loads(text_of(found))
    reasons = csp2sat.explain(problem, limit=None)
    assert reasons.complete and all(each.minimal for each in reasons.reasons)
    wanted = minimal_sets(numbered, lambda chosen: not satisfiable([numbered[n] for n in chosen]))
    assert sorted(lines(each.names) for each in reasons.reasons) == wanted
    left_out = csp2sat.corrections(problem, limit=None)
    rests = minimal_sets(numbered, lambda chosen: satisfiable([c for n, c in numbered.items() if n not in chosen]))
    assert sorted(lines(each.names) for each in left_out.sets) == (rests if wanted else [])


@pytest.mark.sample(3)
@pytest.mark.parametrize("seed", range(12))
def test_reasons_of_a_group_cnf_are_sets_of_groups(seed):
    found = random_clauses(seed)
    groups = [random.Random(seed).randint(0, 4) for _ in found]

    def clauses_of(chosen):
        return [c for group, c in zip(groups, found, strict=True) if group in (0, *chosen)]

    names = sorted({*groups} - {0})
    reasons = csp2sat.explain(csp2sat.loads(text_of(found, groups)), limit=None)
    wanted = minimal_sets(names, lambda chosen: not satisfiable(clauses_of(chosen)))
    assert sorted(sorted(int(name.removeprefix("group ")) for name in each.names) for each in reasons.reasons) == wanted


CNF = "c of a stranger\np cnf 3 6\n1 2 0\n-1 0\n-2 3 0 -3\n0\n1 3 0\n2 -2 0\n"
GCNF = "p gcnf 3 5 3\n{0} 1 2 0\n{1} -1 0\n{2} -2 3\n0 {2} -3 0\n{3} 1 3 0\n"


@pytest.fixture
def folder(here):
    (here / "x.cnf").write_text(CNF)
    (here / "x.gcnf").write_text(GCNF)
    (here / "sat.cnf").write_text("p cnf 2 1\n1 -2 0\n")
    return here


def test_text_has_the_lines_of_the_file(folder):
    ended = run("explain", "x.cnf")
    assert ended.code == 0 and ended.err == ""
    assert ended.out == (
        "s UNSATISFIABLE\n3 clauses cannot be satisfied together; without any one of them the others can:\n"
        "x.cnf:4:1\n  -1 0\n  ^\nx.cnf:5:8\n  -2 3 0 -3\n         ^\nx.cnf:7:1\n  1 3 0\n  ^\n"
    ) or ended.out.startswith("s UNSATISFIABLE\n4 clauses")


def test_output_is_the_unsatisfiable_subset(folder):
    ended = run("explain", "x.cnf", "-o", "mus.cnf")
    assert ended.code == 0 and ended.out.startswith("s UNSATISFIABLE\n")
    text = (folder / "mus.cnf").read_bytes()
    found = clauses(dimacs.read(text, "mus.cnf").flat)
    assert not satisfiable(found)
    assert b"\nc lines 3 4 5\n" in text or b"\nc lines 4 5 7\n" in text
    for left in range(len(found)):
        assert satisfiable(found[:left] + found[left + 1 :])
    assert run("solve", "mus.cnf").out.endswith("s UNSATISFIABLE\n")
    assert run("explain", "mus.cnf", "--all-reasons").out.endswith("\n1 reason\n")


def test_output_of_groups(folder):
    assert run("explain", "x.gcnf", "--blame", "group [12]", "-o", "mus.gcnf").code == 0
    text = (folder / "mus.gcnf").read_text()
    assert text.endswith("p gcnf 3 5 2\n{0} 1 2 0\n{1} -1 0\n{2} -2 3 0\n{2} -3 0\n{0} 1 3 0\n") or "{2}" not in text
    assert run("explain", "mus.gcnf").out.count("group ") >= 1
    (folder / "x.cnf").write_text("p cnf 1 2\n1 0\n-1 0\n")
    refused = "csp2sat: --to gcnf: only of a group CNF; expected one of text, json, cnf\n"
    assert run("explain", "x.cnf", "--to", "gcnf").err == refused
    assert "of a group CNF cnf, gcnf," in " ".join(run("explain", "--help").out.split())
    ended = run("explain", "x.gcnf", "--to", "cnf", "-q")
    assert not satisfiable(clauses(dimacs.read(ended.out.encode(), "").flat)) and ended.err == ""


def test_json_and_corrections(folder):
    found = json.loads(run("explain", "x.cnf", "--all-corrections", "--json").out)
    assert found["complete"] and {"line": 4, "column": 1, "text": "-1 0", "instance": "clause 2"} in [
        one for each in found["corrections"] for one in each["constraints"]
    ]
    found = json.loads(run("explain", "x.gcnf", "--json").out)
    assert {each["name"] for each in found["reasons"][0]["constraints"]} in (
        {"group 1", "group 2"},
        {"group 1", "group 3", "group 2"},
    )
    assert run("explain", "x.gcnf", "--corrections").out.startswith("s UNSATISFIABLE\nleave out 1 group, and the")


def test_a_quiet_formula_is_in_its_file_alone(folder):
    assert run("explain", "x.cnf", "-q", "-o", "mus.cnf").out == "s UNSATISFIABLE\n"


def test_a_command_names_a_few_clauses(folder):
    holes = "".join(f"(bool {pigeon}{hole})" for pigeon in "abcd" for hole in "xyz")
    at_least = "".join(f"(or {pigeon}x {pigeon}y {pigeon}z)" for pigeon in "abcd")
    pairs = [(one, other) for one in "abcd" for other in "abcd" if one < other]
    at_most = "".join(f"(or (not {one}{hole}) (not {other}{hole}))" for one, other in pairs for hole in "xyz")
    (folder / "php.csp").write_text(holes + at_least + at_most)
    run("encode", "php.csp", "-o", "php.cnf")
    (line,) = [line for line in run("explain", "php.cnf").err.splitlines() if "what these clauses say" in line]
    words = line.split()
    assert words[words.index("--clause") + 1].count(",") == 9 and line.endswith("(the first 10 of 22)")


def test_what_cannot_be_a_formula(folder):
    (folder / "x.csp").write_text("(int x 0 1) (> x 1)")
    expected = "csp2sat: -o y.cnf (--to cnf): expected one of text, json\n"
    assert run("explain", "x.csp", "-o", "y.cnf") == (2, "", expected)
    one = "csp2sat: -o y.cnf: a formula is one reason; expected no --all-reasons, no corrections, or --to text\n"
    assert run("explain", "x.cnf", "-o", "y.cnf", "--all-reasons") == (2, "", one)
    assert run("explain", "x.cnf", "--to", "gcnf").code == 2
    ended = run("explain", "sat.cnf", "-o", "y.cnf")
    assert ended.out == "s SATISFIABLE\nthere is a solution: nothing to explain\n" and not (folder / "y.cnf").exists()


def test_blame_is_a_place(folder):
    ended = run("explain", "x.cnf", "--blame", "line 4,*", "-o", "mus.cnf")
    assert "1 clause cannot be satisfied together with the clauses that may not be blamed:\nx.cnf:4:1" in ended.out
    assert len(clauses(dimacs.read((folder / "mus.cnf").read_bytes(), "").flat)) == 6  # the others hold always
    assert "no clause has this name" in run("explain", "x.cnf", "--blame", "line 99,*").err


def test_group_zero_alone(folder):
    (folder / "z.gcnf").write_text("p gcnf 1 3 1\n{0} 1 0\n{0} -1 0\n{1} 1 0\n")
    assert run("explain", "z.gcnf").out == "s UNSATISFIABLE\ngroup 0 alone allows no solution\n"
    expected = "so that the others can be satisfied: group 0 alone allows no solution\n"
    assert run("explain", "z.gcnf", "--corrections").out.endswith(f"no group can be left out {expected}")
    (folder / "y.gcnf").write_text("p gcnf 1 2 1\n{0} 1 0\n{1} -1 0\n")
    assert "1 group cannot be satisfied together with group 0:\n" in run("explain", "y.gcnf").out
    (folder / "x.gcnf").write_text("p gcnf 1 2 2\n{2} 1 0\n{1} -1 0\n")
    assert "2 groups cannot be satisfied together; without" in run("explain", "x.gcnf").out


def test_an_empty_clause_is_the_reason(folder):
    (folder / "e.cnf").write_text("p cnf 1 3\n1 0\n0\n-1 0\n")
    assert "1 clause cannot be satisfied:\ne.cnf:3:1: clause 2\n  0\n" in run("explain", "e.cnf", "--all-reasons").out


def test_a_group_cnf_is_a_cnf_for_other_questions(folder):
    assert run("solve", "x.gcnf").out.endswith("s UNSATISFIABLE\n")
    assert csp2sat.count(csp2sat.loads("p gcnf 2 1 1\n{1} 1 2 0\n")).number == 3
    assert csp2sat.loads("c\n p  gcnf 2 1 1 \r\n{1} 1 2 0\r\n", "gcnf").detailed().model.constraints[0].origin[:3] == (
        "text",
        3,
        5,
    )


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("p gcnf 1 1\n{1} 1 0\n", "x:1:1: expected `p gcnf VARIABLES CLAUSES GROUPS`"),
        ("p gcnf 1 1 1\n1 0\n", "x:2:1: expected the group of the clause before it, as in `{1}`"),
        ("p gcnf 1 1 1\n{2} 1 0\n", "x:2:1: group beyond the header's 1 groups"),
        ("p gcnf 1 1 1\n{1} {1} 1 0\n", "x:2:5: a group within a clause; expected 0, which ends the clause, before it"),
        ("p gcnf 1 1 1\n{1} 1 {1} 0\n", "x:2:7: a group within a clause; expected 0, which ends the clause, before it"),
        ("p gcnf 1 1 1\n{1} 1 0\n{1}\n", "x:3:1: a group without a clause"),
        ("p gcnf 1 1 1\n{a} 1 0\n", "x:2:1: expected the group of the clause before it, as in `{1}`"),
    ],
)
def test_malformed_groups(text, message):
    with pytest.raises(InputError) as error:
        ungrouped(text.encode(), "x")
    assert str(error.value).splitlines()[0] == message


def test_places_and_groups_whatever_the_lines():
    text = b"c {9}\np gcnf 2 6 2\n  {1} 1\n-2 0 {2} 0\n\nc {3}\n{0} 1 0 {1} 00 \n{2} 1 -0 {1} 2 0\n%\n{x\n"
    found = ungrouped(text, "x")
    assert found is not None and found.groups == [1, 2, 0, 1, 2, 1]
    assert list(places(found.plain)) == [(3, 7), (4, 10), (7, 5), (7, 13), (8, 5), (8, 14)]
    assert clauses(dimacs.read(found.plain, "x").flat) == [[1, -2], [], [1], [], [1], [2]]
    assert ungrouped(b"p cnf 1 1\n1 0\n", "x") is None


def test_a_reason_of_an_opb_is_an_opb(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    text = "* #variable= 3 #constraint= 4\nmin: +1 x3 ;\n+1 x1 +1 x2\n* within\n >= 2 ; +1 x3 >= 1 ;\n"
    (tmp_path / "u.opb").write_text(text + "+1 x1 +1 x2 <= 1 ;\n")
    assert run("explain", "u.opb", "-o", "why.opb").code == 0
    written = (tmp_path / "why.opb").read_text().splitlines()
    assert written[0] == "* #variable= 3 #constraint= 2" and written[3:] == [
        "* lines 3 6",
        "+1 x1 +1 x2 >= 2 ;",
        "+1 x1 +1 x2 <= 1 ;",
    ]
    assert run("solve", "why.opb", "--exit-code", "sat").code == 20
    always = run("explain", "u.opb", "--blame", "line 6,*", "--to", "opb", "-q").out.splitlines()
    assert always[4:] == ["+1 x1 +1 x2 >= 2 ;", "+1 x3 >= 1 ;", "+1 x1 +1 x2 <= 1 ;"]
    assert "expected one of text, json, opb" in run("explain", "u.opb", "--to", "cnf").err


def test_clauses_have_their_numbers_and_a_map_their_meanings(folder):
    """The lines of a CNF of csp2sat are not the numbers of its clauses, which `decode --clause` takes."""
    (folder / "u.csp").write_text("(int a 1 2) (int b 1 2)\n(< a b)\n(< b a)\n")
    assert run("encode", "u.csp", "--encoding", "direct", "--no-narrowing").code == 0
    ended = run("explain", "u.cnf")
    numbers = re.findall(r"^u\.cnf:\d+:1: clause (\d+)$", ended.out, re.M)
    assert f"run: csp2sat decode u.map --clause {','.join(numbers)}\n" in ended.err
    said = run("decode", "u.map", "--clause", ",".join(numbers)).out.splitlines()
    rows = [line.strip() for line in ended.out.splitlines() if line.endswith(" 0")]
    assert len(rows) > 1 and sorted(line.split("\t")[1] for line in said if "\t" in line) == sorted(rows)
    (folder / "u.map").unlink()
    assert run("explain", "u.cnf").err == ""
