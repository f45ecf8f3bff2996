"""A judge of chains of steps that shares no clause with the search: it has the board's whole rules by name, in another
encoding and another solver.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from typing import Any

from pysat.solvers import Solver

from csp2sat.cnf.flat_clauses import clauses
from csp2sat.cnf.sink import Sink
from csp2sat.encoder.encoder import encode
from csp2sat.encoder.options import EncoderOptions
from csp2sat.model.expr import Expr, negation, node, postorder
from csp2sat.model.model import Answer, Model, Origin, hidden
from csp2sat.puzzles.facts import Fact, fact_of
from csp2sat.puzzles.spec import PUZZLES, Board
from csp2sat.reasoning.statements import Atom
from csp2sat.reasoning.step import Step
from support.fact_meanings import says

IN_ORDER = EncoderOptions(narrowing=False, share=False, activate=True, encoding="order")
GRAPHS = (
    "connected",
    "connected-rest",
    "acyclic",
    "joined",
    "joined-groups",
    "single-loop",
    "degrees",
    "islands",
    "shores",
    "value-regions",
    "congruent-halves",
    "beams",
)
BUDGET = 20_000  # conflicts of a question
MANY, FEW = 12, 2  # so many facts need so many known ones, unless a clue stands alone


class Judge:
    """A board's constraints, each of which can be required or not, beside all facts."""

    def __init__(self, board: Board):
        self.board = board
        self.puzzle = PUZZLES[board.puzzle]
        source = (self.puzzle.facts.finer or self.puzzle.clues.model)(board) or self.puzzle.stages[-1].model(board)
        self.model = Model(dict(source.ints), dict(source.bools))
        self.given = self.puzzle.clues.given_cells(board)
        self.atoms = [
            *(Atom(name, None) for name in source.bools if not hidden(name)),
            *(Atom(name, v) for name, values in open_ints(source).items() for v in values),
        ]
        parts = [
            (formula, constraint.origin or Origin("rule", rule="a rule"))
            for constraint in source.constraints
            for formula in _conjuncts(constraint.formula)
        ]
        defined = self._defined(parts)
        self.origins: list[Origin | None] = []  # of each conjunct; None: a definition
        self.places: list[set[Any] | None] = []  # that a conjunct speaks of; None: of many more than it is cited for
        for formula, origin in parts:
            self._require(formula, None if _definition(formula) in defined else origin)
        self.number_of: dict[Fact, int] = {}  # of the constraint that says a fact
        for atom in self.atoms:
            self._say(atom)
        sink = Sink()
        self.records = encode(self.model, sink, IN_ORDER)
        self.active = [record["activation"] for record in self.records if "activation" in record]
        assert len(self.active) == len(self.model.constraints)
        self.unknown = 0  # questions without an answer
        self.solver = Solver("glucose4", bootstrap_with=clauses(sink.flat()))

    def _defined(self, parts: Sequence[tuple[Expr, Origin]]) -> set[str]:
        """Hidden Booleans with one definition, which is no clue on something that a rule uses."""
        by_name: dict[str, list[Origin]] = {}
        for formula, origin in parts:
            by_name.setdefault(_definition(formula), []).append(origin)
        used = {name for formula, origin in parts if not self.is_clue(origin) for name in _names(formula)}
        return {
            name
            for name, origins in by_name.items()
            if name and len(origins) == 1 and not (self.is_clue(origins[0]) and name in used)
        }

    def _require(self, formula: Expr, origin: Origin | None) -> None:
        self.model.add(formula)
        self.origins.append(origin)
        names = [name for name in _names(formula) if not hidden(name)]
        atoms = [Atom(name, None if name in self.model.bools else 0) for name in names]
        whole = formula.op in GRAPHS
        self.places.append(None if whole else {p for atom in atoms for p in fact_of(self.board, atom, True).places})

    def _say(self, atom: Atom) -> None:
        """Add an atom and its opposite as constraints that may be required."""
        number = node("eq", node("int", atom.name), atom.value)
        formula = self.model.bools[atom.name] if atom.value is None else number
        for true, said in ((True, formula), (False, negation(formula))):
            fact = fact_of(self.board, atom, true)
            assert fact not in self.number_of, f"two variables say {fact}"
            self.number_of[fact] = len(self.model.constraints)
            self.model.add(said)

    # questions

    def possible(self, numbers: Collection[int], facts: Collection[Fact]) -> bool | None:
        """Whether conjuncts and facts, with all definitions, can hold at once; None if the budget is used up first."""
        always = [n for n, origin in enumerate(self.origins) if origin is None]
        wanted = {*always, *numbers, *(self.number_of[fact] for fact in facts)}
        self.solver.conf_budget(BUDGET)
        found = self.solver.solve_limited(assumptions=[self.active[n] for n in sorted(wanted)])
        self.unknown += found is None
        return found

    def cited(self, step: Step, narrow: bool) -> set[int]:
        """The conjuncts that the clues and rules of a step name.  narrow: without those that are about other places."""
        found: set[int] = set()
        for place, text, beside, _ in step.clues:
            at = ("beside" if beside else "cell", *place)
            numbers = {n for n, o in enumerate(self.origins) if o and o[:3] == at and self.is_clue(o)}
            assert any(self.origins[n].rule == text for n in numbers), f"no clue {text!r} at {place}"
            found |= numbers
        for rule in step.rules:
            numbers = {n for n, o in enumerate(self.origins) if o and o.rule == rule.name and not self.is_clue(o)}
            assert numbers or rule.name == "one value", f"no rule {rule.name!r}"
            found |= {n for n in numbers if not narrow or self._is_about(n, rule.places)}
        return found

    def _is_about(self, number: int, places: Collection[Any]) -> bool:
        origin, about = self.origins[number], self.places[number]
        if origin.kind == "cell":
            return (origin.row, origin.column) in places
        return about is None or about <= set(places)

    def is_clue(self, origin: Origin) -> bool:
        """Whether an origin is a clue, of a cell or of a cage."""
        return origin.kind in ("cell", "beside") and (origin[1:3] in self.given or "cages" in self.board.givens)

    # faults

    def faults(self, steps: Sequence[Step], solution: Any) -> Iterator[str]:
        """What is wrong with a chain, a line each.  solution: the board's only one in the neutral form."""
        known: dict[Fact, int] = {}
        for number, step in enumerate(steps, 1):
            where = f"step {step.number} ({step.text[:150]})"
            if step.number != number:
                yield f"{where}: is the step number {number}"
            for fault in self._step_faults(step, known, solution):
                yield f"{where}: {fault}"
            known.update(dict.fromkeys(step.facts, number))
        if not (steps and steps[-1].contradiction):
            yield from self._end_faults(known)

    def _step_faults(self, step: Step, known: dict[Fact, int], solution: Any) -> Iterator[str]:
        for fact in step.known:
            if fact not in known:
                yield f"cites {fact}, which is not known"
        if sorted(step.known, key=lambda fact: known.get(fact, 0)) != list(step.known):
            yield "cites facts in another order than they were found"
        for fact in step.facts:
            if fact in known or fact._replace(negative=not fact.negative) in known:
                yield f"{fact} is known before"
            elif self.possible((), [*self._told_of(known, fact), fact._replace(negative=not fact.negative)]) is False:
                yield f"{fact} says nothing new"
            if solution is not None and not says(fact.neutral(), solution):
                yield f"{fact} is wrong"
        if len(step.facts) > MANY and len(step.known) < FEW and not (step.size["clues"] == 1 and not step.rules):
            yield f"gives {len(step.facts)} facts from {len(step.known)} known ones"
        yield from self._reason_faults(step)

    @staticmethod
    def _told_of(known: Collection[Fact], fact: Fact) -> list[Fact]:
        """What is known of a fact's place outright: facts that are not negative."""
        return [each for each in known if each.places == fact.places and not each.negative]

    def _reason_faults(self, step: Step) -> Iterator[str]:
        whole, narrow = self.cited(step, False), self.cited(step, True)
        if step.contradiction:
            if self.possible(whole, step.known):
                yield "the reason is no contradiction"
            return
        for fact in step.facts:
            against = [*step.known, fact._replace(negative=not fact.negative)]
            if self.possible(whole, against):
                yield f"the reason does not force {fact}"
            elif self.possible(narrow, against):
                yield f"the reason does not force {fact} by what is said of its places"

    def _end_faults(self, known: Collection[Fact]) -> Iterator[str]:
        """What is not decided in the end by facts and clues."""
        clues = [n for n, origin in enumerate(self.origins) if origin and self.is_clue(origin)]
        if self.possible(range(len(self.origins)), known) is False:
            yield "the facts contradict the rules"
        for fact in self.number_of:
            both = (fact, fact._replace(negative=True))
            if not fact.negative and all(self.possible(clues, [*known, each]) for each in both):
                yield f"{fact} is not decided in the end"

    # the judge's own judges

    def definition_faults(self, rng: Any, times: int = 10) -> Iterator[str]:
        """Values of visible variables that the definitions alone exclude."""
        for _ in range(times):
            facts = []
            for name, values in open_ints(self.model).items():
                facts.append(fact_of(self.board, Atom(name, rng.choice(values)), True))
            for name in self.model.bools:
                if not hidden(name):
                    facts.append(fact_of(self.board, Atom(name, None), rng.random() < 0.5))
            if self.possible((), facts) is False:
                yield "the definitions alone exclude some values"
                return

    def any_answer(self, rng: Any) -> Answer:
        """Random values that keep all rules which are no clues."""
        rules = [n for n, origin in enumerate(self.origins) if origin and not self.is_clue(origin)]
        facts: list[Fact] = []
        ints = {name: next(iter(values)) for name, values in self.model.ints.items() if not hidden(name)}
        bools = {}
        for atom in rng.sample(self.atoms, len(self.atoms)):
            true = rng.random() < 0.5
            if not self.possible(rules, [*facts, fact_of(self.board, atom, true)]):
                true = not true
            facts.append(fact_of(self.board, atom, true))
            if atom.value is None:
                bools[atom.name] = true
            elif true:
                ints[atom.name] = atom.value
        return Answer(ints, bools)

    def meaning_faults(self, answer: Answer) -> Iterator[str]:
        """Facts that mean something else on a solution than the variables that they are made of."""
        solution = self.puzzle.solution(self.board, answer)
        for atom in self.atoms:
            value = answer.bools[atom.name] if atom.value is None else answer.ints[atom.name] == atom.value
            for true in (True, False):
                fact = fact_of(self.board, atom, true)
                if says(fact.neutral(), solution) != (value == true):
                    yield f"{fact} is no good word for {atom}"


def _names(formula: Expr) -> list[str]:
    return list(dict.fromkeys(each.args[0] for each in postorder(formula) if each.op in ("int", "bool")))


def _definition(formula: Expr) -> str:
    """The hidden Boolean that a formula is equivalent to, or ''."""
    sides = formula.args if formula.op == "iff" else ()
    return next((side.args[0] for side in sides if side.op == "bool" and hidden(side.args[0])), "")


def open_ints(model: Model) -> dict[str, list[int]]:
    """The visible integers that have several values, with these."""
    found = {name: list(values) for name, values in model.ints.items() if not hidden(name)}
    return {name: values for name, values in found.items() if len(values) > 1}


def _conjuncts(formula: Expr) -> Iterator[Expr]:
    if formula.op == "and":
        for part in formula.args:
            yield from _conjuncts(part)
    else:
        yield formula
