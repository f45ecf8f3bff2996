"""The command line as a user meets it: real commands, real solvers, wrong inputs."""

import gzip
import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from support.paths import BOARDS, CASES, DRAWINGS
from support.programs import needed
from support.real_commands import MAGIC, SOLUTIONS, csp2sat, planted, values

# by hand: encode, the solver itself, decode


def kissat():
    return shutil.which("kissat") or next(
        (str(p) for folder in sys.path for p in [Path(folder, "sage_wheels", "bin", "kissat")] if p.exists()), None
    )


BY_HAND = {
    "minisat": ["minisat", "magic.cnf", "magic.out"],
    "cadical": ["cadical", "-q", "magic.cnf"],
    "picosat": ["picosat", "magic.cnf"],
    "kissat": ["kissat", "-q", "magic.cnf"],
    "cryptominisat5": ["cryptominisat5", "magic.cnf"],
    "clasp": ["clasp", "magic.cnf"],
    "embedded": [sys.executable, "-m", "csp2sat.runner.session.embedded", "magic.cnf"],
}


@pytest.mark.sample(3)
@pytest.mark.parametrize("command", BY_HAND.values(), ids=BY_HAND.keys())
@pytest.mark.parametrize("extra, satisfiable", [("", True), ("(> a b)", False)], ids=["sat", "unsat"])
def test_by_hand(command, extra, satisfiable, magic):
    command = [kissat() if command[0] == "kissat" else needed(command[0]), *command[1:]]
    folder = magic.parent
    magic.write_text(MAGIC + extra)
    assert csp2sat("encode", "magic.csp", cwd=folder).returncode == 0
    done = subprocess.run(command, cwd=folder, capture_output=True, check=False)
    if Path(command[0]).name != "minisat":
        (folder / "magic.out").write_bytes(done.stdout)
    answer = csp2sat("decode", "magic.out", "-m", "magic.map", cwd=folder)
    assert answer.returncode == 0, answer.stderr
    if satisfiable:
        assert answer.stdout.startswith("s SATISFIABLE\n")
        assert values(answer.stdout) in SOLUTIONS
    else:
        assert answer.stdout == "s UNSATISFIABLE\n"


@pytest.mark.parametrize("solver", ["kissat", "embedded"])
def test_solve_of_a_cnf_and_decode_agree(solver, magic):
    folder = magic.parent
    csp2sat("encode", magic, cwd=folder)
    solved = csp2sat("solve", "magic.cnf", "--solver", solver, cwd=folder)
    first, second, *_ = solved.stdout.splitlines()
    assert first.startswith("c cnf sha256:")
    assert second == "s SATISFIABLE"
    answer = csp2sat("decode", "-", "-m", "magic.map", cwd=folder, stdin=solved.stdout)
    assert values(answer.stdout) in SOLUTIONS


def test_an_answer_to_another_cnf_is_refused(magic):
    folder = magic.parent
    csp2sat("encode", magic, cwd=folder)
    solved = csp2sat("solve", "magic.cnf", "-o", "magic.out", cwd=folder)
    assert (solved.returncode, solved.stdout) == (0, "")
    magic.write_text(MAGIC + "(= a 2)")
    csp2sat("encode", magic, cwd=folder)
    answer = csp2sat("decode", "magic.out", "-m", "magic.map", cwd=folder)
    assert (answer.returncode, answer.stdout) == (1, "")
    assert answer.stderr == "csp2sat: magic.out is the answer to another CNF than that of magic.map\n"


# boards


SEED_BOARDS = ["masyu-0", "masyu-01", "masyu-10", "numberlink-0", "sudoku-0"]


@pytest.mark.sample(2)
@pytest.mark.parametrize("name", SEED_BOARDS)
def test_published_boards_are_drawn_as_published(name):
    done = csp2sat("solve", BOARDS / f"{name}.txt", "--unique")
    drawing = (DRAWINGS / f"{name}.txt").read_text()
    lines = [line.rstrip() for line in done.stdout.splitlines()]
    assert lines == [*(line.rstrip() for line in drawing.splitlines()), "unique"]


def test_a_board_that_is_not_unique_shows_where(tmp_path):
    board = tmp_path / "slitherlink-2.txt"
    board.write_text("size 2 1\n- -\n")
    done = csp2sat("solve", board, "--unique")
    assert done.returncode == 0
    first, second = done.stdout.split("not unique\n")
    assert "*" in second
    assert "*" not in first


def test_box_drawing(tmp_path):
    done = csp2sat("solve", BOARDS / "numberlink-0.txt", "--color", "always")
    assert "┏" in done.stdout
    assert "\x1b[" in done.stdout


@pytest.mark.sample(2)
@pytest.mark.parametrize("to", ["text", "array", "json", "url", "sgt", "page"])
def test_convert_round_trip(to, tmp_path):
    there = csp2sat("convert", BOARDS / "masyu-0.txt", "--to", to).stdout
    back = csp2sat("convert", "-", "--from", "masyu", "--to", "json", stdin=there).stdout
    assert back == csp2sat("convert", BOARDS / "masyu-0.txt", "--to", "json").stdout


# results


def test_all_solutions(magic):
    for solver in ([], ["--solver", "kissat"]):
        done = csp2sat("solve", magic, "--all", *solver)
        *blocks, last = done.stdout.removeprefix("s SATISFIABLE\n").split("a\n")
        assert {values(block) for block in blocks} == SOLUTIONS
        assert len(blocks) == 3
        assert last == "3 solutions\n"


def test_limit(magic):
    done = csp2sat("solve", magic, "--limit", 2, "--json")
    found = json.loads(done.stdout)
    assert len(found["solutions"]) == 2
    assert found["complete"] is False


def test_json(magic):
    found = json.loads(csp2sat("solve", magic, "--json", "--unique").stdout)
    assert found["status"] == "SATISFIABLE"
    assert found["unique"] is False
    assert found["ints"] != found["second"]["ints"]
    assert found["solver"]["name"] == "kissat"
    assert set(found["seconds"]) >= {"read", "encode", "solve", "decode", "check"}
    assert found["size"]["variables"] > 0


def test_exit_codes(magic):
    assert csp2sat("solve", magic, "--exit-code", "sat").returncode == 10
    magic.write_text(MAGIC + "(> a 3)")
    unsat = csp2sat("solve", magic)
    assert (unsat.returncode, unsat.stdout) == (0, "s UNSATISFIABLE\n")
    assert csp2sat("solve", magic, "--exit-code", "sat").returncode == 20


def test_what_is_false_by_its_domains_needs_no_solver(magic):
    config = planted(magic.parent, "echo never; exit 1")
    for more in ("(> a 3)", "\n(or (= a 4) (< (+ a b) 2))"):
        magic.write_text(MAGIC + more)
        done = csp2sat("solve", magic.name, "--solvers", config, "--solver", "mysat", cwd=magic.parent)
        assert (done.returncode, done.stdout) == (0, "s UNSATISFIABLE\n")
        advice = "for the reason run: csp2sat explain magic.csp"
        assert done.stderr == f"csp2sat: encoding alone shows that there is no solution; {advice}\n"


def test_hidden_variables(tmp_path):
    path = tmp_path / "h.csp"
    path.write_text("(int x 0 1) (int _y 0 9) (bool _p) (<= x _y)")
    done = csp2sat("solve", path, "--all")
    *lines, last = done.stdout.splitlines()
    assert sorted(lines) == ["a", "a", "a x\t0", "a x\t1", "s SATISFIABLE"]
    assert last == "2 solutions"


def test_compressed_and_stdin(magic):
    folder = magic.parent
    assert csp2sat("encode", magic, "-o", folder / "f.cnf.gz", "-m", folder / "f.map.xz").returncode == 0
    packed = folder / "magic.csp.gz"
    packed.write_bytes(gzip.compress(MAGIC.encode()))
    assert values(csp2sat("solve", packed).stdout) in SOLUTIONS
    out = csp2sat("solve", folder / "f.cnf.gz").stdout
    assert values(csp2sat("decode", "-", "-m", folder / "f.map.xz", stdin=out).stdout) in SOLUTIONS
    assert values(csp2sat("solve", "-", stdin=MAGIC).stdout) in SOLUTIONS


def test_encode_to_stdout(magic):
    folder = magic.parent
    done = csp2sat("encode", "magic.csp", "-o", "-", cwd=folder)
    csp2sat("encode", "magic.csp", cwd=folder)
    assert done.stdout == (folder / "magic.cnf").read_text()
    assert sorted(p.name for p in folder.iterdir()) == ["magic.cnf", "magic.csp", "magic.map"]


def test_equal_input_gives_equal_bytes(magic):
    folder = magic.parent
    made = []
    for name in ("one", "two"):
        csp2sat("encode", magic, "-o", folder / f"{name}.cnf.gz", "-m", folder / f"{name}.map")
        made.append([(folder / f"{name}{suffix}").read_bytes() for suffix in (".cnf.gz", ".map")])
    assert made[0] == made[1]


def test_keep(magic):
    kept = magic.parent / "kept"
    csp2sat("solve", magic, "--keep", kept)
    assert {"magic.cnf", "magic.map"} <= {p.name for p in kept.iterdir()}


def test_assume_unique(tmp_path):
    board = tmp_path / "numberlink-1.txt"
    board.write_text("size 2 2\n1 -\n- 1\n")  # two ways, each with an empty cell in its corner
    assert csp2sat("encode", board, "--assume", "unique", cwd=tmp_path).returncode == 0
    assert "assume unique" in (tmp_path / "numberlink-1.cnf").read_text()
    solved = csp2sat("solve", "numberlink-1.cnf", cwd=tmp_path).stdout
    answer = csp2sat("decode", "-", "-m", "numberlink-1.map", cwd=tmp_path, stdin=solved)
    assert answer.stdout == "s UNSATISFIABLE\nc none under this assumption: unique\n"
    for assumption in ("unique", "symmetry"):
        refused = csp2sat("encode", BOARDS / "masyu-0.txt", "--assume", assumption, cwd=tmp_path)
        assert refused.returncode == 2


def test_assume_symmetry(tmp_path):
    (tmp_path / "colours.csp").write_text("(int a 1 3) (int b 1 3) (int c 1 3) (alldifferent a b c)")
    for extra, count in ((), "6"), (("--assume", "symmetry"), "1"):
        assert csp2sat("encode", "colours.csp", *extra, cwd=tmp_path).returncode == 0
        assert csp2sat("count", "colours.cnf", cwd=tmp_path).stdout.split() == [count]


# start-up

SLOW = ["typer", "platform", "datetime", "difflib", "argparse", "yaml", "csp2sat.build"]  # 1 to 20 ms each
# `-X importtime` says nothing of what `import_module` imports
LISTED = """import atexit, sys, csp2sat.__main__
atexit.register(lambda: print(*sys.modules, file=sys.stderr))
csp2sat.__main__.main()"""
NETWORK = ["ssl", "socket", "http", "http.client", "urllib.request", "urllib.error", "email", "xml.etree.ElementTree"]
HEAVY = ["rich", "pysat", "asyncio", "multiprocessing", "concurrent.futures", "numpy", "cProfile", "pstats", "pydantic"]
RUNNING = [
    "yaml",
    "csp2sat.runner.config.config",
    "csp2sat.runner.runner",
    "csp2sat.encoder.observe.statistics",
]
OTHER_COMMANDS = [f"csp2sat.cli.commands.{name}" for name in ("bench", "count", "encode", "explain", "generate")]
OTHER_PARTS = [
    *(
        "csp2sat.languages.base.sexpr",
        "csp2sat.languages.xcsp",
        "csp2sat.puzzles.types.sudoku",
        "csp2sat.puzzles.addresses.game_id",
    ),
    *(
        "csp2sat.encoder.observe.statistics",
        "csp2sat.encoder.wcnf",
        "csp2sat.solving.enumeration",
    ),
    *(
        "csp2sat.optimizing.optimize",
        "csp2sat.generating.uniqueness",
        "csp2sat.proofs",
        "csp2sat.bench",
        "csp2sat.generating",
    ),
]
SEARCHES = ["csp2sat.optimizing.linear", "csp2sat.optimizing.touring"]  # only for sums and for tours
BOARD_PARTS = ["csp2sat.puzzles.types.masyu", "csp2sat.puzzles.drawing.canvas"]


@pytest.mark.sample(2)
@pytest.mark.parametrize(
    "args, absent",
    [
        (["--version"], [*NETWORK, *HEAVY, "typer", "yaml", "json", "subprocess"]),
        (["--help"], [*NETWORK, *HEAVY, "yaml", "json", "csp2sat.encoder.encoder", "csp2sat.puzzles.spec"]),
        (["solve", str(BOARDS / "masyu-0.txt")], [*NETWORK, *HEAVY, *SLOW, *OTHER_COMMANDS, *OTHER_PARTS]),
        (["solve", str(CASES / "sendmore.csp")], [*NETWORK, *HEAVY, *SLOW, *OTHER_COMMANDS, *BOARD_PARTS, *SEARCHES]),
        (
            ["encode", str(BOARDS / "masyu-0.txt"), "-o", os.devnull, "-m", os.devnull],
            [*NETWORK, *HEAVY, *SLOW, *RUNNING],
        ),
    ],
    ids=["version", "help", "solve", "solve-csp", "encode"],
)
def test_imports_are_lazy(args, absent):
    done = subprocess.run([sys.executable, "-c", LISTED, *args], capture_output=True, text=True, check=True)
    modules = set(done.stderr.split())
    assert modules.isdisjoint(absent), modules & set(absent)
    assert "csp2sat.cli.reporting" in modules, "the list of modules is read"
    if "masyu" in " ".join(args):
        assert "csp2sat.puzzles.types.masyu" in modules, "parts that are found by name are in it"


def test_a_right_answer_is_judged_without_the_search_for_steps(tmp_path):
    board, answer = BOARDS / "masyu-0.txt", tmp_path / "answer"
    answer.write_text(csp2sat("solve", board).stdout)
    call = [sys.executable, "-c", LISTED, "check", str(board), str(answer)]
    done = subprocess.run(call, capture_output=True, text=True, check=True)
    assert done.stdout == "right\n" and "csp2sat.judging.answers" in done.stderr.split()
    assert "csp2sat.reasoning.statements" not in done.stderr.split()


def test_puzzles_and_solvers_are_listed():
    names = {line.split()[0] for line in csp2sat("puzzles").stdout.splitlines() if line.startswith("  ")}
    assert names >= {"masyu", "slitherlink", "sudoku", "numberlink"}
    for name in ("masyu", "sudoku", "tents"):
        assert "Drawn:" in csp2sat("puzzles", name).stdout
    assert csp2sat("puzzles", "maysu").stderr == "csp2sat: no puzzle 'maysu'; did you mean 'masyu'?\n"
    rows = csp2sat("solvers", "--check").stdout.splitlines()
    assert all(" right " in row for row in rows if row.startswith(("kissat", "embedded")))
    assert not any("says" in row for row in rows)


def test_solvers_that_are_named():
    checked = csp2sat("solvers", "--check", "embedded")
    rows = checked.stdout.splitlines()
    assert checked.returncode == 0 and [row.split()[0] for row in rows] == ["solver", "embedded", "right:"]
    assert " right " in rows[1] and "this excludes no wrong answer to others" in rows[2]
    listed = json.loads(csp2sat("solvers", "kissat:sat", "embedded", "embedded", "--json").stdout)
    assert [each["name"] for each in listed["solvers"]] == ["kissat", "embedded"] and listed["portfolio"] == []
    for name, code, message in (
        ("embeded", 1, "no solver 'embeded' is configured; did you mean 'embedded'?"),
        ("embedded:minsat", 1, "embedded has no preset 'minsat'; did you mean 'minisat'?"),
        ("", 1, "no solver '' is configured"),
    ):
        done = csp2sat("solvers", "--check", name)
        assert (done.returncode, done.stdout) == (code, "") and message in done.stderr


def test_a_named_solver_that_is_missing_fails_its_check(tmp_path):
    (tmp_path / "own.yaml").write_text("solvers:\n  nowhere: {command: nowhere-at-all}\n")
    own = ("--solvers", tmp_path / "own.yaml")
    assert csp2sat("solvers", "nowhere", *own).returncode == 0
    done = csp2sat("solvers", "nowhere", "--check", *own)
    assert done.returncode == 1 and "not found" in done.stdout


def test_completion_knows_solvers_and_puzzles():
    from csp2sat.cli.options import complete_encoding, complete_input, complete_puzzle, complete_solver

    assert complete_solver("kis")[0] == "kissat"
    assert complete_puzzle("ma") == ["masyu"]
    assert complete_input("su") == ["sugar", "sudoku", "suguru"]
    assert complete_encoding("o") == ["order"]


# encodings


def test_an_encoding_for_all_and_for_some_variables(magic):
    for options in (["--encoding", "log"], ["--encoding", "direct", "--encode", "a=log", "--amo", "ladder"]):
        done = csp2sat("solve", magic, "--all", "--json", *options)
        found = [json.loads(line) for line in done.stdout.splitlines()]
        assert {(*s["ints"].values(), *s["bools"].values()) for s in found[0]["solutions"]} == SOLUTIONS
        assert found[0]["encoding"] == " ".join(options).removeprefix("--encoding ")


def test_the_map_says_the_codes_and_decode_reads_them(magic, tmp_path):
    csp2sat("encode", magic, "--encoding", "log", "--encode", "c=direct", cwd=tmp_path)
    lines = [json.loads(line) for line in (tmp_path / "magic.map").read_text().splitlines()]
    assert lines[0]["encoding"] == "log --encode c=direct"
    assert {line["int"]: line["code"] for line in lines if "int" in line} == {"a": "order", "b": "order", "c": "direct"}
    csp2sat("solve", "magic.cnf", "-o", "magic.out", cwd=tmp_path)
    assert values(csp2sat("decode", "magic.out", "-m", "magic.map", cwd=tmp_path).stdout) in SOLUTIONS


def test_an_encoding_needs_a_pattern_and_a_name(magic):
    assert csp2sat("solve", magic, "--encode", "a").stderr == (
        "csp2sat: --encode a: expected PATTERN=ENCODING, such as x_*=log\n"
    )
    assert "no encoding 'bits'" in csp2sat("solve", magic, "--encode", "a=bits").stderr
    assert (
        "order encoding only, not 'log'"
        in csp2sat(
            "encode", magic, "--map-format", "sugar", "--encode", "a=log", "-o", "/dev/null", "-m", "/dev/null"
        ).stderr
    )
