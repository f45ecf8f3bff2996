"""Steps about rectangles of numbers in words: the only number that can have a cell, the rectangles left to a number."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from ....puzzles.facts import Fact
from ....puzzles.spec import PUZZLES, Board, Cell, Solution
from ...step import OWNER, Step
from ..fact_words import facts_text, since
from ..place_words import listed, number_name, places_text

OWNED = re.compile(r" to (the \S+ at row \d+, column \d+)(?!\d)")  # a number to which cells belong
MOST, PAIR, SEVERAL = 5, 2, 9  # rectangles that are named; of which a sentence says `both`; and named at the end


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
    is_listed = len(left) == 1 or (len(left) <= MOST and any(not fact.negative for fact in own))
    if not own:
        out = [Fact("region", (cell, number), None, True) for cell in sorted(cells)]
        is_found = len(left) == 1 and all(step.marks.galaxies.get(cell) == number for cell in left[0] - {number})
        why = "" if is_found else known_text(board, step, known, name)
        because = f"{name} {can_be(left)}{why}" if is_listed else _else(board, step, number, out, known)
        return listed([_only(board, step, *each, because) for each in _by_number(others).items()], "; ", "; and ")
    out = list(dict.fromkeys([*own, *(Fact("region", (fact.places[0], number), None, True) for fact in others)]))
    words = f"{name} {can_be(left)}{known_text(board, step, known, name)}{_shared(out, len(left))}"
    if not is_listed:
        alike = [some for sign in (False, True) if (some := [fact for fact in out if fact.negative == sign])]
        texts = [f"{facts_text(board, some)}: {_else(board, step, number, some, known)}" for some in alike]
        words = listed(texts, "; ", "; and ")
    more = (_only(board, step, at, cells, "", gone) for at, cells in _by_number(others).items())
    return f"{words}{'. So ' * bool(others)}{listed([*more], '; ', '; and ')}"


def _else(board: Board, step: Step, number: Cell, facts: Sequence[Fact], known: Sequence[Fact]) -> str:
    """Return in words that each rectangle of a number against which facts speak contradicts known ones.

    facts: of cells that the number has, or of cells that it does not have.  known: the facts that exclude rectangles.
    """
    placements, owner = PUZZLES[board.puzzle].facts.placements, PUZZLES[board.puzzle].facts.owner
    cells, name, has = {fact.places[0] for fact in facts}, number_name(board, number), facts[0].negative
    every = (placements(board, number, ()) if placements else None) or []
    wrong = [way for way in every if (not cells.isdisjoint(way) if has else not cells <= way)]
    if not wrong:
        return f"each rectangle of {name} has {'it' if len(cells) == 1 else 'them'}"
    texts = list[str]()
    for (at, negative), some in _by_owner(known).items():
        is_own = at == number and not negative
        own = [fact.places[0] for fact in some if any((fact.places[0] in way) != is_own for way in wrong)]
        of_own = f"the {owner}'s cell{'s' * (len(own) > 1)} " * is_own
        own_text = f"{'one of ' * (len(own) > 1)}{of_own}{places_text(own)}"
        verb = "do not belong" if negative else "belong" if len(own) > 1 else "belongs"
        verb = verb.replace("do ", "does ") if len(own) == 1 else verb
        see = _see(step.marks.found_in[fact] for fact in some if negative and fact in step.marks.found_in)
        of = "" if is_own else f", which {verb} to {'it' if at == number else number_name(board, at)}{see}"
        texts += [f"{'lacks' if is_own else 'has'} {own_text}{of}"] if own else []
    them = "that cell" if len(cells) == 1 else "one of these cells" if has else "all of these cells"
    return f"each rectangle of {name} {'with' if has else 'without'} {them} {listed(texts, ', ', ', or ')}"


def _by_owner(facts: Sequence[Fact]) -> dict[tuple[Cell, bool], list[Fact]]:
    """Return facts by the cell of their number and whether these are negative."""
    found = dict[tuple[Cell, bool], list[Fact]]()
    for fact in facts:
        found.setdefault((fact.places[1], fact.negative), []).append(fact)
    return found


def known_text(board: Board, step: Step, known: Sequence[Fact], name: str) -> str:
    """Return known facts of a number in words, with the numbers of the steps which excluded cells; '' for none.

    name: the number in words, '' for none.
    """
    own, out = ([fact for fact in known if fact.negative == sign] for sign in (False, True))
    see = _see(step.marks.found_in[fact] for fact in out if fact in step.marks.found_in)
    texts = [*([facts_text(board, own)] if own else []), *([facts_text(board, out) + see] if out else [])]
    words = listed(texts, last="; and " if len(own) > 1 else " and ")
    return f", since {with_it(words, name)}" if words else ""


def with_it(words: str, name: str) -> str:
    """Return words with `it` in place of a number to which a cell belongs, as long as they name no other number before;
    name: the number in words, '' for none.
    """
    end = next((found.start() for found in OWNED.finditer(words) if found[1] != name), len(words))
    return OWNED.sub(" to it", words[:end]) + words[end:] if name else words


def _see(steps: Iterable[int]) -> str:
    """Return numbers of steps in brackets, with a blank before them; '' for none."""
    numbers = sorted({*steps})
    return f" (step{'s' * (len(numbers) > 1)} {listed(list(map(str, numbers)))})" if numbers else ""


def no_rectangle(board: Board, step: Step) -> str:
    """Return in words that no number can have a cell, or that a number has no rectangle, as a contradiction by one
    clue or rule says; '' for another one.
    """
    forms = PUZZLES[board.puzzle].facts
    if forms.placements is None or step.weight != 1:
        return ""
    if not step.clues:
        is_own = step.rules[0].name in OWNER and len(step.rules[0].places) == 1
        return f"no {forms.owner} can have {places_text(step.rules[0].places)}" if is_own else ""
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
    see = _see(step.marks.found_in[fact] for fact in out if fact in step.marks.found_in)
    reasons = listed([*([f"{listed([*names])} cannot{see}"] if out else []), *([why] if why else [])], "; ", ", and ")
    return f"only {number_name(board, number)} can have {places_text(cells)}{': ' * bool(reasons)}{reasons}"


def rest_line(board: Board, steps: Sequence[Step], solution: Solution | None) -> str:
    """Return the line about the rectangles of a solution that no step says; '' if there are none, without a solution,
    and for a kind without rectangles.

    steps: those that are printed.
    """
    if not isinstance(solution, list) or PUZZLES[board.puzzle].facts.placements is None:
        return ""
    said, of = " ".join(step.text.lower() for step in steps), dict[str | int, list[Cell]]()
    for r, c in board.cells():
        of.setdefault(solution[r][c], []).append((r, c))
    numbers = {solution[r][c]: (r, c) for r, c in PUZZLES[board.puzzle].clues.given_cells(board)}
    texts = [f"{number_name(board, numbers[area])} is {places_text(cells)}" for area, cells in of.items()]
    left = [text for text in texts if not re.search(rf"{re.escape(text)}(?![\d:])", said)]
    if len(left) > SEVERAL:
        return f"What is left of the board are the other {len(left)} rectangles."
    if len(left) < 2:
        return f"What is left of the board is the last rectangle: {left[0]}." if left else ""
    return f"What is left of the board are the other rectangles: {listed(left, '; ', '; and ')}."


def can_be(left: Sequence[frozenset[Cell]], one: str = "is", several: str = "can only be") -> str:
    """Return in words which rectangles are left; one, several: the verb."""
    can = listed([places_text(sorted(each)) for each in left], "; ", "; or " if len(left) > PAIR else " or ")
    return f"{one if len(left) == 1 else several} {can}"


def _shared(facts: Sequence[Fact], count: int) -> str:
    """Return in words which cells of facts all rectangles have, and which none has; '' for a single rectangle.

    count: of the rectangles.
    """
    own, out = ([fact.places[0] for fact in facts if fact.negative == sign] for sign in (False, True))
    texts = [f"{_are(own)} in {'both' if count == PAIR else 'each'}"] if own else []
    texts += [f"{_are(out)} in {'neither' if count == PAIR else 'none'}"] if out else []
    return f": {listed(texts, last=', and ')}" if count > 1 else ""


def _are(cells: Sequence[Cell]) -> str:
    return f"{places_text(sorted(cells))} {'are' if len(cells) > 1 else 'is'}"
