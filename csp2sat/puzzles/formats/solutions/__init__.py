"""The reading of solutions that a person has written: drawn boards, and grids typed by hand."""
