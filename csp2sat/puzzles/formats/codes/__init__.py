"""The codes with which web sites and programs write boards as short texts: one code a file, to read and to write it."""
