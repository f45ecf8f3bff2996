"""Facts and clues in words."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from typing import Any

from ...puzzles.facts import Atom, Fact, fact_of
from ...puzzles.kit.checks import place
from ...puzzles.spec import PUZZLES, Board, Cell
from ..statements import BoardStatements
from ..step import Left as Left
from ..step import LeftNumbers as LeftNumbers
from ..step import Step
from .edge_words import edges_text
from .place_words import ROOM, listed, place_texts, places_text, regions_text

MOST = 12  # cells alike that are named; else they are counted,
FEW = 3  # numbers that a cell cannot be, which are named with those that it can be
LONG = 400  # characters: cells are not counted if their words are shorter
MARKS = ("#", "*", None)  # values of facts that have words of their own
EMPTY = {".": "empty"}  # values in words
GIVEN = "given "
PREDICATE = re.compile(r"^not? | is ")  # in the words of a clue that are no noun phrase
NOUN = re.compile(r"\ba (\w+)")  # among values
HAS_ARTICLE = re.compile(r"(an?|the|one|two|four|\d+) ")
IN_ROOM = " in the room"
ALONE = re.compile(rf"(1 .*){IN_ROOM}")  # of a clue that states the only cell of a room
NUMBER = re.compile(r"^number (?=\d)")
FOR_ONE = re.compile(r"\bfor the (?=\w+$)")
SINCE = ", since "
OF_ALL = re.compile(
    r"\bno (number (would reach|reaches)|island (can|could) hold) | has to reach | would be left for the \d+ at "
)  # in words of islands, which name the numbers that they need
BEFORE = " could so far only be "  # of a cell of which the step itself says more
ALL = "1 or more"  # all numbers
MORE = "more than "  # in the value of a number that is only known to be large


NOTHING: Left = {}


def facts_text(board: Board, facts: Sequence[Fact], left: Left = NOTHING, brief: bool = False) -> str:
    """Return facts in words: `row 1, column 2 is shaded`; facts alike share a verb.

    left: the numbers that cells still may have; for these cells they are named, not the numbers that the cells lack.
    brief: whether very many facts are counted: known ones, which a reader finds on the board, not those of a step.
    """
    whole = [fact for fact in facts if not fact.negative or fact.places not in left]
    line = _numbers_of_a_line(whole)
    whole = [fact for fact in whole if fact not in line]
    texts = [*_left_texts(board, facts, left)]
    texts += (_in_words(board, group, values, brief) for group, values in _alike(whole))
    if line:
        texts.append(
            f"{places_text([fact.places[0] for fact in line])} are {listed([str(fact.value) for fact in line])}"
        )
    if brief and len(facts) > MOST and len(listed(texts)) > 4 * LONG:
        return f"{len(facts)} facts ({_in_words(board, facts[:1], [facts[0].value], brief)}, ...)"
    return listed(texts, "; " if sum(", " in text for text in texts) > 1 else ", ")


def _numbers_of_a_line(facts: Sequence[Fact]) -> list[Fact]:
    """Return the facts that say which different numbers at least FEW cells have, in the order of the cells, if these
    are in one row or column and not two of them have the same number; else [].
    """
    found = sorted(fact for fact in facts if fact.what == "cell" and not fact.negative and isinstance(fact.value, int))
    is_line = any(len({fact.places[0][at] for fact in found}) == 1 for at in (0, 1))
    return found if is_line and len({fact.value for fact in found}) == len(found) >= FEW else []


def shown(step: Step) -> Left:
    """Return the numbers that known facts of a step leave to cells, where the sentence names these rather than the
    numbers that the cells lack: they lack several in the reason, and have no more left.  All earlier steps leave the
    cells these numbers: a reader has crossed out the others.
    """
    gone = dict[tuple[Cell, ...], set[object]]()
    for fact in step.cited:
        if fact.negative:
            gone.setdefault(fact.places, set()).add(fact.value)
    every, before = step.marks.every, step.marks.before
    left = {at: tuple(v for v in before.get(at) or every.get(at, ()) if v not in out) for at, out in gone.items()}
    own = {fact.places for fact in step.facts}
    return {
        at: LeftNumbers(left[at])
        for at, out in gone.items()
        if len(out) > 1 and (at in own) < len(left[at]) <= len(out)
    }


def so_text(board: Board, step: Step, named: Collection[tuple[Cell, ...]] = ()) -> str:
    """Return the numbers of cells, with `, so ` before them, that are the last ones as a step excludes the others.

    named: places whose numbers the sentence has already.  A cell whose other numbers the step and its known facts do
    not exclude has the numbers that it could be before.
    """
    last = sorted(fact for fact in step.left_alone if fact.places not in named)
    every, so_far, signs = step.marks.every, step.marks.before, PUZZLES[board.puzzle].facts.signs
    known = {(fact.places, fact.value) for fact in (*step.facts, *step.cited) if fact.negative}
    out = {
        fact.places: [v for v in every.get(fact.places, ()) if v not in so_far.get(fact.places, ())] for fact in last
    }
    is_open = {at for at, values in out.items() if at not in every or not known.issuperset((at, v) for v in values)}
    before = {at: so_far[at] for at in out if at in is_open and at in so_far}
    if len(last) == len({fact.places for fact in step.facts}) == 1:
        more = "".join(f", as it{BEFORE}{values_text(values, ' or ', signs)}" for values in before.values())
        return f", so it is {values_text([last[0].value], signs=signs)}{more}"
    plain = [fact for fact in last if fact.places not in before]
    texts = [facts_text(board, plain)] if plain else []
    for fact in (fact for fact in last if fact.places in before):
        which = f"{BEFORE}{values_text(before[fact.places], ' or ', signs)}"
        if len(before[fact.places]) > max(FEW, len(out[fact.places])) and out[fact.places]:
            which = f" is not {values_text(out[fact.places], ' or ', signs)}"
        texts.append(f"{place(fact.places[0])}, which{which}, is {values_text([fact.value], signs=signs)}")
    return f", so {listed(texts)}" if last else ""


def since(
    board: Board, step: Step, words: str = "", named: Collection[Cell] = (), omitted: Collection[Fact] = ()
) -> str:
    """Return the known facts of a step with `, since ` before them, the facts of clues too, but not the gaps at cells
    with a given; '' if there are none.

    words: the rest of the sentence; a number that the sentence names already, as `the 4 at row 1, column 2`, and what
    the sentence says by `row 1, column 2 is at least 4`, is left out, and each number is if the sentence speaks of all.
    named: cells whose facts the rest of the sentence has, as the cells of a wall.  omitted: facts that the rest of the
    sentence has.
    """
    cited = [fact for fact in step.cited if fact not in omitted and fact not in step.marks.plain]
    cited = [fact for fact in cited if fact.what != "cell" or fact.places[0] not in named]
    cited = [fact for fact in cited if not _in_words_already(board, fact, words)]
    left = shown(step)
    again = [fact for fact in cited if fact.places in left and any(fact.places == each.places for each in step.facts)]
    others = [fact for fact in cited if fact not in again]
    known = _with_numbers(board, step, others, left) if step.marks.numbered else facts_text(board, others, left, True)
    texts = [known] * bool(others)
    if again:
        so_far = facts_text(board, again, left, brief=True).replace(" can only be ", BEFORE)
        texts = ["; ".join([*texts, so_far])] if any(" and " in text for text in texts) else [*texts, so_far]
    of: dict[str, list[tuple[int, int]]] = {}
    for clue, fact in step.given:
        has_name = re.search(rf"the {re.escape(clue.text.removeprefix('number '))} at {place(clue.place)}\b", words)
        if fact is None and not has_name and clue.place not in named and not OF_ALL.search(words):
            of.setdefault(clue.text, []).append(clue.place)
    for text, places in of.items():
        if alone := ALONE.fullmatch(text):
            own = "are rooms of their own, each" if len(places) > 1 else "is a room of its own,"
            texts.append(f"{places_text(list(dict.fromkeys(places)))} {own} with {alone[1]}")
            continue
        is_at = f"{text.removeprefix(GIVEN)} is {'given ' * text.startswith(GIVEN)}at"
        texts.append(f"{is_at} {' and at '.join(place_texts(list(dict.fromkeys(places))))}")
    return f"{SINCE}{listed(texts)}" if texts else ""


def _with_numbers(board: Board, step: Step, facts: Sequence[Fact], left: Left) -> str:
    """Return known facts in words, those of one step together with its number in brackets behind them, facts of the
    givens and of counted steps first; if the facts are very many, they are counted without numbers.

    left: as in `facts_text`; the facts of a cell there are together, with the numbers of all of their steps.
    """
    found_in, alike = step.marks.found_in, dict[tuple[int, ...], list[Fact]]()
    for fact in facts:
        of_cell = [each for each in facts if each.places == fact.places] if fact.places in left else [fact]
        steps = {found_in[each] for each in of_cell if each in found_in} if _are_all(step, of_cell, left) else set()
        alike.setdefault(tuple(sorted(steps)), []).append(fact)
    texts = [
        facts_text(board, some, left) + f" (step{'s' * (len(own) > 1)} {listed(list(map(str, own)))})" * bool(own)
        for own, some in sorted(alike.items())
    ]
    text = listed(texts, "; ", "; and " if () in alike or any(" and " in each for each in texts) else " and ")
    return text if len(facts) <= MOST or len(text) <= 4 * LONG else facts_text(board, facts, left, brief=True)


def _are_all(step: Step, facts: Sequence[Fact], left: Left) -> bool:
    """Whether facts about a cell exclude all numbers that a sentence leaves out as it says which ones the cell still
    may have, so that the steps which found these facts are all that matter; True for other facts.
    """
    at = facts[0].places
    if at not in left or not facts[0].negative:
        return True
    return {*step.marks.every.get(at, ())} <= {fact.value for fact in facts} | {*left[at].numbers}


def _in_words_already(board: Board, fact: Fact, words: str) -> bool:
    """Whether some words say the number or thing of a fact's cell, or how small or large it is, and so the fact."""
    where = place(fact.places[0])
    if not fact.negative:
        forms = PUZZLES[board.puzzle].facts
        value = re.escape(forms.noun.removeprefix("a ") if fact.value == forms.sign else str(fact.value))
        return re.search(rf"\bthe {value} at {where}\b|\b{where}, which is {value}(?!\w)", words) is not None
    if not isinstance(fact.value, int):
        return re.search(rf"\bunshaded \d+ at {where}\b", words) is not None
    for found in re.finditer(rf"\b{where},? (?:which )?is (at (?:least|most) )?(\d+)\b", words):
        number = int(found[2])
        if (fact.value > number and found[1] != "at least ") or (fact.value < number and found[1] != "at most "):
            return True
    return False


def clue_text(text: str, places: Sequence[Cell], beside: bool = False) -> str:
    """Return clues of the same words as a noun with an article, such as `the number 1 at row 1, column 2`.

    The places come first if the text says something of a clue's cell.  text: the words of a clue.  places: at least
    one.  beside: whether the clue is beside the board, and its text names the row or column.
    """
    if beside:
        return f"the {text}"
    parts = place_texts(list(places))
    if PREDICATE.search(text):
        return f"the clue at {' and at '.join(parts)} ({text})"
    if room := ROOM.fullmatch(text):
        if len(places) > 1:
            return f"the rooms of {' and of '.join(parts)}, each with {room[1]}"
        return f"the room of {parts[0]}, which has {room[1]}"
    text = f'rule "{text}"' if text.endswith(" once") else text
    words, *more = (FOR_ONE.sub("for each ", text) if len(places) > 1 else text).split(" (", 1)
    words += "s" * (len(places) > 1 and words.endswith(("circle", "dot", "corner")))
    words = NUMBER.sub("numbers ", words) if len(places) > 1 else words
    words = words.replace(" in the room", " in each of the rooms") if len(places) > 1 else words
    article = "" if HAS_ARTICLE.match(text) else "the "
    return f"{article}{words} at {' and at '.join(parts)}{''.join(f' ({each}' for each in more)}"


def _left_texts(board: Board, facts: Sequence[Fact], left: Left) -> Iterator[str]:
    """Yield texts such as `row 1, columns 1 and 2 can only be 4 or 5`, one for all cells that have equal LeftNumbers,
    or `row 1, column 1 is 4` if that is the only number.

    facts: of a step; cells that no fact of a number excludes are left out.  left: LeftNumbers by the place of the cell.
    """
    alike: dict[LeftNumbers, dict[Cell, None]] = {}
    signs = PUZZLES[board.puzzle].facts.signs
    for fact in facts:
        if fact.negative and fact.places in left:
            alike.setdefault(left[fact.places], {})[fact.places[0]] = None
    for (values, before), cells in alike.items():
        be = "are" if len(cells) > 1 else "is"
        known = f", which {be} not {values_text(before, ' or ', signs)}," if before else ""
        can = "can only be" if len(values) > 1 else be
        yield f"{places_text(list(cells))}{known} {can} {values_text(values, ' or ', signs, len(cells))}"


def _alike(facts: Sequence[Fact]) -> Iterator[tuple[list[Fact], list[object]]]:
    """Yield groups of facts that differ in their places only: the list of facts, in reading order, and their values.

    The values are one, or all values that the facts exclude from the same cells: if a cell `is not 2` and `is not 5`,
    only the fact of 2 is in the list, with the values 2 and 5.
    """
    crossed: dict[tuple[Cell, ...], list[object]] = {}
    for fact in facts:
        if fact.what == "cell" and fact.negative and fact.value not in MARKS:
            crossed.setdefault(fact.places, []).append(fact.value)
    groups: dict[tuple[str, bool, tuple[object, ...]], list[Fact]] = {}
    for fact in facts:
        values: Sequence[object] = [fact.value]
        if fact.negative and fact.places in crossed:
            values = ascending(crossed[fact.places])
        group = groups.setdefault((fact.what, fact.negative, tuple(values)), [])
        if fact.value == values[0]:
            group.append(fact)
    for (_, _, values), group in groups.items():
        yield sorted(group, key=lambda fact: fact.places), list(values)


def ascending(values: Iterable[object]) -> list[object]:
    """Return values, each once: numbers, then words."""
    return sorted(set(values), key=lambda value: (isinstance(value, str), value))


def values_text(values: Iterable[object], last: str = " and ", signs: Mapping[str, str] = EMPTY, cells: int = 1) -> str:
    """Return values in words, numbers first, ascending, the last two with `last` between them: `2, 5 or more` where all
    from 5 on are among them; signs: what stands for some values.  cells: how many have the values, so that of several
    `a corner` is `corners`.
    """
    numbers = ascending(values)
    texts = [signs.get(str(value), EMPTY.get(str(value), str(value))) for value in numbers]
    least = int(texts[-1].removeprefix(MORE)) if texts and texts[-1].startswith(MORE) else None
    if least is None or least not in numbers:
        return NOUN.sub(r"\1s", listed(texts, last=last)) if cells > 1 else listed(texts, last=last)
    while least - 1 in numbers:
        least -= 1
    return listed([*texts[: numbers.index(least)], f"{least} or more"], last=", " if "or" in last else last)


def _in_words(board: Board, alike: Sequence[Fact], values: Sequence[object], brief: bool) -> str:
    """Return facts in words; alike, values: as `_alike` yields them; brief: as in `facts_text`."""
    first, several = alike[0], len(alike) > 1
    if first.what == "edge":
        return edges_text(board, alike, brief)
    if first.what == "region":
        return regions_text(board, alike)
    where = places_text([fact.places[0] for fact in alike])
    if brief and len(alike) > MOST and len(where) > LONG:
        where = f"{len(alike)} cells"
    be = "are" if several else "is"
    have = "have" if several else "has"
    words = PUZZLES[board.puzzle].facts
    if first.value == words.sign and first.negative and words.unshaded:
        return f"{where} {be} {words.unshaded}"
    if first.value == words.sign and not words.noun:
        return f"{where} {be}{' not' if first.negative else ''} {words.shaded}"
    if first.value == "*":
        thing = words.noun or "a mark"
        return f"{where} {have} {thing.replace('a ', 'no ', 1) if first.negative else thing}"
    if words.noun and first.negative and values == ["."]:
        return f"{where} {have} {words.noun}"
    if first.negative and str(first.value).startswith(MORE):
        return f"{where} {be} at most {str(first.value).removeprefix(MORE)}"
    text = values_text(values, " or ", words.signs, len(alike))
    return (
        f"no number is left for {where}"
        if first.negative and text == ALL
        else f"{where} {be}{' not' * first.negative} {text}"
    )


class NumbersLeft:
    """The numbers that cells still may have, as facts come.

    found: the statements of the board.
    """

    def __init__(self, found: BoardStatements):
        self._found = found
        self._excluded: dict[str, set[Any]] = {}
        self.now: dict[tuple[Cell, ...], list[int | str | None]] = {}  # the values of facts, by their places
        for atom in found.atoms.values():
            if atom.value is not None and (fact := fact_of(found.board, atom, True)).what != "region":
                self.now.setdefault(fact.places, []).append(fact.value)

    def without(self, lits: Sequence[int]) -> dict[tuple[Cell, ...], LeftNumbers]:
        """Note the facts of some literals; return for some cells the numbers that are left: one or more, and no more
        than the facts exclude, which are several.

        A cell that lacked more than FEW numbers before is left out: the sentence has to name these, because the reason
        of the facts is not the reason why the cell lacks them.
        """
        new: dict[str, set[Any]] = {}
        for lit in lits:
            atom = self._found.atoms.get(abs(lit))
            if atom is None or atom.value is None:
                continue
            fact = fact_of(self._found.board, atom, True)
            if fact.what == "region":
                continue
            self.now[fact.places] = [value for value in self.now[fact.places] if (value == fact.value) == (lit > 0)]
            if lit < 0:
                new.setdefault(atom.name, set()).add(atom.value)
        left = {}
        for name, values in new.items():
            known = self._excluded.setdefault(name, set())
            before = tuple(sorted(value for value in known if isinstance(value, int)))
            is_named = len(before) == len(known) <= FEW  # a number may be known to be large, in words
            known |= values
            others = [a.value for a in self._found.atoms.values() if a.name == name and a.value not in known]
            numbers = [value for value in others if isinstance(value, int)]
            if is_named and 0 < len(others) <= len(values) > 1 and numbers == others:
                facts = [fact_of(self._found.board, Atom(name, value), True) for value in (*numbers, *before)]
                words = tuple(fact.value for fact in facts)
                left[facts[0].places] = LeftNumbers(words[: len(numbers)], words[len(numbers) :])
        return left


def numbers_left(found: BoardStatements, names: Sequence[str], facts: Sequence[Fact]) -> dict[Cell, list[int]]:
    """Return the numbers that cells can have; {} if a cell can have something else.

    found: the statements of the board.  names: of the variables of the cells.  facts: about the cells.
    """
    left: dict[Cell, list[int]] = {}
    for name in names:
        (cell,) = fact_of(found.board, Atom(name, None), True).places
        values = [atom.value for atom in found.atoms.values() if atom.name == name] or [found.constants.get(name)]
        own = [fact for fact in facts if fact.places == (cell,)]
        values = [value for value in values if all((value == fact.value) != fact.negative for fact in own)]
        left[cell] = [value for value in values if isinstance(value, int)]
        if len(left[cell]) < len(values):
            return {}
    return left
