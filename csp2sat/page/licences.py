"""The licences of the parts of a built page."""

TEXT = """\
Licences of the files of this page

csp2sat (csp2sat.zip, the page itself): MIT

pyodide/: Pyodide, Mozilla Public License 2.0, https://github.com/pyodide/pyodide
  It has CPython with its standard library (PSF License 2.0), and parts of Emscripten (MIT) and musl (MIT).

python_sat-*.whl: PySAT, MIT, https://github.com/pysathq/pysat
  It has these solvers, each with the licence of its authors:
  CaDiCaL 1.0.3, 1.5.3, 1.9.5 (MIT), Glucose 3.0, 4.1, 4.2.1 (MIT-like; see their files), Lingeling (MIT),
  MapleCM, MapleLCMDistChronoBT, MapleCOMSPS (MIT), MergeSat 3 (MIT), Minicard 1.2 (MIT),
  MiniSat 2.2 and its version of 2015 (MIT), Gluecard 3 and 4 (MIT-like), PBLib is not part of it.

six-*.whl: six, MIT, https://github.com/benjaminp/six
"""
