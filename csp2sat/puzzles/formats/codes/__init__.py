"""How web sites and programs write boards as short texts: one code a file, each with `read` and `write`."""
