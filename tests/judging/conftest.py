"""What the tests of judging share."""

import pytest
from support.check_command import check


@pytest.fixture
def judged(tmp_path):
    """A function: the verdict on an answer to an input."""

    def judge(name, text, answer, *options):
        (tmp_path / name).write_text(text)
        (tmp_path / "answer").write_text(answer)
        return check(tmp_path / name, tmp_path / "answer", *options)

    return judge
