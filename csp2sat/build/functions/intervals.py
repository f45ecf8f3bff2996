"""Intervals: tasks with a start, a size and an end, which may be absent; relations between two tasks."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NoReturn

from ...base.numbers import cut
from ...errors import ModelError
from ...model.expr import TRUE, node
from ..handles import Formula, FormulaLike, Term, TermLike, conjunction, disjunction, of_terms
from ..nesting import refuse_mapping
from ..owner import CONSTANTS, Sealed, constant, is_truth, node_of_formula, node_of_term, owner_of, shown
from ..task_nodes import TaskNodes, consistent


class Interval(Sealed):
    """A task from `start` to `end`, `size` long, which takes place if its `presence` holds.

    `build.interval` makes intervals.  Start, size and end are terms or integers, the presence is a formula or True.
    """

    __slots__ = ("_end", "_name", "_own_end", "_presence", "_size", "_start")

    def __init__(self, start: TermLike, size: TermLike, end: TermLike, presence: FormulaLike, name: str, own_end: bool):
        self._start, self._size, self._end = start, size, end
        self._presence, self._name, self._own_end = presence, name, own_end

    @property
    def start(self) -> TermLike:
        """The instant at which the task begins."""
        return self._start

    @property
    def size(self) -> TermLike:
        """The number of instants that the task takes."""
        return self._size

    @property
    def end(self) -> TermLike:
        """The first instant after the task."""
        return self._end

    @property
    def presence(self) -> FormulaLike:
        """The formula that holds if the task takes place; True for a task that always does."""
        return self._presence

    @property
    def name(self) -> str:
        """The name that messages call the interval; '' if there is none."""
        return self._name

    def __repr__(self) -> str:
        parts = [f"from {self.start!r}", f"{self.size!r} long"]
        parts += [] if is_truth(self.presence) and self.presence else [f"if {self.presence!r}"]
        return f"<interval{' ' * bool(self.name)}{self.name}: {', '.join(parts)}>"

    def __reduce__(self) -> tuple[object, ...]:
        return Interval, (self._start, self._size, self._end, self._presence, self._name, self._own_end)

    @property
    def no_formula(self) -> str:
        """The advice in a message if an interval stands in the place of a formula."""
        return "an interval is no term; use it in build.no_overlap or build.cumulative, or use its start, size or end"

    def __bool__(self) -> NoReturn:
        raise ModelError(f"{self!r} has no truth value; its presence is a constraint, interval.presence")

    def __lt__(self, other: object) -> NoReturn:
        raise ModelError(f"{self!r} is no number; build.before(a, b) requires that b starts at the end of a or later")

    __le__ = __gt__ = __ge__ = __lt__

    def __getattr__(self, name: str) -> NoReturn:
        raise AttributeError(f"an interval has no {name}; it has start, size, end, presence and name")

    def as_task(self) -> TaskNodes:
        """Return the interval's start, size, end and presence as nodes; the end is None if it is computed of the
        others.
        """
        end = node_of_term(self._end) if self._own_end else None
        return TaskNodes(node_of_term(self._start), node_of_term(self._size), end, node_of_formula(self._presence))

    def parts(self) -> tuple[object, ...]:
        """Return the start, size, end and presence, among which the model of the interval can be found."""
        return self._start, self._size, self._end, self._presence


def interval(
    start: TermLike | None = None,
    size: TermLike | None = None,
    end: TermLike | None = None,
    presence: FormulaLike | None = None,
    name: str | None = None,
) -> Interval:
    """Return a task with two or three of start, size and end, which are terms or integers; the third is computed.

    presence: a formula; the task is there if that holds, and nothing is required of an absent task.  None: always.
    name: for messages.  Raise ModelError for fewer than two of start, size and end, and for a formula as the end of a
    task whose start and size are given.  The model of the variables gets
    the constraints that size is not negative, and that start plus size is end where all three are given; both hold for
    a task that is there.
    """
    if sum(each is None for each in (start, size, end)) > 1:
        raise ModelError("an interval of one part; expected two of start, size and end")
    own_end = all(each is not None for each in (start, size, end))
    if own_end and isinstance(end, Formula):
        raise ModelError(f"{end!r} is a formula, no end; write presence=... for a task that may be absent")
    if end is None:
        end = _sum(start, size, 1)
    elif start is None:
        start = _sum(end, size, -1)
    elif size is None:
        size = _sum(end, start, -1)
    assert start is not None and size is not None
    present = True if presence is None else presence
    made = Interval(start, size, end, present, name or "", own_end)
    _check_numbers(made)
    owner = owner_of(made.parts())
    required = consistent(made.as_task())
    if required is not TRUE and owner is not CONSTANTS:
        from ..model import Model

        assert isinstance(owner, Model)
        owner.add(owner.handle(Formula, required), name=f"interval {made.name}" if made.name else "")
    return made


def _sum(x: TermLike | None, y: TermLike | None, sign: int) -> TermLike:
    first, second = constant(x), constant(y)
    if first is not None and second is not None:
        return first + sign * second
    return of_terms(Term, "add" if sign > 0 else "sub", x, y)


def _check_numbers(made: Interval) -> None:
    """Raise ModelError if the parts that are integers make an interval impossible."""
    start, size, end = (constant(each) for each in (made.start, made.size, made.end))
    if size is not None and size < 0:
        raise ModelError(f"an interval of the size {cut(size)}; expected a size of at least 0")
    if start is not None and size is not None and end is not None and start + size != end:
        begin, long, stop = cut(start), cut(size), cut(end)
        raise ModelError(f"an interval from {begin} to {stop} of the size {long}: {begin} + {long} is not {stop}")
    node_of_formula(made.presence)


def intervals_of(given: Iterable[object]) -> list[Interval]:
    """Return the intervals in a nest of lists as one list.  Raises ModelError for anything else."""
    refuse_mapping(given)
    found: list[Interval] = []
    for each in given:
        if isinstance(each, Interval):
            found.append(each)
        elif isinstance(each, Sequence | Iterable) and not isinstance(each, str | Term | Formula):
            found += intervals_of(each)
        else:
            raise ModelError(f"{shown(each)} is no interval; expected what build.interval(start, size) gives")
    return found


def _one(given: object) -> Interval:
    found = intervals_of([given])
    if len(found) != 1:
        raise ModelError(f"{shown(given)} is no interval; expected one that build.interval(start, size) gives")
    return found[0]


def before(first: Interval, second: Interval, delay: TermLike = 0) -> Formula:
    """Require that the first task ends at least `delay` instants before the second begins, if both are there.

    delay: a term or an integer, which may be less than 0.
    """
    a, b = _one(first), _one(second)
    ordered = of_terms(Formula, "le", of_terms(Term, "add", a.end, delay), b.start)
    return disjunction([*_absent(a), *_absent(b), ordered])


def _absent(task: Interval) -> list[FormulaLike]:
    """Return the formula that a task is absent, in a list; [] for a task that is always present."""
    if is_truth(task.presence):
        return [] if task.presence else [True]
    assert isinstance(task.presence, Formula)
    return [~task.presence]


def alternative(task: Interval, options: Iterable[Interval]) -> Formula:
    """Require that exactly one of the options is there and lies where the task lies; none if the task is absent.

    Raise ModelError if there are no options.
    """
    main, given = _one(task), intervals_of(options)
    if not given:
        raise ModelError("build.alternative of no interval; expected at least one")
    chosen = of_terms(Term, "add", *(each.presence for each in given))
    number = of_terms(Formula, "eq", chosen, main.presence)
    places = (
        disjunction([*_absent(each), of_terms(Formula, "eq", mine, its)])
        for each in given
        for mine, its in ((main.start, each.start), (main.end, each.end))
    )
    return conjunction([number, *places])


def span(task: Interval, parts: Iterable[Interval]) -> Formula:
    """Require that the task begins with the first and ends with the last of the parts that are there.

    The task is there exactly if at least one of the parts is.
    """
    main, given = _one(task), intervals_of(parts)
    there = disjunction(each.presence for each in given)
    sides = []
    for op, mine, of in (("le", main.start, "start"), ("ge", main.end, "end")):
        ends = [(each, getattr(each, of)) for each in given]
        sides += [disjunction([*_absent(each), of_terms(Formula, op, mine, end)]) for each, end in ends]
        touching = [conjunction([each.presence, of_terms(Formula, "eq", mine, end)]) for each, end in ends]
        sides.append(disjunction([~there, *touching]))
    same = owner_of((there, main.presence)).handle(
        Formula, node("iff", node_of_formula(main.presence), node_of_formula(there))
    )
    return conjunction([same, *sides])
