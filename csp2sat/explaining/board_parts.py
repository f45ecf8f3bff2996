"""The parts of a board's model that contradict each other or can be left out: groups of constraints for its clues and
its rules.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, replace

from ..graphs.graph import Graph
from ..model.expr import Expr, node
from ..model.meaning import evaluate
from ..model.model import Answer, Model, Origin
from ..puzzles.spec import Board, Cell, clues_of
from ..solving.loop_encodings import LOOP
from ..solving.problem import BoardProblem


@dataclass(frozen=True)
class BoardReason:
    """A set of clues and rules that contradict each other.

    clues: cells, each with the names of its clues.  rules: the origins of the rules.  minimal: whether leaving out any
    one clue or rule makes the others satisfiable; False if that was not found out.
    """

    clues: dict[Cell, list[str]]
    rules: list[Origin]
    minimal: bool

    @property
    def size(self) -> tuple[int, int]:
        """The numbers of clues and of rules."""
        return len(self.clues), len(self.rules)

    @property
    def smallest(self) -> bool:
        """The same as `minimal`, by an older name."""
        return self.minimal


class BoardParts:
    """The constraints of a board's model as groups: first a group for each cell whose clues are constraints, then a
    group for each rule.

    A rule is what constraints of the same origin say; a constraint without an origin is a rule of its own.  clues: the
    cells, in the order of their groups.  groups: the numbers of the constraints in each group.  totals: the numbers of
    the constraints, in no group, that follow from all clues together, such as equal sums of all rows and columns; these
    constraints hold if all clues do, and are no rules that could contradict some of the clues.
    """

    def __init__(self, board: Board, model: Model):
        self.model = replace(model, constraints=[c._replace(formula=_plain(c.formula)) for c in model.constraints])
        clues = clues_of(board)
        owner = clues.owner(board)
        by_cell: dict[Cell, list[int]] = {}
        by_rule: dict[object, list[int]] = {}
        self.totals = list[int]()
        for number, constraint in enumerate(model.constraints):
            origin = constraint.origin
            clue = None if origin is None else owner(origin)
            if clue is None and origin is not None and clues.is_total(origin):
                self.totals.append(number)
            elif clue is None:
                by_rule.setdefault(origin or number, []).append(number)
            else:
                by_cell.setdefault(clue, []).append(number)
        self.clues, self.groups = list(by_cell), [*by_cell.values(), *by_rule.values()]

    @classmethod
    def of(cls, problem: BoardProblem) -> BoardParts:
        """Return the parts of the model in which clues are constraints of their own."""
        return cls(problem.board, clues_of(problem.board).model(problem.board) or problem.model)

    @property
    def broken_totals(self) -> list[str]:
        """The totals that are wrong, such as `sum of the rows (14) equal to that of the columns (13)`."""
        formulas = [each.formula for each in self.model.constraints]
        wrong = [number for number in self.totals if not evaluate(formulas[number], Answer({}, {}))]
        return [origin.rule for origin in _origins(self.model, wrong)]

    @property
    def rules(self) -> range:
        """The numbers of the groups that are rules."""
        return range(len(self.clues), len(self.groups))

    def reason(self, members: Collection[int], minimal: bool) -> BoardReason:
        """Return the reason that consists of the groups with these numbers.

        minimal: whether each of these groups is known to be needed.
        """
        rules = [_origins(self.model, self.groups[at])[0] for at in sorted(members) if at >= len(self.clues)]
        return BoardReason(self.names(members), rules, minimal)

    def names(self, members: Collection[int]) -> dict[Cell, list[str]]:
        """Return the cells of those of the groups that are clues, each with the names of its clues."""
        listed = (at for at in sorted(members) if at < len(self.clues))
        return {self.clues[at]: _names(self.model, self.groups[at]) for at in listed}


class RemovableClues:
    """The clues of a board that can be left out, as groups of constraints; all rules hold.

    The rules are those of the board without these clues, for the model of a board may also have constraints that follow
    from several clues together, such as that all sums across and all sums down are equal.  If the variables of both
    models differ, the rules are the constraints of the board that have origins in the other model, too.

    clues, groups, broken_totals: as in `BoardParts`.  rules: the numbers of the rules' constraints.
    """

    def __init__(self, problem: BoardProblem):
        whole = BoardParts.of(problem)
        self.broken_totals = whole.broken_totals
        optional = set(clues_of(problem.board).optional(problem.board))
        bare = bare_parts(problem.board).model
        members = {cell: group for cell, group in zip(whole.clues, whole.groups, strict=False) if cell in optional}
        known = {each.origin for each in bare.constraints}
        is_alike = (bare.ints, bare.bools) == (whole.model.ints, whole.model.bools)
        constraints = list(bare.constraints if is_alike else (c for c in whole.model.constraints if c.origin in known))
        self.clues, self.groups, self.rules = list[Cell](), list[list[int]](), range(len(constraints))
        formulas = {each.formula for each in constraints}
        for cell, group in members.items():
            own = [each for number in group if (each := whole.model.constraints[number]).formula not in formulas]
            if own:
                self.clues.append(cell)
                self.groups.append([*range(len(constraints), len(constraints) + len(own))])
                constraints += own
        self.model = replace(whole.model, constraints=constraints)

    def names(self, members: Collection[int]) -> dict[Cell, list[str]]:
        """Return the cells of the groups with these numbers, each with the names of its clues."""
        return {self.clues[at]: _names(self.model, self.groups[at]) for at in sorted(members)}


def bare_parts(board: Board) -> BoardParts:
    """Return the parts of a board without the clues that can be left out."""
    clues = clues_of(board)
    return BoardParts.of(BoardProblem(clues.without(board, sorted(set(clues.optional(board)))), ""))


def _names(model: Model, group: Collection[int]) -> list[str]:
    return list(dict.fromkeys(origin.rule for origin in _origins(model, group)))


def _origins(model: Model, group: Collection[int]) -> list[Origin]:
    return [model.constraints[number].origin or Origin("rule", rule="a rule") for number in group]


def _plain(formula: Expr) -> Expr:
    """Return the formula, or for a loop the same loop on a graph without what the clues imply about the loop's
    place.
    """
    if formula.op != LOOP:
        return formula
    graph: Graph = formula.args[0]
    return node(LOOP, Graph(graph.size, graph.edges, graph.faces), *formula.args[1:])
