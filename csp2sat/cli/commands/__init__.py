"""The commands of `csp2sat`, one file each."""
