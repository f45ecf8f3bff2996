"""The command line as a user meets it: real commands, real solvers, wrong inputs."""

import gzip
import json
import os
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from support.paths import BOARDS, DRAWINGS

MAGIC = "(int a 1 3) (int b 1 3) (int c 1 3) (bool p) (alldifferent a b c) (< a b) (iff p (= c 1))\n"
SOLUTIONS = {(1, 2, 3, False), (1, 3, 2, False), (2, 3, 1, True)}


def csp2sat(*args, cwd=None, stdin=None, env=None):
    """Run a command; gives the finished process with text output."""
    command = [sys.executable, "-m", "csp2sat", *map(str, args)]
    environment = {**os.environ, "XDG_CONFIG_HOME": "/nonexistent", **(env or {})}
    return subprocess.run(command, cwd=cwd, input=stdin, env=environment, capture_output=True, text=True, check=False)


@pytest.fixture
def magic(tmp_path):
    path = tmp_path / "magic.csp"
    path.write_text(MAGIC)
    return path


def values(text):
    """The assignment in `a` lines."""
    found = dict(line[2:].split("\t") for line in text.splitlines() if line.startswith("a "))
    return int(found["a"]), int(found["b"]), int(found["c"]), found["p"] == "true"


# by hand: encode, the solver itself, decode


def kissat():
    return shutil.which("kissat") or next(
        (str(p) for folder in sys.path for p in [Path(folder, "sage_wheels", "bin", "kissat")] if p.exists()), None
    )


BY_HAND = {
    "minisat": ["minisat", "magic.cnf", "magic.out"],
    "cadical": ["cadical", "-q", "magic.cnf"],
    "picosat": ["picosat", "magic.cnf"],
    "kissat": [kissat(), "-q", "magic.cnf"],
    "cryptominisat5": ["cryptominisat5", "magic.cnf"],
    "clasp": ["clasp", "magic.cnf"],
    "embedded": [sys.executable, "-m", "csp2sat.runner.session.embedded", "magic.cnf"],
}


@pytest.mark.parametrize("command", BY_HAND.values(), ids=BY_HAND.keys())
@pytest.mark.parametrize("extra, satisfiable", [("", True), ("(> a b)", False)], ids=["sat", "unsat"])
def test_by_hand(command, extra, satisfiable, magic):
    if command[0] is None or shutil.which(command[0]) is None:
        pytest.skip(f"{command[0]} is not installed")
    folder = magic.parent
    magic.write_text(MAGIC + extra)
    assert csp2sat("encode", "magic.csp", cwd=folder).returncode == 0
    done = subprocess.run(command, cwd=folder, capture_output=True, check=False)
    if command[0] != "minisat":
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
        assert done.stderr == f"csp2sat: no solution, seen while encoding; {advice}\n"


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
    refused = csp2sat("encode", BOARDS / "masyu-0.txt", "--assume", "unique", cwd=tmp_path)
    assert refused.returncode == 2


# wrong inputs: one line with a place, exit code 1, nothing left


WRONG = {
    "board cell": ("masyu-1.txt", "size 2 2\n- x\n- -\n", "masyu-1.txt:2:3: "),
    "ragged row": ("masyu-1.txt", "size 2 2\n- -\n-\n", "masyu-1.txt:3:"),
    "unclosed": ("f.csp", "(int x 0 3", "f.csp:1:1: "),
    "unknown operator": ("f.csp", "(int x 0 3)\n(foo x)\n", "f.csp:2:2: "),
    "unknown name": ("f.csp", "(int count 0 3)\n(= cuont 1)\n", "f.csp:2:4: "),
    "nothing known": ("f.txt", "hello\n", "f.txt:1:1: nothing known begins like this"),
    "not UTF-8": ("f.csp", b"(int x 0 3)\n(= x \xff)\n", "f.csp:2:6: byte 0xff is not UTF-8 text"),
    "cut gzip": ("f.csp.gz", gzip.compress(b"(int x 0 3)")[:15], "csp2sat: f.csp.gz: not a complete gz file"),
    "which puzzle": ("f.txt", "size 1 1\n-\n", "f.txt: which puzzle is it"),
    "XCSP": ("f.xml", "<instance/>", "f.xml:1:12: expected <variables> before the end of the instance"),
    "empty board": ("masyu-1.txt", "", "masyu-1.txt"),
    "another puzzle": ("f.json", '{"type": "tetris", "rows": 1, "cols": 1}', "f.json: no puzzle 'tetris'; there are: "),
    "broken CNF": ("f.cnf", "p cnf 1 1\n2 0\n", "f.cnf:2:1: literal beyond the header's 1 variables"),
}


@pytest.mark.parametrize("name, content, message", WRONG.values(), ids=WRONG.keys())
@pytest.mark.parametrize("command", ["solve", "encode"])
def test_wrong_input(command, name, content, message, tmp_path):
    if command == "encode" and name == "f.cnf":
        pytest.skip("a CNF is not encoded")
    (tmp_path / name).write_bytes(content if isinstance(content, bytes) else content.encode())
    done = csp2sat(command, name, cwd=tmp_path)
    assert done.returncode == 1, done.stderr
    assert done.stdout == ""
    assert done.stderr.startswith(message), done.stderr
    assert "Traceback" not in done.stderr
    assert [p.name for p in tmp_path.iterdir()] == [name]


MASYU_URL = "https://puzz.link/p?mashu/6/6/1063000i3000"
MASYU_GAME = "6x6:bWdBbWjBcWj"


def test_a_url_or_a_game_id_stands_where_a_file_does(tmp_path):
    boards = [csp2sat("convert", MASYU_URL, "--to", "json").stdout]
    for arguments in ([f"pearl:{MASYU_GAME}"], [MASYU_GAME, "--from", "pearl"], [MASYU_GAME, "--from", "masyu"]):
        boards.append(csp2sat("convert", *arguments, "--to", "json").stdout)
    assert '"type": "masyu"' in boards[0]
    assert len(set(boards)) == 1
    assert csp2sat("convert", f"pearl:{MASYU_GAME}", "--to", "url").stdout == MASYU_URL + "\n"
    assert csp2sat("convert", MASYU_URL, "--to", "sgt").stdout == f"pearl:{MASYU_GAME}\n"
    (tmp_path / "board.txt").write_text(f"; from a list\n\n{MASYU_URL}/\n")
    solved = [csp2sat("solve", board, cwd=tmp_path).stdout for board in (MASYU_URL, f"pearl:{MASYU_GAME}", "board.txt")]
    assert "---" in solved[0]
    assert len(set(solved)) == 1


def test_files_of_a_url_are_named_by_its_puzzle_and_size(tmp_path):
    assert csp2sat("encode", MASYU_URL, cwd=tmp_path).returncode == 0
    assert csp2sat("encode", f"pearl:{MASYU_GAME}", cwd=tmp_path).returncode == 0
    assert sorted(path.name for path in tmp_path.iterdir()) == [
        "mashu-6-6.cnf",
        "mashu-6-6.map",
        "pearl-6x6.cnf",
        "pearl-6x6.map",
    ]


def test_a_wrong_url():
    wrong = MASYU_URL.replace("0i3", "0X3")
    done = csp2sat("solve", wrong)
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr == (f"{wrong}:1:38: unexpected 'X'; expected three cells (0-9, a-q)\n  {wrong}\n{' ' * 39}^\n")
    done = csp2sat("solve", f"{MASYU_URL}{'0' * 50}")
    assert done.stderr.startswith(f"{MASYU_URL}{'0' * 18}...:1:43: too many cells; expected 36\n")


def test_a_board_without_a_url_cannot_be_converted(tmp_path):
    (tmp_path / "sudoku.txt").write_text("size 2 2\nbox 1 2\n- -\n- -\n")
    done = csp2sat("convert", "sudoku.txt", "--to", "url", cwd=tmp_path)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == (
        "csp2sat: this sudoku board cannot be written so: puzz.link has no 2 x 2 with boxes of 1 x 2\n"
    )


def test_missing_things(tmp_path):
    assert csp2sat("solve", "none.csp", cwd=tmp_path).stderr == (
        "csp2sat: none.csp: cannot be read: No such file or directory\n"
    )
    done = csp2sat("solve", BOARDS / "masyu-0.txt", "--solver", "kisat")
    assert (done.returncode, done.stderr) == (1, "csp2sat: no solver 'kisat' is configured; did you mean 'kissat'?\n")
    done = csp2sat("encode", BOARDS / "masyu-0.txt", "-o", "no/such/folder.cnf", cwd=tmp_path)
    assert done.returncode == 1
    assert "cannot be written: No such file or directory" in done.stderr
    assert csp2sat("solve").returncode == 2
    assert csp2sat("solve", BOARDS / "masyu-0.txt", "--unique", "--all").returncode == 2


def test_a_cut_map(magic):
    folder = magic.parent
    csp2sat("encode", "magic.csp", cwd=folder)
    out = csp2sat("solve", "magic.cnf", cwd=folder).stdout
    whole = (folder / "magic.map").read_text()
    (folder / "magic.map").write_text(whole[:-20])
    done = csp2sat("decode", "-", "-m", "magic.map", cwd=folder, stdin=out)
    assert done.returncode == 1
    assert done.stderr.startswith("magic.map:5:")


@pytest.mark.parametrize("text", ["", "hello\n", "s SATISFIABLE\nv 1 x 0\n", "s SATISFIABLE\ns UNSATISFIABLE\n"])
def test_garbage_is_no_answer(text, magic):
    folder = magic.parent
    csp2sat("encode", "magic.csp", cwd=folder)
    done = csp2sat("decode", "-", "-m", "magic.map", cwd=folder, stdin=text)
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr.startswith("<stdin>")


# solvers that misbehave


def planted(folder, script):
    """A solvers.yaml with a solver `mysat` that is a shell script."""
    program = folder / "mysat.sh"
    program.write_text("#!/bin/sh\n" + script)
    program.chmod(0o755)
    config = folder / "my.yaml"
    config.write_text('solvers:\n  mysat:\n    command: [./mysat.sh]\n    args: ["{cnf}"]\n')
    return config


LIARS = {
    "garbage": ("echo hello; exit 10", "mysat"),
    "crash": ("kill -SEGV $$", "mysat"),
    "contradiction": ("echo s UNSATISFIABLE; exit 10", "mysat"),
    "wrong model": ("echo s SATISFIABLE; echo v -1 0; exit 10", "mysat gave a wrong model: it falsifies the clause in"),
    "no status": ("exit 0", "mysat"),
}


@pytest.mark.parametrize("script, message", LIARS.values(), ids=LIARS.keys())
def test_a_lying_solver_is_named(script, message, magic):
    config = planted(magic.parent, script)
    before = set(magic.parent.iterdir())
    done = csp2sat("solve", magic, "--solvers", config, "--solver", "mysat")
    assert (done.returncode, done.stdout) == (1, "")
    assert message in done.stderr
    assert len(done.stderr.splitlines()) == 1, done.stderr
    assert set(magic.parent.iterdir()) == before


def test_a_hanging_solver_stops_at_the_time_limit(magic):
    config = planted(magic.parent, "echo $$ > pid.txt; cp pid.txt %s; sleep 1000" % (magic.parent / "pid"))
    done = csp2sat("solve", magic, "--solvers", config, "--solver", "mysat", "--timeout", 1)
    assert (done.returncode, done.stdout) == (3, "s UNKNOWN\n")
    assert done.stderr == "csp2sat: warning: the time limit was reached\n"
    assert_gone(int((magic.parent / "pid").read_text()))


def assert_gone(pid):
    for _ in range(50):
        try:
            os.kill(pid, 0)
        except ProcessLookupError:
            return
        time.sleep(0.05)
    raise AssertionError(f"process {pid} is still there")


@pytest.mark.parametrize("number, code", [(signal.SIGINT, 130), (signal.SIGTERM, 143)] * 2)
def test_interrupted(number, code, magic, tmp_path):  # several times: the moment differs
    config = planted(magic.parent, f"echo $$ > {tmp_path}/new; mv {tmp_path}/new {tmp_path}/pid; sleep 1000")
    temporary = tmp_path / "temporary"
    temporary.mkdir()
    command = [sys.executable, "-m", "csp2sat", "solve", magic, "--solvers", config, "--solver", "mysat"]
    process = subprocess.Popen(
        command,
        env={**os.environ, "TMPDIR": str(temporary)},
        stderr=subprocess.PIPE,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),  # ignored in a background job's children
    )
    while not (tmp_path / "pid").exists():
        assert process.poll() is None
        time.sleep(0.002)
    process.send_signal(number)
    _, stderr = process.communicate(timeout=20)
    assert process.returncode == code
    assert b"Traceback" not in stderr
    assert_gone(int((tmp_path / "pid").read_text()))
    assert list(temporary.iterdir()) == []


def test_the_time_limit_holds_while_encoding(tmp_path):
    path = tmp_path / "big.csp"
    names = [f"x{i}" for i in range(20)]
    sums = "".join(f"(<= (+ {x} {y} {z}) 600)" for x in names for y in names for z in names if x < y < z)
    path.write_text("".join(f"(int {n} 0 400)" for n in names) + sums)
    start = time.monotonic()
    done = csp2sat("solve", path, "--encoding", "order", "--timeout", 1)
    assert done.returncode == 3
    assert done.stdout == "s UNKNOWN\n"
    assert time.monotonic() - start < 15


def test_the_reader_of_our_output_may_go(magic):
    done = subprocess.run(
        f"{sys.executable} -m csp2sat solve {BOARDS / 'masyu-10.txt'} | head -1",
        shell=True,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.stderr == ""


# start-up

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
        "csp2sat.puzzles.codes.game_id",
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


@pytest.mark.parametrize(
    "args, absent",
    [
        (["--version"], [*NETWORK, *HEAVY, "typer", "yaml", "json", "subprocess"]),
        (["--help"], [*NETWORK, *HEAVY, "yaml", "json", "csp2sat.encoder.encoder", "csp2sat.puzzles.spec"]),
        (["solve", str(BOARDS / "masyu-0.txt")], [*NETWORK, *HEAVY, *OTHER_COMMANDS, *OTHER_PARTS]),
        (["encode", str(BOARDS / "masyu-0.txt"), "-o", os.devnull, "-m", os.devnull], [*NETWORK, *HEAVY, *RUNNING]),
    ],
    ids=["version", "help", "solve", "encode"],
)
def test_imports_are_lazy(args, absent):
    done = subprocess.run(
        [sys.executable, "-X", "importtime", "-m", "csp2sat", *args], capture_output=True, text=True, check=True
    )
    modules = {line.rsplit("|", 1)[-1].strip() for line in done.stderr.splitlines()}
    assert modules.isdisjoint(absent), modules & set(absent)
    assert "csp2sat.cli.reporting" in modules, "the list of modules is read"


def test_puzzles_and_solvers_are_listed():
    names = {line.split()[0] for line in csp2sat("puzzles").stdout.splitlines()}
    assert names >= {"masyu", "slitherlink", "sudoku", "numberlink"}
    for name in names:
        assert "Drawn:" in csp2sat("puzzles", name).stdout
    assert csp2sat("puzzles", "maysu").stderr == "csp2sat: no puzzle 'maysu'; did you mean 'masyu'?\n"
    rows = csp2sat("solvers", "--check").stdout.splitlines()
    assert all(" right " in row for row in rows if row.startswith(("kissat", "embedded")))
    assert not any("says" in row for row in rows)


def test_completion_knows_solvers_and_puzzles():
    from csp2sat.cli.options import complete_encoding, complete_input, complete_puzzle, complete_solver

    assert complete_solver("kis")[0] == "kissat"
    assert complete_puzzle("ma") == ["masyu"]
    assert complete_input("su") == ["sudoku", "sugar"] or set(complete_input("su")) == {"sudoku", "sugar"}
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
