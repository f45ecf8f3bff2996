"""Conclusions by a number and the corners of its cell, which are one line of a supposition."""

from csp2sat.reasoning.search.derivations import CASE, Derived, as_case
from csp2sat.reasoning.search.short_ways import with_wholes

WHOLE, NUMBER, CORNER, OTHER = 9, 1, 2, 3
JOINS = {WHOLE: [NUMBER, CORNER], 8: [NUMBER]}


def end(*needs):
    return Derived(0, OTHER, list(needs))


def test_conclusions_of_a_number_and_its_corners_are_one():
    way = [Derived(11, NUMBER, [10]), Derived(12, CORNER, [11, 5]), Derived(13, NUMBER, [12, 6]), end(13)]
    assert with_wholes(way, JOINS) == [Derived(13, WHOLE, [10, 5, 6]), end(13)]


def test_a_conclusion_between_is_not_jumped_over():
    way = [Derived(11, NUMBER, [10]), Derived(12, OTHER, [11]), Derived(13, CORNER, [12]), end(13)]
    assert with_wholes(way, JOINS) == way


def test_conclusions_of_one_statement_keep_it():
    way = [Derived(11, NUMBER, [10]), Derived(12, NUMBER, [10]), end(11, 12)]
    assert with_wholes(way, JOINS) == way


def test_cases_have_whole_lines_too():
    inner = [Derived(21, NUMBER, [20]), Derived(22, CORNER, [21, 7]), end(22)]
    (case, last) = with_wholes([as_case(20, inner), end(-20)], JOINS)
    assert (case.literal, case.part, case.needs) == (-20, CASE, [7])
    assert list(case.way) == [Derived(22, WHOLE, [20, 7]), end(22)] and last == end(-20)
