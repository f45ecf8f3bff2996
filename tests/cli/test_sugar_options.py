"""The options of csp2sat-sugar."""

from __future__ import annotations

import importlib
import re
import tomllib

import pytest
from support.paths import ROOT

from csp2sat.cli.sugar.command import command
from csp2sat.cli.sugar.options import SugarFlags, read_options
from csp2sat.errors import UsageError

OPTIONS = [
    (["x.csp"], SugarFlags(("x.csp",))),
    (["-v", "x.csp"], SugarFlags(("x.csp",), 1)),
    (["-vv", "x.csp"], SugarFlags(("x.csp",), 2)),
    (["--verb", "x.csp"], SugarFlags(("x.csp",), 1)),
    (["-very", "-v", "x.csp"], SugarFlags(("x.csp",), 2)),
    (["-VV", "x.csp"], SugarFlags(("x.csp",), 2)),
    (["x.csp", "-c"], SugarFlags(("x.csp",), competition=True)),
    (["--competition", "x.csp"], SugarFlags(("x.csp",), competition=True)),
    (["-comp", "-k", "x.csp"], SugarFlags(("x.csp",), competition=True, keep=True)),
    (
        ["-n", "-sat", "a", "-map=b", "--out", "c", "--csp=d", "x"],
        SugarFlags(("x",), 0, no_solve=True, sat="a", map="b", out="c", csp="d"),
    ),
    (["-no", "x"], SugarFlags(("x",), no_solve=True)),
    (["-solver", "minisat -v", "-sol=a=b", "x"], SugarFlags(("x",), solver="a=b")),
    (["-jopt1", "-Xmx2G", "-jopt2=-Xms1G", "-java", "java", "-jar", "s.jar", "x"], SugarFlags(("x",))),
    (["-memlimit", "2000", "-timelimit=10", "-debug", "2", "-prof", "f", "-incremental", "x"], SugarFlags(("x",))),
    (["-o", "no_simp,decomp_rel,arity=3,hy2=1", "-option=no_peephole,pb_c=3", "x"], SugarFlags(("x",))),
    (["-tmp", "t/", "-prolog", "-max", "x"], SugarFlags(("x",), tmp="t/", prolog=True, max=True)),
    (["-weighted", "--", "-x"], SugarFlags(("-x",), weighted=True)),
    (["-translate", "csp", "-output", "f", "-"], SugarFlags(("-",), translate="csp", output="f")),
    (["-translate", "smt", "-output", "f", "x"], SugarFlags(("x",), translate="smt", output="f")),
    (["-pb", "-n", "-sat", "f", "x"], SugarFlags(("x",), no_solve=True, sat="f", instead="opb")),
    (["-hybrid", "-n", "-sat", "f", "x"], SugarFlags(("x",), no_solve=True, sat="f", instead="opb")),
    (["-o", "no_simp,gwcnf", "-n", "-sat", "f", "x"], SugarFlags(("x",), no_solve=True, sat="f", instead="gwcnf")),
    (["-o", "peephole, gcnf", "-n", "-sat", "f", "x"], SugarFlags(("x",), no_solve=True, sat="f", instead="gcnf")),
    (["-o", "", "x"], SugarFlags(("x",))),
    (["-h"], SugarFlags(help=True)),
    (["--version"], SugarFlags(version=True)),
]


@pytest.mark.parametrize("arguments, flags", OPTIONS, ids=[" ".join(a) for a, _ in OPTIONS])
def test_options(arguments, flags):
    assert read_options(arguments) == flags


WRONG_OPTIONS = [
    (["-ver"], "option ver is ambiguous (verbose, version, veryverbose)"),
    (["-foo"], "unknown option: foo"),
    (["-c=1"], "option competition does not take an argument"),
    (["x", "-solver"], "option solver requires an argument"),
    (["-debug", "x"], "value 'x' invalid for option debug: expected an integer"),
    (["-pb"], "-pb, -hybrid and -o gcnf write a file for other programs: they need -n and -sat FILE"),
    (["-conv", "C"], "-conversionHooks: Java classes cannot be used"),
    (["-o", "no_simp,foo"], "unknown option foo of -option"),
    (["-o", "peephole=abc"], "unknown option peephole=abc of -option"),
    (["-o", "arity="], "unknown option arity= of -option"),
    (["-o", "no_"], "unknown option no_ of -option"),
    (["-o", "=7"], "unknown option =7 of -option"),
    (["-o", "no_=7"], "unknown option no_=7 of -option"),
    (["-o", "decomp__elem"], "unknown option decomp__elem of -option"),
    (["-o", "gcnf", "-n"], "-pb, -hybrid and -o gcnf write a file for other programs: they need -n and -sat FILE"),
    (["-translate", "xml", "-output", "f"], "-translate xml: expected one of csp, prolog, asp, smt"),
    (["-translate", "csp"], "-translate FORMAT and -output FILE belong together"),
    (["-max", "-weighted"], "-max or -weighted, not both"),
]


@pytest.mark.parametrize("arguments, message", WRONG_OPTIONS, ids=[" ".join(a) for a, _ in WRONG_OPTIONS])
def test_wrong_options(arguments, message, capsys):
    with pytest.raises(UsageError, match=re.escape(message) + "$"):
        read_options(arguments)
    assert command([*arguments, "x.csp"] if arguments[-1] != "-solver" else arguments) == 1
    assert capsys.readouterr().err.startswith(f"csp2sat-sugar: {message}\n`csp2sat-sugar -help` lists")


def test_help_and_version_have_sugars_exit_code(capsys):
    assert command(["-h"]) == 1
    assert capsys.readouterr().out.startswith("usage: csp2sat-sugar [options] FILE\n")
    assert command(["-version", "-solver", "minisat"]) == 1
    assert re.fullmatch(r"csp2sat \S+ for Sugar v2-3-3 \+ minisat\n", capsys.readouterr().out)


@pytest.mark.parametrize("count", [0, 2])
def test_one_file(count, capsys):
    assert command(["x.csp"] * count) == 1
    assert capsys.readouterr().err.startswith(
        f"csp2sat-sugar: expected one FILE, not {count}\n`csp2sat-sugar -help` lists"
    )


def test_the_package_has_the_command():
    project = ROOT / "pyproject.toml"
    module, _, name = tomllib.loads(project.read_text())["project"]["scripts"]["csp2sat-sugar"].partition(":")
    assert callable(getattr(importlib.import_module(module), name))
