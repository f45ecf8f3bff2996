"""Input languages, one constant each: a reader of texts into models, the forms of constraints, and the printing of
answers.
"""
