"""Global and graph constraints, one file each: meaning beside encoder."""
