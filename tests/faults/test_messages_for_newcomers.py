"""Messages about solvers of one's own, and about names that were mistyped, say what to do."""

from pathlib import Path

import pytest
from support.run_command import run

LIAR = """\
#!/bin/sh
echo 's UNSATISFIABLE'
echo "$3" > "$2"
exit 20
"""
SOLVERS = """\
solvers:
  liar: {command: ./liar.sh, args: ["{cnf}", "{proof}", "PROOF"], proof: FORMAT}
"""
WITH = ("--solver", "liar", "--solvers", "s.yaml")
HOLE = "".join(f"(int x{n} 0 2) " for n in range(4)) + "".join(f"(!= x{n} x{m})" for n in range(4) for m in range(n))


@pytest.fixture(autouse=True)
def scene(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("liar.sh").write_text(LIAR)
    Path("liar.sh").chmod(0o755)
    Path("hole.csp").write_text(HOLE)
    Path("hole.cnf").write_text("p cnf 2 4\n1 2 0\n-1 2 0\n1 -2 0\n-1 -2 0\n")


@pytest.mark.parametrize("source", ["hole.csp", "hole.cnf"])
@pytest.mark.parametrize("form, proof", [("drat", "x y"), ("drat", ""), ("lrat", "9 9"), ("drup", "d 1 2 0")])
def test_a_wrong_proof_is_named_with_its_solver(form: str, proof: str, source: str) -> None:
    Path("s.yaml").write_text(SOLVERS.replace("PROOF", proof).replace("FORMAT", form))
    done = run("solve", source, *WITH, "--proof", "p")
    assert done.code == 1 and "the proof of liar" in done.err and "csp2sat-work" not in done.err, done.err
    assert not Path("p").exists()


def test_a_program_that_may_not_be_executed() -> None:
    Path("s.yaml").write_text(SOLVERS.replace("FORMAT", "drat"))
    Path("liar.sh").chmod(0o644)
    done = run("solve", "hole.cnf", *WITH)
    path = Path("liar.sh").absolute()
    assert done.err == f"csp2sat: liar cannot be started: {path} is not executable; expected chmod +x {path}\n"
    Path("liar.sh").unlink()
    assert "liar is not installed (tried ./liar.sh in " in run("solve", "hole.cnf", *WITH).err


@pytest.mark.parametrize("name, said", [("x.wncf", ".wncf"), ("x.wncf.gz", ".wncf"), ("x.foo", ".foo")])
def test_a_suffix_that_means_no_format(name: str, said: str) -> None:
    done = run("encode", "hole.csp", "-o", name, "-m", "x.map")
    assert done.code == 0 and f"{name}: {said} is the suffix of no format, so this is a CNF" in done.err
    assert ("for a WCNF: -o F.wcnf" in done.err) == (said == ".wncf")
    for known in (["-o", name, "--to", "cnf"], ["-o", name, "-q"], ["-o", "x.cnf.gz"], ["-o", "x"]):
        assert "suffix" not in run("encode", "hole.csp", "-m", "x.map", *known).err
