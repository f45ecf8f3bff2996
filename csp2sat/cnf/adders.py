"""Binary addition of weighted literals: columns of bits, reduced by full and half adders.

Sources: N. Een, N. Sorensson, Translating pseudo-Boolean constraints into SAT, JSAT 2, 2006 (adders);
L. Dadda, Some schemes for parallel multipliers, Alta Frequenza 34, 1965 (reducing the columns).
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Sequence
from itertools import combinations, pairwise

from .sink import FALSE, TRUE, Lit, Sink

WeightedLits = Iterable[tuple[int, Lit]]  # weight and literal: the weight if it is true, else 0


def positive(weighted: WeightedLits) -> tuple[int, dict[Lit, int]]:
    """The same sum as a constant and positive weights of literals, each variable once."""
    const, weights = 0, dict[int, int]()
    for weight, lit in weighted:
        if lit < 0:  # 1 less the opposite
            const, weight, lit = const + weight, -weight, -lit
        if lit == TRUE:
            const += weight
        else:
            weights[lit] = weights.get(lit, 0) + weight
    const += sum(weight for weight in weights.values() if weight < 0)
    return const, {lit if w > 0 else -lit: abs(w) for lit, w in weights.items() if w}


def total(sink: Sink, weighted: WeightedLits) -> tuple[int, list[Lit]]:
    """A sum as a constant and the bits of what is added to it, lowest first; no more bits than its greatest value has.

    For weights of n ones in binary together: about n adders less than there are bits, each of 2 variables and 14
    clauses (`full`) or 7 (`half`).  All are definitions.
    """
    const, weights = positive(weighted)
    width = sum(weights.values()).bit_length()
    columns: list[deque[Lit]] = [deque() for _ in range(width + 1)]  # the last one is what cannot be
    for lit, weight in weights.items():
        for at in range(weight.bit_length()):
            if weight >> at & 1:
                columns[at].append(lit)
    for column, next_ in pairwise(columns):
        while len(column) > 1:
            inputs = [column.popleft() for _ in range(min(3, len(column)))]
            column.append(parity(sink, inputs))
            if next_ is not columns[-1]:
                carry = two_of(sink, inputs)
                if carry != FALSE:
                    next_.append(carry)
    return const, [column[0] if column else FALSE for column in columns[:-1]]


def plus(sink: Sink, bits: Sequence[Lit], number: int) -> Sequence[Lit]:
    """The bits of a number, lowest first, and a constant of at least 0 more; no more bits than the greatest sum has.

    A variable and four clauses, and as much as three and one for the carry, for each bit above the lowest of the
    constant."""
    if not number:
        return bits
    width, low = ((1 << len(bits)) - 1 + number).bit_length(), (number & -number).bit_length() - 1
    found, carry = [*bits[:low], *[FALSE] * (low - len(bits))], FALSE
    for at in range(low, width):
        inputs = [bits[at] if at < len(bits) else FALSE, TRUE if number >> at & 1 else FALSE, carry]
        found.append(parity(sink, inputs))
        carry = two_of(sink, inputs) if at < width - 1 else FALSE
    return found


def both(sink: Sink, a: Lit, b: Lit) -> Lit:
    """A literal that is equivalent to a and b."""
    if FALSE in (a, b) or a == -b:
        return FALSE
    if a == b or TRUE in (a, b):
        return b if a == TRUE else a
    lit = sink.var()
    sink.defs += (-lit, a, 0, -lit, b, 0, lit, -a, -b, 0)
    return lit


def parity(sink: Sink, lits: Iterable[Lit]) -> Lit:
    """A literal that is true if and only if an odd number of at most three literals is."""
    odd, flipped = set[int](), False
    for lit in lits:
        flipped ^= lit < 0
        odd ^= {abs(lit)}
    if TRUE in odd:
        odd.remove(TRUE)
        flipped = not flipped
    if not odd:
        return TRUE if flipped else FALSE
    a, *rest = sorted(odd)
    if rest:
        lit = sink.var()
        for clause in _odd(a, rest, lit):
            sink.defs += clause
        a = lit
    return -a if flipped else a


def _odd(a: Lit, rest: list[Lit], lit: Lit) -> Iterable[tuple[int, ...]]:
    """lit = a + b (+ c) modulo 2."""
    b = rest[0]
    if len(rest) == 1:
        return ((-lit, a, b, 0), (-lit, -a, -b, 0), (lit, -a, b, 0), (lit, a, -b, 0))
    c = rest[1]
    ups = ((a, -b, -c), (-a, b, -c), (-a, -b, c), (a, b, c))
    return [*((-lit, *clause, 0) for clause in ups), *((lit, *(-each for each in clause), 0) for clause in ups)]


def two_of(sink: Sink, lits: list[Lit]) -> Lit:
    """A literal that is true if and only if at least two of two or three literals are."""
    if len(lits) == 2:
        return both(sink, *lits)
    a, b, c = sorted(lits, key=lambda each: (abs(each) != TRUE, abs(each)))
    if a == FALSE:
        return both(sink, b, c)
    if a == TRUE:
        return -both(sink, -b, -c)
    for x, y, z in ((a, b, c), (b, c, a), (a, c, b)):
        if abs(x) == abs(y):
            return x if x == y else z
    lit = sink.var()
    for x, y in combinations((a, b, c), 2):
        sink.defs += (-x, -y, lit, 0, x, y, -lit, 0)
    return lit
