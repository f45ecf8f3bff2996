# made by csp2sat bench --emit-make; `make -j4` runs what is missing, `make values` decodes and judges the answers,
# `make clean` forgets all; for the best value of an objective each solver has a run of `solve` on the input, which
# encodes by itself: the wall seconds, and their limit, are of all that
CSP2SAT ?= csp2sat
SOLVERS ?= {solvers}
TIMEOUT ?= {timeout:g}
OPTIONS ?= {options}
CNFS := {cnfs}
ENCODED := {encoded}
BEST := {best}
OUTS := $(foreach s,$(SOLVERS),$(CNFS:.cnf=.$(subst :,-,$(s)).out) $(addsuffix .$(subst :,-,$(s)).out,$(BEST)))
VALUES := $(foreach s,$(SOLVERS),$(ENCODED:.cnf=.$(subst :,-,$(s)).values))
.DELETE_ON_ERROR:
$(if $(CNFS),$(eval .SECONDARY: $(CNFS)))# without a name it would mean all files
.PHONY: values clean

# a line for each run: file, answer, wall seconds of the command, CPU seconds of the solver, value of the objective
results.txt: $(OUTS)
	@for f in $^; do printf '%s\t%s\t%s\t%s\t%s\n' "$$f" "$$(sed -n 's/^s //p' $$f)" "$$(cat $$f.time)" \
	  "$$(awk '/^c .*, CPU [0-9.]* s$$/ {{sum += $$(NF - 1); n++}} END {{if (n) printf "%.2f", sum}}' $$f.log)" \
	  "$$(sed -n 's/^o //p' $$f | tail -n 1)"; done | tee $@

# one run: the answer, beside it what was said and its wall seconds; a limit that was reached is an answer, too
BEGIN = start=$$(date +%s.%N); $(CSP2SAT) solve
END = --timeout $(TIMEOUT) $(OPTIONS) -v -o $@ 2> $@.log || test $$? -eq 3 || {{ cat $@.log >&2; exit 1; }}; \
	echo "$$(date +%s.%N) $$start" | awk '{{printf "%.2f", $$1 - $$2}}' > $@.time
define rule
%.$(subst :,-,$(1)).out: %.cnf
	@$$(BEGIN) $$< --solver $(1) $$(END)
endef
$(foreach s,$(SOLVERS),$(eval $(call rule,$(s))))
# the solver that a part of a file's name means
named = $(firstword $(foreach s,$(SOLVERS),$(if $(filter $(1),$(subst :,-,$(s))),$(s))))

# the values that each answer means, judged by the clauses and the constraints; the answer to a CNF, and a best
# solution, whose values are in the answer, have been judged
values: $(VALUES)
%.values: %.out
	@$(CSP2SAT) decode $< -o $@ || test $$? -eq 3

clean:
	rm -f -- $(CNFS) $(CNFS:.cnf=.map) $(VALUES) $(OUTS) $(OUTS:=.time) $(OUTS:=.log) results.txt
