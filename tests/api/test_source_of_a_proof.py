"""The source of a proof of a model in Python, as a file that a colleague can verify with."""

import json

import pytest
from support.run_command import run

import csp2sat
from csp2sat import build


def impossible():
    m = csp2sat.Model()
    x, p = m.int_array("x", 4, 1, 3), m.bool("p")
    m.add(build.all_different(x), p | (x[0] > x[1]), name="all apart")
    return m


def best():
    m = csp2sat.Model()
    x, p = m.int_array("x", 3, 0, 5), m.bool("p")
    m.add(build.all_different(x), p.implies(x[0] + x[1] >= 4))
    m.minimize(2 * x[0] + x[1] + x[2])
    m.soft(p, 3, name="late")
    return m


@pytest.mark.parametrize(("model", "claim"), [(impossible, "unsatisfiable"), (best, "optimum")])
def test_the_text_beside_a_proof_is_what_was_proved(model, claim, tmp_path):
    m, proof, text = model(), tmp_path / "F.drat", tmp_path / "m.csp"
    result = csp2sat.prove(m, proof, source=text)
    assert bool(result) == (claim == "optimum") and result.objective == csp2sat.solve(m).objective
    if result:
        assert result["x_0"] == result[m["x_0"]]
    assert text.read_text() == csp2sat.convert(m, "sugar")
    assert json.loads((tmp_path / "F.drat.json").read_text())["source"]["name"] == "m.csp"
    verified = run("verify", f"{proof}.json", text)
    assert (verified.code, verified.out) == (0, f"verified: {claim}\n"), verified.err
    assert csp2sat.verify(f"{proof}.json", text) == csp2sat.verify(f"{proof}.json", m) == claim
    m.add(m["x_0"] > 0)
    with pytest.raises(csp2sat.CertificateError, match=r"the given problem: not the source: .* is of m\.csp"):
        csp2sat.verify(f"{proof}.json", m)
    text.write_text(text.read_text().replace("(bool p)", "(bool p) (bool q)"))
    assert run("verify", f"{proof}.json", text).code == 1


def test_a_board_is_written_as_json(tmp_path):
    board = csp2sat.loads("size 4 4\n1 - - -\n- - 3 -\n- 4 - -\n- - - 2\n", "sudoku").board
    csp2sat.prove(board, tmp_path / "F", unique=True, source=tmp_path / "b.json")
    assert run("verify", tmp_path / "F.json", tmp_path / "b.json").out == "verified: unique\n"
    assert csp2sat.verify(tmp_path / "F.json", board) == "unique"


def test_wrong_sources(tmp_path):
    (tmp_path / "a.csp").write_text("(int x 1 0)")
    with pytest.raises(csp2sat.UsageError, match="itself"):
        csp2sat.prove(tmp_path / "a.csp", tmp_path / "F", source=tmp_path / "b.csp")
    with pytest.raises(csp2sat.FileError):
        csp2sat.prove(impossible(), tmp_path / "F", source=tmp_path / "none" / "b.csp")
    m = impossible()
    m.encodings.append(("x_*", "log"))
    with pytest.raises(csp2sat.UsageError, match="encode="):
        csp2sat.prove(m, tmp_path / "F", source=tmp_path / "b.csp")
