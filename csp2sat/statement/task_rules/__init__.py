"""The rules of constraints on tasks and boxes, one file each."""
