"""Values that a language computes, judged by searches, some of which come to no end."""

from csp2sat.errors import LimitReached
from csp2sat.judging.computed_values import faults_of_computed
from csp2sat.languages.base.value_lines import Printed
from csp2sat.model.model import Answer, Model


def test_values_that_no_solution_has_are_wrong_though_it_is_not_known_which():
    def stating(known, computed):
        if len(computed) == 1:
            raise LimitReached("time")
        return Model()

    printed = Printed(computed={"a": 1, "b": 2})
    found = faults_of_computed(Model(), printed, Answer({}, {}), lambda model: None, stating)
    assert found == ["a, b cannot be 1, 2: no values of the other variables give all of them"]
