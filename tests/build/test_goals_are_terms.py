"""A goal is a term: a list of terms is refused with both of its possible meanings, and the model keeps its goal."""

import pytest

import csp2sat

LISTS = {
    "array": lambda w: w,
    "negated": lambda w: ~w,
    "list": lambda w: [w[0], w[1]],
    "tuple": lambda w: (w[0],),
    "generator": lambda w: (each for each in w),
    "number in a list": lambda w: [3],
}


@pytest.mark.parametrize("goal", ["minimize", "maximize"])
@pytest.mark.parametrize("kind", LISTS)
def test_a_list_is_refused(kind, goal):
    m = csp2sat.Model()
    w = m.bool_array("w", 3)
    m.maximize(w.sum())
    with pytest.raises(csp2sat.ModelError) as refused:
        getattr(m, goal)(LISTS[kind](w))
    assert f"m.{goal}(sum(items)) for their sum, m.{goal}(*items) for the first one before" in str(refused.value)
    m.add(w[0] + w[1] <= 1)
    assert csp2sat.solve(m).objective == 2


def test_several_terms_come_in_order():
    m = csp2sat.Model()
    w = m.bool_array("w", 3)
    m.add(w.sum() <= 2, ~(w[0] & w[1]))
    m.maximize(*w)
    assert csp2sat.solve(m)[w] == [True, False, True]
