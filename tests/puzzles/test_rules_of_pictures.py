"""Rules for people who see a picture: no words or signs of the text form, once those in parentheses are left out."""

import re

import pytest

from csp2sat.api.writing.booklets.sheets import rules_of
from csp2sat.puzzles.notation import paragraphs
from csp2sat.puzzles.spec import PUZZLES

OF_THE_TEXT = re.compile(r"\b(text form|characters|(the|this) line `?[a-z]+ \d|letters? `|with `[a-z]+ \d)\b")
ON_PICTURES = re.compile(r"[-+|?SG]|\d+|12\\7")  # signs that pictures have as well


@pytest.mark.parametrize("name", list(PUZZLES))
def test_rules_in_booklets_have_no_words_of_the_text_form(name):
    for text in paragraphs(PUZZLES[name].rules):
        left = re.sub(r" \(`[^`]+`\)", "", text)
        assert not OF_THE_TEXT.search(left), text
        assert all(ON_PICTURES.fullmatch(code) for code in re.findall("`([^`]+)`", left)), text


def test_signs_in_parentheses_are_left_out():
    assert "A moon is a crescent. A sun has rays." in rules_of("moonsun")
