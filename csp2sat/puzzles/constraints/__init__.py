"""Graph constraints that only one puzzle uses and no language writes, a file each: the meaning beside the encoder."""
