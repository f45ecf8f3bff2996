"""Languages, one constant each: text -> Model, how constraints are written, how answers are printed."""
