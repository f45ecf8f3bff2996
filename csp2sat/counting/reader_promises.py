"""A test of what the reader of an encoding promises, on one variable, against all models of its formula."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from ..base.numbers import decimal
from ..cnf.flat_clauses import Clause
from ..ints.spec import ONE, Reader

TrueLiterals = set[int]
CLAUSES: dict[str, Callable[[int, int], bool]] = {  # methods, and of which values the clauses for a value are true
    "differs": lambda value, bound: value != bound,
    "at_most": lambda value, bound: value <= bound,
    "at_least": lambda value, bound: value >= bound,
}


def broken_promise(reader: Reader, models: Iterable[TrueLiterals], num_vars: int) -> str:
    """Return the first promise that a reader of an integer variable breaks, in words, with the value; '' if it keeps
    all.

    models: all models of the variable's formula.  num_vars: the number of variables of the formula.
    """
    if missing := [lit for lit in reader.literals() if not 0 < lit <= num_vars]:
        return (
            f"size is {reader.size}, so that {missing[0]} is a literal of the variable, and no variable of the formula"
        )
    seen: dict[int, frozenset[int]] = {}
    constants: dict[int, int] = {}
    for true in models:
        own = frozenset(lit for lit in reader.literals() if lit in true)
        value = reader.value("x", {*own})
        if seen.setdefault(value, own) != own:
            return f"size is {reader.size}, and two sets of these literals stand for {decimal(value)}; expected one"
        for fault in _faults(reader, {*own}, value, constants):
            return f"{fault} for x = {decimal(value)}"
    if unseen := [value for value in reader.values if value not in seen]:
        return f"size is {reader.size}, and no model of the formula is read as x = {decimal(unseen[0])}"
    return ""


def _faults(reader: Reader, true: TrueLiterals, value: int, constants: dict[int, int]) -> Iterator[str]:
    """Yield the faults of a reader for a value, given the true ones of the variable's literals.

    constants: the difference of values and the weights of their literals, to which that of this value is added.
    """
    digits = bytes([ONE if lit in true else ONE - 1 for lit in reader.literals()])
    if (found := reader.of_digits("x", digits)) != value:
        yield f"of_digits gives {decimal(found)}"
    if {lit for lit in reader.phases(value) if lit > 0} != true:
        yield "phases are not the literals as they are true"
    for bound in reader.values:
        for name, means in CLAUSES.items():
            clauses = _clauses(reader, name, bound)
            if clauses is not None and _holds(clauses, true) != means(value, bound):
                yield f"{name}({decimal(bound)}) is {str(_holds(clauses, true)).lower()}"
        equal = reader.equal(bound)
        if equal is not None and _is_true(equal, true) != (value == bound):
            yield f"equal({decimal(bound)}) is {str(_is_true(equal, true)).lower()}"
    try:
        constants[value] = value - sum(weight for weight, lit in reader.steps() if _is_true(lit, true))
    except NotImplementedError:
        return
    if len({*constants.values()}) > 1:
        yield "the weights of steps do not give the distance to other values"


def _clauses(reader: Reader, name: str, bound: int) -> list[Clause] | None:
    """Return the clauses that a method of a reader, called `name`, gives for the value `bound`; None if the reader has
    no such method.
    """
    try:
        found = getattr(reader, name)(bound)
    except NotImplementedError:
        return None
    return [found] if name == "differs" else found


def _holds(clauses: list[Clause], true: TrueLiterals) -> bool:
    return all(any(_is_true(lit, true) for lit in clause) for clause in clauses)


def _is_true(lit: int, true: TrueLiterals) -> bool:
    return lit in true if lit > 0 else -lit not in true
