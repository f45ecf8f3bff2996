"""Sessions with a small model: in this process, and with a child process."""

import pytest
from support.random_sequences import in_process
from support.small_session import small

from csp2sat.incremental.session import ModelSession


@pytest.fixture
def session():
    with in_process(), ModelSession(small()) as session:
        yield session


@pytest.fixture
def child():
    with ModelSession(small()) as session:
        yield session
