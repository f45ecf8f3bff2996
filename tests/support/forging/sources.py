"""Tiny problems, each written in several languages, and what is true of them by trying all assignments."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from itertools import product
from random import Random

Values = dict[str, int]
CLAIMS = ("unsatisfiable", "unique", "optimum")


@dataclass(frozen=True)
class Tiny:
    """A problem over integers with few values.

    domains: the name of each variable to its least and greatest value.  forbidden: partial assignments, none of which
    a solution contains.  weights: coefficients of the objective, which is minimized; None without an objective.
    tour: whether the variables, whose values count from 0, are the successors of a circuit that may leave some out.
    """

    domains: dict[str, tuple[int, int]]
    forbidden: tuple[tuple[tuple[str, int], ...], ...]
    weights: dict[str, int] | None = None
    tour: bool = False

    def assignments(self) -> Iterator[Values]:
        """Yield every assignment within the domains."""
        for values in product(*(range(low, high + 1) for low, high in self.domains.values())):
            yield dict(zip(self.domains, values, strict=True))

    def solutions(self) -> list[Values]:
        """Return the assignments that contain no forbidden partial assignment."""
        return [
            each
            for each in self.assignments()
            if not any(all(each[name] == value for name, value in part) for part in self.forbidden)
            and (not self.tour or is_circuit([*each.values()]))
        ]

    def cost(self, values: Values) -> int:
        """Return the value of the objective."""
        return sum(weight * values[name] for name, weight in (self.weights or {}).items())

    def is_true(self, claim: str, answer: Values | None) -> bool:
        """Whether the claim holds of this problem.

        answer: the values that the claim names, for `unique` and `optimum`; None if they are not known, and then only
        the number of solutions counts.
        """
        found = self.solutions()
        if claim == "unsatisfiable":
            return not found
        if answer is not None and answer not in found:
            return False
        if claim == "unique":
            return len(found) == 1 and self.weights is None
        best = min(map(self.cost, found), default=None)
        return self.weights is not None and best is not None and (answer is None or self.cost(answer) == best)


def is_circuit(after: list[int]) -> bool:
    """Whether successors of vertices, counted from 0, make one cycle; those that are their own successor are out."""
    if sorted(after) != [*range(len(after))]:
        return False
    visited = {v for v, w in enumerate(after) if v != w}
    v = min(visited, default=0)
    for _ in visited:
        visited, v = visited - {v}, after[v]
    return not visited


@dataclass(frozen=True)
class Written:
    """A source as text: the suffix of its file, its text, how claims about it are judged, and the problem.

    goal: `weighted` if the source is read as soft constraints with weights; None for a source as it stands.
    """

    suffix: str
    text: str
    judge: Callable[[str, Values | None], bool]
    problem: Tiny | None = None
    goal: str | None = None


def random_tiny(random: Random, boolean: bool, objective: bool, tours: bool = False) -> Tiny:
    """Return a random problem of two to four variables.

    boolean: all domains are 0 to 1.  tours: whether a third of the problems have a circuit.
    """
    names = [f"x{number}" for number in range(1, random.randint(2, 4) + 1)]
    tour = tours and random.random() < 1 / 3
    domains = {name: (0, len(names) - 1) if tour else (0, 1) if boolean else _domain(random) for name in names}
    count = random.randint(0, 8 if boolean else 12)
    forbidden = tuple(_part(random, domains) for _ in range(count))
    weights = {name: random.randint(1, 3) for name in names} if objective else None
    return Tiny(domains, forbidden, weights, tour)


def _domain(random: Random) -> tuple[int, int]:
    low = random.randint(-1, 2)
    return low, low + random.randint(0, 3)


def _part(random: Random, domains: dict[str, tuple[int, int]]) -> tuple[tuple[str, int], ...]:
    names = random.sample(list(domains), random.randint(1, 2))
    return tuple((name, random.randint(*domains[name])) for name in names)


def with_claim(random: Random, claim: str, boolean: bool, tours: bool = False) -> Tiny:
    """Return a random problem of which the claim is true."""
    while True:
        objective = claim == "optimum" or (claim == "unsatisfiable" and random.random() < 0.2)
        made = random_tiny(random, boolean, objective, tours)
        if claim == "unique":
            others = list(made.solutions())[1:]
            made = replace(made, forbidden=(*made.forbidden, *(tuple(each.items()) for each in others)))
        elif claim == "unsatisfiable":
            left = made.solutions()
            made = replace(made, forbidden=(*made.forbidden, *(tuple(each.items()) for each in left[:6])))
        if made.is_true(claim, None):
            return made


def falsified(random: Random, problem: Tiny, claim: str) -> Tiny:
    """Return a problem much like the given one, of which the claim is false."""
    made = problem
    for _ in range(200):
        if claim == "optimum" and random.random() < 0.5:
            made = replace(made, forbidden=tuple(tuple(each.items()) for each in made.solutions()))
        elif made.tour and random.random() < 0.3:
            made = replace(made, tour=False)
        elif made.forbidden and random.random() < 0.7:
            at = random.randrange(len(made.forbidden))
            made = replace(made, forbidden=(*made.forbidden[:at], *made.forbidden[at + 1 :]))
        else:
            made = replace(made, forbidden=(*made.forbidden, _part(random, made.domains)))
        if not made.is_true(claim, None):
            return made
    return replace(made, forbidden=())


def csp(problem: Tiny) -> Written:
    """Return the problem in Sugar's language, a clause for each forbidden partial assignment."""
    lines = [f"(int {name} {low} {high})" for name, (low, high) in problem.domains.items()]
    for part in problem.forbidden:
        lines.append(f"(or {' '.join(f'(!= {name} {value})' for name, value in part)})")
    lines += [f"(circuit ({' '.join(problem.domains)}))"] * problem.tour
    if problem.weights:
        terms = " ".join(f"(* {weight} {name})" for name, weight in problem.weights.items())
        lines.append(f"(objective minimize (+ {terms}))")
    return Written(".csp", "\n".join(lines) + "\n", problem.is_true, problem)


def soft(problem: Tiny) -> Written:
    """Return the problem in Sugar's language with its objective as soft constraints: a variable above its least value
    costs the weight for each step."""
    lines = csp(replace(problem, weights=None)).text
    for name, weight in (problem.weights or {}).items():
        low, high = problem.domains[name]
        lines += "".join(f"(weighted {weight} (<= {name} {value}))\n" for value in range(low, high))
    return Written(".csp", lines, problem.is_true, problem, "weighted")


def otherwise_read(written: Written) -> Written:
    """Return a source with soft constraints for a reader who makes every constraint soft: one that is violated costs 1,
    a soft one its weight."""
    problem = written.problem
    assert problem is not None

    def cost(values: Values) -> int:
        violated = sum(all(values[name] == value for name, value in part) for part in problem.forbidden)
        violated += problem.tour and not is_circuit([*values.values()])
        steps = {name: values[name] - low for name, (low, _) in problem.domains.items()}
        return violated + sum(weight * steps[name] for name, weight in (problem.weights or {}).items())

    def judge(claim: str, answer: Values | None) -> bool:
        return claim == "optimum" and (answer is None or cost(answer) == min(map(cost, problem.assignments())))

    return replace(written, judge=judge, goal="max")


def flatzinc(problem: Tiny) -> Written:
    """Return the problem in FlatZinc; each forbidden partial assignment is a disjunction of reified inequalities."""
    lines = [f"var {low}..{high}: {name} :: output_var;" for name, (low, high) in problem.domains.items()]
    constraints = []
    for number, part in enumerate(problem.forbidden):
        flags = [f"b{number}_{at}" for at in range(len(part))]
        lines += [f"var bool: {flag};" for flag in flags]
        for (name, value), flag in zip(part, flags, strict=True):
            constraints.append(f"constraint int_ne_reif({name},{value},{flag});")
        constraints.append(f"constraint array_bool_or([{','.join(flags)}],true);")
    constraints += [f"constraint csp2sat_subcircuit([{','.join(problem.domains)}],0);"] * problem.tour
    goal = "satisfy"
    if problem.weights:
        lines.append("var -99..99: cost :: output_var;")
        names, weights = [*problem.weights, "cost"], [*problem.weights.values(), -1]
        constraints.append(f"constraint int_lin_eq({weights},[{','.join(names)}],0);")
        goal = "minimize cost"
    return Written(".fzn", "\n".join([*lines, *constraints, f"solve {goal};"]) + "\n", problem.is_true, problem)


def xcsp(problem: Tiny) -> Written:
    """Return the problem in XCSP 2.1, a relation of conflicts for each forbidden partial assignment; no objective."""
    domains, variables, relations, constraints = [], [], [], []
    for name, (low, high) in problem.domains.items():
        domains.append(f'<domain name="D{name}" nbValues="{high - low + 1}">{low}..{high}</domain>')
        variables.append(f'<variable name="{name}" domain="D{name}"/>')
    for at, part in enumerate(problem.forbidden):
        values, scope = (" ".join(str(each[k]) for each in part) for k in (1, 0))
        head = f'<relation name="R{at}" arity="{len(part)}" nbTuples="1" semantics="conflicts">'
        relations.append(f"{head}{values}</relation>")
        constraints.append(f'<constraint name="C{at}" arity="{len(part)}" scope="{scope}" reference="R{at}"/>')
    parts = {"domains": domains, "variables": variables, "relations": relations, "constraints": constraints}
    counted = ["nbDomains", "nbVariables", "nbRelations", "nbConstraints"]
    body = "".join(
        f'<{tag} {count}="{len(each)}">{"".join(each)}</{tag}>'
        for (tag, each), count in zip(parts.items(), counted, strict=True)
        if each or tag == "constraints"
    )
    text = f'<instance><presentation name="p" format="XCSP 2.1"/>{body}</instance>\n'
    return Written(".xml", text, problem.is_true, problem)


def cnf(problem: Tiny) -> Written:
    """Return the problem as a CNF; its variables are Booleans.  No objective."""
    numbers = {name: number for number, name in enumerate(problem.domains, start=1)}
    lines = [f"p cnf {len(numbers)} {len(problem.forbidden)}"]
    for part in problem.forbidden:
        lines.append(" ".join(str(-numbers[name] if value else numbers[name]) for name, value in part) + " 0")
    return Written(".cnf", "\n".join(lines) + "\n", problem.is_true, problem)


def opb(problem: Tiny) -> Written:
    """Return the problem in the format of the pseudo-Boolean competitions; its variables are Booleans."""
    numbers = {name: number for number, name in enumerate(problem.domains, start=1)}
    lines = [f"* #variable= {len(numbers)} #constraint= {len(problem.forbidden)}"]
    if problem.weights:
        lines.append("min: " + " ".join(f"+{w} x{numbers[name]}" for name, w in problem.weights.items()) + " ;")
    for part in problem.forbidden:
        terms = [f"{'-1' if value else '+1'} x{numbers[name]}" for name, value in part]
        lines.append(f"{' '.join(terms)} >= {1 - sum(value for _, value in part)} ;")
    return Written(".opb", "\n".join(lines) + "\n", problem.is_true, problem)


@dataclass
class Mosaic:
    """A mosaic of few cells.  cells: rows of `-` and digits."""

    cells: list[str]
    _found: int | None = field(default=None, repr=False)

    def solutions(self) -> int:
        """Return the number of ways to shade cells so that each digit counts those of its own and the eight around."""
        if self._found is None:
            cells = [(r, c) for r, row in enumerate(self.cells) for c in range(len(row))]
            self._found = 0
            for bits in product((0, 1), repeat=len(cells)):
                shaded = {cell for cell, bit in zip(cells, bits, strict=True) if bit}
                self._found += all(
                    sum((r + i, c + j) in shaded for i in (-1, 0, 1) for j in (-1, 0, 1)) == int(sign)
                    for r, row in enumerate(self.cells)
                    for c, sign in enumerate(row)
                    if sign != "-"
                )
        return self._found

    def is_true(self, claim: str, answer: Values | None) -> bool:
        """Whether the claim holds of this board; the answer is not compared."""
        return {"unsatisfiable": self.solutions() == 0, "unique": self.solutions() == 1}.get(claim, False)

    def written(self) -> Written:
        """Return the board as text."""
        rows = "".join(" ".join(row) + "\n" for row in self.cells)
        text = f"; Mosaic Puzzle\nsize {len(self.cells[0])} {len(self.cells)}\n{rows}"
        return Written(".txt", text, self.is_true)


def random_mosaic(random: Random, claim: str, holds: bool) -> Mosaic:
    """Return a random board of which the claim holds, or does not."""
    while True:
        rows, cols = random.randint(1, 3), random.randint(2, 3)
        made = Mosaic(["".join(random.choice("--01234") for _ in range(cols)) for _ in range(rows)])
        if made.is_true(claim, None) == holds:
            return made


WRITERS = {"csp": csp, "soft": soft, "flatzinc": flatzinc, "xcsp": xcsp, "cnf": cnf, "opb": opb}
BOOLEAN = ("cnf", "opb")
WITH_TOURS = ("csp", "soft", "flatzinc")
KINDS = {  # the kinds of sources that a claim can be about
    "unsatisfiable": ("csp", "flatzinc", "xcsp", "cnf", "opb", "board"),
    "unique": ("csp", "flatzinc", "xcsp", "opb", "board"),
    "optimum": ("csp", "soft", "flatzinc", "opb"),
}


def pair(random: Random, claim: str, kind: str) -> tuple[Written, Written]:
    """Return a source of which the claim is true, and one much like it of which the claim is false."""
    if kind == "board":
        return random_mosaic(random, claim, True).written(), random_mosaic(random, claim, False).written()
    true = with_claim(random, claim, kind in BOOLEAN, kind in WITH_TOURS)
    if claim == "unsatisfiable" and kind in ("xcsp", "cnf"):
        true = replace(true, weights=None)
    return WRITERS[kind](true), WRITERS[kind](falsified(random, true, claim))


def undecided(claim: str) -> Written:
    """Return FlatZinc with an unbounded integer, of which csp2sat may claim nothing; it has solutions."""
    text = (
        "var int: x :: output_var; var bool: b; var bool: c;\nconstraint int_le_reif(2000000,x,b);\n"
        "constraint int_le_reif(x,-2000000,c);\nconstraint array_bool_or([b,c],true);\n"
    )
    goal = "minimize x" if claim == "optimum" else "satisfy"
    return Written(".fzn", f"{text}solve {goal};\n", lambda claim, answer: False)
