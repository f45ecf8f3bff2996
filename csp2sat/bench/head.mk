# made by csp2sat bench --emit-make; `make -j4` runs what is missing, `make values` decodes and judges the answers,
# `make clean` forgets all
CSP2SAT ?= csp2sat
SOLVERS ?= {solvers}
TIMEOUT ?= {timeout:g}
OPTIONS ?= {options}
CNFS := {cnfs}
ENCODED := {encoded}
OUTS := $(foreach s,$(SOLVERS),$(CNFS:.cnf=.$(subst :,-,$(s)).out))
VALUES := $(foreach s,$(SOLVERS),$(ENCODED:.cnf=.$(subst :,-,$(s)).values))
.DELETE_ON_ERROR:
.SECONDARY: $(CNFS)
.PHONY: values clean

# a line for each run: file, answer, wall seconds of the command, CPU seconds of the solver
results.txt: $(OUTS)
	@for f in $^; do printf '%s\t%s\t%s\t%s\n' "$$f" "$$(sed -n 's/^s //p' $$f)" "$$(cat $$f.time)" \
	  "$$(sed -n 's/^c .*, CPU \([0-9.]*\) s$$/\1/p' $$f.log | tail -n 1)"; done | tee $@

# one run: the answer, beside it what was said and its wall seconds; a limit that was reached is an answer, too
define rule
%.$(subst :,-,$(1)).out: %.cnf
	@start=$$$$(date +%s.%N); $$(CSP2SAT) solve $$< --solver $(1) --timeout $$(TIMEOUT) $$(OPTIONS) -v -o $$@ 2> $$@.log \
	  || test $$$$? -eq 3 || {{ cat $$@.log >&2; exit 1; }}; \
	echo "$$$$(date +%s.%N) $$$$start" | awk '{{printf "%.2f", $$$$1 - $$$$2}}' > $$@.time
endef
$(foreach s,$(SOLVERS),$(eval $(call rule,$(s))))

# the values that each answer means, judged by the clauses and the constraints; of a CNF the answer has been judged
values: $(VALUES)
%.values: %.out
	@$(CSP2SAT) decode $< -o $@ || test $$? -eq 3

clean:
	rm -f -- $(CNFS) $(CNFS:.cnf=.map) $(VALUES) $(OUTS) $(OUTS:=.time) $(OUTS:=.log) results.txt
