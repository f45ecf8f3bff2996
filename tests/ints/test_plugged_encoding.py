"""An encoding that is one file of another package: found by its name, in every test that goes through the registry."""

from __future__ import annotations

from random import Random

import pytest
from support.mixed_encodings import NAMES, OTHERS, chosen, mixed
from support.oracle import encoded_solutions, solutions
from support.random_csp import RandomCsp

from csp2sat import decoder
from csp2sat.base.source import Source
from csp2sat.cnf.sink import Sink
from csp2sat.encoder.encoder import encode
from csp2sat.encoder.options import EncoderOptions
from csp2sat.errors import SolverError, UsageError
from csp2sat.ints.spec import ENCODINGS
from csp2sat.languages import sugar

TEXT = "(int x 0 9)(int y 0 9)(int z 0 9)(< (+ x y) z)"


def test_it_is_in_the_matrix_of_encodings():
    assert "gray" in OTHERS
    assert "gray" in NAMES
    some = {name for seed in range(50) for _, name in mixed(RandomCsp(seed).model(), Random(seed)).encode}
    assert "gray" in some


def test_it_is_chosen_by_name_and_has_its_record():
    assert chosen(TEXT, EncoderOptions("auto", (("x", "gray"), ("z", "gray")))) == {
        "x": "gray",
        "y": "order",
        "z": "gray",
    }
    with pytest.raises(UsageError, match="not 'gray'"):
        EncoderOptions("gray", map_format="sugar")


def test_aliases_and_sums_with_other_encodings():
    for other in ENCODINGS:
        model = sugar.read(Source("x.csp", "(int x 0 5)(int y 2 7)(int z 0 9)(= (+ x 2) y)(= (+ x y) z)(!= z 4)"))
        for options in (EncoderOptions("gray", (("z", other),)), EncoderOptions(other, (("x", "gray"),))):
            assert encoded_solutions(model, options) == solutions(model), options


def test_it_is_read():
    record = {"int": "x", "values": [[1, 3], [9, 9], [12, 12]], "code": "gray", "first": 4}
    map_ = decoder.of_records(6, [record])
    assert [map_.decode(true).ints["x"] for true in ([], [4], [4, 5], [5], [5, 6])] == [1, 2, 3, 9, 12]
    assert decoder.shown(map_, {"x"}) == [4, 5, 6]
    with pytest.raises(SolverError, match="gives 'x' no value"):
        map_.decode([6])


def test_it_is_as_small_as_the_places_are_in_binary():
    sink = Sink()
    model = sugar.read(Source("x.csp", "(int x ((0 4) (1000 1000)))"))
    encode(model, sink, EncoderOptions("gray"))
    assert (sink.num_vars - 1, sink.flat().count(0) - 1) == (3, 2)
