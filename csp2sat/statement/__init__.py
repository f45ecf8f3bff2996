"""A CSP stated as linear inequalities over 0/1 variables, so plainly that a reader sees that the statement is right.

The statement shares no code with the encoder: an error of one is none of the other.
"""
