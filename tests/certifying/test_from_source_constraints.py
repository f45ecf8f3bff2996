"""Each constraint of the CSP language with each encoding: proved from the source, or refused by its name."""

import json
import re
from pathlib import Path

import pytest
from support.certificates import here
from support.constraint_cases import NAMED, model_of
from support.paths import DATA

import csp2sat
from csp2sat.api.problems import problem_of
from csp2sat.languages.csp.writer import to_text
from csp2sat.model.constraint import CONSTRAINTS
from csp2sat.model.expr import all_of, negation
from csp2sat.model.model import Model
from csp2sat.statement.formulas import RULES


def test_the_manual_names_what_is_refused():
    """Each constraint has a rule, or a row in the table of what is refused."""
    text = (Path(csp2sat.__file__).parent / "manual" / "proofs.md").read_text()
    cells = re.findall(r"^\| ([^|]*) \|", text.partition("| refused | reason |")[2].partition("\n\n")[0], re.MULTILINE)
    refused = {word for cell in cells for word in re.findall(r"[a-z-]+", cell.partition(" with ")[0])}
    for name in {each.replace("_", "-") for each in CONSTRAINTS}:
        assert name in refused or name in {each.replace("_", "-") for each in RULES}, name
    large = {"circuit", "connected", "single-loop"}
    assert refused & {each.replace("_", "-") for each in RULES} - {"alldifferent"} == large


@pytest.mark.sample(8)
@pytest.mark.parametrize("encoding", ["auto", "order", "direct", "log", "compact-order"])
@pytest.mark.parametrize("name", NAMED)
def test_each_constraint(name, encoding, tmp_path):
    """A constraint and its negation have no solution together, which takes both forms of its clauses."""
    model = model_of(NAMED[name])
    model.add(negation(NAMED[name]))
    (tmp_path / "a.csp").write_text(to_text(model))
    code, out, err = here(
        "solve", tmp_path / "a.csp", "--proof", tmp_path / "p", "--from-source", "--encoding", encoding
    )
    if encoding == "compact-order":
        assert (code, f"--from-source takes no encoding {encoding} yet" in err) == (2, True), err
    elif code == 0:
        assert out.startswith("s UNSATISFIABLE")
        assert here("verify", tmp_path / "p", tmp_path / "a.csp")[0] == 0
    else:
        word = name.split()[0]
        assert word not in RULES, err
        assert (code, out) == (1, "")
        assert f"cannot be proved from the source yet: {word} (line " in err


XCSP3 = json.loads((DATA / "xcsp3" / "cases.json").read_text())


@pytest.mark.sample(3)
@pytest.mark.parametrize("name", [case["id"] for case in XCSP3 if case["status"] != "REFUSED"])
def test_each_constraint_of_xcsp3(name, tmp_path):
    """The constraints of a file and their negation have no solution together."""
    found = problem_of(csp2sat.load(DATA / "xcsp3" / f"{name}.xml")).exact_attempt().model()
    model = Model(found.ints, found.bools, list(found.constraints))
    model.add(negation(all_of([each.formula for each in found.constraints])))
    csp2sat.prove(model, tmp_path / "p", from_source=True)
    assert csp2sat.verify(tmp_path / "p", model) == "unsatisfiable"
