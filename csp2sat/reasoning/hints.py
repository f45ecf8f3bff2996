"""Hints: the first mistake of a partly filled board, with its reason, or the next step from there."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any, TypeGuard

from ..base.numbers import counted
from ..errors import UsageError
from ..model.model import Answer
from ..puzzles.facts import Fact, fact_of, true_facts, uses_corners
from ..puzzles.formats.solutions.forms import given_in
from ..puzzles.formats.solutions.reading import SHADED
from ..puzzles.givens import CellForm, SectionsForm
from ..puzzles.kit.checks import place
from ..puzzles.notation import listed
from ..puzzles.spec import PUZZLES, Board, Cell, Solution
from .chain import Chain, ChainEnd
from .drawing.frames import frame
from .sentences import capital, sentence
from .statements import BoardStatements, statements
from .step import NumbersOfCells, Step
from .trail_blocks import head
from .wording.fact_words import FEW, NOTHING, Left, LeftNumbers, facts_text
from .wording.line_rules import EACH_ONCE, line_name, lines_text
from .wording.outline_words import opposite
from .wording.place_words import places_text

UNKNOWN = ("?", None)
MANY_VALUES = 4  # numbers of a cell that are named by the first and the last
BLANKS = "?.-#"  # characters of a cell without a number: not filled, or not to be filled


@dataclass(frozen=True)
class Mistake:
    """A wrong fact of a partly filled board.

    fact: the wrong one.  step: the deduction that shows the opposite, from the givens and right facts alone.
    """

    board: Board
    fact: Fact
    step: Step

    @property
    def text(self) -> str:
        """The mistake and its reason, in one sentence if the reason is about the mistake alone."""
        fact, why = self.fact, self.step.text
        wrong, right = (capital(facts_text(self.board, [each])) for each in (fact, opposite(fact)))
        if given := self._changed_given():
            return f"{wrong}, but a given was changed there: {facts_text(self.board, [given])}."
        if why.startswith(right) and why[len(right) :][:1] in (",", ":", "."):
            reason = why.removeprefix(right).replace(": else", ": then", 1)
            return f"{wrong}, but that cannot be{reason}"
        return f"{wrong}, but that cannot be. {why}"

    def _changed_given(self) -> Fact | None:
        """Return the fact of a clue that states another number or sign of the cell; None if there is none."""
        if self.fact.negative:
            return None
        given = (each for _, each in self.step.given if each is not None and not each.negative)
        return next((each for each in given if each.places == self.fact.places), None)

    def _repr_svg_(self) -> str | None:
        """Return the drawing of the deduction, with the wrong fact in red, for notebooks."""
        return self.step._repr_svg_()

    def neutral(self) -> dict[str, Any]:
        """Return the mistake as JSON: the fact, and the reason against it."""
        reason = self.step.neutral()["reason"]
        return {"schema": 1, "mistake": self.fact.neutral(), "reason": reason, "text": self.text}


def places_of(board: Board, found: Step | Mistake) -> list[Cell]:
    """Return the cells of a hint, each once: the wrong fact's, then those of the reason's clues and rules, or of its
    known facts if it has neither.
    """
    step = found.step if isinstance(found, Mistake) else found
    clues = [clue.place for clue in step.marked]
    rules = [cell for rule in step.rules for cell in rule.places]
    known = [] if clues or rules else [cell for fact in step.known for cell in fact.places]
    return list(dict.fromkeys([*_wrong_cells(board, found), *clues, *_cells(board, rules + known)]))


def _wrong_cells(board: Board, found: Step | Mistake) -> list[Cell]:
    """Return the cells of a wrong fact; [] if there is none."""
    return _cells(board, found.fact.places) if isinstance(found, Mistake) else []


def _cells(board: Board, places: Sequence[Cell]) -> list[Cell]:
    """Return the cells of places of facts and rules, which are corners where lines join corners: of these the cells
    with three of the corners, or with two if there are none.
    """
    if not places or not uses_corners(board):
        return list(places)
    count = Counter((r - up, c - left) for r, c in set(places) for up in (0, 1) for left in (0, 1))
    inside = [(r, c) for r, c in sorted(count) if 0 <= r < board.rows and 0 <= c < board.cols]
    most = min(3, max(count[cell] for cell in inside))
    return [cell for cell in inside if count[cell] >= most]


def where_text(board: Board, found: Step | Mistake) -> str:
    """Return the places of a hint as a sentence, which does not say what follows there: rows, columns, boxes and rooms
    whose numbers are different by their names, and the other cells.
    """
    wrong = _wrong_cells(board, found)
    step = found.step if isinstance(found, Mistake) else found
    lines = [rule for rule in step.rules if EACH_ONCE.fullmatch(rule.name)]
    named = {*wrong, *(cell for rule in lines for cell in rule.places)}
    left = [cell for cell in places_of(board, found) if cell not in named]
    names = lines_text(list(dict.fromkeys(line_name(rule.name) for rule in lines)))
    reason = "; ".join(filter(None, (names, places_text(left) if left else ""))) or ("" if wrong else "the whole board")
    mistake = f"A mistake: {places_text(wrong)}." if wrong else ""
    return f"{mistake} Places of the reason: {reason}." if wrong and reason else mistake or f"Places: {reason}."


def unproved_text(board: Board, end: ChainEnd) -> str:
    """Return the first wrong fact of a chain that the time has ended, as sentences without a reason."""
    return f"A mistake: {facts_text(board, end.wrong[:1])}. No reason against it was found in time."


def hint(
    board: Board, facts: Sequence[Fact], deadline: float | None, cpu: float | None = None
) -> Step | Mistake | Chain:
    """Return the first mistake among facts, else the next step that is not routine, or the first step if all are; the
    chain, which is at its end, if there is no step.

    deadline: in time.monotonic(), None for no limit.  cpu: as in Chain.
    """
    chain = Chain(board, deadline, facts, second=True, cpu=cpu)
    steps, known = list[Step](), list(facts)
    for found in chain:
        before = tuple(fact for fact in known if fact != chain.mistake)
        drawn = partial(frame, board, before, found, chain.mistake, legend=True)
        step = replace(found, drawing=drawn, before=_needed(found, steps))
        if chain.mistake is not None:
            return Mistake(board, chain.mistake, replace(step, several=chain.end.several))
        if not step.routine:
            step = read_alone(board, step)
            return replace(step, no_solution=chain.end.no_solution, several=chain.end.several)
        steps.append(step)
        known += step.facts
    end = chain.end
    return replace(steps[0], no_solution=end.no_solution, several=end.several) if steps else chain


def _needed(step: Step, before: Sequence[Step]) -> tuple[Step, ...]:
    """Return in order the earlier steps that a step needs, directly or by steps between.  Steps that texts only count
    keep just the needed facts, without facts that a cell does not have a number.
    """
    wanted, found = set(step.cited), list[Step]()
    for each in reversed(before):
        if not wanted.isdisjoint(each.facts):
            facts = [fact for fact in each.facts if fact in wanted and not (fact.negative and type(fact.value) is int)]
            if facts or not each.folded:
                found.append(replace(each, before=(), facts=tuple(facts) if each.folded else each.facts))
            wanted.update(each.cited)
    return (*reversed(found),)


def read_alone(board: Board, step: Step) -> Step:
    """Return a step with a sentence for a reader who has not read the steps before: as the numbers left to a cell it
    names all numbers that the step's own reason leaves, without the exclusions of earlier steps; the numbers of these
    steps are left out.
    """
    before = _left_by(step.marks.every, step.cited)
    after = _left_by(before, step.facts)
    marks, left = step.marks._replace(found_in={}, numbered=False), NOTHING
    if any(before[places] != tuple(values) for places, values in step.marks.before.items() if places in before):
        marks = marks._replace(before=before, after=after)
        left = _named_alone(replace(step, marks=marks))
    elif not step.marks.found_in:
        return step
    alone = replace(step, marks=marks)
    return replace(alone, text=sentence(board, alone, left), head=head(board, alone, left) if step.head else "")


def _left_by(values: NumbersOfCells, facts: tuple[Fact, ...]) -> dict[tuple[Cell, ...], tuple[int, ...]]:
    """Return the numbers that facts leave to cells; values: the numbers that the cells could have before."""
    found = {places: tuple(own) for places, own in values.items()}
    for fact in facts:
        if fact.places in found:
            found[fact.places] = tuple(n for n in found[fact.places] if (n == fact.value) != fact.negative)
    return found


def _named_alone(step: Step) -> Left:
    """Return the numbers that a step leaves to the cells of its facts, for each cell of which the step excludes at
    least as many numbers as it leaves.
    """
    found: dict[tuple[Cell, ...], LeftNumbers] = {}
    for places, count in Counter(fact.places for fact in step.facts if fact.negative).items():
        after, before = step.marks.after.get(places, ()), step.marks.before.get(places, ())
        gone = tuple(value for value in step.marks.every.get(places, ()) if value not in before)
        if 0 < len(after) <= count > 1 and len(gone) <= FEW:
            found[places] = LeftNumbers(tuple(after), gone)
    return found


def facts_of(board: Board, partial: object) -> list[Fact]:
    """Return the facts of a partly filled board, in reading order of the board's variables.

    partial: the neutral form of a solution in which `?` or None stands for a place that is not filled, or a dict with
    the key `facts` and a list of facts as JSON, or with the key `solution` and such a form.  Raise UsageError for
    another form, and for a fact that the board does not have.
    """
    found = statements(board)
    atoms = found.atoms.values()
    partial = partial.get("solution", partial) if isinstance(partial, dict) else partial
    if is_solution(partial, board):
        return true_facts(board, partial, atoms)
    possible = [fact_of(board, atom, true) for atom in atoms for true in (True, False)]
    if isinstance(partial, dict) and "facts" in partial:
        return list(_checked(partial["facts"], set(possible)))
    try:
        partial = _in_form(found, possible, partial)
        return [fact for fact in possible if _holds(fact, partial)]
    except (IndexError, KeyError, TypeError, ValueError) as error:
        form = f"the partly filled board ({board.puzzle}), with ? where it is not filled"
        if type(error) is not ValueError:
            raise UsageError(f"expected {form}") from None
        raise UsageError(f"{error}" if "?" in str(error) else f"{error}, in {form}") from None


def is_solution(partial: Any, board: Board) -> TypeGuard[Solution]:
    """Whether a partly filled board is filled completely and right; in some kinds a short form says that."""
    try:
        return not PUZZLES[board.puzzle].broken_rules(board, partial)
    except (IndexError, KeyError, TypeError, ValueError, AttributeError):
        return False


def _in_form(found: BoardStatements, possible: Sequence[Fact], partial: Any) -> Any:
    """Return a partly filled board in the form of the kind; raise ValueError for another form, and for a sign or number
    that a cell cannot have.

    found: the statements of the board.  possible: the facts of the board.
    """
    board, atoms = found.board, found.atoms.values()
    ints = {**{atom.name: atom.value for atom in atoms if atom.value is not None}, **found.constants}
    bools = {atom.name: False for atom in atoms if atom.value is None}
    try:
        empty = PUZZLES[board.puzzle].solution(board, Answer(ints, bools))
    except (KeyError, IndexError, ValueError, StopIteration):
        return partial  # of kinds whose form only a whole solution has
    if isinstance(empty, dict):
        signs = {"shaded": ("0", "1", "#")}
        return partial | {k: _rows(partial[k], rows, {}, signs.get(k, ("0", "1"))) for k, rows in empty.items()}
    if PUZZLES[board.puzzle].family == "divisions" or any(fact.what == "edge" for fact in possible):
        numbered = (fact for fact in possible if fact.what == "edge" and isinstance(fact.value, int))
        bridges = {(*fact.places, fact.value) for fact in numbered}
        return _bridges(partial, bridges) if bridges else partial
    values: dict[object, set[object]] = {}
    for fact in possible:
        values.setdefault(fact.places[0], set()).add(fact.value)
    form = PUZZLES[board.puzzle].form
    has_cells = isinstance(form, CellForm) or bool(isinstance(form, SectionsForm) and form.grid)
    return _rows(partial, empty, values, (), given_in(board) if has_cells else {})


def _bridges(partial: Any, possible: Collection[tuple[object, ...]]) -> list[list[int]]:
    """Return a list of bridges as [row, column, row, column, lines], each with the upper or left place first.

    partial: a list of such lists, from JSON, whose places may stand in either order.  possible: the bridges that the
    board can have, as (place, place, lines).  Raise ValueError for anything that is no such list, and for a bridge that
    is not possible.
    """
    found: list[list[int]] = []
    if not isinstance(partial, list) or not all(isinstance(bridge, list) and len(bridge) == 5 for bridge in partial):
        raise ValueError("expected a drawing, or bridges [row, column, row, column, 1 or 2] in JSON")
    for r, c, i, j, n in partial:
        one, two = sorted([(r, c), (i, j)])
        if (one, two, n) not in possible:
            raise ValueError(f"{place(one)} to {place(two)} cannot have {counted(n, 'bridge')}")
        found.append([*one, *two, n])
    return found


def _rows(
    rows: Any,
    like: Sequence[Any],
    values: Mapping[object, set[object]],
    signs: Sequence[str] = (),
    clues: Mapping[Cell, str] | None = None,
) -> list[Any]:
    """Return rows of signs or numbers, with `?` for a `-` or 0 that is no sign there, and for the clue of a cell, as
    texts have it; raise ValueError for other sizes, and for a sign that cannot be there.

    like: rows of the same size, whose signs are possible.  values: further possible ones by place.  signs: possible
    everywhere.  clues: by cell.
    """
    if isinstance(rows, str) or len(rows) != len(like):
        raise ValueError(f"expected {len(like)} rows")
    found: list[Any] = []
    for r, (row, usual) in enumerate(zip(rows, like, strict=True)):
        if isinstance(row, str) and not isinstance(usual, str):
            row = [None if sign in BLANKS else int(sign) if sign.isdecimal() else sign for sign in row]
        elif isinstance(usual, str) and not isinstance(row, str):
            row = ["?" if sign in UNKNOWN else str(sign) for sign in row]
        if len(row) != len(usual):
            raise ValueError(f"row {r + 1}: expected {len(usual)} cells, found {len(row)}")
        cells: list[Any] = []
        for c, sign in enumerate(row):
            alike = SHADED.get(str(sign))
            sign = alike if alike in {usual[c], *values.get((r, c), ()), *signs} else sign
            known = sign in UNKNOWN or sign == usual[c] or sign in values.get((r, c), ()) or str(sign) in signs
            if not known and sign not in ("-", 0) and str(sign) != (clues or {}).get((r, c), "").replace(",", ""):
                possible = {*values.get((r, c), ()), *signs, *({usual[c]} if isinstance(usual[c], str) else ())}
                raise ValueError(f"row {r + 1}, column {c + 1} cannot be {sign}; expected {_any_of(possible)}")
            cells.append(sign if known else "?")
        found.append(cells)
    return found


def _any_of(values: Collection[object]) -> str:
    """Return the numbers or signs that a cell can have in words, with `?` for a cell that is not filled."""
    numbers = sorted(value for value in values if isinstance(value, int))
    if len(numbers) > MANY_VALUES and len(numbers) == numbers[-1] - numbers[0] + 1:
        return f"a number from {numbers[0]} to {numbers[-1]}, or ? where it is not filled"
    return f"{listed(numbers or sorted(map(str, values)))}, or ? where it is not filled"


def _checked(forms: Any, possible: set[Fact]) -> Iterator[Fact]:
    """Yield facts from their JSON form; raise UsageError for a form that is no fact of the board."""
    if not isinstance(forms, list):
        raise UsageError("expected a list of facts")
    for form in forms:
        try:
            places = tuple((int(each["row"]), int(each["column"])) for each in form["places"])
            fact = Fact(form["what"], places, form["value"], form.get("negative", False))
            known = fact in possible
        except (KeyError, TypeError, ValueError, AttributeError, OverflowError):
            raise UsageError(f"{form!r} is no fact; expected what, places, value, negative") from None
        if not known:
            raise UsageError(f"{form!r} is no fact of this board")
        yield fact


def _holds(fact: Fact, partial: Any) -> bool:
    """Whether a partly filled board says a fact."""
    found = _says(fact, partial)
    return found is not None and found != fact.negative


def _says(fact: Fact, partial: Any) -> bool | None:
    """Return whether the places of a fact have its value on a partly filled board; None if the board does not say it.

    Only a positive fact follows for numbers: a cell has one of them.
    """
    if fact.what == "edge" and fact.value == "line":
        (r, c), (there, _) = fact.places
        sign = partial["h" if r == there else "v"][r][c]
        return None if sign in UNKNOWN else str(sign) == "1"
    if fact.what == "edge" and isinstance(fact.value, int):
        (r, c), (there, other) = fact.places
        counts = [bridge[4] for bridge in partial if list(bridge[:4]) == [r, c, there, other]]
        return (bool(counts[0] == fact.value) or None) if counts else None
    if fact.what in ("edge", "region"):
        one, two = (partial[r][c] for r, c in fact.places)
        return None if one in UNKNOWN or two in UNKNOWN else bool((one == two) == (fact.what == "region"))
    r, c = fact.places[0]
    sign = (partial["shaded"] if isinstance(partial, dict) else partial)[r][c]
    if isinstance(partial, dict) and str(sign) in ("0", "1"):
        return str(sign) == "1"
    if sign in UNKNOWN:
        return None
    return (bool(sign == fact.value) or None) if isinstance(fact.value, int) else bool(sign == fact.value)
