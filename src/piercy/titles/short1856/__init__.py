"""The 1856 short game. Read ``title.py`` first."""
