"""Reading solutions that somebody has written: drawn boards, and grids typed by hand."""
