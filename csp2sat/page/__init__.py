"""The page without a server: csp2sat in a browser's worker, the files of the page, and a server on loopback."""
