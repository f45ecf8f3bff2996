"""The statements of a board in solvers, the literals that are known, and the cuts of the board's graph rules."""

from __future__ import annotations

from collections.abc import Iterator, Sequence, Set
from typing import Any, NamedTuple

from .derivations import ClauseIndex, Derived
from .graph_cuts.group_ways import cut_of, forced, numbered
from .graph_cuts.half_ways import tabled
from .graph_cuts.loop_ways import PROPAGATORS, THOROUGH
from .graph_cuts.nets import Cut, Net, Value
from .graph_cuts.settled_areas import REMEMBERING, Settled
from .parts import ClauseStore, FewStatements, Guarded, SmallSolver

Lits = list[int]
WHOLE = {"joined-groups": numbered, "congruent-halves": tabled}  # clauses for whole solutions
POSITIVE, NEGATIVE = 2, 1  # the weight of a known literal: a number that a cell does not have counts half


class Forced(NamedTuple):
    """An edge that a graph rule forces to be true or not; -1 for a rule that is broken.

    graph: the number of the rule.  value: the known values.  cut: None if it is not made yet.
    """

    graph: int
    value: list[Value]
    edge: int
    true: bool
    cut: Cut | None = None


class Knowledge:
    """The statements of a board, and the known literals.

    question: `vars` the number of variables; `definitions` pairs of a clause and the variable that the clause defines,
    0 for none; `parts` the clauses of each statement; `graphs` the graph rules; `atoms` for each literal above 0 that
    may be a fact the `group` of the values of one number and the `value` (None for a Boolean), and the `place` for
    ties; `once` the statements that places have different values; `bounds` whether people read a number that a place
    lacks as a bound; `stated` literals that are known from the givens; `plain` variables of lines that, as a reader
    sees there, cells with a given do not have; `facts` literals of a partly filled board, perhaps wrong.
    """

    def __init__(self, question: dict[str, Any]):
        self.definitions: list[Lits] = [clause for clause, _ in question["definitions"]]
        self.clauses: list[list[Lits]] = question["parts"]
        self.joins: list[Lits] = question["joins"]
        self.atoms = {int(var): atom for var, atom in question["atoms"].items()}
        self.stated: Lits = question["stated"]
        self.meant = {*self.atoms, *question["hidden"]}  # variables of which a trail has conclusions
        self.graphs = [
            (graph["rule"], Net.of(graph["size"], graph["edges"], graph["ends"], graph["anchors"]), graph["literals"])
            for graph in question["graphs"]
        ]
        self.origins = [graph.get("origin", "") for graph in question["graphs"]]
        self.members: dict[Any, Lits] = {}
        for var, atom in self.atoms.items():
            if atom["group"] is not None:
                self.members.setdefault(atom["group"], []).append(var)
        self.cuts: dict[tuple[int, ...], int] = {}
        self._seen: set[tuple[int, bool, bytes]] = set()  # values of graphs whose cuts are statements
        self._makers = [REMEMBERING.get(rule, lambda rule=rule: PROPAGATORS[rule])() for rule, *_ in self.graphs]
        self.cut_of: dict[int, dict[str, Any]] = {}
        self.base = ClauseStore(question["vars"], self.definitions, [owner for _, owner in question["definitions"]])
        self.parts: list[SmallSolver] = []
        self.part_at: dict[int, Lits] = {}
        self.parts_near: dict[Any, dict[int, None]] = {self.key(var): {} for var in self.atoms}  # by their keys
        self.keys_of: list[list[Any]] = []  # of the variables of each statement
        self.full = ClauseStore(question["vars"], self.definitions)  # never solves: what it learnt would be no reason
        self.search = ClauseStore(question["vars"], self.definitions)
        self.whole = self._whole(question["vars"])
        self.guarded = Guarded(question["vars"], self.definitions)
        self.index = ClauseIndex(self.meant)
        self.index.add(-1, self.definitions)
        self.known: dict[int, int] = {}  # literals, with the numbers of their steps; -1: stated
        self.value_of: dict[Any, int] = {}  # the known literal above 0 of a group
        self.implied: set[int] = set()  # what follows from known values of the same cell
        self.dirty: dict[int, None] = {}
        self.has_bounds: bool = question["bounds"]
        self.has_groups = any(rule == "joined-groups" for rule, *_ in self.graphs)
        self._closure, self._closure_of = set[int](), (-1, -1)
        self.solution: set[int] | None = None
        self.filled: Lits = question["facts"]
        self.once, self.plain = {*question["once"]}, {-var for var in question["plain"]}
        for clauses in self.clauses:
            self.add_part(clauses)
        self.value_parts = {group: self.add_part([], members) for group, members in self.members.items()}

    def _whole(self, top: int) -> ClauseStore | None:
        """Return a solver of whole solutions, with clauses of the graph rules whose cuts are weak on these; None if no
        rule has such clauses.  top: the greatest variable.
        """
        graphs = [(WHOLE[rule], net, lits) for rule, net, lits in self.graphs if rule in WHOLE]
        clauses = list(self.definitions)
        for make, net, lits in graphs:
            clauses += make(net, lits, top)
            top = max((abs(lit) for clause in clauses for lit in clause), default=top)
        return ClauseStore(top, clauses) if graphs else None

    def add_part(self, clauses: list[Lits], scope: Sequence[int] = ()) -> int:
        """Add a statement and return its number.  scope: variables that it is about besides those of its clauses."""
        part = SmallSolver(clauses, self.base, self.atoms, scope)
        number = len(self.parts)
        self.parts.append(part)
        self.full.add(clauses)
        self.search.add(clauses)
        if self.whole:
            self.whole.add(clauses)
        self.guarded.add_group(number, clauses)
        self.index.add(number, clauses)
        self.keys_of.append(list(dict.fromkeys(map(self.key, part.atoms))))
        for var in part.atoms:
            self.part_at.setdefault(var, []).append(number)
        for key in self.keys_of[number]:
            self.parts_near[key][number] = None
        self.dirty[number] = None
        return number

    def key(self, var: int) -> Any:
        """Return what a variable says something about: the group of its values, or the variable itself."""
        group = self.atoms[var]["group"]
        return var if group is None else group

    def is_decided(self, key: Any) -> bool:
        """Whether a variable, or a value of a group, is known."""
        return not self.is_open(key) if isinstance(key, int) else key in self.value_of

    def learn(self, lit: int, step: int) -> None:
        """Note that a literal is known from a step, with the literals that follow from the definitions."""
        self.known[lit] = step
        if not self.graphs:
            self.full.add([[lit]])
            self.search.add([[lit]])
        new = [lit]
        group = self.atoms[abs(lit)]["group"]
        if lit > 0 and group is not None:
            self.value_of[group] = lit
            new += [-var for var in self.members[group] if var != lit]
            for var in self.members[group]:  # reasons may cite the number now in place of what the cell does not have
                self.dirty.update(dict.fromkeys(self.part_at.get(var, ())))
        for each in new:
            if each not in self.implied:
                self.implied.add(each)
                self.dirty.update(dict.fromkeys(self.part_at.get(abs(each), ())))

    def _with_known(self, lits: Lits) -> Lits:
        """Return literals with the known ones, if propagation must tell all that is true: the solver does not tell what
        its own clauses of one literal force.
        """
        return [*self.known, *lits] if self.graphs else lits

    def is_open(self, var: int) -> bool:
        return var not in self.implied and -var not in self.implied

    def citable(self, atoms: Any) -> Lits:
        """Return the known literals of some variables, without negative ones that follow from a known value."""
        found: dict[int, None] = {}
        for var in atoms:
            value = self.value_of.get(self.atoms[var]["group"], var)
            if value in self.known:
                found[value] = None
            elif -var in self.known:
                found[-var] = None
        return list(found)

    def is_outdated(self, lits: Lits) -> bool:
        """Whether one of the known literals says which number a cell does not have, and the cell's number is known."""
        return any(lit < 0 and self.atoms[-lit]["group"] in self.value_of for lit in lits)

    def weight(self, lit: int) -> int:
        return NEGATIVE if lit < 0 and self.atoms[-lit]["group"] is not None else POSITIVE

    def by_cost(self, lits: Lits) -> Lits:
        """Return literals in the order in which they are dropped: negative ones of numbers first, then later steps."""
        return sorted(lits, key=lambda lit: (self.weight(lit), -self.known[lit], abs(lit)))

    def cut(self, cuts: Sequence[tuple[int, Cut]]) -> int | None:
        """Return the number of the statement of some cuts, each with the number of its graph; None if they say nothing
        that is not a statement already.
        """
        new: dict[tuple[int, ...], tuple[int, Cut]] = {}
        for graph, cut in cuts:
            clause = tuple(self.clause_of(graph, cut))
            if 1 not in clause and clause not in self.cuts:
                new[clause] = graph, cut
        if not new:
            return None
        number = self.stated_cuts(list(new.values()))
        self.cuts.update(dict.fromkeys(new, number))
        return number

    def stated_cuts(self, cuts: Sequence[tuple[int, Cut]]) -> int:
        """Return the number of a new statement for some cuts, each with the number of its graph."""
        number, (graph, first) = self.add_part([self.clause_of(*each) for each in cuts]), cuts[0]
        self.cut_of[number] = {
            "graph": graph,
            "border": sorted({at for _, cut in cuts for at in cut.border}) if len(cuts) > 1 else [*first.border],
            "clauses": [(graph, cut.clause) for graph, cut in cuts],
            "note": first.note,
            "at": first.at if len({cut.at for _, cut in cuts}) == 1 else -1,
            "between": first.between,
        }
        return number

    def clause_of(self, graph: int, cut: Cut) -> Lits:
        """Return the clause of a cut of a graph, without false literals."""
        lits = self.graphs[graph][2]
        return sorted({lits[at] if wanted else -lits[at] for at, wanted in cut.clause} - {-1})

    def joined(self, numbers: Sequence[int]) -> int:
        """Return the number of a new statement for the statements of some cuts, which a person sees as one."""
        cuts = [self.cut_of[number] for number in numbers]
        number = self.add_part([clause for each in numbers for clause in self.clauses_of(each)])
        at = cuts[0]["at"] if len({cut["at"] for cut in cuts}) == 1 else -1
        between = cuts[0]["between"] if all(cut["between"] == cuts[0]["between"] for cut in cuts) else ()
        self.cut_of[number] = {**cuts[0], "at": at, "between": between}
        self.cut_of[number]["border"] = sorted({each for cut in cuts for each in cut["border"]})
        self.cut_of[number]["clauses"] = [clause for cut in cuts for clause in cut["clauses"]]
        return number

    def cuts_of(self, true: set[int], thorough: bool = False) -> list[int]:
        """Return the numbers of new statements, cuts that have at most one literal which is not false."""
        found: dict[Any, list[tuple[int, Cut]]] = {}
        for graph, (rule, net, lits) in enumerate(self.graphs):
            value = values(lits, true)
            at = graph, thorough, bytes(map((False, True, None).index, value))
            if at in self._seen:
                continue
            self._seen.add(at)
            makers = [self._makers[graph], *([THOROUGH[rule]] if thorough and rule in THOROUGH else [])]
            for make in makers:
                for cut in make(net, value):
                    found.setdefault((cut.note, cut.why) if cut.why else (graph, len(found)), []).append((graph, cut))
        return [number for cuts in found.values() if (number := self.cut(cuts)) is not None]

    def settle(self) -> None:
        """Note where the known literals, with what follows from them, leave no cuts: suppositions change little."""
        true = set(self.full.propagate(self._with_known([]))[1])
        for make, (_, net, lits) in zip(self._makers, self.graphs, strict=True):
            if isinstance(make, Settled):
                make.settle(net, values(lits, true))

    def has_another(self, solution: set[int], rounds: int, conflicts: int) -> bool:
        """Whether a solution is found that differs from another one in visible literals; no other question may follow.

        solution: the literals of the other one.  rounds, conflicts: the most questions, and the most conflicts of each.
        """
        self.search.add([[-lit for lit in solution if abs(lit) in self.atoms]])
        for _ in range(rounds):
            true = self.search.solve(self._with_known(self.stated), conflicts)
            if true is None or not self.graphs or not self.cuts_of(true):
                return true is not None
        return False

    def solve_all(self, assumed: Lits) -> set[int] | None:
        """Return the literals of a solution, all cuts considered; None if there is none under the assumed literals, as
        the cuts that were made show.
        """
        while self.whole:
            true = self.whole.solve(self._with_known(assumed))
            if true is None:
                break
            if not self.cuts_of(true):
                return true
        while True:
            true = self.search.solve(self._with_known(assumed))
            if true is None or not self.graphs or not self.cuts_of(true):
                return true

    def certain(self) -> set[int]:
        """Return what follows from the known literals by definitions and by each statement that has no news."""
        if self._closure_of != (len(self.known), len(self.parts)):
            self._closure = self.index.closure([1, *self.known], range(len(self.parts)))
            self._closure_of = len(self.known), len(self.parts)
        return self._closure

    def fails(self, lit: int) -> bool:
        """Whether propagation of a literal, with all statements and cuts, ends in a contradiction."""
        return self._fails_by_groups(lit) if self.has_groups else self._fails(lit)

    def _fails_by_groups(self, lit: int) -> bool:
        """Whether propagation of a literal ends in a contradiction, on a board whose cuts take much time: only those
        that the contradiction needs are made, and they are found from its end.
        """
        holds, came, forced_by = dict.fromkeys([*self.certain(), lit]), dict[int, Derived](), dict[int, Forced]()
        todo = [lit]
        while todo:
            last = self.index.propagate(todo, holds, came, range(len(self.parts)))
            if last:
                self._make_cuts(last.needs, came, forced_by)
                return True
            todo = []
            for each, how in self._forced(holds.keys()):
                if not each or -each in holds:
                    self._make_cuts([*self._needs(how), *([-each] if each else [])], came, forced_by)
                    return True
                if each not in holds:
                    holds[each] = None
                    todo.append(each)
                    forced_by[each] = how
        return False

    def _make_cuts(self, needs: Sequence[int], came: dict[int, Derived], forced_by: dict[int, Forced]) -> None:
        """Make the cuts that force literals, and the cuts that force what these literals need.

        needs: the literals.  came, forced_by: how literals were concluded, by clauses and by graph rules.
        """
        todo = list(dict.fromkeys(needs))
        for lit in todo:
            more = came[lit].needs if lit in came else self._needs(forced_by[lit]) if lit in forced_by else []
            todo += [each for each in dict.fromkeys(more) if each not in todo]

    def _needs(self, how: Forced) -> Lits:
        """Make the cut that forces an edge, or that is broken; return the literals that the cut needs."""
        _, net, lits = self.graphs[how.graph]
        cut = how.cut or cut_of(net, how.value, how.edge, how.true)
        self.cut([(how.graph, cut)])
        return [-lits[at] if wanted else lits[at] for at, wanted in cut.clause if at != how.edge]

    def _forced(self, true: Set[int]) -> Iterator[tuple[int, Forced]]:
        """Yield the literals that graph rules force, each rule alone, and how; 0 if a rule is broken.

        true: known literals.
        """
        for graph, (rule, net, lits) in enumerate(self.graphs):
            value = values(lits, true)
            if rule == "joined-groups":
                edges = forced(net, value)
                found = [Forced(graph, value, *each) for each in ({-1: False} if edges is None else edges).items()]
            else:
                found = []
                for cut in self._makers[graph](net, value):
                    edge, wanted = next((each for each in cut.clause if value[each[0]] is None), (-1, False))
                    found.append(Forced(graph, value, edge, wanted, cut))
            for how in found:
                yield 0 if how.edge < 0 else lits[how.edge] if how.true else -lits[how.edge], how

    def _fails(self, lit: int) -> bool:
        while True:
            ok, true = self.full.propagate(self._with_known([lit]))
            if not ok:
                return True
            if not self.graphs or not self.cuts_of(set(true)):
                return False

    def local(self, parts: Lits, lits: Lits) -> Guarded:
        """Return a quick solver of some statements whose propagation with the literals ends in a contradiction.

        The solver has all statements if the contradiction needs definitions of others.
        """
        found = FewStatements({number: self.parts[number] for number in parts})
        return found if found.fails(parts, lits) else self.guarded

    def clauses_of(self, number: int) -> list[Lits]:
        return self.parts[number].clauses


def values(lits: Lits, true: Set[int]) -> list[bool | None]:
    """Return the value of each literal, None if it is not known; true: the literals that are known."""
    return [True if lit in true else False if -lit in true else None for lit in lits]
