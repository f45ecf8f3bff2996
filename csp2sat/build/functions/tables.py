"""Functions about tables of values, automata, and items of lists."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping, Sequence
from typing import Any, overload

from ...base.numbers import counted, cut
from ...errors import ModelError, warn
from ...graphs.automata import Automaton
from ...model.constraint import Relation
from ...model.expr import Expr, negation, node
from ..arrays import Array, array
from ..calls import listed, matched, of_nodes, rows_of
from ..handles import Formula, Term, TermLike, of_terms
from ..nesting import is_nested
from ..owner import constant, integer, node_of_term, owner_of, shown
from .counting import TermNode, TermsLike

TableCell = int | str | None
"""A value in a row of a table; `"*"` and None stand for any value."""


def table(terms: TermsLike, rows: Iterable[Iterable[TableCell]], supports: bool = True) -> Formula:
    """Require that the values of the terms are one of the rows, or none of the rows if `supports` is false.

    A row has an integer for each term; `"*"` or None stands for any value.  Raises ModelError for a row of another
    length, or with another value.  Warns of a table without rows, which no values satisfy.
    """
    given = listed(terms)
    cells = [tuple(map(_cell, row)) for row in rows_of(rows, "row of values")]
    if not cells and supports:
        text = "a table without rows is False, as no values are one of its rows; were there to be rows?"
        warn(text)
    short = next((row for row in cells if len(row) != len(given)), None)
    if short is not None:
        raise ModelError(
            f"a table of {counted(len(given), 'term')} with the row {short}; expected {counted(len(given), 'value')}"
        )
    if not any(None in row for row in cells):
        relation = Relation(len(given), frozenset(cells), supports)  # type: ignore[arg-type]
        return owner_of(given).handle(Formula, relation(*map(node_of_term, given)))

    def made(nodes: Sequence[TermNode]) -> Expr:
        found = node("extension-supports", tuple(cells), *nodes)
        return found if supports else negation(found)

    return of_nodes(Formula, made, given)


def negative_table(terms: TermsLike, rows: Iterable[Iterable[TableCell]]) -> Formula:
    """Require that the values of the terms are none of the rows; `"*"` or None in a row stands for any value."""
    return table(terms, rows, supports=False)


def _cell(value: TableCell) -> int | None:
    return None if value is None or (isinstance(value, str) and value == "*") else integer(value, "value of a row")


AutomatonState = Hashable
AutomatonSteps = Iterable[tuple[AutomatonState, int, AutomatonState]] | Mapping[Any, AutomatonState]
"""Steps of an automaton: from a state, by a value, to a state; or a dict of the next state by state and value."""


@overload
def regular(
    terms: TermsLike, transitions: AutomatonSteps, start: AutomatonState, accepting: Iterable[AutomatonState]
) -> Formula: ...
@overload
def regular(
    terms: TermsLike, states: int, symbols: int, after: Sequence[Sequence[int]], start: int, accepting: Iterable[int]
) -> Formula: ...
def regular(*given: Any, **named: Any) -> Formula:
    """Require that the terms, one after the other, are a word that an automaton accepts.

    `regular(terms, transitions, start, accepting)`: transitions are (state, value, next state), or a dict of the next
    state by (state, value); states are any hashable values.  The automaton may be nondeterministic (NFA).
    `regular(terms, states, symbols, after, start, accepting)` as in MiniZinc: states and symbols count from 1, and
    after[q - 1][v - 1] is the state after state q and symbol v, 0 if there is none.  accepting: one state, or a
    collection of states.  Raises ModelError for a transition that is not of three parts, a state that is not hashable,
    or rows of `after` that are not as many and as long as `states` and `symbols` say.
    """
    forms = ("terms transitions start accepting", "terms states symbols after start accepting")
    call = matched("regular", forms, given, named)
    steps = _steps(call["transitions"]) if "transitions" in call else _dense_steps(call)
    states: dict[Any, int] = {}
    edges = tuple((_number(states, q), value, _number(states, r)) for q, value, r in steps)
    start = _number(states, call["start"])
    accepting = call["accepting"] if is_nested(call["accepting"]) else [call["accepting"]]
    automaton = Automaton(start, edges, frozenset(_number(states, each) for each in accepting))
    return of_nodes(Formula, lambda nodes: node("regular", automaton, *nodes), listed(call["terms"]))


def _number(states: dict[Any, int], state: Any) -> int:
    """Return the number of a state of an automaton; a new state gets the next number.  Raises ModelError if it is not
    hashable.
    """
    try:
        return states.setdefault(state, len(states))
    except TypeError:
        raise ModelError(f"{shown(state)} is no state of an automaton; expected something hashable") from None


def _steps(transitions: AutomatonSteps) -> list[tuple[AutomatonState, int, AutomatonState]]:
    if isinstance(transitions, Mapping):
        keys = [(*key, after) if isinstance(key, tuple) else (key, after) for key, after in transitions.items()]
    else:
        keys = [tuple(each) for each in rows_of(transitions, "transition (state, value, next state)")]
    wrong = next((key for key in keys if len(key) != 3), None)
    if wrong is not None:
        raise ModelError(f"{shown(wrong)} is no transition; expected (state, value, next state)")
    return [(q, integer(value, "value of a transition"), r) for q, value, r in keys]


def _dense_steps(call: Mapping[str, Any]) -> list[tuple[AutomatonState, int, AutomatonState]]:
    states, symbols = integer(call["states"], "number of states"), integer(call["symbols"], "number of symbols")
    rows = rows_of(call["after"], "row of next states")
    if len(rows) != states or any(len(row) != symbols for row in rows):
        found = f"{counted(len(rows), 'row')} of {', '.join(sorted({str(len(row)) for row in rows})) or 'no'} states"
        raise ModelError(
            f"build.regular: {cut(states)} states and {cut(symbols)} symbols, with {found}; expected a row for each"
        )
    places = ((q, v, integer(r, "state")) for q, row in enumerate(rows, 1) for v, r in enumerate(row, 1))
    return [(q, v, r) for q, v, r in places if r]


@overload
def element(index: TermLike | tuple[TermLike, ...], terms: TermsLike) -> Term: ...
@overload
def element(terms: TermsLike, index: TermLike) -> Term: ...
@overload
def element(index: TermLike | tuple[TermLike, ...], terms: TermsLike, value: TermLike, op: str = "eq") -> Formula: ...
def element(*given: Any, **named: Any) -> Any:
    """Return the term at an index that is a term, from 0: `element(index, terms)` is the same as `array(terms)[index]`.

    `element(index, terms, value)` is the constraint that the item equals the value; `op` is another comparison.  The
    constraint is false if the index has a value outside.  The index of a matrix is a tuple of a row and a column.  List
    and index may stand in the order of CPMpy, `element(terms, index)`.  Raise ModelError for an integer outside as the
    index: -1 is outside, too, and means the last item for arrays only.
    """
    if len(given) == 2 and is_nested(given[0]) and not is_nested(given[1]):
        given = given[::-1]
    call = matched("element", ("index terms", "index terms value", "index terms value op"), given, named)
    from ..forms import comparison

    index, op = call["index"], comparison(call.get("op", "eq"))
    items: Array[Any, Any] = array(call["terms"])
    if "value" not in call:
        return _item(items, index)
    if isinstance(index, tuple):
        return of_terms(Formula, op, _item(items, index), call["value"])
    flat, value = listed(call["terms"]), call["value"]
    _must_be_inside(index, len(flat))
    return of_nodes(
        Formula, lambda at, nodes, v: node("element", op, node("add", at, 1), v, *nodes), index, flat, value
    )


def _item(items: Array[Any, Any], index: Any) -> Any:
    """Return `items[index]`, as a term; an index with fewer entries than the array has dimensions gives an array.

    index: an integer or a term from 0, or a tuple with one of them for each dimension.  The result is undefined if a
    term of the index has a value outside.  Raises ModelError for an integer outside, and for too many entries.
    """
    for axis, size in zip(index if isinstance(index, tuple) else (index,), items.shape, strict=False):
        _must_be_inside(axis, size)
    try:
        found = items[index]
    except IndexError as error:  # of a list of places
        raise ModelError(f"build.element: {error}") from None
    return of_terms(Term, "add", found) if isinstance(found, int) else found


def _must_be_inside(index: Any, size: int) -> None:
    """Raise ModelError if an index is an integer less than 0, or not less than `size`."""
    at = constant(index)
    if at is not None and not 0 <= at < size:
        raise ModelError(f"build.element: no item has the index {cut(at)}: {counted(size, 'item')}, counted from 0")


def inverse(first: TermsLike, second: TermsLike) -> Formula:
    """Require that first[i] is j exactly if second[j] is i; positions count from 0.  Raise ModelError for lists of
    different lengths.
    """
    f, g = listed(first), listed(second)
    if len(f) != len(g):
        raise ModelError(
            f"inverse: expected two lists of the same length, found {len(f)} and {counted(len(g), 'term')}"
        )
    return of_nodes(Formula, lambda *lists: node("inverse", *lists[0], *lists[1]), f, g)
