"""Steps about rectangles of numbers in words: the only number that can have a cell, the rectangles left to a number."""

from __future__ import annotations

from collections.abc import Sequence

from ....puzzles.facts import Fact
from ....puzzles.spec import PUZZLES, Board, Cell
from ...step import OWNER, Step
from ..fact_words import facts_text, since
from ..place_words import listed, number_name, places_text

MOST, PAIR = 4, 2  # rectangles that are named; of which a sentence says `both`


def is_only(board: Board, step: Step) -> bool:
    """Whether a step says of cells which number alone can have them."""
    is_own = PUZZLES[board.puzzle].facts.placements is not None and not step.contradiction
    is_rule = bool(step.rules) and not step.clues and all(rule.name in OWNER for rule in step.rules)
    return is_own and is_rule and not any(fact.negative for fact in step.facts)


def rectangle_phrase(board: Board, step: Step) -> str:
    """Return the words of a step about the rectangle of one number, or the only number that can have a cell; '' for
    another step.
    """
    forms = PUZZLES[board.puzzle].facts
    if is_only(board, step):
        return listed([_only(board, step, *each) for each in _by_number(step.facts).items()], "; ", "; and ")
    if forms.placements is None or step.contradiction or step.weight != 1 or not step.clues:
        return ""
    number = step.clues[0].place
    left, name = forms.placements(board, number, step.cited), number_name(board, number)
    own, others = ([fact for fact in step.facts if (fact.places[1] == number) == sign] for sign in (True, False))
    if left == [] or any(fact.negative for fact in others):
        return ""
    if left is None:
        facts = facts_text(board, sorted(step.facts, key=lambda fact: fact.negative))
        return f"{facts}: the cells of {name} are a rectangle{since(board, step)}"
    cells = {fact.places[0] for fact in others}
    gone = [fact for fact in step.cited if fact.negative and fact.places[0] in cells and fact.places[1] != number]
    known = [fact for fact in step.cited if fact not in gone]
    why = f", since {facts_text(board, known)}".replace(f" to {name}", " to it") if known else ""
    if not own:
        is_found = len(left) == 1 and all(step.marks.galaxies.get(cell) == number for cell in left[0] - {number})
        because = f"{name} {_can_be(left)}{'' if is_found else why}"
        return listed([_only(board, step, *each, because) for each in _by_number(others).items()], "; ", "; and ")
    out = [*own, *(Fact("region", (fact.places[0], number), None, True) for fact in others)]
    out = list(dict.fromkeys(out))
    words = f"{name} {_can_be(left)}{why}{_shared(out, len(left))}"
    if len(left) > MOST:
        words = f"{facts_text(board, out)}{why}: {_all_or_none(out, len(left))}"
    more = (_only(board, step, at, cells, "", gone) for at, cells in _by_number(others).items())
    return f"{words}{'. So ' * bool(others)}{listed([*more], '; ', '; and ')}"


def no_rectangle(board: Board, step: Step) -> str:
    """Return in words that no number can have a cell, or that a number has no rectangle, as a contradiction by one
    clue or rule says; '' for another one.
    """
    forms = PUZZLES[board.puzzle].facts
    if forms.placements is None or step.weight != 1:
        return ""
    if not step.clues:
        is_own = step.rules[0].name in OWNER and len(step.rules[0].places) == 1
        return f"no number can have {places_text(step.rules[0].places)}" if is_own else ""
    number = step.clues[0].place
    verb = "is left for" if step.cited else "of the board fits"
    return f"no rectangle {verb} {number_name(board, number)}" * (forms.placements(board, number, step.cited) == [])


def _by_number(facts: Sequence[Fact]) -> dict[Cell, list[Cell]]:
    """Return the cells of facts by the cells of their numbers."""
    found = dict[Cell, list[Cell]]()
    for fact in sorted(facts, key=lambda fact: (fact.places[1], fact.places[0])):
        found.setdefault(fact.places[1], []).append(fact.places[0])
    return found


def _only(
    board: Board, step: Step, number: Cell, cells: Sequence[Cell], why: str = "", cited: Sequence[Fact] | None = None
) -> str:
    """Return in words that a number alone can have some cells, and the steps which say that others cannot.

    why: a further reason; '' for none.  cited: the facts that others cannot, None for all of them in the step.
    """
    known = step.cited if cited is None else cited
    out = sorted(fact for fact in known if fact.negative and fact.places[0] in cells and fact.places[1] != number)
    names = dict.fromkeys(number_name(board, fact.places[1]) for fact in out)
    steps = sorted({step.marks.found_in[fact] for fact in out if fact in step.marks.found_in})
    see = f" (step{'s' * (len(steps) > 1)} {listed(list(map(str, steps)))})" if steps else ""
    reasons = listed([*([f"{listed([*names])} cannot{see}"] if out else []), *([why] if why else [])], "; ", ", and ")
    return f"only {number_name(board, number)} can have {places_text(cells)}{': ' * bool(reasons)}{reasons}"


def _can_be(left: Sequence[frozenset[Cell]]) -> str:
    """Return in words which rectangles are left."""
    if len(left) > MOST:
        return f"has {len(left)} rectangles left"
    texts = [places_text(sorted(each)) for each in left]
    can = listed(texts, "; ", "; or " if len(left) > PAIR else " or ")
    return f"{'is' if len(left) == 1 else 'can only be'} {can}"


def _shared(facts: Sequence[Fact], count: int) -> str:
    """Return in words which cells of facts all rectangles have, and which none has; '' for a single rectangle.

    count: of the rectangles.
    """
    own, out = ([fact.places[0] for fact in facts if fact.negative == sign] for sign in (False, True))
    texts = [f"{_are(own)} in {'both' if count == PAIR else 'each'}"] if own else []
    texts += [f"{_are(out)} in {'neither' if count == PAIR else 'none'}"] if out else []
    return f": {listed(texts, last=', and ')}" if count > 1 else ""


def _all_or_none(facts: Sequence[Fact], count: int) -> str:
    """Return in words that all rectangles have the cells of facts, or none has; count: of the rectangles."""
    them = "it" if len(facts) == 1 else "them"
    which = {True: f"none of the {count} rectangles", False: f"each of the {count} rectangles"}
    signs = {fact.negative for fact in facts}
    if len(signs) > 1:
        return f"these are in {which[False]} that are left to the number or in none of them"
    return f"{which[signs.pop()]} that are left has {them}"


def _are(cells: Sequence[Cell]) -> str:
    return f"{places_text(sorted(cells))} {'are' if len(cells) > 1 else 'is'}"
