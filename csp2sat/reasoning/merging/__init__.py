"""Several steps as one."""
