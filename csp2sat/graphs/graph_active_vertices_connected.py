"""graph-active-vertices-connected: `connected`, as cspuz writes it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from ..model.items import Item, Pairs
from . import connected
from .written import vertex, written_sizes

NAME = "graph-active-vertices-connected"
USAGE = f"({NAME} N M ACTIVE_0 .. ACTIVE_(N-1) U_0 V_0 .. U_(M-1) V_(M-1))"


def arguments(form: Sequence[Item]) -> Pairs:
    """`(graph-active-vertices-connected n m formula... u v ...)`: n formulas and m edges of vertices 0 .. n-1."""
    n, _ = written_sizes(form, 2, USAGE)
    return connected.pairs_of(form[2 : 2 + n], [vertex(v, n) for v in form[2 + n :]])


CONSTRAINT = replace(connected.CONSTRAINT, spellings=(NAME,), arguments=arguments)
