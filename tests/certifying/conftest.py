"""Certificates of all inputs, made once, and copies of them that a test may change."""

import shutil

import pytest
from support import proved_sources
from support.certificates import INPUTS, here


@pytest.fixture(scope="session")
def made(tmp_path_factory):
    """A folder with every input and its certificate."""
    folder = tmp_path_factory.mktemp("certificates")
    for name, (text, options, _) in INPUTS.items():
        (folder / name).write_text(text)
        code, _, err = here("solve", folder / name, "--proof", folder / f"{name}.drat", *options)
        assert code == 0, err
    return folder


@pytest.fixture(scope="session")
def proofs(tmp_path_factory):
    """A folder with every source and its proof."""
    folder = tmp_path_factory.mktemp("proofs")
    for name, (text, options, _) in proved_sources.INPUTS.items():
        (folder / name).write_text(text)
        code, _, err = here("solve", folder / name, "--proof", folder / f"{name}.proof", "--from-source", *options)
        assert code == 0, err
    return folder


@pytest.fixture
def copy(made, tmp_path):
    """A function: the certificate of an input, in a folder of the test's own."""

    def copied(name):
        for suffix in ("", ".drat", ".drat.cnf", ".drat.map", ".drat.json"):
            if (made / f"{name}{suffix}").exists():
                shutil.copy(made / f"{name}{suffix}", tmp_path)
        return tmp_path / f"{name}.drat.json"

    return copied
