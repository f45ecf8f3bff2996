"""Steps that a person can follow from a board to its solution, hints, and grades.

A board becomes elementary statements (`statements`); a child process searches for the smallest reasons (`finder`); the
parent turns them into steps with words (`chain`, `facts`, `sentences`), pages (`frames`) and grades (`grades`).
"""
