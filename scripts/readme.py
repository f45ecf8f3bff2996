"""Run the commands of README.md and compare what they print with what stands there.

    python scripts/readme.py [--write]

Every ```console block is run in one temporary folder, in order.  `$ cat FILE` makes the file from the lines below it,
every other `$ COMMAND` is run, its output compared (blanks at the ends of lines aside).  --write puts what was printed
into README.md instead.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path

README = Path(__file__).parent.parent / "README.md"
BLOCK = re.compile(r"(?<=^```console\n).*?(?=^```$)", re.M | re.S)
COMMAND = re.compile(r"^\$ (.*)\n((?:(?!\$ ).*\n)*)", re.M)


def run(command: str, shown: str, folder: Path) -> str:
    """What the command prints, or, of `cat FILE`, the file as shown, which is made."""
    if command.startswith("cat "):
        (folder / command.removeprefix("cat ")).write_text(shown)
        return shown
    bin_ = str(Path(sys.executable).parent)
    environment = {**os.environ, "PATH": f"{bin_}{os.pathsep}{os.environ['PATH']}", "COLUMNS": "80"}
    environment.pop("CSP2SAT_SOLVERS", None)
    done = subprocess.run(command, shell=True, cwd=folder, env=environment, capture_output=True, text=True, check=False)
    lines = (done.stdout + done.stderr).splitlines()
    return "".join(f"{line.rstrip()}\n" for line in lines)


def differences(text: str, folder: Path) -> tuple[str, list[str]]:
    """The text with what the commands print now, and the commands whose output changed.

    folder: where they are run.
    """
    changed: list[str] = []

    def command(match: re.Match[str]) -> str:
        printed = run(match[1], match[2], folder)
        if printed != match[2]:
            changed.append(f"$ {match[1]}\n--- the text says\n{match[2]}--- it prints\n{printed}")
        return f"$ {match[1]}\n{printed}"

    return BLOCK.sub(lambda block: COMMAND.sub(command, block[0]), text), changed


def main() -> int:
    text = README.read_text(encoding="utf-8")
    with tempfile.TemporaryDirectory() as name:
        new, changed = differences(text, Path(name))
    if "--write" in sys.argv:
        README.write_text(new, encoding="utf-8")
        return 0
    print("\n".join(changed), end="")
    return 1 if changed else 0


if __name__ == "__main__":
    sys.exit(main())
