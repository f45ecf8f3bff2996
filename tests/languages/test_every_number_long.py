"""Each number of each text, made 5,000 digits long: the text is read, or refused as any other.

Python itself writes numbers of up to 4,300 digits: a message with a number of the text could be a ValueError.
"""

from __future__ import annotations

import re
import warnings
from collections.abc import Iterator
from contextlib import suppress
from itertools import islice

import pytest
from fuzzed_readers import READERS
from languages import test_globals_text, test_sugar_errors, test_sugar_reader, test_xcsp
from support.xcsp_texts import constraint
from support.xcsp_texts import text as xcsp_text

from csp2sat.errors import Csp2SatError

NUMBER = re.compile(rb"(?<![\w.])[0-9]+(?![\w.])")
LONG = (b"9" * 5000, b"1" + b"0" * 5000)
MOST = 60  # numbers of a text that are made long
TEXTS = {  # texts of a reader besides its own
    "sugar": [
        *(text for text, _ in test_globals_text.COUNTS.values()),
        *(text for text, _ in test_sugar_reader.MEANS.values()),
        *(text for text, *_ in test_sugar_reader.QUIRKS.values()),
        *test_sugar_reader.READS,
        *test_sugar_errors.RIGHT,
        "(int x 0 3) (graph-active-vertices-connected 2 1 (> x 1) (> x 2) 0 1)",
        "(int x 0 3) (bool c) (graph-division 2 1 2 2 0 1 c)",
    ],
    "xcsp": [xcsp_text(constraint(f"global:{name}", body)) for name, body, _ in test_xcsp.GLOBALS.values() if body],
}


def changed(text: bytes) -> Iterator[bytes]:
    """Yield the text with each of its first numbers made long, and with all of them."""
    for long in LONG:
        for found in islice(NUMBER.finditer(text), MOST):
            yield text[: found.start()] + long + text[found.end() :]
            yield text[: found.start()] + b"-" + long + text[found.end() :]
        yield NUMBER.sub(long, text)


@pytest.mark.sample(4)
@pytest.mark.parametrize("name", READERS)
def test_a_text_with_long_numbers_is_read_or_refused(name: str) -> None:
    reader = READERS[name]
    own = sorted(reader.good(), key=len)[:40]
    for good in (*own, *(text.encode() for text in TEXTS.get(name, ()))):
        for text in changed(good):
            with warnings.catch_warnings(), suppress(Csp2SatError):
                warnings.simplefilter("ignore")
                reader.read(text)
