"""Graph constraints that one puzzle alone uses and no language writes, a file each: meaning beside encoder."""
