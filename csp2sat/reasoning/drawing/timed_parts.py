"""Parts of a page's drawing that a script shows at some steps, and those of suppositions line by line.

Each part has the number of the step from which it is shown (`data-from`), of the one whose fact crosses it out
(`data-until`: the last that shows it) or replaces it (`data-before`), or of the only one that shows it (`data-only`).
A part of a supposition has the line from which it is shown, too (`data-line`), and perhaps the last one (`data-last`):
line 1 is the supposition, each further line a conclusion.
"""

from __future__ import annotations

from collections.abc import Iterator

from ...puzzles.drawing.svg import Overlay
from ..step import Step, TrailPart, UsedRule
from ..wording.outline_words import opposite
from .pencils import crossed_out
from .sheets import FactSheet

SUPPOSED = 1  # line of the supposition


def part(elements: str, **when: int | None) -> str:
    """Return elements as a part of the drawing, '' for none; when: the steps and lines, `start` for `data-from`."""
    given = {"from" if name == "start" else name: step for name, step in when.items() if step is not None}
    hidden = "" if given.keys() <= {"from"} else ' display="none"'
    words = "".join(f' data-{name}="{step}"' for name, step in given.items())
    return f"<g{words}{hidden}>{elements}</g>" if elements else ""


def lines_of(step: Step) -> list[TrailPart]:
    """Return the lines of a step's supposition: the opposite of the first fact, and what follows from it; [] for a step
    without a supposition, or with nothing but the contradiction.
    """
    if len(step.trail) < 2 or not step.facts:
        return []
    return [TrailPart(opposite(step.facts[0]), ""), *step.trail]


def supposition(sheet: FactSheet, step: Step) -> Iterator[tuple[str, Overlay]]:
    """Yield for each line of a step's supposition the tint of its rule's cells, to be drawn below all others, and the
    other parts: the fact in red, as wrong ones are, and the signs of the rule and of a new fact while the line is the
    last one.
    """
    for line, found in enumerate(lines_of(step), start=SUPPOSED):
        rules = (UsedRule(found.by, found.places, found.by),) if found.places else ()
        alone = Step(step.number, (found.fact,) if found.fact else (), (), rules, (), 0, "")
        signs, kept = sheet.outlines.signs(alone), Overlay()
        if found.fact:
            kept = sheet.wrong(found.fact)
            crosses = crossed_out("".join(sheet.pencils.crossed(alone).values()))
            kept = kept._replace(top=f"{kept.top}{crosses}{sheet.outlines.supposed(found.fact)}")
        stays, goes = ({"only": step.number, "line": line} | more for more in ({}, {"last": line}))
        floor, lines, top = (part(each, **stays) for each in kept)
        yield part(signs["tint"], **goes), Overlay(floor, lines, top + part(signs["why"] + signs["new"], **goes))
