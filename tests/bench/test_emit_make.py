"""The Makefile of `bench --emit-make`: names of files, solvers and encodings, and options, are words in it."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
from support.nasty_names import CONTROLS, ORDINARY, SHELL, obeyed
from support.run_command import run

from csp2sat.bench.emit_make import makefile
from csp2sat.bench.plan import BenchEncoding, RunSettings
from csp2sat.bench.sources import BenchInput, sources
from csp2sat.cli.commands.bench import bench
from csp2sat.cli.parameters import Declared, declared
from csp2sat.encoder.options import EncoderOptions
from csp2sat.errors import UsageError
from csp2sat.escaping import for_recipe, for_variable

RECORDER = """\
printf '%s\\0' $# "$@" >> said
while [ "$1" != -o ]; do shift; done
echo 's SATISFIABLE' > "$2"
"""  # in a shell: a hundred starts of Python take four seconds


def make(folder: Path, text: str) -> list[list[str]]:
    """Run the Makefile with a csp2sat that notes what it is called with; these words."""
    (folder / "recorder.sh").write_text(RECORDER)
    (folder / "made.mk").write_text(text)
    for goals in (["-n"], ["-j4"], ["clean"]):
        command = ["make", "-f", "made.mk", "CSP2SAT=/bin/sh recorder.sh", *goals]
        done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False, timeout=60)
        assert done.returncode == 0, done.stderr
    assert not list(folder.rglob("PWNED*"))
    words = iter(os.fsdecode((folder / "said").read_bytes()).split("\0")[:-1])
    return [[next(words) for _ in range(int(count))] for count in words]


def inputs(folder: Path, names: list[str]) -> list[BenchInput]:
    (folder / "in").mkdir()
    for number, name in enumerate(names):
        (folder / "in" / f"{name}.csp").write_text(f"(int x 0 {number})")
    return sources([str(folder / "in")], None)


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_names_of_files_run_nothing(here: Path) -> None:
    names = [name for name in SHELL + ORDINARY if "/" not in name]
    found = inputs(here, names)
    assert len(found) == len(names) - sum(name.startswith(".") for name in names)  # hidden ones are left out
    said = make(here, makefile(found, ["kissat"], [BenchEncoding(EncoderOptions())], RunSettings(1.0)))
    assert sorted(words[1] for words in said if words[0] == "encode") == sorted(each.name for each in found)
    cnfs = [words[-1] for words in said if words[0] == "encode"]
    assert len(set(cnfs)) == len(found) and len([words for words in said if words[0] == "solve"]) == len(found)


def test_an_edit_of_an_input_is_noticed(here: Path) -> None:
    names = ["plain", "two words", "sub dir/a+b,c@d"]
    (here / "in" / "sub dir").mkdir(parents=True)
    for at, name in enumerate(names):
        (here / "in" / f"{name}.csp").write_text(f"(int x 0 {at})")
    text = makefile(sources(["in"], None), ["kissat"], [BenchEncoding(EncoderOptions())], RunSettings(1.0))
    (here / "recorder.sh").write_text(RECORDER)
    (here / "made.mk").write_text(text)

    def remade() -> list[str]:
        (here / "said").write_text("")
        command = ["make", "-f", "made.mk", "CSP2SAT=/bin/sh recorder.sh"]
        done = subprocess.run(command, cwd=here, capture_output=True, text=True, check=False, timeout=60)
        assert done.returncode == 0, done.stderr
        return [each for each in (here / "said").read_text().split("\0") if each.endswith(".csp")]

    assert sorted(remade()) == sorted(f"in/{name}.csp" for name in names)
    assert remade() == []
    for name in names:
        later = (here / "results.txt").stat().st_mtime + 10
        os.utime(here / "in" / f"{name}.csp", (later, later))
        assert remade()[:1] == [f"in/{name}.csp"]
        os.utime(here / "in" / f"{name}.csp", (1, 1))
    assert "# after an edit of the input remove" not in text


@pytest.mark.needs("kissat")
def test_values_are_decoded_and_judged(here: Path) -> None:
    folder = Path("it's $in #1")  # not beside the maps
    folder.mkdir()
    (folder / "a.csp").write_text("(int x 0 5) (int y 0 5) (= (+ x y) 7)")
    Path("b.csp").write_text("(int x 0 5) (< x 0)")
    Path("c.cnf").write_text("p cnf 1 1\n1 0\n")
    found = sources([str(folder / "a.csp"), "b.csp", "c.cnf"], None)
    Path("made.mk").write_text(makefile(found, ["kissat"], [BenchEncoding(EncoderOptions("order"))], RunSettings(9.0)))
    command = ["make", "-f", "made.mk", f"CSP2SAT={sys.executable} -m csp2sat", "values"]
    done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=60)
    assert done.returncode == 0, done.stderr
    assert "not judged" not in done.stderr
    assert Path("a.order.kissat.values").read_text().startswith("s SATISFIABLE\na x\t")
    assert Path("b.order.kissat.values").read_text() == "s UNSATISFIABLE\n" and not Path("c.kissat.values").exists()
    assert Path("c-2.cnf").exists(), "the copy"
    Path("c-2.map").write_text("of someone else")
    subprocess.run(["make", "-f", "made.mk", "clean"], capture_output=True, check=True, timeout=60)
    assert sorted(each.name for each in here.iterdir()) == ["b.csp", "c-2.map", "c.cnf", folder.name, "made.mk"]


def test_names_that_begin_as_options_do(here: Path) -> None:
    Path("-rf.csp").write_text("(int x 0 1)")
    Path("-rf.cnf").write_text("p cnf 1 1\n1 0\n")
    said = make(
        here,
        makefile(
            sources(["-rf.csp", "-rf.cnf"], None), ["kissat"], [BenchEncoding(EncoderOptions())], RunSettings(1.0)
        ),
    )
    assert [words[1] for words in said if words[0] == "encode"] == ["./-rf.csp"]
    assert len([words for words in said if words[0] == "solve"]) == 2


@pytest.mark.sample(3)
@pytest.mark.parametrize("extra", SHELL)
def test_options_of_solvers_arrive_as_they_were_said(here: Path, extra: str) -> None:
    found = inputs(here, ["x"])
    said = make(
        here, makefile(found, ["kissat"], [BenchEncoding(EncoderOptions())], RunSettings(1.0, extra=(extra, "-q")))
    )
    (solve,) = [words for words in said if words[0] == "solve"]
    assert [word for word in solve if word.startswith("--solver-arg=")] == [f"--solver-arg={extra}", "--solver-arg=-q"]


def test_patterns_of_encodings_arrive_as_they_were_said(here: Path) -> None:
    patterns = [name for name in SHELL if "=" not in name]
    options = EncoderOptions("order", tuple((pattern, "log") for pattern in patterns))
    assert EncoderOptions.parsed(options.described()) == options
    said = make(here, makefile(inputs(here, ["x"]), ["kissat"], [BenchEncoding(options)], RunSettings(1.0)))
    (encode,) = [words for words in said if words[0] == "encode"]
    assert [word for word in encode if word.endswith("=log")] == [f"{pattern}=log" for pattern in patterns]


@pytest.mark.parametrize(
    "solver", ["a b", "$(shell touch PWNED)", "a;b", "-x", "a%b", "a\nb", "a:b:c", "", "a#b", "a=b"]
)
def test_solvers_that_are_no_words_are_refused(here: Path, solver: str) -> None:
    with pytest.raises(UsageError, match="no word of a makefile"):
        makefile(inputs(here, ["x"]), [solver], [BenchEncoding(EncoderOptions())], RunSettings(1.0))


@pytest.mark.parametrize("name", [*CONTROLS.values(), "a\ncompare.mk: pwn\npwn: ; touch PWNED\n\tz"])
def test_names_with_control_characters_are_refused(here: Path, name: str) -> None:
    (here / "in").mkdir()
    (here / "in" / f"{name}.csp").write_text("(int x 0 1)")
    done = run("bench", "in", "--solver", "kissat", "--emit-make")
    assert (done.code, done.out) == (2, "") and done.err.count("\n") == 1
    assert "a makefile cannot hold" in done.err and not obeyed(done.err)


def test_the_same_name_twice_is_two_targets(here: Path) -> None:
    for at, path in enumerate(["p/a.csp", "q/a.csp", "a-2.csp"]):
        Path(path).parent.mkdir(exist_ok=True)
        Path(path).write_text(f"(int x 0 {at})")
    found = [*sources(["p", "q"], None), *sources(["a-2.csp"], "sugar")]
    said = make(here, makefile(found, ["kissat"], [BenchEncoding(EncoderOptions())], RunSettings(1.0)))
    assert len({words[-1] for words in said if words[0] == "encode"}) == 3


@pytest.mark.sample(6)
@pytest.mark.parametrize("word", SHELL + ORDINARY)
def test_make_gives_a_word_to_a_command_as_it_was(here: Path, word: str) -> None:
    show = f"{sys.executable} -c 'import sys; print(sys.argv[1:])'"
    Path("made.mk").write_text(
        f"SAID = {for_variable(for_recipe(word).replace('$$', '$'))}\nx:\n\t@{show} {for_recipe(word)} $(SAID)\n"
    )
    done = subprocess.run(["make", "-f", "made.mk"], capture_output=True, text=True, check=False)
    assert done.stdout == f"{[word, word]}\n", done.stderr


def made(*words: object, **variables: str) -> list[list[str]]:
    """The lines of results.txt, split, of the Makefile that `bench` emits for a command line."""
    found = run("bench", *words, "--emit-make")
    assert found.code == 0, found.err
    Path("made.mk").write_text(found.out)
    given = [f"{name}={value}" for name, value in variables.items()]
    command = ["make", "-f", "made.mk", f"CSP2SAT={sys.executable} -m csp2sat", *given]
    done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=60)
    assert done.returncode == 0, done.stderr
    return [line.split("\t") for line in Path("results.txt").read_text().splitlines()]


MOST = "(int x 0 9) (int y 0 9) (< (+ x (* 2 y)) 9) (objective maximize (+ x y))\n"
SOFT = "(int x 0 9)\n(weighted 2 (> x 5))\n(weighted 3 (< x 3))\n"


@pytest.mark.needs("minisat")
def test_best_values_are_measured(here: Path) -> None:
    Path("most it.csp").write_text(MOST)
    Path("plain.csp").write_text("(int x 0 9)")
    rows = made(
        "most it.csp", "plain.csp", "--solver", "minisat,embedded:glucose", "--encoding", "order,log --no-symmetry"
    )
    answers = {row[0]: (row[1], row[4]) for row in rows}
    assert len(answers) == 8 and answers["plain.order.minisat.out"] == ("SATISFIABLE", "")
    for name in (
        "order.minisat",
        "order.embedded-glucose",
        "log---no-symmetry.minisat",
        "log---no-symmetry.embedded-glucose",
    ):
        assert answers[f"most-it.{name}.out"] == ("OPTIMUM FOUND", "8")
        assert "a x\t8\n" in Path(f"most-it.{name}.out").read_text()
    assert all(float(row[2]) > 0 and float(row[3] or 0) >= 0 for row in rows)
    assert "by embedded:glucose" in Path("most-it.order.embedded-glucose.out.log").read_text()


@pytest.mark.needs("minisat")
def test_the_kinds_of_objectives(here: Path) -> None:
    Path("soft.csp").write_text(SOFT)
    Path("most.csp").write_text(MOST)
    found = made("soft.csp", "--weighted", "--solver", "minisat")
    assert [(row[1], row[4]) for row in found] == [("OPTIMUM FOUND", "2")]
    found = made("most.csp", "--no-objective", "--solver", "minisat")
    assert [(row[1], row[4]) for row in found] == [("SATISFIABLE", "")]
    Path("most.auto.minisat.out").unlink()
    found = made("most.csp", "--solver", "minisat", TIMEOUT="0")
    assert [(row[1], row[4]) for row in found] == [("UNKNOWN", "")]
    refused = run("bench", "soft.csp", "--solver", "minisat", "--emit-make")
    assert refused.code == 2 and "soft.csp: the input has (weighted ..) constraints" in refused.err


def test_an_input_that_cannot_be_read_has_a_rule_that_says_why(here: Path) -> None:
    Path("a.csp").write_text(MOST)
    Path("broken.csp").write_text("(int")
    text = makefile(sources(["."], None), ["kissat"], [BenchEncoding(EncoderOptions())], RunSettings(1.0))
    assert re.search(
        r": a.order.%.out: a.order.\w{8}.rule a.csp\n(?s:.*)\nbroken.order.cnf: \S*.rule broken.csp\n", text
    )
    said = sorted(words[:2] for words in make(here, text))
    assert said == [["encode", "broken.csp"], ["solve", "a.csp"], ["solve", "broken.order.cnf"]]


def test_inputs_are_never_written_or_removed(here: Path) -> None:
    Path("c.cnf").write_text("p cnf 1 1\n1 0\n")
    make(here, makefile(sources(["c.cnf", "./c.cnf"], None), ["kissat"], [], RunSettings(1.0)))
    assert Path("c.cnf").read_text() == "p cnf 1 1\n1 0\n"
    for name in ("results.txt", "a.order.kissat.out", "a.order.map", "a.order.kissat.values"):
        Path(name).write_text("1..............2\n")
        Path("a.csp").write_text("(int x 0 9)")
        with pytest.raises(UsageError, match="the Makefile would write this file, which is an input"):
            makefile(sources(["a.csp", name], None), ["kissat"], [BenchEncoding(EncoderOptions())], RunSettings(1.0))


GIVEN = {
    "solvers": "own.yaml", "memory": "900", "seed": "3", "threads": "2", "solver_args": "-q", "solver": "embedded",
    "encoding": "log", "output": "there", "from_": "csp", "timeout": "7", "repeat": "2", "shuffle": "2", "jobs": "2",
    "executor": "local:2", "limiter": "runexec", "expect": "known.txt", "time_": "wall", "score": "encode+solve",
    "html": "r.html", "csv": "r.csv", "svg": "r.svg", "scatter": "s.svg", "scatter_rows": "a,b", "latex": "r.tex",
    "color": "never",
}  # fmt: skip


@pytest.mark.sample(8)
@pytest.mark.parametrize(
    "option",
    [each for each in declared(bench) if each.name not in ("inputs", "emit_make", "quiet")],
    ids=lambda each: each.name,
)
def test_each_option_is_in_the_makefile_or_named(here: Path, option: Declared) -> None:
    Path("soft.csp").write_text(SOFT if option.name in ("max_", "weighted") else MOST)
    Path("known.txt").write_text("soft 2\n")
    Path("own.yaml").write_text("solvers:\n  mine: {command: sh}\n")
    word = option.parameter.names[-1]
    plain = run("bench", "soft.csp", "--emit-make", "--solver", "kissat")
    solver = [] if option.name in ("solver", "solvers") else ["--solver", "kissat"]
    words = [word] if option.is_flag else [word, GIVEN[option.name]]
    found = run("bench", "soft.csp", "--emit-make", *solver, *words)
    assert found.code == 0, found.err
    said = f"once on each formula: {' '.join(words)}" in found.err
    assert (found.out != plain.out) != said or option.name == "time_"
    assert (option.name == "time_") == ("limits wall time" in plain.err and "limits wall time" not in found.err)


OWN = """\
solvers:
  liar: {command: [[sh, liar.sh]], args: ["{cnf}"]}
  broken: {command: [[sh, broken.sh]], args: ["{cnf}"]}
"""


def remade(*variables: str) -> tuple[int, list[list[str]]]:
    command = ["make", "-f", "made.mk", f"CSP2SAT={sys.executable} -m csp2sat", *variables]
    code = subprocess.run(command, capture_output=True, text=True, check=False, timeout=60).returncode
    return code, [line.split("\t") for line in Path("results.txt").read_text().splitlines()]


@pytest.mark.needs("minisat")
def test_failures_contradictions_and_other_options_are_seen(here: Path) -> None:
    Path("a.csp").write_text("(int x 0 9) (int y 0 9) (= (+ x y) 12)")
    Path("liar.sh").write_text("echo 's UNSATISFIABLE'; exit 20\n")
    Path("broken.sh").write_text("exit 7\n")
    Path("own.yaml").write_text(OWN)
    line = ("bench", "a.csp", "--solvers", "own.yaml", "--emit-make", "--encoding", "order,log")
    Path("made.mk").write_text(run(*line, "--solver", "broken,minisat").out)
    code, rows = remade()
    answers = {row[0]: row[1] for row in rows}
    assert code != 0 and answers["a.order.broken.out"] == "FAILED" and answers["a.log.minisat.out"] == "SATISFIABLE"
    assert remade()[0] != 0  # it is tried again
    Path("broken.sh").write_text("echo 's UNKNOWN'\n")
    assert remade()[0] == 0
    kept = Path("a.log.minisat.out").stat().st_mtime_ns
    assert remade()[0] == 0 and Path("a.log.minisat.out").stat().st_mtime_ns == kept
    assert remade("TIMEOUT=50")[0] == 0 and Path("a.log.minisat.out").stat().st_mtime_ns > kept
    Path("made.mk").write_text(run(*line, "--solver", "liar,minisat").out)
    for _ in range(2):  # the second time nothing is run
        code, rows = remade()
        assert code != 0 and rows[-1][1].startswith("a.log.liar.out says")
    kept = Path("a.order.cnf").stat().st_mtime_ns
    (here / "other").mkdir()
    (here / "other" / "a.csp").write_text("(int x 0 1)")
    os.utime(here / "other" / "a.csp", (1, 1))
    Path("made.mk").write_text(run("bench", "other/a.csp", *line[2:], "--solver", "minisat").out)
    assert remade()[0] == 0 and Path("a.order.cnf").stat().st_mtime_ns > kept
    subprocess.run(["make", "-f", "made.mk", "clean"], capture_output=True, check=True, timeout=60)
    assert not [*here.glob("*.rule"), *here.glob("options.txt"), *here.glob("*minisat.out*")]


def judged(text: str, *outs: str) -> tuple[int, str]:
    """The exit code of make, and the last line of results.txt, with the contents of the .out files as given."""
    Path("made.mk").write_text(text)
    subprocess.run(["make", "-f", "made.mk", f"CSP2SAT={sys.executable} -m csp2sat"], capture_output=True, check=False)
    for name, content in zip(sorted(here_outs()), outs, strict=True):
        Path(name).write_text(content)
    Path("results.txt").unlink()
    code, rows = remade()
    return code, "\t".join(rows[-1])


def here_outs() -> list[str]:
    return [str(path) for path in Path().glob("*.out")]


@pytest.mark.needs("minisat")
def test_best_values_that_contradict_each_other(here: Path) -> None:
    Path("most.csp").write_text(MOST)
    text = run("bench", "most.csp", "--solver", "embedded,minisat", "--encoding", "order", "--emit-make").out
    best, some = "s OPTIMUM FOUND\no {}\n", "s SATISFIABLE\no {}\n"
    assert judged(text, best.format(8), some.format(9)) == (
        2, "CONTRADICTION\tmost.order.embedded.out says that 8 is the best value; most.order.minisat.out has 9"
    )  # fmt: skip
    assert judged(text, best.format(8), best.format(7))[0] == 2
    assert judged(text, best.format(8), some.format(7))[0] == 0
    assert judged(text, best.format(8), "s UNSATISFIABLE\n")[1].startswith("CONTRADICTION\tmost.order.minisat.out says")


@pytest.mark.needs("minisat")
@pytest.mark.needs("cadical")
def test_a_limit_while_a_cnf_is_read_is_an_answer(here: Path) -> None:
    Path("a.cnf").write_text("p cnf 2 1\n1 2 0\n")
    Path("made.mk").write_text(run("bench", "a.cnf", "--solver", "minisat,cadical", "--emit-make").out)
    code, rows = remade("TIMEOUT=0")
    assert code == 0 and [row[1] for row in rows] == ["UNKNOWN", "UNKNOWN"]


@pytest.mark.needs("minisat")
def test_a_run_without_an_answer_is_a_failure(here: Path) -> None:
    """Also one that ends as at a limit, and where an earlier answer lies."""
    Path("a.cnf").write_text("p cnf 2 1\n1 2 0\n")
    Path("a-2.minisat.out").write_text("s SATISFIABLE\n")
    os.utime("a-2.minisat.out", (1, 1))
    Path("silent.sh").write_text("exit 3\n")
    Path("made.mk").write_text(run("bench", "a.cnf", "--solver", "minisat", "--emit-make").out)
    code, rows = remade("CSP2SAT=/bin/sh silent.sh")
    assert code != 0 and rows[0][:2] == ["a-2.minisat.out", "FAILED"]


@pytest.mark.needs("minisat")
def test_a_makefile_without_csp2sat_says_what_to_set(here: Path) -> None:
    Path("a.cnf").write_text("p cnf 2 1\n1 2 0\n")
    Path("made.mk").write_text(run("bench", "a.cnf", "--solver", "minisat", "--emit-make").out)
    for goals in ([], ["-n"], ["values"]):
        command = ["make", "-f", "made.mk", "CSP2SAT=nowhere/csp2sat", *goals]
        done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=60)
        assert done.returncode and "say where it is: make CSP2SAT=/path/to/csp2sat" in done.stderr
        assert "nowhere/csp2sat is not on the PATH" in done.stderr and not Path("a-2.cnf").exists()
    command = ["make", "-f", "made.mk", "CSP2SAT=nowhere/csp2sat", "clean"]
    assert subprocess.run(command, capture_output=True, check=False, timeout=60).returncode == 0


def test_group_cnfs_of_a_folder_are_inputs_without_an_encoding(here: Path) -> None:
    Path("in").mkdir()
    Path("in/g.gcnf").write_text("p gcnf 1 1 1\n{1} 1 0\n")
    (found,) = sources(["in"], None)
    assert found.is_cnf and found.name == str(Path("in/g.gcnf"))
