"""Random solutions of a board by its own model, for kinds whose solutions nothing simpler draws.

A solver decides only which values are possible, so every solver leads to the same solution.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from typing import Any

from ..base.portable_random import RandomSource
from ..cnf.sink import Sink
from ..encoder.encoder import encode
from ..encoder.options import EncoderOptions
from ..model.expr import int_var, node, term
from ..model.model import Answer, Model
from ..puzzles.spec import PUZZLES, Board, Solution
from ..runner.session.session import SolverSession
from .uniqueness import exact, exclude, known

PLAIN = EncoderOptions(narrowing=False, share=False)


def random_solution(random: RandomSource, board: Board, share: float = 0.5) -> list[Any] | None:
    """Return a random solution of the board, or None if it has none: each variable in random order gets a random value
    that the earlier ones allow.

    share: the chance of a Boolean to be tried as true first.
    """
    answer = random_answer(random, exact(board), lambda name: share)
    return None if answer is None else PUZZLES[board.puzzle].solution(board, answer)


def other_solution(random: RandomSource, board: Board, solution: Solution) -> Solution | None:
    """Return a random solution of the board other than the given one, or None if there is none: each variable in random
    order keeps its value, unless the earlier ones do not allow this value.  All variables must be Booleans.
    """
    model, values = exact(board), known(board, solution)
    exclude(model, values)
    answer = random_answer(random, model, lambda name: float(values.bools[name]))
    return None if answer is None else PUZZLES[board.puzzle].solution(board, answer)


def random_answer(random: RandomSource, model: Model, share: Callable[[str], float]) -> Answer | None:
    """Return the visible values of a random answer of a model, or None if it has none: each variable in random order
    gets a random value that the earlier ones allow.  The model gets further Booleans and constraints.

    share: the chance of the Boolean with a name to be tried as true first.
    """
    values = [list(each) for each in _values(model)]
    sink = Sink()
    lits = {each["bool"]: each["lit"] for each in encode(model, sink, PLAIN) if "bool" in each}
    with closing(SolverSession(sink.num_vars)) as session:
        session.add(list(sink.flat()))
        tried = [_tried(random, [lits[name] for name in names], share(names[0])) for names in random.shuffled(values)]
        true = _decided(session, tried)
    return None if true is None else _answer(model, lits, true)


def _values(model: Model) -> Iterator[list[str]]:
    """Yield for each visible Boolean (without `_` before its name) a list of its name, and for each visible integer x
    the names `=x=VALUE` of new Booleans, one for each value of its domain, which are added to the model.
    """
    yield from ([name] for name in list(model.bools) if not name.startswith("_"))
    for name, domain in model.ints.items():
        if not name.startswith("_"):
            found = [f"={name}={value}" for value in domain]
            for value, meaning in zip(domain, found, strict=True):
                model.add(node("iff", model.bool(meaning), term("eq", int_var(name), value)))
            yield found


def _tried(random: RandomSource, lits: list[int], share: float) -> list[int]:
    """Return the literals of one variable in the order in which they are tried as true.

    lits: the literals of an integer's values, which are shuffled, or the one literal of a Boolean, which comes before
    its negation with the chance `share`.
    """
    if len(lits) > 1:
        return random.shuffled(lits)
    return [lits[0], -lits[0]] if random.chance(share) else [-lits[0], lits[0]]


def _decided(session: SolverSession, tried: Sequence[Sequence[int]]) -> set[int] | None:
    """Return the true literals of a model of the session's clauses, None if there is no model.

    tried: lists of literals, in the order in which they are decided.  The first literal of a list that is possible
    together with all earlier choices is chosen, and added to the session as a unit clause; a list may have none.
    """
    outcome = session.solve().known()
    for lits in tried:
        if outcome.status != "sat":
            return None
        true = set(outcome.literals)
        for lit in lits:
            if lit not in true:
                other = session.solve([lit]).known()
                if other.status != "sat":
                    continue
                outcome = other
            session.add([lit, 0])
            break
    return set(outcome.literals) if outcome.status == "sat" else None


def _answer(model: Model, lits: dict[str, int], true: set[int]) -> Answer:
    bools = {name: lits[name] in true for name in model.bools if name in lits and not name.startswith("=")}
    chosen = (name.split("=")[1:] for name, lit in lits.items() if name.startswith("=") and lit in true)
    return Answer({name: int(value) for name, value in chosen}, bools)
