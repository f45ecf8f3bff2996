"""Facts, the content of steps, and the forms in which a kind of puzzle writes its visible variables as facts."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import field

from ..frozen import dataclass
from ..model.model import Answer, Model
from ..tuples import NamedTuple
from .notation import Givens


class Fact(NamedTuple):
    """A statement of some places of a board.

    what: `cell`, `edge` or `region`.  places: rows and columns from 0.  value: as in the neutral form of a solution;
    None for a region.  negative: whether the fact is that the places do not have the value.
    """

    what: str
    places: tuple[tuple[int, int], ...]
    value: str | int | None
    negative: bool = False

    def neutral(self) -> dict[str, object]:
        """Return the fact as JSON."""
        places = [{"row": row, "column": column} for row, column in self.places]
        return {"what": self.what, "places": places, "value": self.value, "negative": self.negative}


class Deduced(NamedTuple):
    """New facts that follow from clues, known facts and cells together.

    clues: the words of each, and its place.  passed: cells, or corners, with no line or two lines.  rules: the names of
    the other rules, and their cells.  listed: whether the words stand in a list of conclusions, where they have to
    name the place of a clue even if it is the only one.
    """

    clues: Sequence[tuple[str, tuple[int, int]]]
    facts: Sequence[Fact]
    known: Sequence[Fact]
    passed: Sequence[tuple[int, int]] = ()
    rules: Sequence[tuple[str, Sequence[tuple[int, int]]]] = ()
    listed: bool = False


class Fitting(NamedTuple):
    """Cells of a room that may be the shaded ones by facts about cells.

    shape: its letter.  cells: the cells.  is_barred: whether a further fact says that the room does not have the shape.
    """

    shape: str
    cells: tuple[tuple[int, int], ...]
    is_barred: bool


# The givens of the board; of the variable the first word of the name and the numbers in it, and its value, None for a
# Boolean -> the fact that the variable is true, or has the value
FactMaker = Callable[[Givens, str, "tuple[int, ...]", "int | None"], Fact]


def line(givens: Givens, kind: str, at: tuple[int, ...], value: int | None) -> Fact:
    """Return the fact that a line joins the place `at` and the next one, to the right for the kind `h`, else below.

    kind: the first word of the name.  givens and value are not used.
    """
    row, column = at
    there = (row, column + 1) if kind == "h" else (row + 1, column)
    return Fact("edge", ((row, column), there), "line")


def joined(givens: Givens, kind: str, at: tuple[int, ...], value: int | None) -> Fact:
    """Return the fact that no border parts two cells; kind, at, givens and value are those of `line`."""
    return line(givens, kind, at, value)._replace(value="border", negative=True)


def cell_says(text: str) -> FactMaker:
    """Return a maker of facts about a cell, whose value is `text` with the variable's first word in place of `{}`."""
    return lambda givens, kind, at, value: Fact("cell", ((at[0], at[1]),), text.format(kind))


@dataclass(frozen=True)
class FactForms:
    """The facts of a kind of puzzle.

    sign: the value of a cell whose Boolean is true.  shaded: for people, what a cell with the sign is.  unshaded: what
    another cell is, '' for "not" and `shaded`.  signs: for people, what stands for values of a solution.  noun: for
    people, the thing that the sign stands for, or that a cell has which is not empty; '' for a shaded cell.  pair: for
    people, what two cells are that no border parts; '' if there is no border between them.  corners:
    whether lines join corners, not cells.  makers: by the first word of a variable's name the maker of its facts;
    usually `h` and `v` are lines, and others cells.  finer: makes a model of a board for steps alone, whose constraints
    are what a person uses in one thought, perhaps several of them together as one more constraint; None if the model
    for explanations is fine enough.  loop: for people, what goes on where a line leads to a cell.  with_rules: whether
    `deduction` has words for facts that follow by rules, too.
    cages: whether the clues are of cages, so that each cell which is an origin has a clue.  is_unsure: board and
    solution -> whether the facts of the solution may be those of another one, too; None if that cannot be.  values:
    board and solution -> the values of the variables that steps are about; None if these are those of the kind's model.
    opposite: board, cell, first cell of a star -> the cell that is of the star if and only if the cell is.  words:
    board, rule, cells -> what the rule says of the cells; None if that is what its name says.  counts: whether a clue
    or rule that begins with a number, or with `number` or `room with` and one, says how many of its places have the
    sign.  broken: board, clue or rule, its place, facts there -> how these contradict it, for people, '' for no special
    words; None if there are no such words.  deduction: board, what follows -> how the new facts follow, for
    people, '' for no special words; None if there are no such words.  why: board, rule, known facts, new facts ->
    why the new facts follow from the rule, or without new facts how others contradict the rule, for people, '' for no
    special words; None if there are no such words.  hidden: board, name of a hidden Boolean, value ->
    the meaning of that value, for people; None if hidden Booleans have no meaning that a person thinks of.  `why`
    and `fitting` get these as facts, too: `what` is `hidden`, and `value` the name.  fitting: board, clue or rule, its
    place, facts -> the ways to shade cells of a room that the facts leave, None for another clue or rule; None if no
    clue or rule is so.  placements: board, cell of a number, facts -> the cells of each rectangle that the facts leave
    to the number, None for a number that is not given; None if regions do not belong to numbers.  owner: for
    people, what regions belong to.
    """

    sign: str = "#"
    noun: str = ""
    pair: str = ""
    shaded: str = "shaded"
    unshaded: str = ""
    corners: bool = False
    loop: str = "the loop"
    signs: Mapping[str, str] = field(default_factory=dict)
    makers: Mapping[str, FactMaker] = field(default_factory=dict)
    finer: Callable[..., Model] | None = None
    cages: bool = False
    is_unsure: Callable[..., bool] | None = None
    values: Callable[..., Answer] | None = None
    opposite: Callable[..., tuple[int, int]] | None = None
    words: Callable[..., str] | None = None
    counts: bool = False
    broken: Callable[..., str] | None = None
    deduction: Callable[..., str] | None = None
    with_rules: bool = False
    why: Callable[..., str] | None = None
    hidden: Callable[..., str] | None = None
    fitting: Callable[..., list[Fitting] | None] | None = None
    placements: Callable[..., list[frozenset[tuple[int, int]]] | None] | None = None
    owner: str = "number"

    def of(self, givens: Givens, kind: str, at: tuple[int, ...], value: int | None) -> Fact:
        """Return the fact that a variable is true or has a value.

        kind: the first word of the variable's name.  at: the numbers in the name.  value: None for a Boolean.
        """
        maker = self.makers.get(kind) or (line if kind in ("h", "v") else None)
        if maker is not None:
            return maker(givens, kind, at, value)
        return Fact("cell", ((at[0], at[1]),), self.sign if value is None else value)
