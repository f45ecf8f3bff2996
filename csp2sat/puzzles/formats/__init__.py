"""Formats of boards, one file each: text -> Board and back."""
