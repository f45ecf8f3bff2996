"""The application layer: what csp2sat can be asked, as functions from a problem and Settings to result values.

The command line, `csp2sat-sugar` and Python programs ask here; they only parse and print.
"""
