"""Comparing solvers and encodings: plan, run anywhere, keep, judge, report."""
