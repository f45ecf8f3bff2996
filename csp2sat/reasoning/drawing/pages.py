"""A page for a chain of steps: one drawing whose parts a small script shows and hides; self-contained, no network.

Without a script the page shows the last board and the sentences of all steps.  When a reader opens the supposition of
a step, the board is that before the step, and the keys lead through the lines of the supposition.
"""

from __future__ import annotations

import re
from base64 import b64encode
from collections.abc import Iterator, Sequence
from functools import partial
from hashlib import sha256
from pathlib import Path

from ...base.numbers import counted
from ...escaping import for_html
from ...puzzles.drawing.svg import Overlay, document
from ...puzzles.facts import Fact
from ...puzzles.kit.checks import place
from ...puzzles.spec import PUZZLES, Board, Cell
from ..chain_end import TOO_LARGE, ChainEnd
from ..merging.needed_steps import left_out
from ..sentences import TrailLine, doubts
from ..step import Step
from ..trail_blocks import ABOVE, EARLIER, MOST_LINES, SOURCES, others, otherwise_text, suppositions
from ..wording.place_words import legend, listed
from .frames import LEGEND
from .outlines import TINT, OutlineBox, sign
from .pencils import Site, crossed_out, pencilled, site, small
from .sheets import TICK, FactSheet, cross, dot, own_facts, stroke
from .timed_parts import lines_of, part, supposition

CODE = re.compile(r" \(`[^`]*`\)")  # of a text's sign for a thing that the page draws
CONTINUED = re.compile(r"\n +")  # before the rest of a sentence, on a line of its own
VERDICTS = {
    "SOLVED": "The steps lead to the only solution.",
    "STUCK": "Nothing more is forced: the board has several solutions.",
    "CONTRADICTION": "The board has no solution.",
    "LIMIT": "There are more steps, which are not shown.",
}
LEGEND_SUPPOSED = {"supposed": "supposed, or follows from it"}
FEW_STOPS = 5  # times the steps that are not routine: a longer page stops at each step
SWATCH = OutlineBox(6, 6, 34, 34)


def page(board: Board, steps: Sequence[Step], end: ChainEnd, hardest: str = "", made: int = 0) -> str:
    """Return the page of a board's steps, UTF-8 HTML.

    end: how the chain ended.  hardest: the line that names the hardest step, '' for none.  made: the number of all
    steps of the chain, of which the page tells how many are left out; 0 if these are all.
    """
    here = Path(__file__).parent
    style, script, text = ((here / f"steps.{suffix}").read_text("utf-8") for suffix in ("css", "js", "html"))
    count = f"{counted(made or (steps[-1].number if steps else 0), 'step')}"  # some items are several steps
    count += f" ({less})." if (less := left_out(made, steps)) else "."
    ended = f"Not complete: {TOO_LARGE}." if end.by_size else VERDICTS[end.status]
    digest = b64encode(sha256(f"\n{script}".encode()).digest()).decode()
    return text.format(
        policy=f"default-src 'none'; style-src 'unsafe-inline'; script-src 'sha256-{digest}'",
        title=for_html(board.title()),
        style=style,
        script=script,
        verdict=for_html(" ".join(filter(None, (count, ended, legend(step.text for step in steps), _drawn(board))))),
        doubts="".join(f"<p>{for_html(line)}</p>\n" for line in (doubts(steps), hardest) if line),
        board=_drawing(board, steps),
        every=" checked" if sum(not step.folded for step in steps) * FEW_STOPS < len(steps) else "",
        legend="".join(_meaning(*each) for each in _legend(steps).items()) + "".join(_signs(board, steps)),
        rules="".join(f"<p>{for_html(line)}</p>\n" for line in _rules(board)),
        steps="".join(_item(board, step, before) for step, before in _with_routine(steps)),
    )


def _drawn(board: Board) -> str:
    """Return which numbers the drawing has from the start that are no givens, and why, in words; '' for none."""
    sure = [fact for fact in FactSheet(board).pencils.sure if fact.places[0] not in board.filled()]
    if not sure or not all(isinstance(fact.value, int) for fact in sure):
        return ""
    what = listed([f"{fact.value} at {place(fact.places[0])}" for fact in sure])
    each = "the only number that can be there" if len(sure) == 1 else "each the only number that can be there"
    return f"Drawn from the start, though not given: {what}, {each}."


def _rules(board: Board) -> list[str]:
    """Return the rules of a board's kind, each on one line, without a text's signs for what the page draws."""
    return CODE.sub("", CONTINUED.sub(" ", PUZZLES[board.puzzle].rules)).splitlines()


def _legend(steps: Sequence[Step]) -> dict[str, str]:
    """Return the signs that the steps have, by their names, with their meanings."""
    return LEGEND | (LEGEND_SUPPOSED if any(map(lines_of, steps)) else {})


def _meaning(name: str, meaning: str) -> str:
    """Return the item of the legend for a sign."""
    tint = f'<path d="{SWATCH.path()}" fill="{TINT}"/>' if name == "rule" else ""
    inner = SWATCH.path(5) if name == "clue" else ""
    return f"<li>{_swatch(tint + sign(name, SWATCH.path() + inner))} {for_html(meaning)}</li>\n"


def _signs(board: Board, steps: Sequence[Step]) -> Iterator[str]:
    """Yield the items of the legend for signs that something is absent, of those kinds that facts of the steps have."""
    middle = (SWATCH.top + SWATCH.bottom) / 2
    words = PUZZLES[board.puzzle].facts
    meanings: dict[str, str] = {}
    for fact in (fact for step in steps for fact in step.facts if fact.negative):
        if fact.value in ("line", "*"):
            word = "line" if fact.value == "line" else (words.noun or "a mark").removeprefix("a ")
            meanings.setdefault(cross(middle, middle), f"no {word}")
        elif fact.value == "#":
            meanings.setdefault(dot(middle, middle), f"not {words.shaded}")
        elif fact.value == "border":
            meanings.setdefault(stroke(middle, middle, TICK, 0), "no border")
        elif fact.what == "cell" and (isinstance(fact.value, int) or fact.value in words.signs):
            example = next(iter(words.signs.values()), "2")
            meanings.setdefault(pencilled(small(example, middle, middle)), "still possible")
    for element, meaning in meanings.items():
        yield f"<li>{_swatch(element)} {for_html(meaning)}</li>\n"


def _swatch(elements: str) -> str:
    """Return a small drawing of elements in a square of 40 units."""
    return f'<svg class="csp2sat" width="26" height="26" viewBox="0 0 40 40" aria-hidden="true">{elements}</svg>'


def _with_routine(steps: Sequence[Step]) -> Iterator[tuple[Step, str]]:
    """Yield each step with the text `(steps 1–2 routine) ` before a step that is not routine, for the routine steps
    between this step and the last one that was not, or with their number `(2 routine steps) ` if others are left out
    among them; '' if there are none, and for routine steps.
    """
    first = 0
    for at, step in enumerate(steps):
        hidden, shown = steps[first:at], not step.folded
        ends = {each: str(each) for some in hidden[:1] for each in (some.first or some.number, hidden[-1].number)}
        words = f"{'steps' if len(ends) > 1 else 'step'} {'–'.join(ends.values())} routine"
        if hidden and (count := sum(map(_count_of, hidden))) <= max(ends) - min(ends):
            words = counted(count, "routine step")
        yield step, f"({words}) " if hidden and shown else ""
        first = at + 1 if shown else first


def _count_of(step: Step) -> int:
    """Return how many steps a step stands for."""
    return step.number - (step.first or step.number) + 1


def _item(board: Board, step: Step, before: str) -> str:
    """Return the item of a step: its sentence after the words `before`, and its suppositions folded away."""
    found, above = suppositions(board, step), dict[TrailLine, int]()
    folds = sum(_count(trail) for _, trail in found) > MOST_LINES
    folded = ""
    for at, (supposed, trail) in enumerate(found):
        further = ' class="further"' if at else ""
        lines = "".join(_items(trail, above, at, folds))
        folded += f"<details{further}><summary>{for_html(supposed)}</summary><ol>{lines}</ol></details>"
    routine = ' class="routine"' if step.folded else ""
    before += f"(steps {step.numbers} at once) " if step.first else ""
    noted = f'<span class="before">{before}</span>' if before else ""
    is_short = step.head and found
    folded += "".join(f"<p>{for_html(text)}</p>" for text in others(board, step)) if is_short else ""
    text = step.head if is_short else step.text
    return f'<li value="{step.number}"{routine}>{noted}{_with_links(for_html(text))}{folded}</li>\n'


def _count(lines: Sequence[TrailLine]) -> int:
    """Return the number of lines, with those of cases."""
    return sum(1 + _count(line.case) for line in lines)


def _items(lines: Sequence[TrailLine], above: dict[TrailLine, int], own: int, folds: bool = False) -> Iterator[str]:
    """Yield the items of lines of a supposition, with the lines of a case as a list inside of its own line; a case that
    has been written is not written again.

    above: the lines with cases that have been written, to which the others are added, each with the number of its
    supposition.  own: the number of this one.  folds: whether a case is folded
    away below the number of its lines and the contradiction that it leads to.
    """
    for line in lines:
        is_above = bool(line.case) and line in above
        link = ABOVE if above.setdefault(line, own) == own else EARLIER
        case = "" if is_above else "".join(_items(line.case, above, own))
        text = for_html(f"{line.so}{link if is_above else line.why}")
        if case and folds:
            end = line.case[-1]
            text = for_html(line.so + otherwise_text(_count(line.case), f"{end.so}{end.why}"))
            yield f"<li><details><summary>{text}</summary><ol>{case}</ol></details></li>"
        else:
            yield f"<li>{text}{f'<ol>{case}</ol>' if case else ''}</li>"


def _with_links(text: str) -> str:
    """Return a sentence in HTML with links to the steps that it names behind known facts."""
    links = partial(re.sub, r"\d+", r'<a href="#step-\g<0>">\g<0></a>')
    return SOURCES.sub(lambda found: links(found[0]), text)


def _drawing(board: Board, steps: Sequence[Step]) -> str:
    """Return the drawing with the parts of all steps, of which those of the last board are visible."""
    sheet = FactSheet(board)
    floor, lines, top, signs = [], [], [sheet.sure, *_possible(sheet, steps)], []
    tints: list[str] = []
    decided, owners = _first(steps, False), dict[Cell, Cell]()
    lines.append(sheet.borders(owners, own_facts(board)))
    for step in steps:
        shown = [sheet.fact(fact) for fact in step.facts]
        step_signs = sheet.outlines.signs(step)
        floor += [part("".join(each.floor for each in shown), start=step.number)]
        tints += [part(step_signs["tint"], only=step.number)]
        closed = sheet.borders(owners, step.facts)
        lines += [part("".join(each.lines for each in shown) + closed, start=step.number)]
        top += [part("".join(each.top for each in shown), start=step.number)]
        open_ = (d for at, d in sheet.pencils.crossed(step).items() if decided.get(at, len(steps) + 1) > step.number)
        signs += [part(crossed_out("".join(open_)) + step_signs["why"] + step_signs["new"], only=step.number)]
        for tint, each in supposition(sheet, step):
            tints.append(tint)
            floor.append(each.floor)
            lines.append(each.lines)
            signs.append(each.top)
    over = Overlay(*("".join(parts) for parts in ([*tints, *floor], lines, [*top, *signs])))
    return document([sheet.panel(over)], f"{board.title()}: steps")


def _first(steps: Sequence[Step], negative: bool) -> dict[Site, int]:
    """Return for each cell or edge the number of its first step with a positive, or with a `negative`, fact."""
    found: dict[Site, int] = {}
    for step in steps:
        for fact in step.facts:
            if fact.negative == negative:
                found.setdefault(site(fact), step.number)
    return found


def _possible(sheet: FactSheet, steps: Sequence[Step]) -> Iterator[str]:
    """Yield the parts of small numbers: shown from the first step that crosses out a value of their cell."""
    decided, touched = _first(steps, False), _first(steps, True)
    gone = {fact: step.number for step in steps for fact in step.facts if fact.negative}
    groups: dict[tuple[int, int | None, int | None], list[Fact]] = {}
    for at, start in touched.items():
        before = decided.get(at)
        if before is None or start < before:
            for fact in sheet.pencils.left(at):
                until = gone.get(fact._replace(negative=True))
                groups.setdefault(
                    (start, until if before is None or (until or before) < before else None, before), []
                ).append(fact)
    for (start, until, before), facts in groups.items():
        yield part(pencilled("".join(map(sheet.pencils.strokes, facts))), start=start, until=until, before=before)
