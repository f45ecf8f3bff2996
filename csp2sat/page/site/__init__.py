"""The files of the page as a site: their build, which also digests and compiles, and a server on loopback."""
