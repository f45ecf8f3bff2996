"""Clauses as pseudo-Boolean constraints, in the lines of an OPB file."""

from __future__ import annotations


def sum_of(clause: bytes) -> bytes:
    """Return the OPB line of a sum that is large enough if and only if a clause (a line of a CNF) holds.

    A repeated literal counts once; a clause with a variable and its negation becomes a sum without terms, always true.
    """
    literals = dict.fromkeys(map(int, clause.split()[:-1]))
    if any(-lit in literals for lit in literals):
        return b"+0 x1 >= 0 ;\n"
    terms = b"".join([b"%+d x%d " % (1 if lit > 0 else -1, abs(lit)) for lit in literals])
    return b"%s>= %d ;\n" % (terms or b"+0 x1 ", 1 - sum(lit < 0 for lit in literals))


def clause_of(line: bytes) -> bytes:
    """Return the clause, as a line of a CNF without its newline, from which `sum_of` makes the given line.

    Returns b'' for a comment, another line without `>=`, and the sum without terms, which always holds.
    """
    words = line.split()
    if line[:1] == b"*" or b">=" not in words or words == [b"+0", b"x1", b">=", b"0", b";"]:
        return b""
    terms = zip(words[:-3:2], words[1:-3:2], strict=True)
    literals = [b"-" * (number[:1] == b"-") + name[1:] for number, name in terms if number != b"+0"]
    return b" ".join([*literals, b"0"])
