"""What `encode` writes is what the file's name promises, and what it leaves out is noted."""

import json
import re
import warnings

import pytest
from support.paths import CASES
from support.real_commands import csp2sat as real_command
from support.run_command import run

import csp2sat
from csp2sat.errors import UsageError

OPT = CASES / "opt-max.csp"
WEIGHTED = CASES / "weighted.csp"
PLAIN = "(int x 0 3)\n(> x 1)\n"
LOST = "the objective (maximize z) is not in the CNF"


@pytest.fixture(autouse=True)
def folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    return tmp_path


def text_of(path):
    from csp2sat.base.files import read_bytes

    return read_bytes(str(path)).decode()


# a name of a file, what --to says, and how the file begins behind its comments
FORMS = [
    ("x.cnf", None, "p cnf "),
    ("x", None, "p cnf "),
    ("x.dimacs", None, "p cnf "),
    ("x.txt", None, "p cnf "),
    ("x.out", "wcnf", "p wcnf "),
    ("x.wcnf", None, "p wcnf "),
    ("x.wcnf.gz", None, "p wcnf "),
    ("x.wcnf.bz2", None, "p wcnf "),
    ("x.wcnf.xz", None, "p wcnf "),
    ("X.WCNF", None, "p wcnf "),
    ("x.cnf.wcnf", None, "p wcnf "),
    ("x.wcnf.cnf", None, "p cnf "),
    ("x.opb", None, "min: "),
    ("x.opb.xz", None, "min: "),
    ("x", "opb", "min: "),
    ("x.cnf", "cnf", "p cnf "),
    ("x.wcnf", "wcnf", "p wcnf "),
]


@pytest.mark.parametrize(("name", "to", "start"), FORMS)
def test_the_suffix_decides(name, to, start):
    done = run("encode", OPT, "-o", name, *(["--to", to] if to else []))
    assert done.code == 0 and done.out == ""
    body = [line for line in text_of(name).splitlines() if line[:1] not in ("c", "*")]
    assert body[0].startswith(start)
    assert (LOST in done.err) == (start == "p cnf ")
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        csp2sat.encode(OPT, f"y{name}", to=to)
    assert [LOST in str(each.message) for each in caught] == [True] * (start == "p cnf ")
    if "." in name[1:]:
        again = [line for line in text_of(f"y{name}").splitlines() if line[:1] not in ("c", "*")]
        assert again == body


WRONG = [
    ("x.cnf", "wcnf", "the suffix means cnf; expected a file F.wcnf, or --to cnf"),
    ("x.wcnf", "cnf", "the suffix means wcnf; expected a file F.cnf, or --to wcnf"),
    ("x.wcnf.gz", "cnf", "the suffix means wcnf"),
    ("x.WCNF", "cnf", "the suffix means wcnf"),
    ("x.opb", "cnf", "the suffix means opb; expected a file F.cnf, or --to opb"),
    ("x.wbo", None, "a formula cannot be written as .wbo; expected .cnf, .wcnf, .opb, or --to"),
    ("x.lp", None, "a formula cannot be written as .lp; expected .cnf"),
    ("x.csp", None, "a formula cannot be written as .csp; expected .cnf"),
    ("x.svg", None, "a formula cannot be written as .svg; expected .cnf"),
    ("x.gcnf.xz", None, "a formula cannot be written as .gcnf; expected .cnf"),
    ("x.map", None, "a formula cannot be written as .map; expected .cnf"),
]


@pytest.mark.parametrize(("name", "to", "message"), WRONG)
def test_a_contradiction_is_refused(folder, name, to, message):
    done = run("encode", OPT, "-o", name, *(["--to", to] if to else []))
    assert done.code == 2 and message in done.err and done.err.count("\n") == 1
    with pytest.raises(UsageError, match=r"suffix|cannot be written"):
        csp2sat.encode(OPT, name, to=to)
    assert not any(folder.iterdir())


def test_what_has_nothing_to_weigh_is_no_wcnf(folder):
    (folder / "p.csp").write_text(PLAIN)
    done = run("encode", "p.csp", "-o", "x.wcnf")
    assert done.code == 2 and "the input has no objective" in done.err
    assert [each.name for each in folder.iterdir()] == ["p.csp"]


NOTED = {
    "maximize": ("(int x 0 3)(objective maximize x)", [], "the objective (maximize x)"),
    "minimize a sum": (
        "(int x 0 3)(int y 0 3)(> (+ x y) 2)(objective minimize (+ (* 2 x) (* -1 y)))",
        [],
        "the objective (minimize (add ",
    ),
    "a constant": ("(int x 0 3)(objective minimize 7)", [], "the objective (minimize 7)"),
    "weights": ("(int x 0 3)(weighted 3 (< x 1))(> x 1)", ["--weighted"], "the cost of violated constraints (1 "),
    "all": ("(int x 0 3)(< x 1)(> x 1)", ["--max"], "the cost of violated constraints (2 "),
    "wcnf": ("p wcnf 1 1 9\n2 -1 0\n", [], "the cost of violated constraints (1 "),
    "opb": ("min: +1 x1 ;\n+1 x1 +1 x2 >= 1 ;\n", [], "the objective (minimize"),
    "flatzinc": ("var 0..3: x :: output_var;\nsolve maximize x;\n", [], "the objective (maximize x)"),
    "nothing": (PLAIN, [], ""),
    "a board": ("; Masyu\nsize 2 2\n- -\n- -\n", [], ""),
}


@pytest.mark.parametrize(("text", "options", "noted"), NOTED.values(), ids=NOTED)
def test_what_a_cnf_leaves_out_is_noted(folder, text, options, noted):
    (folder / "in").write_text(text)
    done = run("encode", "in", "-o", "x.cnf", *options)
    assert done.code == 0
    assert done.err == "" if not noted else done.err.startswith(f"csp2sat: {noted}") and done.err.count("\n") == 1
    assert run("encode", "in", "-o", "x.cnf", "-q", *options).err == ""
    found = json.loads(run("encode", "in", "-o", "x.cnf", "--json", *options).out)
    assert found.get("dropped", "").startswith(noted) and ("dropped" in found) == bool(noted)


def test_stdout_holds_the_formula_alone(folder):
    done = real_command("encode", str(OPT), "-o", "-", "-m", "m.map", cwd=folder)
    assert done.stderr.startswith(f"csp2sat: {LOST}") and LOST not in done.stdout and "p cnf" in done.stdout


def test_the_map_alone_is_on_stdout(folder):
    done = real_command("encode", str(OPT), "-o", "x.cnf", "-m", "-", "--json", cwd=folder)
    assert json.loads(done.stdout.splitlines()[0])["tool"] and '"cnf": "x.cnf"' in done.stderr
    assert not (folder / "-").exists()
    done = run("encode", str(OPT), "-o", "-", "-m", "-")
    assert done.code == 2 and "cannot both go to stdout" in done.err and not done.out


def test_python_warns_once():
    with pytest.warns(csp2sat.InputWarning, match="the cost of violated constraints") as caught:
        csp2sat.encode(WEIGHTED, "w.cnf")
    assert len(caught) == 1


def test_bench_notes_what_it_does_not_measure():
    done = run("bench", OPT, "--solver", "kissat", "-o", "b", "--json", "--no-objective")
    assert f"csp2sat: {OPT}: {LOST}: the benchmark measures the search for any solution\n" in done.err
    assert (
        "not in the CNF" not in run("bench", OPT, "--solver", "kissat", "-o", "c", "--json", "-q", "--no-objective").err
    )


LOSES = "x.map is the map of x.opb, not of x.cnf; to keep a map for each: encode -m FILE (map_=)"


def test_a_formula_in_another_format_that_loses_its_map_is_named(folder):
    assert "belongs" not in run("encode", OPT, "-o", "x.cnf").err
    assert "belongs" not in run("encode", OPT, "-o", "x.cnf").err  # the same formula again
    assert "belongs" not in run("encode", OPT, "-o", "x.opb", "-m", "y.map").err
    assert LOSES in run("encode", OPT, "-o", "x.opb").err
    with pytest.warns(csp2sat.InputWarning, match=re.escape(LOSES)):
        csp2sat.encode(OPT, "x.opb")
