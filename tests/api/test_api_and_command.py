"""Each question through Python and through the command: the same answers."""

import json

import pytest
from support.paths import BOARDS, CASES
from support.run_command import run

import csp2sat
from csp2sat.model.model import visible
from csp2sat.solving.problem import BoardProblem

SOFT = ("maxcsp", "weighted")  # need --max or --weighted, which Python says by the model
CSPS = [path for path in sorted(CASES.glob("*.csp")) if path.stem not in (*SOFT, "cspuz-key", "cspuz-key-unsat")]
SMALL = [next(BOARDS.glob(f"{name}-[4-8]x*.json")) for name in (
    "akari", "fillomino", "hashiwokakero", "heyawake", "hitori", "kakuro", "masyu", "nonogram", "nurikabe", "shikaku",
    "slitherlink", "sudoku", "yajilin",
)]  # fmt: skip
INPUTS = [*CSPS, *SMALL, BOARDS / "numberlink-0.txt"]
WITHOUT_GOAL = [path for path in INPUTS if not path.stem.startswith("opt-")]
MOST = 20


def by_name(path):
    return path.stem


def said(command, *args):
    """The JSON object that a command prints."""
    ended = run(command, *args, "--json")
    assert ended.code in (0, 3), ended.err
    return json.loads(ended.out)


def shown(path, solution):
    """A solution as JSON has it."""
    if solution is None or path.suffix != ".csp":
        return {"solution": json.loads(json.dumps(solution))}
    seen = visible(solution)
    return {"ints": seen.ints, "bools": seen.bools}


@pytest.mark.sample(3)
@pytest.mark.parametrize("path", INPUTS, ids=by_name)
def test_solve(path):
    told, found = said("solve", path), csp2sat.solve(path)
    assert found.status == told["status"]
    assert getattr(found, "objective", None) == told.get("objective")
    if found.solution is not None:
        expected = shown(path, found.solution)
        assert expected == {name: told[name] for name in expected}


@pytest.mark.sample(3)
@pytest.mark.parametrize("path", WITHOUT_GOAL, ids=by_name)
def test_unique(path):
    told, found = said("solve", path, "--unique"), csp2sat.solve(path, unique=True)
    assert (found.status, found.unique) == (told["status"], told.get("unique"))
    assert (found.second is None) == ("second" not in told)


@pytest.mark.sample(2)
@pytest.mark.parametrize("path", WITHOUT_GOAL, ids=by_name)
def test_solutions(path):
    told = said("solve", path, "--limit", MOST)["solutions"]
    assert [shown(path, each) for each in csp2sat.solutions(path, MOST)] == told


@pytest.mark.sample(2)
@pytest.mark.parametrize("path", WITHOUT_GOAL, ids=by_name)
def test_count(path):
    told, found = said("count", path, "--limit", 50), csp2sat.count(path, limit=50)
    assert (found.number, found.complete) == (told["count"], told["complete"])


@pytest.mark.sample(2)
@pytest.mark.parametrize("path", WITHOUT_GOAL, ids=by_name)
def test_backbone(path):
    told, found = said("backbone", path), csp2sat.backbone(path)
    if found is None:
        assert told["status"] == "UNSATISFIABLE"
        return
    known = {name: value for name, value in found.items() if value is not None}
    assert known == told["ints"] | told["bools"]
    assert [name for name, value in found.items() if value is None] == told["open"]


@pytest.mark.sample(5)
@pytest.mark.parametrize("path", [*CSPS, *SMALL], ids=by_name)
def test_explain(path):
    told, found = said("explain", path), csp2sat.explain(path)
    assert len(found.reasons) == len(told.get("reasons", []))
    for reason, fields in zip(found.reasons, told.get("reasons", []), strict=True):
        assert reason.minimal == fields["minimal"] == reason.smallest == fields["smallest"]
        assert len(getattr(reason, "parts", fields.get("constraints"))) == len(fields["constraints"])


@pytest.mark.sample(4)
@pytest.mark.parametrize("path", INPUTS, ids=by_name)
def test_encode_decode_and_check(path, tmp_path):
    """The same bytes, the same values of the same model, and the same verdict on what `solve` prints."""
    told = said("encode", path, "-o", tmp_path / "told.cnf")
    written = csp2sat.encode(path, tmp_path / "said.cnf")
    assert written.digest == told["sha256"]
    assert (tmp_path / "said.cnf").read_bytes() == (tmp_path / "told.cnf").read_bytes()
    assert (tmp_path / "said.map").read_text() == (tmp_path / "told.map").read_text()
    (tmp_path / "out").write_text(run("solve", tmp_path / "told.cnf").out)
    told, found = (
        said("decode", tmp_path / "out", "-m", tmp_path / "told.map"),
        csp2sat.decode(tmp_path / "out", tmp_path / "said.map"),
    )
    assert (found.status, found.objective) == (told["status"], told.get("objective"))
    if found.values is not None:
        expected = shown(path, found.values if found.board is None else found.solution)
        assert expected == {name: told[name] for name in expected}
        (tmp_path / "answer").write_text(json.dumps(told))
        assert csp2sat.check(path, tmp_path / "answer") == []
        assert run("check", path, tmp_path / "answer").code == 0


@pytest.mark.sample(2)
@pytest.mark.parametrize("path", [*CSPS[:8], *SMALL[:3]], ids=by_name)
def test_prove_and_verify(path, tmp_path):
    told = said("solve", path, "--unique", "--proof", tmp_path / "told", "--solver", "kissat")
    found = csp2sat.prove(path, tmp_path / "said", unique=True, solver="kissat")
    assert (found.status, found.unique) == (told["status"], told.get("unique"))
    assert (tmp_path / "said.json").exists() == (tmp_path / "told.json").exists()
    if (tmp_path / "said.json").exists():
        assert (tmp_path / "said.cnf").read_bytes() == (tmp_path / "told.cnf").read_bytes()
        claim = csp2sat.verify(tmp_path / "said.json", path)
        assert run("verify", tmp_path / "told.json", path).out == f"verified: {claim}\n"


@pytest.mark.sample(7)
@pytest.mark.parametrize("path", INPUTS, ids=by_name)
def test_convert_and_draw(path):
    for form in ("sugar",) if path.suffix == ".csp" else ("text", "array", "json", "url", "sgt", "sugar"):
        ended = run("convert", path, "--to", form)
        try:
            found = csp2sat.convert(path, form)
        except csp2sat.Csp2SatError:
            assert ended.code != 0
        else:
            assert (ended.code, ended.out) == (0, found)
    problem = csp2sat.load(path)
    if isinstance(problem, BoardProblem):
        solved = csp2sat.solve(problem)
        assert run("solve", path).out == csp2sat.draw(problem.board, solved.solution) + "\n"


def test_generate():
    told = run("generate", "masyu", "--size", "6x6", "--seed", 5, "--to", "json").out
    board = csp2sat.generate("masyu", 6, 6, seed=5)
    assert board.neutral() | {"givens": None} == json.loads(told) | {"givens": None, **board.neutral()} | {
        "givens": None
    }
    assert csp2sat.convert(BoardProblem(board, ""), "json") == told


def test_the_same_defaults():
    """Python and the command ask with the same settings where nothing is said."""
    path = CASES / "sendmore.csp"
    assert csp2sat.solve(path).solution == csp2sat.solve(path, encoding="auto", amo="product", card="merging").solution
    assert said("solve", path)["encoding"] == "auto"
