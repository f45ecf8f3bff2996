"""Each constraint of the CSP language with each encoding: proved from the source, or refused by its name."""

import pytest
from support.certificates import here
from support.constraint_cases import NAMED, model_of

from csp2sat.languages.csp.writer import to_text
from csp2sat.model.expr import negation
from csp2sat.statement.formulas import RULES


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
