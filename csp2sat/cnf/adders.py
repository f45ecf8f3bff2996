"""Binary addition of weighted literals: columns of bits, reduced by full and half adders.

Sources: N. Een, N. Sorensson, Translating pseudo-Boolean constraints into SAT, JSAT 2, 2006 (adders); L. Dadda, Some
schemes for parallel multipliers, Alta Frequenza 34, 1965 (reducing the columns).
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Sequence
from itertools import pairwise

from ..tuples import NamedTuple
from .sink import FALSE, TRUE, Lit, Sink


class Adder(NamedTuple):
    """An adder of two or three literals: the binary logarithm of their weight, the literals, the parity of how many are
    true, and the carry, which is FALSE where there cannot be one.
    """

    at: int
    inputs: list[Lit]
    odd: Lit
    carry: Lit


WeightedLits = Iterable[tuple[int, Lit]]  # weight and literal: the weight if it is true, else 0


def positive(weighted: WeightedLits) -> tuple[int, dict[Lit, int]]:
    """Return a sum of weighted literals in normal form: a constant, and a positive weight for each literal that is
    left.

    A literal with a negative weight is replaced by its negation, and no variable occurs in two of the literals.
    """
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
    """Add weighted literals in binary and return a constant and the bits of a number, whose sum is the total.

    The bits, lowest first, are the number that the normal form `positive(weighted)` adds to its constant, and as many
    as its greatest possible value needs.  The clauses are definitions.  The number of full adders is about the
    number of ones in the binary forms of the weights, minus the number of bits; each bit takes at most one half adder
    more.  An adder takes 2 variables and 14 clauses (full) or 7 clauses (half).
    """
    const, weights = positive(weighted)
    width = sum(weights.values()).bit_length()
    columns: list[deque[Lit]] = [deque() for _ in range(width + 1)]  # the last one is what cannot be
    for lit, weight in weights.items():
        for at in range(weight.bit_length()):
            if weight >> at & 1:
                columns[at].append(lit)
    built: list[Adder] = []
    for at, (column, next_) in enumerate(pairwise(columns)):
        while len(column) > 1:
            inputs = [column.popleft() for _ in range(min(3, len(column)))]
            column.append(parity(sink, inputs))
            carry = two_of(sink, inputs) if next_ is not columns[-1] else FALSE
            if carry != FALSE:
                next_.append(carry)
            built.append(Adder(at, inputs, column[-1], carry))
    bits = [column[0] if column else FALSE for column in columns[:-1]]
    sink.defines("added", bits, (weights, built))
    return const, bits


def plus(sink: Sink, bits: Sequence[Lit], number: int) -> tuple[Sequence[Lit], dict[int, Lit]]:
    """Return the bits, lowest first, of the sum of a binary number and a constant `number` of at least 0; and the
    carries, each by the place of the bit that the carry is added to.

    The given `bits` are lowest first too, and the result has the number of bits of the greatest possible sum.  For each
    bit above the lowest 1 of the constant: at most a variable and four clauses for the bit, and a variable and three
    clauses for the carry.
    """
    if not number:
        return bits, {}
    width, low = ((1 << len(bits)) - 1 + number).bit_length(), (number & -number).bit_length() - 1
    found, carries = [*bits[:low], *[FALSE] * (low - len(bits))], {low: FALSE}
    for at in range(low, width):
        inputs = [bits[at] if at < len(bits) else FALSE, TRUE if number >> at & 1 else FALSE, carries[at]]
        found.append(parity(sink, inputs))
        if at < width - 1:
            carries[at + 1] = two_of(sink, inputs)
    return found, carries


def both(sink: Sink, a: Lit, b: Lit) -> Lit:
    """Return a literal that is equivalent to `a and b`: FALSE, `a` or `b` if one of them is, else a new variable with
    its definition of three clauses (another one at each call).
    """
    if FALSE in (a, b) or a == -b:
        return FALSE
    if a == b or TRUE in (a, b):
        return b if a == TRUE else a
    lit = sink.var()
    sink.defs += (-lit, a, 0, -lit, b, 0, lit, -a, -b, 0)
    return lit


def parity(sink: Sink, lits: Iterable[Lit]) -> Lit:
    """Return a literal that is true if and only if an odd number of the given literals, at most three, are true."""
    odd, flipped = list[int](), False
    for lit in lits:
        flipped ^= lit < 0
        name = abs(lit)
        (odd.remove if name in odd else odd.append)(name)
    if TRUE in odd:
        odd.remove(TRUE)
        flipped = not flipped
    if not odd:
        return TRUE if flipped else FALSE
    if len(odd) > 1:
        lit = sink.var()
        sink.defs += _odd(lit, *sorted(odd))
        odd = [lit]
    return -odd[0] if flipped else odd[0]


def _odd(lit: Lit, a: Lit, b: Lit, c: Lit = 0) -> tuple[int, ...]:
    """Return the clauses of `lit = a + b (+ c) modulo 2`, each ended by 0, in one block, which is the fastest."""
    if not c:
        return (-lit, a, b, 0, -lit, -a, -b, 0, lit, -a, b, 0, lit, a, -b, 0)
    if_true = (-lit, a, -b, -c, 0, -lit, -a, b, -c, 0, -lit, -a, -b, c, 0, -lit, a, b, c, 0)
    return (*if_true, lit, -a, b, c, 0, lit, a, -b, c, 0, lit, a, b, -c, 0, lit, -a, -b, -c, 0)


def two_of(sink: Sink, lits: list[Lit]) -> Lit:
    """Return a literal that is true if and only if at least two of the given literals, two or three, are true."""
    if len(lits) == 2:
        return both(sink, *lits)
    a, b, c = sorted(lits, key=abs)  # a constant is the first
    if a == FALSE:
        return both(sink, b, c)
    if a == TRUE:
        return -both(sink, -b, -c)
    for x, y, z in ((a, b, c), (b, c, a), (a, c, b)):
        if abs(x) == abs(y):
            return x if x == y else z
    lit = sink.var()
    sink.defs += (-a, -b, lit, 0, a, b, -lit, 0, -a, -c, lit, 0, a, c, -lit, 0, -b, -c, lit, 0, b, c, -lit, 0)
    return lit
