"""The elementary statements of a board: what a person uses in one thought, a clue or one application of a rule.

Conjunctions are split, except for "exactly one" and for parts that are about defined hidden variables alone.  All
constraints of a clue are one statement.  A conjunction of formulas that other origins have stated is a joint statement:
what a person sees of several at once.  A rule of a graph (`connected`, `single-loop`, `acyclic`, `joined`, `islands`)
has no clauses: its cuts are made as they are needed, and its degrees are a statement for each vertex.  The rule
`value-regions` is a rule for each value.  Definitions of hidden variables belong to no rule and always hold.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import NamedTuple

from ..cnf.flat_clauses import Clause
from ..cnf.sink import Sink
from ..constraints.graphs.degrees import at_vertex
from ..constraints.graphs.value_regions import RegionSizes
from ..encoder.encoder import encode
from ..encoder.options import EncoderOptions
from ..graphs.graph import Graph
from ..model.expr import FALSE, TRUE, Expr, any_of, node, postorder
from ..model.model import Model, Origin, hidden
from ..puzzles.facts import Atom
from ..puzzles.spec import PUZZLES, Board
from .search.graph_cuts.loop_ways import PROPAGATORS
from .stating.definitions import Definers, atoms_of, divided, pairs
from .stating.formulas import conjuncts, defines, implying, names, names_or_meant, states, thoughts
from .stating.graph_rules import HALVED, anchors_of, rules_of_values
from .stating.graph_rules import GraphRule as GraphRule

EACH_ONCE = re.compile(
    r"(row|column) \d+|(box|room|block) at row \d+, column \d+|different numbers in .*|different digits (across|down)"
)
SUM_CLUE = re.compile(r"sum \d+\b")
LITERALS = EncoderOptions(narrowing=False, share=False, activate=True, encoding="direct")


class Statement(NamedTuple):
    """A clue, or one application of a rule.

    origin: the clue or rule.  clue: whether the origin is a clue.  variables: the names of the visible variables in it.
    clauses: the meaning, beside the definitions.  note: for people, what the rule means here; '' for a rule as a whole.
    joins: the numbers of smaller statements that this one joins, since a person uses them in one thought.  named: those
    of the variables whose places a sentence names; () for all.
    """

    origin: Origin
    clue: bool
    variables: tuple[str, ...]
    clauses: list[Clause]
    note: str = ""
    joins: tuple[int, ...] = ()
    named: tuple[str, ...] = ()


@dataclass
class BoardStatements:
    """A board as statements over literals.

    atoms: for each positive literal of a visible variable the meaning.  definitions: clauses that always hold, each
    with the hidden literal that the clause defines, 0 for none.  stated: for literals that a clue states outright, the
    clue's origin.  constants: integers with one value.  hidden: the names of hidden Booleans, and
    `NAME VALUE` of hidden integers, that have a meaning for people.
    """

    board: Board
    num_vars: int = 0
    atoms: dict[int, Atom] = field(default_factory=dict)
    definitions: list[tuple[Clause, int]] = field(default_factory=list)
    parts: list[Statement] = field(default_factory=list)
    graphs: list[GraphRule] = field(default_factory=list)
    stated: dict[int, Origin] = field(default_factory=dict)
    constants: dict[str, int] = field(default_factory=dict)
    hidden: dict[int, str] = field(default_factory=dict)


def statements(board: Board) -> BoardStatements:
    """Return the statements of a board."""
    return _Reader(board, model_of(board)).read()


def model_of(board: Board) -> Model:
    """Return the model of a board whose constraints are the statements."""
    puzzle = PUZZLES[board.puzzle]
    return (puzzle.facts.finer or puzzle.clues.model)(board) or puzzle.stages[-1].model(board)


class _Group(NamedTuple):
    """The numbers of the constraints that are one statement.

    origin: None for the definition of a hidden Boolean.  clue, note: as in Statement.  joins: whether the constraints
    are those of earlier groups.
    """

    origin: Origin | None
    clue: bool
    constraints: list[int]
    note: str = ""
    joins: bool = False


class _Reader:
    """A reader of a model, which makes statements of its constraints."""

    def __init__(self, board: Board, source: Model):
        self._board = board
        self._given = PUZZLES[board.puzzle].clues.given_cells(board)
        extent = PUZZLES[board.puzzle].clues.extent(board)
        self._in_cells = extent == (board.rows, board.cols)  # else clues belong to rooms or corners
        self._model = Model(dict(source.ints), dict(source.bools), about=source.about)
        self._source = source
        self._groups: list[_Group] = []
        self._number_of: dict[Expr, int] = {}  # of the constraint of a formula
        self._clue_of: dict[Origin, int] = {}
        self._stated: list[tuple[Origin, int]] = []
        self._graphs: list[tuple[Origin, str, Graph, list[Expr], Sequence[tuple[int, int]]]] = []
        self._regions: list[tuple[Origin, Graph, RegionSizes, Sequence[Expr]]] = []
        self._defined: set[str] = set()
        self._marks: set[str] = set()  # hidden Booleans that say whether a clue counts

    def read(self) -> BoardStatements:
        parts = [
            (formula, constraint.origin or Origin("rule", rule="a rule"))
            for constraint in self._source.constraints
            for formula in conjuncts(constraint.formula)
        ]
        self._defined = self._definable(parts)
        for formula, _ in parts:
            if formula.op == HALVED:
                self._marks |= {str(each.args[0]) for each in formula.args if isinstance(each, Expr)}
        for constraint in self._source.constraints:
            origin = constraint.origin or Origin("rule", rule="a rule")
            formulas = thoughts(constraint.formula, self._defined)
            numbers = [self._number_of.get(formula, -1) for formula in formulas]
            if -1 not in numbers and self._joins(numbers, origin):
                self._groups.append(_Group(origin, self._is_clue(origin), numbers, joins=True))
            else:
                for formula in formulas:
                    self._sort(formula, origin)
        return self._encoded()

    def _joins(self, numbers: list[int], origin: Origin) -> bool:
        """Whether constraints are all those of several statements before, of several origins; clues may also state some
        of the same constraints by chance.
        """
        origins = {origin, *(self._model.constraints[number].origin for number in numbers)}
        whole = [group.constraints for group in self._groups if group.origin and set(group.constraints) < set(numbers)]
        return len(origins) > 1 and set(numbers) == {number for constraints in whole for number in constraints}

    def _definable(self, parts: list[tuple[Expr, Origin]]) -> set[str]:
        """Return the hidden Booleans with one definition; a clue defines one only if no rule uses the Boolean."""
        definers: dict[str, list[Origin]] = {}
        of_rules: set[str] = set()
        for formula, origin in parts:
            name = defines(formula)
            if name:
                definers.setdefault(name, []).append(origin)
            if not self._is_clue(origin):
                of_rules |= {each.args[0] for each in postorder(formula) if each.op == "bool"}
        once = {name: origins[0] for name, origins in definers.items() if len(origins) == 1}
        return {name for name, origin in once.items() if not (self._is_clue(origin) and name in of_rules)}

    def _is_clue(self, origin: Origin) -> bool:
        """Whether the origin is a clue; a cage is one, too."""
        place = origin.row, origin.column
        return origin.kind in ("cell", "beside") and (place in self._given or PUZZLES[self._board.puzzle].facts.cages)

    def _is_count(self, origin: Origin) -> bool:
        """Whether a clue counts marks, perhaps one in its own cell: nobody sees the mark there without counting."""
        return PUZZLES[self._board.puzzle].facts.counts and origin.rule.startswith("number ")

    def _sort(self, formula: Expr, origin: Origin) -> None:
        """Note a formula that is no conjunction: as a definition, a graph rule, or a part of a statement."""
        if formula is TRUE:
            return
        if formula.op in PROPAGATORS:
            self._graph_rule(formula, origin)
        elif formula.op == "value-regions":
            graph, sizes, *values = formula.args
            self._regions.append((origin, graph, sizes, values))
        elif formula.op == "degrees":
            graph, allowed, *active = formula.args
            self._degrees(graph, allowed, active, origin)
        elif defines(formula) in self._defined:
            self._groups.append(_Group(None, False, [self._add(formula, origin)]))
        elif self._is_clue(origin):
            number = self._add(formula, origin)
            states_own = self._in_cells and not self._is_count(origin) and states(formula, origin)
            if states_own or (self._in_cells and not self._marks.isdisjoint(formula.args[:1])):
                self._stated.append((origin, number))
            else:
                self._of_cell(origin, True, number)
        elif origin.kind == "cell":
            self._of_cell(origin, False, self._add(formula, origin))
        else:
            self._groups.append(_Group(origin, False, [self._add(formula, origin)]))

    def _of_cell(self, origin: Origin, clue: bool, number: int) -> None:
        """Note a constraint as a part of the only statement of its origin.

        clue: whether the origin is a clue, not a rule of a cell.  number: of the constraint.
        """
        at = self._clue_of.setdefault(origin, len(self._groups))
        if at == len(self._groups):
            self._groups.append(_Group(origin, clue, []))
        self._groups[at].constraints.append(number)

    def _add(self, formula: Expr, origin: Origin | None) -> int:
        if formula not in self._number_of:
            self._number_of[formula] = len(self._model.constraints)
            self._model.add(formula, origin)
        return self._number_of[formula]

    def _graph_rule(self, formula: Expr, origin: Origin) -> None:
        graph, anchors, active = anchors_of(formula)
        lits = [self._literal(each) for each in active]
        if formula.op == "single-loop":
            place = "corner" if PUZZLES[self._board.puzzle].facts.corners else "cell"
            self._degrees(
                graph, [frozenset((0, 2))] * graph.size, lits, origin, f"each {place} has no line or two lines"
            )
            if not graph.candidates:  # one of which is on the loop by a clue or rule that a person knows
                self._groups.append(_Group(origin, False, [self._add(any_of(lits), origin)], "the loop has a line"))
        self._graphs.append((origin, formula.op, graph, lits, anchors))

    def _degrees(
        self, graph: Graph, allowed: Sequence[frozenset[int]], active: Sequence[Expr], origin: Origin, note: str = ""
    ) -> None:
        """Note a statement for each vertex: its number of active edges is allowed.  note: as in Statement."""
        for edges, may in zip(graph.incident(), allowed, strict=True):
            if edges:
                formula = at_vertex(may, [active[edge] for edge in edges])
                self._groups.append(_Group(origin, False, [self._add(formula, origin)], note))

    def _literal(self, formula: Expr) -> Expr:
        """Return a literal or constant that is equivalent to the formula; others are defined as hidden Booleans."""
        inner = formula.args[0] if formula.op == "not" else formula
        if inner.op == "bool" or inner in (TRUE, FALSE):
            return formula
        hidden_one = self._model.bool(f"_graph_{len(self._model.bools)}")
        self._groups.append(_Group(None, False, [self._add(node("iff", hidden_one, formula), None)]))
        return hidden_one

    def _encoded(self) -> BoardStatements:
        sink = Sink()
        found = BoardStatements(self._board)
        lit_of, active = {FALSE: -1, TRUE: 1}, list[int]()
        definers, meaning = Definers(), PUZZLES[self._board.puzzle].facts.hidden
        for record in encode(self._model, sink, replace(LITERALS, watches=(definers,))):
            if "activation" in record:
                active.append(record["activation"])
            elif "bool" in record:
                lit = lit_of[self._model.bools[record["bool"]]] = record["lit"]
                if not hidden(record["bool"]):
                    found.atoms[lit] = Atom(record["bool"], None)
                elif meaning is not None and meaning(self._board, record["bool"], True):
                    found.hidden[lit] = record["bool"]
            elif "int" in record and "first" in record and (meaning is not None or not hidden(record["int"])):
                named = atoms_of(sink, record)
                if meaning is not None and hidden(record["int"]):
                    texts = {lit: f"{atom.name} {atom.value}" for lit, atom in named.items()}
                    found.hidden |= {lit: text for lit, text in texts.items() if meaning(self._board, text, True)}
                elif named:
                    found.atoms |= named
                else:
                    found.constants[record["int"]] = record["values"][0][0]
        by_number, found.definitions = divided(sink, active, definers, found.atoms)
        self._fill(found, by_number, lit_of)
        found.definitions += ((clause, 0) for clause in pairs(found.atoms))
        found.num_vars = sink.num_vars
        for origin, op, graph, lits, anchors in self._graphs:
            numbers = [-lit_of[each.args[0]] if each.op == "not" else lit_of[each] for each in lits]
            of_each = [names(self._inner(each)) for each in lits]
            found.graphs.append(GraphRule(origin, op, graph, numbers, of_each, anchors))
        for region in self._regions:
            found.graphs += rules_of_values(found.atoms, found.constants, *region)
        return found

    def _inner(self, lit: Expr) -> Expr:
        """Return the formula that a hidden literal of a graph stands for; another literal as it is."""
        hidden_ones = (self._model.constraints[each.constraints[0]].formula for each in self._groups if not each.origin)
        return next((formula for formula in hidden_ones if formula.args[0] is lit), lit)

    def _fill(self, found: BoardStatements, by_number: list[list[Clause]], lit_of: dict[Expr, int]) -> None:
        """Fill in the clauses of each statement, the stated literals, and the definitions of hidden Booleans.

        by_number: the clauses of each constraint.  lit_of: the literals of the Booleans.
        """
        for origin, number in self._stated:
            found.parts += [Statement(origin, True, (), [[]])] * ([] in by_number[number])  # no cell can have the given
            found.stated.update((clause[0], origin) for clause in by_number[number] if clause)
        before, meant = list[list[int]](), {defines(each.formula): each.formula for each in self._model.constraints}
        for source, clue, numbers, note, is_joint in self._groups:
            written = [clause for number in numbers for clause in by_number[number]]
            if source is None:
                name = defines(self._model.constraints[numbers[0]].formula)
                found.definitions += [(clause, lit_of[self._model.bools[name]]) for clause in written]
            else:
                variables = names_or_meant(meant, *(self._model.constraints[number].formula for number in numbers))
                part = Statement(source, clue, variables, written, note)
                found.parts.append(self._joined(part, numbers, before, found.parts) if is_joint else part)
                before.append(numbers)

    def _joined(
        self, part: Statement, numbers: list[int], before: Sequence[list[int]], parts: list[Statement]
    ) -> Statement:
        """Return a statement with the smaller ones that it joins, the first of its constraints first; from now on the
        smaller ones name their places, or that of the literal that implies the others.  Without any, the statement is
        as it was: one that others say in parts.

        numbers: the constraints of the statement.  before, parts: the constraints of each one before, and these.
        """
        joins = [at for at, some in enumerate(before) if set(some) < set(numbers)]
        joins.sort(key=lambda at: numbers.index(before[at][0]))
        for at in joins:
            about = implying(self._model.constraints[before[at][0]].formula)
            parts[at] = parts[at]._replace(named=about or parts[at].variables)
        return part._replace(joins=tuple(joins), named=parts[joins[0]].variables) if joins else part


def is_sum(part: Statement) -> bool:
    """Whether a statement is a clue that cells have a sum."""
    return part.clue and SUM_CLUE.match(part.origin.rule) is not None
