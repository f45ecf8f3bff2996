"""A client of a CSP server, as cspuz is one: statements go to stdin, one in a line, stdout is read as it reads it.

Two ways of asking: `solve` for any solution (its backend `sugar`), `solve_irrefutably` for the values of the answer
keys that all solutions share (its backend `sugar_extended`).
"""

from __future__ import annotations

from collections.abc import Iterable

from support.command_server import completed

Value = int | bool


class Client:
    """A problem and the server's command; `values` are those of the last answer."""

    def __init__(self, module: str):
        self._module = module
        self._lines: list[str] = []
        self._variables: list[str] = []
        self.values: dict[str, Value] = {}

    def bool(self) -> str:
        """A new Boolean variable."""
        return self._declare("b", "(bool {})")

    def int(self, lo: int, hi: int) -> str:
        """A new integer variable."""
        return self._declare("i", f"(int {{}} {lo} {hi})")

    def _declare(self, letter: str, form: str) -> str:
        name = f"{letter}{len(self._variables)}"  # numbered through, as cspuz does
        self._variables.append(name)
        self._lines.append(form.format(name))
        return name

    def add(self, *statements: str) -> None:
        self._lines += statements

    def text(self) -> str:
        """The problem without a question."""
        return "\n".join(self._lines)

    def solve(self) -> bool:
        """Is there a solution?  Then `values` has one for each variable."""
        out = self._reply(self.text())
        if "UNSATISFIABLE" in out[0]:
            return False
        self.values = dict(_split(line[2:].strip(), "\t") for line in _values(out))
        return True

    def solve_irrefutably(self, keys: Iterable[str]) -> bool:
        """Is there a solution?  Then `values` has those keys that are the same in all solutions."""
        out = self._reply(self.text() + "\n#" + " ".join(keys))
        if "unsat" in out[0]:
            return False
        self.values = dict(_split(line, " ") for line in _values(out))
        return True

    def _reply(self, text: str) -> list[str]:
        done = completed(["/dev/stdin"], module=self._module, stdin=text.encode("ascii"))
        return done.stdout.decode("utf-8").split("\n")


def _values(lines: list[str]) -> Iterable[str]:
    """The lines after the first one, up to one of at most two characters."""
    for line in lines[1:]:
        if len(line) <= 2:
            return
        yield line


def _split(line: str, separator: str) -> tuple[str, Value]:
    name, value = line.split(separator)
    return name, value == "true" if value in ("true", "false") else int(value)
