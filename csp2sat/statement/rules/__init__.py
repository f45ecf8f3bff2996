"""The rules of the statement, a short file for each constraint: its inequalities, and a literal for it."""
