"""Parts that tests add to those of csp2sat, one file each, as another package could."""
