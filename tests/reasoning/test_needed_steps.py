"""Text and page have the steps that lead somewhere: each says a value, or is what a later one of them rests on."""

import re

import pytest
from support.chains import chain, generated

from csp2sat.cli.step_printing import lines
from csp2sat.reasoning.merging.needed_steps import needed

BOARDS = (("fillomino", 6, 6, 1), ("fillomino", 6, 6, 2), ("shikaku", 7, 7, 1), ("akari", 6, 6, 1))


def rests_on(step):
    """Return all facts that a step cites."""
    return {*step.cited, *step.uses}


@pytest.mark.parametrize("kind, rows, cols, seed", BOARDS)
def test_steps_that_are_read_suffice(kind, rows, cols, seed):
    """The steps that are read rest on one another alone, and decide each place as all steps do."""
    steps = chain(generated(kind, rows, cols, seed))
    read, found = list(steps.needed()), set()
    stated = {fact for step in steps for _, fact in step.given}
    for step in read:
        assert rests_on(step) - stated <= found, step.text
        found |= {*step.facts}
    every = {fact for step in steps for fact in step.facts}
    decided = {fact.places[0] for fact in every if not fact.negative}
    assert {fact for fact in every - found if not (fact.negative and fact.places[0] in decided)} == set()


@pytest.mark.parametrize("kind, rows, cols, seed", BOARDS)
def test_each_step_that_is_read_leads_somewhere(kind, rows, cols, seed):
    """Each of them has a value, a fact of a place without one, or a fact that lines or sentences of a later one use."""
    steps = chain(generated(kind, rows, cols, seed))
    read = list(steps.needed())
    decided = {fact.places[0] for step in steps for fact in step.facts if not fact.negative}
    for at, step in enumerate(read):
        value = any(not fact.negative or fact.places[0] not in decided for fact in step.facts)
        trails = [part for later in read[at + 1 :] for part in parts(later)]
        used = {fact for later in read[at + 1 :] for fact in rests_on(later)}.union(*(part.rests for part in trails))
        assert value or used.intersection(step.facts), step.text


def parts(step):
    """Return all conclusions of the suppositions of a step."""
    todo = [*step.trail, *(part for way in step.ways for part in way.trail)]
    for part in todo:
        todo.extend(part.way)
    return todo


def test_all_steps_are_read_where_sums_say_less_by_them():
    """What one sum excludes is not said by the next one, whose sentence is shorter therefore."""
    steps = chain(generated("kakuro", 7, 7, 1))
    assert list(steps.needed()) == list(steps)


def test_steps_that_lead_nowhere_are_not_read():
    """A board whose chain excludes numbers in vain: the text says how many steps are left out, `--all` has them."""
    steps = chain(generated("fillomino", 6, 6, 1))
    text, shown = list(lines(steps, False)), 0
    for line in text:
        if found := re.match(r"(\d+)(?:–(\d+))?\. |   \((\d+) routine", line):
            first, last, routine = (int(number or 0) for number in found.groups())
            shown += routine or (last or first) - first + 1
    count = len(steps) - shown  # numbers that a reader misses
    assert count > 5
    assert text[-2] == f"   ({count} steps left out, which no other step needs)"
    assert not [line for line in lines(steps, True) if "left out" in line]
    left_out = {step.text for step in steps} - {step.text for step in steps.needed()}
    assert not left_out.intersection(line.partition(". ")[2] for line in text)


def test_a_step_is_needed_by_what_rests_on_it():
    """Cases of suppositions count, too; what excludes a number of a cell that is decided does not count by itself."""
    groups = {1: "a", 2: "a", 3: "b", 4: "b", 5: None, 6: "c"}

    def line(facts, known=(), trail=(), uses=()):
        return {"facts": facts, "known": [*known], "trail": [*trail], "ways": [], "uses": [*uses]}

    vain, by_case, by_use, last = line([-1]), line([-3]), line([-4]), line([-6])
    case = [2, 0, [[0, 0, [], [-3], [], []]], [], [], []]
    value = line([2], [5], [case], [-4])
    first = line([5])
    assert needed([first, vain, by_case, by_use, value, last, line([4])], groups) == [
        *(first, by_case, by_use, value, last, line([4]))
    ]


@pytest.mark.parametrize("kind, rows, cols, seed", BOARDS)
def test_the_page_says_how_many_steps_are_left_out(kind, rows, cols, seed):
    """The steps in its list, the joined ones counted each, and those that are left out are all."""
    steps = chain(generated(kind, rows, cols, seed))
    page, joined = steps.to("html"), r"steps (\d+)–(\d+) at once"
    listed = len(re.findall(r"<li value=", page)) + sum(int(b) - int(a) for a, b in re.findall(joined, page))
    (said,) = re.findall(r"<p>(\d+) steps?(?: \((\d+) steps? left out, which no other step needs\))?\.", page)
    assert int(said[0]) == len(steps) == listed + int(said[1] or 0)
    assert kind != "fillomino" or said[1]
