"""The linear program of a CSP against brute force: each solution is one of the program, and no bound is wrong."""

from dataclasses import replace
from itertools import product
from math import inf
from random import Random

import pytest
from support.oracle import solutions
from support.random_csp import RandomCsp

from csp2sat.base.portable_random import RandomSource
from csp2sat.base.source import Source
from csp2sat.encoder.normalize.normalize import normalize
from csp2sat.errors import ModelError
from csp2sat.languages.sugar import read
from csp2sat.model.meaning import evaluate
from csp2sat.model.model import Answer
from csp2sat.optimizing.linear.extraction import Extraction
from csp2sat.optimizing.linear.forms import NoLinearForm
from csp2sat.optimizing.linear.jumps import Jumps
from csp2sat.optimizing.linear.lagrangian import Prices
from csp2sat.optimizing.linear.program import Infeasible, LinearProgram, TooLarge, value_of, weighted
from csp2sat.optimizing.linear.repair import RepairEnd, repair
from csp2sat.optimizing.linear.rows import RowPropagation
from csp2sat.optimizing.linear.search import LinearSearch
from csp2sat.optimizing.one_sided import one_sided


def model_of(text):
    return read(Source("test.csp", text))


def answers(model):
    """The solutions of a model with a value of the objective, each with the value."""
    for ints, bools in solutions(model):
        answer = Answer(dict(zip(model.ints, ints, strict=True)), dict(zip(model.bools, bools, strict=True)))
        value = evaluate(model.objective.term, answer)
        if value is not None:
            yield answer, value


def rows_of(program):
    """Propagation over the rows of a program, from its domains."""
    sums = [row.sum for row in program.rows] + [row.sum.times(-1) for row in program.rows if row.is_equation]
    return RowPropagation([each.lo for each in program.domains], [each.hi for each in program.domains], sums)


def completed(extraction, answer, goal):
    """The values of the program's variables for an answer, with a goal of that at most; None if there are none."""
    known, rows = extraction.known({**answer.ints, **answer.bools}), rows_of(extraction.program)
    rows.add(extraction.program.goal._replace(const=extraction.program.goal.const - goal))
    values = [known.get(x, domain.lo) for x, domain in enumerate(extraction.program.domains)]
    order = [*known, *(x for x in range(len(values)) if x not in known)]
    end, found = repair(rows, order, values, 0, 1000)
    return found if end is RepairEnd.FOUND and all(found[x] == value for x, value in known.items()) else None


def check(model):
    """That all solutions are solutions of the program, with their values, and that bounds and best values are right;
    whether the model has a program."""
    sign, found = 1 if model.objective.goal == "minimize" else -1, list(answers(model))
    try:
        directed, _ = one_sided(model)
        extraction = Extraction(normalize(directed).norm, directed, sign)
        search = LinearSearch(extraction.program)
    except (NoLinearForm, TooLarge):
        return False
    except Infeasible:
        assert not found
        return True
    for answer, value in found:
        assert completed(extraction, answer, sign * value) is not None, answer
    best = min((sign * value for _, value in found), default=None)
    if search.begin() or search.go_on():
        search.improve_bound()
        for _ in range(40):
            if not search.is_settled:
                search.improve()
    assert best is None or search.bound <= best
    if best is not None and search.is_settled:
        assert search.value <= best
    return True


@pytest.mark.sample(1)
@pytest.mark.parametrize("first", range(0, 1000, 100))
def test_random_models_have_right_programs(first):
    linear = 0
    for seed in range(first, first + 100):
        maker = RandomCsp(seed)
        model = replace(maker.model(), objective=maker.objective())
        if not isinstance(model.objective.term, int):
            try:
                linear += check(model)
            except ModelError:
                continue
    assert linear > 15


def random_sums(seed):
    """Sums of Booleans and integers, also in formulas, clauses, choices, different values: all linear."""
    random = Random(seed)
    ints = {f"x{i}": (low := random.randint(-2, 1), low + random.randint(1, 3)) for i in range(random.randint(1, 3))}
    bools = [f"p{i}" for i in range(random.randint(1, 4))]
    terms = [*ints, *[f"(if {p} {random.randint(-3, 3)} {random.randint(-2, 2)})" for p in bools]]
    terms += [f"(if (= {x} {random.randint(low, high)}) 1 0)" for x, (low, high) in ints.items()]

    def total():
        return "(+ " + " ".join(f"(* {random.randint(-4, 4)} {each})" for each in random.sample(terms, 3)) + ")"

    text = "".join(f"(int {x} {low} {high})" for x, (low, high) in ints.items())
    text += "".join(f"(bool {p})" for p in bools)
    for _ in range(random.randint(1, 4)):
        kind = random.random()
        if kind < 0.5:
            text += f"({random.choice(['<=', '>=', '=', '<='])} {total()} {random.randint(-4, 6)})"
        elif kind < 0.7:
            text += f"(or {random.choice(bools)} (not {random.choice(bools)}) (<= {random.choice([*ints])} 0))"
        elif kind < 0.8:
            text += f"(alldifferent {' '.join(ints)})"
        elif kind < 0.85:
            few = " ".join(f"(if {random.choice(bools)} {random.choice((1, 1, 2, -1))} 0)" for _ in range(3))
            bound = f"({random.choice(['<=', '=', '>=', '!='])} (+ {few}) {random.randint(-1, 3)})"
            text += f"({random.choice(['imp', 'iff', 'xor', 'or'])} {random.choice(bools)} {bound})"
        elif kind < 0.93:
            text += (
                f"(element (+ 1 (if {random.choice(bools)} 1 0)) ({random.randint(-2, 2)} 1) {random.choice([*ints])})"
            )
        else:
            text += f"(iff {random.choice(bools)} (and {random.choice(bools)} (!= {random.choice([*ints])} 0)))"
    return text + f"(objective {random.choice(['minimize', 'maximize'])} {total()})"


@pytest.mark.sample(1)
@pytest.mark.parametrize("first", range(0, 1000, 100))
def test_random_sums_have_right_programs(first):
    assert sum(check(model_of(random_sums(seed))) for seed in range(first, first + 100)) > 60


def test_a_part_of_a_clause_that_is_always_true_implies_nothing():
    """Without p, the clause with q holds whether q is true or not."""
    declared = "".join(f"(bool {name})" for name in "pqrst")
    clauses = "(not p)(or (= (if p 5 2) 2) q)(or (not p) (<= (+ (if q -2 0) (if r 1 0) (if s 1 0) (if t 1 0)) 0))"
    assert check(model_of(f"{declared}{clauses}(objective maximize (+ (if r 1 0) (if s 1 0) (if t 1 0) (if q -5 0)))"))


def random_program(random):
    """A program of up to six variables, some with more than two values."""
    program = LinearProgram(1000)
    forms = [program.variable(low := random.randint(-1, 1), low + random.choice((1, 1, 1, 3))) for _ in range(6)]
    try:
        for _ in range(random.randint(1, 4)):
            row = forms[0].times(0)
            for form in random.sample(forms, random.randint(1, 5)):
                row = row.plus(form.times(random.choice((-3, -2, -1, 1, 2, 3))))
            row = row._replace(const=random.randint(-4, 4))
            (program.equal_zero if random.random() < 0.2 else program.at_most_zero)(row)
    except Infeasible:
        return None
    goal = forms[0]
    for form in forms[1:]:
        goal = goal.plus(form.times(random.randint(-9, 9)))
    program.aim_at(goal)
    return program


def points(program):
    """All solutions of a program."""
    for values in product(*program.domains):
        sums = [(value_of(row.sum, values), row.is_equation) for row in program.rows]
        if all(total == 0 if is_equation else total <= 0 for total, is_equation in sums):
            yield list(values)


def test_searches_find_what_brute_force_finds():
    random, settled = Random(3), 0
    for _ in range(150):
        program = random_program(random)
        if program is None:
            continue
        goals = [value_of(program.goal, values) for values in points(program)]
        try:
            search = LinearSearch(program)
        except Infeasible:
            assert not goals
            continue
        found = search.begin()
        found = (not search.is_settled and search.go_on()) or found
        assert not (found and not goals)
        assert found or not goals or not search.is_settled
        if found:
            search.improve_bound()
            for _ in range(60):
                search.is_settled or search.improve()
            assert search.bound <= min(goals) <= search.value == value_of(program.goal, search.best)
            assert search.best in list(points(program))
            settled += search.is_settled
        assert not goals or search.bound <= min(goals)
    assert settled > 60


def test_jumps_end_at_solutions_of_the_rows():
    """From values that may break all rows; of the programs that have solutions few are left without one."""
    random, tried, found = Random(5), 0, 0
    for _ in range(150):
        program = random_program(random)
        if program is None:
            continue
        start = [random.randint(-2, 4) for _ in program.domains]
        low, high = [each.lo for each in program.domains], [each.hi for each in program.domains]
        jumps, those = Jumps(program, low, high, start, RandomSource(random.randint(1, 9))), list(points(program))
        is_solved = jumps.solve(5_000)
        assert not is_solved or jumps.values in those
        tried, found = tried + bool(those), found + is_solved
    assert 0.95 * tried <= found <= tried > 70


def test_jumps_keep_to_the_bounds_they_were_given():
    program = LinearProgram(100)
    x, y = program.variable(0, 9), program.variable(0, 9)
    program.equal_zero(weighted([(2, x), (3, y)], -21))
    jumps = Jumps(program, [0, 5], [9, 9], [0, 0], RandomSource(1))
    assert jumps.solve(1_000) and jumps.values == [3, 5]
    assert not Jumps(program, [9, 5], [9, 9], [0, 0], RandomSource(1)).solve(1_000)
    assert not Jumps(program, [2, 2], [2, 2], [0, 0], RandomSource(1)).solve(1_000)  # nothing can jump


def test_jumps_find_a_first_solution_where_all_dives_fail(monkeypatch):
    monkeypatch.setattr("csp2sat.optimizing.linear.search.repair", lambda *_: (RepairEnd.STOPPED, []))
    program = LinearProgram(1000)
    cells = [[program.variable() for _ in range(8)] for _ in range(8)]
    for row in (*cells, *zip(*cells, strict=True)):
        program.equal_zero(weighted([(1, each) for each in row], -1))
    program.aim_at(weighted([(i * j % 7, each) for i, row in enumerate(cells) for j, each in enumerate(row)]))
    search = LinearSearch(program)
    assert search.begin() and search.is_hard and search.bound <= search.value <= 48
    assert sum(search.best) == 8


def test_prices_give_a_bound_for_any_number_of_steps():
    random = Random(4)
    for _ in range(60):
        program = random_program(random)
        goals = [value_of(program.goal, values) for values in points(program)] if program else []
        if goals:
            prices = Prices(program)
            for steps in (1, 3, 20):
                prices.improve(random.choice((min(goals), max(goals) + 9)), steps)
                bound, total = prices.bound()
                assert bound <= min(goals)
                assert all(
                    value_of(total, values) <= (1 << 20) * value_of(program.goal, values) for values in points(program)
                )


def test_bounds_are_as_before_after_they_are_taken_back():
    random = Random(6)
    for _ in range(100):
        program = random_program(random)
        if program is None or not (rows := rows_of(program)).propagate():
            continue
        rows.forget()
        before = [*rows.low], [*rows.high], [*rows._slack], [*rows._examined], [*rows._next]
        for _ in range(3):
            for x in random.sample(range(6), 4):
                if rows.low[x] < rows.high[x]:
                    rows.raise_low(x, rows.high[x]) if random.random() < 0.5 else rows.reduce_high(x, rows.low[x])
                    if not rows.propagate():
                        break
            rows.undo(0)
            assert before == ([*rows.low], [*rows.high], [*rows._slack], [*rows._examined], [*rows._next])


@pytest.mark.parametrize("power", [40, 60, 400])
def test_huge_numbers_are_left_to_the_solver(power):
    model = model_of(f"(int x 0 1) (int y 0 1) (objective maximize (+ (* {2**power} x) y)) (<= (+ x y) 1)")
    if power > 48:
        with pytest.raises(TooLarge):
            Extraction(normalize(model).norm, model, -1)
    else:
        assert check(model)


@pytest.mark.parametrize(
    "use", ["(<= (+ {} x y) 1) (objective maximize (+ x y))", "(objective maximize (+ {} x y)) (<= (+ x y) 1)"]
)
def test_a_huge_number_of_a_variable_that_is_zero_is_left_to_the_solver(use):
    """Prices are in floating point, which such a weight exceeds, although the sum is small."""
    model = model_of("(int z 0 0) (int x 0 1) (int y 0 1)" + use.format(f"(* {10**400} z)"))
    with pytest.raises(TooLarge):
        Extraction(normalize(model).norm, model, -1)


def test_a_large_program_has_a_first_solution_after_little_work():
    """All steps of the prices would take longer than many a time limit, after which nothing would be known."""
    random, found = Random(8), []
    program = LinearProgram(200_000)
    sets = [program.variable() for _ in range(500)]
    for _ in range(300):
        program.at_most_zero(weighted([(-1, each) for each in random.sample(sets, 20)], 1))
    program.aim_at(weighted([(random.randint(1, 99), each) for each in sets]))
    for most in (50_000, inf):
        search = LinearSearch(program)
        assert search.begin() and search.go_on(most)
        search.improve_bound(2 * most)
        assert search.bound <= search.value
        found.append(search.work)
    assert found[0] < 200_000 and found[0] < found[1] / 5
