"""The mark `sample`: of a test with many cases `make test` runs some, `make long` the others.

    @pytest.mark.sample(3)
    @pytest.mark.parametrize("seed", range(40))
    def test_...

The cases that are kept are always the same ones, drawn by a digest of their names, so that no value of one parameter is
preferred.  The others get the mark `long`.
"""

from __future__ import annotations

import zlib
from collections import defaultdict

import pytest


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line("markers", "sample(number): so many of the cases are run by `make test`")


@pytest.hookimpl(tryfirst=True)  # before pytest leaves out what is marked `long`
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark the cases that are not in the sample of their test as long."""
    cases: dict[tuple[object, ...], list[pytest.Item]] = defaultdict(list)
    for item in items:
        mark = item.get_closest_marker("sample")
        if mark is not None:
            cases[item.path, getattr(item, "originalname", item.name), *mark.args].append(item)
    for (*_, number), found in cases.items():
        usual = [item for item in found if item.get_closest_marker("long") is None]
        for item in sorted(usual, key=lambda item: zlib.crc32(item.name.encode()))[number:]:
            item.add_marker(pytest.mark.long)
