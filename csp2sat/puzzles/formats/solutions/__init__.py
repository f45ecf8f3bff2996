"""Reading solutions that a person has written: drawn boards, and grids typed by hand."""
