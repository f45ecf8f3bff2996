"""The commands of README.md print what stands there."""

import readme


def test_readme_commands_print_what_it_says(tmp_path):
    _, changed = readme.differences(readme.README.read_text(encoding="utf-8"), tmp_path)
    assert changed == [], "\n".join(changed)


def test_a_changed_output_would_be_seen(tmp_path):
    _, changed = readme.differences("```console\n$ cat a\n1\n$ echo 2\n3\n```\n", tmp_path)
    assert len(changed) == 1
    assert "$ echo 2" in changed[0]
