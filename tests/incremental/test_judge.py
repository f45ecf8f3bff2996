"""Judging by what has changed, against judging everything."""

from random import Random

from support.oracle import assignments
from support.random_csp import RandomCsp

from csp2sat.incremental.judge import Judge
from csp2sat.model.expr import Expr, any_of, bool_var, int_var, node
from csp2sat.model.meaning import broken_constraints
from csp2sat.solving.pipeline import WrongAnswer


def changed(before, after) -> set[Expr]:
    ints = {int_var(name) for name, value in after.ints.items() if before is None or before.ints[name] != value}
    return ints | {
        bool_var(name) for name, value in after.bools.items() if before is None or before.bools[name] != value
    }


def test_a_walk_through_right_and_wrong_answers(seeds):
    """The steps are small, and constraints are added on the way; some are wide disjunctions."""
    right = wrong = 0
    for seed in seeds(range(60)):
        random, model = Random(seed), RandomCsp(seed).model()
        answers = [answer for _, answer in assignments(model)]
        later = [model.constraints.pop() for _ in range(random.randint(0, len(model.constraints)))]
        for answer in random.sample(answers, min(3, len(answers))):
            parts = [node("ne", int_var(name), value) for name, value in answer.ints.items()]
            later.append(later[0]._replace(formula=any_of(parts)) if later else model.constraints[0])
        judge, before, unjudged = Judge(model), None, set()
        judge.unjudged.update(range(len(model.constraints)))
        answer = random.choice(answers)
        for _ in range(60):
            unjudged |= changed(before, answer)
            try:
                judge.check(answer, unjudged)
                unjudged.clear()
                good = True
            except WrongAnswer:
                good = False
            assert good == (not broken_constraints(model, answer)), answer
            right, wrong, before = right + good, wrong + (not good), answer
            near = [other for other in random.sample(answers, min(40, len(answers))) if len(changed(answer, other)) < 3]
            answer = random.choice(near or answers)
            if later and random.random() < 0.1:
                judge.unjudged.add(len(model.constraints))
                model.constraints.append(later.pop())
    assert seeds.only is not None or min(right, wrong) > 300
