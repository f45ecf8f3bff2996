"""Models as pseudo-Boolean solvers print them: `v x1 -x2 x3`, with no 0 at the end."""

from __future__ import annotations

import re

_VARIABLES = re.compile(rb"v(?:[ \t]+-?x[1-9][0-9]{0,9})+[ \t]*")


def numbered(lines: list[bytes]) -> list[bytes]:
    """Rewrite the `v x1 -x2 x3` lines of an answer with numbers (`v 1 -2 3`), and add a 0 to the last of these lines;
    other lines stay.
    """
    found = [at for at, line in enumerate(lines) if b"x" in line and _VARIABLES.fullmatch(line)]
    if not found:
        return lines
    plain = list(lines)
    for at in found:
        plain[at] = lines[at].replace(b"x", b"")
    plain[found[-1]] += b" 0"
    return plain
