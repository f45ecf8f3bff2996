"""Cuts of a loop as a person says them: how many lines lead out of an area, which ways out of it are left, and which
line a loop would leave out.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence

from ...puzzles.facts import Fact
from ...puzzles.spec import Board, Cell
from ..search.graph_cuts.loop_ways import EARLY, ONCE
from ..step import RuleUse, Step, UsedRule
from .cut_phrases import EVENLY, cut_note
from .edge_words import LONG, EdgeEnds, line_text, lines_at
from .fact_words import SINCE, facts_text, since

MOST_LINES = 12  # known lines and gaps of a supposition that are named: each conclusion says where a reader finds more
WITH = ", with the known lines and gaps in "
MOST_GAPS = 8  # around an area that are named
FEW = 3  # areas of suppositions that are named
COUNTS = ("no line", "one line", "two lines", "three lines", "four lines")


def loop_phrase(board: Board, step: Step) -> str:
    """Return the words of a step that follows from one cut of a loop; '' for another step, and for a cut around an area
    without words.
    """
    uses = [use for rule in step.rules for use in rule.uses]
    if len(uses) != 1:
        return ""
    (use,) = uses
    if cut_note(use.words).startswith(EARLY):
        return _early(board, step, use)
    new, around = {fact.places for fact in step.facts}, set(use.around)
    left = around - {fact.places for fact in step.cited}
    if not use.around or not left <= new or not (new <= around or use.ends):
        return ""
    omitted = [fact for fact in step.cited if fact.places in around or (use.sides and fact.places in use.ends)]
    gaps = [fact for fact in omitted if fact.negative and fact.places in around]
    omitted = [fact for fact in omitted if len(gaps) > MOST_GAPS or fact not in gaps]
    why = since(board, step, use.words, omitted=omitted)
    if cut_note(use.words).startswith(EVENLY):
        words = _evenly(board, step, use)
    elif cut_note(use.words).startswith(ONCE):
        words = _once(board, step, use)
    else:
        words = _twice(board, step, use)
    return words and f"{facts_text(board, step.facts)}: {words}{why}"


def _early(board: Board, step: Step, use: RuleUse) -> str:
    """Return the words of a step that an edge is no line since its ends are those of a line; '' for another step."""
    if len(step.facts) != 1 or not step.facts[0].negative or not use.ends:
        return ""
    joined = "a line joins both ends of this edge already"
    without = f"the loop would close without {line_text(board, use.ends[0])}"
    return f"{facts_text(board, step.facts)}: {joined}, and {without}"


def _evenly(board: Board, step: Step, use: RuleUse) -> str:
    """Return in words that an even number of lines leads out of an area; '' if more than one edge follows."""
    lines = _lines(step, use)
    if len(step.facts) != 1 or step.facts[0].negative == len(lines) % 2:
        return ""
    so_far = f"so far {counted_lines(board, lines)}, and no other way out is left"
    return f"an even number of lines leads out of {use.area}; {so_far}"


def _once(board: Board, step: Step, use: RuleUse) -> str:
    """Return in words that the loop has one way out of an area, or needs a second one; '' for another reason."""
    lines, (fact, *more) = _lines(step, use), step.facts
    if more or fact.negative == len(lines) or len(lines) > 1:
        return ""
    if fact.negative:
        return f"this edge is the only way left out of {use.area}, and the loop would have no way back"
    return f"a line leads out of {use.area} {lines_at(board, lines)}, and no other way back is left"


def _twice(board: Board, step: Step, use: RuleUse) -> str:
    """Return in words that the loop has to leave and enter an area; '' for another reason."""
    inner, outer = (line_text(board, end) for end in use.ends[:2])
    new, lines = [fact.places for fact in step.facts], _lines(step, use)
    if all(fact.negative for fact in step.facts) and len(new) == 1 and new[0] in use.ends[:2]:
        is_inner = new[0] == use.ends[0]
        ways = f"only {lines_at(board, lines)}" if lines else "no way"
        back = f"the loop would have to lead from there to {outer if is_inner else inner} and back"
        return f"else {back}, but {ways} is left out of {use.area}"
    if any(fact.negative for fact in step.facts) or not set(new) <= set(use.around):
        return ""
    parts = f"{use.area}, with {inner} inside and {outer} outside"
    left = f"besides {counted_lines(board, lines)} " if lines else ""
    return f"the loop has to leave and enter {parts}, and {left}no other way is left"


def _lines(step: Step, use: RuleUse) -> list[EdgeEnds]:
    """Return the known lines around the area of a cut."""
    known = {fact.places for fact in step.cited if _is_line(fact)}
    return [edge for edge in use.around if edge in known]


def counted_lines(board: Board, lines: Sequence[EdgeEnds]) -> str:
    """Return how many lines there are in words, and, if they are not very many, where."""
    count = COUNTS[len(lines)] if len(lines) < len(COUNTS) else f"{len(lines)} lines"
    return f"{count}{':' * (len(lines) > 1)} {lines_at(board, lines)}" if 0 < len(lines) <= LONG else count


def area_notes(rule: UsedRule, name: str) -> str:
    """Return in brackets what a loop's rule says of areas, if these are few, for a sentence that names its rules only;
    '' for another name than that of the rule.
    """
    notes = [cut_note(use.words) for use in rule.uses if use.around]
    return f" ({'; '.join(notes)})" if name == rule.name and 0 < len(notes) <= FEW else ""


def known_text(board: Board, step: Step, before: str, words: str, named: Collection[Cell]) -> str:
    """Return the known facts of a step of several reasons with `, since ` before them, without each line that the
    sentence has as `the line ...`.  The open edges around an area stand for the gaps there if this is shorter.

    before, words: the sentence up to these facts, and all of it beside them.  named: as in `since`.
    """
    uses = {use.area: use for rule in step.rules for use in rule.uses if use.around}
    omitted = [fact for fact in step.cited if _is_line(fact) and line_text(board, fact.places) in words]
    texts = list[str]()
    for area, use in uses.items():
        beside = [fact for fact in step.cited if fact.places in use.around]
        text = _ways_left(board, use, beside, "this area" if area in before and len(uses) == 1 else area)
        one_by_one = facts_text(board, [fact for fact in beside if fact not in omitted])
        if len(text) < len(one_by_one):
            texts.append(text)
            omitted += beside
    facts = [fact for fact in step.cited if fact not in omitted]
    if step.kind == "suppose" and len(facts) > MOST_LINES and all(fact.value == "line" for fact in facts):
        return "; ".join([f"{WITH}{len(facts)}{' other' * bool(texts)} places", *texts])
    why = since(board, step, words, named, omitted)
    return f"{why or SINCE}{'; ' * bool(why)}{'; '.join(texts)}" if texts else why


def _ways_left(board: Board, use: RuleUse, known: Sequence[Fact], where: str) -> str:
    """Return in words which lines lead out of the area of a cut, and which of the other edges around are left.

    known: the known facts of these edges.  where: the area in words.
    """
    lines = [fact.places for fact in known if not fact.negative]
    gone = {fact.places for fact in known}
    left = [edge for edge in use.around if edge not in gone]
    ways = f"{'ways' if len(left) > 1 else 'way'} left"
    are = "are" if len(left) > 1 else "is"
    if not lines:
        return (
            f"the only {ways} out of {where} {are} {lines_at(board, left)}"
            if left
            else f"no way out of {where} is left"
        )
    leads = f"{'lines lead' if len(lines) > 1 else 'a line leads'} out of {where} {lines_at(board, lines)}"
    return f"{leads}, and {f'the only other {ways} {are} {lines_at(board, left)}' if left else 'no other way is left'}"


def _is_line(fact: Fact) -> bool:
    """Whether a fact is a known line, not a gap."""
    return fact.value == "line" and not fact.negative
