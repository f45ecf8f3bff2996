# made by csp2sat bench --emit-make; `make -j4` runs what is missing, `make clean` forgets all
CSP2SAT ?= csp2sat
SOLVERS ?= {solvers}
TIMEOUT ?= {timeout:g}
OPTIONS ?= {options}
CNFS := {cnfs}
.DELETE_ON_ERROR:
.SECONDARY:

results.txt: $(foreach s,$(SOLVERS),$(CNFS:.cnf=.$(subst :,-,$(s)).out))
	@for f in $^; do printf '%s\t%s\t%s\n' "$$f" "$$(sed -n 's/^s //p' $$f)" "$$(cat $$f.time)"; done | tee $@

# one run: the answer, and its wall seconds beside it; a limit that was reached is an answer, too
define rule
%.$(subst :,-,$(1)).out: %.cnf
	@start=$$$$(date +%s.%N); $(CSP2SAT) solve $$< --solver $(1) --timeout $(TIMEOUT) $(OPTIONS) -q -o $$@ \
	  || test $$$$? -eq 3; \
	echo "$$$$(date +%s.%N) $$$$start" | awk '{{printf "%.2f", $$$$1 - $$$$2}}' > $$@.time
endef
$(foreach s,$(SOLVERS),$(eval $(call rule,$(s))))

clean:
	rm -f $(CNFS) $(CNFS:.cnf=.map) *.out *.out.time results.txt
