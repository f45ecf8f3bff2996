"""The fuzzer's readers take their own good texts: what they call is still there."""

from contextlib import suppress

import pytest
from fuzzed_readers import READERS

from csp2sat.errors import Csp2SatError


@pytest.mark.sample(5)
@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("name", READERS)
def test_good_texts_are_read(name):
    good = READERS[name].good()
    assert good
    for text in [*good[:5], good[-1]]:
        with suppress(Csp2SatError):  # not all of what is made has such a form
            READERS[name].read(text)
