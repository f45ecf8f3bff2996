"""The command `csp2sat-xcsp3`: an instance answered by the protocol of the XCSP3 competition."""
