"""Ways to write clauses: one of any literals, for encoders that write few or long ones; many of the same shape."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from .sink import FALSE, TRUE, Lit


def write_clause(out: list[Lit], lits: Iterable[Lit]) -> None:
    """Constants, repetitions and complements are looked after."""
    kept = dict.fromkeys(lit for lit in lits if lit != FALSE)
    if TRUE not in kept and not any(-lit in kept for lit in kept):
        out += (*kept, 0)


def write_columns(out: list[Lit], prefix: Sequence[Lit], first: Sequence[Lit], second: Sequence[Lit]) -> None:
    """The clauses (*prefix, first[i], second[i]) for all i, put together by columns: three times as fast as one by
    one."""
    count, width = len(first), len(prefix) + 3
    block = [0] * (count * width)
    for at, lit in enumerate(prefix):
        block[at::width] = [lit] * count
    block[width - 3 :: width] = first
    block[width - 2 :: width] = second
    out += block
