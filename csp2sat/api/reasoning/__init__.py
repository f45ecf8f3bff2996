"""Steps that a person can follow, hints and grades, of boards."""
