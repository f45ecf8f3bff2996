"""`csp2sat help changes`: the newest version, by purposes; all of them on request."""

import re

from support.run_command import run

from csp2sat.cli.show import manual
from csp2sat.cli.show.manual_sections import sections


def test_the_newest_version_is_shown_and_how_to_get_all():
    shown, every = run("help", "changes").out, run("help", "changes", "--all").out
    versions = re.findall(r"^## (.*)", every, re.M)
    assert re.findall(r"^## (.*)", shown, re.M) == versions[:1] and len(versions) > 2
    assert shown.splitlines()[2] == f"Earlier versions ({', '.join(versions[1:])}): `csp2sat help --all changes`"
    assert shown.partition("\n## ")[2].rstrip() in every


def test_new_lines_have_a_place_above_the_purposes():
    newest = next(each for each in sections("changes", manual.chapters()["changes"]) if each.level == 2)
    assert re.search(r"^All of it:\n\n(?:\* .*\n(?:  .*\n)*)*\n*### Boards", newest.text, re.M)
    purposes = [each.heading for each in sections("changes", newest.text) if each.level == 3]
    assert len(purposes) == len(set(purposes)) >= 7
