"""One clause of any literals, for encoders that write few clauses or long ones."""

from __future__ import annotations

from collections.abc import Iterable

from ..cnf.sink import FALSE, TRUE, Lit


def write_clause(out: list[Lit], lits: Iterable[Lit]) -> None:
    """Constants, repetitions and complements are looked after."""
    kept = dict.fromkeys(lit for lit in lits if lit != FALSE)
    if TRUE not in kept and not any(-lit in kept for lit in kept):
        out += (*kept, 0)
