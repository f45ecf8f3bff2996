"""What people try who want conflicts of names, and constraints that are not to be blamed."""

from __future__ import annotations

import json
from itertools import combinations
from random import Random

import pytest
from support.run_command import run
from support.schema_check import faults

import csp2sat
from csp2sat import build
from csp2sat.api.writing.reason_texts import csp_reason_text
from csp2sat.base.source import Source
from csp2sat.cli.json_lines import schema
from csp2sat.errors import UsageError
from csp2sat.explaining.blamed_parts import Blame
from csp2sat.explaining.csp_conflicts import Reason
from csp2sat.model.expr import FALSE
from csp2sat.model.model import Constraint, Origin


def shifts() -> csp2sat.Model:
    """Two of four people work on each of three days; Ada and Ben are away, and nobody works twice on end."""
    m = csp2sat.Model()
    works = m.bool_array("works", (4, 3))
    for day in range(3):
        m.add(works[:, day].sum() == 2, name="staffing")
    m.add([~works[0, day] for day in range(3)], name="absences Ada")
    m.add(~works[1, 0], ~works[1, 1], name="absences Ben")
    m.add(~(works[p, d] & works[p, d + 1]) for p in range(4) for d in range(2))
    return m


def test_conflicts_of_names_are_minimal_and_each_comes_once():
    found = csp2sat.explain(shifts(), limit=None, by="name", blame=["staffing", "absences *"])
    assert found.complete and all(each.minimal for each in found.reasons)
    names = sorted(sorted(each.names) for each in found.reasons)
    assert names == [["absences Ada", "staffing"], ["absences Ben", "staffing"]]
    assert len(found.reasons[0].constraints) > len(found.reasons[0].names)
    text = str(found.reasons[0])
    assert " together with the constraints that may not be blamed; without any one of them the others can:\n" in text
    assert "  staffing: 3 constraints, such as sum(works_0..3_0) == 2" in text


def test_what_is_not_blamed_holds_always():
    m = shifts()
    found = csp2sat.corrections(m, limit=None, by="name", blame="absences *")
    assert found.complete
    assert [each.names for each in found.sets] == [["absences Ada", "absences Ben"]]
    assert str(found.sets[0]).startswith("leave out 2 groups, and the others can be satisfied; with any one of them")


def test_what_is_not_blamed_is_impossible_alone():
    m = csp2sat.Model()
    x = m.int("x", 0, 5)
    m.add(x > 3, x < 2)
    m.add(x == 1, name="wish")
    found = csp2sat.explain(m, blame=["wish"])
    assert str(found.reasons[0]).startswith("the constraints that may not be blamed alone allow no solution")
    assert csp2sat.corrections(m, blame=["wish"]).sets == []


def test_a_model_with_a_solution_has_nothing_to_blame():
    m = csp2sat.Model()
    m.add(m.int("x", 0, 5) > 3, name="a")
    assert csp2sat.explain(m, by="name", blame="a").reasons == []


@pytest.mark.sample(6)
@pytest.mark.parametrize("seed", range(15))
def test_groups_against_brute_force(seed):
    """All minimal conflicts and corrections of names, of which some hold always, by trying all sets of names."""
    random = Random(seed)
    m = csp2sat.Model()
    x = m.int_array("x", 3, 0, 2)
    groups: dict[str, list[tuple[int, int]]] = {}
    for _ in range(7):
        at, value, name = random.randrange(3), random.randrange(3), random.choice(["a", "b", "c", "d", "e"])
        groups.setdefault(name, []).append((at, value))
    fixed = {name for name in groups if random.random() < 0.2}
    for name, parts in groups.items():
        m.add([x[at] == value for at, value in parts[:2]], name=name)
        m.add([x[at] == value for at, value in parts[2:]], name=name)
    blamed = sorted(groups.keys() - fixed)

    def contradicts(names):
        values: dict[int, set[int]] = {}
        for at, value in [each for name in {*names, *fixed} for each in groups[name]]:
            values.setdefault(at, set()).add(value)
        return any(len(each) > 1 for each in values.values())

    every = [frozenset(names) for size in range(len(blamed) + 1) for names in combinations(blamed, size)]
    wrong = [names for names in every if contradicts(names)]
    conflicts = {names for names in wrong if not any(other < names for other in wrong)}
    enough = [names for names in every if not contradicts({*blamed} - names)]
    mended = {names for names in enough if not any(other < names for other in enough)} - {frozenset()}
    if not blamed:
        return
    found = csp2sat.explain(m, limit=None, by="name", blame=blamed)
    assert {frozenset(each.names) for each in found.reasons} == conflicts
    assert len(found.reasons) == len(conflicts)
    left = csp2sat.corrections(m, limit=None, by="name", blame=blamed).sets
    assert {frozenset(each.names) for each in left} == mended
    assert len(left) == len(mended)


NOTHING = "no constraint has this name or place; expected a pattern of"
WRONG = {
    "groups": ({"groups": True}, "unknown setting 'groups'; by=\"name\" takes the constraints of a name together"),
    "background": ({"background": []}, "unknown setting 'background'; blame=[NAME, ...] says which constraints may be"),
    "hard": ({"hard": ["x"]}, "unknown setting 'hard'; blame=[NAME, ...] says which constraints may be blamed"),
    "by names": ({"by": "names"}, "by='names': expected \"name\", or nothing"),
    "a name that nothing has": (
        {"blame": "abs*"},
        "blame='abs*': no constraint has this name or place; expected a pattern of one of: w",
    ),
    "a number": ({"blame": 3}, "blame=3: expected a name of constraints, or a list of names"),
    "a constraint": ({"blame": [1]}, "blame=[1]: expected a name of constraints, or a list of names"),
}


@pytest.mark.parametrize("given", WRONG)
def test_wrong_choices_lead_to_right_ones(given):
    m = csp2sat.Model()
    m.add(m.int("x", 0, 5) > 7, name="wish")
    settings, message = WRONG[given]
    with pytest.raises((TypeError, UsageError)) as error:
        csp2sat.explain(m, **settings)
    assert str(error.value).startswith(message)


def test_a_board_takes_no_choice():
    with pytest.raises(UsageError, match="by='name': a board's clues and rules are blamed; expected a model"):
        csp2sat.explain(csp2sat.loads("size 4 4\n1 1 - -\n- - - -\n- - - -\n- - - -\n", "sudoku"), by="name")


CSP = """(int x 0 9) (int y 0 9)
;@name x is large
(> x 5) (> (+ x y) 6)
;@name y follows x
(> y x)
;@name
(< x 3)
(< y 2)
"""


def test_csp_text_has_names(tmp_path):
    (tmp_path / "a.csp").write_text(CSP)
    code, out, _ = run("explain", tmp_path / "a.csp", "--by", "name", "--blame", "x is*", "--blame", "line 7,*")
    assert code == 0
    assert out.startswith(
        "s UNSATISFIABLE\n1 group cannot be satisfied together with the constraints that may not be blamed:\n"
    )
    code, out, _ = run("explain", tmp_path / "a.csp", "--all-reasons", "--json")
    answer = json.loads(out)
    assert faults(answer, schema(), schema()) == []
    names = {(each.get("name"), each["line"]) for reason in answer["reasons"] for each in reason["constraints"]}
    assert ("y follows x", 5) in names and (None, 7) in names
    code, out, _ = run("explain", tmp_path / "a.csp")
    assert f"{tmp_path / 'a.csp'}:5:1: y follows x\n  (> y x)\n" in out or ":3:1: x is large\n  (> x 5)" in out
    code, _, err = run("explain", tmp_path / "a.csp", "--blame", "z")
    message = f"{NOTHING} one of: x is large, y follows x\n"
    assert (code, err) == (2, f"csp2sat: --blame z: {message}")


def test_without_names_a_message_shows_a_place(tmp_path):
    (tmp_path / "a.csp").write_text("(int x 0 3)\n(> x 5)\n")
    code, _, err = run("explain", tmp_path / "a.csp", "--blame", "2:1")
    assert code == 2 and err.endswith("expected a pattern of a place, such as `line 2, column 1`; none has a name\n")


def test_violated_constraints_have_their_names(tmp_path):
    (tmp_path / "r.csp").write_text("(int x 0 9)\n;@name small\n(weighted 3 (< x 2))\n;@name\n(weighted 1 (> x 7))\n")
    _, out, _ = run("solve", tmp_path / "r.csp", "--weighted", "--json")
    (answer,) = map(json.loads, out.splitlines())
    assert faults(answer, schema(), schema()) == []
    assert answer["violated"] == [{"origin": "line 5, column 1", "constraint": "(gt x 7)", "weight": 1}]
    (tmp_path / "r.csp").write_text("(int x 0 9)\n;@name small\n(weighted 1 (< x 2))\n;@name\n(weighted 3 (> x 7))\n")
    _, out, _ = run("solve", tmp_path / "r.csp", "--weighted", "--json")
    assert json.loads(out)["violated"] == [
        {"origin": "line 3, column 1", "name": "small", "constraint": "(lt x 2)", "weight": 1}
    ]
    _, out, _ = run("solve", tmp_path / "r.csp", "--weighted")
    assert "c line 3, column 1 (small): (lt x 2) is violated (weight 1)\n" in out


@pytest.mark.parametrize("form", ["csp", "xcsp3"])
def test_names_come_back(form, tmp_path):
    m = csp2sat.Model()
    x, y = m.int("x", 1, 3), m.int("y", 1, 3)
    m.add(x < y, y < 3, name='in <"order">\nof é')
    m.add(x != 2)
    m.add(build.alldifferent([x, y]), x + y == 5, name="both")
    file = tmp_path / f"m.{form}"
    file.write_text(csp2sat.convert(m, form), encoding="utf-8")
    found = csp2sat.explain(file, by="name", limit=None)
    assert {each for reason in found.reasons for each in reason.names} >= {"both"}
    again = csp2sat.convert(csp2sat.load(file), form)
    assert again == file.read_text(encoding="utf-8")


def test_notes_and_ids_of_xcsp3_are_names(tmp_path):
    text = """<instance format="XCSP3" type="CSP"><variables><array id="x" size="[3]"> 0..3 </array></variables>
<constraints>
<group note="growing"> <intension> lt(%0,%1) </intension> <args> x[0] x[1] </args> <args> x[1] x[2] </args> </group>
<intension id="c7"> gt(x[0],1) </intension>
</constraints></instance>"""
    (tmp_path / "a.xml").write_text(text)
    (reason,) = csp2sat.explain(tmp_path / "a.xml", by="name").reasons
    assert sorted(reason.names) == ["c7", "growing"]
    assert len(reason.constraints) == 3


def test_a_name_of_a_comprehension_is_listed_once_with_its_indices():
    """A reason of two groups was printed as seven places."""
    rows = [Constraint(FALSE, Origin("text", 2, 1, f"i={at}", "modes")) for at in range(1, 11)]
    other = [
        Constraint(FALSE, Origin("text", 3, 1, "", "budget")),
        Constraint(FALSE, Origin("text", 2, 9, "i=1", "modes")),
    ]
    source = Source("a.mzn", "int: n;\nconstraint a;\nconstraint b;\n")
    text = csp_reason_text(source, Reason([[*rows, other[1]], other[:1]], True), Blame(by_name=True))
    assert [line for line in text.splitlines() if line.startswith("a.mzn")] == [
        "a.mzn:2:1: i=1; i=2; i=3; i=4; i=5; i=6; i=7; i=8 and 2 more: modes",
        "a.mzn:2:9: i=1: modes",
        "a.mzn:3:1: budget",
    ]
    single = csp_reason_text(source, Reason([[each] for each in rows], True))
    assert single.count("a.mzn:2:1: i=") == 10


def test_groups_by_name_without_a_name_are_warned_of():
    m = csp2sat.loads("(int x 0 3)\n(> x 2)\n(< x 1)")
    for ask in (csp2sat.explain, csp2sat.corrections):
        with pytest.warns(csp2sat.InputWarning, match="no constraint has a name, so each counts alone$"):
            ask(m, by="name")
