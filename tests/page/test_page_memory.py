"""Memory of the engine over a long life: a page answers questions for hours, and forgets each."""

import gc
import json
import sys
from pathlib import Path

import pytest

KINDS = ("masyu", "sudoku", "nurikabe", "shikaku", "akari", "hashiwokakero")
QUESTIONS = ("unique", "read", "moves", "solve", "hint", "count", "explain", "clues")
FLAT = 1.01  # so many times the blocks of memory of before are flat


def blocks():
    """The number of blocks of memory that Python holds."""
    gc.collect()
    return sys.getallocatedblocks()


def ask_all(ask, texts, questions, times):
    for number in range(times):
        question = questions[number // len(texts) % len(questions)]
        assert ask(question, text=texts[number % len(texts)])["error"] is None


@pytest.mark.parametrize("times", [16, pytest.param(500, marks=pytest.mark.long)])
def test_memory_is_flat_over_many_questions(ask, times):
    texts = [ask("sample", kind=kind)["text"] for kind in KINDS]
    ask_all(ask, texts, QUESTIONS, len(KINDS) * len(QUESTIONS))
    before = blocks()
    ask_all(ask, texts, QUESTIONS, times)
    assert blocks() <= before * FLAT


@pytest.mark.long
def test_memory_is_flat_over_large_boards(ask):
    path = Path(__file__).parent.parent / "data" / "boards" / "masyu-20x36-3272889c.json"
    texts = [json.loads(path.read_text())["url_encoded"]]
    ask_all(ask, texts, ["unique"], 20)
    before = blocks()
    ask_all(ask, texts, ["unique"], 480)
    assert blocks() <= before * FLAT
