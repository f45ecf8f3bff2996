"""Schedules made without clauses: tasks are placed one after the other, in orders that a local search improves."""
