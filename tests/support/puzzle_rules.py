"""Puzzles: the exact model of a board, its solutions, and the model against the checker of the rules."""

from csp2sat.encoder.options import EncoderOptions
from csp2sat.model.meaning import broken_constraints, outside_domains
from csp2sat.puzzles.spec import PUZZLES, Board
from support.oracle import enumerate_answers


def exact(board):
    """The model whose solutions are those of the board."""
    return PUZZLES[board.puzzle].stages[-1].model(board)


def all_solutions(board):
    """Through the encoder and a solver."""
    return [
        PUZZLES[board.puzzle].solution(board, answer) for answer in enumerate_answers(exact(board), EncoderOptions())
    ]


def assert_model_and_rules_agree(board, answers):
    """The model accepts an answer just when the checker finds no fault.  Returns how many it accepts."""
    puzzle, model = PUZZLES[board.puzzle], exact(board)
    accepted = 0
    for answer in answers:
        faults = puzzle.broken_rules(board, puzzle.solution(board, answer))
        holds = not broken_constraints(model, answer) and not outside_domains(model, answer)
        assert holds == (not faults), (board, answer, faults)
        accepted += holds
    return accepted


def candidates(puzzle, givens):
    """The points of which one is on the loop, as the graph of the model has them."""
    return exact(Board(puzzle, len(givens), len(givens[0]), givens)).constraints[-1].formula.args[0].candidates
