"""The command `csp2sat-fzn`."""
