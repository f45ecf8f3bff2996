"""Clauses in memory: their models against all solutions that there are by trying, and what strangers try."""

import itertools

import pytest
from pysat.examples.rc2 import RC2
from pysat.formula import WCNF
from pysat.solvers import Solver

import csp2sat
from csp2sat import build

ENCODINGS = ("auto", "order", "direct", "log", "compact-order")


def all_models(f, *assumed):
    """Return one decoded solution for each solution, and the models, by a solver that is given the clauses."""
    found = []
    with Solver("g4", bootstrap_with=f.clauses) as solver:
        while solver.solve(assumptions=assumed):
            found.append((f.decode(solver.get_model()), set(solver.get_model())))
            solver.add_clause(f.blocking_clause(solver.get_model()))
    return found


def small():
    m = csp2sat.Model()
    x, y, p = m.int("x", 0, 4), m.int("y", -1, 3), m.bool("p")
    m.add(build.any_(p, x <= y), x + 2 * y <= 6)
    return m, x, y, p


def by_trying(holds):
    values = itertools.product(range(5), range(-1, 4), (False, True))
    return sorted((x, y, p) for x, y, p in values if (p or x <= y) and x + 2 * y <= 6 and holds(x, y, p))


FORMULAS = {
    "order": (lambda x, y, p: x <= 2, lambda x, y, p: x <= 2),
    "opposite": (lambda x, y, p: ~(y > 1), lambda x, y, p: y <= 1),
    "value": (lambda x, y, p: x == 3, lambda x, y, p: x == 3),
    "no value": (lambda x, y, p: y != 7, lambda x, y, p: True),
    "Boolean": (lambda x, y, p: ~p, lambda x, y, p: not p),
    "sum": (lambda x, y, p: x + y + p >= 4, lambda x, y, p: x + y + p >= 4),
    "product": (lambda x, y, p: x * y == 3, lambda x, y, p: x * y == 3),
    "quotient": (lambda x, y, p: x // y == 1, lambda x, y, p: y != 0 and int(x / y) == 1),
    "largest": (lambda x, y, p: build.max(x, y) == 3, lambda x, y, p: max(x, y) == 3),
    "either": (lambda x, y, p: (x == y) ^ p, lambda x, y, p: (x == y) != p),
    "global": (lambda x, y, p: build.all_different(x, y, 2), lambda x, y, p: len({x, y, 2}) == 3),
}


@pytest.mark.sample(4)
@pytest.mark.parametrize(("name", "encoding"), [*itertools.product(FORMULAS, ENCODINGS)])
def test_a_literal_is_true_iff_its_constraint_holds(name, encoding):
    m, x, y, p = small()
    f = csp2sat.encode(m, encoding=encoding)
    made, holds = FORMULAS[name]
    literal = f.literal(made(x, y, p))
    assert f.literal(made(x, y, p)) == literal
    assert sorted((s[x], s[y], s[p]) for s, _ in all_models(f)) == by_trying(lambda *values: True)
    for s, true in all_models(f):
        assert (literal in true) == holds(s[x], s[y], s[p]) and (-literal in true) != (literal in true)
    assert sorted((s[x], s[y], s[p]) for s, _ in all_models(f, -literal)) == by_trying(
        lambda *values: not holds(*values)
    )


@pytest.mark.parametrize("encoding", ENCODINGS)
def test_literals_of_values(encoding):
    m, x, y, p = small()
    f = csp2sat.encode(m, encoding=encoding)
    assert (f.literal(True), f.literal(False), f.literal(~(x == 9))) == (1, -1, 1)
    of_x, of_y, of_p = f.values(x), f.values("y"), f.values(p)
    assert list(of_x) == [0, 1, 2, 3, 4] and list(of_y) == [-1, 0, 1, 2, 3] and list(of_p) == [0, 1]
    for s, true in all_models(f):
        for variable, literals in ((x, of_x), (y, of_y), (p, of_p)):
            assert [value for value, literal in literals.items() if literal in true] == [s[variable]]


@pytest.mark.parametrize("encoding", ENCODINGS)
def test_constraints_are_added_one_after_another(encoding):
    m, x, y, p = small()
    f = csp2sat.encode(m, encoding=encoding)
    with Solver("g4", bootstrap_with=f.new_clauses()) as solver:
        assert solver.solve() and f.new_clauses() == []
        f.add(x + y == 5)
        z = m.int("z", 0, 3)
        m.add(z == x - y)
        f.add()
        solver.append_formula(f.new_clauses())
        assert solver.solve()
        s = f.decode(solver.get_model())
        assert s[x] + s[y] == 5 and s["z"] == s[x] - s[y]
        f.add([z > 3])
        solver.append_formula(f.new_clauses())
        assert not solver.solve()
    found = sorted({(s[x], s[y], s[p]) for s, _ in all_models(csp2sat.encode(m))})
    assert found == by_trying(lambda x, y, p: 0 <= x - y <= 3)


def test_an_objective_and_soft_constraints_are_soft_clauses():
    m, x, y, p = small()
    m.maximize(3 * x - y)
    f = csp2sat.encode(m)
    wanted = csp2sat.solve(m).objective
    formula = WCNF()
    formula.extend(f.clauses)
    for clause, weight in f.soft:
        formula.append(clause, weight=weight)
    with RC2(formula) as solver:
        assert f.decode(solver.compute()).objective == wanted
    m, x, y, p = small()
    m.soft(x > 3, 4)
    m.soft(y > 2, 3)
    m.soft(~p, 2)
    f = csp2sat.encode(m)
    formula = WCNF()
    formula.extend(f.clauses)
    for clause, weight in f.soft:
        formula.append(clause, weight=weight)
    with RC2(formula) as solver:
        s = f.decode(solver.compute())
    assert s.objective == csp2sat.solve(m).objective == 4 * (s[x] <= 3) + 3 * (s[y] <= 2) + 2 * s[p]


def model_of(f):
    with Solver("g4", bootstrap_with=f.clauses) as solver:
        return solver.get_model() if solver.solve() else None


def test_models_in_the_forms_of_solvers():
    m, *_ = small()
    f = csp2sat.encode(m)
    true = model_of(f)
    s = f.decode(true)
    as_tuple = (None, *(lit > 0 for lit in sorted(true, key=abs)))
    text = f"c seconds\ns SATISFIABLE\nv {' '.join(map(str, true))} 0\n"
    by_variable = {abs(lit): lit > 0 for lit in true}
    for form in (as_tuple, text, text.encode(), by_variable, iter(true), set(true), [*true, 9999]):
        assert f.decode(form) == s
    import numpy

    assert f.decode(numpy.array(true)) == s


def test_a_variable_without_a_clause_may_be_missing():
    m = csp2sat.Model()
    p, q = m.bool("p"), m.bool("q")
    m.add(p)
    f = csp2sat.encode(m)
    assert f.decode([lit for lit in model_of(f) if abs(lit) != f.literal(q)])[p] is True


@pytest.mark.parametrize(
    ("model", "error", "message"),
    [
        (None, csp2sat.UsageError, "no model: None; expected the true literals"),
        (True, csp2sat.UsageError, "no model: True"),
        ([1, 0], csp2sat.UsageError, "0 is no literal"),
        ([True, False], csp2sat.UsageError, "True is no literal"),
        (["1"], csp2sat.UsageError, "'1' is no literal"),
        ([1.5], csp2sat.UsageError, "1.5 is no literal"),
        (7, csp2sat.UsageError, "no model: 7"),
        ([1, 2], csp2sat.SolverError, "the model has 2 values; expected"),
        ([], csp2sat.SolverError, "the model has 0 values; expected"),
        ([1, 2, -2], csp2sat.SolverError, "the model has both 2 and -2"),
        ("s UNSATISFIABLE\n", csp2sat.SolverError, "no model: the answer is unsat"),
        ("garbage", csp2sat.SolverError, "answer|model|line"),
    ],
)
def test_what_is_no_model(model, error, message):
    f = csp2sat.encode(small()[0])
    with pytest.raises(error, match=message.replace("(", "\\(")):
        f.decode(model)


def test_a_wrong_model():
    f = csp2sat.encode(small()[0])
    wrong = [-lit for lit in model_of(f)]
    with pytest.raises(
        csp2sat.SolverError, match="the model falsifies clause 1, which is `1 0`; expected a model of these clauses"
    ):
        f.decode(wrong)
    other = csp2sat.encode(small()[0], encoding="log")
    with pytest.raises(csp2sat.SolverError):
        other.decode(model_of(f))


def test_models_without_and_with_too_much():
    empty = csp2sat.encode(csp2sat.Model())
    assert (empty.clauses, empty.num_vars, empty.decode([1]).as_dict()) == ([[1]], 1, {})
    m, x, *_ = small()
    m.add(x > 7)
    none = csp2sat.encode(m)
    assert model_of(none) is None and all(none.clauses)
    huge = csp2sat.Model()
    z = huge.int("z", 0, 10**9)
    huge.add(z * z == 10**12)
    f = csp2sat.encode(huge)
    assert f.decode(model_of(f))[z] == 10**6
    with pytest.raises(csp2sat.ModelError, match="values; expected 100000 at most for a literal of each"):
        f.values(z)


def test_a_board_and_texts():
    board = csp2sat.load_board("tests/data/boards/masyu-10x10-42c56c56.json")
    f = csp2sat.encode(board)
    assert f.decode(model_of(f)) == csp2sat.solve(board).solution
    f = csp2sat.encode(csp2sat.loads("(int x 0 5) (int y 0 5) (= (+ x y) 7) (< x y)"))
    f.add(f.model["x"] >= 3)
    s = f.decode(model_of(f))
    assert s["x"] == 3 and s.as_dict() == {"x": 3, "y": 4}
    f = csp2sat.encode(csp2sat.loads("var 1..3: x :: output_var; constraint int_lt(x, 2); solve satisfy;", "flatzinc"))
    assert f.decode(model_of(f))["x"] == 1
    f = csp2sat.encode(csp2sat.loads("p cnf 3 2\n1 -2 0\n2 0\n"))
    assert f.decode(model_of(f)).as_dict() | {"3": None} == {"1": True, "2": True, "3": None}


def test_numpy_in_the_model():
    import numpy

    m = csp2sat.Model()
    x = m.int("x", numpy.int64(0), numpy.int32(9))
    m.add(build.sum(x * each for each in numpy.array([1, 2])) == numpy.int64(15))
    f = csp2sat.encode(m)
    assert f.decode(model_of(f))[x] == 5 and isinstance(f.literal(x <= numpy.int64(3)), int)


def test_text_for_a_process():
    f = csp2sat.encode(small()[0])
    from csp2sat.cnf import dimacs
    from csp2sat.cnf.flat_clauses import clauses

    found = dimacs.read(f.dimacs().encode(), "")
    assert (found.num_vars, clauses(found.flat)) == (f.num_vars, f.clauses)


def test_the_same_solutions_as_the_file(tmp_path):
    m, *_ = small()
    f, written = csp2sat.encode(m), csp2sat.encode(m, tmp_path / "x.cnf")
    assert (f.num_vars, len(f.clauses)) == (written.num_vars, written.num_clauses)


def test_own_variables():
    m, x, *_ = small()
    f = csp2sat.encode(m)
    mine = f.new_variable()
    later = f.literal(x * x == 9)
    assert abs(later) != mine == f.new_variable() - (f.num_vars - mine)
    with Solver("g4", bootstrap_with=f.clauses) as solver:
        solver.append_formula([[-mine, later], [mine]])
        assert solver.solve() and f.decode(solver.get_model())[x] == 3


@pytest.mark.parametrize(
    ("asked", "error", "message"),
    [
        (lambda f, m: f.nv, AttributeError, "did you mean f.num_vars?"),
        (lambda f, m: f.clause, AttributeError, "did you mean f.clauses?"),
        (lambda f, m: f.solve(), AttributeError, "session"),
        (lambda f, m: f.literal("x <= 3"), csp2sat.ModelError, "is no constraint"),
        (lambda f, m: f.literal(m["x"]), csp2sat.ModelError, ""),
        (lambda f, m: f.literal(small()[1] <= 3), csp2sat.ModelError, ""),
        (lambda f, m: f.values("nope"), csp2sat.ModelError, "nope"),
        (lambda f, m: f.values(m["x"] + 1), csp2sat.ModelError, "is no variable"),
        (lambda f, m: csp2sat.encode(m, encoding="oder"), KeyError, "did you mean 'order'?"),
        (lambda f, m: csp2sat.encode(m, encode=["z*=log"]), csp2sat.UsageError, "no integer variable fits"),
        (lambda f, m: csp2sat.encode(m, to="wcnf"), csp2sat.UsageError, "only with the path of a file"),
        (lambda f, m: csp2sat.encode(m, map_="f.map"), csp2sat.UsageError, "only with the path of a file"),
        (lambda f, m: csp2sat.encode(m, timeout=0), csp2sat.LimitReached, "time"),
        (lambda f, m: csp2sat.encode([m]), TypeError, "is no problem"),
        (lambda f, m: csp2sat.formula(m), AttributeError, "csp2sat.encode"),
        (lambda f, m: setattr(f, "clauses", []), AttributeError, "cannot be set"),
    ],
)
def test_what_is_wrong(asked, error, message):
    m, *_ = small()
    f = csp2sat.encode(m)
    with pytest.raises(error) as raised:
        asked(f, m)
    assert message in str(raised.value)


def test_two_models_have_nothing_in_common():
    (one, x, *_), (other, u, *_) = small(), small()
    f, g = csp2sat.encode(one), csp2sat.encode(other)
    f.add(x == 1)
    assert f.decode(model_of(f))[x] == 1 and len(all_models(g)) == len(by_trying(lambda *values: True))
    with pytest.raises(csp2sat.ModelError):
        f.add(u == 1)
    assert f.decode(model_of(f))[x] == 1
