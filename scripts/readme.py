"""Run what README.md and the chapters of the manual show, and compare what comes out with what stands there.

    python scripts/readme.py [--write] [FILE ...]

The blocks of a file are run in one temporary folder, in order.  In a ```console block `$ cat FILE` makes the file from
the lines below it; every other `$ COMMAND` is run, its output compared (blanks at line ends aside).  A ```python block
is a program of its own after `import csp2sat` and `from csp2sat import build`; it prints what its comments
`# prints ...` say, a line each.  A picture of the manual whose name a command writes in that folder is compared, too.
--write puts what was printed into the files instead, and pictures into the manual.

Commands `csp2sat ...` without anything for a shell in them but pipes are run by forks of one process that has imported
the package, which saves the time that each takes to start.
"""

from __future__ import annotations

import contextlib
import io
import os
import re
import shlex
import subprocess
import sys
import tempfile
import traceback
from collections.abc import Callable, Iterator
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent / "tests"))

from support.command_server import completed

from csp2sat.cli.show.manual import FOLDER, PICTURE

ROOT = Path(__file__).parent.parent
README = ROOT / "README.md"
DOCUMENTS = [README, *sorted((ROOT / "csp2sat" / "manual").glob("*.md"))]
BLOCK = re.compile(r"(?<=^```console\n).*?(?=^```$)", re.M | re.S)
COMMAND = re.compile(r"^\$ (.*)\n((?:(?!\$ ).*\n)*)", re.M)
PYTHON = re.compile(r"(?<=^```python\n).*?(?=^```$)", re.M | re.S)
PY = re.compile(r"(?<=^```py\n).*?(?=^```$)", re.M | re.S)  # of one program, which another test runs
PRINTS = re.compile(r"# prints (.*)")
HEAD = "import csp2sat\nfrom csp2sat import build\n"
FOR_A_SHELL = re.compile(r"[<>;&$*~]")
ASSIGNED = re.compile(r"^(\w+=\w+ )+")  # variables of the environment that a command gets
# such a command is a new process, which may import other modules; its solvers are forks
FORKING = "from support import forked_solvers; forked_solvers.install(); import csp2sat.__main__ as c; c.main()"
OUTSIDE_QUOTES = re.compile(r"\|(?=(?:[^']*'[^']*')*[^']*$)")  # a bar that makes a pipe


def environment() -> dict[str, str]:
    """What commands find in their environment: csp2sat on PATH, 80 columns, no solvers of the user's."""
    bin_ = str(Path(sys.executable).parent)
    found = {**os.environ, "PATH": f"{bin_}{os.pathsep}{os.environ['PATH']}", "COLUMNS": "80"}
    found.pop("CSP2SAT_SOLVERS", None)
    return found


def run_command(command: str, folder: Path) -> str:
    """What a command prints in a folder: stdout, then stderr; `csp2sat` is a fork of a process that has imported it."""
    pieces = [piece.strip() for piece in OUTSIDE_QUOTES.split(command)]
    if "REAL_STARTS" in os.environ or not any(_simple(ASSIGNED.sub("", piece)) for piece in pieces):
        return run_by_shell(command, folder)
    out, errors = b"", b""
    for piece in pieces:  # of a pipe, one after the other
        if _simple(piece):
            done = completed(shlex.split(piece)[1:], cwd=folder, env=environment(), stdin=out)
        elif (given := ASSIGNED.match(piece)) and _simple(rest := piece[given.end() :]):
            named = {"PYTHONPATH": str(ROOT / "tests"), **dict(each.split("=") for each in given[0].split())}
            words = [sys.executable, "-c", FORKING, *shlex.split(rest)[1:]]
            done = subprocess.run(words, cwd=folder, env=environment() | named, input=out, capture_output=True)
        else:
            done = subprocess.run(piece, shell=True, cwd=folder, env=environment(), input=out, capture_output=True)
        out, errors = done.stdout, errors + done.stderr
    return (out + errors).decode()


def _simple(piece: str) -> bool:
    """Whether a command is `csp2sat` with words that are the same for a shell."""
    return piece.startswith("csp2sat ") and not FOR_A_SHELL.search(re.sub("'[^']*'", "", piece))


def run_by_shell(command: str, folder: Path) -> str:
    """What a command of a shell prints in a folder: stdout, then stderr."""
    done = subprocess.run(
        command, shell=True, cwd=folder, env=environment(), capture_output=True, text=True, check=False
    )
    return done.stdout + done.stderr


def run_python(block: str, folder: Path) -> str:
    """What a program prints in a folder, at its end the exception that it raised."""
    with contextlib.chdir(folder), contextlib.redirect_stdout(io.StringIO()) as out:
        try:
            exec(compile(HEAD + block, "a block of Python", "exec"), {})
        except Exception:
            print(traceback.format_exc())
    return out.getvalue()


class Running:
    """Runs the blocks of one text in a folder; `changed` gets those that print something else than they say.

    run: what a command prints in a folder.
    """

    def __init__(self, folder: Path, run: Callable[[str, Path], str]):
        self._folder, self._run = folder, run
        self.changed: list[str] = []

    def replaced(self, text: str) -> str:
        """The text with what the blocks print now."""
        blocks = sorted([*BLOCK.finditer(text), *PYTHON.finditer(text)], key=re.Match.start)
        return "".join(self._pieces(text, blocks))

    def _pieces(self, text: str, blocks: list[re.Match[str]]) -> Iterator[str]:
        end = 0
        for block in blocks:
            yield text[end : block.start()]
            end = block.end()
            yield COMMAND.sub(self._command, block[0]) if block.re is BLOCK else self._python(block[0])
        yield text[end:]

    def _command(self, match: re.Match[str]) -> str:
        printed = self._printed(match[1], match[2])
        if printed != match[2]:
            self.changed.append(f"$ {match[1]}\n--- the text says\n{match[2]}--- it prints\n{printed}")
        return f"$ {match[1]}\n{printed}"

    def _printed(self, command: str, shown: str) -> str:
        """What the command prints, or, of `cat FILE`, the file as shown, which is made."""
        made = self._folder / command.removeprefix("cat ")
        if command.startswith("cat ") and not made.exists():
            made.parent.mkdir(parents=True, exist_ok=True)
            made.write_text(shown)
            return shown
        return "".join(f"{line.rstrip()}\n" for line in self._run(command, self._folder).splitlines())

    def _python(self, block: str) -> str:
        printed, said = run_python(block, self._folder).splitlines(), PRINTS.findall(block)
        if printed == said:
            return block
        self.changed.append("\n".join([block, "--- it prints", *printed, ""]))
        rest = iter(printed)
        return PRINTS.sub(lambda _: f"# prints {next(rest)}", block) if len(printed) == len(said) else block


def differences(text: str, folder: Path, run: Callable[[str, Path], str] = run_command) -> tuple[str, list[str]]:
    """The text with what its blocks print now, and those blocks and commands whose output changed.

    folder: where they are run.  run: see `Running`.
    """
    running = Running(folder, run)
    return running.replaced(text), running.changed


def new_pictures(text: str, folder: Path) -> dict[Path, bytes]:
    """The pictures of a text that its blocks have written in a folder, and that are others than those of the manual."""
    found = {FOLDER / "pictures" / name: new for _, name in PICTURE.findall(text) for new in folder.rglob(name)}
    return {
        kept: new.read_bytes()
        for kept, new in found.items()
        if not kept.exists() or kept.read_bytes() != new.read_bytes()
    }


def main() -> int:
    paths = [Path(word) for word in sys.argv[1:] if word != "--write"] or DOCUMENTS
    wrong = 0
    for path in paths:
        with tempfile.TemporaryDirectory() as name:
            new, changed = differences(path.read_text(encoding="utf-8"), Path(name))
            pictures = new_pictures(new, Path(name))
        changed += [f"{kept.name} is another picture now" for kept in pictures]
        wrong += len(changed)
        if "--write" in sys.argv:
            path.write_text(new, encoding="utf-8")
            for kept, content in pictures.items():
                kept.write_bytes(content)
            changed = [f"{len(changed)} blocks have their new output"] if changed else []
        print(*(f"{path}: {each}" for each in changed), sep="\n", end="\n" if changed else "")
    return int(wrong > 0)


if __name__ == "__main__":
    sys.exit(main())
