# csp2sat: `make demo` solves a real board on a machine with nothing but Python (with its venv module) and make.

PYTHON   ?= python3
SOLVER   ?= kissat
ENCODING ?= auto
BOARD    ?= tests/data/boards/masyu-10.txt
BOARDS   ?= $(BOARD)
N        ?= 10000
PYTEST   ?=
PAGE     ?=
SECONDS  ?= 600
SHARE    ?=
JOBS     ?= 2
WORKERS  ?= $(shell expr $$(getconf _NPROCESSORS_ONLN) + 1)

BIN     := .venv/bin
CSP2SAT := $(BIN)/csp2sat
READY   := .venv/ready
# a name is one word for sh, whatever characters are in it; names are as many
quoted   = '$(subst ','\'',$(1))'
each     = $(foreach word,$(1),$(call quoted,$(word)))
SMALL   := .venv/small

# suites that run with solvers inside the process, too, as in WebAssembly
INSIDE := tests/runner/test_session.py tests/counting tests/explaining tests/incremental tests/generating tests/reasoning

.PHONY: man demo quick lint quick-tests test long check house fuzz kills compare bench dist site help clean FORCE
.DELETE_ON_ERROR:
# tests start many processes: each would compile the whole package once more
unexport PYTHONDONTWRITEBYTECODE
.SECONDARY:

help:
	@echo "make demo                         solve the 36x20 masyu, draw it, show where the time goes"
	@echo "make quick                        format, lint, types, layers, and the oracle's core: half a minute"
	@echo "make test                         all tests"
	@echo "make check                        format, lint, types, all tests"
	@echo "make long                         what takes hours: fuzz, kills, whether bench measures well"
	@echo "make long N=100 SECONDS=20 SHARE=3/50   a little of each part, and the third of fifty shares of its tests"
	@echo "make house                        how the package is built, in figures"
	@echo "make fuzz N=10000 SECONDS=600 JOBS=2   random CSPs against the evaluator, forged certificates, damaged texts for each reader"
	@echo "make kills N=10000                kill the commands at random moments"
	@echo "make NAME.board SOLVER=minisat    NAME.txt (or .json, .csp) -> .cnf + .map -> .out -> .board"
	@echo "make -j compare BOARDS='A B' SOLVERS='kissat minisat' ENCODINGS='order log'   a table; files for each step"
	@echo "make man                          the man pages csp2sat/*.1, from the help of the commands"
	@echo "make clean                        remove what these rules have made, and nothing else"
	@echo "make bench                        against CP-SAT, whole commands"
	@echo "make site PAGE=DIR                manual, pictures and plots as a site in build/site; DIR: of csp2sat page --build"
	@echo "make dist                         wheel and sdist in dist/, each tried in a clean environment"

# a fresh virtual environment with what a user needs, made again when the project's dependencies change
$(SMALL): pyproject.toml
	$(PYTHON) -m venv .venv
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable .
	@touch $@

# and with what a developer needs
$(READY): $(SMALL)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[dev]'
	@touch $@

demo: $(SMALL)
	$(CSP2SAT) solve -v --unique $(call each,$(BOARD))

test: $(READY)
	$(BIN)/python -m pytest -n $(WORKERS) --dist worksteal $(PYTEST)

# on each change: both parts at the same time
quick: $(READY)
	@$(MAKE) --no-print-directory -j2 lint quick-tests

lint: $(READY)
	$(BIN)/ruff format --check csp2sat tests scripts
	$(BIN)/ruff check csp2sat tests scripts
	$(BIN)/python scripts/house.py --check
	$(BIN)/mypy

quick-tests: $(READY)
	$(BIN)/python -m pytest -n 2 @tests/quick.txt

check: lint test

long: fuzz kills $(READY)
	$(BIN)/python -m pytest -n auto -m long $(if $(SHARE),--share $(SHARE))
	CSP2SAT_HOST=inside $(BIN)/python -m pytest -n auto $(INSIDE) $(if $(SHARE),--share $(SHARE))
	REAL_STARTS=1 $(BIN)/python -m pytest -n auto tests/cli tests/faults tests/bench tests/executors tests/test_readme.py $(if $(SHARE),--share $(SHARE))
	$(BIN)/python scripts/check_measuring.py
	$(MAKE) --no-print-directory site

house: $(READY)
	$(BIN)/python scripts/house.py

fuzz: $(READY)
	$(BIN)/python scripts/fuzz.py $(N)
	$(BIN)/python scripts/fuzz_handles.py $(N)
	$(BIN)/python scripts/fuzz_flatzinc.py $(N)
	$(BIN)/python scripts/fuzz_xcsp3.py --count $(shell expr $(N) / 250 + 1)
	$(BIN)/python scripts/fuzz_certificates.py $(shell expr $(N) / 100)
	$(BIN)/python scripts/fuzz_readers.py $(SECONDS) --jobs $(JOBS)

kills: $(READY)
	$(BIN)/python scripts/kills.py $(N)

compare: $(SMALL)
	@echo compare.mk >> .made
	@$(CSP2SAT) bench $(call each,$(SOLVERS:%=--solver=%) $(ENCODINGS:%=--encoding=%)) --emit-make \
	  -- $(call each,$(foreach board,$(BOARDS),$(or $(wildcard $(board)),$(board)))) > compare.mk || { rm compare.mk; exit 1; }
	@$(MAKE) --no-print-directory -f compare.mk CSP2SAT='$(CSP2SAT)'

man: $(READY)
	$(BIN)/python scripts/make_man.py

bench: $(READY)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[bench]'
	$(BIN)/python scripts/bench_cpsat.py

dist: $(READY)
	$(BIN)/python scripts/try_dist.py

site: $(READY)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[site]'
	$(BIN)/python scripts/make_site.py $(if $(PAGE),--page $(call quoted,$(PAGE)))

# The pipeline, a file for each step.  Encoding and solver are part of the names, so another one is another file.
vpath %.txt tests/data/boards
vpath %.json tests/data/boards

define encode
@printf '%s\n' $(call quoted,$*.$(ENCODING).cnf) $(call quoted,$*.$(ENCODING).map) >> .made
$(CSP2SAT) encode $(call quoted,$<) --encoding $(ENCODING) \
  $(call quoted,--output=$*.$(ENCODING).cnf) $(call quoted,--map=$*.$(ENCODING).map)
endef

%.$(ENCODING).cnf %.$(ENCODING).map: %.txt | $(SMALL)
	$(encode)
%.$(ENCODING).cnf %.$(ENCODING).map: %.json | $(SMALL)
	$(encode)
%.$(ENCODING).cnf %.$(ENCODING).map: %.csp | $(SMALL)
	$(encode)

%.$(ENCODING).$(SOLVER).out: %.$(ENCODING).cnf
	@printf '%s\n' $(call quoted,$@) >> .made
	$(CSP2SAT) solve $(call quoted,$<) --solver $(SOLVER) $(call quoted,--output=$@)

%.$(ENCODING).$(SOLVER).board: %.$(ENCODING).$(SOLVER).out %.$(ENCODING).map
	@printf '%s\n' $(call quoted,$@) >> .made
	$(CSP2SAT) decode $(call quoted,$<) $(call quoted,--map=$*.$(ENCODING).map) $(call quoted,--output=$@)

# NAME.board is the board of the solver that was asked for last
%.board: %.$(ENCODING).$(SOLVER).board FORCE
	@printf '%s\n' $(call quoted,$@) >> .made
	@cp -- $(call quoted,$<) $(call quoted,$@)
	@cat -- $(call quoted,$@)

FORCE:

# only what this Makefile has made, which is written down in .made
clean:
	@if [ -f compare.mk ] && grep -qsx compare.mk .made; then $(MAKE) --no-print-directory -f compare.mk clean; fi
	@if [ -f .made ]; then while IFS= read -r each; do rm -f -- "$$each"; done < .made; rm .made; fi
