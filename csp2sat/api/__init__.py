"""The application layer: the questions that csp2sat answers, as functions from a problem and Settings to result values.

The command line, `csp2sat-sugar` and Python programs call this layer; they only parse and print.
"""
