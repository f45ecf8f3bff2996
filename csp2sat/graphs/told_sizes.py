"""Regions that tell their size in bits, whatever it is: the trees of `counted_regions` count in binary."""

from __future__ import annotations

from collections.abc import Sequence

from ..cnf.adders import both, total
from ..cnf.sink import FALSE, TRUE, Lit, Sink
from .counted_regions import CountedRegions


def tell(sink: Sink, regions: CountedRegions, large: Sequence[Lit], told: Sequence[Sequence[Lit]]) -> None:
    """A large vertex tells the number of the other vertices of its region; the others tell 0.

    large: for each vertex the literal that its size is to be told (FALSE: it never is).  told: its bits.
    Neighbours that tell the same are in the same region, and each has a parent that tells the same, or is the top.
    With b bits, for each vertex up to 4b additions of bits.
    """
    width = len(told[0])
    below = {v: sink.new(width) if lit != FALSE else () for v, lit in enumerate(large)}
    for v, lit in enumerate(large):
        for bit in told[v]:
            sink.out += (-bit, lit, 0)
    for (u, v), same in regions.same.items():
        if FALSE not in (large[u], large[v]):
            _link(sink, same, (large[u], large[v]), (told[u], told[v]))
            for arc in (regions.arc[u, v], regions.arc[v, u]):
                sink.out += (-arc, -large[u], same, 0)
    children: dict[int, list[tuple[int, Lit]]] = {v: [] for v in below}
    for (u, v), arc in regions.arc.items():
        if below[u] and below[v]:
            children[v].append((u, arc))
    for v, bits in below.items():
        if bits:
            _count(sink, bits, [(arc, below[u]) for u, arc in children[v]])
            for a, b in zip(bits, told[v], strict=True):
                sink.out += (-regions.top[v], -large[v], -a, b, 0, -regions.top[v], -large[v], a, -b, 0)
    sink.spill()


def _link(sink: Sink, same: Lit, large: tuple[Lit, Lit], told: tuple[Sequence[Lit], Sequence[Lit]]) -> None:
    """Two large neighbours are in the same region iff they tell the same."""
    differ = sink.new(len(told[0]))
    for lit, a, b in zip(differ, *told, strict=True):
        sink.out += (-same, -a, b, 0, -same, a, -b, 0, -lit, a, b, 0, -lit, -a, -b, 0)
    sink.out += (*(-lit for lit in large if lit != TRUE), same, *differ, 0)


def _count(sink: Sink, bits: Sequence[Lit], children: Sequence[tuple[Lit, Sequence[Lit]]]) -> None:
    """The bits are the number of vertices below: for each child one, and those below it."""
    weighted = [(1, arc) for arc, _ in children]
    weighted += [(1 << at, both(sink, arc, bit)) for arc, below in children for at, bit in enumerate(below)]
    _, sums = total(sink, weighted)
    for at, bit in enumerate(sums):
        if at < len(bits):
            sink.out += (-bits[at], bit, 0, bits[at], -bit, 0)
        else:
            sink.out += (-bit, 0)
    for bit in bits[len(sums) :]:
        sink.out += (-bit, 0)
