"""Wrong inputs, lying and hanging solvers, interrupts: one line, an exit code, and nothing left."""

import gzip
import os
import signal
import subprocess
import sys
import time
import tomllib

import pytest
from support.paths import BOARDS, ROOT
from support.real_commands import csp2sat, planted

# wrong inputs: one line with a place, exit code 1, nothing left


WRONG = {
    "board cell": ("masyu-1.txt", "size 2 2\n- x\n- -\n", "masyu-1.txt:2:3: "),
    "ragged row": ("masyu-1.txt", "size 2 2\n- -\n-\n", "masyu-1.txt:3:"),
    "unclosed": ("f.csp", "(int x 0 3", "f.csp:1:1: "),
    "unknown operator": ("f.csp", "(int x 0 3)\n(foo x)\n", "f.csp:2:2: "),
    "unknown name": ("f.csp", "(int count 0 3)\n(= cuont 1)\n", "f.csp:2:4: "),
    "nothing known": ("f.txt", "hello\n", "f.txt:1:1: no known kind of input begins like this"),
    "not UTF-8": ("f.csp", b"(int x 0 3)\n(= x \xff)\n", "f.csp:2:6: byte 0xff is not UTF-8 text"),
    "cut gzip": ("f.csp.gz", gzip.compress(b"(int x 0 3)")[:15], "csp2sat: f.csp.gz: not a complete gz file"),
    "which puzzle": ("f.txt", "size 1 1\n-\n", "f.txt: which puzzle is it"),
    "XCSP": ("f.xml", "<instance/>", "f.xml:1:12: expected <variables> before the end of the instance"),
    "empty board": ("masyu-1.txt", "", "masyu-1.txt"),
    "another puzzle": ("f.json", '{"type": "tetris", "rows": 1, "cols": 1}', "f.json: no puzzle 'tetris'; "),
    "broken CNF": ("f.cnf", "p cnf 1 1\n2 0\n", "f.cnf:2:1: literal beyond the header's 1 variables"),
}


@pytest.mark.sample(7)
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
    assert done.stderr == (
        f"{wrong}:1:38: unexpected 'X'; expected a character for three cells (0-9, a-q)\n  {wrong}\n{' ' * 39}^\n"
    )
    done = csp2sat("solve", f"{MASYU_URL}{'0' * 50}")
    assert done.stderr.startswith(f"{MASYU_URL}{'0' * 18}...:1:43: found at least 37 cells; expected 36\n")


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


LIARS = {
    "garbage": ("echo hello; exit 10", "mysat"),
    "crash": ("kill -SEGV $$", "mysat"),
    "contradiction": ("echo s UNSATISFIABLE; exit 10", "mysat"),
    "wrong model": (
        "echo s SATISFIABLE; echo v -1 -2 -3 -4 -5 -6 0; exit 10",
        "mysat gave a wrong model: it falsifies the clause in",
    ),
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


@pytest.mark.sample(2)
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


@pytest.mark.parametrize("module", ["csp2sat", "csp2sat.cli.sugar", "csp2sat.cli.fzn", "csp2sat.cli.competition"])
def test_interrupted_while_it_starts(module):
    """An interrupt at the first import of a command, once its entry has been found, is one line."""
    entry = f"{module}.__main__"
    known = {"__future__", "gc", "csp2sat", "csp2sat.base", "csp2sat.base.interpreter", "csp2sat.cli", module, entry}
    code = (
        "import os, sys\n"
        "class Interrupts:\n"
        "    def find_spec(self, name, *others):\n"
        f"        if name not in {known}: os.kill(os.getpid(), 2)\n"
        "sys.meta_path.insert(0, Interrupts())\n"
        f"from {entry} import main\n"
        "main()\n"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert (done.returncode, done.stdout, done.stderr) == (130, "", "csp2sat: interrupted\n")


def test_every_program_minds_interrupts_before_its_imports():
    """The programs that an installation makes are those whose start the test above interrupts."""
    programs = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["scripts"]
    assert {each.removesuffix(".__main__:main") for each in programs.values()} == {
        *("csp2sat", "csp2sat.cli.sugar", "csp2sat.cli.fzn", "csp2sat.cli.competition")
    }


def test_the_time_limit_holds_while_encoding(tmp_path):
    path = tmp_path / "big.csp"
    names = [f"x{i}" for i in range(15)]
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


# what was probably meant


MEANT = {
    ("magic.csp",): "Did you mean 'csp2sat solve magic.csp'?",
    ("-encode", "magic.csp"): "Did you mean 'csp2sat encode'?",
    ("unique", "x.csp"): "Did you mean 'csp2sat solve INPUT --unique'?",
    ("stats", "x.csp"): "Error: No such command 'stats'.\nDid you mean 'csp2sat encode INPUT --stats'?",
    ("generate", "killer", "9x9"): "The size is an option: --size 9x9",
    ("generate", "killer", "9", "9"): "The size is an option: --size 9x9",
    ("solve", "x.txt", "--cell", "40"): "Did you mean 'csp2sat convert BOARD -o F.svg', which has this option?",
    ("generate", "masyu", "--difficulty", "3"): "Did you mean --grade N or --grade N..M, from 1 to 10?",
    ("generate", "masyu", "--level=3"): "Did you mean --grade N or --grade N..M, from 1 to 10?",
    ("generate", "masyu", "--width", "5"): "Did you mean --size ROWSxCOLS?",
    ("solve", "-solver", "minisat", "magic.csp"): "begin with two dashes: --solver",
    ("solve", "-a", "magic.csp"): "Did you mean --all?",
    ("explain", "magic.csp", "--all"): "Did you mean --all-reasons or --all-corrections?",
    ("decode", "magic.map", "magic.out"): "The map is an option: csp2sat decode RESULT --map magic.map",
    ("check", "m.mzn", "answer.dzn"): (
        "no ANSWER: answer.dzn ends in .dzn, so it is data of m.mzn; "
        "expected an answer with another suffix, or - for stdin"
    ),
    ("magic.csp", "magic.csp"): "Did you mean 'csp2sat solve magic.csp magic.csp'?",
    ("solve", "magic.csp", "--all-best"): "Did you mean --all --best?",
    ("solve", "magic.csp", "--time-limit", "2"): "No such option: --time-limit\nDid you mean --timeout SECONDS?",
    ("count", "--stats", "magic.csp"): ("Did you mean -v, or --json with the size of the CNF, seconds and counts?"),
    ("nonsense.csp",): "No such command 'nonsense.csp'.",
}


@pytest.mark.parametrize("words", MEANT, ids=map(" ".join, MEANT))
def test_what_was_meant(words, magic):
    done = csp2sat(*words, cwd=magic.parent)
    assert (done.returncode, done.stdout) == (2, "") and done.stderr.endswith(f"{MEANT[words]}\n")
    assert "(Possible options: --max)" not in done.stderr, "a guess by the letters, which is wrong"


def test_nothing_in_a_file(tmp_path):
    (tmp_path / "empty.txt").write_text("\n")
    done = csp2sat("solve", "empty.txt", cwd=tmp_path)
    assert done.stderr == "empty.txt: the input is empty; expected a board, a CSP or a CNF\n"
    (tmp_path / "empty.csp").write_text("; nothing\n")
    done = csp2sat("solve", "empty.csp", cwd=tmp_path)
    assert (done.returncode, done.stdout) == (0, "s SATISFIABLE\na\n")
    assert done.stderr.startswith("empty.csp:1:1: warning: the input declares nothing and requires nothing")


def test_comments_may_be_in_any_character_set(tmp_path):
    (tmp_path / "latin.csp").write_bytes("; Müller\n(int x 0 3) ; ä\n(= x 2)\n".encode("latin-1"))
    assert csp2sat("solve", "latin.csp", cwd=tmp_path).stdout == "s SATISFIABLE\na x\t2\na\n"
    (tmp_path / "board.txt").write_bytes("; Masyu für Müller\nsize 3 2\n- - -\n- - -\n".encode("latin-1"))
    assert csp2sat("solve", "board.txt", cwd=tmp_path).returncode == 0
    (tmp_path / "name.csp").write_bytes("; ä\n(int ü 0 3)\n".encode("latin-1"))
    assert csp2sat("solve", "name.csp", cwd=tmp_path).stderr.startswith("name.csp:2:6: byte 0xfc is not UTF-8 text")
