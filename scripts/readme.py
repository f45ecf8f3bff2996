"""Run what README.md and the chapters of the manual show, and compare what comes out with what stands there.

    python scripts/readme.py [--write] [FILE ...]

The blocks of a file are run in one temporary folder, in order.  In a ```console block `$ cat FILE` makes the file from
the lines below it; every other `$ COMMAND` is run, its output compared (blanks at line ends aside).  A ```python block
is a program of its own after `import csp2sat` and `from csp2sat import build`; it prints what its comments
`# prints ...` say, a line each.  --write puts what was printed into the files instead.

Commands `csp2sat ...` without anything for a shell in them are run by forks of one process that has imported the
package (`Commands`), which saves the time that each takes to start.
"""

from __future__ import annotations

import contextlib
import io
import json
import os
import re
import shlex
import subprocess
import sys
import tempfile
import traceback
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from types import TracebackType

ROOT = Path(__file__).parent.parent
README = ROOT / "README.md"
DOCUMENTS = [README, *sorted((ROOT / "csp2sat" / "manual").glob("*.md"))]
BLOCK = re.compile(r"(?<=^```console\n).*?(?=^```$)", re.M | re.S)
COMMAND = re.compile(r"^\$ (.*)\n((?:(?!\$ ).*\n)*)", re.M)
PYTHON = re.compile(r"(?<=^```python\n).*?(?=^```$)", re.M | re.S)
PY = re.compile(r"(?<=^```py\n).*?(?=^```$)", re.M | re.S)  # of one program, which another test runs
PRINTS = re.compile(r"# prints (.*)")
HEAD = "import csp2sat\nfrom csp2sat import build\n"
FOR_A_SHELL = re.compile(r"[|<>;&$*~]")
USED = ("solve", "encode", "decode", "count", "explain", "backbone", "convert")  # commands that are imported at first


def environment() -> dict[str, str]:
    """What commands find in their environment: csp2sat on PATH, 80 columns, no solvers of the user's."""
    bin_ = str(Path(sys.executable).parent)
    found = {**os.environ, "PATH": f"{bin_}{os.pathsep}{os.environ['PATH']}", "COLUMNS": "80"}
    found.pop("CSP2SAT_SOLVERS", None)
    return found


class Commands:
    """A process whose forks run commands.  In a `with` statement, at whose end it ends."""

    def __init__(self) -> None:
        self._process = subprocess.Popen(
            [sys.executable, __file__, "--serve"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            env={**environment(), "PYTHONPATH": str(ROOT)},
        )

    def __enter__(self) -> Commands:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self._process.communicate()

    def run(self, command: str, folder: Path) -> str:
        """What a command prints in a folder: stdout, then stderr."""
        if not command.startswith("csp2sat ") or FOR_A_SHELL.search(re.sub("'[^']*'", "", command)):
            return run_by_shell(command, folder)
        assert self._process.stdin and self._process.stdout
        print(json.dumps([str(folder), shlex.split(command)]), file=self._process.stdin, flush=True)
        return str(json.loads(self._process.stdout.readline()))


def run_by_shell(command: str, folder: Path) -> str:
    """What a command of a shell prints in a folder: stdout, then stderr."""
    done = subprocess.run(
        command, shell=True, cwd=folder, env=environment(), capture_output=True, text=True, check=False
    )
    return done.stdout + done.stderr


def serve() -> None:
    """The process of `Commands`: for each line of stdin, [folder, words], a line with the output, in JSON."""
    for name in USED:
        import_module(f"csp2sat.cli.commands.{name}")
    for name in ("csp2sat.__main__", "csp2sat.api.functions", "csp2sat.cli.show.answering"):
        import_module(name)
    for line in sys.stdin:
        folder, words = json.loads(line)
        with tempfile.TemporaryFile() as out, tempfile.TemporaryFile() as err:
            child = os.fork()
            if child == 0:
                _become(folder, words, [out.fileno(), err.fileno()])
                return
            os.waitpid(child, 0)
            texts = [_read(file) for file in (out, err)]
        print(json.dumps("".join(texts)), flush=True)


def _become(folder: str, words: list[str], outputs: list[int]) -> None:
    """Run a command in this process: with nothing on stdin, and its output in these files."""
    os.chdir(folder)
    for number, file in enumerate([os.open(os.devnull, os.O_RDONLY), *outputs]):
        os.dup2(file, number)
    sys.argv = words
    import_module("csp2sat.__main__").main()


def _read(file: io.BufferedRandom) -> str:
    file.seek(0)
    return file.read().decode()


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

    commands: who runs the commands; None: a shell each.
    """

    def __init__(self, folder: Path, commands: Commands | None):
        self._folder, self._commands = folder, commands
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
        if command.startswith("cat ") and not (self._folder / command.removeprefix("cat ")).exists():
            (self._folder / command.removeprefix("cat ")).write_text(shown)
            return shown
        run = self._commands.run if self._commands else run_by_shell
        return "".join(f"{line.rstrip()}\n" for line in run(command, self._folder).splitlines())

    def _python(self, block: str) -> str:
        printed, said = run_python(block, self._folder).splitlines(), PRINTS.findall(block)
        if printed == said:
            return block
        self.changed.append("\n".join([block, "--- it prints", *printed, ""]))
        rest = iter(printed)
        return PRINTS.sub(lambda _: f"# prints {next(rest)}", block) if len(printed) == len(said) else block


def differences(text: str, folder: Path, commands: Commands | None = None) -> tuple[str, list[str]]:
    """The text with what its blocks print now, and those blocks and commands whose output changed.

    folder: where they are run.  commands: see `Running`.
    """
    running = Running(folder, commands)
    return running.replaced(text), running.changed


def main() -> int:
    paths = [Path(word) for word in sys.argv[1:] if word != "--write"] or DOCUMENTS
    wrong = 0
    for path in paths:
        with tempfile.TemporaryDirectory() as name, Commands() as commands:
            new, changed = differences(path.read_text(encoding="utf-8"), Path(name), commands)
        wrong += len(changed)
        print(*(f"{path}: {each}" for each in changed), sep="\n", end="\n" if changed else "")
        if "--write" in sys.argv:
            path.write_text(new, encoding="utf-8")
    return int(wrong > 0)


if __name__ == "__main__":
    sys.exit(serve() if sys.argv[1:] == ["--serve"] else main())
