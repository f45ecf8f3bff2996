"""The commands with XCSP3 instances: count, backbone, explain, proofs, bench, all solutions, uniqueness, decode."""

import json

import pytest
from support.real_commands import csp2sat

HEAD = """<instance format="XCSP3" type="CSP">
<variables> <array id="x" size="[3]"> 0..2 </array> <var id="y"> 0..9 </var> </variables>
<constraints>
  <allDifferent> x[] </allDifferent>
  <group> <intension> lt(%0,%1) </intension>
    <args> x[0] x[1] </args>
"""
TAIL = """  </group>
  <sum> <list> x[] </list> <condition> (eq,y) </condition> </sum>
</constraints>
</instance>
"""
MANY = HEAD + TAIL
ONE = HEAD + "    <args> x[1] x[2] </args>\n" + TAIL
NONE = HEAD + "    <args> x[1] x[2] </args>\n    <args> x[2] x[0] </args>\n" + TAIL
BEST = MANY.replace("</instance>", "<objectives> <maximize> x[0] </maximize> </objectives>\n</instance>")
LINE = 'v <instantiation type="solution"> <list> x[] y </list> <values> {} 3 </values> </instantiation>\n'


@pytest.fixture
def folder(tmp_path):
    for name, text in {"many": MANY, "one": ONE, "none": NONE, "best": BEST}.items():
        (tmp_path / f"{name}.xml").write_text(text)
    return tmp_path


@pytest.fixture
def run(folder):
    def command(line, code=0):
        done = csp2sat(*line.split(), cwd=folder)
        assert done.returncode == code and "Traceback" not in done.stderr, done.stderr
        return done.stdout

    return command


def test_solutions_are_counted(run):
    assert [run(f"count {name}.xml").split()[-1] for name in ("many", "one", "none")] == ["3", "1", "0"]
    assert json.loads(run("count many.xml --json"))["count"] == 3
    assert run("count many.xml --project y").split()[-1] == "1"


def test_what_all_solutions_have_is_the_backbone(run):
    assert run("backbone many.xml") == "s SATISFIABLE\na y\t3\na\n"
    assert "a x[2]\t2\n" in run("backbone one.xml")


def test_an_explanation_has_the_lines_and_columns_of_the_instance(run):
    out = run("explain none.xml")
    assert [line for line in out.splitlines() if ".xml" in line] == [f"none.xml:{line}:5" for line in (6, 7, 8)]
    found = json.loads(run("explain none.xml --json"))
    assert "6" in json.dumps(found) and "nothing to explain" in run("explain many.xml")


def test_all_solutions_are_instantiations(run):
    out = run("solve many.xml --all --to v")
    assert sorted(out.splitlines(keepends=True)[1:-1]) == [LINE.format(each) for each in ("0 1 2", "0 2 1", "1 2 0")]
    assert run("solve many.xml --limit 2 --to v").count("<instantiation") == 2


def test_uniqueness_is_told(run):
    assert run("solve one.xml --unique --to v") == "s SATISFIABLE\n" + LINE.format("0 1 2") + "unique\n"
    assert "not unique" in run("solve many.xml --unique")
    run("solve one.xml --expect unique")
    run("solve many.xml --expect unique", code=4)


@pytest.mark.parametrize(
    "line",
    ["none.xml --proof p", "one.xml --unique --proof p", "best.xml --proof p", "none.xml --proof p --from-source"],
)
def test_a_proof_is_written_and_verified(run, line):
    run(f"solve {line}")
    source = line.split()[0] if "source" in line else ""
    assert run(f"verify p.json {source}").startswith("verified")


def test_solvers_and_encodings_are_compared(run):
    out = run("bench one.xml best.xml --solver embedded --encoding order,log --quiet")
    assert "2 inputs, 4 runs" in out


def test_an_answer_is_encoded_decoded_and_checked(run, folder):
    run("encode one.xml")
    (folder / "out.txt").write_text(run("solve one.cnf"))
    assert LINE.format("0 1 2") in run("decode out.txt --map one.map --to v")
    (folder / "answer.txt").write_text(run("solve best.xml --competition"))
    assert run("check best.xml answer.txt") == "right\n"
    (folder / "json.txt").write_text(run("solve best.xml --json"))
    assert run("check best.xml json.txt") == "right\n"
    (folder / "values.txt").write_text(run("solve best.xml"))
    assert run("check best.xml values.txt") == "right\n"


def test_a_language_is_converted_to_another(run, folder):
    run("convert best.xml -o best.csp")
    assert "o 1\n" in run("solve best.csp")
    run("convert best.csp -o again.xml")
    assert 'cost="1"' in run("solve again.xml --competition")
