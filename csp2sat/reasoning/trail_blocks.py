"""Suppositions as blocks of lines: each fact of a step with its own supposition, cases within a line indented below."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from contextvars import copy_context
from dataclasses import replace
from itertools import groupby

from ..base.numbers import counted
from ..puzzles.facts import Fact, uses_corners
from ..puzzles.kit.checks import place
from ..puzzles.spec import PUZZLES, Board
from .search.graph_cuts.half_ways import COMMON, NONE
from .sentences import OTHERWISE, USED, TrailLine, capital, is_short, so, supposing
from .step import FactWay, Step, TrailPart, used_by
from .wording.edge_words import CITED
from .wording.fact_words import MORE, SINCE, Left, facts_text, so_text, values_text
from .wording.line_rules import TWO_LINES
from .wording.loop_words import known_text
from .wording.numbers.few_numbers import NUMBER_LEFT, PLACE_LEFT
from .wording.outline_words import needing_lines, opposite
from .wording.place_words import listed, places_text
from .wording.rooms.arrows import arrow_phrase
from .wording.rooms.fitting_ways import fitting_there, says_fitting
from .wording.rooms.passed_cells import NO_OTHER, ON_LINE, without_gaps
from .wording.star_words import says_trail

INDENT, DEEPER = " " * 5, " " * 4
FEW = 6  # reasons by which facts follow at once, and which are named
ELSE = ": else a contradiction follows"  # in the head of a step of one fact
OF_BLOCKS = {"blocks have their size", COMMON, NONE}  # rules that lines say more of than their names
ABOVE = ": as above"  # behind a conclusion with cases that are above
EARLIER = f"{ABOVE}, by the same lines as in the other supposition"
# The words before cells beside a shaded one or a star, and those that their reason has.
BESIDE = {"#": ("beside that cell", ", beside "), "*": ("touching that cell", " would touch the ")}
WAY = re.compile(r"(?<=\.) (?=If (?:they|it) (?:are|were|is) |The ways? left: |One is |Another is )")  # to place cells
LONG = 300  # characters of a text with such ways, which are lines of their own if it has more
WAYS = 2  # facts with suppositions of their own up to which a sentence with these is read, if it is not LONG
MOST_LINES = 40  # of a step, beyond which its cases are only counted
# In lines that others are folded into.
FOLDED = re.compile(r"since otherwise \d+ lines? leads? to |\(\d+ more lines?\)$")
NUMBER = re.compile(r"(?:rows?|columns?) \d+(?:(?:,| to| and|, and) \d+)*|\b(\d+)\b")  # of a place, or another one
SOURCES = re.compile(r" \((?:see )?steps? \d+(?:(?:, | and )\d+)*\)")  # behind known facts


def head(board: Board, step: Step, left: Left) -> str:
    """Return the sentence of a step for a text that has the conclusions of its suppositions in lines below; '' for a
    step whose own sentence says all, and for one of few clues and rules that this names shortly.

    left: as for `sentence`.
    """
    if not step.trail and len(step.text) > LONG and len(ways := WAY.split(step.text)) > 1:
        return ways[0]
    is_long = (step.kind == "suppose" and not (is_short(step) or arrow_phrase(board, step))) or USED in step.text
    is_long = is_long or any(part.by.startswith((PLACE_LEFT, f"{NUMBER_LEFT}, as ")) for part in step.trail)
    is_long = is_long or any(part.words and says_fitting(part.by) for part in step.trail)
    is_long = is_long or (len(step.own_ways) > WAYS and len(step.text) > LONG)
    is_long = is_long or any({use.rule, use.words} & OF_BLOCKS for rule in step.rules for use in rule.uses)
    if not is_long or len(step.trail) < 2 or not step.facts or says_trail(board, step):
        return ""
    facts = sorted(step.facts, key=lambda fact: fact.negative)
    first, last = capital(facts_text(board, facts, left)), so_text(board, step, left)
    why = "the opposites lead to contradictions" if step.ways else ELSE.removeprefix(": ")
    read = replace(step.read, given=tuple(each for each in step.read.given if each[1] is not None))
    read = replace(read, marks=step.marks._replace(numbered=True))
    known = known_text(board, read, "", "", ())  # without clues, which are on the board and in the lines
    known = known.replace(SINCE, ". Known before: ", 1)
    if len(facts) > 1 and not step.ways:  # the one that is denied is first
        more = facts_text(board, [fact for fact in facts if fact != step.facts[0]], left)
        return f"{capital(facts_text(board, step.facts[:1], left))}{ELSE}; once that is known, {more}{last}{known}."
    if ELSE.endswith(why):
        return f"{first}: {why}{last.replace(',', ';', 1)}{known}."
    return f"{first}{last}: {why}{known}."


def blocks(board: Board, step: Step, whole: bool = True) -> list[str]:
    """Return the lines of the suppositions of a step that has a `head`: of each fact with a way of its own its opposite
    and what follows; at last the facts that follow otherwise.

    whole: whether there may be more than MOST_LINES; if not, each case of such a step is one line, with the number of
    lines and the contradiction that the case leads to, and of more than MOST_LINES even so those in the middle are
    only counted.
    """
    found = copy_context().run(lambda: [*_blocks(board, step, whole=True)]) if step.head else []
    if whole or len(found) <= MOST_LINES:
        return found
    found = copy_context().run(lambda: [*_blocks(board, step, whole=False)])
    more = len(found) - MOST_LINES + 1
    return found if more <= 1 else [*found[: MOST_LINES - 2], f"{INDENT}({counted(more, 'more line')})", *found[-1:]]


def suppositions(board: Board, step: Step) -> list[tuple[str, list[TrailLine]]]:
    """Return the suppositions of a step, each for all facts of an argument as in `blocks`, beginning with the first
    fact: a sentence that supposes the opposites of these facts, and the lines of the conclusions; [] if the step has
    no conclusions before the contradiction.
    """
    return copy_context().run(lambda: [*_suppositions(board, step)]) if len(step.trail) > 1 else []


def _suppositions(board: Board, step: Step) -> Iterator[tuple[str, list[TrailLine]]]:
    """Yield the texts of `suppositions`, with sides named from the clues of the step."""
    CITED.set([clue.place for clue in step.clues])
    for ways in arguments(board, step):
        yield _supposition(board, step, ways), [TrailLine.of(board, part) for part in ways[0].trail]


def _supposition(board: Board, step: Step, ways: Sequence[FactWay]) -> str:
    """Return the sentence that supposes the opposites of facts of a step, without the full stop; ways: of the facts."""
    unlike = len({tuple(_lines_of(board, way)) for way in ways}) > 1
    return f"{supposing(board, step, ways)} that {_supposed(board, [way.fact for way in ways], unlike)}"


def otherwise_text(count: int, end: str) -> str:
    """Return in words that a case leads to a contradiction, in place of OTHERWISE; count: of the lines of the case.
    end: the last of them.
    """
    return f"{OTHERWISE.removesuffix(':')} {counted(count, 'line')} {'leads' if count == 1 else 'lead'} to {end}"


def _folded(lines: Sequence[str]) -> Iterator[str]:
    """Yield lines with each case, the deeper lines below a line, as a part of this line."""
    top = min(map(_depth, lines), default=0)
    first = [at for at, line in enumerate(lines) if _depth(line) == top]
    for at, end in zip(first, [*first[1:], len(lines)], strict=True):
        words, last = lines[at].removesuffix(OTHERWISE), lines[end - 1].lstrip().removeprefix("- ")
        yield words + otherwise_text(end - at - 1, last) if end - at > 1 else words


def _blocks(board: Board, step: Step, whole: bool) -> Iterator[str]:
    """Yield the lines of `blocks`, with sides named from the clues of the step.

    whole: whether cases have lines of their own.
    """
    CITED.set([clue.place for clue in step.clues])
    if not step.trail:
        yield from (f"{INDENT}- {way}" for way in WAY.split(step.text)[1:])
        return
    above = dict[tuple[str, ...], int]()
    for at, ways in enumerate(arguments(board, step)):
        yield f"{INDENT}{_supposition(board, step, ways)}."
        yield from _once([*_lines_of(board, ways[0])], above, at) if whole else _folded([*_lines_of(board, ways[0])])
    yield from (f"{INDENT}{text}" for text in others(board, step))


def arguments(board: Board, step: Step) -> list[list[FactWay]]:
    """Return the ways of the facts of a step in groups, one for each argument; a group is behind the groups whose facts
    its ways rest on, and the way of a fact about all larger numbers is behind those about one number.
    """
    rank: dict[Fact, int] = {}
    same: dict[tuple[int, tuple[str, ...]], list[FactWay]] = {}
    for way in step.own_ways:
        rank[way.fact] = 1 + max((rank[fact] for fact in used_by([way]) if fact in rank), default=0)
        same.setdefault((rank[way.fact], tuple(_lines_of(board, way))), []).append(way)
    alike: dict[tuple[object, ...], list[FactWay]] = {}
    for (at, lines), some in same.items():
        alike.setdefault((at, lines if len(some) > 1 else argued(board, some[0])), []).extend(some)
    groups = (sorted(some, key=lambda way: is_large(way.fact)) for some in alike.values())
    return sorted(groups, key=lambda ways: min(rank[way.fact] for way in ways))


def others(board: Board, step: Step) -> list[str]:
    """Return sentences about the facts of a step that have no way of their own."""
    done = {step.facts[0], *(way.fact for way in step.ways)}
    crossed = {fact.places for fact in step.facts if fact.negative}
    done |= {fact for fact in step.facts if not fact.negative and fact.places in crossed}  # a last value is in the head
    more = [fact for fact in step.facts if fact not in done]
    so_far = dict(step.at_once)
    same = dict[str, list[Fact]]()
    for fact in more:
        same.setdefault(so_far.get(fact, ""), []).append(fact)
    if len(same) <= FEW and so_far.keys() >= {*more}:
        return [f"Then {facts_text(board, facts)}{by or ', too'}." for by, facts in same.items()]
    how = "at once" if so_far.keys() >= {*more} else "from the same clues and rules"
    return [f"Then the other facts follow {how}."]


def argued(board: Board, way: FactWay) -> tuple[object, ...]:
    """Return what the ways of two facts share if one argument serves for both: the lines from the opposite of a fact to
    a contradiction; for a number that a cell does not have, the cell and the lines with N in place of the number.
    """
    fact, lines = way.fact, tuple(_lines_of(board, way))
    if not fact.negative or not (isinstance(fact.value, int) or is_large(fact)):
        return lines
    number = str(fact.value)
    if is_large(fact):
        return fact.places, *(line.replace(f"block of {number}", "N").replace(number, "N") for line in lines)
    return fact.places, *(NUMBER.sub(lambda found: "N" if found[1] == number else found[0], line) for line in lines)


def is_large(fact: Fact) -> bool:
    """Whether a fact is about all numbers above one."""
    return str(fact.value).startswith(MORE)


def _lines_of(board: Board, way: FactWay) -> Iterator[str]:
    """Yield the lines from the opposite of a fact to a contradiction."""
    return _lines(board, way.trail, [opposite(way.fact)], INDENT)


def _supposed(board: Board, facts: Sequence[Fact], differ: bool) -> str:
    """Return the opposites of facts in words.

    differ: whether the lines below are those of the first fact, and those of the others have another number in place
    of the first one's.
    """
    if not differ:
        return _any_of(board, list(map(opposite, facts)))
    first, *more = facts
    rest = values_text([fact.value for fact in more], signs=PUZZLES[board.puzzle].facts.signs)
    return f"{facts_text(board, [opposite(first)])} ({rest}: likewise, in place of {first.value})"


def _any_of(board: Board, facts: Sequence[Fact]) -> str:
    """Return in words that one of some facts holds."""
    if len({(fact.places, fact.negative) for fact in facts}) == 1 < len(facts) and facts[0].what == "cell":
        values = values_text([fact.value for fact in facts], " or ", PUZZLES[board.puzzle].facts.signs)
        return f"{place(facts[0].places[0])} is {values}"
    texts = [facts_text(board, [fact]) for fact in facts]
    endings = {text.removeprefix(place(fact.places[0])) for text, fact in zip(texts, facts, strict=True)}
    if len(facts) > 1 and len(endings) == 1:
        return f"one of {places_text([fact.places[0] for fact in facts])}{endings.pop()}"
    return listed(texts, ", that ", ", or that ")


def _once(lines: Sequence[str], above: dict[tuple[str, ...], int], own: int) -> Iterator[str]:
    """Yield lines without the cases of a conclusion that are above already.

    above: all of these, which are added, with the numbers of their suppositions.  own: the number of this one.
    """
    at = 0
    while at < len(lines):
        depth, end = _depth(lines[at]), at + 1
        while end < len(lines) and _depth(lines[end]) > depth:
            end += 1
        block = tuple(line[depth:] for line in lines[at:end])
        is_above = len(block) > 1 and block in above
        link = ABOVE if above.setdefault(block, own) == own else EARLIER
        yield lines[at].removesuffix(OTHERWISE) + link if is_above else lines[at]
        at = end if is_above else at + 1


def _depth(line: str) -> int:
    return len(line) - len(line.lstrip())


def _lines(board: Board, trail: Sequence[TrailPart], supposed: Sequence[Fact], indent: str) -> Iterator[str]:
    """Yield the lines of conclusions, of which neighbours with the same reason are one line, and so are those by which
    lines of a loop go on; cases are lines below.

    trail: the conclusions.  supposed: the facts that hold beside.  indent: the blanks before a line.
    """
    parts = _ways_together(without_gaps(needing_lines(trail, supposed)))
    line, last = "", list[TrailPart]()
    for end, runs in groupby(_runs(parts), lambda run: _loop_end(run[1][0])):
        some = list(runs)
        if end and len(some) > 1:
            together = [part for _, own in some for part in own]
            some = [(_no_other(together) if end == NO_OTHER else "", together)]
        for by, own in some:
            if line and end == ON_LINE and _loop_end(last[0]):
                line += f"; so {so(board, own)}"
                continue
            if line and (beside := _beside(last, own)):
                line += f"; {beside}, {so(board, own)}"
                continue
            if line:
                yield line
            way, last = own[0].way, own
            what = so(board, own) if by else _way_text(board, own)
            line = f"{indent}- {what}"
            line += OTHERWISE if way else f": {fitting_there(what, _at_cell(board, by, own))}" if by else ""
            if way:
                yield line
                cases, line = [opposite(part.fact) for part in own if part.fact], ""
                yield from _lines(board, way, cases[:1], indent + DEEPER)
    if line:
        yield line


def _beside(last: Sequence[TrailPart], parts: Sequence[TrailPart]) -> str:
    """Return `beside that cell` or `touching that cell` if `last` is one conclusion, that a cell is shaded, a star or a
    tent, and all `parts` say of cells beside the cell that they are not; '' otherwise.
    """
    fact = last[0].fact
    if len(last) > 1 or fact is None or fact.value not in BESIDE or fact.negative:
        return ""
    link, words = BESIDE[fact.value]
    is_near = (words in part.by and part.rests == (fact,) and part.fact and part.fact.negative for part in parts)
    return link if all(is_near) else ""


def _loop_end(part: TrailPart) -> str:
    """Return the words in the reason of a conclusion that a line of a loop goes on, or ends nowhere, at one cell or
    corner, or that a cell is not shaded since a line leads there; '' for another conclusion.
    """
    ends = (end for end in (TWO_LINES, NO_OTHER, ON_LINE) if end in part.by)
    return next(ends, "") if part.fact is not None and not part.way else ""


def _at_cell(board: Board, by: str, parts: Sequence[TrailPart]) -> str:
    """Return the reason of conclusions, for lines and gaps by the rule that a cell or corner has no line or two lines
    how many there are; by: the reason in words; parts: the conclusions.
    """
    where, facts = by.removesuffix(f" {TWO_LINES}"), [part.fact for part in parts if part.fact]
    lines = {len(_lines_at(part)) for part in parts}
    if where == by or len(lines) > 1 or {fact.negative for fact in facts} != {lines != {1}}:
        return by
    ways = {0: f"a line would end at {where}", 1: f"{PUZZLES[board.puzzle].facts.loop} goes on at {where}"}
    return ways.get(min(lines), f"{where} has its two lines")


def _lines_at(part: TrailPart) -> list[Fact]:
    """Return the lines on which a conclusion rests."""
    edges = (fact for fact in part.rests if isinstance(fact, Fact) and fact.what == "edge")
    return [fact for fact in edges if not fact.negative]


def _no_other(parts: Sequence[TrailPart]) -> str:
    """Return the reason of lines at cells of which each has no other way left for the loop."""
    return f"{NO_OTHER}{places_text(list(dict.fromkeys(part.places[0] for part in parts)))}"


def _ways_together(parts: Sequence[TrailPart]) -> list[TrailPart]:
    """Return conclusions in an order of cause and effect in which those by which lines go on follow one another, and
    then the cells that are not shaded since these lines lead there.
    """
    left, found = list(parts), list[TrailPart]()
    while left:
        open_ = {part.fact or part.words for part in left}
        ready = [part for part in left[:-1] if open_.isdisjoint(part.rests)] or left
        last = _loop_end(found[-1]) if found else ""
        ends = (last, ON_LINE) if last == NO_OTHER else (last,) * bool(found)
        next_ = (part for end in ends for part in ready if _loop_end(part) == end)
        found.append(next(next_, ready[0]) if any(map(_loop_end, left)) else ready[0])
        left.remove(found[-1])
    return found


def _way_text(board: Board, parts: Sequence[TrailPart]) -> str:
    """Return conclusions by which lines go on in words, with those together that do not rest on one another."""
    groups = list[list[Fact]]()
    for part in parts:
        fact = part.fact
        if fact is None:
            continue
        is_new = not groups or groups[-1][0].negative != fact.negative or not set(groups[-1]).isdisjoint(part.rests)
        groups += [[]] if is_new else []
        groups[-1].append(fact)
    texts = "; then ".join(facts_text(board, group) for group in groups)
    end = "corner" if uses_corners(board) else "cell"
    known = {len(_lines_at(part)) for part in parts}
    if known == {2} and all(part.fact and part.fact.negative for part in parts):
        return f"{texts}: each {end} on the way has its two lines"
    goes_on = known == {1} and not any(part.fact and part.fact.negative for part in parts)
    loop = PUZZLES[board.puzzle].facts.loop
    return f"{texts}: {f'{loop} goes on at each {end} on the way' if goes_on else f'each {end} on the way {TWO_LINES}'}"


def _runs(parts: Iterable[TrailPart]) -> Iterator[tuple[str, list[TrailPart]]]:
    """Yield the reasons of conclusions that follow one another and have the same reason, with these conclusions."""
    runs = groupby(enumerate(parts), lambda each: (each[1].by, each[1].way, _is_alone(each[1]) and each[0]))
    return ((by, [part for _, part in run]) for (by, *_), run in runs)


def _is_alone(part: TrailPart) -> bool:
    """Whether a conclusion has a line of its own: one that no fact says, but of the shape that alone fits somewhere."""
    return part.fact is None and not (part.words and says_fitting(part.by))
