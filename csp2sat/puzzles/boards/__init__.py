"""Boards as a whole: read from any format, drawn, shown as a page."""
