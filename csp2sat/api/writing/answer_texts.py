"""Solutions as text: of CSPs in the language of the source or as a line of values, of CNFs as `v` lines."""

from __future__ import annotations

from ...languages.base.value_lines import show_named as show_named
from ...languages.base.value_lines import show_row as show_row
from ...languages.spec import Answers as Answers
from ...languages.spec import answers_of as answers_of
from ...model.model import Answer
from ...runner.process import output
from ...runner.process.outcome import Outcome
from ...solving.inputs import CnfInput

PLAIN = Answers()
"""How Sugar prints answers, whatever the source is."""


def answer_text(problem: CnfInput, outcome: Outcome) -> str:
    """Return an answer in the output format of solvers, after the digest of its CNF."""
    return f"{output.DIGEST}{problem.digest}\n{output.show(outcome.status, outcome.literals)}"


def status_of(outcome: Outcome) -> output.Spelling:
    """Return the status in words: SATISFIABLE, UNSATISFIABLE, UNKNOWN."""
    return output.SPELLINGS[outcome.status]


def model_of(answer: Answer) -> list[int]:
    """Return the true literals of a model of a CNF, given as values of variables."""
    from ...solving.cnf_problem import literals

    return literals(answer)


def model_text(answer: Answer) -> str:
    """Return the `v` lines of a model of a CNF, given as values of variables."""
    return output.show_model(model_of(answer))
