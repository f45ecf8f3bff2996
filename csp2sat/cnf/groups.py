"""Places of the clauses in a text in DIMACS, and group CNFs, whose clauses are in or out by groups.

A group CNF (`gcnf`) has the number of the group before each clause; the clauses of group 0 always hold::

    p gcnf 3 4 2          variables, clauses, groups
    {0} 1 2 0
    {1} -1 3 0
    {1} -3 0
    {2} -2 0
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from ..errors import InputError, Place

HEADER = re.compile(rb"\A((?:[ \t]*(?:c[^\n]*)?\r?\n)*[ \t]*)(p[ \t]+gcnf\b[^\n]*)")
SIZES = re.compile(rb"(p\s+)g(cnf\s+[0-9]+\s+[0-9]+\s+)([0-9]{1,18})\s*")
WORD = re.compile(rb"\S+")
ZERO = re.compile(rb"(?<!\S)-?0+(?!\S)")
GROUP = re.compile(rb"\{([0-9]{1,18})\}")


class GroupCnf(NamedTuple):
    """A group CNF: the text as a plain CNF, with blanks in place of the groups, and the group of each clause."""

    plain: bytes
    groups: list[int]


def ungrouped(data: bytes, path: str) -> GroupCnf | None:
    """Return a group CNF taken apart; None for a text that does not begin as a group CNF does.

    Each clause keeps its line and column.  Raises InputError, with `path` and the place, for a clause without a group,
    for a group within a clause or without one, and for a group beyond the number in the header.
    """
    start = HEADER.match(data)
    if start is None:
        return None
    head, first = start[1], data.count(b"\n", 0, start.end()) + 1
    sizes = SIZES.fullmatch(start[2])
    if sizes is None:
        raise _error(path, first, start[2], 0, "expected `p gcnf VARIABLES CLAUSES GROUPS`")
    head += sizes[1] + b" " + sizes[2]  # a clause keeps its column, but the header needs no blanks at its end
    lines = data[start.end() :].split(b"\n")
    found = GroupCnf(b"", [])
    plain: list[bytes] = []
    last = first, b"", 0  # the number, the line and the offset of the last word
    pending = within = False  # whether a group waits for its clause, and whether a clause is not ended
    for number, line in enumerate(lines, start=first):
        if line.split()[:1] == [b"%"]:
            break
        is_comment = line.lstrip()[:1] == b"c"
        for word in () if is_comment else WORD.finditer(line):
            fault = ""
            if (group := GROUP.fullmatch(word[0])) is None:
                fault = "" if pending or within else "expected the group of the clause before it, as in `{1}`"
                pending, within = False, ZERO.fullmatch(word[0]) is None
            elif pending or within:
                fault = "a group within a clause; expected 0, which ends the clause, before it"
            elif int(group[1]) > int(sizes[3]):
                fault = f"group beyond the header's {int(sizes[3])} groups"
            else:
                found.groups.append(int(group[1]))
                pending = True
            if fault:
                raise _error(path, number, line, word.start(), fault)
            last = number, line, word.start()
        plain.append(line if is_comment else GROUP.sub(lambda group: b" " * len(group[0]), line))
    if pending:
        raise _error(path, *last, "a group without a clause")
    return found._replace(plain=head + b"\n".join([*plain, *lines[len(plain) :]]))


def _error(path: str, number: int, line: bytes, at: int, message: str) -> InputError:
    text = line.decode(errors="replace").rstrip("\r")
    return InputError(message, Place(path, number, at + 1, text))


def places(data: bytes) -> Iterator[tuple[int, int]]:
    """Yield the line and column (from 1) at which each clause of a well-formed CNF begins, in order."""
    begins: tuple[int, int] | None = None
    for number, line in enumerate(data.split(b"\n"), start=1):
        words = line.split()
        if not words or words[0][:1] in (b"c", b"p"):
            continue
        if words[0] == b"%":
            return
        if begins is None and words[-1] == b"0" and len(ZERO.findall(line)) == 1:  # a clause on a line of its own
            yield number, len(line) - len(line.lstrip()) + 1
            continue
        for word in WORD.finditer(line):
            begins = begins or (number, word.start() + 1)
            if not int(word[0]):
                yield begins
                begins = None
