"""The rules of constraints on graphs, one file each, and definitions of reached vertices."""
