"""The command `csp2sat-sugar`."""
