"""1865 Sardinia and its short game. Read ``title.py`` first."""
