# made by csp2sat bench --emit-make; `make -j4` runs what is missing, and what failed or was run with other options,
# `make values` decodes and judges the answers, `make clean` forgets all; for the best value of an objective each solver has a run of `solve` on the input, which
# encodes by itself; TIMEOUT, and the wall seconds in the results, are of the whole command `csp2sat solve`, which starts, reads and checks
# besides: of a large CNF that takes seconds of the limit, and a solver whose limit is to count alone needs a greater TIMEOUT
CSP2SAT ?= csp2sat
SOLVERS ?= {solvers}
TIMEOUT ?= {timeout:g}
OPTIONS ?= {options}
CNFS := {cnfs}
ENCODED := {encoded}
BEST := {best}
RULES := {rules}
# a word for each input: the names of its formulas, and whether the best value is the least or the greatest
INPUTS := {inputs}
OUTS := $(foreach s,$(SOLVERS),$(CNFS:.cnf=.$(subst :,-,$(s)).out) $(addsuffix .$(subst :,-,$(s)).out,$(BEST)))
VALUES := $(foreach s,$(SOLVERS),$(ENCODED:.cnf=.$(subst :,-,$(s)).values))
.DELETE_ON_ERROR:
$(if $(CNFS),$(eval .SECONDARY: $(CNFS)))# without a name it would mean all files
.DEFAULT_GOAL := results.txt
.PRECIOUS: results.txt
.PHONY: values clean

$(if $(filter clean,$(MAKECMDGOALS)),,$(if $(shell for word in $(CSP2SAT); do \
  case $$word in (*=*) ;; (*) command -v "$$word"; break ;; esac; done),,\
  $(error $(CSP2SAT) is not on the PATH; say where it is: make CSP2SAT=/path/to/csp2sat)))
# the command of all runs: a file that changes with it, and then all is run anew
COMMAND := $(CSP2SAT) solve --timeout $(TIMEOUT) $(OPTIONS) -v
QUOTED := '$(subst ','\'',$(COMMAND))'
$(shell printf '%s\n' $(QUOTED) | cmp -s - options.txt || printf '%s\n' $(QUOTED) > options.txt)
$(OUTS): options.txt{solvers_file}
# an empty file whose name has a digest of a rule: another rule for the same file makes that file anew
%.rule:
	@rm -f -- $(basename $*).????????.rule && touch -- $@

# a line for each run: file, answer, wall seconds of the command, CPU seconds of the solver, value of the objective;
# then one for each input with answers that contradict each other; either these or a run that failed make an error
results.txt: $(OUTS)
	@for f in $(OUTS); do printf '%s\t%s\t%s\t%s\t%s\n' "$$f" "$$(sed -n 's/^s //p' $$f)" "$$(cat $$f.time)" \
	  "$$(awk '/^c .*, CPU [0-9.]* s$$/ {{sum += $$(NF - 1); n++}} END {{if (n) printf "%.2f", sum}}' $$f.log)" \
	  "$$(sed -n 's/^o //p' $$f | tail -n 1)"; done | awk -F '\t' -v inputs='$(INPUTS)' "$$JUDGE" > $@; \
	  status=$$?; cat $@; test $$status -eq 0 || {{ touch -t 197001020000 $@; exit 1; }}
define JUDGE
BEGIN {{
  count = split(inputs, input, " ")
  for (i = 1; i <= count; i++) {{
    sign[i] = input[i] ~ /^max:/ ? -1 : 1
    parts = split(substr(input[i], 5), part, ",")
    for (n = 1; n <= parts; n++) of[part[n]] = i
  }}
}}
{{
  name = $$1
  while (!(name in of) && sub(/\.[^.]*$$/, "", name)) continue
  i = of[name]
  print
  if ($$2 == "FAILED") failed = 1
  if ($$2 == "UNSATISFIABLE") unsat[i] = $$1
  if ($$2 == "SATISFIABLE" || $$2 == "OPTIMUM FOUND") sat[i] = $$1
  if ($$5 != "" && (!(i in best) || sign[i] * $$5 < sign[i] * value[i])) {{ best[i] = $$1; value[i] = $$5 }}
  if ($$2 == "OPTIMUM FOUND" && (!(i in claim) || sign[i] * $$5 > sign[i] * bound[i])) {{ claim[i] = $$1; bound[i] = $$5 }}
}}
END {{
  for (i = 1; i <= count; i++) {{
    if (i in unsat && i in sat) {{
      print "CONTRADICTION\t" unsat[i] " says UNSATISFIABLE; " sat[i] " has a solution"; failed = 1
    }}
    if (i in claim && sign[i] * value[i] < sign[i] * bound[i]) {{
      print "CONTRADICTION\t" claim[i] " says that " bound[i] " is the best value; " best[i] " has " value[i]; failed = 1
    }}
  }}
  exit failed
}}
endef
export JUDGE

# one run: the answer, beside it what was said and its wall seconds; a limit that was reached is an answer, too; a run that
# failed, or left no answer, gets an old file, so that the next `make` repeats it
BEGIN = rm -f -- $@; start=$$(date +%s.%N); failed=; $(CSP2SAT) solve
END = --timeout $(TIMEOUT) $(OPTIONS) -v -o $@ 2> $@.log || test $$? -eq 3 || failed=1; test -s $@ || failed=1; \
	echo "$$(date +%s.%N) $$start" | awk '{{printf "%.2f", $$1 - $$2}}' > $@.time; \
	if test $$failed; then echo 's FAILED' > $@; touch -t 197001020000 $@; cat $@.log >&2; fi
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
	@! grep -qx 's FAILED' $< || {{ cat $<.log >&2; exit 1; }}
	@$(CSP2SAT) decode $< $(SOURCE) -o $@ || test $$? -eq 3

clean:
	rm -f -- $(CNFS) $(ENCODED:.cnf=.map) $(VALUES) $(OUTS) $(OUTS:=.time) $(OUTS:=.log) $(RULES) results.txt options.txt
