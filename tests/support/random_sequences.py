"""Random sequences of questions to a session, each answer against brute force over all assignments."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection
from random import Random
from unittest import mock

import pytest

from csp2sat.encoder.options import EncoderOptions
from csp2sat.errors import ModelError
from csp2sat.incremental import growing_model
from csp2sat.incremental.session import ModelSession
from csp2sat.model.domain import Domain
from csp2sat.model.expr import FALSE, TRUE, Expr, bool_var, int_var, negation, node
from csp2sat.model.meaning import evaluate
from csp2sat.model.model import Answer, Constraint
from csp2sat.model.ops import UNDEFINED
from csp2sat.runner.process.outcome import Outcome
from csp2sat.runner.session.pysat_solver import PysatSolver, ended
from csp2sat.runner.session.session import SolverSession
from support.constraint_cases import CASES
from support.mixed_encodings import low_thresholds, mixed
from support.oracle import assignments
from support.random_constraints import RandomArguments
from support.random_csp import RandomCsp

ENCODINGS = ("order", "direct", "log", "compact-order", "auto")
GLOBALS = list(CASES)
MOST = 3000  # assignments


class InProcess(SolverSession):
    """The same without a child process, whose start takes longer than a sequence."""

    solver: PysatSolver | None = None

    def _ask(self, assumptions, deadline, budget=None):
        if self.solver is None:
            self.solver, self._sent = PysatSolver("minisat22"), 0
        for part in self.parts[self._sent :]:
            self.solver.add(list(part))
        self._sent = len(self.parts)
        status, literals = ended(self.solver.solve(assumptions, 0))
        if status == "unsat":
            return Outcome("unsat", core=literals)
        true = set(literals)
        self.digits = b"".join(b"1" if lit in true else b"0" for part in self.shown for lit in part)
        return Outcome("sat")

    def close(self):
        if self.solver is not None:
            self.solver._solver.delete()
        self.solver = None


def in_process():
    """Within the block, sessions have no child process."""
    return mock.patch.object(growing_model, "SolverSession", InProcess)


class Sequence:
    """`Sequence(seed).run()`: raises AssertionError where a session is wrong."""

    def __init__(self, seed: int, steps: int = 12):
        self.random, self.steps, self.seen = Random(seed), steps, Counter()
        self.arguments = RandomArguments(seed)
        self.formulas = RandomCsp(seed)
        self.model = self.formulas._model = self.arguments.model
        self.formulas._ints, self.formulas._bools = self.arguments.ints, self.arguments.bools
        for _ in range(self.random.randint(0, 2)):
            self.model.add(self.formula())
        self.answers = [answer for _, answer in assignments(self.model)]
        self.keep([constraint.formula for constraint in self.model.constraints])
        self.known: list[Expr] = []

    def keep(self, formulas) -> None:
        self.answers = self.such(formulas)

    def such(self, formulas) -> list[Answer]:
        return [answer for answer in self.answers if all(evaluate(formula, answer) for formula in formulas)]

    def formula(self) -> Expr:
        if self.random.random() < 0.25:
            name = self.random.choice(GLOBALS)
            return node(name, *self.arguments.of(name))
        return self.formulas._formula(self.random.randint(0, 3))

    def assumed(self) -> list[Expr]:
        """Some new formulas, and some that were assumed or required before, or their negations."""
        required = [constraint.formula for constraint in self.model.constraints]
        chosen = [self.formula() for _ in range(self.random.randint(0, 2))]
        self.known += [formula for formula in chosen if formula.op not in GLOBALS]
        old = self.random.choices([*self.known, TRUE, FALSE, *required][-8:], k=self.random.randint(0, 2))
        flipped = [negation(f) if self.random.random() < 0.3 and f.op not in GLOBALS else f for f in old]
        chosen += flipped
        self.random.shuffle(chosen)
        if self.random.random() < 0.6 and not self.such(chosen):
            return [formula for formula in chosen if self.such([formula])][:1]
        return chosen

    def run(self) -> Counter:
        with low_thresholds(self.random):
            if self.random.random() < 0.6:
                shares, tightens = (self.random.random() < 0.85 for _ in range(2))
                options = EncoderOptions(self.random.choice(ENCODINGS), narrowing=tightens, share=shares)
            else:
                options = mixed(self.model, self.random)
            with ModelSession(self.model, options) as session:
                for _ in range(self.steps):
                    self.step(session)
        return self.seen

    def step(self, session: ModelSession) -> None:
        asks = [self.solve] * 5 + [self.minimize] * 3
        grows = [self.add] * 3 + [self.extend] + [self.fail, self.block]
        step = self.random.choice([*asks, *grows])
        self.seen[step.__name__] += 1
        step(session)

    def add(self, session: ModelSession) -> None:
        candidates = [self.formula() for _ in range(3)]
        if self.random.random() < 0.9:
            candidates.sort(key=lambda formula: not self.such([formula]))
        formula = candidates[0]
        session.add(formula)
        self.model.add(formula)
        self.keep([formula])

    def extend(self, session: ModelSession) -> None:
        number = len(self.model.ints)
        domain = Domain.of(self.random.sample(range(-2, 5), self.random.randint(1, 3)))
        if len(self.answers) * domain.size() * 2 > MOST:
            return
        x, p = int_var(f"x{number}"), bool_var(f"p{number}")
        formulas = self.formulas
        other, some, old = self.random.choice(formulas._ints), formulas._term(1), self.formula()
        said = self.random.choice([node("ne", x, some), node("le", x, other), node("iff", p, old), TRUE])
        session.extend([Constraint(said)], {x.args[0]: domain}, [p.args[0]])
        self.model.int(x.args[0], domain)
        self.model.bool(p.args[0])
        formulas._ints.append(x)
        formulas._bools.append(p)
        self.model.add(said)
        self.answers = [
            Answer({**ints, x.args[0]: value}, {**bools, p.args[0]: truth})
            for ints, bools in self.answers
            for value in domain
            for truth in (False, True)
        ]
        self.keep([said])

    def fail(self, session: ModelSession) -> None:
        """What is refused leaves nothing behind."""
        bad = self.random.choice(
            [
                [self.formula(), node("le", int_var("nobody"), 3)],
                [bool_var("nobody")],
                [self.formula(), node("add", int_var("x0"), 1)],
                [self.formula(), node("eq", node("pow", 7, node("add", 9999, node("abs", int_var("x0")))), 3)],
            ]
        )
        with pytest.raises(ModelError):
            session.extend([Constraint(formula) for formula in bad], {"new": Domain([(0, 1)])}, ["new"])
        assert "new" not in session.model.ints and "new" not in session.model.bools
        assert len(session.model.constraints) == len(self.model.constraints)

    def block(self, session: ModelSession) -> None:
        result = session.solve()
        assert (result.status == "SATISFIABLE") == bool(self.answers)
        if not self.answers:
            return
        assert result.solution in self.answers
        session.block()
        self.model.constraints.append(session.model.constraints[-1])
        self.answers.remove(result.solution)

    def solve(self, session: ModelSession) -> None:
        assumed = self.assumed()
        result = session.solve(assumed)
        right = self.such(assumed)
        assert result.status == ("SATISFIABLE" if right else "UNSATISFIABLE"), assumed
        self.seen[result.status] += 1
        if right:
            assert result.solution in right
        else:
            self.cores(session, assumed)

    def cores(self, session: ModelSession, assumed: list[Expr], also: Collection[Expr] = ()) -> None:
        core = session.core()
        assert set(core) <= set(assumed) and len(set(core)) == len(core)
        assert not self.such([*core, *also])
        if self.random.random() < 0.5:
            smallest = session.core(minimal=True)
            assert set(smallest) <= set(core) and not self.such([*smallest, *also])
            for formula in smallest:
                assert self.such([*(other for other in smallest if other is not formula), *also])
        if self.random.random() < 0.01:
            self.constraint_core(session, [*session.core(), *also])

    def constraint_core(self, session: ModelSession, always: list[Expr]) -> None:
        found = session.constraint_core(minimal=True)
        self.seen["constraint_core"] += 1
        whole = [answer for _, answer in assignments(self.model) if all(evaluate(f, answer) for f in always)]
        assert len(whole) < MOST * 9

        def possible(constraints):
            return any(all(evaluate(c.formula, answer) for c in constraints) for answer in whole)

        assert not possible(found)
        for at in range(len(found)):
            assert possible(found[:at] + found[at + 1 :])

    def minimize(self, session: ModelSession) -> None:
        term, assumed = self.formulas._term(self.random.randint(0, 2)), self.assumed()
        least = self.random.random() < 0.5
        better: list[int] = []
        result = (session.minimize if least else session.maximize)(
            term,
            assumed,
            strategy=self.random.choice(["geometric", "bisect", "up", "down"]),
            report=lambda value, answer, bound: better.append(value),
        )
        right = self.such(assumed)
        values = [v for v in (evaluate(term, answer) for answer in right) if v is not UNDEFINED]
        self.seen["best " + result.status] += 1
        if not values:
            assert result.status == "UNSATISFIABLE"
            self.cores(session, assumed, [node("le", term, term)])
            return
        best = min(values) if least else max(values)
        assert (result.status, result.objective) == ("OPTIMUM FOUND", best), (term, assumed)
        assert result.solution in right and better[-1] == best
        assert better == sorted(set(better), reverse=least)
