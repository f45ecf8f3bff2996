"""The comparison of solvers and encodings: plan, run anywhere, keep, judge, report."""
