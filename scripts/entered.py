"""The functions of the package that a run of `csp2sat solve INPUT`, or of a program, enters; printed on stderr.

    python scripts/entered.py FOLDER INPUT            figures, as JSON
    python scripts/entered.py FOLDER INPUT --names    each function, `FILE NAME`, in the order of first entry

FOLDER: the checkout whose package is run.  INPUT: a board or a CSP; a file whose name ends with `.py` is a program that
finds the package under its name.  A profile function sees each call in each thread.  Counted are functions: `def`,
lambda and generator expressions (list, set and dict comprehensions are no frames from Python 3.12 on), neither the
bodies of modules nor those of classes.  `depth` is the number of frames of the package from `main`, itself included, to
the first call of an encoder: `encode` in a file with the constant CONSTRAINT, or `code` in one with ENCODING.
`switches` is how often the folder changes, directly below the package, from one function that is entered to the next,
each at its first entry.  A solver is looked at while it runs, however quick it is, so that the figures do not depend on
the load of the machine.
"""

from __future__ import annotations

import contextlib
import json
import sys
import threading
from pathlib import Path
from types import CodeType, FrameType
from typing import Any

FUNCTION = 0x1  # CO_OPTIMIZED: not the body of a module or class
COMPREHENSIONS = ("<listcomp>", "<setcomp>", "<dictcomp>")
ENCODERS = {"encode": "CONSTRAINT", "code": "ENCODING"}  # a function's name, and the constant in its module


class Seen:
    """Functions that were entered, the depth of the first encoder, and how often the folder changed."""

    def __init__(self, package: str):
        self.package, self.codes, self.depth = package, dict[CodeType, str](), 0
        self.switches, self._folder = 0, ""

    def __call__(self, frame: FrameType, event: str, arg: Any) -> None:
        """The profile function."""
        code = frame.f_code
        if event != "call" or not self._ours(code):
            return
        if not self.depth and ENCODERS.get(code.co_name, "") in frame.f_globals:
            self.depth = self._frames(frame)
        if code.co_name not in COMPREHENSIONS and code not in self.codes:
            file = code.co_filename.removeprefix(self.package)
            self.codes[code] = f"{file} {code.co_qualname}"
            folder = file.partition("/")[0]
            self.switches += folder != self._folder
            self._folder = folder

    def _ours(self, code: CodeType) -> bool:
        return bool(code.co_flags & FUNCTION) and code.co_filename.startswith(self.package)

    def _frames(self, frame: FrameType | None) -> int:
        count = 0
        while frame is not None:
            count += self._ours(frame.f_code)
            frame = frame.f_back
        return count


def main(folder: str, source: str, *options: str) -> None:
    folder = str(Path(folder).resolve())
    sys.path.insert(0, folder)
    import csp2sat
    from csp2sat.__main__ import main as command

    with contextlib.suppress(ImportError):
        from csp2sat.runner.process import process

        process.SHORTEST = 1e-5
    program = compile(Path(source).read_text(), source, "exec") if source.endswith(".py") else None
    seen = Seen(str(Path(folder, "csp2sat")) + "/")
    sys.argv = ["csp2sat", "solve", source, "--solver", "kissat"]
    threading.setprofile(seen)
    sys.setprofile(seen)
    with contextlib.suppress(SystemExit):
        exec(program, {"csp2sat": csp2sat}) if program else command()
    sys.setprofile(None)
    if "--names" in options:
        print(*seen.codes.values(), sep="\n", file=sys.stderr)
        return
    files = {code.co_filename for code in seen.codes}
    figures = {"files": len(files), "functions": len(seen.codes), "depth": seen.depth, "switches": seen.switches}
    print(json.dumps(figures), file=sys.stderr)


if __name__ == "__main__":
    main(*sys.argv[1:])
