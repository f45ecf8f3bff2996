"""Sessions as a stranger tries them: right, wrong and sloppy."""

import time
from random import Random

import pytest
from support.random_sequences import in_process
from support.small_session import DIGITS, P, Q, X, Y, small

from csp2sat.encoder.options import EncoderOptions
from csp2sat.errors import ModelError, UsageError
from csp2sat.incremental import bound_search
from csp2sat.incremental.session import ModelSession
from csp2sat.model.domain import Domain
from csp2sat.model.expr import FALSE, TRUE, any_of, bool_var, int_var, node
from csp2sat.model.model import Answer, Constraint, Model, Origin


def test_an_answer_has_all_variables(session):
    result = session.solve()
    assert result.status == "SATISFIABLE" and result.reason == ""
    assert result.solution.ints.keys() == {"x", "y"} and result.solution.bools.keys() == {"p", "q"}


def test_assumptions_leave_nothing_behind(session):
    assert session.solve([X <= 0, ~P]).solution.ints["x"] == 0
    assert session.solve([X >= 9, Q]).solution.bools == {"p": True, "q": True}
    assert session.solve([X >= 3, ~P]).status == "UNSATISFIABLE"
    assert session.solve([X >= 3]).status == "SATISFIABLE"


@pytest.mark.parametrize(
    ("assumed", "core"),
    [
        ([FALSE], [FALSE]),
        ([TRUE, FALSE, Q], [FALSE]),
        ([P, ~P], [P, ~P]),
        ([Q, ~Q], [Q, ~Q]),
        ([X <= 2, Q, node("gt", X, 2)], [X <= 2, node("gt", X, 2)]),
        ([X >= 3, X >= 3, Q, ~P, ~P], [X >= 3, ~P]),
        ([node("alldifferent", X, X), Q], [node("alldifferent", X, X)]),
        ([node("eq", node("div", 1, X), 7)], [node("eq", node("div", 1, X), 7)]),
        ([X + Y <= 4, X >= 3, ~P], [X + Y <= 4]),
        ([int_var("x") >= 10], [X >= 10]),
    ],
)
def test_cores(session, assumed, core):
    assert session.solve(assumed).status == "UNSATISFIABLE"
    assert set(session.core()) <= set(assumed)
    smallest = session.core(minimal=True)
    assert session.solve(smallest).status == "UNSATISFIABLE"
    for formula in smallest:
        assert session.solve([other for other in smallest if other is not formula]).status == "SATISFIABLE"
    assert len(smallest) == len(core) or smallest == [X >= 3, ~P]


def test_there_is_no_core_without_unsat(session):
    for ask in (lambda: None, session.solve, lambda: session.minimize(X)):
        ask()
        with pytest.raises(UsageError, match="no core"):
            session.core()
        with pytest.raises(UsageError, match="no core"):
            session.constraint_core()


def test_a_core_of_constraints(session):
    session.add(X + Y <= 7)
    assert session.solve([X >= 3, ~P, Q]).status == "UNSATISFIABLE"
    assert session.constraint_core(minimal=True) == [session.model.constraints[1]]
    assert str(session.constraint_core()[0].origin) == "line 2, column 1"
    assert session.solve([X >= 3]).status == "SATISFIABLE", "the session goes on"
    session.add(X + Y <= 4)
    assert session.solve().status == "UNSATISFIABLE" and session.core() == []
    assert session.constraint_core(minimal=True) == [session.model.constraints[0], session.model.constraints[3]]


def test_unsatisfiable_stays_so(child):
    child.add(FALSE)
    assert child.solve().status == "UNSATISFIABLE" and child.core() == []
    child.extend([Constraint(node("le", int_var("z"), X))], {"z": DIGITS})
    assert child.solve([P]).status == "UNSATISFIABLE" and child.core(minimal=True) == []
    assert child.minimize(X).status == "UNSATISFIABLE"
    assert child.constraint_core(minimal=True) == [Constraint(FALSE)]


def test_the_empty_model(child):
    with ModelSession(Model()) as empty:
        assert empty.solve().solution == Answer({}, {})
        assert empty.minimize(3).objective == 3
        empty.block()
        assert empty.solve().status == "UNSATISFIABLE"
        empty.extend(ints={"x": DIGITS})
        assert empty.solve().status == "UNSATISFIABLE"


def test_growing_from_nothing():
    with in_process(), ModelSession(Model()) as session:
        session.extend(ints={"x": DIGITS}, bools=["p"])
        assert session.maximize(X).objective == 9
        session.add(P & (X <= 4))
        assert session.maximize(X, [P]).objective == 4
        assert session.solve([~P]).status == "UNSATISFIABLE"


@pytest.mark.parametrize("encoding", ["order", "direct", "log", "compact-order", "auto"])
def test_all_answers_are_blocked_one_by_one(encoding):
    model = Model({"x": Domain.of([1, 2, 5, 9]), "_h": DIGITS}, {"p": P})
    model.add(node("le", X, int_var("_h")))
    with in_process(), ModelSession(model, EncoderOptions(encoding)) as session:
        seen = set()
        while (result := session.solve()).status == "SATISFIABLE":
            seen.add((result.solution.ints["x"], result.solution.bools["p"]))
            session.block()
            if len(seen) == 3:
                session.extend([Constraint(X <= 5)], bools=["q"])  # answers differ in q from here on
                session.add(~Q)
        assert len(seen) >= 6 and len(seen) <= 8


def test_an_answer_of_before_there_were_more_variables_is_blocked(session):
    session.add(X <= 0)
    session.add(node("eq", Y, 5) & P & Q)
    session.solve()
    session.extend(ints={"z": DIGITS})
    session.block()
    assert session.solve().status == "UNSATISFIABLE"


def test_block_needs_an_answer(session):
    with pytest.raises(UsageError, match="no answer"):
        session.block()
    session.solve([FALSE])
    with pytest.raises(UsageError, match="no answer"):
        session.block()
    session.minimize(X)
    session.block()


@pytest.mark.parametrize(
    ("term", "least", "most"),
    [
        (X, 0, 9),
        (X + Y, 5, 18),
        (X * Y, 0, 81),
        (node("sub", X, Y), -9, 9),
        (node("div", 12, X), 1, 12),
        (node("if", P, X, 100), 0, 100),
        (7, 7, 7),
        (node("max", X, Y), 3, 9),
    ],
)
def test_optima(session, term, least, most):
    better = []
    found = session.minimize(term, report=lambda value, answer, bound: better.append(value))
    assert (found.status, found.objective, better[-1]) == ("OPTIMUM FOUND", least, least)
    assert (session.maximize(term).objective, session.minimize(term).objective) == (most, least)
    assert session.solve([node("eq", term, most)]).status == "SATISFIABLE", "no bound stays"


def test_an_objective_that_is_undefined(session):
    assert session.minimize(node("div", 1, X), [X <= 0]).status == "UNSATISFIABLE"
    assert session.core(minimal=True) == [X <= 0]
    session.add(X <= 0)
    assert session.maximize(node("mod", 5, X)).status == "UNSATISFIABLE"
    assert session.core() == []
    assert session.constraint_core(minimal=True) == [Constraint(X <= 0)]
    assert session.solve().status == "SATISFIABLE"


def test_an_objective_under_assumptions(session):
    assert session.minimize(X, [~P, Y <= 4]).objective == 1
    assert session.maximize(X, [~P, X >= 4]).status == "UNSATISFIABLE"
    assert set(session.core(minimal=True)) == {~P, X >= 4}


@pytest.mark.sample(7)
@pytest.mark.parametrize(
    ("refused", "message"),
    [
        (lambda s: s.add(node("le", int_var("z"), 3)), "integer variable z is not declared"),
        (lambda s: s.add(bool_var("z")), "Boolean variable z is not declared"),
        (lambda s: s.add(X + 1), r"\(add x 1\) is no formula"),
        (lambda s: s.add(True), "True is no formula"),
        (lambda s: s.add("x <= 3"), "'x <= 3' is no formula"),
        (lambda s: s.solve([X]), "x is no formula"),
        (lambda s: s.solve([X <= 3, node("ge", int_var("z"), 1)]), "z is not declared"),
        (lambda s: s.minimize(P), "p is no term"),
        (lambda s: s.minimize(True), "True is no term"),
        (lambda s: s.minimize(int_var("z")), "z is not declared"),
        (lambda s: s.extend(ints={"x": DIGITS}), "x is declared twice"),
        (lambda s: s.extend(bools=["p"]), "p is declared twice"),
        (lambda s: s.extend(bools=["r", "r"]), "declared twice"),
        (lambda s: s.extend(ints={"z": Domain([])}), "z has an empty domain"),
        (lambda s: s.extend(ints={"z": range(3)}), "expected a Domain"),
        (lambda s: s.extend(bools=[3]), "3 is no name"),
        (lambda s: s.extend(ints={"z": Domain([(0, 10**9)])}), "z has 1000000001 values"),
        (
            lambda s: s.extend([Constraint(X <= 1), Constraint(bool_var("z"))], {"w": DIGITS}, ["v"]),
            "z is not declared",
        ),
        (lambda s: s.add(node("eq", node("pow", 7, X + 9999), 3), Origin("text", 7, 1)), "line 7, column 1: a p"),
        (lambda s: s.solve([Q, node("eq", node("pow", 7, X + 9999), 3)]), "^a power"),
        (lambda s: s.minimize(node("mul", *[X + 1000] * 9)), "values"),
    ],
)
def test_what_is_refused_leaves_nothing_behind(session, refused, message):
    session.solve([X + Y <= 8])
    with pytest.raises(ModelError, match=message):
        refused(session)
    model = session.model
    assert (list(model.ints), list(model.bools), len(model.constraints)) == (["x", "y"], ["p", "q"], 2)
    assert session.solve([X + Y <= 5, X >= 2]).status == "SATISFIABLE"
    assert session.maximize(X + Y, [~P]).objective == 11
    session.extend([Constraint(node("lt", int_var("z"), X))], {"z": DIGITS})
    assert session.minimize(X).objective == 1


def test_wrong_settings(session):
    with pytest.raises(UsageError, match="no strategy 'fast'; expected one of bisect, "):
        session.minimize(X, strategy="fast")
    with pytest.raises(UsageError, match="activation"):
        ModelSession(small(), EncoderOptions(narrowing=False, share=False, activate=True))
    with pytest.raises(ModelError, match="not declared"):
        ModelSession(Model(constraints=[Constraint(P)]))


def test_large_domains():
    model = Model({"x": Domain([(0, 10**15)]), "y": Domain([(-(10**12), 10**12)])})
    model.add(node("ge", X, 3 * Y))
    with ModelSession(model, EncoderOptions("log")) as session:
        assert session.maximize(Y, [X <= 10**6], strategy="bisect").objective == 333333
        session.add(node("eq", X + Y, 10**13))
        assert session.solve().solution.ints["y"] >= -(10**12)
    with pytest.raises(ModelError, match="x has 1000000000000001 values"):
        ModelSession(model)


def test_the_model_itself_may_change(session):
    model = small()
    with ModelSession(model) as session:
        model.add(FALSE)
        model.int("z", 0, 1)
        assert session.solve().status == "SATISFIABLE" and "z" not in session.model.ints


def test_only_what_is_new_is_encoded_and_sent(session):
    solver = session._open.solver
    session.solve([X + Y <= 8, node("alldifferent", X, Y, 3)])
    size = sum(map(len, solver.parts))
    session.solve([node("alldifferent", X, Y, 3), X + Y <= 8, X <= 3])
    assert sum(map(len, solver.parts)) == size, "selectors are used again"
    session.add(any_of([P, Q]))
    session.solve()
    assert sum(map(len, solver.parts)) == size + 3 and session._open.solver is solver


def test_a_report_that_fails(session):
    def report(value, answer, bound):
        raise ValueError(value)

    with pytest.raises(ValueError, match=r"[0-9]"):
        session.maximize(X, report=report)
    assert session.maximize(X).objective == 9


def test_two_directions_of_one_formula(session):
    """Its literal is defined in one direction first, and then needed in the other."""
    part = node("iff", X + Y <= 7, node("alldifferent", X, Y, 4))
    session.add(node("or", Q, part, node("and", part, P)))
    assert session.solve([~Q, node("not", part)]).status == "UNSATISFIABLE"
    assert session.solve([node("not", part), part]).status == "UNSATISFIABLE"
    session.add(node("or", P, node("not", node("or", part, Q)), FALSE))
    result = session.solve([~P])
    assert result.status == "UNSATISFIABLE" or not result.solution.bools["p"]


def test_a_knapsack_that_takes_the_solver_long_is_searched_as_a_linear_program(monkeypatch):
    monkeypatch.setattr(bound_search, "EARLY", 0.0)
    draw = Random(1)
    taken = {f"t{at}": bool_var(f"t{at}") for at in range(30)}
    weights = [draw.randint(100, 999) for _ in taken]
    gains = [weight + draw.randint(-60, 60) for weight in weights]
    load, gain = (
        node("add", *(node("if", t, a, 0) for t, a in zip(taken.values(), by, strict=True))) for by in (weights, gains)
    )
    with ModelSession(Model({}, taken, [Constraint(node("le", load, 5500))])) as session:
        found = session.maximize(gain, deadline=time.monotonic() + 20)
    assert found.status == "OPTIMUM FOUND"
