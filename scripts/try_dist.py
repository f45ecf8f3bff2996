"""Build wheel and sdist into dist/, install each into a clean virtual environment, and solve a board there.

    python scripts/try_dist.py [--built]

--built: what is in dist/ already is tried, and nothing is built.  Needs the network: dependencies and the build backend
come from the package index.  Exit code 1 where a build, an installation or a command fails, or a file that has to be in
a wheel is not there.
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
import venv
import zipfile
from pathlib import Path

ROOT = Path(__file__).parent.parent
DIST = ROOT / "dist"
SHIPPED = (
    *("csp2sat/solvers.yaml", "csp2sat/manual/index.md", "csp2sat/manual/csp.md", "csp2sat/bench/report/page.html"),
    *("csp2sat/minizinc/csp2sat.msc", "csp2sat/minizinc/mznlib/redefinitions.mzn"),
)
BOARD = "; Masyu Puzzle\nsize 5 4\n- - - - -\n- - - 1 0\n- - - - -\n1 - - - -\n"
COMMANDS = (["--version"], ["solve", "--unique", "board.txt"], ["help", "masyu"], ["solvers", "--check"])


def run(*words: str | Path, folder: Path = ROOT) -> str:
    """What a command prints; CalledProcessError if it fails."""
    return subprocess.run([*map(str, words)], cwd=folder, check=True, stdout=subprocess.PIPE, text=True).stdout


def build(folder: Path) -> list[Path]:
    """Build both into dist/ by a `build` of its own environment; their paths, those of this version alone."""
    python = environment(folder / "build", "build")
    run(python, "-m", "build", "--outdir", DIST, ROOT)
    version = run(python, "-c", "import csp2sat; print(csp2sat.__version__)").strip()
    return sorted(DIST.glob(f"csp2sat-{version}[-.][pt]*"))


def environment(folder: Path, *packages: str | Path) -> Path:
    """A new virtual environment with packages; its Python."""
    venv.create(folder, with_pip=True)
    python = folder / ("Scripts" if sys.platform == "win32" else "bin") / "python"
    run(python, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", *packages)
    return python


def missing(wheel: Path) -> list[str]:
    """The files that have to be in a wheel and are not."""
    names = set(zipfile.ZipFile(wheel).namelist())
    return [name for name in SHIPPED if name not in names]


def try_out(package: Path, folder: Path) -> None:
    """Install a package and run commands with it, outside of the checkout."""
    python = environment(folder / package.name, package)
    (folder / "board.txt").write_text(BOARD)
    for words in COMMANDS:
        printed = run(python, "-I", "-m", "csp2sat", *words, folder=folder)
        assert "unique" in printed or words[0] != "solve", printed
    print(f"{package.name}: {run(python, '-I', '-m', 'csp2sat', '--version', folder=folder).strip()} solves a board")


def main() -> int:
    with tempfile.TemporaryDirectory() as name:
        packages = sorted(DIST.glob("csp2sat-*[lz]")) if "--built" in sys.argv[1:] else build(Path(name))
        absent = [file for package in packages if package.suffix == ".whl" for file in missing(package)]
        for package in packages:
            try_out(package, Path(name))
    print(*(f"not in the wheel: {file}" for file in absent), sep="\n", end="\n" if absent else "")
    return int(bool(absent) or len(packages) != 2)


if __name__ == "__main__":
    sys.exit(main())
