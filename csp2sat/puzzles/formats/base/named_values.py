"""Values of rooms or cages by their names, `b=2 a=1`, in place of a list in the order of first cells."""

from __future__ import annotations

from ....base.source import Source
from ...givens import LABELS, GivenSection, in_order
from ...notation import GivenParts, listed, number
from ...spec import AnyPuzzle
from .placing import no_value, quoted
from .text_lines import TextLine, at, value_of

SIGN = "="


def named_values(
    source: Source, puzzle: AnyPuzzle, section: GivenSection, lines: list[TextLine], givens: GivenParts
) -> GivenParts:
    """Return the section with the values that its lines give to names of rooms or cages, in the order of first cells,
    and the labels of `givens` numbered in this order; {} if no value of the lines has a name.

    A name without a value has a blank one.  Raise InputError for a word that is not NAME=VALUE, a name that no room or
    cage has, and a name with two values.
    """
    key = next((each for each, values in LABELS.items() if values == section.key), None)
    if key is None or not any(SIGN in line.text for line in lines):
        return {}
    labels, names = in_order(givens.get(key, []))
    cells, found = section.cells or puzzle.cells, dict.fromkeys(names)
    for line in lines:
        for place, word in enumerate(line.text.split()):
            name, sign, token = word.partition(SIGN)
            wrong, label = at(source, line, place), name if number(name) is None else number(name)
            if not sign or found.get(label, "") is not None:
                why = "has a value already" if found.get(label) else f"expected NAME=VALUE, NAME {listed(names)}"
                raise wrong(f"{quoted(word)}: {why}")
            try:
                found[label] = [value_of(token, cells)]
            except ValueError as expected:
                raise wrong(no_value(quoted(token), puzzle, expected)) from None
    return {key: labels, section.key: [value[0] if value else cells.value("-") for value in found.values()]}
