"""Graph constraints, one file each: meaning beside encoder."""
